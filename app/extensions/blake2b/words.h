/* Words of blake2b_lanes from and to the bytes of blake2b_state_internal. Static functions: who
   includes this uses them all. */
#ifndef BLAKE2B_WORDS_H
#define BLAKE2B_WORDS_H

#include "blake2b_internal.h"

#if defined(UINT64_MAX)

static uint64_t load64(const unsigned char *p) {
    return (uint64_t)p[0] | (uint64_t)p[1] << 8 | (uint64_t)p[2] << 16 | (uint64_t)p[3] << 24 |
           (uint64_t)p[4] << 32 | (uint64_t)p[5] << 40 | (uint64_t)p[6] << 48 | (uint64_t)p[7] << 56;
}

static void store64(unsigned char *p, uint64_t x) {
    p[0] = (unsigned char)(x & 0xff);
    p[1] = (unsigned char)(x >> 8 & 0xff);
    p[2] = (unsigned char)(x >> 16 & 0xff);
    p[3] = (unsigned char)(x >> 24 & 0xff);
    p[4] = (unsigned char)(x >> 32 & 0xff);
    p[5] = (unsigned char)(x >> 40 & 0xff);
    p[6] = (unsigned char)(x >> 48 & 0xff);
    p[7] = (unsigned char)(x >> 56 & 0xff);
}

/* H of lane J. */
static void load_lane(blake2b_lanes *L, unsigned j, const unsigned char H[64]) {
    unsigned i;
    for (i = 0; i < 8; i++) {
        L->H[i][j] = load64(H + 8 * i);
    }
}

static void store_lane(const blake2b_lanes *L, unsigned j, unsigned char H[64]) {
    unsigned i;
    for (i = 0; i < 8; i++) {
        store64(H + 8 * i, L->H[i][j]);
    }
}

#endif
#endif
