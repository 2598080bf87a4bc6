# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
# shellcheck shell=sh disable=SC2034,SC2154 # variables of tests/proof/frontend.sh, which reads this
#
# The calls of blake2b.c and blake2b_saved.c: init, parameters, update, final, one call, saved
# states.
sources="$FAMILY/tests/frontend.c $FAMILY/blake2b.c $FAMILY/blake2b_saved.c"
definitions=-DBLAKE2B_PLAIN_SYMBOLS few='-DSTEP=64 -DSTEP_MORE=64'
echo '#define DRIVER_VERSION ""' >config.h

proved 'front end' "-DSTEP_MORE=$step" "$FAMILY/tests/frontend.c"
# The parts that would show a fault find nothing in correct code.
for part in updates refused_calls finals parameters saved_states; do
    if eva $part "$few" && grep -q '^ *0 alarms generated' "$work/log" &&
        grep -q '100% of the logical properties reached have been proven' "$work/log"; then
        pass "front end, $part: no alarm without a fault"
    else
        fail "front end, $part: $(grep -E 'alarm|error' "$work/log" | head -n 2 | tr '\n' ' ')"
    fi
done
fault updates 'a byte too much into the buffer' 'space = (size_t)BLAKE2B_BLOCKBYTES - state->buffered;' \
    'space = (size_t)BLAKE2B_BLOCKBYTES + 1 - state->buffered;' blake2b.c
fault updates 'no byte left for the last block' 'whole = (bytes - 1) &' \
    'whole = (bytes + 128) &' blake2b.c
fault refused_calls 'NULL is taken for a message' '!hash || (!in && inlen) ||' \
    '!hash ||' blake2b.c
fault refused_calls 'a damaged state is taken' 'state->buffered <= BLAKE2B_BLOCKBYTES &&' \
    'state->buffered <= BLAKE2B_BLOCKBYTES + 1 &&' blake2b.c
fault refused_calls 'a key that is too long is taken' 'keylen > BLAKE2B_KEYBYTES' \
    'keylen > BLAKE2B_KEYBYTES + 1' blake2b.c
fault finals 'a digest of 64 bytes, whatever its length' \
    'memory_copy_digest(hash, state->S.H, state->digest_length);' \
    'memory_copy_digest(hash, state->S.H, BLAKE2B_OUTBYTES);' blake2b.c
fault parameters 'parameters with a key that is too long are taken' \
    'P->key_length > BLAKE2B_KEYBYTES ||' '' blake2b.c
fault parameters 'a block with any length of a digest is taken' 'check_lengths(block[0], 0)' \
    'check_lengths(1, 0)' blake2b.c
fault saved_states 'more than a buffer is imported' \
    'if (buffered > BLAKE2B_BLOCKBYTES ||' 'if (' blake2b_saved.c
fault saved_states 'a digest that is too long is imported' \
    'p[DIGEST_LENGTH] > BLAKE2B_OUTBYTES ||' 'p[DIGEST_LENGTH] > BLAKE2B_OUTBYTES + 1 ||' \
    blake2b_saved.c
fault saved_states 'a saved state that is cut off is read' 'saved, savedlen, expected);' \
    'saved, savedlen, savedlen > expected ? expected : savedlen);' blake2b_saved.c
fault saved_states 'a state that is refused is changed' 'hash_state *state = (hash_state *)S;' \
    'hash_state *state = (hash_state *)S; state->buffered = (unsigned char)buffered;' \
    blake2b_saved.c
