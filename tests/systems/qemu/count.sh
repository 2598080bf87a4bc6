#!/bin/sh
# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
# How many instructions the kernels for 32-bit ARM and for RISC-V execute for a block: the emulator
# logs each one; what a call with one block more executes more, is counted. The limits are the
# project's own. On RISC-V the reference in C, as compilers make it, is beside them.
cd "$(dirname "$0")/../../.." || exit 1
# shellcheck source=tests/common.sh
. tests/common.sh

# executed KERNEL BLOCKS [OFFSET]: by $emulator, of $program
executed() {
    rm -f "$work/trace"
    # shellcheck disable=SC2086 # a command
    timeout 120 $emulator -singlestep -d exec,nochain -D "$work/trace" "$program" "$@" \
        >"$work/out" 2>&1 </dev/null || echo 'no count'
    grep -c '^Trace' "$work/trace"
}

# block_of KERNEL [OFFSET]: leaves in $block what a block takes; fails if that is not known
block_of() {
    two=$(executed "$1" 2 ${2:+"$2"}) three=$(executed "$1" 3 ${2:+"$2"})
    case $two$three in
    *[!0-9]*)
        fail "count/$1: the program failed: $(head -n 1 "$work/out")"
        return 1
        ;;
    esac
    block=$((three - two))
}

# count KERNEL LIMIT [OFFSET]
count() {
    block_of "$1" ${3:+"$3"} || return
    at=${3:+ that begins $3 bytes behind an aligned address}
    # A block cannot do with less than its additions and exclusive-ors, in words of 128 bits:
    # BLAKE-256 has the fewest.
    if [ "$block" -gt "$2" ] || [ "$block" -lt 336 ]; then
        fail "count/$1: $block instructions a block$at; at most $2 allowed"
    else
        pass "count/$1: $block instructions a block$at, at most $2 allowed"
    fi
}

# count_riscv KERNEL LIMIT: and no misaligned loads, which would make all blocks alike
count_riscv() {
    count "$1" "$2"
    aligned=$block
    for offset in 1 4 7; do
        count "$1" $((aligned + 140)) $offset
        [ "$block" -gt $((aligned + 100)) ] || fail "count/$1: a block $offset bytes further is not aligned first"
    done
}

# beside LABEL KERNEL CC...: the reference by this compiler takes more than the kernel, whose count
# is $aligned
beside() {
    label=$1 kernel=$2
    shift 2
    tool=$(missing "$1")
    if [ -n "$tool" ]; then
        skip "count/generic/64, $label: no $tool"
    elif ! (cd "$work/riscv" && "$@" -O2 -Ibuild -Iapp -Iapp/include -I$FAMILY -fvisibility=hidden -x c -c \
        -o build/libblake2b/blake2b_ref-64.o $FAMILY/ref/blake2b_ref-64.inc && make lib && link_force riscv64-linux-gnu-gcc) >"$work/log" 2>&1; then
        fail "count/generic/64, $label: does not build: $(first_error "$work/log")"
    elif block_of generic/64; then
        if [ "$block" -gt "$aligned" ]; then
            pass "count/generic/64, $label: $block instructions a block, $kernel $aligned"
        else
            fail "count/generic/64, $label: $block instructions a block, no more than $kernel"
        fi
    fi
}

# link_force CC: build/force, of what was made in this folder
link_force() {
    # shellcheck disable=SC2046 # the list of references
    "$1" -static -Ibuild -Iapp -Iapp/include -I$FAMILY -Iapp/util -o build/force tests/systems/qemu/force.c \
        build/libblake2b/blake2b_util_kernels.o build/util/kernel.o build/libblake2b/blake2b_ref-*.o bin/libblake2b.a
}

# build FOLDER CC CFLAGS
build() {
    copy_tree "$work/$1"
    program=$work/$1/build/force
    (
        cd "$work/$1" && ./configure CC="$2" CFLAGS="$3" LDFLAGS=-static && make -j"$jobs" lib util && link_force "$2"
    ) >"$work/log" 2>&1
}

tool=$(missing arm-linux-gnueabi-gcc make timeout qemu-arm)
if [ -n "$tool" ]; then
    skip "count, ARM: no $tool"
elif ! build arm arm-linux-gnueabi-gcc '-O2 -march=armv6 -marm' ||
    ! (cd "$work/arm" && arm-linux-gnueabi-gcc -static -DLIBRARY=blake_ -Ibuild -Iapp -Iapp/include -o build/force-blake \
        tests/systems/qemu/force-blake.c bin/libblake.a) >>"$work/log" 2>&1; then
    fail "count, ARM: does not build: $(first_error "$work/log")"
else
    emulator='qemu-arm -cpu cortex-a15'
    count armv6 3700
    count neon 1100
    program=$work/arm/build/force-blake
    count blake256:armv6 2400
    count blake256:neon 950
    count blake512:armv6 6400
    count blake512:neon 1700
fi

tool=$(missing riscv64-linux-gnu-gcc make timeout qemu-riscv64)
if [ -n "$tool" ]; then
    skip "count, RISC-V: no $tool"
elif ! build riscv riscv64-linux-gnu-gcc -O2; then
    fail "count, RISC-V: does not build: $(first_error "$work/log")"
else
    emulator='qemu-riscv64 -cpu rv64'
    clang='--target=riscv64-linux-gnu -isystem /usr/riscv64-linux-gnu/include'
    for each in 'rv64 2450 rv64gc' 'zbb 1650 rv64gc_zbb'; do
        # shellcheck disable=SC2086
        set -- $each
        count_riscv "$1" "$2"
        beside "gcc, $3" "$1" riscv64-linux-gnu-gcc -march="$3"
        # shellcheck disable=SC2086
        beside "clang, $3" "$1" clang $clang -march="$3"
        # shellcheck disable=SC2086
        beside "clang 16, $3" "$1" clang-16 $clang -march="$3"
    done
    for each in 'rvvx2 128' 'rvvx4 256' 'rvvx8 512'; do
        # shellcheck disable=SC2086
        set -- $each
        emulator="qemu-riscv64 -cpu rv64,v=true,vext_spec=v1.0,vlen=$2"
        count "$1" 2400
    done
fi
exit $failed
