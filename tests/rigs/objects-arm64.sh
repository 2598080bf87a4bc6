#!/bin/sh
# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
#
# The AArch64 kernels as objects: assembles them with GNU as and clang for ELF of both byte orders,
# Mach-O and Windows, and checks that
#   nothing is said, and both assemblers make the same code
#   no relocation is but relative to the code, none is in data
#   functions are hidden, have unwind data and begin with a landing pad (bti c); the ELF objects
#   have the notes: stack not executable, BTI and PAC
#   each kernel has instructions of the sets that its row of its table declares, and no others;
#   does not touch x18; addresses nothing below the stack pointer; stays in its own code, and the
#   code that all share
#
# Usage, from the top folder: tests/rigs/objects-arm64.sh
# Prints "PASS|FAIL|SKIP what"; exit status 1 if anything failed. It first proves on made-up
# disassembly that it finds what it looks for. Variables: CROSS_CC CLANG NEWEST_CLANG LLVM_OBJDUMP
# LLVM_NM READELF.

# shellcheck source=tests/rigs/family.sh
. "$(dirname "$0")/family.sh"
set -u
LC_ALL=C
export LC_ALL
: "${CROSS_CC:=aarch64-linux-gnu-gcc}" "${CLANG:=clang}" "${LLVM_OBJDUMP:=llvm-objdump}" "${LLVM_NM:=llvm-nm}" "${READELF:=readelf}"
: "${NEWEST_CLANG:=$(newest clang)}"

tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT
trap 'exit 1' HUP INT TERM
failed=0

# verdict WHAT: passes if the file $tmp/wrong is empty, else shows it
verdict() {
    if [ -s "$tmp/wrong" ]; then
        echo "FAIL objects-arm64/$1: $(sed -n 1p "$tmp/wrong")"
        failed=1
    else
        echo "PASS objects-arm64/$1"
    fi
}

# check SHARED ROWS: what is wrong with these kernels, or the code they share (1), of which
# $tmp/disassembly is
check() {
    awk -v shared="$1" -f tests/objects/hex.awk -f tests/objects/sets.awk -f tests/objects/check-arm64.awk \
        tests/objects/instructions-arm64.txt "$2" "$tmp/disassembly"
}

# ---- does it find what it looks for? ----

# case ROW-FEATURES CODE WHAT: a kernel of such code; what must be said of it, nothing if empty
number=0
: >"$tmp/selfcheck"
case_of() {
    number=$((number + 1))
    echo "some_blocks_made $1" >"$tmp/rows"
    echo "$2" | awk 'BEGIN { RS = ";" } NR == 1 { print "0000000000000000 <libmade_some_blocks_made>:" } { sub(/\n$/, ""); printf "%x:      \t%s\n", 4 * (NR - 1), $0 }' \
        >"$tmp/disassembly"
    said=$(check 0 "$tmp/rows")
    case ${3:+wants},$said in
    ,) ;;
    wants,*"$3"*) ;;
    *) echo "'$2' makes it say '$said'" >>"$tmp/selfcheck" ;;
    esac
}
case_of '' 'bti	c;ror	x1, x2, #24;b.eq	0x4 <x>;stp	x29, x30, [sp, #-16]!;ret' ''
case_of NEON 'bti	c;eor	v0.16b, v1.16b, v2.16b;ldr	q0, [x1];ret' ''
case_of 'NEON SHA3' 'bti	c;xar	v0.2d, v1.2d, v2.2d, #1;ret' ''
case_of '' 'ror	x1, x2, #24;ret' 'no landing pad'
case_of '' 'bti	c;add	v0.2d, v1.2d, v2.2d;ret' 'needs NEON'
case_of '' 'bti	c;ldp	q0, q1, [x1];ret' 'needs NEON'
case_of '' 'bti	c;fmov	d0, x1;ret' 'needs NEON'
case_of NEON 'bti	c;xar	v0.2d, v1.2d, v2.2d, #1;ret' 'needs SHA3'
case_of 'NEON SHA3' 'bti	c;ret' 'does not use SHA3'
case_of NEON 'bti	c;aese	v0.16b, v1.16b;ret' 'unknown instruction'
case_of '' 'bti	c;br	x1;ret' 'unknown instruction'
case_of '' 'bti	c;mov	w18, #1;ret' 'touches x18'
case_of '' 'bti	c;str	x1, [sp, #-8];ret' 'below the stack'
case_of '' 'bti	c;b	0x100 <x>;ret' 'leaves its own code'
relocated='
		0000000000000004:  R_AARCH64_CALL26	libmade_other_'
