# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
# shellcheck shell=sh disable=SC2034,SC2154 # variables of tests/proof/frontend.sh, which reads this
#
# The calls of blake_front.inc, as BLAKE-256 and -224 have them.
sources="$FAMILY/tests/frontend.c $FAMILY/blake256.c"
few='-DWIDTH=256 -DSTEP=63' # buffers that are empty, or one byte short of full
proved 'front end, BLAKE-256' "$few" "$FAMILY/tests/frontend.c"
if eva imports "$few" && grep -q '^ *0 alarms generated' "$work/log"; then
    pass 'front end, BLAKE-256, imports: no alarm without a fault'
else
    fail "front end, BLAKE-256, imports: $(grep -E 'alarm|error' "$work/log" | head -n 2 |
        tr '\n' ' ')"
fi
fault imports 'BLAKE-256, a full buffer is imported, or more' 'p[BUFFERED] >= BLOCK_BYTES ||' '' \
    blake_front.inc
