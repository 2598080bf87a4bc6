#!/bin/sh
# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
# The choice of a kernel, and every kernel, on 64-bit RISC-V CPUs that qemu emulates, with Zbb and
# without. Its user mode reports no extensions to programs, so the compiler's options decide. There
# is a build for each set of options, and one with fast misaligned loads.
cd "$(dirname "$0")/../../.." || exit 1
# shellcheck source=tests/common.sh
. tests/common.sh

# shellcheck source=tests/systems/qemu/emulate.sh
. tests/systems/qemu/emulate.sh
cpu=riscv64 emulator=qemu-riscv64 where=''
programs='util build/tests/secrets build/tests/lanes build/tests/many build/tests/parallel'

# on NAME MODEL FEATURE...: checks the choice of a kernel, and all kernels that the CPU can run
on() {
    name=$1 model=$2
    shift 2
    expected RISCV64 UNKNOWN "$@" >"$work/expected"
    emulate "$model" "$work/$name/bin/blake2b-util" list
    # The first table: single-message implementations.
    awk '/^implementation/ { table = 1; next } table && !NF { exit } table { print $1 "," $2 }' \
        "$work/out" >"$work/found"
    if [ "$(sort "$work/expected")" = "$(sort "$work/found")" ]; then
        pass "riscv64/$name, $model: $(sed -n 's/,used//p' "$work/found") is chosen"
    else
        fail "riscv64/$name, $model: $(diff "$work/expected" "$work/found" | sed -n 2p)"
    fi
    sed -n '/^generic/d; s/,\(ok\|used\)$//p' "$work/found" >"$work/kernels"
    also=rounds
    # shellcheck disable=SC2046 # a list
    checkasm "$name" "$model" 3000 $(cat "$work/kernels")
    [ -s "$work/kernels" ] || fail "riscv64/$name, $model: no kernel"
    # The compiler decides how much stack C code has to overwrite.
    [ "$name" != misaligned ] || return 0
    emulate "$model" -E TEST_SAMPLE=5 "$work/$name/build/tests/secrets" 9
    if [ $status -eq 0 ] && grep -q '^ok - secrets/generic/64$' "$work/out"; then
        pass "riscv64/$name, $model: secrets"
    else
        fail "riscv64/$name, $model: secrets: status $status, $(grep -m 1 '^not ok' "$work/out")"
    fi
}

# lanes BITS FEATURE...: the multi-message kernels, with vector registers of this many bits
lanes() {
    bits=$1 model=rv64,zbb=false,v=true,vext_spec=v1.0,vlen=$1
    shift
    expected RISCV64 UNKNOWN "$@" >"$work/expected"
    emulate "$model" "$work/base/bin/blake2b-util" list
    awk '/^Several messages/ { table = 1; next } /^implementation/ { next } table && !NF { exit }
        table { sub(/used/, "ok", $2); print $1 "," $2 }' "$work/out" >"$work/found"
    if [ "$(sort "$work/lanes")" = "$(sort "$work/found")" ] && grep -q ',ok$' "$work/found"; then
        pass "riscv64/vectors of $bits bits: can run $(sed -n 's/,ok$//p' "$work/found" |
            tr '\n' ' ')"
    else
        fail "riscv64/vectors of $bits bits: $(diff "$work/lanes" "$work/found" | sed -n 2p)"
    fi
    for program in lanes many parallel; do
        emulate "$model" -E TEST_SAMPLE=10 "$work/base/build/tests/$program"
        if [ $status -eq 0 ] && ! grep -q '^not ok' "$work/out"; then
            pass "riscv64/vectors of $bits bits: $program"
        else
            fail "riscv64/vectors of $bits bits: $program: status $status, $(grep '^not ok' \
                "$work/out" | head -n 1)"
        fi
    done
    also=''
    # shellcheck disable=SC2046 # a list
    checkasm base "$model" 1000 $(sed -n 's/,ok$//p' "$work/found")
}

needs riscv64 riscv64-linux-gnu-gcc make timeout qemu-riscv64
if hosted base riscv64-linux-gnu-gcc; then
    on base 'rv64,zbb=false'
    dies base 'rv64,zbb=false' zbb
fi
if [ -x "$work/base/build/tests/parallel" ]; then
    lanes 256 V V256
    lanes 512 V V256 V512
fi
programs='util build/tests/secrets'
if hosted zbb riscv64-linux-gnu-gcc 'CFLAGS=-O2 -march=rv64gc_zbb'; then
    on zbb rv64 ZBB
fi
programs=util
if hosted misaligned riscv64-linux-gnu-gcc 'CFLAGS=-O1 -march=rv64gc_zbb' \
    CPPFLAGS=-D__riscv_misaligned_fast; then
    on misaligned rv64 ZBB
fi
finish
