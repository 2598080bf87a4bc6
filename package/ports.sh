#!/bin/sh
# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
#
# A port for vcpkg, a recipe for Conan and a project for OSS-Fuzz, from a release that "make dist"
# has made:
#
#   package/ports.sh ARCHIVE FOLDER
#   vcpkg install libblake2b --overlay-ports=FOLDER/vcpkg
#   conan create FOLDER/conan
#   cp -R FOLDER/oss-fuzz .../oss-fuzz/projects/libblake2b
#
# The home page, which OSS-Fuzz clones, and the maintainer come from package/CONTACT, or the file
# that CONTACT names. URL is where the archive can be fetched, if that is not below the home page,
# as on GitHub. FUZZ_BASE is the image base-builder of OSS-Fuzz: without it there is no oss-fuzz.
set -eu
LC_ALL=C
export LC_ALL
archive=$1 folder=$2
top=$(dirname "$0")/..
version=$(cat "$top/app/VERSION")
contact=${CONTACT-$top/package/CONTACT}
homepage=$(sed -n 's/^Homepage: //p' "$contact")
maintainer=$(sed -n 's/^Maintainer:.*<\(.*\)>.*/\1/p' "$contact")
base=${FUZZ_BASE-}
url=${URL-$homepage/releases/download/v$version/${archive##*/}}

# The values are words without / at their ends, &, | or \.
write() {
    sed -e "s|@VERSION@|$version|g" -e "s|@HOMEPAGE@|$homepage|g" -e "s|@URL@|$url|g" \
        -e "s|@CONTACT@|$maintainer|g" -e "s|@BASE@|$base|g" \
        -e "s|@SHA256@|$(sha256sum <"$archive" | cut -c 1-64)|g" \
        -e "s|@SHA512@|$(sha512sum <"$archive" | cut -c 1-128)|g" \
        "$top/package/$1" >"$folder/$2"
}
case $url$homepage$maintainer$base in
*[\&\|\\]*) echo "ports.sh: a &, | or \\ in $url $homepage $maintainer $base" >&2 && exit 1 ;;
esac
mkdir -p "$folder/vcpkg/libblake2b" "$folder/conan/test_package"
write vcpkg/portfile.cmake vcpkg/libblake2b/portfile.cmake
write vcpkg/vcpkg.json vcpkg/libblake2b/vcpkg.json
cp "$top/package/vcpkg/usage" "$folder/vcpkg/libblake2b/usage"
write conan/conanfile.py conan/conanfile.py
write conan/conandata.yml conan/conandata.yml
cp "$top/package/conan/test_package/conanfile.py" "$top/package/conan/test_package/CMakeLists.txt" \
    "$top/package/conan/test_package/test_package.c" "$folder/conan/test_package"
[ -n "$base" ] || exit 0
mkdir -p "$folder/oss-fuzz"
for file in project.yaml Dockerfile build.sh; do
    write oss-fuzz/$file oss-fuzz/$file
done
chmod +x "$folder/oss-fuzz/build.sh"
