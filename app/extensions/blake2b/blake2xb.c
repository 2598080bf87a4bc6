/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * BLAKE2Xb (BLAKE2X paper, section 2): output of any length. The root is the BLAKE2b of the
 * message. It is hashed again for every 64 bytes of output, with parameters that number these
 * nodes. The nodes are independent, so a multi-message kernel computes them in parallel.
 */
#include <string.h>

#include "blake2b_internal.h"
#include "driver/calls.h"
#if defined(BLAKE2B_HAVE_LANES)
#include "blake2b_words.h"
#endif

#define NODE_BYTES BLAKE2B_OUTBYTES

/* The contents of a blake2xb_state. Only bytes, so that it can be at any address. */
typedef struct xof_state {
    unsigned char root[BLAKE2B_OUTBYTES]; /* comes first, so that this cannot be taken for a
                                             blake2b_state */
    blake2b_state message;
    unsigned char node[NODE_BYTES]; /* the node that was output in part, */
    unsigned char kept;             /* of which the last KEPT bytes were not */
    unsigned char length[4];        /* of all output; little-endian, as are the next two */
    unsigned char left[4];          /* bytes not output yet, if the length is known */
    unsigned char next[4];          /* number of the next node */
    unsigned char ended;            /* there is no next node */
    unsigned char tag[8];           /* one of these: */
} xof_state;

/* Between init and final; after final. */
static const unsigned char absorbing[8] = {0x98, 0x27, 0xb6, 0xee, 0x41, 0x7b, 0x0c, 0xd5};
static const unsigned char squeezing[8] = {0x3a, 0xf4, 0x62, 0xb8, 0x9d, 0x15, 0xc0, 0x7e};

#define UNKNOWN 0xfffffffful

typedef char state_fits[sizeof(xof_state) <= BLAKE2XB_STATE_BYTES ? 1 : -1];

static void put32(unsigned char p[4], blake2b_uint32 x) {
    p[0] = (unsigned char)(x & 0xff);
    p[1] = (unsigned char)(x >> 8 & 0xff);
    p[2] = (unsigned char)(x >> 16 & 0xff);
    p[3] = (unsigned char)(x >> 24 & 0xff);
}

static blake2b_uint32 get32(const unsigned char p[4]) {
    return (blake2b_uint32)p[0] | (blake2b_uint32)p[1] << 8 | (blake2b_uint32)p[2] << 16 |
           (blake2b_uint32)p[3] << 24;
}

/* Whether S is intact and before final, or after it: like blake2b_intact. */
static int is_absorbing(const xof_state *state) {
    return memory_equal8(state->tag, absorbing) && blake2b_intact(&state->message) &&
           get32(state->length);
}

static int is_squeezing(const xof_state *state) {
    const blake2b_uint32 left = get32(state->length) == UNKNOWN ? NODE_BYTES : get32(state->left);
    return memory_equal8(state->tag, squeezing) && state->kept <= NODE_BYTES &&
           state->kept <= left && left <= get32(state->length);
}

/*
 * The parameter block of BLAKE2X has the output length where BLAKE2b has the upper half of the node
 * offset. Without a 64-bit type, the length is added to H afterwards: H is the IV xor the parameter
 * block.
 */
#if defined(UINT64_MAX)
#define NODE(number, length) ((number) | (uint64_t)get32(length) << 32)
#define PUT_LENGTH(H, length) ((void)0)
#else
#define NODE(number, length) (number)
#define PUT_LENGTH(H, length) xor4((H) + 12, length)

static void xor4(unsigned char *p, const unsigned char *q) {
    int i;
    for (i = 0; i < 4; i++) {
        p[i] ^= q[i];
    }
}
#endif

