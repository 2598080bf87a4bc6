/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/* Kernels and public calls of BLAKE, of either width, for tests/rigs/constant-time. */
#include <stdio.h>

#include "blake_kernels.h"
#include "constant-time/cases.h"

#if defined(MEMCHECK)
static const blake_width_kernels *width;

/* States of one or several messages, initialized alike; T and what follows it depend on lengths. */
enum { BLAKE_ROOM = 1 << 11 };

static void blake_kernel(const blake_width_kernels *b, const struct kernel *k) {
    const size_t row = k->messages > 1 ? b->word * b->lanes_max : b->word, block = 16 * b->word;
    const unsigned bits = (unsigned)(8 * block);
    size_t blocks, i, j;
    uint64_t expected[16][14], S[BLAKE_ROOM / 8]; /* room for either width */
    unsigned char *const p = (unsigned char *)S;
    for (blocks = k->messages > 1; blocks <= 4; blocks++) {
        test_pattern(p, sizeof S, (uint32_t)blocks);
        for (j = 0; j < k->messages; j++) {
            unsigned char *const one = (unsigned char *)expected[j];
            const unsigned char *in = inputs.message + (k->messages > 1 ? j : 0);
            for (i = 0; i < 14; i++) {
                memcpy(one + i * b->word, p + i * row + j * b->word, b->word);
            }
            b->blocks(one, in, blocks, bits);
            if (k->messages > 1) {
                memset(p + 14 * row + j * b->word, 0, b->word); /* add, on a little-endian host */
                memcpy(p + 14 * row + j * b->word, &bits, sizeof bits);
                memcpy(p + b->at_in + j * sizeof in, &in, sizeof in);
            }
        }
        inputs_secret();
        secret(p, 12 * row);
        if (k->messages > 1) {
            ((blake_several_fn *)k->entry)(S, blocks);
        } else {
            ((blake_alone_fn *)k->entry)(S, inputs.message, blocks, bits);
        }
        inputs_public();
        test_expect(is_public(p + 12 * row, 2 * row),
                    "%lu blocks: the counter depends on the message", (unsigned long)blocks);
        public(p, 12 * row);
        for (j = 0; j < k->messages; j++) {
            for (i = 0; i < 14; i++) {
                test_expect(!memcmp((unsigned char *)expected[j] + i * b->word,
                                    p + i * row + j * b->word, b->word),
                            "%lu blocks: wrong result", (unsigned long)blocks);
            }
        }
    }
}

enum { BLAKE_JOBS = 19, BLAKE_OUT = 64 * (BLAKE_JOBS + 12) };

static void blake_hashes(const blake_width_kernels *b, unsigned char out[BLAKE_OUT]) {
    static const size_t lengths[] = {0, 1, 55, 56, 64, 111, 112, 128, 200, 300, 600, LONGEST};
    const size_t digest = 8 * b->word;
    blake_job jobs[BLAKE_JOBS];
    size_t i;
    for (i = 0; i < 12; i++) {
        test_expect(!b->digest(out + 64 * i, digest, inputs.message, lengths[i],
                               i % 2 ? inputs.key : NULL),
                    "digest failed");
    }
    for (i = 0; i < BLAKE_JOBS; i++) {
        jobs[i].in = inputs.message;
        jobs[i].inlen = lengths[(i * 5) % 12];
        jobs[i].hash = out + 64 * (12 + i);
    }
    test_expect(!b->many(digest, inputs.key, jobs, BLAKE_JOBS), "many failed");
}

static void blake_calls(const blake_width_kernels *b, const char *name) {
    static unsigned char expected[BLAKE_OUT], out[BLAKE_OUT];
    const char *generic = NULL;
    const struct kernel *k;
    for (k = b->alone; k->name; k++) {
        generic = k->name; /* the last one */
    }
    test_expect(!b->select(generic), "no reference");
    blake_hashes(b, expected);
    test_expect(!b->select(name), "cannot be selected");
    inputs_secret();
    blake_hashes(b, out);
    inputs_public();
    public(out, sizeof out);
    test_expect(!memcmp(expected, out, sizeof out), "wrong digests");
}

static void check_one(const struct kernel *k) {
    blake_kernel(width, k);
    if (k->messages == 1) {
        blake_calls(width, k->name); /* multi-message kernels are used as their costs say */
    }
}

CONSTANT_TIME_CASES(blake) {
    const struct kernel *k;
    char name[100];
    int i, several;
    for (i = 0; i < BLAKE_WIDTHS; i++) {
        width = &blake_widths[i];
        for (several = 0; several < 2; several++) {
            for (k = several ? width->several : width->alone; k->name; k++) {
                snprintf(name, sizeof name, "%s_%s", width->name, k->name);
                constant_time_check(name, k, check_one);
            }
        }
    }
}
#else
CONSTANT_TIME_CASES(blake) {}
#endif
