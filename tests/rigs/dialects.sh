#!/bin/sh
# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
#
# Every assembler must generate the same code from one source. This assembles each x86 kernel of all
# tables with CC, clang, NASM and Yasm for ELF, Windows and Mach-O. It compares instructions,
# constants and unwind data, and checks what objects must and must not contain.
#
# Usage, from the top folder: tests/rigs/dialects.sh [folder of another source tree]
# What is not installed is skipped, never passed. Variables: CC CLANG NASM YASM MINGW64 MINGW32 LD OBJDUMP READELF
# LLVM_OBJDUMP LD_MACHO.

# shellcheck source=tests/tap.sh
. tests/tap.sh
# shellcheck source=tests/rigs/family.sh
. tests/rigs/family.sh

top=${1:-.}
# shellcheck source=tests/objects/assemble.sh
. "$(dirname "$0")/../objects/assemble.sh"
: "${LD:=ld}" "${OBJDUMP:=objdump}" "${READELF:=readelf}" "${LLVM_OBJDUMP:=llvm-objdump}"

if [ -z "${LD_MACHO:=}" ]; then
    for LD_MACHO in ld64.lld ld64.lld-19 ld64.lld-16 ld64.lld-14 ''; do
        exists "$LD_MACHO" && break
    done
fi

x86=$top/app/driver/x86
programs=$(dirname "$0")/../objects
tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT
trap 'exit 1' HUP INT TERM
: >"$tmp/config.h"

# Checks that both files are the same; if not, shows the first difference.
same() {
    if [ ! -s "$1" ] || [ ! -s "$2" ]; then
        fail "$3: nothing to compare"
    elif cmp -s "$1" "$2"; then
        pass "$3"
    else
        fail "$3"
        diff "$1" "$2" | sed -n '1,8s/^/    /p'
    fi
}

# Passes if the file is empty, else shows it.
nothing_in() {
    if [ -s "$1" ]; then
        fail "$2"
        sed -n '1,8s/^/    /p' "$1"
    else
        pass "$2"
    fi
}

# ---- reading objects ----

# link FORMAT IMAGE OBJECT...: links, so that the disassembler shows what operands refer to
link() {
    format_of_link=$1 image=$2
    shift 2
    case $format_of_link in
    elf64) $LD -m elf_x86_64 -e 0 -o "$image" "$@" ;;
    elf32) $LD -m elf_i386 -e 0 -o "$image" "$@" ;;
    win64) $LD -m i386pep -e 0 --subsystem console -o "$image" "$@" ;;
    win32) $LD -m i386pe -e 0 --subsystem console -o "$image" "$@" ;;
    macho64) $LD_MACHO -arch x86_64 -platform_version macos 10.9 10.9 -dylib -o "$image" "$@" ;;
    esac >"$tmp/log" 2>&1
}

disassembler() {
    case $1 in
    macho*) echo "$LLVM_OBJDUMP" ;;
    *) echo "$OBJDUMP" ;;
    esac
}

# listing FORMAT IMAGE LISTING MAP: instructions one a line without the padding between
# them; branch targets as numbers of instructions, addresses of data relative to the start
# of the constants. MAP: address, number of the instruction there.
listing() {
    case $1 in
    macho*) $LLVM_OBJDUMP -h -d --no-show-raw-insn --x86-asm-syntax=intel "$2" ;;
    *) $OBJDUMP -h -d --no-show-raw-insn -M intel -w "$2" ;;
    esac >"$tmp/disassembly" 2>&1
    base=$(awk '$2 == ".rodata" || $2 == ".rdata" || $2 == "__const" { print $4; exit }' \
        "$tmp/disassembly")
    : >"$4"
    awk -v base="${base:-0}" -v map="$4" -f "$programs/hex.awk" -f "$programs/listing.awk" \
        "$tmp/disassembly" >"$3"
}

# constants FORMAT IMAGE: the bytes of the constants, without the zeros after them
constants() {
    case $1 in
    elf*) section=.rodata ;;
    win*) section=.rdata ;;
    macho*) section=__const ;;
    esac
    $(disassembler "$1") -s -j "$section" "$2" 2>/dev/null |
        sed -n 's/^ *[0-9a-f][0-9a-f]* \(\([0-9a-f]\{2,8\} \)*\).*/\1/p' | tr -d ' \n' |
            sed 's/\(00\)*$//'
}

