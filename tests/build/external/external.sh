#!/bin/sh
# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
#
# configure --with-external-compress, and the amalgamation with BLAKE2B_EXTERNAL_COMPRESS: the
# library has no compression function, every call uses the program's, and the self-test rejects a
# faulty one.
# shellcheck disable=SC2016 # the inner shell's
cd "$(dirname "$0")/../../.." || exit 1
# shellcheck source=tests/common.sh
. tests/common.sh
tap_prefix='external/'
source=examples/external/external_compress.c

# Every kernel and reference, by the end of its symbol.
{
    awk -f app/driver/table.awk -v kind=KERNEL "$TABLE" | cut -f 9
    awk -f app/driver/table.awk -v kind=REFERENCE "$TABLE" | cut -f 2 | sed 's/^/blocks_generic_/'
    echo rounds_generic
} >"$work/every"

# linked WHAT "COMPILER" "EMULATOR" OBJECT...: the example with these, right and wrong
# shellcheck disable=SC2086 # lists
linked() {
    what=$1 compiler=$2 emulator=$3
    shift 3
    for std in c89 c99; do
        tried "$what" $compiler -std=$std -O2 -Wall -Wextra -Werror -pedantic -static \
            -Iapp/include -o "$work/program" $source "$@" || return
    done
    check "$what" $emulator "$work/program"
    # Faults, each with the expected exit status: 2, detected by the self-test; 1, only visible with
    # other numbers of rounds.
    while read -r status change; do
        sed "$change" $source >"$work/wrong.c"
        tried "$what, $change" $compiler -std=c99 -O2 -static -Iapp/include -o "$work/wrong" \
            "$work/wrong.c" "$@" || continue
        $emulator "$work/wrong" >"$work/out" 2>&1
        found=$?
        holds "$what: refuses $change" "status $found instead of $status" [ $found -eq "$status" ]
    done <<'FAULTS'
2 s/v\[b\] ^ v\[c\], 63/v[b] ^ v[c], 62/
2 s/tf\[1\] += tf\[0\] < now/tf[1] += 0/
2 s/in += stride/in += 128/
2 s/sigma\[r % 10\]/sigma[r % 9]/
2 s/memset(block, 0, sizeof block);/memset(block, 1, sizeof block);/
1 s/r < rounds/r < 12/
FAULTS
}

# nothing_else NM LIBRARY: checks which kernels the library has, and what it imports
nothing_else() {
    has=$("$1" "$2" 2>/dev/null | sed -n 's/.* [Tt] .*blake2b_\([a-z]*_[a-z0-9_]*\)$/\1/p' |
        grep -x -F -f "$work/every" | tr '\n' ' ')
    needs=$("$1" "$2" 2>/dev/null | sed -n 's/^ *U \(blake2b_external_[a-z]*\)$/\1/p' | sort -u |
        tr '\n' ' ')
    holds "$what: no kernel, no reference" "has $has, needs $needs" \
        [ "$has/$needs" = '/blake2b_external_blocks blake2b_external_compress ' ]
}

# on NAME "COMPILER" NM "EMULATOR" OPTION...
on() {
    what=$1 compiler=$2 nm=$3 emulator=$4
    shift 4
    # shellcheck disable=SC2086 # lists
    ! lacks "$what" ${compiler%% *} "$nm" ${emulator%% *} || return 0
    built "$what" "$tree" "bin/libblake2b.a" CC="$compiler" --strict --with-external-compress \
        "$@" || return
    nothing_else "$nm" "$tree/bin/libblake2b.a"
    case " $* " in
    *' --freestanding '*) linked "$what" "$compiler -DFREESTANDING" "$emulator" \
        "$tree/bin/libblake2b.a" ;;
    *) linked "$what" "$compiler" "$emulator" "$tree/bin/libblake2b.a" ;;
    esac
}

tree=$work/tree
copy_tree "$tree"
on native gcc nm ''
# A static library cannot be tested alone, so that is rejected; the header is installed.
for target in util shared; do
    check "alone: not make $target" sh -c '! make -s -C "$1" "$2"' - "$tree" $target
done
check 'alone: make install' make -s -C "$tree" install DESTDIR="$work/installed" prefix=/p
check 'alone: the header is installed' cmp app/include/blake2b_external.h \
    "$work/installed/p/include/blake2b_external.h"
check 'alone: no utility is installed' [ ! -e "$work/installed/p/bin" ]
on freestanding gcc nm '' --freestanding
on riscv64 riscv64-linux-gnu-gcc riscv64-linux-gnu-nm qemu-riscv64
what=amalgamation
if ! lacks $what python3 && tried $what python3 tools/amalgamate.py "$work/one" blake2b &&
    tried $what gcc -O2 -Wall -Wextra -Werror -DBLAKE2B_EXTERNAL_COMPRESS -c -o "$work/one.o" \
        "$work/one/blake2b.c" && tried $what gcc -DBLAKE2B_EXTERNAL_COMPRESS -c -o "$work/asm.o" \
        "$work/one/blake2b_asm.S"; then
    nothing_else nm "$work/one.o"
    linked $what gcc '' "$work/one.o" "$work/asm.o"
fi
finish
