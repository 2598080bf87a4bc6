#!/bin/sh
# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
#
# The utility's usage, list, bench and fuzz; sum has its own tests. Usage: commands.sh UTIL [TOP].


# shellcheck disable=SC2317 # check calls some functions
# shellcheck source=tests/tap.sh
. tests/tap.sh
[ $# -ge 1 ] || {
    echo "usage: commands.sh UTIL [TOP]" >&2
    exit 2
}
util=$1
top=${2:-$(dirname -- "$0")/../..}
tmp=$(mktemp -d) || exit 2
trap 'rm -rf "$tmp"' EXIT
trap 'exit 1' HUP INT TERM

# run ARGUMENT...: status, and what was written in $tmp/out and $tmp/err (no carriage returns) A
# call takes seconds at most. A call that hangs is killed, which ends the tests.
# shellcheck disable=SC3045 # every sh has -t
ulimit -t 30
raw=${TEST_EXE:+.raw} # a program for Windows writes carriage returns
run() {
    "$util" "$@" >"$tmp/out$raw" 2>"$tmp/err$raw" </dev/null
    status=$?
    if [ $status -gt 128 ]; then
        fail "blake2b-util $*" "hangs or crashes: status $status"
        finish
    fi
    if [ -n "$raw" ]; then
        tr -d '\r' <"$tmp/out$raw" >"$tmp/out"
        tr -d '\r' <"$tmp/err$raw" >"$tmp/err"
    fi
}

# check NAME CONDITION...: passes if test(1) succeeds
check() {
    name=$1
    shift
    if "$@"; then
        pass "$name"
    else
        fail "$name" "status $status, stdout '$(sed -n 1p "$tmp/out")', stderr '$(sed -n 1p \
            "$tmp/err")'"
    fi
}

# Bad usage: exit 2, nothing on stdout, something on stderr.
bad_usage() {
    [ "$status" -eq 2 ] && [ ! -s "$tmp/out" ] && [ -s "$tmp/err" ]
}

# Help: exit 0, usage on stdout, nothing on stderr.
good_help() {
    [ "$status" -eq 0 ] && [ ! -s "$tmp/err" ] && grep -q '^Usage: ' "$tmp/out"
}

good() {
    [ "$status" -eq 0 ] && [ ! -s "$tmp/err" ]
}

# ---- usage ----

run
check 'no arguments: usage on stderr, exit 2' bad_usage
run --help
check '--help' good_help
for command in bench fuzz list; do
    run $command --help
    check "$command --help" good_help
    grep -q "blake2b-util $command " "$tmp/out" || fail "$command --help" \
        'does not name this command'
    run $command --no-such-option
    check "$command: unknown option" bad_usage
    run $command no-such-argument
    check "$command: unexpected argument" bad_usage
done
run help
check 'help' good_help
run --help
cp "$tmp/out" "$tmp/help"
run help
check 'help is --help' cmp -s "$tmp/help" "$tmp/out"
for command in sum bench fuzz list; do
    run $command --help
    cp "$tmp/out" "$tmp/help"
    run help $command
    check "help $command" good_help
    check "help $command is $command --help" cmp -s "$tmp/help" "$tmp/out"
done
run help no-such-command
check 'help: unknown command' bad_usage
run help sum list
check 'help: two commands' bad_usage
run no-such-command
check 'unknown command' bad_usage
# The second family has the reference generic/32, and not generic/64.
other=$(sed -n '3s/^FAMILY(\(.*\))$/\1/p' build/families.h)
for arguments in 'bench --size 0' 'bench --size 1,,2' 'bench --size 1x' 'bench --size' \
    'bench --time 0' 'bench --time -1' 'bench --time x' 'bench --group no-such' \
    'bench --impl no-such' 'fuzz --seed -1' 'fuzz --seed 1x' 'fuzz --count 0' 'fuzz --seconds x' \
    'fuzz --impl no-such' 'fuzz --seed 18446744073709551616' 'list --csv=1' 'list --lanes' \
    'list --others' "bench --group $other --impl generic/64 --size 1" \
    'bench --group many --impl generic/64 --size 1' \
    'bench --group serial --impl automatic --size 1' \
    "bench --group serial --impl generic/64 --impl $other:generic/32 --size 1" \
    "fuzz --impl $other:generic/64 --count 1"; do
    # shellcheck disable=SC2086
    run $arguments
    check "bad usage: $arguments" bad_usage
