#!/bin/sh
# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
# The whole contract (contract.c) on emulated CPUs with other widths and byte orders than PCs. The
# whole library of each table, with front end and dispatch, is compiled for each CPU and each
# reference. Python computes the expected results here (expected.py).
#
#   tests/systems/contract/contract.sh CPU...
#   CPU: avr msp430 z80 stm8 riscv32 riscv64 cortex-m3 cortex-m4 cortex-m33
# (Others, which Linux runs on: builds.sh, with all of make check.)
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

# builds NAME...: prints what to build, one per line: of each table the references and kernels with
# these names; of a table without these references, its first. The form is TABLE,NAME,FILE; FILE is
# the name of the kernel's source.
builds() {
    for table in $(tables_with contract.c); do
        awk -f app/driver/table.awk "$table" | awk -F '\t' -v OFS=, -v table="$table" \
            -v names="$*" '
            function add(name, file) {
                gsub(/.*\/|[.]inc$/, "", file)
                line[name] = table OFS name OFS file
            }
            $1 == "REFERENCE" && first == "" { first = $2 }
            $1 == "REFERENCE" { add($2, $3) }
            $1 == "KERNEL" && $4 == 1 { add($3, $7) }
            END {
                count = split(names, name, " ")
                for (i = 1; i <= count; i++) {
                    if (name[i] in line) print line[name[i]]
                    if (name[i] ~ /^[0-9]/) { asked = 1; if (name[i] in line) had = 1 }
                }
                if (asked && !had) print line[first]
            }'
    done
}

# of BUILD: sets $family, $folder, $extension, $archive and $kernel. $generic is the reference, or
# empty; $shown is the kernel in messages; $own has the compiler options of its test.
of() {
    IFS=, read -r folder kernel file <<BUILD
$1
BUILD
    family=$(basename "$folder" .def) folder=${folder%/*} generic=''
    extension=${folder##*/}
    case $kernel in
    [0-9]*) generic=$kernel kernel=generic/$kernel ;;
    esac
    shown=$kernel
    [ "$family" = "$MAIN" ] || shown=$family:$kernel
    archive=$tree/bin/lib$extension.a
    own="-DLIBRARY=${extension}_ -DWIDTH=${family#"$extension"} -I$work/$family -I$tree/$folder -I$test"
}

# library CONFIGURE-ARGUMENT...: builds the library with that reference, or with the kernel that
# dispatch chooses
library() {
    (cd "$tree" && ./configure "$@" ${generic:+--generic=$generic} && rm -rf build/lib* &&
        make "bin/${archive##*/}") >"$log" 2>&1
}

# program PORT COMPILER FLAG...: compiles contract.c, the table's parts and the port to $objects
program() {
    port=$test/$1.c
    shift
    flags="-std=c99 -Wall -Wextra -pedantic -Werror $own -I$tree/build -I$tree/app -I$tree/app/include"
    objects="$work/contract.o $work/parts.o $work/port.o"
    # shellcheck disable=SC2086 # a list
    "$@" $flags -c -o "$work/contract.o" "$test/contract.c" >>"$log" 2>&1 &&
        "$@" $flags -c -o "$work/parts.o" "$tree/$folder/tests/contract.c" >>"$log" 2>&1 &&
        "$@" $flags -c -o "$work/port.o" "$port" >>"$log" 2>&1
}

# result CPU WHERE: the program's output, $out, as results
result() {
    sed -n "s,^PASS [^:]*,ok - $1/$shown,p; s,^FAIL [^:]*,not ok - $1/$shown,p
        s,^figure ,    $1/$shown: ,p" "$out" | results
    parts=$(sed -n 's/^end \([0-9]*\)$/\1/p' "$out")
    if grep -q '^FAIL ' "$out"; then
        return
    elif [ "$(grep -c "^PASS $kernel: " "$out")" != "${parts:-none}" ]; then
        fail "$1/$shown: did not finish, or another kernel ran; the last line was: $(tail -n 1 \
            "$out")"
    else
        ran "${file#"${MAIN}_"}" "$2"
    fi
}

# linked PORT "COMPILER FLAG..." "LINKER..." LIBRARY-ARGUMENT...: $build's program, or a failure
# shellcheck disable=SC2086 # lists
linked() {
    port_of=$1 compiling=$2 linking=$3
    shift 3
    of "$build"
    library "$@" && program "$port_of" $compiling &&
        $linking -o "$work/program" $objects "$archive" $last >>"$log" 2>&1 && return
    fail "$name/$shown" "does not build: $(first_error "$log")"
    return 1
}

