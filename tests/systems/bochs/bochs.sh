#!/bin/sh
# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
# Kernels and dispatch on CPUs that Bochs emulates, up to AVX-512 and XOP, without an operating
# system. A boot sector enables the vector registers, or only some of them. Dispatch must then not
# choose kernels that use the others.
#
# Of XOP, Bochs 2.7 executes vprotq by a constant correctly, but not vprotq by a register, vpperm
# and vpcmov. The XOP kernels use only the first, except some for 64 bits, which have vpperm: there
# the self-test must reject them.
#
#   tests/systems/bochs/bochs.sh [sample]
#   sample: only what qemu/cpus.sh cannot test: XOP, a system without zmm, and AVX-512 unless this
#   CPU has it
cd "$(dirname "$0")/../../.." || exit 1
# shellcheck source=tests/common.sh
. tests/common.sh
# shellcheck source=tests/systems/bare/build.sh
. tests/systems/bare/build.sh

: "${BOCHS_BIOS:=/usr/share/bochs/BIOS-bochs-latest}" \
    "${BOCHS_VGABIOS:=/usr/share/vgabios/vgabios.bin}"

# Instruction sets; each includes those before it.
base=''
sse2='SSE2'
ssse3="$sse2 SSSE3"
avx="$ssse3 AVX"
haswell="$avx AVX2 BMI2"
skylake="$haswell AVX512F AVX512VL AVX512DQ AVX512BW"
icelake="$skylake AVX512VBMI AVX512VBMI2"

# What the boot sector may enable (XCR0).
all=0xe7 no_zmm=0x07 no_ymm=0x03 no_xsave=0

# boot BITS MODEL XCR0 FAMILY FEATURE...: runs the test on one CPU
boot() {
    bits=$1 model=$2 xcr0=$3
    [ -s "$work/$bits/program" ] || return 0
    case $xcr0 in
    "$no_zmm") without='-without-zmm' ;;
    "$no_ymm") without='-without-ymm' ;;
    "$no_xsave") without='-without-xsave' ;;
    *) without='' ;;
    esac
    name=bochs/$model-$bits$without
    shift 3
    wrong=''
    case $bits,$* in
    64,*XOP*)
        for file in $(cd app/extensions && grep -l '^ *vpperm ' ./*/x86/*_xop-64.inc); do
            family=${file##*/}
            family=${family%%_*}
            wrong="s/^$family:xop,used/$family:xop,failed/; s/^$family:avx,ok/$family:avx,used/; $wrong"
        done
        ;;
    esac
    expected "X86_$bits" "$@" | sed "$wrong" >"$work/expected"

    run=$work/run
    rm -rf "$run"
    mkdir "$run"
    if ! (cd "$run" && gcc -m64 -DWIDTH="$bits" -DXCR0="$xcr0" -c -o boot.o \
        "$top/tests/systems/bochs/boot.S" &&
        ld -m elf_x86_64 -Ttext 0x7c00 --oformat binary -o floppy boot.o &&
        dd if=/dev/zero of=floppy bs=1024 seek=1440 count=0) >"$log" 2>&1; then
        fail "$name: no boot sector: $(first_error "$log")"
        return
    fi
    # Bochs 2.7 has memory in blocks of 128 KiB, and only loads an image correctly into the first of
    # its blocks: so one image for each block.
    split -b 131072 "$work/$bits/program" "$run/image."
    images='' count=0
    for image_of_block in "$run"/image.*; do
        images=$images$(printf '\noptramimage%u: file=%s, address=0x%x' $((count + 1)) \
            "$image_of_block" $((0x100000 + 0x20000 * count)))
        count=$((count + 1))
    done
    [ $count -le 4 ] || fail "$name: the program has more than the 512 KiB that Bochs loads"
    cat >"$run/rc" <<RC
