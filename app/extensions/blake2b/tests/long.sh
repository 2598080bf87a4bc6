#!/bin/sh
# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
# Messages of more than 2^32 bytes, with the kernels of this build and with the 32-bit kernels.
# Called by make check-nightly.
cd "$(dirname "$0")/../../../.." || exit 1
# shellcheck source=tests/common.sh
. tests/common.sh

[ -z "${TEST_CANNOT_RUN-}${TEST_EMULATOR-}" ] || skip_all long 'takes too long in an emulator'
needs long python3
set -- "build/tests/blake2b-long${TEST_EXE-}"
if [ "${TEST_TARGET-}" = X86_64 ]; then
    ! built 'long, 32 bits' "$work/tree" build/tests/blake2b-long CC=gcc "$linux_headers" \
        --force-32bits || set -- "$@" "$work/tree/build/tests/blake2b-long"
fi
results_of long "$FAMILY/tests/long.py" "$@"
finish
