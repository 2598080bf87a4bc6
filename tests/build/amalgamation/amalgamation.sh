#!/bin/sh
# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
#
# Builds the amalgamation as a program would: the oldest and the newest compilers for each CPU must
# compile it without a warning. It is linked and run. Its kernels must have the code of the ordinary
# build. The tests of the library run once on it.
#
# Usage: tests/build/amalgamation/amalgamation.sh [all]
#   all: more compilers, those for 32-bit Windows among them; more tests, on all emulated CPUs
cd "$(dirname "$0")/../../.." || exit 1
# shellcheck source=tests/common.sh
. tests/common.sh
everything=${1-}

tool=$(missing python3 make awk)
if [ -n "$tool" ]; then
    skip "amalgamation: $tool is not installed"
    finish
fi
if ! python3 tools/amalgamate.py "$work/one" blake2b blake >"$work/log" 2>&1; then
    fail "amalgamation/written: $(tail -n 1 "$work/log")"
    exit 1
fi
pass amalgamation/written
# From unconfigured sources, as after a fresh clone.
copy_tree "$work/unconfigured"
if (cd "$work/unconfigured" && make amalgamation) >"$work/log" 2>&1 &&
    ! grep -q 'configure first' "$work/log" &&
    (cd "$work/one" && for file in *; do cmp "$file" "$work/unconfigured/bin/amalgamation/$file" \
        || exit 1; done) >>"$work/log" 2>&1; then
    pass 'amalgamation/written without a configuration'
else
    fail "amalgamation/written without a configuration: $(tail -n 1 "$work/log")"
fi
rm -rf "$work/unconfigured"
warnings='-O2 -Wall -Wextra -Werror'

# objects FOLDER COMPILER OPTION...: both of each library, without a warning
objects() {
    folder=$1 compiler=$2
    shift 2
    mkdir -p "$folder"
    for library in $(libraries); do
        # shellcheck disable=SC2086 # lists
        $compiler $warnings "$@" -c "$work/one/$library.c" -o "$folder/$library.o" 2>"$work/log" \
            || return 1
        # shellcheck disable=SC2086
        $compiler -Werror "$@" -c "$work/one/${library}_asm.S" -o "$folder/${library}_asm.o" \
            2>"$work/log" || return 1
    done
}

# on NAME "TOOL..." "COMPILER" "EMULATOR" "IMPLEMENTATION" OPTION...
#   EMULATOR: none, no program is run; IMPLEMENTATION: a pattern of what must be in use
on() {
    name=$1 tools=$2 compiler=$3 emulator=$4 implementation=$5
    shift 5
    # shellcheck disable=SC2086 # a list
    tool=$(missing $tools)
    if [ -n "$tool" ]; then
        skip "amalgamation/$name: $tool is not installed"
        return
    fi
    if ! objects "$work/$name" "$compiler" "$@"; then
        fail "amalgamation/$name: $(first_error "$work/log")"
        return
    fi
    if [ "$emulator" = none ]; then
        pass "amalgamation/$name compiles"
        return
    fi
    # shellcheck disable=SC2086
    if ! $compiler $warnings "$@" -I"$work/one" -o "$work/$name/program.exe" \
        tests/build/amalgamation/program.c "$work/$name"/*.o \
        2>"$work/log"; then
        fail "amalgamation/$name: $(first_error "$work/log")"
        return
    fi
    if grep -q 'executable stack' "$work/log"; then
        fail "amalgamation/$name: $(grep 'executable stack' "$work/log" | head -n 1)"
        return
    fi
    printed_abc "amalgamation/$name" "$work/$name/program.exe" "$emulator" "$implementation"
}

case $(uname -s)/$(uname -m) in
Linux/x86_64)
    any='[a-z]*'
    # The newest clang warns most; the oldest gcc rejects what is too new for it.
    compilers="$(oldest gcc) $(newest clang)"
    [ "$everything" != all ] || compilers="$compilers $(newest gcc) $(oldest clang)"
    for compiler in $compilers; do
        [ -e "$work/$compiler" ] || on "$compiler" "$compiler" "$compiler" '' "$any"
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

# clang-cl, C only, without assembly. Microsoft's headers are those of windows/, the C library is
# Wine's. cl NAME TARGET: all C files without a warning, in $work/NAME
clang=$(newest clang)
cl() {
    name=$1
    mkdir -p "$work/$1"
    for file in "$work/one/blake2b.c" "$work/one/blake.c" tests/build/amalgamation/program.c; do
        object=${file##*/}
        # (No stack checks, which call functions of Microsoft's library.)
        if ! $clang --driver-mode=cl "--target=$2" /X -imsvc tests/build/amalgamation/windows \
            -imsvc "$($clang -print-resource-dir)/include" \
            /W4 /WX /O2 /GS- /Gs1000000 "-I$work/one" /c "/Fo$work/$1/${object%.c}.obj" -- "$file" \
            >"$work/log" 2>&1; then
            fail "amalgamation/$1: $(first_error "$work/log")"
            return 1
        fi
    done
}
library=/usr/x86_64-w64-mingw32/lib
if [ -n "$(missing "${clang:-clang}")" ]; then
    skip "amalgamation/clang-cl: clang is not installed"
