/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * blake2b-util fuzz, multi-message kernels and the calls that use them. Each is compared with
 * hashing the messages one after the other with generic/64.
 */
#include <stdio.h>
#include <string.h>

#include "blake2b_util.h"
#include "util/fuzz.h"

enum { MOST_BLOCKS = 5, MOST_JOBS = 20, MOST_BYTES = 3000, MOST_XOF = 1200 };

/* ---- direct calls of the kernels ---- */

/* The contract, implemented with blake2b_compress. */
static void reference_lanes(blake2b_lanes *L, size_t blocks, size_t stride) {
    size_t j, k, i;
    for (j = 0; j < BLAKE2B_LANES_MAX; j++) {
        uint64_t h[8];
        for (k = 0; k < blocks; k++) {
            uint64_t t[2];
            L->T[0][j] = t[0] = L->T[0][j] + L->add[j];
            L->T[1][j] = t[1] = L->T[1][j] + (t[0] < L->add[j]);
            for (i = 0; i < 8; i++) {
                h[i] = L->H[i][j];
            }
            blake2b_compress(h, L->in[j] + k * stride, t, L->F[0][j] != 0, L->F[1][j] != 0, 12);
            for (i = 0; i < 8; i++) {
                L->H[i][j] = h[i];
            }
        }
    }
}

static int direct(util_random *random, unsigned long rows, uint64_t *digest) {
    static unsigned char area[MOST_BLOCKS * 640 + 2048], before[sizeof area];
    static blake2b_lanes start, expected, got;
    const size_t blocks = 1 + (size_t)util_below(random, MOST_BLOCKS);
    const size_t stride = util_one_in(random, 3)   ? 128
                          : util_one_in(random, 2) ? 512
                                                   : (size_t)util_below(random, 640);
    size_t i, j, row;
    util_fill(random, area, sizeof area);
    memcpy(before, area, sizeof area);
    memset(&start, 0, sizeof start);
    for (j = 0; j < BLAKE2B_LANES_MAX; j++) {
        for (i = 0; i < 8; i++) {
            start.H[i][j] = util_next(random);
        }
        start.T[0][j] = util_one_in(random, 2) ? 0 - (1 + util_below(random, 1024))
                                               : util_next(random);
        start.T[1][j] = util_one_in(random, 3) ? ~(uint64_t)0 : util_next(random);
        start.F[0][j] = util_one_in(random, 2) ? ~(uint64_t)0 : 0;
        start.F[1][j] = util_one_in(random, 4) ? ~(uint64_t)0 : 0;
        start.add[j] = util_one_in(random, 2) ? 128 : util_below(random, 129);
        start.in[j] = area +
                      (size_t)util_below(random, sizeof area - (MOST_BLOCKS - 1) * 640 - 127);
    }
    expected = start;
    reference_lanes(&expected, blocks, stride);
    for (j = 0; j < BLAKE2B_LANES_MAX; j++) {
        *digest = util_mix(*digest ^ expected.H[j % 8][j]);
    }
    for (row = 0; blake2b_lanes_kernels[row].name; row++) {
        const struct kernel *b = &blake2b_lanes_kernels[row];
        int differs;
        if (!(rows >> row & 1)) {
            continue;
        }
        got = start;
        BLAKE2B_LANES(b)(&got, blocks, stride);
        differs = memcmp(got.F, start.F, sizeof got.F) ||
                  memcmp(got.add, start.add, sizeof got.add) ||
                  memcmp(got.in, start.in, sizeof got.in) || memcmp(area, before, sizeof area);
        for (j = 0; j < BLAKE2B_LANES_MAX; j++) {
            const blake2b_lanes *right = j < b->messages ? &expected : &start; /* or unchanged */
            for (i = 0; i < 8; i++) {
                differs |= got.H[i][j] != right->H[i][j];
            }
            differs |= got.T[0][j] != right->T[0][j] || got.T[1][j] != right->T[1][j];
        }
        if (differs) {
            printf("\nMISMATCH: implementation %s, %lu blocks, stride %lu\n", b->name,
                   (unsigned long)blocks, (unsigned long)stride);
            util_print_difference("rows of H", expected.H, got.H, sizeof got.H);
            util_print_difference("rows of T", expected.T, got.T, sizeof got.T);
            return 1;
        }
    }
    return 0;
}

