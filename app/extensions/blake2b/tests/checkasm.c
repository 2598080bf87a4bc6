/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * The contracts of BLAKE2b's kernels, for tests/rigs/checkasm: single-message kernels,
 * multi-message kernels, any number of rounds, short messages.
 */
#include <stddef.h>

#include "blake2b_test.h"
#include "checkasm/cases.h"
#include "by_reference.h"

#if CHECKASM
/* Any counter, often one that the next few blocks carry over 2^8, 2^16 ... or wrap at 2^128. */
static void random_counter(unsigned char T[16]) {
    const unsigned low_bytes = test_random(2) ? 8 + 8 * test_random(2) : 1 + test_random(16);
    unsigned below = 1 + test_random(1100), i, borrow = 0;
    test_random_bytes(T, 16);
    if (!test_random(4)) {
        return;
    }
    if (test_random(2)) {
        memset(T, 0, 16);
    }
    for (i = 0; i < low_bytes; i++) { /* 2^(8 * low_bytes) - below */
        const unsigned digit = (0x100 - (below & 0xff) - borrow) & 0xff;
        borrow |= (below & 0xff) != 0;
        T[i] = (unsigned char)digit;
        below >>= 8;
    }
}

static const size_t strides[] = {0, 128, 128, 512, 64, 1, 127, 129, 1000};

/* ---- one message ---- */

/* Every length of a last block at every address modulo 64, if there are enough calls. */
static void make_alone(check *c, uintptr_t arguments[4]) {
    const size_t nth = c->number / 2, alignment = nth % 64;
    const int last = c->number & 1;
    size_t blocks, span, back = 0;
    c->stride = strides[test_random(sizeof strides / sizeof strides[0])];
    if (!test_random(4)) {
        c->stride = test_random(900) | 1;
    }
    if (last) {
        c->bytes = span = nth % 129;
    } else {
        blocks = test_random(9);
        c->bytes = 128 * blocks;
        span = blocks ? (blocks - 1) * c->stride + 128 : 0;
        if (blocks > 1 && !test_random(4)) { /* from the last block to the first */
            back = (blocks - 1) * c->stride;
            c->stride = (size_t)0 - c->stride;
        }
    }
    if (c->bytes <= 128 && !test_random(4)) { /* with one block, no other block is read */
        c->stride = checkasm_random_word();
    }
    c->in = checkasm_place(&checkasm_in, test_random(PLACES), span, alignment) + back;
    if (!c->bytes && test_random(2)) {
        c->in = NULL;
    }

    c->state = checkasm_place(&checkasm_state, test_random(PLACES), sizeof(blake2b_state_internal),
                              test_random(64));
    test_random_bytes(c->state, 64);
    random_counter(c->state + 64);
    memset(c->state + 80, last ? 0xff : 0, 8);
    if (test_random(2)) {
        memset(c->state + 88, test_random(2) ? 0xff : 0, 8);
    } else {
        test_random_bytes(c->state + 88, 8);
    }
    arguments[1] = (uintptr_t)c->in;
    arguments[2] = c->bytes;
    arguments[3] = c->stride;
}

static void expected_alone(const check *c, unsigned char *state) {
    blocks_by_reference((blake2b_state_internal *)(void *)state, c->in, c->bytes, c->stride);
}

static const checkasm_contract alone = {
    "",  sizeof(blake2b_state_internal), 64, 8, 128, 0, 0, 0, 1, 16, 80, make_alone, expected_alone,
    NULL};

/* ---- several messages ---- */

