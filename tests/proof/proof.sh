#!/bin/sh
# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
#
# Does the kernels' machine code compute the compression functions, for all inputs? doc/soundness.md
# states what is proved.
#
# Usage: tests/proof/proof.sh [--quick] [--target TARGET] [all | check | unproved | sample | faults
#          | semantics | rules | identities | emulate [N [SEED]] | mutants [N [SEED]] | report |
#          update | changed | bytes | same | table [--check] | KERNEL ...]
#   all        every kernel of this build; those whose contract the prover does not know are skipped
#   check      every single-message kernel, with one block, and kernels of short messages, with one
#              group: some twenty seconds of one CPU
#   unproved   check, of kernels that do not have, byte for byte, the code of some report
#   sample     one or two, --quick: some twenty seconds of one CPU
#   faults     kernels with a hard fault patched in: each must be refused
#   semantics  each form of the kernels' instructions, as the prover understands it and by this CPU,
#              or qemu-user for ARM and RISC-V; lists the forms that are not compared; ten seconds
#   rules      the rules of terms.py on random words, and each broken in turn; the specifications,
#              each changed in turn: fifteen seconds
#   identities the same rules for all values of words of 8, 32 and 64 bits, by z3, if python3 has it
#              (Debian's python3-z3)
#   emulate    a second opinion: N (20) pairs of random inputs for each kernel in an emulator, and
#              eight faults, if python3 has unicorn (Debian's python3-unicorn)
#   mutants    N (20) with one random bit of some kernels' code flipped: refused, or the same code,
#              or OPEN, for a reader
#   report     all, after a head that names the target: for measured/proved/TARGET.txt; needs git
#   update     a report with the lines of the recorded one, but for what "changed" proves;
#              not written to where that is, but moved there
#   changed    all that is no longer, byte for byte, what the target's report has, or that another
#              version of the prover proved
#   bytes      are the kernels in bin/*.a and bin/*.so, byte for byte, those of the reports? A second
#   same       of a target with an assembler, as win64:nasm: are the kernels the same instructions
#              as by CC? Else they are not what is proved
#   table      writes doc/proved.md from those files; --check: is it what they say?
#   KERNEL     as blake2b_blocks_avx2
# --quick: fewer numbers of blocks and lengths of last blocks, one alignment of the stack.
# --target: kernels that it assembles instead of this build's.
#   arm64, arm64-big       AArch64, big-endian
#   arm, arm-big           32 bits, ARMv7
#   armv4t                 the same for CPUs that read no words at odd addresses
#   thumb2, thumb2-dsp     Cortex-M3 and M4; with -bytes appended: reads no words at odd addresses
#   riscv64
#   elf64, elf32, win64, win32    x86 by CC; or, as win64:nasm, by cc, clang, nasm or yasm
#   elf64-c, arm64-c       the C references as gcc compiles them with the build's flags (-O2) for
#                          x86-64 or AArch64; elf64-c:clang: as clang does
# rules, identities and table have no target and come first. "make prove" runs faults and all, for
# this build and other targets. [TEST_KERNELS, TEST_LANES and TEST_OTHER_KERNELS, or all objects in
# build] Prints "PASS|FAIL|SKIP what"; exit status 1 if anything failed. Variables: OBJDUMP, LD,
# TEST_JOBS.

set -u
LC_ALL=C
export LC_ALL
here=$(dirname "$0")
top=$here/../..
# shellcheck source=tests/rigs/family.sh
. "$here/../rigs/family.sh"

skip() {
    echo "SKIP proof: $*"
    exit 0
}
# with_shared [TARGET]: the kernels' rows, and what they share, as table.py reads them
with_shared() {
    kernels "$@"
    for table_of_rows in $(kernels "$@" | cut -f 4 | sort -u); do
        shared_by_kernels "$table_of_rows" | sed "s/\$/ $table_of_rows/"
    done
}
if [ "${1-}" = table ]; then
    command -v python3 >/dev/null 2>&1 || skip 'python3 is not installed'
    work=$(mktemp) || exit 1
    trap 'rm -f "$work"' EXIT
    with_shared >"$work"
    # shellcheck disable=SC2086 # or nothing
    python3 "$here/table.py" ${2-} "$work"
    exit
