#!/bin/sh
# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
# tools/tables.py --check detects pages, records and reasons that disagree, and writing the pages
# again corrects them. (tests/rigs/symbols.sh checks that those of this tree agree.)
cd "$(dirname "$0")/../.." || exit 1
# shellcheck source=tests/common.sh
. tests/common.sh
if ! command -v python3 >/dev/null 2>&1; then
    skip 'tables: no python3'
    finish
fi

tree=$work/tree

fresh() {
    rm -rf "$tree"
    mkdir "$tree"
    cp -RL app doc measured tools README.md "$tree"
}

# check NAME FILE SED-COMMAND PATTERN: with FILE changed so, it fails and says something like
# PATTERN
check() {
    fresh
    sed "$3" "$2" >"$tree/$2"
    if cmp -s "$2" "$tree/$2"; then
        fail "tables/$1: the change changes nothing"
    elif python3 "$tree/tools/tables.py" --check >"$work/log" 2>&1; then
        fail "tables/$1: --check does not notice the change"
    elif ! grep -q "^tables.py: .*$4" "$work/log"; then
        fail "tables/$1: $(tail -n 1 "$work/log")"
    else
        pass "tables/$1 is found"
    fi
}

# A kernel of the table, and its name and figure in the page.
row=$(awk -f app/driver/table.awk -v kind=KERNEL -v target=X86_64 "$TABLE" | sed -n 1p)
name=$(echo "$row" | cut -f 3)

check 'a new kernel' "$TABLE" "/^BLOCKS_KERNEL(AVX2_64,/{h;s/AVX2_64/NEW_64/;s/avx2/new/g;p;g;}" \
    'should be .*new'
check 'a kernel without its row in the page' doc/performance.md "/^| \`$name\` |/d" "\`$name\`"
check 'a renamed kernel' "$TABLE" \
    "s/^\\([A-Z_]*_KERNEL([A-Z0-9_]*, *\\)$name,/\\1renamed,/" "$name: no such kernel"
check 'a figure edited in the page' doc/performance.md "/^| \`$name\` |/s/[0-9] |\$/9999 |/" 9999
check 'a figure edited in the read-me' README.md '/| one message, 8/s/| [0-9.]* |/| 9.99 |/' 9.99
check 'another figure on record' measured/zen4.csv \
    "/^X86_64,$name,serial,128,/s/,[0-9.]*,\\([a-z]*\\)\$/,1.23,\\1/" 1.23
check 'a figure on record twice' measured/zen4.csv "/^X86_64,$name,serial,8192,/p" twice
check 'a record that is none' measured/zen4.csv \
    "/^X86_64,$name,serial,8192,/s/,[0-9.]*,\\([a-z]*\\)\$/,fast,\\1/" 'no figure'
check 'another kernel is the fastest on record' measured/zen4.csv \
    '/^X86_32,avx,serial,8192,/s/,[0-9.]*,\([a-z]*\)$/,2.0,\1/' \
    'should be "PREFER(X86_32, ZEN4, avx,'
measured=${TABLE%.def}_measured.inc
check 'a plan that is not the fastest' "$measured" \
    '/^BLOCKS_PLAN(X86_64, ZEN4, CPU_AVX2, .*AVX2X4_64/s/ 3, / 9, /' \
    'should be "BLOCKS_PLAN(X86_64, ZEN4, CPU_AVX2, 3, AVX2X4_64, '
check 'a preference that was not measured' "$measured" \
    '/^PREFER(X86_64, ZEN3, /s/x86, avx,/avx, x86,/' 'should be "PREFER(X86_64, ZEN3, x86, avx,'
check 'another cost on record' measured/zen4.csv \
    '/^X86_64,avx2x8,many,8192,/s/,[0-9.]*,\([a-z]*\)$/,2.100,\1/' \
    '"BLOCKS_PLAN(X86_64, ZEN4, CPU_AVX2, 6, AVX2X8_64, avx2x8)", should be'
check 'a cost by hand of what was measured' "$TABLE" \
    '/^REFERENCE(64,/{h;s/.*/COST(X86_64, ZEN3, avx2, 9, "estimated")/;p;g;}' \
    'by hand what was measured'
check 'a preference by hand of what was measured' "$TABLE" \
    '/^REFERENCE(64,/{h;s/.*/PREFER(X86_64, ZEN3, avx2, x86, "estimated")/;p;g;}' 'by hand what'
check 'a cost of no kernel' "$TABLE" \
    '/^COST(.*, INTEL_ICELAKE, avx2x4,/s/avx2x4/avx2x3/' 'no such kernel'

