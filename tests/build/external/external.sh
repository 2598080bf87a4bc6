#!/bin/sh
# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
#
# configure --with-external-compress, and the amalgamation with BLAKE2B_EXTERNAL_COMPRESS: the
# library has no compression function, every call uses the program's, and the self-test rejects a
# faulty one.
cd "$(dirname "$0")/../../.." || exit 1
# shellcheck source=tests/common.sh
. tests/common.sh
source=examples/external/external_compress.c

# Every kernel and reference, by the end of its symbol.
{
    awk -f app/driver/table.awk -v kind=KERNEL "$TABLE" | cut -f 9
    awk -f app/driver/table.awk -v kind=REFERENCE "$TABLE" | cut -f 2 | sed 's/^/blocks_generic_/'
    echo rounds_generic
} >"$work/every"

# linked WHAT "COMPILER" "EMULATOR" OBJECT...: the example with these, right and wrong
linked() {
    what=$1 compiler=$2 emulator=$3
    shift 3
    # shellcheck disable=SC2086 # lists
    for std in c89 c99; do
        if ! $compiler -std=$std -O2 -Wall -Wextra -Werror -pedantic -static -Iapp/include \
            -o "$work/program" $source "$@" >"$work/log" 2>&1; then
            fail "external/$what: $(first_error "$work/log")"
            return
        fi
    done
    # shellcheck disable=SC2086
    if $emulator "$work/program" >"$work/out" 2>&1; then
        pass "external/$what: $(sed -n 1p "$work/out")"
    else
        fail "external/$what: $(tail -n 1 "$work/out")"
    fi
    # Faults, each with the expected exit status: 2, detected by the self-test; 1, only visible with
    # other numbers of rounds.
    while read -r status change; do
        sed "$change" $source >"$work/wrong.c"
        # shellcheck disable=SC2086
        if cmp -s $source "$work/wrong.c" ||
            ! $compiler -std=c99 -O2 -static -Iapp/include -o "$work/wrong" "$work/wrong.c" "$@" \
                >"$work/log" 2>&1; then
            fail "external/$what, $change: $(first_error "$work/log")"
            continue
        fi
        # shellcheck disable=SC2086
        $emulator "$work/wrong" >"$work/out" 2>&1
        found=$?
        if [ $found -eq "$status" ]; then
            pass "external/$what: refuses $change"
        else
            fail "external/$what: status $found instead of $status after $change"
        fi
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
    if [ -z "$has" ] && [ "$needs" = 'blake2b_external_blocks blake2b_external_compress ' ]; then
        pass "external/$what: no kernel, no reference"
    else
        fail "external/$what: has $has, needs $needs"
    fi
}

# on NAME "COMPILER" NM "EMULATOR" OPTION...
on() {
    what=$1 compiler=$2 nm=$3 emulator=$4
    shift 4
    # shellcheck disable=SC2086 # lists
    tool=$(missing ${compiler%% *} "$nm" ${emulator%% *})
    if [ -n "$tool" ]; then
        skip "external/$what: $tool is not installed"
        return
    fi
    if ! (cd "$tree" && ./configure -q CC="$compiler" --strict --with-external-compress "$@" &&
        make -s -j"$jobs" bin/libblake2b.a) >"$work/log" 2>&1; then
        fail "external/$what: $(first_error "$work/log")"
        return
    fi
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
if (cd "$tree" && make -s util) >"$work/log" 2>&1 ||
    (cd "$tree" && make -s shared) >"$work/log" 2>&1; then
    fail "external/alone: make util or make shared succeeds"
elif (cd "$tree" && make -s -j"$jobs" install DESTDIR="$work/installed" prefix=/p) \
    >"$work/log" 2>&1 &&
    cmp -s app/include/blake2b_external.h "$work/installed/p/include/blake2b_external.h" &&
        [ ! -e "$work/installed/p/bin" ]; then
    pass "external/alone"
else
    fail "external/alone: make install: $(first_error "$work/log")"
fi
on freestanding gcc nm '' --freestanding
on riscv64 riscv64-linux-gnu-gcc riscv64-linux-gnu-nm qemu-riscv64
if [ -n "$(missing python3)" ]; then
    skip "external/amalgamation: python3 is not installed"
elif ! python3 tools/amalgamate.py "$work/one" blake2b >"$work/log" 2>&1 ||
    ! gcc -O2 -Wall -Wextra -Werror -DBLAKE2B_EXTERNAL_COMPRESS -c -o "$work/one.o" \
        "$work/one/blake2b.c" >"$work/log" 2>&1 ||
    ! gcc -DBLAKE2B_EXTERNAL_COMPRESS -c -o "$work/asm.o" "$work/one/blake2b_asm.S" \
        >"$work/log" 2>&1; then
    fail "external/amalgamation: $(first_error "$work/log")"
else
    what=amalgamation
    nothing_else nm "$work/one.o"
    linked amalgamation gcc '' "$work/one.o" "$work/asm.o"
fi
finish
