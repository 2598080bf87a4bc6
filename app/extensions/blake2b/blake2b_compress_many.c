/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/* F for many inputs: with multi-message kernels for twelve rounds, else one by one. */
#include "blake2b_internal.h"

#if defined(UINT64_MAX)

#if defined(BLAKE2B_HAVE_LANES)
#define LANES_ROUNDS 12

static INLINE void move(uint64_t *to, const uint64_t *from) {
#if defined(SECRET_WORDS)
    size_t i;
    for (i = 0; i < sizeof *to; i += sizeof(secret_word)) {
        MOVE_SECRET((unsigned char *)to + i, (const unsigned char *)from + i);
    }
#else
    *to = *from;
#endif
}

/*
 * Compresses ACTIVE jobs, at most as many as the kernel takes. The caller gives the final counter,
 * so "add" is 0.
 */
static void in_lanes(blake2b_lanes *L, const struct kernel *kernel,
                     const blake2b_compress_job *jobs, unsigned active) {
    unsigned j;
    for (j = 0; j < kernel->messages; j++) {
        /* the others are ignored, but must be readable */
        const blake2b_compress_job *job = &jobs[j < active ? j : 0];
        /* unrolled: a loop of eight iterations would take longer than its body */
        move(&L->H[0][j], &job->h[0]);
        move(&L->H[1][j], &job->h[1]);
        move(&L->H[2][j], &job->h[2]);
        move(&L->H[3][j], &job->h[3]);
        move(&L->H[4][j], &job->h[4]);
        move(&L->H[5][j], &job->h[5]);
        move(&L->H[6][j], &job->h[6]);
        move(&L->H[7][j], &job->h[7]);
        L->T[0][j] = job->t[0];
        L->T[1][j] = job->t[1];
        L->F[0][j] = job->last ? ~(uint64_t)0 : 0;
        L->F[1][j] = job->last_node ? ~(uint64_t)0 : 0;
        L->add[j] = 0;
        L->in[j] = job->block;
    }
    BLAKE2B_LANES(kernel)(L, 1, 0);
    for (j = 0; j < active; j++) {
        move(&jobs[j].h[0], &L->H[0][j]);
        move(&jobs[j].h[1], &L->H[1][j]);
        move(&jobs[j].h[2], &L->H[2][j]);
        move(&jobs[j].h[3], &L->H[3][j]);
        move(&jobs[j].h[4], &L->H[4][j]);
        move(&jobs[j].h[5], &L->H[5][j]);
        move(&jobs[j].h[6], &L->H[6][j]);
        move(&jobs[j].h[7], &L->H[7][j]);
    }
}
#endif

#if defined(BLAKE2B_HAVE_LANES)
/* Uses a large frame, after all self-tests. Returns the number of jobs done. */
static NOINLINE size_t by_lanes(const struct kernel *lanes, const blake2b_compress_job *jobs,
                                size_t count) {
    CACHE_ALIGNED blake2b_lanes L;
    size_t i = 0;
    while (lanes) {
        const unsigned active = count - i < lanes->messages ? (unsigned)(count - i)
                                                            : lanes->messages;
        in_lanes(&L, lanes, jobs + i, active);
        i += active;
        lanes = i < count ? blake2b_lanes_next(count - i) : NULL;
    }
    memory_wipe(L.H, sizeof L.H);
    return i;
}
#endif

int blake2b_compress_many(const blake2b_compress_job *jobs, size_t count, blake2b_uint32 rounds) {
    const struct kernel *kernel;
    size_t i = 0;
    if (!jobs && count) {
        return BLAKE2B_ERROR_NULL;
    }
    if (!memory_array_fits(jobs, count, sizeof *jobs)) {
        return BLAKE2B_ERROR_LENGTH;
    }
    for (i = 0; i < count; i++) {
        if (!jobs[i].h || !jobs[i].block) {
            return BLAKE2B_ERROR_NULL;
        }
    }
    kernel = blake2b_rounds_auto();
    if (!kernel) {
        return BLAKE2B_ERROR_STARTUP;
    }
    i = 0;
#if defined(BLAKE2B_HAVE_LANES)
    if (rounds == LANES_ROUNDS && count > 1) {
        const struct kernel *const lanes = blake2b_lanes_for(count);
        if (lanes) {
            i = by_lanes(lanes, jobs, count);
        }
    }
#endif
    for (; i < count; i++) {
        uint64_t tf[4];
        tf[0] = jobs[i].t[0];
        tf[1] = jobs[i].t[1];
        tf[2] = jobs[i].last ? ~(uint64_t)0 : 0;
        tf[3] = jobs[i].last_node ? ~(uint64_t)0 : 0;
        BLAKE2B_ROUNDS(kernel)(jobs[i].h, jobs[i].block, tf, rounds);
    }
    return BLAKE2B_OK;
}

#else
typedef int blake2b_no_compress_many;
#endif
