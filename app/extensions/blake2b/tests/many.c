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

enum { MOST = 1105, FEW = 40, LONGEST = 4000 };
static unsigned char message[LONGEST + 256], key[64];
static blake2b_job jobs[MOST];
static unsigned char hashes[MOST][64 + 16];

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

/*
 * The jobs' digests must be those that blake2b_hash gives with P, or blake2b_final after S, if that
 * is not NULL.
 */
static void check(const char *what, const blake2b_params *P, const blake2b_state *S, size_t count) {
    static unsigned char expected[MOST][64];
    const size_t n = P->digest_length;
    blake2b_state copy;
    size_t i;
    for (i = 0; i < count; i++) {
        if (S) {
            copy = *S;
            blake2b_update(&copy, jobs[i].in, jobs[i].inlen);
            blake2b_final(&copy, expected[i]);
        } else {
            RETURNS(OK, blake2b_hash(P, expected[i], n, jobs[i].in, jobs[i].inlen));
        }
    }
    if (S) {
        copy = *S;
        RETURNS(OK, blake2b_many_from(S, jobs, count));
        test_expect(!memcmp(S, &copy, sizeof copy), "the state was written");
    } else {
        RETURNS(OK, blake2b_many(P, jobs, count));
    }
    for (i = 0; i < count; i++) {
        expect_same(jobs[i].hash, expected[i], n, what, i, count);
    }
}

/* Every length in one call: Python's digests; with a key, those of blake2b_hash. */
static void vectors(void) {
    blake2b_params P = standard();
    uint32_t sum = 0;
    size_t i;
    for (i = 0; i < VECTORS_LENGTHS; i++) {
        jobs[i].in = i ? message : NULL;
        jobs[i].inlen = i;
        jobs[i].hash = hashes[i];
    }
    RETURNS(OK, blake2b_many(&P, jobs, VECTORS_LENGTHS));
    for (i = 0; i < VECTORS_LENGTHS; i++) {
        test_expect(checksum_next(&sum, vectors_unkeyed, i, hashes[i], 64),
                    "up to %lu bytes: wrong", (unsigned long)i);
    }
    P.key = key;
    P.key_length = 64;
    check("with a key", &P, NULL, VECTORS_LENGTHS);
}

/* ---- any count, any lengths ---- */

static size_t held; /* bytes of a shared prefix in the first block */

static size_t any_length(unsigned kind) {
    static size_t blocks = 1;
    static const unsigned short corners[] = {0,   0,   1,   63,  64,  65,  127,  128,
                                             129, 255, 256, 257, 384, 385, 1000, 3999};
    switch (kind) {
    case 0: /* all the same */ return 64;
    case 1: return 128;
    case 2: /* all short */ return test_random(129);
    case 3: return test_random(4) ? 128 * test_random(5) : test_random(1000);
    case 4: return corners[test_random(16)];
    default: /* runs with the same number of blocks, one in three of them whole */
        blocks = test_random(12) ? blocks : 1 + test_random(5);
        return 128 * blocks - held - (test_random(3) ? test_random(129 - (uint32_t)held) : 0);
    }
}

static void any_jobs(size_t count, unsigned kind) {
    size_t i;
    for (i = 0; i < count; i++) {
        jobs[i].inlen = any_length(kind);
        jobs[i].in = jobs[i].inlen || test_random(2) ? message + test_random(64) : NULL;
        jobs[i].hash = hashes[i] + i % 16;
    }
    memset(hashes, 0xee, sizeof hashes[0] * (count + 1));
}

/* Bytes of HASHES outside the digests of any_jobs must not change. */
static void only_digests(size_t count, size_t n) {
    size_t i, j;
    for (i = 0; i <= count; i++) {
        for (j = 0; j < sizeof hashes[i]; j++) {
            test_expect((i < count && j >= i % 16 && j < i % 16 + n) || hashes[i][j] == 0xee,
                        "byte %lu beside hash %lu was written", (unsigned long)j, (unsigned long)i);
        }
    }
}

/* The count after this one: a small sample leaves out most of more than nine. */
static size_t next(size_t count) {
    return count + (test_sample_small() && count > 9 ? 7 : 1);
}

