#!/bin/sh
# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
# What calls leave behind (secrets.c), with other compilers and options than this build's, and on
# other CPUs in emulators: where compilers put what they compute is theirs to decide.
cd "$(dirname "$0")/../../.." || exit 1
# shellcheck source=tests/common.sh
. tests/common.sh

includes="-Ibuild -Iapp -Iapp/include -I$FAMILY -I$FAMILY/tests -Iapp/util -Itests/rigs"
blake=app/extensions/blake
blake_includes="-DLIBRARY=blake_ -DBLAKE_API= -Ibuild -Iapp -Iapp/include -I$blake -I$blake/tests -Iapp/util -Itests/rigs"

# target NAME EMULATOR CALLS CC CONFIGURE...: a tree with its configuration, kernels and test
# objects. What the test itself is compiled with makes no difference.
target() {
    name=$1 emulator=$2 calls=$3 cc=$4
    shift 4
    # shellcheck disable=SC2086 # one of them may be none
    tool=$(missing ${cc%% *} ${emulator%% *})
    if [ -n "$tool" ]; then
        skip "secrets $name: no $tool"
        return 1
    fi
    copy_tree "$work/$name"
    if ! (
        cd "$work/$name" && ./configure CC="$cc" "$@" &&
            make kernels bin/libblake.a || exit 1
        find build/libblake -name '*.o' -exec rm {} + # the archive has its kernels
        for file in tests/rigs/secrets/secrets tests/rigs/test $FAMILY/tests/blake2b_test $FAMILY/util/blake2b_util_kernels \
            app/util/kernel; do
            # shellcheck disable=SC2086 # lists
            $cc -std=c99 -O2 -w -DSECRETS_WIDE -DSECRETS_BLAKE $includes ${linux:+-idirafter "$linux"} -c \
                -o "build/$(basename $file).o" $file.c || exit 1
        done
        for width in 256 512; do
            # shellcheck disable=SC2086
            $cc -std=c99 -O2 -w -DWIDTH=$width $blake_includes ${linux:+-idirafter "$linux"} -c \
                -o "build/secrets-$width.o" tests/rigs/secrets/blake.c || exit 1
        done
    ) >"$work/log" 2>&1; then
        fail "secrets $name: does not build: $(first_error "$work/log")"
        return 1
    fi
}

# with COMPILER OPTION...: both libraries by that compiler, with the target's kernels and objects
with() {
    title="$name: $*"
    if [ -n "$(missing "$1")" ]; then
        skip "secrets $title: no $1"
        return
    fi
    rm -rf "$work/$name/secrets" "$work/$name/blake"
    # shellcheck disable=SC2046,SC2086 # lists
    if ! (
        cd "$work/$name" && mkdir blake || exit 1
        for file in "$blake"/*.c app/driver/[!c]*.c app/driver/cpu.c "$blake"/ref/blake*_ref-*.inc; do
            "$@" $bind -std=c99 -w $blake_includes ${linux:+-idirafter "$linux"} -c -o "blake/$(basename "$file").o" -x c $file || exit 1
        done
        "$@" $bind -std=c99 -w $includes ${linux:+-idirafter "$linux"} ${static:--Wl,-z,lazy} -o secrets $(find build blake -name '*.o') \
            -x c $FAMILY/*.c app/driver/[!c]*.c app/driver/cpu.c $FAMILY/ref/blake2b_ref-*.inc -x none bin/libblake.a
    ) >"$work/log" 2>&1; then
        fail "secrets $title: does not build: $(first_error "$work/log")"
        return
    fi
    # shellcheck disable=SC2086 # a command, or nothing
    timeout 300 $emulator "$work/$name/secrets" "$calls" >"$work/out" 2>&1 </dev/null
    status=$?
    if [ $status -eq 0 ] && grep -q '^PASS secrets/scanner' "$work/out" && ! grep -q '^FAIL' "$work/out"; then
        pass "secrets $title: $(grep -c '^PASS' "$work/out") passed"
        where=$emulator
        where=${where%% *}
        sed -n "s/^\(RAN [^ ]*\) .*/\1 ${where:-this CPU}/p" "$work/out" | tr -d '\r'
    else
        fail "secrets $title: status $status: $(grep -m 1 '^FAIL' "$work/out")"
        grep '^FAIL' "$work/out" | sed 's/^/    /'
    fi
}

# As configure has it: on ELF systems the libraries bind nothing lazily.
bind=-fno-plt
linux='' static=''
case $(uname -m) in
x86_64)
    if target x86-64 '' 1500 gcc; then
        for cc in gcc clang; do
            for options in -O0 -O1 -O2 -O3 -Os '-O3 -march=native' '-O2 -flto'; do
                # shellcheck disable=SC2086 # a list
                with $cc $options
            done
        done
        calls=6000
        with gcc -O2
    fi
    linux=/usr/include/$(gcc -print-multiarch 2>/dev/null)
    if target x86-32 '' 900 'gcc -m32' "$linux_headers"; then
        for cc in gcc clang; do
            for options in -O0 -O2 '-O3 -march=native'; do
                # shellcheck disable=SC2086 # a list
                with $cc -m32 $options
            done
        done
    fi
    linux=''
    ;;
*)
    skip 'secrets: the compilers are tried on x86-64 alone'
    ;;
esac
static=-static
if target arm64 'qemu-aarch64 -cpu max' 270 aarch64-linux-gnu-gcc; then
    for options in -O0 -O2 -O3; do
        with aarch64-linux-gnu-gcc "$options"
        with clang --target=aarch64-linux-gnu "$options"
    done
fi
if target arm 'qemu-arm -cpu cortex-a15' 270 arm-linux-gnueabihf-gcc; then
    for options in -O0 -O2 '-O3 -mfpu=neon'; do
        # shellcheck disable=SC2086 # a list
        with arm-linux-gnueabihf-gcc $options
        # shellcheck disable=SC2086
        with clang --target=arm-linux-gnueabihf -march=armv7-a $options
    done
fi
# (Vectors as well; clang from 16 on finds the cross libraries by itself.)
clang=$(newest clang)
if target riscv64 'qemu-riscv64 -cpu rv64,v=true,vext_spec=v1.0,vlen=256' 270 riscv64-linux-gnu-gcc; then
    for options in -O0 -O2 -O3; do
        with riscv64-linux-gnu-gcc "$options"
        with "$clang" --target=riscv64-linux-gnu "$options"
    done
    with "$clang" --target=riscv64-linux-gnu -O3 -march=rv64gcv
fi
exit $failed
