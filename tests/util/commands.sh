#!/bin/sh
# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
# The utility's usage, list, bench and fuzz; sum has its own tests. commands.txt has the cases.
#
#   tests/util/commands.sh path/to/blake2b-util
# shellcheck disable=SC2034,SC2154,SC2317 # for the table
# shellcheck source=tests/cases.sh
. tests/cases.sh

# The second family has the reference generic/32, and not generic/64. Names of the first family have
# no colon.
OTHER=$(sed -n '3s/^FAMILY(\(.*\))$/\1/p' "$top/build/families.h")
# runs FILE: the names of those that this CPU can run
runs() {
    awk -F, '$NF == "used" || $NF == "ok" { print $1 }' "$1"
}
util list --csv | tr -d '\r' >all.csv
grep -v : all.csv >list.csv
grep : all.csv >others.csv
used=$(sed -n 's/^\(.*\),.*,used$/\1/p' list.csv)
runnable=$(runs list.csv)
unsupported=$(sed -n 's/^\(.*\),.*,unsupported$/\1/p' list.csv | sed -n 1p)
util list --csv --lanes | tr -d '\r' >lanes.all
grep -v : lanes.all >lanes.csv
lanes=$(runs lanes.csv)
LANES=$(echo "$lanes" | paste -s -d '|' -)
# Every other one by its name, then the rest: where names begin alike, only one of two is named.
ODD=$(printf '%s\n' automatic "$lanes" one-by-one | sed '/^$/d' | sed -n 'n; p' | paste -s -d ' ' -)
EVEN=$(printf '%s\n' automatic "$lanes" one-by-one | sed '/^$/d' | sed -n 'p; n' | paste -s -d ' ' -)
HALVES="$ODD|$EVEN"
# Of the function there is no reference but the library's own.
rounds=''
! util list --csv --others | grep -q '_compress,generic/64,' || rounds='rounds,generic/64,64\n'
# Exactly the CPU features that Linux reports. (tcc's builds do not query any.)
case ${TEST_EMULATOR:+emulated}${TEST_CC-} in
emulated* | *tcc*) reported='' ;;
*) reported=$(cd "$top" && tests/rigs/features.sh) ;;
esac
export OTHER LANES HALVES

# expected GROUPS SIZES NAMES: the rows of a benchmark. rows ARGUMENT...: of bench, without figures
expected() {
    for group in $1; do
        for bytes in $2; do
            for name in $3; do
                echo "$group,$name,$bytes"
            done
        done
    done
}
rows() {
    util bench --csv "$@" >bench.csv
    set -- $?
    sed 1d bench.csv | cut -d, -f1-3
    return "$1"
}
# record FILE OPTION...: a description of the machine, then the rows of --csv with target and source
record() {
    SOURCE_DATE_EPOCH=$epoch
    export SOURCE_DATE_EPOCH
    util bench --csv --size 200 --time 0.02 --impl generic/64 --impl one-by-one --record "$@" \
        >recorded.csv
}
# The digests of all results are the same on every machine and in every build. Extensions record
# theirs, one of all implementations, or of one: a row for each. A small sample leaves them out.
awk 'BEGIN {
    print "? [ ${TEST_SAMPLE:-1} -lt 10 ]"
    print "s|fuzz: 1000 of all|0||-||util fuzz --seed 1 --count 1000 >fuzz.all"
}
!/^#/ {
    print "s|fuzz: seed 1 gives the same on all machines: " $1 ($3 != "" ? ", " $3 : "") \
        "|0|/1000 [^%]* digests of the results: [^%]*" $1 " " $2 "/|-||" \
        ($3 != "" ? "util fuzz --seed 1 --count 1000 --impl " $3 : "cat fuzz.all")
}' "$top"/app/extensions/*/tests/fuzz.txt >pinned

try_cases "$top/tests/util/commands.txt" pinned
finish
