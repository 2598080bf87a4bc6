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

tap_shown=$tmp/wrong

# verdict NAME: passes if the file wrong is empty, else shows it
verdict() {
    if [ -s "$tmp/wrong" ]; then fail "$1"; else pass "$1"; fi
}

# same FILE OTHER WHAT: prints how they differ, or that there is nothing to compare
same() {
    [ -s "$1" ] || echo "no $3"
    cmp -s "$1" "$2" || { echo "$3:" && diff "$1" "$2" | sed 8q; }
}

# ---- reading objects ----

# emulation FORMAT: the name that ld has for it
emulation() {
    case $1 in
    elf64) echo elf_x86_64 ;;
    elf32) echo elf_i386 ;;
    win64) echo i386pep ;;
    win32) echo i386pe ;;
    esac
}

# link FORMAT IMAGE OBJECT...: links, so that the disassembler shows what operands refer to
link() {
    format_of_link=$1 image=$2
    shift 2
    # shellcheck disable=SC2046 # an option, or none
    case $format_of_link in
    macho64) $LD_MACHO -arch x86_64 -platform_version macos 10.9 10.9 -dylib -o "$image" "$@" ;;
    *) $LD -m "$(emulation "$format_of_link")" -e 0 \
        $(case $format_of_link in win*) echo --subsystem console ;; esac) -o "$image" "$@" ;;
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

# object ASSEMBLER FORMAT OBJECT [TYPES]: prints what is wrong with it; TYPES of global symbols, a
# kernel's if none are given
object() {
    types=${4:-FUNC}
    case $2 in
    elf64) relative='^R_X86_64_(PC32|PLT32)$' ;;
    elf32) relative='^R_386_(PC32|PLT32)$' ;;
    win64) relative='^(IMAGE_REL_AMD64_REL32|R_X86_64_PC32)' ;;
    win32) relative='^(DISP32|IMAGE_REL_I386_REL32)$' ;;
    macho64) relative='^X86_64_RELOC_(SIGNED|SIGNED_[124]|BRANCH)$' ;;
    esac
    # Position independent, no relocations in data, no writable data, code in .text only.
    $(disassembler "$2") -h -r "$3" 2>&1 | awk -v relative="$relative" -v format="$2" '
        /^Sections:/ { section = ""; next }
        /^RELOCATION RECORDS FOR/ { section = $4; next }
        section != "" {
            if (section ~ /eh_frame|pdata|xdata|compact_unwind/ || $1 !~ /^[0-9a-f]+$/) next
            if (section !~ /text/ || $2 !~ relative) print section, $0
            next
        }
        format ~ /^macho/ {
            if ($1 ~ /^[0-9]+$/ && $2 !~ /^__(text|const|eh_frame|compact_unwind)$/) print
            next
        }
        $1 ~ /^[0-9]+$/ { name = $2; size = $3; next }
        size !~ /^0*$/ && / ALLOC/ && !/READONLY/ { print name, size, "is writable" }
        / CODE/ && name != ".text" { print name, "holds code" }'
    case $2 in
    elf*)
        # Global symbols are hidden, the stack is not executable, each function has unwind data, and
        # there are the notes. (The other objects must define what is undefined; otherwise it does
        # not link.)
        $READELF -sSnW --debug-dump=frames "$3" 2>&1 | awk -v types="^($types)\$" -v by="$1" '
            $5 == "GLOBAL" && $7 != "UND" {
                n++
                if ($6 != "HIDDEN" || $4 !~ types) print "not hidden:", $0
                sub(/^0*/, "", $2)
                if ($4 == "FUNC") value[$2]
            }
            /\.note\.GNU-stack/ { stack++; sub(/.*PROGBITS */, ""); if ($5 ~ /^[A-Z]*X/) print "executable stack" }
            /IBT, SHSTK/ { pads++ }
            tolower($0) ~ /corrupt|warning/ && by != "yasm" { print }
            match($0, /pc=[0-9a-f]*\.\./) {
                begin = substr($0, RSTART + 3, RLENGTH - 5)
                sub(/^0*/, "", begin)
                unwound[begin]
            }
            END {
                if (!n) print "no global symbol"
                if (!stack) print "no .note.GNU-stack"
                if (!pads && by != "yasm") print "no IBT, SHSTK property"
                for (v in value) if (!(v in unwound)) print "no unwind data at", v
            }'
        ;;
    win64)
        code=$($OBJDUMP -h "$3" | awk '$2 == ".text" { print $1 + 1 }')
        functions=$($OBJDUMP -t "$3" | grep -c "(sec *$code).*(scl *2)")
        entries=$($OBJDUMP -h "$3" | awk '$2 == ".pdata" { print $3 }')
        entries=$((0x${entries:-0} / 12))
        if [ "$functions" -eq 0 ] && [ "$types" = FUNC ] || [ "$entries" -lt "$functions" ]; then
            echo "$functions functions, $entries entries of unwind data"
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
        assemble "$1" "$2" "$top/$file_shared" "$object_shared" || echo 'not assembled' >>"$tmp/log"
        cp "$tmp/log" "$tmp/wrong"
        object "$1" "$2" "$object_shared" 'FUNC|OBJECT' >>"$tmp/wrong"
        verdict "${file_shared#app/extensions/} $2 $1: the object"
        echo "$object_shared" >>"$made"
    done <"$tmp/shared_now"
}

