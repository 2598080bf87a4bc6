/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * BLAKE2bp (BLAKE2 paper section 2.10): four leaves, each a BLAKE2b of every fourth block, and a
 * root, the BLAKE2b of the four digests. The leaves go side by side through a kernel of several
 * lanes, from where the message stands.
 */
#include <string.h>

#include "blake2b_internal.h"
#if defined(BLAKE2B_HAVE_LANES)
#include "blake2b_words.h"
#endif

#define LEAVES 4
#define STRIPE (LEAVES * BLAKE2B_BLOCKBYTES)
/* What may have to wait until more comes: a stripe can be compressed as soon as the next one has a
   byte for the last leaf, as none of its blocks can then be a last one. */
#define BUFFER_BYTES (STRIPE + STRIPE - BLAKE2B_BLOCKBYTES)

/* What a blake2bp_state holds. Nothing but bytes, so that it may stand at any address. */
typedef struct parallel_state {
    blake2b_state_internal leaf[LEAVES];
    unsigned char buffer[BUFFER_BYTES];
    unsigned char buffered[2]; /* bytes in it, 0 to 896; little-endian */
    unsigned char digest_length;
    unsigned char key_length;
    unsigned char tag[8];      /* "active" between init and final */
} parallel_state;

static const unsigned char active[8] = {0xe1, 0x3c, 0x97, 0xb4, 0x06, 0xd8, 0x4f, 0xa2};

typedef char state_fits[sizeof(parallel_state) <= BLAKE2BP_STATE_BYTES ? 1 : -1];

/* What a call works with. */
typedef struct kernels {
    blake2b_blocks_fn *blocks;
#if defined(BLAKE2B_HAVE_LANES)
    const struct kernel *lanes; /* for the leaves; NULL: one after the other */
#endif
} kernels;

static int find_kernels(kernels *k) {
    const struct kernel *kernel = blake2b_auto();
    if (!kernel) {
        return BLAKE2B_ERROR_STARTUP;
    }
    k->blocks = BLAKE2B_BLOCKS(kernel);
#if defined(BLAKE2B_HAVE_LANES)
    k->lanes = blake2b_lanes_for(LEAVES);
#endif
    return BLAKE2B_OK;
}

/* What the leaves are to compress: all the same number of blocks, or each a last one, or none. */
typedef struct turn {
    const unsigned char *in[LEAVES]; /* blocks, the last ones padded with zeros */
    size_t bytes[LEAVES];            /* in each block */
    unsigned char live[LEAVES];      /* 0: nothing to do for this one */
    unsigned char last[LEAVES];
    size_t blocks, stride;
} turn;

static void take_turn(const kernels *k, blake2b_state_internal leaf[LEAVES], const turn *t) {
    unsigned j;
#if defined(BLAKE2B_HAVE_LANES)
    const struct kernel *kernel = k->lanes;
    if (kernel && t->live[0] + t->live[1] + t->live[2] + t->live[3] > 1) {
        const unsigned lanes = kernel->messages < LEAVES ? kernel->messages : LEAVES;
        CACHE_ALIGNED blake2b_lanes L;
        unsigned first;
        for (first = 0; first < LEAVES; first += lanes) {
            for (j = 0; j < lanes; j++) {
                const unsigned n = first + j;
                load_lane(&L, j, leaf[n].H);
                move_word(&L.T[0][j], leaf[n].T);
                move_word(&L.T[1][j], leaf[n].T + 8);
                L.F[0][j] = t->last[n] ? ~(uint64_t)0 : 0;
                L.F[1][j] = t->last[n] && n == LEAVES - 1 ? ~(uint64_t)0 : 0;
                L.add[j] = t->bytes[n];
                L.in[j] = t->in[n];
            }
            for (; j < kernel->messages; j++) {
                L.F[0][j] = L.F[1][j] = L.add[j] = L.T[0][j] = L.T[1][j] = 0;
                L.in[j] = L.in[0];
            }
            BLAKE2B_LANES(kernel)(&L, t->blocks, t->stride);
            for (j = 0; j < lanes; j++) {
                const unsigned n = first + j;
                if (t->live[n]) {
                    store_lane(&L, j, leaf[n].H);
                    move_word(leaf[n].T, &L.T[0][j]);
                    move_word(leaf[n].T + 8, &L.T[1][j]);
                }
            }
        }
        memory_wipe(L.H, sizeof L.H);
        return;
    }
#endif
    for (j = 0; j < LEAVES; j++) {
        if (t->live[j] && t->last[j]) {
            blake2b_last_block(k->blocks, &leaf[j], t->in[j], t->bytes[j], j == LEAVES - 1);
        } else if (t->live[j]) {
            k->blocks(&leaf[j], t->in[j], t->blocks * BLAKE2B_BLOCKBYTES, t->stride);
        }
    }
}

