/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * Hashes many independent messages. A kernel hashes as many messages in parallel as it has lanes.
 * When one ends, the next message takes its lane. A shared prefix is compressed once.
 */
#include <string.h>

#include "blake2b_internal.h"

/* Bytes of a message to prefetch, and how many of them to the first-level cache. */
enum { CACHE_LINE = 64, PREFETCHED = 512, PREFETCHED_NEAR = 256 };

/* A message in progress. */
typedef struct lane {
    /* its unread bytes, except those in the work's block */
    const unsigned char *in;
    size_t ahead; /* unread bytes in the work's block */
    size_t left;  /* all unread bytes */
    unsigned char *hash;
} lane;

typedef struct work {
#if defined(BLAKE2B_HAVE_LANES)
    blake2b_lanes L;
    uint64_t start[10][2];         /* H and T of FIRST, for two lanes at a time */
    lane lanes[BLAKE2B_LANES_MAX]; /* the first ACTIVE lanes are in use */
    unsigned active;
    /* distance from a message to the one that is prefetched meanwhile */
    unsigned ahead;
    unsigned char padded[BLAKE2B_LANES_MAX]; /* bytes before the zeros in each PAD, below */
    unsigned pads;                           /* pads that may contain a message */
#endif

    const blake2b_job *jobs; /* the messages that have not begun */
    size_t count;
    size_t digest_length;
    int last_node;
    blake2b_blocks_fn *blocks; /* the serial kernel */

    /*
     * All messages continue from the state FIRST; each begins with the first REST bytes (0 to 127)
     * of BLOCK. If the block is full, such as a key's, FIRST is the state after it. For an empty
     * message the full block is the last one: it starts from EMPTY.
     */
    blake2b_state_internal first, empty;
    unsigned char block[BLAKE2B_BLOCKBYTES];
    size_t rest;
    int full;
    int secret; /* there was a key, or may have been one */
#if defined(BLAKE2B_HAVE_LANES)
    /*
     * For each lane of the kernel, a block that is padded or not contiguous in memory. The array
     * has at least as many as the kernel has lanes.
     */
    CACHE_ALIGNED unsigned char pad[][BLAKE2B_BLOCKBYTES];
#endif
} work;

/* The arguments of a call, and the kernels for it, which have passed their self-tests. */
typedef struct task {
    const blake2b_params *params; /* or, if NULL: */
    const hash_state *state;
    const blake2b_job *jobs;
    size_t count;
    blake2b_blocks_fn *serial;
#if defined(BLAKE2B_HAVE_LANES)
    const struct plan *plan; /* for as many short messages */
    const struct kernel *lanes;
    int excluded; /* a test excludes kernels */
#endif
} task;

#define JOB blake2b_job
#include "driver/many.inc"

/* Takes the next message, as L; returns the state that it starts from. */
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

/* Copies the first BYTES of a message to TO: AHEAD bytes of the work's block, then IN. */
static INLINE void assemble(const work *w, const unsigned char *in, size_t ahead, unsigned char *to,
                            size_t bytes) {
    if (ahead) {
        memory_copy(to, w->block, ahead);
    }
    memory_copy(to + ahead, in, bytes - ahead);
}

