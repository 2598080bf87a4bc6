/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/* What each contract of a kernel requires of a call, computed by the C references. */
#ifndef BY_REFERENCE_H
#define BY_REFERENCE_H

#include <string.h>

#include "blake2b_words.h"
#include "little_endian.h"
#include "util/blake2b_util_kernels.h"

/* One message: block by block with a copy of each, so that the reference never sees IN. */
static inline void blocks_by_reference(blake2b_state_internal *S, const unsigned char *in,
                                       size_t bytes, size_t stride) {
    const struct kernel *const reference = BLAKE2B_UTIL_REFERENCE;
    unsigned char block[128];
    if (S->F[0]) {
        if (bytes) {
            memcpy(block, in, bytes);
        }
        BLAKE2B_BLOCKS(reference)(S, block, bytes, 0);
        return;
    }
    for (; bytes; bytes -= 128) {
        memcpy(block, in, 128);
        BLAKE2B_BLOCKS(reference)(S, block, 128, 0);
        if (bytes > 128) {
            in = (const unsigned char *)((uintptr_t)in + stride); /* also backwards */
        }
    }
}

#if defined(BLAKE2B_HAVE_LANES)
/* For any number of rounds, the last of its table. */
static inline const struct kernel *rounds_reference(void) {
    const struct kernel *k = blake2b_rounds_kernels;
    while (k[1].name) {
        k++;
    }
    return k;
}

/* Several messages: lane J. */
static inline void lane_by_reference(blake2b_lanes *L, unsigned j, size_t blocks, size_t stride) {
    const unsigned char *const first = L->in[j];
    size_t k;
    for (k = 0; k < blocks; k++) {
        L->in[j] = (const unsigned char *)((uintptr_t)first + k * stride); /* also backwards */
        L->T[0][j] += L->add[j];
        L->T[1][j] += L->T[0][j] < L->add[j];
        lane_rounds_by(rounds_reference(), L, j, 12);
    }
    L->in[j] = first;
}

/* Short message J: its whole digest. */
static inline void short_by_reference(const blake2b_short *W, const blake2b_job *jobs, size_t j,
                                      unsigned char digest[64]) {
    const blake2b_job *const job = &jobs[j];
    unsigned char message[128 * (BLAKE2B_SHORT_WHOLE + 1)];
    uint64_t h[8], tf[4];
    unsigned i;
    memset(message, 0, sizeof message);
    memcpy(message, W->remainder, (size_t)W->rest);
    if (job->inlen) {
        memcpy(message + W->rest, job->in, job->inlen);
    }
    memcpy(h, W->H, sizeof h);
    for (i = 0; i <= W->whole; i++) {
        const uint64_t last = 0 - (uint64_t)(i == W->whole);
        tf[0] = W->T[0] + (last ? job->inlen : 128 * (i + 1) - W->rest);
        tf[1] = W->T[1];
        tf[2] = last;
        tf[3] = last & W->f1;
        BLAKE2B_ROUNDS(rounds_reference())(h, message + 128 * i, tf, 12);
    }
    for (i = 0; i < 8; i++) {
        store_word(digest + 8 * i, h[i]);
    }
}
#endif

#endif
