/* What the files of the library, the util and the tests share, and nobody else sees. */
#ifndef BLAKE2B_INTERNAL_H
#define BLAKE2B_INTERNAL_H

#include "config.h"
#include "blake2b.h"

/* configure --freestanding: these two are all that the library asks of its surroundings. */
#if defined(BLAKE2B_FREESTANDING)
void *memcpy(void *to, const void *from, size_t bytes);
void *memset(void *to, int byte, size_t bytes);
#else
#include <string.h>
#endif

#if defined(BLAKE2B_SYMBOL_PREFIX)
#define blake2b_auto BLAKE2B_CAT(BLAKE2B_SYMBOL_PREFIX, blake2b_auto)
#define blake2b_backends BLAKE2B_CAT(BLAKE2B_SYMBOL_PREFIX, blake2b_backends)
#define blake2b_choose BLAKE2B_CAT(BLAKE2B_SYMBOL_PREFIX, blake2b_choose)
#define blake2b_selftest BLAKE2B_CAT(BLAKE2B_SYMBOL_PREFIX, blake2b_selftest)
#define blake2b_use BLAKE2B_CAT(BLAKE2B_SYMBOL_PREFIX, blake2b_use)
#define blake2b_used BLAKE2B_CAT(BLAKE2B_SYMBOL_PREFIX, blake2b_used)
#define blake2b_wipe BLAKE2B_CAT(BLAKE2B_SYMBOL_PREFIX, blake2b_wipe)
#define blake2b_check_params BLAKE2B_CAT(BLAKE2B_SYMBOL_PREFIX, blake2b_check_params)
#define blake2b_begin_params BLAKE2B_CAT(BLAKE2B_SYMBOL_PREFIX, blake2b_begin_params)
#define blake2b_last_block BLAKE2B_CAT(BLAKE2B_SYMBOL_PREFIX, blake2b_last_block)
#define blake2b_digest BLAKE2B_CAT(BLAKE2B_SYMBOL_PREFIX, blake2b_digest)
#define blake2b_lanes_for BLAKE2B_CAT(BLAKE2B_SYMBOL_PREFIX, blake2b_lanes_for)
#define blake2b_allowed BLAKE2B_CAT(BLAKE2B_SYMBOL_PREFIX, blake2b_allowed)
#define blake2b_lanes_backends BLAKE2B_CAT(BLAKE2B_SYMBOL_PREFIX, blake2b_lanes_backends)
#define blake2b_lanes_selftest BLAKE2B_CAT(BLAKE2B_SYMBOL_PREFIX, blake2b_lanes_selftest)
#define blake2b_lanes_auto BLAKE2B_CAT(BLAKE2B_SYMBOL_PREFIX, blake2b_lanes_auto)
#define blake2b_lanes_use BLAKE2B_CAT(BLAKE2B_SYMBOL_PREFIX, blake2b_lanes_use)
#define blake2b_preference BLAKE2B_CAT(BLAKE2B_SYMBOL_PREFIX, blake2b_preference)
#endif

/* Hidden symbols: calls between the library's files cannot be interposed. */
#if defined(__GNUC__) && __GNUC__ >= 4 && !defined(_WIN32)
#define BLAKE2B_HIDDEN __attribute__((visibility("hidden")))
#else
#define BLAKE2B_HIDDEN
#endif

/* Little-endian words on every host, so that all kernels can be compared with each other. */
typedef struct blake2b_state_internal {
    unsigned char H[64]; /* chained state */
    unsigned char T[16]; /* counter: bytes hashed so far, 128 bits */
    unsigned char F[16]; /* finalization flags: last block, last node */
} blake2b_state_internal;

/*
 * The kernel contract.
 *
 * While the first word of F is 0, BYTES is a multiple of 128, zero allowed: each block adds
 * 128 to T (with carry over all 128 bits) and is compressed; blocks start STRIDE bytes apart.
 * When it is ~0 (last block), BYTES is 0 to 128: T grows by BYTES, and the missing rest of
 * the block counts as zeros. No byte outside in[0 .. bytes) of a block is read, none of IN
 * is written. No pointer need be aligned. IN may be NULL if BYTES is 0 and the block is last
 * (or there is none).
 */