/* The kernels of a row's name for any number of rounds. */
int blake2b_util_fuzz_lane_rounds(util_random *random, const util_fuzz_choice *choice,
                                  uint64_t *digest) {
    static unsigned char blocks[2048];
    static blake2b_lanes start, expected, got;
    util_random own = util_next(random);
    const uint32_t rounds = (uint32_t)util_below(&own, util_one_in(&own, 8) ? 500 : 25);
    const struct kernel *k;
    size_t i, j;
    util_fill(&own, (unsigned char *)&start, sizeof start);
    util_fill(&own, blocks, sizeof blocks);
    for (j = 0; j < BLAKE2B_LANES_MAX; j++) {
        start.F[0][j] = util_one_in(&own, 2) ? ~(uint64_t)0 : 0;
        start.F[1][j] = util_one_in(&own, 4) ? ~(uint64_t)0 : 0;
        start.in[j] = blocks + (size_t)util_below(&own, sizeof blocks - 127);
    }
    (void)digest; /* unused, as of one message */
    for (k = blake2b_lane_rounds_kernels; k->name; k++) {
        const struct kernel *row = util_kernel(blake2b_lanes_kernels, k->name);
        if (!util_runs(k) || !row || !(choice->rows >> (row - blake2b_lanes_kernels) & 1)) {
            continue;
        }
        expected = start;
        for (j = 0; j < k->messages; j++) {
            const uint64_t t[2] = {start.T[0][j], start.T[1][j]};
            uint64_t h[8];
            for (i = 0; i < 8; i++) {
                h[i] = start.H[i][j];
            }
            blake2b_compress(h, start.in[j], t, start.F[0][j] != 0, start.F[1][j] != 0, rounds);
            for (i = 0; i < 8; i++) {
                expected.H[i][j] = h[i];
            }
        }
        got = start;
        BLAKE2B_LANE_ROUNDS(k)(&got, rounds);
        if (memcmp(&got, &expected, sizeof got)) {
            printf("\nMISMATCH: implementation %s, with any number of rounds: %lu\n", k->name,
                   (unsigned long)rounds);
            util_print_difference("rows of H", expected.H, got.H, sizeof got.H);
            return 1;
        }
    }
    return 0;
}

/* ---- the calls ---- */

typedef struct calls_case {
    blake2b_params P;
    blake2b_job jobs[MOST_JOBS];
    size_t count;
    size_t common; /* length of the shared prefix */
    unsigned char expected[MOST_JOBS][BLAKE2B_OUTBYTES], expected_from[MOST_JOBS][BLAKE2B_OUTBYTES],
        got[MOST_JOBS][BLAKE2B_OUTBYTES + 1];
    unsigned char key[BLAKE2B_KEYBYTES], xof[MOST_XOF], xof_got[MOST_XOF];
    unsigned char bp[BLAKE2B_OUTBYTES], bp_got[BLAKE2B_OUTBYTES];
    size_t bp_bytes, bp_split, xof_bytes, xof_split;
} calls_case;

static unsigned char area[MOST_BYTES + 64];

static void bp_in_pieces(const calls_case *c, unsigned char *hash) {
    blake2bp_state S;
    blake2bp_init(&S, c->P.digest_length, c->key, c->P.key_length);
    blake2bp_update(&S, area, c->bp_split);
    blake2bp_update(&S, area + c->bp_split, c->bp_bytes - c->bp_split);
    blake2bp_final(&S, hash, c->P.digest_length);
}

/*
 * BLAKE2bp from four leaves and a root with calls of blake2b.h. Only without a key, as the root has
 * no key block.
 */
