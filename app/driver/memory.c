/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/* Wiping, copying and comparing, of what may be secret; memory.h says how they differ from memset and the like. */
#include "memory.h"

void memory_wipe(void *p, size_t bytes) {
#if defined(SECRET_WORDS) && defined(__OPTIMIZE__)
    /* Some hundred bytes piece by piece: "rep stos", which compilers like to take, is slow to start. */
    unsigned char *at = (unsigned char *)p;
    for (; bytes >= 16 && bytes <= 256; bytes -= 16, at += 16) {
        memset(at, 0, 16);
        __asm__ __volatile__("" : : "r"(at) : "memory");
    }
    if (bytes) {
        memset(at, 0, bytes);
        __asm__ __volatile__("" : : "r"(at) : "memory");
    }
#elif defined(__GNUC__)
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
    unsigned char *to = (unsigned char *)p;
    const unsigned char *from = (const unsigned char *)q;
    const size_t word = sizeof(secret_word);
    for (; bytes >= 4 * word; bytes -= 4 * word, from += 4 * word, to += 4 * word) {
        MOVE_SECRET(to, from);
        MOVE_SECRET(to + word, from + word);
        MOVE_SECRET(to + 2 * word, from + 2 * word);
        MOVE_SECRET(to + 3 * word, from + 3 * word);
    }
    for (; bytes >= word; bytes -= word, from += word, to += word) {
        MOVE_SECRET(to, from);
    }
    for (; bytes; bytes--) {
        unsigned x = *from++;
        IN_REGISTER(x);
        *to++ = (unsigned char)(x & 0xff);
    }
#else
    if (bytes) {
        memcpy(p, q, bytes);
    }
#endif
}

int memory_equal8(const unsigned char *p, const unsigned char *q) {
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

int memory_overlap(const void *p, size_t bytes, const void *q, size_t q_bytes) {
#if defined(UINTPTR_MAX)
    typedef uintptr_t address;
#else
    typedef size_t address;
#endif
    return q_bytes && ((address)p - (address)q < q_bytes || (address)q - (address)p < bytes);
}

int memory_zeros(const unsigned char *p, size_t bytes) {
    while (bytes--) {
        if (*p++) {
            return 0;
        }
    }
    return 1;
}