fi
if [ "${1-}" = bytes ]; then
    command -v python3 >/dev/null 2>&1 || skip 'python3 is not installed'
    built="${TEST_KERNELS-$(make -s print-KERNELS)} ${TEST_LANES-} ${TEST_OTHER_KERNELS-}"
    [ -n "$(echo "$built" | tr -d ' ')" ] || skip 'bytes: no assembly kernels in this build'
    work=$(mktemp) || exit 1
    trap 'rm -f "$work"' EXIT
    kernels "${TEST_TARGET-X86_64}" >"$work"
    # shellcheck disable=SC2086 # words
    python3 "$here/table.py" --bytes "objects=$(echo "$built" | tr '\n' ' ')" \
        "archives=$(echo bin/*.a)" "shared=$(echo bin/*.so*)" \
        "assembler=$(${TEST_CC-cc} --version 2>/dev/null | sed -n 1p)" "$work"
    exit
fi
case ${1-} in
rules)
    command -v python3 >/dev/null 2>&1 || skip 'python3 is not installed'
    python3 "$here/rules.py" || rules=$?
    python3 "$here/changes.py" && exit "${rules-0}"
    exit 1
    ;;
identities)
    z3=python3
    python3 -c 'import z3' 2>/dev/null || z3=/usr/bin/python3 # Debian's, whatever else is before it
    "$z3" "$here/rules.py" --z3
    exit
    ;;
esac
quick='' target=build
while :; do
    case ${1-} in
    --quick) quick=--quick ;;
    --target)
        target=${2-}
        shift
        ;;
    *) break ;;
    esac
    shift
done
case $target in
build)
    format=none
    case "${TEST_TARGET-X86_64} ${TEST_FORMAT-elf}" in
    X86_*\ elf | X86_*\ win) format=${TEST_FORMAT-elf}${TEST_TARGET+${TEST_TARGET#X86_}} ;;
    esac
    [ "$format" != elf ] || format=elf64 # by hand, in a build for this machine
    ;;
*) format=${target%:*} ;;
esac
prefix='' flags='' link='' elf='' sample=blake2b_blocks_avx2
case $format in
elf64) table=X86_64 abi=sysv64 link='-m elf_x86_64' \
    sample='blake2b_blocks_x86 blake2b_blocks_avx2' ;;
elf32) table=X86_32 abi=cdecl link='-m elf_i386' sample='blake2b_blocks_sse2 blake256_blocks_x86' ;;
win64) table=X86_64 abi=win64 link='-m i386pep --image-base 0x400000' elf=elf64-x86-64 ;;
win32) table=X86_32 abi=cdecl link='-m i386pe' elf=elf32-i386 ;;
arm64 | arm64-big) table=ARM64 abi=aapcs64 prefix=aarch64-linux-gnu- sample=blake2b_blocks_arm64 ;;
elf64-c) table=C abi=sysv64-c link='-m elf_x86_64' \
    sample='blake2b_blocks_generic_64 blake256_blocks_generic_32' ;;
arm64-c) table=C abi=aapcs64-c prefix=aarch64-linux-gnu- \
    sample='blake2b_blocks_generic_64 blake256_blocks_generic_32' ;;
arm | arm-big) table=ARM abi=aapcs32 prefix=arm-linux-gnueabi- flags=-march=armv7-a \
    sample=blake2b_blocks_neon ;;
riscv64) table=RISCV64 abi=lp64 prefix=riscv64-linux-gnu- link=--no-relax \
    sample=blake2b_blocks_rv64 ;;
armv4t) table=ARM abi=aapcs32-aligned prefix=arm-linux-gnueabi- flags=-march=armv4t \
    sample=blake2b_blocks_armv6 ;;
thumb2*)
    table=ARM_M abi=thumb2 prefix=arm-none-eabi- flags='-mthumb -mcpu=cortex-m3' \
        sample=blake2b_blocks_thumb2
    case $format in
    thumb2-dsp | thumb2-dsp-bytes) abi=thumb2-dsp flags='-mthumb -mcpu=cortex-m4' ;;
    esac
    case $format in
    *-bytes) abi=$abi-aligned flags="$flags -mno-unaligned-access" ;;
    esac
    ;;
none) skip 'of builds for x86, ELF and Windows alone, so far' ;;
*)
    echo "FAIL proof: no target is called $target"
    exit 1
    ;;
esac
case $format in
*-big) flags="$flags -mbig-endian" link=-EB ;;
esac
: "${OBJDUMP:=${prefix}objdump}" "${LD:=${prefix}ld}" "${OBJCOPY:=objcopy}"
command -v python3 >/dev/null 2>&1 || skip 'python3 is not installed'
$OBJDUMP --version 2>/dev/null | grep -q GNU ||
    skip "$OBJDUMP is not GNU objdump, or is not installed"
