#!/bin/sh
# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
#
# "make prove": each kernel of the targets is proved, then each target's faults must be refused.
#
# Usage: tests/proof/everything.sh build|TARGET... -- TARGET_WITH_FAULTS...
#
# Prints what proof.sh does. RECORD=1: proofs of targets that have a report in measured/proved are
# recorded there, where all is proved. Variables: as proof.sh.
set -u
cd "$(dirname "$0")/../.." || exit 1
status=0
while [ "$1" != -- ]; do
    report=measured/proved/$1.txt
    if [ "$1" = build ]; then
        tests/proof/proof.sh all || status=1
    elif [ -n "${RECORD-}" ] && [ -f "$report" ]; then
        tests/proof/proof.sh --target "$1" report >"$report.new" || status=1
        grep -v '^#' "$report.new"
        ! grep -q '^PASS' "$report.new" || grep -q '^FAIL' "$report.new" ||
            grep -v '^NOTE' "$report.new" >"$report"
        rm "$report.new"
    else
        tests/proof/proof.sh --target "$1" all || status=1
    fi
    shift
done
shift
# Faults of a target take one CPU: TEST_JOBS targets at a time, or as many as there are CPUs.
# shellcheck disable=SC2016 # the inner shell's
printf '%s\n' build "$@" | xargs -P "${TEST_JOBS:-$(getconf _NPROCESSORS_ONLN)}" -n 1 sh -c '
    said=$(tests/proof/proof.sh --target "$1" faults 2>&1)
    status=$?
    echo "$said"
    exit $status' sh || status=1
exit $status