done

run --version
read -r version <"$top/app/VERSION"
check '--version is that of app/VERSION' [ "$status $(cat "$tmp/out")" = "0 blake2b-util $version" ]

# ---- list ----

run list
check 'list' good
run list --csv
check 'list --csv' good
# Names of the first family have no colon.
grep -v : "$tmp/out" >"$tmp/list"
grep : "$tmp/out" >"$tmp/others"
used=$(sed -n 's/^\(.*\),.*,used$/\1/p' "$tmp/list")
runnable=$(sed -n -e 's/^\(.*\),.*,used$/\1/p' -e 's/^\(.*\),.*,ok$/\1/p' "$tmp/list")
check 'list --csv: header' [ "$(sed -n 1p "$tmp/list")" = implementation,needs,state ]
check 'list --csv: form of the rows' \
    [ "$(sed 1d "$tmp/list" | grep -c -v -E \
    '^[a-z0-9]+(/[0-9]+)?,[a-z0-9.+]+,(used|ok|unsupported|failed)$')" -eq 0 ]
check 'list --csv: no name twice' [ -z "$(sed '1d;s/,.*//' "$tmp/list" | sort | uniq -d)" ]
check 'list --csv: exactly one is used' [ "$(grep -c ',used$' "$tmp/list")" -eq 1 ]
check 'list --csv: form of the rows of other families' \
    [ "$(grep -c -v -E '^[a-z0-9]+:[a-z0-9]+(/[0-9]+)?,[a-z0-9.+]+,(used|ok|unsupported|failed)$' \
    "$tmp/others")" -eq 0 ]
check 'list --csv: one is used of each' \
    [ "$(sed -n 's/:.*,used$//p' "$tmp/others" | tr '\n' ' ')" = \
    "$(sed 's/:.*//' "$tmp/others" | uniq | tr '\n' ' ')" ]
check 'list --csv: nothing failed' [ "$(grep -c ',failed$' "$tmp/out")" -eq 0 ]
check 'list --csv: the reference of the tests is there' grep -q '^generic/64,none,' "$tmp/list"
run list
check 'list says which is used, and why' grep -q -e "^$used is used: [a-z]* choice for " \
    -e "^$used is used: the first of" "$tmp/out"
cpu=$(sed -n 's/^CPU family: *//p' "$tmp/out")
# Exactly the CPU features that Linux reports. (tcc's builds do not query any.)
features=$(sed -n 's/^CPU features: *//p' "$tmp/out")
case ${TEST_EMULATOR:+emulated}${TEST_CC-} in
emulated* | *tcc*) reported='' ;;
*) reported=$("$top/tests/rigs/features.sh") ;;
esac
if [ -n "$reported" ]; then
    check "list: CPU features are those of /proc/cpuinfo ($reported): $features" [ "$features" = \
        "$reported" ]
else
    skip 'list: CPU features are those of /proc/cpuinfo' 'not an x86 CPU under Linux'
fi
check 'list shows as many as list --csv' \
    [ "$(sed '1,/^implementation/d;/^$/,$d' "$tmp/out" | grep -c .)" -eq \
    "$(sed 1d "$tmp/list" | grep -c .)" ]
# shellcheck disable=SC2016 # awk's
check 'list: states stand in one column, whatever the length of a name' \
    [ "$(awk '$2 ~ /^(state|used|ok|unsupported|failed)$/ { n = length($0); sub(/^[^ ]* */, ""); print n - length($0) }' "$tmp/out" | sort -u | wc -l)" -eq 1 ]
