#!/bin/sh
# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
#
# Libraries with some of the kernels: configure --kernels=LIST, and the amalgamation with
# BLAKE2B_KERNELS=LIST. They contain what LIST names and nothing else, and digests are right. If
# LIST is one name, of a single-message kernel or generic, a program that hashes one message links
# at most 12 KiB of code.
#
# Usage: tests/build/kernels/kernels.sh [sample]     sample: one list for each CPU
cd "$(dirname "$0")/../../.." || exit 1
# shellcheck source=tests/common.sh
. tests/common.sh
tap_prefix='kernels/'
sample=${1-}
most=12288

# Every kernel and reference, by the end of its symbol.
{
    awk -f app/driver/table.awk -v kind=KERNEL "$TABLE" | cut -f 9
    awk -f app/driver/table.awk -v kind=REFERENCE "$TABLE" | cut -f 2 | sed 's/^/blocks_generic_/'
} >"$work/every"

# rows TARGET: rows of the table, NAME NEEDS CALLED
rows() {
    awk -f app/driver/table.awk -v kind=KERNEL -v target="$1" "$TABLE" |
        awk -F '\t' '{ print $3, $6, $9, $4 }'
}

# names TARGET: the single-message kernels
names() {
    rows "$1" | awk '$NF == 1 && $(NF - 1) ~ /^blocks_/ { print $1 }'
}

# wanted TARGET LIST: the expected symbols of kernels
wanted() {
    case $1 in
    *64) reference=64 ;;
    *) reference=3264 ;;
    esac
    rows "$1" | awk -v list=",$2," -v reference=$reference '
        index(list, "," $1 ",") || list == ",all," {
            print $(NF - 1)
            if ($NF == 1 && NF == 4 && $2 == "CPU_BASE") anywhere = 1
        }
        END {
            if (index(list, ",generic,") || list == ",all,") print "blocks_generic_" reference
            else if (!anywhere) print "blocks_generic_3264"
        }' | sort | tr '\n' ' '
}

# there NM FILE...: the symbols found
there() {
    nm=$1
    shift
    "$nm" "$@" 2>/dev/null | sed -n 's/.* [Tt] .*blake2b_\([a-z]*_[a-z0-9_]*\)$/\1/p' |
        grep -x -F -f "$work/every" | sort -u | tr '\n' ' '
}

# checked WHAT OBJECT...: checks these objects of $target and $list
# shellcheck disable=SC2031,SC2086 # a function in a subshell; lists
checked() {
    what=$1
    shift
    has=$(there "${prefix}nm" "$@") should=$(wanted "$target" "$list")
    if [ "$has" != "$should" ]; then
        fail "$what" "has $has, not $should"
        return
    fi
    selected=$(rows "$target" | awk -v list=",$list," '$NF == 1 && $(NF - 1) ~ /^blocks_/ {
        print $1 "=" (index(list, "," $1 ",") || list == ",all," ? 1 : 0) }')
    for reference in 64 3264; do
        case $should in
        *"blocks_generic_$reference "*) selected="$selected generic/$reference=1" ;;
        *) selected="$selected generic/$reference=0" ;;
        esac
    done
    if [ "$emulator" != none ]; then
        tried "$what" $compiler -O1 -Wall -static -Iapp/include -o "$work/program" \
            tests/build/kernels/program.c "$@" &&
            tried "$what" $emulator "$work/program" $selected || return
    fi
    # The size: all code of the library that the linker keeps. That is the call, the choice of a
    # kernel, the self-test, the kernel and the fallback. memcpy and the like from the C library do
    # not count. Nor do the compiler's helper functions.
    tried "$what size" $compiler -O2 -nostdlib -static -Iapp/include \
        -Wl,--gc-sections,-e,one_message,--unresolved-symbols=ignore-all \
        -o "$work/small" tests/build/kernels/one_message.c "$@" || return
    code=$("${prefix}size" -A "$work/small" | awk '$1 == ".text" { print $2 }')
    if (names "$target" && echo generic) | grep -q -x -e "$list" && [ "$code" -gt $most ]; then
        fail "$what" "$code bytes of code to hash one message, more than $most"
    else
        pass "$what: $code bytes of code to hash one message"
    fi
}

