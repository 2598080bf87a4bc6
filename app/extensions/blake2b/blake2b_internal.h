/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/* Private declarations, shared by the library, the utility and the tests. */
#ifndef BLAKE2B_INTERNAL_H
#define BLAKE2B_INTERNAL_H

#include "driver/dispatch.h" /* and config.h, which the public header needs */
#include "driver/memory.h"
/* The library checks for NULL, so its compiler must not assume that there is none. */
#define BLAKE2B_NO_ATTRIBUTES
#include "blake2b.h"
#include "blake2b_sigma.h"

/* Two libraries that contain this one may be linked into one program. */
#define blake2b_kernels BLAKE2B_SYMBOL(blake2b_kernels)
#define blake2b_preferences BLAKE2B_SYMBOL(blake2b_preferences)
#define blake2b_choice BLAKE2B_SYMBOL(blake2b_choice)
#define blake2b_dispatch BLAKE2B_SYMBOL(blake2b_dispatch)
#define blake2b_tune_by BLAKE2B_SYMBOL(blake2b_tune_by)
#define blake2b_lanes_kernels BLAKE2B_SYMBOL(blake2b_lanes_kernels)
#define blake2b_lanes_dispatch BLAKE2B_SYMBOL(blake2b_lanes_dispatch)
#define blake2b_rounds_kernels BLAKE2B_SYMBOL(blake2b_rounds_kernels)
#define blake2b_rounds_dispatch BLAKE2B_SYMBOL(blake2b_rounds_dispatch)
#define blake2b_rounds_choice BLAKE2B_SYMBOL(blake2b_rounds_choice)
#define blake2b_rounds_selftest BLAKE2B_SYMBOL(blake2b_rounds_selftest)
#define blake2b_lane_rounds_kernels BLAKE2B_SYMBOL(blake2b_lane_rounds_kernels)
#define blake2b_lane_rounds_dispatch BLAKE2B_SYMBOL(blake2b_lane_rounds_dispatch)
#define blake2b_lane_rounds_selftest BLAKE2B_SYMBOL(blake2b_lane_rounds_selftest)
#define blake2b_short_kernels BLAKE2B_SYMBOL(blake2b_short_kernels)
#define blake2b_short_dispatch BLAKE2B_SYMBOL(blake2b_short_dispatch)
#define blake2b_short_selftest BLAKE2B_SYMBOL(blake2b_short_selftest)
#define blake2b_selftest BLAKE2B_SYMBOL(blake2b_selftest)
#define blake2b_check_params BLAKE2B_SYMBOL(blake2b_check_params)
#define blake2b_begin_params BLAKE2B_SYMBOL(blake2b_begin_params)
#define blake2b_last_block BLAKE2B_SYMBOL(blake2b_last_block)
#define blake2b_whole BLAKE2B_SYMBOL(blake2b_whole)
#define blake2b_running BLAKE2B_SYMBOL(blake2b_running)
#define blake2b_intact BLAKE2B_SYMBOL(blake2b_intact)
#define blake2b_absorb BLAKE2B_SYMBOL(blake2b_absorb)
#define blake2b_open_state BLAKE2B_SYMBOL(blake2b_open_state)
#define blake2b_check_saved BLAKE2B_SYMBOL(blake2b_check_saved)
#define blake2b_seal BLAKE2B_SYMBOL(blake2b_seal)
#define blake2b_sealed BLAKE2B_SYMBOL(blake2b_sealed)
#define blake2b_put BLAKE2B_SYMBOL(blake2b_put)
#define blake2b_take BLAKE2B_SYMBOL(blake2b_take)
#define blake2b_lanes_selftest BLAKE2B_SYMBOL(blake2b_lanes_selftest)

/* Little-endian words on every host, so that all kernels can be compared with each other. */
typedef struct blake2b_state_internal {
    unsigned char H[64]; /* chaining value */
    unsigned char T[16]; /* counter: bytes hashed so far, 128 bits */
    unsigned char F[16]; /* finalization flags: last block, last node */
} blake2b_state_internal;

/*
 * The kernel contract.
 *
 * If the first word of F is 0, BYTES is a multiple of 128, possibly 0. Each block adds 128 to T
 * (with carry over all 128 bits) and is compressed. Blocks are STRIDE bytes apart.
 *
 * If that word is ~0 (last block), BYTES is 0 to 128. The block adds BYTES to T, and is padded with
 * zeros.
 *
 * The kernel reads no byte outside in[0 .. bytes) of a block, and does not write to IN. No pointer
 * needs alignment. IN may be NULL if BYTES is 0, with or without a last block.
 *
 * It leaves nothing of the message or the state on the stack, in vector registers, or, where a word
 * fills one, in general registers. Callee-saved registers are excepted: they get their former
 * values back.
 */
