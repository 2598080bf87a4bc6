#!/bin/sh
# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
# The whole contract (contract.c) on emulated CPUs with other widths and byte orders than PCs. The
# whole library, with front end and dispatch, is compiled for each CPU and each reference. So is
# libblake (blake256, blake512). Python computes the expected results here (expected.py).
#
#   tests/systems/contract/contract.sh CPU...
#   CPU: avr msp430 z80 stm8 riscv32 riscv64 cortex-m3 cortex-m4 cortex-m33 s390x mips
#
# For riscv32 and riscv64 CONTRACT_RISCV='COMPILER OPTION...' names another compiler: see
# doc/proof-guests.md.
#
# Also prints measurements if the emulated CPU can count its cycles.
cd "$(dirname "$0")/../../.." || exit 1
# shellcheck source=tests/common.sh
. tests/common.sh

test=$top/tests/systems/contract
tree=$work/tree
out=$work/out
limit=900 # seconds; twenty times the slowest, as several run on one processor

# of REFERENCE: sets its library, $archive, the BLAKE2b reference $generic (empty for the name of a
# kernel), and the compiler options of its test, $own
of() {
    bits=$1
    case $bits in
    blake*)
        archive=$tree/bin/libblake.a generic=8
        own="-DWIDTH=${bits#blake} -DLIBRARY=blake_ -I$work/$bits -I$tree/app/extensions/blake"
        ;;
    *) archive=$tree/bin/libblake2b.a generic=$bits own="-I$work/blake2b -I$tree/$FAMILY" ;;
    esac
    case $bits in
    rv64 | zbb | thumb2*) generic='' ;;
    esac
}

# library REFERENCE CONFIGURE-ARGUMENT...: builds the library with that reference
library() {
    of "$1"
    shift
    (cd "$tree" && ./configure "$@" ${generic:+--generic=$generic} && rm -rf build/lib* && make "bin/${archive##*/}") >"$work/log" 2>&1
}

# program PORT COMPILER FLAG...: compiles contract.c and the port to $work/contract.o and
# $work/port.o
program() {
    port=$test/$1.c
    shift
    flags="-std=c99 -Wall -Wextra -pedantic -Werror $own -I$tree/build -I$tree/app -I$tree/app/include"
    # shellcheck disable=SC2086 # a list
    "$@" $flags -c -o "$work/contract.o" "$test/contract.c" >>"$work/log" 2>&1 &&
        "$@" $flags -c -o "$work/port.o" "$port" >>"$work/log" 2>&1
}

# build_failed NAME
build_failed() {
    fail "$1: does not build: $(first_error "$work/log")"
    sed 's/^/    /' "$work/log" | tail -n 5
}

# result CPU REFERENCE WHERE: converts the program's output, $out, to lines of PASS and FAIL
result() {
    name=${generic:+generic/}$2
    sed -n "s,^\(PASS\|FAIL\) ,&$1/,p; s,^figure ,    $1/$name: ,p" "$out"
    parts=$(sed -n 's/^end \([0-9]*\)$/\1/p' "$out")
    if grep -q '^FAIL ' "$out"; then
        failed=1
    elif [ "$(grep -c '^PASS ' "$out")" != "${parts:-none}" ]; then
        fail "$1/$name: did not finish; the last line was: $(tail -n 1 "$out")"
    elif grep -q -v "^PASS $name: \|^figure \|^end " "$out" && [ -z "$generic" ]; then
        fail "$1/$name: another kernel ran: $(sed -n '/^PASS/p' "$out" | head -n 1)"
    else
        case $2 in
        blake256) ran blake256_ref-32 "$3" ;;
        blake512) ran blake512_ref-64 "$3" ;;
        rv64 | zbb) ran "$2-64" "$3" ;;
        thumb2) ran thumb2-32 "$3" ;;
        *) ran "ref-$2" "$3" ;;
        esac
    fi
}

# 8 bits, 16-bit int, little-endian; gcc and avr-libc. (generic/64 does not fit into its flash.)
avr() {
    avr_gcc='avr-gcc -mmcu=atmega1284p -Os'
    for bits in 8 16 32 3264 blake256 blake512; do
        # shellcheck disable=SC2086 # lists
        if library $bits CC="${avr_gcc%% *}" CFLAGS="${avr_gcc#* }" --freestanding && program avr $avr_gcc &&
            $avr_gcc -o "$work/program" "$work/contract.o" "$work/port.o" "$archive" >>"$work/log" 2>&1; then
            # It prints colours, and a dot for the end of a line. The exit status is always 0.
            timeout -k 10 $limit simavr -m atmega1284p -f 16000000 "$work/program" 2>&1 </dev/null |
                tr -d '\033' | sed 's/\[[0-9;]*m//g; s/\.$//' >"$out"
            result avr $bits 'simavr: atmega1284p'
        else
            build_failed avr/generic/$bits
        fi
    done
}

