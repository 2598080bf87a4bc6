#!/bin/sh
# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
#
# "make prove": each kernel of the targets is proved, then each target's faults must be refused.
#
# Usage: tests/proof/everything.sh build|TARGET... -- TARGET_WITH_FAULTS...
#
# Prints what proof.sh does, and at the end how long it took, and the most memory that one process
# had. RECORD=1: proofs of targets that have a report in measured/proved are recorded there, where
# all is proved. Variables: as proof.sh.

set -u
cd "$(dirname "$0")/../.." || exit 1
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
status=0 begin=$(date +%s) most=0

# part ARGUMENT...: proof.sh with these, and its time
part() {
    since=$(date +%s) used=$work/used.${job-}
    # The process of the most memory, and all processes' time, as the system counts them.
    python3 -c 'import resource, subprocess, sys
status = subprocess.run(sys.argv[2:]).returncode
used = resource.getrusage(resource.RUSAGE_CHILDREN)
with open(sys.argv[1], "w") as f:
    f.write("%d %d\n" % (used.ru_maxrss, used.ru_utime + used.ru_stime))
sys.exit(status != 0)' "$used" tests/proof/proof.sh "$@" || status=1
    read -r kilobytes seconds <"$used" || kilobytes=0 seconds=0
    [ "$kilobytes" -le "$most" ] || most=$kilobytes
    echo "NOTE proof.sh $*: $(($(date +%s) - \
        since)) seconds, $seconds of a CPU; at most $((kilobytes / 1024)) MiB in a process"
}

for target; do
    [ "$target" != -- ] || break
    report=measured/proved/$target.txt
    if [ "$target" = build ]; then
        part all
    elif [ -n "${RECORD-}" ] && [ -f "$report" ]; then
        echo "NOTE proof.sh --target $target report: writes to $report.new"
        part --target "$target" report >"$report.new"
        grep -v '^#' "$report.new"
        if grep -q '^FAIL' "$report.new" || ! grep -q '^PASS' "$report.new"; then
            rm "$report.new"
        else
            sed '/^NOTE/d' "$report.new" >"$report"
            rm "$report.new"
        fi
    else
        part --target "$target" all
    fi
done
while [ "$1" != -- ]; do
    shift
done
shift
# Faults of a target take one CPU: TEST_JOBS targets at a time, or as many as there are CPUs.
jobs=${TEST_JOBS:-$(getconf _NPROCESSORS_ONLN)} job=0
while [ $job -lt "$jobs" ]; do
    (
        n=0
        for target in build "$@"; do
            [ $((n % jobs)) != $job ] || part --target "$target" faults
            n=$((n + 1))
        done
        echo "$status $most" >"$work/$job.status"
    ) >"$work/$job.log" 2>&1 &
    job=$((job + 1))
done
wait
job=0
while [ $job -lt "$jobs" ]; do
    cat "$work/$job.log"
    read -r failed kilobytes <"$work/$job.status" || failed=1 kilobytes=0
    [ "$failed" = 0 ] || status=1
    [ "$kilobytes" -le "$most" ] || most=$kilobytes
    job=$((job + 1))
done
echo "make prove took $(($(date +%s) - begin)) seconds; at most $((most / 1024)) MiB in a process"
exit $status
