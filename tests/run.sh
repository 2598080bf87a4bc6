#!/bin/sh
# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
#
# Runs test programs, each argument a command, and sums up. A test program prints lines
#   PASS name
#   FAIL name: what went wrong
#   SKIP name: why
# and exits non-zero if anything failed. A program that exits non-zero without a FAIL line (it
# crashed), or prints no result at all, counts as a failure. So does one of build/tests without a
# line 1..N, its plan, that has the number of its results. All run, even after a failure.
#
# A test that has run a kernel successfully may report where, in one more line
#   RAN kernel where
# for example "RAN avx2-64 this CPU" or "RAN neon-64 qemu: cortex-a53". The kernel is written as in
# the name of its file, FAMILY_KERNEL.inc, or KERNEL.inc without the family that has the project's
# name. "where" is any text. Texts with the same beginning, up to a colon and a space, are listed
# together. The report ends with a table of all kernels. If this run is part of another one
# (tests/build/builds.sh), that one prints the table: TEST_RAN is its file of such lines.
#
# Skipped tests are listed at the end, a line for each reason. A line "NOTE text" is copied to the
# report.
#
# Commands after the word --together are independent of each other: as many run at once as there
# are CPUs (or TEST_JOBS). They start in the order of the arguments. The report ends with the ten
# commands that took most CPU time.
#
# TEST_STRICT=1, which "make check-ci" sets, detects lost tests. These fail, too:
#   a skip that says "needs a CPU with" features that this CPU has
#   a skip whose reason is not on the list of tests/lists/skips.txt
#   a kernel that ran nowhere, except those on that list
#   a kernel that did not run on this CPU though it has all features, according to /proc/cpuinfo
#
# Each process may use TEST_CPU_LIMIT seconds of CPU time (600): a limit of wall time would fail on
# a busy machine. A process that waits for ever is killed after TEST_LIMIT seconds (3600).
#
# TEST_CANNOT_RUN, if set, is the reason why no program of this build can run here. Commands with
# such a program are then skipped.
#
# Random tests use fixed seeds, so that a run never fails by chance. TEST_SEED=N gives them another
# one; "make check-nightly" sets a new one each time. The report begins and ends with it.
#
# If a library is tested in many builds, they need not all test everything. TEST_SAMPLE=5 means a
# fifth of the random tries, and no waiting for clocks. TEST_ELSEWHERE lists scripts whose results
# are the same in another build, which runs them: they are skipped here. The last line reports this.

set -u
lists=$(dirname "$0")/lists
allowed=$lists/skips.txt
# Runs inside this one have their own skips and numbers.
strict=${TEST_STRICT-}
unset TEST_STRICT
# With it, cd may print the folder.
unset CDPATH
LC_ALL=C
export LC_ALL
# The features of this CPU, if programs run on it directly.
features=''
[ -n "${TEST_EMULATOR-}" ] || features=$("$(dirname "$0")"/rigs/features.sh) || features=''
# pyenv's python3 is a script that starts a dozen shells each time: the program itself comes first.
case $(command -v python3) in
*/shims/python3) PATH=$(python3 -c 'import os, sys; print(os.path.dirname(sys.executable))'):$PATH \
    ;;
