#!/bin/sh
# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
#
# usage: tests/emulator.sh SUFFIX COMPILER...
#
# How programs of this compiler, whose names end in SUFFIX, run here. One is linked and run: prints
# nothing if it runs, or the command of an emulator that runs it, or "none".

LC_ALL=C
export LC_ALL
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
program=$work/probe$1
shift
echo 'int main(void) { return 0; }' >"$work/probe.c"

# try COMMAND...: ends if this runs the program
try() {
    # shellcheck disable=SC3045 # every sh has -c
    (ulimit -c 0 && exec "$@" "$program") >/dev/null 2>&1 </dev/null || return
    [ "$*" = env ] || echo "$*"
    exit
}

if "$@" -o "$program" "$work/probe.c" >/dev/null 2>&1; then
    try env
    case $program in *.exe) try wine ;; esac
    # The target's libraries: those that the compiler links with, or Debian's. Each of these refuses
    # programs for other CPUs.
    for root in "$("$@" -print-sysroot 2>/dev/null)" \
        "/usr/$("$@" -dumpmachine 2>/dev/null | sed 's/-\(unknown\|pc\|none\)-/-/')" none; do
        case $root in
        '' | / | /usr/) continue ;;
        none) root=/ ;;
        esac
        [ -d "$root/lib" ] || [ -d "$root/lib64" ] || continue
        for cpu in aarch64 aarch64_be alpha arm armeb hppa i386 loongarch64 m68k mips mips64 \
            mips64el mipsel ppc ppc64 ppc64le riscv32 riscv64 s390x sh4 sparc32plus sparc64 x86_64; do
            try qemu-$cpu -L "$root"
        done
    done
fi
echo none
