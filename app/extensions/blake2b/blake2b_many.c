/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * Many independent messages at once: as many as a kernel has lanes go through it side by side,
 * and where one ends the next takes its lane. What they all begin with is compressed once.
 */
#include <string.h>

#include "blake2b_internal.h"

enum { PREFETCHED = 256 }; /* bytes of a message */

/* A message on its way. */
typedef struct lane {
    /* what is left of it, but for what is before it in the work's block */
    const unsigned char *in;
    size_t ahead; /* bytes of that */
    size_t left;  /* bytes of both */
    unsigned char *hash;
} lane;

typedef struct work {
#if defined(BLAKE2B_HAVE_LANES)
    blake2b_lanes L;
    uint64_t start[8][2];          /* H of FIRST, for two lanes at a time */
    lane lanes[BLAKE2B_LANES_MAX]; /* the first ACTIVE are in use */
    unsigned active;
    /* while a message is hashed, the one so many after it is prefetched */
    unsigned ahead;
    unsigned char padded[BLAKE2B_LANES_MAX]; /* bytes in front of the zeros in PAD, below */
#endif

    const blake2b_job *jobs; /* those that have not begun */
    size_t count;
    size_t digest_length;
    int last_node;
    blake2b_blocks_fn *blocks; /* the serial kernel */

    /*
     * All messages go on from the state FIRST, with the first REST bytes (0 to 127) of BLOCK before
     * each. A full block, such as a key's, FIRST is behind; but it is the last block of an empty
     * message, which starts from EMPTY.
     */
    blake2b_state_internal first, empty;
    unsigned char block[BLAKE2B_BLOCKBYTES];
    size_t rest;
    int full;
    int secret; /* as there was a key, or there may have been one */
#if defined(BLAKE2B_HAVE_LANES)
    /*
     * Of each lane, blocks that are nowhere in one piece; last ones with zeros after them. As
     * many as the kernel has lanes, or more.
     */
    CACHE_ALIGNED unsigned char pad[][BLAKE2B_BLOCKBYTES];
#endif
} work;

/* What a call is to do, with the kernels for it: chosen, and tested. */
typedef struct task {
    const blake2b_params *params; /* or, if NULL: */
    const hash_state *state;
    const blake2b_job *jobs;
    size_t count;
    blake2b_blocks_fn *serial;
#if defined(BLAKE2B_HAVE_LANES)
    const struct kernel *serial_kernel;
    blake2b_short_fn *for_short;
    const struct kernel *lanes;
#endif
} task;

#define JOB blake2b_job
#include "driver/many.inc"

/* The next message, as L; the state it starts from. */
static const blake2b_state_internal *take(work *w, lane *l) {
    const blake2b_job *job = w->jobs++;
    w->count--;
    l->hash = job->hash;
    if (w->full && !job->inlen) {
        l->in = w->block;
        l->ahead = 0;
        l->left = BLAKE2B_BLOCKBYTES;
        return &w->empty;
    }
    l->in = (const unsigned char *)job->in;
    l->ahead = w->rest;
    l->left = w->rest + job->inlen;
    return &w->first;
}

/* BYTES of L's message, with what is before it, to TO. */
static void assemble(const work *w, const lane *l, unsigned char *to, size_t bytes) {
    memory_copy(to, w->block, l->ahead);
    memory_copy(to + l->ahead, l->in, bytes - l->ahead);
}

/* All of L's message by the serial kernel, from S on, which is wiped. */
static void finish(const work *w, blake2b_state_internal *S, const lane *l) {
    const unsigned char *in = l->in;
    size_t left = l->left;
    if (l->ahead) {
        unsigned char block[BLAKE2B_BLOCKBYTES];
        const size_t bytes = left < sizeof block ? left : sizeof block;
        assemble(w, l, block, bytes);
        if (left > sizeof block) {
            w->blocks(S, block, sizeof block, 0);
            in += sizeof block - l->ahead;
            left -= sizeof block;
        } else {
            in = block;
        }
        blake2b_whole(w->blocks, S, l->hash, w->digest_length, in, left, NULL, 0, w->last_node);
        memory_wipe(block, sizeof block);
    } else {
        blake2b_whole(w->blocks, S, l->hash, w->digest_length, in, left, NULL, 0, w->last_node);
    }
}

#if defined(BLAKE2B_HAVE_LANES)
#include "blake2b_words.h"

/*
 * The next BYTES (at most a block) of what lane J has as L, in one piece and filled up with zeros.
 */
