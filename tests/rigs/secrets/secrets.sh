#!/bin/sh
# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
# Secrets left in memory (secrets.c) with other compilers and options than this build's, and on
# other CPUs in emulators: compilers decide where intermediate values are.
cd "$(dirname "$0")/../../.." || exit 1
# shellcheck source=tests/common.sh
. tests/common.sh

extensions=$(cd app/extensions && echo *)
# of EXTENSION: the flags that its sources are compiled with
of() {
    folder=app/extensions/$1
    echo "-std=c99 -w -DLIBRARY=$1_ -D$(echo "$1" |
        tr '[:lower:]' '[:upper:]')_API= -Ibuild -Iapp" \
        "-Iapp/include -I$folder -I$folder/tests -Iapp/util -Itests/rigs ${linux:+-idirafter $linux}"
}

# target NAME EMULATOR TIMES CC CONFIGURE...: a tree with its configuration, kernels and test
# objects. The compiler of the test itself makes no difference.
target() {
    name=$1 emulator=$2 times=$3 cc=$4
    shift 4
    # shellcheck disable=SC2086 # one of them may be none
    tool=$(missing ${cc%% *} ${emulator%% *})
    if [ -n "$tool" ]; then
        skip "secrets $name: no $tool"
        return 1
    fi
    copy_tree "$work/$name"
    # shellcheck disable=SC2046 # lists
    if ! (
        cd "$work/$name" && ./configure CC="$cc" "$@" &&
            make kernels build/tests/secrets_families.h || exit 1
        for extension in $extensions; do
            for file in app/extensions/"$extension"/tests/secrets*.c \
                app/extensions/"$extension"/util/*_kernels.c; do
                [ ! -e "$file" ] ||
                    $cc -O2 $(of "$extension") -c -o "build/$extension-$(basename "$file").o" \
                        "$file" || exit 1
            done
        done
        for file in tests/rigs/secrets/secrets tests/rigs/test app/util/kernel; do
            $cc -O2 -DSECRETS_WIDE $(of "$MAIN") -Ibuild/tests -c -o "build/$(basename $file).o" \
                $file.c || exit 1
        done
    ) >"$work/log" 2>&1; then
        fail "secrets $name: does not build: $(first_error "$work/log")"
        return 1
    fi
}

# with COMPILER OPTION...: all libraries by that compiler, with the target's kernels and objects
with() {
    title="$name: $*"
    if [ -n "$(missing "$1")" ]; then
        skip "secrets $title: no $1"
        return
    fi
    rm -rf "$work/$name/secrets" "$work/$name/compiled"
    # shellcheck disable=SC2046,SC2086 # lists
    if ! (
        cd "$work/$name" && mkdir compiled || exit 1
        for extension in $extensions; do
            for file in app/extensions/"$extension"/*.c app/driver/[!c]*.c app/driver/cpu.c \
                app/extensions/"$extension"/ref/*_ref-*.inc; do
                "$@" $bind $(of "$extension") -c -o "compiled/$extension-$(basename "$file").o" \
                    -x c "$file" || exit 1
            done
        done
        "$@" ${static:--Wl,-z,lazy} -o secrets $(find build compiled -name '*.o')
    ) >"$work/log" 2>&1; then
        fail "secrets $title: does not build: $(first_error "$work/log")"
        return
    fi
    # shellcheck disable=SC2086 # a command, or nothing
    timeout 300 $emulator "$work/$name/secrets" "$times" >"$work/out" 2>&1 </dev/null
    status=$?
    if [ $status -eq 0 ] && grep -q '^ok - secrets/scanner' "$work/out" &&
        ! grep -q '^not ok' "$work/out"; then
        pass "secrets $title: $(grep -c '^ok -' "$work/out") passed"
    else
        fail "secrets $title: status $status: $(grep -m 1 '^not ok' "$work/out")"
        grep '^not ok' "$work/out" | sed 's/^/    /'
    fi
}

# As configure sets it: on ELF systems the libraries bind nothing lazily.
bind=-fno-plt
linux='' static=''
case $(uname -m) in
x86_64)
    if target x86-64 '' 46 gcc; then
        for cc in gcc clang; do
            for options in -O0 -O1 -O2 -O3 -Os '-O3 -march=native' '-O2 -flto'; do
                # shellcheck disable=SC2086 # a list
                with $cc $options
            done
        done
        times=180
        with gcc -O2
    fi
    linux=/usr/include/$(gcc -print-multiarch 2>/dev/null)
    if target x86-32 '' 28 'gcc -m32' "$linux_headers"; then
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
if target arm64 'qemu-aarch64 -cpu max' 9 aarch64-linux-gnu-gcc; then
    for options in -O0 -O2 -O3; do
        with aarch64-linux-gnu-gcc "$options"
        with clang --target=aarch64-linux-gnu "$options"
    done
fi
if target arm 'qemu-arm -cpu cortex-a15' 9 arm-linux-gnueabihf-gcc; then
    for options in -O0 -O2 '-O3 -mfpu=neon'; do
        # shellcheck disable=SC2086 # a list
        with arm-linux-gnueabihf-gcc $options
        # shellcheck disable=SC2086
        with clang --target=arm-linux-gnueabihf -march=armv7-a $options
    done
fi
# (Vectors as well; clang from 16 on finds the cross libraries by itself.)
clang=$(newest clang)
if target riscv64 'qemu-riscv64 -cpu rv64,v=true,vext_spec=v1.0,vlen=256' 9 riscv64-linux-gnu-gcc
then
    for options in -O0 -O2 -O3; do
        with riscv64-linux-gnu-gcc "$options"
        with "$clang" --target=riscv64-linux-gnu "$options"
    done
    with "$clang" --target=riscv64-linux-gnu -O3 -march=rv64gcv
fi
finish