/* Initializes S for a node of so many bytes. */
static void begin_node(blake2b_state_internal *S, const xof_state *state, blake2b_uint32 number,
                       size_t bytes) {
    static const blake2b_params node = {NODE_BYTES,
                                        NULL,
                                        0,
                                        {0},
                                        {0},
                                        0,
                                        0,
                                        NODE_BYTES,
                                        0,
                                        0,
                                        BLAKE2B_OUTBYTES,
                                        0,
                                        BLAKE2B_PARAMS_INITIALISED};
    blake2b_params P = node;
    P.digest_length = bytes;
    P.node_offset = NODE(number, state->length);
    blake2b_begin_params(S, &P);
    PUT_LENGTH(S->H, state->length);
}

/* Computes the next node. (Not in the frame of nodes(), from which kernels' self-tests run.) */
static NOINLINE void one_node(blake2b_blocks_fn *blocks, const xof_state *state, size_t bytes,
                              unsigned char out[NODE_BYTES]) {
    blake2b_state_internal S;
    begin_node(&S, state, get32(state->next), bytes);
    blake2b_whole(blocks, &S, out, bytes, state->root, sizeof state->root, NULL, 0, 0);
}

static void advance(xof_state *state, blake2b_uint32 nodes) {
    const blake2b_uint32 next = (get32(state->next) + nodes) & 0xfffffffful;
    put32(state->next, next);
    state->ended = (unsigned char)(state->ended | !next);
}

#if defined(BLAKE2B_HAVE_LANES)
/*
 * (For more than a row, compilers expand memcpy and memset to instructions that are slow to start.)
 */
static void set_row(uint64_t row[BLAKE2B_LANES_MAX], unsigned lanes, uint64_t x) {
    unsigned j;
    for (j = 0; j < lanes; j += 2) { /* a compiler stores both at once */
        row[j] = x;
        row[j + 1] = x;
    }
}
#endif

#if defined(BLAKE2B_HAVE_LANES)
/* Nodes in lanes. */
typedef struct task {
    xof_state *state;
    unsigned char *out;
    size_t count, last; /* as nodes() */
    unsigned char *to;
    uint64_t chain[8]; /* of node 0 */
    unsigned char block[BLAKE2B_BLOCKBYTES];
    CACHE_ALIGNED blake2b_lanes L;
} task;

/* A step of USED nodes. */
static INLINE int in_lanes(void *work, const struct kernel *kernel, size_t done, unsigned used) {
    task *const t = (task *)work;
    blake2b_lanes *const L = &t->L;
    const blake2b_uint32 next = get32(t->state->next);
    const int ends = done + used == t->count;
    unsigned char *const out = t->out + done * NODE_BYTES;
    unsigned i, j;
    for (i = 0; i < 8; i++) {
        set_row(L->H[i], kernel->messages, t->chain[i]);
    }
    set_row(L->T[0], kernel->messages, 0);
    set_row(L->T[1], kernel->messages, 0);
    for (j = 0; j < used; j++) {
        L->H[1][j] ^= (uint64_t)next + j;
    }
    if (ends) {
        L->H[0][used - 1] ^= NODE_BYTES ^ t->last;
    }
    BLAKE2B_LANES(kernel)(L, 1, 0);
    for (j = 0; j < used; j++) {
        if (ends && j + 1 == used && t->to) {
            store_lane(L, j, t->block); /* its last use */
            memory_copy(t->to, t->block, t->last);
        } else {
            store_lane(L, j, out + j * NODE_BYTES);
        }
    }
    advance(t->state, used);
    return 1;
}

/*
 * Does the same as nodes() for as many nodes as the kernels take; returns how many. All self-tests
 * are over: this frame is large.
 */
