#!/bin/sh
# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
#
# The kernels of every family as objects for ARM and RISC-V: assembles them with GNU as and clang
# for several CPUs, byte orders and systems, and checks that
#   there are no messages, and all assemblers generate the same code with the same options
#   each kernel has only instructions of the sets that its row in the table declares; does not use
#   reserved registers (x18, gp, tp); addresses nothing below the stack pointer; stays in its own
#   code and in shared code
#   all relocations are relative to the code, and none is in data
#   functions are hidden and have unwind data; the stack is not executable; on AArch64 functions
#   begin with a landing pad, and the ELF objects say so (BTI and PAC)
#   objects for 32-bit ARM need no other symbols, and link with those for an ARMv4T without
#   floating point
#
# Usage, from the top folder: tests/rigs/objects.sh arm32|arm64|riscv64|x86-64|x86-32
# It first checks on made-up disassembly (tests/objects/cases.txt) that it detects each violation;
# for x86 only this: dialects.sh has the assemblers of those kernels, instructions.sh their
# instructions. Variables: CLANG NEWEST_CLANG LLVM_OBJDUMP LLVM_NM READELF.

# shellcheck source=tests/common.sh
. tests/common.sh
: "${CLANG:=clang}" "${NEWEST_CLANG:=$(newest clang)}"
: "${LLVM_OBJDUMP:=llvm-objdump}" "${LLVM_NM:=llvm-nm}" "${READELF:=readelf}"
tmp=$work
arch=${1-}

# For each architecture: the target in the tables, its tools, relocations that are relative to the
# code, and how addresses of instructions are written.
case $arch in
arm32)
    target=ARM objdump=arm-linux-gnueabi-objdump tools=arm-linux-gnueabi-nm
    relative='^R_ARM_(REL32|CALL|THM_CALL|V4BX)$' address='%8x:      \t'
    ;;
arm64)
    target=ARM64 objdump=$LLVM_OBJDUMP tools=$LLVM_NM
    relative='^(R_AARCH64_ADR_PREL_PG_HI21|R_AARCH64_ADD_ABS_LO12_NC|ARM64_RELOC_PAGE(21|OFF12)|IMAGE_REL_ARM64_PAGE(BASE_REL21|OFFSET_12A)|R_AARCH64_CALL26|ARM64_RELOC_BRANCH26|IMAGE_REL_ARM64_BRANCH26)$'
    address='%x:      \t'
    ;;
riscv64)
    target=RISCV64 objdump=riscv64-linux-gnu-objdump \
        tools='riscv64-linux-gnu-gcc riscv64-linux-gnu-ld'
    relative='^R_RISCV_(BRANCH|JAL|RVC_BRANCH|RVC_JUMP|PCREL_HI20|PCREL_LO12_I|CALL|CALL_PLT)$' \
        address='%x:\t'
    ;;
x86-64 | x86-32) address='%x:\t' ;;
*)
    sed -n 's/^# \(Usage\)/\1/p' "$0" >&2
    exit 2
    ;;
esac

# verdict WHAT: passes if the file $tmp/wrong is empty, else shows it
verdict() {
    holds "objects-$arch/$1" "$(sed -n 1p "$tmp/wrong")" [ ! -s "$tmp/wrong" ]
}

# check SHARED: prints what is wrong with the kernel in $tmp/rows, or with shared code (1), whose
# disassembly is $tmp/disassembly
check() {
    awk -v shared="$1" -v bits="${arch#*-}" -f tests/objects/hex.awk -f tests/objects/sets.awk \
        -f "tests/objects/check-${arch%-*}.awk" "tests/objects/instructions-${arch%-*}.txt" \
        "$tmp/rows" "$tmp/disassembly" | grep -v '^PASS'
}

# ---- self-check: are violations detected? ----

sed -n "s/^$arch|//p" tests/objects/cases.txt >"$tmp/cases"
: >"$tmp/wrong"
while IFS='|' read -r features code what; do
    echo "some_blocks_made $features" >"$tmp/rows"
    printf '%s\n' "$code" | awk -v address="$address" '
        BEGIN { RS = ";"; print "00000000 <libmade_some_blocks_made>:" }
        {
            sub(/\n$/, "")
            gsub(/\\n/, "\n")
            gsub(/HERE/, sprintf("%x", 4 * (NR - 1)))
            printf address "%s\n", 4 * (NR - 1), $0
        }' >"$tmp/disassembly"
    said=$(check 0)
    case ${what:+wants},$said in
    ,) ;;
    wants,*"$what"*) ;;
    *) echo "'$code' makes it say '$said'" >>"$tmp/wrong" ;;
    esac
