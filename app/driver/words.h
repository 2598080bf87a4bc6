/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * Converts a 64-bit word from the host's byte order to little-endian, or back. Include this only
 * where it is used: the function is static.
 */
#ifndef WORDS_H
#define WORDS_H

#include "compiler.h"

/* Copies a word. One of FROM and TO has the host's byte order, the other is little-endian. */
static void move_word(void *to, const void *from) {
#if defined(SECRET_WORDS) && defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    size_t i;
    for (i = 0; i < 8; i += sizeof(secret_word)) {
        MOVE_SECRET((unsigned char *)to + i, (const unsigned char *)from + i);
    }
#elif defined(SECRET_WORDS) && defined(__BYTE_ORDER__)
    const size_t word = sizeof(secret_word);
    size_t i;
    for (i = 0; i < 8; i += word) {
        size_t x = *(const volatile secret_word *)((const unsigned char *)from + i);
        IN_REGISTER(x);
        *(secret_word *)((unsigned char *)to + 8 - word - i) =
            (size_t)(word == 8 ? __builtin_bswap64(x) : __builtin_bswap32((uint32_t)x));
        x = 0;
        IN_REGISTER(x);
    }
#elif defined(_M_X64) || defined(_M_IX86)
    memcpy(to, from, 8);
#else
    const union {
        uint64_t x;
        unsigned char bytes[8];
    } one = {1};
    int i;
    for (i = 0; i < 8; i++) {
        ((unsigned char *)to)[i] = ((const unsigned char *)from)[one.bytes[0] ? i : 7 - i];
    }
#endif
}

#endif
