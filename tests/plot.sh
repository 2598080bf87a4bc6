#!/bin/sh
# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
# tools/plot.py draws what bench measured, every implementation of it, and refuses what is no measurement.
cd "$(dirname "$0")/.." || exit 1
# shellcheck source=tests/common.sh
. tests/common.sh

# Debian's python3 has Debian's matplotlib, another python3 in PATH may not.
for python in python3 /usr/bin/python3 ''; do
    [ -z "$python" ] || $python -c 'import matplotlib' >/dev/null 2>&1 && break
done
if [ -z "$python" ]; then
    skip "plot: no python3 with matplotlib"
    exit 0
fi
bin/blake2b-util bench --csv --time 0.2 --size 128,1024 --impl generic/64 --impl generic/3264 >"$work/measured"
if ! $python tools/plot.py "$work/chart.svg" <"$work/measured" >"$work/log" 2>&1; then
    fail "plot: $(tail -n 1 "$work/log")"
elif grep -q 'generic/64' "$work/chart.svg" && grep -q 'generic/3264' "$work/chart.svg" && grep -q '</svg>' "$work/chart.svg"; then
    pass "plot: a chart of what bench measured"
else
    fail "plot: the chart does not name what was measured"
fi
if echo "no measurement" | $python tools/plot.py "$work/none.svg" >"$work/log" 2>&1 || [ -e "$work/none.svg" ]; then
    fail "plot: draws what is no measurement"
else
    pass "plot: refuses what is no measurement"
fi

# The bars are those of the records, and drawn twice they are the same file. (Another matplotlib draws the
# same words and figures in other places.)
words() {
    sed -n 's/.*<text[^>]*>\(.*\)<\/text>.*/\1/p' "$1"
}
if ! $python tools/plot.py --beside "$work/beside.svg" measured/*.csv >"$work/log" 2>&1 ||
    ! $python tools/plot.py --beside "$work/again.svg" measured/*.csv >"$work/log" 2>&1; then
    fail "plot: $(tail -n 1 "$work/log")"
elif ! cmp -s "$work/beside.svg" "$work/again.svg"; then
    fail "plot: the same bars twice are two files"
elif words "$work/beside.svg" >"$work/now" && words measured/beside.svg | cmp -s - "$work/now" && grep -q 'this library' "$work/now"; then
    pass "plot: measured/beside.svg has the figures of the records"
else
    fail "plot: measured/beside.svg has other figures than the records"
fi
exit "$failed"
