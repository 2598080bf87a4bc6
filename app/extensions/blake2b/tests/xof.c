/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * BLAKE2Xb, with every kernel. Its output is that of the model in vectors.py, in one call and in
 * any pieces of input and output. Also the end of the output; states and errors as documented in
 * blake2b.h.
 *
 * It includes blake2xb.c itself, as the end after 2^38 bytes cannot be reached otherwise.
 */
#include <stdio.h>
#include <stdlib.h>

#include "blake2xb.c"

#include "lanes.h"
#include "vectors.h"
#include "vectors-more.h"

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

enum { LONGEST = 70000 };
static unsigned char message[700], key[65];

/*
 * In pieces of PIECE bytes, or of random sizes up to -PIECE; 0: in one call, if there is one for
 * this.
 */
static void xof(unsigned char *out, size_t outlen, size_t wanted, size_t bytes, size_t keylen,
                int piece) {
    blake2xb_state S;
    size_t at;
    if (!piece && outlen != BLAKE2XB_UNKNOWN_LENGTH) {
        RETURNS(OK, blake2xb(out, outlen, message, bytes, key, keylen));
        return;
    }
    memset(&S, 0xa5, sizeof S);
    RETURNS(OK, blake2xb_init(&S, outlen, key, keylen));
    for (at = 0; at < bytes;) {
        size_t n = piece > 0 ? (size_t)piece : piece ? test_random((uint32_t)(1 - piece)) : bytes;
        n = n < bytes - at ? n : bytes - at;
        RETURNS(OK, blake2xb_update(&S, message + at, n));
        at += n;
    }
    RETURNS(OK, blake2xb_final(&S));
    for (at = 0; at < wanted;) {
        size_t n = piece > 0 ? (size_t)piece : piece ? test_random((uint32_t)(1 - piece)) : wanted;
        n = n < wanted - at ? n : wanted - at;
        RETURNS(OK, blake2xb_squeeze(&S, out + at, n));
        at += n;
    }
    RETURNS(OK, blake2xb_squeeze(&S, NULL, 0));
    if (outlen != BLAKE2XB_UNKNOWN_LENGTH) {
        unsigned char more = 0x3c;
        RETURNS(ERROR_LENGTH, blake2xb_squeeze(&S, &more, 1));
        test_expect(more == 0x3c, "a byte too many was written");
    }
}

static const int pieces[] = {0, 1, 63, 64, 65, 128, 200, 511, 512, 577, -100, -900};

enum { SHORT, LONG, ENDLESS };

static void table(int which, const uint32_t *expected, size_t count, int piece) {
    static unsigned char out[LONGEST + 1];
    uint32_t sum = 0;
    size_t i;
    for (i = 0; i < (which == SHORT ? CHECKSUM_GROUP * count : count); i++) {
        const size_t wanted = which == SHORT ? i + 1 : which == LONG ? vectors_xb_lengths[i] : 3000;
        const size_t outlen = which == ENDLESS ? BLAKE2XB_UNKNOWN_LENGTH : wanted;
        const size_t bytes = which == SHORT ? 3 * wanted : which == LONG ? 100 : 200;
        const size_t keylen = which == SHORT     ? (wanted % 2 ? 0 : wanted % 65)
                              : which == ENDLESS ? 64 * i
                                                 : 0;
        out[wanted] = 0x99;
        xof(out, outlen, wanted, bytes, keylen, piece);
        test_expect(which == SHORT ? checksum_next(&sum, expected, i, out, wanted)
                                   : checksum(out, wanted) == expected[i],
                    "table %d, %lu bytes, pieces %d: wrong", which, (unsigned long)wanted, piece);
        test_expect(out[wanted] == 0x99, "table %d, %lu bytes: the byte after them was written",
                    which, (unsigned long)wanted);
    }
}

static void vectors(void) {
    size_t i;
    for (i = 0; i < COUNT(pieces); i += test_sample_small() ? 5 : 1) {
        table(SHORT, vectors_xb, COUNT(vectors_xb), pieces[i]);
        table(LONG, vectors_xb_long, COUNT(vectors_xb_long), pieces[i]);
        table(ENDLESS, vectors_xb_unknown, COUNT(vectors_xb_unknown), pieces[i]);
    }
}