typedef void blake2b_blocks_fn(blake2b_state_internal *S, const unsigned char *in, size_t bytes, size_t stride);

/* Compilers without a 64-bit type have no lanes: their messages go one after the other. */
#if defined(UINT64_MAX) && !defined(BLAKE2B_NO_LANES)
#define BLAKE2B_HAVE_LANES 1

/* Several messages at once: word i of lane j stands at [i][j], in the host's byte order. A kernel
   of fewer lanes uses the first columns; the rows' distance is always that of eight lanes. */
#define BLAKE2B_LANES_MAX 8
typedef struct blake2b_lanes {
    uint64_t H[8][BLAKE2B_LANES_MAX];
    uint64_t T[2][BLAKE2B_LANES_MAX];
    uint64_t F[2][BLAKE2B_LANES_MAX];
    uint64_t add[BLAKE2B_LANES_MAX]; /* to T of the lane, for each block: 128, or the bytes of a last block */
    const unsigned char *in[BLAKE2B_LANES_MAX];
} blake2b_lanes;

/*
 * The contract of a kernel of several lanes.
 *
 * BLOCKS is at least 1. Block k of lane j is the 128 bytes at in[j] + k * stride, all of them
 * readable; for each block, T of the lane grows by add (carry over 128 bits, wrapping) and the block
 * is compressed with v12 ^= T0, v13 ^= T1, v14 ^= F0, v15 ^= F1. H and T are updated; F, add, in and
 * the messages are not written. Nothing is read but in those blocks; lanes may read the same memory.
 * Nothing need be aligned, though L is aligned to 64 bytes by the front end where it can. The columns
 * of H and T beyond the kernel's lanes are neither read nor written.
 */
typedef void blake2b_lanes_fn(blake2b_lanes *L, size_t blocks, size_t stride);

/* For variables of that type: alignment speeds the kernels up. */
#if defined(__GNUC__)
#define BLAKE2B_ALIGNED __attribute__((aligned(64)))
#else
#define BLAKE2B_ALIGNED
#endif

typedef struct blake2b_lanes_backend {
    const char *name;          /* NULL ends a table */
    blake2b_lanes_fn *blocks;
    unsigned lanes;            /* 2, 4 or 8 */
    unsigned long needs;       /* CPU features, driver/cpuid.h */
    const char *file;
} blake2b_lanes_backend;
#endif

typedef struct blake2b_backend {
    const char *name;          /* NULL ends a table */
    blake2b_blocks_fn *blocks;
    unsigned long needs;       /* CPU features, driver/cpuid.h */
    const char *file;
} blake2b_backend;

/* The C name of a kernel: BLAKE2B_KERNEL(avx2). */
#define BLAKE2B_KERNEL__(prefix, name) prefix##name
#define BLAKE2B_KERNEL_(prefix, name) BLAKE2B_KERNEL__(prefix, name)
#if defined(BLAKE2B_SYMBOL_PREFIX)
#define BLAKE2B_KERNEL(name) BLAKE2B_KERNEL_(BLAKE2B_CAT(BLAKE2B_SYMBOL_PREFIX, blake2b_blocks_), name)
#else
#define BLAKE2B_KERNEL(name) BLAKE2B_KERNEL_(blake2b_blocks_, name)
#endif

#if defined(BLAKE2B_SYMBOL_PREFIX)
#define BLAKE2B_LANES_KERNEL(name) BLAKE2B_KERNEL_(BLAKE2B_CAT(BLAKE2B_SYMBOL_PREFIX, blake2b_lanes_), name)
#else
#define BLAKE2B_LANES_KERNEL(name) BLAKE2B_KERNEL_(blake2b_lanes_, name)
#endif

