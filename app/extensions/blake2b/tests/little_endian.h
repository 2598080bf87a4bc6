/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/* Words as bytes, the lowest first, on any host. */
#ifndef LITTLE_ENDIAN_H
#define LITTLE_ENDIAN_H

#include <stdint.h>

static inline uint64_t load_word(const unsigned char *p) {
    uint64_t x = 0;
    int i;
    for (i = 8; i--;) {
        x = x << 8 | p[i];
    }
    return x;
}

static inline void store_word(unsigned char *p, uint64_t x) {
    int i;
    for (i = 0; i < 8; i++) {
        p[i] = (unsigned char)(x >> 8 * i & 0xff);
    }
}

#endif