# Written again, a page is unchanged.
fresh
sed "/^| \`$name\` |/d" doc/performance.md >"$tree/doc/performance.md"
if ! python3 "$tree/tools/tables.py" >"$work/log" 2>&1; then
    fail "tables/written: $(tail -n 1 "$work/log")"
elif cmp -s doc/performance.md "$tree/doc/performance.md"; then
    pass tables/written
else
    fail 'tables/written: not the page that it was'
fi
# What a new CPU's record has comes into doc/performance.md: of libblake, of others beside it, of
# other targets. Nothing of libblake comes into a table of BLAKE2b, or into README.md.
fresh
sed -n 's/^# core = .*/# core = Zen 9/; /^#/p' measured/zen5.csv >"$tree/measured/zen9.csv"
cat >>"$tree/measured/zen9.csv" <<'EOF'
target,implementation,group,bytes,cycles,cycles_per_byte,source
X86_64,blake256:x86,blake256,55,412.0,7.491,measured
X86_64,blake256:x86,blake256,8192,46694.4,5.700,measured
X86_64,blake-hash 9.9,blake256,8192,98304.0,12.000,measured
ARM64,arm64,serial,8192,49152.0,6.000,measured
EOF
# shellcheck disable=SC2016 # no commands
if ! python3 "$tree/tools/tables.py" >"$work/log" 2>&1; then
    fail "tables/libblake: $(tail -n 1 "$work/log")"
elif [ "$(grep -c '^| `x86` .*| 412 | 5.70 |$' "$tree/doc/performance.md")" != 1 ] ||
    ! grep -q '^| blake-hash 9.9 .*| | 12.00 | |$' "$tree/doc/performance.md" ||
    ! grep -q '^| `arm64` |.*| | | 6.00 |$' "$tree/doc/performance.md"; then
    fail 'tables/libblake: not in doc/performance.md'
elif grep -q 'Zen 9' "$tree/README.md"; then
    fail 'tables/libblake: in README.md'
else
    pass tables/libblake
fi
# The smallest of several runs is recorded.
fresh
echo group,implementation,bytes,cycles,cycles_per_byte >"$work/head"
{ cat "$work/head" && echo "serial,$name,8192,81920.0,10.000"; } >"$work/run1"
{ cat "$work/head" && echo "serial,$name,8192,8192.0,1.000"; } >"$work/run2"
if ! python3 "$tree/tools/tables.py" --record measured/zen4.csv X86_64 "$work/run1" "$work/run2" \
    >"$work/log" 2>&1; then
    fail "tables/recorded: $(tail -n 1 "$work/log")"
elif diff measured/zen4.csv "$tree/measured/zen4.csv" | sed -n 's/^> //p' |
    grep -q -x "X86_64,$name,serial,8192,8192.0,1.000,measured"; then
    pass tables/recorded
else
    fail 'tables/recorded: not the least'
fi
# What bench --record wrote, too: rather a figure that was not disturbed, and the head of the last
# run. run FILE DATE CYCLES SOURCE BYTES
run() {
    printf '# core = Zen 9\n# date = %s\ntarget,implementation,group,bytes,cycles,cycles_per_byte,source\n' "$2" >"$1"
    echo "X86_64,$name,serial,$5,$3.0,1.000,$4" >>"$1"
}
fresh
run "$work/run1" 1 5000 disturbed 8192
run "$work/run2" 2 8192 measured 8192
run "$work/run3" 3 77 disturbed 64
run "$work/wanted" 3 77 disturbed 64
echo "X86_64,$name,serial,8192,8192.0,1.000,measured" >>"$work/wanted"
if ! python3 "$tree/tools/tables.py" --record measured/zen9.csv "$work/run1" "$work/run2" \
    "$work/run3" >"$work/log" 2>&1; then
    fail "tables/new record: $(tail -n 1 "$work/log")"
elif cmp -s "$work/wanted" "$tree/measured/zen9.csv"; then
    pass 'tables/new record'
else
    fail "tables/new record: $(diff "$work/wanted" "$tree/measured/zen9.csv" | sed -n 2p)"
fi
sed 's/Zen 9/Zen 8/' "$work/run3" >"$work/run4"
if python3 "$tree/tools/tables.py" --record measured/zen9.csv "$work/run1" "$work/run4" \
    >"$work/log" 2>&1; then
    fail 'tables/runs of two CPUs: are one record'
else
    pass 'tables/runs of two CPUs are refused'
fi
finish