typedef void blake2b_blocks_fn(blake2b_state_internal *S, const unsigned char *in, size_t bytes,
                               size_t stride);

/* Compilers without a 64-bit type have no lanes: messages are hashed one after the other. */
#if defined(UINT64_MAX) && !defined(BLAKE2B_NO_LANES)
#define BLAKE2B_HAVE_LANES 1

/*
 * Several messages at once: word i of lane j is at [i][j], in the host's byte order. A kernel with
 * fewer lanes uses the first columns; the distance of the rows is always that of the most lanes.
 */
#define BLAKE2B_LANES_MAX 16
typedef struct blake2b_lanes {
    uint64_t H[8][BLAKE2B_LANES_MAX];
    uint64_t T[2][BLAKE2B_LANES_MAX];
    uint64_t F[2][BLAKE2B_LANES_MAX];
    /* added to T of the lane for each block: 128, or the bytes of a last block */
    uint64_t add[BLAKE2B_LANES_MAX];
    const unsigned char *in[BLAKE2B_LANES_MAX];
} blake2b_lanes;

/*
 * The contract of multi-message kernels.
 *
 * BLOCKS is at least 1. Block k of lane j is the 128 bytes at in[j] + k * stride, all readable.
 * Each block adds "add" to T of the lane (carry over 128 bits, wrapping) and is compressed with v12
 * ^= T0, v13 ^= T1, v14 ^= F0, v15 ^= F1.
 *
 * The kernel updates H and T. It does not write to F, add, in and the messages. It reads no byte
 * outside the blocks; lanes may read the same memory. It neither reads nor writes columns of H and
 * T beyond its lanes. Nothing needs alignment, though the front end aligns L to 64 bytes where it
 * can. Leaves no secrets, as above.
 */
typedef void blake2b_lanes_fn(blake2b_lanes *L, size_t blocks, size_t stride);

/*
 * The contract of multi-message kernels with any number of rounds, otherwise as the one for a
 * single message, below: F of one block of each lane, the 128 bytes at in[j], with T and F as they
 * are.
 *
 * The kernel updates H. It does not write to any other part of L or to the messages, does not read
 * "add", and neither reads nor writes columns of H beyond its lanes.
 */
typedef void blake2b_lane_rounds_fn(blake2b_lanes *L, uint32_t rounds);

#define BLAKE2B_SHORT_WHOLE 4 /* whole blocks before the last one, at most */

/* What short messages have in common; numbers in the host's byte order. */
typedef struct blake2b_short {
    uint64_t H[8];
    /* the counter before a message, including the remainder; T[0] does not wrap within it */
    uint64_t T[2];
    uint64_t f1;
    uint64_t digest;  /* mask: the lowest n bits are set for a digest of n bytes, 1 to 64 */
    uint64_t rest;    /* bytes of the remainder, 0 to 127 */
    uint64_t kept[2]; /* mask: the lowest "rest" bits are set */
    uint64_t whole;   /* blocks before the last; for kernels of four 0 */
    unsigned char remainder[BLAKE2B_BLOCKBYTES]; /* zero-padded */
} blake2b_short;

/*
 * The contract of kernels for short messages.
 *
 * There are GROUPS groups (at least 1) of as many jobs as the kernel takes at once, four or eight.
 * JOBS and W are as the caller has them, all readable. A message is the remainder and the job's
 * input: as many whole blocks as W tells, and 0 to 128 bytes more, at least one behind whole blocks,
 * which are the last block. T of a block counts its bytes and those before it; f0 of the last one is
 * ~0, with f1 as W has it. The first bytes of H, of the digest's length, go to the job's hash.
 *
 * The kernel writes no other byte, and reads no byte outside the inputs. It reads all messages of a
 * group before it writes a digest. No digest overlaps W or the jobs. JOBS needs no alignment; the
 * front end aligns W to 64 bytes where it can. IN may be NULL if INLEN is 0. Leaves no secrets, as
 * above.
 */
typedef void blake2b_short_fn(const blake2b_short *W, const blake2b_job *jobs, size_t groups);

#endif

#if defined(UINT64_MAX)
/*
 * The contract of kernels with any number of rounds: F of RFC 7693 section 3.2.
 *
 * H and TF are words in the host's byte order. TF has the two words of the counter, then the two
 * flags (0 or ~0). The kernel compresses the 128 bytes at BLOCK with ROUNDS rounds; after ten
 * rounds the permutations repeat. With 0 rounds, h ^= v ^ v' remains.
 *
 * It writes H only, after reading everything, so they may overlap. BLOCK needs no alignment. ROUNDS
 * has 32 bits; the rest of its register is undefined. Leaves no secrets, as above.
 */
