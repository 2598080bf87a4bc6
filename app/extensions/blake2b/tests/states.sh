#!/bin/sh
# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
#
# states.c with ten million states, and all that is C of the library built for AddressSanitizer and
# UndefinedBehaviorSanitizer, where the compiler has them. Called by make check-nightly, from the
# top folder, with TEST_... in the environment.

# shellcheck source=tests/tap.sh
. tests/tap.sh
# shellcheck source=tests/rigs/family.sh
. tests/rigs/family.sh
work=build/tests/states-asan
count=${1:-10000000}
mkdir -p $work
rm -f $work/report*

[ -z "${TEST_CANNOT_RUN-}" ] || skip_all "states-asan: $TEST_CANNOT_RUN"

# The sanitizer must work: it must build, and detect a write beyond the end of memory.
cat >$work/over.c <<'C'
#include <stdlib.h>
int main(int argc, char **argv) {
    volatile char *p = malloc(8);
    (void)argv;
    p[7 + argc] = 1;
    free((char *)p);
    return 0;
}
C
flags='-std=c99 -O1 -g -fno-omit-frame-pointer -fsanitize=address,undefined -fno-sanitize-recover=all'
# shellcheck disable=SC2086 # a list
$TEST_CC $flags $TEST_MACHINE -o "$work/over$TEST_EXE" $work/over.c >$work/log 2>&1 ||
    skip_all "states-asan: the compiler has no -fsanitize=address,undefined"
# shellcheck disable=SC2086
$TEST_EMULATOR "$work/over$TEST_EXE" >$work/log 2>&1
grep -q -E 'heap-buffer-overflow|insufficient space' $work/log ||
    skip_all "states-asan: AddressSanitizer does not work here"

set --
for f in 8 16 32 3264 64; do
    set -- "$@" -x c $FAMILY/ref/blake2b_ref-$f.inc
done
# shellcheck disable=SC2086
if ! $TEST_CC $flags $TEST_CPPFLAGS $TEST_MACHINE -Ibuild -Iapp -Iapp/include -I$FAMILY -Iapp/util \
    -Itests/rigs \
    -o "$work/states$TEST_EXE" $FAMILY/tests/states.c $FAMILY/tests/blake2b_test.c \
    tests/rigs/test.c \
    $FAMILY/util/blake2b_util_kernels.c app/util/kernel.c \
    app/driver/[!c]*.c app/driver/cpu.c $FAMILY/*.c "$@" -x none $TEST_KERNELS $TEST_LANES \
    >$work/log 2>&1; then
    fail "states-asan: does not build"
    cat $work/log
    finish
fi
# stderr gets a line for each abort, so the sanitizers report to a file. They can only instrument
# the C reference.
# shellcheck disable=SC2086
ASAN_OPTIONS=log_path=$work/report UBSAN_OPTIONS=log_path=$work/report $TEST_EMULATOR \
    "$work/states$TEST_EXE" "$count" "generic/$TEST_REFERENCE" >$work/log 2>&1
status=$?
sed -n 's/ok - states/ok - states-asan/p' $work/log | results
if [ $status -ne 0 ] && ! grep -q '^not ok - states/random' $work/log; then
    fail "states-asan: $(cat $work/report* 2>/dev/null | grep -m 1 SUMMARY ||
        echo "ended with status $status")"
fi
finish
