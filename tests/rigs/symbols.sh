#!/bin/sh
# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
#
# Checks the symbols that the libraries export, the generated files, and the table of kernels.
# Called by make check, from the top folder, with TEST_... in the environment.

# shellcheck source=tests/tap.sh
. tests/tap.sh
needs_build
# shellcheck source=tests/rigs/family.sh
. tests/rigs/family.sh
work=build/tests/symbols
mkdir -p $work

# ---- symbols ----

nm=${NM:-nm}
case ${TEST_CC%% *} in
*-gcc | *-clang) command -v "${TEST_CC%-*}-nm" >/dev/null 2>&1 && nm=${TEST_CC%-*}-nm ;;
esac

# symbols NAME PREFIX SHARED: checks the library's symbols. All begin with PREFIX and NAME, or are
# calls.
# shellcheck disable=SC2086 # no word has spaces
symbols() {
    name=$1 prefix=$2 shared=$3
    header=app/include/$name.h
    awk -f app/package/calls.awk $header | sed "s/^/$prefix/" | sort >$work/header
    if ! command -v "$nm" >/dev/null 2>&1; then
        skip "symbols/$name-shared" "no $nm"
        skip "symbols/$name-static" "no $nm"
    else
        underscore=''
        [ "$TEST_FORMAT" = macho ] && underscore=_
        # Names that the compiler or a sanitizer adds begin with two underscores.
        if [ "$TEST_FORMAT" = elf ] || [ "$TEST_FORMAT" = macho ]; then
            dynamic=-D
            [ "$TEST_FORMAT" = macho ] && dynamic=-U
            if [ "$TEST_LDFLAGS" != "${TEST_LDFLAGS#*-static}" ]; then
                skip "symbols/$name-shared" "LDFLAGS say -static"
            elif ! "$TEST_MAKE" -s -j2 shared >$work/log 2>&1; then
                fail "symbols/$name-shared" "make shared fails: $(tail -n 1 $work/log)"
            elif ! grep -q version-script build/config.mk && [ "$TEST_FORMAT" = elf ]; then
                skip "symbols/$name-shared" "this linker knows no version script"
            else
                # The name of the version itself is an absolute symbol.
                "$nm" -g $dynamic "$shared" | sed -n 's/^[0-9a-f]* *[B-TV-Z] //p' | sed 's/@.*//' |
                    sed "s/^$underscore//" | grep -v '^__' | sort >$work/shared
                if [ ! -s $work/shared ]; then
                    fail "symbols/$name-shared" "no symbols at all"
                elif cmp -s $work/header $work/shared; then
                    pass "symbols/$name-shared"
                else
                    fail "symbols/$name-shared" \
                        "not the header's names: $(diff $work/header $work/shared | grep '^[<>]' |
                        tr '\n' ' ')"
                fi
            fi
        else
            skip "symbols/$name-shared" "only the exports of ELF and Mach-O are checked"
        fi
        "$nm" -g bin/lib$name.a 2>/dev/null | sed -n 's/^[0-9a-f]* *[A-TV-Z] //p' |
            sed "s/^$underscore//" |
            grep -v '^__' | sort >$work/static
        strange=$(grep -v "^$prefix$name" $work/static | grep -v -x -F -f $work/header |
            tr '\n' ' ')
        missing=$(grep -v -x -F -f $work/static $work/header | tr '\n' ' ')
        if [ -n "$strange" ]; then
            fail "symbols/$name-static" "global, but not called $prefix$name...: $strange"
        elif [ -n "$missing" ]; then
            fail "symbols/$name-static" "missing: $missing"
        else
            pass "symbols/$name-static"
        fi
    fi

    # Each call is also a macro, for compilers that do not rename symbols.
    sed -n 's/^#define \([a-z][a-z0-9_]*\) [A-Z0-9]*_SYMBOL(\1)$/\1/p' $header |
        grep -v -x -F -e "$(sed -n 's/^#undef //p' $header)" | sed "s/^/$prefix/" | sort >$work/macros
    if [ -s $work/header ] && cmp -s $work/header $work/macros; then
        pass "symbols/$name-macros"
    else
        fail "symbols/$name-macros" "not the calls: $(diff $work/header $work/macros |
            grep '^[<>]' | tr '\n' ' ')"
    fi
}

