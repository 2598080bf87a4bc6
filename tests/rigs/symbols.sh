#!/bin/sh
# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
#
# The symbols that the libraries export, the table of kernels, and the sizes of kernels on record.
# shellcheck source=tests/tap.sh
. tests/tap.sh
needs_build
# shellcheck source=tests/rigs/family.sh
. tests/rigs/family.sh
work=build/tests/symbols
mkdir -p $work

nm=${NM:-nm}
case ${TEST_CC%% *} in
*-gcc | *-clang) command -v "${TEST_CC%-*}-nm" >/dev/null 2>&1 && nm=${TEST_CC%-*}-nm ;;
esac

# same NAME FILE OTHER WHY: passes if they are the same, and not empty
same() {
    if [ -s "$2" ] && cmp -s "$2" "$3"; then
        pass "$1"
    else
        fail "$1" "$4: $(diff "$2" "$3" | grep '^[<>]' | tr '\n' ' ')"
    fi
}
# none NAME WHY "WORD...": passes if there are no words
none() {
    if [ -z "${3# }" ]; then pass "$1"; else fail "$1" "$2: $3"; fi
}
# names TYPES: what nm, on standard input, says of these types. Names that the compiler or a
# sanitizer adds begin with two underscores.
names() {
    sed -n "s/^[0-9a-f]* *[$1] //p" | sed "s/@.*//; s/^$underscore//" | grep -v '^__' | sort
}

# symbols NAME PREFIX SHARED: all begin with PREFIX and NAME, or are calls.
# shellcheck disable=SC2086 # no word has spaces
symbols() {
    name=$1 prefix=$2 shared=$3
    header=app/include/$name.h
    awk -f app/package/calls.awk $header | sed "s/^/$prefix/" | sort >$work/header
    underscore='' dynamic=-D
    [ "$TEST_FORMAT" != macho ] || { underscore=_ && dynamic=-U; }
    if ! command -v "$nm" >/dev/null 2>&1; then
        skip "symbols/$name" "no $nm"
    else
        case $TEST_FORMAT,$TEST_LDFLAGS in
        *-static*) skip "symbols/$name-shared" "LDFLAGS say -static" ;;
        elf,* | macho,*)
            if ! "$TEST_MAKE" -s -j2 shared >$work/log 2>&1; then
                fail "symbols/$name-shared" "make shared fails: $(tail -n 1 $work/log)"
            elif ! grep -q version-script build/config.mk && [ "$TEST_FORMAT" = elf ]; then
                skip "symbols/$name-shared" "this linker knows no version script"
            else
                # (The name of the version itself is an absolute symbol.)
                "$nm" -g $dynamic "$shared" | names B-TV-Z >$work/shared
                same "symbols/$name-shared" $work/header $work/shared "not the header's names"
            fi
            ;;
        *) skip "symbols/$name-shared" "only the exports of ELF and Mach-O are checked" ;;
        esac
        "$nm" -g bin/lib$name.a 2>/dev/null | names A-TV-Z >$work/static
        none "symbols/$name-static" "global, but not called $prefix$name..., or missing" \
            "$(grep -v "^$prefix$name" $work/static | grep -v -x -F -f $work/header |
                tr '\n' ' ')$(grep -v -x -F -f $work/static $work/header | tr '\n' ' ')"
    fi
    # Each call is also a macro, for compilers that do not rename symbols.
    sed -n 's/^#define \([a-z][a-z0-9_]*\) [A-Z0-9]*_SYMBOL(\1)$/\1/p' $header |
        grep -v -x -F -e "$(sed -n 's/^#undef //p' $header)" | sed "s/^/$prefix/" | sort >$work/macros
    same "symbols/$name-macros" $work/header $work/macros "not the calls"
}

# Each library has its own prefix, unless configure was given one for all.
for library in $(libraries); do
    case $TEST_PREFIX in
    "${project}_") prefix=lib${library}_ ;;
    *) prefix=$TEST_PREFIX ;;
    esac
    symbols "$library" "$prefix" "$(echo "$TEST_SHARED" | sed "s/$project/lib$library/")"
done

# The calls that tests/rigs/calls makes are those of the headers.
if [ -n "$TEST_CANNOT_RUN" ]; then
    skip symbols/called "$TEST_CANNOT_RUN"