done <"$tmp/cases"
[ -s "$tmp/cases" ] || echo 'no cases' >"$tmp/wrong"
verdict "self-check, $(grep -c . "$tmp/cases") cases"
case $arch in x86*) finish ;; esac

# ---- the kernels ----

# shellcheck disable=SC2086 # words
needs "objects-$arch" $objdump $tools "$READELF"
: >"$tmp/config.h"

# sources_of TARGET [SETS]: EXTENSION FILE ROW of each kernel, with SETS instead of those of its
# row; shared files without a row
sources_of() {
    kernels "$1" | awk -F '\t' -v sets="${2-}" '{ print $2, $3, $1, sets == "" ? $5 : sets }'
    shared_by_kernels "$1"
}

# disassembly OBJECT: in the form that the checks read
disassembly() {
    case $arch in
    arm32) $objdump -d --no-show-raw-insn "$1" ;;
    arm64)
        # On Apple systems the section's beginning, ltmp0, is shown instead of the name there.
        first=$($LLVM_NM "$1" |
            awk '$1 ~ /^0+$/ && $NF ~ /[a-z0-9]_(blocks|lanes|rounds|short)_[a-z0-9]*$/ { print $NF }')
        $objdump -d -r --no-show-raw-insn --mattr=+v8.5a,+sha3 "$1" 2>&1 |
            sed "s/<ltmp0>:/<${first:-ltmp0}>:/" |
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
            }'
        ;;
    riscv64)
        # Linked, so that jumps have their targets even if the assembler leaves them to the linker.
        # Also with an object that has every extension, which objdump then accepts.
        riscv64-linux-gnu-ld -e 0 --unresolved-symbols=ignore-all -o "$tmp/image" "$1" \
            "$tmp/every-$abi.o" >"$tmp/log" 2>&1 ||
            echo "$file does not link: $(sed -n 1p "$tmp/log")" >>"$tmp/wrong"
        $objdump -d --no-show-raw-insn "$tmp/image"
        ;;
    esac
}

# code: the parts of $tmp/disassembly that are the same with all assemblers: instructions, without
# names, padding, and what is between functions
code() {
    case $arch in
    # Without the distance of jumps; and either form of a subtraction is accepted.
    arm32)
        sed -n 's/^ *[0-9a-f]*:[ 	]*//p' "$tmp/disassembly" |
            sed 's/[ 	]*[@;<].*//; s/^\(b[a-z]*\)\.[nw]	/\1	/; s/^\(b[a-eg-z]*\)	.*/\1/; s/^\(subs	\)\(r[0-7], \)\2/\1\2/; /^nop/d; /^\.word/d; /^ *$/d'
        ;;
    arm64)
        sed -n '/ARM64_RELOC\|R_AARCH64\|IMAGE_REL/d; s/^ *[0-9a-f]*:[[:space:]]*//p' \
            "$tmp/disassembly" |
            sed 's/<.*>//; /^nop/d; /^fnmadd/d'
        ;;
    # With the distance of jumps. (Other addresses depend on other sections.)
    riscv64) awk -f tests/objects/hex.awk -f tests/objects/code-riscv64.awk "$tmp/disassembly" ;;
    esac
}

