#!/bin/sh
#
# The kernels for 32-bit ARM as objects: assembles them with GNU as and clang for several CPUs and
# both byte orders, and checks that
#   nothing is said, and both assemblers make the same code of what the compiler is told alike
#   no relocation of code is but relative to it
#   functions are hidden and have unwind data; the stack is not executable
#   the object can be linked with objects for an ARMv4T without floating point
#   each kernel has instructions of the sets that its row of backends.def declares, and no others;
#   addresses nothing below the stack pointer
#
# Usage, from the top folder: tests/objects-arm32.sh
# Prints "PASS|FAIL|SKIP what"; exit status 1 if anything failed. It first proves on made-up
# disassembly that it finds what it looks for.

cd "$(dirname "$0")/.." || exit 1
# shellcheck source=tests/common.sh
. tests/common.sh
blake2b=app/extensions/blake2b

# verdict WHAT: passes if the file $work/wrong is empty, else shows it
verdict() {
    if [ -s "$work/wrong" ]; then
        fail "objects-arm32/$1: $(sed -n 1p "$work/wrong")"
    else
        pass "objects-arm32/$1"
    fi
}

# awk -f check.awk ROWS DISASSEMBLY: ROWS are lines "name FEATURE...". Prints what is wrong.
cat >"$work/check.awk" <<'AWK'
function add(set, words,   list, n, i) {
    n = split(words, list, " ")
    for (i = 1; i <= n; i++) of[list[i]] = set
}

function wrong(why) {
    print (current == "" ? "shared code" : current) ": " why ": " line
}

BEGIN {
    add("BASE", "mov mvn add adds adc adcs sub subs rsb cmp cmn tst and orr eor bic ldr ldrb str strb")
    add("BASE", "ldm ldmia stm stmia push pop lsr b bl bx beq bne bcc bcs bxcc msr mrs nop")
    add("ARMV6", "sel pkhbt pkhtb ldrd strd rev")
    add("NEON", "vadd vsub veor vbic vand vorr vext vrev64 vshr vsli vsri vld1 vst1 vldr vstr vpush vpop vmov vtbl vswp")
}

NR == FNR {
    known[$1] = 1
    for (i = 2; i <= NF; i++) have[$1, $i] = 1
    next
}

# A label of a kernel's own may be in the symbol table as well.
/^[0-9a-f]+ <[^$].*>:$/ {
    current = $2
    sub(/^<(.*blake2b_blocks_|\.Lblake2b_)/, "", current)
    sub(/(_.*)?>:$/, "", current)
    if ($2 ~ /blake2b_blocks_[a-z0-9]*>/) {
        functions++
        if (!(current in known)) print current ": not in backends.def"
    }
    if (!(current in known)) current = ""
    next
}

