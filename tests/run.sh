#!/bin/sh
# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
#
# usage: tests/run.sh COMMAND...
#
# Runs tests that print results in the Test Anything Protocol, each argument a command, as many at
# once as there are CPUs (or TEST_JOBS): by prove if it is installed (TEST_PROVE=no: not), else by a
# loop. tests/report.sh sums up. A command also fails if its plan, "1.." and the number of its
# results, is missing or wrong, or if its exit status is not what the results say.
#
# Each process may use TEST_CPU_LIMIT seconds of CPU time (600): a limit of wall time would fail on
# a busy machine. A process that waits for ever is killed after TEST_LIMIT seconds (3600).
#
# Programs of this build are skipped if TEST_CANNOT_RUN (build/tests/env.sh) says why they cannot
# run, scripts listed in TEST_ELSEWHERE because another build has the same results.
#
# TEST_SHARD=2/6 runs only the second of six shares of the commands.
#
# Random tests use fixed seeds, so that a run never fails by chance. TEST_SEED=N gives them another
# one; "make check-nightly" sets a new one each time. TEST_SAMPLE=5 means a fifth of the random
# tries, and no waiting for clocks.

set -u
LC_ALL=C
export LC_ALL
# With it, cd may print the folder.
unset CDPATH

# one COMMAND: what prove, or the loop, starts. A copy of the output is in the folder $TEST_LOGS.
if [ "${1-}" = --one ]; then
    # shellcheck disable=SC1091 # written by make
    [ ! -e build/tests/env.sh ] || . build/tests/env.sh
    command=${2# }
    script=${command%% *}
    # Its name in reports has neither folders nor arguments that are files.
    case $command in
    tests/* | tools/*) name=$(echo "$command" | sed 's,^tests/,,; s, [^ ]*/.*,,') ;;
    *) name=${command##*tests/} ;;
    esac
    why='' status=0
    case ${TEST_CANNOT_RUN:+$command}:" ${TEST_ELSEWHERE-} " in
    *build/tests/*:* | *bin/*:*) why=$TEST_CANNOT_RUN ;;
    *:*" $script "*) why='another build has it' ;;
    *) case $script in *.py) command -v python3 >/dev/null 2>&1 || why='no python3' ;; esac ;;
    esac
    log=$(mktemp "$TEST_LOGS/XXXXXX") || exit 1
    began=$(date +%s)
    if [ -n "$why" ]; then
        printf 'ok - %s # SKIP %s\n1..1\n' "$name" "$why" >"$log"
    else
        unset TEST_STRICT
        case $command in *build/tests/*) TEST_EMULATOR=${TEST_EMULATOR-} && export TEST_EMULATOR ;; esac
        limit=''
        ! command -v timeout >/dev/null 2>&1 || limit="timeout ${TEST_LIMIT:-3600}"
        trap 'kill $! 2>/dev/null; exit 1' HUP INT TERM
        # Some tests crash on purpose, and would leave core files in the tree.
        # shellcheck disable=SC2086,SC3045 # a command, or nothing; every sh has -t and -c
        (ulimit -t "${TEST_CPU_LIMIT:-600}" && ulimit -c 0 && exec $limit sh -c "$command") \
            >"$log" 2>&1 </dev/null &
        wait $!
        status=$?
    fi
    # Two lines, of the shell and of its children: 0m1.50s 0m0.25s
    times >"$log.times" 2>/dev/null
    cpu=$(tr ',' '.' <"$log.times" | awk -F '[ms ]+' \
        'NR == 2 { printf "%.1f", $1 * 60 + $2 + $3 * 60 + $4 }')
    tr -d '\000\r' <"$log" | awk -v name="$name" -v status="$status" '
        { print }
        /^(not )?ok/ { n++ }
        /^not ok/ { failed = 1 }
        /^1[.][.][0-9]/ { plan = substr($1, 4) }
        END {
            if (status == 152 || status == 137) why = "ended with status " status ": too much CPU time?"
            else if (status == 124 || status == 143) why = "did not end in time"
            else if (status && !failed || !status && failed) why = "ended with status " status
            else if (!n || n != plan) why = n + 0 " results of " (plan == "" ? "no plan" : plan)
            if (why != "") print "not ok - " name ": " why
            exit failed || why != ""
        }' >"$log.tap"
    status=$?
    rm -f "$log"
    cat "$log.tap"
    echo "# COST $cpu $(($(date +%s) - began)) $name" >>"$log.tap"
    exit $status
fi

if [ -n "${TEST_SHARD-}" ]; then
    at=0
    for command; do
        shift
        [ $((at % ${TEST_SHARD#*/} + 1)) -ne "${TEST_SHARD%/*}" ] || set -- "$@" "$command"
        at=$((at + 1))
    done
fi

# pyenv's python3 is a script that starts a dozen shells each time: the program itself comes first.
case $(command -v python3) in
*/shims/python3) PATH=$(python3 -c 'import os, sys; print(os.path.dirname(sys.executable))'):$PATH \
    ;;
esac
TEST_LOGS=$(mktemp -d "${TMPDIR:-/tmp}/tests.XXXXXX") || exit 1
export TEST_LOGS PATH
trap 'rm -rf "$TEST_LOGS"' EXIT
trap 'exit 1' HUP INT TERM
jobs=${TEST_JOBS:-$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 1)}
[ -z "${TEST_SEED-}" ] || echo "TEST_SEED=$TEST_SEED repeats the random choices of this run."
failed=0
if [ "${TEST_PROVE-yes}" = yes ] && command -v prove >/dev/null 2>&1; then
    prove --norc --jobs "$jobs" --exec "tests/run.sh --one" "$@" || failed=1
else
    workers=''
    trap 'kill $workers 2>/dev/null; exit 1' HUP INT TERM
    while [ "$jobs" -gt 0 ]; do
        # The process that creates the folder runs the command.
        (
            at=0
            for command; do
                at=$((at + 1))
                ! mkdir "$TEST_LOGS/$at" 2>/dev/null || {
                    if tests/run.sh --one "$command" >/dev/null; then
                        echo "$command .. ok"
                    else
                        echo "$command .. FAILED"
                        : >"$TEST_LOGS/failed"
                    fi
                }
            done
        ) &
        workers="$workers $!" jobs=$((jobs - 1))
    done
    wait
    [ ! -e "$TEST_LOGS/failed" ] || failed=1
fi
[ -z "${TEST_SEED-}" ] || echo "TEST_SEED=$TEST_SEED repeats the random choices of this run."
tests/report.sh "$TEST_LOGS" $# || failed=1
exit $failed
