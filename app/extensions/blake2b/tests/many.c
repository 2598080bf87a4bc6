/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * blake2b_many and blake2b_many_from, with every set of kernels. The digests are those of
 * blake2b_hash, whatever the other messages are. Nothing is written elsewhere. Errors write nothing.
 * (guard.c tests what is read.)
 */
#include <stdio.h>
#include <stdlib.h>

#include "lanes.h"
#include "vectors.h"

enum { MOST = 40, LONGEST = 4000 };
static unsigned char message[LONGEST + 256], key[64];

static blake2b_params standard(void) {
    blake2b_params P;
    blake2b_params_init(&P);
    return P;
}

static void expect_same(const unsigned char *found, const unsigned char *expected, size_t n,
                        const char *what, size_t i, size_t count) {
    test_expect(!memcmp(found, expected, n), "%s: message %lu of %lu: %s instead of %s", what,
                (unsigned long)i, (unsigned long)count, test_hex(found, 8), test_hex(expected, 8));
}

/* Every length in one call: Python's digests; with a key, those of blake2b_keyed. */
static void vectors(void) {
    enum { COUNT = VECTORS_LENGTHS };
    static unsigned char hashes[COUNT][64];
    static blake2b_job jobs[COUNT];
    blake2b_params P = standard();
    uint32_t sum = 0;
    size_t i;
    for (i = 0; i < COUNT; i++) {
        jobs[i].in = i ? message : NULL;
        jobs[i].inlen = i;
        jobs[i].hash = hashes[i];
    }
    RETURNS(OK, blake2b_many(&P, jobs, COUNT));
    for (i = 0; i < COUNT; i++) {
        test_expect(checksum_next(&sum, vectors_unkeyed, i, hashes[i], 64),
                    "up to %lu bytes: wrong", (unsigned long)i);
    }
    P.key = key;
    P.key_length = 64;
    RETURNS(OK, blake2b_many(&P, jobs, COUNT));
    for (i = 0; i < COUNT; i++) {
        unsigned char expected[64];
        blake2b_keyed(expected, message, i, key, 64);
        expect_same(hashes[i], expected, 64, "with a key", i, COUNT);
    }
}

/* ---- any count, any lengths ---- */

static size_t any_length(unsigned kind) {
    static const unsigned short corners[] = {0,   0,   1,   63,  64,  65,  127,  128,
                                             129, 255, 256, 257, 384, 385, 1000, 3999};
    switch (kind) {
    case 0: /* all the same */ return 64;
    case 1: return 128;
    case 2: /* all short */ return test_random(129);
    case 3: return test_random(4) ? 128 * test_random(5) : test_random(1000);
    default: return corners[test_random(16)];
    }
}

/* Bytes of HASHES outside the digests must not change. */
static void batch(const blake2b_params *P, size_t count, unsigned kind) {
    static unsigned char hashes[MOST][64 + 16], expected[MOST][64];
    blake2b_job jobs[MOST];
    const size_t n = P->digest_length;
    size_t i, j;
    for (i = 0; i < count; i++) {
        jobs[i].inlen = any_length(kind);
        jobs[i].in = jobs[i].inlen || test_random(2) ? message + test_random(64) : NULL;
        jobs[i].hash = hashes[i] + i % 16;
        RETURNS(OK, blake2b_hash(P, expected[i], n, jobs[i].in, jobs[i].inlen));
    }
    memset(hashes, 0xee, sizeof hashes);
    RETURNS(OK, blake2b_many(P, jobs, count));
    for (i = 0; i < count; i++) {
        expect_same(jobs[i].hash, expected[i], n, "batch", i, count);
        for (j = 0; j < sizeof hashes[i]; j++) {
            test_expect((j >= i % 16 && j < i % 16 + n) || hashes[i][j] == 0xee,
                        "byte %lu beside hash %lu was written", (unsigned long)j, (unsigned long)i);
        }
    }
}

