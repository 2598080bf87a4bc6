/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * BLAKE2bp, with every kernel: Python's digests, in one call and in any pieces; overlap, states and
 * errors as documented in blake2b.h.
 */
#include <stdio.h>
#include <stdlib.h>

#include "lanes.h"
#include "vectors.h"
#include "vectors-more.h"

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

static unsigned char message[5000], key[65];

/* ---- vectors ---- */

/* In pieces of PIECE bytes, or of random sizes up to -PIECE, from odd addresses; 0: in one call. */
static void hash(unsigned char *digest, size_t length, size_t bytes, size_t keylen, int piece) {
    blake2bp_state S;
    size_t at = 0;
    if (!piece) {
        RETURNS(OK, blake2bp(digest, length, message, bytes, key, keylen));
        return;
    }
    memset(&S, 0xa5, sizeof S);
    RETURNS(OK, blake2bp_init(&S, length, key, keylen));
    while (at < bytes) {
        size_t n = piece > 0 ? (size_t)piece : test_random((uint32_t)(1 - piece));
        n = n < bytes - at ? n : bytes - at;
        RETURNS(OK, blake2bp_update(&S, message + at, n));
        at += n;
    }
    RETURNS(OK, blake2bp_final(&S, digest, length));
}

static const int pieces[] = {0,   1,   127, 128,  129,  384,  511,  512,  513,
                             895, 896, 897, 1024, 1025, 3000, -700, -2000};

static void table(const char *name, const uint32_t *expected, size_t count, int piece) {
    const int keyed = expected != vectors_bp, digests = expected == vectors_bp_digests;
    unsigned char digest[64] = {0};
    uint32_t sum = 0;
    size_t i;
    for (i = 0; i < CHECKSUM_GROUP * count; i++) {
        const size_t length = digests ? i + 1 : 64;
        const size_t bytes = digests ? 20 * length : vectors_bp_lengths[i];
        const size_t keylen = digests ? (i % 2 ? length : 0) : keyed ? bytes % 65 : 0;
        hash(digest, length, bytes, keylen, piece);
        test_expect(checksum_next(&sum, expected, i, digest, length),
                    "%s, up to %lu bytes, pieces %d: wrong", name, (unsigned long)bytes, piece);
    }
}

static void vectors(void) {
    size_t i;
    for (i = 0; i < COUNT(pieces); i += test_sample_small() ? 4 : 1) {
        table("unkeyed", vectors_bp, COUNT(vectors_bp), pieces[i]);
        table("keyed", vectors_bp_keyed, COUNT(vectors_bp_keyed), pieces[i]);
        table("lengths", vectors_bp_digests, COUNT(vectors_bp_digests), pieces[i]);
    }
}

/* Every length in one call, compared with the same bytes in pieces. */
static void every_length(void) {
    unsigned char one[64], other[64];
    size_t n;
    for (n = 0; n <= 2600; n = test_after(n, test_sample_small())) {
        const size_t keylen = n % 3 ? 0 : n % 65;
        hash(one, 64, n, keylen, 0);
        hash(other, 64, n, keylen, -1000);
        test_expect(!memcmp(one, other, 64), "%lu bytes: in pieces another digest",
                    (unsigned long)n);
    }
}

/*
 * After 2^64 - 128 bytes in each leaf, from a saved state: the upper word of the counter, in all sets
 * of kernels the same.
 */
