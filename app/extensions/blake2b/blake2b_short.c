/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/* Kernels for short messages: the table, the self-test, and whether to use one. */
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
#define LAST_ROW \
    { \
        "lanes", NULL, 1, BY_NAME, CPU_BASE, "blake2b_lanes.c" \
    } /* no kernel: a choice that is also made only once */
#include "driver/table.inc"

/* A choice for each size of groups, from the same rows: those of another size fail. */
static int test_eight(const struct kernel *k) {
    return k->messages == BLAKE2B_SHORT_FOUR ? 1 : blake2b_short_selftest(k);
}

static int test_four(const struct kernel *k) {
    return k->entry && k->messages != BLAKE2B_SHORT_FOUR ? 1 : blake2b_short_selftest(k);
}

static struct dispatch_choice eight_choice[DISPATCH_FOLLOWED], four_choice[DISPATCH_FOLLOWED];
const struct dispatch blake2b_short_dispatch = {eight_choice, blake2b_short_kernels, NULL,
                                                OR_NULL_FAMILIES(blake2b_preferences), test_eight};
const struct dispatch blake2b_short_four_dispatch = {four_choice, blake2b_short_kernels, NULL,
                                                     OR_NULL_FAMILIES(blake2b_preferences),
                                                     test_four};

/* ---- self-test ---- */

#include "driver/selftests.h"
#include "selftest-short.inc"

enum { JOBS = 24, ROOM = BLAKE2B_OUTBYTES + 1 };

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

/*
 * Each case continues from an H that depends on each word of all earlier digests, and on the bytes
 * that no digest may overwrite.
 */
int blake2b_short_selftest(const struct kernel *k) {
    unsigned char in[SELFTEST_SHORT_BYTES], out[JOBS][ROOM];
    blake2b_job jobs[JOBS];
    CACHE_ALIGNED blake2b_short common;
    selftest_short call;
    size_t sum;
    unsigned i, j, w;
    if (!k->entry) {
        return 0;
    }
    selftest_input(in, sizeof in, 0);
    sum = selftest_sum(in, sizeof in);
    call.kernel = BLAKE2B_SHORT(k);
    call.common = &common;
    call.jobs = jobs;
    memset(&common, 0, sizeof common);
    for (i = 0; i < sizeof short_cases / sizeof short_cases[0]; i++) {
        const short_case *c = &short_cases[i];
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
        for (j = 0; j < 8u * c->groups; j++) {
            jobs[j].inlen = (c->first + c->step * j) % (129u - c->rest);
            jobs[j].in = in + 7 * j;
            jobs[j].hash = out[j] + (i & 1);
        }
        call.groups = 8u * c->groups / k->messages;
        if (!selftest_deeper(i % 3, call_short, &call)) {
            return (int)i + 1;
        }
        for (j = 0; j < 8u * c->groups; j++) {
            for (w = 0; w < ROOM; w++) {
                common.H[w & 7] = (common.H[w & 7] << 13 | common.H[w & 7] >> 51) ^ out[j][w];
            }
        }
        if (memcmp(common.H, short_expected[i], sizeof common.H)) {
            return (int)i + 1;
        }
    }
    return selftest_sum(in, sizeof in) == sum ? 0 : (int)i + 1;
}

/* ---- the choice ---- */

/*
 * The cost of the next block of each message, with these rows; ~0u if one after the other is
 * cheaper.
 */
static unsigned lanes_cost(int family, unsigned long rows, const struct kernel *serial,
                           size_t messages, unsigned alone) {
    const struct dispatch_lanes *const d = &blake2b_lanes_dispatch;
    const struct kernel *k = dispatch_lanes_plan(d, rows, family, serial, messages);
    unsigned cost = 0;
    if (!k) {
        return ~0u;
    }
    while (messages) {
        const size_t taken = !k ? 1 : k->messages < messages ? k->messages : messages;
        cost += k ? dispatch_lanes_cost(d, k, family, alone) : alone;
        messages -= taken;
        k = messages ? dispatch_lanes_plan(d, rows, family, serial, messages) : NULL;
    }
    return cost;
}