for tool in "$LD" "${OBJDUMP%objdump}as"; do
    command -v "$tool" >/dev/null 2>&1 || skip "$tool is not installed"
done

work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
if [ "$target" = build ]; then
    objects="${TEST_KERNELS-$(make -s print-KERNELS)} ${TEST_LANES-} ${TEST_OTHER_KERNELS-}"
    [ -n "$(echo "$objects" | tr -d ' ')" ] || skip 'no assembly kernels in this build'
elif [ "${format%-c}" != "$format" ]; then
    c_compiler=${target#"$format"} c_compiler=${c_compiler#:}
    case ${c_compiler:-gcc} in
    gcc) c_compiler=${prefix}gcc ;;
    clang) c_compiler="clang --target=${prefix:-x86_64-linux-gnu-}" c_compiler=${c_compiler%-} ;;
    *)
        echo "FAIL proof: no compiler is called $c_compiler"
        exit 1
        ;;
    esac
    command -v "${c_compiler%% *}" >/dev/null 2>&1 || skip "${c_compiler%% *} is not installed"
    objects='' link="$link --defsym memset=0" # memory_wipe calls it, which no reference does: going there would be refused
    : >"$work/config.h"
    # compile OBJECT FILE AS_IN_FOLDER [FLAG...]
    compile() {
        o=$1 file=$2 folder=$3
        shift 3
        # shellcheck disable=SC2086 # a list
        $c_compiler -std=c99 -O2 -fno-merge-constants -fvisibility=hidden -I"$work" -I"$top/app" \
            -I"$top/app/include" -I"$folder/.." -I"$folder" "$@" -x c -c -o "$o" "$file" \
            2>"$work/log" && return
        echo "FAIL proof: $file does not compile: $(sed -n 1p "$work/log")"
        return 1
    }
    for file in "$top"/app/extensions/*/ref/*_ref-*.inc "$top/app/driver/memory.c"; do
        [ -f "$(dirname "${file%/*}")/prove.py" ] || [ "${file##*/}" = memory.c ] || continue # no specification
        o=$work/$(basename "${file%.*}").o
        compile "$o" "$file" "${file%/*}" || exit 1
        objects="$objects $o"
    done
