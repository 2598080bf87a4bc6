#!/bin/sh
# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
#
# Links the libraries, shared ones too, and the utility for every operating system that zig knows,
# by CC="zig cc -target ...". Then it looks at what make install installs: the kind of file, and the
# names of the shared libraries. These export the calls and nothing else. The static libraries have
# the kernels of the table. Programs that can run here, directly, in qemu or in node, run: list,
# sum, fuzz.
#
#   tests/systems/systems.sh              a sample: one that links, and one that runs
#   tests/systems/systems.sh all          all of them
#   tests/systems/systems.sh TARGET...    these, by zig's names
# zig is PyPI's ziglang, which tests/setup tries to install.
cd "$(dirname "$0")/../.." || exit 1
# shellcheck source=tests/common.sh
. tests/common.sh
unset CC CFLAGS CPPFLAGS LDFLAGS AR RANLIB DESTDIR
sample='aarch64-macos wasm32-wasi'
all="x86_64-macos aarch64-macos x86_64-windows-gnu aarch64-windows-gnu x86_64-freebsd aarch64-freebsd x86_64-netbsd \
    x86_64-linux-musl aarch64-linux-musl riscv64-linux-musl powerpc64le-linux-musl wasm32-wasi"
targets=${*:-$sample}
[ "$targets" != all ] || targets=$all
needs systems zig llvm-nm llvm-readobj llvm-objdump
# (zig would otherwise keep system libraries that it builds in the home folder.)
: "${ZIG_GLOBAL_CACHE_DIR:=$work/cache}"
ZIG_LOCAL_CACHE_DIR=$work/cache
export ZIG_GLOBAL_CACHE_DIR ZIG_LOCAL_CACHE_DIR
version=$(cat app/VERSION)
major=${version%%.*}
libraries=$(libraries)

# wrong WHAT: records an error for the current target
wrong() {
    echo "$*" >>"$work/wrong"
}

# is FILE: checks that it exists in the target's format, as llvm-readobj names it
is() {
    if [ ! -f "$1" ]; then
        wrong "no ${1#"$dest"}"
    else
        llvm-readobj --file-headers "$1" 2>&1 | grep '^Format: ' | grep -v 'COFF-import-file' |
            sort -u >"$work/format"
        [ "$(cat "$work/format")" = "Format: $format" ] ||
            wrong "${1#"$dest"}: $(tr '\n' ' ' <"$work/format")"
    fi
}

# The calls of a library's header, with the prefix of symbols; the calls that a shared library
# exports.
calls() {
    awk -f app/package/calls.awk "app/include/$1.h" | sed "s/^/lib$1_/" | sort
}
exported() {
    case $target in
    *windows*) llvm-readobj --coff-exports "$1" | sed -n 's/^ *Name: \(..*\)/\1/p' ;;
    # (Two are from the linker.)
    *macos) llvm-nm -g --defined-only "$1" | sed -n 's/.* [A-Z] _//p' |
        grep -vx -e __dso_handle -e _mh_dylib_header ;;
    *) llvm-nm -D --defined-only "$1" | sed -n 's/.* T //p' | sed 's/@.*//' ;;
    esac | sort
}

# kernels_in ARCHIVE EXTENSION: compares its kernels with the table
kernels_in() {
    llvm-nm "$1" 2>/dev/null | sed -n "s/.* [Tt] _*lib${2}_//p" | sort >"$work/symbols"
    kernels "$kernels_for" | awk -F '\t' -v e="$2" '$2 == e { print $1 }' | sort >"$work/rows"
    comm -23 "$work/rows" "$work/symbols" >"$work/left"
    [ ! -s "$work/left" ] || wrong "kernels not in ${1##*/}: $(tr '\n' ' ' <"$work/left")"
}

# runs COMMAND...: runs list, sum and fuzz
runs() {
    "$@" list >"$work/list" 2>&1 || wrong "list: $(tail -n 1 "$work/list")"
    [ "$(grep -c ' used ' "$work/list")" -ge 3 ] ||
        wrong "list says too little: $(tail -n 1 "$work/list")"
    digest=ba80a53f981c4d0d6a2797b69f12f6e94c212f14685ac4b74b12bb6fdbffa2d17d87c5392aab792dc252d5de4533cc9518d38aa8dbf1925ab92386edd4009923
    printf abc >three
    [ "$("$@" sum three 2>&1)" = "$digest  three" ] || wrong "sum: $("$@" sum three 2>&1)"
    echo "$digest  three" >sums
    "$@" sum --check sums >"$work/said" 2>&1 || wrong "sum --check: $(tail -n 1 "$work/said")"
    echo "${digest%3}4  three" >sums
    ! "$@" sum --check sums >"$work/said" 2>&1 || wrong "sum --check: takes a wrong digest"
    "$@" fuzz --seed 1 --count 300 >"$work/said" 2>&1 || wrong "fuzz: $(tail -n 1 "$work/said")"
    grep -q '300' "$work/said" || wrong "fuzz says: $(tail -n 1 "$work/said")"
}

