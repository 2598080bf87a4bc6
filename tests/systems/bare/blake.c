/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/* libblake in bare.c's test, one WIDTH of it: the same lines, of blake256:NAME or blake512:NAME. */
#include "blake_width.h"
#include "driver/cpu.h"
#include "bare.h"

#if WIDTH == 256
#define PREFIX "blake256:"
#define TEST bare_blake256
#else
#define PREFIX "blake512:"
#define TEST bare_blake512
#endif

#define MAX_BLOCKS 6
static unsigned char area[MAX_BLOCKS * BLOCK_BYTES + 64], area_before[sizeof area];
static const struct kernel *reference;

static int runs(const struct kernel *k) {
    return !(k->needs & ~cpu_features());
}

static void say(const char *word, const struct kernel *k, const char *rest) {
    bare_print(word);
    bare_print(" " PREFIX);
    bare_print(k->name);
    bare_print(rest);
}

/* Half of the counters are about to carry, out of one word or both. */
static void random_chain(chain *S) {
    bare_random_bytes((unsigned char *)S, sizeof *S);
    if (bare_random(2)) {
        memset(S->t, 0xff, sizeof S->t[0] * (1 + bare_random(2)));
    }
}

/*
 * Bochs, where there is no Linux, computes vpperm wrongly, which this one has; the self-test
 * refuses it.
 */
static int known_wrong(const struct kernel *k) {
#if !defined(BARE_LINUX) && defined(__x86_64__) && WIDTH == 256
    return (k->needs & CPU_XOP) != 0;
#else
    (void)k;
    return 0;
#endif
}

static int test(const struct kernel *k) {
    chain S, expected;
    unsigned i;
    say("begin", k, "\n");
    if (OF_WIDTH(selftest)(k)) {
        say("FAIL", k, ": its self-test\n");
        return 1;
    }
    for (i = 0; i < 200; i++) {
        const size_t blocks = bare_random(MAX_BLOCKS + 1);
        const unsigned bits = bare_random(8 * BLOCK_BYTES + 1);
        const unsigned char *in = blocks ? area + bare_random(64) : NULL;
        random_chain(&S);
        expected = S;
        BLOCKS(reference)(&expected, in, blocks, bits);
        BLOCKS(k)(&S, in, blocks, bits);
        if (memcmp(&S, &expected, sizeof S) || memcmp(area, area_before, sizeof area)) {
            say("FAIL", k, ": other than the reference\n");
            return 1;
        }
    }
    say("PASS", k, "\n");
    return 0;
}

static int test_lanes(const struct kernel *k) {
    static CACHE_ALIGNED lanes L, expected;
    unsigned i, j, n;
    say("begin", k, "\n");
    for (i = 0; i < 100; i++) {
        const size_t blocks = 1 + bare_random(MAX_BLOCKS);
        bare_random_bytes((unsigned char *)&L, sizeof L);
        for (j = 0; j < LANES_MAX; j++) {
            chain S;
            random_chain(&S);
            L.t[0][j] = S.t[0];
            L.t[1][j] = S.t[1];
            L.add[j] = bare_random(8 * BLOCK_BYTES + 1);
            L.in[j] = area + bare_random(64);
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
        if (memcmp(&L, &expected, sizeof L) || memcmp(area, area_before, sizeof area)) {
            say("FAIL", k, ": other than the reference\n");
            return 1;
        }
    }
    say("PASS", k, "\n");
    return 0;
}

int TEST(void) {
    const struct kernel *const used = dispatch_auto(&OF_WIDTH(choice), &OF_WIDTH(dispatch));
    const struct kernel *k;
    int failed = 0;
    bare_random_bytes(area, sizeof area);
    memcpy(area_before, area, sizeof area);
    for (k = OF_WIDTH(kernels); k->name; k++) {
        reference = k; /* it is the last one */
        say("state", k,
            !runs(k)                ? " unsupported\n"
            : OF_WIDTH(selftest)(k) ? " failed\n"
            : k == used             ? " used\n"
                                    : " ok\n");
    }
    for (k = OF_WIDTH(lanes_kernels); k->name; k++) {
        say("lanes", k,
            !runs(k)                      ? " unsupported\n"
            : OF_WIDTH(lanes_selftest)(k) ? " failed\n"
                                          : " ok\n");
    }
    for (k = OF_WIDTH(kernels); k != reference; k++) {
        if (runs(k) && !known_wrong(k)) {
            failed |= test(k);
        }
    }
    for (k = OF_WIDTH(lanes_kernels); k->name; k++) {
        if (runs(k)) {
            failed |= test_lanes(k);
        }
    }
    return failed;
}
