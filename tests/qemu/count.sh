#!/bin/sh
# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
# How many instructions the kernels for 32-bit ARM execute for a block: the emulator logs each one;
# what a call with one block more executes more, is counted. The limits are the project's own.
cd "$(dirname "$0")/../.." || exit 1
# shellcheck source=tests/common.sh
. tests/common.sh

# executed KERNEL BLOCKS
executed() {
    rm -f "$work/trace"
    program=$work/arm/build/force
    case $1 in
    blake*) program=$program-blake ;;
    esac
    timeout 120 qemu-arm -cpu cortex-a15 -singlestep -d exec,nochain -D "$work/trace" "$program" "$1" "$2" \
        >"$work/out" 2>&1 </dev/null || echo 'no count'
    grep -c '^Trace' "$work/trace"
}

# count KERNEL LIMIT
count() {
    two=$(executed "$1" 2) three=$(executed "$1" 3)
    case $two$three in
    *[!0-9]*)
        fail "count/$1: the program failed: $(head -n 1 "$work/out")"
        return
        ;;
    esac
    block=$((three - two))
    # A block cannot do with less than its additions and exclusive-ors, in words of 128 bits: BLAKE-256 has the fewest.
    if [ $block -gt "$2" ] || [ $block -lt 336 ]; then
        fail "count/$1: $block instructions a block; at most $2 allowed"
    else
        pass "count/$1: $block instructions a block, at most $2 allowed"
    fi
}

tool=$(missing arm-linux-gnueabi-gcc make timeout qemu-arm)
if [ -n "$tool" ]; then
    skip "count: no $tool"
    exit 0
fi
copy_tree "$work/arm"
# shellcheck disable=SC2046 # the list of references
if ! (
    cd "$work/arm" && ./configure CC=arm-linux-gnueabi-gcc CFLAGS='-O2 -march=armv6 -marm' LDFLAGS=-static &&
        make -j"$jobs" lib util &&
        arm-linux-gnueabi-gcc -static -Ibuild -Iapp/include -I$FAMILY -Iapp/util -o build/force \
            tests/qemu/force.c build/util/blake2b_util_kernels.o build/util/kernel.o $(find build/util -name 'blake2b_ref-*.o') \
            bin/libblake2b.a &&
        arm-linux-gnueabi-gcc -static -DLIBRARY=blake_ -Ibuild -Iapp/include -o build/force-blake tests/qemu/force-blake.c \
            bin/libblake.a
) >"$work/log" 2>&1; then
    fail "count: does not build: $(first_error "$work/log")"
    exit 1
fi
count armv6 4400
count neon 1100
count blake256:armv6 2400
count blake256:neon 950
count blake512:armv6 6400
count blake512:neon 1700
exit $failed
