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

static void expect_code(const char *what, int code, int expected) {
    test_expect(code == expected, "%s: %d instead of %d", what, code, expected);
}

/*
 * In pieces of PIECE bytes, or of random sizes up to -PIECE; 0: in one call, if there is one for
 * this.
 */
static void xof(unsigned char *out, size_t outlen, size_t wanted, size_t bytes, size_t keylen,
                int piece) {
    blake2xb_state S;
    size_t at;
    if (!piece && outlen != BLAKE2XB_UNKNOWN_LENGTH) {
        expect_code("blake2xb", blake2xb(out, outlen, message, bytes, key, keylen), BLAKE2B_OK);
        return;
    }
    memset(&S, 0xa5, sizeof S);
    expect_code("blake2xb_init", blake2xb_init(&S, outlen, key, keylen), BLAKE2B_OK);
    for (at = 0; at < bytes;) {
        size_t n = piece > 0 ? (size_t)piece : piece ? test_random((uint32_t)(1 - piece)) : bytes;
        n = n < bytes - at ? n : bytes - at;
        expect_code("blake2xb_update", blake2xb_update(&S, message + at, n), BLAKE2B_OK);
        at += n;
    }
    expect_code("blake2xb_final", blake2xb_final(&S), BLAKE2B_OK);
    for (at = 0; at < wanted;) {
        size_t n = piece > 0 ? (size_t)piece : piece ? test_random((uint32_t)(1 - piece)) : wanted;
        n = n < wanted - at ? n : wanted - at;
        expect_code("blake2xb_squeeze", blake2xb_squeeze(&S, out + at, n), BLAKE2B_OK);
        at += n;
    }
    expect_code("blake2xb_squeeze of nothing", blake2xb_squeeze(&S, NULL, 0), BLAKE2B_OK);
    if (outlen != BLAKE2XB_UNKNOWN_LENGTH) {
        unsigned char more = 0x3c;
        expect_code("a byte too many", blake2xb_squeeze(&S, &more, 1), BLAKE2B_ERROR_LENGTH);
        test_expect(more == 0x3c, "a byte too many was written");
    }
}

static const int pieces[] = {0, 1, 63, 64, 65, 128, 200, 511, 512, 577, -100, -900};

enum { SHORT, LONG, ENDLESS };

static void table(int which, const uint32_t *expected, size_t count, int piece) {
    static unsigned char out[LONGEST + 1];
    size_t i;
    for (i = 0; i < count; i++) {
        const size_t wanted = which == SHORT ? i + 1 : which == LONG ? vectors_xb_lengths[i] : 3000;
        const size_t outlen = which == ENDLESS ? BLAKE2XB_UNKNOWN_LENGTH : wanted;
        const size_t bytes = which == SHORT ? 3 * wanted : which == LONG ? 100 : 200;
        const size_t keylen = which == SHORT     ? (wanted % 2 ? 0 : wanted % 65)
                              : which == ENDLESS ? 64 * i
                                                 : 0;
        out[wanted] = 0x99;
        xof(out, outlen, wanted, bytes, keylen, piece);
        test_expect(checksum(out, wanted) == expected[i], "table %d, %lu bytes, pieces %d: wrong",
                    which, (unsigned long)wanted, piece);
        test_expect(out[wanted] == 0x99, "table %d, %lu bytes: the byte after them was written",
                    which, (unsigned long)wanted);
    }
}

