#!/bin/sh
#
# One source, the same code from every assembler: assembles each x86 kernel of backends.def
# with CC, clang, NASM and Yasm for ELF, Windows and Mach-O, compares instructions, constants
# and unwind data, and checks what objects must and must not contain.
#
# Usage, from the top folder: tests/dialects.sh [folder of another source tree]
# Prints "PASS|FAIL|SKIP what"; exit status 1 if anything failed. What is not installed is
# skipped, never passed. Variables: CC CLANG NASM YASM MINGW64 MINGW32 LD OBJDUMP READELF
# LLVM_OBJDUMP LD_MACHO.

set -u
LC_ALL=C
export LC_ALL

top=${1:-.}
: "${CC:=gcc}" "${CLANG:=clang}" "${NASM:=nasm}" "${YASM:=yasm}"
: "${MINGW64:=x86_64-w64-mingw32-gcc}" "${MINGW32:=i686-w64-mingw32-gcc}"
: "${LD:=ld}" "${OBJDUMP:=objdump}" "${READELF:=readelf}" "${LLVM_OBJDUMP:=llvm-objdump}"

exists() {
    command -v "${1%% *}" >/dev/null 2>&1
}

if [ -z "${LD_MACHO:=}" ]; then
    for LD_MACHO in ld64.lld ld64.lld-19 ld64.lld-16 ld64.lld-14 ''; do
        exists "$LD_MACHO" && break
    done
fi

blake2b=$top/app/extensions/blake2b
x86=$top/app/driver/x86
[ -r "$blake2b/backends.def" ] || {
    echo "FAIL no kernel table in $blake2b"
    exit 1
}
tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT
trap 'exit 1' HUP INT TERM
: >"$tmp/config.h"

passed=0 failed=0 skipped=0
pass() {
    passed=$((passed + 1))
    echo "PASS $*"
}
fail() {
    failed=$((failed + 1))
    echo "FAIL $*"
}
skip() {
    skipped=$((skipped + 1))
    echo "SKIP $*"
}

# What is in the first file is what is in the second; if not, where they part.
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

# ---- assembling ----

# The command that makes an object: assembler, format. Empty if there is none.
command_for() {
    case $1,$2 in
    cc,elf64) echo "$CC -m64" ;;
    cc,elf32) echo "$CC -m32" ;;
    cc,win64) echo "$MINGW64" ;;
    cc,win32) echo "$MINGW32" ;;
    clang,elf64) echo "$CLANG --target=x86_64-linux-gnu" ;;
    clang,elf32) echo "$CLANG --target=i386-linux-gnu" ;;
    clang,win64) echo "$CLANG --target=x86_64-w64-mingw32" ;;
    clang,win32) echo "$CLANG --target=i686-w64-mingw32" ;;
    clang,macho64) echo "$CLANG --target=x86_64-apple-macos" ;;
    nasm,*) echo "$NASM -f $2" ;;
    yasm,*) echo "$YASM -f $2" ;;
    esac
}

# assemble ASSEMBLER FORMAT SOURCE OBJECT; words of the assembler land in $tmp/log.
# Commands are lists of words.
# shellcheck disable=SC2086
assemble() {
    command=$(command_for "$1" "$2")
    case $1 in
    nasm | yasm)
        defines=-DASM_$(echo "$1" | tr '[:lower:]' '[:upper:]')
        case $2 in
        win*) defines="$defines -U__ELF__ -DASM_COFF" ;;
        macho*) defines="$defines -U__ELF__ -DASM_MACHO" ;;
        *) defines="$defines -DASM_ELF" ;;
        esac
        $CC -m"$(echo "$2" | tr -d '[:lower:]')" -E -x assembler-with-cpp $defines -I"$tmp" -I"$x86" -I"$blake2b" "$3" \
            2>"$tmp/log" >"$tmp/source.i" &&
            sed -f "$x86/split.sed" "$tmp/source.i" >"$tmp/source.asm" &&
            $command -o "$4" "$tmp/source.asm" >>"$tmp/log" 2>&1
        ;;
    *) $command -I"$tmp" -I"$x86" -I"$blake2b" -c -o "$4" "$3" >"$tmp/log" 2>&1 ;;
    esac
}

# ---- reading objects ----