/* Whole stripes, none of whose blocks is the last of its leaf. */
static void stripes(const kernels *k, blake2b_state_internal leaf[LEAVES], const unsigned char *in, size_t count) {
    turn t;
    unsigned j;
    for (j = 0; j < LEAVES; j++) {
        t.in[j] = in + j * BLAKE2B_BLOCKBYTES;
        t.bytes[j] = BLAKE2B_BLOCKBYTES;
        t.live[j] = 1;
        t.last[j] = 0;
    }
    t.blocks = count;
    t.stride = STRIPE;
    take_turn(k, leaf, &t);
}

/* The whole stripes that can be compressed of BYTES. */
static size_t ready(size_t bytes) {
    return bytes <= BUFFER_BYTES ? 0 : (bytes - BUFFER_BYTES + STRIPE - 1) / STRIPE;
}

/* The first node of its kind: a leaf (DEPTH 0), or the root (DEPTH 1). */
static void begin(blake2b_state_internal *S, size_t digest_length, size_t key_length, unsigned depth) {
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

static void begin_leaves(blake2b_state_internal leaf[LEAVES], size_t digest_length, size_t key_length) {
    unsigned j;
    begin(&leaf[0], digest_length, key_length, 0);
    for (j = 1; j < LEAVES; j++) {
        leaf[j] = leaf[0];
        leaf[j].H[8] ^= (unsigned char)j; /* node offset */
    }
}

/* The last BYTES of the message, 0 to 896, then the root. Wipes the leaves. */
static void finish(const kernels *k, blake2b_state_internal leaf[LEAVES], unsigned char *hash, size_t digest_length,
                   size_t key_length, const unsigned char *in, size_t bytes) {
    unsigned char pad[LEAVES][BLAKE2B_BLOCKBYTES], digests[LEAVES][BLAKE2B_OUTBYTES];
    blake2b_state_internal root;
    size_t done = 0;
    unsigned j, again;
    do {
        turn t;
        again = 0;
        for (j = 0; j < LEAVES; j++) {
            const size_t from = done + j * BLAKE2B_BLOCKBYTES;
            const size_t left = from < bytes ? bytes - from : 0;
            t.live[j] = left || !done;
            t.last[j] = left <= STRIPE;
            t.bytes[j] = left < BLAKE2B_BLOCKBYTES ? left : BLAKE2B_BLOCKBYTES;
            t.in[j] = pad[j];
            again |= !t.last[j];
            if (t.bytes[j] == BLAKE2B_BLOCKBYTES) {
                t.in[j] = in + from;
            } else {
                memset(pad[j], 0, sizeof pad[j]);
                if (left) {
                    memory_copy(pad[j], in + from, left);
                }
            }
        }
        t.blocks = 1;
        t.stride = 0;
        take_turn(k, leaf, &t);
        done += STRIPE;
    } while (again);
    for (j = 0; j < LEAVES; j++) {
        memory_copy(digests[j], leaf[j].H, BLAKE2B_OUTBYTES);
    }
    begin(&root, digest_length, key_length, 1);
    blake2b_whole(k->blocks, &root, hash, digest_length, digests[0], sizeof digests, NULL, 0, 1);
    memory_wipe(leaf, LEAVES * sizeof *leaf);
    memory_wipe(pad, sizeof pad);
    memory_wipe(digests, sizeof digests);
}

static void open_state(parallel_state *state, size_t digest_length, const unsigned char *key, size_t key_length) {
    const size_t buffered = key_length ? STRIPE : 0;
    unsigned j;
    begin_leaves(state->leaf, digest_length, key_length);
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

static void absorb(const kernels *k, parallel_state *state, const unsigned char *in, size_t bytes) {
    size_t held = buffered(state);
    /* What the buffer holds goes first, completed from the input. */
    while (held && bytes > BUFFER_BYTES - held) {
        const size_t missing = held < STRIPE ? STRIPE - held : 0;
        memory_copy(state->buffer + held, in, missing);
        in += missing;
        bytes -= missing;
        stripes(k, state->leaf, state->buffer, 1);
        held += missing;
        held -= STRIPE;
        memory_copy(state->buffer, state->buffer + STRIPE, held); /* less than a stripe */
    }
    if (!held) {
        const size_t count = ready(bytes);
        if (count) {
            stripes(k, state->leaf, in, count);
            in += count * STRIPE;
            bytes -= count * STRIPE;
        }
    }
    memory_copy(state->buffer + held, in, bytes);
    held += bytes;
    state->buffered[0] = (unsigned char)(held & 0xff);
    state->buffered[1] = (unsigned char)(held >> 8);
}

/* ---- the calls ---- */

static int check(const void *out, size_t hashlen, const void *key, size_t keylen) {
    if (!out || (!key && keylen)) {
        return BLAKE2B_ERROR_NULL;
    }
    return hashlen < 1 || hashlen > BLAKE2B_OUTBYTES || keylen > BLAKE2B_KEYBYTES ? BLAKE2B_ERROR_LENGTH : BLAKE2B_OK;
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
    int error;
    if (!S || (!in && inlen)) {
        return BLAKE2B_ERROR_NULL;
    }
    if (!intact(state)) {
        return BLAKE2B_ERROR_STATE;
    }
    if (memory_overlap(S, sizeof *S, in, inlen)) {
        return BLAKE2B_ERROR_OVERLAP;
    }
    error = find_kernels(&k);
    if (error) {
        return error;
    }
    absorb(&k, state, (const unsigned char *)in, inlen);
    return BLAKE2B_OK;
}

int blake2bp_final(blake2bp_state *S, unsigned char *hash, size_t hashlen) {
    parallel_state *state = (parallel_state *)S;
    kernels k;
    int error;
    if (!S || !hash) {
        return BLAKE2B_ERROR_NULL;
    }
    if (!intact(state)) {
        return BLAKE2B_ERROR_STATE;
    }
    if (hashlen != state->digest_length) {
        return BLAKE2B_ERROR_LENGTH;
    }
    if (memory_overlap(S, sizeof *S, hash, hashlen)) {
        return BLAKE2B_ERROR_OVERLAP;
    }
    error = find_kernels(&k);
    if (error) {
        return error;
    }
    finish(&k, state->leaf, hash, hashlen, state->key_length, state->buffer, buffered(state));
    memory_wipe(state, sizeof *state);
    return BLAKE2B_OK;
}

int blake2bp(unsigned char *hash, size_t hashlen, const void *in, size_t inlen, const void *key, size_t keylen) {
    kernels k;
    int error = check(hash, hashlen, key, keylen);
    if (error) {
        return error;
    }
    if (!in && inlen) {
        return BLAKE2B_ERROR_NULL;
    }
    error = find_kernels(&k);
    if (error) {
        return error;
    }
    if (keylen) {
        parallel_state state;
        open_state(&state, hashlen, (const unsigned char *)key, keylen);
        absorb(&k, &state, (const unsigned char *)in, inlen);
        finish(&k, state.leaf, hash, hashlen, keylen, state.buffer, buffered(&state));
        memory_wipe(&state, sizeof state);
    } else {
        blake2b_state_internal leaf[LEAVES];
        const unsigned char *message = (const unsigned char *)in;
        const size_t count = ready(inlen);
        begin_leaves(leaf, hashlen, 0);
        if (count) {
            stripes(&k, leaf, message, count);
            message += count * STRIPE;
            inlen -= count * STRIPE;
        }
        finish(&k, leaf, hash, hashlen, 0, message, inlen);
    }
    return BLAKE2B_OK;
}

/* ---- saved states: blake2b.h has the format ---- */

enum { KIND = 8, DIGEST_LENGTH, KEY_LENGTH, ZERO, BUFFERED, LEAF = BUFFERED + 2, LEAF_BYTES = 64 + 16,
       BUFFER = LEAF + LEAVES * LEAF_BYTES };

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

/* Whether export can have written it. All leaves have compressed as many whole blocks; what waits is
   the key's blocks at least, or more than three blocks after the first stripe. */
static int possible(const unsigned char *p) {
    const size_t held = (size_t)(p[BUFFERED] | p[BUFFERED + 1] << 8);
    const unsigned char *const counter = p + LEAF + 64;
    const size_t least = !memory_zeros(counter, 16) ? STRIPE - BLAKE2B_BLOCKBYTES + 1 : p[KEY_LENGTH] ? STRIPE : 0;
    unsigned j;
    for (j = 1; j < LEAVES; j++) {
        const unsigned char *const other = counter + j * LEAF_BYTES;
        if (!memory_equal8(counter, other) || !memory_equal8(counter + 8, other + 8)) {
            return 0;
        }
    }
    return p[KIND] == 2 && p[DIGEST_LENGTH] - 1u < BLAKE2B_OUTBYTES && p[KEY_LENGTH] <= BLAKE2B_KEYBYTES && !p[ZERO] &&
           held >= least && held <= BUFFER_BYTES && !(counter[0] & (BLAKE2B_BLOCKBYTES - 1)) &&
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
