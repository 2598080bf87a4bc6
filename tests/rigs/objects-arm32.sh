#!/bin/sh
# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
#
# The kernels for 32-bit ARM as objects: assembles them with GNU as and clang for several CPUs and
# both byte orders, and checks that
#   nothing is said, and both assemblers make the same code of what the compiler is told alike
#   no relocation of code is but relative to it
#   functions are hidden and have unwind data; the stack is not executable
#   the object can be linked with objects for an ARMv4T without floating point
#   each kernel has instructions of the sets that its row of its table declares, and no others;
#   addresses nothing below the stack pointer
#
# Usage, from the top folder: tests/rigs/objects-arm32.sh
# Prints "PASS|FAIL|SKIP what"; exit status 1 if anything failed. It first proves on made-up
# disassembly that it finds what it looks for.

cd "$(dirname "$0")/../.." || exit 1
# shellcheck source=tests/common.sh
. tests/common.sh

# verdict WHAT: passes if the file $work/wrong is empty, else shows it
verdict() {
    if [ -s "$work/wrong" ]; then
        fail "objects-arm32/$1: $(sed -n 1p "$work/wrong")"
    else
        pass "objects-arm32/$1"
    fi
}

# check SHARED: what is wrong with the kernels in $work/rows, or the code they share (1), of which
# $work/disassembly is
check() {
    awk -v shared="$1" -f tests/objects/sets.awk -f tests/objects/check-arm32.awk \
        tests/objects/instructions-arm32.txt "$work/rows" "$work/disassembly"
}

# case_of FEATURES CODE WHAT: a kernel of such code; what must be said of it, nothing if empty
number=0
: >"$work/selfcheck"
case_of() {
    number=$((number + 1))
    echo "some_blocks_made $1" >"$work/rows"
    echo "$2" | awk 'BEGIN { RS = ";" } NR == 1 { print "00000000 <libmade_some_blocks_made>:" } { sub(/\n/, ""); printf "%8x:      \t%s\n", 4 * (NR - 1), $0 }' \
        >"$work/disassembly"
    said=$(check 0)
    case ${3:+wants},$said in
    ,) ;;
    wants,*"$3"*) ;;
    *) echo "'$2' makes it say '$said'" >>"$work/selfcheck" ;;
    esac
}
case_of ARMV6 'push	{r4, lr};sel	r0, r1, r2;ldrd	r0, r1, [sp, #8];bx	lr' ''
case_of NEON 'vadd.i64	q0, q1, q2;bne	0x0 <x>;bx	lr' ''
case_of ARMV6 'sel	r0, r1, r2;movw	r0, #1;bx	lr' 'unknown instruction'
case_of ARMV6 'sel	r0, r1, r2;vadd.i64	d0, d1, d2;bx	lr' 'needs NEON'
case_of NEON 'vadd.i64	q0, q1, q2;ldrd	r0, r1, [r2];bx	lr' 'needs ARMV6'
case_of NEON 'vfma.f32	q0, q1, q2;bx	lr' 'unknown instruction'
case_of NEON 'mov	r0, r1;bx	lr' 'does not use'
case_of THUMB2 'ldrd	r0, r1, [sp, #8];bfi	r0, r1, #0, #24;bx	lr' ''
case_of ARMV6 'sel	r0, r1, r2;bfi	r0, r1, #0, #24;bx	lr' 'needs THUMB2'
case_of ARMV6 'sel	r0, r1, r2;str	r0, [sp, #-4]' 'below the stack'
cp "$work/selfcheck" "$work/wrong"
verdict "self-check, $number cases"

tool=$(missing arm-linux-gnueabi-objdump arm-linux-gnueabi-nm readelf)
if [ -n "$tool" ]; then
    skip "objects-arm32: no $tool"
    exit $failed
fi

: >"$work/config.h"
# Each kernel's source, with its row for check; what they share.
kernels ARM | awk -F '\t' '{ print $3, $1, $5 }' >"$work/ARM"
shared_by_kernels ARM | sed 's/.* //' >>"$work/ARM"

