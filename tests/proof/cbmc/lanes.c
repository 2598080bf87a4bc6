/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * What CBMC proves of a step of lanes.inc, for messages of any lengths in two lanes: each message
 * is given to the kernel, in order, once, and each digest is that of its message; no access outside
 * the caller's memory. The hash is one whose chaining value says what was hashed. Its padding is of
 * either kind of lanes.inc, MARK. schedule.c has the order of the steps.
 *
 * Loops: 4
 * Sources: memory.c -DMARK=0
 * Sources: memory.c -DMARK=1
 */
#include <stddef.h>
#include <string.h>

#include "cbmc.h"

typedef unsigned char byte;
typedef struct job {
    const void *in;
    size_t inlen;
    byte *hash;
} job;
typedef void blocks_fn(void);

/*
 * What was hashed from FIRST on: so many bytes of the message that is watched, all of it, all but a
 * second block of padding, or something else; or nothing, from EMPTY on.
 */
typedef size_t chain;
#define ALL ((size_t)-1)
#define HALF ((size_t)-2)
#define OTHER ((size_t)-3)
#define EMPTY ((size_t)-4)

#define BLOCK_BYTES 128
#define LAST_MOST (MARK ? 111 : 128)
#define LANES_MAX 2
#define COMMON
typedef struct lanes {
    chain H[LANES_MAX];
    const byte *in[LANES_MAX];
    size_t last[LANES_MAX]; /* bytes of the message in the last block, or: */
} lanes;
#define RUNNING ((size_t)-1)
#define SECOND ((size_t)-2)

struct kernel;
static void blocks_of(const struct kernel *kernel, lanes *L, size_t blocks);
#define RUN_KERNEL blocks_of
static const struct dispatch_lanes lanes_dispatch;
#define LANES_DISPATCH lanes_dispatch

#include "driver/lanes.inc"

enum { JOBS = 2, PAD = BLOCK_BYTES * (1 + MARK) };

static struct {
    work w;
    byte pads[LANES_MAX * PAD];
} room;
#define W (&room.w)
#define PAD_OF(k) ((byte *)&room + offsetof(work, pad) + (k)*PAD)

/* The jobs of the call; one of them is watched. */
static job jobs[JOBS];
static struct {
    size_t job;
    size_t total; /* bytes of the message, with those before it */
    const byte *in;
    int digests;
} watched;
enum { NO_LANE = LANES_MAX };

/* What "join" filled: the pads, and a block that is none of them. */
static struct {
    const byte *to, *in;
    size_t held, bytes, zeros; /* from this byte on */
    int touched;
} joined[LANES_MAX + 1];

void contract_join(const work *w, const byte *in, size_t held, byte *to, size_t bytes) {
    unsigned j = 0;
    ASSERT(held <= bytes && bytes <= BLOCK_BYTES && held <= w->rest, "join: lengths");
    ASSERT(!bytes || __CPROVER_w_ok(to, bytes), "join: writable");
    while (j < LANES_MAX && to != PAD_OF(j)) {
        j++;
    }
    joined[j].to = to, joined[j].in = in, joined[j].held = held, joined[j].bytes = bytes;
    joined[j].zeros = bytes > joined[j].zeros ? bytes : joined[j].zeros;
    joined[j].touched = 1;
}

/* Whether IN is the next block of the message, its last BYTES or more of it. */
static int is_next(size_t done, const byte *in, size_t bytes) {
    const size_t rest = W->rest, held = done < rest ? rest - done : 0;
    const byte *const next = watched.in + (held ? 0 : done - rest);
    unsigned j;
    if (bytes >= BLOCK_BYTES && !held && in == next) {
        return 1;
    }
    for (j = 0; j <= LANES_MAX; j++) {
        if (in == joined[j].to && joined[j].bytes == bytes && joined[j].held == held &&
            (bytes == held || joined[j].in == next)) {
            return MARK || bytes == BLOCK_BYTES || joined[j].zeros <= bytes;
        }
    }
    return 0;
}

/* The second block of the padding. */
static int is_second(const byte *in) {
    unsigned j;
    for (j = 0; j < LANES_MAX; j++) {
        if (in == joined[j].to + BLOCK_BYTES) {
            return joined[j].bytes == watched.total % BLOCK_BYTES && joined[j].bytes > LAST_MOST &&
                   is_next(watched.total - joined[j].bytes, joined[j].to, joined[j].bytes);
        }
    }
    return 0;
}