elif [ -z "$prefix" ]; then
    assembler=${target#"$format"} assembler=${assembler#:} assembler=${assembler:-cc} tmp=$work \
        x86=$top/app/driver/x86
    # shellcheck source=tests/objects/assemble.sh
    . "$here/../objects/assemble.sh"
    command=$(command_for "$assembler" "$format")
    exists "${command:-$assembler}" || skip "${command:-$assembler} is not installed"
    : >"$work/config.h"
    # assembled ASSEMBLER FOLDER: sets objects
    assembled() {
        mkdir -p "$2"
        objects=''
        for file in $(kernels $table | cut -f 3) $(shared_by_kernels $table | cut -d ' ' -f 2); do
            o=$2/$(basename "$file" .inc).o library=${file#app/extensions/}
            library=-DLIBRARY=${library%%/*}_
            if assemble "$1" "$format" "$top/$file" "$o" && [ ! -s "$work/log" ]; then
                objects="$objects $o"
            elif [ "$1" = cc ]; then
                echo "FAIL proof: $file does not assemble: $(sed -n 1p "$work/log")"
                exit 1
            fi
        done
    }
    assembled "$assembler" "$work"
else
    command -v "${prefix}gcc" >/dev/null 2>&1 || skip "${prefix}gcc is not installed"
    objects=''
    : >"$work/config.h"
    for file in $(kernels $table | cut -f 3) $(shared_by_kernels $table | cut -d ' ' -f 2); do
        o=$work/$(basename "$file" .inc).o
        # shellcheck disable=SC2086 # a list
        "${prefix}gcc" $flags -I"$work" -I"$top/app" -I"$top/${file%/*}/.." -x assembler-with-cpp \
            -c -o "$o" "$top/$file" || exit 1
        objects="$objects $o"
    done
fi
mutated=''
if [ "${1-}" = mutants ]; then
    case $format in
    elf64)
        mutated='blake2b_blocks_x86 blake2b_blocks_avx2 blake2b_lanes_avx2x4 blake2b_rounds_x86'
        mutated="$mutated blake2b_rounds_avx2x4 blake256_blocks_x86"
        ;;
    win64) mutated='blake2b_blocks_x86 blake2b_blocks_avx512 blake2b_short_avx512 blake2b_rounds_avx512' ;;
    elf32 | win32) mutated='blake2b_blocks_x86 blake2b_blocks_sse2 blake2b_blocks_avx2 blake256_blocks_x86' ;;
    arm64 | arm64-big) mutated='blake2b_blocks_arm64 blake2b_lanes_sha3x2 blake256_blocks_arm64' ;;
    arm | arm-big | armv4t) mutated='blake2b_blocks_armv6 blake2b_blocks_neon' ;;
    thumb2*) mutated=blake2b_blocks_thumb2 ;;
    riscv64) mutated='blake2b_blocks_rv64 blake2b_blocks_zbb blake2b_lanes_rvvx4' ;;
    esac
    # Only their files: the others would be disassembled once for each mutant.
    objects=$(for kernel in $mutated; do
        kernels "$table" | awk -F '\t' -v "k=$kernel" \
            '$1 == k { sub(/.*\//, "", $3); sub(/[.]inc$/, ".o", $3); print $3 }'
    done | sort -u | while read -r file; do echo "$objects" | tr ' ' '\n' | grep "/$file\$"; done)
    for file in $(shared_by_kernels "$table" | cut -d ' ' -f 2); do
        objects="$objects $work/$(basename "$file" .inc).o"
    done
fi
# linked ELF: of objects, with its map
linked() {
    # shellcheck disable=SC2086 # a list
    if ! $LD $link -e 0 -Map "$1.map" -o "$1" $objects >"$work/log" 2>&1; then
        echo "FAIL proof: the objects do not link: $(sed -n 1p "$work/log")"
        exit 1
    fi
    if [ -n "$elf" ]; then # what the prover reads
        mv "$1" "$work/kernels.exe"
        $OBJCOPY -O $elf "$work/kernels.exe" "$1" || exit 1
    fi
}
linked "$work/kernels.elf"
# What each may use; C as a compiler makes it has no rows.
[ "$table" = C ] || kernels "$table" >"$work/kernels.elf.needs"

objects=$(echo "$objects" | tr '\n' ' ')
# Those of the kernels whose code the target's report does not have, or by another prover.
changed_kernels() {
    with_shared $table >"$work/rows"
    python3 "$here/table.py" --changed "target=$target" "objects=$objects" "$work/rows"
}
case ${1-} in
report | update)
    case $target in
    build | *-c | *-c:*)
        echo 'FAIL proof: a report is of a --target, and of kernels of the tables'
        exit 1
        ;;
    esac
    by=${prefix:+${prefix}gcc} by=${by:-$command}
    with_shared $table >"$work/rows"
    python3 "$here/table.py" --head "target=$target" "table=$table" "date=$(date -u +%Y-%m-%d)" \
        "abi=$abi" "objects=$objects" "assembler=$(${by%% *} --version | sed -n 1p)" \
        "objdump=$($OBJDUMP --version | sed -n 1p)" -- "$work/rows" || exit 1
    [ "$1" = update ] || set -- all
    ;;
esac
known=''
if [ $table = C ]; then # the references
    for file in $objects; do
        case $(basename "$file" .o) in
        memory) continue ;;
        *_ref-16 | *_ref-8) why='sums of three parts whose carries are counted, in registers wider than a part' ;;
        *) why='' ;;
        esac
        kernel=$(basename "$file" .o | sed 's/_ref-/_blocks_generic_/')
        if [ -z "$why" ]; then
            known="$known $kernel"
        elif [ "${1-all}" = all ]; then
            echo "SKIP proof/$kernel: $why"
        fi
    done
fi
kernels $table >"$work/rows"
while IFS=$(printf '\t') read -r kernel extension file _; do
    file=${file##*/} file=${file%.inc}.o
    case $kernel in
    *_blocks_* | *_lanes_* | *_rounds_* | *_short_*) why='' ;;
    *) why='its contract is not in the prover yet' ;;
    esac
    [ -f "$top/app/extensions/$extension/prove.py" ] || why='no specification'
    case " $objects " in
    *"/$file "*) ;;
    *) why='not in this build' ;;
    esac
    if [ -z "$why" ]; then
        known="$known $kernel"
    elif [ "${1-all}" = all ]; then
        echo "SKIP proof/$kernel: $why"
    fi
done <"$work/rows"