# Objects are linked, so that the disassembler sees where operands point to.
link() {
    case $1 in
    elf64) $LD -m elf_x86_64 -e 0 -o "$3" "$2" ;;
    elf32) $LD -m elf_i386 -e 0 -o "$3" "$2" ;;
    win64) $LD -m i386pep -e 0 --subsystem console -o "$3" "$2" ;;
    win32) $LD -m i386pe -e 0 --subsystem console -o "$3" "$2" ;;
    macho64) $LD_MACHO -arch x86_64 -platform_version macos 10.9 10.9 -dylib -o "$3" "$2" ;;
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
    macho*) $LLVM_OBJDUMP -d --no-show-raw-insn --x86-asm-syntax=intel "$2" ;;
    *) $OBJDUMP -d --no-show-raw-insn -M intel -w -j .text "$2" ;;
    esac >"$tmp/disassembly" 2>&1
    base=$($(disassembler "$1") -h "$2" 2>/dev/null |
        awk '$2 == ".rodata" || $2 == ".rdata" || $2 == "__const" { print $4; exit }')
    : >"$4"
    awk -v base="${base:-0}" -v map="$4" '
        # The low 28 bits: awk loses count of large numbers when they are subscripts.
        function hex(s,   i, n) {
            sub(/^0x/, "", s)
            if (length(s) > 7) s = substr(s, length(s) - 6)
            for (i = 1; i <= length(s); i++)
                n = n * 16 + index("0123456789abcdef", substr(s, i, 1)) - 1
            return n
        }
        BEGIN { start = hex(base) }
        /^[0-9a-f]+ <.*>:$/ { next }
        /^ *[0-9a-f]+:/ {
            at = $1
            sub(/:.*/, "", at)
            sub(/^ *[0-9a-f]+:[ \t]*/, "")
            gsub(/[ \t]+/, " ")
            sub(/ $/, "")
            lines++
            address[lines] = hex(at)
            text[lines] = $0
            padding[lines] = $0 ~ /^((data16|cs) )*nop/ || $0 ~ /^xchg ax, ?ax$/ || $0 ~ /^int3$/ ||
                $0 ~ /^(cs )?lea e[sd]i,( ?ds:)?\[e[sd]i( ?\+ ?(eiz\*1\+)?0x0)?\]$/
        }
        END {
            # Long padding may start with a jump over the rest.
            for (i = 1; i <= lines; i++)
                if (text[i] ~ /^jmp (0x)?[0-9a-f]+/ && padding[i + 1]) {
                    split(text[i], word, " ")
                    for (j = i + 1; padding[j]; j++);
                    if (address[j] == hex(word[2])) padding[i] = 1
                }
            for (i = 1; i <= lines; i++) {
                number[address[i]] = count + 1
                if (!padding[i]) count++
            }
            before = ""
            for (i = 1; i <= lines; i++) {
                if (padding[i]) continue
                s = text[i]
                if (s ~ /^(j[a-z]+|call[a-z]*|loop[a-z]*) (0x)?[0-9a-f]+( <.*>)?$/) {
                    split(s, word, " ")
                    t = hex(word[2])
                    s = word[1] " " ((t in number) ? "-> " number[t] : "outside " word[2])
                } else if (match(s, /rip ?[+-] ?(0x)?[0-9a-f]+/)) {
                    t = substr(s, RSTART + 3, RLENGTH - 3)
                    sign = (t ~ /-/) ? -1 : 1
                    gsub(/[ +-]/, "", t)
                    t = address[i + 1] + sign * ((t ~ /^0x/) ? hex(t) : t)
                    s = substr(s, 1, RSTART - 1) "constants + " (t - start) substr(s, RSTART + RLENGTH)
                    sub(/ *#.*/, "", s)
                } else if (before ~ /^call/ && match(s, /\[eax\+0x[0-9a-f]+\]/)) {
                    t = substr(s, RSTART + 5, RLENGTH - 6)
                    s = substr(s, 1, RSTART) "constants + " (address[i] + hex(t) - start) "]"
                } else if (s ~ /^mov r[a-z0-9]+, ?(0x)?[0-9a-f]+$/) {
                    # the same in a 32-bit register, shorter
                    if (s ~ /^mov r[0-9]+,/) sub(/,/, "d,", s)
                    else if (s ~ /^mov r[a-ds]/) sub(/mov r/, "mov e", s)
                } else if (match(s, /^xchg [a-z0-9]+,/)) {
                    # of two registers, in either order
                    one = substr(s, 6, RLENGTH - 6)
                    two = substr(s, RLENGTH + 1)
                    sub(/^ /, "", two)
                    s = "xchg " (one < two ? one "," two : two "," one)
                }
                before = text[i]
                print s
            }
            for (a in number) print a, number[a] >map
        }' "$tmp/disassembly" >"$3"
}

