/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/* Multi-message kernels: the table, the self-test, and the choice. */
#include "blake2b_internal.h"
#include "driver/cpu.h"

#if defined(BLAKE2B_HAVE_LANES)

/* ---- the table: the rows that are in this build ---- */

#define TABLE BLAKE2B_TABLE
#define IN_BUILD(id) BLAKE2B_WITH_##id
#define KERNELS const struct kernel blake2b_lanes_kernels[]
#define CONTRACT SEVERAL
#define KERNEL_SYMBOL BLAKE2B_LANES_KERNEL
#define DECLARE_KERNEL(symbol) extern HIDDEN blake2b_lanes_fn symbol;
#define COSTS const struct cost blake2b_costs[]
#include "driver/table.inc"

DISPATCH_LANES_FIT(blake2b_lanes_fit, blake2b_lanes_kernels);

static struct dispatch_lanes_choice lanes_choice;
const struct dispatch_lanes blake2b_lanes_dispatch = {&lanes_choice, blake2b_lanes_kernels,
                                                      blake2b_lanes_selftest, blake2b_costs};

/* ---- self-test ---- */

#define SELFTEST_INPUT_BYTES 768

typedef struct lanes_case {
    unsigned char blocks;
    unsigned short stride;
    unsigned char spread;  /* lane j reads from offset SPREAD * j */
    unsigned char t0, t1;  /* initial counter of lane 0, as signed bytes; lane j: t0 - j */
    unsigned char add;     /* of lane 0; lane j: add - j */
    unsigned short f0, f1; /* bit j: flag of lane j */
} lanes_case;

#include "driver/selftest_input.inc"
#include "selftest-lanes.inc"

static uint64_t extend(unsigned char x) {
    return x & 0x80 ? x | ~(uint64_t)0xff : x;
}

/*
 * Sets the input of lane J for a case; checks that the kernel has not changed it, except T of its
 * own lanes, which must have been incremented.
 */
static void set_lane(blake2b_lanes *L, const lanes_case *c, const unsigned char *in, unsigned j) {
    L->T[0][j] = extend(c->t0) - j;
    L->T[1][j] = extend(c->t1);
    L->F[0][j] = c->f0 >> j & 1 ? ~(uint64_t)0 : 0;
    L->F[1][j] = c->f1 >> j & 1 ? ~(uint64_t)0 : 0;
    L->add[j] = c->add - j;
    L->in[j] = in + c->spread * j;
}

static int kept_lane(const blake2b_lanes *L, const lanes_case *c, const unsigned char *in,
                     unsigned j, unsigned blocks) {
    const uint64_t before = extend(c->t0) - j, counted = before + blocks * (uint64_t)(c->add - j);
    return L->T[0][j] == counted && L->T[1][j] == extend(c->t1) + (counted < before) &&
           L->F[0][j] == (c->f0 >> j & 1 ? ~(uint64_t)0 : 0) &&
           L->F[1][j] == (c->f1 >> j & 1 ? ~(uint64_t)0 : 0) && L->add[j] == c->add - j &&
           L->in[j] == in + c->spread * j;
}

/*
 * Each case continues from the H of the previous one, so that an error in any word affects all
 * later cases. The columns beyond the kernel's lanes must not change; H is zero there.
 */
int blake2b_lanes_selftest(const struct kernel *k) {
    unsigned char in[SELFTEST_INPUT_BYTES];
    blake2b_lanes L;
    unsigned i, j, w;
    selftest_input(in, sizeof in);
    memset(&L, 0, sizeof L);
    for (i = 0; i < sizeof lanes_cases / sizeof lanes_cases[0]; i++) {
        const lanes_case *c = &lanes_cases[i];
        for (j = 0; j < BLAKE2B_LANES_MAX; j++) {
            set_lane(&L, c, in, j);
        }
        BLAKE2B_LANES(k)(&L, c->blocks, c->stride);
        for (j = 0; j < BLAKE2B_LANES_MAX; j++) {
            const int own = j < k->messages;
            if (!kept_lane(&L, c, in, j, own ? c->blocks : 0) ||
                L.H[0][j] != (own ? lanes_expected[i][j] : 0)) {
                return (int)i + 1;
            }
            for (w = 1; w < 8; w++) {
                if (!own && L.H[w][j]) {
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
    return 0;
}

const struct kernel *blake2b_lanes_for(size_t messages) {
    return dispatch_lanes_for(&blake2b_lanes_dispatch, &blake2b_dispatch, messages);
}

const struct kernel *blake2b_lanes_next(size_t messages) {
    return dispatch_lanes_next(&blake2b_lanes_dispatch, &blake2b_dispatch, messages);
}

#else
typedef int blake2b_no_lanes;
#endif
