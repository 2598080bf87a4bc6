/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * Multi-message kernels: each keeps its contract in direct calls, faulty ones fail the self-test,
 * and the right one is chosen.
 *
 *     lanes [SEED]     the seed is printed; the same seed repeats the same calls
 */
#include <stdio.h>
#include <stdlib.h>

#include "lanes.h"
#include "driver/cpu.h"
#include "selftest-short.inc"

static unsigned long seed;

enum { AREA = 20 * 700 };
static unsigned char area[AREA], area_before[AREA];

static void differential(const struct kernel *b) {
    static const size_t strides[] = {0, 1, 64, 127, 128, 128, 128, 129, 512, 640};
    static unsigned char room[2][sizeof(blake2b_lanes) + 64];
    int i;
    for (i = 0; i < 1500; i++) {
        /* At any multiple of 8, which is all the alignment that the compiler guarantees. */
        blake2b_lanes *L = (blake2b_lanes *)(void *)(room[0] + (64 - (uintptr_t)room[0] % 64) % 64 +
                                                     8 * test_random(7));
        blake2b_lanes *expected = (blake2b_lanes *)(void *)(room[1] +
                                                            (64 - (uintptr_t)room[1] % 64) % 64);
        const size_t stride = strides[test_random(10)], blocks = 1 + test_random(18);
        unsigned j;
        if ((unsigned char *)L + sizeof *L > room[0] + sizeof room[0]) {
            continue;
        }
        test_random_bytes((unsigned char *)L, sizeof *L);
        for (j = 0; j < BLAKE2B_LANES_MAX; j++) {
            if (test_random(2)) {
                L->T[0][j] = 0 - (uint64_t)(1 + test_random(3000));
            }
            if (test_random(4) == 0) {
                L->T[1][j] = ~(uint64_t)0;
            }
            L->F[0][j] = test_random(2) ? ~(uint64_t)0 : 0;
            L->F[1][j] = test_random(2) ? ~(uint64_t)0 : 0;
            L->add[j] = test_random(3) ? 128 : test_random(129);
            L->in[j] = j < b->messages
                           ? area + test_random(AREA - (uint32_t)((blocks - 1) * stride) - 128)
                           : NULL;
        }
        *expected = *L;
        test_lanes_contract(expected, b->messages, blocks, stride);
        BLAKE2B_LANES(b)(L, blocks, stride);
        test_expect(!memcmp(L, expected, sizeof *L),
                    "seed %lu, call %d: %lu blocks, stride %lu: differs from the contract", seed, i,
                    (unsigned long)blocks, (unsigned long)stride);
    }
    test_expect(!memcmp(area, area_before, AREA), "seed %lu: the input was written", seed);
}

/* ---- the self-test ---- */

/* All faults that it must detect, in the call of this number. */
static int calls, wrong_call;
enum {
    H_WORD,
    H_FIRST_LANE,
    T_WORD,
    T_CARRY,
    BEYOND,
    ADD_KEPT,
    IN_KEPT,
    LANES_SWAPPED,
    FLAG_IGNORED,
    STRIDE_IGNORED,
    WAYS
};
static int way;

static void spoilt(blake2b_lanes *L, size_t blocks, size_t stride) {
    const int wrong = calls++ == wrong_call;
    blake2b_lanes before = *L;
    unsigned i;
    if (wrong && way == STRIDE_IGNORED) {
        stride = 128;
    }
    if (wrong && way == FLAG_IGNORED) {
        memset(L->F, 0, sizeof L->F);
    }
    test_lanes_contract(L, 4, blocks, stride);
    memcpy(L->F, before.F, sizeof L->F);
    if (!wrong) {
        return;
    }
    switch (way) {
    case H_WORD: L->H[7][3] ^= 1; break;
    case H_FIRST_LANE: L->H[7][0] ^= 1; break;
    case T_WORD: L->T[0][1] ^= 1; break;
    case T_CARRY: L->T[1][2] = before.T[1][2]; break;
    case BEYOND: L->H[3][4]++; break;
    case ADD_KEPT: L->add[1] = 0; break;
    case IN_KEPT: L->in[0] += 128 * blocks; break;
    case LANES_SWAPPED:
        for (i = 0; i < 8; i++) {
            uint64_t x = L->H[i][1];
            L->H[i][1] = L->H[i][2];
            L->H[i][2] = x;
        }
        break;
    default: break;
    }
}

/* As many lanes as any kernel has, so that every expected value is compared on every CPU. */
static void widest(blake2b_lanes *L, size_t blocks, size_t stride) {
    test_lanes_contract(L, BLAKE2B_LANES_MAX, blocks, stride);
}

