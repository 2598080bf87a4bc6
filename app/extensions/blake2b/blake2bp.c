/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * BLAKE2bp (BLAKE2 paper section 2.10): four leaves, each the BLAKE2b of every fourth block, and a
 * root, the BLAKE2b of the four digests. A multi-message kernel hashes the leaves in parallel,
 * without a copy of the message: all four, in pairs, or three and one.
 */
#include <string.h>

#include "blake2b_internal.h"
#include "driver/calls.h"
#if defined(BLAKE2B_HAVE_LANES)
#include "blake2b_words.h"
#endif

#define LEAVES 4
#define STRIPE (LEAVES * BLAKE2B_BLOCKBYTES)
/*
 * Input that may have to wait. A stripe can be compressed as soon as the next one has a byte for
 * the last leaf, as none of its blocks can then be a last one.
 */
#define BUFFER_BYTES (STRIPE + STRIPE - BLAKE2B_BLOCKBYTES)

/* The contents of a blake2bp_state. Only bytes, so that it can be at any address. */
typedef struct parallel_state {
    blake2b_state_internal leaf[LEAVES];
    unsigned char buffer[BUFFER_BYTES];
    unsigned char buffered[2]; /* bytes in it, 0 to 896; little-endian */
    unsigned char digest_length;
    unsigned char key_length;
    unsigned char tag[8]; /* "active" between init and final */
} parallel_state;

static const unsigned char active[8] = {0xe1, 0x3c, 0x97, 0xb4, 0x06, 0xd8, 0x4f, 0xa2};

typedef char state_fits[sizeof(parallel_state) <= BLAKE2BP_STATE_BYTES ? 1 : -1];

/* The kernels for a call. */
typedef struct kernels {
    blake2b_blocks_fn *blocks;
#if defined(BLAKE2B_HAVE_LANES)
    blake2b_lanes_fn *several;
    unsigned messages; /* lanes of the kernel */
    unsigned pairs;    /* 1: two leaves at a time; 0: all four, or three */
    /* number of leaves, the first ones, in lanes; the others are hashed one after the other */
    unsigned together;
#endif
} kernels;

static int find_kernels(kernels *k) {
    const struct kernel *kernel = blake2b_auto();
    if (!kernel) {
        return BLAKE2B_ERROR_STARTUP;
    }
    k->blocks = BLAKE2B_BLOCKS(kernel);
#if defined(BLAKE2B_HAVE_LANES)
    kernel = blake2b_lanes_for(LEAVES);
    k->several = kernel ? BLAKE2B_LANES(kernel) : NULL;
    k->messages = kernel ? kernel->messages : 0;
    k->pairs = k->messages == 2;
    k->together = k->messages == 3 ? 3 : k->messages ? LEAVES : 0;
#endif
    return BLAKE2B_OK;
}

/* ---- the leaves during a call ---- */

/*
 * During a call, leaves are in lanes. Those that are hashed one after the other stay in the state.
 */
typedef struct leaves {
    const kernels *k;
    blake2b_state_internal *S;
#if defined(BLAKE2B_HAVE_LANES)
    CACHE_ALIGNED blake2b_lanes L[]; /* one, or two for pairs, or none */
#endif
} leaves;

#if defined(BLAKE2B_HAVE_LANES)
/* The lane of leaf N. */
#define LANES(l, n) (&(l)->L[(l)->k->pairs ? (n) / 2 : 0])
#define LANE(l, n) ((l)->k->pairs ? (n) % 2 : (n))

/* Sets everything but H, the counters and "in", for blocks that are not the last. */
static void prepare(leaves *l) {
    unsigned i, j;
    for (i = 0; l->k->several && i <= l->k->pairs; i++) {
        blake2b_lanes *const L = &l->L[i];
        for (j = 0; j < LEAVES; j++) {
            L->T[0][j] = L->T[1][j] = L->F[0][j] = L->F[1][j] = 0;
            L->add[j] = BLAKE2B_BLOCKBYTES;
        }
        for (; j < l->k->messages; j++) {
            L->T[0][j] = L->T[1][j] = L->F[0][j] = L->F[1][j] = L->add[j] = 0;
        }
    }
}

