# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
# shellcheck shell=sh disable=SC2034 # variables for others
# Results of a test in the Test Anything Protocol. A script reads this file from the top folder, and
# ends with "finish". It has then $top, and the settings of the build (TEST_CC ...) if there is one,
# so that it runs alone, by its name, like any program of build/tests.

set -u
LC_ALL=C
export LC_ALL
top=$(pwd)
# Results are counted in a file, so that those of subshells count, too.
mkdir -p build/tests || exit 1
tap=$top/build/tests/tap.$$
: >"$tap" || exit 1
# Before all names, or nothing; a file whose last lines explain a failure, or none.
tap_prefix='' tap_shown=''
# (tests/run.sh has made it.)
[ ! -e build/config.mk ] || [ -n "${TEST_LOGS-}" ] || make -s build/tests/env.sh || exit 1
# shellcheck disable=SC1091 # written by make
[ ! -e build/tests/env.sh ] || . build/tests/env.sh

# pass NAME, fail NAME WHY, skip NAME WHY. (Two words may be one, "NAME: WHY".)
pass() {
    echo ok >>"$tap"
    echo "ok - $tap_prefix$1"
}
fail() {
    echo not ok >>"$tap"
    echo "not ok - $tap_prefix$1${2:+: $2}"
    [ -z "$tap_shown" ] || tail -n 10 "$tap_shown" | sed 's/^/    /'
}
skip() {
    echo ok >>"$tap"
    [ $# -eq 2 ] || set -- "${1%: *}" "${1##*: }"
    echo "ok - $tap_prefix$1 # SKIP $2"
}

# holds NAME WHY COMMAND...: passes if the command succeeds; WHY it fails is known before
holds() {
    holding=$1 why=$2
    shift 2
    if "$@"; then pass "$holding"; else fail "$holding" "$why"; fi
}

# skip_all NAME WHY: the only result
skip_all() {
    skip "$@"
    finish
}

# needs_build NAME: ends unless there is a build, with its settings
needs_build() {
    [ -e build/tests/env.sh ] || make -s build/tests/env.sh || exit 1
    # shellcheck disable=SC1091
    . build/tests/env.sh
}

# ran KERNEL WHERE: for the table of where the kernels ran. note TEXT: for the report
ran() {
    echo "# RAN $*"
}
note() {
    echo "# NOTE $*"
}

# Results that a program prints, on standard input; not its plan.
results() {
    awk -v tap="$tap" '
        /^(not )?ok / { print (/^ok/ ? "ok" : "not ok") >>tap }
        !/^1[.][.][0-9]/'
}

# results_of NAME COMMAND...: those of a test program, or several, which must end as their results say
# and have the plan of them
results_of() {
    name_of_results=$1
    shift
    "$@" >"$tap.out" </dev/null
    status_of_results=$?
    tr -d '\r' <"$tap.out" >"$tap.lines"
    results <"$tap.lines"
    awk -v name="$name_of_results" -v status=$status_of_results '
        /^(not )?ok / { n++ }
        /^not ok / { failed = 1 }
        /^1[.][.][0-9]/ { plan += substr($1, 4) }
        END {
            if (status && !failed || !plan || plan != n)
                print "not ok - " name ": ended with status " status ", " n + 0 \
                    " results of " (plan == "" ? "no plan" : plan)
        }' "$tap.lines" | results
    rm -f "$tap.out" "$tap.lines"
}

# results_in_words NAME COMMAND...: those of a tool that has no plan and prints PASS, FAIL, SKIP, RAN
# and NOTE, as the prover, and programs for bare machines. It must end as they say.
results_in_words() {
    name_of_results=$1
    shift
    "$@" >"$tap.out" </dev/null
    status_of_results=$?
    tr -d '\r' <"$tap.out" | sed 's/^PASS /ok - /; s/^FAIL /not ok - /; s/^\(RAN\|NOTE\) /# &/
        s/^SKIP \(.*\): \(.*\)/ok - \1 # SKIP \2/; s/^SKIP /ok - skipped # SKIP /' >"$tap.lines"
    results <"$tap.lines"
    if ! grep -q '^ok' "$tap.lines" && ! grep -q '^not ok' "$tap.lines" ||
        [ $status_of_results -ne 0 ] && ! grep -q '^not ok' "$tap.lines"; then
        fail "$name_of_results" "ended with status $status_of_results"
    fi
    rm -f "$tap.out" "$tap.lines"
}

# The plan comes last: a script that ends early has none, whatever its status. Fails if anything did.
finish() {
    echo "1..$(grep -c . "$tap")"
    ! grep -q '^not' "$tap"
    status_of_all=$?
    rm -f "$tap"
    exit $status_of_all
}
