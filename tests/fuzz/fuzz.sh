#!/bin/sh
# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
# Fuzzes each target for this many seconds. Run by "make check-ci", "make check-nightly" and "make
# fuzz".
#
#   tests/fuzz/fuzz.sh address|memory SECONDS [TARGET]...
#
# address: AddressSanitizer and UndefinedBehaviorSanitizer, all kernels; memory: MemorySanitizer, C
# only. The corpus is the seeds, the regressions and, if FUZZ_CORPUS names a folder, its inputs. New
# inputs go there.
cd "$(dirname "$0")/../.." || exit 1
# shellcheck source=tests/common.sh
. tests/common.sh

sanitizer=$1 seconds=$2
shift 2
[ $# -ne 0 ] || set -- api list

needs "fuzz/$sanitizer" clang tar
printf '#include <stddef.h>\nint LLVMFuzzerTestOneInput(const unsigned char *p, size_t n) { (void)p; return n > 9000; }\n' >"$work/try.c"
if ! clang -fsanitize=fuzzer,"$sanitizer" -o "$work/try" "$work/try.c" >"$work/log" 2>&1 ||
    ! "$work/try" -runs=1 >"$work/log" 2>&1; then
    skip_all "fuzz/$sanitizer" 'clang has no libFuzzer that works here'
fi

# The fuzzers do not use the flags of this build.
if ! (unset SRC CC CXX CFLAGS CXXFLAGS LIB_FUZZING_ENGINE WORK
    OUT=$work/out SANITIZER=$sanitizer tests/fuzz/build.sh) >"$work/log" 2>&1; then
    fail "fuzz/$sanitizer: does not build: $(first_error "$work/log")"
    exit 1
fi

for target; do
    name=$sanitizer/$target
    corpus=${FUZZ_CORPUS:+$FUZZ_CORPUS/$target}
    corpus=${corpus:-$work/corpus/$target}
    mkdir -p "$corpus" "$work/found"
    set -- tests/fuzz/seeds/"$target"
    [ ! -d tests/fuzz/regressions/"$target" ] || set -- "$@" tests/fuzz/regressions/"$target"
    built=$work/out/libblake2b_$target
    [ ! -f "$built.dict" ] || set -- "$@" -dict="$built.dict"
    # Slow inputs, or those that need much memory, are findings as well.
    timeout $((seconds + 300)) "$built" -seed="${TEST_SEED:-1}" -max_total_time="$seconds" \
        -timeout=20 -rss_limit_mb=1024 \
        -max_len="$(sed -n 's/^max_len = //p' "$built.options")" \
        -artifact_prefix="$work/found/" "$corpus" "$@" >"$work/$target.log" 2>&1 </dev/null
    status=$?
    runs=$(sed -n 's/^Done \([0-9]*\) runs.*/\1/p' "$work/$target.log")
    if [ $status -eq 0 ] && [ -n "$runs" ]; then
        pass "fuzz/$name ($runs inputs)"
    else
        fail "fuzz/$name: $(grep -m 1 -E '^MISMATCH|ERROR: |runtime error' "$work/$target.log" ||
            echo "status $status")"
        grep -v '^#[0-9]*[[:space:]]*\(NEW\|REDUCE\|pulse\)' "$work/$target.log" | tail -n 60 |
            sed 's/^/    /'
        for input in "$work"/found/*; do
            [ -f "$input" ] || continue
            echo "    the input, in hexadecimal digits (xxd -r -p makes a file of them):"
            od -An -v -tx1 "$input" | tr -d ' \n' | sed 's/^/    /'
            echo
            rm -f "$input"
        done
    fi
done
finish