else
    # shellcheck disable=SC2086 # a command, or nothing
    $TEST_EMULATOR "build/tests/calls$TEST_EXE" list | tr -d '\r' | sort >$work/called
    for library in $(libraries); do
        if grep -q -x "FAMILY($library)" build/tests/calls_families.h; then
            awk -f app/package/calls.awk "app/include/$library.h"
        else
            skip "symbols/called $library" "its tests have no calls.c" >&2
        fi
    done 2>$work/skips | sort >$work/to_call
    cat $work/skips
    same symbols/called $work/to_call $work/called "not the headers' calls"
fi

# The tables: each kernel's file is there, is called FAMILY_NAME-BITS.inc, or
# FAMILY_CONTRACT-NAME-BITS.inc, and begins with a comment that has its prototype, with the same
# parameters as others of the contract. Every such file is in a table, or included by one that is, or
# shared.
kernels | awk -F '\t' '{
    bits = $4 ~ /64$/ ? 64 : 32
    n = split($1, part, "_")
    wanted = part[1] (part[n - 1] ~ /^(blocks|lanes)$/ ? "_" : "_" part[n - 1] "-") part[n] "-" bits ".inc"
    name = $3
    sub(/.*\//, "", name)
    if (name != wanted) print $3, "is not called", wanted
    text = ""
    while ((getline line <$3) > 0 && (text = text " " line) !~ /void.*\*\//);
    close($3)
    gsub(/[* \t]+/, " ", text)
    if (gsub("void " part[1] "_(blocks|lanes|rounds|short)_[a-z0-9]*\\(", "&", text) != 1 ||
        !(at = index(text, "void " $1 "(")))
        print $3, "has not the one prototype of", $1
    else {
        contract = part[1] part[n - 1] (part[n] ~ /[0-9]x[0-9]|xx[0-9]|mx[0-9]/)
        text = substr(text, at + length("void " $1))
        sub(/;.*/, "", text)
        if (!(contract in first)) first[contract] = text
        if (text != first[contract]) print $3, "has other parameters than the first of its contract"
    }
}' >$work/wrong 2>&1
none table/files "wrong" "$(tr '\n' ' ' <$work/wrong)"
for table in $(all_tables); do
    for row in KERNEL:7 REFERENCE:3; do
        awk -f app/driver/table.awk -v kind="${row%:*}" "$table" 2>>$work/wrong |
            cut -f "${row#*:}" | sed "s,^,${table%/*}/,"
    done
done >$work/files
while read -r file; do
    [ -f "$file" ] || echo "$file"
done <$work/files >>$work/wrong
for file in app/extensions/*/*/*_*-[0-9]*.inc; do
    folder=${file%/*/*}
    grep -q -x -F "$file" $work/files || grep -q -F "${file#"$folder"/}" "$folder/objects.mk" ||
        grep -q "^#include \"${file##*/}\"" "${file%/*}"/*.inc || echo "$file"
done >>$work/wrong
none table/rows "missing, or not in a table" "$(tr '\n' ' ' <$work/wrong)"

command -v python3 >/dev/null 2>&1 || skip_all sizes 'no python3'
# Kernels have the sizes that measured/code.csv records: the same instructions from every assembler,
# whatever the compiler's flags are.
# shellcheck disable=SC2086 # a list
macros=$($TEST_CC $TEST_FLAGS -dM -E -x c /dev/null 2>/dev/null)
case $TEST_FORMAT,$TEST_TARGET,$macros in
elf,X86_32,*__SSE__* | elf,X86_32,*__i686__* | elf,X86_64,* | elf,ARM64,*__AARCH64EL__*)
    if [ -z "${TEST_KERNELS# }" ] || grep -q '^ASSEMBLER = [ny]asm' build/config.mk; then
        skip sizes 'no kernels, or by NASM or Yasm, which write no sizes'
    else
        rm -rf $work/tree
        mkdir $work/tree
        cp -RL app doc measured tools README.md $work/tree
        # shellcheck disable=SC2086 # lists
        if $work/tree/tools/tables.py --code $TEST_KERNELS $TEST_LANES $TEST_OTHER_KERNELS \
            >$work/log 2>&1; then
            same sizes measured/code.csv $work/tree/measured/code.csv 'make regenerate records'
        else
            fail sizes "$(tail -n 1 $work/log)"
        fi
    fi
    ;;
*) skip sizes 'recorded of ELF objects of x86 and little-endian AArch64, with landing pads' ;;
esac
finish
