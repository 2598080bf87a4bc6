#!/bin/sh
# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
#
# threads.c again, with the whole library built for ThreadSanitizer, if the compiler has it and it
# runs. Then the utility's sum, with many files, and libblake, with a small program of its own.
# Called by make check, from the top folder, with TEST_... in the environment.

# Run alone, it asks make for what it needs to know.
[ -n "${TEST_MAKE-}" ] || exec make -s check-compiler CHECK_COMPILER="$0"
# shellcheck source=tests/rigs/family.sh
. "$(dirname "$0")/family.sh"
set -u
LC_ALL=C
export LC_ALL
work=build/tests/tsan
mkdir -p $work

skip() {
    echo "SKIP tsan: $1"
    exit 0
}

case " $TEST_FLAGS " in
*-fsanitize=*) skip "this build has another sanitizer" ;;
esac
[ -z "${TEST_CANNOT_RUN-}" ] || skip "$TEST_CANNOT_RUN"

# It must build, run, and find a race where there is one: only then its silence says anything.
cat >$work/race.c <<'C'
#include <pthread.h>
static int shared;
static void *work(void *p) {
    (void)p;
    shared++;
    return 0;
}
int main(void) {
    pthread_t t;
    if (pthread_create(&t, 0, work, 0)) {
        return 1;
    }
    shared++;
    return pthread_join(t, 0);
}
C
flags='-std=c99 -O1 -g -fsanitize=thread -pthread -DTURNS=40'
# shellcheck disable=SC2086
$TEST_CC $flags -o "$work/race$TEST_EXE" $work/race.c >$work/log 2>&1 || skip "the compiler has no -fsanitize=thread"
# shellcheck disable=SC2086
$TEST_EMULATOR "$work/race$TEST_EXE" >$work/log 2>&1
grep -q 'data race' $work/log || skip "ThreadSanitizer does not work here"

set --
for f in 8 16 32 3264 64; do
    set -- "$@" -x c $FAMILY/ref/blake2b_ref-$f.inc
