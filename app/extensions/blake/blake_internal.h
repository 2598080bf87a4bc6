/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/* Private declarations, shared by libblake, its part of the utility, and its tests. */
#ifndef BLAKE_INTERNAL_H
#define BLAKE_INTERNAL_H

#include <stddef.h>
#include <stdint.h>

#include "driver/dispatch.h" /* and config.h, which the public header needs */
#include "driver/memory.h"
/* The library checks for NULL, so its compiler must not assume that there is none. */
#define BLAKE_NO_ATTRIBUTES
#include "blake.h"

/* BLAKE-224 and -256, which have 14 rounds: 32-bit words, in the host's byte order. */
typedef struct blake256_chain {
    uint32_t h[8]; /* chaining value */
    uint32_t s[4]; /* salt */
    uint32_t t[2]; /* counter: bits of the message so far, the low word first */
} blake256_chain;

/* BLAKE-384 and -512, which have 16 rounds: 64-bit words, in the host's byte order. */
typedef struct blake512_chain {
    uint64_t h[8];
    uint64_t s[4];
    uint64_t t[2];
} blake512_chain;

/*
 * The contract of single-message kernels.
 *
 * There are BLOCKS (0 or more) consecutive blocks at IN, of 64 or 128 bytes, big-endian words. Each
 * block adds BITS (0 to 512, or to 1024) to the counter (with carry over both words, wrapping) and
 * is compressed. The front end does the padding: a last block without bits of the message comes
 * with a counter of 0 and BITS 0.
 *
 * The kernel reads no byte outside these blocks. It does not write to IN, and of S it writes only h
 * and t. IN needs no alignment, S that of its words. IN may be NULL if BLOCKS is 0.
 *
 * It leaves nothing of the message or the chaining value on the stack, in vector registers, or,
 * where a word fills one, in general registers. Callee-saved registers are excepted: they get their
 * former values back.
 */
#define BLAKE256_DECLARE(name) \
    void name(blake256_chain *S, const unsigned char *in, size_t blocks, unsigned bits)
#define BLAKE512_DECLARE(name) \
    void name(blake512_chain *S, const unsigned char *in, size_t blocks, unsigned bits)
typedef BLAKE256_DECLARE(blake256_blocks_fn);
typedef BLAKE512_DECLARE(blake512_blocks_fn);

/*
 * Several messages at once: word i of lane j is at [i][j]. A kernel with fewer lanes uses the first
 * columns; the distance of the rows is always the same.
 */
#define BLAKE256_LANES_MAX 16
#define BLAKE512_LANES_MAX 8
typedef struct blake256_lanes {
    uint32_t h[8][BLAKE256_LANES_MAX];
    uint32_t s[4][BLAKE256_LANES_MAX];
    uint32_t t[2][BLAKE256_LANES_MAX];
    uint32_t add[BLAKE256_LANES_MAX]; /* bits that each block adds to the counter of the lane */
    const unsigned char *in[BLAKE256_LANES_MAX];
} blake256_lanes;
typedef struct blake512_lanes {
    uint64_t h[8][BLAKE512_LANES_MAX];
    uint64_t s[4][BLAKE512_LANES_MAX];
    uint64_t t[2][BLAKE512_LANES_MAX];
    uint64_t add[BLAKE512_LANES_MAX];
    const unsigned char *in[BLAKE512_LANES_MAX];
} blake512_lanes;

/*
 * The contract of multi-message kernels.
 *
 * BLOCKS is at least 1. Block k of lane j is the 64 or 128 bytes at in[j] + k * (64 or 128), all
 * readable. Each block adds "add" to the counter of the lane (with carry, wrapping) and is
 * compressed.
 *
 * The kernel updates h and t. It does not write to s, add, in and the messages. It reads no byte
 * outside the blocks; lanes may read the same memory. It neither reads nor writes columns beyond
 * its lanes. Nothing needs alignment, though the front end aligns L to 64 bytes where it can.
 * Leaves no secrets, as above.
 */
typedef void blake256_lanes_fn(blake256_lanes *L, size_t blocks);
typedef void blake512_lanes_fn(blake512_lanes *L, size_t blocks);

/* The symbols of kernels: BLAKE256_KERNEL(avx). */
#define BLAKE256_KERNEL(name) LINKED_NAME(blake256_blocks_##name)
#define BLAKE512_KERNEL(name) LINKED_NAME(blake512_blocks_##name)
#define BLAKE256_LANES_KERNEL(name) LINKED_NAME(blake256_lanes_##name)
#define BLAKE512_LANES_KERNEL(name) LINKED_NAME(blake512_lanes_##name)

/*
 * The references also take a number of rounds, instead of 14 in BLAKE-256 and 16 in BLAKE-512. With
 * 0 rounds, h ^= s ^ v ^ v' remains.
 */
#define BLAKE256_DECLARE_ROUNDS(name) \
    void name(blake256_chain *S, const unsigned char *in, size_t blocks, unsigned bits, \
              uint32_t rounds)
#define BLAKE512_DECLARE_ROUNDS(name) \
    void name(blake512_chain *S, const unsigned char *in, size_t blocks, unsigned bits, \
              uint32_t rounds)