# References with a fault in the source: fault, file, how it is proved, flags, what sed does to it.
# shellcheck disable=SC2086 # lists
faults_of_references() {
    result=0
    while IFS='|' read -r fault file how flag change; do
        source=$top/app/extensions/${file%%_*}/ref/$file.inc
        [ -f "$source" ] || source=$top/app/extensions/blake/ref/$file.inc
        kernel=$(echo "$file" | sed 's/_ref-/_blocks_generic_/') why=''
        o=$work/$file.o
        # The reference itself first: the prover reads the objects, too.
        python3 "$here/jobs.py" "$how" --abi $abi --objdump "$OBJDUMP" "$work/kernels.elf" \
            "$kernel" >"$work/log" ||
            why="the reference itself is refused: $(cat "$work/log")"
        mv "$o" "$work/sound.o"
        sed "$change" "$source" >"$work/faulty.c"
        if [ -n "$why" ]; then
            :
        elif cmp -s "$source" "$work/faulty.c"; then
            why='there is nothing to change'
        elif ! compile "$o" "$work/faulty.c" "${source%/*}" ${flag:+"$flag"} >/dev/null ||
            ! $LD $link -e 0 -Map "$work/faulty.elf.map" -o "$work/faulty.elf" $objects \
                >"$work/log" 2>&1; then
            why="it does not compile: $(sed -n 1p "$work/log")"
        elif python3 "$here/jobs.py" "$how" --abi $abi --objdump "$OBJDUMP" "$work/faulty.elf" \
            "$kernel" >"$work/log"; then
            why=accepted
        fi
        mv "$work/sound.o" "$o"
        if [ -n "$why" ]; then
            echo "FAIL proof/fault in $kernel: $fault: $why"
            result=1
        else
            echo "PASS proof/fault in $kernel: $fault: refused: $(sed -n '1s/^[^:]*: //p' \
                "$work/log" | cut -c 1-100)"
        fi
    done <<'.'
the counter's carry is dropped|blake2b_ref-64|--brief||/t1 += t0 < step/d
the flags do not go in|blake2b_ref-64|--quick||s/ ^ f0//
two words of the message change places|blake2b_ref-64|--brief||s/ROUND(9, 0, 5, 7,/ROUND(9, 0, 7, 5,/
an addition is dropped|blake2b_ref-64|--brief||s/h\[3\] ^= v3 ^ v11/h[3] ^= v3/
a branch by the chaining value|blake2b_ref-64|--brief||s/LOAD_MESSAGE(in);/& if (h[1] == 0) { break; }/
an address by the chaining value|blake2b_ref-64|--brief||s/v9 = iv_64\[1\]/v9 = iv_64[h[1] \& 1]/
nothing is wiped|blake2b_ref-64|--brief|-DDRIVER_FREESTANDING|/WIPE/d
the second block is the first one again|blake2b_ref-64|--quick||/in += (ptrdiff_t)stride/d
of parts of 32 bits: a carry is dropped|blake2b_ref-32|--brief||s/xh + (xl < (yl))/xh/
of parts of 32 bits: the second block is the first one again|blake2b_ref-32|--quick||/in += (ptrdiff_t)stride/d
of BLAKE: another rotation|blake256_ref-32|--brief||s/ROT_4 7/ROT_4 5/
of BLAKE: another constant|blake256_ref-32|--brief||s/0x299f31d0u/0x299f31d1u/
.
    return $result
}

case ${1-all} in
all) set -- "$known" ;;
emulate)
    case $format in
    arm-big) abi=aapcs32-big ;;
    *-big | *-bytes | *-c | armv4t | thumb2-dsp) skip "emulate: not of $format" ;;
    esac
    unicorn=python3
    python3 -c 'import unicorn' 2>/dev/null || unicorn=/usr/bin/python3 # Debian's, whatever else is before it
    "$unicorn" -c 'import unicorn' 2>/dev/null || skip 'emulate: python3-unicorn is not installed'
    # shellcheck disable=SC2086 # lists
    "$unicorn" "$here/emulate.py" --abi $abi --count "${2-20}" ${3:+--seed "$3"} \
        "$work/kernels.elf" $known || exit 1
    [ "$format" != elf64 ] || "$unicorn" "$here/emulate.py" --abi $abi --faults \
        "$work/kernels.elf" blake2b_blocks_x86
    exit
    ;;