typedef void blake2b_rounds_fn(uint64_t *h, const unsigned char *block, const uint64_t *tf,
                               uint32_t rounds);
#endif

/* The contents of a blake2b_state. Only bytes, so that it can be at any address. */
typedef struct hash_state {
    blake2b_state_internal S;
    unsigned char buffer[BLAKE2B_BLOCKBYTES]; /* a block that may be the last one */
    unsigned char buffered;                   /* bytes in it, 0 to 128 */
    unsigned char digest_length;
    unsigned char last_node;
    unsigned char tag[8]; /* "active" between init and final */
} hash_state;

/* clang-format off */
#define BLAKE2B_SIGMA \
    {SIGMA_0}, {SIGMA_1}, {SIGMA_2}, {SIGMA_3}, {SIGMA_4}, \
    {SIGMA_5}, {SIGMA_6}, {SIGMA_7}, {SIGMA_8}, {SIGMA_9}
/* clang-format on */

/* The table of kernels, for driver/table.inc; tests use others. */
#if !defined(BLAKE2B_TABLE)
#define BLAKE2B_TABLE "blake2b.def"
#endif

/* The symbol of a kernel: BLAKE2B_KERNEL(avx2). */
#define BLAKE2B_KERNEL(name) BLAKE2B_SYMBOL(blake2b_blocks_##name)
#define BLAKE2B_LANES_KERNEL(name) BLAKE2B_SYMBOL(blake2b_lanes_##name)
#define BLAKE2B_ROUNDS_KERNEL(name) BLAKE2B_SYMBOL(blake2b_rounds_##name)
#define BLAKE2B_SHORT_KERNEL(name) BLAKE2B_SYMBOL(blake2b_short_##name)

/* blake2b.c */

/* Initializes a state. With a key, the first block is the zero-padded key. */
HIDDEN void blake2b_open_state(hash_state *state, const unsigned char *key, size_t key_length,
                               size_t digest_length, int last_node);

/* Whether the last block is still to come: only then a kernel takes several blocks. */
HIDDEN int blake2b_running(const blake2b_state_internal *S);

/*
 * Whether S was initialized, was not finalized, and has all lengths in range. Whatever else it
 * contains, the calls stay within their memory.
 */
HIDDEN int blake2b_intact(const blake2b_state *S);

/* blake2b_update for an intact state. */
HIDDEN void blake2b_absorb(blake2b_blocks_fn *blocks, blake2b_state *S, const unsigned char *in,
                           size_t bytes);

/* BLAKE2B_OK if P is valid, else the error that the call returns. */
HIDDEN int blake2b_check_params(const blake2b_params *P);

/* Initializes S for the first block, for valid parameters or for those of BLAKE2Xb. */
HIDDEN void blake2b_begin_params(blake2b_state_internal *S, const blake2b_params *P);

/* Compresses the last BYTES (0 to 128) of the message. */
HIDDEN void blake2b_last_block(blake2b_blocks_fn *blocks, blake2b_state_internal *S,
                               const unsigned char *in, size_t bytes, int last_node);

/* Hashes all blocks of a message, continuing from S; writes HASH, then wipes S. */
HIDDEN void blake2b_whole(blake2b_blocks_fn *blocks, blake2b_state_internal *S, unsigned char *hash,
                          size_t hashlen, const unsigned char *in, size_t inlen,
                          const unsigned char *key, size_t keylen, int last_node);

/* blake2b_saved.c */

/*
 * The checks of all exports and imports. Returns BLAKE2B_OK and the kernel if S (of BYTES) and
 * SAVED are valid, else the error that the call returns.
 */
HIDDEN int blake2b_check_saved(const void *S, size_t bytes, const void *saved, size_t savedlen,
                               size_t expected, blake2b_blocks_fn **blocks);

/* Writes the first 8 bytes and the check value; checks them. */
HIDDEN void blake2b_seal(blake2b_blocks_fn *blocks, unsigned char *saved, size_t savedlen);
HIDDEN int blake2b_sealed(blake2b_blocks_fn *blocks, const unsigned char *saved, size_t savedlen);

/*
 * Exports the chaining value, counter and buffer of S to P (208 bytes), and the number of bytes in
 * the buffer; imports them into S. The import returns 0 and does not change S if they are not those
 * of a state.
 */
HIDDEN void blake2b_put(const blake2b_state *S, unsigned char *buffered, unsigned char *p);
HIDDEN int blake2b_take(blake2b_state *S, size_t digest_length, int last_node, size_t buffered,
                        const unsigned char *p);

/* blake2b_kernels.c */

