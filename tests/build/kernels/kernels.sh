#!/bin/sh
# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
#
# Libraries with some of the kernels: configure --kernels=LIST, and the amalgamation with
# BLAKE2B_KERNELS=LIST. What LIST names is there, and nothing else; digests are right; and a program
# that hashes one message links no more than 12 KiB of code where LIST has one kernel of one
# message.
#
# Usage: tests/build/kernels/kernels.sh [sample]     sample: one list for each CPU
cd "$(dirname "$0")/../../.." || exit 1
# shellcheck source=tests/common.sh
. tests/common.sh
sample=${1-}
most=12288

# Every kernel and reference that there is, by the end of its symbol.
{
    awk -f app/driver/table.awk -v kind=KERNEL "$TABLE" | cut -f 9
    awk -f app/driver/table.awk -v kind=REFERENCE "$TABLE" | cut -f 2 | sed 's/^/blocks_generic_/'
} >"$work/every"

# rows TARGET: of the table, NAME NEEDS CALLED
rows() {
    awk -f app/driver/table.awk -v kind=KERNEL -v target="$1" "$TABLE" | awk -F '\t' '{ print $3, $6, $9, $4 }'
}

# wanted TARGET LIST: the symbols of kernels that should be there
wanted() {
    rows "$1" | awk -v list=",$2," '
        index(list, "," $1 ",") || list == ",all," {
            print $(NF - 1)
            if ($NF == 1 && NF == 4 && $2 == "CPU_BASE") anywhere = 1
        }
        END {
            if (index(list, ",generic,") || list == ",all,") print "blocks_generic_64"
            else if (!anywhere) print "blocks_generic_3264"
        }' | sort | tr '\n' ' '
}

# there NM FILE...: those that are
there() {
    nm=$1
    shift
    "$nm" "$@" 2>/dev/null | sed -n 's/.* [Tt] .*blake2b_\([a-z]*_[a-z0-9_]*\)$/\1/p' | grep -x -F -f "$work/every" | sort -u | tr '\n' ' '
}

# checked WHAT TARGET LIST "COMPILER" PREFIX "EMULATOR" OBJECT...: of these objects
checked() {
    what=$1 target=$2 list=$3 compiler=$4 prefix=$5 emulator=$6
    shift 6
    has=$(there "${prefix}nm" "$@") should=$(wanted "$target" "$list")
    if [ "$has" != "$should" ]; then
        fail "kernels/$what: has $has, not $should"
        return
    fi
    names=$(rows "$target" | awk -v list=",$list," '$NF == 1 && $(NF - 1) ~ /^blocks_/ {
        print $1 "=" (index(list, "," $1 ",") || list == ",all," ? 1 : 0) }')
    for reference in 64 3264; do
        case $should in
        *"blocks_generic_$reference "*) names="$names generic/$reference=1" ;;
        *) names="$names generic/$reference=0" ;;
        esac
    done
    # shellcheck disable=SC2086 # lists
    if ! $compiler -O1 -Wall -static -Iapp/include -o "$work/program" tests/build/kernels/program.c "$@" >"$work/log" 2>&1; then
        fail "kernels/$what: $(first_error "$work/log")"
        return
    fi
    # shellcheck disable=SC2086
    if ! $emulator "$work/program" $names >"$work/out" 2>&1; then
        fail "kernels/$what: $(tail -n 1 "$work/out")"
        return
    fi
    # The size: of code, of what the linker does not drop. memcpy and its like are others'.
    # shellcheck disable=SC2086
    if ! $compiler -O2 -nostdlib -static -Iapp/include -Wl,--gc-sections,-e,one_message,--unresolved-symbols=ignore-all \
        -o "$work/small" tests/build/kernels/one_message.c "$@" >"$work/log" 2>&1; then
        fail "kernels/$what size: $(first_error "$work/log")"
        return
    fi
    code=$("${prefix}size" -A "$work/small" | awk '$1 == ".text" { print $2 }')
    constants=$("${prefix}size" -A "$work/small" | awk '$1 ~ /^[.]rodata/ { sum += $2 } END { print sum + 0 }')
    if [ "$(rows "$target" | awk -v list="$list" '$1 == list && $NF == 1')" ] && [ "$code" -gt $most ]; then
        fail "kernels/$what: $code bytes of code to hash one message, more than $most"
    else
        pass "kernels/$what: $(tail -n 1 "$work/out"); $code bytes of code and $constants of constants to hash one message"
    fi
}

# on NAME TARGET "COMPILER" PREFIX "EMULATOR" LIST...
on() {
    name=$1 target=$2 compiler=$3 prefix=$4 emulator=$5
    shift 5
    # shellcheck disable=SC2086 # lists
    tool=$(missing ${compiler%% *} "${prefix}nm" ${emulator%% *} python3)
    if [ -n "$tool" ]; then
        skip "kernels/$name: $tool is not installed"
        return
    fi
    for list in "$@"; do
        if ! (cd "$tree" && ./configure -q CC="$compiler" --kernels="$list" && make -s -j"$jobs" bin/libblake2b.a) >"$work/log" 2>&1; then
            fail "kernels/$name $list: $(first_error "$work/log")"
            continue
        fi
        checked "$name $list" "$target" "$list" "$compiler" "$prefix" "$emulator" "$tree/bin/libblake2b.a"
        # shellcheck disable=SC2086
        if ! $compiler -O2 -ffunction-sections -fdata-sections -Wall -Wextra -Werror "-DBLAKE2B_KERNELS=$list" -c -o "$work/c.o" "$work/one/blake2b.c" >"$work/log" 2>&1 ||
            ! $compiler -Werror "-DBLAKE2B_KERNELS=$list" -c -o "$work/asm.o" "$work/one/blake2b_asm.S" >"$work/log" 2>&1; then
            fail "kernels/$name $list, amalgamation: $(first_error "$work/log")"
            continue
        fi
        checked "$name $list, amalgamation" "$target" "$list" "$compiler" "$prefix" "$emulator" "$work/c.o" "$work/asm.o"
        [ -z "$sample" ] || return
    done
}

