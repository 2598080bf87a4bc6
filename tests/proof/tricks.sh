#!/bin/sh
# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
#
# "proof.sh bytes" compares the kernels that are in the library: a wrong one is noticed whatever else
# is in the archive, and whatever is in build.
cd "$(dirname "$0")/../.." || exit 1
# shellcheck source=tests/common.sh
. tests/common.sh
needs_build
needs tricks python3 ar gcc
[ "$TEST_TARGET,$TEST_FORMAT" = X86_64,elf ] || skip_all 'tricks: for x86-64 with ELF objects alone'
kernels X86_64 | grep "^${MAIN}_blocks_x86" >"$work/rows"
member=${MAIN}_x86-64.o
symbol=$(nm "build/lib$MAIN/$member" | sed -n "s/.* T \(.*_blocks_x86\)$/\1/p")

# bytes: what it says of the archive $work/lib.a
bytes() {
    python3 tests/proof/table.py --bytes "objects=$TEST_KERNELS $TEST_LANES" \
        "archives=$work/lib.a" "shared=$work/lib.so" "assembler=$($TEST_CC --version | sed -n 1p)" "$work/rows" >"$work/out"
}
# trick NAME PATTERN: that must be said of it
trick() {
    bytes
    holds "tricks/$1" "$(head -n 3 "$work/out" | tr '\n' ' ')" grep -q "$2" "$work/out"
    cp "$STATIC" "$work/lib.a"
}

STATIC=bin/lib$MAIN.a
cp "$STATIC" "$work/lib.a"
bytes
if grep -q -v '^PASS' "$work/out" || [ ! -s "$work/out" ]; then
    skip_all 'tricks: not the proved bytes'
fi
# The kernel with one bit of its code changed.
cp "build/lib$MAIN/$member" "$work/$member"
python3 - "$work/$member" <<'PYTHON' || exit 1
import sys
sys.path.insert(0, "tests/proof")
import objects
path = sys.argv[1]
o = objects.Object(path)
code = max((s.data for s in o.sections.values() if s.code), key=len)
data = bytearray(o.data)
data[o.data.index(code) + len(code) // 2] ^= 1
with open(path, "wb") as f:
    f.write(data)
PYTHON
ar r "$work/lib.a" "$work/$member" 2>/dev/null
bytes
! grep -q '^SKIP' "$work/out" || skip_all 'tricks: not by the assembler of the report'
cp "$STATIC" "$work/lib.a"
trick 'as it is' '^PASS'
ar r "$work/lib.a" "$work/$member" 2>/dev/null
trick 'a wrong object' "^FAIL proof/bytes ${MAIN}_blocks_x86: not the proved bytes"
mkdir "$work/more"
echo ".text; $symbol: ret" | gcc -x assembler -c -o "$work/more/local.o" -
ar q "$work/lib.a" "$work/more/local.o" 2>/dev/null
trick 'a local symbol of its name' '^PASS'
ar r "$work/lib.a" "$work/$member" "$work/more/local.o" 2>/dev/null
trick 'both' "^FAIL proof/bytes ${MAIN}_blocks_x86: not the proved bytes"
cp "build/lib$MAIN/$member" "$work/more/right.o"
ar r "$work/lib.a" "$work/$member" 2>/dev/null
ar qb "$member" "$work/lib.a" "$work/more/right.o" 2>/dev/null || ar q "$work/lib.a" "$work/more/right.o"
trick 'a right one beside it' '^FAIL'
ar d "$work/lib.a" "$member"
trick 'none' "^FAIL proof/bytes ${MAIN}_blocks_x86: in no archive"
if [ -f "bin/lib$MAIN.so.1" ]; then
    cp "bin/lib$MAIN.so.1" "$work/lib.so"
    trick 'a shared library as it is' '^PASS proof/bytes lib.so'
    # One bit of the kernel, then one of the IV, which it addresses.
    for part in "$symbol" "${symbol%blocks_x86}iv"; do
        python3 - "bin/lib$MAIN.so.1" "$work/lib.so" "$part" <<'PYTHON' || exit 1
import sys
sys.path.insert(0, "tests/proof")
import objects
import table
path, to, symbol = sys.argv[1:]
at = next(a for n, s, a in objects.Object(path).symbols.values() if n == symbol and s)
with open(path, "rb") as f:
    data = bytearray(f.read())
offset = next(o - a for o, a, size in table.segments(data) if a <= at < a + size)
data[offset + at + 30] ^= 1
with open(to, "wb") as f:
    f.write(data)
PYTHON
        trick "a wrong shared library: $part" "^FAIL proof/bytes lib.so: .*$symbol"
    done
fi
finish