static void selftest(void) {
    static const struct kernel kernel = {"spoilt", (kernel_entry *)spoilt, 4, 0, CPU_BASE, ""};
    static const struct kernel all = {"widest",          (kernel_entry *)widest,
                                      BLAKE2B_LANES_MAX, 0,
                                      CPU_BASE,          ""};
    int found[WAYS], count, i;
    test_begin("lanes/self-test");
    wrong_call = -1;
    calls = 0;
    test_expect(!blake2b_lanes_selftest(&kernel), "a right kernel fails");
    count = calls;
    test_expect(!blake2b_lanes_selftest(&all), "a right kernel with all lanes fails");
    memset(found, 0, sizeof found);
    for (i = 0; i < WAYS; i++) {
        for (wrong_call = 0; wrong_call < count; wrong_call++) {
            calls = 0;
            way = i;
            found[i] += blake2b_lanes_selftest(&kernel) != 0;
        }
    }
    for (i = 0; i < WAYS; i++) {
        /* Three of the faults have no effect in some calls: no carry, no flag, no other stride. */
        test_expect(i == T_CARRY || i == FLAG_IGNORED || i == STRIDE_IGNORED ? found[i] >= 1
                                                                             : found[i] == count,
                    "fault %d is found in %d of %d calls", i, found[i], count);
    }
    test_end();
}

/* ---- the choice ---- */

static unsigned cost_of(const struct kernel *k, int family, unsigned alone) {
    return dispatch_lanes_cost(&blake2b_lanes_dispatch, k, family, alone);
}

/* The rows for a CPU with these features, including the C kernels of lanes-c.c. */
static unsigned long rows_for(unsigned long features) {
    unsigned long rows = 0;
    int row;
    for (row = 0; blake2b_lanes_kernels[row].name; row++) {
        rows |= blake2b_lanes_kernels[row].needs & ~features ? 0 : 1ul << row;
    }
    return rows;
}

static const struct kernel *plan(unsigned long features, int family, const struct kernel *serial,
                                 size_t messages) {
    return dispatch_lanes_plan(&blake2b_lanes_dispatch, rows_for(features), family, serial,
                               messages);
}

/*
 * The cost of the cheapest plan for a block of each message. It tries only the rows up to the last
 * one chosen.
 */
static unsigned cheapest(unsigned long rows, int family, unsigned alone, size_t messages,
                         int first) {
    unsigned least;
    int row;
    if (!messages) {
        return 0;
    }
    least = (unsigned)messages * alone;
    for (row = first; blake2b_lanes_kernels[row].name; row++) {
        const struct kernel *k = &blake2b_lanes_kernels[row];
        if (rows >> row & 1) {
            const unsigned all = cost_of(k, family, alone) +
                                 cheapest(rows, family, alone,
                                          messages > k->messages ? messages - k->messages : 0, row);
            least = all < least ? all : least;
        }
    }
    return least;
}

/*
 * Every family, with all features, without AVX-512, and with only AVX: the plans must take as many
 * cycles as the cheapest one.
 */
static void plans(void) {
    static const unsigned long without[] = {0, CPU_AVX512F, CPU_AVX512F | CPU_AVX2};
    size_t i, messages;
    int family;
    test_begin("lanes/plans");
    for (family = 0; family < CPU_FAMILIES_END; family++) {
        for (i = 0; i < sizeof without / sizeof without[0]; i++) {
            const unsigned long features = ~without[i];
            const struct kernel *serial = dispatch_choose(&blake2b_dispatch, blake2b_kernels,
                                                          features & cpu_features(), family);
            const unsigned alone = cost_of(serial, family, 300);
            const unsigned long rows = rows_for(features);
            for (messages = 1; messages <= DISPATCH_PLANNED; messages++) {
                size_t left = messages;
                unsigned all = 0;
                while (left) {
                    const struct kernel *k = plan(features, family, serial, left);
                    all += k ? cost_of(k, family, alone) : alone;
                    left -= !k ? 1 : k->messages < left ? k->messages : left;
                }
                test_expect(all == cheapest(rows, family, alone, messages, 0),
                            "family %d, features %lx, %lu messages: %u cycles", family, features,
                            (unsigned long)messages, all);
            }
        }
    }
    test_end();
}

/* Whether the table has a cost of this kernel on this family, or none at all for the family. */
static int has_figure(const char *name, int family) {
    const struct cost *c;
    int others = 0;
    for (c = blake2b_lanes_dispatch.costs; c->name; c++) {
        others |= c->family == family;
        if (c->family == family && !strcmp(c->name, name)) {
            return 1;
        }
    }
    return !others;
}

