/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/* Kernels and public calls of BLAKE2b, for tests/rigs/constant-time. */
#include <stdio.h>

#include "blake2b_test.h"
#include "by_reference.h"
#include "constant-time/cases.h"

#if defined(MEMCHECK)
/* ---- the kernels ---- */

static void kernel_call(blake2b_blocks_fn *blocks, size_t bytes, size_t stride, int last) {
    blake2b_state_internal S, expected;
    test_pattern((unsigned char *)&S, sizeof S, (uint32_t)bytes);
    memset(S.F, 0, sizeof S.F);
    memset(S.F, 0xff, (size_t)last * 8);
    expected = S;
    blocks_by_reference(&expected, inputs.message, bytes, stride);
    inputs_secret();
    secret(S.H, sizeof S.H);
    blocks(&S, inputs.message, bytes, stride);
    inputs_public();
    test_expect(is_public(S.T, sizeof S.T) && is_public(S.F, sizeof S.F),
                "%lu bytes: counter or flags depend on the message", (unsigned long)bytes);
    constant_time_expect((unsigned char *)&S, (unsigned char *)&expected, sizeof S, "the kernel",
                         bytes);
}

static void kernel(const struct kernel *kernel) {
    size_t n;
    for (n = 0; n <= 128; n++) {
        kernel_call(BLAKE2B_BLOCKS(kernel), n, 0, 1 + (n & 1));
    }
    for (n = 0; n <= 5; n++) {
        kernel_call(BLAKE2B_BLOCKS(kernel), n * 128, 128, 0);
        kernel_call(BLAKE2B_BLOCKS(kernel), n * 128, 131, 0);
        kernel_call(BLAKE2B_BLOCKS(kernel), n * 128, 0, 0);
    }
}

/* ---- the public calls ---- */

/* How to compute a hash. */
enum { ONE_CALL, PIECES, PARAMS, PARAMS_PIECES, WAYS };

static void hash(int way, unsigned char out[64], size_t n, size_t keylen) {
    blake2b_params P;
    blake2b_state S, copy;
    size_t at;
    blake2b_params_init(&P);
    P.key = inputs.key;
    P.key_length = keylen;
    memcpy(P.salt, inputs.salt, sizeof P.salt);
    switch (way) {
    case ONE_CALL:
        if (keylen) {
            blake2b_keyed(out, inputs.message, n, inputs.key, keylen);
        } else {
            blake2b(out, inputs.message, n);
        }
        break;
    case PARAMS: RETURNS(OK, blake2b_hash(&P, out, 64, inputs.message, n)); break;
    case PIECES:
    case PARAMS_PIECES:
        if (way == PARAMS_PIECES) {
            RETURNS(OK, blake2b_init_params(&S, &P));
        } else if (keylen) {
            blake2b_keyed_init(&S, inputs.key, keylen);
        } else {
            blake2b_init(&S);
        }
        for (at = 0; at < n; at += 1 + at) {
            blake2b_update(&S, inputs.message + at, at + 1 + at <= n ? 1 + at : n - at);
        }
        copy = S;
        if (way == PARAMS_PIECES) {
            RETURNS(OK, blake2b_finish(&copy, out, 64));
        } else {
            blake2b_final(&copy, out);
        }
        break;
    default: break;
    }
}

static void calls(const struct kernel *kernel) {
    static const size_t lengths[] = {0, 1, 7, 8, 127, 128, 129, 255, 256, 257, 600, LONGEST};
    static const char *const names[] = {"one call", "pieces", "blake2b_hash",
                                        "blake2b_init_params, pieces"};
    unsigned char expected[64], out[64];
    size_t i, keylen;
    int way;
    for (i = 0; i < sizeof lengths / sizeof lengths[0]; i++) {
        for (keylen = 0; keylen <= 64; keylen += 32) {
            for (way = 0; way < WAYS; way++) {
                dispatch_use(&blake2b_dispatch, BLAKE2B_UTIL_REFERENCE);
                hash(way, expected, lengths[i], keylen);
                dispatch_use(&blake2b_dispatch, kernel);
                inputs_secret();
                hash(way, out, lengths[i], keylen);
                inputs_public();
                constant_time_expect(out, expected, 64, names[way], lengths[i]);
            }
        }
    }
}

/* ---- several messages at once ---- */

enum { JOBS = 11, SEVERAL_BYTES = 2 * JOBS * 64 + 64 + 500 };

/* Messages of these lengths, BLAKE2bp of LONGEST bytes and of some, BLAKE2Xb of 500. */
static void several(unsigned char out[SEVERAL_BYTES], size_t keylen) {
    static const size_t lengths[JOBS] = {0, 1, 64, 128, 129, 256, 600, 64, 64, 300, LONGEST};
    blake2b_job jobs[JOBS];
    blake2b_params P;
    blake2b_state S;
    size_t i;
    blake2b_params_init(&P);
    P.key = inputs.key;
    P.key_length = keylen;
    memcpy(P.salt, inputs.salt, sizeof P.salt);
    for (i = 0; i < JOBS; i++) {
        jobs[i].in = inputs.message;
        jobs[i].inlen = lengths[i];
        jobs[i].hash = out + 64 * i;
    }
    RETURNS(OK, blake2b_many(&P, jobs, JOBS));
    /* and after a shared prefix that does not end with a block */
    test_expect(!blake2b_init_params(&S, &P) && !blake2b_append(&S, inputs.message, 150),
                "init or update failed");
    for (i = 0; i < JOBS; i++) {
        jobs[i].hash = out + 64 * (JOBS + i);
    }
    RETURNS(OK, blake2b_many_from(&S, jobs, JOBS));
    out += 64 * JOBS;
    RETURNS(OK,
            blake2bp(out + 64 * JOBS, 64, inputs.message, LONGEST - keylen, inputs.key, keylen));
    RETURNS(OK, blake2xb(out + 64 * JOBS + 64, 500, inputs.message, LONGEST, inputs.key, keylen));
}

