/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/* BLAKE2b's kernels for tests/systems/bare: against the reference, on random input. */
#include "bare.h"
#include "by_reference.h"

#define MAX_BLOCKS 6
#define MAX_STRIDE 640

/* Half of the counters are about to carry, out of the lowest 2 to 16 bytes. */
static void random_state_of(blake2b_state_internal *S, int last) {
    bare_random_bytes(S, sizeof *S);
    if (bare_random(2)) {
        memset(S->T, 0xff, 2 + bare_random(15));
        S->T[0] = (unsigned char)bare_random(256);
        S->T[1] = (unsigned char)(0xfc + bare_random(4));
    }
    memset(S->F, last ? 0xff : 0, 8);
    memset(S->F + 8, bare_random(2) ? 0xff : 0, 8);
}

/* 0 if the kernel does as the reference, and touches nothing around the state. */
static int call_differs(const struct kernel *k, int last, const unsigned char *in, size_t bytes,
                        ptrdiff_t stride) {
    unsigned char room[16 + sizeof(blake2b_state_internal) + 32], expected[sizeof room];
    const size_t at = 8 + bare_random(16);
    blake2b_state_internal S;
    bare_random_bytes(room, sizeof room);
    random_state_of(&S, last);
    memcpy(room + at, &S, sizeof S);
    memcpy(expected, room, sizeof room);
    blocks_by_reference(&S, in, bytes, (size_t)stride);
    memcpy(expected + at, &S, sizeof S);
    BLAKE2B_BLOCKS(k)
    ((blake2b_state_internal *)(void *)(room + at), in, bytes, (size_t)stride);
    return memcmp(room, expected, sizeof room) != 0;
}

static int blocks_differ(const struct kernel *k) {
    static const ptrdiff_t strides[] = {0,   1,   64,         127,  128,
                                        129, 512, MAX_STRIDE, -128, -MAX_STRIDE};
    size_t bytes, i;
    unsigned round;
    int differs = 0;
    for (round = 0; round < 4; round++) {
        for (bytes = 0; bytes <= 128; bytes++) {
            differs |= call_differs(k, 1, bare_area + bare_random(64), bytes, 0);
        }
        for (i = 0; i < sizeof strides / sizeof strides[0]; i++) {
            for (bytes = 0; bytes <= MAX_BLOCKS * 128; bytes += 128) {
                const unsigned char *in = bare_area + bare_random(64);
                if (strides[i] < 0) {
                    in += (MAX_BLOCKS - 1) * MAX_STRIDE;
                }
                differs |= call_differs(k, 0, in, bytes, strides[i]);
            }
        }
    }
    return differs;
}

#if defined(BLAKE2B_HAVE_LANES)
static int lanes_differ(const struct kernel *k) {
    static const size_t strides[] = {0, 1, 64, 127, 128, 129, 512, MAX_STRIDE};
    CACHE_ALIGNED blake2b_lanes L, expected;
    unsigned round, j;
    int differs = 0;
    for (round = 0; round < 500; round++) {
        const size_t stride = strides[bare_random(8)], blocks = 1 + bare_random(MAX_BLOCKS);
        bare_random_bytes(&L, sizeof L);
        for (j = 0; j < BLAKE2B_LANES_MAX; j++) {
            if (bare_random(2)) {
                L.T[0][j] = 0 - (uint64_t)(1 + bare_random(700));
            }
            L.F[0][j] = bare_random(2) ? ~(uint64_t)0 : 0;
            L.F[1][j] = bare_random(2) ? ~(uint64_t)0 : 0;
            L.add[j] = bare_random(2) ? 128 : bare_random(129);
            L.in[j] = bare_area + bare_random(64);
        }
        expected = L;
        for (j = 0; j < k->messages; j++) {
            lane_by_reference(&expected, j, blocks, stride);
        }
        BLAKE2B_LANES(k)(&L, blocks, stride);
        differs |= memcmp(&L, &expected, sizeof L);
    }
    return differs;
}

/* ---- short messages, four or eight at once ---- */

#define SHORT_JOBS 24

static void load_words(uint64_t *to, const unsigned char *from, unsigned count) {
    for (; count--; from += 8) {
        *to++ = load_word(from);
    }
}