/* More short messages than one call of a kernel takes, followed by a longer one. */
static void long_batch(size_t count) {
    enum { ROOM = 1100 };
    static unsigned char hashes[ROOM][64], expected[ROOM][64];
    static blake2b_job jobs[ROOM];
    const blake2b_params P = standard();
    size_t i;
    for (i = 0; i < count; i++) {
        jobs[i].inlen = i + 1 == count ? 129 + test_random(200) : test_random(129);
        jobs[i].in = jobs[i].inlen || test_random(2) ? message + test_random(64) : NULL;
        jobs[i].hash = hashes[i];
        RETURNS(OK, blake2b_hash(&P, expected[i], 64, jobs[i].in, jobs[i].inlen));
    }
    memset(hashes, 0xee, sizeof hashes);
    RETURNS(OK, blake2b_many(&P, jobs, count));
    for (i = 0; i < count; i++) {
        expect_same(hashes[i], expected[i], 64, "long batch", i, count);
    }
    for (; i < ROOM; i++) {
        test_expect(hashes[i][0] == 0xee, "a digest of a job that is not there was written");
    }
}

static void batches(void) {
    static const unsigned short many[] = {255, 257, 264, 512, 513, 520, 522, 777, 1030};
    size_t count;
    unsigned kind;
    for (count = 0; count < sizeof many / sizeof many[0]; count++) {
        long_batch(many[count]);
    }
    for (kind = 0; kind < 5; kind++) {
        for (count = 0; count <= MOST; count++) {
            blake2b_params P = standard();
            if (count % 3 == 1) {
                P.key = key;
                P.key_length = 1 + test_random(64);
            }
            if (count % 4 == 2) {
                P.digest_length = 1 + test_random(64);
            }
            if (count % 5 == 3) {
                P.last_node = 1;
                P.fanout = 2, P.depth = 3, P.node_depth = 1, P.node_offset = 77,
                P.inner_length = 64;
                test_random_bytes(P.salt, sizeof P.salt);
            }
            batch(&P, count, kind);
        }
    }
}

/* ---- after a shared prefix ---- */

/*
 * Every length of the prefix with every length of the tail, up to a little over two blocks. The
 * expected digests are Python's.
 */
static void from(void) {
    enum { TAILS = 2 * 128 + 8 };
    static unsigned char hashes[TAILS][64], expected[2 * TAILS][64];
    static blake2b_job jobs[TAILS];
    blake2b_state S, before;
    size_t prefix, i;
    uint32_t sum = 0;
    for (i = 0; i < 2 * TAILS; i++) {
        blake2b(expected[i], message, i);
        test_expect(checksum_next(&sum, vectors_unkeyed, i, expected[i], 64), "%lu bytes",
                    (unsigned long)i);
    }
    memset(&S, 0, sizeof S); /* compared as a whole below */
    for (prefix = 0; prefix < TAILS;
         prefix += test_sample_small() && prefix % 128 > 1 && prefix % 128 < 120 ? 7 : 1) {
        blake2b_init(&S);
        blake2b_update(&S, message, prefix);
        before = S;
        for (i = 0; i < TAILS; i++) {
            /* lengths in one call: all similar, or not */
            jobs[i].inlen = prefix % 2 ? i : i * 100 % TAILS;
            jobs[i].in = jobs[i].inlen ? message + prefix : NULL;
            jobs[i].hash = hashes[i];
        }
        RETURNS(OK, blake2b_many_from(&S, jobs, TAILS));
        test_expect(!memcmp(&S, &before, sizeof S), "the state was written");
        for (i = 0; i < TAILS; i++) {
            expect_same(hashes[i], expected[prefix + jobs[i].inlen], 64, "from", i, TAILS);
        }
    }
}

/*
 * With a key or parameters, digests of any length, any count, counters beyond 2^64. Nothing outside
 * the hashes is written.
 */