# 8 bits, 16-bit int, little-endian; gcc and avr-libc. (generic/64 does not fit into its flash.)
avr() {
    avr_gcc='avr-gcc -mmcu=atmega1284p -Os'
    for build in $(builds 8 16 32 3264); do
        linked avr "$avr_gcc" "$avr_gcc" CC=avr-gcc CFLAGS="${avr_gcc#* }" --freestanding ||
            continue
        # It prints colours, and a dot for the end of a line. The exit status is always 0.
        $limit simavr -m atmega1284p -f 16000000 "$work/program" 2>&1 </dev/null |
            tr -d '\033' | sed 's/\[[0-9;]*m//g; s/\.$//' >"$out"
        result avr 'simavr: atmega1284p'
    done
}

# 16 bits, little-endian; clang, no libc. (generic/64 does not fit into its address space.)
msp430() {
    msp_clang='clang --target=msp430 -Os -ffreestanding -fno-builtin -Wno-unknown-attributes'
    for build in $(builds 8 16 32 3264); do
        linked msp430 "$msp_clang" "ld.lld -T $test/msp430.ld" CC=clang CFLAGS="${msp_clang#* }" \
            --freestanding || continue
        $limit mspdebug -q sim 'simio add console c0' 'simio config c0 base 0x00c0' \
            'simio add timer ta' "prog $work/program" 'setbreak 0x4000' run >"$out" 2>&1 </dev/null
        result msp430 'mspdebug: msp430'
    done
}

# with_sdcc SIMULATOR...: 8 bits, 16-bit int; a compiler of another family
with_sdcc() {
    for build in $(builds 8); do
        of "$build"
        if one_with_sdcc "$@"; then
            result "$cpu" "ucsim: $cpu"
        else
            fail "$cpu/$shown" "does not build: $(first_error "$log")"
        fi
    done
}
one_with_sdcc() {
    rm -rf "$work/sdcc"
    mkdir "$work/sdcc"
    (
        cd "$tree" && ./configure CC="sdcc -m$cpu" --generic="$generic" --freestanding || exit 1
        # Of an extension with several tables only this one and the driver: this compiler would link
        # everything.
        for source in $(make -n "bin/${archive##*/}" | sed -n 's/.* -c -o .* \([^ ]*\)$/\1/p' |
            case $family in
            "$extension") cat ;;
            *) grep -e /driver/ -e "/${family}_" -e "/$family\.c" ;;
            esac) "$test/contract.c" "$folder/tests/contract.c" "$test/ucsim.c"; do
            name=$(basename "${source%.*}") folder_of=$(dirname "$source")
            # Outside the tree: make would take it for the source of the next CPU's object. (It
            # cannot declare functions by a typedef, as for F.)
            case $source in
            */${family}_compress.c | */${family}_rounds.c) continue ;;
            */tests/contract.c) [ "$source" = "$test/contract.c" ] || name=parts ;;
            *.inc) cp "$source" "$work/sdcc/$name.c" && source=$work/sdcc/$name.c ;;
            esac
            # shellcheck disable=SC2086 # a list
            sdcc "-m$cpu" --std-c99 $own -I"$folder_of" -Ibuild -Iapp -Iapp/include \
                -c -o "$work/sdcc/$name.rel" "$source" || exit 1
        done
        cd "$work/sdcc" && sdcc "-m$cpu" -o program.ihx ./*.rel
    ) >"$log" 2>&1 || return
    # The simulator reads commands, and ends at the end of its input, so this input never ends. The
    # self-test needs more than the STM8's stack, but the limit can be disabled.
    mkfifo "$work/sdcc/no-input"
    echo 'set error stack off' >"$work/sdcc/commands"
    $limit "$@" -q -C "$work/sdcc/commands" -G "$work/sdcc/program.ihx" <>"$work/sdcc/no-input" \
        >"$out" 2>&1
    return 0
}

# riscv BITS MARCH ABI REFERENCE-OR-KERNEL...: no operating system, no libc
riscv() {
    width=$1 march=$2 abi=$3
    target="-march=$march -mabi=$abi -mcmodel=medany -ffreestanding -ffunction-sections ${riscv_cc#* }"
    shift 3
    last=$(riscv64-unknown-elf-gcc "-march=$march" "-mabi=$abi" -print-libgcc-file-name)
    case $riscv_cc in
    *clang*) target="$target --target=$cpu-unknown-elf" ;;
    esac
    for build in $(builds "$@"); do
        linked bare "${riscv_cc%% *} $target" \
            "riscv64-unknown-elf-ld -melf${width}lriscv -T $test/riscv.ld --gc-sections" \
            CC="${riscv_cc%% *}" CFLAGS="$target" --freestanding || continue
        $limit "qemu-system-$cpu" -machine virt -m 8M -bios none -display none -monitor none \
            -serial stdio -icount shift=0 -kernel "$work/program" >"$out" 2>&1 </dev/null ||
            echo "exit status $?" >>"$out"
        result "$cpu" "qemu: $cpu, bare"
    done
    last=''
}

# cortex_m MACHINE MEMORY REFERENCE-OR-KERNEL...: no operating system, no libc. A kernel may take at
# most two thirds of the instructions of the references with -O2. It is also tested on a CPU that
# does not allow unaligned words, where it reads and writes message and state by bytes. MEMORY: the
# address of the machine's memory. On a Cortex-M33 nothing is counted.
cortex_m() {
    machine=$1 memory=$2 of_least=''
    shift 2
    for build in $(builds "$@"); do
        on_cortex_m '' || continue
        [ "$family" = "$of_least" ] || least='' of_least=$family
        block=$(sed -n 's/^figure a block more: \([0-9]*\) .*/\1/p' "$out")
        if [ -n "$generic" ]; then
            [ "${least:-${block:-0}}" -lt "${block:-0}" ] || least=$block
            continue
        elif [ "$cpu" != cortex-m33 ] && { [ -z "$block" ] || [ -z "$least" ] ||
            [ $((3 * block)) -gt $((2 * least)) ]; }; then
            fail "$cpu/$shown: ${block:-no} instructions a block, more than two thirds of ${least:-those} in C"
        fi
        on_cortex_m -bytes -mno-unaligned-access
    done
}
# on_cortex_m SUFFIX FLAG...
on_cortex_m() {
    name=$cpu$1 last=-lgcc
    shift
    target="-mthumb -mcpu=$cpu -ffreestanding -ffunction-sections -O2 $*"
    linked bare "arm-none-eabi-gcc $target" "arm-none-eabi-gcc $target -nostdlib \
        -T $test/cortex-m.ld -Wl,--defsym=memory=$memory -Wl,--gc-sections" \
        CC=arm-none-eabi-gcc CFLAGS="$target" --freestanding || return
    $limit qemu-system-arm -machine "$machine" -display none -monitor none -serial none \
        -chardev stdio,id=out -semihosting-config enable=on,target=native,chardev=out \
        -icount shift=0 -kernel "$work/program" >"$out" 2>&1 </dev/null ||
        echo "exit status $?" >>"$out"
    result "$name" "qemu: $cpu, bare"
}
riscv_cc=${CONTRACT_RISCV:-riscv64-unknown-elf-gcc -O2}

