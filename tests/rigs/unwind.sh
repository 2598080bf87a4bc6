#!/bin/sh
# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
# Debuggers, profilers and exceptions can unwind from every instruction of every kernel: gdb steps
# through those that this CPU can run (tests/rigs/unwind.py), for each assembler.
#
#   tests/rigs/unwind.sh [BUILD]...     gcc nasm yasm gcc-32 nasm-32 arm64 riscv64; all of them
cd "$(dirname "$0")/../.." || exit 1
# shellcheck source=tests/common.sh
. tests/common.sh

wanted=" ${*:-gcc nasm yasm gcc-32 nasm-32 arm64 riscv64} "

# in_emulator EMULATOR...: runs the utility in $work/$name with the arguments $told
in_emulator() {
    # (A socket in the file system, as a port may be in use.)
    rm -f "$work/gdb"
    # shellcheck disable=SC2086 # words
    timeout 3000 "$@" -g "$work/gdb" "$work/$name/bin/blake2b-util" $told >"$work/out" 2>&1 \
        </dev/null &
    emulator=$!
    UNWIND_REMOTE=$work/gdb timeout 3000 gdb-multiarch -q -batch -nx -x tests/rigs/unwind.py \
        "$work/$name/bin/blake2b-util" >"$work/log" 2>&1 </dev/null
    status=$?
    kill $emulator 2>/dev/null # in case gdb never connected
    return $status
}

# unwinds NAME "TOOL..." CONFIGURE-OPTION...
unwinds() {
    name=$1 tools=$2 told=list
    shift 2
    case $wanted in
    *" $name "*) ;;
    *) return ;;
    esac
    # shellcheck disable=SC2086 # a list
    ! lacks "unwind $name" gdb $tools && built "unwind $name" "$work/$name" util "$@" || return
    case $name in
    # qemu's gdb stub cannot recognize a signed return address. This CPU has no PAC, so the hints
    # have no effect.
    arm64) in_emulator qemu-aarch64 -cpu max,pauth=off,sve=off ;;
    # (The self-test has no unaligned states.)
    riscv64) told='fuzz --seed 1 --count 80 --impl zbb --impl rv64' in_emulator qemu-riscv64 -cpu \
        rv64 ;;
    *) timeout 3000 gdb -q -batch -nx -x tests/rigs/unwind.py "$work/$name/bin/blake2b-util" \
        >"$work/log" 2>&1 </dev/null ;;
    esac
    status=$?
    sed -n -e "s,^PASS unwind/,ok - unwind/$name/,p; s,^FAIL unwind/,not ok - unwind/$name/,p" \
        -e "s,^SKIP unwind/\(.*\): \(.*\),ok - unwind/$name/\1 # SKIP \2,p" "$work/log" | results
    if [ $status -ne 0 ]; then
        grep -q '^FAIL' "$work/log" ||
            fail "unwind $name: gdb ended with status $status: $(tail -n 1 "$work/log")"
    fi
}

unwinds gcc "gcc" CC=gcc
unwinds nasm "gcc nasm" CC=gcc --nasm
unwinds yasm "gcc yasm" CC=gcc --yasm
unwinds gcc-32 "gcc" CC=gcc "$linux_headers" --force-32bits
unwinds nasm-32 "gcc nasm" CC=gcc "$linux_headers" --force-32bits --nasm
unwinds arm64 "gdb-multiarch qemu-aarch64 aarch64-linux-gnu-gcc" CC=aarch64-linux-gnu-gcc \
    LDFLAGS=-static
unwinds riscv64 "gdb-multiarch qemu-riscv64 riscv64-linux-gnu-gcc" CC=riscv64-linux-gnu-gcc \
    "CFLAGS=-O2 -march=rv64gc_zbb" LDFLAGS=-static
finish