esac
project=libblake2b
own=${project#lib}_
work=$(mktemp -d "${TMPDIR:-/tmp}/$project-tests.XXXXXX") || exit 1
own_ran='' workers='' ended=0
# The commands that run are killed, too: timeout has put them out of a terminal's reach.
# shellcheck disable=SC2046,SC2086 # lists
trap 'ended=$?; kill $workers $(cat "$work"/*.pid 2>/dev/null) 2>/dev/null; rm -rf "$work"
    exit $ended' EXIT
trap 'exit 1' HUP INT TERM
if [ -z "${TEST_RAN-}" ]; then
    own_ran=$work/ran
    TEST_RAN=$own_ran
    export TEST_RAN
    : >"$own_ran"
fi

# Lists every kernel of the tables, and where it ran.
where_kernels_ran() {
    echo 'Where the kernels ran:'
    for table in "$(dirname "$0")"/../app/extensions/*/*.def; do
        awk -f "$(dirname "$0")/../app/driver/table.awk" "$table"
    done | sed -n 's,.*	[a-z0-9]*/\([a-z0-9_-]*\)\.inc.*,\1,p' | sed "s/^$own//" |
        awk '
            FILENAME != "-" {
                kernel = $2
                where = substr($0, index($0, $2) + length($2) + 1)
                rig = where
                if (sub(/: .*/, "", rig)) model = substr(where, length(rig) + 3)
                else model = ""
                if (seen[kernel, where]++) next
                if (!seen[kernel, "rig", rig]++) rigs[kernel, ++count[kernel]] = rig
                if (model != "") models[kernel, rig] = models[kernel, rig] (models[kernel, rig] == "" ? ": " : ", ") model
                next
            }
            {
                line = ""
                for (i = 1; i <= count[$1]; i++)
                    line = line (i > 1 ? "; " : "") rigs[$1, i] models[$1, rigs[$1, i]]
                printf "    %-20s %s\n", $1, line == "" ? "NOT EXECUTED" : line
            }' "$TEST_RAN" -
}

# Kernels that this CPU can run, of this build's target, that no test has run on it.
not_run_here() {
    [ -n "$features" ] || return 0
    for table in "$(dirname "$0")"/../app/extensions/*/*.def; do
        awk -f "$(dirname "$0")/../app/driver/table.awk" -v kind=KERNEL \
            -v target="${TEST_TARGET-}" "$table"
    done | awk -F '\t' -v features="$features" -v own="$own" '
        FILENAME != "-" {
            split($0, word, " ")
            if ($0 ~ / this CPU/) ran[word[2]] = 1
            next
        }
        {
            able = 1
            count = split($6, needs, / *[|] */)
            for (i = 1; i <= count; i++) {
                need = tolower(substr(needs[i], 5))
                if (need == "sse41") need = "sse4.1"
                if (need != "base" && !index("+" features "+", "+" need "+")) able = 0
            }
            kernel = $7
            sub(/.*\//, "", kernel)
            sub(/\.inc$/, "", kernel)
            sub("^" own, "", kernel)
            if (able && !ran[kernel]) print "*\tNOT RUN ON THIS CPU " kernel
        }' "$TEST_RAN" -
}

# The ten commands that took most CPU time.
most_expensive() {
    echo 'CPU seconds:'
    sort -k 1,1nr "$work/costs" | awk -F '\t' '
        { cpu += $1 }
        NR <= 10 { line[NR] = sprintf("    %7.1f  %s (%d s of wall time)", $1, $3, $2) }
        END {
            for (i = 1; i in line; i++) print line[i]
            printf "    %7.1f  in all\n", cpu
        }'
}