/* The plans for the table's costs, on any machine: only kernels that have costs. */
static void known_plans(void) {
    static const struct {
        int family;
        unsigned long without;
        const char *serial, *expected[9]; /* for so many messages; "": one after the other */
        const char *of_sixteen;           /* the same; NULL: as for eight */
    } cases[] = {
        {CPU_FAMILY_ZEN3,
         CPU_AVX512F,
         "x86",
         {"", "", "avxx2", "avx2x4", "avx2x4", "avx2x4", "avx2x4", "avx2x4", "avx2x4"},
         NULL},
        {CPU_FAMILY_ZEN4,
         0,
         "avx512",
         {"", "", "avx512x4", "avx512x4", "avx512x4", "avx512x8", "avx512x8", "avx512x8",
          "avx512x8"},
         "zmmx16"},
        {CPU_FAMILY_ZEN4,
         CPU_AVX512F,
         "avx2",
         {"", "", "avxx2", "avx2x4", "avx2x4", "avx2x4", "avx2x8", "avx2x8", "avx2x8"},
         NULL},
        {CPU_FAMILY_ZEN5,
         0,
         "x86",
         {"", "", "zmmx2", "zmmx4", "zmmx4", "zmmx8", "zmmx8", "zmmx8", "zmmx8"},
         "zmmx16"},
        {CPU_FAMILY_ZEN5,
         CPU_AVX512F,
         "x86",
         {"", "", "", "avx2x4", "avx2x4", "avx2x4", "avx2x8", "avx2x8", "avx2x8"},
         NULL},
        {CPU_FAMILY_INTEL_ICELAKE,
         0,
         "avx512icl",
         {"", "", "avx512x4icl", "avx512x4icl", "avx512x4icl", "zmmx8", "zmmx8", "zmmx8", "zmmx8"},
         NULL},
        {CPU_FAMILY_INTEL_ICELAKE,
         CPU_AVX512F,
         "avx2icl",
         {"", "", "avx2x4icl", "avx2x4icl", "avx2x4icl", "avx2x4icl", "avx2x4icl", "avx2x4icl",
          "avx2x4icl"},
         NULL},
        {CPU_FAMILY_UNKNOWN,
         0,
         "arm64",
         {"", "", "sha3x2", "sha3x3", "sha3x3", "sha3x3", "sha3x3", "sha3x3", "sha3x3"},
         NULL},
    };
    size_t i, messages;
    test_begin("lanes/known plans");
    for (i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const struct kernel *serial = blake2b_kernels;
        unsigned long rows = rows_for(~cases[i].without);
        int row, seen = 0;
        while (serial->name && strcmp(serial->name, cases[i].serial)) {
            serial++;
        }
        for (row = 0; blake2b_lanes_kernels[row].name; row++) {
            if (blake2b_lanes_kernels[row].file[0] == 'l' /* lanes-c.c */ ||
                !has_figure(blake2b_lanes_kernels[row].name, cases[i].family)) {
                rows &= ~(1ul << row);
            }
            seen |= !strcmp(blake2b_lanes_kernels[row].name, cases[i].expected[8]);
        }
        for (messages = 1; serial->name && seen && messages <= 8; messages++) {
            const struct kernel *k = dispatch_lanes_plan(&blake2b_lanes_dispatch, rows,
                                                         cases[i].family, serial, messages);
            test_expect(!strcmp(k ? k->name : "", cases[i].expected[messages]),
                        "case %lu, %lu messages: %s", (unsigned long)i, (unsigned long)messages,
                        k ? k->name : "none");
        }
        if (serial->name && seen) {
            const char *expected = cases[i].of_sixteen ? cases[i].of_sixteen : cases[i].expected[8];
            const struct kernel *k = dispatch_lanes_plan(&blake2b_lanes_dispatch, rows,
                                                         cases[i].family, serial, 16);
            test_expect(k && !strcmp(k->name, expected), "case %lu, 16 messages: %s",
                        (unsigned long)i, k ? k->name : "none");
        }
    }
    test_end();
}

