#!/bin/sh
# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
# app/VERSION is the version: every other place that is written by hand must say the same.
cd "$(dirname "$0")/../.." || exit 1
# shellcheck source=tests/common.sh
. tests/common.sh
tap_prefix='version/'
version=$(cat app/VERSION)

# says FILE SED-SCRIPT: what that prints of the file, in lines or once or more, is the version
says() {
    found=$(sed -n "$2" "$1" | sort -u)
    holds "$1" "says '$found', app/VERSION $version" [ "$found" = "$version" ]
}
says app/VERSION '/^\(0\|[1-9][0-9]*\)\(\.\(0\|[1-9][0-9]*\)\)\{2\}$/p'
for name in $(libraries); do
    # (The three numbers follow each other.)
    says "app/include/$name.h" "/^#define $(in_capitals "$name")_VERSION_MAJOR/{N;N;s/#define [A-Z0-9_]* //g;s/\n/./g;p;}"
    says "package/debian/lib${name}1.symbols" \
        "s/^[^ ].*[.]so[.]\([0-9]*\) .*/\1${version#"${version%%.*}"}/p"
done
says CHANGELOG.md '/^## /{s/^## \([^ ]*\) (20[0-9][0-9]-[01][0-9]-[0-3][0-9])$/\1/p;q;}'
says bindings/rust/Cargo.toml '/^\[package\]/,/^\[/s/^version = "\([^"]*\)".*/\1/p'
says vs2013/config.h 's/^#define DRIVER_VERSION "\(.*\)"/\1/p'
finish