/* The single-message kernels of this build, in the order of the table; the reference is last. */
extern HIDDEN const struct kernel blake2b_kernels[];

/*
 * The PREFER rows of this target, for all tables with the same names of kernels. (With
 * CPU_HAS_FAMILIES.)
 */
extern HIDDEN const struct preference blake2b_preferences[];

/* The choice of a single-message kernel. */
extern HIDDEN struct dispatch_choice blake2b_choice;
extern HIDDEN const struct dispatch blake2b_dispatch;
#define blake2b_auto() dispatch_auto(&blake2b_choice, &blake2b_dispatch)

/* Casts a kernel's entry to its type. */
#define BLAKE2B_BLOCKS(k) ((blake2b_blocks_fn *)(k)->entry)

/*
 * Returns 0 if the kernel keeps the contract, else the number (1, 2, ...) of the first failed test.
 */
HIDDEN COLD int blake2b_selftest(const struct kernel *k);

#if defined(UINT64_MAX)
/* blake2b_rounds.c */

/*
 * The kernels for any number of rounds of this build, in the order of the table; the reference is
 * last.
 */
extern HIDDEN const struct kernel blake2b_rounds_kernels[];
extern HIDDEN struct dispatch_choice blake2b_rounds_choice[DISPATCH_FOLLOWED];
extern HIDDEN const struct dispatch blake2b_rounds_dispatch;
#define blake2b_rounds_auto() dispatch_follow(&blake2b_rounds_dispatch, &blake2b_dispatch)

/* Casts a kernel's entry to its type. */
#define BLAKE2B_ROUNDS(k) ((blake2b_rounds_fn *)(k)->entry)

/* Returns 0 if the kernel keeps the contract, else 1. */
HIDDEN int blake2b_rounds_selftest(const struct kernel *k);
#endif

#if !defined(DRIVER_FREESTANDING)
/* blake2b_tune.c: blake2b_tune with any clock. */
HIDDEN int blake2b_tune_by(dispatch_clock *clock);
#endif

#if defined(BLAKE2B_HAVE_LANES)
/* blake2b_lanes.c */

/* The multi-message kernels of this build, in the order of the table, and the choice among them. */
extern HIDDEN const struct kernel blake2b_lanes_kernels[];
extern HIDDEN const struct dispatch_lanes blake2b_lanes_dispatch;

/* Casts a kernel's entry to its type. */
#define BLAKE2B_LANES(k) ((blake2b_lanes_fn *)(k)->entry)

/*
 * Returns 0 if the kernel keeps the contract, else the number (1, 2, ...) of the first failed test.
 */
HIDDEN int blake2b_lanes_selftest(const struct kernel *k);

/* The plan for so many messages or fewer, and its kernel for the next of so many. */
#define blake2b_lanes_plan(messages) \
    dispatch_plan(&blake2b_lanes_dispatch, &blake2b_dispatch, messages)
#define blake2b_lanes_next(list, messages) dispatch_next(&blake2b_lanes_dispatch, list, messages)
#define blake2b_lanes_for(messages) blake2b_lanes_next(blake2b_lanes_plan(messages), messages)

/* blake2b_compress_many.c */

/* The multi-message kernels for any number of rounds of this build, and the choice among them. */
extern HIDDEN const struct kernel blake2b_lane_rounds_kernels[];
extern HIDDEN const struct dispatch_lanes blake2b_lane_rounds_dispatch;

/* Casts a kernel's entry to its type. */
#define BLAKE2B_LANE_ROUNDS(k) ((blake2b_lane_rounds_fn *)(k)->entry)

/*
 * Returns 0 if the kernel gives the same as a kernel for one message, else the number (1, 2, ...)
 * of the first failed test.
 */
HIDDEN int blake2b_lane_rounds_selftest(const struct kernel *k);

/* blake2b_short.c */

/*
 * The kernels for short messages of this build, in the order of the table. The plan, for messages
 * of one block each, also has rows of multi-message kernels: blocks of messages that have begun
 * follow the plan of blake2b_lanes_dispatch.
 */
extern HIDDEN const struct kernel blake2b_short_kernels[];
extern HIDDEN const struct dispatch_lanes blake2b_short_dispatch;

/* Casts a kernel's entry to its type. */
#define BLAKE2B_SHORT(k) ((blake2b_short_fn *)(k)->entry)

/* The number of groups of N messages, rounded down; some CPUs cannot divide by a variable. */
#define BLAKE2B_SHORT_GROUPS(k, n) ((k)->messages == 4 ? (n) / 4 : (n) / 8)

/*
 * Returns 0 if the kernel keeps the contract, else the number (1, 2, ...) of the first failed test.
 */
HIDDEN int blake2b_short_selftest(const struct kernel *k);
#endif

#endif
