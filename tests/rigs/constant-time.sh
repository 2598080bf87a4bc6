#!/bin/sh
# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
#
# Runs constant-time under valgrind's memcheck.
#
# Usage: tests/rigs/constant-time.sh [program]     [build/tests/constant-time]
# What valgrind has to say is shown after a failure. Variable: VALGRIND.

# shellcheck source=tests/tap.sh
. tests/tap.sh
: "${VALGRIND:=valgrind}"
program=${1:-build/tests/constant-time}

case ${TEST_FLAGS-} in
*-fsanitize*) skip_all 'constant-time: valgrind runs no program built with sanitizers' ;;
esac
command -v "${VALGRIND%% *}" >/dev/null 2>&1 || skip_all "constant-time: $VALGRIND is not installed"
[ -z "${TEST_EMULATOR-}${TEST_CANNOT_RUN-}" ] || skip_all 'constant-time: not under an emulator'
[ -x "$program" ] || {
    fail "constant-time: there is no $program"
    finish
}

tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT
trap 'exit 1' HUP INT TERM

# The control makes errors on purpose; the program counts them itself.
$VALGRIND --error-limit=no --num-callers=6 --log-file="$tmp/log" "$program" >"$tmp/out" 2>&1
status=$?
# For example 32-bit programs without the debugging symbols of their C library.
if ! grep -q '^ok' "$tmp/out" && grep -q 'Fatal error at startup' "$tmp/log" "$tmp/out"; then
    skip_all "constant-time: valgrind cannot start this program: $(sed \
        -n 's/^==[0-9]*== *//; s/^valgrind:  *//; /symbol/p' "$tmp/log" "$tmp/out" | sed -n 1p)"
fi
# shellcheck disable=SC2016
results_of constant-time sh -c 'cat "$1"; exit $2' sh "$tmp/out" $status
[ $status = 0 ] || sed -n '1,60p' "$tmp/log"
finish
