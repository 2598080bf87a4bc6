#!/bin/sh
# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
# tools/plot.py draws all implementations in the output of bench, rejects input that is not a
# measurement, and the charts on record have the figures of the records.
cd "$(dirname "$0")/../.." || exit 1
# shellcheck source=tests/common.sh
. tests/common.sh
tap_prefix='plot: ' tap_shown=$work/log
[ -z "$(missing python3)" ] || skip_all "charts" "no python3"

# draws ARGUMENT...: the chart; refuses WHAT ARGUMENT...
draws() {
    rm -f "$work/chart.svg"
    python3 tools/plot.py "$@" >"$work/log" 2>&1 && grep -q '</svg>' "$work/chart.svg"
}
refuses() {
    what=$1
    shift
    if draws "$@" || [ -e "$work/chart.svg" ]; then fail "draws a chart of $what"; else pass "refuses $what"; fi
}
# on_record CHART ARGUMENT...: plot.py draws this chart
on_record() {
    chart=$1
    shift
    if draws "$@" && cmp "$work/chart.svg" "$chart" >"$work/log"; then
        pass "$chart has the figures of the records"
    else
        fail "$chart has other figures than the records"
    fi
}

bin/blake2b-util bench --csv --time 0.2 --size 128,1024 --impl generic/64 --impl generic/3264 \
    >"$work/measured"
if draws "$work/chart.svg" <"$work/measured" && grep -q 'generic/64' "$work/chart.svg" &&
    grep -q 'generic/3264' "$work/chart.svg"; then
    pass "a chart of what bench measured"
else
    fail "no chart of what bench measured"
fi
echo 'no measurement' | refuses 'what is no measurement' "$work/chart.svg"
on_record measured/beside.svg --beside "$work/chart.svg" measured/*.csv
for record in measured/*.csv; do
    if grep -q '^[^,]*,[^,]*,many,8192,' "$record"; then
        on_record "${record%.csv}.svg" --record "$record" "$work/chart.svg"
    else
        refuses "$record, which has no figures for it" --record "$record" "$work/chart.svg"
    fi
done
for record in measured/*.shape; do
    on_record "${record%.shape}-shape.svg" --shape "$record" "$work/chart.svg"
done
finish
