/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * Wiping, copying and comparing, of what may be secret; memory.h says how they differ from memset
 * and the like.
 */
#define MEMORY_CHECKS
#include "memory.h"

void memory_wipe(void *p, size_t bytes) {
#if defined(SECRET_WORDS) && defined(__OPTIMIZE__)
    /*
     * Some hundred bytes piece by piece: "rep stos", which compilers like to take, is slow to
     * start. The last piece begins where it must to end with them.
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

void memory_copy(void *p, const void *q, size_t bytes) {
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