static chain absorb(chain h, const byte *in, size_t blocks, size_t last) {
    const size_t left = watched.total - h;
    if (watched.job >= JOBS || h == OTHER || h == ALL || (!h && !left && W->full)) {
        return OTHER; /* an empty message starts from EMPTY if the block is full */
    }
    if (h == EMPTY) {
        return in == W->block && last == BLOCK_BYTES && !watched.total ? ALL : OTHER;
    }
    if (h == HALF) {
        return last == SECOND && is_second(in) ? ALL : OTHER;
    }
    if (last == RUNNING) {
        return blocks * BLOCK_BYTES < left + MARK && is_next(h, in, blocks * BLOCK_BYTES)
                   ? h + blocks * BLOCK_BYTES
                   : OTHER;
    }
    return last == left && is_next(h, in, last) ? (MARK && last > LAST_MOST ? HALF : ALL) : OTHER;
}

static unsigned used; /* lanes */
static void blocks_of(const struct kernel *kernel, lanes *L, size_t blocks) {
    unsigned j;
    ASSERT(blocks, "kernel: a block at least");
    for (j = 0; j < LANES_MAX; j++) {
        if (j < used) {
            const chain h = absorb(L->H[j], L->in[j], blocks, L->last[j]);
            ASSERT(L->last[j] == RUNNING || blocks == 1, "kernel: one last block");
            ASSERT(h == OTHER || __CPROVER_r_ok(L->in[j], blocks * BLOCK_BYTES),
                   "kernel: readable");
            L->H[j] = h;
        } else {
            ASSERT(j >= kernel->messages || L->in[j] == L->in[0], "kernel: other lanes");
        }
    }
}

static INLINE void serial_block(const work *w, chain *S, const byte *block) {
    (void)w;
    *S = absorb(*S, block, 1, RUNNING);
}

static void digest(const byte *hash, chain h) {
    if (watched.job < JOBS && hash == jobs[watched.job].hash) {
        ASSERT(h == ALL, "the digest of the message");
        watched.digests++;
    }
}

/* All that is left: where it is contiguous as well, bytes are watched by their address. */
static INLINE void serial_rest(const work *w, chain *S, const lane *l, const byte *in,
                               size_t left) {
    if (MARK && l->padded) {
        *S = absorb(*S, in, 1, SECOND);
    } else {
        ASSERT(!left || __CPROVER_r_ok(in, left), "serial: readable");
        if (left > BLOCK_BYTES) {
            const size_t whole = (left - 1) / BLOCK_BYTES;
            *S = absorb(*S, in, whole, RUNNING);
            in += whole * BLOCK_BYTES, left -= whole * BLOCK_BYTES;
        }
        if (!*S && l->held) {
            *S = is_next(0, in, left) && left == watched.total ? ALL : OTHER;
        } else if (*S < EMPTY) {
            *S = left == watched.total - *S && in == watched.in + (*S - w->rest) ? ALL : OTHER;
        } else {
            *S = absorb(*S, in, 1, left);
        }
    }
    digest(l->hash, *S);
}

static INLINE void set_lane(work *w, unsigned j, const chain *S) {
    w->L.H[j] = *S;
}
static INLINE void get_lane(const work *w, unsigned j, chain *S) {
    *S = w->L.H[j];
}
static INLINE void copy_lane(work *w, unsigned to, unsigned from) {
    w->L.H[to] = w->L.H[from];
}
static INLINE void open_lanes(work *w) {
    (void)w;
}
static INLINE void prefetch(const work *w, size_t i) {
    (void)w, (void)i;
}
static INLINE void set_all(work *w, unsigned n) {
    unsigned j;
    for (j = 0; j < n; j++) {
        w->L.H[j] = w->first;
    }
}
static INLINE void wipe_lanes(work *w, unsigned n) {
    (void)w, (void)n;
}
static INLINE void set_running(work *w, unsigned j) {
    w->L.last[j] = RUNNING;
}
static INLINE unsigned set_last(work *w, unsigned j, const byte *in, size_t held, size_t bytes) {
    w->L.last[j] = bytes;
    w->L.in[j] = !MARK && bytes == BLOCK_BYTES && !held ? in : pad(w, j, in, held, bytes);
    return MARK && bytes > LAST_MOST ? 2 : 1;
}
static INLINE void set_second(work *w, unsigned j) {
    w->L.last[j] = SECOND;
}
static INLINE void output(const work *w, unsigned j, byte *hash) {
    ASSERT(__CPROVER_w_ok(hash, w->digest_length), "the digest is writable");
    digest(hash, w->L.H[j]);
}

