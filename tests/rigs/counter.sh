#!/bin/sh
# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
#
# The utility in a process that may not read the CPU's time-stamp counter: prctl(PR_SET_TSC), on
# Linux. Reading it kills the process. Then the same where seccomp denies the system's clock: all
# commands must end with a message. "list --tune" calls the choice by measurement. Called by make
# check, from the top folder, with TEST_... in the environment.
# shellcheck source=tests/tap.sh
. tests/tap.sh
needs_build
work=build/tests/counter
mkdir -p $work

[ -z "${TEST_CANNOT_RUN-}" ] || skip_all "counter: $TEST_CANNOT_RUN"
case " $TEST_FLAGS " in
*-fsanitize=*) skip_all "counter: a sanitizer reads the counter, too" ;;
esac

echo 'extern int refused; int main(void) { return !refused; }' >$work/refused.c
# shellcheck disable=SC2086 # lists
if ! $TEST_CC $TEST_FLAGS -c -o $work/disable.o tests/rigs/counter/disable.c >$work/log 2>&1 ||
    ! $TEST_CC $TEST_FLAGS -o "$work/probe$TEST_EXE" $work/refused.c $work/disable.o \
        >$work/log 2>&1; then
    skip_all "counter: this system has no way to disable it"
fi
# shellcheck disable=SC2086
$TEST_EMULATOR "$work/probe$TEST_EXE" >$work/log 2>&1 || skip_all "counter: it cannot be disabled here"

# shellcheck disable=SC2086
if ! $TEST_CC $TEST_FLAGS -pthread -o "$work/util$TEST_EXE" $work/disable.o $TEST_UTIL_OBJECTS \
    >$work/log 2>&1; then
    fail "counter: does not build"
    cat $work/log
    finish
fi

# expect NAME COMMAND...
expect() {
    name=$1
    shift
    # shellcheck disable=SC2086
    timeout 60 $TEST_EMULATOR "$@" >$work/out 2>&1
    status=$?
    if [ $status -eq 0 ]; then
        pass "counter/$name"
    else
        fail "counter/$name: status $status: $(tail -n 1 $work/out)"
    fi
}
expect 'list --tune' "$work/util$TEST_EXE" list --tune
expect bench "$work/util$TEST_EXE" bench --group serial --size 128 --time 0.05
expect 'fuzz --count' "$work/util$TEST_EXE" fuzz --count 3
expect 'fuzz --seconds' "$work/util$TEST_EXE" fuzz --seconds 0.05
expect 'sum --progress' "$work/util$TEST_EXE" sum --progress LICENSE

# ---- no clock at all ----

# shellcheck disable=SC2086 # lists
if ! $TEST_CC $TEST_FLAGS -c -o $work/refuse.o tests/rigs/counter/refuse.c >$work/log 2>&1 ||
    ! $TEST_CC $TEST_FLAGS -o "$work/probe$TEST_EXE" $work/refused.c $work/refuse.o \
        >$work/log 2>&1 ||
    ! $TEST_EMULATOR "$work/probe$TEST_EXE" >$work/log 2>&1; then
    skip "counter/no clock: it cannot be refused here"
    finish
fi
# shellcheck disable=SC2086
if ! $TEST_CC $TEST_FLAGS -pthread -o "$work/util$TEST_EXE" $work/refuse.o $TEST_UTIL_OBJECTS \
    >$work/log 2>&1; then
    fail "counter/no clock: does not build"
    cat $work/log
    finish
fi
# refused NAME ARGUMENT...: must end with a message
refused() {
    name=$1
    shift
    # shellcheck disable=SC2086
    timeout 60 $TEST_EMULATOR "$work/util$TEST_EXE" "$@" >$work/out 2>$work/err
    status=$?
    if [ $status -eq 1 ] && [ ! -s $work/out ] &&
        grep -q -x "blake2b-util $1: the system's clock cannot be read" $work/err; then
        pass "counter/no clock: $name"
    else
        fail "counter/no clock: $name: status $status: $(tail -n 1 $work/err)"
    fi
}
refused bench bench --group serial --size 128 --time 0.05
refused 'fuzz --seconds' fuzz --seconds 0.05
# shellcheck disable=SC2086
timeout 60 $TEST_EMULATOR "$work/util$TEST_EXE" list --tune >$work/out 2>$work/err
status=$?
if [ $status -eq 1 ] && grep -q -x 'blake2b-util list: no usable clock' $work/err; then
    pass "counter/no clock: list --tune"
else
    fail "counter/no clock: list --tune: status $status: $(tail -n 1 $work/err)"
fi
expect 'no clock: fuzz --count' "$work/util$TEST_EXE" fuzz --count 3
expect 'no clock: sum --progress' "$work/util$TEST_EXE" sum --progress LICENSE
finish
