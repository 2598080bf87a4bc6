#!/bin/sh
# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
#
# The programs threads.c of the extensions and the utility's sum with many files, in a build for
# ThreadSanitizer, if the compiler supports it.
# shellcheck source=tests/common.sh
. tests/common.sh
needs_build

case " $TEST_FLAGS " in
*-fsanitize=*) skip_all "tsan: this build has another sanitizer" ;;
esac
[ -z "$TEST_CANNOT_RUN" ] || skip_all "tsan: $TEST_CANNOT_RUN"

# The sanitizer must build, run, and report a real race; otherwise its silence proves nothing.
flags='-O1 -g -fsanitize=thread'
# shellcheck disable=SC2086
$TEST_CC -std=c99 $flags -pthread -o "$work/race$TEST_EXE" tests/rigs/tsan/race.c \
    >"$work/log" 2>&1 || skip_all "tsan: the compiler has no -fsanitize=thread"
# shellcheck disable=SC2086
$TEST_EMULATOR "$work/race$TEST_EXE" >"$work/log" 2>&1
grep -q 'data race' "$work/log" || skip_all "tsan: ThreadSanitizer does not work here"

unset CC CFLAGS CPPFLAGS LDFLAGS
threads="build/tests/threads$TEST_EXE build/tests/blake-threads$TEST_EXE"
built tsan "$work/tree" "util $threads" CC="$TEST_CC" "CFLAGS=$flags $TEST_MACHINE" \
    "CPPFLAGS=$TEST_CPPFLAGS -DTURNS=40" || finish

# quiet NAME STATUS COMMAND...: ends so, and the sanitizer reports nothing
quiet() {
    name=$1 wanted=$2
    shift 2
    "$@" >"$work/out" 2>"$work/log"
    code=$?
    if [ $code -eq "$wanted" ] && ! grep -q -e ThreadSanitizer -e '^not ok' "$work/out" "$work/log"
    then
        pass "tsan/$name"
    else
        fail "tsan/$name: status $code: $(cat "$work/out" "$work/log" |
            grep -m 1 -e SUMMARY -e '^not ok')"
    fi
}
# sum DESCRIPTORS ARGUMENT...
sum() {
    # shellcheck disable=SC2086,SC2317,SC3045 # a command, or nothing; quiet calls it; every ulimit has -n
    (ulimit -n "$1" && shift && exec $TEST_EMULATOR "$work/tree/bin/blake2b-util$TEST_EXE" \
        sum --progress -j 8 "$@")
}
for program in $threads; do
    # shellcheck disable=SC2086 # a command, or nothing
    quiet "${program##*/}" 0 $TEST_EMULATOR "$work/tree/$program"
done
cd "$work" || exit 1
awk 'BEGIN { for (i = 0; i < 3000000; i++) printf "x" }' >long
for n in 1 2 3 4 5 6 7 8 9; do
    echo $n >$n
    set -- "$@" $n long none $n
done
quiet 'sum: files, and some that are missing' 1 sum 100 "$@"
grep -v none out >list
quiet 'sum: a list' 0 sum 100 -c list
quiet 'sum: a list, few descriptors' 0 sum 7 -c list
finish