# one WHAT FILE ROW COMMAND...: what is wrong with one of them, into $work/wrong; its code behind
# that of the others in $work/WHAT.code
one() {
    what=$1 file=$2
    echo "$3" >"$work/rows"
    shared=0
    [ -n "$3" ] || shared=1
    shift 3
    o=$work/$what-$(basename "$file" .inc).o
    "$@" -I"$work" -Iapp -I"${file%/*}/.." -x assembler-with-cpp -c -o "$o" "$file" >>"$work/wrong" 2>&1 || {
        echo "$file does not assemble" >>"$work/wrong"
        return
    }
    arm-linux-gnueabi-objdump -d --no-show-raw-insn "$o" >"$work/disassembly" 2>>"$work/wrong"
    check $shared >>"$work/wrong"
    # Without what is between functions, and how far they are away; of two forms of a
    # subtraction either is right.
    sed -n 's/^ *[0-9a-f]*:[ 	]*//p' "$work/disassembly" |
        sed 's/[ 	]*[@;<].*//; s/^\(b[a-z]*\)\.[nw]	/\1	/; s/^\(b[a-eg-z]*\)	.*/\1/; s/^\(subs	\)\(r[0-7], \)\2/\1\2/; /^nop/d; /^\.word/d; /^ *$/d' >>"$work/$what.code"
    readelf -rW "$o" | awk '
        /^Relocation section/ { code = /\.rel\.text|\.rel\.rodata/ }
        code && /R_ARM/ && !/R_ARM_(REL32|CALL|THM_CALL|V4BX)/ { print "relocation: " $0 }' >>"$work/wrong"
    arm-linux-gnueabi-nm "$o" | sed -n 's/.* U //p' >>"$work/undefined"
    arm-linux-gnueabi-nm "$o" | sed -n 's/.* [TR] //p' >>"$work/defined"
    readelf -sW "$o" | awk -v shared=$shared '
        $5 == "GLOBAL" && $7 != "UND" { n++; if ($6 != "HIDDEN" || !($4 == "FUNC" || shared && $4 == "OBJECT")) print "not a hidden function: " $0 }
        END { if (!n) print "no functions" }' >>"$work/wrong"
    readelf -SW "$o" >"$work/sections"
    grep -q '\.note\.GNU-stack.* 0 *0 *1$' "$work/sections" && ! grep -q 'GNU-stack.* X ' "$work/sections" ||
        echo 'no note that the stack is not executable' >>"$work/wrong"
    for section in .debug_frame .ARM.exidx; do
        ! grep -q '^ *[0-9a-f]*:' "$work/disassembly" || grep -q " $section " "$work/sections" || echo "no $section" >>"$work/wrong"
    done
    readelf -A "$o" | grep -E 'Tag_(FP_arch|Advanced_SIMD_arch)' | grep -v 'No$' >>"$work/wrong"
}

# object WHAT COMMAND...: of the kernels in $sources
object() {
    what=$1
    shift
    if [ -n "$(missing "$1")" ]; then
        skip "objects-arm32/$what: no $1"
        return
    fi
    for f in wrong undefined defined "$what.code"; do : >"$work/$f"; done
    while read -r file row; do
        one "$what" "$file" "$row" "$@" </dev/null
    done <"$sources"
    grep -v -x -F -f "$work/defined" "$work/undefined" | sed 's/^/undefined: /' >>"$work/wrong"
    verdict "$what"
}

# same A B
same() {
    if [ -f "$work/$1.code" ] && [ -f "$work/$2.code" ]; then
        diff "$work/$1.code" "$work/$2.code" >"$work/wrong" 2>&1
        verdict "$1 and $2 are the same code"
    fi
}

sources=$work/ARM
object gas-armv4t arm-linux-gnueabi-gcc -march=armv4t
object gas-armv6 arm-linux-gnueabi-gcc -march=armv6
object gas-armv7 arm-linux-gnueabi-gcc -march=armv7-a -mthumb
object gas-armv7-big arm-linux-gnueabi-gcc -march=armv7-a -mbig-endian
object clang-armv5 clang --target=armv5te-linux-gnueabi
object clang-armv7 clang --target=armv7-linux-gnueabi
object clang-armv7-big clang --target=armebv7-linux-gnueabi
same gas-armv4t clang-armv5
same gas-armv6 gas-armv7
same gas-armv7 clang-armv7
same gas-armv7-big clang-armv7-big

# Cortex-M: without the DSP extension, with it.
for sets in THUMB2 ARMV6; do
    sources=$work/$sets
    kernels ARM_M | awk -F '\t' -v sets=$sets '{ print $3, $1, sets }' >"$sources"
    shared_by_kernels ARM_M | sed 's/.* //' >>"$sources"
done
sources=$work/THUMB2
object gas-cortex-m3 arm-none-eabi-gcc -mthumb -mcpu=cortex-m3
object clang-cortex-m3 clang --target=thumbv7m-none-eabi -munaligned-access
object gas-cortex-m3-bytes arm-none-eabi-gcc -mthumb -mcpu=cortex-m3 -mno-unaligned-access
object clang-cortex-m3-bytes clang --target=thumbv7m-none-eabi -mno-unaligned-access
same gas-cortex-m3 clang-cortex-m3
same gas-cortex-m3-bytes clang-cortex-m3-bytes
sources=$work/ARMV6
object gas-cortex-m4 arm-none-eabi-gcc -mthumb -mcpu=cortex-m4
object gas-cortex-m33 arm-none-eabi-gcc -mthumb -mcpu=cortex-m33
object clang-cortex-m4 clang --target=thumbv7em-none-eabi -munaligned-access
object gas-cortex-m4-bytes arm-none-eabi-gcc -mthumb -mcpu=cortex-m4 -mno-unaligned-access
object clang-cortex-m4-bytes clang --target=thumbv7em-none-eabi -mno-unaligned-access
same gas-cortex-m4 gas-cortex-m33
same gas-cortex-m4 clang-cortex-m4
same gas-cortex-m4-bytes clang-cortex-m4-bytes
exit $failed
