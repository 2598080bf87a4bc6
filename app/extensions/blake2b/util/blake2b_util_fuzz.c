/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * blake2b-util fuzz, single-message kernels. A case is one call of a kernel, with random state,
 * counter, flags, lengths, stride and alignments. Or it is one hash through the public calls, with
 * random key, parameters, splits and alignments. Each is compared with generic/64.
 */
#include <stdio.h>
#include <string.h>

#include "blake2b_util.h"
#include "util/fuzz.h"

#define MAX_STRIDE 1040
#define MAX_BLOCKS 64
#define MAX_PIECES 40
#define ROOM 256 /* for a result at any alignment, with bytes around it that must not change */

#define ALIGNED(p) ((p) + (UTIL_FUZZ_ALIGN - (size_t)(p) % UTIL_FUZZ_ALIGN) % UTIL_FUZZ_ALIGN)

enum call { KERNEL_CALL, ONE_CALL, KEYED_CALLS, PARAMS_CALLS, PARAMS_ONE_CALL, CALLS };

typedef struct fuzz_case {
    enum call call;
    const unsigned char *in; /* sometimes NULL if it is empty */
    size_t span;             /* bytes of memory that may be read */
    size_t offset;           /* of the result in ROOM */
    unsigned char room[ROOM];
    size_t result_bytes; /* in ROOM, at the offset */

    /* KERNEL_CALL: the state is in ROOM */
    size_t bytes, stride;

    /* the other cases */
    blake2b_params params;
    size_t key_offset;
    unsigned char key[BLAKE2B_KEYBYTES + UTIL_FUZZ_ALIGN];
    size_t pieces[MAX_PIECES], piece_count;
    size_t state_offset; /* the state moves by this after each piece: a copy must continue the
                            hash */
    int alternate;       /* use the reference for every other piece: all kernels share the state */
} fuzz_case;

/* ---- creating a case ---- */

static void store64(unsigned char *p, uint64_t x) {
    int i;
    for (i = 0; i < 8; i++) {
        p[i] = (unsigned char)(x >> (8 * i) & 0xff);
    }
}

/* Random, or about to carry over a boundary of 8, 16, ... 128 bits. */
static void make_counter(util_random *random, unsigned char T[16]) {
    const uint64_t way = util_below(random, 8);
    uint64_t below, low = 0, high = 0;
    unsigned boundary;
    if (way == 0) {
        memset(T, 0, 16);
        return;
    }
    util_fill(random, T, 16);
    if (way <= 2) {
        return;
    }
    /*
     * 2^boundary - below, with random bits above it (way 3, 4) or zeros; half of the time 64 or 128
     */
    boundary = util_one_in(random, 2) ? 64 + 64 * (unsigned)util_below(random, 2)
                                      : 8 + 8 * (unsigned)util_below(random, 16);
    below = util_one_in(random, 2) ? 128 * (1 + util_below(random, 8))
                                   : 1 + util_below(random, 1024);
    low = 0 - below;
    high = UINT64_MAX;
    if (boundary < 16) {
        boundary = 16; /* below needs more than 8 bits */
    }
    if (boundary < 128) {
        unsigned char bits[16];
        store64(bits, low);
        store64(bits + 8, high);
        if (way > 4) {
            memset(T, 0, 16);
        }
        memcpy(T, bits, boundary / 8);
    } else {
        store64(T, low);
        store64(T + 8, high);
    }
}

static size_t make_small(util_random *random, size_t most) {
    static const unsigned char favourites[] = {0, 1, 2, 63, 64, 65, 126, 127, 128};
    size_t n = util_one_in(random, 3) ? favourites[util_below(random, sizeof favourites)]
                                      : (size_t)util_below(random, most + 1);
    return n <= most ? n : most;
}

