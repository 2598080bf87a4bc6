#!/bin/sh
# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
# Builds and tests the library in many configurations, each in a copy of the tree, with what
# "make check" runs. Where compilers differ, also "make check-compiler" or "make check-tree". A
# configuration whose tools are missing is skipped.
#
# Random tries are fewer than in the main build (TEST_SAMPLE, see tests/run.sh), except in the first
# build with kernels that the 64-bit main build lacks. Tests of single kernels are skipped
# where the kernels' machine code is byte for byte the main build's (TEST_ELSEWHERE). A note says
# what was left out.
#
#   tests/build/builds.sh NAME...     these configurations
#   tests/build/builds.sh --list      their names
#   tests/build/builds.sh --list ci   the names of those in tier one
cd "$(dirname "$0")/../.." || exit 1
# shellcheck source=tests/common.sh
. tests/common.sh
names=$*
# Tier one has those builds whose faults no other build would show. Another compiler: clang-strict.
# Kernels that the main build lacks, on this CPU: gcc-32. The reference for 8-bit CPUs: generic-8.
# Undefined behaviour and wild accesses: clang-asan-ubsan. (Uninitialized memory: valgrind.sh;
# clang-msan only checks C.) The other byte order: s390x. A compiler that is neither gcc nor clang:
# tcc. Tier two tests the utility of these two builds, as tcc-tree and s390x-utility.
ci='clang-strict gcc-32 generic-8 clang-asan-ubsan s390x tcc'
if [ "$names" = '--list ci' ]; then
    echo "$ci"
    exit 0
fi

wanted() {
    for w in $names; do
        [ "$w" = "$1" ] && return 0
    done
    return 1
}

# What to make; the folder to configure in, a new one or the tree's; what else not to test. Only
# sanitizers need the utility's fuzzed lists, and no shared library.
targets=check folder=. tree='' elsewhere='' sample=10 variables=FUZZ_TARGETS=api
# (dialects.sh compares the assemblers' code with the proved code.)
always_elsewhere='tests/util/texts.sh tests/proof/test.sh tests/mutate/mutate.py tools/headers.py tools/tables.py'
of_utility='tests/util/sum.sh tests/util/commands.sh tests/util/parts.sh'
# Tests of kernels only, each called alone. They run once for each machine code.
of_kernels='build/tests/checkasm build/tests/kernels tests/rigs/instructions.sh'

# code_of FOLDER PREFIX: the machine code and constants of the kernels that are built there, and
# what they refer to
code_of() {
    find "$1"/lib* -name shared -prune -o -name '*.o' ! -name '*_ref-*' -print 2>/dev/null |
        grep -- '-[0-9]*\.o$\|-common\.o$' | sort |
        while read -r object; do
            echo "${object##*/}"
            objdump -s -r -j .text -j .rodata "$object" 2>&1 | sed "1,3d; s/\($2\)blake/blake/g"
        done
}
kernels_tested=''
if command -v objdump >/dev/null 2>&1; then
    code_of "$top/build" 'lib[a-z0-9]*_' >"$work/kernels" && [ -s "$work/kernels" ] &&
        kernels_tested=$work/kernels
fi

# build NAME "TOOL..." "EMULATOR" CONFIGURE-OPTION...      no EMULATOR: what tests/emulator.sh finds
build() {
    name=$1 tools=$2 emulator=$3
    shift 3
    if [ "$names" = --list ]; then
        echo "$name"
        return 0
    fi
    wanted "$name" || return 0
    # shellcheck disable=SC2086 # a list
    ! lacks "build $name" $tools || return 0
    dir=$work/$name
    copy_tree "$dir"
    log=$dir/build.log
    mkdir -p "$dir/$folder"
    configure=$(cd "$dir" && pwd)/configure
    # shellcheck disable=SC2086 # a list
    if ! (cd "$dir/$folder" && "$configure" "$@" && make -j"$jobs" $variables) >"$log" 2>&1; then
        fail "build $name: does not build: $(grep -m 1 -E 'error|configure:|\*\*\*' "$log")"
        sed 's/^/    /' "$log" | tail -n 15
        return 0
    fi
    said='' same=''
    if [ -n "$kernels_tested" ] && code_of "$dir/$folder/build" 'lib[a-z0-9]*_\|my_' |
        cmp -s - "$kernels_tested"; then
        same=$of_kernels
    fi
    for target in $targets; do
        (
            cd "$dir/$folder" || exit 1
            TEST_JOBS=1 TEST_SAMPLE=$sample TEST_ELSEWHERE="$always_elsewhere $elsewhere $same"
            export TEST_JOBS TEST_ELSEWHERE
            [ "$sample" = 1 ] || export TEST_SAMPLE
            # shellcheck disable=SC2086 # a list
            make -j"$jobs" "$target" ${emulator:+"EMULATOR=$emulator"} ${tree:+"CHECK_TREE=$tree"} \
                $variables
        ) >"$log" 2>&1
        ended=$?
        last=$(tail -n 20 "$log" | grep -E '^[0-9]+ passed, [0-9]+ failed' | tail -n 1)
        case $ended,$last in 0,[1-9]*' passed, 0 failed'*) ;; *)
            fail "build $name: ${last:-make $target broke off}"
            grep -E 'not ok|error: |\*\*\*' "$log" | head -n 20 | sed 's/^/    /'
            rm -rf "$dir"
            return 0
            ;;
        esac
        said="${said:+$said; }$last"
    done
    pass "build $name"
    note "$said; not $always_elsewhere $elsewhere${same:+, and as its kernels are byte for byte those of the main build not $same}"
    rm -rf "$dir"
}

