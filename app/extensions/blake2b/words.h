/* Words of blake2b_lanes from and to the bytes of blake2b_state_internal. Static functions: who
   includes this uses them all. */
#ifndef BLAKE2B_WORDS_H
#define BLAKE2B_WORDS_H

#include <string.h>

#include "blake2b_internal.h"

#if defined(BLAKE2B_HAVE_LANES)

/* Whole words where the byte order allows it: compilers find that out too late to inline bytes well. */
#if (defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__) || defined(_M_X64) || defined(_M_IX86)

static uint64_t load64(const unsigned char *p) {
    uint64_t x;
    memcpy(&x, p, 8);
    return x;
}

static void store64(unsigned char *p, uint64_t x) {
    memcpy(p, &x, 8);
}

#else

static uint64_t load64(const unsigned char *p) {
    uint64_t x = 0;
    int i;
    for (i = 8; i--;) {
        x = x << 8 | p[i];
    }
    return x;
}

static void store64(unsigned char *p, uint64_t x) {
    int i;
    for (i = 0; i < 8; i++) {
        p[i] = (unsigned char)(x >> 8 * i & 0xff);
    }
}

#endif

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