# ---- the work ----

# knows ASSEMBLER FORMAT INSTRUCTION
knows() {
    printf '#include "asm.h"\nSECTION_TEXT\nFUNCTION(probe)\n%s\nENDFUNCTION(probe)\nASM_END\n' \
        "$3" >"$tmp/probe.S"
    assemble "$1" "$2" "$tmp/probe.S" "$tmp/probe.o"
}

for tool in "$CC" "$LD" "$OBJDUMP" "$READELF"; do
    exists "$tool" || skip_all "all: $tool is not installed"
done
# shellcheck disable=SC2086
if ! echo '__x86_64__ __ELF__' | $CC -m64 -E -P - 2>/dev/null | grep -q '^ *1 1 *$'; then
    skip_all "all: $CC -m64 does not make x86-64 ELF objects"
fi
skip 'objects by Yasm: IBT and SHSTK (Yasm cannot write the note)'

kernels | awk -F '\t' '$4 ~ /^X86_/ { print substr($4, 5), $1, $2, $3, $6 }' >"$tmp/rows"
[ -s "$tmp/rows" ] || fail 'no kernels for x86 in the tables'
for bits in 32 64; do
    shared_by_kernels X86_$bits >"$tmp/shared_by.$bits"
done
$LD -V >"$tmp/emulations" 2>&1

while read -r bits name extension file probe; do
    rm -f "$tmp/elf32.list"
    for format in elf$bits win$bits macho$bits; do
        first='' emulation=$(emulation "$format")
        case $format in
        macho32) why='no linker for it' ;;
        macho64) why='ld64.lld or llvm-objdump is not installed'
            [ -z "$LD_MACHO" ] || ! exists "$LLVM_OBJDUMP" || why='' ;;
        *) why="$LD cannot link it"
            ! grep -qw "$emulation" "$tmp/emulations" || why='' ;;
        esac
        if [ -n "$why" ]; then
            skip "$name $format: $why"
            continue
        fi
        for assembler in cc clang nasm yasm; do
            what="$name $format $assembler" by=$tmp/$assembler
            command=$(command_for $assembler "$format")
            [ -n "$command" ] || continue
            if ! exists "$command"; then
                skip "$what: ${command%% *} is not installed"
                continue
            fi
            shared_objects $assembler "$format" "$extension"
            shared=$(cat "$by.$format.$extension.shared")
            # It assembles without a word.
            if ! assemble $assembler "$format" "$top/$file" "$by.o"; then
                cp "$tmp/log" "$tmp/wrong"
                knows $assembler "$format" ret || echo 'nor an empty function' >>"$tmp/wrong"
                if ! knows $assembler "$format" "$probe" && ! grep -q '^nor an empty' "$tmp/wrong"; then
                    skip "$what: does not know $probe"
                else
                    fail "$what: does not assemble"
                fi
                continue
            fi
            cp "$tmp/log" "$tmp/wrong"
            object $assembler "$format" "$by.o" >>"$tmp/wrong"
            verdict "$what: the object"
            # shellcheck disable=SC2086 # a list
            if ! link "$format" "$by.image" "$by.o" $shared; then
                cp "$tmp/log" "$tmp/wrong"
                fail "$what: does not link"
                continue
            fi
            listing "$format" "$by.image" "$by.list" "$by.map"
            constants "$format" "$by.image" >"$by.constants"
            unwinding "$format" "$by.image" "$by.map" >"$by.unwind"
            # shellcheck disable=SC2086 # a list
            case $format in macho*) ;; *) alignment "$by.o" $shared >"$by.alignment" ;; esac
            if [ -z "$first" ]; then
                first=$by
                # What is proved for one assembler's code (tests/proof) holds for the others. (In
                # win32, ld appends a list of its own to the code.)
                if [ "$format" = elf32 ]; then
                    cp "$by.list" "$tmp/elf32.list" && cp "$by.constants" "$tmp/elf32.constants"
                elif [ "$format" = win32 ] && [ -s "$tmp/elf32.list" ]; then
                    sed "$(($(wc -l <"$tmp/elf32.list") + 0))q" "$by.list" >"$tmp/win32.list"
                    {
                        same "$tmp/elf32.list" "$tmp/win32.list" instructions
                        same "$tmp/elf32.constants" "$by.constants" constants
                    } >"$tmp/wrong"
                    verdict "$what: the same as for ELF"
                fi
                continue
            fi
            {
                same "$first.list" "$by.list" instructions
                same "$first.constants" "$by.constants" constants
                case $format in
                elf* | win64) same "$first.unwind" "$by.unwind" 'unwind data' ;;
                esac
                case $format in
                elf* | win*) paste "$first.alignment" "$by.alignment" |
                    awk '$1 > 3 && $2 < $1 { print "constants aligned by", $2, "and not", $1 }' ;;
                esac
            } >"$tmp/wrong"
            verdict "$what: the same as by ${first##*/}"
        done
    done
done <"$tmp/rows"
finish
