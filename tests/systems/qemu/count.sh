#!/bin/sh
# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
# Counts the instructions per block of the kernels for 32-bit ARM and RISC-V. The emulator logs each
# instruction; the result is the difference between calls that differ by one block. The limits are
# the project's own. On RISC-V the compiled C reference is counted for comparison.
cd "$(dirname "$0")/../../.." || exit 1
# shellcheck source=tests/common.sh
. tests/common.sh
tap_prefix='count/'

# executed KERNEL BLOCKS [OFFSET]: the number of instructions, by $emulator, of $program
executed() {
    rm -f "$work/trace"
    # shellcheck disable=SC2086 # a command
    $limit $emulator -singlestep -d exec,nochain -D "$work/trace" "$program" "$@" \
        >"$work/out" 2>&1 </dev/null || echo 'no count'
    grep -c '^Trace' "$work/trace"
}

# block_of KERNEL [OFFSET]: sets $block to the instructions per block; fails if that is unknown
block_of() {
    two=$(executed "$1" 2 ${2:+"$2"}) three=$(executed "$1" 3 ${2:+"$2"})
    case $two$three in
    *[!0-9]*)
        fail "$1: the program failed: $(head -n 1 "$work/out")"
        return 1
        ;;
    esac
    block=$((three - two))
}

# count KERNEL LIMIT [OFFSET]
count() {
    block_of "$1" ${3:+"$3"} || return
    at=${3:+ that begins $3 bytes behind an aligned address}
    # A block needs at least its additions and exclusive ors, in words of 128 bits. The minimum of
    # the hashes here is 336.
    if [ "$block" -gt "$2" ] || [ "$block" -lt 336 ]; then
        fail "$1: $block instructions a block$at; at most $2 allowed"
    else
        pass "$1: $block instructions a block$at, at most $2 allowed"
    fi
}

# count_riscv KERNEL LIMIT: also checks that there are no misaligned loads, with which unaligned
# blocks would take as long as aligned ones
count_riscv() {
    count "$1" "$2"
    aligned=$block
    for offset in 1 4 7; do
        count "$1" $((aligned + 140)) $offset
        [ "$block" -gt $((aligned + 100)) ] ||
            fail "$1: a block $offset bytes further is not aligned first"
    done
}

# beside LABEL KERNEL CC...: the reference by this compiler must take more than the kernel, whose
# count is $aligned
beside() {
    label="generic/64, $1" kernel=$2
    shift 2
    ! lacks "$label" "$1" || return
    (cd "$work/riscv" && tried "$label" "$@" -O2 -Ibuild -Iapp -Iapp/include "-I$FAMILY" \
        -fvisibility=hidden -x c -c -o "build/lib$MAIN/${MAIN}_ref-64.o" \
        "$FAMILY/ref/${MAIN}_ref-64.inc" && tried "$label" make "build/tests/$MAIN-force") &&
        block_of generic/64 && holds "$label: more instructions a block than $kernel" \
            "$block, no more than $aligned" [ "$block" -gt "$aligned" ]
}

# build FOLDER CC CFLAGS: builds the program of each extension that has limits
build() {
    # shellcheck disable=SC2086 # a list
    built "$1" "$work/$1" "$(printf 'build/tests/%s-force ' $extensions)" CC="$2" CFLAGS="$3" \
        LDFLAGS=-static
}

# limits TARGET: prints the rows of counts.txt in the extensions' tests: EXTENSION KERNEL LIMIT CPU
limits() {
    for extension in $extensions; do
        sed -n "s/^$1 /$extension /p" "app/extensions/$extension/tests/counts.txt"
    done
}
extensions=$(cd app/extensions && printf '%s\n' */tests/counts.txt | sed 's,/.*,,')

if ! lacks ARM arm-linux-gnueabi-gcc make timeout qemu-arm &&
    build arm arm-linux-gnueabi-gcc '-O2 -march=armv6 -marm'; then
    limits ARM >"$work/limits"
    while read -r extension kernel limit_of_kernel cpu; do
        emulator="qemu-arm -cpu $cpu" program=$work/arm/build/tests/$extension-force
        count "$kernel" "$limit_of_kernel"
    done <"$work/limits"
fi
if ! lacks RISC-V riscv64-linux-gnu-gcc make timeout qemu-riscv64 &&
    build riscv riscv64-linux-gnu-gcc -O2; then
    clang='--target=riscv64-linux-gnu -isystem /usr/riscv64-linux-gnu/include'
    limits RISCV64 >"$work/limits"
    while read -r extension kernel limit_of_kernel cpu march; do
        emulator="qemu-riscv64 -cpu $cpu" program=$work/riscv/build/tests/$extension-force
        if [ -z "$march" ]; then
            count "$kernel" "$limit_of_kernel"
            continue
        fi
        count_riscv "$kernel" "$limit_of_kernel"
        beside "gcc, $march" "$kernel" riscv64-linux-gnu-gcc -march="$march"
        for compiler in clang clang-16; do
            # shellcheck disable=SC2086 # a list
            beside "$compiler, $march" "$kernel" $compiler $clang -march="$march"
        done
    done <"$work/limits"
fi
finish