# alignment OBJECT...: of each object's section of constants, as a power of two; 0 if it has none
alignment() {
    $OBJDUMP -h "$@" | awk '
        /file format/ { if (objects++) print n + 0; n = 0 }
        $2 == ".rodata" || $2 == ".rdata" { sub(/2[*][*]/, "", $7); n = $7 }
        END { print n + 0 }'
}

# unwinding FORMAT IMAGE MAP: the unwind data, addresses as numbers of instructions
unwinding() {
    case $1 in
    elf*)
        $READELF --debug-dump=frames-interp "$2" 2>&1 |
            sed -n 's/^[0-9a-f]* [0-9a-f]* [0-9a-f]* FDE .*pc=\([0-9a-f]*\)\.\.\([0-9a-f]*\)$/FDE @\1 @\2/p
                    s/^ *LOC  */LOC /p; s/^\([0-9a-f]\{8,16\}\)  *\([re].*\)/@\1 \2/p'
        ;;
    win64)
        $OBJDUMP -p "$2" 2>/dev/null | sed -n '/^Dump of .xdata/,$p' |
            sed -n 's/^ [0-9a-f]* (rva: [0-9a-f]*): \([0-9a-f]*\) - \([0-9a-f]*\)$/FDE @\1 @\2/p
                    s/^[[:space:]]*\(pc+.*\)/\1/p; s/^[[:space:]]*\(Nbr.*\)/\1/p'
        ;;
    esac >"$tmp/raw"
    awk -f "$programs/hex.awk" -f "$programs/unwinding.awk" "$3" "$tmp/raw"
}

# ---- what objects must and must not contain ----

# object ASSEMBLER FORMAT OBJECT WHAT [TYPES]: TYPES of global symbols, a kernel's if none are given
object() {
    types=${5:-FUNC}
    case $2 in
    elf64) relative='^R_X86_64_(PC32|PLT32)$' ;;
    elf32) relative='^R_386_(PC32|PLT32)$' ;;
    win64) relative='^(IMAGE_REL_AMD64_REL32|R_X86_64_PC32)' ;;
    win32) relative='^(DISP32|IMAGE_REL_I386_REL32)$' ;;
    macho64) relative='^X86_64_RELOC_(SIGNED|SIGNED_[124]|BRANCH)$' ;;
    esac
    : >"$tmp/relocations"
    : >"$tmp/sections"
    $(disassembler "$2") -h -r "$3" 2>&1 | awk -v relative="$relative" -v format="$2" \
        -v relocations="$tmp/relocations" -v sections="$tmp/sections" '
        /^Sections:/ { section = ""; next }
        /^RELOCATION RECORDS FOR/ { section = $4; next }
        section != "" {
            if (section ~ /eh_frame|pdata|xdata|compact_unwind/ || $1 !~ /^[0-9a-f]+$/) next
            if (section !~ /text/ || $2 !~ relative) print section, $0 >relocations
            next
        }
        format ~ /^macho/ {
            if ($1 ~ /^[0-9]+$/ && $2 !~ /^__(text|const|eh_frame|compact_unwind)$/) print >sections
            next
        }
        $1 ~ /^[0-9]+$/ { name = $2; size = $3; next }
        size !~ /^0*$/ && / ALLOC/ && !/READONLY/ { print name, size >sections }
        / CODE/ && name != ".text" { print name, "holds code" >sections }'
    nothing_in "$tmp/relocations" "$4: position independent, no relocations in data"
    nothing_in "$tmp/sections" "$4: no writable data, code in .text only"

    case $2 in
    elf*)
        $READELF -sSnW --debug-dump=frames "$3" >"$tmp/elf" 2>&1
        # (The other objects must define what is undefined; otherwise it does not link.)
        awk -v types="^($types)\$" \
            '$5 == "GLOBAL" && $7 != "UND" { n++; if ($6 != "HIDDEN" || $4 !~ types) print }
            END { if (!n) print "no global symbol" }' "$tmp/elf" >"$tmp/out"
        nothing_in "$tmp/out" "$4: global symbols are hidden"
        awk '/\.note\.GNU-stack/ { n++; sub(/.*PROGBITS */, ""); if ($5 ~ /^[A-Z]*X/) print "executable" }
            END { if (!n) print "no .note.GNU-stack" }' "$tmp/elf" >"$tmp/out"
        nothing_in "$tmp/out" "$4: stack not executable"
        if [ "$1" = yasm ]; then
            skip "$4: IBT and SHSTK (Yasm cannot write the note)"
        else
            grep -i 'corrupt\|warning' "$tmp/elf" >"$tmp/out"
            grep -q 'IBT, SHSTK' "$tmp/elf" || echo 'no IBT, SHSTK property' >>"$tmp/out"
            nothing_in "$tmp/out" "$4: IBT and SHSTK"
        fi
        awk '$5 == "GLOBAL" && $4 == "FUNC" && $7 != "UND" { sub(/^0*/, "", $2); value[$2] }
            match($0, /pc=[0-9a-f]*\.\./) {
                begin = substr($0, RSTART + 3, RLENGTH - 5)
                sub(/^0*/, "", begin)
                unwound[begin]
            }
            END { for (v in value) if (!(v in unwound)) print "none at " v }' "$tmp/elf" >"$tmp/out"
        nothing_in "$tmp/out" "$4: unwind data for each function"
        ;;
    win64)
        code=$($OBJDUMP -h "$3" | awk '$2 == ".text" { print $1 + 1 }')
        functions=$($OBJDUMP -t "$3" | grep -c "(sec *$code).*(scl *2)")
        entries=$($OBJDUMP -h "$3" | awk '$2 == ".pdata" { print $3 }')
        entries=$((0x${entries:-0} / 12))
        if { [ "$functions" -gt 0 ] || [ "$types" != FUNC ]; } &&
            [ "$entries" -ge "$functions" ]; then
            pass "$4: unwind data for each function"
        else
            fail "$4: unwind data for each function ($functions functions, $entries entries)"
        fi
        ;;
    esac
}

