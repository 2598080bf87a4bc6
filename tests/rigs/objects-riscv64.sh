#!/bin/sh
# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
#
# The kernels' objects for 64-bit RISC-V, of every family, from gcc and each clang that is here:
# - assemble without a word, with compressed instructions and without
# - have no instruction outside the sets that their row declares, leave gp, tp and what is below the
#   stack pointer alone, and jump to their own code only
# - are position independent, have no relocations in data, but one hidden function each, no
#   executable stack, and unwind data
# - are the same code from all of them
# It first proves on made-up disassembly that it finds what it looks for.
#
# Usage, from the top folder: tests/rigs/objects-riscv64.sh
# Prints "PASS|FAIL|SKIP what"; exit status 1 if anything failed.

# shellcheck source=tests/common.sh
. tests/common.sh
tmp=$work
cross=riscv64-linux-gnu-

# verdict WHAT: by what is in $tmp/wrong
verdict() {
    if [ -s "$tmp/wrong" ]; then
        fail "objects-riscv64/$1: $(sed -n 1p "$tmp/wrong")"
    else
        pass "objects-riscv64/$1"
    fi
}

# check SHARED: what is wrong with the kernel in $tmp/rows, or the code that all share (1), of which
# $tmp/disassembly is
check() {
    awk -v shared="$1" -f tests/objects/hex.awk -f tests/objects/sets.awk -f tests/objects/check-riscv64.awk \
        tests/objects/instructions-riscv64.txt "$tmp/rows" "$tmp/disassembly"
}

# ---- does it find what it looks for? ----

number=0
: >"$tmp/selfcheck"
# case_of ROW-FEATURES CODE WHAT: a kernel of such code; what must be said of it, nothing if empty
case_of() {
    number=$((number + 1))
    echo "some_blocks_made $1" >"$tmp/rows"
    echo "$2" | awk 'BEGIN { RS = ";" } NR == 1 { print "0000000000000000 <libmade_some_blocks_made>:" } { sub(/\n$/, ""); printf "%x:\t%s\n", 4 * (NR - 1), $0 }' \
        >"$tmp/disassembly"
    said=$(check 0)
    case ${3:+wants},$said in
    ,) ;;
    wants,*"$3"*) ;;
    *) echo "'$2' makes it say '$said'" >>"$tmp/selfcheck" ;;
    esac
}
case_of '' 'addi	sp,sp,-384;sd	ra,0(sp);beqz	t0,4 <x+0x4>;srli	a0,a0,0x18;jalr	-12(ra) # 40 <y>;ret' ''
case_of ZBB 'rori	a0,a0,0x18;ret' ''
case_of '' 'rori	a0,a0,0x18;ret' 'needs ZBB'
case_of ZBB 'add	a0,a0,a1;ret' 'does not use ZBB'
case_of '' 'vadd.vv	v0,v1,v2;ret' 'needs V'
case_of '' 'ecall;ret' 'unknown instruction'
case_of '' 'mv	a0,tp;ret' 'touches gp'
case_of '' 'ld	gp,8(sp);ret' 'touches gp'
case_of '' 'sd	a0,-8(sp);ret' 'below the stack'
case_of '' 'jalr	t0;ret' 'another register'
case_of '' 'j	100 <x>;ret' 'leaves its own code'
cp "$tmp/selfcheck" "$tmp/wrong"
verdict "self-check, $number cases"

# ---- the kernels ----

tool=$(missing ${cross}gcc ${cross}ld ${cross}objdump ${cross}readelf)
if [ -n "$tool" ]; then
    skip "objects-riscv64: no $tool"
    exit $failed
fi
: >"$tmp/config.h"
# EXTENSION FILE ROW, of what is shared no row
kernels RISCV64 | awk -F '\t' '{ print $2, $3, $1, $5 }' >"$tmp/sources"
[ -s "$tmp/sources" ] || fail 'objects-riscv64: no kernels'
shared_by_kernels RISCV64 >>"$tmp/sources"

