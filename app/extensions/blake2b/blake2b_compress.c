/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * The compression function F of RFC 7693 section 3.2 by itself, with any number of rounds, as
 * EIP-152 (the BLAKE2b precompile of Ethereum) has it.
 */
#include "blake2b_internal.h"

#if defined(UINT64_MAX)

int blake2b_compress(blake2b_uint64 h[8], const unsigned char block[128], const blake2b_uint64 t[2], int last,
                     int last_node, blake2b_uint32 rounds) {
    const struct kernel *kernel;
    uint64_t tf[4];
    if (!h || !block || !t) {
        return BLAKE2B_ERROR_NULL;
    }
    kernel = blake2b_rounds_auto();
    if (!kernel) {
        return BLAKE2B_ERROR_STARTUP;
    }
    tf[0] = t[0];
    tf[1] = t[1];
    tf[2] = last ? ~(uint64_t)0 : 0;
    tf[3] = last_node ? ~(uint64_t)0 : 0;
    BLAKE2B_ROUNDS(kernel)(h, block, tf, rounds);
    return BLAKE2B_OK;
}

/* EIP-152's input: where its parts begin. */
enum { AT_H = 4, AT_M = AT_H + 64, AT_T = AT_M + 128, AT_FLAG = AT_T + 16 };

static uint64_t load64(const unsigned char *p) {
    uint64_t x = 0;
    int i;
    for (i = 8; i--;) {
        x = x << 8 | p[i];
    }
    return x;
}

int blake2b_eip152(unsigned char out[64], const unsigned char *in, size_t inlen) {
    uint64_t h[8], t[2];
    blake2b_uint32 rounds;
    int i, error;
    if (!out || !in) {
        return BLAKE2B_ERROR_NULL;
    }
    if (inlen != BLAKE2B_EIP152_BYTES) {
        return BLAKE2B_ERROR_LENGTH;
    }
    if (in[AT_FLAG] > 1) {
        return BLAKE2B_ERROR_PARAMS;
    }
    rounds = (blake2b_uint32)in[0] << 24 | (blake2b_uint32)in[1] << 16 | (blake2b_uint32)in[2] << 8 | in[3];
    for (i = 0; i < 8; i++) {
        h[i] = load64(in + AT_H + 8 * i);
    }
    t[0] = load64(in + AT_T);
    t[1] = load64(in + AT_T + 8);
    error = blake2b_compress(h, in + AT_M, t, in[AT_FLAG], 0, rounds);
    if (error == BLAKE2B_OK) {
        for (i = 0; i < 64; i++) {
            out[i] = (unsigned char)(h[i / 8] >> 8 * (i % 8) & 0xff);
        }
    }
    memory_wipe(h, sizeof h);
    return error;
}

#else
typedef int blake2b_no_compress;
#endif
