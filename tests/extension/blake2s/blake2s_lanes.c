/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/* Multi-message kernels: the table and the self-test. */
#include "blake2s_internal.h"
#include "driver/cpu.h"

#define TABLE "blake2s.def"
#define IN_BUILD(id) BLAKE2S_WITH_##id
#define KERNELS const struct kernel blake2s_lanes_kernels[]
#define CONTRACT SEVERAL
#define KERNEL_SYMBOL BLAKE2S_LANES_KERNEL
#define DECLARE_KERNEL(symbol) extern HIDDEN blake2s_lanes_fn symbol;
#define COSTS static const struct cost costs[]
#include "driver/table.inc"
#include "driver/selftest_input.inc"

DISPATCH_LANES_FIT(blake2s_lanes_fit, blake2s_lanes_kernels);

/* Compares each lane with the reference, with different input, counter, flag and increment. */
static int selftest(const struct kernel *k) {
    unsigned char in[4 * BLAKE2S_BLOCKBYTES];
    blake2s_lanes L, before;
    unsigned j, round;
    selftest_input(in, sizeof in, 0);
    memset(&L, 0, sizeof L);
    for (round = 0; round < 3; round++) {
        const size_t blocks = 1 + round;
        for (j = 0; j < BLAKE2S_LANES_MAX; j++) {
            L.t[0][j] = (uint32_t)0 - 64 * j;
            L.t[1][j] = round * j;
            L.last[j] = (j ^ round) & 1 ? ~(uint32_t)0 : 0;
            L.add[j] = 64 - (j + round) % 3;
            L.in[j] = in + 7 * j;
        }
        memcpy(&before, &L, sizeof L);
        BLAKE2S_LANES(k)(&L, blocks);
        for (j = 0; j < k->messages; j++) {
            blake2s_chain S = blake2s_lane(&before, j);
            BLAKE2S_KERNEL(generic_32)(&S, before.in[j], blocks, before.add[j]);
            blake2s_set_lane(&before, j, &S);
        }
        if (memcmp(&L, &before, sizeof L)) {
            return (int)round + 1;
        }
    }
    return 0;
}

static struct dispatch_lanes_choice lanes_choice;
const struct dispatch_lanes blake2s_lanes_dispatch = {&lanes_choice, blake2s_lanes_kernels,
                                                      selftest, costs};
