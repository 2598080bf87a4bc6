/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/* Shared by the files of libblake2s. */
#ifndef BLAKE2S_INTERNAL_H
#define BLAKE2S_INTERNAL_H

#include <stdint.h>

#include "driver/dispatch.h"
#include "driver/memory.h"
#include "blake2s.h"

typedef struct blake2s_chain {
    uint32_t h[8];
    uint64_t t;
    uint32_t last; /* 0, or ~0 for the last block */
} blake2s_chain;

/*
 * The contract of single-message kernels: each of the BLOCKS adds ADD to t and is compressed. Of S
 * only h and t are written. Leaves no secrets.
 */
typedef void blake2s_blocks_fn(blake2s_chain *S, const unsigned char *in, size_t blocks,
                               unsigned add);

GENERAL_ONLY static INLINE uint32_t blake2s_load(const unsigned char *p) {
    return p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

/* Several messages at once: word i of lane j is at [i][j]. */
#define BLAKE2S_LANES_MAX 8
typedef struct blake2s_lanes {
    uint32_t h[8][BLAKE2S_LANES_MAX];
    uint32_t t[2][BLAKE2S_LANES_MAX]; /* the low word first */
    uint32_t last[BLAKE2S_LANES_MAX];
    uint32_t add[BLAKE2S_LANES_MAX];
    const unsigned char *in[BLAKE2S_LANES_MAX];
} blake2s_lanes;

/* Copies a lane to a state of one message, and back. */
static INLINE blake2s_chain blake2s_lane(const blake2s_lanes *L, unsigned j) {
    blake2s_chain S;
    unsigned i;
    for (i = 0; i < 8; i++) {
        S.h[i] = L->h[i][j];
    }
    S.t = L->t[0][j] | (uint64_t)L->t[1][j] << 32;
    S.last = L->last[j];
    return S;
}

static INLINE void blake2s_set_lane(blake2s_lanes *L, unsigned j, const blake2s_chain *S) {
    unsigned i;
    for (i = 0; i < 8; i++) {
        L->h[i][j] = S->h[i];
    }
    L->t[0][j] = (uint32_t)(S->t & 0xffffffffu);
    L->t[1][j] = (uint32_t)(S->t >> 32);
    L->last[j] = S->last;
}

/*
 * The contract of multi-message kernels: the same in each lane, for 1 block or more from in[lane]
 * on.
 */
typedef void blake2s_lanes_fn(blake2s_lanes *L, size_t blocks);

/* The contents of a blake2s_state. */
typedef struct blake2s_inside {
    blake2s_chain chain;
    unsigned char buffer[BLAKE2S_BLOCKBYTES];
    unsigned char buffered; /* 0 to 64: a full block waits, as it may be the last one */
    unsigned char digest_length;
    unsigned char tag[8]; /* "a state" between init and final */
} blake2s_inside;

#define BLAKE2S_KERNEL(name) LINKED_NAME(blake2s_blocks_##name)
#define BLAKE2S_LANES_KERNEL(name) LINKED_NAME(blake2s_lanes_##name)
#define BLAKE2S_BLOCKS(k) ((blake2s_blocks_fn *)(k)->entry)
#define BLAKE2S_LANES(k) ((blake2s_lanes_fn *)(k)->entry)
#define blake2s_kernels LINKED_NAME(blake2s_kernels)
#define blake2s_choice LINKED_NAME(blake2s_choice)
#define blake2s_dispatch LINKED_NAME(blake2s_dispatch)
#define blake2s_lanes_kernels LINKED_NAME(blake2s_lanes_kernels)
#define blake2s_lanes_dispatch LINKED_NAME(blake2s_lanes_dispatch)
#define blake2s_begin LINKED_NAME(blake2s_begin)
#define blake2s_check LINKED_NAME(blake2s_check)
#define blake2s_digest LINKED_NAME(blake2s_digest)

extern HIDDEN blake2s_blocks_fn BLAKE2S_KERNEL(generic_32);
extern HIDDEN const struct kernel blake2s_kernels[], blake2s_lanes_kernels[];
extern HIDDEN struct dispatch_choice blake2s_choice;
extern HIDDEN const struct dispatch blake2s_dispatch;
extern HIDDEN const struct dispatch_lanes blake2s_lanes_dispatch;

/* The state before the first block; whether parameters are in range; writes BYTES of the digest. */
HIDDEN void blake2s_begin(blake2s_chain *S, const blake2s_params *params);
HIDDEN int blake2s_check(const blake2s_params *params);
HIDDEN void blake2s_digest(unsigned char *hash, const blake2s_chain *S, size_t bytes);

#endif
