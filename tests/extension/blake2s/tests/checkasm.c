/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/* The contracts of BLAKE2s's kernels, for tests/rigs/checkasm. */
#include <stddef.h>

#include "blake2s_internal.h"
#include "checkasm/cases.h"

#if CHECKASM
/* A counter that often carries soon. */
static uint64_t random_counter(void) {
    uint64_t t;
    test_random_bytes((unsigned char *)&t, sizeof t);
    return test_random(2) ? (t | 0xffffffffu) - test_random(500) : t;
}

/* ---- one message ---- */

static void make_alone(check *c, uintptr_t arguments[4]) {
    blake2s_chain S;
    c->blocks = test_random(6);
    c->bytes = c->blocks * BLAKE2S_BLOCKBYTES;
    c->stride = BLAKE2S_BLOCKBYTES;
    c->in = checkasm_place(&checkasm_in, test_random(PLACES), c->bytes, test_random(64));
    if (!c->blocks && test_random(2)) {
        c->in = NULL;
    }
    c->rounds = test_random(2) ? 64 : test_random(65);
    test_random_bytes((unsigned char *)&S, sizeof S);
    S.t = random_counter();
    S.last = test_random(2) ? ~(uint32_t)0 : 0;
    c->state = checkasm_place(&checkasm_state, test_random(PLACES), sizeof S, 8 * test_random(8));
    memcpy(c->state, &S, sizeof S);
    arguments[1] = (uintptr_t)c->in;
    arguments[2] = c->blocks;
    arguments[3] = checkasm_argument_32(c, c->rounds);
}

static void expected_alone(const check *c, unsigned char *state) {
    blake2s_chain S;
    memcpy(&S, state, sizeof S);
    BLAKE2S_KERNEL(generic_32)(&S, c->in, c->blocks, c->rounds);
    memcpy(state, &S, offsetof(blake2s_chain, last));
}

static const checkasm_contract alone =
    {"blake2s_", sizeof(blake2s_chain), 32,  4, BLAKE2S_BLOCKBYTES, 0, 0, 0, 4, 16, 320,
     make_alone, expected_alone,        NULL};

/* ---- several messages ---- */

static void make_lanes(check *c, uintptr_t arguments[4]) {
    blake2s_lanes L;
    unsigned j;
    c->blocks = 1 + test_random(5);
    c->bytes = c->blocks * BLAKE2S_BLOCKBYTES;
    c->stride = BLAKE2S_BLOCKBYTES;
    test_random_bytes((unsigned char *)&L, sizeof L);
    for (j = 0; j < BLAKE2S_LANES_MAX; j++) {
        const uint64_t t = random_counter();
        L.t[0][j] = (uint32_t)(t & 0xffffffffu);
        L.t[1][j] = (uint32_t)(t >> 32);
        L.last[j] = test_random(2) ? ~(uint32_t)0 : 0;
        L.add[j] = test_random(2) ? 64 : test_random(65);
        L.in[j] = j && !test_random(8) ? L.in[j - 1]
                                       : checkasm_place(&checkasm_in, test_random(PLACES), c->bytes,
                                                        test_random(64));
    }
    c->in = L.in[0];
    c->state = checkasm_place(&checkasm_state, test_random(PLACES), sizeof L, 8 * test_random(8));
    memcpy(c->state, &L, sizeof L);
    arguments[1] = c->blocks;
}

static void expected_lanes(const check *c, unsigned char *state) {
    blake2s_lanes L;
    unsigned j;
    memcpy(&L, state, sizeof L);
    for (j = 0; j < c->kernel->messages; j++) {
        blake2s_chain S = blake2s_lane(&L, j);
        BLAKE2S_KERNEL(generic_32)(&S, L.in[j], c->blocks, L.add[j]);
        blake2s_set_lane(&L, j, &S);
    }
    memcpy(state, &L, sizeof L);
}

static const checkasm_contract lanes = {"blake2s_",
                                        sizeof(blake2s_lanes),
                                        sizeof(uint32_t[8][BLAKE2S_LANES_MAX]),
                                        4,
                                        BLAKE2S_BLOCKBYTES,
                                        offsetof(blake2s_lanes, in),
                                        0,
                                        0,
                                        8,
                                        16,
                                        320,
                                        make_lanes,
                                        expected_lanes,
                                        NULL};

CHECKASM_CASES(blake2s) {
    const struct kernel *k;
    for (k = blake2s_kernels; k->name; k++) {
        checkasm_kernel("blake2s", k, &alone);
    }
    for (k = blake2s_lanes_kernels; k->name; k++) {
        checkasm_kernel("blake2s", k, &lanes);
    }
}
#else
CHECKASM_CASES(blake2s) {}
#endif