static void make_kernel_case(util_random *random, fuzz_case *c) {
    blake2b_state_internal S;
    size_t blocks;
    util_fill(random, S.H, sizeof S.H);
    make_counter(random, S.T);
    memset(S.F, 0, sizeof S.F);
    switch (util_below(random, 8)) {
    case 0: util_fill(random, S.F + 8, 8); break;
    case 1:
    case 2: memset(S.F + 8, 0xff, 8); break;
    default: break;
    }
    if (util_one_in(random, 2)) { /* last block */
        memset(S.F, 0xff, 8);
        c->bytes = make_small(random, BLAKE2B_BLOCKBYTES);
        c->stride = util_one_in(random, 2) ? 0 : (size_t)util_below(random, MAX_STRIDE);
        c->span = c->bytes;
    } else {
        blocks = (size_t)util_below(random, util_one_in(random, 8) ? MAX_BLOCKS + 1 : 8);
        switch (util_below(random, 4)) {
        case 0: c->stride = (size_t)util_below(random, MAX_STRIDE); break;
        case 1: c->stride = 512; break;
        default: c->stride = BLAKE2B_BLOCKBYTES; break;
        }
        c->bytes = blocks * BLAKE2B_BLOCKBYTES;
        c->span = blocks ? (blocks - 1) * c->stride + BLAKE2B_BLOCKBYTES : 0;
    }
    c->in = util_fuzz_input(random, c->span);
    if (!c->span && util_one_in(random, 2)) {
        c->in = NULL;
    }
    c->result_bytes = sizeof S;
    memcpy(c->room + c->offset, &S, sizeof S);
}

static void make_params(util_random *random, blake2b_params *params) {
    params->digest_length = 1 + (size_t)util_below(random, BLAKE2B_OUTBYTES);
    params->last_node = util_one_in(random, 4);
    if (util_one_in(random, 2)) {
        util_fill(random, params->salt, sizeof params->salt);
        util_fill(random, params->personal, sizeof params->personal);
        params->fanout = (unsigned)util_below(random, 256);
        params->depth = 1 + (unsigned)util_below(random, 255);
        params->leaf_length = (blake2b_uint32)(util_next(random) & 0xffffffffu);
        params->node_offset = (blake2b_uint64)util_next(random);
        params->node_depth = (unsigned)util_below(random, 256);
        params->inner_length = (unsigned)util_below(random, BLAKE2B_OUTBYTES + 1);
    }
}

static void make_hash_case(util_random *random, fuzz_case *c) {
    size_t left;
    if (util_one_in(random, 50)) {
        c->span = (size_t)util_below(random, BLAKE2B_UTIL_FUZZ_BYTES + 1);
    } else if (util_one_in(random, 4)) {
        c->span = make_small(random, 5000);
    } else { /* a few blocks */
        c->span = BLAKE2B_BLOCKBYTES * (size_t)util_below(random, 6) +
                  make_small(random, BLAKE2B_BLOCKBYTES);
    }
    c->in = util_fuzz_input(random, c->span);
    if (!c->span && util_one_in(random, 2)) {
        c->in = NULL;
    }
    blake2b_params_init(&c->params);
    if (c->call == PARAMS_CALLS || c->call == PARAMS_ONE_CALL) {
        make_params(random, &c->params);
    }
    c->result_bytes = c->params.digest_length;
    util_fill(random, c->key, sizeof c->key);
    c->key_offset = (size_t)util_below(random, UTIL_FUZZ_ALIGN);
    c->params.key = c->key + c->key_offset;
    c->params.key_length = util_one_in(random, 2) ? 0 : make_small(random, BLAKE2B_KEYBYTES);
    if (!c->params.key_length && util_one_in(random, 2)) {
        c->params.key = NULL;
    }
    c->state_offset = (size_t)util_below(random, UTIL_FUZZ_ALIGN);
    c->alternate = util_one_in(random, 2);
    c->piece_count = 0;
    for (left = c->span; left && c->piece_count < MAX_PIECES - 1;
         left -= c->pieces[c->piece_count++]) {
        const size_t most = util_one_in(random, 4) ? left : left < 300 ? left : 300;
        c->pieces[c->piece_count] = make_small(random, most);
    }
    c->pieces[c->piece_count++] = left; /* the rest, often empty */
}

