#!/bin/sh
# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
# The kernel for the 386, and dispatch, on an emulated 486 and Pentium: without CMOV, MMX and SSE.
# Programs with glibc do not start there; this one has neither libc nor start-up code.
cd "$(dirname "$0")/../../.." || exit 1
# shellcheck source=tests/common.sh
. tests/common.sh
# shellcheck source=tests/systems/bare/build.sh
. tests/systems/bare/build.sh

# cpu MODEL: runs the test on one CPU that has none of the instruction sets that dispatch detects
cpu() {
    expected X86_32 UNKNOWN >"$work/expected"
    $limit qemu-i386 -cpu "$1" "$work/32/program" >"$work/out" 2>"$work/err" </dev/null
    status=$?
    bare_result "$1" "$work/out" "$work/expected" "qemu: $1"
    [ $status -eq 0 ] || fail "$1: ends with status $status, as everything should pass"
}

# A program with one CMOV must be killed there; otherwise the emulator proves nothing.
control() {
    printf '%s\n' '.intel_syntax noprefix' '.globl _start' '_start: cmove ebx, eax' 'mov eax, 1' \
        'xor ebx, ebx' \
        'int 0x80' >"$work/cmov.s"
    if ! (gcc -m32 -c -o "$work/cmov.o" "$work/cmov.s" &&
        ld -m elf_i386 -o "$work/cmov" "$work/cmov.o") \
        >"$log" 2>&1; then
        fail "$1: CMOV dies here: does not build: $(first_error "$log")"
        return
    fi
    $limit qemu-i386 -cpu "$1" "$work/cmov" 2>/dev/null
    status=$?
    if [ $status -eq 132 ]; then
        pass "$1: CMOV dies here"
    else
        fail "$1: CMOV dies here: it ends with status $status"
    fi
}

tap_prefix='i386/'
needs all gcc ld objdump make timeout qemu-i386
case $(gcc -dumpmachine) in
x86_64-* | i?86-*) ;;
*) skip_all all 'gcc is not one for x86' ;;
esac

if bare_build 32 -static -nostdlib; then
    # The real CPUs fault on landing pads; the emulator does not.
    objdump -d "$work/32/program" >"$work/disassembly" 2>&1
    if grep -q "${MAIN}_blocks_x86>:" "$work/disassembly" &&
        ! grep -q 'endbr' "$work/disassembly"; then
        pass 'no landing pads'
    else
        fail 'no landing pads: the disassembly shows some, or no kernel'
    fi
    for model in 486 pentium; do
        control $model
        cpu $model
    done
fi
finish
