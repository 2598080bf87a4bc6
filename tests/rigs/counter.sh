#!/bin/sh
# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
#
# The utility in a process that may not read the CPU's time-stamp counter: prctl(PR_SET_TSC), on
# Linux. Reading it kills the process. Then the same where seccomp denies the system's clock: all
# commands must end with a message. "list --tune" calls the choice by measurement.
# shellcheck source=tests/tap.sh
. tests/tap.sh
needs_build
work=build/tests/counter
rm -rf $work
mkdir -p $work

[ -z "$TEST_CANNOT_RUN" ] || skip_all "counter: $TEST_CANNOT_RUN"
case " $TEST_FLAGS " in
*-fsanitize=*) skip_all "counter: a sanitizer reads the counter, too" ;;
esac
echo 'extern int refused; int main(void) { return !refused; }' >$work/refused.c

# Each row: what is denied, the wanted exit status and message, the arguments.
while IFS='|' read -r denied status message arguments; do
    util=$work/$denied$TEST_EXE
    name="counter/no $denied: $arguments"
    # shellcheck disable=SC2086 # lists
    if [ -e $work/$denied.skip ]; then
        skip "$name" 'it cannot be denied here'
    elif [ ! -e "$util" ] && ! {
        $TEST_CC $TEST_FLAGS -c -o $work/$denied.o tests/rigs/counter/$denied.c &&
            $TEST_CC $TEST_FLAGS -o "$work/probe$TEST_EXE" $work/refused.c $work/$denied.o &&
            $TEST_EMULATOR "$work/probe$TEST_EXE"
    } >$work/log 2>&1; then
        : >$work/$denied.skip
        skip "$name" 'it cannot be denied here'
    elif [ ! -e "$util" ] && ! $TEST_CC $TEST_FLAGS -pthread -o "$util" $work/$denied.o \
        $TEST_UTIL_OBJECTS >$work/log 2>&1; then
        fail "$name" "does not build: $(tail -n 1 $work/log)"
    else
        $TEST_EMULATOR "$util" $arguments >/dev/null 2>$work/err </dev/null
        got=$?
        [ -z "$message" ] || grep -q -x "blake2b-util ${arguments%% *}: $message" $work/err || got=none
        holds "$name" "status $got: $(tail -n 1 $work/err)" [ "$got" = "$status" ]
    fi
done <<'CASES'
tsc|0||list --tune
tsc|0||bench --group serial --size 128 --time 0.05
tsc|0||fuzz --count 3
tsc|0||fuzz --seconds 0.05
tsc|0||sum --progress LICENSE
clock|1|the system's clock cannot be read|bench --group serial --size 128 --time 0.05
clock|1|the system's clock cannot be read|fuzz --seconds 0.05
clock|1|no usable clock|list --tune
clock|0||fuzz --count 3
clock|0||sum --progress LICENSE
CASES
finish