# hidden OBJECT FORMAT: what is wrong with its functions, notes and unwind data
hidden() {
    case $2 in
    elf)
        $READELF -sW "$1" | awk -v shared=$shared '
            $5 == "GLOBAL" && $7 != "UND" { n++; if ($6 != "HIDDEN" || !($4 == "FUNC" || shared && $4 == "OBJECT")) print "not hidden, or no function: " $8 }
            END { if (!shared && n != 1 || !n) print n + 0 " functions" }'
        $READELF -SW "$1" >"$tmp/sections"
        grep 'note\.GNU-stack' "$tmp/sections" | grep -qv ' [WA]*X' ||
            echo "$file: stack executable"
        if [ "$arch" = arm32 ]; then
            for section in .debug_frame .ARM.exidx; do
                ! grep -q '^ *[0-9a-f]*:' "$tmp/disassembly" ||
                    grep -q " $section " "$tmp/sections" || echo "$file: no $section"
            done
            $READELF -A "$1" | grep -E 'Tag_(FP_arch|Advanced_SIMD_arch)' | grep -v 'No$'
            arm-linux-gnueabi-nm "$1" | sed -n 's/.* U //p' >>"$tmp/undefined"
            arm-linux-gnueabi-nm "$1" | sed -n 's/.* [TR] //p' >>"$tmp/defined"
            return
        fi
        entries=$($READELF --debug-dump=frames "$1" 2>/dev/null | grep -c ' FDE ')
        [ "$entries" -ge 1 ] || ! $READELF -sW "$1" | grep -q ' FUNC ' ||
            echo "$file: no unwind data"
        if [ "$arch" = arm64 ]; then
            $READELF -nW "$1" 2>&1 | grep -q 'BTI, PAC' || echo "$file: no BTI, PAC property"
            $READELF -nW "$1" 2>&1 | grep -i 'corrupt\|warning'
        fi
        ;;
    macho)
        $LLVM_NM -m "$1" | grep ' external ' | grep -v 'undefined\|private external'
        [ $shared = 1 ] || $LLVM_NM -m "$1" |
            grep -q ' private external _[a-z0-9_]*_\(blocks\|lanes\|rounds\|short\)_' ||
            echo "$file: no hidden function"
        # A linker may split code at symbols: no other symbol may be in a kernel's code, nor a flag
        # that allows splitting.
        $LLVM_NM "$1" | awk -v file="$file" \
            '$(NF - 1) == "t" && $NF !~ /^(_|ltmp)/ { print file ": " $NF " begins an atom" }'
        $LLVM_OBJDUMP --macho --private-header "$1" | awk -v file="$file" '
            END { if ($1 !~ /^MH_MAGIC|^0xfeed/ || $NF != "0x00000000") print file ": not plain: " $0 }'
        ;;
    coff)
        entries=$($LLVM_OBJDUMP -h "$1" | awk '$2 == ".pdata" { print $3 }')
        [ $shared = 1 ] || [ $((0x${entries:-0} / 8)) = 1 ] ||
            echo "$file: $((0x${entries:-0} / 8)) entries"
        ;;
    esac
}

# all WHAT FORMAT COMMAND...: checks the kernels in $tmp/sources with one assembler; writes their
# code to $tmp/WHAT.code
all() {
    what=$1 format=$2
    shift 2
    ! lacks "objects-$arch/$what" "$1" || return
    for f in "$what.code" undefined defined wrong; do : >"$tmp/$f"; done
    o=$tmp/object.o
    while read -r extension file row; do
        rm -f "$o"
        if ! "$@" -I"$tmp" -Iapp -I"${file%/*}/.." -DLIBRARY="${extension}_" \
            -x assembler-with-cpp -c -o "$o" "$file" >"$tmp/log" 2>&1 </dev/null ||
            [ -s "$tmp/log" ]; then
            echo "$file does not assemble: $(sed -n 1p "$tmp/log")" >>"$tmp/wrong"
            continue
        fi
        shared=0
        [ -n "$row" ] || shared=1
        echo "$row" >"$tmp/rows"
        disassembly "$o" >"$tmp/disassembly" 2>&1
        code >>"$tmp/$what.code"
        {
            check $shared
            $objdump -r "$o" 2>&1 | awk -v relative="$relative" '
                /^RELOCATION RECORDS FOR/ { section = $4 }
                section ~ /eh_frame|pdata|compact_unwind|debug_frame|ARM\.ex/ || $1 !~ /^[0-9a-f]+$/ { next }
                section !~ /text/ || $2 !~ relative { print section, $0 }'
            hidden "$o" "$format" </dev/null
        } >>"$tmp/wrong"
    done <"$tmp/sources"
    grep -v -x -F -f "$tmp/defined" "$tmp/undefined" | sed 's/^/undefined: /' >>"$tmp/wrong"
    [ -s "$tmp/$what.code" ] || echo 'no code' >>"$tmp/wrong"
    verdict "$what: the objects"
}

