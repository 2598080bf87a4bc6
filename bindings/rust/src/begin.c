/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/* The amalgamation, and a call that needs its inside. */
#include "blake2b.c"

/*
 * blake2b_digest_init where the key is in its place already, at blake2b_key_offset in the state, followed by zeros
 * to the end of a block. The lengths are in range.
 */
#define blake2b_begin BLAKE2B_SYMBOL(blake2b_begin)
#define blake2b_key_offset BLAKE2B_SYMBOL(blake2b_key_offset)
void blake2b_begin(blake2b_state *S, size_t hashlen, size_t keylen);
void blake2b_begin(blake2b_state *S, size_t hashlen, size_t keylen) {
    hash_state *const state = (hash_state *)S;
    begin_in_blake2b(&state->S, hashlen, keylen);
    blake2b_open_state(state, NULL, 0, hashlen, 0);
    state->buffered = keylen ? BLAKE2B_BLOCKBYTES : 0;
}

extern const size_t blake2b_key_offset;
const size_t blake2b_key_offset = offsetof(hash_state, buffer);