static void compress(leaves *l, size_t blocks, size_t stride) {
    unsigned i, j;
    for (i = 0; i <= l->k->pairs; i++) {
        for (j = LEAVES; j < l->k->messages; j++) {
            l->L[i].in[j] = l->L[i].in[0];
        }
        l->k->several(&l->L[i], blocks, stride);
    }
}
#endif

/* Initializes all leaves from FIRST, which is leaf 0. The others differ by their node offset. */
static void begin_leaves(leaves *l, const blake2b_state_internal *first) {
    unsigned n = 0;
#if defined(BLAKE2B_HAVE_LANES)
    prepare(l);
    for (; n < l->k->together; n++) {
        load_lane(LANES(l, n), LANE(l, n), first->H);
        LANES(l, n)->H[1][LANE(l, n)] ^= n;
    }
#endif
    for (; n < LEAVES; n++) {
        l->S[n] = *first;
        l->S[n].H[8] ^= (unsigned char)n;
    }
}

/* Copies the leaves from the state into lanes, and back. */
static void take_up(leaves *l) {
#if defined(BLAKE2B_HAVE_LANES)
    unsigned n;
    prepare(l);
    for (n = 0; n < l->k->together; n++) {
        load_lane(LANES(l, n), LANE(l, n), l->S[n].H);
        move_word(&LANES(l, n)->T[0][LANE(l, n)], l->S[n].T);
        move_word(&LANES(l, n)->T[1][LANE(l, n)], l->S[n].T + 8);
    }
#else
    (void)l;
#endif
}

#if defined(BLAKE2B_HAVE_LANES)
static void put_down_one(leaves *l, unsigned n) {
    store_lane(LANES(l, n), LANE(l, n), l->S[n].H);
    move_word(l->S[n].T, &LANES(l, n)->T[0][LANE(l, n)]);
    move_word(l->S[n].T + 8, &LANES(l, n)->T[1][LANE(l, n)]);
}
#endif

static void wipe_leaves(leaves *l) {
#if defined(BLAKE2B_HAVE_LANES)
    unsigned i;
    for (i = 0; l->k->several && i <= l->k->pairs; i++) {
        memory_wipe(l->L[i].H, sizeof l->L[i].H);
    }
#else
    (void)l;
#endif
}

static void put_down(leaves *l) {
#if defined(BLAKE2B_HAVE_LANES)
    unsigned n;
    for (n = 0; n < l->k->together; n++) {
        put_down_one(l, n);
    }
#endif
    wipe_leaves(l);
}

/* Compresses whole stripes without a last block. */
static void stripes(leaves *l, const unsigned char *in, size_t count) {
    unsigned n = 0;
#if defined(BLAKE2B_HAVE_LANES)
    for (; n < l->k->together; n++) {
        LANES(l, n)->in[LANE(l, n)] = in + n * BLAKE2B_BLOCKBYTES;
    }
    if (n) {
        compress(l, count, STRIPE);
    }
#endif
    for (; n < LEAVES; n++) {
        l->k->blocks(&l->S[n], in + n * BLAKE2B_BLOCKBYTES, count * BLAKE2B_BLOCKBYTES, STRIPE);
    }
}

/* The number of whole stripes in BYTES that can be compressed. */
static size_t ready(size_t bytes) {
    return bytes <= BUFFER_BYTES ? 0 : (bytes - BUFFER_BYTES + STRIPE - 1) / STRIPE;
}

/* The first leaf. The root has no node offset either, but node depth 1: */
#define ROOT_FROM_LEAF(S) ((S)->H[16] ^= 1)
static void begin(blake2b_state_internal *S, size_t digest_length, size_t key_length) {
    blake2b_params P;
    blake2b_params_init(&P);
    P.digest_length = digest_length;
    P.key_length = key_length;
    P.fanout = LEAVES;
    P.depth = 2;
    P.inner_length = BLAKE2B_OUTBYTES;
    blake2b_begin_params(S, &P);
}

