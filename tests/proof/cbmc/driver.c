/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * That memory.c, the copies of memory.h and move_word of words.h do what contracts.c says, for
 * lengths up to those that it allows.
 *
 * Sources: memory.c
 */
#include "cbmc.h"
#include "driver/memory.h"
#include "driver/words.h"

typedef unsigned char byte;

/* COPY copies LEAST to MOST bytes, between objects of this size. */
#define COPIES(copy, least, most) \
    do { \
        size_t bytes, i; \
        for (bytes = (least); bytes <= (most); bytes++) { \
            byte *const to = object(bytes), *const from = object(bytes); \
            copy(to, from, bytes); \
            for (i = 0; i < bytes; i++) { \
                ASSERT(to[i] == from[i], "each byte is copied"); \
            } \
        } \
    } while (0)

void proof_copy(void) { /* slow */
    COPIES(memory_copy, 1, COPY_MOST);
}

void proof_copy_here(void) { /* slow */
    COPIES(memory_copy_here, 1, COPY_MOST);
}

void proof_copy_few(void) { /* few */
    COPIES(memory_copy_few, 1, 16);
}

/* Other lengths are for memory_copy. */
void proof_copy_digest(void) { /* few */
    COPIES(memory_copy_digest, 64, 64);
}

void proof_copy_nothing(void) { /* few */
    memory_copy(NULL, NULL, 0);
    memory_copy_here(NULL, NULL, 0);
    memory_copy_digest(NULL, NULL, 0);
    ASSERT(memory_zeros(NULL, 0), "no byte that is not 0");
}

/* Above 256 bytes it is a memset; below, pieces of 64 and of 16 bytes, the last one of which overlaps. */
static void wipes(size_t least, size_t most) {
    size_t bytes, i;
    for (bytes = least; bytes <= most; bytes++) {
        byte *const p = object(bytes);
        memory_wipe(p, bytes);
        for (i = 0; 2 * i < bytes; i++) {
            ASSERT(!p[i] && !p[bytes - 1 - i], "each byte is wiped");
        }
    }
}

void proof_wipe(void) { /* slow, differences of pointers */
    wipes(1, 80);
    wipes(255, 257);
}

void proof_zeros(void) { /* slow */
    const size_t bytes = nondet_size(), i = nondet_size();
    const byte *const p = object(bytes);
    size_t n = 0;
    ASSUME(bytes <= ZEROS_MOST && i < bytes);
    if (memory_zeros(p, bytes)) {
        ASSERT(!p[i], "all are 0");
        return;
    }
    while (n < bytes && !p[n]) {
        n++;
    }
    ASSERT(n < bytes, "one is not 0");
}

void proof_move_word(void) { /* few */
    static byte bytes[8];
    static uint64_t x;
    const size_t i = nondet_size();
    HAVOC(bytes, sizeof bytes);
    ASSUME(i < 8);
    move_word(&x, bytes);
    ASSERT((byte)(x >> 8 * i) == bytes[i], "from little-endian bytes");
    HAVOC(&x, sizeof x);
    move_word(bytes, &x);
    ASSERT((byte)(x >> 8 * i) == bytes[i], "to little-endian bytes");
}