void contract_driver_copy(void *p, const void *q, size_t bytes) {
    ASSERT(bytes == sizeof(chain), "copy: a chaining value");
    *(chain *)p = *(const chain *)q;
}

/* Zeros of a pad, if it is one. */
void contract_driver_wipe(void *q, size_t bytes) {
    byte *const p = q;
    unsigned j;
    for (j = 0; j < LANES_MAX; j++) {
        if (__CPROVER_same_object(p, W) && p >= PAD_OF(j) && p < PAD_OF(j) + BLOCK_BYTES) {
            ASSERT(p + bytes >= PAD_OF(j) + joined[j].zeros, "zeros: all");
            ASSERT(p + bytes <= PAD_OF(j) + BLOCK_BYTES, "zeros: of the pad");
            joined[j].zeros = (size_t)(p - PAD_OF(j));
        }
    }
}

static const struct kernel two = {"two", NULL, 2, 0, ""};

const struct kernel *dispatch_next(const struct dispatch_lanes *d, const struct plan *p,
                                   size_t messages) {
    ASSERT(d == &lanes_dispatch && messages >= 2, "next: several");
    return nondet_int() ? &two : NULL;
}

/* Memory that other messages are in, and their digests. */
static byte *other;
static size_t other_bytes;
static byte other_hash[1];

/* A message, the watched one or another. */
static void any_job(size_t i) {
    jobs[i].inlen = i == watched.job ? watched.total - W->rest : nondet_size();
    jobs[i].in = i == watched.job ? watched.in : other;
    jobs[i].hash = i == watched.job ? object(1) : other_hash;
    ASSUME(i == watched.job || jobs[i].inlen <= other_bytes);
}

/* Jobs from FIRST on wait; ACTIVE lanes are in use. */
static void any_work(void) {
    work *const w = W;
    size_t i = nondet_size(), inlen = nondet_size();
    w->rest = nondet_size(), w->full = nondet_int(), w->digest_length = 1;
    ASSUME(w->rest < BLOCK_BYTES && (!w->full || (!w->rest && !MARK)) && inlen <= MOST);
    w->first = 0, w->empty = EMPTY;
    watched.job = nondet_size(), watched.total = w->rest + inlen, watched.in = object(inlen);
    other_bytes = nondet_size();
    ASSUME(other_bytes <= MOST);
    other = object(other_bytes);
    w->most = LANES_MAX, w->pads = (unsigned)nondet_size();
    ASSUME(w->pads <= LANES_MAX);
    for (i = 0; i < JOBS; i++) {
        any_job(i);
    }
    i = nondet_size();
    ASSUME(i <= JOBS);
    w->jobs = jobs + i, w->count = JOBS - i;
    for (i = 0; i < LANES_MAX; i++) {
        joined[i].to = PAD_OF(i), joined[i].in = nondet_int() ? watched.in : other;
        joined[i].held = nondet_size(), joined[i].bytes = nondet_size();
        joined[i].zeros = nondet_size(), joined[i].touched = i < w->pads;
        w->padded[i] = nondet_byte();
        ASSUME(w->padded[i] <= BLOCK_BYTES && joined[i].zeros <= w->padded[i]);
    }
    joined[LANES_MAX].to = NULL;
}

static int is_waiting(void) {
    return watched.job < JOBS && jobs + watched.job >= W->jobs;
}

/* The watched message is in this lane. */
static int is_in(unsigned j) {
    const lane *const l = &W->lanes[j];
    const chain h = W->L.H[j];
    unsigned k;
    if (l->hash != jobs[watched.job].hash) {
        return 0;
    }
    if (h == EMPTY) {
        return !MARK && W->full && !watched.total && l->in == W->block && !l->held &&
               l->left == BLOCK_BYTES;
    }
    if (h == HALF) {
        for (k = 0; k < LANES_MAX; k++) {
            if (l->in == PAD_OF(k) + BLOCK_BYTES && is_second(l->in) &&
                (k == j || (!W->count && k >= W->active))) {
                return MARK && l->padded && !l->held && l->left == BLOCK_BYTES;
            }
        }
        return 0;
    }
    return h % BLOCK_BYTES == 0 && (h ? h < watched.total + MARK : !W->full || watched.total) &&
           (!MARK || !l->padded) && l->left == watched.total - h + MARK &&
           l->held == (h ? 0 : W->rest) && l->in == watched.in + (h ? h - W->rest : 0);
}