/* Hashes the last BYTES of the message, 0 to 896; writes the digests of the leaves. */
static void finish_leaves(leaves *l, unsigned char digests[LEAVES][BLAKE2B_OUTBYTES],
                          const unsigned char *in, size_t bytes) {
    unsigned char pad[2][BLAKE2B_BLOCKBYTES]; /* the last block of a leaf; the block of an unused
                                                 lane */
    size_t done;
    unsigned n;
    memset(pad[1], 0, sizeof pad[1]);
    for (done = 0; !done || bytes > done; done += STRIPE) {
#if defined(BLAKE2B_HAVE_LANES)
        const unsigned together = !done || bytes - done > BLAKE2B_BLOCKBYTES ? l->k->together : 0;
#endif
        for (n = 0; n < LEAVES; n++) {
            const size_t from = done + n * BLAKE2B_BLOCKBYTES,
                         left = from < bytes ? bytes - from : 0;
            const size_t size = left < BLAKE2B_BLOCKBYTES ? left : BLAKE2B_BLOCKBYTES;
            const int last = left <= STRIPE;
            const unsigned char *block = pad[1];
            if (size == BLAKE2B_BLOCKBYTES) {
                block = in + from;
            } else if (size) {
                block = pad[0];
                memset(pad[0], 0, sizeof pad[0]);
                memory_copy(pad[0], in + from, size);
            }
#if defined(BLAKE2B_HAVE_LANES)
            if (n < together) {
                blake2b_lanes *const L = LANES(l, n);
                L->in[LANE(l, n)] = block;
                L->add[LANE(l, n)] = size;
                L->F[0][LANE(l, n)] = last ? ~(uint64_t)0 : 0;
                L->F[1][LANE(l, n)] = last && n == LEAVES - 1 ? ~(uint64_t)0 : 0;
                continue;
            }
            if (n < l->k->together && left) { /* leaf 0 only */
                put_down_one(l, n);
            }
#endif
            if (left || !done) {
                if (last) {
                    blake2b_last_block(l->k->blocks, &l->S[n], block, size, n == LEAVES - 1);
                    memory_copy(digests[n], l->S[n].H, BLAKE2B_OUTBYTES);
                    memory_wipe(&l->S[n], sizeof l->S[n]);
                } else {
                    l->k->blocks(&l->S[n], block, BLAKE2B_BLOCKBYTES, 0);
                }
            }
        }
#if defined(BLAKE2B_HAVE_LANES)
        if (together) {
            compress(l, 1, 0);
            for (n = 0; n < together && (!done || bytes - done > n * BLAKE2B_BLOCKBYTES); n++) {
                store_lane(LANES(l, n), LANE(l, n), digests[n]); /* a later call overwrites it */
            }
        }
#endif
    }
    if (bytes % BLAKE2B_BLOCKBYTES) {
        memory_wipe(pad[0], sizeof pad[0]);
    }
}

/*
 * Finishes the leaves, then the root, which was made by ROOT_FROM_LEAF. Wipes the root and the
 * lanes.
 */
static void finish(leaves *l, blake2b_state_internal *root, unsigned char *hash,
                   size_t digest_length, const unsigned char *in, size_t bytes) {
    unsigned char digests[LEAVES][BLAKE2B_OUTBYTES];
    finish_leaves(l, digests, in, bytes);
    wipe_leaves(l);
    blake2b_whole(l->k->blocks, root, hash, digest_length, digests[0], sizeof digests, NULL, 0, 1);
    memory_wipe(digests, sizeof digests);
}

/* ---- the state ---- */