run list
check 'list tells of several messages' grep -q -i 'several messages at once' "$tmp/out"
run list --csv --lanes
check 'list --csv --lanes' good
grep -v : "$tmp/out" >"$tmp/lanes"
check 'list --csv --lanes: form of the rows of other families' \
    [ "$(grep : "$tmp/out" | grep -c -v -E \
    '^[a-z0-9]+:[a-z0-9]+x[0-9]+[a-z]*,[0-9]+,[a-z0-9.+]+,(used|ok|unsupported)$')" -eq 0 ]
run list --csv --others
check 'list --csv --others' good
check 'list --csv --others: one is used of each call' \
    [ "$(grep -v '_many,' "$tmp/out" | sed -n 's/,.*,used$//p')" = \
    "$(grep -v '_many,' "$tmp/out" | sed '1d; s/,.*//' | uniq)" ]
check 'list --csv --lanes: header' [ "$(sed -n 1p "$tmp/lanes")" = \
    implementation,lanes,needs,state ]
check 'list --csv --lanes: form of the rows' \
    [ "$(sed 1d "$tmp/lanes" |
    grep -c -v -E '^[a-z0-9]+x[0-9]+[a-z]*,[0-9]+,[a-z0-9.+]+,(used|ok|unsupported)$')" -eq 0 ]
check 'list --csv --lanes: one used for each number' \
    [ -z "$(sed -n 's/^[^,]*,\([0-9]*\),.*,used$/\1/p' "$tmp/lanes" | uniq -d)" ]
lanes=$(sed -n -e 's/^\(.*\),[0-9]*,[^,]*,used$/\1/p' -e 's/^\(.*\),[0-9]*,[^,]*,ok$/\1/p' \
    "$tmp/lanes")
run list --tune
if grep -q 'no clock' "$tmp/err"; then
    check 'list --tune: no clock' [ "$status" -eq 1 ]
else
    check 'list --tune' good
    check 'list --tune says what was measured, of each family' \
        [ "$(grep -c ' is used: measured now' "$tmp/out")" -eq \
        "$((1 + $(cut -d: -f1 "$tmp/others" | uniq | grep -c .)))" ]
    check 'list --tune gives no other reason' \
        [ "$(grep -c -e ' choice for ' -e 'the first of these' "$tmp/out")" -eq 0 ]
    run list --csv --tune
    check 'list --csv --tune: exactly one is used' [ "$(grep -v : "$tmp/out" | grep -c ',used$')" \
        -eq 1 ]
fi
unsupported=$(sed -n 's/^\(.*\),.*,unsupported$/\1/p' "$tmp/list" | sed -n 1p)
if [ -n "$unsupported" ]; then
    run bench --impl "$unsupported"
    check "bench --impl $unsupported, which this CPU cannot run" bad_usage
    run fuzz --count 1 --impl "$unsupported"
    check "fuzz --impl $unsupported, which this CPU cannot run" bad_usage
else
    skip 'an implementation that this CPU cannot run' 'there is none in this build'
fi

# ---- bench ----

header=group,implementation,bytes,cycles,cycles_per_byte
run bench --csv --group serial --size 1,128 --size 1000 --time 0.05
check 'bench --csv' good
check 'bench --csv: header' [ "$(sed -n 1p "$tmp/out")" = $header ]
for bytes in 1 128 1000; do
    for name in $runnable; do
        echo "serial,$name,$bytes"
    done
done >"$tmp/expected"
sed 1d "$tmp/out" | cut -d, -f1-3 >"$tmp/got"
check 'bench --csv: a row for each size and implementation' cmp -s "$tmp/expected" "$tmp/got"
# shellcheck disable=SC2016 # $4 is awk's
check 'bench --csv: positive figures, per call = bytes times per byte' awk -F, '
    NR > 1 && !($4 > 0 && $5 > 0 && $4 / $3 - $5 < 0.1 && $5 - $4 / $3 < 0.1) { bad = 1 }
    END { exit bad || NR < 2 }' "$tmp/out"
run bench --csv --group pieces --group hash --group stream --size 100 --time 0.05
for group in hash stream pieces; do
    for name in $runnable; do
        echo "$group,$name,100"
    done
