/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * Hashes many independent messages. A kernel hashes as many messages in parallel as it has lanes.
 * When one ends, the next message takes its lane. A shared prefix is compressed once.
 */
#include <string.h>

#include "blake2b_internal.h"

typedef blake2b_job job;
typedef blake2b_state_internal chain;
#define blocks_fn blake2b_blocks_fn
#define BLOCK_BYTES BLAKE2B_BLOCKBYTES
#define MARK 0
#if defined(BLAKE2B_HAVE_LANES)
typedef blake2b_lanes lanes;
#define LANES_MAX BLAKE2B_LANES_MAX
#define LAST_MOST BLAKE2B_BLOCKBYTES
#define RUN_KERNEL(kernel, L, blocks) BLAKE2B_LANES(kernel)(L, blocks, BLAKE2B_BLOCKBYTES)
#define LANES_DISPATCH blake2b_lanes_dispatch
enum { GROUP = 8 }; /* messages in the largest group of a kernel for short ones */
#define COMMON \
    uint64_t start[10][2]; /* H and T of FIRST, for two lanes at a time */ \
    int last_node, secret; /* there was a key, or may have been one */
#else
#define COMMON int last_node, secret;
#endif
#include "driver/lanes.inc"

static INLINE void serial_block(const work *w, chain *S, const unsigned char *block) {
    w->blocks(S, block, BLAKE2B_BLOCKBYTES, 0);
}

static INLINE void serial_rest(const work *w, chain *S, const lane *l, const unsigned char *in,
                               size_t left) {
    blake2b_whole(w->blocks, S, l->hash, w->digest_length, in, left, NULL, 0, w->last_node);
}

/* The arguments of a call, and the kernels for it, which have passed their self-tests. */
typedef struct task {
    const blake2b_params *params; /* or, if NULL: */
    const hash_state *state;
    const blake2b_job *jobs;
    size_t count;
    blake2b_blocks_fn *serial;
#if defined(BLAKE2B_HAVE_LANES)
    const struct plan *short_plan, *short_row; /* for short messages; its row for all */
    const struct plan *lanes_plan;             /* for running messages, */
    const struct kernel *lanes;                /* and its kernel for all */
#endif
} task;

#if defined(BLAKE2B_HAVE_LANES)
#include "blake2b_words.h"

/* ---- a lane ---- */

static INLINE void set_lane(work *w, unsigned j, const chain *S) {
    load_lane(&w->L, j, S->H);
    move_word(&w->L.T[0][j], S->T);
    move_word(&w->L.T[1][j], S->T + 8);
}

static INLINE void get_lane(const work *w, unsigned j, chain *S) {
    store_lane(&w->L, j, S->H);
    move_word(S->T, &w->L.T[0][j]);
    move_word(S->T + 8, &w->L.T[1][j]);
    memset(S->F, 0, sizeof S->F);
}

static INLINE void copy_lane(work *w, unsigned to, unsigned from) {
    unsigned i;
    for (i = 0; i < 8; i++) {
        memory_copy(&w->L.H[i][to], &w->L.H[i][from], sizeof w->L.H[i][to]);
    }
    w->L.T[0][to] = w->L.T[0][from];
    w->L.T[1][to] = w->L.T[1][from];
}

static INLINE void set_running(work *w, unsigned j) {
    w->L.F[0][j] = 0;
    w->L.F[1][j] = 0;
    w->L.add[j] = BLAKE2B_BLOCKBYTES;
    STORED(); /* else a loop over few lanes becomes a "rep stos" for each row */
}

static INLINE unsigned set_last(work *w, unsigned j, const unsigned char *in, size_t held,
                                size_t bytes) {
    w->L.F[0][j] = ~(uint64_t)0;
    w->L.F[1][j] = w->last_node ? ~(uint64_t)0 : 0;
    w->L.add[j] = bytes;
    w->L.in[j] = bytes == BLAKE2B_BLOCKBYTES && !held ? in : pad(w, j, in, held, bytes);
    return 1;
}