/* ---- the end of the output ---- */

/* The state shortly before the end. */
static void the_end(void) {
    enum { NODES = 21 };
    static unsigned char out[64 * NODES + 64], one[64 * NODES];
    blake2xb_state S, saved;
    xof_state *state = (xof_state *)&S;
    size_t i;
    memset(&S, 0, sizeof S);
    /* Of unknown length: the last 21 nodes, then nothing. */
    blake2xb_init(&S, BLAKE2XB_UNKNOWN_LENGTH, NULL, 0);
    blake2xb_final(&S);
    put32(state->next, 0 - (blake2b_uint32)NODES);
    saved = S;
    memset(out, 0x5e, sizeof out);
    RETURNS(ERROR_LENGTH, blake2xb_squeeze(&S, out, 64 * NODES + 1));
    test_expect(out[0] == 0x5e && !memcmp(&S, &saved, sizeof S), "an error wrote something");
    RETURNS(OK, blake2xb_squeeze(&S, out, 64 * NODES));
    RETURNS(ERROR_LENGTH, blake2xb_squeeze(&S, out + 64 * NODES, 1));
    RETURNS(OK, blake2xb_squeeze(&S, out + 64 * NODES, 0));
    test_expect(out[64 * NODES] == 0x5e, "a byte after the end");
    S = saved;
    for (i = 0; i < sizeof one; i++) {
        RETURNS(OK, blake2xb_squeeze(&S, one + i, 1));
    }
    RETURNS(ERROR_LENGTH, blake2xb_squeeze(&S, one, 1));
    test_expect(!memcmp(one, out, sizeof one), "byte by byte the output differs");
    /* The kept part of a node does not count as another node. */
    S = saved;
    put32(state->next, 0xfffffffeul);
    RETURNS(OK, blake2xb_squeeze(&S, one, 1));
    RETURNS(OK, blake2xb_squeeze(&S, one + 1, 127));
    RETURNS(ERROR_LENGTH, blake2xb_squeeze(&S, one, 1));

    /* The longest known length, 2^32 - 2: the last node has 62 bytes. */
#if SIZE_MAX > 0xffff
    blake2xb_init(&S, (size_t)0xfffffffeu, NULL, 0);
    blake2xb_final(&S);
    put32(state->next, 0x4000000u - NODES);
    put32(state->left, 64 * NODES - 2);
    saved = S;
    RETURNS(ERROR_LENGTH, blake2xb_squeeze(&S, out, 64 * NODES - 1));
    RETURNS(OK, blake2xb_squeeze(&S, out, 64 * NODES - 2));
    S = saved;
    for (i = 0; i < sizeof one - 2; i++) {
        RETURNS(OK, blake2xb_squeeze(&S, one + i, 1));
    }
    RETURNS(ERROR_LENGTH, blake2xb_squeeze(&S, one, 1));
    test_expect(!memcmp(one, out, sizeof one - 2), "known length: byte by byte the output differs");
    for (i = 0; i < NODE_BYTES; i++) {
        test_expect(!state->root[i] && !state->node[i], "the root or the last node was left");
    }
#endif
}

/* ---- the rest ---- */

static void overlap_and_copies(void) {
    static unsigned char memory[2000], expected[1500], out[1500];
    blake2xb_state S, copy;
    size_t n, at;
    test_begin("xof/overlap-and-copies");
    for (n = 1; n < 1500; n += 71) {
        for (at = 0; at < 500; at += 99) {
            test_pattern(memory, sizeof memory, (uint32_t)n);
            blake2xb(expected, n, memory + 100, 300, memory + 90, 40);
            RETURNS(OK, blake2xb(memory + at, n, memory + 100, 300, memory + 90, 40));
            test_expect(!memcmp(memory + at, expected, n), "%lu bytes at %lu", (unsigned long)n,
                        (unsigned long)at);
        }
        blake2xb(expected, n, message, sizeof message, key, 9);
        blake2xb_init(&S, n, key, 9);
        blake2xb_update(&S, message, sizeof message / 2);
        copy = S;
        blake2xb_update(&S, message, 1);
        blake2xb_update(&copy, message + sizeof message / 2, sizeof message - sizeof message / 2);
        blake2xb_final(&copy);
        blake2xb_squeeze(&copy, out, n / 2);
        S = copy;
        blake2xb_squeeze(&copy, out, n - n / 2);
        RETURNS(OK, blake2xb_squeeze(&S, out + n / 2, n - n / 2));
        test_expect(!memcmp(out + n / 2, expected + n / 2, n - n / 2), "a copy, %lu bytes",
                    (unsigned long)n);
    }
    test_end();
}

