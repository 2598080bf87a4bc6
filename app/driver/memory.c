/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * Wipes, copies and compares memory that may be secret. memory.h describes the differences from
 * memset, memcpy and memcmp.
 */
#define MEMORY_CHECKS
#include "memory.h"

void memory_wipe(void *p, size_t bytes) {
#if defined(SECRET_WORDS) && defined(__OPTIMIZE__)
    /*
     * Up to some hundred bytes in pieces: "rep stos", which compilers prefer, is slow to start. The
     * last piece may overlap the one before it.
     */
#define PIECE 16
#define WIPE_PIECE(at) \
    do { \
        memset(at, 0, PIECE); \
        __asm__ __volatile__("" : : "r"(at) : "memory"); \
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

#if defined(MEMORY_HAS_MOVES)
#define MOVE2(at) (memory_move(to + (at), from + (at)), memory_move(to + (at) + 8, from + (at) + 8))
#define MOVE4(at) (MOVE2(at), MOVE2((at) + 16))
#define MOVE8(at) (MOVE4(at), MOVE4((at) + 32))
#endif

void memory_copy(void *p, const void *q, size_t bytes) {
#if defined(MEMORY_HAS_MOVES)
    /*
     * Up to a block without a loop: the first and the last part overlap. A mispredicted end of a
     * loop costs more than the copy.
     */
    if (bytes >= 16 && bytes <= 128) {
        unsigned char *to = (unsigned char *)p;
        const unsigned char *from = (const unsigned char *)q;
        if (bytes > 64) {
            MOVE8(0);
            MOVE8(bytes - 64);
        } else if (bytes > 32) {
            MOVE4(0);
            MOVE4(bytes - 32);
        } else {
            MOVE2(0);
            MOVE2(bytes - 16);
        }
        return;
    }
#endif
    memory_copy_here(p, q, bytes);
}

int memory_zeros(const unsigned char *p, size_t bytes) {
    while (bytes--) {
        if (*p++) {
            return 0;
        }
    }
    return 1;
}