# constants FORMAT IMAGE: the bytes of the constants, without the zeros behind them
constants() {
    case $1 in
    elf*) section=.rodata ;;
    win*) section=.rdata ;;
    macho*) section=__const ;;
    esac
    $(disassembler "$1") -s -j "$section" "$2" 2>/dev/null |
        sed -n 's/^ *[0-9a-f][0-9a-f]* \(\([0-9a-f]\{2,8\} \)*\).*/\1/p' | tr -d ' \n' | sed 's/\(00\)*$//'
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
    awk '
        function hex(s,   i, n) {
            if (length(s) > 7) s = substr(s, length(s) - 6)
            for (i = 1; i <= length(s); i++)
                n = n * 16 + index("0123456789abcdef", substr(s, i, 1)) - 1
            return n
        }
        NR == FNR { number[$1] = $2; if ($2 > last) last = $2; next }
        {
            for (i = 1; i <= NF; i++)
                if ($i ~ /^@/) {
                    a = hex(substr($i, 2))
                    $i = "@" ((a in number) ? number[a] : "end")
                }
            $1 = $1
            print
        }' "$3" "$tmp/raw"
}

# ---- what objects must and must not contain ----

# object ASSEMBLER FORMAT OBJECT WHAT
object() {
    dump=$(disassembler "$2")
    case $2 in
    elf64) relative='^R_X86_64_(PC32|PLT32)$' ;;
    elf32) relative='^R_386_(PC32|PLT32)$' ;;
    win64) relative='^(IMAGE_REL_AMD64_REL32|R_X86_64_PC32)' ;;
    win32) relative='^(DISP32|IMAGE_REL_I386_REL32)$' ;;
    macho64) relative='^X86_64_RELOC_(SIGNED|SIGNED_[124]|BRANCH)$' ;;
    esac
    $dump -r "$3" 2>&1 | awk -v relative="$relative" '
        /^RELOCATION RECORDS FOR/ { section = $4; next }
        section ~ /eh_frame|pdata|xdata|compact_unwind/ || $1 !~ /^[0-9a-f]+$/ { next }
        section !~ /text/ || $2 !~ relative { print section, $0 }' >"$tmp/out"
    nothing_in "$tmp/out" "$4: position independent, no relocations in data"

    case $2 in
    macho*)
        $dump -h "$3" | awk '$1 ~ /^[0-9]+$/ && $2 !~ /^__(text|const|eh_frame|compact_unwind)$/ { print }'
        ;;
    *)
        $dump -h "$3" | awk '
            $1 ~ /^[0-9]+$/ { name = $2; size = $3; next }
            size !~ /^0*$/ && / ALLOC/ && !/READONLY/ { print name, size }
            / CODE/ && name != ".text" { print name, "holds code" }'
        ;;
    esac >"$tmp/out"
    nothing_in "$tmp/out" "$4: no writable data, code in .text only"

    case $2 in
    elf*)
        $READELF -sW "$3" | awk '$5 == "GLOBAL" { n++; if ($6 != "HIDDEN" || $7 == "UND" || $4 != "FUNC") print }
            END { if (!n) print "no global symbol" }' >"$tmp/out"
        nothing_in "$tmp/out" "$4: global symbols are hidden functions"
        $READELF -SW "$3" | awk '/\.note\.GNU-stack/ { n++; sub(/.*PROGBITS */, ""); if ($5 ~ /^[A-Z]*X/) print "executable" }
            END { if (!n) print "no .note.GNU-stack" }' >"$tmp/out"
        nothing_in "$tmp/out" "$4: stack not executable"
        if [ "$1" = yasm ]; then
            skip "$4: IBT and SHSTK (Yasm cannot write the note)"
        else
            $READELF -nW "$3" 2>&1 | grep -q 'IBT, SHSTK' || echo 'no IBT, SHSTK property' >"$tmp/out"
            $READELF -nW "$3" 2>&1 | grep -i 'corrupt\|warning' >>"$tmp/out"
            nothing_in "$tmp/out" "$4: IBT and SHSTK"
        fi
        $READELF -sW "$3" | awk '$5 == "GLOBAL" { print $2 }' | while read -r value; do
            $READELF --debug-dump=frames "$3" 2>/dev/null | grep -q "pc=0*$value\.\." || echo "none at $value"
        done >"$tmp/out"
        nothing_in "$tmp/out" "$4: unwind data for each function"
        ;;
    win64)
        functions=$($OBJDUMP -t "$3" | grep -c '(scl *2).* blake2b_')
        entries=$($OBJDUMP -h "$3" | awk '$2 == ".pdata" { print $3 }')
        entries=$((0x${entries:-0} / 12))
        if [ "$functions" -gt 0 ] && [ "$entries" -ge "$functions" ]; then
            pass "$4: unwind data for each function"
        else
            fail "$4: unwind data for each function ($functions functions, $entries entries)"
        fi
        ;;
    esac
}