done
# shellcheck disable=SC2086
if ! $TEST_CC $flags -Ibuild -Iapp -Iapp/include -I$FAMILY -Iapp/util -Itests/rigs \
    -o "$work/threads$TEST_EXE" $FAMILY/tests/threads.c $FAMILY/tests/blake2b_test.c tests/rigs/test.c \
    $FAMILY/util/blake2b_util_kernels.c app/util/kernel.c app/driver/[!c]*.c app/driver/cpu.c \
    $FAMILY/*.c "$@" -x none $TEST_KERNELS $TEST_LANES >$work/log 2>&1; then
    echo "FAIL tsan: does not build"
    cat $work/log
    exit 1
fi
# shellcheck disable=SC2086
$TEST_EMULATOR "$work/threads$TEST_EXE" >$work/log 2>&1
status=$?
sed 's/^\([A-Z]*\) threads/\1 tsan/' $work/log
if [ $status -ne 0 ] && ! grep -q '^FAIL' $work/log; then
    echo "FAIL tsan: $(grep -m 1 'SUMMARY' $work/log || echo "ended with status $status")"
fi

# All that the threads of sum share is in these two sources.
# shellcheck disable=SC2046,SC2086
if ! $TEST_CC $flags -D_GNU_SOURCE -Ibuild -Iapp -Iapp/include -o "$work/util$TEST_EXE" app/util/files.c app/util/sum.c \
    $(echo " $TEST_UTIL_OBJECTS" | sed 's, build/util/files\.o,,; s, build/util/sum\.o,,') >$work/log 2>&1; then
    echo "FAIL tsan/sum: does not build"
    cat $work/log
    exit 1
fi
awk 'BEGIN { for (i = 0; i < 3000000; i++) printf "x" }' >$work/long
files=''
for n in 1 2 3 4 5 6 7 8 9; do
    echo $n >$work/$n
    files="$files $work/$n $work/long $work/none $work/$n"
done
# sum NAME STATUS DESCRIPTORS ARGUMENT...
sum() {
    name=$1 wanted=$2 descriptors=$3
    shift 3
    # shellcheck disable=SC3045
    (ulimit -n "$descriptors" && exec $TEST_EMULATOR "$work/util$TEST_EXE" sum --progress -j 8 "$@") >$work/out 2>$work/log
    code=$?
    if [ $code -eq "$wanted" ] && ! grep -q 'ThreadSanitizer' $work/log; then
        echo "PASS tsan/sum: $name"
    else
        echo "FAIL tsan/sum: $name: ended with status $code: $(grep -m 1 'SUMMARY' $work/log)"
        status=1
    fi
}
# shellcheck disable=SC2086
sum "files, and some that are missing" 1 100 $files
grep -v none $work/out >$work/list
sum "a list" 0 100 -c $work/list
sum "a list, few descriptors" 0 7 -c $work/list

# libblake: each thread begins with another call, of both widths, and half of them choose meanwhile.
cat >$work/blake.c <<'C'
#include <blake.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
enum { THREADS = 8, JOBS = 9, BYTES = 300 };
static unsigned char message[BYTES], digests[THREADS][JOBS][64 + 32];
static int codes[THREADS];
static void one(int thread, int many) {
    blake_job jobs[2][JOBS];
    int i;
    for (i = 0; i < JOBS; i++) {
        jobs[0][i].in = jobs[1][i].in = message;
        jobs[0][i].inlen = jobs[1][i].inlen = BYTES;
        jobs[0][i].hash = digests[thread][i];
        jobs[1][i].hash = digests[thread][i] + 64;
        if (!many) {
            blake512(jobs[0][i].hash, message, BYTES);
            blake256(jobs[1][i].hash, message, BYTES);
        }
    }
    if (many) {
        codes[thread] |= blake256_many(32, NULL, jobs[1], JOBS);
        codes[thread] |= blake512_many(64, NULL, jobs[0], JOBS);
    }
}
static void *work(void *number) {
    int thread = (int)((unsigned char *)number - message), turn;
    for (turn = 0; turn < 40; turn++) {
        one(thread, (thread + turn) % 2);
        if (thread & 2) {
            codes[thread] |= blake256_select(turn % 3 ? NULL : blake256_implementation());
            codes[thread] |= blake512_select(turn % 3 ? NULL : blake512_implementation());
        }
    }
    return NULL;
}
int main(void) {
    pthread_t t[THREADS];
    unsigned char expected[64 + 32];
    int i, j, wrong = 0;
    for (i = 0; i < THREADS; i++) {
        if (pthread_create(&t[i], NULL, work, message + i)) {
            puts("FAIL tsan/blake: cannot start a thread");
            return 1;
        }
    }
    for (i = 0; i < THREADS; i++) {
        pthread_join(t[i], NULL);
    }
    blake512(expected, message, BYTES);
    blake256(expected + 64, message, BYTES);
    for (i = 0; i < THREADS; i++) {
        wrong |= codes[i];
        for (j = 0; j < JOBS; j++) {
            wrong |= memcmp(digests[i][j], expected, sizeof expected);
        }
    }
    puts(wrong ? "FAIL tsan/blake: a wrong digest or code" : "PASS tsan/blake");
    return wrong != 0;
}
C
other=app/extensions/blake
# shellcheck disable=SC2086
if ! $TEST_CC $flags -DLIBRARY=blake_ -Ibuild -Iapp -Iapp/include -I$other -o "$work/blake$TEST_EXE" $work/blake.c \
    app/driver/[!c]*.c app/driver/cpu.c $other/*.c -x c $other/ref/blake256_ref-32.inc -x c $other/ref/blake512_ref-64.inc \
    -x none ${TEST_OTHER_KERNELS-} >$work/log 2>&1; then
    echo "FAIL tsan/blake: does not build"
    cat $work/log
    exit 1
fi
# shellcheck disable=SC2086
$TEST_EMULATOR "$work/blake$TEST_EXE" >$work/log 2>&1
of_blake=$?
cat $work/log
if [ $of_blake -ne 0 ] && ! grep -q '^FAIL' $work/log; then
    echo "FAIL tsan/blake: $(grep -m 1 'SUMMARY' $work/log || echo "ended with status $of_blake")"
fi
[ $of_blake -eq 0 ] || status=1
exit $status
