/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/* The contracts of BLAKE's kernels, of either width, for tests/rigs/checkasm. */
#include <stddef.h>
#include <stdio.h>

#include "blake_kernels.h"
#include "checkasm/cases.h"

#if CHECKASM
static const blake_width_kernels *b; /* the width */
static unsigned bits;                /* of the call: what a block adds to the counter */

/* A word of a state, in the host's byte order. */
static uint64_t load(const unsigned char *p) {
    uint32_t half;
    uint64_t whole;
    if (b->word == 4) {
        memcpy(&half, p, 4);
        return half;
    }
    memcpy(&whole, p, 8);
    return whole;
}

static void store(unsigned char *p, uint64_t x) {
    const uint32_t half = (uint32_t)(x & 0xffffffffu);
    if (b->word == 4) {
        memcpy(p, &half, 4);
    } else {
        memcpy(p, &x, 8);
    }
}

/* Two words that often carry soon. */
static void random_counter(unsigned char *low, unsigned char *high) {
    store(low, test_random(2) ? (uint64_t)0 - test_random(6000) : test_random(6000));
    if (test_random(3)) {
        test_random_bytes(high, b->word);
    } else {
        memset(high, 0xff, b->word);
    }
}

static unsigned random_bits(void) {
    const uint32_t block = (uint32_t)(8 * 16 * b->word);
    return test_random(3) ? block : test_random(block + 1);
}

/* The number of the kernel's lanes; 1 for a single-message kernel. */
static size_t columns(const check *c) {
    return c->kernel->messages;
}

/* Messages end at a page without access, or begin after one; lanes may share one. */
static void make(check *c, uintptr_t arguments[4]) {
    const int several = columns(c) > 1;
    const size_t block = 16 * b->word, row = several ? b->lanes_max * b->word : b->word;
    size_t j;
    c->blocks = several ? 1 + test_random(5) : test_random(6);
    c->bytes = c->blocks * block;
    c->stride = block;
    bits = random_bits();
    c->state = checkasm_place(&checkasm_state, test_random(PLACES), c->contract->state_bytes,
                              8 * test_random(8));
    test_random_bytes(c->state, c->contract->state_bytes);
    for (j = 0; j < columns(c); j++) {
        const unsigned char *in = checkasm_place(&checkasm_in, test_random(PLACES), c->bytes,
                                                 test_random(64));
        random_counter(c->state + 12 * row + j * b->word, c->state + 13 * row + j * b->word);
        if (several) {
            store(c->state + 14 * row + j * b->word, random_bits());
            if (j && !test_random(8)) {
                in = c->in;
            }
            /* Columns beyond the kernel's lanes may have invalid addresses. */
            memcpy(c->state + b->at_in + j * sizeof in, &in, sizeof in);
        }
        c->in = in;
    }
    if (!c->blocks && test_random(2)) {
        c->in = NULL;
    }
    arguments[1] = several ? c->blocks : (uintptr_t)c->in;
    if (!several) {
        arguments[2] = c->blocks;
        arguments[3] = checkasm_argument_32(c, bits);
    }
}

/* Computes each block of each lane with the reference. */
static void expected(const check *c, unsigned char *state) {
    const size_t row = b->lanes_max * b->word;
    uint64_t S[14]; /* room for either */
    size_t j, i, k;
    if (columns(c) == 1) {
        memcpy(S, state, b->chain_bytes);
        b->blocks(S, c->in, c->blocks, bits);
        memcpy(state, S, b->chain_bytes);
        return;
    }
    for (j = 0; j < columns(c); j++) {
        const unsigned char *in;
        memcpy(&in, state + b->at_in + j * sizeof in, sizeof in);
        for (i = 0; i < 14; i++) {
            memcpy((unsigned char *)S + i * b->word, state + i * row + j * b->word, b->word);
        }
        for (k = 0; k < c->blocks; k++, in += 16 * b->word) {
            b->blocks(S, in, 1, (unsigned)load(state + 14 * row + j * b->word));
        }
        for (i = 0; i < 14; i++) {
            memcpy(state + i * row + j * b->word, (unsigned char *)S + i * b->word, b->word);
        }
    }
}

CHECKASM_CASES(blake) {
    for (b = blake_widths; b < blake_widths + BLAKE_WIDTHS; b++) {
        checkasm_contract alone = {NULL, 0, 0, 0, 0, 0, 1, 0, 4, 16, 320, make, expected, NULL},
                          several;
        const struct kernel *k;
        char before[16];
        sprintf(before, "%.8s_", b->name);
        alone.before = before;
        alone.state_bytes = b->chain_bytes;
        alone.word = b->word;
        alone.h_bytes = 8 * b->word;
        alone.block = 16 * b->word;
        several = alone;
        several.state_bytes = b->lanes_bytes;
        several.h_bytes *= b->lanes_max;
        several.at_in = b->at_in;
        several.tries = 8;
        for (k = b->alone; k->name; k++) {
            checkasm_kernel(b->name, k, &alone);
        }
        for (k = b->several; k->name; k++) {
            checkasm_kernel(b->name, k, &several);
        }
    }
}
#else
CHECKASM_CASES(blake) {}
#endif
