#!/bin/sh
# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
#
# usage: tests/report.sh FOLDER COUNT
#
# Sums up the COUNT tests whose outputs are FOLDER/*.tap: lines of the Test Anything Protocol, and
#   # RAN kernel where    a kernel has passed a test there, such as "RAN avx2-64 this CPU". It is
#                         written as its file, without the family that has the project's name
#   # NOTE text           copied to the report
#   # COST CPU WALL name  by tests/run.sh: seconds
# Prints failures with the lines around them, where each kernel ran, the tests that took most CPU
# time, why tests were skipped, and "N passed, N failed, N skipped".
#
# If this run is part of another one (tests/build/builds.sh), that one lists the kernels: TEST_RAN
# is its file of RAN lines.
#
# TEST_STRICT=1, which "make check-ci" sets, detects lost tests. These fail, too:
#   a skip that says "needs a CPU with" features that this CPU has
#   a skip whose reason is not on the list of tests/lists/skips.txt
#   a kernel that ran nowhere, except those on that list
#   a kernel that did not run on this CPU though it has all features, according to /proc/cpuinfo

set -u
LC_ALL=C
export LC_ALL
folder=$1 count=$2
# shellcheck disable=SC1091 # written by make
[ ! -e build/tests/env.sh ] || . build/tests/env.sh
# The features of this CPU, if programs run on it directly.
features=''
[ -n "${TEST_EMULATOR-}" ] || features=$(tests/rigs/features.sh) || features=''
project=libblake2b
own=${project#lib}_
own_ran=''
if [ -z "${TEST_RAN-}" ]; then
    own_ran=$folder/ran
    TEST_RAN=$own_ran
fi
: >"$folder/skips"
: >"$folder/ends"
for log in "$folder"/*.tap; do
    [ -e "$log" ] || continue
    name=$(sed -n 's/^# COST [^ ]* [^ ]* //p' "$log")
    sed -n 's/^# NOTE /    /p' "$log"
    sed -n "s/^# RAN $own/RAN /p; t
        s/^# RAN /RAN /p" "$log" >>"$TEST_RAN"
    sed -n "s;^ok - \(.*\) # SKIP \(.*\);$name	\1: \2;p" "$log" >>"$folder/skips"
    ! grep -q '^not ok' "$log" || {
        echo "$name:"
        grep -v -e '^ok' -e '^# RAN' -e '^# NOTE' -e '^1\.\.' "$log" | sed 's/^/    /'
    }
    sed -n -e 's/^ok.* # SKIP.*/skipped/p; t' -e 's/^ok.*/passed/p; s/^not ok.*/failed/p' "$log" \
        >>"$folder/ends"
done

# kernels [OPTION...]: the rows of all tables
kernels() {
    for table in app/extensions/*/*.def; do
        awk -f app/driver/table.awk "$@" "$table"
    done
}

# Lists every kernel of the tables, and where it ran.
where_kernels_ran() {
    echo 'Where the kernels ran:'
    kernels | sed -n 's,.*	[a-z0-9]*/\([a-z0-9_-]*\)\.inc.*,\1,p' | sed "s/^$own//" | awk '
        FILENAME != "-" {
            where = substr($0, index($0, $2) + length($2) + 1)
            if (!seen[$2, where]++) all[$2] = all[$2] (all[$2] == "" ? "" : "; ") where
            next
        }
        { printf "    %-20s %s\n", $1, all[$1] == "" ? "NOT EXECUTED" : all[$1] }' "$TEST_RAN" -
}

# Kernels that this CPU can run, of this build's target, that no test has run on it.
not_run_here() {
    [ -n "$features" ] || return 0
    kernels -v kind=KERNEL -v "target=${TEST_TARGET-}" |
        awk -F '\t' -v features="$features" -v own="$own" '
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
                if (need != "base" && !index("+" features "+", "+" need "+")) able = 0
            }
            kernel = $7
            sub(/.*\//, "", kernel)
            sub(/\.inc$/, "", kernel)
            sub("^" own, "", kernel)
            if (able && !ran[kernel]) print "*\tNOT RUN ON THIS CPU " kernel
        }' "$TEST_RAN" -
}

[ -z "$own_ran" ] || where_kernels_ran
echo 'CPU seconds:'
sed -n 's/^# COST //p' "$folder"/*.tap 2>/dev/null | sort -k 1,1nr | awk '
    { cpu += $1; wall = $2; name = $0; sub(/^[^ ]* [^ ]* /, "", name) }
    NR <= 10 { printf "    %7.1f  %s (%d s of wall time)\n", $1, name, wall }
    END { printf "    %7.1f  in all\n", cpu }'
# Why, and how often.
[ ! -s "$folder/skips" ] || {
    echo 'Skipped:'
    sed 's/.*: //; s/^\([^ ]*\) is not installed$/no \1/' "$folder/skips" | sort | uniq -c | sort -rn
}
# A line of the list is a command, or * for any, and an extended regular expression for the skip.
if [ -n "${TEST_STRICT-}" ]; then
    cat "$folder/skips"
    [ -z "$own_ran" ] || {
        where_kernels_ran | awk '/ NOT EXECUTED$/ { print "*\tNOT EXECUTED " $1 }'
        not_run_here
    }
fi | awk -F '\t' -v features="+$features+" '
    FILENAME != "-" { if ($0 !~ /^#/ && NF >= 2) { command[++n] = $1; pattern[n] = $2 } next }
    match($2, /: needs a CPU with [a-z0-9.+]*$/) {
        count = split(substr($2, RSTART + 19), needs, "+")
        for (k = 1; k <= count; k++) if (!index(features, "+" needs[k] "+")) break
        if (k > count) { print $1 ": " $2 ", which this CPU has"; next }
    }
    {
        for (i = 1; i <= n; i++) if ((command[i] == "*" || command[i] == $1) && $2 ~ pattern[i]) next
        print $1 ": " $2
    }' tests/lists/skips.txt - | sort -u >"$folder/unexpected"
sed 's/^/not ok - not on the list of tests\/lists\/skips.txt: /' "$folder/unexpected"
sed 's/.*/failed/' "$folder/unexpected" >>"$folder/ends"

# A test without a log, or no test at all, is a failure.
lost=$((count - $(find "$folder" -name '*.tap' | wc -l)))
[ "$count" -gt 0 ] || lost=1
[ $lost -eq 0 ] || echo "not ok - $lost tests have no result"
awk -v lost=$lost -v sample="${TEST_SAMPLE:+, a sample (1 of ${TEST_SAMPLE-} random tries)}" '
    { n[$1]++ }
    END {
        printf "%d passed, %d failed, %d skipped%s\n", n["passed"], n["failed"] + lost, n["skipped"], sample
        exit n["failed"] + lost > 0
    }' "$folder/ends"