static void choice(void) {
    const struct kernel *b;
    const struct kernel *s;
    size_t messages;
    int i;
    test_begin("lanes/choice");
    for (i = 0; i < 2; i++) { /* the second time from the cache */
        for (messages = 0; messages < 20; messages++) {
            b = blake2b_lanes_for(messages);
            test_expect(messages ? b == plan(cpu_features(), cpu_family(),
                                             dispatch_used(&blake2b_dispatch), messages)
                                 : !b,
                        "%lu messages: %s", (unsigned long)messages, b ? b->name : "none");
        }
    }
    /* A kernel that was selected by name excludes those that need more features. */
    for (s = blake2b_kernels; s->name; s++) {
        if (!util_runs(s) || blake2b_select(s->name)) {
            continue;
        }
        for (messages = 1; messages < 20; messages++) {
            const unsigned long allowed = dispatch_allowed(&blake2b_dispatch);
            const unsigned long needs = (b = blake2b_lanes_for(messages)) != NULL ? b->needs
                                                                                  : CPU_BASE;
            test_expect(b == plan(cpu_features() & allowed, cpu_family(), s, messages),
                        "%s selected, %lu messages: %s", s->name, (unsigned long)messages,
                        b ? b->name : "none");
            test_expect(!(needs & ~allowed), "%s selected, %s used", s->name, b ? b->name : "none");
            test_expect(!(s->needs & CPU_AVX512F ? 0 : needs & CPU_AVX512F), "%s selected, %s used",
                        s->name, b ? b->name : "none");
            test_expect(s->needs || !needs, "%s selected, %s used", s->name, b ? b->name : "none");
        }
    }
    blake2b_select(NULL);
    test_expect(dispatch_allowed(&blake2b_dispatch) == ~0ul,
                "rows are excluded after blake2b_select(NULL)");
    dispatch_lanes_use(&blake2b_lanes_dispatch, 0);
    test_expect(!blake2b_lanes_for(100), "a kernel is used that was taken out");
    /*
     * A single allowed kernel is used for several messages, whatever it costs. Otherwise benchmarks
     * under its name would measure another one.
     */
    for (i = 0; blake2b_lanes_kernels[i].name; i++) {
        dispatch_lanes_use(&blake2b_lanes_dispatch, 1ul << i);
        for (messages = 2; messages < 20 && !(blake2b_lanes_kernels[i].needs & ~cpu_features());
             messages++) {
            b = blake2b_lanes_for(messages);
            test_expect(b == blake2b_lanes_kernels + i, "%s alone, %lu messages: %s",
                        blake2b_lanes_kernels[i].name, (unsigned long)messages,
                        b ? b->name : "none");
        }
    }
    dispatch_lanes_use(&blake2b_lanes_dispatch, ~0ul);
    test_end();
}

/* ---- short messages ---- */

enum { SHORT_JOBS = 24 };

static size_t short_group = 8; /* messages of a group */

/*
 * The contract, implemented with blake2b_compress. In the calls of spoilt_short, something is
 * wrong.
 */
static void short_contract(const blake2b_short *W, const blake2b_job *jobs, size_t groups) {
    size_t i, j;
    for (j = 0; j < short_group * groups; j++) {
        unsigned char block[128];
        uint64_t h[8], t[2];
        memset(block, 0, sizeof block);
        memcpy(block, W->remainder, (size_t)W->rest);
        if (jobs[j].inlen) {
            memcpy(block + W->rest, jobs[j].in, jobs[j].inlen);
        }
        memcpy(h, W->H, sizeof h);
        t[0] = W->T[0] + jobs[j].inlen;
        t[1] = W->T[1];
        blake2b_compress(h, block, t, 1, W->f1 != 0, 12);
        for (i = 0; i < 64 && W->digest >> i & 1; i++) {
            jobs[j].hash[i] = (unsigned char)(h[i / 8] >> 8 * (i % 8) & 0xff);
        }
    }
}

static void differential_short(const struct kernel *k) {
    static unsigned char out[SHORT_JOBS][80], expected[SHORT_JOBS][80];
    int i;
    short_group = k->messages;
    for (i = 0; i < 3000; i++) {
        const size_t groups = 1 + test_random(SHORT_JOBS / k->messages);
        const unsigned bytes = test_random(2) ? 64 : 1 + test_random(64);
        blake2b_job jobs[SHORT_JOBS];
        blake2b_short W;
        size_t j;
        memset(&W, 0, sizeof W);
        test_random_bytes((unsigned char *)W.H, sizeof W.H);
        test_random_bytes((unsigned char *)W.T, sizeof W.T);
        W.T[0] = test_random(2) ? ~(uint64_t)0 - 128 : W.T[0] >> 1;
        W.f1 = test_random(2) ? ~(uint64_t)0 : 0;
        W.digest = ~(uint64_t)0 >> (64 - bytes);
        W.rest = test_random(2) ? test_random(128) : 0;
        for (j = 0; j < W.rest; j++) {
            W.kept[j / 64] |= (uint64_t)1 << j % 64;
            W.remainder[j] = (unsigned char)test_random(256);
        }
        for (j = 0; j < short_group * groups; j++) {
            jobs[j].inlen = test_random(129 - (uint32_t)W.rest);
            jobs[j].in = jobs[j].inlen || test_random(2) ? area + test_random(AREA - 128) : NULL;
            jobs[j].hash = expected[j] + j % 16;
        }
        memset(expected, 0x77, sizeof expected);
        memset(out, 0x77, sizeof out);
        short_contract(&W, jobs, groups);
        for (j = 0; j < short_group * groups; j++) {
            jobs[j].hash = out[j] + j % 16;
        }
        BLAKE2B_SHORT(k)(&W, jobs, groups);
        test_expect(!memcmp(out, expected, sizeof out),
                    "seed %lu, call %d: %lu groups, %u bytes, after %lu: differs from the contract",
                    seed, i, (unsigned long)groups, bytes, (unsigned long)W.rest);
    }
    short_group = 8;
    test_expect(!memcmp(area, area_before, AREA), "seed %lu: the input was written", seed);
}