static void make_case(util_random *random, fuzz_case *c) {
    memset(c, 0, sizeof *c);
    c->call = util_one_in(random, 2) ? KERNEL_CALL : (enum call)(1 + util_below(random, CALLS - 1));
    util_fill(random, c->room, sizeof c->room);
    c->offset = (size_t)util_below(random, UTIL_FUZZ_ALIGN);
    if (c->call == KERNEL_CALL) {
        make_kernel_case(random, c);
    } else {
        make_hash_case(random, c);
    }
}

/* ---- running a case ---- */

static void hash_in_pieces(const fuzz_case *c, const struct kernel *k,
                           const struct kernel *reference, unsigned char *hash) {
    static unsigned char states[2 * UTIL_FUZZ_ALIGN + MAX_PIECES + sizeof(blake2b_state)];
    unsigned char *place = ALIGNED(states) + c->state_offset;
    const unsigned char *in = c->in;
    size_t i;
    if (c->call == KEYED_CALLS) {
        if (c->params.key_length) {
            blake2b_keyed_init((blake2b_state *)(void *)place, (const unsigned char *)c->params.key,
                               c->params.key_length);
        } else {
            blake2b_init((blake2b_state *)(void *)place);
        }
    } else {
        blake2b_init_params((blake2b_state *)(void *)place, &c->params);
    }
    for (i = 0; i < c->piece_count; i++) {
        dispatch_use(&blake2b_dispatch, c->alternate && i % 2 ? reference : k);
        blake2b_update((blake2b_state *)(void *)place, in, c->pieces[i]);
        in = in ? in + c->pieces[i] : NULL;
        memmove(place + 1, place, sizeof(blake2b_state));
        place++;
    }
    dispatch_use(&blake2b_dispatch, k);
    if (c->call == KEYED_CALLS) {
        blake2b_final((blake2b_state *)(void *)place, hash);
    } else {
        blake2b_finish((blake2b_state *)(void *)place, hash, c->params.digest_length);
    }
}

/* Runs the case; ROOM is a copy of the case's. */
static void run_case(const fuzz_case *c, const struct kernel *k, const struct kernel *reference,
                     unsigned char room[ROOM]) {
    unsigned char *result = room + c->offset;
    dispatch_use(&blake2b_dispatch, k);
    switch (c->call) {
    case KERNEL_CALL:
        BLAKE2B_BLOCKS(k)((blake2b_state_internal *)(void *)result, c->in, c->bytes, c->stride);
        break;
    case ONE_CALL:
        if (c->params.key_length) {
            blake2b_keyed(result, c->in, c->span, (const unsigned char *)c->params.key,
                          c->params.key_length);
        } else {
            blake2b(result, c->in, c->span);
        }
        break;
    case KEYED_CALLS:
    case PARAMS_CALLS: hash_in_pieces(c, k, reference, result); break;
    case PARAMS_ONE_CALL:
    case CALLS: blake2b_hash(&c->params, result, c->params.digest_length, c->in, c->span); break;
    }
}

/* Runs the case on the reference in the simplest way: one call, with an aligned state. */
static void run_reference(const fuzz_case *c, const struct kernel *reference,
                          unsigned char room[ROOM]) {
    if (c->call == KERNEL_CALL) {
        blake2b_state_internal S;
        memcpy(&S, room + c->offset, sizeof S);
        BLAKE2B_BLOCKS(reference)(&S, c->in, c->bytes, c->stride);
        memcpy(room + c->offset, &S, sizeof S);
    } else {
        unsigned char hash[BLAKE2B_OUTBYTES];
        dispatch_use(&blake2b_dispatch, reference);
        blake2b_hash(&c->params, hash, c->result_bytes, c->in, c->span);
        memcpy(room + c->offset, hash, c->result_bytes);
    }
}

/* ---- a mismatch ---- */

