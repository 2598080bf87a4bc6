#!/bin/sh
# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
# Messages of more than 2^32 bytes, with the kernels of this build and with the 32-bit kernels.
# Called by make check-nightly.
cd "$(dirname "$0")/../../../.." || exit 1
# shellcheck source=tests/common.sh
. tests/common.sh

if [ -n "${TEST_CANNOT_RUN-}${TEST_EMULATOR-}" ]; then
    skip 'long: takes too long in an emulator'
    finish
fi
tool=$(missing python3)
[ -z "$tool" ] || skip_all "long: no $tool"
set -- "build/tests/blake2b-long${TEST_EXE-}"
if [ "${TEST_TARGET-}" = X86_64 ]; then
    dir=$work/tree
    copy_tree "$dir"
    if ! (cd "$dir" && ./configure CC=gcc "$linux_headers" --force-32bits) >"$work/log" 2>&1; then
        skip "long, 32 bits: $(first_error "$work/log")"
    elif ! (cd "$dir" && make -j"$jobs" build/tests/blake2b-long) >"$work/log" 2>&1; then
        fail "long, 32 bits: does not build: $(first_error "$work/log")"
    else
        set -- "$@" "$dir/build/tests/blake2b-long"
    fi
fi
results_of long "$FAMILY/tests/long.py" "$@"
finish
