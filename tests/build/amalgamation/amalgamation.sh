#!/bin/sh
# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
#
# Builds the amalgamation as a program would: the oldest and the newest compilers for each CPU must
# compile it without a warning. It is linked and run. Its kernels must have the code of the ordinary
# build. The tests of the library run once on it.
#
# Usage: tests/build/amalgamation/amalgamation.sh [all]
#   all: more compilers, those for 32-bit Windows among them; more tests, on all emulated CPUs
# shellcheck disable=SC2016 # the inner shell's
cd "$(dirname "$0")/../../.." || exit 1
# shellcheck source=tests/common.sh
. tests/common.sh
everything=${1-}

tap_prefix='amalgamation/'
needs written python3 make awk
check written python3 tools/amalgamate.py "$work/one" blake2b blake || exit 1
# From unconfigured sources, as after a fresh clone.
copy_tree "$work/unconfigured"
check 'written without a configuration' sh -c 'make -C "$1" amalgamation && for file in "$2"/*; do
    cmp "$file" "$1/bin/amalgamation/${file##*/}" || exit 1; done' - "$work/unconfigured" \
    "$work/one"
rm -rf "$work/unconfigured"
# (The native compilers warn of what they see with -O2 as well; others compile faster with -O1.)
warnings='-Wall -Wextra -Werror -O1'

# objects NAME COMPILER OPTION...: both of each library, without a warning, in $work/NAME
# shellcheck disable=SC2086 # lists
objects() {
    folder=$work/$1 of=$1 with=$2
    shift 2
    mkdir -p "$folder"
    for library in $(libraries); do
        tried "$of" $with $warnings "$@" -c "$work/one/$library.c" -o "$folder/$library.o" &&
            tried "$of" $with -Werror "$@" -c "$work/one/${library}_asm.S" \
                -o "$folder/${library}_asm.o" || return
    done
}

