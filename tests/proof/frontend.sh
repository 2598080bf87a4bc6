#!/bin/sh
# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
#
# Can BLAKE2b's front end (blake2b.c and blake2b_saved.c: init, parameters, update, final, one call, saved states) do
# what C does not define: reach behind memory, read what nobody wrote, overflow? Frama-C's Eva executes frontend.c; then faults are patched into copies, and
# each must be noticed. (tests/setup does not install Frama-C: it is large.) doc/soundness.md says what is looked at and what is not.
# Usage: frontend.sh [all]: with each length of a key in parameters, and each number of bytes in a state to save or to
# import; without "all", every eighth. frontend.sh blake: libblake's instead, the calls of blake_front.inc (frontend-blake.c)
cd "$(dirname "$0")/../.." || exit 1
# shellcheck source=tests/common.sh
. tests/common.sh
tool=$(missing frama-c)
if [ -n "$tool" ]; then
    skip "front end: no $tool"
    exit 0
fi
copy_tree "$work/tree"
cd "$work/tree" || exit 1
echo '#define BLAKE2B_VERSION ""' >config.h
# Frama-C does not let a pointer to a function of four arguments be one to a function of none.
sed -i 's/^typedef void kernel_entry(void);$/typedef void kernel_entry();/' app/driver/dispatch.h
grep -q '^typedef void kernel_entry();$' app/driver/dispatch.h || fail 'front end: kernel_entry is declared in another way'

sources="tests/proof/frontend.c $FAMILY/blake2b.c $FAMILY/blake2b_saved.c"
few='-DSTEP=64 -DSTEP_MORE=64'

# eva FUNCTION [OPTION]: in $work/log. Without volatile, atomic loads and the words that inline assembly moves.
eva() {
    # shellcheck disable=SC2086 # several
    frama-c -eva -eva-precision 0 -eva-domains bitwise -eva-split-return full -eva-slevel 100000 -eva-auto-loop-unroll 400 \
        -eva-msg-key=-initial-state,-final-states -eva-no-show-progress -machdep gcc_x86_64 -main "$1" \
        -cpp-extra-args="-I. -Iapp -Iapp/include -Iapp/driver -I$FAMILY -Dvolatile= -U__GCC_ATOMIC_POINTER_LOCK_FREE -DNO_SECRET_WORDS \
            -DBLAKE2B_PLAIN_SYMBOLS -DDRIVER_PLAIN_SYMBOLS ${2-}" \
        $sources app/driver/memory.c >"$work/log" 2>&1
}

# proved WHAT OPTION FILE: no alarm, and each of the assertions of FILE was reached: nothing holds because nothing gets there
proved() {
    eva main "$2"
    status=$?
    found=$(sed -n 's/^ *Assertions *\([0-9]*\) valid *0 unknown *0 invalid *\1 total$/\1/p' "$work/log")
    if [ $status -eq 0 ] && grep -q '^ *0 alarms generated' "$work/log" && grep -q 'Eva analyzer: *0 errors *0 warnings' "$work/log" &&
        grep -q '100% of the logical properties reached have been proven' "$work/log" && [ "$found" = "$(grep -c '/\*@ assert' "$3")" ]; then
        pass "$1: no alarm, $found assertions hold"
    else
        fail "$1: status $status, ${found:-not all} assertions: $(grep -E 'alarm|error' "$work/log" | head -n 2 | tr '\n' ' ')"
    fi
}