enum {
    DIGEST_BIT,
    DIGEST_WHOLE,
    T_HIGH,
    F1_IGNORED,
    LENGTH_IGNORED,
    NO_REMAINDER,
    JOBS_SWAPPED,
    SHORT_WAYS
};

static void spoilt_short(const blake2b_short *W, const blake2b_job *jobs, size_t groups) {
    blake2b_short other = *W;
    blake2b_job some[SHORT_JOBS];
    memcpy(some, jobs, 8 * groups * sizeof *jobs);
    if (calls++ == wrong_call) {
        switch (way) {
        case DIGEST_WHOLE: other.digest |= other.digest << 1; break;
        case T_HIGH: other.T[1] = 0; break;
        case F1_IGNORED: other.f1 = 0; break;
        case LENGTH_IGNORED: some[3].inlen -= some[3].inlen != 0; break;
        case NO_REMAINDER: memset(other.remainder, 0, sizeof other.remainder); break;
        case JOBS_SWAPPED:
            some[8 * groups - 1].hash = jobs[8 * groups - 2].hash;
            some[8 * groups - 2].hash = jobs[8 * groups - 1].hash;
            break;
        default: break;
        }
        short_contract(&other, some, groups);
        if (way == DIGEST_BIT) {
            jobs[8 * groups - 1].hash[0] ^= 0x80;
        }
    } else {
        short_contract(W, jobs, groups);
    }
}

/*
 * One wrong bit of the digest after one call: the first byte of the digest of one message, of any
 * length.
 */
static int short_calls, wrong_short_call;
static void wrong_short_once(const blake2b_short *W, const blake2b_job *jobs, size_t groups) {
    short_contract(W, jobs, groups);
    jobs[8 * groups - 1].hash[0] ^= (unsigned char)(short_calls++ == wrong_short_call);
}

/* A wrong word of any lane after one call, including the last one. */
static unsigned wrong_word, wrong_lane;
static void wrong_word_once(blake2b_lanes *L, size_t blocks, size_t stride) {
    test_lanes_contract(L, 4, blocks, stride);
    L->H[wrong_word][wrong_lane] ^= (uint64_t)(calls++ == wrong_call) << 63;
}

/* The self-test must return the number of the faulty case, so that no case is missing. */
static void each_case(void) {
    static const struct kernel several = {"wrong", (kernel_entry *)wrong_word_once, 4, 0, CPU_BASE,
                                          ""};
    static const struct kernel of_short = {"wrong",  (kernel_entry *)wrong_short_once,
                                           8,        0,
                                           CPU_BASE, ""};
    int count, failed;
    test_begin("lanes/each case of the self-tests");
    wrong_call = -1;
    calls = 0;
    test_expect(!blake2b_lanes_selftest(&several), "a right kernel fails");
    count = calls;
    for (wrong_call = 0; wrong_call < count; wrong_call++) {
        for (wrong_word = 0; wrong_word < 8; wrong_word++) {
            for (wrong_lane = 0; wrong_lane < 5; wrong_lane++) { /* the last lane is not the
                                                                    kernel's */
                calls = 0;
                failed = blake2b_lanes_selftest(&several);
                test_expect(wrong_word && wrong_lane < 4 ? failed > wrong_call
                                                         : failed == wrong_call + 1,
                            "word %u of lane %u wrong in call %d: self-test %d", wrong_word,
                            wrong_lane, wrong_call, failed);
            }
        }
    }
    wrong_short_call = -1;
    short_calls = 0;
    test_expect(!blake2b_short_selftest(&of_short), "a right kernel of short messages fails");
    count = short_calls;
    test_expect((size_t)count == sizeof short_cases / sizeof short_cases[0] &&
                    (size_t)count == sizeof short_expected / sizeof short_expected[0],
                "the self-test of short messages makes %d calls", count);
    for (wrong_short_call = 0; wrong_short_call < count; wrong_short_call++) {
        short_calls = 0;
        failed = blake2b_short_selftest(&of_short);
        test_expect(failed == wrong_short_call + 1,
                    "short messages, wrong in call %d: self-test %d", wrong_short_call, failed);
    }
    test_end();
}

