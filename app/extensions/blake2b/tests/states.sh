#!/bin/sh
# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
#
# states.c with ten million states, built by clang for AddressSanitizer and
# UndefinedBehaviorSanitizer, which can only instrument the C reference.
cd "$(dirname "$0")/../../../.." || exit 1
# shellcheck source=tests/common.sh
. tests/common.sh

[ -z "${TEST_CANNOT_RUN-}" ] || skip_all "states-asan: $TEST_CANNOT_RUN"
needs states-asan clang
built states-asan "$work/tree" build/tests/states CC=clang --sanitize=address,undefined || finish
cd "$work/tree" || exit 1
# stderr gets a line for each abort, so the sanitizers report to a file.
ASAN_OPTIONS=log_path=$work/report UBSAN_OPTIONS=log_path=$work/report \
    build/tests/states "${1:-10000000}" generic/64 >"$work/log" 2>&1
status=$?
sed -n 's/ok - states/ok - states-asan/p' "$work/log" | results
if [ $status -ne 0 ] && ! grep -q '^not ok - states/random' "$work/log"; then
    fail "states-asan: $(cat "$work"/report* 2>/dev/null | grep -m 1 SUMMARY ||
        echo "ended with status $status")"
fi
finish
