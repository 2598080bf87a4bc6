#!/bin/sh
# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
# The choice of a kernel, and every kernel, on ARM CPUs that qemu emulates, little- and big-endian.
# That program needs no libc, as there is none for the big-endian CPUs. Then checkasm, with a libc:
#
# - 64 bits: on a CPU without SHA3 and on one with it
# - 32 bits: on an ARMv6, built for any ARM: every word is read and written by bytes; on CPUs with
#   NEON, from C in Thumb code
#
#   tests/systems/qemu/arm.sh arm64|arm
cd "$(dirname "$0")/../../.." || exit 1
# shellcheck source=tests/common.sh
. tests/common.sh
# shellcheck source=tests/systems/bare/build.sh
. tests/systems/bare/build.sh
# shellcheck source=tests/systems/qemu/emulate.sh
. tests/systems/qemu/emulate.sh

cpu=$1
# tools PREFIX EMULATOR BIG-ENDIAN-EMULATOR OBJECT-FORMAT; the models, each with its features
tools() {
    little=$2 big=$3
    ! lacks "$cpu" gcc make timeout "$1-gcc" "$1-ld" "$2" "$3" || return
    bare_build "$cpu" -static -nostdlib
    bare_build "${cpu}_be" -static -nostdlib
    case $("$1-objdump" -f "$work/${cpu}_be/program" 2>&1) in
    *"$4"*) pass "${cpu}_be: big-endian" ;;
    *) fail "${cpu}_be: big-endian: objdump says otherwise" ;;
    esac
}
# on MODEL FEATURE...: runs the test in both byte orders on one CPU
on() {
    model=$1
    shift
    expected "$(in_capitals "$cpu")" UNKNOWN "$@" >"$work/expected"
    for target in "$cpu" "${cpu}_be"; do
        emulator=$little where=''
        [ "$target" = "$cpu" ] || emulator=$big where=', big-endian'
        [ -f "$work/$target/program" ] || continue
        emulate "$model" "$work/$target/program"
        bare_result "$target/$model" "$work/out" "$work/expected" "qemu$where: $model"
        [ $status -eq 0 ] ||
            fail "$target/$model: ends with status $status, as everything should pass"
    done
}

case $cpu in
arm64)
    if tools aarch64-linux-gnu qemu-aarch64 qemu-aarch64_be bigaarch64; then
        on cortex-a53 NEON
        on max NEON SHA3
        emulator=qemu-aarch64 where=''
        if hosted hosted aarch64-linux-gnu-gcc CFLAGS=-O1; then
            checkasm hosted cortex-a53 3000 arm64 neonx4
            checkasm hosted max 3000 arm64 sha3x2 sha3x3
            dies hosted cortex-a53 sha3x2 1
        fi
    fi
    ;;
arm)
    if tools arm-linux-gnueabi qemu-arm qemu-armeb elf32-bigarm; then
        on arm1176 ARMV6
        on cortex-a8 NEON ARMV6
        emulator=qemu-arm where=''
        if hosted armv5te arm-linux-gnueabi-gcc CFLAGS='-O1 -march=armv5te -mno-unaligned-access'
        then
            checkasm armv5te arm1176 3000 armv6
            dies armv5te arm1176 neon
        fi
    fi
    emulator=qemu-arm where=''
    if ! lacks arm/thumb make timeout qemu-arm arm-linux-gnueabihf-gcc &&
        hosted thumb arm-linux-gnueabihf-gcc CFLAGS='-O1 -mthumb'; then
        checkasm thumb cortex-a8 3000 neon armv6
        checkasm thumb cortex-a15 3000 neon armv6
    fi
    ;;
esac
finish