/* So many blocks; lanes anywhere, also at the same place or overlapping; any counters. */
static void make_blocks(check *c, uintptr_t arguments[4], size_t blocks) {
    size_t span, back = 0;
    blake2b_lanes L;
    unsigned i, j;
    c->bytes = 128 * blocks;
    c->stride = test_random(4) ? strides[test_random(sizeof strides / sizeof strides[0])]
                               : test_random(900) | 1;
    span = (blocks - 1) * c->stride + 128;
    if (blocks > 1 && !test_random(4)) { /* from the last block to the first */
        back = (blocks - 1) * c->stride;
        c->stride = (size_t)0 - c->stride;
    }
    if (blocks == 1 && !test_random(4)) {
        c->stride = checkasm_random_word();
    }
    test_random_bytes((unsigned char *)&L, sizeof L);
    for (j = 0; j < BLAKE2B_LANES_MAX; j++) {
        unsigned char T[16];
        random_counter(T);
        for (i = 0; i < 2; i++) {
            L.T[i][j] = load_word(T + 8 * i);
            if (test_random(4)) {
                L.F[i][j] = test_random(2) ? ~(uint64_t)0 : 0;
            }
        }
        if (test_random(8)) {
            L.add[j] = test_random(2) ? 128 : test_random(129);
        }
        /* Columns beyond the kernel's lanes may have invalid addresses. */
        if (j < c->kernel->messages) {
            unsigned char *first = checkasm_place(&checkasm_in, test_random(PLACES), span,
                                                  test_random(64));
            L.in[j] = j && !test_random(8) ? L.in[j - 1] : first + back;
        }
    }
    c->in = L.in[0];
    c->state = checkasm_place(&checkasm_state, test_random(PLACES), sizeof L, test_random(64));
    memcpy(c->state, &L, sizeof L);
    arguments[1] = blocks;
    arguments[2] = c->stride;
}

static void make_lanes(check *c, uintptr_t arguments[4]) {
    make_blocks(c, arguments, 1 + test_random(8));
}

static void expected_lanes(const check *c, unsigned char *state) {
    blake2b_lanes L;
    unsigned j;
    memcpy(&L, state, sizeof L);
    for (j = 0; j < c->kernel->messages; j++) {
        lane_by_reference(&L, j, c->bytes / 128, c->stride);
    }
    memcpy(state, &L, sizeof L);
}

enum {
    LANES_BYTES = sizeof(blake2b_lanes),
    LANES_H = sizeof(uint64_t[8][BLAKE2B_LANES_MAX]),
    LANES_IN = offsetof(blake2b_lanes, in)
};

/* Kernels for sixteen messages allocate their stack frame in steps. */
static const checkasm_contract lanes[2] = {
    {"", LANES_BYTES, LANES_H, 8, 128, LANES_IN, 0, 0, 4, 16, 80, make_lanes, expected_lanes, NULL},
    {"", LANES_BYTES, LANES_H, 8, 128, LANES_IN, 0, CHECKASM_LIMIT_IN_STEPS, 4, 16, 80, make_lanes,
     expected_lanes, NULL},
};

/* ---- any number of rounds ---- */

/*
 * Up to four dozen rounds. The counter and the flags, any words, are next to the block or anywhere.
 */
static void make_rounds(check *c, uintptr_t arguments[4]) {
    c->bytes = c->stride = 128;
    c->rounds = c->number % 64 < 24 ? (uint32_t)(c->number % 64) : test_random(48);
    c->in = checkasm_place(&checkasm_in, test_random(PLACES), 128, c->number / 2 % 64);
    c->more = checkasm_place(&checkasm_in, test_random(PLACES), 32, test_random(8) * 8);
    c->state = checkasm_place(&checkasm_state, test_random(PLACES), 64, test_random(8) * 8);
    test_random_bytes(c->state, 64);
    arguments[1] = (uintptr_t)c->in;
    arguments[2] = (uintptr_t)c->more;
    arguments[3] = checkasm_argument_32(c, c->rounds);
}

static void expected_rounds(const check *c, unsigned char *state) {
    uint64_t h[8];
    memcpy(h, state, sizeof h);
    BLAKE2B_ROUNDS(rounds_reference())(h, c->in, (const uint64_t *)c->more, c->rounds);
    memcpy(state, h, sizeof h);
}

