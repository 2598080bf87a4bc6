#!/bin/sh
# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
#
# Every kernel of the tables begins with a comment that contains its prototype once: that of the
# folder's header (FAMILY_blocks_fn, FAMILY_lanes_fn, ...) with the kernel's own name. The file is
# called FAMILY_NAME-BITS.inc, or FAMILY_CONTRACT-NAME-BITS.inc (rounds, short).
cd "$(dirname "$0")/../.." || exit 1
. tests/common.sh

# parameters EXTENSION TYPE: the parameters of a function type, from its typedef or the macro in it:
# "NAME_lanes *L, ..."
parameters() {
    header=app/extensions/$1/$1_internal.h
    awk '{
        while (/[,\\]$/ && (getline more) > 0) { sub(/ *\\$/, ""); sub(/^ */, "", more); $0 = $0 " " more }
        print
    }' "$header" >"$work/header.h"
    macro=$(sed -n "s/^typedef \([A-Z0-9_]*\)($2);\$/\1/p" "$work/header.h")
    sed -n "s/^typedef void $2(\(.*\));\$/\1/p; s/^#define ${macro:-NONE}(name) void name(\(.*\))\$/\1/p" "$work/header.h"
}

# Prints what is wrong with the first comment (after the license) of file $1, which should have
# prototype $2.
wrong() {
    awk -v expected="$2" '
        NR == 1 { next }
        { line = $0; sub(/^\/?[ *]*/, "", line); sub(/[ ]*\*\/$/, "", line); text = text " " line }
        /\*\// { exit }
        END {
            gsub(/[ \t]+/, " ", text)
            count = gsub(/void [a-z0-9]*_(blocks|lanes|rounds|short)_/, "&", text)
            if (count != 1) print count " prototypes in the banner"
            else if (!index(text " ", " " expected " ")) print "the banner does not say: " expected
        }' "$1"
}

# Kernels for rounds of several messages have a type of their own.
several=" $(for table in app/extensions/*/*.def; do
    awk -f app/driver/table.awk -v kind=KERNEL "$table"
done | awk -F '\t' '$4 ~ /^ROUNDS[0-9]/ { printf "%s ", $9 }')"
kernels | awk -F '\t' '{ print $1, $2, $3, $4 }' >"$work/kernels" || exit 1
[ -s "$work/kernels" ] || fail 'banners: no kernels'
while read -r called extension file target; do
    case $target in
    *64) bits=64 ;;
    *) bits=32 ;;
    esac
    # FAMILY_CONTRACT_NAME
    contract=${called%_*}
    family=${contract%_*}
    contract=${contract##*_}
    type=$contract
    case $several in
    *" ${contract}_${called##*_} "*) type=lane_$contract ;;
    esac
    of_contract=$(parameters "$extension" "${family}_${type}_fn")
    prototype="void $called($of_contract);"
    case $contract in
    blocks | lanes) name=${family}_${called##*_}-$bits ;;
    *) name=${family}_$contract-${called##*_}-$bits ;;
    esac
    said=$(wrong "$file" "$prototype")
    [ "${file##*/}" = "$name.inc" ] || said="its file is called ${file##*/}"
    [ -n "$of_contract" ] || said="no such type of function in ${extension}_internal.h"
    if [ -n "$said" ]; then
        fail "banners/$name: $said"
    else
        pass "banners/$name"
    fi
done <"$work/kernels"
finish
