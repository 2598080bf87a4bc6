#!/bin/sh
# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
#
# What the libraries export, and that the generated files and the table of kernels are in
# order. Called by make check, from the top folder, with TEST_... in the environment.

# shellcheck source=tests/family.sh
. "$(dirname "$0")/../family.sh"
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
fi

# The header gives every call and every type its prefix, each in its ways, and takes back the macros
# of BLAKE2B_LONG_NAMES.
header=app/include/blake2b.h
sed "s/^$TEST_PREFIX//" $work/header >$work/calls
sed -n 's/^typedef .* \(blake2[a-z0-9_]*\);.*/\1/p; s/^} \(blake2[a-z0-9_]*\);.*/\1/p' $header | sort -u >$work/types
sort $work/calls $work/types >$work/declared
sed -n '/^#define BLAKE2B_CALLS_(X)/,/[^\\]$/p' $header | grep -o 'X(blake2[a-z0-9_]*)' | sed 's/X(\(.*\))/\1/' | sort >$work/renamed
sed -n 's/^#define \(blake2[a-z0-9_]*\) BLAKE2B_SYMBOL(\1)$/\1/p' $header | sort >$work/defined
sed -n 's/^#undef \(blake2[a-z0-9_]*\)$/\1/p' $header | sort >$work/undefined
if [ ! -s $work/calls ] || [ ! -s $work/types ]; then
    fail symbols/mapped "no calls or no types are found in the header"
elif ! cmp -s $work/calls $work/renamed; then
    fail symbols/mapped "BLAKE2B_CALLS_ is not the calls: $(diff $work/calls $work/renamed | grep '^[<>]' | tr '\n' ' ')"
elif ! cmp -s $work/declared $work/defined; then
    fail symbols/mapped "not defined, or twice: $(diff $work/declared $work/defined | grep '^[<>]' | tr '\n' ' ')"
elif ! cmp -s $work/declared $work/undefined; then
    fail symbols/mapped "not undefined: $(diff $work/declared $work/undefined | grep '^[<>]' | tr '\n' ' ')"
else
    pass symbols/mapped
fi

# ---- the table of kernels ----

rows() {
    awk -f app/driver/table.awk -v kind="$1" $TABLE
}
{ rows KERNEL | cut -f 7; rows REFERENCE | cut -f 3; } >$work/files
missing=''
while read -r file; do
    [ -f "$FAMILY/$file" ] || missing="$missing $file"
done <$work/files
if ! awk -f app/driver/table.awk $TABLE >/dev/null 2>$work/log; then
    fail table/files "$(sed -n 1p $work/log)"
elif [ -n "$missing" ]; then
    fail table/files "missing:$missing"
else
    pass table/files
fi
strange=''
for file in "$FAMILY"/*/blake2b_*-[0-9]*.inc; do
    # in the table, or a part of one that is
    grep -q -x -F "${file#"$FAMILY"/}" $work/files ||
        grep -q "^#include \"${file##*/}\"" $FAMILY/*/*.inc || strange="$strange $file"
done
if [ -z "$strange" ]; then
    pass table/rows
else
    fail table/rows "kernels that the table does not know:$strange"
fi

# The tables in the pages are the kernels and what was measured (tests/tables.sh has the proof).
if ! command -v python3 >/dev/null 2>&1; then
    skip table/figures "no python3"
elif python3 tools/tables.py --check >$work/log 2>&1; then
    pass table/figures
else
    fail table/figures "$(tail -n 1 $work/log)"
fi

# ---- generated files ----

if ! python3 -c 'import hashlib; hashlib.blake2b' >/dev/null 2>&1; then
    skip generated "no python3 with hashlib"
elif python3 tools/vectors.py --check >$work/log 2>&1; then
    pass generated
else
    fail generated "$(tail -n 1 $work/log)"
fi
exit $failed
