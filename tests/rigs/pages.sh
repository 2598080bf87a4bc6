#!/bin/sh
# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
#
# The libraries' manual pages, and the programs that are their examples.
# shellcheck disable=SC2086,SC2153 # lists of files without spaces; the settings of the build
# shellcheck source=tests/tap.sh
. tests/tap.sh
needs_build
tap_prefix='pages/'
# shellcheck source=tests/rigs/family.sh
. tests/rigs/family.sh
work=build/tests/pages
mkdir -p $work

# verdict NAME: passes if the log is empty
verdict() {
    if [ -s $work/log ]; then fail "$1" "$(sed -n 1p $work/log)"; else pass "$1"; fi
}

if ! "$TEST_MAKE" -s man >$work/log 2>&1; then
    fail make "$(tail -n 1 $work/log)"
    finish
fi
pages=$("$TEST_MAKE" -s print-LIBRARY_PAGES)
all="$pages build/man/blake2b-util.1"

# Two formatters, each with all of its warnings. On a terminal no identifier is hyphenated, and no
# line is wider than the page.
if ! command -v mandoc >/dev/null 2>&1; then
    skip mandoc "no mandoc"
else
    mandoc -T lint $all >$work/log 2>&1
    verdict mandoc
fi
if ! command -v groff >/dev/null 2>&1; then
    skip groff "no groff"
else
    names=$(libraries | tr '\n' '|')
    for page in $all; do
        groff -t -man -ww -z -Tutf8 "$page" 2>&1
        groff -t -man -P-cbou -Tascii "$page" 2>/dev/null |
            grep -E "_[a-z0-9]*-\$|(${names%|})[a-z0-9_]*-\$|.{81}" | sed "s,^,$page: ,"
    done >$work/log
    verdict groff
fi

# All calls are each in one page, and so is every word of the header's comments, after the first
# page begins.
words() {
    tr -cs 'A-Za-z0-9_' '\n' | tr '[:upper:]' '[:lower:]' | grep -v '^_' | sort -u
}
cat $pages | sed 's/\\f[BIPR]//g; s/\\%//g; s/\\(aq/'"'"'/g; s/\\(ha/ /g; s/\\//g' | words >$work/has
for name in $(libraries); do
    awk -f app/package/calls.awk "app/include/$name.h" >$work/calls
    while read -r call; do
        [ "$(grep -l "^\.BR $call ()\$" $pages | wc -l)" -eq 1 ] || echo "not in one page: $call"
    done <$work/calls >$work/log
    [ -s $work/calls ] || echo 'no calls' >$work/log
    verdict "calls-$name"
    awk '/^\/\* ---- [a-z0-9_]*\(3\)/ { pages = 1 }
        !pages || /^#e|----/ { next }
        /^\/\*/ { comment = 1 }
        comment { print }
        /\*\/$/ { comment = 0 }' "app/include/$name.h" | words |
        grep -v -x -F -f $work/has | grep -v -x errors | sed 's/^/lost: /' >$work/log
    verdict "words-$name"
done

# The examples, one for each page, compile without a warning, and print the expected output.
cat app/extensions/*/tests/examples.txt | grep -v '^#' | sort >$work/expected
echo "$pages" | tr ' ' '\n' | sed 's,.*/,,; s/\.3$//' | grep . | sort >$work/named
sed 's/ .*//' $work/expected | diff $work/named - >$work/log
verdict examples-complete
prefix='' archives=''
for library in $(libraries); do
    archives="$archives bin/lib$library.a"
    case $TEST_PREFIX in
    '') prefix="$prefix -D$(in_capitals "$library")_PLAIN_SYMBOLS" ;;
    "${project}_") ;;
    *) prefix="$prefix -D$(in_capitals "$library")_SYMBOL_PREFIX=$TEST_PREFIX" ;;
    esac
done
while read -r name digest; do
    if ! $TEST_CC -std=c99 $TEST_FLAGS -Wall -Iapp/include $prefix -o "$work/example$TEST_EXE" \
        "examples/$name.c" $archives >$work/log 2>&1 || grep -q warning $work/log; then
        fail "example-$name" "$(grep -E 'error|warning' $work/log | sed -n 1p)"
    elif [ -n "$TEST_CANNOT_RUN" ]; then
        skip "example-$name" "$TEST_CANNOT_RUN"
    elif ! printf abc | $TEST_EMULATOR "$work/example$TEST_EXE" >$work/output 2>$work/log; then
        fail "example-$name" "ended with an error: $(sed -n 1p $work/log)"
    elif [ "$(sed -n '1s/^\(.\{32\}\).*/\1/p' $work/output)" = "$digest" ]; then
        pass "example-$name"
    else
        fail "example-$name" "$(sed -n 1p $work/output), not $digest"
    fi
done <$work/expected
finish
