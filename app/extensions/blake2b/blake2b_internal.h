/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/* Private declarations, shared by the library, the utility and the tests. */
#ifndef BLAKE2B_INTERNAL_H
#define BLAKE2B_INTERNAL_H

#include "driver/dispatch.h" /* and config.h, which the public header looks at */
#include "driver/memory.h"
/* The library reports NULL, so its compiler may not rely on the absence of it. */
#define BLAKE2B_NO_ATTRIBUTES
#include "blake2b.h"

/* Two libraries that carry this one each may end in one program. */
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
#define blake2b_short_kernels BLAKE2B_SYMBOL(blake2b_short_kernels)
#define blake2b_short_dispatch BLAKE2B_SYMBOL(blake2b_short_dispatch)
#define blake2b_short_selftest BLAKE2B_SYMBOL(blake2b_short_selftest)
#define blake2b_short_for BLAKE2B_SYMBOL(blake2b_short_for)
#define blake2b_few BLAKE2B_SYMBOL(blake2b_few)
#define blake2b_few_on BLAKE2B_SYMBOL(blake2b_few_on)
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
#define blake2b_lanes_for BLAKE2B_SYMBOL(blake2b_lanes_for)
#define blake2b_lanes_next BLAKE2B_SYMBOL(blake2b_lanes_next)
#define blake2b_lanes_selftest BLAKE2B_SYMBOL(blake2b_lanes_selftest)

/* Little-endian words on every host, so that all kernels can be compared with each other. */
typedef struct blake2b_state_internal {
    unsigned char H[64]; /* chained state */
    unsigned char T[16]; /* counter: bytes hashed so far, 128 bits */
    unsigned char F[16]; /* finalization flags: last block, last node */
} blake2b_state_internal;

/*
 * The kernel contract.
 *
 * While the first word of F is 0, BYTES is a multiple of 128, zero allowed. Each block adds 128 to
 * T (with carry over all 128 bits) and is compressed. Blocks start STRIDE bytes apart. When the
 * word is ~0 (last block), BYTES is 0 to 128: T grows by BYTES, and the missing rest of the block
 * counts as zeros. No byte outside in[0 .. bytes) of a block is read, none of IN is written. No
 * pointer need be aligned. IN may be NULL if BYTES is 0, whether the block is the last or there is
 * none.
 *
 * Nothing of the message or the state is left on the stack or in vector registers. Nor is it in
 * general registers, where a word fills one. Registers that are the caller's are excepted.
 */
typedef void blake2b_blocks_fn(blake2b_state_internal *S, const unsigned char *in, size_t bytes,
                               size_t stride);

/* Compilers without a 64-bit type have no lanes: their messages go one after the other. */
#if defined(UINT64_MAX) && !defined(BLAKE2B_NO_LANES)
#define BLAKE2B_HAVE_LANES 1

/* Several messages at once: word i of lane j is at [i][j], in the host's byte order. A kernel
   of fewer lanes uses the first columns; the rows' distance is always that of the most lanes. */
#define BLAKE2B_LANES_MAX 16
typedef struct blake2b_lanes {
    uint64_t H[8][BLAKE2B_LANES_MAX];
    uint64_t T[2][BLAKE2B_LANES_MAX];
    uint64_t F[2][BLAKE2B_LANES_MAX];
    /* to T of the lane, for each block: 128, or the bytes of a last block */
    uint64_t add[BLAKE2B_LANES_MAX];
    const unsigned char *in[BLAKE2B_LANES_MAX];
} blake2b_lanes;

/*
 * The contract of a kernel of several lanes.
 *
 * BLOCKS is at least 1. Block k of lane j is the 128 bytes at in[j] + k * stride, all of them
 * readable. For each block, T of the lane grows by add (carry over 128 bits, wrapping). Then the
 * block is compressed with v12 ^= T0, v13 ^= T1, v14 ^= F0, v15 ^= F1. H and T are updated; F, add,
 * in and the messages are not written. Nothing is read but in those blocks; lanes may read the same
 * memory. Nothing need be aligned, though L is aligned to 64 bytes by the front end where it can.
 * The columns of H and T beyond the kernel's lanes are neither read nor written. Nothing is left
 * behind, as above.
 */
typedef void blake2b_lanes_fn(blake2b_lanes *L, size_t blocks, size_t stride);

/* What short messages have in common, numbers in the host's byte order. */
typedef struct blake2b_short {
    uint64_t H[8];
    /* the counter before a message, after the remainder; T[0] + 128 does not wrap */
    uint64_t T[2];
    uint64_t f1;
    uint64_t digest;  /* the lowest n bits are set of a digest of n bytes, 1 to 64 */
    uint64_t rest;    /* bytes of the remainder, 0 to 127 */
    uint64_t kept[2]; /* as many bits are set, the lowest */
    uint64_t unused;
    unsigned char remainder[BLAKE2B_BLOCKBYTES]; /* zeros after it */
} blake2b_short;

