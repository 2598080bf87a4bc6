/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * blake2b_many and blake2b_many_from, with every set of kernels. The digests are those of
 * blake2b_hash, whatever the other messages are. Nothing is read or written elsewhere. Errors write
 * nothing.
 */
#include "system.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

#include "lanes.h"
#include "pages.h"
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

/*
 * Python's digests: every length in one call, and with a key of 64 bytes every length for which
 * there is one.
 */
static void vectors(void) {
    enum { COUNT = sizeof vectors_unkeyed / sizeof vectors_unkeyed[0] };
    static unsigned char hashes[COUNT][64];
    static blake2b_job jobs[COUNT];
    blake2b_params P = standard();
    size_t i, keyed = 0;
    for (i = 0; i < COUNT; i++) {
        jobs[i].in = i ? message : NULL;
        jobs[i].inlen = i;
        jobs[i].hash = hashes[i];
    }
    test_expect(blake2b_many(&P, jobs, COUNT) == BLAKE2B_OK, "an error");
    for (i = 0; i < COUNT; i++) {
        test_expect(checksum(hashes[i], 64) == vectors_unkeyed[i], "%lu bytes: wrong: %s",
                    (unsigned long)i, test_hex(hashes[i], 64));
    }
    P.key = key;
    P.key_length = 64;
    for (i = 64; i < COUNT; i += 65) {
        jobs[keyed++].inlen = i;
        jobs[keyed - 1].in = message;
    }
    test_expect(blake2b_many(&P, jobs, keyed) == BLAKE2B_OK, "an error with a key");
    for (i = 0; i < keyed; i++) {
        test_expect(checksum(hashes[i], 64) == vectors_keyed[65 * i + 64], "key, %lu bytes",
                    (unsigned long)(65 * i + 64));
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
        test_expect(!blake2b_hash(P, expected[i], n, jobs[i].in, jobs[i].inlen),
                    "blake2b_hash: an error");
    }
    memset(hashes, 0xee, sizeof hashes);
    test_expect(blake2b_many(P, jobs, count) == BLAKE2B_OK, "an error");
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
        test_expect(!blake2b_hash(&P, expected[i], 64, jobs[i].in, jobs[i].inlen),
                    "blake2b_hash: an error");
    }
    memset(hashes, 0xee, sizeof hashes);
    test_expect(blake2b_many(&P, jobs, count) == BLAKE2B_OK, "an error");
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
    enum { TAILS = 2 * 128 + 5 };
    static unsigned char hashes[TAILS][64], expected[2 * TAILS][64];
    static blake2b_job jobs[TAILS];
    blake2b_state S, before;
    size_t prefix, i;
    for (i = 0; i < 2 * TAILS; i++) {
        blake2b(expected[i], message, i);
        test_expect(checksum(expected[i], 64) == vectors_unkeyed[i], "%lu bytes", (unsigned long)i);
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
        test_expect(blake2b_many_from(&S, jobs, TAILS) == BLAKE2B_OK, "an error");
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
        test_expect(!blake2b_init_params(&S, &P), "blake2b_init_params: an error");
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
        test_expect(blake2b_many_from(&S, jobs, count) == BLAKE2B_OK, "an error");
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
        test_expect(blake2b_many(&P, jobs, MOST) == BLAKE2B_OK, "an error");
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
        test_expect(blake2b_many_from(&S, jobs, MOST) == BLAKE2B_OK, "an error");
        for (i = 0; i < MOST; i++) {
            expect_same(jobs[i].hash, expected[i], 64, "in place, from", i, MOST);
        }
    }
}

/* ---- pages without access ---- */

static const char *now = "";

static void fault(int number) {
    printf("not ok - many/%s: fault (signal %d)\n", now, number);
    fflush(stdout);
    _Exit(EXIT_FAILURE);
}

