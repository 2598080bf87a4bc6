/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/* The kernels of short messages: which there are, what tells that one works, and whether to use it. */
#include "blake2b_internal.h"
#include "driver/cpu.h"

#if defined(BLAKE2B_HAVE_LANES)

/* ---- the table: the rows that configure put into this build ---- */

#define TABLE BLAKE2B_TABLE
#define IN_BUILD(id) BLAKE2B_WITH_##id
#define KERNELS const struct kernel blake2b_short_kernels[]
#define CONTRACT SHORT
#define KERNEL_SYMBOL BLAKE2B_SHORT_KERNEL
#define DECLARE_KERNEL(symbol) extern HIDDEN blake2b_short_fn symbol;
#define LAST_ROW {"lanes", NULL, 1, CPU_BASE, "blake2b_lanes.c"} /* none: that is a choice, too, and made but once */
#include "driver/table.inc"

static struct dispatch_choice short_choice = {NULL, 0};
const struct dispatch blake2b_short_dispatch = {&short_choice, blake2b_short_kernels,
                                                OR_NULL_FAMILIES(blake2b_preferences), blake2b_short_selftest};

/* ---- self-test ---- */

#include "driver/selftest_input.inc"
#include "selftest-short.inc"

enum { JOBS = 24, ROOM = BLAKE2B_OUTBYTES + 1 };

static uint64_t ones(unsigned n) {
    return n > 63 ? ~(uint64_t)0 : ((uint64_t)1 << n) - 1;
}

/* Each case goes on from an H in which each word of each digest before it has its part, and so have the bytes that
   no digest may reach. */
int blake2b_short_selftest(const struct kernel *k) {
    unsigned char in[SELFTEST_SHORT_BYTES], out[JOBS][ROOM];
    blake2b_job jobs[JOBS];
    CACHE_ALIGNED blake2b_short W;
    unsigned i, j, w;
    if (!k->entry) {
        return 0;
    }
    selftest_input(in, sizeof in);
    memset(&W, 0, sizeof W);
    for (i = 0; i < sizeof short_cases / sizeof short_cases[0]; i++) {
        const short_case *c = &short_cases[i];
        W.T[0] = c->t0;
        W.T[1] = c->t1;
        W.f1 = c->f1 ? ~(uint64_t)0 : 0;
        W.digest = ones(c->digest);
        W.rest = c->rest;
        W.kept[0] = ones(c->rest);
        W.kept[1] = ones(c->rest > 64 ? c->rest - 64u : 0);
        memset(W.remainder, 0, sizeof W.remainder);
        memcpy(W.remainder, in, c->rest);
        memset(out, 0x5a, sizeof out);
        for (j = 0; j < 8u * c->groups; j++) {
            jobs[j].inlen = (c->first + c->step * j) % (129u - c->rest);
            jobs[j].in = in + 7 * j;
            jobs[j].hash = out[j] + (i & 1);
        }
        BLAKE2B_SHORT(k)(&W, jobs, c->groups);
        for (j = 0; j < 8u * c->groups; j++) {
            for (w = 0; w < ROOM; w++) {
                W.H[w & 7] = (W.H[w & 7] << 13 | W.H[w & 7] >> 51) ^ out[j][w];
            }
        }
        if (memcmp(W.H, short_expected[i], sizeof W.H)) {
            return (int)i + 1;
        }
    }
    return 0;
}

/* ---- the choice ---- */

unsigned blake2b_short_second_on(int family, const struct kernel *serial) {
    const unsigned alone = dispatch_lanes_cost(&blake2b_lanes_dispatch, serial, family, 300);
    unsigned eight = ~0u, sixteen = ~0u;
    const struct kernel *k;
    for (k = blake2b_lanes_kernels; k->name; k++) {
        const unsigned cost = dispatch_lanes_cost(&blake2b_lanes_dispatch, k, family, alone);
        if (k->messages == 8 && cost < eight) {
            eight = cost;
        }
        if (k->messages == 16 && cost < sixteen) {
            sixteen = cost;
        }
    }
    return sixteen == ~0u ? BLAKE2B_SHORT_LEAST : sixteen <= eight ? 1 : (sixteen - eight + alone - 1) / alone;
}

/* Kept with the serial kernel's row and one above its lowest 8 bits; 0: not worked out yet. */
static volatile size_t second_choice;

unsigned blake2b_short_second(const struct kernel *serial) {
    const size_t row = ((size_t)serial - (size_t)blake2b_kernels) / sizeof *serial + 1, kept = DISPATCH_LOAD(second_choice);
    unsigned second = (unsigned)(kept & 0xff);
    if (!kept || kept >> 8 != row) {
        second = blake2b_short_second_on(cpu_family(), serial);
        DISPATCH_STORE(second_choice, row << 8 | second);
    }
    return second;
}

/* A group takes about as long whether all of its messages are wanted or not: on AMD Zen 5 as long as one and a half
   messages one by one, on Intel Golden Cove, by estimate, as two and a half. With fewer kernels of several messages
   than there are, for a test, none of this is used either. */
blake2b_short_fn *blake2b_short_for(size_t messages) {
    if (messages < BLAKE2B_SHORT_LEAST || !dispatch_lanes_all(&blake2b_lanes_dispatch)) {
        return NULL;
    }
    return BLAKE2B_SHORT(dispatch_led_auto(&blake2b_short_dispatch, &blake2b_dispatch));
}

#else
typedef int blake2b_no_short;
#endif
