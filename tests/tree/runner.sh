#!/bin/sh
# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
# Does tests/run.sh report every kind of failure, and fail then? It runs programs that fail in each
# way, in a small tree with lists of its own. The same for tests/build/builds.sh, with a configure
# and a Makefile of its own, and for what the scripts share, tests/common.sh. Called from the top
# folder.
set -u
LC_ALL=C
export LC_ALL
for variable in $(env | sed -n 's/^\(TEST_[A-Z_]*\)=.*/\1/p'); do
    unset "$variable"
done
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
log=$work/log
failed=0
limit=''
! command -v timeout >/dev/null 2>&1 || limit='timeout 60'
tab=$(printf '\t')

mkdir -p "$work/tests/lists" "$work/tests/rigs" "$work/app/driver" "$work/app/extensions/a" \
    "$work/build/tests" &&
    cp -R tests/run.sh tests/common.sh "$work/tests" && mkdir "$work/tests/build" &&
    cp tests/build/builds.sh "$work/tests/build" && cp tests/rigs/family.sh "$work/tests/rigs" &&
        cp app/driver/table.awk "$work/app/driver" && cd "$work" || exit 1
# shellcheck disable=SC2016 # no command
echo '| `nothing` | Would nothing work? | |' >tests/lists/catalogue.md
: >app/extensions/a/a.def
# rows FILE [LINE]...: writes a list; of its columns, "|" stands for a tab
rows() {
    list=tests/lists/$1.txt
    shift
    printf '%s\n' "$@" | sed '/^$/d' | tr '|' '\t' >"$list"
}
# program NAME BODY
program() {
    printf '#!/bin/sh\n%s\n' "$2" >"$1" && chmod +x "$1"
}
program tests/rigs/features.sh 'echo sse2+avx2'
# reports NAME STATUS SUM PATTERN COMMAND...: run.sh ends with this status, and the report with this
# sum. A line of it matches the pattern; with ! before the pattern, none does.
reports() {
    name=$1 expected=$2 sum=$3 pattern=$4
    shift 4
    $limit sh tests/run.sh "$@" >"$log" 2>&1
    status=$?
    last=$(tail -n 1 "$log")
    wanted=0
    [ "${pattern#!}" = "$pattern" ] || wanted=1
    grep -q -e "${pattern#!}" "$log"
    found=$?
    if [ $status -eq "$expected" ] && [ "$last" = "$sum" ] && [ $found -eq $wanted ]; then
        echo "PASS runner/$name"
    else
        echo "FAIL runner/$name: status $status, expected $expected and '$sum', '$pattern'"
        sed 's/^/    /' "$log" | tail -n 20
        failed=1
    fi
}
rows costs ''
rows results ''
rows skips ''
for name in a b c d; do
    program tests/$name "echo $name >>started; echo PASS $name/1; echo PASS $name/2"
done
program tests/fails 'echo PASS fails/1; echo FAIL fails/2: wrong; exit 1'
program tests/lies 'echo PASS lies/1; echo FAIL lies/2: wrong'
program tests/breaks 'echo PASS breaks/1; exit 3'
program tests/silent 'echo passed'
program tests/killed 'echo PASS killed/1; kill -KILL $$'
program tests/waits 'echo PASS waits/1; exec sleep 20'
# shellcheck disable=SC2016 # for the program
program tests/limits '[ "$(ulimit -t)" = 77 ] && echo PASS limits'
# shellcheck disable=SC2016
program tests/plain '[ "${TEST_STRICT-}${TEST_RECORD-}" = "" ] && echo PASS plain'
program tests/skips 'echo PASS skips/1; echo SKIP skips/2: no reason'
program tests/lacks 'echo PASS lacks/1; echo SKIP lacks/2: needs a CPU with avx2+sse2'
program tests/wants 'echo PASS wants/1; echo SKIP wants/2: needs a CPU with avx2+xop'
program tests/nothing "printf 'SKIP nothing/1: no reason\r\n'"
program build/tests/here 'echo PASS here/1; echo RAN k this CPU'
program build/tests/emulated "printf 'PASS emulated/1\r\nRAN k qemu: max\r\n'"

# ---- each kind of failure ----

reports passes 0 '4 passed, 0 failed, 0 skipped' '^a: 2 passed$' tests/a tests/b
reports first-fails 1 '3 passed, 1 failed, 0 skipped' '^    FAIL fails/2: wrong$' tests/fails \
    tests/b
reports last-fails 1 '3 passed, 1 failed, 0 skipped' '^fails: 1 passed, 1 failed$' tests/b \
    tests/fails
