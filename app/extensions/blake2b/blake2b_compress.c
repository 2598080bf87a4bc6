/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * The compression function F of RFC 7693 section 3.2 by itself, with any number of rounds, as
 * EIP-152 (the BLAKE2b precompile of Ethereum) has it. Portable, small, not the fastest.
 */
#define BURN_BYTES 640
#define BURN_MOST 896
#include "ref/burn.h"

#if defined(UINT64_MAX)

static const uint64_t iv[8] = {
    0x6a09e667f3bcc908u, 0xbb67ae8584caa73bu, 0x3c6ef372fe94f82bu, 0xa54ff53a5f1d36f1u,
    0x510e527fade682d1u, 0x9b05688c2b3e6c1fu, 0x1f83d9abfb41bd6bu, 0x5be0cd19137e2179u,
};

/* The message words of ten rounds; then they repeat. RFC 7693 section 2.7. */
static const unsigned char sigma[10][16] = {
    {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15},
    {14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3},
    {11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4},
    {7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8},
    {9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13},
    {2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9},
    {12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11},
    {13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10},
    {6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5},
    {10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0},
};

static uint64_t ror64(uint64_t x, int n) {
    return x >> n | x << (64 - n);
}

/* RFC 7693 section 3.1. */
static void mix(uint64_t v[16], unsigned a, unsigned b, unsigned c, unsigned d, uint64_t x, uint64_t y) {
    v[a] += v[b] + x;
    v[d] = ror64(v[d] ^ v[a], 32);
    v[c] += v[d];
    v[b] = ror64(v[b] ^ v[c], 24);
    v[a] += v[b] + y;
    v[d] = ror64(v[d] ^ v[a], 16);
    v[c] += v[d];
    v[b] = ror64(v[b] ^ v[c], 63);
}

static BLAKE2B_NOINLINE void work(blake2b_uint64 h[8], const unsigned char block[128], const blake2b_uint64 t[2],
                                  int last, int last_node, blake2b_uint32 rounds) {
    uint64_t v[16], m[16];
    unsigned i, j, s;
    for (i = 0; i < 16; i++) {
        m[i] = 0;
        for (j = 8; j--;) {
            m[i] = m[i] << 8 | block[8 * i + j];
        }
    }
    for (i = 0; i < 8; i++) {
        v[i] = h[i];
        v[8 + i] = iv[i];
    }
    v[12] ^= t[0];
    v[13] ^= t[1];
    v[14] ^= last ? ~(uint64_t)0 : 0;
    v[15] ^= last_node ? ~(uint64_t)0 : 0;
    for (s = 0; rounds; rounds--, s = s == 9 ? 0 : s + 1) {
        for (i = 0; i < 4; i++) {
            mix(v, i, 4 + i, 8 + i, 12 + i, m[sigma[s][2 * i]], m[sigma[s][2 * i + 1]]);
        }
        for (i = 0; i < 4; i++) {
            mix(v, i, 4 + (i + 1) % 4, 8 + (i + 2) % 4, 12 + (i + 3) % 4, m[sigma[s][8 + 2 * i]],
                m[sigma[s][9 + 2 * i]]);
        }
    }
    for (i = 0; i < 8; i++) {
        h[i] ^= v[i] ^ v[8 + i];
    }
}

static BLAKE2B_NOINLINE void below(blake2b_uint64 h[8], const unsigned char block[128], const blake2b_uint64 t[2],
                                   int last, int last_node, blake2b_uint32 rounds) {
    BELOW_BURNED;
    work(h, block, t, last, last_node, rounds);
    BURNED_TO_HERE;
}

int blake2b_compress(blake2b_uint64 h[8], const unsigned char block[128], const blake2b_uint64 t[2], int last,
                     int last_node, blake2b_uint32 rounds) {
    if (!h || !block || !t) {
        return BLAKE2B_ERROR_NULL;
    }
    below(h, block, t, last, last_node, rounds);
    burn();
    clear_registers();
    return BLAKE2B_OK;
}

#else
typedef int blake2b_no_compress;
#endif
