#!/bin/sh
# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
# app/VERSION is the version; every other place must say the same. Versions written by hand are
# compared. Files generated from app/VERSION are generated and read.
cd "$(dirname "$0")/../.." || exit 1
unset DESTDIR TEST_RAN CC CFLAGS CPPFLAGS LDFLAGS
# shellcheck source=tests/common.sh
. tests/common.sh
version=$(cat app/VERSION)

# says NAME FOUND: whether FOUND is the version
says() {
    if [ "$2" = "$version" ]; then
        pass "version/$1"
    else
        fail "version/$1: says '$2', app/VERSION $version"
    fi
}

if echo "$version" | grep -E -x -q '(0|[1-9][0-9]*)(\.(0|[1-9][0-9]*)){2}'; then
    pass version/form
else
    fail "version/form: not MAJOR.MINOR.PATCH: $version"
fi

# ---- written by hand ----

for folder in app/extensions/*; do
    name=$(basename "$folder")
    header=app/include/$name.h
    [ -f "$header" ] || continue
    capitals=$(echo "$name" | tr '[:lower:]' '[:upper:]')
    says "$name.h" "$(for part in MAJOR MINOR PATCH; do
        sed -n "s/^#define ${capitals}_VERSION_$part //p" "$header"
    done | tr '\n' . | sed 's/\.$//')"
done
heading=$(grep -m 1 '^## ' CHANGELOG.md)
says CHANGELOG.md "$(echo "$heading" | sed 's/^## \([^ ]*\).*/\1/')"
day=$(echo "$heading" | sed -n 's/.*(\(20[0-9][0-9]-[01][0-9]-[0-3][0-9]\))$/\1/p')
if [ -n "$day" ] &&
    { [ -n "$(missing python3)" ] || python3 \
        -c 'import datetime, sys; datetime.date.fromisoformat(sys.argv[1])' "$day" 2>/dev/null; }
    then
    pass "version/CHANGELOG.md has a date"
else
    fail "version/CHANGELOG.md: no date as (YYYY-MM-DD): $heading"
fi
says bindings/rust "$(sed -n '/^\[package\]/,/^\[/s/^version = "\([^"]*\)".*/\1/p' \
    bindings/rust/Cargo.toml)"
says vs2013 "$(sed -n 's/^#define DRIVER_VERSION "\(.*\)"/\1/p' vs2013/config.h | sort -u)"
for package in debian/libblake2b1.symbols debian/libblake1.symbols; do
    major=$(sed -n 's/^[^ ].*\.so\.\([0-9]*\) .*/\1/p' "package/$package")
    says "$package" "$([ "$major" = "${version%%.*}" ] && echo "$version" || echo "soname $major")"
done
# These get it from a release.
for file in package/debian/changelog package/libblake2b.spec.in package/vcpkg/vcpkg.json \
    package/conan/conanfile.py package/conan/conandata.yml; do
    says "${file#package/}" "$(grep -q '@VERSION@' "$file" && ! grep -q "$version" "$file" &&
        echo "$version")"
done

# ---- generated ----

says configure "$(./configure --version | sed 's/.* //')"
if [ -n "$(missing gcc make)" ]; then
    skip "version/made: no $(missing gcc make)"
    finish
fi
copy_tree "$work/tree"
# (No library: a header's calls, the pages and the files for packages are generated from text.)
if ! (cd "$work/tree" && ./configure -q CC=gcc && make install-man install-package \
    DESTDIR="$work/root" prefix=/usr) >"$work/log" 2>&1; then
    fail "version/made: $(first_error "$work/log")"
    exit 1
fi
for name in $(libraries); do
    says "lib$name.pc" "$(sed -n 's/^Version: //p' "$work/root/usr/lib/pkgconfig/lib$name.pc")"
    says "$name-config-version.cmake" \
        "$(sed -n 's/^set(PACKAGE_VERSION "\([0-9.]*\)")$/\1/p' \
        "$work/root/usr/lib/cmake/$name/$name-config-version.cmake")"
done
for page in "$work"/root/usr/share/man/man[13]/*; do
    grep -q '^\.so ' "$page" ||
        sed -n 's/^\.TH .*[ "a-z0-9]\([0-9][0-9]*\.[0-9][0-9]*\.[0-9][0-9]*\)".*/\1/p' "$page" |
            grep . || echo "none in ${page##*/}"
done | sort -u >"$work/pages"
says 'manual pages' "$(cat "$work/pages")"
if [ -z "$(missing python3)" ]; then
    # shellcheck disable=SC2046 # a list
    if python3 tools/amalgamate.py "$work/one" $(libraries) >"$work/log" 2>&1; then
        says amalgamation "$(sed -n 's/^#define DRIVER_VERSION "\(.*\)"/\1/p' "$work"/one/*.c |
            sort -u)"
    else
        fail "version/amalgamation: $(tail -n 1 "$work/log")"
    fi
else
    skip 'version/amalgamation: no python3'
fi
if [ -z "$(missing cmake)" ]; then
    says CMakeLists.txt "$(cmake -S "$work/tree" -B "$work/cmake" -DBLAKE2B_BUILD_TESTS=OFF \
        -DCMAKE_C_COMPILER=gcc 2>&1 | sed -n 's/^-- libblake2b \([0-9.]*\): .*/\1/p')"
else
    skip 'version/CMakeLists.txt: no cmake'
fi
finish