static NOINLINE size_t by_lanes(xof_state *state, unsigned char *out, size_t count, size_t last,
                                unsigned char *to, const struct plan *list,
                                const struct kernel *kernel) {
    task t;
    blake2b_state_internal first;
    unsigned i, j;
    size_t done;
    t.state = state;
    t.out = out;
    t.count = count;
    t.last = last;
    t.to = to;
    memory_copy(t.block, state->root, sizeof state->root);
    memset(t.block + sizeof state->root, 0, sizeof t.block - sizeof state->root);
    begin_node(&first, state, 0, NODE_BYTES);
    for (i = 0; i < 8; i++) {
        move_word(&t.chain[i], first.H + 8 * i);
    }
    set_row(t.L.F[0], kernel->messages, ~(uint64_t)0);
    set_row(t.L.F[1], kernel->messages, 0);
    for (j = 0; j < kernel->messages; j++) { /* no later kernel has more */
        t.L.add[j] = sizeof state->root;
        t.L.in[j] = t.block;
    }
    done = dispatch_steps(&blake2b_lanes_dispatch, list, kernel, count, in_lanes, &t);
    memory_wipe(t.L.H, sizeof t.L.H);
    memory_wipe(t.block, sizeof t.block);
    return done;
}
#endif

/*
 * Writes the next COUNT nodes to OUT, 64 bytes each. If TO is not NULL, the LAST bytes of the last
 * node go there instead.
 */
static void nodes(blake2b_blocks_fn *blocks, xof_state *state, unsigned char *out, size_t count,
                  size_t last, unsigned char *to) {
#if defined(BLAKE2B_HAVE_LANES)
    if (count > 1) { /* lanes are never cheaper for a single node */
        const struct plan *const list = blake2b_lanes_plan(count);
        const struct kernel *const kernel = blake2b_lanes_next(list, count);
        const size_t done = kernel ? by_lanes(state, out, count, last, to, list, kernel) : 0;
        count -= done;
        if (count) { /* else OUT may have less room for the last one */
            out += done * NODE_BYTES;
        }
    }
#endif
    while (count) {
        const int apart = count == 1 && to;
        one_node(blocks, state, apart ? last : NODE_BYTES, apart ? to : out);
        advance(state, 1);
        if (--count) {
            out += NODE_BYTES;
        }
    }
}

static void squeeze(blake2b_blocks_fn *blocks, xof_state *state, unsigned char *out, size_t bytes) {
    const int known = get32(state->length) != UNKNOWN;
    size_t n = state->kept < bytes ? state->kept : bytes, part;
    if (known) {
        put32(state->left, get32(state->left) - (blake2b_uint32)bytes);
    }
    memory_copy(out, state->node + NODE_BYTES - state->kept, n);
    state->kept = (unsigned char)(state->kept - n);
    out += n;
    bytes -= n;
    part = bytes % NODE_BYTES;
    n = bytes / NODE_BYTES;
    if (part) {
        /*
         * Part of a node is wanted; the rest is kept at the end of its room. The last node of a
         * known length is as short as possible.
         */
        const blake2b_uint32 left = known ? get32(state->left) : NODE_BYTES;
        const size_t made = known && left < NODE_BYTES - part ? part + (size_t)left : NODE_BYTES;
        unsigned char *const node = state->node + NODE_BYTES - made;
        nodes(blocks, state, out, n + 1, made, node);
        memory_copy(out + n * NODE_BYTES, node, part);
        state->kept = (unsigned char)(made - part);
    } else if (n) {
        nodes(blocks, state, out, n, NODE_BYTES, NULL);
    }
    if (known && !get32(state->left)) {
        memory_wipe(state->root, sizeof state->root);
        memory_wipe(state->node, sizeof state->node);
    }
}

/* ---- the calls ---- */

/* OUTLEN is the output length or BLAKE2XB_UNKNOWN_LENGTH: any 32-bit number but 0. */
static int check(const void *out, size_t outlen, const void *key, size_t keylen) {
    if (!out || (!key && keylen)) {
        return BLAKE2B_ERROR_NULL;
    }
    return outlen < 1 || outlen > UNKNOWN || keylen > BLAKE2B_KEYBYTES || !memory_fits(key, keylen)
               ? BLAKE2B_ERROR_LENGTH
               : BLAKE2B_OK;
}