done >"$tmp/expected"
sed 1d "$tmp/out" | cut -d, -f1-3 >"$tmp/got"
check 'bench: hash, stream, pieces: a row for each implementation' cmp -s "$tmp/expected" "$tmp/got"
# shellcheck disable=SC2016 # $4 is awk's
check 'bench --group pieces: cycles per byte of the message, whatever the pieces' awk -F, '
    $1 == "pieces" && !($4 / 1024 - $5 < 0.1 && $5 - $4 / 1024 < 0.1) { bad = 1 } END { exit bad }' "$tmp/out"
run bench --csv --group xof --group many --group parallel --size 100,1000 --time 0.15
check "bench: many, parallel, xof" good
for group in many parallel xof; do
    for bytes in 100 1000; do
        for name in automatic $lanes one-by-one; do
            echo "$group,$name,$bytes"
        done
    done
done >"$tmp/expected"
sed 1d "$tmp/out" | cut -d, -f1-3 >"$tmp/got"
check "bench: many, parallel, xof: a row for each size and implementation" cmp -s "$tmp/expected" \
    "$tmp/got"
# Every other one by its name, then the rest: where names begin alike, only one of two is named.
odd='' even=''
for name in automatic $lanes one-by-one; do
    even="$even $name"
    swap=$odd odd=$even even=$swap
done
for names in "$odd" "$even"; do
    # shellcheck disable=SC2046,SC2086 # lists
    run bench --csv --size=200 --time=0.04 $(printf ' --impl %s' $names)
    for group in many counts prefix parallel xof; do
        for name in $names; do
            echo "$group,$name,200"
        done
    done >"$tmp/expected"
    sed 1d "$tmp/out" | cut -d, -f1-3 >"$tmp/got"
    check "bench --impl$names: five groups" good
    check "bench --impl$names: their rows" cmp -s "$tmp/expected" "$tmp/got"
done
run bench --csv --time 0.05
groups=$(sed '1d;s/,.*//' "$tmp/out" | uniq | tr '\n' ' ')
run bench --help
check 'bench: all groups, those of its help' [ "$(echo "$groups" | tr ' ' '\n' | grep . | sort)" = \
    "$(sed -n -e 's/^ \{20\}\([a-z0-9-]*\)  .*/\1/p' "$tmp/out" | sort)" ]
check 'bench: those of this library first' \
    [ "${groups#serial hash stream pieces cold many counts prefix parallel xof rounds }" != \
    "$groups" ]
run bench --shape --time 0.05
check 'bench --shape: lengths from 0 to 1100, 1 to 100 messages' \
    [ "$status,$(sed -n -e 1p -e 2p -e 1102p -e 1103p -e '$p' "$tmp/out" |
    sed 's/^\([a-z]*,[0-9]*\),.*/\1/; s/^curve,.*/curve/' |
        tr '\n' ' ')" = '0,curve length,0 length,1100 messages,1 messages,100 ' ]
# (What is expected follows from two of the figures. It can be less than 0 if one was disturbed.)
check 'bench --shape: positive figures' \
    [ "$(awk -F, 'NR > 1 && !($3 > 0 && $4 ~ /^-?[0-9]+[.][0-9]$/)' "$tmp/out" | wc -l)" -eq 0 ]
check 'bench --shape: as many points above as it says' \
    [ "$(grep -c 'above$' "$tmp/out") of 1201" = \
    "$(sed -n 's/^\([0-9]* of 1201\) points.*/\1/p' "$tmp/err")" ]
run list --csv --others
rounds='' # of the function there is no reference but the library's own
! grep -q '_compress,generic/64,' "$tmp/out" || rounds='rounds,generic/64,64 '
run bench --csv --impl generic/64 --size=64 --time=0.01
check 'bench --impl: one row a group' \
    [ "$status,$(sed '1d;s/,[^,]*,[^,]*$//' "$tmp/out" | tr '\n' ' ')" = \
    "0,serial,generic/64,64 hash,generic/64,64 stream,generic/64,64 pieces,generic/64,64 cold,generic/64,64 $rounds" ]