static void batches(void) {
    static const unsigned short many[] = {255, 257, 264, 512, 513, 520, 522, 777, 1030};
    blake2b_params P = standard();
    size_t count;
    unsigned kind;
    /* More short messages than one call of a kernel takes, followed by a longer one. */
    for (count = 0; count < sizeof many / sizeof many[0]; count += test_sample_small() ? 4 : 1) {
        any_jobs(many[count], count % 3 ? 5 : 2);
        jobs[many[count] - 1].in = message;
        jobs[many[count] - 1].inlen = 129 + test_random(200);
        check("long batch", &P, NULL, many[count]);
        only_digests(many[count], 64);
    }
    for (kind = 0; kind < 6; kind++) {
        for (count = 0; count <= FEW; count = next(count)) {
            P = standard();
            P.key = key;
            P.key_length = count % 3 == 1 ? 1 + test_random(64) : 0;
            P.digest_length = count % 4 == 2 ? 1 + test_random(64) : 64;
            if (count % 5 == 3) {
                P.last_node = 1;
                P.fanout = 2, P.depth = 3, P.node_depth = 1, P.node_offset = 77,
                P.inner_length = 64;
                test_random_bytes(P.salt, sizeof P.salt);
            }
            any_jobs(count, kind);
            check("batch", &P, NULL, count);
            only_digests(count, P.digest_length);
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
    static unsigned char expected[2 * TAILS][64];
    blake2b_state S, before;
    size_t prefix, i;
    uint32_t sum = 0;
    for (i = 0; i < 2 * TAILS; i++) {
        blake2b(expected[i], message, i);
        test_expect(checksum_next(&sum, vectors_unkeyed, i, expected[i], 64), "%lu bytes",
                    (unsigned long)i);
    }
    memset(&S, 0, sizeof S); /* compared as a whole below */
    for (prefix = 0; prefix < TAILS; prefix = test_after(prefix, test_sample_small())) {
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
    const size_t rounds = test_sample_small() ? FEW : 200;
    size_t round;
    for (round = 0; round < rounds; round++) {
        const size_t count = round < FEW ? round : test_random(FEW + 1);
        blake2b_params P = standard();
        blake2b_state S;
        hash_state *const inside = (hash_state *)(void *)&S;
        P.key = key;
        P.key_length = round % 3 ? 0 : test_random(65);
        P.digest_length = round % 2 ? 64 : 1 + test_random(64);
        P.last_node = round % 5 == 0;
        test_random_bytes(P.personal, sizeof P.personal);
        memset(&S, 0, sizeof S); /* compared as a whole */
        RETURNS(OK, blake2b_init_params(&S, &P));
        blake2b_update(&S, message, test_random(round % 4 ? 129 : 700));
        held = inside->buffered;
        any_jobs(count, round % 4 ? 5 : 4);
        held = 0;
        if (round % 2) { /* T0 is about to wrap */
            memset(inside->S.T, 0xff, 8);
            inside->S.T[0] = test_random(2) ? 0 : 0x80;
            inside->S.T[1] = (unsigned char)(0xfd + test_random(3));
        }
        check("from", &P, &S, count);
        only_digests(count, P.digest_length);
    }
}

/* ---- in place ---- */

static void in_place(void) {
    static unsigned char memory[FEW][600];
    const blake2b_params P = standard();
    blake2b_state S;
    size_t i, round;
    memset(&S, 0, sizeof S);
    for (round = 0; round < 20; round += test_sample_small() ? 4 : 1) {
        for (i = 0; i < FEW; i++) {
            const size_t at = test_random(200);
            test_random_bytes(memory[i], sizeof memory[i]);
            jobs[i].inlen = round < 5 ? 64 : test_random(350);
            jobs[i].in = memory[i] + at;
            /* at the beginning or the end, or nearby */
            jobs[i].hash = round % 3 == 0 ? memory[i] + at
                                          : memory[i] + test_random(sizeof memory[i] - 64);
        }
        check("in place", &P, NULL, FEW);
        blake2b_init(&S);
        blake2b_update(&S, message, test_random(140));
        check("in place, from", &P, &S, FEW);
    }
}

/* ---- use of several lanes ---- */

/* Eight messages of 1024 bytes, eight of 100, and two, one of which is longer. */
static void eight(void) {
    const blake2b_params P = standard();
    static const unsigned short lengths[] = {1024, 100, 1000};
    size_t i, round;
    for (round = 0; round < 3; round++) {
        for (i = 0; i < 8; i++) {
            jobs[i].in = message;
            jobs[i].inlen = round == 2 && !i ? 300 : lengths[round];
            jobs[i].hash = hashes[i];
        }
        RETURNS(OK, blake2b_many(&P, jobs, round == 2 ? 2 : 8));
    }
}

/* Three runs, then the last three messages of the first one, which go along with the second. */
static void runs(void) {
    const blake2b_params P = standard();
    size_t i;
    for (i = 0; i < 37; i++) {
        jobs[i].in = message;
        jobs[i].inlen = i < 16 ? 256 : i < 32 ? 64 : 512;
        jobs[i].hash = hashes[i];
    }
    check("runs", &P, NULL, 37);
    RETURNS(OK, blake2b_many(&P, jobs + 13, 24));
}

static void used(void) {
    /* For two messages eight lanes are not worthwhile, but no other kernel is allowed. */
    static const unsigned calls[4] = {2 + 1 + 2, 2 * 2 + 2 + 2, 3 * 2 + 3 + 2, 4 * 2 + 4 + 2},
                          blocks[4] = {8 + 1 + 3, 2 * 8 + 2 + 3, 3 * 8 + 3 + 3, 4 * 8 + 4 + 3};
    test_lanes_used("many/used", eight, calls, blocks);
    test_short_used("many/used", runs, 3);
}

/* ---- errors ---- */

static void misuse(void) {
    enum { COUNT = 10 };
    static unsigned char before[COUNT][sizeof hashes[0]];
    blake2b_job bad[COUNT];
    blake2b_params P = standard();
    blake2b_state S, damaged, kept;
    size_t i;
    test_begin("many/misuse");
    memset(hashes, 0, sizeof before);
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
            memset(hashes, 0, sizeof before);
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
    test_expect(!memcmp(hashes, before, sizeof before), "a digest was written");
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