for target in $targets; do
    kernels_for='' exe='' format='' emulator=none
    case $target in
    x86_64-*) kernels_for=X86_64 ;;
    aarch64-*) kernels_for=ARM64 ;;
    riscv64-*) kernels_for=RISCV64 ;;
    esac
    case $target in
    x86_64-macos) format='Mach-O 64-bit x86-64' ;;
    aarch64-macos) format='Mach-O arm64' ;;
    x86_64-windows-gnu) format=COFF-x86-64 exe=.exe ;;
    aarch64-windows-gnu) format=COFF-ARM64 exe=.exe ;;
    x86_64-*) format=elf64-x86-64 ;;
    aarch64-*) format=elf64-littleaarch64 ;;
    riscv64-*) format=elf64-littleriscv emulator=qemu-riscv64 ;;
    powerpc64le-*) format=elf64-powerpcle emulator=qemu-ppc64le ;;
    wasm32-wasi) format=WASM emulator='node --no-warnings --experimental-wasi-unstable-preview1 tests/systems/wasi.mjs' ;;
    *)
        fail "$target: not a target of this script"
        continue
        ;;
    esac
    case $(uname -m)-$target in
    x86_64-x86_64-linux-musl | aarch64-aarch64-linux-musl) emulator='' ;;
    *-aarch64-linux-musl) emulator=qemu-aarch64 ;;
    esac
    : >"$work/wrong"
    mkdir "$work/$target" && cd "$work/$target" || exit 1
    dest=$work/$target/dest
    log=$work/$target/log
    if ! ("$top/configure" CC="zig cc -target $target" --prefix=/usr &&
        make -j"$jobs" install DESTDIR="$dest") >"$log" 2>&1; then
        fail "$target: does not build: $(first_error "$log")"
        cd "$top" || exit 1
        continue
    fi
    ! grep -q 'warning: ' "$log" || wrong "$(grep -m 1 'warning: ' "$log")"
    grep -q 'left out: *none' "$log" || wrong "$(grep 'left out: ' "$log")"
    is "$dest/usr/bin/blake2b-util$exe"
    for library in $libraries; do
        is "$dest/usr/lib/lib$library.a"
        [ -z "$kernels_for" ] || kernels_in "$dest/usr/lib/lib$library.a" "$library"
        shared='' links=''
        case $target in
        *windows*) shared=bin/lib$library-$major.dll links=lib/lib$library.dll.a ;;
        *macos) shared=lib/lib$library.$version.dylib \
            links="lib/lib$library.$major.dylib lib/lib$library.dylib" ;;
        wasm*) ;;
        *) shared=lib/lib$library.so.$version links="lib/lib$library.so.$major lib/lib$library.so" \
            ;;
        esac
        [ -n "$shared" ] || continue
        shared=$dest/usr/$shared
        is "$shared"
        for file in $links; do
            is "$dest/usr/$file"
        done
        exported "$shared" >"$work/exports"
        calls "$library" | cmp -s - "$work/exports" ||
            wrong "${shared##*/} exports other than the header's calls: $(calls "$library" |
                diff - "$work/exports" | grep -m 3 '^[<>]' | tr '\n' ' ')"
        case $target in
        *macos)
            llvm-objdump --macho --dylib-id "$shared" |
                grep -qx "/usr/lib/lib$library.$major.dylib" ||
                wrong "the install name of ${shared##*/}"
            ;;
        *windows*) ;;
        *) llvm-readobj --dynamic-table "$shared" | grep -q "SONAME .*lib$library.so.$major\]" ||
            wrong "the soname of ${shared##*/}" ;;
        esac
    done
    ran=''
    if [ "$emulator" != none ]; then
        # shellcheck disable=SC2086 # a list
        lacks "$target runs" ${emulator%% *} || {
            runs $emulator bin/blake2b-util$exe
            ran=', and runs'
        }
    fi
    cd "$top" || exit 1
    if [ -s "$work/wrong" ]; then
        fail "$target: $(sed -n 1p "$work/wrong")"
        sed 's/^/    /' "$work/wrong"
    else
        pass "$target links$ran"
    fi
    rm -rf "${work:?}/$target"
done
finish
