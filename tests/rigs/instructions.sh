#!/bin/sh
# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
#
# Disassembles the objects of x86 kernels, function by function, and checks that each kernel
#   has no instruction outside the sets that its row in the table declares; an instruction that is
#   in no list counts as outside
#   starts with endbr
#   addresses nothing below the stack pointer
#   runs vzeroupper after the last use of ymm or zmm registers, before it returns
#   jumps only to its own code and to shared code, and calls only these
# (dialects.sh checks that none has absolute addresses.)
#
# Usage: tests/rigs/instructions.sh [object ...]
# Without objects: TEST_KERNELS, TEST_LANES and TEST_OTHER_KERNELS, or all of the build.
# ("objects.sh x86-64" and "x86-32" check that violations are detected.) Variable: OBJDUMP.

# shellcheck source=tests/tap.sh
. tests/tap.sh
# shellcheck source=tests/rigs/family.sh
. tests/rigs/family.sh
: "${OBJDUMP:=objdump}"

objects=${*:-${TEST_KERNELS-$(make -s print-KERNELS)} ${TEST_LANES-} ${TEST_OTHER_KERNELS-}}
tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT
trap 'exit 1' HUP INT TERM

if [ -z "$(echo "$objects" | tr -d ' ')" ]; then
    skip_all 'instructions: no assembly kernels in this build'
elif ! $OBJDUMP --version 2>/dev/null | grep -q GNU; then
    skip_all "instructions: $OBJDUMP is not GNU objdump, or is not installed"
fi
found=0
for object in $objects; do
    if [ ! -r "$object" ]; then
        fail "instructions: cannot read $object"
        continue
    fi
    case $($OBJDUMP -f "$object" 2>&1 | sed -n 's/.*file format //p') in
    *x86-64*) bits=64 ;;
    *i386*) bits=32 ;;
    *)
        skip "instructions: no lists for the format of $object, or $OBJDUMP cannot read it"
        continue
        ;;
    esac
    [ -s "$tmp/rows.$bits" ] || kernels "X86_$bits" | cut -f 1,5 >"$tmp/rows.$bits"
    $OBJDUMP -d -r -M intel -w --no-show-raw-insn "$object" >"$tmp/disassembly" 2>&1
    # (An object with only constants has none.)
    grep -q '^ *[0-9a-f]*:' "$tmp/disassembly" || continue
    awk -v bits="$bits" -f tests/objects/hex.awk -f tests/objects/sets.awk \
        -f tests/objects/check-x86.awk tests/objects/instructions-x86.txt "$tmp/rows.$bits" \
        "$tmp/disassembly" | sed 's/^PASS /ok - instructions\//; s/^FAIL /not ok - instructions\//' >"$tmp/out"
    results <"$tmp/out"
    found=$((found + $(grep -v -c shared "$tmp/out")))
done
if [ $found = 0 ] && [ "${bits-none}" != none ]; then
    fail 'instructions: no kernels found'
fi
finish