# on NAME TARGET "COMPILER" PREFIX "EMULATOR" LIST...
# shellcheck disable=SC2086 # lists
on() {
    name=$1 target=$2 compiler=$3 prefix=$4 emulator=$5
    shift 5
    ! lacks "$name" ${compiler%% *} "${prefix}nm" python3 || return
    case $emulator in '' | none) ;; *) ! lacks "$name" ${emulator%% *} || return ;; esac
    for list in "$@"; do
        built "$name $list" "$tree" bin/libblake2b.a CC="$compiler" $options --kernels="$list" ||
            continue
        checked "$name $list" "$tree/bin/libblake2b.a"
        what="$name $list, amalgamation"
        tried "$what" $compiler -O2 -ffunction-sections -fdata-sections -Wall -Wextra -Werror \
            $macros "-DBLAKE2B_KERNELS=$list" -c -o "$work/c.o" "$work/one/blake2b.c" &&
            tried "$what" $compiler -Werror $macros "-DBLAKE2B_KERNELS=$list" -c -o "$work/asm.o" \
                "$work/one/blake2b_asm.S" && checked "$what" "$work/c.o" "$work/asm.o"
        [ -z "$sample" ] || return
    done
}

tree=$work/tree options='' macros=''
copy_tree "$tree"
[ -n "$(missing python3)" ] || python3 tools/amalgamate.py "$work/one" blake2b || exit 1
case $(uname -s)/$(uname -m) in
Linux/x86_64)
    # The largest is first, as "sample" takes the first.
    # shellcheck disable=SC2046 # lists
    {
        on x86-64 X86_64 gcc '' '' avx $(names X86_64 | grep -v -x avx) generic x86,avx2 avx2x4,neon
        on x86-32 X86_32 "gcc -m32 ${linux_headers#CPPFLAGS=}" '' '' sse2 \
            $(names X86_32 | grep -v -x sse2) generic x86,sse2
    }
    # The utility lists the kernels and the references that it has for comparison.
    if [ -z "$sample" ] && built list "$tree" util --kernels=x86,avx2; then
        found=$("$tree/bin/blake2b-util" list --csv 2>/dev/null |
            sed -n '/^implementation/d; s/^\([a-z0-9_]*\),.*/\1/p' | tr '\n' ' ')
        holds list "lists $found" [ "$found" = 'avx2 x86 ' ]
    fi
    ;;
*) skip "x86-64: needs Linux on x86-64" ;;
esac
# shellcheck disable=SC2046 # lists
{
    on arm64 ARM64 aarch64-linux-gnu-gcc aarch64-linux-gnu- qemu-aarch64 $(names ARM64) generic \
        arm64,sha3x2 all
    on arm ARM arm-linux-gnueabihf-gcc arm-linux-gnueabihf- qemu-arm $(names ARM) generic armv6,neon
    on riscv64 RISCV64 riscv64-linux-gnu-gcc riscv64-linux-gnu- 'qemu-riscv64 -cpu rv64,zbb=true' \
        generic $(names RISCV64) rv64,zbb rv64,generic
    options=--freestanding macros='-DBLAKE2B_FREESTANDING -Os'
    on cortex-m4 ARM_M 'arm-none-eabi-gcc -mcpu=cortex-m4 -mthumb' arm-none-eabi- none \
        $(names ARM_M) generic
}

# ---- wrong lists ----

# says NAME PATTERN COMMAND...: the command fails, or warns, and says so
says() {
    name=$1 pattern=$2
    shift 2
    "$@" >"$log" 2>&1
    case $?,$pattern in 0,*warning* | [!0]*,*) grep -q "$pattern" "$log" ;; *) false ;; esac
    said=$?
    holds "$name" "$(sed -n 1p "$log")" [ $said -eq 0 ]
}
# shellcheck disable=SC2317 # called by says
set_up() {
    (cd "$tree" && ./configure -q "$@")
}
# shellcheck disable=SC2317
preprocess() {
    $compiler "-DBLAKE2B_KERNELS=$list" -E -o "$work/preprocessed" "$work/one/blake2b.c"
}
for name in short_avx512 generic/64 blake256:avx2 nonsense; do
    says "configure --kernels=x86,$name is explained" \
        "^configure: --kernels=x86,$name: unknown kernel $name (known: all .* avx2 .*)" \
        set_up --kernels="x86,$name"
done
for list in '' x86,,avx2 'x86,'; do
    says "configure --kernels=$list is refused" '^configure: .*--kernels' set_up --kernels="$list"
done
# What #error cannot report: the compilers' messages show the line with the advice.
for compiler in gcc clang; do
    [ -z "$(missing "$compiler")" ] || continue
    for list in 'x86 avx2' generic/64; do
        says "BLAKE2B_KERNELS=$list, $compiler is explained" \
            'BLAKE2B_KERNELS must be names separated by commas, generic without /64' preprocess
    done
done
compiler=gcc
for list in '' 'x86,' x86,nosuch; do
    says "BLAKE2B_KERNELS=$list is refused" 'a name of the list is none of: all .* avx2 .*' \
        preprocess
done
# Builds without assembly although the list names kernels.
[ "$(uname -s)/$(uname -m)" != Linux/x86_64 ] || says 'configure CC=gcc --kernels=neon: warning' \
    '^configure: warning: --kernels=.*: no kernel of the list is for .*' \
    set_up CC=gcc --kernels=neon
finish