run bench --group serial --size 64 --time 0.02
check 'bench: the table' good
check 'bench: the table marks one as fastest' [ "$(grep -c ' fastest' "$tmp/out")" -eq 1 ]
run bench --json --group serial --size 64,200 --time 0.02
check 'bench --json' good
if command -v python3 >/dev/null 2>&1; then
    # shellcheck disable=SC2086
    check 'bench --json: parsed by Python, all rows there' python3 -c '
import json, sys
report = json.load(open(sys.argv[1]))
rows = [(r["bytes"], r["implementation"]) for r in report["results"]]
assert rows == [(n, name) for n in (64, 200) for name in sys.argv[2:]], rows
assert all(r["group"] == "serial" and r[report["unit"]] > 0 for r in report["results"])
assert sum(r["fastest"] for r in report["results"]) == 2' "$tmp/out" $runnable
else
    skip 'bench --json: parsed' 'no python3'
fi

# A record: the description of the machine, then the rows of --csv with target and source.
record() {
    run bench --csv --size 200 --time 0.02 --impl generic/64 --impl one-by-one --record "$@"
}
SOURCE_DATE_EPOCH=86400
export SOURCE_DATE_EPOCH
record "$tmp/record"
if grep -q 'no record: the unit is ns' "$tmp/err"; then
    skip 'bench --record' 'no clock of the core'
