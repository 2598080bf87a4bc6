#!/bin/sh
# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
#
# The libraries' manual pages, and the programs that are their examples. Called by make check, from
# the top folder, with TEST_... in the environment.

# shellcheck source=tests/tap.sh
. tests/tap.sh
needs_build
tap_prefix='pages/'
# shellcheck source=tests/rigs/family.sh
. tests/rigs/family.sh
work=build/tests/pages
mkdir -p $work

if ! "$TEST_MAKE" -s man >$work/log 2>&1; then
    fail make "$(tail -n 1 $work/log)"
    finish
fi
pages=$("$TEST_MAKE" -s print-LIBRARY_PAGES)
utility=build/man/blake2b-util.1

# Two formatters, each with all of its warnings.
# shellcheck disable=SC2086 # a list of files without spaces
if ! command -v mandoc >/dev/null 2>&1; then
    skip mandoc "no mandoc"
elif mandoc -T lint $pages $utility >$work/log 2>&1 && [ ! -s $work/log ]; then
    pass mandoc
else
    fail mandoc "$(sed -n 1p $work/log)"
fi
if ! command -v groff >/dev/null 2>&1; then
    skip groff "no groff"
else
    for page in $pages $utility; do
        groff -t -man -ww -z -Tutf8 "$page" 2>&1
    done >$work/log
    if [ -s $work/log ]; then
        fail groff "$(sed -n 1p $work/log)"
    else
        pass groff
    fi
    # On a terminal: no identifier is hyphenated, and no line is wider than the page.
    names=$(libraries | tr '\n' '|')
    for page in $pages $utility; do
        groff -t -man -P-cbou -Tascii "$page" 2>/dev/null |
            grep -E "_[a-z0-9]*-\$|(${names%|})[a-z0-9_]*-\$|.{81}" | sed "s,^,$page: ,"
    done >$work/log
    if [ -s $work/log ]; then
        fail layout "$(sed -n 1p $work/log)"
    else
        pass layout
    fi
fi

# All calls, each in one page.
for name in $(libraries); do
    awk -f app/package/calls.awk "app/include/$name.h" | sort >$work/calls
    # shellcheck disable=SC2013 # names
    for call in $(cat $work/calls); do
        # shellcheck disable=SC2086
        [ "$(grep -l "^\.BR $call ()\$" $pages | wc -l)" -eq 1 ] || echo "$call"
    done >$work/log
    if [ -s $work/calls ] && [ ! -s $work/log ]; then
        pass "calls-$name"
    else
        fail "calls-$name" "not in one page: $(tr '\n' ' ' <$work/log)"
    fi
done

# Every word of the header's comments, after the first page begins, is in the pages.
for name in $(libraries); do
    # shellcheck disable=SC2086
    cat $pages | sed 's/\\f[BIPR]//g; s/\\%//g; s/\\(aq/'"'"'/g; s/\\(ha/ /g; s/\\//g' |
        tr -cs 'A-Za-z0-9_' '\n' | tr '[:upper:]' '[:lower:]' | sort -u >$work/has
    awk '/^\/\* ---- [a-z0-9_]*\(3\)/ { pages = 1 }
        !pages || /^#e|----/ { next }
        /^\/\*/ { comment = 1 }
        comment { print }
        /\*\/$/ { comment = 0 }' "app/include/$name.h" |
        tr -cs 'A-Za-z0-9_' '\n' | tr '[:upper:]' '[:lower:]' | grep -v '^_' | sort -u >$work/words
    lost=$(grep -v -x -F -f $work/has $work/words | tr '\n' ' ')
    case $lost in
    '' | 'errors ') pass "words-$name" ;;
    *) fail "words-$name" "lost: $lost" ;;
    esac
done

# The examples compile without a warning, and print the expected output.
cat app/extensions/*/tests/examples.txt | grep -v '^#' | sort >$work/expected
if [ "$(sed 's/ .*//' $work/expected)" = \
    "$(for page in $pages; do echo "$page"; done | sed 's,.*/,,; s/\.3$//' | LC_ALL=C sort)" ]; then
    pass examples-complete
else
    fail examples-complete "not one for each page"
fi
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
    # shellcheck disable=SC2086 # lists of words
    if ! $TEST_CC -std=c99 $TEST_FLAGS -Wall -Iapp/include $prefix -o "$work/example${TEST_EXE-}" \
        "examples/$name.c" $archives >$work/log 2>&1 ||
        grep -q warning $work/log; then
        fail "example-$name" "$(grep -E 'error|warning' $work/log | sed -n 1p)"
    elif [ -n "${TEST_CANNOT_RUN-}" ]; then
        skip "example-$name" "$TEST_CANNOT_RUN"
    elif ! printf abc | ${TEST_EMULATOR-} "$work/example${TEST_EXE-}" >$work/output 2>$work/log
    then
        fail "example-$name" "ended with an error: $(sed -n 1p $work/log)"
    elif [ "$(sed -n '1s/^\(.\{32\}\).*/\1/p' $work/output)" = "$digest" ]; then
        pass "example-$name"
    else
        fail "example-$name" "$(sed -n 1p $work/output), not $digest"
    fi
done <$work/expected
finish