static void selftest_short(void) {
    static const struct kernel kernel = {"spoilt", (kernel_entry *)spoilt_short, 8, 0, CPU_BASE,
                                         ""};
    /*
     * Some faults have no effect in some calls: no short digest, no high half, no last node, no
     * remainder.
     */
    static const int all[SHORT_WAYS] = {1, 0, 0, 0, 0, 0, 1};
    int found, count, i;
    test_begin("lanes/self-test of short messages");
    wrong_call = -1;
    calls = 0;
    test_expect(!blake2b_short_selftest(&kernel), "a right kernel fails: %d",
                blake2b_short_selftest(&kernel));
    calls = 0;
    blake2b_short_selftest(&kernel);
    count = calls;
    for (i = 0; i < SHORT_WAYS; i++) {
        found = 0;
        way = i;
        for (wrong_call = 0; wrong_call < count; wrong_call++) {
            calls = 0;
            found += blake2b_short_selftest(&kernel) != 0;
        }
        test_expect(all[i] ? found == count : found > 0, "fault %d is found in %d of %d calls", i,
                    found, count);
    }
    test_end();
}

/*
 * By the table: on Zen 5 a second group of short messages costs less than one message, elsewhere as
 * much as three.
 */
static void second_group(void) {
    static const struct {
        int family;
        const char *serial;
        unsigned group, second; /* the least numbers of messages that take a group, or a second
                                   one */
        unsigned one_by_one;    /* the greatest number hashed one after the other otherwise */
    } known[] = {{CPU_FAMILY_ZEN5, "x86", 5, 1, 1},
                 {CPU_FAMILY_ZEN4, "avx512", 5, 2, 2},
                 {CPU_FAMILY_INTEL_ICELAKE, "avx512icl", 5, 2, 2}};
    const unsigned long all = CPU_AVX | CPU_AVX2 | CPU_AVX512F | CPU_AVX512VL | CPU_AVX512BW;
    size_t i;
    /* with the C kernels of lanes-c.def, whose costs have the ratios of Zen 4 */
    test_begin("lanes/few short messages");
    for (i = 0; i < sizeof known / sizeof known[0]; i++) {
        const struct kernel *k = blake2b_kernels, *l = blake2b_lanes_kernels;
        while (k->name && strcmp(k->name, known[i].serial)) {
            k++;
        }
        while (l->name && strcmp(l->name, "zmmx16")) {
            l++;
        }
        if (k->name && l->name) {
            const unsigned long few = blake2b_few_on(known[i].family, all, k);
            unsigned n, group = 0, second = 0, one_by_one = 0;
            for (n = BLAKE2B_FEW; n; n--) {
                group = few & BLAKE2B_FEW_GROUP(n) ? n : group;
                second = few & BLAKE2B_FEW_SECOND(n) ? n : second;
                one_by_one = one_by_one || !(few & BLAKE2B_FEW_SERIAL(n)) ? one_by_one : n;
            }
            test_expect(group == known[i].group && second == known[i].second &&
                            one_by_one == known[i].one_by_one,
                        "%s: group from %u, second from %u, one by one to %u", known[i].serial,
                        group, second, one_by_one);
            test_expect(blake2b_few(k) == blake2b_few_on(cpu_family(), cpu_features(), k) &&
                            blake2b_few(k) == blake2b_few_on(cpu_family(), cpu_features(), k),
                        "%s: another one here", k->name);
        }
    }
    test_end();
}

static void choice_short(void) {
    const struct kernel *k, *four, *s;
    test_begin("lanes/choice for short messages");
    for (k = blake2b_short_kernels; k->entry && (k->messages != 8 || !util_runs(k)); k++) {
    }
    for (four = blake2b_short_kernels; four->entry && (four->messages != 4 || !util_runs(four));
         four++) {
    }
    test_expect(blake2b_short_for(2) == BLAKE2B_SHORT(k) &&
                    blake2b_short_for(1000) == BLAKE2B_SHORT(k),
                "not %s", k->name);
    test_expect(blake2b_short_four() == BLAKE2B_SHORT(four), "not %s", four->name);
    test_expect(!blake2b_short_for(1) && !blake2b_short_for(0), "used for one message");
    for (s = blake2b_kernels; s->name; s++) {
        if (util_runs(s) && !blake2b_select(s->name)) {
            test_expect(s->needs & CPU_AVX512F || (!blake2b_short_for(8) && !blake2b_short_four()),
                        "%s selected, a wider one used", s->name);
        }
    }
    blake2b_select(NULL);
    test_expect(blake2b_short_for(8) == BLAKE2B_SHORT(k), "not %s after blake2b_select(NULL)",
                k->name);
    dispatch_lanes_use(&blake2b_lanes_dispatch, 1);
    test_expect(!blake2b_short_for(8) && !blake2b_short_four(), "used although rows are excluded");
    dispatch_lanes_use(&blake2b_lanes_dispatch, ~0ul);
    test_end();
}

