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
#define FOURTH (STRIPE - BLAKE2B_BLOCKBYTES) /* where the last leaf's block is */
/*
 * Input that may have to wait. A stripe can be compressed as soon as the next one has a byte for
 * the last leaf, as none of its blocks can then be a last one.
 */
#define BUFFER_BYTES (STRIPE + FOURTH)

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

static void set16(unsigned char p[2], size_t n) {
    p[0] = (unsigned char)(n & 0xff);
    p[1] = (unsigned char)(n >> 8);
}

/* ---- the leaves ---- */

/*
 * Whole stripes, none of which has a last block. If it is one stripe, the last leaf's block need not
 * follow the others.
 */
typedef struct run {
    const unsigned char *in, *fourth;
    size_t stripes;
} run;

/* What all leaves take next: runs, then, if DIGESTS is not NULL, the end of the message. */
typedef struct portion {
    blake2b_blocks_fn *blocks;
#if defined(BLAKE2B_HAVE_LANES)
    const struct plan *plan;
#endif
    blake2b_state_internal *leaf; /* all leaves; of no use after the end */
    run runs[3];
    unsigned count; /* of runs */
    unsigned char (*digests)[BLAKE2B_OUTBYTES];
    const unsigned char *in; /* the end: */
    size_t bytes;            /* 0 to 896 */
} portion;

static int find_kernels(portion *p) {
    const struct kernel *const kernel = blake2b_auto();
    if (!kernel) {
        return BLAKE2B_ERROR_STARTUP;
    }
    p->blocks = BLAKE2B_BLOCKS(kernel);
#if defined(BLAKE2B_HAVE_LANES)
    p->plan = blake2b_lanes_plan(LEAVES);
#endif
    p->count = 0;
    p->digests = NULL;
    return BLAKE2B_OK;
}

static void add_run(portion *p, const unsigned char *in, const unsigned char *fourth,
                    size_t stripes) {
    run *const r = &p->runs[p->count++];
    r->in = in;
    r->fourth = fourth;
    r->stripes = stripes;
}

/* The first block of leaf N. */
static const unsigned char *block_of(const run *r, size_t n) {
    return n == LEAVES - 1 ? r->fourth : r->in + n * BLAKE2B_BLOCKBYTES;
}

/*
 * The end of the message from the next block of leaf N on: the bytes that are left. Then the leaf's
 * last block is that one, or a stripe later.
 */
static size_t left_for(const portion *p, size_t n) {
    return p->bytes > n * BLAKE2B_BLOCKBYTES ? p->bytes - n * BLAKE2B_BLOCKBYTES : 0;
}

/* The last block of leaf N, with what is LEFT of the message. */
static void last_alone(const portion *p, size_t n, size_t left) {
    blake2b_state_internal *const S = &p->leaf[n];
    blake2b_last_block(p->blocks, S, left ? p->in + (p->bytes - left) : NULL,
                       left < BLAKE2B_BLOCKBYTES ? left : BLAKE2B_BLOCKBYTES, n == LEAVES - 1);
    memory_copy(p->digests[n], S->H, BLAKE2B_OUTBYTES);
    memory_wipe(S, sizeof *S);
}

static void leaf_alone(const portion *p, size_t n) {
    blake2b_state_internal *const S = &p->leaf[n];
    unsigned i;
    for (i = 0; i < p->count; i++) {
        p->blocks(S, block_of(&p->runs[i], n), p->runs[i].stripes * BLAKE2B_BLOCKBYTES, STRIPE);
    }
    if (p->digests) {
        size_t left = left_for(p, n);
        if (left > STRIPE) {
            p->blocks(S, p->in + n * BLAKE2B_BLOCKBYTES, BLAKE2B_BLOCKBYTES, 0);
            left -= STRIPE;
        }
        last_alone(p, n, left);
    }
}

#if defined(BLAKE2B_HAVE_LANES)
static void put_back(const blake2b_lanes *L, unsigned j, blake2b_state_internal *S) {
    store_lane(L, j, S->H);
    move_word(S->T, &L->T[0][j]);
    move_word(S->T + 8, &L->T[1][j]);
}

/* Lanes that the kernel has and that are not in use: their blocks must be readable. */
static void set_unused(blake2b_lanes *L, unsigned from, const struct kernel *kernel) {
    for (; from < kernel->messages; from++) {
        L->in[from] = L->in[0];
    }
}

/*
 * The end of the message for the leaves in lanes, FIRST and those after it: one block of each, then
 * one more where one is left.
 */