/*
 * The contract of a kernel of short messages.
 *
 * JOBS are eight times GROUPS (at least 1), JOBS and W as the caller has them, all readable. The
 * last block of each is the remainder and the job's input, at most 128 bytes together; T grows by
 * the input's length, f0 is ~0, and the first bytes of H, as many as the digest has, go to its
 * hash. No other byte is written, and none of the input's neighbours read. The eight messages of a
 * group are read before a digest of it is written. JOBS need not be aligned; W is aligned to 64
 * bytes by the front end where it can. IN may be NULL if INLEN is 0. Nothing is left behind, as
 * above.
 */
typedef void blake2b_short_fn(const blake2b_short *W, const blake2b_job *jobs, size_t groups);

#endif

#if defined(UINT64_MAX)
/*
 * The contract of a kernel with any number of rounds: F of RFC 7693 section 3.2.
 *
 * H and TF are words in the host's byte order; TF has the counter's two, then the flags' two (0 or
 * ~0). The first ROUNDS rounds of the endless sequence, of which ten repeat, are done with the 128
 * bytes of BLOCK; none is right as well, then h ^= v ^ v' remains. H alone is written, after all
 * has been read, so that they may overlap. BLOCK need not be aligned; of ROUNDS 32 bits count,
 * whatever is above them in its register. Nothing is left behind, as above.
 */
typedef void blake2b_rounds_fn(uint64_t *h, const unsigned char *block, const uint64_t *tf,
                               uint32_t rounds);
#endif

/* What a blake2b_state holds. Nothing but bytes, so that it may be at any address. */
typedef struct hash_state {
    blake2b_state_internal S;
    unsigned char buffer[BLAKE2B_BLOCKBYTES]; /* the block that may yet turn out to be the last */
    unsigned char buffered;                   /* bytes in it, 0 to 128 */
    unsigned char digest_length;
    unsigned char last_node;
    unsigned char tag[8]; /* "active" between init and final */
} hash_state;

/* The table of kernels (another one in tests), for driver/table.inc. */
#if !defined(BLAKE2B_TABLE)
#define BLAKE2B_TABLE "blake2b.def"
#endif

/* The C name of a kernel: BLAKE2B_KERNEL(avx2). */
#define BLAKE2B_KERNEL(name) BLAKE2B_SYMBOL(blake2b_blocks_##name)
#define BLAKE2B_LANES_KERNEL(name) BLAKE2B_SYMBOL(blake2b_lanes_##name)
#define BLAKE2B_ROUNDS_KERNEL(name) BLAKE2B_SYMBOL(blake2b_rounds_##name)
#define BLAKE2B_SHORT_KERNEL(name) BLAKE2B_SYMBOL(blake2b_short_##name)

/* blake2b.c */

/* An empty state, or with a key: one whose first block is the key, padded with zeros. */
HIDDEN void blake2b_open_state(hash_state *state, const unsigned char *key, size_t key_length,
                               size_t digest_length, int last_node);

/* Whether the last block is still to come: kernels take many blocks only then. */
HIDDEN int blake2b_running(const blake2b_state_internal *S);

/*
 * Whether S was initialised, was not finalised, and holds no length that is out of its range.
 * Whatever else it holds, the calls stay within their memory.
 */
HIDDEN int blake2b_intact(const blake2b_state *S);

/* blake2b_update of an intact state. */
HIDDEN void blake2b_absorb(blake2b_blocks_fn *blocks, blake2b_state *S, const unsigned char *in,
                           size_t bytes);

/* BLAKE2B_OK if P can be used, else what a call should return. */
HIDDEN int blake2b_check_params(const blake2b_params *P);

/*
 * The state before the first block, for parameters within their ranges, or for those of BLAKE2Xb.
 */
HIDDEN void blake2b_begin_params(blake2b_state_internal *S, const blake2b_params *P);

/* Compress the last BYTES (0 to 128) of the message. */
HIDDEN void blake2b_last_block(blake2b_blocks_fn *blocks, blake2b_state_internal *S,
                               const unsigned char *in, size_t bytes, int last_node);

/* All blocks of a message, after S; writes HASH, then wipes S. */
HIDDEN void blake2b_whole(blake2b_blocks_fn *blocks, blake2b_state_internal *S, unsigned char *hash,
                          size_t hashlen, const unsigned char *in, size_t inlen,
                          const unsigned char *key, size_t keylen, int last_node);

/* blake2b_saved.c */

/* What the exports and imports share. BLAKE2B_OK and the kernel, if S (BYTES) and SAVED are as they
   should be, else what the call should return. */
HIDDEN int blake2b_check_saved(const void *S, size_t bytes, const void *saved, size_t savedlen,
                               size_t expected, blake2b_blocks_fn **blocks);

/* The first 8 bytes and the check value; whether they are right. */
HIDDEN void blake2b_seal(blake2b_blocks_fn *blocks, unsigned char *saved, size_t savedlen);
HIDDEN int blake2b_sealed(blake2b_blocks_fn *blocks, const unsigned char *saved, size_t savedlen);