else
    cpus=aarch64
    [ "$everything" != all ] || cpus='aarch64 i686'
    for cpu in $cpus; do
        ! cl "clang-cl-$cpu" "$cpu-pc-windows-msvc" || pass "amalgamation/clang-cl-$cpu compiles"
    done
    tool=$(missing lld-link wine)
    if ! cl clang-cl x86_64-pc-windows-msvc; then
        :
    elif [ -n "$tool" ] || [ ! -e $library/libmsvcrt.a ]; then
        skip "amalgamation/clang-cl run: ${tool:-mingw-w64} is not installed"
    elif ! lld-link /entry:main /subsystem:console /nodefaultlib "/out:$work/clang-cl/program.exe" \
        "$work/clang-cl"/*.obj \
        $library/libmsvcrt.a $library/libkernel32.a >"$work/log" 2>&1; then
        fail "amalgamation/clang-cl: $(first_error "$work/log")"
    else
        printed_abc amalgamation/clang-cl "$work/clang-cl/program.exe" wine generic/64
    fi
fi
on macos zig 'zig cc -target aarch64-macos' none ''
[ "$everything" != all ] || on macos-x86 zig 'zig cc -target x86_64-macos' none ''

# Fewer kernels: only the named ones must be there.
# kernels NAME LIST EXPECTED [MACRO...]: the implementations of blake2b_... symbols
kernels() {
    if ! objects "$work/$1" "$2" -O0 "-DBLAKE2B_KERNELS=$3"; then
        fail "amalgamation/kernels $1: $(first_error "$work/log")"
        return
    fi
    found=$(nm "$work/$1/blake2b_asm.o" 2>/dev/null | sed -n 's/.* [Tt] .*blake2b_blocks_//p' |
        sort | tr '\n' ' ')
    if [ "$found" = "$4" ]; then
        pass "amalgamation/kernels $1"
    else
        fail "amalgamation/kernels $1: has $found, not $4"
    fi
}
case $(uname -m) in
x86_64)
    kernels two gcc x86,avx2 'avx2 x86 '
    kernels one gcc avx512 'avx512 '
    kernels none gcc generic ''
    [ -n "$(missing aarch64-linux-gnu-gcc)" ] || kernels arm64 aarch64-linux-gnu-gcc arm64,neon 'arm64 '
    [ -n "$(missing riscv64-linux-gnu-gcc)" ] || kernels zbb riscv64-linux-gnu-gcc zbb,x86 'zbb '
    ;;
esac

# built NAME "COMPILER" OBJDUMP "EMULATOR" PROGRAM...: checks that kernels have the code of the
# ordinary build, and that these test programs pass when linked with the amalgamation
built() {
    name=$1 compiler=$2 objdump=$3 emulator=$4
    shift 4
    # shellcheck disable=SC2086 # lists
    tool=$(missing ${compiler%% *} $objdump ${emulator%% *})
    if [ -n "$tool" ]; then
        skip "amalgamation/$name tests: $tool is not installed"
        return
    fi
    tree=$work/tree
    rm -rf "$tree"
    copy_tree "$tree"
    if ! (cd "$tree" && ./configure CC="$compiler" "$linux_headers" && make -j"$jobs" lib) \
        >"$work/log" 2>&1; then
        fail "amalgamation/$name: the ordinary build: $(first_error "$work/log")"
        return
    fi
    if ! objects "$tree/one" "$compiler ${linux_headers#CPPFLAGS=}"; then
        fail "amalgamation/$name: $(first_error "$work/log")"
        return
    fi
    for library in $(libraries); do
        rm -rf "$tree/parts"
        mkdir "$tree/parts"
        (cd "$tree/parts" && ar x "../bin/lib$library.a")
        # Kernels only: C is compiled differently when it is one file.
        objects=$(find "$tree/parts" \( -name '*common.o' -o -name "$library*-[36]*.o" \) ! -name \
            '*_ref-*' | sort)
        # shellcheck disable=SC2086 # a list
        if ! compared=$(python3 tests/build/amalgamation/same_code.py "$objdump" \
            "$tree/one/${library}_asm.o" $objects); then
            fail "amalgamation/$name code of $compared"
            continue
        fi
        expected=$(cd "$tree" && make -s "print-ASM_SOURCES_$library" | wc -w)
        if [ "$expected" -eq 0 ]; then
            pass "amalgamation/$name: $library has no kernels here"
        elif [ "$compared" -gt 0 ] && [ "$compared" -ge \
            "$(echo "$objects" | grep -c -v 'common[.]o')" ]; then
            pass "amalgamation/$name: $compared functions of $library have the same code"
        else
            fail "amalgamation/$name: only $compared functions of $library were compared: $(echo \
                "$objects" | wc -l) objects"
        fi
        rm "$tree/bin/lib$library.a"
        ar rc "$tree/bin/lib$library.a" "$tree/one/$library.o" "$tree/one/${library}_asm.o"
        touch "$tree/bin/lib$library.a"
    done
    for program in "$@"; do
        if (cd "$tree" && make -j"$jobs" "build/tests/$program") >"$work/log" 2>&1 &&
            (cd "$tree" && TEST_SAMPLE=10 $emulator "build/tests/$program") >"$work/out" 2>&1 &&
            grep -q '^ok' "$work/out" && ! grep -q '^not ok' "$work/out"; then
            pass "amalgamation/$name: $program"
        else
            fail "amalgamation/$name: $program: $(grep -m 1 '^not ok' "$work/out" ||
                first_error "$work/log")"
        fi
    done
}

# (Without tests that replace an object of the library.)
tests='vectors pieces kernels guard compress saved misuse blake256 blake512'
if [ "$everything" != all ]; then
    # What may differ when all C is in one file; the kernels' code is the same.
    built native gcc objdump '' vectors guard compress saved blake256
else
    # shellcheck disable=SC2086
    {
        built native gcc objdump '' $tests
        built clang "$(newest clang)" objdump '' vectors
        built 32 "gcc -m32" objdump '' $tests
        built aarch64 aarch64-linux-gnu-gcc aarch64-linux-gnu-objdump \
            'qemu-aarch64 -L /usr/aarch64-linux-gnu' $tests
        built arm arm-linux-gnueabihf-gcc arm-linux-gnueabihf-objdump \
            'qemu-arm -L /usr/arm-linux-gnueabihf' $tests
        built riscv64 riscv64-linux-gnu-gcc riscv64-linux-gnu-objdump \
            'qemu-riscv64 -L /usr/riscv64-linux-gnu' $tests
    }
fi
finish