# fault PART WHAT TEXT INSTEAD [FILE]: of blake2b.c or FILE, once there
fault() {
    faulty=$FAMILY/${5-blake2b.c}
    cp "$faulty" "$work/kept"
    if [ "$(grep -cF "$3" "$work/kept")" -ne 1 ]; then
        fail "front end, $2: the text is not there, or more than once"
        return
    fi
    awk -v "text=$3" -v "instead=$4" '{ at = index($0, text); if (at) $0 = substr($0, 1, at - 1) instead substr($0, at + length(text)); print }' \
        "$work/kept" >"$faulty"
    if ! eva "$1" "$few" || ! grep -qE 'alarms? generated' "$work/log"; then
        fail "front end, $2: $(grep -m 1 -i error "$work/log")"
    elif grep -q '^ *0 alarms generated' "$work/log" && grep -q '100% of the logical properties reached have been proven' "$work/log"; then
        fail "front end, $2: is not noticed"
    else
        pass "front end, $2: noticed: $(grep -m 1 -A 1 'eva:alarm' "$work/log" | tr -d '\134' | tr -s ' \n' ' ' | sed 's/.*Warning: //')"
    fi
    cp "$work/kept" "$faulty"
}
if [ "${1-}" = blake ]; then
    FAMILY=app/extensions/blake
    sources="tests/proof/frontend-blake.c $FAMILY/blake256.c"
    few='-DWIDTH=256 -DSTEP=63' # buffers that are empty, or full but for a byte
    proved 'front end, BLAKE-256' "$few" tests/proof/frontend-blake.c
    if eva imports "$few" && grep -q '^ *0 alarms generated' "$work/log"; then
        pass 'front end, BLAKE-256, imports: no alarm without a fault'
    else
        fail "front end, BLAKE-256, imports: $(grep -E 'alarm|error' "$work/log" | head -n 2 | tr '\n' ' ')"
    fi
    fault imports 'BLAKE-256, a full buffer is imported, or more' 'p[BUFFERED] >= BLOCK_BYTES ||' '' blake_front.inc
    exit "$failed"
fi

step=8
[ "${1-}" != all ] || step=1
proved 'front end' -DSTEP_MORE=$step tests/proof/frontend.c
# What shows a fault has nothing to show without one.
for part in updates refused_calls finals parameters saved_states; do
    if eva $part "$few" && grep -q '^ *0 alarms generated' "$work/log" &&
        grep -q '100% of the logical properties reached have been proven' "$work/log"; then
        pass "front end, $part: no alarm without a fault"
    else
        fail "front end, $part: $(grep -E 'alarm|error' "$work/log" | head -n 2 | tr '\n' ' ')"
    fi
done
fault updates 'a byte too much into the buffer' 'space = BLAKE2B_BLOCKBYTES - state->buffered;' 'space = BLAKE2B_BLOCKBYTES + 1u - state->buffered;'
fault updates 'no byte left for the last block' 'whole = (bytes - space - 1) &' 'whole = (bytes - space + 128) &'
fault refused_calls 'NULL is taken for a message' 'if (!S || (!in && inlen)) {' 'if (!S) {'
fault refused_calls 'a damaged state is taken' 'state->buffered <= BLAKE2B_BLOCKBYTES &&' 'state->buffered <= BLAKE2B_BLOCKBYTES + 1 &&'
fault refused_calls 'a key that is too long is taken' 'keylen > BLAKE2B_KEYBYTES ?' 'keylen > BLAKE2B_KEYBYTES + 1 ?'
fault finals 'a digest of 64 bytes, whatever its length' 'memory_copy(hash, state->S.H, state->digest_length);' 'memory_copy(hash, state->S.H, BLAKE2B_OUTBYTES);'
fault parameters 'parameters with a key that is too long are taken' 'P->key_length > BLAKE2B_KEYBYTES ||' ''
fault parameters 'a block with any length of a digest is taken' 'check_lengths(block[0], 0)' 'check_lengths(1, 0)'
fault saved_states 'more than a buffer is imported' 'if (buffered > BLAKE2B_BLOCKBYTES ||' 'if (' blake2b_saved.c
fault saved_states 'a digest that is too long is imported' 'p[DIGEST_LENGTH] > BLAKE2B_OUTBYTES ||' 'p[DIGEST_LENGTH] > BLAKE2B_OUTBYTES + 1 ||' blake2b_saved.c
fault saved_states 'a saved state that is cut off is read' 'if (savedlen != expected) {' 'if (savedlen > expected) {' blake2b_saved.c
fault saved_states 'a state that is refused is changed' 'hash_state *state = (hash_state *)S;' \
    'hash_state *state = (hash_state *)S; state->buffered = (unsigned char)buffered;' blake2b_saved.c
exit "$failed"