static void bp_from_parts(const calls_case *c, unsigned char *hash) {
    unsigned char leaves[4][BLAKE2B_OUTBYTES];
    blake2b_params P;
    unsigned i;
    blake2b_params_init(&P);
    P.fanout = 4;
    P.depth = 2;
    P.inner_length = 64;
    for (i = 0; i < 4; i++) {
        blake2b_state S;
        size_t at;
        P.node_offset = i;
        P.last_node = i == 3;
        blake2b_init_params(&S, &P);
        for (at = 128 * i; at < c->bp_bytes; at += 512) {
            blake2b_update(&S, area + at, c->bp_bytes - at < 128 ? c->bp_bytes - at : 128);
        }
        blake2b_final(&S, leaves[i]);
    }
    P.node_offset = 0;
    P.node_depth = 1;
    P.last_node = 1;
    blake2b_hash(&P, hash, 64, leaves, sizeof leaves);
}

static void xof_in_pieces(const calls_case *c, unsigned char *out) {
    blake2xb_state S;
    blake2xb_init(&S, c->xof_bytes, c->key, c->P.key_length);
    blake2xb_update(&S, area, c->bp_split);
    blake2xb_update(&S, area + c->bp_split, c->bp_bytes - c->bp_split);
    blake2xb_final(&S);
    blake2xb_squeeze(&S, out, c->xof_split);
    blake2xb_squeeze(&S, out + c->xof_split, c->xof_bytes - c->xof_split);
}

static size_t length(util_random *random) {
    const size_t n = util_one_in(random, 3) ? 128 * (size_t)util_below(random, 9)
                                            : (size_t)util_below(random, 1200);
    return util_one_in(random, 8) ? MOST_BYTES - n : util_one_in(random, 2) ? n % 130 : n;
}

