#!/bin/sh
# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
# The choice of a kernel, and every kernel, on 64-bit RISC-V CPUs that qemu emulates, with Zbb and
# without. Its user mode reports no extensions to programs, so the compiler's options decide. There
# is a build for each set of options, and one with fast misaligned loads.
cd "$(dirname "$0")/../../.." || exit 1
# shellcheck source=tests/common.sh
. tests/common.sh

# build NAME CONFIGURE-OPTION...: the utility, checkasm and force, in $work/NAME
build() {
    name=$1
    shift
    copy_tree "$work/$name"
    if ! (
        cd "$work/$name" && ./configure LDFLAGS=-static "$@" &&
            make -j"$jobs" lib util build/tests/checkasm "build/tests/$MAIN-force" \
                build/tests/secrets build/tests/lanes build/tests/many build/tests/parallel
    ) >"$work/log" 2>&1; then
        fail "riscv64/$name: does not build: $(first_error "$work/log")"
        return 1
    fi
}

# cpu NAME MODEL FEATURE...: checks the choice of a kernel, and all kernels that the CPU can run
cpu() {
    name=$1 model=$2
    shift 2
    expected RISCV64 UNKNOWN "$@" >"$work/expected"
    timeout 120 qemu-riscv64 -cpu "$model" "$work/$name/bin/blake2b-util" list >"$work/out" 2>&1 \
        </dev/null
    # The first table: single-message implementations.
    awk '/^implementation/ { table = 1; next } table && !NF { exit } table { print $1 "," $2 }' \
        "$work/out" >"$work/found"
    if [ "$(sort "$work/expected")" = "$(sort "$work/found")" ]; then
        pass "riscv64/$name, $model: $(sed -n 's/,used//p' "$work/found") is chosen"
    else
        fail "riscv64/$name, $model: $(diff "$work/expected" "$work/found" | sed -n 2p)"
    fi
    sed -n '/^generic/d; s/,\(ok\|used\)$//p' "$work/found" >"$work/kernels"
    while read -r kernel; do
        timeout 120 qemu-riscv64 -cpu "$model" "$work/$name/build/tests/checkasm" --seed 1 --count \
            3000 \
            --impl "$kernel" >"$work/out" 2>&1 </dev/null
        status=$?
        if [ $status -eq 0 ] && grep -q "^ok - checkasm/$kernel\$" "$work/out" &&
            grep -q "^ok - checkasm/rounds, $kernel\$" "$work/out"; then
            pass "riscv64/$name, $model: checkasm/$kernel"
            ran "$kernel-64" "qemu: $model"
            ran "rounds-$kernel-64" "qemu: $model"
        else
            fail "riscv64/$name, $model: checkasm/$kernel: status $status, $(tail -n 1 "$work/out")"
        fi
    done <"$work/kernels"
    [ -s "$work/kernels" ] || fail "riscv64/$name, $model: no kernel"
    # The compiler decides how much stack C code has to overwrite.
    timeout 120 qemu-riscv64 -cpu "$model" "$work/$name/build/tests/secrets" 9 >"$work/out" 2>&1 \
        </dev/null
    status=$?
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
    timeout 120 qemu-riscv64 -cpu "$model" "$work/base/bin/blake2b-util" list >"$work/out" 2>&1 \
        </dev/null
    awk '/^Several messages/ { table = 1; next } /^implementation/ { next } table && !NF { exit }
        table { sub(/used/, "ok", $2); print $1 "," $2 }' "$work/out" >"$work/found"
    if [ "$(sort "$work/lanes")" = "$(sort "$work/found")" ] && grep -q ',ok$' "$work/found"; then
        pass "riscv64/vectors of $bits bits: can run $(sed -n 's/,ok$//p' "$work/found" |
            tr '\n' ' ')"
    else
        fail "riscv64/vectors of $bits bits: $(diff "$work/lanes" "$work/found" | sed -n 2p)"
    fi
    for program in lanes many parallel; do
        timeout 120 qemu-riscv64 -cpu "$model" "$work/base/build/tests/$program" >"$work/out" 2>&1 \
            </dev/null
        status=$?
        if [ $status -eq 0 ] && ! grep -q '^not ok' "$work/out"; then
            pass "riscv64/vectors of $bits bits: $program"
        else
            fail "riscv64/vectors of $bits bits: $program: status $status, $(grep '^not ok' \
                "$work/out" | head -n 1)"
        fi
    done
    sed -n 's/,ok$//p' "$work/found" >"$work/kernels"
    while read -r kernel; do
        timeout 120 qemu-riscv64 -cpu "$model" "$work/base/build/tests/checkasm" --seed 1 --count \
            1000 \
            --impl "$kernel" >"$work/out" 2>&1 </dev/null
        status=$?
        if [ $status -eq 0 ] && grep -q "^ok - checkasm/$kernel\$" "$work/out"; then
            pass "riscv64/vectors of $bits bits: checkasm/$kernel"
            ran "$kernel-64" "qemu: rv64, VLEN $bits"
        else
            fail "riscv64/vectors of $bits bits: checkasm/$kernel: status $status, $(tail -n 1 \
                "$work/out")"
        fi
    done <"$work/kernels"
}

tool=$(missing riscv64-linux-gnu-gcc make timeout qemu-riscv64)
if [ -n "$tool" ]; then
    skip "riscv64: no $tool"
    finish
fi
if build base CC=riscv64-linux-gnu-gcc; then
    cpu base 'rv64,zbb=false'
    # Otherwise the emulator proves nothing.
    timeout 120 qemu-riscv64 -cpu 'rv64,zbb=false' "$work/base/build/tests/$MAIN-force" zbb \
        >"$work/out" 2>&1 </dev/null
    status=$?
    if [ $status -eq 132 ]; then
        pass 'riscv64/rv64,zbb=false: zbb dies here'
    else
        fail "riscv64/rv64,zbb=false: zbb dies here: it ends with status $status"
    fi
fi
if [ -x "$work/base/build/tests/parallel" ]; then
    lanes 128 V
    lanes 256 V V256
    lanes 512 V V256 V512
fi
if build zbb CC=riscv64-linux-gnu-gcc 'CFLAGS=-O2 -march=rv64gc_zbb'; then
    cpu zbb rv64 ZBB
fi
if build misaligned CC=riscv64-linux-gnu-gcc 'CFLAGS=-O2 -march=rv64gc_zbb' \
    CPPFLAGS=-D__riscv_misaligned_fast; then
    cpu misaligned rv64 ZBB
fi
finish