tree=$work/tree
copy_tree "$tree"
[ -n "$(missing python3)" ] || python3 tools/amalgamate.py "$work/one" blake2b || exit 1
case $(uname -s)/$(uname -m) in
Linux/x86_64)
    on x86-64 X86_64 gcc '' '' avx2 x86 x86,avx2 generic avx2x4,neon
    # What the utility lists: the kernels, and the references that it has for comparison.
    if [ -z "$sample" ]; then
        if ! (cd "$tree" && ./configure -q --kernels=x86,avx2 && make -s -j"$jobs" util) >"$work/log" 2>&1; then
            fail "kernels/list: $(first_error "$work/log")"
        else
            found=$("$tree/bin/blake2b-util" list --csv 2>/dev/null | sed -n 's/^\([a-z0-9/:_]*\),.*/\1/p' | grep -v -e '^implementation' -e ':' -e generic | tr '\n' ' ')
            if [ "$found" = 'avx2 x86 ' ]; then pass "kernels/list"; else fail "kernels/list: $found"; fi
        fi
    fi
    ;;
*) skip "kernels/x86-64: needs Linux on x86-64" ;;
esac
on arm64 ARM64 aarch64-linux-gnu-gcc aarch64-linux-gnu- qemu-aarch64 neon arm64 arm64,sha3x2 generic all
on riscv64 RISCV64 riscv64-linux-gnu-gcc riscv64-linux-gnu- 'qemu-riscv64 -cpu rv64,zbb=true' zbb rv64 rv64,zbb generic rv64,generic

# What is refused, and what the message says to do.
while read -r name says; do
    if (cd "$tree" && ./configure -q --kernels="x86,$name") >"$work/log" 2>&1; then
        fail "kernels/configure --kernels=x86,$name: accepted"
    elif grep -q "^configure: --kernels=x86,$name: $says" "$work/log"; then
        pass "kernels/configure --kernels=x86,$name is explained"
    else
        fail "kernels/configure --kernels=x86,$name: $(sed -n 1p "$work/log")"
    fi
done <<NAMES
short_avx512 short_avx512 is built with avx512: name that
rounds_x86 rounds_x86 is built with x86: name that
generic/64 write generic for generic/64
blake256:avx2 write avx2 for blake256:avx2
nonsense no kernel is called nonsense (there are: all .* avx2 .*)
NAMES
for list in '' ',' x86,,avx2 'x86,' no_such_kernel x86,nosuch; do
    if (cd "$tree" && ./configure -q --kernels="$list") >"$work/log" 2>&1; then
        fail "kernels/configure --kernels=$list: accepted"
    elif grep -q "^configure: .*--kernels" "$work/log"; then
        pass "kernels/configure --kernels=$list is refused"
    else
        fail "kernels/configure --kernels=$list: $(sed -n 1p "$work/log")"
    fi
done
# Spaces in place of commas: the compilers' messages show the line that says what to write.
for compiler in gcc clang; do
    [ -z "$(missing "$compiler")" ] || continue
    if $compiler '-DBLAKE2B_KERNELS=x86 avx2' -E -o "$work/preprocessed" "$work/one/blake2b.c" >"$work/log" 2>&1; then
        fail "kernels/BLAKE2B_KERNELS=x86 avx2, $compiler: accepted"
    elif grep -q 'BLAKE2B_KERNELS must be names separated by commas' "$work/log"; then
        pass "kernels/BLAKE2B_KERNELS=x86 avx2, $compiler is explained"
    else
        fail "kernels/BLAKE2B_KERNELS=x86 avx2, $compiler: $(first_error "$work/log")"
    fi
done
# What is built in C, though the list names kernels: with a warning if it is by the list alone.
# warned YES-OR-NO OPTION...
warned() {
    warns=$1 found=no
    shift
    if ! (cd "$tree" && ./configure -q "$@") >"$work/log" 2>&1; then
        fail "kernels/configure $*: $(first_error "$work/log")"
        return
    fi
    grep -q '^configure: warning: --kernels=.*: no kernel of the list is for .*' "$work/log" && found=yes
    if [ $found = "$warns" ]; then
        pass "kernels/configure $*: warning: $warns"
    else
        fail "kernels/configure $*: warning: $found instead of $warns"
    fi
}
case $(uname -s)/$(uname -m) in
Linux/x86_64)
    warned yes CC=gcc --kernels=neon
    warned no CC=gcc --kernels=neon,generic
    warned no CC=gcc --kernels=neon,avx2
    warned no CC=gcc --kernels=all
    warned no CC=gcc --generic --kernels=avx2
    ;;
esac
for list in '' 'x86,' nosuch x86,nosuch short_avx512; do
    if gcc "-DBLAKE2B_KERNELS=$list" -E -o "$work/preprocessed" "$work/one/blake2b.c" >"$work/log" 2>&1; then
        fail "kernels/BLAKE2B_KERNELS=$list: accepted"
    elif grep -q 'a name of the list is none of: all .* avx2 .*' "$work/log"; then
        pass "kernels/BLAKE2B_KERNELS=$list is refused"
    else
        fail "kernels/BLAKE2B_KERNELS=$list: $(first_error "$work/log")"
    fi
done
exit $failed