/*
 * Besides its blocks, a single message costs a quarter of a block. Lanes cost one block, to set up
 * and finish. A group costs three quarters, and a second group nothing. Measured on Zen 4 and Zen
 * 5, within a tenth.
 */
unsigned long blake2b_few_on(int family, unsigned long features, const struct kernel *serial) {
    const unsigned alone = dispatch_lanes_cost(&blake2b_lanes_dispatch, serial, family, 300);
    unsigned eight = ~0u, sixteen = ~0u, group, second, row, n;
    unsigned long rows = 0, few = 0;
    for (row = 0; blake2b_lanes_kernels[row].name; row++) {
        const struct kernel *k = &blake2b_lanes_kernels[row];
        const unsigned cost = dispatch_lanes_cost(&blake2b_lanes_dispatch, k, family, alone);
        if (k->needs & ~features) {
            continue;
        }
        rows |= 1ul << row;
        if (k->messages == 8 && cost < eight) {
            eight = cost;
        }
        if (k->messages == 16 && cost < sixteen) {
            sixteen = cost;
        }
    }
    group = eight == ~0u ? ~0u : eight + alone * 3 / 4;
    second = sixteen == ~0u ? group : sixteen > eight ? sixteen - eight : 0;
    for (n = 1; n <= BLAKE2B_FEW; n++) {
        const unsigned serially = n * (alone + alone / 4);
        unsigned rest = lanes_cost(family, rows, serial, n, alone);
        if (rest >= serially || rest + alone >= serially) {
            few |= BLAKE2B_FEW_SERIAL(n);
            rest = serially;
        } else {
            rest += alone;
        }
        if (n == BLAKE2B_FEW || (group < rest && n >= BLAKE2B_SHORT_LEAST)) {
            few |= BLAKE2B_FEW_GROUP(n);
        }
        few |= n == BLAKE2B_FEW || second < rest ? BLAKE2B_FEW_SECOND(n) : 0;
    }
    return few;
}

/*
 * The result, with the index of the serial kernel's choice plus one above its bits; 0: not computed
 * yet.
 */
static volatile size_t few_choice;

unsigned long blake2b_few(const struct kernel *serial) {
    const size_t number = dispatch_number(&blake2b_dispatch, serial) + 1;
    const size_t kept = DISPATCH_LOAD(few_choice);
    unsigned long few = kept & (((size_t)1 << BLAKE2B_FEW_BITS) - 1);
    if (!kept || kept >> BLAKE2B_FEW_BITS != number) {
        const unsigned long allowed = serial->by_name ? cpu_implied(serial->needs) : ~0ul;
        few = blake2b_few_on(cpu_family(), cpu_features() & allowed, serial);
        DISPATCH_STORE(few_choice, number << BLAKE2B_FEW_BITS | few);
    }
    return few;
}

/*
 * A group takes the same time however many of its messages are needed. On AMD Zen 5 it takes as
 * long as one and a half single messages; on Intel Golden Cove, by estimate, two and a half. If a
 * test excludes multi-message kernels, these are excluded as well.
 */
blake2b_short_fn *blake2b_short_for(size_t messages) {
    if (messages < BLAKE2B_SHORT_LEAST || !dispatch_lanes_all(&blake2b_lanes_dispatch)) {
        return NULL;
    }
    return BLAKE2B_SHORT(dispatch_follow(&blake2b_short_dispatch, &blake2b_dispatch));
}

/*
 * By an estimate it takes as long as two single messages or less wherever there is a kernel for
 * groups of eight: its prototype took 610 cycles on Zen 4, and two single messages 734.
 */
blake2b_short_fn *blake2b_short_four(void) {
    return dispatch_lanes_all(&blake2b_lanes_dispatch)
               ? BLAKE2B_SHORT(dispatch_follow(&blake2b_short_four_dispatch, &blake2b_dispatch))
               : NULL;
}

#else
typedef int blake2b_no_short;
#endif
