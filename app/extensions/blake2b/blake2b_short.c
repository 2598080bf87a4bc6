/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/* Kernels for short messages: the table, the self-test, and the plan for short messages. */
#include "blake2b_internal.h"
#include "driver/cpu.h"

#if defined(BLAKE2B_HAVE_LANES)

/* ---- the table: the rows that are in this build ---- */

#define TABLE BLAKE2B_TABLE
#define IN_BUILD(id) BLAKE2B_WITH_##id
#define KERNELS const struct kernel blake2b_short_kernels[]
#define SHORT_KERNEL KERNEL
#define KERNEL_SYMBOL BLAKE2B_SHORT_KERNEL
#define DECLARE_KERNEL(symbol) extern HIDDEN blake2b_short_fn symbol;
#define PLAN static const struct plan messages_plan[]
#define MESSAGES_PLAN PLAN_ROW_OF_KIND
#define ROW_OF(id) short_row_##id
#define LANES_KERNEL OTHER
#include "driver/table.inc"

DISPATCH_LANES_FIT(blake2b_short_fit, blake2b_short_kernels);

static struct dispatch_lanes_choice short_choice;
const struct dispatch_lanes blake2b_short_dispatch = {&short_choice, blake2b_short_kernels,
                                                      blake2b_short_selftest, messages_plan,
                                                      &blake2b_lanes_dispatch};

/* ---- self-test ---- */

#include "driver/selftests.h"
#include "selftest-short.inc"

enum { CASES = sizeof short_cases / sizeof short_cases[0], JOBS = 24, ROOM = BLAKE2B_OUTBYTES + 1 };

static uint64_t ones(unsigned n) {
    return n > 63 ? ~(uint64_t)0 : ((uint64_t)1 << n) - 1;
}

/* One call of the test. */
typedef struct selftest_short {
    blake2b_short_fn *kernel;
    const blake2b_short *common;
    const blake2b_job *jobs;
    size_t groups;
} selftest_short;

static void call_short(void *argument) {
    const selftest_short *const call = argument;
    call->kernel(call->common, call->jobs, call->groups);
}

/* A kernel keeps H on the stack, deeper than selftest_input fills it. */
static NOINLINE void fill_stack(void) {
    volatile uint64_t below[192];
    unsigned i;
    for (i = 0; i < sizeof below / sizeof below[0]; i++) {
        below[i] = i + 1u;
    }
}

/*
 * Each case continues from an H that depends on each word of all earlier digests, and on the bytes
 * that no digest may overwrite. The last ones are of longer messages, for kernels of eight.
 */
int blake2b_short_selftest(const struct kernel *k) {
    unsigned char in[SELFTEST_SHORT_BYTES], out[JOBS][ROOM];
    blake2b_job all[JOBS + CASES];
    const unsigned cases = k->messages == 8 ? CASES : SHORT_OF_ONE_BLOCK;
    CACHE_ALIGNED unsigned char room[sizeof(blake2b_short) + 3 * 64];
    blake2b_short common;
    selftest_short call;
    size_t sum;
    unsigned i, j, w;
    selftest_input(in, sizeof in, 0);
    sum = selftest_sum(in, sizeof in);
    fill_stack();
    call.kernel = BLAKE2B_SHORT(k);
    memset(&common, 0, sizeof common);
    for (i = 0; i < cases; i++) {
        const short_case *c = &short_cases[i];
        blake2b_job *const jobs = all + i; /* its last byte varies, as that of W does */
        common.T[0] = c->t0;
        common.T[1] = c->t1;
        common.f1 = c->f1 ? ~(uint64_t)0 : 0;
        common.digest = ones(c->digest);
        common.rest = c->rest;
        common.kept[0] = ones(c->rest);
        common.kept[1] = ones(c->rest > 64 ? c->rest - 64u : 0);
        memset(common.remainder, 0, sizeof common.remainder);
        memcpy(common.remainder, in, c->rest);
        memset(out, 0x5a, sizeof out);
        common.whole = c->whole;
        for (j = 0; j < 8u * c->groups; j++) {
            jobs[j].inlen = c->whole ? 128u * c->whole - c->rest + (c->first + c->step * j) % 129u
                                     : (c->first + c->step * j) % (129u - c->rest);
            jobs[j].in = in + (61 * j & 255);
            jobs[j].hash = out[7 * j % JOBS] + (i & 1); /* far from the one before */
        }
        call.groups = BLAKE2B_SHORT_GROUPS(k, 8u * c->groups);
        call.common = memcpy(room + i % 4 * 64, &common, sizeof common);
        call.jobs = jobs;
        if (!selftest_deeper(i % 3, call_short, &call)) {
            return (int)i + 1;
        }
        for (j = 0; j < 8u * c->groups; j++) {
            for (w = 0; w < ROOM; w++) {
                common.H[w & 7] = (common.H[w & 7] << 13 | common.H[w & 7] >> 51) ^
                                  out[7 * j % JOBS][w];
            }
        }
    }
    return !memcmp(common.H, short_results[cases == CASES], sizeof common.H) &&
                   selftest_sum(in, sizeof in) == sum
               ? 0
               : (int)i + 1;
}

#else
typedef int blake2b_no_short;
#endif
