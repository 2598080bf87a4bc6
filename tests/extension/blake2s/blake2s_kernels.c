/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/* Single-message kernels: the table, the self-test, and the choice. */
#include "blake2s_internal.h"
#include "driver/cpu.h"

#define TABLE "blake2s.def"
#define IN_BUILD(id) BLAKE2S_WITH_##id
#define KERNELS const struct kernel blake2s_kernels[]
#define CONTRACT ALONE
#define KERNEL_SYMBOL BLAKE2S_KERNEL
#define REFERENCE_SYMBOL(bits) BLAKE2S_KERNEL(generic_##bits)
#define DECLARE_KERNEL(symbol) extern HIDDEN blake2s_blocks_fn symbol;
#define TWO_HALVES 1
#define PREFERENCES static const struct preference preferences[]
#include "driver/table.inc"

/* ---- self-test ---- */

#if !defined(DRIVER_NO_SELFTEST)
#define SELFTEST_SAME 1
#include "driver/selftest_input.inc"

typedef struct selftest_case {
    unsigned char blocks, offset, add;
    uint64_t t;
    uint32_t last, expected; /* the first word of h afterwards */
} selftest_case;

/* Each continues from the h of the previous one. tests/selftest.py prints these. */
static const selftest_case cases[] = {
    {1, 0, 64, 0x0u, 0x0u, 0x9c52dc9b},
    {3, 1, 64, 0x40u, 0x0u, 0xa1a18bfb},
    {0, 0, 64, 0x100u, 0x0u, 0xa1a18bfb},
    {2, 7, 64, 0xffffffc0u, 0x0u, 0x28011cdb},
    {1, 30, 17, 0xfffffffbu, 0xffffffffu, 0x636b3b05},
    {1, 65, 0, 0x0u, 0xffffffffu, 0xea9db19a},
    {1, 190, 64, 0xffffffffffffffe2u, 0x0u, 0x97b53d8c},
};
static const uint32_t result[8] = {
    0x97b53d8c, 0x6e2b3e85, 0x0f2ccf37, 0x25957139, 0xadec0fa8, 0xf48cc494, 0x6482bbf6, 0x5a05b299,
};

static int selftest(const struct kernel *k) {
    unsigned char in[4 * BLAKE2S_BLOCKBYTES];
    blake2s_chain S;
    size_t i;
    selftest_input(in, sizeof in, 0);
    memset(&S, 0, sizeof S);
    for (i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const selftest_case *c = &cases[i];
        S.t = c->t;
        S.last = c->last;
        BLAKE2S_BLOCKS(k)(&S, c->blocks ? in + c->offset : NULL, c->blocks, c->add);
        if (S.h[0] != c->expected || S.last != c->last ||
            S.t != c->t + (uint64_t)c->blocks * c->add) {
            return (int)i + 1;
        }
    }
    return selftest_same(S.h, result, sizeof result) ? 0 : (int)i + 1;
}
#endif

struct dispatch_choice blake2s_choice = {NULL};
const struct dispatch blake2s_dispatch = {&blake2s_choice, blake2s_kernels,
                                          SECOND_HALF(blake2s_kernels),
                                          OR_NULL_FAMILIES(preferences),
                                          OR_NULL_SELFTEST(selftest)};