megs: 32
cpu: model=$model, count=1, reset_on_triple_fault=0
romimage: file=$BOCHS_BIOS
vgaromimage: file=$BOCHS_VGABIOS
$images
floppya: 1_44=floppy, status=inserted
boot: floppy
display_library: rfb, options="timeout=0"
port_e9_hack: enabled=1
sound: waveoutdrv=dummy, waveindrv=dummy, midioutdrv=dummy
plugin_ctrl: speaker=0
panic: action=fatal
log: log
RC
    # Debian's Bochs is built with the debugger, which waits for commands.
    printf 'c\nquit\n' >"$run/commands"
    # The exit status is 1 in any case.
    (cd "$run" && $limit bochs -q -f rc -rc commands </dev/null >out 2>&1)
    bare_result "$name" "$run/out" "$work/expected" "Bochs: $model"
}

needs bochs gcc ld make timeout
case $(gcc -dumpmachine) in
x86_64-*) ;;
*) skip_all bochs 'gcc is not one for x86-64' ;;
esac
image="-T $top/tests/systems/bochs/image.ld --oformat binary"
# Without Bochs, at least the image must link.
# shellcheck disable=SC2086 # a list of words
[ -z "$(missing bochs)" ] || ! bare_build 64 $image || pass 'bochs: the image links'
needs bochs bochs
for bios in "$BOCHS_BIOS" "$BOCHS_VGABIOS"; do
    [ -r "$bios" ] || skip_all bochs "no $bios"
done

if [ "${1-}" = sample ]; then
    # shellcheck disable=SC2086 # lists of words
    if bare_build 64 $image; then
        case $(tests/rigs/features.sh) in
        *+avx512vbmi2*) ;;
        *) boot 64 tigerlake $all INTEL_ICELAKE $icelake ;;
        esac
        boot 64 tigerlake $no_zmm INTEL_ICELAKE $haswell
        boot 64 zambezi $all BULLDOZER $avx XOP
    fi
    # shellcheck disable=SC2086
    if bare_build 32 $image; then
        boot 32 zambezi $all BULLDOZER $avx XOP
    fi
    finish
fi
# shellcheck disable=SC2086 # lists of words
for bits in 64 32; do
    bare_build $bits $image || continue
    boot $bits tigerlake $all INTEL_ICELAKE $icelake
    boot $bits tigerlake $no_zmm INTEL_ICELAKE $haswell
    boot $bits tigerlake $no_ymm INTEL_ICELAKE $ssse3 BMI2
    boot $bits tigerlake $no_xsave INTEL_ICELAKE $ssse3 BMI2
    boot $bits corei7_icelake_u $all INTEL_ICELAKE $icelake
    boot $bits corei7_skylake_x $all INTEL_HASWELL $skylake
    boot $bits corei7_skylake_x $no_zmm INTEL_HASWELL $haswell
    boot $bits zambezi $all BULLDOZER $avx XOP
    boot $bits zambezi $no_ymm BULLDOZER $ssse3
    boot $bits ryzen $all ZEN1 $haswell
    boot $bits corei7_haswell_4770 $all INTEL_HASWELL $haswell
    boot $bits corei7_haswell_4770 $no_ymm INTEL_HASWELL $ssse3 BMI2
    boot $bits corei7_sandy_bridge_2600k $all UNKNOWN $avx
    boot $bits corei7_sandy_bridge_2600k $no_ymm UNKNOWN $ssse3
    boot $bits core2_penryn_t9600 $all UNKNOWN $ssse3
    boot $bits athlon64_clawhammer $all UNKNOWN $sse2
    if [ $bits = 32 ]; then
        boot 32 atom_n270 $all UNKNOWN $ssse3
        boot 32 p4_willamette $all UNKNOWN $sse2
        boot 32 p3_katmai $all UNKNOWN $base
        boot 32 p2_klamath $all UNKNOWN $base
        boot 32 pentium $all UNKNOWN $base
    fi
done
finish