static void open_state(parallel_state *state, size_t digest_length, const unsigned char *key,
                       size_t key_length) {
    const size_t buffered = key_length ? STRIPE : 0;
    unsigned j;
    begin(&state->leaf[0], digest_length, key_length);
    for (j = 1; j < LEAVES; j++) {
        state->leaf[j] = state->leaf[0];
        state->leaf[j].H[8] ^= (unsigned char)j; /* node offset */
    }
    if (key_length) { /* the first block of every leaf */
        memset(state->buffer, 0, STRIPE);
        for (j = 0; j < LEAVES; j++) {
            memory_copy(state->buffer + j * BLAKE2B_BLOCKBYTES, key, key_length);
        }
    }
    state->buffered[0] = (unsigned char)(buffered & 0xff);
    state->buffered[1] = (unsigned char)(buffered >> 8);
    state->digest_length = (unsigned char)digest_length;
    state->key_length = (unsigned char)key_length;
    memcpy(state->tag, active, sizeof active);
}

static size_t buffered(const parallel_state *state) {
    return (size_t)(state->buffered[0] | state->buffered[1] << 8);
}

/* As blake2b_intact. */
static int intact(const parallel_state *state) {
    return memory_equal8(state->tag, active) && buffered(state) <= BUFFER_BYTES &&
           state->digest_length - 1u < BLAKE2B_OUTBYTES && state->key_length <= BLAKE2B_KEYBYTES &&
           blake2b_running(&state->leaf[0]) && blake2b_running(&state->leaf[1]) &&
           blake2b_running(&state->leaf[2]) && blake2b_running(&state->leaf[3]);
}

/* ---- operations on leaves ---- */

typedef struct task {
    parallel_state *state;
    const unsigned char *in;
    size_t bytes;
    unsigned char *hash;
    size_t digest_length; /* for whole_message */
} task;
typedef void task_fn(leaves *l, const task *t);

static void absorb(leaves *l, const task *t) {
    parallel_state *const state = t->state;
    const unsigned char *in = t->in;
    size_t bytes = t->bytes, held = buffered(state);
    const int enough = bytes > BUFFER_BYTES - held;
    l->S = state->leaf;
    if (enough) {
        take_up(l);
    }
    /* Completes the buffer from the input, and compresses it first. */
    while (held && bytes > BUFFER_BYTES - held) {
        const size_t missing = held < STRIPE ? STRIPE - held : 0;
        memory_copy(state->buffer + held, in, missing);
        in += missing;
        bytes -= missing;
        stripes(l, state->buffer, 1);
        held += missing;
        held -= STRIPE;
        memory_copy(state->buffer, state->buffer + STRIPE, held); /* less than a stripe */
    }
    if (!held) {
        const size_t count = ready(bytes);
        if (count) {
            stripes(l, in, count);
            in += count * STRIPE;
            bytes -= count * STRIPE;
        }
    }
    if (enough) {
        put_down(l);
    }
    memory_copy(state->buffer + held, in, bytes);
    held += bytes;
    state->buffered[0] = (unsigned char)(held & 0xff);
    state->buffered[1] = (unsigned char)(held >> 8);
}

static void close_state(leaves *l, const task *t) {
    parallel_state *const state = t->state;
    blake2b_state_internal root;
    l->S = state->leaf;
    begin(&root, state->digest_length, state->key_length);
    ROOT_FROM_LEAF(&root);
    take_up(l);
    finish(l, &root, t->hash, state->digest_length, state->buffer, buffered(state));
    memory_wipe(state, sizeof *state);
}

/* Hashes a whole message without a key. */
static void whole_message(leaves *l, const task *t) {
    blake2b_state_internal S[LEAVES], node;
    const unsigned char *in = t->in;
    const size_t count = ready(t->bytes);
    l->S = S;
    begin(&node, t->digest_length, 0);
    begin_leaves(l, &node);
    ROOT_FROM_LEAF(&node);
    if (count) {
        stripes(l, in, count);
        in += count * STRIPE;
    }
    finish(l, &node, t->hash, t->digest_length, in, t->bytes - count * STRIPE);
}

