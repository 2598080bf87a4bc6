#!/bin/sh
# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
#
# Checks that compilers keep the rounds of the C references in general registers. Vectorized rounds,
# and words that gcc keeps in vector registers, take two to three times as long. The code is
# compiled for CPUs with AVX-512 and disassembled, not run. Called by make check-ci, from the top
# folder, after configure.
# shellcheck source=tests/tap.sh
. tests/tap.sh
work=build/tests/scalar
mkdir -p $work
[ "${TEST_TARGET-X86_64}" = X86_64 ] || skip_all 'scalar: this build is not for x86-64'

# vectors PATTERN: counts instructions of the rounds that match
vectors() {
    objdump -d --no-show-raw-insn $work/object.o |
        awk -v pattern="$1" '/>:$/ { inside = $2 == "<work>:" } inside && $0 ~ pattern { n++ } inside { all++ } END { print all ? n + 0 : "nothing" }'
}

for cc in gcc-11 gcc-12 gcc-13 gcc-14 gcc-15 gcc clang-16 clang-17 clang-18 clang-19 clang-20 \
    clang-21 clang-22; do
    command -v $cc >/dev/null 2>&1 || continue
    if [ $cc = gcc ]; then
        version=$(gcc -dumpversion | cut -d. -f1)
        if [ "$version" -lt 11 ] || command -v gcc-"$version" >/dev/null 2>&1; then
            continue
        fi
    fi
    found=yes
    wrong=''
    for options in '-O2 -march=icelake-server' '-O2 -march=skylake-avx512 -D_FORTIFY_SOURCE=2' \
        '-O3 -march=znver3 -mavx512f -mavx512vl -mavx512bw -mavx512dq -D_FORTIFY_SOURCE=3'; do
        for source in app/extensions/*/ref/*_ref-64.inc app/extensions/*/ref/*_ref-3264.inc \
            app/extensions/*/ref/*_ref-32.inc app/extensions/*/*_rounds.c; do
            extension=${source#app/extensions/}
            extension=${extension%%/*}
            case $cc:$source in
            gcc*) pattern='%[xyz]mm' most=0 ;;
            # Code outside the rounds, such as the counter, may use vectors.
            *ref-64.inc) pattern='v?paddq' most=2 ;;
            *) continue ;;
            esac
            # shellcheck disable=SC2086
            if ! $cc -std=c99 -w $options "-DLIBRARY=${extension}_" -Ibuild -Iapp -Iapp/include \
                "-Iapp/extensions/$extension" -c -o $work/object.o -x c $source >$work/log 2>&1
            then
                wrong="$wrong; $source does not compile: $(head -n 1 $work/log)"
                continue
            fi
            count=$(vectors "$pattern")
            case $count in
            nothing) wrong="$wrong; $source has no function work (app/driver/burn.h)" ;;
            *) [ "$count" -le "$most" ] || wrong="$wrong; $source with $options: $count" ;;
            esac
        done
    done
    holds "scalar/$cc" "vector instructions in the rounds: ${wrong#; }" [ -z "$wrong" ]
done
[ -n "${found-}" ] || skip 'scalar: no compiler that is known to vectorize'
finish