static void vectors(void) {
    size_t i;
    for (i = 0; i < COUNT(pieces); i++) {
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
    expect_code("a byte too many", blake2xb_squeeze(&S, out, 64 * NODES + 1), BLAKE2B_ERROR_LENGTH);
    test_expect(out[0] == 0x5e && !memcmp(&S, &saved, sizeof S), "an error wrote something");
    expect_code("all", blake2xb_squeeze(&S, out, 64 * NODES), BLAKE2B_OK);
    expect_code("one more", blake2xb_squeeze(&S, out + 64 * NODES, 1), BLAKE2B_ERROR_LENGTH);
    expect_code("none more", blake2xb_squeeze(&S, out + 64 * NODES, 0), BLAKE2B_OK);
    test_expect(out[64 * NODES] == 0x5e, "a byte after the end");
    S = saved;
    for (i = 0; i < sizeof one; i++) {
        expect_code("bytes", blake2xb_squeeze(&S, one + i, 1), BLAKE2B_OK);
    }
    expect_code("one more byte", blake2xb_squeeze(&S, one, 1), BLAKE2B_ERROR_LENGTH);
    test_expect(!memcmp(one, out, sizeof one), "byte by byte the output differs");
    /* The kept part of a node does not count as another node. */
    S = saved;
    put32(state->next, 0xfffffffeul);
    expect_code("a byte of the last node but one", blake2xb_squeeze(&S, one, 1), BLAKE2B_OK);
    expect_code("the rest of both", blake2xb_squeeze(&S, one + 1, 127), BLAKE2B_OK);
    expect_code("nothing is left", blake2xb_squeeze(&S, one, 1), BLAKE2B_ERROR_LENGTH);

    /* The longest known length, 2^32 - 2: the last node has 62 bytes. */
#if SIZE_MAX > 0xffff
    blake2xb_init(&S, (size_t)0xfffffffeu, NULL, 0);
    blake2xb_final(&S);
    put32(state->next, 0x4000000u - NODES);
    put32(state->left, 64 * NODES - 2);
    saved = S;
    expect_code("a byte too many, known", blake2xb_squeeze(&S, out, 64 * NODES - 1),
                BLAKE2B_ERROR_LENGTH);
    expect_code("all, known", blake2xb_squeeze(&S, out, 64 * NODES - 2), BLAKE2B_OK);
    S = saved;
    for (i = 0; i < sizeof one - 2; i++) {
        expect_code("bytes, known", blake2xb_squeeze(&S, one + i, 1), BLAKE2B_OK);
    }
    expect_code("one more byte, known", blake2xb_squeeze(&S, one, 1), BLAKE2B_ERROR_LENGTH);
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
            expect_code("blake2xb", blake2xb(memory + at, n, memory + 100, 300, memory + 90, 40),
                        BLAKE2B_OK);
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
        expect_code("blake2xb_squeeze", blake2xb_squeeze(&S, out + n / 2, n - n / 2), BLAKE2B_OK);
        test_expect(!memcmp(out + n / 2, expected + n / 2, n - n / 2), "a copy, %lu bytes",
                    (unsigned long)n);
    }
    test_end();
}