static unsigned of_four; /* groups */

static void count_four(const blake2b_short *W, const blake2b_job *jobs, size_t groups) {
    of_four += (unsigned)groups;
    short_group = 4;
    short_contract(W, jobs, groups);
}

static void of_eight(const blake2b_short *W, const blake2b_job *jobs, size_t groups) {
    short_group = 8;
    short_contract(W, jobs, groups);
}

/* Two to four messages are one group of four, if no other message follows. */
static void few_short(void) {
    static const struct kernel four = {"four", (kernel_entry *)count_four, 4, 0, CPU_BASE, ""};
    static const struct kernel eight = {"eight", (kernel_entry *)of_eight, 8, 0, CPU_BASE, ""};
    static unsigned char out[10][64], expected[64];
    blake2b_params P = BLAKE2B_PARAMS_INIT(64, "few");
    blake2b_job jobs[10];
    size_t count, j;
    int keyed, last;
    test_begin("lanes/two to four short messages");
    dispatch_follow_use(&blake2b_short_four_dispatch, &blake2b_dispatch, &four);
    dispatch_follow_use(&blake2b_short_dispatch, &blake2b_dispatch, &eight);
    for (keyed = 0; keyed < 2; keyed++) {
        P.key = area;
        P.key_length = keyed ? 9 : 0;
        for (last = 128; last < 130; last++) {
            for (count = 1; count <= 10; count++) {
                for (j = 0; j < count; j++) {
                    jobs[j].in = area + 7 * j;
                    jobs[j].inlen = j + 1 < count ? 1 + 13 * j : (size_t)last;
                    jobs[j].hash = out[j];
                }
                memset(out, 0, sizeof out);
                of_four = 0;
                test_expect(!blake2b_many(&P, jobs, count), "it fails");
                for (j = 0; j < count; j++) {
                    blake2b_hash(&P, expected, 64, jobs[j].in, jobs[j].inlen);
                    test_expect(!memcmp(out[j], expected, 64), "%lu messages: number %lu is wrong",
                                (unsigned long)count, (unsigned long)j);
                }
                test_expect(of_four == (last == 128 && count >= 2 && count <= 4),
                            "%lu messages, the last of %d bytes: %u groups of four",
                            (unsigned long)count, last, of_four);
            }
        }
    }
    dispatch_follow_use(&blake2b_short_four_dispatch, &blake2b_dispatch, NULL);
    dispatch_follow_use(&blake2b_short_dispatch, &blake2b_dispatch, NULL);
    short_group = 8;
    test_end();
}

/* ---- usable rows ---- */

#define BEYOND_ALL_CPUS (1ul << 31)
static int asked[4];

/* A self-test that row 1 fails and the others pass; row 0 is for no CPU. */
static int judge(const struct kernel *k) {
    asked[k->file[0] - '0']++;
    return k->file[0] == '1';
}

static int refuse(const struct kernel *k) {
    (void)k;
    return 1;
}

