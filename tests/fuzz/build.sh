#!/bin/sh
# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
# Builds the fuzzers, with their seeds, dictionaries and options, into $OUT, as OSS-Fuzz calls it.
# CC, CXX, CFLAGS, CXXFLAGS, LIB_FUZZING_ENGINE and OUT are then in the environment, and perhaps
# SRC, WORK and SANITIZER. Without them: libFuzzer with AddressSanitizer and
# UndefinedBehaviorSanitizer, by clang, into build/fuzz/out. Everything is built in a copy of the
# tree.
set -eu
LC_ALL=C
export LC_ALL
unset MAKEFLAGS MFLAGS MAKELEVEL # those of a make around this one
top=${SRC:+$SRC/libblake2b}
[ -n "$top" ] && [ -f "$top/tests/fuzz/build.sh" ] || top=$(cd "$(dirname "$0")/../.." && pwd)
: "${CC:=clang}"
if [ -z "${LIB_FUZZING_ENGINE-}" ]; then
    LIB_FUZZING_ENGINE=-fsanitize=fuzzer
    case ${SANITIZER:=address} in
    memory) flags='-fsanitize=memory -fsanitize-memory-track-origins' ;;
    *) flags='-fsanitize=address,undefined -fno-sanitize-recover=all' ;;
    esac
    CFLAGS="-O1 -g -fno-omit-frame-pointer $flags -fsanitize=fuzzer-no-link ${CFLAGS-}"
fi
# libFuzzer is written in C++: CXX links, if there is one.
if [ -z "${CXX-}" ]; then
    CXX=$CC
fi
out=${OUT:-$top/build/fuzz/out}
work=${WORK:-$(mktemp -d)}/libblake2b
[ -n "${WORK-}" ] || trap 'rm -rf "${work%/*}"' EXIT

# MemorySanitizer does not see what assembly writes.
generic=''
case "${SANITIZER-} ${CFLAGS-}" in
*memory*) generic=--generic ;;
esac

rm -rf "$work"
mkdir -p "$work" "$out"
out=$(cd "$out" && pwd)
(cd "$top" && tar cf - --exclude=./.git --exclude='./build/*' --exclude='./bin/*' .) |
    (cd "$work" && tar xf -)
mkdir -p "$work/build" "$work/bin"
cd "$work"
# shellcheck disable=SC2086 # an option, or nothing
./configure CC="$CC" CFLAGS="${CFLAGS-}" $generic
make -j"$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 1)" fuzz-programs \
    FUZZ_ENGINE="$LIB_FUZZING_ENGINE" \
    FUZZ_LINK="$CXX ${CXXFLAGS-${CFLAGS-}}"

archive() {
    if command -v zip >/dev/null 2>&1; then
        zip -q -j "$@"
    else
        python3 -m zipfile -c "$@"
    fi
}
for program in build/tests/fuzz-*; do
    name=${program##*/fuzz-}
    name=${name%.*}
    [ -x "$program" ] && [ "$name" != "${name%.d}" ] && continue
    cp "$program" "$out/libblake2b_$name"
    rm -f "$out/libblake2b_${name}_seed_corpus.zip"
    set --
    for seed in tests/fuzz/seeds/"$name"/* tests/fuzz/regressions/"$name"/*; do
        [ -f "$seed" ] && set -- "$@" "$seed"
    done
    archive "$out/libblake2b_${name}_seed_corpus.zip" "$@"
    for with in dict options; do
        for file in tests/fuzz/"$name.$with" app/extensions/*/tests/fuzz/"$name.$with"; do
            [ ! -f "$file" ] || cp "$file" "$out/libblake2b_$name.$with"
        done
    done
done
