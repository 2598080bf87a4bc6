#!/bin/sh
# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
# The charts on record have the figures of the records, as tools/plot.py draws them.
cd "$(dirname "$0")/../.." || exit 1
# shellcheck source=tests/common.sh
. tests/common.sh
tap_prefix='plot: ' tap_shown=$work/log
[ -z "$(missing python3)" ] || skip_all "charts" "no python3"

# on_record CHART ARGUMENT...: plot.py draws this chart
on_record() {
    chart=$1
    shift
    python3 tools/plot.py "$@" >"$work/log" 2>&1 && cmp "$work/chart.svg" "$chart" >"$work/log"
    holds "$chart has the figures of the records" 'it has others' [ $? -eq 0 ]
}

on_record measured/beside.svg --beside "$work/chart.svg" measured/*.csv
for record in measured/*.csv; do
    ! grep -q '^[^,]*,[^,]*,many,8192,' "$record" ||
        on_record "${record%.csv}.svg" --record "$record" "$work/chart.svg"
done
for record in measured/*.shape; do
    on_record "${record%.shape}-shape.svg" --shape "$record" "$work/chart.svg"
done
finish