# Each library has its own prefix, unless configure was given one for all.
for library in $(libraries); do
    case $TEST_PREFIX in
    "${project}_") prefix=lib${library}_ ;;
    *) prefix=$TEST_PREFIX ;;
    esac
    symbols "$library" "$prefix" "$(echo "$TEST_SHARED" | sed "s/$project/lib$library/")"
done

# ---- calls covered by tests/rigs/calls ----

if [ -n "${TEST_CANNOT_RUN-}" ]; then
    skip symbols/called "$TEST_CANNOT_RUN"
else
    # shellcheck disable=SC2086 # a command, or nothing
    ${TEST_EMULATOR-} "build/tests/calls${TEST_EXE-}" list | tr -d '\r' | sort >$work/called
    : >$work/to_call
    for library in $(libraries); do
        if grep -q -x "FAMILY($library)" build/tests/calls_families.h; then
            awk -f app/package/calls.awk "app/include/$library.h" >>$work/to_call
        else
            skip "symbols/called $library" "its tests have no calls.c"
        fi
    done
    sort -o $work/to_call $work/to_call
    if cmp -s $work/to_call $work/called; then
        pass symbols/called
    else
        fail symbols/called "not the headers' calls: $(diff $work/to_call $work/called |
            grep '^[<>]' | tr '\n' ' ')"
    fi
fi

# Each table that kernels share is read by at least one of them: unused ones only take space.
if [ "$TEST_FORMAT" != elf ] || [ -z "${TEST_KERNELS# }" ] ||
    ! command -v "$nm" >/dev/null 2>&1; then
    skip symbols/shared-data "no ELF objects of kernels, or no $nm"
elif ! grep -q '^KERNELS_WANTED = all$' build/config.mk; then
    skip symbols/shared-data "with fewer kernels some is unread"
elif grep -q '^ASSEMBLER = yasm' build/config.mk; then
    skip symbols/shared-data "Yasm leaves out the kernels with AVX-512, and their tables are not"
else
    # shellcheck disable=SC2086 # lists
    "$nm" -A $TEST_KERNELS $TEST_LANES ${TEST_OTHER_KERNELS-} >$work/kernels
    sed -n 's/.* [RD] //p' $work/kernels | sort -u >$work/defined
    sed -n 's/.* U //p' $work/kernels | sort -u >$work/read
    unread=$(grep -v -x -F -f $work/read $work/defined | tr '\n' ' ')
    if [ ! -s $work/defined ]; then
        skip symbols/shared-data "there is none"
    elif [ -n "$unread" ]; then
        fail symbols/shared-data "no kernel reads $unread"
    else
        pass symbols/shared-data
    fi
fi

# ---- the table of kernels ----

: >$work/files
wrong=''
for table in $(all_tables); do
    for row in KERNEL:7 REFERENCE:3; do
        awk -f app/driver/table.awk -v kind="${row%:*}" "$table" 2>$work/log |
            cut -f "${row#*:}" | sed "s,^,${table%/*}/," >>$work/files
        wrong=${wrong:-$(sed -n 1p $work/log)}
    done
done
missing=''
while read -r file; do
    [ -f "$file" ] || missing="$missing $file"
done <$work/files
if [ -n "$wrong" ] || [ ! -s $work/files ]; then
    fail table/files "${wrong:-no rows}"
elif [ -n "$missing" ]; then
    fail table/files "missing:$missing"
else
    pass table/files
fi
strange=''
for file in app/extensions/*/*/*_*-[0-9]*.inc; do
    # in a table, or included by one that is, or shared
    folder=${file%/*/*}
    grep -q -x -F "$file" $work/files || grep -q -F "${file#"$folder"/}" "$folder/objects.mk" ||
        grep -q "^#include \"${file##*/}\"" "${file%/*}"/*.inc || strange="$strange $file"
done
if [ -z "$strange" ]; then
    pass table/rows
else
    fail table/rows "kernels that the table does not know:$strange"
fi

# The tables in the pages match the kernels and the measurements (tested by tests/tree/tables.sh).
if ! command -v python3 >/dev/null 2>&1; then
    skip table/figures "no python3"
elif python3 tools/tables.py --check >$work/log 2>&1; then
    pass table/figures
else
    fail table/figures "$(tail -n 1 $work/log)"
fi

# ---- generated files ----

if ! command -v python3 >/dev/null 2>&1; then
    skip generated/headers "no python3"
elif tools/headers.py --check >$work/log 2>&1 && tools/calls.py --check >$work/log 2>&1; then
    pass generated/headers
else
    fail generated/headers "$(tail -n 1 $work/log)"
fi
finish