static void from_any(void) {
    static unsigned char hashes[MOST][64 + 16], expected[MOST][64];
    blake2b_job jobs[MOST];
    const unsigned rounds = test_sample_small() ? MOST : 200; /* each count at least */
    unsigned round;
    for (round = 0; round < rounds; round++) {
        const size_t count = round < MOST ? round : test_random(MOST + 1),
                     prefix = test_random(round % 4 ? 129 : 700);
        blake2b_params P = standard();
        blake2b_state S;
        size_t i, j, n;
        int fill = 0; /* each message ends at a block boundary */
        P.key = key;
        P.key_length = round % 3 ? 0 : test_random(65);
        n = P.digest_length = round % 2 ? 64 : 1 + test_random(64);
        P.last_node = round % 5 == 0;
        test_random_bytes(P.personal, sizeof P.personal);
        RETURNS(OK, blake2b_init_params(&S, &P));
        blake2b_update(&S, message, prefix);
        if (round % 7 == 6) { /* T0 is about to wrap */
            blake2b_state_internal *inside = &((hash_state *)(void *)&S)->S;
            memset(inside->T, 0xff, 8);
            inside->T[0] = round % 2 ? 0 : 0x80;
            fill = round % 2 == 0;
        }
        for (i = 0; i < count; i++) {
            blake2b_state copy = S;
            jobs[i].inlen = fill ? (size_t)BLAKE2B_BLOCKBYTES - ((hash_state *)(void *)&S)->buffered
                                 : any_length(round % 4 ? 2 : 4);
            jobs[i].in = jobs[i].inlen || test_random(2) ? message + test_random(64) : NULL;
            jobs[i].hash = hashes[i] + i % 16;
            blake2b_update(&copy, jobs[i].in, jobs[i].inlen);
            blake2b_final(&copy, expected[i]);
        }
        memset(hashes, 0xee, sizeof hashes);
        RETURNS(OK, blake2b_many_from(&S, jobs, count));
        for (i = 0; i < count; i++) {
            expect_same(jobs[i].hash, expected[i], n, "from", i, count);
            for (j = 0; j < sizeof hashes[i]; j++) {
                test_expect((j >= i % 16 && j < i % 16 + n) || hashes[i][j] == 0xee,
                            "byte %lu beside hash %lu was written", (unsigned long)j,
                            (unsigned long)i);
            }
        }
    }
}

/* ---- in place ---- */

static void in_place(void) {
    static unsigned char memory[MOST][600];
    unsigned char expected[MOST][64];
    blake2b_job jobs[MOST];
    blake2b_params P = standard();
    blake2b_state S;
    size_t i, round;
    for (round = 0; round < 20; round++) {
        for (i = 0; i < MOST; i++) {
            const size_t at = test_random(200);
            jobs[i].inlen = round < 5 ? 64 : test_random(350);
            jobs[i].in = memory[i] + at;
            test_random_bytes(memory[i], sizeof memory[i]);
            /* at the beginning or the end, or nearby */
            jobs[i].hash = round % 3 == 0 ? memory[i] + at
                                          : memory[i] + test_random(sizeof memory[i] - 64);
            blake2b(expected[i], (const unsigned char *)jobs[i].in, jobs[i].inlen);
        }
        RETURNS(OK, blake2b_many(&P, jobs, MOST));
        for (i = 0; i < MOST; i++) {
            expect_same(jobs[i].hash, expected[i], 64, "in place", i, MOST);
        }
        blake2b_init(&S);
        blake2b_update(&S, message, test_random(140));
        for (i = 0; i < MOST; i++) {
            blake2b_state copy = S;
            blake2b_update(&copy, jobs[i].in, jobs[i].inlen);
            blake2b_final(&copy, expected[i]);
        }
        RETURNS(OK, blake2b_many_from(&S, jobs, MOST));
        for (i = 0; i < MOST; i++) {
            expect_same(jobs[i].hash, expected[i], 64, "in place, from", i, MOST);
        }
    }
}

/* ---- use of several lanes ---- */

/* Eight messages of 1024 bytes, eight of 100, and two, one of which is longer. */
static void eight(void) {
    static unsigned char hashes[8][64];
    blake2b_job jobs[8];
    blake2b_params P = standard();
    size_t i;
    for (i = 0; i < 8; i++) {
        jobs[i].in = message;
        jobs[i].inlen = 1024;
        jobs[i].hash = hashes[i];
    }
    RETURNS(OK, blake2b_many(&P, jobs, 8));
    for (i = 0; i < 8; i++) {
        jobs[i].inlen = 100;
    }
    RETURNS(OK, blake2b_many(&P, jobs, 8));
    jobs[1].inlen = 1000;
    jobs[0].inlen = 300;
    RETURNS(OK, blake2b_many(&P, jobs, 2));
}

static void used(void) {
    /* For two messages eight lanes are not worthwhile, but no other kernel is allowed. */
    static const unsigned calls[4] = {2 + 1 + 2, 2 * 2 + 2 + 2, 3 * 2 + 3 + 2, 4 * 2 + 4 + 2},
                          blocks[4] = {8 + 1 + 3, 2 * 8 + 2 + 3, 3 * 8 + 3 + 3, 4 * 8 + 4 + 3};
    test_lanes_used("many/used", eight, calls, blocks);
}