static const unsigned char *pad(work *w, unsigned j, const lane *l, size_t bytes) {
    if (bytes == BLAKE2B_BLOCKBYTES && !l->ahead) {
        return l->in;
    }
    assemble(w, l, w->pad[j], bytes);
    if (bytes < w->padded[j]) {
        memset(w->pad[j] + bytes, 0, w->padded[j] - bytes);
    }
    w->padded[j] = (unsigned char)bytes;
    return w->pad[j];
}

static void output(const work *w, unsigned j, unsigned char *hash) {
    if (w->digest_length == BLAKE2B_OUTBYTES) {
        store_lane(&w->L, j, hash);
    } else {
        unsigned char all[BLAKE2B_OUTBYTES];
        store_lane(&w->L, j, all);
        memory_copy(hash, all, w->digest_length);
        memory_wipe(all, sizeof all);
    }
}

/*
 * The first bytes of message number I of those that have not begun, if there is one, come to the
 * cache. After them the CPU sees by itself where a message goes on.
 */
static INLINE void prefetch(const work *w, size_t i) {
#if defined(__GNUC__)
    if (i < w->count) {
        const unsigned char *const in = (const unsigned char *)w->jobs[i].in;
        const size_t bytes = w->jobs[i].inlen < PREFETCHED ? w->jobs[i].inlen : PREFETCHED;
        size_t at;
        for (at = 0; at < bytes; at += 64) {
            __builtin_prefetch(in + at);
        }
    }
#else
    (void)w;
    (void)i;
#endif
}

/* The next message takes lane J. */
static void begin(work *w, unsigned j) {
    const blake2b_state_internal *S = take(w, &w->lanes[j]);
    prefetch(w, w->ahead);
    load_lane(&w->L, j, S->H);
    move_word(&w->L.T[0][j], S->T);
    move_word(&w->L.T[1][j], S->T + 8);
}

/* Lane J is free: the last one moves there. */
static void drop(work *w, unsigned j) {
    const unsigned last = --w->active;
    unsigned i;
    if (j != last) {
        w->lanes[j] = w->lanes[last];
        for (i = 0; i < 8; i++) {
            memory_copy(&w->L.H[i][j], &w->L.H[i][last], sizeof w->L.H[i][j]);
        }
        w->L.T[0][j] = w->L.T[0][last];
        w->L.T[1][j] = w->L.T[1][last];
    }
}

/*
 * One kernel call: while no lane is at its last block, nor at one of two pieces, as many blocks as
 * every lane has before it; otherwise one block in every lane. A kernel of fewer lanes than are in
 * use takes the first.
 */
static void step(work *w, const struct kernel *kernel) {
    const unsigned lanes = w->active < kernel->messages ? w->active : kernel->messages;
    size_t blocks = (size_t)-1;
    unsigned j;
    for (j = 0; j < lanes; j++) {
        const lane *l = &w->lanes[j];
        const int last = l->left <= BLAKE2B_BLOCKBYTES;
        const size_t whole = last || l->ahead ? 1 : (l->left - 1) / BLAKE2B_BLOCKBYTES;
        blocks = whole < blocks ? whole : blocks;
        w->L.F[0][j] = last ? ~(uint64_t)0 : 0;
        w->L.F[1][j] = last && w->last_node ? ~(uint64_t)0 : 0;
        w->L.add[j] = last ? l->left : BLAKE2B_BLOCKBYTES;
        w->L.in[j] = pad(w, j, l, last ? l->left : BLAKE2B_BLOCKBYTES);
    }
    for (; j < kernel->messages; j++) {
        w->L.in[j] = w->L.in[0]; /* of no use, but it must be readable */
    }
    BLAKE2B_LANES(kernel)(&w->L, blocks, BLAKE2B_BLOCKBYTES);
    for (j = lanes; j--;) {
        lane *l = &w->lanes[j];
        if (l->left > BLAKE2B_BLOCKBYTES) {
            l->in += blocks * BLAKE2B_BLOCKBYTES - l->ahead;
            l->left -= blocks * BLAKE2B_BLOCKBYTES;
            l->ahead = 0;
            continue;
        }
        output(w, j, l->hash);
        if (w->count) {
            begin(w, j);
        } else {
            drop(w, j);
        }
    }
}

/* By the vector registers that every kernel clears, and not by others, which memcpy may use. */
static void copy_start(work *w, unsigned lanes) {
    unsigned i, j;
    for (i = 0; i < 8; i++) {
        for (j = 0; j < lanes; j += 2) {
            memcpy(&w->L.H[i][j], w->start[i], sizeof w->start[i]);
#if defined(__GNUC__)
            __asm__ __volatile__("" : : : "memory");
#endif
        }
    }
}

