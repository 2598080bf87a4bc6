#!/bin/sh
# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
#
# Measures this CPU and records it: builds the library, on x86 for 64 and 32 bits, runs
# "blake2b-util bench --record" RUNS times [3], each for RUN_SECONDS [20], on one CPU, and puts the
# second-least of each figure into measured/NAME.csv (with RUN_MORE=1 what is on record is one run
# more). Then it writes the pages' tables and, if python3 has matplotlib, the charts. NAME is that
# of the record that this CPU has already, or made of the core's.
# Usage: tools/record.sh [NAME]
cd "$(dirname "$0")/.." || exit 1
# shellcheck source=tests/common.sh
. tests/common.sh

# On the CPU number RUN_CPU, else the last, as the first has the most to do besides.
pinned=''
[ -n "$(missing taskset)" ] || pinned="taskset -c ${RUN_CPU:-$((jobs - 1))}"

for width in '' --force-64bits --force-32bits; do
    tree=$work/tree$width
    copy_tree "$tree"
    (cd "$tree" && ./configure $width "$linux_headers") >"$work/log" 2>&1 || continue # there are compilers for one width alone
    target=$(sed -n 's/^TARGET = //p' "$tree/build/config.mk")
    if [ -e "$work/$target" ] || ! (cd "$tree" && make util) >"$work/log" 2>&1; then
        continue
    fi
    : >"$work/$target"
    run=0
    while [ $((run += 1)) -le "${RUNS:-3}" ]; do
        echo "$target, run $run of ${RUNS:-3}"
        $pinned "$tree/bin/blake2b-util" bench --csv --time "${RUN_SECONDS:-20}" --record "$work/$target.$run.csv" >/dev/null || exit 1
    done
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
    name=${name:-$(echo "$core" | tr '[:upper:]' '[:lower:]' | sed 's/ \([0-9]\)/\1/g; s/[^a-z0-9]/-/g')}
fi
if [ -n "${RUN_MORE:-}" ]; then
    set -- "measured/$name.csv" "$@"
fi
tools/tables.py --record "measured/$name.csv" "$@" && tools/tables.py || exit 1
if python3 -c 'import matplotlib' >/dev/null 2>&1; then
    tools/plot.py --record "measured/$name.csv" "measured/$name.svg" && tools/plot.py --beside measured/beside.svg measured/*.csv || exit 1
else
    echo "measured/$name.svg: not drawn: python3 has no matplotlib"
fi
echo "measured/$name.csv: $core"