static void misuse(void) {
    unsigned char out[64], before[64];
    blake2xb_state S, S_before;
    blake2b_state inner;
    size_t i;
    test_begin("xof/misuse");
    memset(before, 0x77, 64);
    memcpy(out, before, 64);
    RETURNS(ERROR_NULL, blake2xb(NULL, 64, message, 1, key, 1));
    RETURNS(ERROR_NULL, blake2xb(out, 64, NULL, 1, key, 1));
    RETURNS(ERROR_NULL, blake2xb(out, 64, message, 1, NULL, 1));
    RETURNS(ERROR_LENGTH, blake2xb(out, 0, message, 1, NULL, 0));
    RETURNS(ERROR_LENGTH, blake2xb(out, BLAKE2XB_UNKNOWN_LENGTH, message, 1, NULL, 0));
#if SIZE_MAX > 0xffffffff
    RETURNS(ERROR_LENGTH, blake2xb(out, (size_t)1 << 32, message, 1, NULL, 0));
    RETURNS(ERROR_LENGTH, blake2xb_init(&S, ((size_t)1 << 32) + 1, NULL, 0));
#endif
    RETURNS(ERROR_LENGTH, blake2xb(out, 64, message, 1, key, 65));

    memset(&S, 0x31, sizeof S);
    S_before = S;
    RETURNS(ERROR_NULL, blake2xb_init(NULL, 64, NULL, 0));
    RETURNS(ERROR_NULL, blake2xb_init(&S, 64, NULL, 1));
    RETURNS(ERROR_LENGTH, blake2xb_init(&S, 0, NULL, 0));
    RETURNS(ERROR_LENGTH, blake2xb_init(&S, 64, key, 65));
    test_expect(!memcmp(&S, &S_before, sizeof S), "a failed init wrote to the state");

    RETURNS(ERROR_OVERLAP, blake2xb_init(&S, 64, (unsigned char *)&S, 5));
    /* The maximum; lengths are checked before overlaps. */
#if SIZE_MAX > 0xffffffffu
    RETURNS(OK, blake2xb_init(&S, BLAKE2XB_UNKNOWN_LENGTH, NULL, 0));
    RETURNS(ERROR_OVERLAP, blake2xb_finish(&S, (unsigned char *)&S, (size_t)1 << 27));
    RETURNS(ERROR_OVERLAP, blake2xb_finish(&S, (unsigned char *)&S, (size_t)1 << 38));
    RETURNS(ERROR_LENGTH, blake2xb_finish(&S, (unsigned char *)&S, ((size_t)1 << 38) + 1));
#endif

    /* A state whose inner state has another digest length: after 64 bytes for the root. */
    memset(&inner, 0, sizeof inner);
    RETURNS(OK, blake2xb_init(&S, 64, NULL, 0));
    RETURNS(OK, blake2b_digest_init(&inner, 32, NULL, 0));
    memcpy((unsigned char *)&S + 64, &inner, sizeof inner);
    RETURNS(ERROR_STATE, blake2xb_final(&S));
    RETURNS(OK, blake2xb_init(&S, 64, NULL, 0));
    RETURNS(OK, blake2b_digest_init(&inner, 32, NULL, 0));
    memcpy((unsigned char *)&S + 64, &inner, sizeof inner);
    RETURNS(ERROR_STATE, blake2xb_finish(&S, out, 64));
    blake2xb_init(&S, 50, NULL, 0);
    blake2xb_update(&S, message, 200);
    S_before = S;
    RETURNS(ERROR_NULL, blake2xb_update(NULL, message, 1));
    RETURNS(ERROR_NULL, blake2xb_update(&S, NULL, 1));
    RETURNS(ERROR_NULL, blake2xb_final(NULL));
    RETURNS(ERROR_STATE, blake2xb_squeeze(&S, out, 1));
    test_expect(!memcmp(&S, &S_before, sizeof S), "an error wrote to the state");
    RETURNS(ERROR_NULL, blake2xb_finish(NULL, out, 50));
    RETURNS(ERROR_NULL, blake2xb_finish(&S, NULL, 50));
    RETURNS(ERROR_LENGTH, blake2xb_finish(&S, out, 49));
    RETURNS(ERROR_LENGTH, blake2xb_finish(&S, out, 51));
    test_expect(!memcmp(&S, &S_before, sizeof S), "an error wrote to the state");
    RETURNS(OK, blake2xb_final(&S));
    S_before = S;
    RETURNS(ERROR_STATE, blake2xb_finish(&S, out, 50));
    RETURNS(ERROR_STATE, blake2xb_final(&S));
    RETURNS(ERROR_STATE, blake2xb_update(&S, message, 1));
    RETURNS(ERROR_NULL, blake2xb_squeeze(NULL, out, 1));
    RETURNS(ERROR_NULL, blake2xb_squeeze(&S, NULL, 1));
    RETURNS(ERROR_LENGTH, blake2xb_squeeze(&S, out, 51));
    RETURNS(ERROR_LENGTH, blake2xb_squeeze(&S, out, SIZE_MAX));
    test_expect(!memcmp(&S, &S_before, sizeof S), "an error wrote to the state");
    test_expect(!memcmp(out, before, 64), "an error wrote output");
    blake2xb_init(&S, BLAKE2XB_UNKNOWN_LENGTH, key, 64);
    blake2xb_final(&S);
    for (i = 0; i + 16 <= sizeof S; i++) {
        test_expect(memcmp(S.opaque + i, key, 16) != 0, "the key is left in the state");
    }
    test_end();
}