static void carry(void) {
    static const blake2b_params P = BLAKE2B_PARAMS_INIT(16, "blake2b state 1");
    static unsigned char expected[64];
    static int known;
    unsigned char saved[BLAKE2BP_SAVED_BYTES], digest[64];
    blake2bp_state S;
    size_t j;
    RETURNS(OK, blake2bp_init(&S, 64, NULL, 0));
    RETURNS(OK, blake2bp_update(&S, message, 1500));
    RETURNS(OK, blake2bp_export(&S, saved, sizeof saved));
    for (j = 0; j < 4; j++) {
        unsigned char *const counter = saved + 14 + 80 * j + 64;
        memset(counter, 0xff, 16);
        counter[0] = 0x80;
        counter[8] = 0x12;
    }
    RETURNS(OK, blake2b_hash(&P, saved + sizeof saved - 16, 16, saved, sizeof saved - 16));
    RETURNS(OK, blake2bp_import(&S, saved, sizeof saved));
    RETURNS(OK, blake2bp_update(&S, message, 3000));
    RETURNS(OK, blake2bp_update(&S, message, 1700));
    RETURNS(OK, blake2bp_final(&S, digest, 64));
    if (!known++) {
        memcpy(expected, digest, sizeof expected);
    }
    test_expect(!memcmp(digest, expected, 64), "not what the first set of kernels gave");
}

/* ---- overlap and copies of states ---- */

static void overlap(void) {
    static unsigned char memory[3000];
    unsigned char expected[64];
    size_t n, at;
    test_begin("parallel/overlap");
    for (n = 0; n < 2200; n += 61) {
        for (at = 0; at < 3000 - 64; at += 333) {
            memcpy(memory, message, sizeof memory);
            blake2bp(expected, 64, message + 5, n, message + n, 32);
            RETURNS(OK, blake2bp(memory + at, 64, memory + 5, n, memory + n, 32));
            test_expect(!memcmp(memory + at, expected, 64), "%lu bytes, digest at %lu: wrong",
                        (unsigned long)n, (unsigned long)at);
        }
    }
    test_end();
}

static void copies(void) {
    unsigned char room[2 * sizeof(blake2bp_state) + 1], expected[64], digest[64];
    blake2bp_state S;
    size_t n;
    test_begin("parallel/copies");
    for (n = 0; n < sizeof message; n += 97) {
        blake2bp_state *moved = (blake2bp_state *)(void *)(room + 1 + n % sizeof S);
        hash(expected, 64, sizeof message, 7, 0);
        blake2bp_init(&S, 64, key, 7);
        blake2bp_update(&S, message, n);
        memcpy(moved, &S, sizeof S);
        blake2bp_update(&S, message, 100); /* the original continues with other input */
        RETURNS(OK, blake2bp_update(moved, message + n, sizeof message - n));
        RETURNS(OK, blake2bp_final(moved, digest, 64));
        test_expect(!memcmp(digest, expected, 64), "a copy after %lu bytes: wrong digest",
                    (unsigned long)n);
    }
    test_end();
}

/* ---- errors ---- */