# 16 bits, little-endian; clang, no libc. (generic/64 does not fit into its address space.)
msp430() {
    msp_clang='clang --target=msp430 -Os -ffreestanding -fno-builtin -Wno-unknown-attributes'
    for bits in 8 16 32 3264 blake256 blake512; do
        # shellcheck disable=SC2086 # lists
        if library $bits CC=clang CFLAGS="${msp_clang#* }" --freestanding && program msp430 $msp_clang &&
            ld.lld -T "$test/msp430.ld" -o "$work/program" "$work/contract.o" "$work/port.o" \
                "$archive" >>"$work/log" 2>&1; then
            timeout -k 10 $limit mspdebug -q sim 'simio add console c0' 'simio config c0 base 0x00c0' 'simio add timer ta' \
                "prog $work/program" 'setbreak 0x4000' run >"$out" 2>&1 </dev/null
            result msp430 $bits 'mspdebug: msp430'
        else
            build_failed msp430/generic/$bits
        fi
    done
}

# sdcc REFERENCE CPU SIMULATOR...: 8 bits, 16-bit int; a compiler of another family
with_sdcc() {
    of "$1"
    cpu=$2
    shift 2
    rm -rf "$work/sdcc"
    mkdir "$work/sdcc"
    if ! (
        cd "$tree" && ./configure CC="sdcc -m$cpu" --generic=8 --freestanding || exit 1
        # All of libblake except the shared file and the other word size: this compiler would link
        # everything.
        for source in $(make -n "bin/${archive##*/}" | sed -n 's/.* -c -o .* \([^ ]*\)$/\1/p' |
            case $bits in
            blake*) grep -e /driver/ -e "/${bits}_" -e "/$bits\.c" ;;
            *) cat ;;
            esac) "$test/contract.c" "$test/ucsim.c"; do
            name=$(basename "${source%.*}") folder=$(dirname "$source")
            # Outside the tree: make would take it for the source of the next CPU's object. (It
            # cannot declare functions by a typedef, as for F.)
            case $source in
            */blake2b_compress.c | */blake2b_rounds.c) continue ;;
            *.inc) cp "$source" "$work/sdcc/$name.c" && source=$work/sdcc/$name.c ;;
            esac
            # shellcheck disable=SC2086 # a list
            sdcc "-m$cpu" --std-c99 $own -I"$folder" -Ibuild -Iapp -Iapp/include -c -o "$work/sdcc/$name.rel" "$source" || exit 1
        done
        cd "$work/sdcc" && sdcc "-m$cpu" -o program.ihx ucsim.rel contract.rel blake*.rel dispatch.rel memory.rel cpu.rel
    ) >"$work/log" 2>&1; then
        build_failed "$cpu/generic/$bits"
        return
    fi
    # The simulator reads commands, and ends at the end of its input, so this input never ends. The
    # self-test needs more than the STM8's stack, but the limit can be disabled.
    mkfifo "$work/sdcc/no-input"
    echo 'set error stack off' >"$work/sdcc/commands"
    timeout -k 10 $limit "$@" -q -C "$work/sdcc/commands" -G "$work/sdcc/program.ihx" <>"$work/sdcc/no-input" >"$out" 2>&1
    result "$cpu" "$bits" "ucsim: $cpu"
}

# linux CPU TRIPLET: any CPU that qemu supports, with Linux
linux() {
    cpu=$1 cc=$2-gcc
    for bits in 8 16 32 3264 64 blake256 blake512; do
        if library $bits CC="$cc" LDFLAGS=-static && program hosted "$cc" -O2 &&
            "$cc" -static -o "$work/program" "$work/contract.o" "$work/port.o" "$archive" >>"$work/log" 2>&1; then
            timeout -k 10 $limit "qemu-$cpu" "$work/program" >"$out" 2>&1 </dev/null
            result "$cpu" "$bits" "qemu: $cpu"
        else
            build_failed "$cpu/generic/$bits"
        fi
    done
}

# riscv CPU BITS MARCH ABI REFERENCE-OR-KERNEL...: no operating system, no libc
riscv() {
    cpu=$1 width=$2 march=$3 abi=$4
    target="-march=$march -mabi=$abi -mcmodel=medany -ffreestanding -ffunction-sections ${riscv_cc#* }"
    shift 4
    libgcc=$(riscv64-unknown-elf-gcc "-march=$march" "-mabi=$abi" -print-libgcc-file-name)
    case $riscv_cc in
    *clang*) target="$target --target=$cpu-unknown-elf" ;;
    esac
    for bits in "$@"; do
        # shellcheck disable=SC2086 # lists
        if library "$bits" CC="${riscv_cc%% *}" CFLAGS="$target" --freestanding && program bare "${riscv_cc%% *}" $target &&
            riscv64-unknown-elf-ld -melf${width}lriscv -T "$test/riscv.ld" --gc-sections -o "$work/program" "$work/contract.o" \
                "$work/port.o" "$tree/bin/libblake2b.a" "$libgcc" >>"$work/log" 2>&1; then
            timeout -k 10 $limit "qemu-system-$cpu" -machine virt -m 8M -bios none -display none -monitor none -serial stdio \
                -icount shift=0 -kernel "$work/program" >"$out" 2>&1 </dev/null || echo "exit status $?" >>"$out"
            result "$cpu" "$bits" "qemu: $cpu, bare"
        else
            build_failed "$cpu/${generic:+generic/}$bits"
        fi
    done
}