tables_without contract.c contract
for cpu in "$@"; do
    case $cpu in
    riscv32 | riscv64) tools="${riscv_cc%% *} riscv64-unknown-elf-gcc qemu-system-$cpu" ;;
    cortex-m3 | cortex-m4 | cortex-m33) tools='arm-none-eabi-gcc qemu-system-arm' ;;
    avr) tools='avr-gcc simavr' ;;
    msp430) tools='clang ld.lld mspdebug' ;;
    z80 | stm8) tools="sdcc s$cpu" ;;
    *)
        fail "$cpu: no such CPU"
        continue
        ;;
    esac
    # shellcheck disable=SC2086 # a list
    ! lacks "$cpu" make python3 timeout $tools || continue
    [ -d "$tree" ] || copy_tree "$tree"
    for table in $(tables_with contract.c); do
        family=$(basename "$table" .def) folder=${table%/*}
        mkdir -p "$work/$family"
        width=${family#"${folder##*/}"}
        if ! python3 "$test/expected.py" "$folder" ${width:+"$width"} \
            >"$work/$family/expected.inc"; then
            fail "$cpu: expected.py printed no expected results of $family"
            continue 2
        fi
    done
    name=$cpu last=''
    case $cpu in
    avr) avr ;;
    msp430) msp430 ;;
    z80) with_sdcc sz80 -I 'if=outputs[0xff]' ;;
    stm8) with_sdcc sstm8 -tSTM8S208 -I 'if=rom[0x7fff]' ;;
    riscv32) riscv 32 rv32im ilp32 8 16 32 3264 64 ;;
    riscv64)
        riscv 64 rv64im lp64 64 rv64
        riscv 64 rv64im_zba_zbb lp64 zbb
        ;;
    cortex-m3) cortex_m mps2-an385 0 32 3264 64 thumb2 ;;
    cortex-m4) cortex_m mps2-an386 0 32 3264 64 thumb2 ;;
    cortex-m33) cortex_m mps2-an505 0x10000000 3264 64 thumb2 ;;
    esac
done
finish