static void usable_rows(void) {
    static const struct kernel table[] = {{"beyond", NULL, 4, 0, BEYOND_ALL_CPUS, "0"},
                                          {"wrong", NULL, 4, 0, CPU_BASE, "1"},
                                          {"right", NULL, 4, 0, CPU_BASE, "2"},
                                          {"eight", NULL, 8, 0, CPU_BASE, "3"},
                                          {NULL, NULL, 0, 0, 0, NULL}};
    static const struct kernel one[] = {{"one", NULL, 1, 0, CPU_BASE, "2"},
                                        {NULL, NULL, 0, 0, 0, NULL}};
    static const struct preference none[] = {{0, {NULL, NULL}, NULL}};
    static const struct cost costs[] = {{0, NULL, 0}};
    static struct dispatch_lanes_choice choice_made;
    struct dispatch_choice serial_choice = {one};
    const struct dispatch serial = {&serial_choice, one, NULL, none, judge};
    const struct dispatch_lanes d = {&choice_made, table, judge, costs};
    int i;
    test_begin("lanes/usable");
    memset(asked, 0, sizeof asked);
    for (i = 0; i < 3; i++) {
        test_expect(dispatch_lanes_for(&d, &serial, 4) == table + 2, "four messages");
        test_expect(dispatch_lanes_for(&d, &serial, 8) == table + 3, "eight messages");
        test_expect(!dispatch_lanes_for(&d, &serial, 1), "one message");
    }
    test_expect(!asked[0], "the self-test of what this CPU cannot run");
    test_expect(asked[1] == 1 && asked[2] == 1 && asked[3] == 1, "self-tests: %d, %d, %d times",
                asked[1], asked[2], asked[3]);
    dispatch_lanes_use(&d, ~0ul << 3);
    test_expect(dispatch_lanes_for(&d, &serial, 4) == table + 3 &&
                    dispatch_lanes_for(&d, &serial, 8) == table + 3,
                "row 2 excluded");
    dispatch_lanes_use(&d, ~0ul);
    test_expect(dispatch_lanes_for(&d, &serial, 4) == table + 2, "nothing excluded");
    test_end();

    /*
     * Excluding rows that do not exist also counts as excluding: kernels are then used whatever
     * they cost.
     */
    test_begin("lanes/kept plans");
    for (i = 0; i < 2; i++) {
        const struct cost dear[] = {{cpu_family(), "right", 700},
                                    {cpu_family(), "eight", 9000},
                                    {0, NULL, 0}};
        const struct dispatch_lanes e = {&choice_made, table, judge, dear};
        memset(&choice_made, 0, sizeof choice_made);
        dispatch_lanes_use(&e, ~0ul >> i);
        test_expect(dispatch_lanes_for(&e, &serial, 2) == (i ? table + 2 : NULL),
                    "%d: two messages", i);
        test_expect(dispatch_lanes_for(&e, &serial, 2) == (i ? table + 2 : NULL),
                    "%d: the same again", i);
        dispatch_lanes_use(&e, i ? ~0ul : ~0ul >> 1);
        test_expect(dispatch_lanes_for(&e, &serial, 2) == (i ? NULL : table + 2),
                    "%d: a cached plan of other excluded rows", i);
    }
    memset(&choice_made, 0, sizeof choice_made);
    test_end();

    /* Without a self-test, and without a single-message kernel. */
    test_begin("lanes/next");
    dispatch_lanes_for(&d, &serial, 8);
    test_expect(dispatch_lanes_next(&d, &serial, 4) == table + 2 &&
                    dispatch_lanes_next(&d, &serial, 8) == table + 3,
                "not the planned");
    memset(asked, 0, sizeof asked);
    memset(&choice_made, 0, sizeof choice_made);
    test_expect(!dispatch_lanes_next(&d, &serial, 8) && !asked[1] && !asked[2] && !asked[3],
                "tested when it may not");
    test_expect(dispatch_lanes_for(&d, &serial, 8) == table + 3, "eight messages");
    for (i = 1; i <= 8; i++) {
        const struct kernel *const next = dispatch_lanes_next(&d, &serial, (size_t)i);
        const int before = asked[1] + asked[2] + asked[3];
        test_expect(next == dispatch_lanes_for(&d, &serial, (size_t)i) &&
                        asked[1] + asked[2] + asked[3] == before,
                    "%d messages: not tested with eight", i);
    }
    serial_choice.chosen = NULL;
    test_expect(dispatch_lanes_for(&d, &serial, 8) == table + 3 && serial_choice.chosen == one,
                "no kernel of one message was chosen");
    serial_choice.chosen = NULL;
    test_expect(!dispatch_lanes_next(&d, &serial, 8) && !serial_choice.chosen,
                "one was chosen that is not needed");
    {
        const struct dispatch broken = {&serial_choice, one, NULL, none, refuse};
        test_expect(!dispatch_lanes_for(&d, &broken, 8), "none passes its self-test");
    }
    test_end();
}

int main(int argc, char **argv) {
    const struct kernel *b;
    test_begin("lanes/automatic choice");
    test_expect(blake2b_startup() == BLAKE2B_OK && dispatch_allowed(&blake2b_dispatch) == ~0ul,
                "some features are excluded");
    test_end();
    seed = argc > 1 ? strtoul(argv[1], NULL, 10) : test_seed(6);
    printf("seed %lu\n", seed);
    test_random_seed(seed);
    test_random_bytes(area, AREA);
    memcpy(area_before, area, AREA);
    for (b = blake2b_lanes_kernels; b->name; b++) {
        if (test_begin_for(b, "lanes/differential/%s", b->name)) {
            differential(b);
            test_end();
        }
    }
    for (b = blake2b_short_kernels; b->entry; b++) {
        if (test_begin_for(b, "lanes/differential/short_%s", b->name)) {
            differential_short(b);
            test_end();
        }
    }
    selftest();
    selftest_short();
    each_case();
    usable_rows();
    plans();
    known_plans();
    choice();
    second_group();
    choice_short();
    few_short();
    return test_exit();
}