static INLINE void set_second(work *w, unsigned j) {
    (void)w;
    (void)j;
}

static INLINE void output(const work *w, unsigned j, unsigned char *hash) {
    const size_t bytes = w->digest_length;
    size_t at;
    if (bytes == BLAKE2B_OUTBYTES) {
        store_lane(&w->L, j, hash);
        return;
    }
    for (at = 0; at + 8 <= bytes; at += 8) {
        move_word(hash + at, &w->L.H[at / 8][j]);
    }
    if (at < bytes) {
        unsigned char last[8];
        move_word(last, &w->L.H[at / 8][j]);
        memory_copy_few(hash + at, last, bytes - at);
        memory_wipe(last, sizeof last);
    }
}

/* ---- all lanes ---- */

/*
 * The rest is left to the CPU's prefetcher. On AMD Zen 4, prefetching more to the first level is
 * slower, and so is less where the page tables are not in the cache either.
 */
static INLINE void prefetch(const work *w, size_t i) {
    enum { LINE = 64, TO_FIRST = 256, MOST = 512 };
    if (i < w->count) {
        const unsigned char *const in = (const unsigned char *)w->jobs[i].in;
        const size_t bytes = w->jobs[i].inlen < MOST ? w->jobs[i].inlen : MOST;
        size_t at;
        for (at = 0; at < bytes && at < TO_FIRST; at += LINE) {
            PREFETCH(in + at);
        }
        for (; at < bytes; at += LINE) {
            PREFETCH_FAR(in + at);
        }
    }
}

#define COPY_START(place, i) \
    do { \
        memcpy(&w->L.place, w->start[i], sizeof w->start[i]); \
        STORED(); \
    } while (0)

/*
 * Copies H and T of FIRST to all lanes. Uses the vector registers that every kernel clears, while
 * memcpy may use others. Unrolled, as short loops would take longer than their bodies.
 */
