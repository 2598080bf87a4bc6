#!/bin/sh
#
# Runs test programs, each argument a command, and sums up. A test program prints lines
#   PASS name
#   FAIL name: what went wrong
#   SKIP name: why
# and exits non-zero if anything failed. One that ends otherwise without saying what failed
# (it crashed), or that tells of no test at all, has failed itself. All are run, come what may.
#
# A test that has run a kernel, and it was right, may say where, by one more line
#   RAN kernel where
# for example "RAN avx2-64 this CPU" or "RAN neon-64 qemu: cortex-a53": the kernel as in the name of
# its file, blake2b_KERNEL.inc; where is any text, and what follows a colon and a space is listed
# together with others of the same beginning. A table of all kernels ends the report. Runs that
# are part of another one (tests/builds.sh) leave it to that one: TEST_RAN is its file of such lines.
#
# TEST_CANNOT_RUN says why no program of this build can run here, if that is so; commands with such
# a program in them are then skipped.

set -u
log=$(mktemp "${TMPDIR:-/tmp}/blake2b-tests.XXXXXX") || exit 1
own_ran=''
trap 'rm -f "$log" ${own_ran:+"$own_ran"}' EXIT
trap 'exit 1' HUP INT TERM
if [ -z "${TEST_RAN-}" ]; then
    own_ran=$log.ran
    TEST_RAN=$own_ran
    export TEST_RAN
    : >"$own_ran"
fi

# Every kernel of the table, and where it ran, if it did.
where_kernels_ran() {
    echo 'Where the kernels ran:'
    sed -n 's/^[KR][A-Z]*(.*"blake2b_\(.*\)\.inc".*/\1/p' "$(dirname "$0")/../app/extensions/blake2b/backends.def" |
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
                printf "    %-10s %s\n", $1, line == "" ? "NOT EXECUTED" : line
            }' "$TEST_RAN" -
}

passed=0 failed=0 skipped=0
for command in "$@"; do
    name=$(echo "$command" | sed 's,^.*tests/,,; s, [^ ]*/.*,,')
    case ${TEST_CANNOT_RUN:+$command} in
    *build/tests/* | *bin/*)
        echo "SKIP $name: $TEST_CANNOT_RUN" >"$log"
        status=0
        ;;
    *)
        sh -c "$command" >"$log" 2>&1 </dev/null
        status=$?
        ;;
    esac
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
    grep '^RAN ' "$log" | tr -d '\r' >>"$TEST_RAN"
    # A failure may be explained by the lines around it.
    if [ "$f" -ne 0 ]; then
        grep -v -e '^PASS ' -e '^RAN ' "$log" | sed 's/^/    /'
        [ -n "$verdict" ] && echo "    $verdict"
    else
        grep '^SKIP ' "$log" | sed 's/^/    /'
    fi
    passed=$((passed + p)) failed=$((failed + f)) skipped=$((skipped + s))
done
[ -n "$own_ran" ] && where_kernels_ran
echo "$passed passed, $failed failed, $skipped skipped"
[ "$failed" -eq 0 ]
