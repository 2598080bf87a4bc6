/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * The differences between the two word sizes, for sources that serve both: WIDTH 256 is BLAKE-224
 * and -256; WIDTH 512 is BLAKE-384 and -512.
 */
#ifndef BLAKE_WIDTH_H
#define BLAKE_WIDTH_H

#include "blake_internal.h"

#if WIDTH == 256
typedef uint32_t word;
typedef blake256_chain chain;
typedef blake256_lanes lanes;
#define blocks_fn blake256_blocks_fn
#define lanes_fn blake256_lanes_fn
#define rounds_fn blake256_rounds_fn
#define OF_WIDTH(name) blake256_##name
#define IN_BUILD(id) BLAKE256_WITH_##id
#define KERNEL_NAME BLAKE256_KERNEL
#define DECLARE BLAKE256_DECLARE
#define LANES_NAME BLAKE256_LANES_KERNEL
#define ROUNDS_NAME BLAKE256_ROUNDS_KERNEL
#define BLOCKS BLAKE256_BLOCKS
#define LANES BLAKE256_LANES
#define LANES_MAX BLAKE256_LANES_MAX
#define TABLE "blake256.def"
typedef blake256_state state;
typedef blake256_inside inside;
#define ROUNDS 14
#define SHORT_BYTES 28
#define SAVED_BYTES BLAKE256_SAVED_BYTES
#else
typedef uint64_t word;
typedef blake512_chain chain;
typedef blake512_lanes lanes;
#define blocks_fn blake512_blocks_fn
#define lanes_fn blake512_lanes_fn
#define rounds_fn blake512_rounds_fn
#define OF_WIDTH(name) blake512_##name
#define IN_BUILD(id) BLAKE512_WITH_##id
#define KERNEL_NAME BLAKE512_KERNEL
#define DECLARE BLAKE512_DECLARE
#define LANES_NAME BLAKE512_LANES_KERNEL
#define ROUNDS_NAME BLAKE512_ROUNDS_KERNEL
#define BLOCKS BLAKE512_BLOCKS
#define LANES BLAKE512_LANES
#define LANES_MAX BLAKE512_LANES_MAX
#define TABLE "blake512.def"
typedef blake512_state state;
typedef blake512_inside inside;
#define ROUNDS 16
#define SHORT_BYTES 48
#define SAVED_BYTES BLAKE512_SAVED_BYTES
#endif

#define WORD_BYTES (WIDTH / 64)
#define BLOCK_BYTES (WIDTH / 4)
#define DIGEST_BYTES (WIDTH / 8)
#define SALT_BYTES (WIDTH / 16)

/* A word in BLAKE's byte order, big-endian. */
#if defined(__GNUC__) && defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ && \
    !defined(__TINYC__)
#if WIDTH == 256
#define SWAPPED __builtin_bswap32
#else
#define SWAPPED __builtin_bswap64
#endif
GENERAL_ONLY static INLINE word load(const unsigned char *p) {
    word x;
    GENERAL_MEMCPY(&x, p, sizeof x);
    return SWAPPED(x);
}

static INLINE void store(unsigned char *p, word x) {
    x = SWAPPED(x);
    memcpy(p, &x, sizeof x);
}
#else
GENERAL_ONLY static INLINE word load(const unsigned char *p) {
    word x = 0;
    unsigned i;
    for (i = 0; i < WORD_BYTES; i++) {
        x = (word)(x << 8 | p[i]);
    }
    return x;
}

/*
 * A separate shift for each byte. SDCC 4.2 for the STM8 miscompiles a 32-bit "x >>= 8" if the
 * lowest byte of x is in a register and the others are on the stack.
 */
static INLINE void store(unsigned char *p, word x) {
    p[WORD_BYTES - 1] = (unsigned char)(x & 0xff);
    p[WORD_BYTES - 2] = (unsigned char)(x >> 8 & 0xff);
    p[WORD_BYTES - 3] = (unsigned char)(x >> 16 & 0xff);
    p[WORD_BYTES - 4] = (unsigned char)(x >> 24 & 0xff);
#if WIDTH == 512
    p[3] = (unsigned char)(x >> 32 & 0xff);
    p[2] = (unsigned char)(x >> 40 & 0xff);
    p[1] = (unsigned char)(x >> 48 & 0xff);
    p[0] = (unsigned char)(x >> 56 & 0xff);
#endif
}
#endif

#endif