typedef BLAKE256_DECLARE_ROUNDS(blake256_rounds_fn);
typedef BLAKE512_DECLARE_ROUNDS(blake512_rounds_fn);
#define BLAKE256_ROUNDS_KERNEL(name) LINKED_NAME(blake256_rounds_##name)
#define BLAKE512_ROUNDS_KERNEL(name) LINKED_NAME(blake512_rounds_##name)
/* Spelled out: SDCC cannot declare a function by a typedef. */
HIDDEN BLAKE256_DECLARE(BLAKE256_KERNEL(generic_32));
HIDDEN BLAKE512_DECLARE(BLAKE512_KERNEL(generic_64));
HIDDEN BLAKE256_DECLARE_ROUNDS(BLAKE256_ROUNDS_KERNEL(generic));
HIDDEN BLAKE512_DECLARE_ROUNDS(BLAKE512_ROUNDS_KERNEL(generic));

/* ---- each word size has its own table (blake256.def, blake512.def) and choice ---- */

#define blake256_kernels LINKED_NAME(blake256_kernels)
#define blake256_choice LINKED_NAME(blake256_choice)
#define blake256_dispatch LINKED_NAME(blake256_dispatch)
#define blake256_selftest LINKED_NAME(blake256_selftest)
#define blake256_lanes_kernels LINKED_NAME(blake256_lanes_kernels)
#define blake256_lanes_dispatch LINKED_NAME(blake256_lanes_dispatch)
#define blake256_lanes_selftest LINKED_NAME(blake256_lanes_selftest)
#define blake512_kernels LINKED_NAME(blake512_kernels)
#define blake512_choice LINKED_NAME(blake512_choice)
#define blake512_dispatch LINKED_NAME(blake512_dispatch)
#define blake512_selftest LINKED_NAME(blake512_selftest)
#define blake512_lanes_kernels LINKED_NAME(blake512_lanes_kernels)
#define blake512_lanes_dispatch LINKED_NAME(blake512_lanes_dispatch)
#define blake512_lanes_selftest LINKED_NAME(blake512_lanes_selftest)

/*
 * The single-message kernels, in the order of the table, the reference last. The self-test returns
 * 0 if a kernel keeps its contract, else the number (1, 2, ...) of the first failed test.
 */
extern HIDDEN const struct kernel blake256_kernels[], blake512_kernels[];
extern HIDDEN struct dispatch_choice blake256_choice, blake512_choice;
extern HIDDEN const struct dispatch blake256_dispatch, blake512_dispatch;
HIDDEN int blake256_selftest(const struct kernel *k);
HIDDEN int blake512_selftest(const struct kernel *k);

/* The same for multi-message kernels. */
extern HIDDEN const struct kernel blake256_lanes_kernels[], blake512_lanes_kernels[];
extern HIDDEN const struct dispatch_lanes blake256_lanes_dispatch, blake512_lanes_dispatch;
HIDDEN int blake256_lanes_selftest(const struct kernel *k);
HIDDEN int blake512_lanes_selftest(const struct kernel *k);

/* Casts a kernel's entry to its type. */
#define BLAKE256_BLOCKS(k) ((blake256_blocks_fn *)(k)->entry)
#define BLAKE512_BLOCKS(k) ((blake512_blocks_fn *)(k)->entry)
#define BLAKE256_LANES(k) ((blake256_lanes_fn *)(k)->entry)
#define BLAKE512_LANES(k) ((blake512_lanes_fn *)(k)->entry)

/* ---- blake_front.inc ---- */

/* The contents of a blake256_state, for either digest, and of a blake512_state. */
typedef struct blake256_inside {
    blake256_chain S;
    unsigned char buffer[BLAKE256_BLOCKBYTES]; /* the block that is not full yet */
    unsigned char buffered;                    /* bytes in it, 0 to 63 */
    unsigned char digest_length;
    unsigned char tag[8]; /* "active" between init and final */
} blake256_inside;
typedef struct blake512_inside {
    blake512_chain S;
    unsigned char buffer[BLAKE512_BLOCKBYTES];
    unsigned char buffered;
    unsigned char digest_length;
    unsigned char tag[8];
} blake512_inside;

#define blake256_begin LINKED_NAME(blake256_begin)
#define blake256_intact LINKED_NAME(blake256_intact)
#define blake256_pad LINKED_NAME(blake256_pad)
#define blake256_rest LINKED_NAME(blake256_rest)
#define blake512_begin LINKED_NAME(blake512_begin)
#define blake512_intact LINKED_NAME(blake512_intact)
#define blake512_pad LINKED_NAME(blake512_pad)
#define blake512_rest LINKED_NAME(blake512_rest)

/* Initializes S for the first block; SALT may be NULL. */
HIDDEN void blake256_begin(blake256_chain *S, size_t digest_length, const unsigned char *salt);
HIDDEN void blake512_begin(blake512_chain *S, size_t digest_length, const unsigned char *salt);

/* Whether S was initialized, was not finalized, and has all lengths in range. */
HIDDEN int blake256_intact(const blake256_state *S);
HIDDEN int blake512_intact(const blake512_state *S);

/*
 * Pads a message: writes the padding after its last BYTES in BLOCKS, which has room for two blocks.
 * T is the counter before them. Returns the number of blocks, 1 or 2.
 */
HIDDEN unsigned blake256_pad(unsigned char *blocks, size_t bytes, const uint32_t t[2],
                             size_t digest_length);
HIDDEN unsigned blake512_pad(unsigned char *blocks, size_t bytes, const uint64_t t[2],
                             size_t digest_length);

/* Hashes all that is left of a message, continuing from S; writes HASH. */
HIDDEN void blake256_rest(blake256_blocks_fn *blocks, blake256_chain *S, unsigned char *hash,
                          size_t digest_length, const unsigned char *in, size_t inlen);
HIDDEN void blake512_rest(blake512_blocks_fn *blocks, blake512_chain *S, unsigned char *hash,
                          size_t digest_length, const unsigned char *in, size_t inlen);

#endif
