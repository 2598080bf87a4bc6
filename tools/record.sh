#!/bin/sh
# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
#
# Measures this CPU and records it in measured/NAME.csv. NAME is that of the CPU's record, if there
# is one, or else it is derived from the name of the core.
#
# - builds the library, on x86 for 64 and 32 bits
# - runs "blake2b-util bench --record" RUNS times [3], each for RUN_SECONDS [20], on one CPU
# - records the second-least of each figure; with RUN_MORE=1 the old record counts as one more run
# - records the curves of the widest build, "bench --shape", in measured/NAME.shape
# - writes the tables of the pages, and the charts
#
# Usage: tools/record.sh [NAME]
cd "$(dirname "$0")/.." || exit 1
# shellcheck source=tests/common.sh
. tests/common.sh

# On the CPU number RUN_CPU, by default the last one: the first is the busiest.
pinned=''
[ -n "$(missing taskset)" ] || pinned="taskset -c ${RUN_CPU:-$((jobs - 1))}"

for width in '' --force-64bits --force-32bits; do
    tree=$work/tree$width
    copy_tree "$tree"
    (cd "$tree" && ./configure $width "$linux_headers") >"$work/log" 2>&1 || continue # some compilers support one width only
    target=$(sed -n 's/^TARGET = //p' "$tree/build/config.mk")
    if [ -e "$work/$target" ] || ! (cd "$tree" && make util) >"$work/log" 2>&1; then
        continue
    fi
    : >"$work/$target"
    run=0
    while [ $((run += 1)) -le "${RUNS:-3}" ]; do
        echo "$target, run $run of ${RUNS:-3}"
        $pinned "$tree/bin/blake2b-util" bench --csv --time "${RUN_SECONDS:-20}" --record \
            "$work/$target.$run.csv" >/dev/null || exit 1
        [ -n "${shaped:-}" ] || $pinned "$tree/bin/blake2b-util" bench --shape --time \
            "${RUN_SECONDS:-20}" >"$work/$run.shape" 2>/dev/null || exit 1
    done
    shaped=1
done
name=${1:-}
set -- "$work"/*.csv
if [ ! -e "$1" ]; then
    cat "$work/log"
    exit 1
fi
core=$(sed -n 's/^# core = //p' "$1")
if [ -z "$name" ]; then
    name=$(grep -l -x "# core = $core" measured/*.csv | sed -n '1s/.*\/\(.*\)\.csv/\1/p')
    name=${name:-$(echo "$core" | tr '[:upper:]' '[:lower:]' |
        sed 's/ \([0-9]\)/\1/g; s/[^a-z0-9]/-/g')}
fi
if [ -n "${RUN_MORE:-}" ]; then
    set -- "measured/$name.csv" "$@"
fi
tools/tables.py --record "measured/$name.csv" "$@" &&
    tools/tables.py --shape "measured/$name.csv" "$work"/*.shape && tools/tables.py || exit 1
tools/plot.py --record "measured/$name.csv" "measured/$name.svg" &&
    tools/plot.py --shape "measured/$name.shape" "measured/$name-shape.svg" &&
    tools/plot.py --beside measured/beside.svg measured/*.csv || exit 1
echo "measured/$name.csv: $core"
