#!/bin/sh
# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
# The choice of a kernel, and every kernel, on 32-bit ARM CPUs that qemu emulates, little- and
# big-endian. The program needs no libc, as there is none for the big-endian CPUs. Then checkasm,
# with a libc:
#
# - on an ARMv6, built for any ARM: every word is read and written by bytes
# - on CPUs with NEON, from C in Thumb code
cd "$(dirname "$0")/../../.." || exit 1
# shellcheck source=tests/common.sh
. tests/common.sh
# shellcheck source=tests/systems/bare/build.sh
. tests/systems/bare/build.sh

# cpu MODEL FEATURE...: runs the test in both byte orders on one CPU
cpu() {
    model=$1
    shift
    expected ARM UNKNOWN "$@" >"$work/expected"
    for target in arm arm_be; do
        [ -f "$work/$target/program" ] || continue
        emulator=qemu-arm
        where="qemu: $model"
        if [ $target = arm_be ]; then
            emulator=qemu-armeb
            where="qemu, big-endian: $model"
        fi
        timeout 120 $emulator -cpu "$model" "$work/$target/program" >"$work/out" 2>"$work/err" \
            </dev/null
        status=$?
        bare_result "$target/$model" "$work/out" "$work/expected" "$where"
        [ $status -eq 0 ] ||
            fail "$target/$model: ends with status $status, as everything should pass"
    done
}

# hosted CC CONFIGURE-OPTION...: builds checkasm and force in $work/CC
hosted() {
    cc=$1 dir=$work/$1
    shift
    printf '#include <stdio.h>\nint main(void) { return puts("") < 0; }\n' >"$work/probe.c"
    if ! "$cc" -static -o "$work/probe" "$work/probe.c" 2>/dev/null; then
        skip "arm/$cc: $cc -static finds no libc"
        return 1
    fi
    copy_tree "$dir"
    if ! (cd "$dir" && ./configure CC="$cc" LDFLAGS=-static "$@" &&
        make -j"$jobs" lib build/tests/checkasm "build/tests/$MAIN-force") >"$work/log" 2>&1; then
        fail "arm/$cc: does not build: $(first_error "$work/log")"
        return 1
    fi
}

# checkasm CC MODEL KERNEL...: runs checkasm for the kernels of every family with these names
checkasm() {
    cc=$1 model=$2
    shift 2
    for kernel in "$@"; do
        timeout 120 qemu-arm -cpu "$model" "$work/$cc/build/tests/checkasm" --seed 1 --count 3000 \
            --impl "$kernel" >"$work/out" 2>&1 </dev/null
        status=$?
        if [ $status -eq 0 ] && grep -q "^ok - checkasm/$kernel\$" "$work/out"; then
            pass "arm/$model: $cc: checkasm/$kernel"
        else
            fail "arm/$model: $cc: checkasm/$kernel: status $status, $(tail -n 1 "$work/out")"
        fi
    done
}

tool=$(missing gcc make timeout qemu-arm qemu-armeb)
if [ -n "$tool" ]; then
    skip "arm: no $tool"
    finish
fi

tool=$(missing arm-linux-gnueabi-gcc arm-linux-gnueabi-ld)
if [ -n "$tool" ]; then
    skip "arm: ARMv6, big-endian: no $tool"
else
    bare_build arm -static -nostdlib
    bare_build arm_be -static -nostdlib
    cpu arm1176 ARMV6
    cpu cortex-a8 NEON ARMV6
    cpu cortex-a9 NEON ARMV6
    cpu cortex-a15 NEON ARMV6
    # The big-endian program must be big-endian.
    case $(arm-linux-gnueabi-objdump -f "$work/arm_be/program" 2>&1) in
    *elf32-bigarm*) pass 'arm_be: big-endian' ;;
    *) fail 'arm_be: big-endian: objdump says otherwise' ;;
    esac
    if hosted arm-linux-gnueabi-gcc CFLAGS='-O2 -march=armv5te -mno-unaligned-access'; then
        checkasm arm-linux-gnueabi-gcc arm1176 armv6
        # Otherwise the emulator proves nothing.
        timeout 120 qemu-arm -cpu arm1176 "$work/arm-linux-gnueabi-gcc/build/tests/$MAIN-force" \
            neon >"$work/out" 2>&1 </dev/null
        status=$?
        if [ $status -eq 132 ]; then
            pass 'arm/arm1176: neon dies here'
        else
            fail "arm/arm1176: neon dies here: it ends with status $status"
        fi
    fi
fi

tool=$(missing arm-linux-gnueabihf-gcc)
if [ -n "$tool" ]; then
    skip "arm: Thumb code: no $tool"
elif hosted arm-linux-gnueabihf-gcc CFLAGS='-O2 -mthumb'; then
    checkasm arm-linux-gnueabihf-gcc cortex-a8 neon armv6
    checkasm arm-linux-gnueabihf-gcc cortex-a15 neon armv6
fi
finish
