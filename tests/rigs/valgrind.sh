#!/bin/sh
# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
# The tests and the utility under valgrind's memcheck. No read is of uninitialized memory or out of
# bounds, in C or in the kernels that valgrind can run (up to AVX2). Left out are:
#
# - checkasm, which switches to a stack of its own
# - guard and kernels, whose calls pieces and fuzz make as well
# - the utility's scripts, which run many short programs
# - threads, which ThreadSanitizer checks
cd "$(dirname "$0")/../.." || exit 1
# shellcheck source=tests/common.sh
. tests/common.sh
needs_build

needs memcheck valgrind
case ${TEST_FLAGS-} in
*-fsanitize*) skip_all memcheck 'it runs no program built with sanitizers' ;;
esac
[ -z "${TEST_EMULATOR-}" ] || skip_all memcheck 'not under an emulator'

# check NAME PROGRAM [ARGUMENT]...
check() {
    name=$1
    shift
    valgrind -q --error-exitcode=99 "$@" >"$work/out" 2>"$work/err" </dev/null
    status=$?
    if [ $status -eq 0 ] && ! grep -q '^==' "$work/err"; then
        pass "valgrind/$name"
        # The RAN lines of the kernels' tests, with valgrind as the CPU.
        sed -n 's/^\(# RAN [^ ]*\) .*/\1 valgrind/p' "$work/out"
    elif grep -q 'Fatal error at startup' "$work/err" "$work/out"; then
        skip "valgrind/$name: it cannot start this program"
    else
        fail "valgrind/$name: ends with status $status"
        grep '^not ok' "$work/out" | sed 's/^/    /'
        sed 's/^/    /' "$work/err" | sed 30q
    fi
}

# Which memory is read does not depend on random tries, so each program makes few.
TEST_SAMPLE=20
export TEST_SAMPLE
for program in lengths $TEST_MEMCHECK; do
    check "$program" "build/tests/$program"
done
check 'util list' bin/blake2b-util list
check 'util sum' bin/blake2b-util sum README.md
check 'util fuzz' bin/blake2b-util fuzz --seed 1 --count 100
finish