case_of '' "bti	c;bl	0x4 <x>${relocated}pad_block;ret" ''
case_of '' "bti	c;bl	0x4 <x>${relocated}blocks_neon;ret" 'leaves its own code'
case_of '' "bti	c;b	0x4 <x>${relocated}pad_block;ret" 'leaves its own code'
cp "$tmp/selfcheck" "$tmp/wrong"
verdict "self-check, $number cases"

# ---- the kernels ----

exists() {
    command -v "${1%% *}" >/dev/null 2>&1
}
for tool in "$LLVM_OBJDUMP" "$LLVM_NM" "$READELF"; do
    if ! exists "$tool"; then
        echo "SKIP objects-arm64: no $tool"
        exit $failed
    fi
done

: >"$tmp/config.h"
# Each kernel's source, with its row for check; what they share; a name for each.
kernels ARM64 | awk -F '\t' '{ print $3, $1, $5 }' >"$tmp/sources"
shared_by_kernels ARM64 | sed 's/.* //' >>"$tmp/sources"

# object WHAT FORMAT FILE ROW COMMAND...: what is wrong with one of them, which was assembled, into
# files $tmp/wrong.*; its instructions behind those of the others in $tmp/WHAT.code
object() {
    what=$1 format=$2 file=$3
    echo "$4" >"$tmp/rows"
    shared=0
    [ -n "$4" ] || shared=1
    shift 4
    o=$tmp/object.o
    rm -f "$o"
    if ! "$@" -I"$tmp" -Iapp -I"${file%/*}/.." -x assembler-with-cpp -c -o "$o" "$file" >>"$tmp/wrong.assembles" 2>&1; then
        echo "$file does not assemble" >>"$tmp/wrong.assembles"
        return
    fi

    # On Apple ltmp0 is the section's beginning, in the place of a name there.
    first=$($LLVM_NM "$o" | awk '$1 ~ /^0+$/ && $NF ~ /[a-z0-9]_(blocks|lanes|rounds|short)_[a-z0-9]*$/ { print $NF }')
    $LLVM_OBJDUMP -d -r --no-show-raw-insn --mattr=+v8.5a,+sha3 "$o" 2>&1 | sed "s/<ltmp0>:/<${first:-ltmp0}>:/" |
        awk '{ # and Apple writes add.2d v0, v1, v2
            if ($1 ~ /^[0-9a-f]+:$/ && $2 ~ /^[a-z][a-z0-9]*\.(16b|8h|4s|2d|d)$/) {
                lanes = substr($2, index($2, "."))
                sub(/\.(16b|8h|4s|2d|d)/, "")
                gsub(/[ \t]v[0-9]+/, "&" lanes)
            } else if ($1 ~ /^[0-9a-f]+:$/ && $2 ~ /^mov\.[bhsd]$/) { # mov.s v0[1], w2
                lanes = substr($2, 4)
                sub(/\.[bhsd]/, "")
                gsub(/[ \t]v[0-9]+\[/, "&" lanes)
                gsub("\\[" lanes, lanes "[")
            }
            print
        }' >"$tmp/disassembly"
    check $shared "$tmp/rows" >>"$tmp/wrong.instructions"
    # What is the same in all: the instructions, without names and padding.
    sed -n '/ARM64_RELOC\|R_AARCH64\|IMAGE_REL/d; s/^ *[0-9a-f]*:[[:space:]]*//p' "$tmp/disassembly" |
        sed 's/<.*>//; /^nop/d; /^fnmadd/d' >>"$tmp/$what.code"

    $LLVM_OBJDUMP -r "$o" 2>&1 | awk '
        /^RELOCATION RECORDS FOR/ { section = $4 }
        section ~ /eh_frame|pdata|compact_unwind/ || $1 !~ /^[0-9a-f]+$/ { next }
        section !~ /text/ || $2 !~ /^(R_AARCH64_ADR_PREL_PG_HI21|R_AARCH64_ADD_ABS_LO12_NC|ARM64_RELOC_PAGE(21|OFF12)|IMAGE_REL_ARM64_PAGE(BASE_REL21|OFFSET_12A)|R_AARCH64_CALL26|ARM64_RELOC_BRANCH26|IMAGE_REL_ARM64_BRANCH26)$/ {
            print section, $0
        }' >>"$tmp/wrong.relocations"

