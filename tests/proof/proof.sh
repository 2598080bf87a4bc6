#!/bin/sh
# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
#
# Are the kernels' machine code the compression functions, for all inputs? doc/soundness.md says what is proved.
#
# Usage: tests/proof/proof.sh [--quick] [--target TARGET] [all | sample | faults | KERNEL ...]
#   all        every kernel of this build that has a contract which the prover knows; the others are skipped
#   sample     one or two, --quick: some twenty seconds of one CPU
#   faults     kernels with a hard fault patched in: each must be refused
#   KERNEL     as blake2b_blocks_avx2
# --quick: fewer numbers of blocks and lengths of last blocks, one alignment of the stack.
# --target: of the kernels for arm64 or arm64-big (AArch64, big-endian), which it assembles.
# "make prove" runs faults and all. [TEST_KERNELS, TEST_LANES and TEST_OTHER_KERNELS, or all objects in build]
# Prints "PASS|FAIL|SKIP what"; exit status 1 if anything failed. Variables: OBJDUMP, LD, TEST_JOBS.

set -u
LC_ALL=C
export LC_ALL
here=$(dirname "$0")
top=$here/../..
# shellcheck source=tests/family.sh
. "$here/../family.sh"

skip() {
    echo "SKIP proof: $*"
    exit 0
}
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
build) table=X86_64 abi=sysv64 prefix='' sample='blake2b_blocks_x86 blake2b_blocks_avx2' ;;
arm64 | arm64-big) table=ARM64 abi=aapcs64 prefix=aarch64-linux-gnu- sample=blake2b_blocks_arm64 ;;
*)
    echo "FAIL proof: no target is called $target"
    exit 1
    ;;
esac
case $target in
arm64-big) flags=-mbig-endian link=-EB ;;
*) flags='' link='' ;;
esac
: "${OBJDUMP:=${prefix}objdump}" "${LD:=${prefix}ld}"
command -v python3 >/dev/null 2>&1 || skip 'python3 is not installed'
$OBJDUMP --version 2>/dev/null | grep -q GNU || skip "$OBJDUMP is not GNU objdump, or is not installed"
command -v "$LD" >/dev/null 2>&1 || skip "$LD is not installed"

work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
if [ "$target" = build ]; then
    [ "${TEST_TARGET-X86_64} ${TEST_FORMAT-elf}" = 'X86_64 elf' ] || skip 'of this build for x86-64 and ELF alone, so far'
    objects="${TEST_KERNELS-$(ls build/kernels/*.o)} ${TEST_LANES-} ${TEST_OTHER_KERNELS-$(ls build/libblake/*x86*.o build/libblake/*_[asx][veso]*-64.o)}"
    [ -n "$(echo "$objects" | tr -d ' ')" ] || skip 'no assembly kernels in this build'
else
    command -v "${prefix}gcc" >/dev/null 2>&1 || skip "${prefix}gcc is not installed"
    objects=''
    : >"$work/config.h"
    for file in $(kernels $table | cut -f 3) $(shared_by_kernels $table | cut -d ' ' -f 2); do
        o=$work/$(basename "$file" .inc).o
        "${prefix}gcc" $flags -I"$work" -I"$top/${file%/*}/.." -x assembler-with-cpp -c -o "$o" "$top/$file" || exit 1
        objects="$objects $o"
    done
fi
# shellcheck disable=SC2086 # a list
if ! $LD $link -e 0 -o "$work/kernels.elf" $objects >"$work/log" 2>&1; then
    echo "FAIL proof: the objects do not link: $(sed -n 1p "$work/log")"
    exit 1
fi

known=''
for kernel in $(kernels $table | cut -f 1); do
    file=$(kernels $table | awk -F '\t' -v "k=$kernel" '$1 == k { sub(/.*\//, "", $3); sub(/[.]inc$/, ".o", $3); print $3 }')
    case $kernel in
    *_blocks_* | *_lanes_*) why='' ;;
    *) why='its contract is not in the prover yet' ;;
    esac
    case " $objects " in
    *"/$file "*) ;;
    *) why='not in this build' ;;
    esac
    if [ -z "$why" ]; then
        known="$known $kernel"
    elif [ "${1-all}" = all ]; then
        echo "SKIP proof/$kernel: $why"
    fi
done

case ${1-all} in
all) set -- "$known" ;;
sample)
    quick=--quick
    set -- "$sample"
    ;;
faults)
    [ "$target" = build ] || skip "no faults of $target, so far"
    python3 "$here/faults.py" --objdump "$OBJDUMP" "$work/kernels.elf"
    exit
    ;;
esac
# shellcheck disable=SC2086,SC2048 # lists
python3 "$here/prove.py" $quick --abi $abi --jobs "${TEST_JOBS:-$(getconf _NPROCESSORS_ONLN)}" --objdump "$OBJDUMP" "$work/kernels.elf" $*