# Compilers.
targets='check check-compiler'
build gcc-strict "gcc" "" CC=gcc --strict
# (clang-asan-ubsan tests the utility that clang compiles, and dialects.sh that its kernels are gcc's.)
# (clang's ThreadSanitizer is for tier two.)
elsewhere="$of_utility $of_kernels tests/rigs/tsan.sh"
build clang-strict "clang" "" CC=clang --strict
# The oldest and the newest installed ones; skipped if they are gcc and clang themselves.
elsewhere='tests/rigs/tsan.sh tests/systems/freestanding/freestanding.sh tests/rigs/cpuid/cpuid.sh'
[ "$(oldest gcc)" = gcc ] || build gcc-oldest "$(oldest gcc)" "" CC="$(oldest gcc)" --strict
[ "$(newest clang)" = clang ] || build clang-newest "$(newest clang)" "" CC="$(newest clang)" \
    --strict
# Kernels for 32-bit CPUs. clang-32 has the same ones, and runs the slow tests of them.
sample=2 targets=check elsewhere='tests/rigs/same-path.sh tests/util/commands.sh tests/util/parts.sh'
build gcc-32 "gcc" "" CC=gcc "$linux_headers" --force-32bits --strict
sample=10 targets='check check-compiler' elsewhere=tests/rigs/cpuid/cpuid.sh
build clang-32 "clang" "" CC=clang "$linux_headers" --force-32bits --strict
elsewhere='tests/rigs/tsan.sh tests/systems/freestanding/freestanding.sh tests/rigs/cpuid/cpuid.sh' # the header knows of prefixes
build prefix "gcc" "" CC=gcc --symbol-prefix=my_
# Assemblers, references, options.
targets=check elsewhere=$of_utility
build gcc-nasm "gcc nasm" "" CC=gcc --nasm
build gcc-yasm "gcc yasm" "" CC=gcc --yasm
build clang-nasm "clang nasm" "" CC=clang --nasm
build generic "gcc" "" CC=gcc --generic
for bits in 8 16 32 3264; do
    build generic-$bits "gcc" "" CC=gcc --generic=$bits
done
build no-pic "gcc" "" CC=gcc --without-pic --disable-branch-protection
build debug "gcc" "" CC=gcc --debug
elsewhere=''
build gcc-O3-lto "gcc" "" CC=gcc "CFLAGS=-O3 -flto"
build hardened "gcc" "" CC=gcc --strict \
    "CFLAGS=-O2 -D_FORTIFY_SOURCE=2 -fstack-protector-strong -fcf-protection -fstack-clash-protection" "LDFLAGS=-Wl,-z,relro,-z,now"
# (Sanitizers do not see what these scripts look at: the objects, and kernels. At -O0 clang takes a
# third of the time, and leaves out no access; the C references, which take most of the rest, are
# compiled with -O1.)
elsewhere="$of_kernels tests/rigs/hardening.sh tests/rigs/stack.sh tests/rigs/symbols.sh"
variables="BUILD_SHARED=: REF_FLAGS=-O1"
build clang-asan-ubsan "clang" "" CC=clang CFLAGS=-O0 --sanitize=address,undefined
build gcc-asan-ubsan-32 "gcc" "" CC=gcc "$linux_headers" --force-32bits --sanitize=address,undefined
build clang-msan "clang" "" CC=clang --sanitize=memory
variables=FUZZ_TARGETS=api
# Other compilers and C libraries, and what is built with them. tcc runs alone, as tier one has only
# its programs.
targets='check check-tree' tree='tests/build/configure.sh tests/build/install.sh tests/extension/extension.sh' elsewhere=''
build musl "musl-gcc" "" CC=musl-gcc
build tcc-tree "tcc" "" CC=tcc
targets=check elsewhere=$of_utility
build tcc "tcc" "" CC=tcc
# From a folder of its own.
targets='check check-tree' folder='my build' tree=${tree#* }
elsewhere='tests/rigs/header.sh tests/rigs/tsan.sh tests/systems/freestanding/freestanding.sh tests/rigs/cpuid/cpuid.sh'
build elsewhere "gcc" "" CC=gcc
targets=check folder=. tree='' elsewhere=''
# Cross builds, and hosts with the other byte order: 64 and 32 bits.
build s390x-utility "s390x-linux-gnu-gcc qemu-s390x" "" CC=s390x-linux-gnu-gcc
# (A static program starts in a third of the time there.)
elsewhere=$of_utility
build s390x "s390x-linux-gnu-gcc qemu-s390x" "" CC=s390x-linux-gnu-gcc LDFLAGS=-static
# (Hundreds of runs of the utility take minutes in qemu.)
elsewhere=tests/util/sum.sh
build mips "mips-linux-gnu-gcc qemu-mips" "" CC=mips-linux-gnu-gcc
build armhf "arm-linux-gnueabihf-gcc qemu-arm" "" CC=arm-linux-gnueabihf-gcc
finish
