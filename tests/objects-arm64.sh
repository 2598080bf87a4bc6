#!/bin/sh
#
# The AArch64 kernels as objects: assembles them with GNU as and clang for ELF of both byte orders,
# Mach-O and Windows, and checks that
#   nothing is said, and both assemblers make the same code
#   no relocation is but relative to the code, none is in data
#   functions are hidden, have unwind data and begin with a landing pad (bti c); the ELF objects
#   have the notes: stack not executable, BTI and PAC
#   each kernel has instructions of the sets that its row of backends.def declares, and no others;
#   does not touch x18; addresses nothing below the stack pointer; stays in its own code, and the
#   code that all share
#
# Usage, from the top folder: tests/objects-arm64.sh
# Prints "PASS|FAIL|SKIP what"; exit status 1 if anything failed. It first proves on made-up
# disassembly that it finds what it looks for. Variables: CROSS_CC CLANG LLVM_OBJDUMP
# LLVM_NM READELF.

set -u
LC_ALL=C
export LC_ALL
: "${CROSS_CC:=aarch64-linux-gnu-gcc}" "${CLANG:=clang}" "${LLVM_OBJDUMP:=llvm-objdump}" "${LLVM_NM:=llvm-nm}" "${READELF:=readelf}"

blake2b=app/extensions/blake2b
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

# awk -f check.awk ROWS DISASSEMBLY: ROWS are lines "name FEATURE...". Prints what is wrong.
cat >"$tmp/check.awk" <<'AWK'
function add(set, words,   list, n, i) {
    n = split(words, list, " ")
    for (i = 1; i <= n; i++) of[list[i]] = set
}

function hex(s,   i, n) {
    sub(/^0x/, "", s)
    for (i = 1; i <= length(s); i++)
        n = n * 16 + index("0123456789abcdef", substr(s, i, 1)) - 1
    return n
}

BEGIN {
    # On vector registers some of these are NEON: see below.
    add("BASE", "add adds sub subs and ands orr eor eon bic orn mov movz movk movn neg cmp cmn tst adc adcs sbc")
    add("BASE", "ror lsr lsl asr extr ubfx ubfm sbfm bfi rev rev16 rev32 csel csinc cinc cset")
    add("BASE", "ldr ldp ldur ldrb ldrh ldurb ldurh str stp stur strb strh adr adrp")
    add("BASE", "b bl ret cbz cbnz tbz tbnz b.eq b.ne b.lo b.hs b.lt b.ge b.gt b.le b.hi b.ls nop")
    # Hints, which older CPUs pass over.
    add("BASE", "bti paciasp autiasp")
    add("NEON", "ld1 ld1r st1 fmov cmhi rev64 tbl tbx shl sri sli ushr usra sshr zip1 zip2 uzp1 uzp2 trn1 trn2 ext ins dup movi")
    add("SHA3", "xar eor3 rax1 bcax")
    brings["SHA3"] = "NEON"
}

function wrong(why) {
    print (current == "" ? "shared code" : current) ": " why ": " line
}

NR == FNR {
    known[$1] = 1
    for (i = 2; i <= NF; i++) {
        have[$1, $i] = 1
        if ($i in brings) have[$1, brings[$i]] = 1
    }
    next
}

/^[0-9a-f]+ <.*>:$/ {
    if ($2 ~ /blake2b_(blocks|lanes)_/) {
        current = $2
        sub(/.*blake2b_(blocks|lanes)_/, "", current)
        sub(/>:$/, "", current)
        first = 1
        functions++
        if (!(current in known)) print current ": not in backends.def"
    }
    next
}

