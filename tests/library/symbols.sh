#!/bin/sh
#
# What the libraries export, and that the generated files and the table of kernels are in
# order. Called by make check, from the top folder, with TEST_... in the environment.

set -u
work=build/tests/symbols
mkdir -p $work
failed=0

pass() { echo "PASS $1"; }
skip() { echo "SKIP $1: $2"; }
fail() {
    echo "FAIL $1: $2"
    failed=1
}

# ---- symbols ----

nm=${NM:-nm}
case ${TEST_CC%% *} in
*-gcc | *-clang) command -v "${TEST_CC%-*}-nm" >/dev/null 2>&1 && nm=${TEST_CC%-*}-nm ;;
esac

sed -n 's/^BLAKE2B_API .*[ *]\(blake2x\{0,1\}b[a-z0-9_]*\)(.*/\1/p' app/include/blake2b.h | sed "s/^/$TEST_PREFIX/" |
    sort >$work/header
if ! command -v "$nm" >/dev/null 2>&1; then
    skip symbols/shared "no $nm"
    skip symbols/static "no $nm"
else
    underscore=''
    [ "$TEST_FORMAT" = macho ] && underscore=_
    # Names that the compiler or a sanitizer adds begin with two underscores.
    if [ "$TEST_FORMAT" = elf ] || [ "$TEST_FORMAT" = macho ]; then
        dynamic=-D
        [ "$TEST_FORMAT" = macho ] && dynamic=-U
        if [ "$TEST_LDFLAGS" != "${TEST_LDFLAGS#*-static}" ]; then
            skip symbols/shared "LDFLAGS say -static"
        elif ! "$TEST_MAKE" -s shared >$work/log 2>&1; then
            fail symbols/shared "make shared fails: $(tail -n 1 $work/log)"
        elif ! grep -q version-script build/config.mk && [ "$TEST_FORMAT" = elf ]; then
            skip symbols/shared "this linker knows no version script"
        else
            # The name of the version itself is an absolute symbol.
            "$nm" -g $dynamic "$TEST_SHARED" | sed -n 's/^[0-9a-f]* *[B-TV-Z] //p' | sed 's/@.*//' |
                sed "s/^$underscore//" | grep -v '^__' | sort >$work/shared
            if [ ! -s $work/shared ]; then
                fail symbols/shared "no symbols at all"
            elif cmp -s $work/header $work/shared; then
                pass symbols/shared
            else
                fail symbols/shared "not the header's names: $(diff $work/header $work/shared | grep '^[<>]' | tr '\n' ' ')"
            fi
        fi
    else
        skip symbols/shared "only the exports of ELF and Mach-O are checked"
    fi
    "$nm" -g bin/libblake2b.a 2>/dev/null | sed -n 's/^[0-9a-f]* *[A-TV-Z] //p' | sed "s/^$underscore//" |
        grep -v '^__' | sort >$work/static
    strange=$(grep -v "^${TEST_PREFIX}blake2x\{0,1\}b" $work/static | tr '\n' ' ')
    missing=$(grep -v -x -F -f $work/static $work/header | tr '\n' ' ')
    if [ -n "$strange" ]; then
        fail symbols/static "global, but not called ${TEST_PREFIX}blake2b...: $strange"
    elif [ -n "$missing" ]; then
        fail symbols/static "missing: $missing"
    else
        pass symbols/static
    fi
    # The prefix must reach every name that the header declares.
    unprefixed=''
    while read -r name; do
        name=${name#"$TEST_PREFIX"}
        grep -q "^#define $name BLAKE2B_CAT(BLAKE2B_SYMBOL_PREFIX, $name)\$" app/include/blake2b.h ||
            unprefixed="$unprefixed $name"
    done <$work/header
    if [ -z "$unprefixed" ]; then
        pass symbols/prefix
    else
        fail symbols/prefix "the header gives no prefix to:$unprefixed"
    fi
fi

# ---- the table of kernels ----

table=app/extensions/blake2b/backends.def
sed -n '/^[KRL][EA][A-Z]*(.*\.inc"/s/.*"\(blake2b_[a-z0-9-]*\.inc\)".*/\1/p' $table >$work/files
missing=''
while read -r file; do
    [ -f "app/extensions/blake2b/$file" ] || missing="$missing $file"
done <$work/files
if [ "$(grep -c '^[KRL][EA][A-Z]*(' $table)" -ne "$(grep -c . $work/files)" ]; then
    fail table/files "a row without a file"
elif [ -n "$missing" ]; then
    fail table/files "missing:$missing"
else
    pass table/files
fi
strange=''
for file in app/extensions/blake2b/blake2b_*-[0-9]*.inc; do
    # in the table, or a part of one that is
    grep -q -x -F "${file##*/}" $work/files || grep -q "^#include \"${file##*/}\"" app/extensions/blake2b/*.inc ||
        strange="$strange $file"
done
if [ -z "$strange" ]; then
    pass table/rows
else
    fail table/rows "kernels that the table does not know:$strange"
fi

# The README's table names every kernel.
unnamed=''
while read -r file; do
    grep -q -F "\`$file\`" README.md || unnamed="$unnamed $file"
done <<FILES
$(sed -n 's/^[KL][EA][A-Z]*(.*"\(blake2b_[^"]*\.inc\)".*/\1/p' app/extensions/blake2b/backends.def)
FILES
if [ -z "$unnamed" ]; then
    pass table/readme
else
    fail table/readme "kernels that README.md does not name:$unnamed"
fi

# ---- generated files ----

if ! python3 -c 'import hashlib; hashlib.blake2b' >/dev/null 2>&1; then
    skip generated "no python3 with hashlib"
elif python3 tests/vectors.py --check >$work/log 2>&1; then
    pass generated
else
    fail generated "$(tail -n 1 $work/log)"
fi
exit $failed