reports status-0 1 '1 passed, 2 failed, 0 skipped' \
    'FAIL lies: tests failed, but it exited with status 0' tests/lies
reports status-3 1 '1 passed, 1 failed, 0 skipped' 'FAIL breaks: ended with status 3$' tests/breaks
reports silent 1 '0 passed, 1 failed, 0 skipped' 'FAIL silent: printed no PASS' tests/silent
reports absent 1 '0 passed, 1 failed, 0 skipped' 'FAIL absent: ended with status 127' tests/absent
# (265: ksh93)
reports killed 1 '1 passed, 1 failed, 0 skipped' 'FAIL killed: .*status \(137\|265\)' tests/killed
reports nothing 1 '0 passed, 1 failed, 0 skipped' '^FAIL: there is nothing to run'
if [ -n "$limit" ]; then
    export TEST_LIMIT=1
    reports waits 1 '1 passed, 1 failed, 0 skipped' 'FAIL waits: did not end in 1 s' tests/waits
    unset TEST_LIMIT
else
    echo 'SKIP runner/waits: no timeout'
fi
export TEST_CPU_LIMIT=77
reports limits 0 '1 passed, 0 failed, 0 skipped' '^limits: 1 passed$' tests/limits
unset TEST_CPU_LIMIT
reports skips 0 '3 passed, 0 failed, 2 skipped' '^    Would nothing work? (nothing: no reason)$' \
    tests/a tests/skips tests/nothing
export TEST_CANNOT_RUN='a cross build'
reports cannot-run 0 '2 passed, 0 failed, 1 skipped' '^    a cross build: ' tests/a build/tests/here
unset TEST_CANNOT_RUN
export TEST_ELSEWHERE='tests/fails tests/b'
reports elsewhere 0 '2 passed, 0 failed, 1 skipped' 'another build has it' tests/a 'tests/fails 5'
unset TEST_ELSEWHERE

# ---- several at once ----

rows costs '1|1|a' '9|9|c' '5|5|d' '2|2|fails'
rm -f started
export TEST_JOBS=1
reports together 1 '9 passed, 1 failed, 0 skipped' '^c: 2 passed$' tests/b --together tests/a \
    tests/fails tests/c tests/d
if [ "$(tr '\n' ' ' <started)$(sed -n 's/: [0-9] passed.*//p' "$log" | tr '\n' ' ')" = \
    'b c d a b a fails c d ' ]; then
    echo 'PASS runner/order'
else
    echo "FAIL runner/order: started: $(tr '\n' ' ' <started)"
    failed=1
fi
TEST_JOBS=2
rm started
reports two-at-once 1 '7 passed, 2 failed, 0 skipped' 'FAIL silent: printed no PASS' --together \
    tests/silent tests/a tests/c tests/fails tests/d
if [ "$(sort started | tr '\n' ' ')" = 'a c d ' ]; then
    echo 'PASS runner/once'
else
    echo "FAIL runner/once: started: $(tr '\n' ' ' <started)"
    failed=1
fi
unset TEST_JOBS

# ---- an end by a signal ----

# shellcheck disable=SC2016 # for the program
program tests/long 'echo $$ >started; exec sleep 60'
rm started
sh tests/run.sh --together tests/long >"$log" 2>&1 &
running=$!
for _ in 1 2 3 4 5 6 7 8 9 10; do
    [ -s started ] || sleep 1
done
kill $running
wait $running
for _ in 1 2 3 4 5 6 7 8 9 10; do
    ! kill -0 "$(cat started)" 2>/dev/null || sleep 1
done
if kill -0 "$(cat started)" 2>/dev/null; then
    echo "FAIL runner/signal: the command still runs"
    failed=1
else
    echo 'PASS runner/signal'
fi

# ---- what tier one does not accept ----

export TEST_STRICT=1
reports no-such-skip 1 '1 passed, 1 failed, 1 skipped' \
    '^FAIL not on the list of .*: skips: skips/2: no reason$' tests/skips
reports feature 1 '3 passed, 1 failed, 1 skipped' '^FAIL .*wants/2' tests/a tests/wants
rows skips '*|no reason$' 'wants|needs a CPU' 'lacks|needs a CPU'
reports known-skip 0 '3 passed, 0 failed, 2 skipped' '!FAIL' tests/skips tests/wants tests/plain
reports feature-here 1 '1 passed, 1 failed, 1 skipped' '^FAIL .*lacks/2: .*, which this CPU has' \
    tests/lacks
rows skips 'skips|^skips'
reports another-skip 1 '1 passed, 1 failed, 2 skipped' '^FAIL .*: nothing: nothing/1' tests/skips \
    tests/nothing
