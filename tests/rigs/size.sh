#!/bin/sh
# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
#
# Each kernel has the size that measured/code.csv records: the same instructions from every
# assembler, whatever the compiler's flags are. The C code around them depends on the compiler; its
# size is reported only. Called by make check, from the top folder, with TEST_... in the
# environment.

# shellcheck source=tests/tap.sh
. tests/tap.sh
needs_build
# shellcheck source=tests/rigs/family.sh
. tests/rigs/family.sh
work=build/tests/size
mkdir -p $work

[ "$TEST_FORMAT" = elf ] || skip_all "size: sizes are recorded of ELF objects"
[ -n "${TEST_KERNELS# }" ] || skip_all "size: no assembly kernels in this build"
! grep -q '^ASSEMBLER = [ny]asm' build/config.mk ||
    skip_all "size: NASM and Yasm write no sizes; tests/rigs/dialects.sh compares their code"
# shellcheck disable=SC2086 # lists
case $TEST_TARGET in
X86_64 | ARM64) ;;
X86_32) $TEST_CC $TEST_FLAGS -dM -E -x c /dev/null | grep -q '__i686__\|__SSE__' ||
    skip_all "size: kernels for CPUs before the Pentium Pro have no landing pads" ;;
*) skip_all "size: the same kernel has several encodings on this target" ;;
esac
for readelf in "${TEST_CC%%gcc*}readelf" readelf ''; do
    command -v "$readelf" >/dev/null 2>&1 && break
done
[ -n "$readelf" ] || skip_all "size: no readelf (binutils)"

# NAME SIZE of the functions in the objects, converted to the names in records. Those of the main
# family have no prefix: FAMILY_blocks_avx2 is avx2, FAMILY_rounds_x86 is rounds_x86. Those of other
# families have one: OTHER_blocks_avx is OTHER:avx.
# shellcheck disable=SC2086 # lists
"$readelf" -sW $TEST_KERNELS $TEST_LANES ${TEST_OTHER_KERNELS-} |
    awk '$4 == "FUNC" && $7 != "UND" { print $8, $3 }' >$work/symbols
"$readelf" -hW "${TEST_OBJECTS%% *}" | grep -q "Data:.*little endian" ||
    skip_all "size: sizes are recorded of little-endian builds"
kernels "$TEST_TARGET" | cut -f 1 >$work/rows
awk -F , -v OFS=' ' -v target="$TEST_TARGET" '$1 == target && $4 == "code" { print $2, $5 }' \
    measured/code.csv >$work/recorded
awk -v main="${MAIN}_" '
    function recorded_as(row) {
        if (index(row, main) == 1) {
            row = substr(row, length(main) + 1)
            sub(/^(blocks|lanes)_/, "", row)
            return row
        }
        sub(/_(blocks_|lanes_)?/, ":", row)
        return row
    }
    FILENAME == ARGV[1] { recorded[$1] = $2; next }
    FILENAME == ARGV[2] { if (match($1, /[a-z0-9]*_(blocks|lanes|rounds|short)_.*/)) size[substr($1, RSTART)] = $2; next }
    !($1 in size) { next } # left out of this build
    {
        name = recorded_as($1)
        compared++
        sum += size[$1]
        if (!(name in recorded)) wrong = wrong " " name ": " size[$1] " bytes, not recorded;"
        else if (recorded[name] != size[$1]) wrong = wrong " " name ": " size[$1] " bytes, " recorded[name] " recorded;"
    }
    END {
        if (!compared) print "not ok - size: no kernel is found in the objects"
        else if (wrong != "") print "not ok - size:" wrong " record with tools/tables.py --code"
        else print "ok - size: " compared " kernels, " sum " bytes, each as recorded"
    }' $work/recorded $work/symbols $work/rows | results

# bytes OBJECT...: the size of code and constants
bytes() {
    "$readelf" -SW "$@" | sed 's/^ *\[ *[0-9]*\] *//' | awk '
        $1 ~ /^\.(text|rodata)/ {
            value = 0
            for (i = 1; i <= length($5); i++) value = value * 16 + index("0123456789abcdef", substr($5, i, 1)) - 1
            sum += value
        }
        END { print sum + 0 }'
}
# shellcheck disable=SC2086 # lists of objects
note "size of code and constants: $(bytes \
    $TEST_SERIAL) bytes for one message after the other, $(bytes $TEST_OBJECTS) in lib$MAIN"
finish