# ---- the work ----

for tool in "$CC" "$LD" "$OBJDUMP" "$READELF"; do
    exists "$tool" || {
        echo "SKIP all: $tool is not installed"
        exit 0
    }
done

# shellcheck disable=SC2086
if ! echo '__x86_64__ __ELF__' | $CC -m64 -E -P - 2>/dev/null | grep -q '^ *1 1 *$'; then
    echo "SKIP all: $CC -m64 does not make x86-64 ELF objects"
    exit 0
fi

# width, name, the source that includes its file and by way of which list, file, probe
sed -n -e 's/^KERNEL(\([A-Z0-9_]*\), *\([a-z0-9]*\), *X86_\([0-9]*\), *\([^,]*\), *"\([^"]*\)", *"\([^"]*\)")$/\3 \2 blake2b.S kernels.h \5 \6/p' \
    -e 's/^LANES(\([A-Z0-9_]*\), *\([a-z0-9]*\), *[248], *X86_\([0-9]*\), *\([^,]*\), *"\([^"]*\)", *"\([^"]*\)")$/\3 \2 blake2b_lanes.S lanes.h \5 \6/p' \
    "$blake2b/backends.def" >"$tmp/rows"
if [ "$(grep -c -e '^KERNEL(.*X86_[36][24], *CPU' -e '^LANES(.*X86_[36][24], *CPU' "$blake2b/backends.def")" -ne "$(grep -c . "$tmp/rows")" ]; then
    fail "backends.def: a row cannot be read"
fi

while read -r bits name source list file probe; do
    if [ ! -r "$blake2b/$file" ]; then
        fail "$name-$bits: $file is missing"
        continue
    fi
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
            printf '#include "asm.h"\nSECTION_TEXT\nFUNCTION(probe)\nret\nENDFUNCTION(probe)\nASM_END\n' >"$tmp/probe.S"
            if ! assemble $assembler "$format" "$tmp/probe.S" "$tmp/probe.o"; then
                fail "$what: an empty function"
                sed -n '1,4s/^/    /p' "$tmp/log"
                continue
            fi
            sed "s/^ret$/$(echo "$probe" | sed 's/[\/&]/\\&/g')/" "$tmp/probe.S" >"$tmp/probe2.S"
            if ! assemble $assembler "$format" "$tmp/probe2.S" "$tmp/probe.o"; then
                skip "$what: does not know $probe"
                continue
            fi
            echo "#include \"$file\"" >"$tmp/$list"
            if ! assemble $assembler "$format" "$blake2b/$source" "$tmp/$assembler.o" || [ -s "$tmp/log" ]; then
                fail "$what: assembles without a word"
                sed -n '1,8s/^/    /p' "$tmp/log"
                continue
            fi
            object $assembler "$format" "$tmp/$assembler.o" "$what"
            if ! link "$format" "$tmp/$assembler.o" "$tmp/$assembler.image"; then
                fail "$what: links"
                sed -n '1,4s/^/    /p' "$tmp/log"
                continue
            fi
            listing "$format" "$tmp/$assembler.image" "$tmp/$assembler.list" "$tmp/$assembler.map"
            constants "$format" "$tmp/$assembler.image" >"$tmp/$assembler.constants"
            unwinding "$format" "$tmp/$assembler.image" "$tmp/$assembler.map" >"$tmp/$assembler.unwind"
            if [ -z "$first" ]; then
                first=$assembler
                continue
            fi
            same "$tmp/$first.list" "$tmp/$assembler.list" "$what: same instructions as $first"
            same "$tmp/$first.constants" "$tmp/$assembler.constants" "$what: same constants as $first"
            case $format in
            elf* | win64) same "$tmp/$first.unwind" "$tmp/$assembler.unwind" "$what: same unwind data as $first" ;;
            esac
        done
    done
done <"$tmp/rows"

echo "dialects: $passed passed, $failed failed, $skipped skipped"
[ $failed -eq 0 ]
