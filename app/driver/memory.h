/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/* Wipes, copies and compares memory that may be secret. */
#ifndef MEMORY_H
#define MEMORY_H

#include "compiler.h"

#define memory_wipe DRIVER_NAME(wipe)
#define memory_copy DRIVER_NAME(copy)
#define memory_equal8 DRIVER_NAME(equal8)
#define memory_overlap DRIVER_NAME(overlap)
#define memory_zeros DRIVER_NAME(zeros)
#define memory_fits DRIVER_NAME(fits)
#define memory_array_fits DRIVER_NAME(array_fits)

/* memset to 0, which the compiler cannot drop. */
HIDDEN void memory_wipe(void *p, size_t bytes);

/* memcpy that leaves no secret in a register. P and Q may be NULL if BYTES is 0. */
HIDDEN void memory_copy(void *p, const void *q, size_t bytes);

/* The same for 1 to 16 bytes, inline. */
static INLINE void memory_copy_few(void *p, const void *q, size_t bytes) {
#if defined(SECRET_WORDS)
    unsigned char *to = (unsigned char *)p;
    const unsigned char *from = (const unsigned char *)q;
    const size_t word = sizeof(secret_word);
    if (bytes >= word) {
        MOVE_SECRET(to, from);
        if (word < 8 && bytes > 2 * word) {
            MOVE_SECRET(to + word, from + word);
            MOVE_SECRET(to + bytes - 2 * word, from + bytes - 2 * word);
        }
        MOVE_SECRET(to + bytes - word, from + bytes - word);
    } else if (bytes >= 4) {
        uint32_t x, y;
        memcpy(&x, from, 4);
        memcpy(&y, from + bytes - 4, 4);
        IN_REGISTER(x);
        IN_REGISTER(y);
        memcpy(to, &x, 4);
        memcpy(to + bytes - 4, &y, 4);
    } else {
        const unsigned char x = from[0], y = from[bytes / 2], z = from[bytes - 1];
        to[0] = x;
        to[bytes / 2] = y;
        to[bytes - 1] = z;
    }
#else
    memcpy(p, q, bytes);
#endif
}

/* The same inline, for calls of a few bytes. */
static INLINE void memory_copy_here(void *p, const void *q, size_t bytes) {
#if defined(SECRET_WORDS)
    /*
     * The last word ends with the last byte and may overlap the one before: P and Q do not overlap.
     */
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

/* Where a few instructions move 8 secret bytes. */
#if defined(SECRET_WORDS) && (defined(__x86_64__) || defined(__aarch64__)) && !defined(__ILP32__)
#define MEMORY_HAS_MOVES 1
static INLINE void memory_move(unsigned char *to, const unsigned char *from) {
    MOVE_SECRET(to, from);
}
#endif

/* memory_copy of a digest, inline for 64 bytes, the most frequent length. */
static INLINE void memory_copy_digest(void *p, const void *q, size_t bytes) {
#if defined(MEMORY_HAS_MOVES)
    unsigned char *to = (unsigned char *)p;
    const unsigned char *from = (const unsigned char *)q;
    if (bytes == 64) {
        memory_move(to, from);
        memory_move(to + 8, from + 8);
        memory_move(to + 16, from + 16);
        memory_move(to + 24, from + 24);
        memory_move(to + 32, from + 32);
        memory_move(to + 40, from + 40);
        memory_move(to + 48, from + 48);
        memory_move(to + 56, from + 56);
        return;
    }
#endif
    memory_copy(p, q, bytes);
}

/*
 * memory_wipe of an object, inline and without a loop. BYTES is a constant, 16 to 256, so that the
 * compiler keeps only the code for it.
 */
static INLINE void memory_wipe_here(void *p, size_t bytes) {
#if defined(SECRET_WORDS) && defined(__OPTIMIZE__)
    unsigned char *const at = (unsigned char *)p;
#define WIPE_16(n) \
    do { \
        if (bytes >= (n) + 16) { \
            memset(at + (n), 0, 16); \
        } \
    } while (0)
#define WIPE_64(n) \
    do { \
        WIPE_16(n); \
        WIPE_16((n) + 16); \
        WIPE_16((n) + 32); \
        WIPE_16((n) + 48); \
    } while (0)
    WIPE_64(0);
    WIPE_64(64);
    WIPE_64(128);
    WIPE_64(192);
    memset(at + bytes - 16, 0, 16);
    __asm__ __volatile__("" : : "r"(at) : "memory");
#undef WIPE_16
#undef WIPE_64
#else
    memory_wipe(p, bytes);
#endif
}

/* memset with 0, by what is quicker to start; the second as memory_wipe_here. */
#if defined(__GNUC__)
#define memory_zero memory_wipe
#define memory_zero_here memory_wipe_here
#else
#define memory_zero(p, bytes) memset(p, 0, bytes)
#define memory_zero_here memory_zero
#endif

/* Whether all bytes are zero. */
HIDDEN int memory_zeros(const unsigned char *p, size_t bytes);

/* Inline in every call; in firmware one copy of each, in memory.c. */
#if defined(DRIVER_FREESTANDING)
#define MEMORY_CHECK HIDDEN
#else
#define MEMORY_CHECK static INLINE
#endif

/* Whether the 8 bytes are equal. */
MEMORY_CHECK int memory_equal8(const unsigned char *p, const unsigned char *q);

/* Whether P and Q have a byte in common. BYTES is at least 1. */
MEMORY_CHECK int memory_overlap(const void *p, size_t bytes, const void *q, size_t q_bytes);

/*
 * Whether BYTES can be at P: inside the address space, and few enough that adding a block's length
 * does not wrap. The error value of read() and similar calls is rejected.
 */
#define MEMORY_LONGEST ((size_t)-1 - 128)
MEMORY_CHECK int memory_fits(const void *p, size_t bytes);

/* The same for COUNT elements of SIZE bytes. */
MEMORY_CHECK int memory_array_fits(const void *p, size_t count, size_t size);

#if !defined(DRIVER_FREESTANDING) || defined(MEMORY_CHECKS)

MEMORY_CHECK int memory_equal8(const unsigned char *p, const unsigned char *q) {
#if defined(UINT64_MAX) && !defined(DRIVER_FREESTANDING)
    uint64_t a, b;
    memcpy(&a, p, 8);
    memcpy(&b, q, 8);
    return a == b;
#else
    unsigned char difference = 0;
    int i;
    for (i = 0; i < 8; i++) {
        difference |= (unsigned char)(p[i] ^ q[i]);
    }
    return !difference;
#endif
}

#if defined(UINTPTR_MAX)
typedef uintptr_t memory_address;
#else
typedef size_t memory_address;
#endif

MEMORY_CHECK int memory_overlap(const void *p, size_t bytes, const void *q, size_t q_bytes) {
    typedef memory_address address;
    return q_bytes && ((address)p - (address)q < q_bytes || (address)q - (address)p < bytes);
}

MEMORY_CHECK int memory_fits(const void *p, size_t bytes) {
    /* the last byte may be the last of the address space */
    return !bytes ||
           (bytes <= MEMORY_LONGEST && bytes - 1 <= (memory_address)-1 - (memory_address)p);
}

MEMORY_CHECK int memory_array_fits(const void *p, size_t count, size_t size) {
    return count <= MEMORY_LONGEST / size && memory_fits(p, count * size);
}

#endif

#endif