# shared_objects ASSEMBLER FORMAT EXTENSION: makes and judges the objects of what its kernels share,
# once; their names are the lines of $tmp/ASSEMBLER.FORMAT.EXTENSION.shared.
shared_objects() {
    made=$tmp/$1.$2.$3.shared
    [ ! -e "$made" ] || return
    : >"$made"
    sed -n "s/^$3 //p" "$tmp/shared_by.$(echo "$2" | tr -d '[:lower:]')" >"$tmp/shared_now"
    while read -r file_shared; do
        object_shared=$tmp/$1.$2.$(basename "$file_shared" .inc).o
        file_shown=${file_shared#app/extensions/}
        if ! assemble "$1" "$2" "$top/$file_shared" "$object_shared" || [ -s "$tmp/log" ]; then
            fail "$file_shown $2 $1: assembles without a word"
            sed -n '1,8s/^/    /p' "$tmp/log"
        else
            object "$1" "$2" "$object_shared" "$file_shown $2 $1" 'FUNC|OBJECT'
            echo "$object_shared" >>"$made"
        fi
    done <"$tmp/shared_now"
}

# ---- the work ----

# probe ASSEMBLER FORMAT INSTRUCTION: 1 if it cannot assemble an empty function, 2 if it does not
# know the instruction. Each is tried once.
: >"$tmp/probes"
probe() {
    known=$(awk -v key="$1 $2 $3" 'substr($0, 3) == key { print substr($0, 1, 1); exit }' \
        "$tmp/probes")
    if [ -z "$known" ]; then
        known=0
        printf '#include "asm.h"\nSECTION_TEXT\nFUNCTION(probe)\nret\nENDFUNCTION(probe)\nASM_END\n' >"$tmp/probe.S"
        if ! assemble "$1" "$2" "$tmp/probe.S" "$tmp/probe.o"; then
            known=1
        else
            sed "s/^ret$/$(echo "$3" | sed 's/[\/&]/\\&/g')/" "$tmp/probe.S" >"$tmp/probe2.S"
            assemble "$1" "$2" "$tmp/probe2.S" "$tmp/probe.o" || known=2
        fi
        echo "$known $1 $2 $3" >>"$tmp/probes"
    fi
    return "$known"
}

for tool in "$CC" "$LD" "$OBJDUMP" "$READELF"; do
    exists "$tool" || {
        skip_all "all: $tool is not installed"
    }
done

# shellcheck disable=SC2086
if ! echo '__x86_64__ __ELF__' | $CC -m64 -E -P - 2>/dev/null | grep -q '^ *1 1 *$'; then
    skip_all "all: $CC -m64 does not make x86-64 ELF objects"
fi

kernels | awk -F '\t' '$4 ~ /^X86_/ { print substr($4, 5), $1, $2, $3, $6 }' >"$tmp/rows"
[ -s "$tmp/rows" ] || fail 'no kernels for x86 in the tables'
for bits in 32 64; do
    shared_by_kernels X86_$bits >"$tmp/shared_by.$bits"
done

while read -r bits name extension file probe; do
    if [ ! -r "$top/$file" ]; then
        fail "$name-$bits: $file is missing"
        continue
    fi
    rm -f "$tmp/elf32.list"
    for format in elf$bits win$bits macho$bits; do
        first=''
        case $format in
        macho32)
            skip "$name $format: no linker for it"
            continue
            ;;
        macho64)
            if [ -z "$LD_MACHO" ] || ! exists "$LLVM_OBJDUMP"; then
                skip "$name $format: ld64.lld or llvm-objdump is not installed"
                continue
            fi
            ;;
        esac
        case $format in
        elf64) emulation=elf_x86_64 ;;
        elf32) emulation=elf_i386 ;;
        win64) emulation=i386pep ;;
        win32) emulation=i386pe ;;
        *) emulation='' ;;
        esac
        if [ -n "$emulation" ] && ! $LD -V 2>&1 | grep -qw $emulation; then
            skip "$name $format: $LD cannot link it"
            continue
        fi
        for assembler in cc clang nasm yasm; do
            what="$name $format $assembler"
            command=$(command_for $assembler "$format")
            [ -n "$command" ] || continue
            if ! exists "$command"; then
                skip "$what: ${command%% *} is not installed"
                continue
            fi
            probe $assembler "$format" "$probe"
            case $? in
            1)
                fail "$what: an empty function"
                sed -n '1,4s/^/    /p' "$tmp/log"
                continue
                ;;
            2)
                skip "$what: does not know $probe"
                continue
                ;;
            esac
            shared_objects $assembler "$format" "$extension"
            if ! assemble $assembler "$format" "$top/$file" "$tmp/$assembler.o" ||
                [ -s "$tmp/log" ]; then
                fail "$what: assembles without a word"
                sed -n '1,8s/^/    /p' "$tmp/log"
                continue
            fi
            object $assembler "$format" "$tmp/$assembler.o" "$what"
            # shellcheck disable=SC2046 # a list
            if ! link "$format" "$tmp/$assembler.image" "$tmp/$assembler.o" \
                $(cat "$tmp/$assembler.$format.$extension.shared"); then
                fail "$what: links"
                sed -n '1,4s/^/    /p' "$tmp/log"
                continue
            fi
            listing "$format" "$tmp/$assembler.image" "$tmp/$assembler.list" "$tmp/$assembler.map"
            constants "$format" "$tmp/$assembler.image" >"$tmp/$assembler.constants"
            unwinding "$format" "$tmp/$assembler.image" "$tmp/$assembler.map" \
                >"$tmp/$assembler.unwind"
            if [ -z "$first" ]; then
                first=$assembler
                # What is proved for one assembler's code (tests/proof) holds for the others. (In
                # win32, ld appends a list of its own to the code.)
                if [ "$format" = elf32 ]; then
                    cp "$tmp/$first.list" "$tmp/elf32.list" &&
                        cp "$tmp/$first.constants" "$tmp/elf32.constants"
                elif [ "$format" = win32 ] && [ -s "$tmp/elf32.list" ]; then
                    sed "$(($(wc -l <"$tmp/elf32.list") + 0))q" "$tmp/$first.list" \
                        >"$tmp/win32.list"
                    same "$tmp/elf32.list" "$tmp/win32.list" "$what: same instructions as for ELF"
                    same "$tmp/elf32.constants" "$tmp/$first.constants" \
                        "$what: same constants as for ELF"
                fi
                continue
            fi
            same "$tmp/$first.list" "$tmp/$assembler.list" "$what: same instructions as $first"
            same "$tmp/$first.constants" "$tmp/$assembler.constants" \
                "$what: same constants as $first"
            case $format in
            elf* | win*)
                # shellcheck disable=SC2046 # lists
                {
                    alignment "$tmp/$first.o" $(cat "$tmp/$first.$format.$extension.shared") \
                        >"$tmp/$first.alignment"
                    alignment "$tmp/$assembler.o" \
                        $(cat "$tmp/$assembler.$format.$extension.shared") \
                        >"$tmp/$assembler.alignment"
                }
                paste "$tmp/$first.alignment" "$tmp/$assembler.alignment" |
                    awk '$1 > 3 && $2 < $1' >"$tmp/out"
                nothing_in "$tmp/out" "$what: constants aligned as by $first, or more"
                ;;
            esac
            case $format in
            elf* | win64) same "$tmp/$first.unwind" "$tmp/$assembler.unwind" \
                "$what: same unwind data as $first" ;;
            esac
        done
    done
done <"$tmp/rows"

finish