/* ---- errors ---- */

static void misuse(void) {
    enum { COUNT = 10 };
    static unsigned char hashes[COUNT][64], before[COUNT][64];
    blake2b_job jobs[COUNT], bad[COUNT];
    blake2b_params P = standard();
    blake2b_state S, damaged, kept;
    size_t i;
    test_begin("many/misuse");
    for (i = 0; i < COUNT; i++) {
        jobs[i].in = message;
        jobs[i].inlen = 100 * i;
        jobs[i].hash = hashes[i];
    }
    memset(&S, 0, sizeof S); /* compared as a whole below */
    blake2b_init(&S);
    blake2b_update(&S, message, 100);
    kept = S;
    RETURNS(ERROR_NULL, blake2b_many(NULL, jobs, COUNT));
    RETURNS(ERROR_NULL, blake2b_many(NULL, NULL, 0));
    RETURNS(ERROR_NULL, blake2b_many(&P, NULL, COUNT));
    RETURNS(OK, blake2b_many(&P, NULL, 0));
    RETURNS(ERROR_LENGTH, blake2b_many(&P, jobs, (size_t)-1 / sizeof *jobs));
    RETURNS(ERROR_LENGTH, blake2b_many(&P, jobs, (size_t)-1 / sizeof *jobs + 2));
    RETURNS(ERROR_NULL, blake2b_many_from(NULL, jobs, COUNT));
    RETURNS(ERROR_NULL, blake2b_many_from(NULL, NULL, 0));
    RETURNS(ERROR_NULL, blake2b_many_from(&S, NULL, COUNT));
    RETURNS(OK, blake2b_many_from(&S, NULL, 0));
    for (i = 0; i < COUNT; i++) {
        /* no bytes need no address */
        const int code = i ? BLAKE2B_ERROR_NULL : BLAKE2B_OK;
        memcpy(bad, jobs, sizeof bad);
        bad[i].in = NULL;
        test_code("blake2b_many without input", blake2b_many(&P, bad, COUNT), code);
        test_code("blake2b_many_from without input", blake2b_many_from(&S, bad, COUNT), code);
        if (!i) {
            memset(hashes, 0, sizeof hashes);
        }
        bad[i] = jobs[i];
        bad[i].inlen = (size_t)-1;
        RETURNS(ERROR_LENGTH, blake2b_many(&P, bad, COUNT));
        bad[i] = jobs[i];
        bad[i].hash = NULL;
        RETURNS(ERROR_NULL, blake2b_many(&P, bad, COUNT));
        RETURNS(ERROR_NULL, blake2b_many_from(&S, bad, COUNT));
        bad[i].hash = S.opaque + 20 * i;
        RETURNS(ERROR_OVERLAP, blake2b_many_from(&S, bad, COUNT));
    }
    P.digest_length = 65;
    RETURNS(ERROR_PARAMS, blake2b_many(&P, jobs, COUNT));
    P = standard();
    P.key_length = 3;
    RETURNS(ERROR_NULL, blake2b_many(&P, jobs, COUNT));
    memset(&P, 0, sizeof P);
    RETURNS(ERROR_PARAMS, blake2b_many(&P, jobs, COUNT));
    memset(&damaged, 0, sizeof damaged);
    RETURNS(ERROR_STATE, blake2b_many_from(&damaged, jobs, COUNT));
    damaged = S;
    blake2b_final(&damaged, before[0]);
    memset(before, 0, sizeof before);
    RETURNS(ERROR_STATE, blake2b_many_from(&damaged, jobs, COUNT));
    test_expect(!memcmp(&S, &kept, sizeof S), "the state was written");
    test_expect(!memcmp(hashes, before, sizeof hashes), "a digest was written");
    test_end();
}

int main(void) {
    test_random_seed(test_seed(1));
    test_pattern(message, sizeof message, VECTORS_MESSAGE_SEED);
    test_pattern(key, sizeof key, VECTORS_KEY_SEED);
    misuse();
    used();
    test_each_lane_kernel("many/vectors", vectors);
    test_each_lane_kernel("many/from", from);
    test_each_lanes("many/from-any", from_any);
    test_each_lanes("many/batches", batches);
    test_each_lanes("many/in-place", in_place);
    return test_exit();
}
