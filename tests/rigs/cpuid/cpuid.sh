#!/bin/sh
# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
#
# CPU features: on ARM for each system, on RISC-V with Linux, on x86 with the families. Compiles
# arm.c for each system, riscv.c and x86.c, with empty system headers, and runs them here. The
# answers of the systems and the CPUs are simulated: this tests how the code interprets an answer,
# not that a system gives it. Called by make check, from the top folder, with TEST_... in the
# environment.

# shellcheck source=tests/tap.sh
. tests/tap.sh
work=build/tests/cpuid
mkdir -p $work/headers/sys
if [ -n "${TEST_CANNOT_RUN-}" ]; then
    skip_all "cpuid: $TEST_CANNOT_RUN"
fi
for header in fcntl.h unistd.h windows.h sys/sysctl.h sys/auxv.h cpuid.h; do
    echo '/* nothing: arm.c or x86.c declares it */' >$work/headers/$header
done

# system SOURCE NAME OPTION...
system() {
    source=$1 name=$2
    shift 2
    # Without the build's options, which may enable another CPU's instruction sets.
    # shellcheck disable=SC2086
    if ! $TEST_CC $TEST_CPPFLAGS -I$work/headers -Ibuild -Iapp -Iapp/include "$@" \
        -o "$work/$source$TEST_EXE" tests/rigs/cpuid/$source.c $TEST_LDFLAGS >$work/log 2>&1; then
        fail "cpuid/$name: does not compile: $(grep -m 1 error $work/log)"
    else
        # shellcheck disable=SC2086
        results_in_words "cpuid/$name" $TEST_EMULATOR "$work/$source$TEST_EXE" "$name"
    fi
}

system x86 x86
for bits in 32 64; do
    for told in '' ,told; do
        options="-DBITS=$bits ${told:+-DTOLD}"
        # shellcheck disable=SC2086
        {
            system arm linux-$bits$told $options -DLINUX -DGETAUXVAL
            system arm linux-$bits,no-getauxval$told $options -DLINUX
            system arm apple-$bits$told $options -DAPPLE
            system arm windows-$bits$told $options -DWINDOWS
            system arm freebsd-$bits$told $options -DFREEBSD
            system arm other-$bits$told $options -DOTHER
        }
    done
done
for told in '' ,told; do
    # shellcheck disable=SC2086
    {
        system riscv riscv-linux$told ${told:+-DTOLD} -DLINUX
        system riscv riscv-other$told ${told:+-DTOLD}
    }
done
finish
