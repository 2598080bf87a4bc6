/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/* The kernels of one WIDTH for tests/systems/bare: against the reference, on random input. */
#include "blake_width.h"
#include "bare.h"

#if WIDTH == 256
#define PREFIX "blake256:"
#else
#define PREFIX "blake512:"
#endif

#define MAX_BLOCKS 6
static const struct kernel *reference;

/* Half of the counters are about to carry, out of one word or both. */
static void random_chain(chain *S) {
    bare_random_bytes(S, sizeof *S);
    if (bare_random(2)) {
        memset(S->t, 0xff, sizeof S->t[0] * (1 + bare_random(2)));
    }
}

static int blocks_differ(const struct kernel *k) {
    chain S, expected;
    unsigned i;
    int differs = 0;
    for (i = 0; i < 200; i++) {
        const size_t blocks = bare_random(MAX_BLOCKS + 1);
        const unsigned bits = bare_random(8 * BLOCK_BYTES + 1);
        const unsigned char *in = blocks ? bare_area + bare_random(64) : NULL;
        random_chain(&S);
        expected = S;
        BLOCKS(reference)(&expected, in, blocks, bits);
        BLOCKS(k)(&S, in, blocks, bits);
        differs |= memcmp(&S, &expected, sizeof S);
    }
    return differs;
}

static int lanes_differ(const struct kernel *k) {
    static CACHE_ALIGNED lanes L, expected;
    unsigned i, j, n;
    int differs = 0;
    for (i = 0; i < 100; i++) {
        const size_t blocks = 1 + bare_random(MAX_BLOCKS);
        bare_random_bytes(&L, sizeof L);
        for (j = 0; j < LANES_MAX; j++) {
            chain S;
            random_chain(&S);
            L.t[0][j] = S.t[0];
            L.t[1][j] = S.t[1];
            L.add[j] = bare_random(8 * BLOCK_BYTES + 1);
            L.in[j] = bare_area + bare_random(64);
        }
        expected = L;
        for (j = 0; j < k->messages; j++) {
            chain S;
            for (n = 0; n < 8; n++) {
                S.h[n] = L.h[n][j];
            }
            for (n = 0; n < 4; n++) {
                S.s[n] = L.s[n][j];
            }
            S.t[0] = L.t[0][j];
            S.t[1] = L.t[1][j];
            BLOCKS(reference)(&S, L.in[j], blocks, (unsigned)L.add[j]);
            for (n = 0; n < 8; n++) {
                expected.h[n][j] = S.h[n];
            }
            expected.t[0][j] = S.t[0];
            expected.t[1][j] = S.t[1];
        }
        LANES(k)(&L, blocks);
        differs |= memcmp(&L, &expected, sizeof L);
    }
    return differs;
}

int BARE_TEST(void) {
    struct bare_contract blocks =
        {"state", PREFIX, OF_WIDTH(kernels), NULL, OF_WIDTH(selftest), blocks_differ};
    const struct bare_contract of_lanes =
        {"lanes", PREFIX, OF_WIDTH(lanes_kernels), NULL, OF_WIDTH(lanes_selftest), lanes_differ};
    const struct kernel *const used = dispatch_auto(&OF_WIDTH(choice), &OF_WIDTH(dispatch));
    blocks.used = used ? used->name : NULL;
    for (reference = OF_WIDTH(kernels); reference[1].name;) {
        reference++; /* it is the last one */
    }
    return bare_test(&blocks) | bare_test(&of_lanes);
}