/^ *[0-9a-f]+:/ {
    at = $1
    sub(/:.*/, "", at)
    sub(/^ *[0-9a-f]+:[ \t]*/, "")
    sub(/[ \t]*(<|\/\/).*/, "")
    line = $0
    m = $1
    ops = NF > 1 ? substr($0, length($1) + 1) : ""
    # clang 14 pads big-endian code with nops in the wrong byte order.
    if (dead && line ~ /^(nop$|fnmadd\ts21, s30, s0, s0$)/) next
    dead = m == "ret"
    if (of[m] == "") wrong("unknown instruction")
    need = of[m]
    if (need == "BASE" && ops ~ /[ \t,{[](v[0-9]+\.|[qdsbh][0-9]+([, \t}]|$))/) need = "NEON"
    if (need != "BASE" && !((current, need) in have)) wrong("needs " need)
    used[current, need] = 1
    if (first && (m != "bti" || ops !~ /c$/)) wrong("no landing pad at the entry")
    first = 0
    if (ops ~ /(^|[ \t,[])[xw]18([^0-9]|$)/) wrong("touches x18")
    if (ops ~ /\[sp, #-[0-9a-fx]+\]$/) wrong("below the stack pointer")
    if (m ~ /^(b|bl|b\..*|cbn?z|tbn?z)$/) {
        target = ops
        sub(/.*[, \t]/, "", target)
        from[++jumps] = current
        to[jumps] = hex(target)
        what[jumps] = line
    }
    owner[hex(at)] = current == "" ? "shared code" : current
}

END {
    if (!functions) print "no kernels found"
    for (name in known) {
        for (feature in of) if (of[feature] == "SHA3" && (name, "SHA3") in have && !((name, "SHA3") in used)) {
            print name ": does not use SHA3, which it declares"
            break
        }
    }
    for (i = 1; i <= jumps; i++) {
        o = owner[to[i]]
        if (o != from[i] && (o != "shared code" || what[i] !~ /^bl[ \t]/)) {
            current = from[i]
            line = what[i]
            if (current != "" || o != "shared code") wrong("leaves its own code")
        }
    }
}
AWK

# ---- does it find what it looks for? ----

# case ROW-FEATURES CODE WHAT: a kernel of such code; what must be said of it, nothing if empty
number=0
: >"$tmp/selfcheck"
case_of() {
    number=$((number + 1))
    echo "made $1" >"$tmp/rows"
    echo "$2" | awk 'BEGIN { RS = ";" } NR == 1 { print "0000000000000000 <blake2b_blocks_made>:" } { sub(/\n/, ""); printf "%x:      \t%s\n", 4 * (NR - 1), $0 }' \
        >"$tmp/disassembly"
    said=$(awk -f "$tmp/check.awk" "$tmp/rows" "$tmp/disassembly")
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
# rows_of LIST MACRO: the rows of backends.def with that macro as $tmp/LIST.rows, for check.awk, and
# as LIST.h, what their object includes
rows_of() {
    sed -n "s/^$2([A-Z0-9_]*, *\\([a-z0-9]*\\), *\\([248], *\\)\\{0,1\\}ARM64, *\\([^,]*\\), *\"\\([^\"]*\\)\".*/\\1 \\4 \\3/p" $blake2b/backends.def |
        sed 's/|//g; s/CPU_BASE//g; s/CPU_//g' >"$tmp/table"
    sed 's/ [^ ]*\.inc/ /' "$tmp/table" >"$tmp/$1.rows"
    sed 's/^[a-z0-9]* \([^ ]*\).*/#include "\1"/' "$tmp/table" >"$tmp/$1.h"
}
rows_of kernels KERNEL
rows_of lanes LANES

# object LIST SOURCE SUBROUTINES WHAT FORMAT COMMAND...
object() {
    rows=$tmp/$1.rows source=$2 subroutines=$3 what=$4-$1 format=$5
    shift 5
    kernels=$(grep -c . "$rows")
    if ! exists "$1"; then
        echo "SKIP objects-arm64/$what: no $1"
        return
    fi
    if ! "$@" -I"$tmp" -Iapp/driver/arm -I$blake2b -c -o "$tmp/$what.o" "$blake2b/$source" >"$tmp/wrong" 2>&1; then
        echo "does not assemble" >>"$tmp/wrong"
    fi
    verdict "$what: assembles without a word"
    [ -f "$tmp/$what.o" ] || return

    # On Apple ltmp0 is the section's beginning, in the place of a name there.
    first=$($LLVM_NM "$tmp/$what.o" | awk '$1 ~ /^0+$/ && $NF ~ /blake2b_(blocks|lanes)_/ { print $NF }')
    $LLVM_OBJDUMP -d --no-show-raw-insn --mattr=+v8.5a,+sha3 "$tmp/$what.o" 2>&1 | sed "s/<ltmp0>:/<${first:-ltmp0}>:/" |
        awk '{ # and Apple writes add.2d v0, v1, v2
            if ($1 ~ /^[0-9a-f]+:$/ && $2 ~ /^[a-z][a-z0-9]*\.(16b|4s|2d|d)$/) {
                lanes = substr($2, index($2, "."))
                sub(/\.(16b|4s|2d|d)/, "")
                gsub(/[ \t]v[0-9]+/, "&" lanes)
            }
            print
        }' >"$tmp/disassembly"
    awk -f "$tmp/check.awk" "$rows" "$tmp/disassembly" >"$tmp/wrong"
    verdict "$what: instructions"
    # What is the same in all: the instructions, without names and padding.
    sed -n 's/^ *[0-9a-f]*:[[:space:]]*//p' "$tmp/disassembly" | sed 's/<.*>//; /^nop/d; /^fnmadd/d' >"$tmp/$what.code"

    $LLVM_OBJDUMP -r "$tmp/$what.o" 2>&1 | awk '
        /^RELOCATION RECORDS FOR/ { section = $4 }
        section ~ /eh_frame|pdata|compact_unwind/ || $1 !~ /^[0-9a-f]+$/ { next }
        section !~ /text/ || $2 !~ /^(R_AARCH64_ADR_PREL_PG_HI21|R_AARCH64_ADD_ABS_LO12_NC|ARM64_RELOC_PAGE(21|OFF12)|IMAGE_REL_ARM64_PAGE(BASE_REL21|OFFSET_12A))$/ {
            print section, $0
        }' >"$tmp/wrong"
    verdict "$what: position independent, no relocations in data"

    : >"$tmp/wrong"
    case $format in
    elf)
        $READELF -sW "$tmp/$what.o" | awk -v kernels="$kernels" '
            $5 == "GLOBAL" { n++; if ($6 != "HIDDEN" || $4 != "FUNC" || $7 == "UND") print "not a hidden function: " $8 }
            END { if (n != kernels) print n + 0 " functions" }' >"$tmp/wrong"
        $READELF -SW "$tmp/$what.o" | grep 'note\.GNU-stack' | grep -qv ' [WA]*X' || echo 'stack executable' >>"$tmp/wrong"
        $READELF -nW "$tmp/$what.o" 2>&1 | grep -q 'BTI, PAC' || echo 'no BTI, PAC property' >>"$tmp/wrong"
        $READELF -nW "$tmp/$what.o" 2>&1 | grep -i 'corrupt\|warning' >>"$tmp/wrong"
        # Each kernel, and the subroutine.
        entries=$($READELF --debug-dump=frames "$tmp/$what.o" 2>/dev/null | grep -c ' FDE ')
        [ "$entries" -ge $((kernels + subroutines)) ] || echo "unwind data of $entries functions" >>"$tmp/wrong"
        verdict "$what: hidden functions, notes, unwind data"
        ;;
    macho)
        $LLVM_NM -m "$tmp/$what.o" | grep -c ' private external _blake2b_\(blocks\|lanes\)_' | grep -qx "$kernels" ||
            echo 'not as many hidden functions as kernels' >"$tmp/wrong"
        verdict "$what: hidden functions"
        ;;
    coff)
        entries=$($LLVM_OBJDUMP -h "$tmp/$what.o" | awk '$2 == ".pdata" { print $3 }')
        [ $((0x${entries:-0} / 8)) = "$kernels" ] || echo "$((0x${entries:-0} / 8)) entries" >"$tmp/wrong"
        verdict "$what: unwind data of each function"
        ;;
    esac
}

# same ONE OTHER: the same instructions from two assemblers
same() {
    if [ -f "$tmp/$1.o" ] && [ -f "$tmp/$2.o" ]; then
        diff "$tmp/$1.code" "$tmp/$2.code" | sed -n 's/^[<>]/&/p' >"$tmp/wrong"
        [ -s "$tmp/$1.code" ] || echo 'nothing to compare' >"$tmp/wrong"
        verdict "$2: same instructions as $1"
    fi
}

# both WHAT FORMAT COMMAND...: the kernels of one message, and those of several
both() {
    object kernels blake2b.S 1 "$@"
    object lanes blake2b_lanes.S 0 "$@"
}

both gcc-elf elf "$CROSS_CC"
both gcc-elf-big elf "$CROSS_CC" -mbig-endian
both clang-elf elf "$CLANG" --target=aarch64-linux-gnu
both clang-elf-big elf "$CLANG" --target=aarch64_be-linux-gnu
both clang-android elf "$CLANG" --target=aarch64-linux-android21
both clang-macho macho "$CLANG" --target=arm64-apple-macos
both clang-windows coff "$CLANG" --target=aarch64-windows
for list in kernels lanes; do
    same gcc-elf-$list clang-elf-$list
    same gcc-elf-big-$list clang-elf-big-$list
    same clang-elf-$list clang-android-$list
    same clang-elf-$list clang-macho-$list
done
exit $failed