/* No kernel has written to other lanes, nor secrets to other rows. */
static void wipe_lanes(work *w, unsigned lanes) {
    unsigned i, j;
    for (i = 0; i < 8; i++) {
        for (j = 0; j < lanes; j += 2) {
            memset(&w->L.H[i][j], 0, sizeof w->start[i]);
#if defined(__GNUC__)
            __asm__ __volatile__("" : : : "memory");
#endif
        }
    }
#if !defined(__GNUC__)
    memory_wipe(&w->L, sizeof w->L);
#endif
}

/*
 * Messages of one block, LANES at a time while all of them are: no more is done for each than must
 * be.
 */
static void single_blocks(work *w, const struct kernel *kernel) {
    const unsigned lanes = kernel->messages;
    const size_t least = w->full ? 1 : 0, most = BLAKE2B_BLOCKBYTES - w->rest;
    unsigned j;
    memset(w->L.F[0], 0xff, sizeof w->L.F[0]);
    memset(w->L.F[1], w->last_node ? 0xff : 0, sizeof w->L.F[1]);
    while (w->count >= lanes) {
        for (j = 0; j < lanes; j++) {
            if (w->jobs[j].inlen < least || w->jobs[j].inlen > most) {
                return;
            }
        }
        copy_start(w, lanes);
        for (j = 0; j < lanes; j++) {
            move_word(&w->L.T[0][j], w->first.T);
            move_word(&w->L.T[1][j], w->first.T + 8);
        }
        for (j = 0; j < lanes; j++) {
            lane *l = &w->lanes[j];
            take(w, l);
            prefetch(w, w->ahead);
            w->L.add[j] = l->left;
            w->L.in[j] = pad(w, j, l, l->left);
        }
        BLAKE2B_LANES(kernel)(&w->L, 1, BLAKE2B_BLOCKBYTES);
        for (j = 0; j < lanes; j++) {
            output(w, j, w->lanes[j].hash);
        }
    }
}

/* What is left of the message in lane J by the serial kernel. */
static void finish_lane(work *w, unsigned j) {
    blake2b_state_internal S;
    store_lane(&w->L, j, S.H);
    move_word(S.T, &w->L.T[0][j]);
    move_word(S.T + 8, &w->L.T[1][j]);
    memset(S.F, 0, sizeof S.F);
    finish(w, &S, &w->lanes[j]);
}

static uint64_t lowest_bits(size_t n) {
    return n >= 64 ? ~(uint64_t)0 : ((uint64_t)1 << n) - 1;
}

/*
 * The next messages, as far as they are of one block and many enough for the kernel of short ones.
 */
static NOINLINE void by_short_kernel(work *w, blake2b_short_fn *kernel,
                                     const struct kernel *serial) {
    enum { GROUP = 8 };
    const unsigned long few = blake2b_few(serial);
    CACHE_ALIGNED blake2b_short common;
    const size_t shortest = w->full ? 1 : 0, more = BLAKE2B_BLOCKBYTES - w->rest - shortest;
    size_t count = 0, odd;
    unsigned i;
    while (count < w->count && w->jobs[count].inlen - shortest <= more) { /* wraps if it is less */
        count++;
    }
    move_word(&common.T[0], w->first.T);
    if (!count || (count < GROUP && (count < w->count || !(few & BLAKE2B_FEW_GROUP(count)))) ||
        common.T[0] > ~(uint64_t)0 - 2 * BLAKE2B_BLOCKBYTES) {
        return;
    }
    for (i = 0; i < 8; i++) {
        move_word(&common.H[i], w->first.H + 8 * i);
    }
    common.T[0] += w->rest;
    move_word(&common.T[1], w->first.T + 8);
    common.f1 = w->last_node ? ~(uint64_t)0 : 0;
    common.digest = lowest_bits(w->digest_length);
    common.rest = w->rest;
    common.kept[0] = lowest_bits(w->rest);
    common.kept[1] = w->rest > 64 ? lowest_bits(w->rest - 64) : 0;
    memset(common.remainder, 0, sizeof common.remainder);
    memory_copy(common.remainder, w->block, w->rest);

    /*
     * Two groups at once are faster than one after the other: what fills no group goes with the
     * last one.
     */
    odd = count % (2 * GROUP);
    if (count < w->count || !(odd % GROUP) ||
        !(few & (odd > GROUP ? BLAKE2B_FEW_SECOND(odd % GROUP) : BLAKE2B_FEW_GROUP(odd % GROUP)))) {
        count -= odd % GROUP;
        odd = 0;
    }
    if (count - odd) {
        kernel(&common, w->jobs, (count - odd) / GROUP);
    }
    if (odd) {
        blake2b_job jobs[2 * GROUP];
        unsigned char nowhere[BLAKE2B_OUTBYTES];
        const unsigned all = odd > GROUP ? 2 * GROUP : GROUP;
        for (i = 0; i < all; i++) {
            if (i < odd) {
                jobs[i] = w->jobs[count - odd + i];
            } else {
                jobs[i].in = &common;
                jobs[i].inlen = 0;
                jobs[i].hash = nowhere;
            }
        }
        kernel(&common, jobs, all / GROUP);
        memory_wipe(nowhere, sizeof nowhere);
    }
    w->jobs += count;
    w->count -= count;
    if (w->secret) {
        memory_wipe(&common, sizeof common);
    }
}

