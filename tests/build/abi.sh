#!/bin/sh
# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
# Compares the headers' calls, constants and structs, as the preprocessor sees them, with the
# recorded ones of the last release, tests/build/abi/NAME.txt: a line for each declaration. They may
# grow, and must then be recorded again. (What a library exports: tests/rigs/symbols.sh.)
#
#   tests/build/abi.sh               compare
#   tests/build/abi.sh --record      record
cd "$(dirname "$0")/../.." || exit 1
# shellcheck source=tests/common.sh
. tests/common.sh
needs abi gcc
for name in $(libraries); do
    header=app/include/$name.h record=tests/build/abi/$name.txt
    # Without attributes, which are for GNU C.
    gcc -E -dD -U__GNUC__ "-D$(in_capitals "$name")_PLAIN_SYMBOLS" "$header" | awk -v h="$header" '
        /^# [0-9]/ { ours = $3 == "\"" h "\""; next }
        !ours { next }
        /^#define/ && NF > 2 && $2 !~ /[(]|_VERSION_|_$/ { print }
        /^#/ || !NF { next }
        {
            sub(/^ +/, "")
            text = text (text == "" ? "" : " ") $0
            depth += gsub(/{/, "{") - gsub(/}/, "}")
            if (!depth && /;$/) { print text; text = "" }
        }' | sed 's/  */ /g; s/ ;/;/; s/ $//' | sort >"$work/found"
    if [ "${1-}" = --record ]; then
        cp "$work/found" "$record"
    else
        check "abi: lib$name" diff "$record" "$work/found"
    fi
done
finish
