/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * Compares every kernel with the 64-bit reference by direct calls: any state, any counter (often
 * close to a carry), any flags, lengths, strides and addresses.
 *
 *     kernels [SEED]     the seed is printed; the same seed repeats the same calls
 */
#include <stdio.h>
#include <stdlib.h>

#include "blake2b_test.h"

static unsigned long seed;
static blake2b_blocks_fn *reference;

enum { AREA = 20 * 700 };
static unsigned char area[AREA], area_before[AREA];

/* Both get the same input and must write the same states. */
static void compare(blake2b_blocks_fn *blocks, const blake2b_state_internal *start,
                    const unsigned char *in, size_t bytes, size_t stride, size_t state_at) {
    unsigned char place[sizeof(blake2b_state_internal) + 16];
    blake2b_state_internal *S = (blake2b_state_internal *)(void *)(place + state_at);
    blake2b_state_internal expected = *start;
    memcpy(S, start, sizeof *S);
    reference(&expected, in, bytes, stride);
    blocks(S, in, bytes, stride);
    test_expect(!memcmp(S, &expected, sizeof *S),
                "seed %lu: T %s F %s, %lu bytes, stride %lu: H %s T %s instead of H %s T %s", seed,
                test_hex(start->T, 16), test_hex(start->F, 16), (unsigned long)bytes,
                (unsigned long)stride, test_hex(S->H, 8), test_hex(S->T, 16),
                test_hex(expected.H, 8), test_hex(expected.T, 16));
}

/* 2^power - below as a 128-bit number, or with random bits from bit "power" up. */
static void set_counter(unsigned char T[16], unsigned power, unsigned below) {
    unsigned i;
    test_random_bytes(T, 16);
    if (power > 128) {
        return;
    }
    if (test_random(2)) { /* nothing above the power */
        memset(T, 0, 16);
    }
    for (i = 0; i < 16; i++) {
        if (8 * (i + 1) <= power) {
            T[i] = 0xff;
        }
    }
    /* subtract below - 1, which the low 9 bits hold */
    if (power >= 16) {
        unsigned low = 0x10000 - below;
        T[0] = (unsigned char)(low & 0xff);
        T[1] = (unsigned char)(low >> 8 & 0xff);
    }
}

static void counters(const struct kernel *kernel) {
    static const unsigned char powers[] = {16, 24, 32, 40,  48,  56,  64, 72,
                                           80, 88, 96, 104, 112, 120, 128};
    blake2b_state_internal S;
    size_t p;
    unsigned below;
    for (p = 0; p < sizeof powers; p++) {
        for (below = 1; below <= 300; below++) {
            test_random_bytes(S.H, sizeof S.H);
            set_counter(S.T, powers[p], below);
            memset(S.F, 0, sizeof S.F);
            compare(BLAKE2B_BLOCKS(kernel), &S, area, 384, 128, 0);
            memset(S.F, 0xff, 8);
            compare(BLAKE2B_BLOCKS(kernel), &S, area, below % 129, 128, 0);
        }
    }
}

static void differential(const struct kernel *kernel) {
    static const size_t strides[] = {0, 1, 64, 127, 128, 128, 128, 129, 512, 640};
    int i;
    for (i = 0; i < 4000; i++) {
        blake2b_state_internal S;
        size_t stride = strides[test_random(10)], at = test_random(64), bytes,
               blocks = test_random(20);
        test_random_bytes((unsigned char *)&S, sizeof S);
        set_counter(S.T, 8 * (2 + test_random(16)), 1 + test_random(300));
        memset(S.F, test_random(2) ? 0xff : 0, 8);
        memset(S.F + 8, test_random(2) ? 0xff : 0, 8);
        if (S.F[0]) {
            bytes = test_random(129);
        } else {
            bytes = 128 * blocks;
        }
        compare(BLAKE2B_BLOCKS(kernel), &S, bytes || test_random(2) ? area + at : NULL, bytes,
                stride, test_random(16));
    }
    test_expect(!memcmp(area, area_before, AREA), "seed %lu: the input was written", seed);
}

int main(int argc, char **argv) {
    seed = argc > 1 ? strtoul(argv[1], NULL, 10) : test_seed(7);
    reference = BLAKE2B_BLOCKS(BLAKE2B_UTIL_REFERENCE);
    printf("seed %lu\n", seed);
    test_random_seed(seed);
    test_random_bytes(area, AREA);
    memcpy(area_before, area, AREA);
    test_each("kernels/counters", counters);
    test_each("kernels/differential", differential);
    return test_exit();
}
