#!/bin/sh
# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
#
# An error in line N of an x86 kernel is reported at line N of its file. A source with typos behind
# everything that moves lines must be rejected by CC, clang, NASM and Yasm, at these lines and no
# others. The typos are of three kinds: an instruction that does not exist; such a one without
# operands, which NASM and Yasm take for a label, and warn; an operand that it cannot have.
# Variables: CC CLANG NASM YASM.
cd "$(dirname "$0")/../.." || exit 1
# shellcheck source=tests/common.sh
. tests/common.sh
tmp=$work
x86=$top/app/driver/x86
# shellcheck source=tests/objects/assemble.sh
. tests/objects/assemble.sh
: >"$tmp/config.h"

# Wrong lines end with a comment, and "nop" follows: clang 14 skips the line after an error, even if
# that is the preprocessor's marker. Lines with "2," are repeated: of so many, the preprocessor
# leaves a marker. An error in a macro is one in the line of its use.
mkdir "$tmp/lines"
cat >"$tmp/lines/source" <<'SOURCE'
#include "asm.h"
SECTION_TEXT
FUNCTION(lines)
  TYPO /* wrong */
  nop
#define TWO(a, b) \
  mov eax, a; \
  mov eax, b
  TYPO /* wrong */
  nop
  TWO(1,
    2)
  TYPO /* wrong */
  nop
#define LIST(...) mov eax, 1
  LIST(1,
    2,
    3)
  TYPO /* wrong */
  nop
/* a comment
    2,
 */
  mov eax, 1; TYPO /* wrong */
  nop
#define WITH_TYPO(a) \
  mov eax, a; \
  TYPO

  WITH_TYPO(1) /* wrong */
  nop
#include "part.inc"
  TYPO /* wrong */
  nop
ENDFUNCTION(lines)
ASM_END
SOURCE
printf '/* a part\n    2,\n */\n  mov eax, 1\n  TYPO /* wrong */\n  nop\n' >"$tmp/lines/part"

# shellcheck disable=SC2086
if ! echo '__x86_64__ __ELF__' | $CC -m64 -E -P - 2>/dev/null | grep -q '^ *1 1 *$'; then
    skip_all "typos: $CC -m64 does not make x86-64 ELF objects"
fi
for assembler in cc clang nasm yasm; do
    if ! exists "$(command_for $assembler elf64)"; then
        skip "typos/$assembler: not installed"
        continue
    fi
    for typo in 'frobnicate eax, eax' 'frobnicate' 'mov eax, xmm1'; do
        for part in source:lines.S part:part.inc; do
            sed "s/TYPO\$/$typo/; s/TYPO /$typo /; / 2,\$/{p;p;p;p;p;p;p;p;p;p;}" \
                "$tmp/lines/${part%:*}" >"$tmp/lines/${part#*:}"
        done
        (cd "$tmp" && grep -n 'wrong \*/$' lines/lines.S lines/part.inc) |
            sed 's/\(:[0-9]*\):.*/\1/' | sort >"$tmp/wanted"
        assemble $assembler elf64 "$tmp/lines/lines.S" "$tmp/object.o"
        awk '{ # FILE:LINE: error:, or FILE:LINE:COLUMN: error:
            if (match($0, /:[0-9]+:([0-9]+:)? *([Ee]rror:|warning: label alone)/)) {
                split(substr($0, RSTART), part, ":")
                print substr($0, 1, RSTART - 1) ":" part[2]
            }
        }' "$tmp/log" | sed "s|^$tmp/||" | sort -u >"$tmp/reported"
        wrong=$(diff "$tmp/wanted" "$tmp/reported" |
            sed -n 's/^</not reported:/p; s/^>/reported:/p' | sed -n 1p)
        holds "typos/$assembler: $typo" "$wrong" [ -z "$wrong" -a -s "$tmp/wanted" ]
    done
done
finish
