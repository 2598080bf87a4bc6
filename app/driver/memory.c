/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/* Wiping, copying and comparing, of what may be secret; memory.h says how they differ from memset and the like. */
#define MEMORY_CHECKS
#include "memory.h"

void memory_wipe(void *p, size_t bytes) {
#if defined(SECRET_WORDS) && defined(__OPTIMIZE__)
    /* Some hundred bytes piece by piece: "rep stos", which compilers like to take, is slow to start. The
       last piece begins where it must to end with them. */
#define PIECE 16
#define WIPE_PIECE(at)                                     \
    do {                                                   \
        memset(at, 0, PIECE);                              \
        __asm__ __volatile__("" : : "r"(at) : "memory");   \
    } while (0)
    if (bytes >= PIECE && bytes <= 256) {
        unsigned char *at = (unsigned char *)p, *const last = at + bytes - PIECE;
        for (; last - at >= 3 * PIECE; at += 4 * PIECE) {
            WIPE_PIECE(at);
            WIPE_PIECE(at + PIECE);
            WIPE_PIECE(at + 2 * PIECE);
            WIPE_PIECE(at + 3 * PIECE);
        }
        for (; at < last; at += PIECE) {
            WIPE_PIECE(at);
        }
        WIPE_PIECE(last);
        return;
    }
#endif
#if defined(__GNUC__)
    memset(p, 0, bytes);
    __asm__ __volatile__("" : : "r"(p) : "memory");
#else
    volatile unsigned char *v = (volatile unsigned char *)p;
    while (bytes--) {
        *v++ = 0;
    }
#endif
}

void memory_copy(void *p, const void *q, size_t bytes) {
#if defined(SECRET_WORDS)
    /* The last word begins where it must to end with the bytes: P and Q do not overlap. */
    unsigned char *to = (unsigned char *)p;
    const unsigned char *from = (const unsigned char *)q;
    const size_t word = sizeof(secret_word);
    if (bytes >= word) {
        const size_t last = bytes - word;
        size_t at = 0;
        for (; at + 3 * word <= last; at += 4 * word) {
            MOVE_SECRET(to + at, from + at);
            MOVE_SECRET(to + at + word, from + at + word);
            MOVE_SECRET(to + at + 2 * word, from + at + 2 * word);
            MOVE_SECRET(to + at + 3 * word, from + at + 3 * word);
        }
        for (; at < last; at += word) {
            MOVE_SECRET(to + at, from + at);
        }
        MOVE_SECRET(to + last, from + last);
    } else if (bytes >= 4) {
        uint32_t x, y;
        memcpy(&x, from, 4);
        memcpy(&y, from + bytes - 4, 4);
        IN_REGISTER(x);
        IN_REGISTER(y);
        memcpy(to, &x, 4);
        memcpy(to + bytes - 4, &y, 4);
    } else if (bytes) {
        const unsigned char x = from[0], y = from[bytes / 2], z = from[bytes - 1];
        to[0] = x;
        to[bytes / 2] = y;
        to[bytes - 1] = z;
    }
#else
    if (bytes) {
        memcpy(p, q, bytes);
    }
#endif
}

int memory_zeros(const unsigned char *p, size_t bytes) {
    while (bytes--) {
        if (*p++) {
            return 0;
        }
    }
    return 1;
}