static const checkasm_contract rounds =
    {"rounds, ", 64, 64, 8, 128, 0, 0, 0, 2, 16, 80, make_rounds, expected_rounds, NULL};

/* ---- any number of rounds, several messages ---- */

static void make_lane_rounds(check *c, uintptr_t arguments[4]) {
    make_blocks(c, arguments, 1);
    c->rounds = c->number % 64 < 24 ? (uint32_t)(c->number % 64) : test_random(48);
    arguments[1] = checkasm_argument_32(c, c->rounds);
}

static void expected_lane_rounds(const check *c, unsigned char *state) {
    blake2b_lanes L;
    unsigned j;
    memcpy(&L, state, sizeof L);
    for (j = 0; j < c->kernel->messages; j++) {
        lane_rounds_by(rounds_reference(), &L, j, c->rounds);
    }
    memcpy(state, &L, sizeof L);
}

static const checkasm_contract lane_rounds =
    {"rounds, ",       LANES_BYTES,          LANES_H, 8, 128, LANES_IN, 0, 0, 4, 16, 80,
     make_lane_rounds, expected_lane_rounds, NULL};

/* ---- short messages ---- */

enum { SHORT_JOBS = 24 };
static checkasm_pages jobs_pages, out_pages;

/* The expected contents of OUT, the pages of the digests, and of DIGESTS, complete ones. */
static void expected_short(unsigned char *out, unsigned char digests[][64], const blake2b_short *W,
                           const blake2b_job *jobs, size_t number) {
    size_t i, j;
    for (j = 0; j < number; j++) {
        short_by_reference(W, jobs, j, digests[j]);
        for (i = 0; i < 64 && W->digest >> i & 1; i++) {
            out[jobs[j].hash - out_pages.first + (ptrdiff_t)i] = digests[j][i];
        }
    }
}

static blake2b_short W; /* of the call */

static void random_short(void) {
    test_random_bytes((unsigned char *)W.H, sizeof W.H);
    test_random_bytes(W.remainder, (size_t)W.rest);
}

/* Other data with the same lengths. */
static void other_short(check *c) {
    random_short();
    checkasm_write(&checkasm_state, c->state, &W, sizeof W);
    checkasm_fill(&checkasm_in, 0);
}