# same ONE OTHER...: these must have the same instructions
same() {
    one=$1
    shift
    for other; do
        if [ -f "$tmp/$one.code" ] && [ -f "$tmp/$other.code" ]; then
            diff "$tmp/$one.code" "$tmp/$other.code" >"$tmp/wrong"
            [ -s "$tmp/$one.code" ] || echo 'nothing to compare' >"$tmp/wrong"
            verdict "$other: same instructions as $one"
        fi
    done
}

sources_of "$target" >"$tmp/sources"
case $arch in
arm32)
    all gas-armv4t elf arm-linux-gnueabi-gcc -march=armv4t
    all gas-armv6 elf arm-linux-gnueabi-gcc -march=armv6
    all gas-armv7 elf arm-linux-gnueabi-gcc -march=armv7-a -mthumb
    all gas-armv7-big elf arm-linux-gnueabi-gcc -march=armv7-a -mbig-endian
    all clang-armv5 elf "$CLANG" --target=armv5te-linux-gnueabi
    all clang-armv7 elf "$CLANG" --target=armv7-linux-gnueabi
    all clang-armv7-big elf "$CLANG" --target=armebv7-linux-gnueabi
    same gas-armv4t clang-armv5
    same gas-armv6 gas-armv7
    same gas-armv7 clang-armv7
    same gas-armv7-big clang-armv7-big
    # Cortex-M: without the DSP extension, with it.
    sources_of ARM_M THUMB2 >"$tmp/sources"
    all gas-cortex-m3 elf arm-none-eabi-gcc -mthumb -mcpu=cortex-m3
    all clang-cortex-m3 elf "$CLANG" --target=thumbv7m-none-eabi -munaligned-access
    all gas-cortex-m3-bytes elf arm-none-eabi-gcc -mthumb -mcpu=cortex-m3 -mno-unaligned-access
    all clang-cortex-m3-bytes elf "$CLANG" --target=thumbv7m-none-eabi -mno-unaligned-access
    sources_of ARM_M ARMV6 >"$tmp/sources"
    all gas-cortex-m4 elf arm-none-eabi-gcc -mthumb -mcpu=cortex-m4
    all gas-cortex-m33 elf arm-none-eabi-gcc -mthumb -mcpu=cortex-m33
    all clang-cortex-m4 elf "$CLANG" --target=thumbv7em-none-eabi -munaligned-access
    all gas-cortex-m4-bytes elf arm-none-eabi-gcc -mthumb -mcpu=cortex-m4 -mno-unaligned-access
    all clang-cortex-m4-bytes elf "$CLANG" --target=thumbv7em-none-eabi -mno-unaligned-access
    same gas-cortex-m3 clang-cortex-m3
    same gas-cortex-m3-bytes clang-cortex-m3-bytes
    same gas-cortex-m4 gas-cortex-m33 clang-cortex-m4
    same gas-cortex-m4-bytes clang-cortex-m4-bytes
    ;;
arm64)
    all gcc-elf elf aarch64-linux-gnu-gcc
    all gcc-elf-big elf aarch64-linux-gnu-gcc -mbig-endian
    all clang-elf elf "$CLANG" --target=aarch64-linux-gnu
    all clang-elf-big elf "$CLANG" --target=aarch64_be-linux-gnu
    all clang-android elf "$CLANG" --target=aarch64-linux-android21
    all clang-macho macho "$CLANG" --target=arm64-apple-macos
    all clang-windows coff "$CLANG" --target=aarch64-windows
    # The newest clang measures unwind data where older ones did not.
    all clang-macho-newest macho "$NEWEST_CLANG" --target=arm64-apple-macos
    same gcc-elf clang-elf
    same gcc-elf-big clang-elf-big
    same clang-elf clang-android clang-macho clang-macho-newest
    ;;
riscv64)
    for march in rv64gc rv64i; do # with compressed instructions, and without
        abi=lp64
        [ $march = rv64i ] || abi=lp64d
        : >"$tmp/every.S"
        riscv64-linux-gnu-gcc -march=rv64gcv_zbb -mabi=$abi -c -o "$tmp/every-$abi.o" "$tmp/every.S"
        all "gcc, $march" elf riscv64-linux-gnu-gcc -march=$march -mabi=$abi
        for clang in "$CLANG" clang-16 clang-22; do
            all "$clang, $march" elf "$clang" --target=riscv64-linux-gnu -march=$march -mabi=$abi
            same "gcc, $march" "$clang, $march"
        done
    done
    ;;
esac
finish