# on NAME "TOOL..." "COMPILER" "EMULATOR" "IMPLEMENTATION" OPTION...
#   EMULATOR: none, no program is run; IMPLEMENTATION: a pattern of what must be in use
# shellcheck disable=SC2086 # lists
on() {
    name=$1 tools=$2 compiler=$3 emulator=$4 implementation=$5
    shift 5
    ! lacks "$name" $tools && objects "$name" "$compiler" "$@" || return
    if [ "$emulator" = none ]; then
        pass "$name compiles"
        return
    fi
    tried "$name" $compiler $warnings "$@" -I"$work/one" -o "$work/$name/program.exe" \
        tests/build/amalgamation/program.c "$work/$name"/*.o || return
    ! grep -q 'executable stack' "$log" || fail "$name" "$(grep -m 1 'executable stack' "$log")"
    printed_abc "$name" "$work/$name/program.exe" "$emulator" "$implementation"
}

case $(uname -s)/$(uname -m) in
Linux/x86_64)
    any='[a-z]*'
    # The newest clang warns most; the oldest gcc rejects what is too new for it.
    compilers="$(oldest gcc) $(newest clang)"
    [ "$everything" != all ] || compilers="$compilers $(newest gcc) $(oldest clang)"
    for compiler in $compilers; do
        [ -e "$work/$compiler" ] || on "$compiler" "$compiler" "$compiler" '' "$any" -O2
    done
    four=generic,generic,generic,generic
    on long-list gcc gcc '' x86 -O0 "-DBLAKE2B_KERNELS=$four,$four,$four,$four,x86"
    on gcc-32 gcc "gcc -m32 ${linux_headers#CPPFLAGS=}" '' "$any" -static
    ;;
*) on cc cc cc '' '[a-z]*' ;;
esac
# (clang warns of what only C11 allows, as a type defined twice.)
on c99 "$(newest clang)" "$(newest clang)" '' '[a-z]*' -O0 -std=c99
on gnu89 gcc gcc '' '[a-z]*' -O0 -std=gnu89
on c-only gcc gcc '' generic/64 -DBLAKE2B_NO_ASM -DBLAKE_NO_ASM
on aarch64 "aarch64-linux-gnu-gcc qemu-aarch64" aarch64-linux-gnu-gcc qemu-aarch64 arm64 -static
on arm "arm-linux-gnueabihf-gcc qemu-arm" arm-linux-gnueabihf-gcc qemu-arm neon -static
on riscv64 "riscv64-linux-gnu-gcc qemu-riscv64" riscv64-linux-gnu-gcc qemu-riscv64 rv64 -static
[ "$everything" != all ] || on s390x "s390x-linux-gnu-gcc qemu-s390x" s390x-linux-gnu-gcc \
    qemu-s390x generic/64 -static
# No Thumb-2: the assembly file is empty.
on cortex-m0 arm-none-eabi-gcc arm-none-eabi-gcc none '' -mcpu=cortex-m0 -mthumb \
    -DBLAKE2B_FREESTANDING -DBLAKE_FREESTANDING
on cortex-m4 arm-none-eabi-gcc arm-none-eabi-gcc none '' -mcpu=cortex-m4 -mthumb \
    -DBLAKE2B_FREESTANDING -DBLAKE_FREESTANDING
export WINEDEBUG=-all
on windows "x86_64-w64-mingw32-gcc wine" x86_64-w64-mingw32-gcc wine '[a-z]*' -static
[ "$everything" != all ] || on windows-32 i686-w64-mingw32-gcc i686-w64-mingw32-gcc none ''

on macos zig 'zig cc -target aarch64-macos' none ''
[ "$everything" != all ] || on macos-x86 zig 'zig cc -target x86_64-macos' none ''

# whole NAME "COMPILER" OBJDUMP "EMULATOR" PROGRAM...: checks that kernels have the code of the
# ordinary build, and that these test programs pass when linked with the amalgamation
# shellcheck disable=SC2086 # lists
whole() {
    name=$1 compiler=$2 objdump=$3 emulator=$4
    shift 4
    ! lacks "$name tests" ${compiler%% *} $objdump ${emulator%% *} || return
    tree=$work/tree-$name
    built "$name: the ordinary build" "$tree" lib CC="$compiler" "$linux_headers" &&
        objects "one-$name" "$compiler ${linux_headers#CPPFLAGS=}" -O2 || return
    for library in $(libraries); do
        rm -rf "$tree/parts"
        mkdir "$tree/parts"
        (cd "$tree/parts" && ar x "../bin/lib$library.a")
        # Kernels only: C is compiled differently when it is one file.
        objects=$(find "$tree/parts" \( -name '*common.o' -o -name "$library*-[36]*.o" \) ! -name \
            '*_ref-*' | sort)
        if ! compared=$(python3 tests/build/amalgamation/same_code.py "$objdump" \
            "$work/one-$name/${library}_asm.o" $objects); then
            fail "$name code of $compared"
            continue
        fi
        expected=$(cd "$tree" && make -s "print-ASM_SOURCES_$library" | wc -w)
        if [ "$expected" -eq 0 ]; then
            pass "$name: $library has no kernels here"
        else
            holds "$name: the functions of $library have the same code" \
                "only $compared were compared of $(echo "$objects" | wc -l) objects" \
                [ "$compared" -gt 0 -a "$compared" -ge \
                "$(echo "$objects" | grep -c -v 'common[.]o')" ]
        fi
        rm "$tree/bin/lib$library.a"
        ar rc "$tree/bin/lib$library.a" "$work/one-$name/$library.o" \
            "$work/one-$name/${library}_asm.o"
        touch "$tree/bin/lib$library.a"
    done
    for program in "$@"; do
        tried "$name: $program" make -C "$tree" -j"$jobs" "build/tests/$program" || continue
        if (cd "$tree" && TEST_SAMPLE=10 $emulator "build/tests/$program") >"$work/out" 2>&1 &&
            grep -q '^ok' "$work/out" && ! grep -q '^not ok' "$work/out"; then
            pass "$name: $program"
        else
            fail "$name: $program" "$(grep -m 1 '^not ok' "$work/out")"
        fi
    done
    rm -rf "$tree"
}

# (Without tests that replace an object of the library.)
tests='vectors pieces kernels compress saved misuse blake256 blake512'
if [ "$everything" != all ]; then
    # What may differ when all C is in one file; the kernels' code is the same.
    whole native gcc objdump '' vectors misuse compress saved blake256
else
    # shellcheck disable=SC2086
    {
        whole native gcc objdump '' $tests
        whole clang "$(newest clang)" objdump '' vectors
        whole 32 "gcc -m32" objdump '' $tests
        whole aarch64 aarch64-linux-gnu-gcc aarch64-linux-gnu-objdump \
            'qemu-aarch64 -L /usr/aarch64-linux-gnu' $tests
        whole arm arm-linux-gnueabihf-gcc arm-linux-gnueabihf-objdump \
            'qemu-arm -L /usr/arm-linux-gnueabihf' $tests
        whole riscv64 riscv64-linux-gnu-gcc riscv64-linux-gnu-objdump \
            'qemu-riscv64 -L /usr/riscv64-linux-gnu' $tests
    }
fi
finish