changed | update)
    changed=$(changed_kernels) || exit 1
    if [ "$1" = update ]; then
        for kernel in $known; do
            case " $changed " in
            *" $kernel "*) ;;
            *) grep "^PASS proof/$kernel: " "$top/measured/proved/$target.txt" ;;
            esac
        done
    fi
    known=" $known " how=$1
    set --
    for kernel in $changed; do
        case $known in
        *" $kernel "*) set -- "$@" "$kernel" ;;
        esac
    done
    [ "$how" = update ] ||
        echo "PASS proof/changed $target: all kernels but $# are, byte for byte, those of the report, and so is the prover"
    [ $# != 0 ] || exit 0
    ;;
check | unproved)
    quick=--brief
    if [ "$1" = unproved ]; then
        kernels $table >"$work/rows"
        unproved=$(python3 "$here/table.py" --unproved "objects=$objects" "$work/rows") || exit 1
        known=$(echo "$known" | tr ' ' '\n' | grep -x -F -e "$(echo "$unproved" | tr ' ' '\n')")
    fi
    set -- "$(echo "$known" | tr ' ' '\n' | grep -v _lanes_ | tr '\n' ' ')"
    if [ -z "$(echo "$1" | tr -d ' ')" ]; then
        echo 'PASS proof/unproved: kernels of one message and of short ones, if they have a specification, have the code of a report'
        exit
    fi
    ;;
sample)
    quick=--quick
    set -- "$sample"
    ;;
faults)
    case $format in
    *-c)
        faults_of_references
        exit
        ;;
    esac
    python3 "$here/faults.py" --abi $abi --objdump "$OBJDUMP" "$work/kernels.elf"
    exit
    ;;
same)
    [ -n "${assembler-}" ] || skip "same: $target has one assembler"
    assembled cc "$work/gas"
    linked "$work/gas.elf"
    # shellcheck disable=SC2086 # a list
    python3 "$here/same.py" --abi $abi --objdump "$OBJDUMP" "$work/gas.elf" "$work/kernels.elf" $known
    exit
    ;;
mutants)
    [ -n "$mutated" ] || skip "no mutants of $format, so far"
    # shellcheck disable=SC2086 # a list
    set -- "$1" "${2-20}" "${3-}" $mutated
    count=$2 seed=$3
    shift 3
    python3 "$here/mutants.py" --abi $abi --objdump "$OBJDUMP" ${seed:+--seed "$seed"} \
        "$work/kernels.elf" "$count" "$@"
    exit
    ;;
semantics)
    cc=${TEST_CC-${CC-cc}} emulator='' # no Windows is needed for its kernels' instructions
    case $format in
    elf64 | win64 | elf64-c) cc="$cc -m64" ;;
    elf32 | win32) cc="$cc -m32" ;;
    arm64 | arm64-c) cc=${prefix}gcc emulator=qemu-aarch64 ;;
    arm64-big) cc="${prefix}gcc -mbig-endian" emulator=qemu-aarch64_be ;;
    arm-big) cc="${prefix}gcc -mbig-endian" emulator=qemu-armeb ;;
    arm | armv4t) cc=${prefix}gcc emulator=qemu-arm ;;
    thumb2*) cc=arm-linux-gnueabi-gcc emulator=qemu-arm ;; # as an ARMv7-A, whose Thumb code has it all
    riscv64) cc=${prefix}gcc emulator='qemu-riscv64 -cpu rv64,v=true,vext_spec=v1.0,vlen=512' ;;
    esac
    if [ -z "$emulator" ]; then
        [ "$(uname -sm)" = 'Linux x86_64' ] || skip 'semantics, of x86: needs Linux on x86-64'
    else
        command -v "${emulator%% *}" >/dev/null 2>&1 || skip "${emulator%% *} is not installed"
    fi
    printf '.globl _start\n_start:\n' >"$work/start.s"
    # shellcheck disable=SC2086 # a list
    $cc -nostdlib -static -o "$work/start" "$work/start.s" >/dev/null 2>&1 ||
        skip "${cc%% *} links no program of $format"
    python3 "$here/semantics.py" --abi $abi --objdump "$OBJDUMP" --cc "$cc" --run "$emulator" \
        "$work/kernels.elf"
    exit
    ;;
esac
[ -n "$(echo "$*" | tr -d ' ')" ] || skip 'no kernels in this build that it knows'
# shellcheck disable=SC2086,SC2048 # lists
python3 "$here/jobs.py" $quick --abi $abi --jobs "${TEST_JOBS:-$(getconf _NPROCESSORS_ONLN)}" \
    --objdump "$OBJDUMP" "$work/kernels.elf" $*