static void last_in_lanes(const portion *p, blake2b_lanes *L, const struct kernel *kernel,
                          size_t first, unsigned used) {
    static const unsigned char none[BLAKE2B_BLOCKBYTES] = {0};
    unsigned char pad[BLAKE2B_BLOCKBYTES]; /* at most one block is incomplete */
    size_t done = 0;
    unsigned j, n = used;
    while (n) {
        for (j = 0; j < used; j++) {
            const size_t from = left_for(p, first + j), left = from > done ? from - done : 0;
            const size_t bytes = left < BLAKE2B_BLOCKBYTES ? left : BLAKE2B_BLOCKBYTES;
            const uint64_t last = left <= STRIPE ? ~(uint64_t)0 : 0;
            L->in[j] = none;
            if (bytes == BLAKE2B_BLOCKBYTES) {
                L->in[j] = p->in + (p->bytes - left);
            } else if (bytes) {
                memory_zero(pad, sizeof pad);
                memory_copy(pad, p->in + (p->bytes - left), bytes);
                L->in[j] = pad;
            }
            L->add[j] = bytes;
            L->F[0][j] = last;
            L->F[1][j] = first + j == LEAVES - 1 ? last : 0;
        }
        set_unused(L, used, kernel);
        BLAKE2B_LANES(kernel)(L, 1, 0);
        for (j = 0; j < n; j++) {
            store_lane(L, j, p->digests[first + j]); /* the next call may overwrite it */
        }
        for (n = 0; !done && n < used && left_for(p, first + n) > STRIPE; n++) {
        }
        done = STRIPE;
        if (n == 1) { /* quicker alone */
            put_back(L, 0, &p->leaf[first]);
            last_alone(p, first, left_for(p, first) - STRIPE);
            n = 0;
        }
    }
    if (p->bytes % BLAKE2B_BLOCKBYTES) {
        memory_wipe(pad, sizeof pad);
    }
}

/* A step of USED leaves. */
static NOINLINE int in_lanes(void *work, const struct kernel *kernel, size_t first, unsigned used) {
    const portion *const p = (const portion *)work;
    CACHE_ALIGNED blake2b_lanes L;
    unsigned i, j;
    for (j = 0; j < used; j++) {
        load_lane(&L, j, p->leaf[first + j].H);
        move_word(&L.T[0][j], p->leaf[first + j].T);
        move_word(&L.T[1][j], p->leaf[first + j].T + 8);
    }
    for (j = 0; p->count && j < kernel->messages; j++) {
        L.F[0][j] = L.F[1][j] = 0;
        L.add[j] = BLAKE2B_BLOCKBYTES;
    }
    for (i = 0; i < p->count; i++) {
        for (j = 0; j < used; j++) {
            L.in[j] = block_of(&p->runs[i], first + j);
        }
        set_unused(&L, used, kernel);
        BLAKE2B_LANES(kernel)(&L, p->runs[i].stripes, STRIPE);
    }
    if (p->digests) {
        last_in_lanes(p, &L, kernel, first, used);
    } else {
        for (j = 0; j < used; j++) {
            put_back(&L, j, &p->leaf[first + j]);
        }
    }
    wipe_columns(&L, kernel->messages);
    return 1;
}
#endif

static void all_leaves(portion *p) {
    size_t n = 0;
#if defined(BLAKE2B_HAVE_LANES)
    n = dispatch_steps(&blake2b_lanes_dispatch, p->plan, blake2b_lanes_next(p->plan, LEAVES),
                       LEAVES, in_lanes, p);
#endif
    for (; n < LEAVES; n++) {
        leaf_alone(p, n);
    }
}

/* The number of whole stripes in BYTES that can be compressed. */
static size_t ready(size_t bytes) {
    return bytes <= BUFFER_BYTES ? 0 : (bytes - BUFFER_BYTES + STRIPE - 1) / STRIPE;
}

/* Initializes the first leaf, or, with a depth of 1, the root. */
static void begin_node(blake2b_state_internal *S, size_t digest_length, size_t key_length,
                       unsigned depth) {
    blake2b_params P;
    blake2b_params_init(&P);
    P.digest_length = digest_length;
    P.key_length = key_length;
    P.fanout = LEAVES;
    P.depth = 2;
    P.node_depth = depth;
    P.inner_length = BLAKE2B_OUTBYTES;
    blake2b_begin_params(S, &P);
}

static void begin_leaves(blake2b_state_internal leaf[LEAVES], size_t digest_length,
                         size_t key_length) {
    unsigned n;
    begin_node(&leaf[0], digest_length, key_length, 0);
    for (n = 1; n < LEAVES; n++) {
        leaf[n] = leaf[0];                /* parameters, which are no secret */
        leaf[n].H[8] ^= (unsigned char)n; /* node offset */
    }
}