    case $format in
    elf)
        $READELF -sW "$o" | awk -v shared=$shared '
            $5 == "GLOBAL" && $7 != "UND" { n++; if ($6 != "HIDDEN" || !($4 == "FUNC" || shared && $4 == "OBJECT")) print "not hidden, or no function: " $8 }
            END { if (!shared && n != 1) print n + 0 " functions" }' >>"$tmp/wrong.hidden"
        $READELF -SW "$o" | grep 'note\.GNU-stack' | grep -qv ' [WA]*X' || echo "$file: stack executable" >>"$tmp/wrong.hidden"
        $READELF -nW "$o" 2>&1 | grep -q 'BTI, PAC' || echo "$file: no BTI, PAC property" >>"$tmp/wrong.hidden"
        $READELF -nW "$o" 2>&1 | grep -i 'corrupt\|warning' >>"$tmp/wrong.hidden"
        entries=$($READELF --debug-dump=frames "$o" 2>/dev/null | grep -c ' FDE ')
        [ "$entries" -ge 1 ] || ! $READELF -sW "$o" | grep -q ' FUNC ' || echo "$file: no unwind data" >>"$tmp/wrong.hidden"
        ;;
    macho)
        $LLVM_NM -m "$o" | grep ' external ' | grep -v 'undefined\|private external' >>"$tmp/wrong.hidden"
        [ $shared = 1 ] || $LLVM_NM -m "$o" | grep -q ' private external _[a-z0-9_]*_\(blocks\|lanes\|rounds\|short\)_' ||
            echo "$file: no hidden function" >>"$tmp/wrong.hidden"
        # A linker may not take a kernel apart: no other name in its code, and no leave to go by
        # names.
        $LLVM_NM "$o" | awk -v file="$file" '$(NF - 1) == "t" && $NF !~ /^(_|ltmp)/ { print file ": " $NF " begins an atom" }' >>"$tmp/wrong.hidden"
        $LLVM_OBJDUMP --macho --private-header "$o" | awk -v file="$file" '
            END { if ($1 !~ /^MH_MAGIC|^0xfeed/ || $NF != "0x00000000") print file ": not plain: " $0 }' >>"$tmp/wrong.hidden"
        ;;
    coff)
        entries=$($LLVM_OBJDUMP -h "$o" | awk '$2 == ".pdata" { print $3 }')
        [ $shared = 1 ] || [ $((0x${entries:-0} / 8)) = 1 ] || echo "$file: $((0x${entries:-0} / 8)) entries" >>"$tmp/wrong.hidden"
        ;;
    esac
}

# all WHAT FORMAT COMMAND...
all() {
    if ! exists "$3"; then
        echo "SKIP objects-arm64/$1: no $3"
        return
    fi
    what=$1 format=$2
    shift 2
    : >"$tmp/$what.code"
    for w in assembles instructions relocations hidden; do : >"$tmp/wrong.$w"; done
    while read -r file row; do
        object "$what" "$format" "$file" "$row" "$@" </dev/null
    done <"$tmp/sources"
    for w in 'assembles:assembles without a word' 'instructions:instructions' \
        'relocations:position independent, no relocations in data' 'hidden:hidden functions, notes, unwind data'; do
        cp "$tmp/wrong.${w%%:*}" "$tmp/wrong"
        verdict "$what: ${w#*:}"
    done
}

# same ONE OTHER: the same instructions from two assemblers
same() {
    if [ -f "$tmp/$1.code" ] && [ -f "$tmp/$2.code" ]; then
        diff "$tmp/$1.code" "$tmp/$2.code" | sed -n 's/^[<>]/&/p' >"$tmp/wrong"
        [ -s "$tmp/$1.code" ] || echo 'nothing to compare' >"$tmp/wrong"
        verdict "$2: same instructions as $1"
    fi
}

all gcc-elf elf "$CROSS_CC"
all gcc-elf-big elf "$CROSS_CC" -mbig-endian
all clang-elf elf "$CLANG" --target=aarch64-linux-gnu
all clang-elf-big elf "$CLANG" --target=aarch64_be-linux-gnu
all clang-android elf "$CLANG" --target=aarch64-linux-android21
all clang-macho macho "$CLANG" --target=arm64-apple-macos
all clang-windows coff "$CLANG" --target=aarch64-windows
# The newest clang measures unwind data where older ones did not.
all clang-macho-newest macho "$NEWEST_CLANG" --target=arm64-apple-macos
same gcc-elf clang-elf
same gcc-elf-big clang-elf-big
same clang-elf clang-android
same clang-elf clang-macho
same clang-elf clang-macho-newest
exit $failed
