#!/bin/sh
# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
#
# Runs constant-time under valgrind's memcheck.
#
# Usage: tests/rigs/constant-time.sh [program]     [build/tests/constant-time]
# Prints "PASS|FAIL|SKIP what"; exit status 1 if anything failed. What valgrind has to say is
# shown after a failure. Variable: VALGRIND.

set -u
LC_ALL=C
export LC_ALL
: "${VALGRIND:=valgrind}"
program=${1:-build/tests/constant-time}

skip() {
    echo "SKIP constant-time: $*"
    exit 0
}

case ${TEST_FLAGS-} in
*-fsanitize*) skip 'valgrind runs no program built with sanitizers' ;;
esac
command -v "${VALGRIND%% *}" >/dev/null 2>&1 || skip "$VALGRIND is not installed"
[ -z "${TEST_EMULATOR-}${TEST_CANNOT_RUN-}" ] || skip 'not under an emulator'
[ -x "$program" ] || {
    echo "FAIL constant-time: there is no $program"
    exit 1
}

tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT
trap 'exit 1' HUP INT TERM

# The control makes errors on purpose; the program counts them itself.
$VALGRIND --error-limit=no --num-callers=6 --log-file="$tmp/log" "$program" >"$tmp/out" 2>&1
status=$?
cat "$tmp/out"
if ! grep -q '^\(PASS\|FAIL\|SKIP\) ' "$tmp/out"; then
    # For example 32-bit programs without the debugging symbols of their C library.
    if grep -q 'Fatal error at startup' "$tmp/log" "$tmp/out"; then
        skip "valgrind cannot start this program: $(sed \
            -n 's/^==[0-9]*== *//; s/^valgrind:  *//; /symbol/p' "$tmp/log" "$tmp/out" | sed -n 1p)"
    fi
    echo "FAIL constant-time: ended with status $status"
    status=1
fi
[ $status = 0 ] || sed -n '1,60p' "$tmp/log"
exit $status
