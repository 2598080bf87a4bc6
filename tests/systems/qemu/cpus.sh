#!/bin/sh
# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
# The choice of a kernel, and every kernel, on x86 CPUs that qemu emulates. Such a CPU stops a
# program at the first instruction that it lacks, and the test shows that it does. So a program that
# runs to the end has used no other instruction set. A kernel that is not chosen runs only on the
# first CPU that can: those with fewer features come first.
cd "$(dirname "$0")/../../.." || exit 1
# shellcheck source=tests/common.sh
. tests/common.sh

seed=1 iterations=150
TABLES=$(all_tables)

# Instruction sets; each includes those before it.
base=''
sse2='SSE2'
ssse3="$sse2 SSSE3"
avx="$ssse3 AVX"
avx2="$avx AVX2"
haswell="$avx2 BMI2"
: >"$work/passed"

# build BITS CONFIGURE-OPTION...: the utility and force, static, in $work/BITS
build() {
    bits=$1 dir=$work/$1
    shift
    if ! printf '#include <stdio.h>\nint main(void) { return puts("") < 0; }\n' >"$work/probe.c" ||
        ! gcc "-m$bits" "${linux_headers#*=}" -static -o "$work/probe" "$work/probe.c" \
            2>/dev/null; then
        skip "qemu-$bits: gcc -m$bits -static finds no libc"
        return 1
    fi
    built "qemu-$bits" "$dir" "lib util build/tests/$MAIN-force" CC=gcc "$@" LDFLAGS=-static
}

# cpu BITS MODEL FAMILY FEATURE...: runs all tests on one CPU
cpu() {
    bits=$1 model=$2 name=qemu-$1/$2
    shift 2
    [ -d "$work/$bits" ] || return 0
    emulator=qemu-x86_64
    [ "$bits" = 32 ] && emulator=qemu-i386
    run() {
        $limit $emulator -cpu "$model" "$@" 2>"$work/err" </dev/null
    }
    expected "X86_$bits" "$@" >"$work/expected"
    run "$work/$bits/bin/blake2b-util" list --csv >"$work/list"
    sed '1d; s/,.*,/,/' "$work/list" >"$work/got"
    used=$(sed -n 's/,used$//p' "$work/expected" | tr '\n' ' ')
    check "$name: chosen: $used" diff "$work/expected" "$work/got"
    # shellcheck disable=SC2094
    while IFS=, read -r kernel state; do
        [ "$state" != ok ] || ! grep -q -x "$kernel-$bits" "$work/passed" || continue
        case $kernel,$state in
        generic/* | *:generic/*) continue ;;
        *:*,unsupported) continue ;; # (that qemu knows what this CPU lacks the main family's have shown)
        *,unsupported)
            run "$work/$bits/build/tests/$MAIN-force" "$kernel"
            case $? in
            132) pass "$name: $kernel dies here" ;;
            139) # 8F, where XOP begins, is POP to qemu
                holds "$name: $kernel dies here" 'ends in SIGSEGV' [ "$kernel" = xop ]
                ;;
            *)
                # qemu lets SSE2 through on a CPU with SSE; pentium2 has neither
                if [ "$kernel,$model" != sse2,pentium3 ]; then
                    fail "$name: $kernel, which needs more than this CPU has, runs: the emulator proves nothing"
                fi
                ;;
            esac
            ;;
        *)
            if run "$work/$bits/bin/blake2b-util" fuzz --seed $seed --count $iterations --impl \
                "$kernel" >"$work/out"; then
                pass "$name: $kernel"
                echo "$kernel-$bits" >>"$work/passed"
                case $kernel in
                *:*) ran "${kernel%%:*}_${kernel#*:}-$bits" "qemu: $model" ;;
                *) ran "$kernel-$bits" "qemu: $model" ;;
                esac
            else
                fail "$name: $kernel: status $?, $(tail -n 1 "$work/out")"
            fi
            ;;
        esac
    done <"$work/expected"
}

needs qemu gcc make timeout qemu-x86_64 qemu-i386
case $(gcc -dumpmachine) in
x86_64-*) ;;
*) skip_all all 'gcc is not one for x86-64' ;;
esac

# shellcheck disable=SC2086 # lists of features
if build 64 CFLAGS=-O1; then
    cpu 64 qemu64 UNKNOWN $sse2
    cpu 64 core2duo UNKNOWN $ssse3
    cpu 64 SandyBridge UNKNOWN $avx
    cpu 64 Haswell,-avx2,-bmi2 UNKNOWN $avx
    cpu 64 Haswell,-avx UNKNOWN $ssse3 BMI2
    cpu 64 Haswell,-xsave UNKNOWN $ssse3 BMI2
    cpu 64 Haswell,-bmi2 INTEL_HASWELL $avx2
    cpu 64 Haswell INTEL_HASWELL $haswell
    cpu 64 Opteron_G5 BULLDOZER $avx # qemu has no XOP
    cpu 64 EPYC ZEN1 $haswell
    cpu 64 EPYC-Milan ZEN3 $haswell
    cpu 64 EPYC-Milan,family=26 ZEN5 $haswell
    cpu 64 max UNKNOWN $haswell
fi
# shellcheck disable=SC2086
if build 32 CFLAGS=-O1 --force-32bits "$linux_headers"; then
    cpu 32 pentium2 UNKNOWN $base
    cpu 32 pentium3 UNKNOWN $base
    cpu 32 qemu32 UNKNOWN $sse2
    cpu 32 coreduo UNKNOWN $sse2
    cpu 32 core2duo UNKNOWN $ssse3
    cpu 32 SandyBridge UNKNOWN $avx
    cpu 32 Haswell INTEL_HASWELL $haswell
    cpu 32 Haswell,-avx2,-bmi2 UNKNOWN $avx
    cpu 32 Opteron_G5 BULLDOZER $avx
    cpu 32 EPYC ZEN1 $haswell
    cpu 32 EPYC-Milan,family=26 ZEN5 $haswell
fi
finish
