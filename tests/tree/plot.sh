#!/bin/sh
# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
# tools/plot.py draws all implementations in the output of bench, and rejects input that is not a
# measurement.
cd "$(dirname "$0")/../.." || exit 1
# shellcheck source=tests/common.sh
. tests/common.sh

# Debian's python3 has Debian's matplotlib, another python3 in PATH may not.
for python in python3 /usr/bin/python3 ''; do
    [ -z "$python" ] || $python -c 'import matplotlib' >/dev/null 2>&1 && break
done
if [ -z "$python" ]; then
    skip "plot: no python3 with matplotlib"
    finish
fi
bin/blake2b-util bench --csv --time 0.2 --size 128,1024 --impl generic/64 --impl generic/3264 \
    >"$work/measured"
if ! $python tools/plot.py "$work/chart.svg" <"$work/measured" >"$work/log" 2>&1; then
    fail "plot: $(tail -n 1 "$work/log")"
elif grep -q 'generic/64' "$work/chart.svg" && grep -q 'generic/3264' "$work/chart.svg" &&
    grep -q '</svg>' "$work/chart.svg"; then
    pass "plot: a chart of what bench measured"
else
    fail "plot: the chart does not name what was measured"
fi
if echo "no measurement" | $python tools/plot.py "$work/none.svg" >"$work/log" 2>&1 ||
    [ -e "$work/none.svg" ]; then
    fail "plot: draws a chart from input without measurements"
else
    pass "plot: refuses what is no measurement"
fi

# The charts on record have the figures of the records, and drawing them twice gives the same file.
# (Another version of matplotlib draws the same words and figures at other positions.)
words() {
    sed -n 's/.*<text[^>]*>\(.*\)<\/text>.*/\1/p' "$1"
}
# on_record CHART ARGUMENT...: compares the chart with what plot.py draws with these arguments
on_record() {
    chart=$1 figure='[0-9]\.[0-9][0-9]$'
    [ "$2" != --shape ] || figure=': [0-9][0-9]*)$'
    shift
    for again in now again; do
        if [ "$1" = --beside ]; then
            $python tools/plot.py --beside "$work/$again.svg" measured/*.csv >"$work/log" 2>&1
        else
            $python tools/plot.py "$@" "$work/$again.svg" >"$work/log" 2>&1
        fi || {
            fail "plot: $(tail -n 1 "$work/log")"
            return
        }
    done
    words "$work/now.svg" >"$work/words"
    if ! cmp -s "$work/now.svg" "$work/again.svg"; then
        fail "plot: $chart drawn twice gives different files"
    elif ! words "$chart" | cmp -s - "$work/words" || ! grep -q "$figure" "$work/words"; then
        fail "plot: $chart has other figures than the records"
    else
        pass "plot: $chart has the figures of the records"
    fi
}
on_record measured/beside.svg --beside
for record in measured/*.csv; do
    if grep -q '^[^,]*,[^,]*,many,8192,' "$record"; then
        on_record "${record%.csv}.svg" --record "$record"
    elif $python tools/plot.py --record "$record" "$work/none.svg" >"$work/log" 2>&1 ||
        [ -e "$work/none.svg" ]; then
        fail "plot: draws a chart of $record, which has no figures for it"
    fi
done
for record in measured/*.shape; do
    on_record "${record%.shape}-shape.svg" --shape "$record"
done
finish
