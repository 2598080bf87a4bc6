#!/bin/sh
# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
#
# The program threads.c of each extension, with the whole library built for ThreadSanitizer, if the
# compiler supports it. Then the utility's sum, with many files. Called by make check, from the top
# folder, with TEST_... in the environment.

# shellcheck source=tests/tap.sh
. tests/tap.sh
needs_build
# shellcheck source=tests/rigs/family.sh
. tests/rigs/family.sh
work=build/tests/tsan
mkdir -p $work

case " $TEST_FLAGS " in
*-fsanitize=*) skip_all "tsan: this build has another sanitizer" ;;
esac
[ -z "${TEST_CANNOT_RUN-}" ] || skip_all "tsan: $TEST_CANNOT_RUN"

# The sanitizer must build, run, and report a real race; otherwise its silence proves nothing.
flags='-std=c99 -O1 -g -fsanitize=thread -pthread -DTURNS=40'
# shellcheck disable=SC2086
$TEST_CC $flags -o "$work/race$TEST_EXE" tests/rigs/tsan/race.c >$work/log 2>&1 ||
    skip_all "tsan: the compiler has no -fsanitize=thread"
# shellcheck disable=SC2086
$TEST_EMULATOR "$work/race$TEST_EXE" >$work/log 2>&1
grep -q 'data race' $work/log || skip_all "tsan: ThreadSanitizer does not work here"

# Each extension that has such a program, with its whole library.
for extension in $(cd app/extensions && echo *); do
    folder=app/extensions/$extension
    [ -e "$folder/tests/threads.c" ] || continue
    # shellcheck disable=SC2086 # lists
    kernels=$(printf '%s\n' $TEST_KERNELS $TEST_LANES ${TEST_OTHER_KERNELS-} |
        grep "^build/lib$extension/")
    set -- "$folder/tests/threads.c"
    for file in "$folder"/*.c "$folder"/tests/*_test.c "$folder"/util/*_kernels.c \
        app/driver/[!c]*.c app/driver/cpu.c "$folder"/ref/*_ref-*.inc; do
        [ ! -e "$file" ] || set -- "$@" -x c "$file"
    done
    # shellcheck disable=SC2086
    if ! $TEST_CC $flags -DLIBRARY=${extension}_ -Ibuild -Iapp -Iapp/include -I$folder \
        -I$folder/tests -Iapp/util \
        -Itests/rigs -o "$work/threads$TEST_EXE" "$@" tests/rigs/test.c app/util/kernel.c -x none \
        $kernels >$work/log 2>&1; then
        fail "tsan/$extension: does not build"
        cat $work/log
        finish
    fi
    # shellcheck disable=SC2086
    $TEST_EMULATOR "$work/threads$TEST_EXE" >$work/log 2>&1
    code=$?
    if [ $code -eq 0 ] && ! grep -q '^not ok' $work/log; then
        pass "tsan/$extension"
    else
        fail "tsan/$extension: status $code: $(grep -m 1 -e SUMMARY -e '^not ok' $work/log)"
    fi
done

# The threads of sum share data only in these two sources.
# shellcheck disable=SC2046,SC2086
if ! $TEST_CC $flags -D_GNU_SOURCE -Ibuild -Iapp -Iapp/include -o "$work/util$TEST_EXE" \
    app/util/files.c app/util/sum.c \
    $(echo " $TEST_UTIL_OBJECTS" | sed 's, build/util/files\.o,,; s, build/util/sum\.o,,') \
    >$work/log 2>&1; then
    fail "tsan/sum: does not build"
    cat $work/log
    finish
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
    (ulimit -n "$descriptors" && exec $TEST_EMULATOR "$work/util$TEST_EXE" sum --progress -j 8 \
        "$@") >$work/out 2>$work/log
    code=$?
    if [ $code -eq "$wanted" ] && ! grep -q 'ThreadSanitizer' $work/log; then
        pass "tsan/sum: $name"
    else
        fail "tsan/sum: $name: ended with status $code: $(grep -m 1 'SUMMARY' $work/log)"
    fi
}
# shellcheck disable=SC2086
sum "files, and some that are missing" 1 100 $files
grep -v none $work/out >$work/list
sum "a list" 0 100 -c $work/list
sum "a list, few descriptors" 0 7 -c $work/list
finish