/* blake2b.c */

/* memset to 0 that the compiler cannot drop. */
BLAKE2B_HIDDEN void blake2b_wipe(void *p, size_t bytes);

/* BLAKE2B_OK if P can be used, else what a call should return. */
BLAKE2B_HIDDEN int blake2b_check_params(const blake2b_params *P);

/* The state before the first block, for parameters within their ranges, or for those of BLAKE2Xb. */
BLAKE2B_HIDDEN void blake2b_begin_params(blake2b_state_internal *S, const blake2b_params *P);

/* Compress the last BYTES (0 to 128) of the message. */
BLAKE2B_HIDDEN void blake2b_last_block(blake2b_blocks_fn *blocks, blake2b_state_internal *S, const unsigned char *in,
                                       size_t bytes, int last_node);

/* All blocks of a message, after S; writes HASH, then wipes S. */
BLAKE2B_HIDDEN void blake2b_digest(blake2b_blocks_fn *blocks, blake2b_state_internal *S, unsigned char *hash,
                                   size_t hashlen, const unsigned char *in, size_t inlen, const unsigned char *key,
                                   size_t keylen, int last_node);

/* dispatch.c */

/* The kernels of this build, in the table's order; the reference is the last. */
extern BLAKE2B_HIDDEN const blake2b_backend blake2b_backends[];

/* 0 if the kernel keeps the contract, else the number (1, 2, ...) of the first test it fails. */
BLAKE2B_HIDDEN int blake2b_selftest(blake2b_blocks_fn *blocks);

/* The names to try first on a CPU family, and why; first[0] is NULL if it has no preference. (A
   pointer, as SDCC returns no structs.) */
typedef struct blake2b_preferred {
    const char *first[2];
    const char *why;
} blake2b_preferred;
BLAKE2B_HIDDEN const blake2b_preferred *blake2b_preference(int family);

/* The first of TABLE, in order of preference, that FEATURES allow and that passes the
   self-test; NULL if there is none. */
BLAKE2B_HIDDEN const blake2b_backend *blake2b_choose(const blake2b_backend *table, unsigned long features, int family);

/* The kernel in use (NULL before the first use), and a way to use any other. */
BLAKE2B_HIDDEN const blake2b_backend *blake2b_used(void);
BLAKE2B_HIDDEN void blake2b_use(const blake2b_backend *backend);

/* The kernel in use, chosen now if none was; NULL if none passes. */
BLAKE2B_HIDDEN const blake2b_backend *blake2b_auto(void);

/* The CPU features that may be used: all, or those of the kernel that was selected by name. */
BLAKE2B_HIDDEN unsigned long blake2b_allowed(void);

#if defined(BLAKE2B_HAVE_LANES)
/* blake2b_lanes.c */

/* The kernels of several lanes of this build, in the table's order. */
extern BLAKE2B_HIDDEN const blake2b_lanes_backend blake2b_lanes_backends[];

/* 0 if the kernel keeps the contract, else the number (1, 2, ...) of the first test it fails. */
BLAKE2B_HIDDEN int blake2b_lanes_selftest(const blake2b_lanes_backend *backend);

/* The first of the table with so many lanes (2, 4 or 8) that this CPU can run, that may be used,
   and that passes its self-test; NULL if there is none. */
BLAKE2B_HIDDEN const blake2b_lanes_backend *blake2b_lanes_auto(unsigned lanes);

/* The kernel for the next blocks of so many messages (1 or more): one with room for all of them,
   or the widest there is. NULL if they go faster one after the other. */
BLAKE2B_HIDDEN const blake2b_lanes_backend *blake2b_lanes_for(size_t messages);

/* Use only those rows of the table whose bits are set (row 0: 1, row 1: 2, ...). For tests and
   benchmarks; ~0ul again means all. */
BLAKE2B_HIDDEN void blake2b_lanes_use(unsigned long rows);
#endif

#endif
