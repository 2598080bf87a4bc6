#!/bin/sh
# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
# The choice of a kernel, and every kernel, on AArch64 CPUs that qemu emulates, little- and
# big-endian. The program needs no libc, as there is none for the big-endian CPUs. Then checkasm,
# with a libc, on a CPU without SHA3 and on one with it.
cd "$(dirname "$0")/../../.." || exit 1
# shellcheck source=tests/common.sh
. tests/common.sh
# shellcheck source=tests/systems/bare/build.sh
. tests/systems/bare/build.sh

# cpu MODEL FEATURE...: runs the test in both byte orders on one CPU
cpu() {
    model=$1
    shift
    expected ARM64 UNKNOWN "$@" >"$work/expected"
    for target in arm64 arm64_be; do
        [ -f "$work/$target/program" ] || continue
        emulator=qemu-aarch64${target#arm64}
        timeout 120 "$emulator" -cpu "$model" "$work/$target/program" >"$work/out" 2>"$work/err" \
            </dev/null
        status=$?
        where="qemu: $model"
        [ $target = arm64_be ] && where="qemu, big-endian: $model"
        bare_result "$target/$model" "$work/out" "$work/expected" "$where"
        [ $status -eq 0 ] ||
            fail "$target/$model: ends with status $status, as everything should pass"
    done
}

# Builds checkasm and force in $work/hosted.
build_hosted() {
    copy_tree "$work/hosted"
    (
        cd "$work/hosted" && ./configure CC=aarch64-linux-gnu-gcc LDFLAGS=-static &&
            make -j"$jobs" lib build/tests/checkasm "build/tests/$MAIN-force"
    ) >"$work/log" 2>&1
}

# checkasm MODEL KERNEL...: runs checkasm for the kernels of every family with these names
checkasm() {
    model=$1
    shift
    for kernel in "$@"; do
        timeout 120 qemu-aarch64 -cpu "$model" "$work/hosted/build/tests/checkasm" --seed 1 \
            --count 3000 \
            --impl "$kernel" >"$work/out" 2>&1 </dev/null
        status=$?
        if [ $status -eq 0 ] && grep -q "^ok - checkasm/\([a-z0-9]*_\)\{0,1\}$kernel\$" \
            "$work/out"; then
            pass "arm64/$model: checkasm/$kernel"
            sed -n "s/^\(# RAN [^ ]*\) .*/\1 qemu: $model/p" "$work/out"
        else
            fail "arm64/$model: checkasm/$kernel: status $status, $(tail -n 1 "$work/out")"
        fi
    done
}

tool=$(missing gcc make timeout aarch64-linux-gnu-gcc aarch64-linux-gnu-ld qemu-aarch64 \
    qemu-aarch64_be)
if [ -n "$tool" ]; then
    skip "arm64: no $tool"
    finish
fi

bare_build arm64 -static -nostdlib
bare_build arm64_be -static -nostdlib
cpu cortex-a53 NEON
cpu cortex-a72 NEON
cpu neoverse-n1 NEON
cpu max NEON SHA3

# The big-endian program must be big-endian.
case $(aarch64-linux-gnu-objdump -f "$work/arm64_be/program" 2>&1) in
*bigaarch64*) pass 'arm64_be: big-endian' ;;
*) fail 'arm64_be: big-endian: objdump says otherwise' ;;
esac

printf '#include <stdio.h>\nint main(void) { return puts("") < 0; }\n' >"$work/probe.c"
if ! aarch64-linux-gnu-gcc -static -o "$work/probe" "$work/probe.c" 2>/dev/null; then
    skip 'arm64/hosted: aarch64-linux-gnu-gcc -static finds no libc'
elif ! build_hosted; then
    fail "arm64/hosted: does not build: $(first_error "$work/log")"
else
    checkasm cortex-a53 arm64 neon neonx4 neonx2
    checkasm max arm64 neon sha3 sha3x2 sha3x3
    # Otherwise the emulator proves nothing.
    timeout 120 qemu-aarch64 -cpu cortex-a53 "$work/hosted/build/tests/$MAIN-force" sha3 \
        >"$work/out" 2>&1 </dev/null
    status=$?
    if [ $status -eq 132 ]; then
        pass 'arm64/cortex-a53: sha3 dies here'
    else
        fail "arm64/cortex-a53: sha3 dies here: it ends with status $status"
    fi
fi
finish