/* Whether all of these messages, with REST bytes before each, go faster one after the other. */
static int better_one_by_one(const struct kernel *serial, const blake2b_job *jobs, size_t count,
                             size_t rest) {
    size_t i;
    if (count > BLAKE2B_FEW || !dispatch_lanes_all(&blake2b_lanes_dispatch)) {
        return 0;
    }
    for (i = 0; i < count; i++) {
        if (jobs[i].inlen > BLAKE2B_BLOCKBYTES - rest) {
            return 0;
        }
    }
    return !count || (blake2b_few(serial) & BLAKE2B_FEW_SERIAL(count)) != 0;
}

#define LANES_NEXT blake2b_lanes_next
#include "driver/lanes.inc"

static void in_lanes(work *w, const struct kernel *kernel) {
    const unsigned lanes = kernel->messages; /* no call has more; nothing is in others */
    unsigned i, j;
    for (i = 0; i < 8; i++) {
        move_word(&w->start[i][0], w->first.H + 8 * i);
        move_word(&w->start[i][1], w->first.H + 8 * i);
    }
    memset(w->pad, 0, lanes * sizeof w->pad[0]);
    memset(w->padded, 0, sizeof w->padded);
    w->active = 0;
    w->ahead = lanes - 1; /* counted after the message was taken */
    for (j = 0; j < lanes; j++) {
        prefetch(w, j);
    }
    schedule(w, kernel);
    for (j = 0; j < w->active; j++) {
        finish_lane(w, j);
    }
    wipe_lanes(w, lanes);
    memory_wipe(w->pad, lanes * sizeof w->pad[0]);
}

#endif

/* From the parameters, or the state; returns how many bytes of the block are held, 0 to 128. */
static size_t set_up(work *w, const task *t) {
    const blake2b_params *P = t->params;
    w->blocks = t->serial;
    w->jobs = t->jobs;
    w->count = t->count;
    if (!P) {
        w->digest_length = t->state->digest_length;
        w->last_node = t->state->last_node;
        w->secret = 1;
        memory_copy(&w->first, &t->state->S, sizeof w->first);
        memory_copy(w->block, t->state->buffer, t->state->buffered);
        return t->state->buffered;
    }
    w->digest_length = P->digest_length;
    w->last_node = P->last_node != 0;
    w->secret = P->key_length != 0;
    blake2b_begin_params(&w->first, P);
    if (!P->key_length) {
        return 0;
    }
    memset(w->block, 0, sizeof w->block);
    memory_copy(w->block, P->key, P->key_length);
    return BLAKE2B_BLOCKBYTES;
}

/* All messages. */
static NOINLINE void run(work *w, const task *t) {
    const size_t held = set_up(w, t);
#if defined(BLAKE2B_HAVE_LANES)
    const struct kernel *kernel = t->lanes;
#endif
    w->full = held == BLAKE2B_BLOCKBYTES;
    w->rest = w->full ? 0 : held;
    if (w->full) {
        /* not by vector registers, as an assignment may */
        memory_copy(&w->empty, &w->first, sizeof w->empty);
        w->blocks(&w->first, w->block, BLAKE2B_BLOCKBYTES, 0);
    }
#if defined(BLAKE2B_HAVE_LANES)
    if (t->for_short) {
        by_short_kernel(w, t->for_short, t->serial_kernel);
        kernel = w->count ? blake2b_lanes_next(w->count) : NULL;
    }
    if (kernel && better_one_by_one(t->serial_kernel, w->jobs, w->count, w->rest)) {
        kernel = NULL;
    }
    if (kernel) {
        in_lanes(w, kernel);
    }
#endif
    while (w->count) {
        lane l;
        blake2b_state_internal S;
        memory_copy(&S, take(w, &l), sizeof S);
        finish(w, &S, &l);
    }
    if (w->secret) {
        memory_wipe(w->block, sizeof w->block);
        memory_wipe(&w->first, sizeof w->first);
        memory_wipe(&w->empty, sizeof w->empty);
#if defined(BLAKE2B_HAVE_LANES)
        if (kernel) {
            memory_wipe(w->start, sizeof w->start);
        }
#endif
    }
}

