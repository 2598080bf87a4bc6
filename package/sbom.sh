#!/bin/sh
# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
#
# Writes the SBOM of a release to standard output: SPDX 2.3, tag and value. "make dist" calls it.
#
#   package/sbom.sh ARCHIVE
#
# From the same archive it is the same, wherever it is made: its time is that of the first file in
# it.
set -eu
LC_ALL=C
export LC_ALL
archive=$1
top=$(dirname "$0")/..

# The 64 digits that each of these tools prints first.
sha256() {
    if command -v sha256sum >/dev/null 2>&1; then
        sha256sum <"$1"
    elif command -v shasum >/dev/null 2>&1; then
        shasum -a 256 <"$1"
    else
        openssl dgst -sha256 -r <"$1"
    fi | cut -c 1-64
}

contact() {
    sed -n "s/^$1: //p" "$top/package/CONTACT"
}

if grep -q 'example\.invalid' "$top/package/CONTACT" && [ -z "${SBOM_QUIET-}" ]; then
    echo 'note: package/CONTACT is not filled in' >&2
fi
version=$(cat "$top/app/VERSION")
name=libblake2b-$version
checksum=$(sha256 "$archive")
# POSIX tar: eleven octal digits, at byte 136.
epoch=$((0$(gzip -dc "$archive" 2>/dev/null | dd bs=1 skip=136 count=11 2>/dev/null)))
created=$(date -u -d "@$epoch" +%Y-%m-%dT%H:%M:%SZ 2>/dev/null ||
    date -u -r "$epoch" +%Y-%m-%dT%H:%M:%SZ)
homepage=$(contact Homepage)
maintainer=$(contact Maintainer | sed 's/ *<\(.*\)>/ (\1)/')
cat <<SPDX
SPDXVersion: SPDX-2.3
DataLicense: CC0-1.0
SPDXID: SPDXRef-DOCUMENT
DocumentName: $name
DocumentNamespace: $homepage/spdx/$name-$checksum
Creator: Tool: libblake2b-package/sbom.sh
Created: $created

PackageName: libblake2b
SPDXID: SPDXRef-libblake2b
PackageVersion: $version
PackageFileName: $(basename "$archive")
PackageSupplier: Person: $maintainer
PackageDownloadLocation: NOASSERTION
FilesAnalyzed: false
PackageChecksum: SHA256: $checksum
PackageHomePage: $homepage
PackageLicenseConcluded: LicenseRef-libblake2b-public-domain OR MIT
PackageLicenseDeclared: LicenseRef-libblake2b-public-domain OR MIT
PackageCopyrightText: <text>$(sed -n 's/^Copyright/&/p' "$top/LICENSE")</text>
PackageSummary: <text>BLAKE2b hash functions in C and assembly; needs nothing but the C library</text>
PrimaryPackagePurpose: LIBRARY
ExternalRef: PACKAGE-MANAGER purl pkg:generic/libblake2b@$version

Relationship: SPDXRef-DOCUMENT DESCRIBES SPDXRef-libblake2b
Relationship: SPDXRef-libblake2b DEPENDS_ON NONE

LicenseID: LicenseRef-libblake2b-public-domain
LicenseName: libblake2b public domain dedication
ExtractedText: <text>$(sed -n '/^---- Public domain/,/^Where the law/p' "$top/LICENSE" |
    sed -e '1,2d' -e '/^Where the law/d' | sed -e '$d')</text>
SPDX
