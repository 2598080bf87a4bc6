#!/bin/sh
#
# Runs test programs, each argument a command, and sums up. A test program prints lines
#   PASS name
#   FAIL name: what went wrong
#   SKIP name: why
# and exits non-zero if anything failed. One that ends otherwise without saying what failed
# (it crashed), or that tells of no test at all, has failed itself. All are run, come what may.

set -u
log=$(mktemp "${TMPDIR:-/tmp}/blake2b-tests.XXXXXX") || exit 1
trap 'rm -f "$log"' EXIT
trap 'exit 1' HUP INT TERM

passed=0 failed=0 skipped=0
for command in "$@"; do
    name=$(echo "$command" | sed 's,^.*tests/,,; s, [^ ]*/.*,,')
    sh -c "$command" >"$log" 2>&1 </dev/null
    status=$?
    p=$(grep -c '^PASS ' "$log") f=$(grep -c '^FAIL ' "$log") s=$(grep -c '^SKIP ' "$log")
    verdict=''
    if [ $status -ne 0 ] && [ "$f" -eq 0 ]; then
        verdict="FAIL $name: ended with status $status"
    elif [ $status -eq 0 ] && [ "$f" -ne 0 ]; then
        verdict="FAIL $name: tests failed, and it exits with 0"
    elif [ $((p + f + s)) -eq 0 ]; then
        verdict="FAIL $name: says nothing of any test"
    fi
    [ -n "$verdict" ] && f=$((f + 1))
    echo "$name: $p passed${f:+, $f failed}, $s skipped" | sed 's/, 0 [a-z]*//g'
    # A failure may be explained by the lines around it.
    if [ "$f" -ne 0 ]; then
        grep -v '^PASS ' "$log" | sed 's/^/    /'
        [ -n "$verdict" ] && echo "    $verdict"
    else
        grep '^SKIP ' "$log" | sed 's/^/    /'
    fi
    passed=$((passed + p)) failed=$((failed + f)) skipped=$((skipped + s))
done
echo "$passed passed, $failed failed, $skipped skipped"
[ "$failed" -eq 0 ]