static int short_differs(const struct kernel *k) {
    static unsigned char out[SHORT_JOBS][80], expected[SHORT_JOBS][80];
    unsigned round;
    int differs = 0;
    for (round = 0; round < 300; round++) {
        const size_t groups = 1 + bare_random(BLAKE2B_SHORT_GROUPS(k, SHORT_JOBS));
        const unsigned bytes = bare_random(2) ? 64 : 1 + bare_random(64);
        unsigned char random[80], digest[64];
        CACHE_ALIGNED blake2b_short W;
        blake2b_job jobs[SHORT_JOBS];
        size_t j, most;
        memset(&W, 0, sizeof W);
        bare_random_bytes(random, sizeof random);
        load_words(W.H, random, 8);
        load_words(W.T, random + 64, 2);
        W.f1 = bare_random(2) ? ~(uint64_t)0 : 0;
        W.digest = ~(uint64_t)0 >> (64 - bytes);
        W.rest = bare_random(2) ? bare_random(128) : 0;
        for (j = 0; j < W.rest; j++) {
            W.kept[j / 64] |= (uint64_t)1 << j % 64;
            W.remainder[j] = (unsigned char)bare_random(256);
        }
        W.whole = k->messages == 8 ? bare_random(BLAKE2B_SHORT_WHOLE + 1) : 0;
        most = 128 * ((size_t)W.whole + 1) - (size_t)W.rest;
        W.T[0] = bare_random(2) ? ~(uint64_t)0 - most : W.T[0] >> 1;
        memset(expected, 0x77, sizeof expected);
        memset(out, 0x77, sizeof out);
        for (j = 0; j < k->messages * groups; j++) {
            jobs[j].inlen = most - bare_random(W.whole ? 129 : (unsigned)most + 1);
            jobs[j].in = bare_area + bare_random(BARE_AREA - 128 * (BLAKE2B_SHORT_WHOLE + 1));
            jobs[j].hash = out[j] + j % 16;
            short_by_reference(&W, jobs, j, digest);
            memcpy(expected[j] + j % 16, digest, bytes);
        }
        BLAKE2B_SHORT(k)(&W, jobs, groups);
        differs |= memcmp(out, expected, sizeof out);
    }
    return differs;
}

/* ---- any number of rounds ---- */

static int rounds_differ(const struct kernel *k) {
    unsigned round;
    int differs = 0;
    for (round = 0; round < 300; round++) {
        const unsigned rounds = round < 50 ? round : bare_random(41);
        const unsigned char *block = bare_area + bare_random(BARE_AREA - 128);
        unsigned char random[96];
        uint64_t h[8], expected[8], tf[4];
        bare_random_bytes(random, sizeof random);
        load_words(h, random, 8);
        load_words(tf, random + 64, 4);
        memcpy(expected, h, sizeof h);
        BLAKE2B_ROUNDS(k)(h, block, tf, rounds);
        BLAKE2B_ROUNDS(rounds_reference())(expected, block, tf, rounds);
        differs |= memcmp(h, expected, sizeof h);
    }
    return differs;
}

/* The same of several messages. */
static int lane_rounds_differ(const struct kernel *k) {
    unsigned round;
    int differs = 0;
    for (round = 0; round < 300; round++) {
        const unsigned rounds = round < 50 ? round : bare_random(41);
        blake2b_lanes L, expected;
        unsigned j;
        bare_random_bytes((unsigned char *)&L, sizeof L);
        for (j = 0; j < BLAKE2B_LANES_MAX; j++) {
            L.in[j] = bare_area + bare_random(BARE_AREA - 128);
        }
        expected = L;
        for (j = 0; j < k->messages; j++) {
            lane_rounds_by(rounds_reference(), &expected, j, rounds);
        }
        BLAKE2B_LANE_ROUNDS(k)(&L, rounds);
        differs |= memcmp(&L, &expected, sizeof L);
    }
    return differs;
}
#endif

int BARE_TEST(void) {
    struct bare_contract contracts[] =
    { {"state", "", blake2b_util_kernels, NULL, blake2b_selftest, blocks_differ},
#if defined(BLAKE2B_HAVE_LANES)
      {"lanes", "", blake2b_lanes_kernels, NULL, blake2b_lanes_selftest, lanes_differ},
      {"other", "rounds-", blake2b_rounds_kernels, NULL, blake2b_rounds_selftest, rounds_differ},
      {"other", "rounds-", blake2b_lane_rounds_kernels, NULL, blake2b_lane_rounds_selftest,
       lane_rounds_differ},
      {"other", "short-", blake2b_short_kernels, NULL, blake2b_short_selftest, short_differs},
#endif
    };
    unsigned i;
    int failed = 0;
    contracts[0].used = blake2b_implementation();
    for (i = 0; i < sizeof contracts / sizeof contracts[0]; i++) {
        failed |= bare_test(&contracts[i]);
    }
    return failed;
}