# all WHAT COMMAND...: of one assembler; its code in $tmp/WHAT.code
all() {
    what=$1
    shift
    tool=$(missing "$1")
    if [ -n "$tool" ]; then
        skip "objects-riscv64/$what: no $tool"
        return
    fi
    : >"$tmp/$what.code"
    for w in assembles instructions relocations hidden; do : >"$tmp/wrong.$w"; done
    while read -r extension file row; do
        o=$tmp/object.o
        rm -f "$o"
        if ! "$@" -I"$tmp" -Iapp -DLIBRARY="${extension}_" -x assembler-with-cpp -c -o "$o" "$file" >"$tmp/log" 2>&1 </dev/null || [ -s "$tmp/log" ]; then
            echo "$file does not assemble: $(sed -n 1p "$tmp/log")" >>"$tmp/wrong.assembles"
            continue
        fi
        shared=0
        [ -n "$row" ] || shared=1
        # Linked, so that jumps have their targets, whichever assembler leaves them to the linker.
        echo "$row" >"$tmp/rows"
        # With an object that has every extension, which objdump then knows.
        ${cross}ld -e 0 --unresolved-symbols=ignore-all -o "$tmp/image" "$o" "$tmp/every-$abi.o" >"$tmp/log" 2>&1 ||
            echo "$file does not link: $(sed -n 1p "$tmp/log")" >>"$tmp/wrong.assembles"
        ${cross}objdump -d --no-show-raw-insn "$tmp/image" >"$tmp/disassembly" 2>&1
        check $shared >>"$tmp/wrong.instructions"
        # Without names and padding; where jumps go from their own place on. (What lies elsewhere
        # depends on other sections.)
        awk -f tests/objects/hex.awk -f tests/objects/code-riscv64.awk "$tmp/disassembly" >>"$tmp/$what.code"

        ${cross}objdump -r "$o" 2>&1 | awk '
            /^RELOCATION RECORDS FOR/ { section = $4 }
            section ~ /eh_frame/ || $1 !~ /^[0-9a-f]+$/ { next }
            section !~ /text/ || $2 !~ /^R_RISCV_(BRANCH|JAL|RVC_BRANCH|RVC_JUMP|PCREL_HI20|PCREL_LO12_I|CALL|CALL_PLT)$/ { print section, $0 }' >>"$tmp/wrong.relocations"
        ${cross}readelf -sW "$o" | awk -v shared=$shared '
            $5 == "GLOBAL" && $7 != "UND" { n++; if ($6 != "HIDDEN" || !($4 == "FUNC" || shared && $4 == "OBJECT")) print "not hidden, or no function: " $8 }
            END { if (!shared && n != 1) print n + 0 " functions" }' >>"$tmp/wrong.hidden"
        ${cross}readelf -SW "$o" | grep 'note\.GNU-stack' | grep -qv ' [WA]*X' || echo "$file: stack executable" >>"$tmp/wrong.hidden"
        entries=$(${cross}readelf --debug-dump=frames "$o" 2>/dev/null | grep -c ' FDE ')
        [ "$entries" -ge 1 ] || echo "$file: no unwind data" >>"$tmp/wrong.hidden"
    done <"$tmp/sources"
    for w in 'assembles:assembles without a word' 'instructions:instructions' \
        'relocations:position independent, no relocations in data' 'hidden:hidden functions, unwind data'; do
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

for arch in rv64gc rv64i; do
    abi=lp64
    [ $arch = rv64i ] || abi=lp64d
    : >"$tmp/every.S"
    ${cross}gcc -march=rv64gcv_zbb -mabi=$abi -c -o "$tmp/every-$abi.o" "$tmp/every.S"
    all "gcc, $arch" ${cross}gcc -march=$arch -mabi=$abi
    for clang in clang clang-16 clang-22; do
        all "$clang, $arch" $clang --target=riscv64-linux-gnu -march=$arch -mabi=$abi
        same "gcc, $arch" "$clang, $arch"
    done
done
exit $failed
