/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * The compression function F (RFC 7693, section 3.2) with any number of rounds, and in the encoding
 * of EIP-152 (the BLAKE2b precompile of Ethereum).
 */
#include "blake2b_internal.h"

#if defined(UINT64_MAX)

#include "driver/words.h"

/*
 * Without rounds the chaining value cancels out: h ^ v ^ v' of RFC 7693 section 3.2 is the IV xor t
 * and f.
 */
static NOINLINE int no_round(uint64_t *h, const uint64_t *tf) {
    h[4] = 0x510e527fade682d1u ^ tf[0];
    h[5] = 0x9b05688c2b3e6c1fu ^ tf[1];
    h[6] = 0x1f83d9abfb41bd6bu ^ tf[2];
    h[7] = 0x5be0cd19137e2179u ^ tf[3];
    h[0] = 0x6a09e667f3bcc908u;
    h[1] = 0xbb67ae8584caa73bu;
    h[2] = 0x3c6ef372fe94f82bu;
    h[3] = 0xa54ff53a5f1d36f1u;
    return BLAKE2B_OK;
}

static INLINE int compress(const struct kernel *kernel, uint64_t *h, const unsigned char *block,
                           const blake2b_uint64 *t, int last, int last_node,
                           blake2b_uint32 rounds) {
    uint64_t tf[4];
    tf[0] = t[0];
    tf[1] = t[1];
    tf[2] = last ? ~(uint64_t)0 : 0;
    tf[3] = last_node ? ~(uint64_t)0 : 0;
    if (!rounds) {
        return no_round(h, tf);
    }
    BLAKE2B_ROUNDS(kernel)(h, block, tf, rounds);
    return BLAKE2B_OK;
}

/* The slow path: no kernel was chosen yet, or one by name, or the arguments are wrong. */
static NOINLINE int compress_first(uint64_t *h, const unsigned char *block, const blake2b_uint64 *t,
                                   int last, int last_node, blake2b_uint32 rounds) {
    const struct kernel *kernel;
    if (!h || !block || !t) {
        return BLAKE2B_ERROR_NULL;
    }
    kernel = blake2b_rounds_auto();
    return kernel ? compress(kernel, h, block, t, last, last_node, rounds) : BLAKE2B_ERROR_STARTUP;
}

/* With few rounds, the overhead of the call matters. */
int blake2b_compress(blake2b_uint64 h[8], const unsigned char block[128], const blake2b_uint64 t[2],
                     int last, int last_node, blake2b_uint32 rounds) {
    const struct kernel *const kernel = dispatch_follow_usual(blake2b_rounds_choice,
                                                              &blake2b_choice);
    return h && block && t && kernel ? compress(kernel, h, block, t, last, last_node, rounds)
                                     : compress_first(h, block, t, last, last_node, rounds);
}

/* Offsets in the input of EIP-152. */
enum { AT_H = 4, AT_M = AT_H + 64, AT_T = AT_M + 128, AT_FLAG = AT_T + 16 };

int blake2b_eip152(unsigned char out[64], const unsigned char *in, size_t inlen) {
    uint64_t h[8], t[2];
    blake2b_uint32 rounds;
    int i, error;
    if (!out || !in) {
        return BLAKE2B_ERROR_NULL;
    }
    if (inlen != BLAKE2B_EIP152_BYTES || !memory_fits(in, inlen)) {
        return BLAKE2B_ERROR_LENGTH;
    }
    if (in[AT_FLAG] > 1) {
        return BLAKE2B_ERROR_PARAMS;
    }
    rounds = (blake2b_uint32)in[0] << 24 | (blake2b_uint32)in[1] << 16 |
             (blake2b_uint32)in[2] << 8 | in[3];
    for (i = 0; i < 8; i++) {
        move_word(&h[i], in + AT_H + 8 * i);
    }
    move_word(&t[0], in + AT_T);
    move_word(&t[1], in + AT_T + 8);
    error = blake2b_compress(h, in + AT_M, t, in[AT_FLAG], 0, rounds);
    for (i = 0; i < 8 && error == BLAKE2B_OK; i++) {
        move_word(out + 8 * i, &h[i]);
    }
    memory_wipe(h, sizeof h);
    return error;
}

#else
typedef int blake2b_no_compress;
#endif