reports why-skipped 1 '1 passed, 1 failed, 2 skipped' '^    no reason: skips/2, nothing/1$' \
    tests/skips tests/nothing
rows skips 'skips|^skips/2|several'
rows results '2|a|a|-' '3|skips|skips|-' '9|a|d|-' '9|wants|wants|xop'
reports enough-results 0 '3 passed, 0 failed, 1 skipped' '!FAIL' tests/a tests/skips
rows results '3|a|a|-' '1|x|b|-' '2|*|c|-' '3|d|d|avx2'
reports too-few 1 '4 passed, 2 failed, 0 skipped' 'FAIL b: 0 results of x, at least 1 ' tests/a \
    tests/b
reports too-few-here 1 '4 passed, 1 failed, 0 skipped' 'FAIL d: 2 results of d, at least 3 ' \
    tests/c tests/d
rows results '3|*|c|-'
reports too-few-in-all 1 '2 passed, 1 failed, 0 skipped' 'FAIL c: 2 results of \*, at least 3 ' \
    tests/c
rows results ''
echo 'KERNEL(K, k, 1, X86_64, CPU_AVX2, "x86/k.inc", "nop")' >app/extensions/a/a.def
export TEST_TARGET=X86_64
reports kernel-nowhere 1 '2 passed, 2 failed, 0 skipped' '^FAIL .*NOT EXECUTED k$' tests/a
reports kernel-elsewhere 1 '1 passed, 1 failed, 0 skipped' '^FAIL .*NOT RUN ON THIS CPU k$' \
    build/tests/emulated
reports kernel-here 0 '2 passed, 0 failed, 0 skipped' '^    k  *this CPU; qemu: max$' \
    build/tests/here build/tests/emulated
sed 's/AVX2/XOP/' app/extensions/a/a.def >"$work/a.def" && cp "$work/a.def" app/extensions/a/a.def
reports kernel-unsupported 0 '1 passed, 0 failed, 0 skipped' '!FAIL' build/tests/emulated
: >app/extensions/a/a.def
unset TEST_STRICT TEST_TARGET

# ---- recording ----

echo 'It takes about 1,234 CPU seconds.' >tests/README.md
export TEST_RECORD=1
rows costs '1.5|1|fails' '7.0|1|a'
rows results '5|fails|fails|-' '5|a|a|-'
reports record 1 '4 passed, 1 failed, 0 skipped' '^fails: ' tests/a tests/fails tests/plain
if [ "$(tr '\t' ' ' <tests/lists/results.txt)" = "2 a a -
5 fails fails -
1 plain plain -" ] && [ "$(cut -f 3 tests/lists/costs.txt | tr '\n' ' ')" = 'a fails plain ' ] &&
    ! grep -q "^7.0$tab" tests/lists/costs.txt && grep -q 'about 1,234 CPU' tests/README.md; then
    echo 'PASS runner/recorded'
else
    echo "FAIL runner/recorded: $(tr '\t\n' ' ;' <tests/lists/results.txt)"
    failed=1
fi
rows costs '1|1|a'
rows results ''
export TEST_STRICT=1
program tests/rigs/features.sh 'exit 1'
reports record-all 0 '2 passed, 0 failed, 0 skipped' '^a: ' tests/a
if grep -q 'takes about 000* CPU seconds' tests/README.md; then
    echo 'PASS runner/sum'
else
    echo "FAIL runner/sum: $(cat tests/README.md)"
    failed=1
fi
unset TEST_RECORD
echo 'It takes about 1,234 CPU seconds.' >tests/README.md
reports not-recorded 0 '2 passed, 0 failed, 0 skipped' '^a: ' tests/a
if grep -q 'about 1,234 CPU' tests/README.md; then
    echo 'PASS runner/nothing-recorded'
else
    echo "FAIL runner/nothing-recorded: $(cat tests/README.md)"
    failed=1
fi
unset TEST_STRICT

# ---- builds.sh ----

cat >Makefile <<'MAKE'
all shared:
	@sh ./make-all
check:
	@sh ./make-check
MAKE
# builds NAME STATUS RESULT MAKE-ALL MAKE-CHECK: builds.sh with these commands for the two targets
builds() {
    name=$1 expected=$2 result=$3
    echo "$4" >make-all
    echo "$5" >make-check
    sh tests/build/builds.sh no-pic >"$log" 2>&1
    status=$?
    if [ $status -eq "$expected" ] && [ "$(sed -n 's/ .*//; 1p' "$log")" = "$result" ]; then
        echo "PASS runner/builds: $name"
    else
        echo "FAIL runner/builds: $name: status $status, $(sed -n 1p "$log")"
        failed=1
    fi
}
passing='echo 3 passed, 0 failed, 1 skipped'
program configure exit
if [ -n "$(. tests/common.sh && missing gcc make)" ]; then
    echo 'SKIP runner/builds: no gcc or no make'
else
    builds passes 0 PASS : "$passing"
    builds fails 1 FAIL : 'echo 3 passed, 1 failed, 1 skipped; exit 1'
    builds 'status 0' 1 FAIL : 'echo 3 passed, 1 failed, 1 skipped'
    builds 'status 1' 1 FAIL : "$passing; exit 1"
    builds 'no result' 1 FAIL : :
    builds 'nothing passed' 1 FAIL : 'echo 0 passed, 0 failed, 1 skipped'
    builds 'not built' 1 FAIL 'exit 1' "$passing"
    # Tests of kernels are left out only if the kernels of all libraries have the main build's code.
    # shellcheck disable=SC2016 # for the program, which takes the library with another kernel
    program kernels 'for library in a b; do
        mkdir -p build/lib$library
        echo "int k(void); int k(void) { return $([ $library = $1 ]; echo $?); }" |
            gcc -x c -c -o build/lib$library/k-64.o - || exit 1
    done'
    if [ -n "$(. tests/common.sh && missing objdump)" ] || ! ./kernels none; then
        echo 'SKIP runner/builds, kernels: no objdump, or gcc does not compile'
    else
        for other in none a b; do
            builds "another kernel in: $other" 0 PASS "./kernels $other" "$passing"
            if grep -q 'byte for byte' "$log"; then same=none; else same=other; fi
            case $other,$same in
            none,none | [ab],other) ;;
            *)
                echo "FAIL runner/builds, kernels, another in: $other: $(sed -n 2p "$log")"
                failed=1
                ;;
            esac
        done
    fi
    program configure 'exit 1'
    builds 'not configured' 1 FAIL : "$passing"
