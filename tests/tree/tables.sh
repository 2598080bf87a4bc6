#!/bin/sh
# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
# tools/tables.py --check detects pages, records and reasons that disagree, and --record takes the
# right figures of several runs. (make check has it check this tree.)
cd "$(dirname "$0")/../.." || exit 1
# shellcheck source=tests/common.sh
. tests/common.sh
[ -z "$(missing python3)" ] || skip_all tables 'no python3'
tree=$work/tree

# fresh FILE SED-COMMAND: a tree in which FILE is changed so
fresh() {
    rm -rf "$tree"
    mkdir "$tree"
    cp -RL app doc measured tools README.md "$tree"
    sed "$2" "$1" >"$tree/$1"
}
# verdict NAME COMMAND...: passes if the command succeeds
verdict() {
    name=$1
    shift
    if "$@" >>"$work/log" 2>&1; then pass "$name"; else fail "$name" "$(tail -n 1 "$work/log")"; fi
}
# tables ARGUMENT...: tools/tables.py of that tree
tables() {
    python3 "$tree/tools/tables.py" "$@" >"$work/log" 2>&1 </dev/null
}

# With FILE changed so, --check fails and says something like the pattern. (NAME is a kernel, with
# its figure in the page.)
row=$(awk -f app/driver/table.awk -v kind=KERNEL -v target=X86_64 "$TABLE" | sed -n 1p)
NAME=$(echo "$row" | cut -f 3)
measured=${TABLE%.def}_measured.inc
while IFS='~' read -r name file change said; do
    case $file in TABLE) file=$TABLE ;; MEASURED) file=$measured ;; esac
    fresh "$file" "$(printf '%s\n' "$change" | sed "s/NAME/$NAME/g")"
    said="^tables.py: .*$(printf '%s\n' "$said" | sed "s/NAME/$NAME/g")"
    if cmp -s "$file" "$tree/$file"; then
        fail "tables/$name: the change changes nothing"
    elif tables --check; then
        fail "tables/$name: --check does not notice the change"
    else
        verdict "tables/$name is found" grep -q "$said" "$work/log"
    fi
done <<'CASES'
a new kernel~TABLE~/^BLOCKS_KERNEL(AVX2_64,/{h;s/AVX2_64/NEW_64/;s/avx2/new/g;p;g;}~should be .*new
a kernel without its row in the page~doc/performance.md~/^| `NAME` |/d~`NAME`
a renamed kernel~TABLE~s/^\([A-Z_]*_KERNEL([A-Z0-9_]*, *\)NAME,/\1renamed,/~NAME: no such kernel
a figure edited in the page~doc/performance.md~/^| `NAME` |/s/[0-9] |$/9999 |/~9999
a figure edited in the read-me~README.md~s/takes [0-9.]* cycles per byte/takes 9.99 cycles per byte/~9.99
another figure on record~measured/zen4.csv~/^X86_64,NAME,serial,/s/ 128:[0-9.]*/ 128:157.0/~1.23
a figure on record twice~measured/zen4.csv~/^X86_64,NAME,serial,/p~twice
a record that is none~measured/zen4.csv~/^X86_64,NAME,serial,/s/ 8192:[0-9.]*/ 8192:fast/~no figure
another kernel is the fastest on record~measured/zen4.csv~/^X86_32,avx,serial,/s/ 8192:[0-9.]*/ 8192:16384/~should be "PREFER(X86_32, ZEN4, avx,
a plan that is not the fastest~MEASURED~/^BLOCKS_PLAN(X86_64, ZEN4, CPU_AVX2, .*AVX2X4_64/s/ 3, / 9, /~should be "BLOCKS_PLAN(X86_64, ZEN4, CPU_AVX2, 3, AVX2X4_64, 
a preference that was not measured~MEASURED~/^PREFER(X86_64, ZEN3, /s/x86, avx,/avx, x86,/~should be "PREFER(X86_64, ZEN3, x86, avx,
another cost on record~measured/zen4.csv~/^X86_64,avx2x8,many,/s/ 8192:[0-9.]*/ 8192:17200/~"BLOCKS_PLAN(X86_64, ZEN4, CPU_AVX2, 6, AVX2X8_64, avx2x8)", should be
a cost by hand of what was measured~TABLE~/^REFERENCE(64,/{h;s/.*/COST(X86_64, ZEN3, avx2, 9, "estimated")/;p;g;}~by hand what was measured
a preference by hand of what was measured~TABLE~/^REFERENCE(64,/{h;s/.*/PREFER(X86_64, ZEN3, avx2, x86, "estimated")/;p;g;}~by hand what
a cost of no kernel~TABLE~/^COST(.*, UNKNOWN, avx2x8,/s/avx2x8/avx2x3/~no such kernel
CASES

# What bench --record wrote: rather a figure that was not disturbed, of these the smallest, and the
# head of the last run. run FILE DATE SOURCE CYCLES BYTES
run() {
    printf '# core = Zen 9\n# date = %s\ntarget,implementation,group,bytes,cycles,cycles_per_byte,source\n' "$2" >"$1"
    echo "X86_64,$NAME,serial,$5,$4.0,1.000,$3" >>"$1"
}
fresh README.md ''
run "$work/run1" 1 disturbed 5000 8192
run "$work/run2" 2 measured 8193 8192
run "$work/run3" 2 measured 8192 8192
run "$work/run4" 3 disturbed 77 64
printf '# core = Zen 9\n# date = 3\ntarget,implementation,group,cycles\n%s\n' \
    "X86_64,$NAME,serial,64:77.0? 8192:8192.0" >"$work/wanted"
tables --record measured/zen9.csv "$work/run1" "$work/run2" "$work/run3" "$work/run4"
verdict 'tables/new record' diff "$work/wanted" "$tree/measured/zen9.csv"
sed 's/Zen 9/Zen 8/' "$work/run4" >"$work/run5"
tables --record measured/zen9.csv "$work/run1" "$work/run5"
verdict 'tables/runs of two CPUs are refused' [ $? -ne 0 ]
finish
