#!/bin/sh
# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
# Runs the fuzz targets with every seed and every regression, and a few hundred mutations of them,
# without a fuzzer: with any compiler, on any host.
cd "$(dirname "$0")/../.." || exit 1
# shellcheck source=tests/common.sh
. tests/common.sh

[ -z "${TEST_CANNOT_RUN-}" ] || skip_all fuzz "$TEST_CANNOT_RUN"
for program; do
    target=${program##*/fuzz-}
    target=${target%"${TEST_EXE-}"}
    set --
    for input in tests/fuzz/seeds/"$target"/* tests/fuzz/regressions/"$target"/*; do
        [ ! -f "$input" ] || set -- "$@" "$input"
    done
    # shellcheck disable=SC2086 # a command, or nothing
    results_of "fuzz/$target" ${TEST_EMULATOR-} "$program" "fuzz/$target" --random \
        "${FUZZ_RANDOM:-300}" "$@"
done
finish
