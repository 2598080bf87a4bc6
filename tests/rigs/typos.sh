#!/bin/sh
# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
#
# An error in line N of an x86 kernel is reported at line N of its file. This inserts typos into
# copies of all kernels (tests/objects/plant.awk chooses the lines). CC, clang, NASM and Yasm must
# each report all of them, at their lines, and no others. There are three kinds:
#
# - an instruction that does not exist
# - such an instruction without operands: NASM and Yasm take it for a label, and warn
# - an instruction with an operand that it cannot have
#
# Usage, from the top folder: tests/rigs/typos.sh
# It first checks that it detects wrong line numbers. Variables: CC CLANG NASM YASM.

cd "$(dirname "$0")/../.." || exit 1
# shellcheck source=tests/common.sh
. tests/common.sh
tmp=$work
x86=$top/app/driver/x86
# shellcheck source=tests/objects/assemble.sh
. tests/objects/assemble.sh
: >"$tmp/config.h"

# sources FILE: the file, and those that it includes from its own folder
sources() {
    echo "$1"
    sed -n 's/^#include "\(.*\.inc\)"$/\1/p' "$1" | while read -r other; do
        [ ! -f "${1%/*}/$other" ] || echo "${1%/*}/$other"
    done
}

# try ASSEMBLER BITS FILE KIND: checks that all typos in this kernel are reported at their lines;
# else $tmp/wrong has the differences
try() {
    case $4 in
    word) typo='frobnicate' ;;
    instruction) typo='frobnicate eax, eax' ;;
    operand) typo='mov eax, xmm1' ;;
    esac
    rm -rf "$tmp/app" "$tmp/lines"
    folder=${3%/*}
    mkdir -p "$tmp/${folder%/*}" && ln -s "$top/app/driver" "$tmp/app/driver" &&
        cp -R "$folder" "$tmp/$folder" && cp "${folder%/*}"/*.h "$tmp/${folder%/*}" || exit 1
    for copy in $(sources "$3"); do
        awk -v typo="$typo" -v name="$copy" -v lines="$tmp/lines" -f tests/objects/plant.awk \
            "$copy" "$copy" >"$tmp/$copy" || exit 1
    done
    assemble "$1" "elf$2" "$tmp/$3" "$tmp/object.o"
    sort -u "$tmp/lines" >"$tmp/wanted"
    awk '{ # FILE:LINE: error:, or FILE:LINE:COLUMN: error:
        if (match($0, /:[0-9]+:([0-9]+:)? *([Ee]rror:|warning: label alone)/)) {
            split(substr($0, RSTART), part, ":")
            print substr($0, 1, RSTART - 1) ":" part[2]
        }
    }' "$tmp/log" | sed "s|^$tmp/||" | sort -u >"$tmp/reported"
    diff "$tmp/wanted" "$tmp/reported" | sed -n 's/^</not reported:/p; s/^>/reported:/p' \
        >"$tmp/wrong"
    [ ! -s "$tmp/wrong" ] && [ "$(grep -c . "$tmp/wanted")" -ge 5 ]
}

kernels | awk -F '\t' '$4 ~ /^X86_/ { print substr($4, 5), $1, $3, $6 }' >"$tmp/rows"
[ -s "$tmp/rows" ] || fail 'typos: no kernels for x86 in the tables'

# shellcheck disable=SC2086
if ! echo '__x86_64__ __ELF__' | $CC -m64 -E -P - 2>/dev/null | grep -q '^ *1 1 *$'; then
    skip "typos: $CC -m64 does not make x86-64 ELF objects"
    finish
fi

# ---- self-check: are wrong line numbers detected? ----

# Passes the preprocessor's markers on, without counting lines.
cat >"$tmp/naive.awk" <<'AWK'
/^# [0-9]+ "/ { gsub(/"/, "", $3); print "%line " $2 "+0 " $3; next }
{ gsub(/;/, "\n"); print }
AWK
grep -m 1 '^64 [a-z0-9]*_blocks_x86 ' "$tmp/rows" >"$tmp/row"
read -r bits name file probe <"$tmp/row" || fail 'typos/self-check: no kernel x86'
for assembler in nasm yasm; do
    if ! exists "$(command_for $assembler elf64)"; then
        skip "typos/self-check $assembler: not installed"
    elif splitter=$tmp/naive.awk try $assembler "$bits" "$file" instruction; then
        fail "typos/self-check $assembler: a splitter that does not count lines passes"
    else
        pass "typos/self-check $assembler: a splitter that does not count lines is found out ($(grep -c . "$tmp/wrong") lines)"
    fi
done

# ---- the kernels ----

while read -r bits name file probe; do
    for assembler in cc clang nasm yasm; do
        what="typos/$name-$bits $assembler"
        if ! exists "$(command_for $assembler "elf$bits")"; then
            skip "$what: not installed"
            continue
        fi
        printf '#include "asm.h"\nSECTION_TEXT\nFUNCTION(probe)\n%s\nENDFUNCTION(probe)\nASM_END\n' "$probe" >"$tmp/probe.S"
        if ! assemble $assembler "elf$bits" "$tmp/probe.S" "$tmp/object.o"; then
            skip "$what: does not know $probe"
            continue
        fi
        for kind in instruction word operand; do
            if try $assembler "$bits" "$file" $kind; then
                pass "$what: $kind, $(grep -c . "$tmp/wanted") typos"
                continue
            fi
            fail "$what: $kind: $(sed -n 1p "$tmp/wrong")"
        done
    done
done <"$tmp/rows"
finish
