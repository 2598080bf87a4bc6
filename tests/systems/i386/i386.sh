#!/bin/sh
# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
# The kernel for the 386, and dispatch, on an emulated 486 and Pentium: without CMOV, MMX and SSE.
# Programs with glibc do not start there; this one has neither libc nor start-up code.
# shellcheck disable=SC2016,SC2086 # the inner shell's, and assembly; one word
cd "$(dirname "$0")/../../.." || exit 1
# shellcheck source=tests/common.sh
. tests/common.sh
# shellcheck source=tests/systems/bare/build.sh
. tests/systems/bare/build.sh
# shellcheck source=tests/systems/qemu/emulate.sh
. tests/systems/qemu/emulate.sh
emulator=qemu-i386
tap_prefix='i386/'
needs all gcc ld objdump make timeout qemu-i386
case $(gcc -dumpmachine) in
x86_64-* | i?86-*) ;;
*) skip_all all 'gcc is not one for x86' ;;
esac

bare_build 32 -static -nostdlib || finish
# The real CPUs fault on landing pads; the emulator does not.
objdump -d "$work/32/program" >"$work/disassembly" 2>&1
holds 'no landing pads' 'the disassembly shows some, or no kernel' sh -c \
    'grep -q "$1" "$2" && ! grep -q endbr "$2"' sh "${MAIN}_blocks_x86>:" "$work/disassembly"
# A program with one CMOV must be killed there; otherwise the emulator proves nothing.
printf '%s\n' .globl\ _start '_start: cmove %eax, %ebx' 'mov $1, %eax' 'xor %ebx, %ebx' \
    'int $0x80' >"$work/cmov.s"
tried 'CMOV dies here' gcc -m32 -nostdlib -static -o "$work/cmov" "$work/cmov.s" || finish
for model in 486 pentium; do
    emulate $model "$work/cmov"
    holds "$model: CMOV dies here" "it ends with status $status" [ $status -eq 132 ]
    # The CPU has none of the instruction sets that dispatch detects.
    expected X86_32 UNKNOWN >"$work/expected"
    emulate $model "$work/32/program"
    bare_result $model "$work/out" "$work/expected" "qemu: $model"
    holds "$model: everything passes" "ends with status $status" [ $status -eq 0 ]
done
finish