static INLINE void set_all(work *w, unsigned n) {
    unsigned j;
    for (j = 0; j < n; j += 2) {
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

static INLINE void wipe_lanes(work *w, unsigned n) {
    wipe_columns(&w->L, n);
}

#define SET_START(i, from) move_word(&w->start[i][j], w->first.from)

static INLINE void open_lanes(work *w) {
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
}

/* ---- short messages ---- */

static uint64_t lowest_bits(size_t n) {
    return n >= 64 ? ~(uint64_t)0 : ((uint64_t)1 << n) - 1;
}

/*
 * Messages in a call of the kernel. With longer calls, prefetched messages are evicted from the
 * cache before they are read.
 */
enum { CALL = 256 };

/* Bytes of messages that count as short, at most, and one more block. */
enum { SHORT_BYTES = (BLAKE2B_SHORT_WHOLE + 2) * BLAKE2B_BLOCKBYTES };

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

/* What the next messages have in common, but for their number of blocks. */
static INLINE void set_common(blake2b_short *common, work *w) {
    size_t i;
    memory_zero_here(common, sizeof *common);
    for (i = 0; i < 8; i++) {
        move_word(&common->H[i], w->first.H + 8 * i);
    }
    memory_copy(common->remainder, w->block, w->rest);
    move_word(&common->T[0], w->first.T);
    common->T[0] += w->rest;
    move_word(&common->T[1], w->first.T + 8);
    common->f1 = w->last_node ? ~(uint64_t)0 : 0;
    common->digest = lowest_bits(w->digest_length);
    common->rest = w->rest;
    common->kept[0] = lowest_bits(w->rest);
    common->kept[1] = w->rest > 64 ? lowest_bits(w->rest - 64) : 0;
}

/* Hashes COUNT messages, at most ALL, which a row of the plan takes at once: fills them up. */
static INLINE void in_filled_group(const struct kernel *kernel, const blake2b_short *common,
                                   const blake2b_job *jobs, size_t count, size_t all) {
    blake2b_job filled[2 * GROUP];
    unsigned char nowhere[BLAKE2B_OUTBYTES];
    size_t i;
    for (i = 0; i < all; i++) {
        filled[i] = jobs[i < count ? i : 0];
        if (i >= count) {
            filled[i].hash = nowhere;
        }
    }
    BLAKE2B_SHORT(kernel)(common, filled, BLAKE2B_SHORT_GROUPS(kernel, all));
    memory_wipe(nowhere, sizeof nowhere);
}

/* The row of the plan for so many messages; NULL if it has no kernel for short ones. */
static INLINE const struct plan *next_row(const task *t, size_t count) {
    const struct plan *const p = count == t->count
                                     ? t->short_row
                                     : dispatch_row(&blake2b_short_dispatch, t->short_plan, count);
    return p && !p->other ? p : NULL;
}

/*
 * Hashes the next of COUNT messages, which have the same number of blocks, by the plan for short
 * ones; ALONE: none follow. Returns how many are left.
 */
static INLINE size_t in_step(work *w, const task *t, const blake2b_short *common, size_t count,
                             int alone) {
    const struct plan *p = next_row(t, count);
    while (p) {
        const struct kernel *const k = dispatch_planned(&blake2b_short_dispatch, p);
        const size_t odd = count & (p->messages - 1u); /* a power of two */
        /* at the end, those over may be enough for one more call */
        size_t taken = odd < p->from || !alone ? BLAKE2B_SHORT_GROUPS(k, count) * k->messages
                                               : count - odd;
        if (common->whole && k->messages != GROUP) {
            break;
        } else if (taken >= (alone ? p->messages : k->messages)) {
            in_groups(k, common, w->jobs, taken);
        } else if (!alone) {
            break; /* others follow: these go along with them */
        } else {
            taken = count;
            in_filled_group(k, common, w->jobs, count, p->messages);
        }
        w->jobs += taken;
        w->count -= taken;
        count -= taken;
        p = count ? next_row(t, count) : NULL;
    }
    return count;
}

/*
 * Hashes the next messages as long as they have few blocks, many have the same number of them, and
 * the plan has kernels for them. Returns the multi-message kernel for the rest; NULL if one after the
 * other is faster.
 */
static NOINLINE const struct kernel *short_messages(work *w, const task *t) {
    CACHE_ALIGNED blake2b_short common;
    size_t left = 0;
    if (w->jobs->inlen > BLAKE2B_BLOCKBYTES - w->rest &&
        dispatch_planned(&blake2b_short_dispatch, t->short_row)->messages != GROUP) {
        return t->lanes;
    }
    set_common(&common, w);
    while (!left && w->count && common.T[0] - w->rest <= ~(uint64_t)0 - SHORT_BYTES &&
           w->jobs->inlen <= SHORT_BYTES - BLAKE2B_BLOCKBYTES - w->rest) {
        const size_t bytes = w->rest + w->jobs->inlen;
        const size_t whole = bytes ? (bytes - 1) / BLAKE2B_BLOCKBYTES : 0;
        const size_t shortest = whole ? whole * BLAKE2B_BLOCKBYTES + 1 - w->rest : w->full ? 1 : 0;
        const size_t more = (whole + 1) * BLAKE2B_BLOCKBYTES - w->rest - shortest;
        size_t count = 0;
        while (count < w->count && w->jobs[count].inlen - shortest <= more) { /* wraps if less */
            if (count < 2 * GROUP) {
                PREFETCH_ENDS(PREFETCH, &w->jobs[count]);
            } else if (count < CALL) {
                PREFETCH_ENDS(PREFETCH_FAR, &w->jobs[count]);
            }
            count++;
        }
        common.whole = whole;
        left = count ? in_step(w, t, &common, count, count == w->count) : 1;
    }
    if (w->secret) {
        memory_wipe(&common, sizeof common);
    }
    return !w->count || (left == w->count && all_short(w->jobs, left, w->rest) &&
                         !dispatch_row(&blake2b_short_dispatch, t->short_plan, left))
               ? NULL
               : blake2b_lanes_next(t->lanes_plan, w->count);
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
    w->plan = t->lanes_plan;
    kernel = t->short_row && !t->short_row->other ? short_messages(w, t) : t->lanes;
    if (kernel) {
        in_lanes(w, kernel);
    }
#endif
    if (!w->secret) {
        one_by_one(t->params, w->blocks, w->jobs, w->count);
        return;
    }
    one_after_the_other(w);
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

static NOINLINE void with_few_pads(const task *t) {
    CACHE_ALIGNED union {
        unsigned char room[sizeof(work) + FEW_LANES * BLAKE2B_BLOCKBYTES];
        work w;
    } u;
    run(&u.w, t);
}

static NOINLINE void with_all_pads(const task *t) {
    CACHE_ALIGNED union {
        unsigned char room[sizeof(work) + BLAKE2B_LANES_MAX * BLAKE2B_BLOCKBYTES];
        work w;
    } u;
    run(&u.w, t);
}

/*
 * The way is chosen here. If all messages have one block each, the plan for short messages tells
 * whether a kernel for short ones, one of several messages or none is the fastest. Otherwise the
 * plan for running messages does, after the short ones that come first.
 */
static int many(task *t) {
    const struct kernel *const serial = blake2b_auto();
    const size_t rest = t->params ? 0 : t->state->buffered % BLAKE2B_BLOCKBYTES;
    if (!serial) {
        return BLAKE2B_ERROR_STARTUP;
    }
    t->serial = BLAKE2B_BLOCKS(serial);
    t->lanes_plan = blake2b_lanes_plan(t->count);
    t->short_plan = dispatch_plan(&blake2b_short_dispatch, &blake2b_dispatch, t->count);
    t->short_row = dispatch_row(&blake2b_short_dispatch, t->short_plan, t->count);
    t->lanes = !t->short_row && all_short(t->jobs, t->count, rest)
                   ? NULL
                   : blake2b_lanes_next(t->lanes_plan, t->count);
    if (!t->lanes && !t->short_row && t->params && !t->params->key_length) {
        one_by_one(t->params, t->serial, t->jobs, t->count);
    } else if (t->lanes && t->lanes->messages > FEW_LANES) {
        with_all_pads(t);
    } else {
        with_few_pads(t);
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

static NOINLINE int many_of(const blake2b_params *P, const blake2b_job *jobs, size_t count) {
    task t;
    int error = blake2b_check_params(P);
    if (!error) {
        error = check(jobs, count, P->digest_length, NULL, 0);
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
               : many_of(P, jobs, count);
}

/* As a copy of the state, an update and a final: a single message does not need lanes either. */
static NOINLINE int one_from(const hash_state *state, const blake2b_job *only) {
    const struct kernel *const kernel = blake2b_auto();
    blake2b_state room;
    hash_state *const copy = (hash_state *)&room;
    if (!kernel) {
        return BLAKE2B_ERROR_STARTUP;
    }
    memory_copy(&copy->S, &state->S, sizeof copy->S);
    memory_copy(copy->buffer, state->buffer, state->buffered);
    copy->buffered = state->buffered;
    blake2b_absorb(BLAKE2B_BLOCKS(kernel), &room, (const unsigned char *)only->in, only->inlen);
    blake2b_last_block(BLAKE2B_BLOCKS(kernel), &copy->S, copy->buffer, copy->buffered,
                       state->last_node);
    memory_copy_digest(only->hash, copy->S.H, state->digest_length);
    memory_wipe_here(&room, sizeof room);
    return BLAKE2B_OK;
}

int blake2b_many_from(const blake2b_state *S, const blake2b_job *jobs, size_t count) {
    const hash_state *state = (const hash_state *)S;
    task t;
    int error;
    if (!S) {
        return BLAKE2B_ERROR_NULL;
    }
    if (!blake2b_intact(S)) {
        return BLAKE2B_ERROR_STATE;
    }
    error = check(jobs, count, state->digest_length, S, sizeof *S);
    if (error) {
        return error;
    }
    if (count == 1) {
        return one_from(state, jobs);
    }
    t.params = NULL;
    t.state = state;
    t.jobs = jobs;
    t.count = count;
    return many(&t);
}