static void report(const struct kernel *k, const fuzz_case *c, const unsigned char *expected,
                   const unsigned char *got, const unsigned char *input_before) {
    static const char *const calls[] = {
        "the kernel",
        "blake2b, or blake2b_keyed if there is a key",
        "blake2b_init or blake2b_keyed_init, blake2b_update, blake2b_final",
        "blake2b_init_params, blake2b_update, blake2b_finish",
        "blake2b_hash",
    };
    printf("\nMISMATCH: implementation %s, %lu bytes, by %s\n", k->name,
           (unsigned long)(c->call == KERNEL_CALL ? c->bytes : c->span), calls[c->call]);
    if (memcmp(expected + c->offset, got + c->offset, c->result_bytes)) {
        util_print_difference(c->call == KERNEL_CALL ? "H, T, F" : "digest", expected + c->offset,
                              got + c->offset, c->result_bytes);
    }
    if (memcmp(expected, got, c->offset) ||
        memcmp(expected + c->offset + c->result_bytes, got + c->offset + c->result_bytes,
               ROOM - c->offset - c->result_bytes)) {
        printf("written outside the result, which is %lu bytes at %lu\n",
               (unsigned long)c->result_bytes, (unsigned long)c->offset);
        util_print_difference("room", expected, got, ROOM);
    }
    if (c->span && memcmp(input_before, c->in, c->span)) {
        printf("the input was written to\n");
        util_print_difference("input", input_before, c->in, c->span);
    }
}

/* ---- the case of fuzz ---- */

int blake2b_util_fuzz(util_random *random, const util_fuzz_choice *choice, uint64_t *digest) {
    static unsigned char input_before[BLAKE2B_UTIL_FUZZ_BYTES], expected[ROOM],
        room[ROOM + UTIL_FUZZ_ALIGN];
    static fuzz_case c;
    unsigned char *got = ALIGNED(room);
    const struct kernel *reference = BLAKE2B_UTIL_REFERENCE;
    size_t i;

    make_case(random, &c);
    if (c.span) {
        memcpy(input_before, c.in, c.span);
    }
    memcpy(expected, c.room, ROOM);
    run_reference(&c, reference, expected);
    for (i = 0; i < c.result_bytes; i++) {
        *digest = util_mix(*digest + 1 + expected[c.offset + i]);
    }
    for (i = 0; i < choice->count; i++) {
        memcpy(got, c.room, ROOM);
        run_case(&c, choice->kernels[i], reference, got);
        if (memcmp(expected, got, ROOM) || (c.span && memcmp(input_before, c.in, c.span))) {
            report(choice->kernels[i], &c, expected, got, input_before);
            return 1;
        }
    }
    return 0;
}

/* ---- any number of rounds ---- */

/* The last kernel of its table, which is compared with the definitions in RFC 7693 and EIP-152. */
static const struct kernel *rounds_reference(void) {
    const struct kernel *k = blake2b_rounds_kernels;
    while (k[1].name) {
        k++;
    }
    return k;
}

int blake2b_util_fuzz_rounds(util_random *random, const util_fuzz_choice *choice,
                             uint64_t *digest) {
    util_random own = util_next(random);
    const struct kernel *k;
    unsigned char block[BLAKE2B_BLOCKBYTES + 8];
    const size_t at = (size_t)util_below(&own, 9);
    uint64_t h[8], expected[8], got[8], tf[4];
    uint32_t rounds = (uint32_t)util_below(&own, util_one_in(&own, 8) ? 500 : 25);
    size_t i;
    util_fill(&own, (unsigned char *)h, sizeof h);
    util_fill(&own, (unsigned char *)tf, sizeof tf);
    util_fill(&own, block, sizeof block);
    memcpy(expected, h, sizeof h);
    BLAKE2B_ROUNDS(rounds_reference())(expected, block + at, tf, rounds);
    (void)digest; /* unused, as it is the same on all machines: these words are in the host's
                     byte order */
    for (k = blake2b_rounds_kernels; k->name; k++) {
        for (i = 0; i < choice->count && strcmp(choice->kernels[i]->name, k->name); i++) {
        }
        if (i == choice->count || !util_runs(k)) {
            continue;
        }
        memcpy(got, h, sizeof h);
        BLAKE2B_ROUNDS(k)(got, block + at, tf, rounds);
        if (memcmp(got, expected, sizeof got)) {
            printf("\nMISMATCH: implementation %s, with any number of rounds: %lu\n", k->name,
                   (unsigned long)rounds);
            util_print_difference("H", expected, got, sizeof got);
            return 1;
        }
    }
    return 0;
}