/* Messages and digests anywhere; W at any multiple of 8 bytes. */
static void call_short(check *c) {
    static unsigned char expected[1 << 16], digests[SHORT_JOBS][64],
        w_before[sizeof(blake2b_short)];
    static blake2b_job jobs[SHORT_JOBS];
    static const unsigned char *words[8 + 16 + SHORT_JOBS * (8 + 64)];
    const size_t group = c->kernel->messages,
                 groups = 1 + test_random(SHORT_JOBS / (uint32_t)group), number = group * groups,
                 room = checkasm_page_bytes / SHORT_JOBS;
    unsigned char T[16];
    const uintptr_t salt = checkasm_random_word();
    uintptr_t arguments[4];
    unsigned bytes = test_random(2) ? 64 : 1 + test_random(64);
    size_t i, j, most, n = 0;
    unsigned char *at;
    const unsigned char *lowest;
    random_counter(T);
    memset(&W, 0, sizeof W);
    W.rest = test_random(3) ? test_random(128) : 0;
    W.whole = group == 8 ? test_random(BLAKE2B_SHORT_WHOLE + 1) : 0;
    most = 128 * ((size_t)W.whole + 1) - (size_t)W.rest;
    random_short();
    W.T[0] = load_word(T) > ~(uint64_t)0 - most ? load_word(T) - most : load_word(T);
    W.T[1] = load_word(T + 8);
    W.f1 = test_random(2) ? ~(uint64_t)0 : 0;
    W.digest = ~(uint64_t)0 >> (64 - bytes);
    for (i = 0; i < W.rest; i++) {
        W.kept[i / 64] |= (uint64_t)1 << i % 64;
    }
    for (j = 0; j < number; j++) {
        const uint32_t fits = W.whole ? 128 : (uint32_t)most; /* in the last block */
        const size_t length = most - (test_random(3) ? test_random(fits + 1) : 0);
        jobs[j].inlen = length;
        jobs[j].in = length || test_random(2) ? checkasm_place(&checkasm_in, test_random(PLACES),
                                                               length, test_random(64))
                                              : NULL;
        jobs[j].hash = out_pages.first + j * room + test_random((uint32_t)(room - bytes + 1));
    }
    jobs[0].hash = out_pages.first;
    jobs[number - 1].hash = test_random(2) ? out_pages.end - bytes : jobs[number - 1].hash;
    c->in = (const unsigned char *)jobs[0].in;
    c->bytes = jobs[0].inlen;
    at = checkasm_place(&jobs_pages, test_random(PLACES), number * sizeof *jobs,
                        8 * test_random(8));
    checkasm_write(&jobs_pages, at, jobs, number * sizeof *jobs);
    c->state = checkasm_place(&checkasm_state, test_random(PLACES), sizeof W, 8 * test_random(8));
    checkasm_write(&checkasm_state, c->state, &W, sizeof W);
    memcpy(w_before, &W, sizeof W);
    memcpy(expected, out_pages.first, checkasm_page_bytes);
    expected_short(expected, digests, &W, jobs, number);

    arguments[0] = (uintptr_t)c->state;
    arguments[1] = (uintptr_t)at;
    arguments[2] = groups;
    arguments[3] = checkasm_random_word();
    checkasm_call_it(c, arguments, salt);
    checkasm_expect(c, !memcmp(out_pages.first, expected, checkasm_page_bytes),
                    "a digest is wrong, or something else was written", "");
    checkasm_registers(c);
    lowest = checkasm_stack(c, salt);
    for (i = 0; i < 8; i++) {
        words[n++] = w_before + 8 * i;
    }
    n += checkasm_words(words + n, w_before + offsetof(blake2b_short, remainder), (size_t)W.rest,
                        128, 0);
    for (j = 0; j < number; j++) {
        n += checkasm_words(words + n, (const unsigned char *)jobs[j].in, jobs[j].inlen, 128, 0);
        n += checkasm_words(words + n, digests[j], 64, 128, 0);
    }
    checkasm_leftovers(c, lowest, words, n);
    checkasm_dependence(c, arguments, salt, other_short);
}

static const checkasm_contract short_messages =
    {"short_", sizeof(blake2b_short), 64, 8, 128, 0, 0, 0, 8, 16, 80, NULL, NULL, call_short};

/* ---- all ---- */

CHECKASM_CASES(blake2b) {
    const struct kernel *k;
    for (k = blake2b_util_kernels; k->name; k++) {
        checkasm_kernel("blake2b", k, &alone);
    }
    for (k = blake2b_lanes_kernels; k->name; k++) {
        checkasm_kernel("blake2b", k, &lanes[k->messages == BLAKE2B_LANES_MAX]);
    }
    for (k = blake2b_rounds_kernels; k->name; k++) {
        checkasm_kernel("blake2b", k, &rounds);
    }
    for (k = blake2b_lane_rounds_kernels; k->name; k++) {
        checkasm_kernel("blake2b", k, &lane_rounds);
    }
    if (!checkasm_more_pages(&jobs_pages, 1) || !checkasm_more_pages(&out_pages, 1)) {
        test_skip("checkasm", "no pages without access on this system");
        return;
    }
    checkasm_fill(&out_pages, 1);
    for (k = blake2b_short_kernels; k->entry; k++) {
        checkasm_kernel("blake2b", k, &short_messages);
    }
}
#else
CHECKASM_CASES(blake2b) {}
#endif
