/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * Saved states: a hash in progress as bytes, from which any other machine can continue. blake2b.h
 * describes the format. BLAKE2bp and BLAKE2Xb also use the functions for BLAKE2b.
 */
#include "blake2b_internal.h"
#include "driver/calls.h"

#define SEAL_BYTES 16
static const unsigned char format[8] = {'b', '2', 's', 't', 'a', 't', 'e', 1};

static void check_value(blake2b_blocks_fn *blocks, const unsigned char *saved, size_t bytes,
                        unsigned char check[SEAL_BYTES]) {
    static const blake2b_params P = BLAKE2B_PARAMS_INIT(SEAL_BYTES, "blake2b state 1");
    blake2b_state_internal S;
    blake2b_begin_params(&S, &P);
    blake2b_whole(blocks, &S, check, SEAL_BYTES, saved, bytes, NULL, 0, 0);
}

int blake2b_check_saved(const void *S, size_t bytes, const void *saved, size_t savedlen,
                        size_t expected, blake2b_blocks_fn **blocks) {
    const struct kernel *kernel;
    CALL_RETURN_IF_NOT_SAVED(S, bytes, saved, savedlen, expected);
    kernel = blake2b_auto();
    if (!kernel) {
        return BLAKE2B_ERROR_STARTUP;
    }
    *blocks = BLAKE2B_BLOCKS(kernel);
    return BLAKE2B_OK;
}

void blake2b_seal(blake2b_blocks_fn *blocks, unsigned char *saved, size_t savedlen) {
    memcpy(saved, format, sizeof format);
    check_value(blocks, saved, savedlen - SEAL_BYTES, saved + savedlen - SEAL_BYTES);
}

int blake2b_sealed(blake2b_blocks_fn *blocks, const unsigned char *saved, size_t savedlen) {
    unsigned char check[SEAL_BYTES];
    check_value(blocks, saved, savedlen - SEAL_BYTES, check);
    saved += savedlen - SEAL_BYTES;
    return memory_equal8(check, saved) && memory_equal8(check + 8, saved + 8) &&
           memory_equal8(saved + SEAL_BYTES - savedlen, format);
}

/* H, T, buffer */
void blake2b_put(const blake2b_state *S, unsigned char *buffered, unsigned char *p) {
    const hash_state *state = (const hash_state *)S;
    *buffered = state->buffered;
    memory_copy(p, state->S.H, 64);
    memory_copy(p + 64, state->S.T, 16);
    memory_copy(p + 80, state->buffer, state->buffered);
    memset(p + 80 + state->buffered, 0, (size_t)(BLAKE2B_BLOCKBYTES - state->buffered));
}

int blake2b_take(blake2b_state *S, size_t digest_length, int last_node, size_t buffered,
                 const unsigned char *p) {
    hash_state *state = (hash_state *)S;
    /* The counter is a whole number of blocks; the buffer is empty only before the first block. */
    if (buffered > BLAKE2B_BLOCKBYTES || p[64] & (BLAKE2B_BLOCKBYTES - 1) ||
        (!buffered && !memory_zeros(p + 64, 16)) ||
        !memory_zeros(p + 80 + buffered, BLAKE2B_BLOCKBYTES - buffered)) {
        return 0;
    }
    blake2b_open_state(state, NULL, 0, digest_length, last_node);
    memory_copy(state->S.H, p, 64);
    memory_copy(state->S.T, p + 64, 16);
    memset(state->S.F, 0, sizeof state->S.F);
    memory_copy(state->buffer, p + 80, BLAKE2B_BLOCKBYTES);
    state->buffered = (unsigned char)buffered;
    return 1;
}

enum { KIND = 8, DIGEST_LENGTH, LAST_NODE, BUFFERED, BODY };

int blake2b_export(const blake2b_state *S, unsigned char *saved, size_t savedlen) {
    const hash_state *state = (const hash_state *)S;
    blake2b_blocks_fn *blocks;
    int error = blake2b_check_saved(S, sizeof *S, saved, savedlen, BLAKE2B_SAVED_BYTES, &blocks);
    if (!error && !blake2b_intact(S)) {
        error = BLAKE2B_ERROR_STATE;
    }
    if (!error) {
        saved[KIND] = 1;
        saved[DIGEST_LENGTH] = state->digest_length;
        saved[LAST_NODE] = state->last_node != 0;
        blake2b_put(S, saved + BUFFERED, saved + BODY);
        blake2b_seal(blocks, saved, savedlen);
    }
    return error;
}

int blake2b_import(blake2b_state *S, const void *saved, size_t savedlen) {
    const unsigned char *const p = (const unsigned char *)saved;
    blake2b_blocks_fn *blocks;
    int error = blake2b_check_saved(S, sizeof *S, saved, savedlen, BLAKE2B_SAVED_BYTES, &blocks);
    if (!error && (!blake2b_sealed(blocks, p, savedlen) || p[KIND] != 1 || !p[DIGEST_LENGTH] ||
                   p[DIGEST_LENGTH] > BLAKE2B_OUTBYTES || p[LAST_NODE] > 1 ||
                   !blake2b_take(S, p[DIGEST_LENGTH], p[LAST_NODE], p[BUFFERED], p + BODY))) {
        error = BLAKE2B_ERROR_SAVED;
    }
    return error;
}