static void misuse(void) {
    unsigned char digest[64], before[64];
    blake2bp_state S, S_before;
    size_t i;
    test_begin("parallel/misuse");
    memset(before, 0x77, 64);
    memcpy(digest, before, 64);
    RETURNS(ERROR_NULL, blake2bp(NULL, 64, message, 1, key, 1));
    RETURNS(ERROR_NULL, blake2bp(digest, 64, NULL, 1, key, 1));
    RETURNS(ERROR_NULL, blake2bp(digest, 64, message, 1, NULL, 1));
    RETURNS(ERROR_LENGTH, blake2bp(digest, 0, message, 1, NULL, 0));
    RETURNS(ERROR_LENGTH, blake2bp(digest, 65, message, 1, NULL, 0));
    RETURNS(ERROR_LENGTH, blake2bp(digest, 256 + 64, message, 1, NULL, 0));
    RETURNS(ERROR_LENGTH, blake2bp(digest, 64, message, 1, key, 65));
    RETURNS(ERROR_LENGTH, blake2bp(digest, 64, message, 1, key, 256));

    memset(&S, 0x31, sizeof S);
    S_before = S;
    RETURNS(ERROR_NULL, blake2bp_init(NULL, 64, NULL, 0));
    RETURNS(ERROR_NULL, blake2bp_init(&S, 64, NULL, 1));
    RETURNS(ERROR_LENGTH, blake2bp_init(&S, 0, NULL, 0));
    RETURNS(ERROR_LENGTH, blake2bp_init(&S, 65, NULL, 0));
    RETURNS(ERROR_LENGTH, blake2bp_init(&S, 64, key, 65));
    test_expect(!memcmp(&S, &S_before, sizeof S), "a failed init wrote to the state");
    blake2bp_init(&S, 32, NULL, 0);
    blake2bp_update(&S, message, 1000);
    S_before = S;
    RETURNS(ERROR_NULL, blake2bp_update(NULL, message, 1));
    RETURNS(ERROR_NULL, blake2bp_update(&S, NULL, 1));
    RETURNS(ERROR_NULL, blake2bp_final(NULL, digest, 32));
    RETURNS(ERROR_NULL, blake2bp_final(&S, NULL, 32));
    for (i = 0; i <= 65; i++) {
        if (i != 32) {
            RETURNS(ERROR_LENGTH, blake2bp_final(&S, digest, i));
        }
    }
    RETURNS(ERROR_LENGTH, blake2bp_final(&S, digest, 256 + 32));
    test_expect(!memcmp(&S, &S_before, sizeof S), "an error wrote to the state");
    test_expect(!memcmp(digest, before, 64), "an error wrote to the digest");
    RETURNS(OK, blake2bp_update(&S, NULL, 0));
    RETURNS(OK, blake2bp_final(&S, digest, 32));
    memcpy(before, digest, 64);
    RETURNS(ERROR_STATE, blake2bp_final(&S, digest, 32));
    RETURNS(ERROR_STATE, blake2bp_update(&S, message, 1));
    test_expect(!memcmp(digest, before, 64), "a second final wrote to the digest");
    test_end();

    test_begin("parallel/wiping");
    for (i = 0; i < 2000; i += 77) {
        size_t j, untouched = 0;
        memset(&S, 0x55, sizeof S);
        blake2bp_init(&S, 64, key, 64);
        blake2bp_update(&S, message, i);
        blake2bp_final(&S, digest, 64);
        for (j = 0; j < sizeof S; j++) {
            test_expect(!S.opaque[j] || S.opaque[j] == 0x55, "byte %lu of the state is left",
                        (unsigned long)j);
            untouched += S.opaque[j] == 0x55;
        }
        test_expect(untouched < 64, "nothing was wiped");
    }
    test_end();
}

/*
 * With 600 bytes one leaf has a second block, and is hashed alone; with 700 two have one, with 800
 * three: of two pairs, one leaf of the second is alone again.
 */
static void hashes(void) {
    static const size_t lengths[] = {600, 700, 800, 4096};
    unsigned char hash[64];
    size_t i;
    for (i = 0; i < sizeof lengths / sizeof lengths[0]; i++) {
        RETURNS(OK, blake2bp(hash, 64, message, lengths[i], NULL, 0));
    }
}

static void used(void) {
    static const unsigned calls[4] = {1 + 2 + 2 + 2, 1 + 2 + 2 + 2, 1 + 2 + 2 + 2, 2 + 3 + 3 + 4};
    static const unsigned blocks[4] = {1 + 2 + 2 + 8, 1 + 2 + 2 + 8, 1 + 2 + 2 + 8, 2 + 3 + 3 + 16};
    test_lanes_used("parallel/used", hashes, calls, blocks);
}

int main(void) {
    test_random_seed(test_seed(2));
    test_pattern(message, sizeof message, VECTORS_MESSAGE_SEED);
    test_pattern(key, 64, VECTORS_KEY_SEED);
    used();
    test_each_lane_kernel("parallel/vectors", vectors);
    test_each_lane_kernel("parallel/lengths", every_length);
    test_each_lane_kernel("parallel/carry", carry);
    overlap();
    copies();
    misuse();
    return test_exit();
}