/* Of unknown length: the beginning of the same output; the state is wiped. */
static void finish(void) {
    static const size_t lengths[] = {1, 63, 64, 65, 3000};
    unsigned char expected[3000], out[3001];
    blake2xb_state S, running;
    size_t i, j;
    test_begin("xof/finish");
    memset(&running, 0, sizeof running);
    blake2xb_init(&running, BLAKE2XB_UNKNOWN_LENGTH, key, 20);
    blake2xb_update(&running, message, 500);
    S = running;
    blake2xb_final(&S);
    blake2xb_squeeze(&S, expected, sizeof expected);
    S = running;
    RETURNS(ERROR_LENGTH, blake2xb_finish(&S, out, 0));
#if SIZE_MAX > 0xffffffff
    RETURNS(ERROR_LENGTH, blake2xb_finish(&S, out, ((size_t)1 << 38) + 1));
#endif
    test_expect(!memcmp(&S, &running, sizeof S), "an error wrote to the state");
    for (i = 0; i < COUNT(lengths); i++) {
        S = running;
        out[lengths[i]] = 0x3c;
        RETURNS(OK, blake2xb_finish(&S, out, lengths[i]));
        test_expect(!memcmp(out, expected, lengths[i]) && out[lengths[i]] == 0x3c, "%lu bytes",
                    (unsigned long)lengths[i]);
        for (j = 0; j < sizeof S; j++) {
            test_expect(!S.opaque[j], "byte %lu of the state is left", (unsigned long)j);
        }
    }
    test_end();
}

/* Eight nodes and part of one, then five. */
static void outputs(void) {
    static unsigned char out[8 * 64 + 20];
    RETURNS(OK, blake2xb(out, sizeof out, message, 3, NULL, 0));
    RETURNS(OK, blake2xb(out, 5 * 64, message, 3, NULL, 0));
}

static void used(void) {
    static const unsigned calls[4] = {1 + 1, 2 + 1, 3 + 2, 4 + 2};
    test_lanes_used("xof/used", outputs, calls, calls);
}

int main(void) {
    test_random_seed(test_seed(3));
    test_pattern(message, sizeof message, VECTORS_MESSAGE_SEED);
    test_pattern(key, 64, VECTORS_KEY_SEED);
    used();
    test_each_lane_kernel("xof/vectors", vectors);
    test_each_lane_kernel("xof/the-end", the_end);
    overlap_and_copies();
    misuse();
    finish();
    return test_exit();
}