static int calls(util_random *random, unsigned long rows, uint64_t *digest) {
    static calls_case c;
    const struct kernel *reference = BLAKE2B_UTIL_REFERENCE;
    const int few_kernels = util_one_in(random, 2);
    const unsigned long some = few_kernels ? (unsigned long)(util_next(random) & 0xffffffffu)
                                           : ~0ul;
    blake2b_state common, from;
    /* all existing rows: if none is excluded, short messages use their own kernels */
    unsigned long all = 0;
    size_t i;
    int differs = 0;
    for (i = 0; blake2b_lanes_kernels[i].name; i++) {
        if (util_runs(&blake2b_lanes_kernels[i])) {
            all |= 1ul << i;
        }
    }
    blake2b_params_init(&c.P);
    util_fill(random, area, sizeof area);
    util_fill(random, c.key, sizeof c.key);
    c.P.digest_length = util_one_in(random, 2) ? 64 : 1 + (size_t)util_below(random, 64);
    c.P.key = c.key;
    c.P.key_length = util_one_in(random, 2) ? 0 : (size_t)util_below(random, 65);
    c.P.last_node = util_one_in(random, 4);
    c.count = (size_t)util_below(random, MOST_JOBS + 1);
    for (i = 0; i < c.count; i++) {
        c.jobs[i].inlen = length(random);
        c.jobs[i].in = area + (size_t)util_below(random, 64);
        c.jobs[i].hash = c.got[i];
    }
    c.bp_bytes = length(random);
    c.common = c.bp_bytes % 300;
    c.bp_split = (size_t)util_below(random, c.bp_bytes + 1);
    c.xof_bytes = 1 + (size_t)util_below(random, MOST_XOF);
    c.xof_split = (size_t)util_below(random, c.xof_bytes + 1);

    dispatch_use(&blake2b_dispatch, reference);
    blake2b_util_rows(0);
    blake2b_init_params(&common, &c.P);
    blake2b_update(&common, area, c.common);
    for (i = 0; i < c.count; i++) {
        blake2b_hash(&c.P, c.expected[i], c.P.digest_length, c.jobs[i].in, c.jobs[i].inlen);
        from = common;
        blake2b_update(&from, c.jobs[i].in, c.jobs[i].inlen);
        blake2b_final(&from, c.expected_from[i]);
        *digest = util_mix(*digest + c.expected[i][0]);
    }
    if (c.P.key_length || c.P.digest_length < 64) {
        bp_in_pieces(&c, c.bp);
    } else {
        bp_from_parts(&c, c.bp);
    }
    xof_in_pieces(&c, c.xof);
    *digest = util_mix(*digest + c.bp[0] + ((uint64_t)c.xof[c.xof_bytes - 1] << 8));

    dispatch_use(&blake2b_dispatch, NULL);
    blake2b_util_rows(few_kernels ? rows & some : rows | ~all);
    memset(c.got, 0x6d, sizeof c.got);
    blake2b_many(&c.P, c.jobs, c.count);
    for (i = 0; i < c.count; i++) {
        if (memcmp(c.got[i], c.expected[i], c.P.digest_length) ||
            c.got[i][c.P.digest_length] != 0x6d) {
            printf("\nMISMATCH: blake2b_many, message %lu of %lu\n", (unsigned long)i,
                   (unsigned long)c.count);
            differs = 1;
        }
    }
    memset(c.got, 0x6d, sizeof c.got);
    blake2b_many_from(&common, c.jobs, c.count);
    for (i = 0; i < c.count; i++) {
        if (memcmp(c.got[i], c.expected_from[i], c.P.digest_length) ||
            c.got[i][c.P.digest_length] != 0x6d) {
            printf("\nMISMATCH: blake2b_many_from, after %lu bytes, message %lu of %lu\n",
                   (unsigned long)c.common, (unsigned long)i, (unsigned long)c.count);
            differs = 1;
        }
    }
    blake2bp(c.bp_got, c.P.digest_length, area, c.bp_bytes, c.key, c.P.key_length);
    if (memcmp(c.bp_got, c.bp, c.P.digest_length)) {
        printf("\nMISMATCH: blake2bp, %lu bytes\n", (unsigned long)c.bp_bytes);
        differs = 1;
    }
    bp_in_pieces(&c, c.bp_got);
    if (memcmp(c.bp_got, c.bp, c.P.digest_length)) {
        printf("\nMISMATCH: blake2bp_update, %lu and %lu bytes\n", (unsigned long)c.bp_split,
               (unsigned long)(c.bp_bytes - c.bp_split));
        differs = 1;
    }
    blake2xb(c.xof_got, c.xof_bytes, area, c.bp_bytes, c.key, c.P.key_length);
    if (memcmp(c.xof_got, c.xof, c.xof_bytes)) {
        printf("\nMISMATCH: blake2xb, %lu bytes of input, %lu of output\n",
               (unsigned long)c.bp_bytes, (unsigned long)c.xof_bytes);
        differs = 1;
    }
    xof_in_pieces(&c, c.xof_got);
    if (memcmp(c.xof_got, c.xof, c.xof_bytes)) {
        printf("\nMISMATCH: blake2xb_squeeze, %lu bytes of input, %lu and %lu of output\n",
               (unsigned long)c.bp_bytes, (unsigned long)c.xof_split,
               (unsigned long)(c.xof_bytes - c.xof_split));
        differs = 1;
    }
    if (differs) {
        printf("kernels:");
        for (i = 0; blake2b_lanes_kernels[i].name; i++) {
            if (rows & some & 1ul << i) {
                printf(" %s", blake2b_lanes_kernels[i].name);
            }
        }
        printf("\n");
    }
    blake2b_util_rows(~0ul);
    return differs;
}

int blake2b_util_fuzz_lanes(util_random *random, const util_fuzz_choice *choice, uint64_t *digest) {
    util_random own = util_next(random);
    return util_one_in(&own, 2) ? direct(&own, choice->rows, digest)
                                : calls(&own, choice->rows, digest);
}