/* The parameters of the root. Without a 64-bit type, the output length is added later. */
static void begin_root(blake2b_params *P, const xof_state *state, const void *key, size_t keylen) {
    static const blake2b_params root =
        {BLAKE2B_OUTBYTES, NULL, 0, {0}, {0}, 1, 1, 0, 0, 0, 0, 0, BLAKE2B_PARAMS_INITIALISED};
    (void)state;
    *P = root;
    P->key = key;
    P->key_length = keylen;
    P->node_offset = NODE(0, state->length);
}

int blake2xb_init(blake2xb_state *S, size_t outlen, const void *key, size_t keylen) {
    xof_state *state = (xof_state *)S;
    int error = check(S, outlen, key, keylen);
    blake2b_params P;
    if (!error && memory_overlap(S, sizeof *S, key, keylen)) {
        error = BLAKE2B_ERROR_OVERLAP;
    }
    if (error) {
        return error;
    }
    put32(state->length, outlen == BLAKE2XB_UNKNOWN_LENGTH ? UNKNOWN : (blake2b_uint32)outlen);
    begin_root(&P, state, key, keylen);
    error = blake2b_init_params(&state->message, &P);
    if (!error) {
        PUT_LENGTH(state->message.opaque, state->length);
        memcpy(state->tag, absorbing, sizeof absorbing);
    }
    return error;
}

int blake2xb_update(blake2xb_state *S, const void *in, size_t inlen) {
    xof_state *state = (xof_state *)S;
    const struct kernel *kernel;
    CALL_RETURN_IF_NOT_INPUT(S, is_absorbing(state), in, inlen);
    kernel = blake2b_auto();
    if (!kernel) {
        return BLAKE2B_ERROR_STARTUP;
    }
    blake2b_absorb(BLAKE2B_BLOCKS(kernel), &state->message, (const unsigned char *)in, inlen);
    return BLAKE2B_OK;
}

int blake2xb_final(blake2xb_state *S) {
    xof_state *state = (xof_state *)S;
    int error;
    if (!S) {
        return BLAKE2B_ERROR_NULL;
    }
    if (!is_absorbing(state)) {
        return BLAKE2B_ERROR_STATE;
    }
    error = blake2b_finish(&state->message, state->root, sizeof state->root);
    if (error == BLAKE2B_ERROR_LENGTH) {
        error = BLAKE2B_ERROR_STATE; /* the state is damaged */
    }
    if (!error) {
        memcpy(state->left, state->length, 4);
        put32(state->next, 0);
        state->kept = 0;
        state->ended = 0;
        memcpy(state->tag, squeezing, sizeof squeezing);
    }
    return error;
}

int blake2xb_squeeze(blake2xb_state *S, unsigned char *out, size_t outlen) {
    xof_state *state = (xof_state *)S;
    const struct kernel *kernel;
    if (!S || (!out && outlen)) {
        return BLAKE2B_ERROR_NULL;
    }
    if (!memory_fits(out, outlen)) {
        return BLAKE2B_ERROR_LENGTH;
    }
    if (!is_squeezing(state)) {
        return BLAKE2B_ERROR_STATE;
    }
    if (get32(state->length) != UNKNOWN) {
        if (outlen > get32(state->left)) {
            return BLAKE2B_ERROR_LENGTH;
        }
    } else if (outlen > state->kept) {
        /* Whether enough nodes are left: their numbers have 32 bits. */
        const size_t more = (outlen - state->kept - 1) / NODE_BYTES;
        if (state->ended || more > 0xfffffffful - get32(state->next)) {
            return BLAKE2B_ERROR_LENGTH;
        }
    }
    if (memory_overlap(S, sizeof *S, out, outlen)) {
        return BLAKE2B_ERROR_OVERLAP;
    }
    kernel = blake2b_auto();
    if (!kernel) {
        return BLAKE2B_ERROR_STARTUP;
    }
    if (outlen) {
        squeeze(BLAKE2B_BLOCKS(kernel), state, out, outlen);
    }
    return BLAKE2B_OK;
}