static void misuse(void) {
    static const unsigned char fills[] = {0x00, 0xff, 0xa5};
    unsigned char out[64], before[64];
    blake2xb_state S, S_before;
    blake2b_state inner;
    size_t i;
    test_begin("xof/misuse");
    memset(before, 0x77, 64);
    memcpy(out, before, 64);
    expect_code("no output", blake2xb(NULL, 64, message, 1, key, 1), BLAKE2B_ERROR_NULL);
    expect_code("no input", blake2xb(out, 64, NULL, 1, key, 1), BLAKE2B_ERROR_NULL);
    expect_code("no key", blake2xb(out, 64, message, 1, NULL, 1), BLAKE2B_ERROR_NULL);
    expect_code("no bytes", blake2xb(out, 0, message, 1, NULL, 0), BLAKE2B_ERROR_LENGTH);
    expect_code("unknown length", blake2xb(out, BLAKE2XB_UNKNOWN_LENGTH, message, 1, NULL, 0),
                BLAKE2B_ERROR_LENGTH);
#if SIZE_MAX > 0xffffffff
    expect_code("2^32", blake2xb(out, (size_t)1 << 32, message, 1, NULL, 0), BLAKE2B_ERROR_LENGTH);
    expect_code("init, 2^32 + 1", blake2xb_init(&S, ((size_t)1 << 32) + 1, NULL, 0),
                BLAKE2B_ERROR_LENGTH);
#endif
    expect_code("key of 65", blake2xb(out, 64, message, 1, key, 65), BLAKE2B_ERROR_LENGTH);

    memset(&S, 0x31, sizeof S);
    S_before = S;
    expect_code("init, no state", blake2xb_init(NULL, 64, NULL, 0), BLAKE2B_ERROR_NULL);
    expect_code("init, no key", blake2xb_init(&S, 64, NULL, 1), BLAKE2B_ERROR_NULL);
    expect_code("init, 0", blake2xb_init(&S, 0, NULL, 0), BLAKE2B_ERROR_LENGTH);
    expect_code("init, key of 65", blake2xb_init(&S, 64, key, 65), BLAKE2B_ERROR_LENGTH);
    test_expect(!memcmp(&S, &S_before, sizeof S), "a failed init wrote to the state");

    expect_code("init, key in the state", blake2xb_init(&S, 64, (unsigned char *)&S, 5),
                BLAKE2B_ERROR_OVERLAP);
    /* The maximum; lengths are checked before overlaps. */
#if SIZE_MAX > 0xffffffffu
    expect_code("init", blake2xb_init(&S, BLAKE2XB_UNKNOWN_LENGTH, NULL, 0), BLAKE2B_OK);
    expect_code("finish, 2^27", blake2xb_finish(&S, (unsigned char *)&S, (size_t)1 << 27),
                BLAKE2B_ERROR_OVERLAP);
    expect_code("finish, 2^38", blake2xb_finish(&S, (unsigned char *)&S, (size_t)1 << 38),
                BLAKE2B_ERROR_OVERLAP);
    expect_code("finish, 2^38 + 1", blake2xb_finish(&S, (unsigned char *)&S, ((size_t)1 << 38) + 1),
                BLAKE2B_ERROR_LENGTH);
#endif

    /* A state whose inner state has another digest length: after 64 bytes for the root. */
    memset(&inner, 0, sizeof inner);
    expect_code("init", blake2xb_init(&S, 64, NULL, 0), BLAKE2B_OK);
    expect_code("init of 32", blake2b_digest_init(&inner, 32, NULL, 0), BLAKE2B_OK);
    memcpy((unsigned char *)&S + 64, &inner, sizeof inner);
    expect_code("final, damaged", blake2xb_final(&S), BLAKE2B_ERROR_STATE);
    expect_code("init", blake2xb_init(&S, 64, NULL, 0), BLAKE2B_OK);
    expect_code("init of 32", blake2b_digest_init(&inner, 32, NULL, 0), BLAKE2B_OK);
    memcpy((unsigned char *)&S + 64, &inner, sizeof inner);
    expect_code("finish, damaged", blake2xb_finish(&S, out, 64), BLAKE2B_ERROR_STATE);
    for (i = 0; i < sizeof fills; i++) {
        memset(&S, fills[i], sizeof S);
        S_before = S;
        expect_code("update, never initialised", blake2xb_update(&S, message, 1),
                    BLAKE2B_ERROR_STATE);
        expect_code("final, never initialised", blake2xb_final(&S), BLAKE2B_ERROR_STATE);
        expect_code("squeeze, never initialised", blake2xb_squeeze(&S, out, 1),
                    BLAKE2B_ERROR_STATE);
        test_expect(!memcmp(&S, &S_before, sizeof S), "a state never initialised was written");
    }
    blake2xb_init(&S, 50, NULL, 0);
    blake2xb_update(&S, message, 200);
    S_before = S;
    expect_code("update, no state", blake2xb_update(NULL, message, 1), BLAKE2B_ERROR_NULL);
    expect_code("update, no input", blake2xb_update(&S, NULL, 1), BLAKE2B_ERROR_NULL);
    expect_code("final, no state", blake2xb_final(NULL), BLAKE2B_ERROR_NULL);
    expect_code("squeeze before final", blake2xb_squeeze(&S, out, 1), BLAKE2B_ERROR_STATE);
    test_expect(!memcmp(&S, &S_before, sizeof S), "an error wrote to the state");
    expect_code("finish, no state", blake2xb_finish(NULL, out, 50), BLAKE2B_ERROR_NULL);
    expect_code("finish, no output", blake2xb_finish(&S, NULL, 50), BLAKE2B_ERROR_NULL);
    expect_code("finish, too little", blake2xb_finish(&S, out, 49), BLAKE2B_ERROR_LENGTH);
    expect_code("finish, too much", blake2xb_finish(&S, out, 51), BLAKE2B_ERROR_LENGTH);
    test_expect(!memcmp(&S, &S_before, sizeof S), "an error wrote to the state");
    expect_code("final", blake2xb_final(&S), BLAKE2B_OK);
    S_before = S;
    expect_code("finish after final", blake2xb_finish(&S, out, 50), BLAKE2B_ERROR_STATE);
    expect_code("a second final", blake2xb_final(&S), BLAKE2B_ERROR_STATE);
    expect_code("update after final", blake2xb_update(&S, message, 1), BLAKE2B_ERROR_STATE);
    expect_code("squeeze, no state", blake2xb_squeeze(NULL, out, 1), BLAKE2B_ERROR_NULL);
    expect_code("squeeze, no output", blake2xb_squeeze(&S, NULL, 1), BLAKE2B_ERROR_NULL);
    expect_code("squeeze, too much", blake2xb_squeeze(&S, out, 51), BLAKE2B_ERROR_LENGTH);
    expect_code("squeeze, far too much", blake2xb_squeeze(&S, out, SIZE_MAX), BLAKE2B_ERROR_LENGTH);
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
    expect_code("nothing", blake2xb_finish(&S, out, 0), BLAKE2B_ERROR_LENGTH);
#if SIZE_MAX > 0xffffffff
    expect_code("more than there is", blake2xb_finish(&S, out, ((size_t)1 << 38) + 1),
                BLAKE2B_ERROR_LENGTH);
#endif
    test_expect(!memcmp(&S, &running, sizeof S), "an error wrote to the state");
    for (i = 0; i < COUNT(lengths); i++) {
        S = running;
        out[lengths[i]] = 0x3c;
        expect_code("finish", blake2xb_finish(&S, out, lengths[i]), BLAKE2B_OK);
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
    test_expect(blake2xb(out, sizeof out, message, 3, NULL, 0) == BLAKE2B_OK, "an error");
    test_expect(blake2xb(out, 5 * 64, message, 3, NULL, 0) == BLAKE2B_OK, "an error");
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
