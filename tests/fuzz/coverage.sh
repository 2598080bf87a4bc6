#!/bin/sh
# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
# Prints what the fuzz targets cover of the C code, all of them together: with their seeds, their
# regressions and, if FUZZ_CORPUS names a folder (build/fuzz/corpus, after make fuzz), its inputs.
# Needs clang, llvm-profdata and llvm-cov of one version.
#
# Usage: tests/fuzz/coverage.sh [llvm-cov's options, such as -show-functions FILE]
set -eu
cd "$(dirname "$0")/../.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
(unset SRC CC CXX CFLAGS CXXFLAGS LIB_FUZZING_ENGINE
OUT=$work/out WORK=$work SANITIZER=coverage tests/fuzz/build.sh) >"$work/log" 2>&1 || {
    tail -n 5 "$work/log" >&2
    exit 1
}
objects=''
for target in api list options; do
    for inputs in tests/fuzz/seeds tests/fuzz/regressions ${FUZZ_CORPUS:+"$FUZZ_CORPUS"}; do
        [ ! -d "$inputs/$target" ] || find "$inputs/$target" -type f
    done >"$work/$target.inputs"
    LLVM_PROFILE_FILE=$work/$target-%p.profraw xargs "$work/out/libblake2b_$target" -runs=1 \
        <"$work/$target.inputs" >"$work/log" 2>&1 || {
        tail -n 5 "$work/log" >&2
        exit 1
    }
    objects="$objects -object $work/out/libblake2b_$target"
    echo "$target: $(grep -c . "$work/$target.inputs") inputs"
done
llvm-profdata merge -o "$work/profile" "$work"/*.profraw
cd "$work/libblake2b"
# shellcheck disable=SC2086 # a list
llvm-cov report $objects -instr-profile="$work/profile" \
    -ignore-filename-regex='/tests/' "$@" | sed 's/  *$//'