/* The frame with lanes is only as large as the kernel needs: threads may have small stacks. */
#if defined(BLAKE2B_HAVE_LANES)
#define WITH(name, lanes) \
    static NOINLINE void name(const kernels *k, task_fn *steps, const task *t) { \
        CACHE_ALIGNED union { \
            unsigned char room[sizeof(leaves) + (lanes) * sizeof(blake2b_lanes)]; \
            leaves l; \
        } u; \
        u.l.k = k; \
        steps(&u.l, t); \
    }
WITH(with_none, 0)
WITH(with_one, 1)
WITH(with_two, 2)

static void with_leaves(const kernels *k, task_fn *steps, const task *t) {
    (!k->several ? with_none : k->pairs ? with_two : with_one)(k, steps, t);
}
#else
static void with_leaves(const kernels *k, task_fn *steps, const task *t) {
    leaves l;
    l.k = k;
    steps(&l, t);
}
#endif

/* ---- the calls ---- */

static int check(const void *out, size_t hashlen, const void *key, size_t keylen) {
    if (!out || (!key && keylen)) {
        return BLAKE2B_ERROR_NULL;
    }
    return hashlen < 1 || hashlen > BLAKE2B_OUTBYTES || keylen > BLAKE2B_KEYBYTES ||
                   !memory_fits(key, keylen)
               ? BLAKE2B_ERROR_LENGTH
               : BLAKE2B_OK;
}

int blake2bp_init(blake2bp_state *S, size_t hashlen, const void *key, size_t keylen) {
    int error = check(S, hashlen, key, keylen);
    if (!error && memory_overlap(S, sizeof *S, key, keylen)) {
        error = BLAKE2B_ERROR_OVERLAP;
    }
    if (!error) {
        open_state((parallel_state *)S, hashlen, (const unsigned char *)key, keylen);
    }
    return error;
}

int blake2bp_update(blake2bp_state *S, const void *in, size_t inlen) {
    parallel_state *state = (parallel_state *)S;
    kernels k;
    task t;
    int error;
    CALL_RETURN_IF_NOT_INPUT(S, intact(state), in, inlen);
    error = find_kernels(&k);
    if (error) {
        return error;
    }
    t.state = state;
    t.in = (const unsigned char *)in;
    t.bytes = inlen;
    with_leaves(&k, absorb, &t);
    return BLAKE2B_OK;
}

int blake2bp_final(blake2bp_state *S, unsigned char *hash, size_t hashlen) {
    parallel_state *state = (parallel_state *)S;
    kernels k;
    task t;
    int error;
    CALL_RETURN_IF_NOT_DIGEST(S, intact(state), hashlen == state->digest_length, hash, hashlen);
    error = find_kernels(&k);
    if (error) {
        return error;
    }
    t.state = state;
    t.hash = hash;
    with_leaves(&k, close_state, &t);
    return BLAKE2B_OK;
}

/* The same through a state, which has room for the key blocks. */
static NOINLINE void keyed_message(const kernels *k, task *t, const void *key, size_t keylen) {
    parallel_state state;
    open_state(&state, t->digest_length, (const unsigned char *)key, keylen);
    t->state = &state;
    with_leaves(k, absorb, t);
    with_leaves(k, close_state, t);
}

int blake2bp(unsigned char *hash, size_t hashlen, const void *in, size_t inlen, const void *key,
             size_t keylen) {
    kernels k;
    task t;
    int error = check(hash, hashlen, key, keylen);
    if (error) {
        return error;
    }
    if (!in && inlen) {
        return BLAKE2B_ERROR_NULL;
    }
    if (!memory_fits(in, inlen) || !memory_fits(hash, hashlen)) {
        return BLAKE2B_ERROR_LENGTH;
    }
    error = find_kernels(&k);
    if (error) {
        return error;
    }
    t.in = (const unsigned char *)in;
    t.bytes = inlen;
    t.hash = hash;
    t.digest_length = hashlen;
    if (keylen) {
        keyed_message(&k, &t, key, keylen);
    } else {
        with_leaves(&k, whole_message, &t);
    }
    return BLAKE2B_OK;
}

/* ---- saved states: blake2b.h has the format ---- */