static unsigned long lanes_rows; /* the multi-message kernels to use */

static void check_several(const struct kernel *unused) {
    static unsigned char expected[SEVERAL_BYTES], out[SEVERAL_BYTES];
    size_t keylen;
    (void)unused;
    for (keylen = 0; keylen <= 64; keylen += 32) {
        dispatch_use(&blake2b_dispatch, BLAKE2B_UTIL_REFERENCE);
        blake2b_util_rows(0);
        several(expected, keylen);
        blake2b_util_rows(lanes_rows);
        inputs_secret();
        several(out, keylen);
        inputs_public();
        public(out, sizeof out);
        test_expect(!memcmp(out, expected, sizeof out), "key of %lu bytes: wrong digests",
                    (unsigned long)keylen);
    }
}

/* ---- any number of rounds ---- */

static void check_rounds(const struct kernel *k) {
    uint32_t rounds;
    for (rounds = 0; rounds < 23; rounds++) {
        uint64_t h[8], wanted[8], t[2] = {rounds, 1};
        test_pattern((unsigned char *)h, sizeof h, rounds);
        memcpy(wanted, h, sizeof h);
        dispatch_follow_use(&blake2b_rounds_dispatch, &blake2b_dispatch,
                            util_kernel(blake2b_rounds_kernels, "generic/64"));
        RETURNS(OK, blake2b_compress(wanted, inputs.message + rounds, t, 1, 0, rounds));
        dispatch_follow_use(&blake2b_rounds_dispatch, &blake2b_dispatch, k);
        inputs_secret();
        secret(h, sizeof h);
        RETURNS(OK, blake2b_compress(h, inputs.message + rounds, t, 1, 0, rounds));
        inputs_public();
        constant_time_expect((unsigned char *)h, (unsigned char *)wanted, sizeof h,
                             "blake2b_compress", rounds);
    }
}

static void check_lane_rounds(const struct kernel *k) {
    enum { MANY = 9 };
    uint32_t rounds;
    util_rows(&blake2b_lane_rounds_dispatch, 1ul << (k - blake2b_lane_rounds_kernels));
    for (rounds = 0; rounds < 23; rounds++) {
        uint64_t h[MANY][8], wanted[MANY][8];
        blake2b_compress_job some[MANY];
        int i;
        test_pattern((unsigned char *)h, sizeof h, rounds);
        memcpy(wanted, h, sizeof h);
        for (i = 0; i < MANY; i++) {
            some[i].h = h[i];
            some[i].block = inputs.message + rounds + i;
            some[i].t[0] = rounds;
            some[i].t[1] = 1;
            some[i].last = 1;
            some[i].last_node = 0;
            RETURNS(OK, blake2b_compress(wanted[i], some[i].block, some[i].t, 1, 0, rounds));
        }
        inputs_secret();
        secret(h, sizeof h);
        RETURNS(OK, blake2b_compress_many(some, MANY, rounds));
        inputs_public();
        constant_time_expect((unsigned char *)h, (unsigned char *)wanted, sizeof h,
                             "blake2b_compress_many", rounds);
    }
    util_rows(&blake2b_lane_rounds_dispatch, ~0ul);
}

CONSTANT_TIME_CASES(blake2b) {
    const struct kernel *k;
    char name[100];
    blake2b_startup();
    for (k = blake2b_util_kernels; k->name; k++) {
        constant_time_check(k->name, k, kernel);
        if (util_runs(k)) {
            snprintf(name, sizeof name, "%s, public calls", k->name);
            constant_time_check(name, k, calls);
        }
    }
    for (k = blake2b_lanes_kernels; k->name; k++) {
        lanes_rows = 1ul << (k - blake2b_lanes_kernels);
        snprintf(name, sizeof name, "several messages, %s", k->name);
        constant_time_check(name, k, check_several);
    }
    lanes_rows = 0;
    constant_time_check("several messages, one by one", NULL, check_several);
    lanes_rows = ~0ul;
    constant_time_check("several messages, as they are chosen", NULL, check_several);
    for (k = blake2b_rounds_kernels; k->name; k++) {
        if (util_runs(k)) {
            snprintf(name, sizeof name, "rounds, %s", k->name);
            constant_time_check(name, k, check_rounds);
        }
    }
    for (k = blake2b_lane_rounds_kernels; k->name; k++) {
        if (util_runs(k)) {
            snprintf(name, sizeof name, "rounds, several messages, %s", k->name);
            constant_time_check(name, k, check_lane_rounds);
        }
    }
}
#else
CONSTANT_TIME_CASES(blake2b) {}
#endif