else
    check 'bench --record' good
    check 'bench --record: all that the head has' \
        [ "$(sed -n 's/^# \([a-z]*\) = ..*/\1/p' "$tmp/record" | tr '\n' ' ')" = \
        'core cpu clock system compiler version date dropped how ' ]
    core=${cpu#* }
    [ "$cpu" != unknown ] || core='not known'
    check 'bench --record: the core is the family without its vendor' \
        [ "$(sed -n 's/^# core = //p' "$tmp/record")" = "$core" ]
    # Linux has the same figures, with single spaces in the name.
    model=$(awk -F ': *' '
        /^cpu family/ { family = $2 }
        /^model[ \t]*:/ { number = $2 }
        /^model name/ { name = $2; gsub(/ +/, " ", name); sub(/ $/, "", name) }
        /^stepping/ { print name ", family " family ", model " number ", stepping " $2; exit }' \
            /proc/cpuinfo 2>/dev/null)
    [ -z "$model" ] || [ -n "${TEST_EMULATOR-}" ] ||
        check 'bench --record: the CPU is that of /proc/cpuinfo' \
            [ "$(sed -n 's/^# cpu = //p' "$tmp/record" | sed 's/, virtual$//' | tr -s ' ')" = \
            "$model" ]
    check 'bench --record: the date is that of SOURCE_DATE_EPOCH' grep -q -x '# date = 1970-01-02' \
        "$tmp/record"
    check 'bench --record: names of the columns' \
        [ "$(sed -n 10p "$tmp/record")" = \
        target,implementation,group,bytes,cycles,cycles_per_byte,source ]
    sed '1d;s/^\([^,]*\),\([^,]*\),/\2,\1,/' "$tmp/out" >"$tmp/expected"
    sed '1,10d' "$tmp/record" | sed -n -e 's/^[A-Za-z0-9_]*,\(.*\),measured$/\1/p' \
        -e 's/^[A-Za-z0-9_]*,\(.*\),disturbed$/\1/p' >"$tmp/got"
    check 'bench --record: rows of all groups' cmp -s "$tmp/expected" "$tmp/got"
    check 'bench --record: as many as --csv prints' [ "$(wc -l <"$tmp/record")" -eq \
        $(($(wc -l <"$tmp/out") + 9)) ]
    cp "$tmp/record" "$tmp/before"
    record "$tmp/record"
    check 'bench --record: not a file that is there' \
        [ "$status,$(grep -c 'without --force' "$tmp/err")" = 1,1 ]
    check 'bench --record: it stays' cmp -s "$tmp/record" "$tmp/before"
    SOURCE_DATE_EPOCH=0
    record "$tmp/record" --force
    check 'bench --record --force' good
    check 'bench --record --force: it is replaced' grep -q -x '# date = 1970-01-01' "$tmp/record"
    record "$tmp/no-such-folder/record"
    check 'bench --record: cannot be written' \
        [ "$status,$(sed -n 1p "$tmp/out"),$(grep -c 'cannot write' "$tmp/err")" = 1,,1 ]
    check 'bench --record leaves nothing else' [ "$(find "$tmp" -name '*.new' | wc -l)" -eq 0 ]
    if [ -w /dev/full ] && ln -s /dev/full "$tmp/link.new" 2>/dev/null; then
        record "$tmp/link"
        check 'bench --record: not through a link' good
        check 'bench --record: not through a link, a file' [ -f "$tmp/link" ]
    fi
fi
unset SOURCE_DATE_EPOCH

# ---- fuzz ----

run fuzz --seed 18446744073709551615 --count 1
check 'fuzz: the largest seed' good
run fuzz --seed 0x2a --count 50
check 'fuzz' good
cp "$tmp/out" "$tmp/first"
check 'fuzz prints the seed' grep -q '^seed: 0x000000000000002a$' "$tmp/first"
run fuzz --seed 42 --count 50
check 'fuzz: the same seed gives the same' cmp -s "$tmp/first" "$tmp/out"
run fuzz --seed 43 --count 50
check 'fuzz: another seed gives something else' [ "$(tail -n 1 "$tmp/first")" != \
    "$(tail -n 1 "$tmp/out")" ]
# The digests of all results are the same on every machine and in every build. Extensions record
# theirs.
cat "$top"/app/extensions/*/tests/fuzz.txt >"$tmp/pinned"
# (One run of all of them is enough for the lines that name no implementation.)
run fuzz --seed 1 --count 1000
cp "$tmp/out" "$tmp/all"
while read -r family digest implementation; do
    [ "$family" != '#' ] || continue
    if [ -n "$implementation" ]; then
        run fuzz --seed 1 --count 1000 --impl "$implementation"
    else
        cp "$tmp/all" "$tmp/out"
    fi
    check "fuzz: seed 1 gives the same on all machines: $family${implementation:+, $implementation}" \
        grep -q "^1000 .* digests of the results: .*$family $digest" "$tmp/out"
done <"$tmp/pinned"
check 'fuzz: digests of extensions are found' grep -q '^[a-z]' "$tmp/pinned"
run fuzz --count 1 --impl generic/64
cp "$tmp/out" "$tmp/first"
check 'fuzz --impl' grep -q '^implementations: generic/64$' "$tmp/out"
for name in $lanes; do
    run fuzz --count 20 --impl "$name"
    check "fuzz --impl $name" [ "$status,$(sed -n 2p "$tmp/out")" = "0,implementations: $name" ]
done
run fuzz --count 1
check 'fuzz: without --seed, one that nobody knows' [ "$(sed -n 1p "$tmp/first")" != \
    "$(sed -n 1p "$tmp/out")" ]
run fuzz --seconds 0.2
check 'fuzz --seconds ends' good

# ---- output that cannot be written ----

for arguments in --help --version list 'list --csv' 'list --help' 'bench --size 1 --time 0.01' \
    'bench --csv --size 1 --time 0.01' 'fuzz --count 1'; do
    name="full output device: $arguments"
    if [ -w /dev/full ]; then
        # shellcheck disable=SC2086
        "$util" $arguments >/dev/full 2>"$tmp/err"
        status=$?
        : >"$tmp/out"
        check "$name" [ "$status,$(grep -c 'cannot write' "$tmp/err")" = 1,1 ]
    else
        skip "$name" 'no /dev/full'
    fi
done

# The messages themselves.
if [ -w /dev/full ]; then
    : >"$tmp/err"
    for arguments in '' no-such-command 'list --no-such-option' 'bench --group no-such' \
        'fuzz --seed x'; do
        # shellcheck disable=SC2086
        "$util" $arguments >"$tmp/out" 2>/dev/full
        status=$?
        check "full device for messages: $arguments" [ $status -eq 2 ]
    done
fi

finish