/*
 * One message after the other, without a key: needs no frame of a work, and not what it is set up
 * for.
 */
static NOINLINE void one_by_one(const task *t) {
    const blake2b_params *const P = t->params;
    size_t i;
    for (i = 0; i < t->count; i++) {
        const blake2b_job *const job = &t->jobs[i];
        blake2b_state_internal S;
        blake2b_begin_params(&S, P);
        blake2b_whole(t->serial, &S, job->hash, P->digest_length, (const unsigned char *)job->in,
                      job->inlen, NULL, 0, P->last_node);
    }
}

/*
 * Threads may have small stacks. So there are two frames to work in, most kernels need the smaller
 * one; and they are entered when all self-tests are over, which need some kilobytes themselves.
 */
#if defined(BLAKE2B_HAVE_LANES)
enum { FEW_LANES = BLAKE2B_LANES_MAX / 2 };

static NOINLINE void in_few_lanes(const task *t) {
    CACHE_ALIGNED union {
        unsigned char room[sizeof(work) + FEW_LANES * BLAKE2B_BLOCKBYTES];
        work w;
    } u;
    run(&u.w, t);
}

static NOINLINE void in_all_lanes(const task *t) {
    CACHE_ALIGNED union {
        unsigned char room[sizeof(work) + BLAKE2B_LANES_MAX * BLAKE2B_BLOCKBYTES];
        work w;
    } u;
    run(&u.w, t);
}

static int many(task *t) {
    const struct kernel *serial = blake2b_auto();
    if (!serial) {
        return BLAKE2B_ERROR_STARTUP;
    }
    t->serial = BLAKE2B_BLOCKS(serial);
    t->serial_kernel = serial;
    t->for_short = blake2b_short_for(t->count);
    /* a single message is never cheaper there */
    t->lanes = t->count > 1 ? blake2b_lanes_for(t->count) : NULL;
    if (!t->for_short && t->params && !t->params->key_length &&
        (!t->lanes || better_one_by_one(serial, t->jobs, t->count, 0))) {
        one_by_one(t);
    } else if (t->lanes && t->lanes->messages > FEW_LANES) {
        in_all_lanes(t);
    } else {
        in_few_lanes(t);
    }
    return BLAKE2B_OK;
}
#else
static int many(task *t) {
    const struct kernel *serial = blake2b_auto();
    if (!serial) {
        return BLAKE2B_ERROR_STARTUP;
    }
    t->serial = BLAKE2B_BLOCKS(serial);
    if (t->params && !t->params->key_length) {
        one_by_one(t);
    } else {
        work w;
        run(&w, t);
    }
    return BLAKE2B_OK;
}
#endif

int blake2b_many(const blake2b_params *P, const blake2b_job *jobs, size_t count) {
    task t;
    int error;
    if (count == 1 && P && jobs && memory_fits(jobs, sizeof *jobs)) {
        return blake2b_hash(P, jobs->hash, P->digest_length, jobs->in, jobs->inlen);
    }
    error = blake2b_check_params(P);
    if (!error) {
        error = check(jobs, count, P->digest_length);
    }
    if (error) {
        return error;
    }
    t.params = P;
    t.state = NULL;
    t.jobs = jobs;
    t.count = count;
    return many(&t);
}

int blake2b_many_from(const blake2b_state *S, const blake2b_job *jobs, size_t count) {
    const hash_state *state = (const hash_state *)S;
    size_t i;
    task t;
    int error;
    if (!S) {
        return BLAKE2B_ERROR_NULL;
    }
    if (!blake2b_intact(S)) {
        return BLAKE2B_ERROR_STATE;
    }
    error = check(jobs, count, state->digest_length);
    if (error) {
        return error;
    }
    for (i = 0; i < count; i++) {
        if (memory_overlap(S, sizeof *S, jobs[i].hash, state->digest_length)) {
            return BLAKE2B_ERROR_OVERLAP;
        }
    }
    t.params = NULL;
    t.state = state;
    t.jobs = jobs;
    t.count = count;
    return many(&t);
}