/* Each message ends right before such a page, or begins right after one; each hash as well. */
static void pages(void) {
    enum { COUNT = 11 };
    static guarded in[COUNT], out[COUNT];
    unsigned char expected[COUNT][64];
    blake2b_job jobs[COUNT];
    blake2b_params P = standard();
    blake2b_state S;
    size_t i, n;
    unsigned round;
    for (i = 0; i < COUNT && !in[i].first; i++) {
        in[i] = guarded_pages(1);
        out[i] = guarded_pages(1);
        if (!in[i].first || !out[i].first) {
            test_expect(0, "cannot map pages");
            return;
        }
    }
    for (round = 0; round < 60; round++) {
        for (i = 0; i < COUNT; i++) {
            n = round < 20   ? (round * COUNT + i) % 129
                : round < 40 ? any_length(4) % 1100
                             : any_length(3);
            jobs[i].inlen = n;
            jobs[i].in = round % 2 ? in[i].first : in[i].end - n;
            jobs[i].hash = round % 2 ? out[i].first : out[i].end - 64;
            memcpy(round % 2 ? in[i].first : in[i].end - n, message + i, n);
            blake2b(expected[i], message + i, n);
            protect(in[i].first, page, READ_ONLY);
        }
        test_expect(blake2b_many(&P, jobs, COUNT) == BLAKE2B_OK, "an error");
        for (i = 0; i < COUNT; i++) {
            expect_same(jobs[i].hash, expected[i], 64, "guarded", i, COUNT);
        }
        blake2b_init(&S);
        blake2b_update(&S, message, 7 * round % 130);
        for (i = 0; i < COUNT; i++) {
            blake2b_state copy = S;
            blake2b_update(&copy, jobs[i].in, jobs[i].inlen);
            blake2b_final(&copy, expected[i]);
        }
        test_expect(blake2b_many_from(&S, jobs, COUNT) == BLAKE2B_OK, "an error");
        for (i = 0; i < COUNT; i++) {
            expect_same(jobs[i].hash, expected[i], 64, "guarded, from", i, COUNT);
            protect(in[i].first, page, READ_WRITE);
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
    test_expect(blake2b_many(&P, jobs, 8) == BLAKE2B_OK, "an error");
    for (i = 0; i < 8; i++) {
        jobs[i].inlen = 100;
    }
    test_expect(blake2b_many(&P, jobs, 8) == BLAKE2B_OK, "an error");
    jobs[1].inlen = 1000;
    jobs[0].inlen = 300;
    test_expect(blake2b_many(&P, jobs, 2) == BLAKE2B_OK, "an error");
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
    size_t i;
    for (i = 0; i < COUNT; i++) {
        jobs[i].in = message;
        jobs[i].inlen = 100 * i;
        jobs[i].hash = hashes[i];
    }
    test_begin("many/misuse");
    test_expect(blake2b_many(NULL, jobs, COUNT) == BLAKE2B_ERROR_NULL, "no parameters");
    test_expect(blake2b_many(NULL, NULL, 0) == BLAKE2B_ERROR_NULL, "no parameters, no jobs");
    test_expect(blake2b_many(&P, NULL, COUNT) == BLAKE2B_ERROR_NULL, "no jobs");
    test_expect(blake2b_many(&P, NULL, 0) == BLAKE2B_OK, "NULL with a count of 0");
    test_expect(blake2b_many(&P, jobs, (size_t)-1 / sizeof *jobs) == BLAKE2B_ERROR_LENGTH,
                "jobs beyond the address space");
    test_expect(blake2b_many(&P, jobs, (size_t)-1 / sizeof *jobs + 2) == BLAKE2B_ERROR_LENGTH,
                "more jobs than a size_t has bytes for");
    for (i = 0; i < COUNT; i++) {
        memcpy(bad, jobs, sizeof bad);
        bad[i].hash = NULL;
        test_expect(blake2b_many(&P, bad, COUNT) == BLAKE2B_ERROR_NULL, "job %lu without a hash",
                    (unsigned long)i);
        memcpy(bad, jobs, sizeof bad);
        bad[i].in = NULL;
        test_expect(blake2b_many(&P, bad, COUNT) == (i ? BLAKE2B_ERROR_NULL : BLAKE2B_OK),
                    "job %lu without input", (unsigned long)i);
        if (!i) {
            memset(hashes, 0, sizeof hashes);
        }
        memcpy(bad, jobs, sizeof bad);
        bad[i].inlen = (size_t)-1;
        test_expect(blake2b_many(&P, bad, COUNT) == BLAKE2B_ERROR_LENGTH, "job %lu of -1 bytes",
                    (unsigned long)i);
    }
    P.digest_length = 65;
    test_expect(blake2b_many(&P, jobs, COUNT) == BLAKE2B_ERROR_PARAMS, "digest length 65");
    P = standard();
    P.key_length = 3;
    test_expect(blake2b_many(&P, jobs, COUNT) == BLAKE2B_ERROR_NULL, "no key");
    memset(&P, 0, sizeof P);
    test_expect(blake2b_many(&P, jobs, COUNT) == BLAKE2B_ERROR_PARAMS,
                "parameters never initialised");
    test_expect(!memcmp(hashes, before, sizeof hashes), "a digest was written");
    test_end();
}

static void misuse_from(void) {
    enum { COUNT = 10 };
    static unsigned char hashes[COUNT][64], before[COUNT][64];
    blake2b_job jobs[COUNT], bad[COUNT];
    blake2b_state S, damaged, kept;
    size_t i;
    for (i = 0; i < COUNT; i++) {
        jobs[i].in = message;
        jobs[i].inlen = 100 * i;
        jobs[i].hash = hashes[i];
    }
    test_begin("many/misuse-from");
    memset(&S, 0, sizeof S); /* compared as a whole below */
    blake2b_init(&S);
    blake2b_update(&S, message, 100);
    kept = S;
    test_expect(blake2b_many_from(NULL, jobs, COUNT) == BLAKE2B_ERROR_NULL, "no state");
    test_expect(blake2b_many_from(NULL, NULL, 0) == BLAKE2B_ERROR_NULL, "no state, no jobs");
    test_expect(blake2b_many_from(&S, NULL, COUNT) == BLAKE2B_ERROR_NULL, "no jobs");
    test_expect(blake2b_many_from(&S, NULL, 0) == BLAKE2B_OK, "NULL with a count of 0");
    for (i = 0; i < COUNT; i++) {
        memcpy(bad, jobs, sizeof bad);
        bad[i].hash = NULL;
        test_expect(blake2b_many_from(&S, bad, COUNT) == BLAKE2B_ERROR_NULL,
                    "job %lu without a hash", (unsigned long)i);
        memcpy(bad, jobs, sizeof bad);
        bad[i].in = NULL;
        test_expect(blake2b_many_from(&S, bad, COUNT) == (i ? BLAKE2B_ERROR_NULL : BLAKE2B_OK),
                    "job %lu without input", (unsigned long)i);
        if (!i) {
            memset(hashes, 0, sizeof hashes);
        }
        memcpy(bad, jobs, sizeof bad);
        bad[i].hash = S.opaque + 20 * i;
        test_expect(blake2b_many_from(&S, bad, COUNT) == BLAKE2B_ERROR_OVERLAP,
                    "job %lu writes to the state", (unsigned long)i);
    }
    memset(&damaged, 0, sizeof damaged);
    test_expect(blake2b_many_from(&damaged, jobs, COUNT) == BLAKE2B_ERROR_STATE,
                "a state never initialised");
    damaged = S;
    blake2b_final(&damaged, before[0]);
    memset(before, 0, sizeof before);
    test_expect(blake2b_many_from(&damaged, jobs, COUNT) == BLAKE2B_ERROR_STATE,
                "a state finalised");
    test_expect(!memcmp(&S, &kept, sizeof S), "the state was written");
    test_expect(!memcmp(hashes, before, sizeof hashes), "a digest was written");
    test_end();
}

int main(void) {
    test_random_seed(test_seed(1));
    test_pattern(message, sizeof message, VECTORS_MESSAGE_SEED);
    test_pattern(key, sizeof key, VECTORS_KEY_SEED);
    misuse();
    misuse_from();
    used();
    test_each_lane_kernel("many/vectors", vectors);
    test_each_lane_kernel("many/from", from);
    test_each_lanes("many/from-any", from_any);
    test_each_lanes("many/batches", batches);
    test_each_lanes("many/in-place", in_place);
    page = page_bytes();
    if (!guarded_pages(1).first) {
        test_skip("many/pages", "no pages without access on this system");
    } else {
        signal(SIGSEGV, fault);
#if defined(SIGBUS)
        signal(SIGBUS, fault);
#endif
        now = "pages";
        test_each_lane_kernel("many/pages", pages);
    }
    return test_exit();
}