fi

# ---- common.sh ----

# shares NAME EXPECTED COMMAND: the output and the final value of $failed of a shell with common.sh
shares() {
    program tests/shares ". tests/common.sh
$3
echo \$failed"
    found=$(sh tests/shares 2>&1 | sed 's/:.*//' | tr '\n' ' ')
    if [ "$found" = "$2 " ]; then
        echo "PASS runner/common: $1"
    else
        echo "FAIL runner/common: $1: '$found', expected '$2'"
        failed=1
    fi
}
shares fail 'FAIL x 1' 'fail x; pass y >/dev/null'
shares pass 'PASS x 0' 'pass x'
shares missing 'no-such-tool 0' 'missing sh no-such-tool no-other-tool'
shares 'not missing' 0 'missing sh sed'
program tests/abc 'echo 123; echo between; echo name'
shares printed_abc 'PASS x 0' 'abc=123; printed_abc x tests/abc "" "nam[e]"'
shares 'printed_abc: digest' 'FAIL x 1' 'abc=124; printed_abc x tests/abc "" name'
shares 'printed_abc: name' 'FAIL x 1' 'abc=123; printed_abc x tests/abc "" other'
program tests/abc 'echo 123; echo name; exit 1'
shares 'printed_abc: status' 'FAIL x 1' 'abc=123; printed_abc x tests/abc "" name'
mkdir -p app/extensions/a/tests
printf '%s\n' '# c' 'aa 1234' 'aa 5678 name' 'bb 2345' >app/extensions/a/tests/fuzz.txt
echo '1000 cases, digests of the results: bb 2345, aa 1234' >digests
shares same_digests 'same 0' 'same_digests digests && echo same'
sed 's/1234/1235/' digests >others
shares 'same_digests: another' '1 0' 'same_digests others; echo $?'
shares 'same_digests: none' '1 0' 'same_digests Makefile; echo $?'
# shellcheck disable=SC2016 # no command
printf '## A\n1. One `x`.\n2. Two.\n## B\n1. No.\n' >CONTRIBUTING.md
shares steps 'PASS steps of '"'A' 0" 'step 1 "One x"; step 2 Two; steps_are A'
shares 'steps: one less' "FAIL steps of 'A' 1" 'step 1 One; steps_are A'
shares 'steps: one more' "FAIL steps of 'B' 1" 'step 1 No; step 2 Two; steps_are B'
shares 'steps: another' "FAIL steps of 'A' 1" 'step 1 One; step 2 Three; steps_are A'
exit $failed
