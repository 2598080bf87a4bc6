/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/* Multi-message kernels: the table, the self-test, and the choice. */
#include "blake2b_internal.h"
#include "driver/cpu.h"

#if defined(BLAKE2B_HAVE_LANES)

/* ---- the table: the rows that are in this build ---- */

#define TABLE BLAKE2B_TABLE
#define IN_BUILD(id) BLAKE2B_WITH_##id
#define KERNELS const struct kernel blake2b_lanes_kernels[]
#define LANES_KERNEL KERNEL
#define KERNEL_SYMBOL BLAKE2B_LANES_KERNEL
#define DECLARE_KERNEL(symbol) extern HIDDEN blake2b_lanes_fn symbol;
#define PLAN static const struct plan blocks_plan[]
#define BLOCKS_PLAN PLAN_ROW
#define ROW_OF(id) lanes_row_##id
#include "driver/table.inc"

DISPATCH_LANES_FIT(blake2b_lanes_fit, blake2b_lanes_kernels);

static struct dispatch_lanes_choice lanes_choice;
const struct dispatch_lanes blake2b_lanes_dispatch = {&lanes_choice, blake2b_lanes_kernels,
                                                      blake2b_lanes_selftest, blocks_plan, NULL};

/* ---- self-test ---- */

#define SELFTEST_RANDOM 768
#define SELFTEST_ONES 160

typedef struct lanes_case {
    unsigned short offset;
    unsigned char blocks;
    short stride;
    unsigned char spread;  /* lane j reads from OFFSET + SPREAD * (5 * j % 16) */
    unsigned char t0, t1;  /* initial counter of lane 0, as signed bytes; lane j: t0 - j, t1 - j */
    unsigned short top;    /* bit j: turns the highest bit of t0 of lane j */
    short add;             /* of lane 0; lane j: add - j */
    unsigned short f0, f1; /* bit j: flag of lane j */
} lanes_case;

#include "driver/selftests.h"
#include "selftest-lanes.inc"

static uint64_t extend(unsigned char x) {
    return x & 0x80 ? x | ~(uint64_t)0xff : x;
}

static uint64_t first_count(const lanes_case *c, unsigned j) {
    return (extend(c->t0) - j) ^ (uint64_t)(c->top >> j & 1) << 63;
}

static uint64_t added(const lanes_case *c, unsigned j) {
    return (uint64_t)(int64_t)c->add - j;
}

/* H of a column that is not the kernel's. */
static uint64_t of_others(unsigned w, unsigned j) {
    return 0x9e3779b97f4a7c15u * (BLAKE2B_LANES_MAX * w + j + 1);
}

/*
 * Sets the input of lane J for a case; checks that the kernel has not changed it, except T of its
 * own lanes, which must have been incremented.
 */
static void set_lane(blake2b_lanes *L, const lanes_case *c, const unsigned char *in, unsigned j) {
    L->T[0][j] = first_count(c, j);
    L->T[1][j] = extend(c->t1) - j;
    L->F[0][j] = c->f0 >> j & 1 ? ~(uint64_t)0 : 0;
    L->F[1][j] = c->f1 >> j & 1 ? ~(uint64_t)0 : 0;
    L->add[j] = added(c, j);
    L->in[j] = in + c->offset + c->spread * (5 * j % 16);
}

static int kept_lane(const blake2b_lanes *L, const lanes_case *c, const unsigned char *in,
                     unsigned j, unsigned blocks) {
    uint64_t t0 = first_count(c, j), t1 = extend(c->t1) - j;
    while (blocks--) {
        t0 += added(c, j);
        t1 += t0 < added(c, j);
    }
    return L->T[0][j] == t0 && L->T[1][j] == t1 &&
           L->F[0][j] == (c->f0 >> j & 1 ? ~(uint64_t)0 : 0) &&
           L->F[1][j] == (c->f1 >> j & 1 ? ~(uint64_t)0 : 0) && L->add[j] == added(c, j) &&
           L->in[j] == in + c->offset + c->spread * (5 * j % 16);
}

/* One call of the test. The stride from a last block to the next one must not matter. */
typedef struct selftest_lanes {
    blake2b_lanes_fn *lanes;
    blake2b_lanes *L;
    const lanes_case *c;
} selftest_lanes;

static void call_lanes(void *argument) {
    const selftest_lanes *const call = argument;
    call->lanes(call->L, call->c->blocks,
                call->c->blocks > 1 ? (size_t)call->c->stride : ~(size_t)call->c->stride);
}

/*
 * Each case continues from the H of the previous one, so that an error in any word affects all
 * later cases. The columns beyond the kernel's lanes must not change.
 */
int blake2b_lanes_selftest(const struct kernel *k) {
    unsigned char in[SELFTEST_RANDOM + SELFTEST_ONES];
    blake2b_lanes L;
    selftest_lanes call;
    size_t sum;
    unsigned i, j, w;
    selftest_input(in, SELFTEST_RANDOM, SELFTEST_ONES);
    sum = selftest_sum(in, sizeof in);
    for (w = 0; w < 8; w++) {
        for (j = 0; j < BLAKE2B_LANES_MAX; j++) {
            L.H[w][j] = j < k->messages ? 0 : of_others(w, j);
        }
    }
    call.lanes = BLAKE2B_LANES(k);
    call.L = &L;
    for (i = 0; i < sizeof lanes_cases / sizeof lanes_cases[0]; i++) {
        const lanes_case *c = &lanes_cases[i];
        for (j = 0; j < BLAKE2B_LANES_MAX; j++) {
            set_lane(&L, c, in, j);
        }
        call.c = c;
        if (!selftest_deeper(i % 3, call_lanes, &call)) {
            return (int)i + 1;
        }
        for (j = 0; j < BLAKE2B_LANES_MAX; j++) {
            const int own = j < k->messages;
            if (!kept_lane(&L, c, in, j, own ? c->blocks : 0)) {
                return (int)i + 1;
            }
            for (w = 0; w < 8; w++) {
                if (!own && L.H[w][j] != of_others(w, j)) {
                    return (int)i + 1;
                }
            }
        }
    }
    for (w = 0; w < 8; w++) {
        for (j = 0; j < k->messages; j++) {
            if (L.H[w][j] != lanes_result[w][j]) {
                return (int)i + 1;
            }
        }
    }
    return selftest_sum(in, sizeof in) == sum ? 0 : (int)i + 1;
}

#else
typedef int blake2b_no_lanes;
#endif