# cortex_m CPU MACHINE MEMORY REFERENCE-OR-KERNEL...: no operating system, no libc. The kernel may
# take at most two thirds of the instructions of the references with -O2. With "-bytes" it reads and
# writes message and state by bytes, on a CPU that does not allow unaligned words. MEMORY: the
# address of the machine's memory. On a Cortex-M33 nothing is counted.
cortex_m() {
    cpu=$1 machine=$2 memory=$3 least=
    shift 3
    for bits in "$@"; do
        target="-mthumb -mcpu=$cpu -ffreestanding -ffunction-sections -O2"
        bytes=''
        case $bits in
        *-bytes) bytes=-bytes target="$target -mno-unaligned-access" ;;
        esac
        # shellcheck disable=SC2086 # lists
        if library "$bits" CC=arm-none-eabi-gcc CFLAGS="$target" --freestanding && program bare arm-none-eabi-gcc $target &&
            arm-none-eabi-gcc $target -nostdlib -T "$test/cortex-m.ld" -Wl,--defsym=memory="$memory" -Wl,--gc-sections -o "$work/program" "$work/contract.o" \
                "$work/port.o" "$archive" -lgcc >>"$work/log" 2>&1; then
            timeout -k 10 $limit qemu-system-arm -machine "$machine" -display none -monitor none -serial none -chardev stdio,id=out \
                -semihosting-config enable=on,target=native,chardev=out -icount shift=0 -kernel "$work/program" \
                >"$out" 2>&1 </dev/null || echo "exit status $?" >>"$out"
            result "$cpu$bytes" "${bits%-bytes}" "qemu: $cpu, bare"
            block=$(sed -n 's/^figure a block more: \([0-9]*\) .*/\1/p' "$out")
            if [ -n "$generic" ]; then
                [ "${least:-${block:-0}}" -lt "${block:-0}" ] || least=$block
            elif [ -z "$bytes" ] && [ "$cpu" != cortex-m33 ] && { [ -z "$block" ] || [ -z "$least" ] || [ $((3 * block)) -gt $((2 * least)) ]; }; then
                fail "$cpu/$bits: ${block:-no} instructions a block, more than two thirds of ${least:-those} in C"
            fi
        else
            build_failed "$cpu$bytes/${generic:+generic/}${bits%-bytes}"
        fi
    done
}
riscv_cc=${CONTRACT_RISCV:-riscv64-unknown-elf-gcc -O2}

for cpu in "$@"; do
    case $cpu in
    riscv32 | riscv64) tools="make python3 timeout ${riscv_cc%% *} riscv64-unknown-elf-gcc qemu-system-$cpu" ;;
    cortex-m3 | cortex-m4 | cortex-m33) tools='make python3 timeout arm-none-eabi-gcc qemu-system-arm' ;;
    avr) tools='make python3 timeout avr-gcc simavr' ;;
    msp430) tools='make python3 timeout clang ld.lld mspdebug' ;;
    z80 | stm8) tools="make python3 timeout sdcc s$cpu" ;;
    s390x | mips) tools="make python3 timeout $cpu-linux-gnu-gcc qemu-$cpu" ;;
    *)
        fail "$cpu: no such CPU"
        continue
        ;;
    esac
    # shellcheck disable=SC2086 # a list
    tool=$(missing $tools)
    if [ -n "$tool" ]; then
        skip "$cpu: no $tool"
        continue
    fi
    [ -d "$tree" ] || copy_tree "$tree"
    mkdir -p "$work/blake2b" "$work/blake256" "$work/blake512"
    if ! python3 "$test/expected.py" >"$work/blake2b/expected.inc" || ! python3 "$test/expected.py" 256 >"$work/blake256/expected.inc" ||
        ! python3 "$test/expected.py" 512 >"$work/blake512/expected.inc"; then
        fail "$cpu: expected.py printed no expected digests"
        continue
    fi
    case $cpu in
    avr) avr ;;
    msp430) msp430 ;;
    z80)
        for bits in 8 blake256 blake512; do
            with_sdcc $bits z80 sz80 -I 'if=outputs[0xff]'
        done
        ;;
    stm8)
        for bits in 8 blake256 blake512; do
            with_sdcc $bits stm8 sstm8 -tSTM8S208 -I 'if=rom[0x7fff]'
        done
        ;;
    riscv32) riscv riscv32 32 rv32im ilp32 8 16 32 3264 64 ;;
    riscv64)
        riscv riscv64 64 rv64im lp64 64 rv64
        riscv riscv64 64 rv64im_zba_zbb lp64 zbb
        ;;
    cortex-m3) cortex_m cortex-m3 mps2-an385 0 32 3264 64 thumb2 thumb2-bytes ;;
    cortex-m4) cortex_m cortex-m4 mps2-an386 0 32 3264 64 thumb2 thumb2-bytes ;;
    cortex-m33) cortex_m cortex-m33 mps2-an505 0x10000000 3264 64 thumb2 thumb2-bytes ;;
    *) linux "$cpu" "$cpu-linux-gnu" ;;
    esac
done
exit $failed