/*
 * Chained value, counter and buffer of S to P (208 bytes), and the bytes in the buffer; and S from
 * them: 0, and S is as it was, if they cannot be a state's.
 */
HIDDEN void blake2b_put(const blake2b_state *S, unsigned char *buffered, unsigned char *p);
HIDDEN int blake2b_take(blake2b_state *S, size_t digest_length, int last_node, size_t buffered,
                        const unsigned char *p);

/* blake2b_kernels.c */

/* The kernels of one message of this build, in the table's order; the reference is the last. */
extern HIDDEN const struct kernel blake2b_kernels[];

/*
 * The PREFER rows of this target, for all tables whose kernels are called alike. (With
 * CPU_HAS_FAMILIES.)
 */
extern HIDDEN const struct preference blake2b_preferences[];

/* The choice among them. */
extern HIDDEN struct dispatch_choice blake2b_choice;
extern HIDDEN const struct dispatch blake2b_dispatch;
#define blake2b_auto() dispatch_auto(&blake2b_choice, &blake2b_dispatch)

/* What such a kernel is called as. */
#define BLAKE2B_BLOCKS(k) ((blake2b_blocks_fn *)(k)->entry)

/* 0 if the kernel keeps the contract, else the number (1, 2, ...) of the first test it fails. */
HIDDEN COLD int blake2b_selftest(const struct kernel *k);

#if defined(UINT64_MAX)
/* blake2b_rounds.c */

/*
 * The kernels with any number of rounds of this build, in the table's order; the reference is the
 * last.
 */
extern HIDDEN const struct kernel blake2b_rounds_kernels[];
extern HIDDEN struct dispatch_choice blake2b_rounds_choice[];
extern HIDDEN const struct dispatch blake2b_rounds_dispatch;
#define blake2b_rounds_auto() dispatch_follow(&blake2b_rounds_dispatch, &blake2b_dispatch)

/* What such a kernel is called as. */
#define BLAKE2B_ROUNDS(k) ((blake2b_rounds_fn *)(k)->entry)

/* 0 if the kernel keeps the contract, else 1. */
HIDDEN int blake2b_rounds_selftest(const struct kernel *k);
#endif

#if !defined(DRIVER_FREESTANDING)
/* blake2b_tune.c: blake2b_tune by any clock. */
HIDDEN int blake2b_tune_by(dispatch_clock *clock);
#endif

#if defined(BLAKE2B_HAVE_LANES)
/* blake2b_lanes.c */

/*
 * The kernels of several messages of this build, in the table's order, and the choice among them.
 */
extern HIDDEN const struct kernel blake2b_lanes_kernels[];
extern HIDDEN const struct dispatch_lanes blake2b_lanes_dispatch;

/* What such a kernel is called as. */
#define BLAKE2B_LANES(k) ((blake2b_lanes_fn *)(k)->entry)

/* 0 if the kernel keeps the contract, else the number (1, 2, ...) of the first test it fails. */
HIDDEN int blake2b_lanes_selftest(const struct kernel *k);

/*
 * The kernel for the next blocks of so many messages (1 or more), or of the first of them if it
 * takes fewer: dispatch_lanes_for. NULL if they go faster one after the other.
 */
HIDDEN const struct kernel *blake2b_lanes_for(size_t messages);

/*
 * The same without a self-test, after blake2b_lanes_for has been asked for as many or more:
 * dispatch_lanes_next.
 */
HIDDEN const struct kernel *blake2b_lanes_next(size_t messages);

/* blake2b_short.c */

/*
 * The kernels of short messages of this build, in the table's order. The last is none (its entry is
 * NULL), and stands for those of several messages.
 */
extern HIDDEN const struct kernel blake2b_short_kernels[];
extern HIDDEN const struct dispatch blake2b_short_dispatch;

/* What such a kernel is called as. */
#define BLAKE2B_SHORT(k) ((blake2b_short_fn *)(k)->entry)

/* The one for so many messages, NULL if they go faster without. */
#define BLAKE2B_SHORT_LEAST 3
HIDDEN blake2b_short_fn *blake2b_short_for(size_t messages);

/* How N messages of a block each, 1 to 8, go fastest, by the table's costs: bits of blake2b_few. */
#define BLAKE2B_FEW_GROUP(n) (1ul << ((n)-1))        /* in a group of short messages; else */
#define BLAKE2B_FEW_SERIAL(n) (1ul << ((n)-1) << 8)  /* one after the other; else in lanes */
#define BLAKE2B_FEW_SECOND(n) (1ul << ((n)-1) << 16) /* after a group: with it, as a second one */
#define BLAKE2B_FEW 8
#define BLAKE2B_FEW_BITS 24

/* With SERIAL for one message; on this CPU, or on a family with these CPU features. */
HIDDEN unsigned long blake2b_few(const struct kernel *serial);
HIDDEN unsigned long blake2b_few_on(int family, unsigned long features,
                                    const struct kernel *serial);

/* 0 if the kernel keeps the contract, else the number (1, 2, ...) of the first test it fails. */
HIDDEN int blake2b_short_selftest(const struct kernel *k);
#endif

#endif