int blake2xb_finish(blake2xb_state *S, unsigned char *out, size_t outlen) {
    xof_state *state = (xof_state *)S;
    blake2b_uint32 length;
    int error;
    if (!S || !out) {
        return BLAKE2B_ERROR_NULL;
    }
    if (!memory_fits(out, outlen)) {
        return BLAKE2B_ERROR_LENGTH;
    }
    if (!is_absorbing(state)) {
        return BLAKE2B_ERROR_STATE;
    }
    length = get32(state->length);
    if (length != UNKNOWN ? outlen != length
                          : !outlen || (outlen - 1) / NODE_BYTES > 0xfffffffful) {
        return BLAKE2B_ERROR_LENGTH;
    }
    if (memory_overlap(S, sizeof *S, out, outlen)) {
        return BLAKE2B_ERROR_OVERLAP;
    }
    error = blake2xb_final(S);
    if (!error) {
        error = blake2xb_squeeze(S, out, outlen);
        memory_wipe(S, sizeof *S);
    }
    return error;
}

/* Hashes the message. (Its frame is left before the output, which needs more.) */
static NOINLINE void hash_root(blake2b_blocks_fn *blocks, xof_state *state, const void *in,
                               size_t inlen, const void *key, size_t keylen) {
    blake2b_state_internal S;
    blake2b_params P;
    begin_root(&P, state, key, keylen);
    blake2b_begin_params(&S, &P);
    PUT_LENGTH(S.H, state->length);
    blake2b_whole(blocks, &S, state->root, sizeof state->root, (const unsigned char *)in, inlen,
                  (const unsigned char *)key, keylen, 0);
}

int blake2xb(unsigned char *out, size_t outlen, const void *in, size_t inlen, const void *key,
             size_t keylen) {
    xof_state state; /* the message is hashed elsewhere */
    const struct kernel *kernel;
    int error = check(out, outlen, key, keylen);
    if (!error && !in && inlen) {
        error = BLAKE2B_ERROR_NULL;
    }
    if (!error && (outlen == BLAKE2XB_UNKNOWN_LENGTH || !memory_fits(out, outlen) ||
                   !memory_fits(in, inlen))) {
        error = BLAKE2B_ERROR_LENGTH;
    }
    if (error) {
        return error;
    }
    kernel = blake2b_auto();
    if (!kernel) {
        return BLAKE2B_ERROR_STARTUP;
    }
    put32(state.length, (blake2b_uint32)outlen);
    put32(state.left, (blake2b_uint32)outlen);
    put32(state.next, 0);
    state.kept = 0;
    state.ended = 0;
    hash_root(BLAKE2B_BLOCKS(kernel), &state, in, inlen, key, keylen);
    /* wipes the state at the end of the output */
    squeeze(BLAKE2B_BLOCKS(kernel), &state, out, outlen);
    return BLAKE2B_OK;
}

/* ---- saved states: blake2b.h has the format ---- */

enum {
    KIND = 8,
    ENDED,
    KEPT,
    BUFFERED,
    LENGTH,
    LEFT = LENGTH + 4,
    NEXT = LEFT + 4,
    BODY = NEXT + 4,
    BODY_BYTES = 64 + 16 + BLAKE2B_BLOCKBYTES,
    INPUT = 3,
    OUTPUT = 4
};

