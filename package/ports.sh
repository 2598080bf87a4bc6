#!/bin/sh
# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
#
# A port for vcpkg and a recipe for Conan, from a release that "make dist" has made:
#
#   package/ports.sh ARCHIVE FOLDER
#   vcpkg install libblake2b --overlay-ports=FOLDER/vcpkg
#   conan create FOLDER/conan
#
# The home page comes from package/CONTACT, or the file that CONTACT names. URL is where the archive
# can be fetched, if that is not below the home page, as on GitHub.
set -eu
LC_ALL=C
export LC_ALL
archive=$1 folder=$2
top=$(dirname "$0")/..
version=$(cat "$top/app/VERSION")
homepage=$(sed -n 's/^Homepage: //p' "${CONTACT-$top/package/CONTACT}")
url=${URL-$homepage/releases/download/v$version/${archive##*/}}

# The values are words without / at their ends, &, | or \.
write() {
    sed -e "s|@VERSION@|$version|g" -e "s|@HOMEPAGE@|$homepage|g" -e "s|@URL@|$url|g" \
        -e "s|@SHA256@|$(sha256sum <"$archive" | cut -c 1-64)|g" \
        -e "s|@SHA512@|$(sha512sum <"$archive" | cut -c 1-128)|g" \
        "$top/package/$1" >"$folder/$2"
}
case $url$homepage in
*[\&\|\\]*) echo "ports.sh: $url $homepage: a &, | or \\ in it" >&2 && exit 1 ;;
esac
mkdir -p "$folder/vcpkg/libblake2b" "$folder/conan/test_package"
write vcpkg/portfile.cmake vcpkg/libblake2b/portfile.cmake
write vcpkg/vcpkg.json vcpkg/libblake2b/vcpkg.json
cp "$top/package/vcpkg/usage" "$folder/vcpkg/libblake2b/usage"
write conan/conanfile.py conan/conanfile.py
write conan/conandata.yml conan/conandata.yml
cp "$top/package/conan/test_package/conanfile.py" "$top/package/conan/test_package/CMakeLists.txt" \
    "$top/package/conan/test_package/test_package.c" "$folder/conan/test_package"