enum {
    KIND = 8,
    DIGEST_LENGTH,
    KEY_LENGTH,
    ZERO,
    BUFFERED,
    LEAF = BUFFERED + 2,
    LEAF_BYTES = 64 + 16,
    BUFFER = LEAF + LEAVES * LEAF_BYTES
};

int blake2bp_export(const blake2bp_state *S, unsigned char *saved, size_t savedlen) {
    const parallel_state *state = (const parallel_state *)S;
    blake2b_blocks_fn *blocks;
    int error = blake2b_check_saved(S, sizeof *S, saved, savedlen, BLAKE2BP_SAVED_BYTES, &blocks);
    if (!error && !intact(state)) {
        error = BLAKE2B_ERROR_STATE;
    }
    if (!error) {
        const size_t held = buffered(state);
        unsigned j;
        saved[KIND] = 2;
        saved[DIGEST_LENGTH] = state->digest_length;
        saved[KEY_LENGTH] = state->key_length;
        saved[ZERO] = 0;
        memcpy(saved + BUFFERED, state->buffered, 2);
        for (j = 0; j < LEAVES; j++) {
            memory_copy(saved + LEAF + j * LEAF_BYTES, state->leaf[j].H, 64);
            memory_copy(saved + LEAF + j * LEAF_BYTES + 64, state->leaf[j].T, 16);
        }
        memory_copy(saved + BUFFER, state->buffer, held);
        memset(saved + BUFFER + held, 0, BUFFER_BYTES - held);
        blake2b_seal(blocks, saved, savedlen);
    }
    return error;
}

/*
 * Whether an export can have written it: all leaves have compressed the same number of whole
 * blocks. The buffer has at least the key blocks, or more than three blocks after the first stripe.
 */
static int possible(const unsigned char *p) {
    const size_t held = (size_t)(p[BUFFERED] | p[BUFFERED + 1] << 8);
    const unsigned char *const counter = p + LEAF + 64;
    const size_t least = !memory_zeros(counter, 16) ? STRIPE - BLAKE2B_BLOCKBYTES + 1
                         : p[KEY_LENGTH]            ? STRIPE
                                                    : 0;
    unsigned j;
    for (j = 1; j < LEAVES; j++) {
        const unsigned char *const other = counter + j * LEAF_BYTES;
        if (!memory_equal8(counter, other) || !memory_equal8(counter + 8, other + 8)) {
            return 0;
        }
    }
    return p[KIND] == 2 && p[DIGEST_LENGTH] - 1u < BLAKE2B_OUTBYTES &&
           p[KEY_LENGTH] <= BLAKE2B_KEYBYTES && !p[ZERO] && held >= least && held <= BUFFER_BYTES &&
           !(counter[0] & (BLAKE2B_BLOCKBYTES - 1)) &&
           memory_zeros(p + BUFFER + held, BUFFER_BYTES - held);
}

int blake2bp_import(blake2bp_state *S, const void *saved, size_t savedlen) {
    parallel_state *state = (parallel_state *)S;
    const unsigned char *const p = (const unsigned char *)saved;
    blake2b_blocks_fn *blocks;
    int error = blake2b_check_saved(S, sizeof *S, saved, savedlen, BLAKE2BP_SAVED_BYTES, &blocks);
    if (!error && (!blake2b_sealed(blocks, p, savedlen) || !possible(p))) {
        error = BLAKE2B_ERROR_SAVED;
    }
    if (!error) {
        unsigned j;
        open_state(state, p[DIGEST_LENGTH], NULL, 0);
        for (j = 0; j < LEAVES; j++) {
            memory_copy(state->leaf[j].H, p + LEAF + j * LEAF_BYTES, 64);
            memory_copy(state->leaf[j].T, p + LEAF + j * LEAF_BYTES + 64, 16);
        }
        memory_copy(state->buffer, p + BUFFER, BUFFER_BYTES);
        memcpy(state->buffered, p + BUFFERED, 2);
        state->key_length = p[KEY_LENGTH];
    }
    return error;
}
