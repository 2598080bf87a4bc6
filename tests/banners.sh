#!/bin/sh
# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
#
# Every kernel of the table begins with a comment that has its prototype once, as the header has it
# (blake2b_internal.h: blake2b_blocks_fn, blake2b_lanes_fn, ...), with the kernel's own name; its file is
# called blake2b_NAME-BITS.inc, or blake2b_CONTRACT-NAME-BITS.inc (rounds, short). Tries itself out on banners that are wrong.
cd "$(dirname "$0")/.." || exit 1
. tests/common.sh
blake2b=$FAMILY

# The parameters of a type of function: "blake2b_lanes *L, ..."
parameters() {
    sed -n "s/^typedef void $1(\(.*\));\$/\1/p" "$blake2b/blake2b_internal.h"
}

# What is wrong with the first comment (but for the license) of file $1, which should have prototype $2
wrong() {
    awk -v expected="$2" '
        NR == 1 { next }
        { line = $0; sub(/^\/?[ *]*/, "", line); sub(/[ ]*\*\/$/, "", line); text = text " " line }
        /\*\// { exit }
        END {
            gsub(/[ \t]+/, " ", text)
            count = gsub(/void blake2b_/, "&", text)
            if (count != 1) print count " prototypes in the banner"
            else if (!index(text " ", " " expected " ")) print "the banner does not say: " expected
        }' "$1"
}

if [ -z "$(parameters blake2b_blocks_fn)" ] || [ -z "$(parameters blake2b_lanes_fn)" ]; then
    fail 'banners: no prototypes in blake2b_internal.h'
    exit 1
fi

awk -f app/driver/table.awk -v kind=KERNEL "$blake2b/blake2b.def" |
    awk -F '\t' '{ print $9, $5, $7 }' >"$work/kernels" || exit 1
[ -s "$work/kernels" ] || fail 'banners: no kernels'
while read -r called target file; do
    case $target in
    *64) bits=64 ;;
    *) bits=32 ;;
    esac
    contract=${called%_*}
    prototype="void blake2b_$called($(parameters "blake2b_${contract}_fn"));"
    case $contract in
    blocks | lanes) name=${called#*_} ;;
    *) name=$contract-${called#*_} ;;
    esac
    said=$(wrong "$blake2b/$file" "$prototype")
    [ "${file##*/}" = "blake2b_$name-$bits.inc" ] || said="its file is called ${file##*/}"
    if [ -n "$said" ]; then
        fail "banners/$name-$bits: $said"
    else
        pass "banners/$name-$bits"
    fi
    [ "$contract" != blocks ] || right=$blake2b/$file spoilt=$prototype
done <"$work/kernels"

# spoil WHAT SED: the last of them, spoilt, is told from the right one.
spoil() {
    if sed "$2" "$right" >"$work/spoilt.inc" && ! cmp -s "$right" "$work/spoilt.inc" &&
        [ -s "$work/spoilt.inc" ] && [ -n "$(wrong "$work/spoilt.inc" "$spoilt")" ]; then
        pass "banners: $1 is noticed"
    else
        fail "banners: $1 is not noticed"
    fi
}
spoil 'no prototype' 's/void blake2b_/void /'
spoil 'another name' 's/\(void blake2b_[a-z]*_\)/\1x/'
spoil 'another type' 's/size_t stride/unsigned stride/'
spoil 'a parameter less' 's/, size_t stride)/)/'
spoil 'a prototype twice' '/void blake2b_/{
p
}'
exit $failed
