/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * Kernels that need XOP, on CPUs without it: "vprotq xmm, xmm, imm8", the only XOP instruction that
 * they use, is emulated (tests/rigs/xop). On a CPU with XOP nothing is emulated.
 *
 *     xop [SEED]
 */
#include <stdio.h>
#include <stdlib.h>

#include "blake2b_test.h"
#include "driver/cpu.h"
#include "xop/vprotq.h"

#if defined(VPROTQ_EMULATION)

static unsigned long seed;
static blake2b_blocks_fn *reference;

enum { AREA = 4 * 640 + 64 };
static unsigned char area[AREA];

static void compare(const struct kernel *kernel, const blake2b_state_internal *start,
                    const unsigned char *in, size_t bytes, size_t stride, size_t state_at) {
    unsigned char place[sizeof(blake2b_state_internal) + 16];
    blake2b_state_internal *S = (blake2b_state_internal *)(void *)(place + state_at);
    blake2b_state_internal expected = *start;
    memcpy(S, start, sizeof *S);
    reference(&expected, in, bytes, stride);
    BLAKE2B_BLOCKS(kernel)(S, in, bytes, stride);
    test_expect(!memcmp(S, &expected, sizeof *S),
                "seed %lu: T %s F %s, %lu bytes, stride %lu: H %s T %s instead of H %s T %s", seed,
                test_hex(start->T, 16), test_hex(start->F, 16), (unsigned long)bytes,
                (unsigned long)stride, test_hex(S->H, 8), test_hex(S->T, 16),
                test_hex(expected.H, 8), test_hex(expected.T, 16));
}

/* Any state. The counter is random, or a little below a power of 2^8, so that it often carries. */
static void random_state(blake2b_state_internal *S, int last) {
    const unsigned ones = test_random(18);
    test_random_bytes((unsigned char *)S, sizeof *S);
    if (ones <= 16) {
        memset(S->T + 1, 0xff, ones ? ones - 1 : 0);
    }
    memset(S->F, last ? 0xff : 0, 8);
}

/* An emulated instruction takes about ten microseconds, so there are fewer cases than elsewhere. */
static void kernel(const struct kernel *kernel) {
    static const size_t strides[] = {0, 1, 127, 128, 129, 512, 640};
    blake2b_state_internal S;
    size_t n, i;
    n = (size_t)blake2b_selftest(kernel);
    test_expect(!n, "self-test %lu", (unsigned long)n);
    for (n = 0; n <= 128; n++) {
        random_state(&S, 1);
        compare(kernel, &S, n ? area + test_random(64) : NULL, n, strides[n % 7], test_random(16));
    }
    for (i = 0; i < sizeof strides / sizeof strides[0]; i++) {
        for (n = 0; n <= 16; n++) {
            const size_t blocks = n % 5;
            random_state(&S, 0);
            compare(kernel, &S, blocks ? area + test_random(64) : NULL, 128 * blocks, strides[i],
                    test_random(16));
        }
    }
}

int main(int argc, char **argv) {
    const unsigned long features = cpu_features();
    const int emulated = !(features & CPU_XOP);
    const struct kernel *b;
    int any = 0;
    seed = argc > 1 ? strtoul(argv[1], NULL, 10) : test_seed(8);
    test_random_seed(seed);
    test_random_bytes(area, AREA);
    if (!(features & CPU_AVX)) {
        test_skip("xop", "needs a CPU with avx, the rest would be emulated");
        return test_exit();
    }
    reference = BLAKE2B_BLOCKS(BLAKE2B_UTIL_REFERENCE);
    if (emulated && !vprotq_emulate()) {
        test_skip("xop", "XOP cannot be emulated here");
        return test_exit();
    }
    for (b = blake2b_util_kernels; b->name; b++) {
        if (b->needs & CPU_XOP) {
            const unsigned long before = vprotq_emulated();
            any = 1;
            test_begin("xop/%s, %s", b->name, emulated ? "vprotq emulated" : "no emulation needed");
            test_expect((b->needs & ~(unsigned long)CPU_XOP & ~features) == 0,
                        "needs more than XOP of this CPU");
            kernel(b);
            test_expect(!emulated || vprotq_emulated() > before, "used no vprotq");
            test_end();
            test_ran(b, emulated ? "this CPU with vprotq emulated" : NULL);
        }
    }
    if (!any) {
        test_skip("xop", "this build has no kernels with XOP");
    }
    return test_exit();
}

#else
int main(void) {
    test_skip("xop", "the emulation of vprotq is for Linux on x86, with gcc or clang");
    return test_exit();
}
#endif