int blake2xb_export(const blake2xb_state *S, unsigned char *saved, size_t savedlen) {
    const xof_state *state = (const xof_state *)S;
    blake2b_blocks_fn *blocks;
    int error = blake2b_check_saved(S, sizeof *S, saved, savedlen, BLAKE2XB_SAVED_BYTES, &blocks);
    int input = 0;
    if (!error) {
        input = is_absorbing(state);
        error = input || is_squeezing(state) ? BLAKE2B_OK : BLAKE2B_ERROR_STATE;
    }
    if (!error) {
        saved[KIND] = input ? INPUT : OUTPUT;
        memcpy(saved + LENGTH, state->length, 4);
        if (input) {
            saved[ENDED] = saved[KEPT] = 0;
            memcpy(saved + LEFT, state->length, 4);
            memset(saved + NEXT, 0, 4);
            blake2b_put(&state->message, saved + BUFFERED, saved + BODY);
        } else {
            saved[ENDED] = state->ended != 0;
            saved[KEPT] = state->kept;
            saved[BUFFERED] = 0;
            memcpy(saved + LEFT, state->left, 4);
            memcpy(saved + NEXT, state->next, 4);
            memset(saved + BODY, 0, BODY_BYTES);
            memory_copy(saved + BODY, state->root, sizeof state->root);
            memory_copy(saved + BODY + 64 + NODE_BYTES - state->kept,
                        state->node + NODE_BYTES - state->kept, state->kept);
        }
        blake2b_seal(blocks, saved, savedlen);
    }
    return error;
}

/* Whether an export can have written these numbers, for a state that has begun its output. */
static int possible(const unsigned char *p) {
    const blake2b_uint32 length = get32(p + LENGTH), left = get32(p + LEFT), next = get32(p + NEXT);
    const unsigned kept = p[KEPT];
    if (p[BUFFERED] || kept >= NODE_BYTES || p[ENDED] > (next == 0) ||
        !memory_zeros(p + BODY + 64, NODE_BYTES - kept) ||
        !memory_zeros(p + BODY + 64 + NODE_BYTES, BODY_BYTES - 64 - NODE_BYTES)) {
        return 0;
    }
    if (length == UNKNOWN) {
        return left == UNKNOWN && (!kept || next || p[ENDED]);
    }
    /*
     * The nodes so far are those that were output, the last one completely. At the end of the
     * output they are wiped.
     */
    if (p[ENDED] || left > length || kept > left || (!left && !memory_zeros(p + BODY, 64))) {
        return 0;
    } else {
        const blake2b_uint32 made = length - left + kept;
        return next == made / NODE_BYTES + (made % NODE_BYTES != 0) &&
               (made % NODE_BYTES == 0 || made == length);
    }
}

int blake2xb_import(blake2xb_state *S, const void *saved, size_t savedlen) {
    xof_state *state = (xof_state *)S;
    const unsigned char *const p = (const unsigned char *)saved;
    blake2b_blocks_fn *blocks;
    int error = blake2b_check_saved(S, sizeof *S, saved, savedlen, BLAKE2XB_SAVED_BYTES, &blocks);
    int input;
    if (error) {
        return error;
    }
    input = p[KIND] == INPUT;
    if (!blake2b_sealed(blocks, p, savedlen) || !get32(p + LENGTH) ||
        (!input && p[KIND] != OUTPUT) ||
        (input ? p[ENDED] || p[KEPT] || get32(p + LEFT) != get32(p + LENGTH) || get32(p + NEXT) ||
                     !blake2b_take(&state->message, BLAKE2B_OUTBYTES, 0, p[BUFFERED], p + BODY)
               : !possible(p))) {
        return BLAKE2B_ERROR_SAVED;
    }
    memcpy(state->length, p + LENGTH, 4);
    if (!input) {
        memcpy(state->left, p + LEFT, 4);
        memcpy(state->next, p + NEXT, 4);
        state->kept = p[KEPT];
        state->ended = p[ENDED];
        memory_copy(state->root, p + BODY, sizeof state->root);
        memory_copy(state->node, p + BODY + 64, sizeof state->node);
    }
    memcpy(state->tag, input ? absorbing : squeezing, sizeof state->tag);
    return BLAKE2B_OK;
}