/^ *[0-9a-f]+:/ {
    sub(/^ *[0-9a-f]+:[ \t]*/, "")
    sub(/[ \t]*[@;<].*/, "")
    line = $0
    m = $1
    sub(/[a-z0-9]\..*/, substr(m, index(m, ".") - 1, 1), m)
    if (m ~ /^\.word$/) next # a distance
    if (of[m] == "") wrong("unknown instruction")
    else if (of[m] != "BASE" && !((current, of[m]) in have)) wrong("needs " of[m])
    used[current, of[m]] = 1
    if (line ~ /\[sp, #-/) wrong("below the stack pointer")
}

END {
    if (!functions) print "no kernels found"
    for (name in known) if (functions) {
        for (feature in of) if ((name, of[feature]) in have && !((name, of[feature]) in used)) {
            print name ": does not use what it declares"
            break
        }
    }
}
AWK

# case_of FEATURES CODE WHAT: a kernel of such code; what must be said of it, nothing if empty
number=0
: >"$work/selfcheck"
case_of() {
    number=$((number + 1))
    echo "made $1" >"$work/rows"
    echo "$2" | awk 'BEGIN { RS = ";" } NR == 1 { print "00000000 <blake2b_blocks_made>:" } { sub(/\n/, ""); printf "%8x:      \t%s\n", 4 * (NR - 1), $0 }' \
        >"$work/disassembly"
    said=$(awk -f "$work/check.awk" "$work/rows" "$work/disassembly")
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
case_of ARMV6 'sel	r0, r1, r2;str	r0, [sp, #-4]' 'below the stack'
cp "$work/selfcheck" "$work/wrong"
verdict "self-check, $number cases"

tool=$(missing arm-linux-gnueabi-objdump arm-linux-gnueabi-nm readelf)
if [ -n "$tool" ]; then
    skip "objects-arm32: no $tool"
    exit $failed
fi

: >"$work/config.h"
sed -n 's/^KERNEL([A-Z0-9_]*, *\([a-z0-9]*\), *ARM, *\([^,]*\), *"\([^"]*\)".*/\1 \3 \2/p' $blake2b/backends.def |
    sed 's/|//g; s/CPU_BASE//g; s/CPU_//g' >"$work/table"
sed 's/ [^ ]*\.inc/ /' "$work/table" >"$work/rows"
sed 's/^[a-z0-9]* \([^ ]*\).*/#include "\1"/' "$work/table" >"$work/kernels.h"

# object WHAT COMMAND...
object() {
    what=$1
    shift
    if [ -n "$(missing "$1")" ]; then
        skip "objects-arm32/$what: no $1"
        return
    fi
    o=$work/$what.o
    if ! "$@" -I"$work" -I$blake2b -c -o "$o" $blake2b/blake2b.S >"$work/wrong" 2>&1; then
        verdict "$what: assembles"
        return
    fi
    arm-linux-gnueabi-objdump -d --no-show-raw-insn "$o" >"$work/disassembly" 2>>"$work/wrong"
    awk -f "$work/check.awk" "$work/rows" "$work/disassembly" >>"$work/wrong"
    # Without what stands between functions, and how far they are away.
    sed -n 's/^ *[0-9a-f]*:[ 	]*//p' "$work/disassembly" |
        sed 's/[ 	]*[@;<].*//; s/^\(b[a-z]*\)	.*/\1/; /^nop/d; /^\.word/d; /^ *$/d' >"$work/$what.code"
    readelf -rW "$o" | awk '
        /^Relocation section/ { code = /\.rel\.text|\.rel\.rodata/ }
        code && /R_ARM/ && !/R_ARM_(REL32|CALL|V4BX)/ { print "relocation: " $0 }' >>"$work/wrong"
    arm-linux-gnueabi-nm "$o" | grep -q ' U ' && echo 'undefined symbols' >>"$work/wrong"
    readelf -sW "$o" | awk '/blake2b_blocks_/ { n++; if (!/FUNC *GLOBAL *HIDDEN/) print "not a hidden function: " $0 } END { if (!n) print "no functions" }' >>"$work/wrong"
    readelf -SW "$o" >"$work/sections"
    grep -q '\.note\.GNU-stack.* 0 *0 *1$' "$work/sections" && ! grep -q 'GNU-stack.* X ' "$work/sections" ||
        echo 'no note that the stack is not executable' >>"$work/wrong"
    for section in .debug_frame .ARM.exidx; do
        grep -q " $section " "$work/sections" || echo "no $section" >>"$work/wrong"
    done
    readelf -A "$o" | grep -E 'Tag_(FP_arch|Advanced_SIMD_arch)' | grep -v 'No$' >>"$work/wrong"
    verdict "$what"
}

# same A B
same() {
    if [ -f "$work/$1.code" ] && [ -f "$work/$2.code" ]; then
        diff "$work/$1.code" "$work/$2.code" >"$work/wrong" 2>&1
        verdict "$1 and $2 are the same code"
    fi
}

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
exit $failed