/* Lanes in use; the watched message is in lane HERE, if it is one of them. */
static void any_lanes(unsigned active, unsigned here) {
    unsigned j;
    W->active = active;
    for (j = 0; j < LANES_MAX; j++) {
        lane *const l = &W->lanes[j];
        l->left = nondet_size(), l->held = nondet_size(), l->padded = MARK && nondet_int();
        if (j == here) {
            const size_t at = nondet_size();
            ASSUME(watched.job < JOBS && !is_waiting() && at <= watched.total - W->rest);
            W->L.H[j] = nondet_size(), l->hash = jobs[watched.job].hash;
            l->in = W->L.H[j] == EMPTY  ? W->block
                    : W->L.H[j] != HALF ? watched.in + at
                    : at % 2            ? PAD_OF(j) + BLOCK_BYTES
                                        : PAD_OF(LANES_MAX - 1) + BLOCK_BYTES;
            ASSUME(is_in(j));
        } else {
            W->L.H[j] = OTHER, l->in = other, l->hash = other_hash;
            ASSUME(l->held <= W->rest && l->left <= other_bytes && l->held + MARK <= l->left);
            ASSUME(!l->padded || !l->held);
        }
    }
}

/* The watched message waits, is in one lane, or its digest was written. */
static void check_work(int waited) {
    unsigned j, lanes = 0;
    for (j = 0; j < LANES_MAX; j++) {
        if (j < W->active && watched.job < JOBS && is_in(j)) {
            lanes++;
        }
        ASSERT(!joined[j].touched || j < W->pads, "each pad is wiped");
        ASSERT(MARK || joined[j].zeros <= W->padded[j], "zeros of a pad");
    }
    ASSERT(W->active <= LANES_MAX, "lanes");
    ASSERT(lanes + (unsigned)watched.digests + (unsigned)is_waiting() == (unsigned)waited,
           "it waits, or is in a lane, or is hashed");
}

/* As drop: CBMC loses the lanes in an access to one whose index it does not know. */
void contract_drop(work *w, unsigned j) {
    unsigned k;
    w->active--;
    for (k = 0; k < LANES_MAX; k++) {
        if (w->active == k && j != k) {
            w->lanes[j] = w->lanes[k];
            copy_lane(w, j, k);
        }
    }
}

static void step_by(unsigned active, const struct kernel *kernel, unsigned here) {
    int waited;
    any_work();
    any_lanes(active, here);
    waited = here < active || is_waiting();
    used = active < kernel->messages ? active : kernel->messages;
    step(W, kernel);
    check_work(waited);
}
void proof_lanes_step_0(void) { /* slow */
    step_by(2, &two, 0);
}
void proof_lanes_step_1(void) { /* slow */
    step_by(2, &two, 1);
}
void proof_lanes_step_none(void) {
    step_by(2, &two, NO_LANE);
}

/* The messages that wait, if they have the same number of blocks. */
void proof_lanes_same(void) { /* slow */
    int waited, here;
    any_work();
    W->active = 0, used = (unsigned)nondet_size();
    ASSUME(used >= 1 && used <= 2 && used <= W->count);
    waited = is_waiting();
    here = waited && jobs + watched.job < W->jobs + used;
    if (same_blocks(W, &two, 0, used)) {
        ASSERT(watched.digests == here, "its digest");
    }
    check_work(waited);
}

/* The rest of a message, one after the other. */
void proof_lanes_finish(void) { /* slow */
    chain S;
    any_work();
    any_lanes(1, 0);
    get_lane(W, 0, &S);
    finish(W, &S, &W->lanes[0]);
    ASSERT(watched.digests == 1, "its digest");
}

void proof_lanes_drop(void) { /* itself */
    lane l;
    chain h;
    unsigned j = (unsigned)nondet_size(), k;
    any_lanes(2, NO_LANE);
    ASSUME(j < 2);
    W->L.H[0] = nondet_size(), W->L.H[1] = nondet_size();
    k = j ? 0 : 1;
    l = W->lanes[1], h = W->L.H[1];
    drop(W, j);
    ASSERT(W->active == 1, "one lane less");
    ASSERT(j || (W->L.H[0] == h && W->lanes[0].in == l.in && W->lanes[0].held == l.held &&
                 W->lanes[0].left == l.left && W->lanes[0].hash == l.hash &&
                 W->lanes[0].padded == l.padded),
           "the last lane");
}