# Skips and kernels that are not on the list: each fails. A line of the list is a command, or * for
# any, and an extended regular expression for the text after "SKIP ", or for "NOT EXECUTED kernel".
unexpected() {
    {
        [ ! -e "$work/skips" ] || cat "$work/skips"
        if [ -n "$own_ran" ]; then
            where_kernels_ran | awk '/ NOT EXECUTED$/ { print "*\tNOT EXECUTED " $1 }'
            not_run_here
        fi
    } | awk -F '\t' -v features="+$features+" '
        FILENAME != "-" { if ($0 !~ /^#/ && NF >= 2) { command[++n] = $1; pattern[n] = $2 } next }
        match($2, /: needs a CPU with [a-z0-9.+]*$/) {
            count = split(substr($2, RSTART + 19), needs, "+")
            for (k = 1; k <= count; k++) if (!index(features, "+" needs[k] "+")) break
            if (k > count) { print $1 ": " $2 ", which this CPU has"; next }
        }
        {
            for (i = 1; i <= n; i++) if ((command[i] == "*" || command[i] == $1) && $2 ~ pattern[i]) next
            print $1 ": " $2
        }' "$allowed" - | sort -u >"$work/unexpected"
    while read -r what; do
        echo "FAIL not on the list of tests/lists/skips.txt: $what"
    done <"$work/unexpected"
    failed=$((failed + $(grep -c . "$work/unexpected")))
}

# Lists why tests were skipped, with the number of each test program's skips.
why_skipped() {
    echo 'Skipped:'
    awk -F '\t' '
        {
            for (at = length($2) - 1; at > 0 && substr($2, at, 2) != ": "; at--) continue
            why = at ? substr($2, at + 2) : $2
            if (why ~ /^[^ ]* is not installed$/) why = "no " substr(why, 1, index(why, " ") - 1)
            if (!(why in programs)) reason[++reasons] = why
            if (!seen[why, $1]++) program[why, ++programs[why]] = $1
            test[why, $1] = at ? substr($2, 1, at - 1) : $2
        }
        END {
            for (i = 1; i <= reasons; i++) {
                why = reason[i]
                line = ""
                for (k = 1; k <= programs[why]; k++) {
                    p = program[why, k]
                    line = line (k > 1 ? ", " : "") (seen[why, p] > 1 ? p " (" seen[why, p] ")" : test[why, p])
                }
                print "    " why ": " line
            }
        }' "$work/skips"
}

limit=''
! command -v timeout >/dev/null 2>&1 || limit="timeout ${TEST_LIMIT:-3600}"
cpu_limit=${TEST_CPU_LIMIT:-600}

# name_of COMMAND: its name in reports, without folders and without arguments that are files
name_of() {
    case ${1# } in
    tests/* | tools/*) echo "${1# }" | sed 's,^tests/,,; s, [^ ]*/.*,,' ;;
    *) echo "${1##*tests/}" ;;
    esac
}

# limited COMMAND: runs it, then writes its CPU seconds to $work/NUMBER.cpu
limited() {
    (
        # shellcheck disable=SC3045 # every sh has -t and -c
        ulimit -t "$cpu_limit"
        # Some tests crash on purpose, and would leave core files in the tree.
        # shellcheck disable=SC3045
        ulimit -c 0
        # shellcheck disable=SC2086 # a command, or nothing
        $limit sh -c "$1" >"$work/$2" 2>&1 </dev/null &
        echo $! >"$work/$2.pid"
        wait $!
        status_of_command=$?
        rm -f "$work/$2.pid"
        # Two lines, of the shell and of its children: 0m1.50s 0m0.25s
        { times >"$work/$2.times"; } 2>/dev/null
        exit $status_of_command
    )
    status=$?
    tr ',' '.' <"$work/$2.times" | awk -F '[ms ]+' \
        'NR == 2 { printf "%.1f\n", $1 * 60 + $2 + $3 * 60 + $4 }' >"$work/$2.cpu"
}

# run NUMBER COMMAND: writes its output to $work/NUMBER, then its status and seconds to NUMBER.ended
run() {
    began=$(date +%s)
    echo 0.0 >"$work/$1.cpu"
    script=${2# }
    script=${script%% *}
    case "${TEST_CANNOT_RUN:+$2}: ${TEST_ELSEWHERE-} " in
    *build/tests/*:* | *bin/*:*)
        echo "SKIP $2: $TEST_CANNOT_RUN" >"$work/$1"
        status=0
        ;;
    *:*" $script "*)
        echo "SKIP $script: another build has it" >"$work/$1"
        status=0
        ;;
    *)
        if [ "${script%.py}" != "$script" ] && ! command -v python3 >/dev/null 2>&1; then
            echo "SKIP $script: no python3" >"$work/$1"
            status=0
        else
            limited "$2" "$1"
        fi
        ;;
    esac
    echo "$status $(($(date +%s) - began)) $(cat "$work/$1.cpu")" >"$work/$1.ends" &&
        mv "$work/$1.ends" "$work/$1.ended"
}

[ -z "${TEST_SEED-}" ] || echo "TEST_SEED=$TEST_SEED repeats the random choices of this run."
passed=0 failed=0 skipped=0
# count NUMBER COMMAND: reports its results
count() {
    log=$work/$1
    name=$(name_of "$2")
    read -r status seconds cpu <"$log.ended"
    p=0 f=0 s=0 other=0
    eval "$(awk '/^PASS / { p++ } /^FAIL / { f++ } /^SKIP / { s++ } /^(NOTE|RAN) / { other++ }
        END { printf "p=%d f=%d s=%d other=%d\n", p, f, s, other }' "$log")"
    # The plan of a program that has results. (Scripts print those of the programs that they run.)
    planned=$((p + f + s))
    case ${2#"${TEST_EMULATOR-}" } in
    build/tests/*)
        [ $((p + f)) -eq 0 ] ||
            planned=$(tr -d '\r' <"$log" | sed -n 's/^1\.\.\([0-9]*\)$/\1/p')
        ;;
    esac
    verdict=''
    if [ "$status" -eq 152 ] || [ "$status" -eq 137 ]; then
        verdict="FAIL $name: ended with status $status: more than $cpu_limit s of CPU time?"
    elif [ "$status" -eq 124 ] || [ "$status" -eq 143 ]; then # busybox
        verdict="FAIL $name: did not end in ${TEST_LIMIT:-3600} s"
    elif [ "$status" -ne 0 ] && [ "$f" -eq 0 ]; then
        verdict="FAIL $name: ended with status $status"
    elif [ "$status" -eq 0 ] && [ "$f" -ne 0 ]; then
        verdict="FAIL $name: tests failed, but it exited with status 0"
    elif [ "$planned" != $((p + f + s)) ]; then
        verdict="FAIL $name: $((p + f + s)) results, but its plan is ${planned:-missing}"
    elif [ $((p + f + s)) -eq 0 ]; then
        verdict="FAIL $name: printed no PASS, FAIL or SKIP"
    fi
    [ -n "$verdict" ] && f=$((f + 1))
    printf '%s\t%s\t%s\n' "$cpu" "$seconds" "$name" >>"$work/costs"
    echo "$name: $p passed${f:+, $f failed}, $s skipped" |
        sed "s/, 0 [a-z]*//g; $([ "$seconds" -lt 10 ] || echo "s/\$/ ($seconds s, $cpu s of CPU)/")"
    if [ "$other" -ne 0 ]; then
        sed -n 's/^NOTE /    /p' "$log"
        tr -d '\r' <"$log" | sed -n "s/^RAN $own/RAN /; /^RAN /p" >>"$TEST_RAN"
    fi
    # The lines around a failure may explain it.
    if [ "$f" -ne 0 ]; then
        grep -v -e '^PASS ' -e '^RAN ' -e '^NOTE ' "$log" | sed 's/^/    /'
        [ -z "$verdict" ] || echo "$verdict" | sed 's/^/    /'
    fi
    [ "$s" -eq 0 ] || grep '^SKIP ' "$log" | tr -d '\r' | sed "s;^SKIP ;$name	;" >>"$work/skips"
    passed=$((passed + p)) failed=$((failed + f)) skipped=$((skipped + s))
}

number=0
while [ $# -gt 0 ] && [ "$1" != --together ]; do
    number=$((number + 1))
    run $number "$1"
    count $number "$1"
    shift
done
[ $# -eq 0 ] || shift
jobs=${TEST_JOBS:-$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 1)}
first=$number
while [ "$jobs" -gt 0 ] && [ $# -gt 0 ]; do
    (
        # The process that creates the folder runs the command.
        at=$first
        for queued in "$@"; do
            at=$((at + 1))
            if mkdir "$work/$at.taken" 2>/dev/null; then
                run "$at" "$queued"
            fi
        done
    ) &
    workers="$workers $!"
    jobs=$((jobs - 1))
done
for command in "$@"; do
    number=$((number + 1))
    while [ ! -e "$work/$number.ended" ]; do
        sleep 1
    done
    count $number "$command"
done
wait
workers=''
[ -n "$own_ran" ] && where_kernels_ran
[ ! -s "$work/costs" ] || most_expensive
[ ! -s "$work/skips" ] || why_skipped
[ -z "$strict" ] || unexpected
if [ $number -eq 0 ]; then
    echo 'FAIL: there is nothing to run'
    failed=1
fi
[ -z "${TEST_SEED-}" ] || echo "TEST_SEED=$TEST_SEED repeats the random choices of this run."
echo "$passed passed, $failed failed, $skipped skipped${TEST_SAMPLE:+, a sample (1 of $TEST_SAMPLE random tries)}"
[ "$failed" -eq 0 ]