/* Hashes all of L's message with the serial kernel, from S on. Wipes S. */
static void finish(const work *w, blake2b_state_internal *S, const lane *l) {
    const unsigned char *in = l->in;
    size_t left = l->left;
    if (l->ahead) {
        unsigned char block[BLAKE2B_BLOCKBYTES];
        const size_t bytes = left < sizeof block ? left : sizeof block;
        assemble(w, l->in, l->ahead, block, bytes);
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
 * A contiguous, zero-padded block for lane J with BYTES of a message (at most a block): AHEAD bytes
 * of the work's block, then IN.
 */
static INLINE const unsigned char *pad(work *w, unsigned j, const unsigned char *in, size_t ahead,
                                       size_t bytes) {
    if (bytes == BLAKE2B_BLOCKBYTES && !ahead) {
        return in;
    }
    assemble(w, in, ahead, w->pad[j], bytes);
    if (bytes < w->padded[j]) {
        memset(w->pad[j] + bytes, 0, w->padded[j] - bytes);
    }
    w->padded[j] = (unsigned char)bytes;
    w->pads = j < w->pads ? w->pads : j + 1;
    return w->pad[j];
}

static INLINE void output(const work *w, unsigned j, unsigned char *hash) {
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
 * Prefetches the beginning of message I of those that have not begun. The rest is left to the CPU's
 * prefetcher. On AMD Zen 4, prefetching more to the first level is slower, and so is less where the
 * page tables are not in the cache either.
 */
static INLINE void prefetch(const work *w, size_t i) {
    if (i < w->count) {
        const unsigned char *const in = (const unsigned char *)w->jobs[i].in;
        const size_t bytes = w->jobs[i].inlen < PREFETCHED ? w->jobs[i].inlen : PREFETCHED;
        const size_t first = bytes < PREFETCHED_NEAR ? bytes : PREFETCHED_NEAR;
        size_t at;
        for (at = 0; at < first; at += CACHE_LINE) {
            PREFETCH(in + at);
        }
        for (at += 3 * CACHE_LINE; at < bytes; at += 4 * CACHE_LINE) {
            PREFETCH_FAR(in + at - 3 * CACHE_LINE);
            PREFETCH_FAR(in + at - 2 * CACHE_LINE);
            PREFETCH_FAR(in + at - CACHE_LINE);
            PREFETCH_FAR(in + at);
        }
    }
}

/* The next message takes lane J. */
static void begin(work *w, unsigned j) {
    const blake2b_state_internal *S = take(w, &w->lanes[j]);
    prefetch(w, w->ahead);
    load_lane(&w->L, j, S->H);
    move_word(&w->L.T[0][j], S->T);
    move_word(&w->L.T[1][j], S->T + 8);
}

/* Frees lane J: the last one moves there. */
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
 * One kernel call. If no lane is at its last block, or at one that is not contiguous, takes as many
 * blocks as every lane has before such a block. Otherwise takes one block in every lane. A kernel
 * with fewer lanes than are in use takes the first ones.
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
        w->L.in[j] = pad(w, j, l->in, l->ahead, last ? l->left : BLAKE2B_BLOCKBYTES);
    }
    for (; j < kernel->messages; j++) {
        w->L.in[j] = w->L.in[0]; /* ignored, but it must be readable */
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

/* Keeps the compiler from merging earlier stores with later ones. */
#if defined(__GNUC__)
#define STORED() __asm__ __volatile__("" : : : "memory")
#else
#define STORED() ((void)0)
#endif

#define COPY_START(place, i) \
    do { \
        memcpy(&w->L.place, w->start[i], sizeof w->start[i]); \
        STORED(); \
    } while (0)
#define WIPE_PAIR(i) \
    do { \
        memset(&w->L.H[i][j], 0, 2 * sizeof w->L.H[i][j]); \
        STORED(); \
    } while (0)

/*
 * Copies H and T of FIRST to all lanes. Uses the vector registers that every kernel clears, while
 * memcpy may use others. Unrolled, as short loops would take longer than their bodies.
 */
static void copy_start(work *w, unsigned lanes) {
    unsigned j;
    for (j = 0; j < lanes; j += 2) {
        COPY_START(H[0][j], 0);
        COPY_START(H[1][j], 1);
        COPY_START(H[2][j], 2);
        COPY_START(H[3][j], 3);
        COPY_START(H[4][j], 4);
        COPY_START(H[5][j], 5);
        COPY_START(H[6][j], 6);
        COPY_START(H[7][j], 7);
        COPY_START(T[0][j], 8);
        COPY_START(T[1][j], 9);
    }
}

/* The kernels have not written to other lanes, and there are no secrets in other rows. */
static void wipe_lanes(work *w, unsigned lanes) {
    unsigned j;
    for (j = 0; j < lanes; j += 2) {
        WIPE_PAIR(0);
        WIPE_PAIR(1);
        WIPE_PAIR(2);
        WIPE_PAIR(3);
        WIPE_PAIR(4);
        WIPE_PAIR(5);
        WIPE_PAIR(6);
        WIPE_PAIR(7);
    }
#if !defined(__GNUC__)
    memory_wipe(&w->L, sizeof w->L);
#endif
}

/*
 * Hashes as many messages at a time as KERNEL has lanes, or all if there are fewer, while the next
 * ones have the same number of blocks. A message of several blocks must not begin with a
 * non-contiguous block. Returns whether fewer are left than KERNEL has lanes.
 */
static int same_blocks_by(work *w, const struct kernel *kernel) {
    const unsigned lanes = kernel->messages;
    do {
        const blake2b_job *const jobs = w->jobs;
        const unsigned active = w->count < lanes ? (unsigned)w->count : lanes;
        const size_t bytes = w->rest + jobs[0].inlen;
        const size_t whole = bytes > BLAKE2B_BLOCKBYTES
                                 ? (bytes - 1) & ~(size_t)(BLAKE2B_BLOCKBYTES - 1)
                                 : 0;
        const size_t least = whole ? whole + 1 : w->full ? 1 : 0;
        const size_t most = whole + BLAKE2B_BLOCKBYTES - w->rest;
        unsigned j;
        if (whole && w->rest) {
            return 0;
        }
        for (j = 0; j < active; j++) {
            if (jobs[j].inlen - least > most - least) { /* wraps if it is less */
                return 0;
            }
            prefetch(w, active + j);
        }
        w->jobs += active;
        w->count -= active;
        copy_start(w, lanes);
        if (whole) {
            for (j = 0; j < active; j++) {
                w->L.F[0][j] = 0;
                w->L.F[1][j] = 0;
                w->L.add[j] = BLAKE2B_BLOCKBYTES;
                w->L.in[j] = (const unsigned char *)jobs[j].in;
            }
            for (; j < lanes; j++) {
                w->L.in[j] = w->L.in[0]; /* ignored, but it must be readable */
            }
            BLAKE2B_LANES(kernel)(&w->L, whole / BLAKE2B_BLOCKBYTES, BLAKE2B_BLOCKBYTES);
        }
        for (j = 0; j < active; j++) {
            const unsigned char *const in = (const unsigned char *)jobs[j].in;
            const size_t left = w->rest + jobs[j].inlen - whole;
            w->L.F[0][j] = ~(uint64_t)0;
            w->L.F[1][j] = w->last_node ? ~(uint64_t)0 : 0;
            w->L.add[j] = left;
            w->L.in[j] = pad(w, j, whole ? in + whole : in, w->rest, left);
        }
        for (; j < lanes; j++) {
            w->L.in[j] = w->L.in[0];
        }
        BLAKE2B_LANES(kernel)(&w->L, 1, BLAKE2B_BLOCKBYTES);
        for (j = 0; j < active; j++) {
            output(w, j, jobs[j].hash);
        }
    } while (w->count >= lanes);
    return 1;
}

/* The same with KERNEL, then with the planned kernels for the rest. */
static void same_blocks(work *w, const struct kernel *kernel) {
    const unsigned lanes = kernel->messages;
    do {
        if (w->count < kernel->messages) {
            kernel = w->count ? blake2b_lanes_next(w->count) : NULL;
        }
    } while (kernel && kernel->messages <= lanes && same_blocks_by(w, kernel));
}

/* Hashes the rest of the message in lane J with the serial kernel. */
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
 * Messages in the largest group, and in a call of the kernel. With longer calls, prefetched
 * messages are evicted from the cache before they are read.
 */
enum { GROUP = 8, CALL = 256 };

/* Prefetches the first and the last byte of a short message. */
#define PREFETCH_ENDS(prefetch, job) \
    do { \
        const unsigned char *const in_ = (const unsigned char *)(job)->in; \
        if ((job)->inlen) { \
            prefetch(in_); \
            prefetch(in_ + (job)->inlen - 1); \
        } \
    } while (0)

/*
 * Hashes whole groups with the kernel for short messages, CALL messages at a time. The caller has
 * prefetched the first CALL messages; each call prefetches those of the next one.
 */
static void in_groups(const struct kernel *kernel, const blake2b_short *common,
                      const blake2b_job *jobs, size_t count) {
    while (count) {
        const size_t taken = count < 2 * CALL ? count : CALL;
        size_t i;
        for (i = CALL; i < count && i < taken + CALL; i++) {
            PREFETCH_ENDS(PREFETCH_FAR, &jobs[i]);
        }
        BLAKE2B_SHORT(kernel)(common, jobs, BLAKE2B_SHORT_GROUPS(kernel, taken));
        jobs += taken;
        count -= taken;
    }
}

/* Whether each message has one block, with REST bytes before it. */
static int all_short(const blake2b_job *jobs, size_t count, size_t rest) {
    while (count && jobs[count - 1].inlen <= BLAKE2B_BLOCKBYTES - rest) {
        count--;
    }
    return !count;
}

/*
 * Hashes COUNT messages of one block each with the kernel for short messages. Incomplete groups are
 * filled up to MESSAGES.
 */
static void by_short_kernel(const work *w, const struct kernel *kernel, const blake2b_job *jobs,
                            size_t count, size_t messages) {
    CACHE_ALIGNED blake2b_short common;
    size_t i;
    for (i = 0; i < 8; i++) {
        move_word(&common.H[i], w->first.H + 8 * i);
    }
    move_word(&common.T[0], w->first.T);
    common.T[0] += w->rest;
    move_word(&common.T[1], w->first.T + 8);
    common.f1 = w->last_node ? ~(uint64_t)0 : 0;
    common.digest = lowest_bits(w->digest_length);
    common.rest = w->rest;
    common.kept[0] = lowest_bits(w->rest);
    common.kept[1] = w->rest > 64 ? lowest_bits(w->rest - 64) : 0;
    memset(common.remainder, 0, sizeof common.remainder);
    memory_copy(common.remainder, w->block, w->rest);
    if (count < messages) {
        blake2b_job filled[2 * GROUP];
        unsigned char nowhere[BLAKE2B_OUTBYTES];
        for (i = 0; i < messages; i++) {
            if (i < count) {
                filled[i] = jobs[i];
            } else {
                filled[i].in = &common;
                filled[i].inlen = 0;
                filled[i].hash = nowhere;
            }
        }
        BLAKE2B_SHORT(kernel)(&common, filled, BLAKE2B_SHORT_GROUPS(kernel, messages));
        memory_wipe(nowhere, sizeof nowhere);
    } else {
        in_groups(kernel, &common, jobs, count);
    }
    if (w->secret) {
        memory_wipe(&common, sizeof common);
    }
}

/*
 * Hashes the next messages as long as they have one block each and the plan has kernels for short
 * messages. Returns the multi-message kernel for the rest; NULL if one after the other is faster.
 */
static NOINLINE const struct kernel *short_messages(work *w, const task *t) {
    const size_t shortest = w->full ? 1 : 0, more = BLAKE2B_BLOCKBYTES - w->rest - shortest;
    uint64_t t0;
    size_t count = 0;
    while (count < w->count && w->jobs[count].inlen - shortest <= more) { /* wraps if it is less */
        if (count < 2 * GROUP) {
            PREFETCH_ENDS(PREFETCH, &w->jobs[count]);
        } else if (count < CALL) {
            PREFETCH_ENDS(PREFETCH_FAR, &w->jobs[count]);
        }
        count++;
    }
    move_word(&t0, w->first.T);
    while (count && t0 <= ~(uint64_t)0 - 2 * BLAKE2B_BLOCKBYTES) {
        const struct plan *const p = count == t->count
                                         ? t->plan
                                         : dispatch_plan_next(&blake2b_short_dispatch,
                                                              &blake2b_dispatch, count);
        const struct kernel *const k = p ? dispatch_planned(&blake2b_short_dispatch, p) : NULL;
        size_t taken;
        if (!p && count == w->count) {
            return NULL;
        }
        if (!p || p->other) {
            break;
        }
        taken = BLAKE2B_SHORT_GROUPS(k, count) * k->messages;
        if (taken < p->messages) {
            if (count < w->count) {
                break; /* longer messages follow: these go along with them */
            }
            taken = count;
        }
        by_short_kernel(w, k, w->jobs, taken, p->messages);
        w->jobs += taken;
        w->count -= taken;
        count -= taken;
    }
    return w->count ? blake2b_lanes_next(w->count) : NULL;
}

#define LANES_NEXT blake2b_lanes_next
#include "driver/lanes.inc"

#define SET_START(i, from) move_word(&w->start[i][j], w->first.from)

static void in_lanes(work *w, const struct kernel *kernel) {
    const unsigned lanes = kernel->messages; /* no call uses more lanes, so nothing is in the
                                                others */
    unsigned j;
    for (j = 0; j < 2; j++) {
        SET_START(0, H);
        SET_START(1, H + 8);
        SET_START(2, H + 16);
        SET_START(3, H + 24);
        SET_START(4, H + 32);
        SET_START(5, H + 40);
        SET_START(6, H + 48);
        SET_START(7, H + 56);
        SET_START(8, T);
        SET_START(9, T + 8);
    }
    memset(w->padded, BLAKE2B_BLOCKBYTES, sizeof w->padded);
    w->pads = 0;
    w->active = 0;
    w->ahead = kernel->messages - 1; /* relative to the first message that has not begun */
    for (j = 0; j < kernel->messages; j++) {
        prefetch(w, j);
    }
    schedule(w, kernel);
    for (j = 0; j < w->active; j++) {
        finish_lane(w, j);
    }
    wipe_lanes(w, lanes);
    memory_wipe(w->pad, w->pads * sizeof w->pad[0]);
}

#endif

/*
 * Sets up W from the parameters or the state; returns the number of bytes in the block, 0 to 128.
 */
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

/* Hashes the remaining messages without a key, one after the other. */
static NOINLINE void one_by_one(const blake2b_params *P, blake2b_blocks_fn *blocks,
                                const blake2b_job *jobs, size_t count) {
    size_t i;
    for (i = 0; i < count; i++) {
        blake2b_state_internal S;
        blake2b_begin_params(&S, P);
        blake2b_whole(blocks, &S, jobs[i].hash, P->digest_length, (const unsigned char *)jobs[i].in,
                      jobs[i].inlen, NULL, 0, P->last_node);
    }
}

/* Hashes all messages. */
static NOINLINE void run(work *w, const task *t) {
    const size_t held = set_up(w, t);
#if defined(BLAKE2B_HAVE_LANES)
    const struct kernel *kernel;
#endif
    w->full = held == BLAKE2B_BLOCKBYTES;
    w->rest = w->full ? 0 : held;
    if (w->full) {
        /* an assignment may use vector registers, which would not be cleared */
        memory_copy(&w->empty, &w->first, sizeof w->empty);
        w->blocks(&w->first, w->block, BLAKE2B_BLOCKBYTES, 0);
    }
#if defined(BLAKE2B_HAVE_LANES)
    if (t->plan && !t->plan->other) {
        kernel = short_messages(w, t);
    } else {
        kernel = t->plan || t->excluded || !all_short(w->jobs, w->count, w->rest) ? t->lanes : NULL;
    }
    if (kernel) {
        in_lanes(w, kernel);
    }
#endif
    if (!w->secret) {
        one_by_one(t->params, w->blocks, w->jobs, w->count);
        return;
    }
    while (w->count) {
        lane l;
        blake2b_state_internal S;
        memory_copy(&S, take(w, &l), sizeof S);
        finish(w, &S, &l);
    }
    memory_wipe(w->block, sizeof w->block);
    memory_wipe(&w->first, sizeof w->first);
    memory_wipe(&w->empty, sizeof w->empty);
#if defined(BLAKE2B_HAVE_LANES)
    if (kernel) {
        memory_wipe(w->start, sizeof w->start);
    }
#endif
}

/*
 * Threads may have small stacks. So there are two sizes of frames, and most kernels need the
 * smaller one. Either is entered after all self-tests, which need some kilobytes themselves.
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
    const struct kernel *const serial = blake2b_auto();
    const int plain = t->params && !t->params->key_length;
    if (!serial) {
        return BLAKE2B_ERROR_STARTUP;
    }
    t->serial = BLAKE2B_BLOCKS(serial);
    t->plan = NULL;
    t->excluded = !dispatch_lanes_all(&blake2b_lanes_dispatch);
    if (!t->excluded) {
        t->plan = dispatch_plan_for(&blake2b_short_dispatch, &blake2b_dispatch, t->count);
        if (plain && !t->plan && all_short(t->jobs, t->count, 0)) {
            one_by_one(t->params, t->serial, t->jobs, t->count);
            return BLAKE2B_OK;
        }
    }
    t->lanes = blake2b_lanes_for(t->count);
    if (plain && !t->lanes && !t->plan) {
        one_by_one(t->params, t->serial, t->jobs, t->count);
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
        one_by_one(t->params, t->serial, t->jobs, t->count);
    } else {
        work w;
        run(&w, t);
    }
    return BLAKE2B_OK;
}
#endif

static NOINLINE int several(const blake2b_params *P, const blake2b_job *jobs, size_t count) {
    task t;
    int error = blake2b_check_params(P);
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

/* A single message does not need the frame of this call: it costs as much as blake2b_hash. */
int blake2b_many(const blake2b_params *P, const blake2b_job *jobs, size_t count) {
    return count == 1 && P && jobs && memory_fits(jobs, sizeof *jobs)
               ? blake2b_hash(P, jobs->hash, P->digest_length, jobs->in, jobs->inlen)
               : several(P, jobs, count);
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