/* Finishes the leaves, of which the last BYTES of the message are left, and the root. */
static void finish(portion *p, unsigned char *hash, size_t digest_length, size_t key_length,
                   const unsigned char *in, size_t bytes) {
    unsigned char digests[LEAVES][BLAKE2B_OUTBYTES];
    blake2b_state_internal root;
    p->digests = digests;
    p->in = in;
    p->bytes = bytes;
    all_leaves(p);
    begin_node(&root, digest_length, key_length, 1);
    blake2b_whole(p->blocks, &root, hash, digest_length, digests[0], sizeof digests, NULL, 0, 1);
    memory_wipe(digests, sizeof digests);
}

/* ---- the state ---- */

static void open_state(parallel_state *state, size_t digest_length, const unsigned char *key,
                       size_t key_length) {
    const size_t buffered = key_length ? STRIPE : 0;
    unsigned j;
    begin_leaves(state->leaf, digest_length, key_length);
    if (key_length) { /* the first block of every leaf */
        memset(state->buffer, 0, STRIPE);
        for (j = 0; j < LEAVES; j++) {
            memory_copy(state->buffer + j * BLAKE2B_BLOCKBYTES, key, key_length);
        }
    }
    set16(state->buffered, buffered);
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

/*
 * Compresses all stripes that can be: from the buffer, completed by the input, then from the input.
 * Keeps the rest.
 */
static void absorb(portion *p, parallel_state *state, const unsigned char *in, size_t bytes) {
    unsigned char *const buffer = state->buffer;
    size_t held = buffered(state);
    if (bytes > BUFFER_BYTES - held) {
        size_t missing;
        p->leaf = state->leaf;
        if (held) {
            missing = held < STRIPE ? STRIPE - held : 0;
            memory_copy(buffer + held, in, missing);
            in += missing;
            bytes -= missing;
            held += missing;
            held -= STRIPE;
            add_run(p, buffer, buffer + FOURTH, 1);
        }
        if (held && bytes > BUFFER_BYTES - held) {
            missing = FOURTH - held; /* there is no room for the fourth block */
            memory_copy(buffer + STRIPE + held, in, missing);
            add_run(p, buffer + STRIPE, in + missing, 1);
            in += missing + BLAKE2B_BLOCKBYTES;
            bytes -= missing + BLAKE2B_BLOCKBYTES;
            held = 0;
        }
        if (!held && ready(bytes)) {
            add_run(p, in, in + FOURTH, ready(bytes));
            in += STRIPE * ready(bytes);
            bytes -= STRIPE * ready(bytes);
        }
        all_leaves(p);
        memory_copy(buffer, buffer + STRIPE, held); /* less than a stripe */
    }
    memory_copy(buffer + held, in, bytes);
    set16(state->buffered, held + bytes);
}

static void close_state(portion *p, parallel_state *state, unsigned char *hash) {
    p->leaf = state->leaf;
    finish(p, hash, state->digest_length, state->key_length, state->buffer, buffered(state));
    memory_wipe(state, sizeof *state);
}

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
    portion p;
    int error;
    CALL_RETURN_IF_NOT_INPUT(S, intact(state), in, inlen);
    error = find_kernels(&p);
    if (!error) {
        absorb(&p, state, (const unsigned char *)in, inlen);
    }
    return error;
}

int blake2bp_final(blake2bp_state *S, unsigned char *hash, size_t hashlen) {
    parallel_state *state = (parallel_state *)S;
    portion p;
    int error;
    CALL_RETURN_IF_NOT_DIGEST(S, intact(state), hashlen == state->digest_length, hash, hashlen);
    error = find_kernels(&p);
    if (!error) {
        close_state(&p, state, hash);
    }
    return error;
}

/* A state has room for the key blocks. */
static NOINLINE void keyed_message(portion *p, unsigned char *hash, size_t hashlen,
                                   const unsigned char *in, size_t inlen, const unsigned char *key,
                                   size_t keylen) {
    parallel_state state;
    open_state(&state, hashlen, key, keylen);
    absorb(p, &state, in, inlen);
    p->count = 0;
    close_state(p, &state, hash);
}

static NOINLINE void message(portion *p, unsigned char *hash, size_t hashlen,
                             const unsigned char *in, size_t inlen) {
    const size_t stripes = ready(inlen);
    blake2b_state_internal leaf[LEAVES];
    begin_leaves(leaf, hashlen, 0);
    p->leaf = leaf;
    if (stripes) {
        add_run(p, in, in + FOURTH, stripes);
        in += stripes * STRIPE;
    }
    finish(p, hash, hashlen, 0, in, inlen - stripes * STRIPE);
}

int blake2bp(unsigned char *hash, size_t hashlen, const void *in, size_t inlen, const void *key,
             size_t keylen) {
    portion p;
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
    error = find_kernels(&p);
    if (error) {
        return error;
    }
    if (keylen) {
        keyed_message(&p, hash, hashlen, (const unsigned char *)in, inlen,
                      (const unsigned char *)key, keylen);
    } else {
        message(&p, hash, hashlen, (const unsigned char *)in, inlen);
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
