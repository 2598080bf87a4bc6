#!/bin/sh
# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
# Secrets left in memory (secrets.c) with other compilers and options than this build's, and on
# other CPUs in emulators: compilers decide where intermediate values are.
cd "$(dirname "$0")/../../.." || exit 1
# shellcheck source=tests/common.sh
. tests/common.sh

# with TIMES EMULATOR CC OPTIONS CONFIGURE-OPTION...
with() {
    times=$1 emulator=$2 cc=$3 options=$4
    shift 4
    # shellcheck disable=SC2086 # one of them may be none
    ! lacks "secrets $cc $options" ${cc%% *} ${emulator%% *} &&
        built "secrets $cc $options" "$work/tree" build/tests/secrets CC="$cc" "CFLAGS=$options" \
            "$@" || return
    # shellcheck disable=SC2086 # a command, or nothing
    $emulator "$work/tree/build/tests/secrets" "$times" >"$work/out" 2>&1 </dev/null
    status=$?
    if [ $status -eq 0 ] && grep -q '^ok - secrets/scanner' "$work/out" &&
        ! grep -q '^not ok' "$work/out"; then
        pass "secrets $cc $options: $(grep -c '^ok -' "$work/out") passed"
    else
        fail "secrets $cc $options: status $status: $(grep -m 1 '^not ok' "$work/out")"
        grep '^not ok' "$work/out" | sed 's/^/    /'
    fi
}

if [ "$(uname -m)" = x86_64 ]; then
    for cc in gcc clang; do
        for options in -O0 -O1 -O2 -O3 -Os '-O3 -march=native' '-O2 -flto'; do
            with 46 '' "$cc" "$options"
        done
        for options in -O0 -O2 '-O3 -march=native'; do
            with 28 '' "$cc" "$options" --force-32bits "$linux_headers"
        done
    done
    with 180 '' gcc -O2
else
    skip 'secrets: the compilers are tried on x86-64 alone'
fi
# (clang from 16 on finds the cross libraries by itself.)
clang=$(newest clang) neon=''
for options in -O0 -O2 -O3; do
    for cc in aarch64-linux-gnu-gcc 'clang --target=aarch64-linux-gnu'; do
        with 9 'qemu-aarch64 -cpu max' "$cc" "$options" LDFLAGS=-static
    done
    [ "$options" != -O3 ] || neon=' -mfpu=neon'
    for cc in "arm-linux-gnueabihf-gcc$neon" "$clang --target=arm-linux-gnueabihf -march=armv7-a"; do
        with 9 'qemu-arm -cpu cortex-a15' "$cc" "$options" LDFLAGS=-static
    done
    for cc in riscv64-linux-gnu-gcc "$clang --target=riscv64-linux-gnu"; do
        with 9 'qemu-riscv64 -cpu rv64,v=true,vext_spec=v1.0,vlen=256' "$cc" "$options" \
            LDFLAGS=-static
    done
done
# (Vectors as well.)
with 9 'qemu-riscv64 -cpu rv64,v=true,vext_spec=v1.0,vlen=256' \
    "$clang --target=riscv64-linux-gnu" '-O3 -march=rv64gcv' LDFLAGS=-static
finish
