#!/bin/sh
# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
#
# Are the kernels' machine code the compression functions, for all inputs? doc/soundness.md says what is proved.
#
# Usage: tests/proof/proof.sh [--quick] [all | sample | faults | KERNEL ...]
#   all        every kernel of this build that has a contract which the prover knows; the others are skipped
#   sample     two, --quick: some twenty seconds of one CPU
#   faults     kernels with a hard fault patched in: each must be refused
#   KERNEL     as blake2b_blocks_avx2
# --quick: fewer numbers of blocks and lengths of last blocks, one alignment of the stack.
# "make prove" runs faults and all. [TEST_KERNELS, TEST_LANES and TEST_OTHER_KERNELS, or all objects in build]
# Prints "PASS|FAIL|SKIP what"; exit status 1 if anything failed. Variables: OBJDUMP, LD, TEST_JOBS.

set -u
LC_ALL=C
export LC_ALL
: "${OBJDUMP:=objdump}" "${LD:=ld}"
here=$(dirname "$0")
top=$here/../..
# shellcheck source=tests/family.sh
. "$here/../family.sh"

skip() {
    echo "SKIP proof: $*"
    exit 0
}
command -v python3 >/dev/null 2>&1 || skip 'python3 is not installed'
$OBJDUMP --version 2>/dev/null | grep -q GNU || skip "$OBJDUMP is not GNU objdump, or is not installed"
command -v "$LD" >/dev/null 2>&1 || skip "$LD is not installed"
[ "${TEST_TARGET-X86_64} ${TEST_FORMAT-elf}" = 'X86_64 elf' ] || skip 'for x86-64 and ELF alone, so far'
quick=''
[ "${1-}" != --quick ] || {
    quick=--quick
    shift
}
objects="${TEST_KERNELS-$(ls build/kernels/*.o)} ${TEST_LANES-} ${TEST_OTHER_KERNELS-$(ls build/libblake/*x86*.o build/libblake/*_[asx][veso]*-64.o)}"
[ -n "$(echo "$objects" | tr -d ' ')" ] || skip 'no assembly kernels in this build'

work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
# shellcheck disable=SC2086 # a list
if ! $LD -e 0 -o "$work/kernels.elf" $objects >"$work/log" 2>&1; then
    echo "FAIL proof: the objects do not link: $(sed -n 1p "$work/log")"
    exit 1
fi

known=''
for kernel in $(kernels X86_64 | cut -f 1); do
    file=$(kernels X86_64 | awk -F '\t' -v "k=$kernel" '$1 == k { sub(/.*\//, "", $3); sub(/[.]inc$/, ".o", $3); print $3 }')
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
    set -- blake2b_blocks_x86 blake2b_blocks_avx2
    ;;
faults)
    python3 "$here/faults.py" --objdump "$OBJDUMP" "$work/kernels.elf"
    exit
    ;;
esac
# shellcheck disable=SC2086,SC2048 # lists
python3 "$here/prove.py" $quick --jobs "${TEST_JOBS:-$(getconf _NPROCESSORS_ONLN)}" --objdump "$OBJDUMP" "$work/kernels.elf" $*
