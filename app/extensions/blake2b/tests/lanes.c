/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * Multi-message kernels: faulty ones fail the self-test, and the right one is chosen. (kernels.c
 * calls each of them.)
 */
#include <stdio.h>

#include "lanes.h"
#include "driver/cpu.h"
#include "selftest-short.inc"

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
        stride = 0; /* another one could lead out of the test's input */
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
    static const struct kernel kernel = {"spoilt", (kernel_entry *)spoilt, 4, CPU_BASE, ""};
    static const struct kernel all = {"widest", (kernel_entry *)widest, BLAKE2B_LANES_MAX, CPU_BASE,
                                      ""};
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

static const struct kernel *kernel_for(const struct dispatch_lanes *d,
                                       const struct dispatch *serial, size_t messages) {
    return dispatch_planned(d, util_row(d, serial, messages));
}

/* The plan's kernel for a CPU with these features; NULL: one after the other. */
static const struct kernel *plan_on(const struct dispatch_lanes *d, int family,
                                    unsigned long features, size_t messages) {
    const struct plan *const first = dispatch_plan_on(d, family, features), *p;
    for (p = first; p->messages && p->family == first->family && p->level == first->level; p++) {
        if (messages >= p->from) {
            return dispatch_planned(d, p);
        }
    }
    return NULL;
}

/*
 * The plans of every family, with all features, without AVX-512, and with only AVX: falling numbers
 * of messages, and kernels that the level's features suffice for.
 */
static void plans(void) {
    static const unsigned long without[] = {0, CPU_AVX512F, CPU_AVX512F | CPU_AVX2, ~0ul};
    const struct dispatch_lanes *const each[] = {&blake2b_lanes_dispatch, &blake2b_short_dispatch,
                                                 &blake2b_lane_rounds_dispatch};
    size_t i, j;
    int family;
    test_begin("lanes/plans");
    for (j = 0; j < sizeof each / sizeof each[0]; j++) {
        for (family = 0; family < CPU_FAMILIES_END; family++) {
            for (i = 0; i < sizeof without / sizeof without[0]; i++) {
                const struct plan *const first = dispatch_plan_on(each[j], family, ~without[i]);
                const struct plan *p;
                unsigned before = DISPATCH_LANES_MAX + 1;
                for (p = first;
                     p->messages && p->family == first->family && p->level == first->level; p++) {
                    const struct kernel *const k = dispatch_planned(each[j], p);
                    test_expect(p->from < before && p->from > 1, "family %d, %s: from %d after %u",
                                family, k->name, p->from, before);
                    test_expect(!(k->needs & without[i] & ~cpu_implied(p->level)), "family %d: %s",
                                family, k->name);
                    before = p->from;
                }
            }
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
    for (messages = 0; messages < 20; messages++) {
        b = blake2b_lanes_for(messages);
        test_expect(b == plan_on(&blake2b_lanes_dispatch, cpu_family(), cpu_features(), messages),
                    "%lu messages: %s", (unsigned long)messages, b ? b->name : "none");
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
            test_expect(b == plan_on(&blake2b_lanes_dispatch, cpu_family(),
                                     cpu_features() & allowed, messages),
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
    blake2b_util_rows(0);
    test_expect(!blake2b_lanes_for(100), "a kernel is used that was taken out");
    /*
     * A single allowed kernel is used for several messages, whatever it costs. Otherwise benchmarks
     * under its name would measure another one.
     */
    for (i = 0; blake2b_lanes_kernels[i].name; i++) {
        blake2b_util_rows(1ul << i);
        for (messages = 2; messages < 20 && !(blake2b_lanes_kernels[i].needs & ~cpu_features());
             messages++) {
            b = blake2b_lanes_for(messages);
            test_expect(b == blake2b_lanes_kernels + i, "%s alone, %lu messages: %s",
                        blake2b_lanes_kernels[i].name, (unsigned long)messages,
                        b ? b->name : "none");
        }
    }
    blake2b_util_rows(~0ul);
    test_end();
}

/* ---- short messages ---- */

enum { SHORT_JOBS = 24 };

/* The contract for groups of eight. In the calls of spoilt_short, something is wrong. */
static void short_contract(const blake2b_short *W, const blake2b_job *jobs, size_t groups) {
    test_short_contract(W, jobs, 8 * groups);
}

enum {
    DIGEST_BIT,
    DIGEST_WHOLE,
    T_HIGH,
    F1_IGNORED,
    LENGTH_IGNORED,
    NO_REMAINDER,
    NO_WHOLE,
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
        case NO_WHOLE: other.whole -= other.whole != 0; break;
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

/* A wrong word of any lane after one call, including the last one. */
static unsigned wrong_word, wrong_lane;
static void wrong_word_once(blake2b_lanes *L, size_t blocks, size_t stride) {
    test_lanes_contract(L, 4, blocks, stride);
    L->H[wrong_word][wrong_lane] ^= (uint64_t)(calls++ == wrong_call) << 63;
}

/* The self-test must notice a fault in any of its calls. */
static void each_case(void) {
    static const struct kernel several = {"wrong", (kernel_entry *)wrong_word_once, 4, CPU_BASE,
                                          ""};
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
                test_expect(wrong_lane < 4 ? failed > wrong_call : failed == wrong_call + 1,
                            "word %u of lane %u wrong in call %d: self-test %d", wrong_word,
                            wrong_lane, wrong_call, failed);
            }
        }
    }
    test_end();
}

static void selftest_short(void) {
    static const struct kernel kernel = {"spoilt", (kernel_entry *)spoilt_short, 8, CPU_BASE, ""};
    /*
     * Some faults have no effect in some calls: no short digest, no high half, no last node, no
     * remainder, no whole block.
     */
    static const int all[SHORT_WAYS] = {1, 0, 0, 0, 0, 0, 0, 1};
    int found, count, i;
    test_begin("lanes/self-test of short messages");
    wrong_call = -1;
    calls = 0;
    test_expect(!blake2b_short_selftest(&kernel), "a right kernel fails: %d",
                blake2b_short_selftest(&kernel));
    calls = 0;
    blake2b_short_selftest(&kernel);
    count = calls;
    test_expect((size_t)count == sizeof short_cases / sizeof short_cases[0],
                "the self-test makes %d calls", count);
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

static void choice_short(void) {
    const struct dispatch_lanes *const d = &blake2b_short_dispatch;
    const struct kernel *s;
    size_t messages;
    test_begin("lanes/choice for short messages");
    for (s = blake2b_kernels; s->name; s++) {
        if (util_runs(s) && !blake2b_select(s->name)) {
            for (messages = 0; messages < 20; messages++) {
                const struct plan *const p = util_row(d, &blake2b_dispatch, messages);
                test_expect(!p || !(dispatch_planned(d, p)->needs &
                                    ~dispatch_allowed(&blake2b_dispatch)),
                            "%s selected, a wider one used", s->name);
            }
        }
    }
    blake2b_select(NULL);
    for (messages = 0; messages < 20; messages++) {
        const struct plan *const p = util_row(d, &blake2b_dispatch, messages);
        test_expect(dispatch_planned(d, p) == plan_on(d, cpu_family(), cpu_features(), messages),
                    "%lu messages: %s", (unsigned long)messages,
                    p ? dispatch_planned(d, p)->name : "none");
    }
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
    static const struct kernel table[] = {{"beyond", NULL, 4, BEYOND_ALL_CPUS, "0"},
                                          {"wrong", NULL, 4, CPU_BASE, "1"},
                                          {"right", NULL, 4, CPU_BASE, "2"},
                                          {"eight", NULL, 8, CPU_BASE, "3"},
                                          {NULL, NULL, 0, 0, NULL}};
    static const struct kernel one[] = {{"one", NULL, 1, CPU_BASE, "2"}, {NULL, NULL, 0, 0, NULL}};
    static const struct preference none[] = {{0, {NULL, NULL}}};
    /* for this CPU: the family is not checked within a list */
    static const struct plan plan[] = {{0, 0, 6, 8, 3, 0},
                                       {0, 0, 2, 4, 0, 0},
                                       {0, 0, 2, 4, 1, 0},
                                       {0, 0, 2, 4, 2, 0},
                                       {0, 0, 0, 0, 0, 0}};
    static const struct plan mixed[] = {{0, 0, 4, 8, 3, 1}, {0, 0, 3, 4, 0, 0}, {0, 0, 0, 0, 0, 0}};
    static struct dispatch_lanes_choice choice_made, other_choice;
    struct dispatch_choice serial_choice = {one, NULL};
    const struct dispatch serial = {&serial_choice, one, none, judge};
    const struct dispatch_lanes d = {&choice_made, table, judge, plan, NULL};
    const struct dispatch_lanes e = {&other_choice, table + 2, judge, mixed, &d};
    const struct plan *p;
    int i;
    test_begin("lanes/usable");
    memset(asked, 0, sizeof asked);
    for (i = 0; i < 3; i++) {
        test_expect(kernel_for(&d, &serial, 4) == table + 2, "four messages");
        test_expect(kernel_for(&d, &serial, 8) == table + 3, "eight messages");
        test_expect(!kernel_for(&d, &serial, 1), "one message");
    }
    test_expect(!asked[0], "the self-test of what this CPU cannot run");
    test_expect(asked[1] == 1 && asked[2] == 1 && asked[3] == 1, "self-tests: %d, %d, %d times",
                asked[1], asked[2], asked[3]);
    util_rows(&d, ~0ul << 3);
    test_expect(kernel_for(&d, &serial, 4) == table + 3 &&
                    kernel_for(&d, &serial, 8) == table + 3 && !kernel_for(&d, &serial, 1),
                "row 2 excluded");
    util_rows(&d, ~0ul << 2);
    test_expect(kernel_for(&d, &serial, 2) == table + 2 &&
                    kernel_for(&d, &serial, 5) == table + 3 &&
                    kernel_for(&d, &serial, 9) == table + 3,
                "not the kernel with the fewest calls");
    util_rows(&d, ~0ul);
    test_expect(kernel_for(&d, &serial, 4) == table + 2, "nothing excluded");
    test_end();

    /* Rows of two tables. */
    test_begin("lanes/two tables");
    p = util_row(&e, &serial, 9);
    test_expect(p == mixed && dispatch_planned(&e, p) == table + 3, "nine messages");
    p = util_row(&e, &serial, 3);
    test_expect(p == mixed + 1 && dispatch_planned(&e, p) == table + 2, "three messages");
    dispatch_plan_use(&e, mixed + 1);
    test_expect(util_row(&e, &serial, 9) == mixed + 1, "not the list that was given");
    dispatch_plan_use(&e, NULL);
    test_expect(util_row(&e, &serial, 9) == mixed, "still the list that was given");
    test_end();

    /* Only kernels for as many messages are tested, and none without dispatch_plan. */
    test_begin("lanes/next");
    memset(asked, 0, sizeof asked);
    memset(&choice_made, 0, sizeof choice_made);
    test_expect(!dispatch_next(&d, plan, 8) && !asked[1] && !asked[2] && !asked[3],
                "tested when it may not");
    test_expect(kernel_for(&d, &serial, 4) == table + 2 && asked[2] == 1 && !asked[3],
                "four messages: not tested, or more than they need");
    test_expect(kernel_for(&d, &serial, 8) == table + 3 && asked[3] == 1,
                "eight messages after four");
    for (i = 1; i <= 8; i++) {
        const struct kernel *const next = dispatch_next(&d, dispatch_plan(&d, &serial, 8),
                                                        (size_t)i);
        test_expect(next == kernel_for(&d, &serial, (size_t)i) &&
                        asked[1] + asked[2] + asked[3] == 3,
                    "%d messages: not tested with eight", i);
    }
    serial_choice.chosen = NULL;
    memset(&choice_made, 0, sizeof choice_made);
    test_expect(kernel_for(&d, &serial, 8) == table + 3 && serial_choice.chosen == one,
                "no kernel of one message was chosen");
    serial_choice.chosen = NULL;
    memset(&choice_made, 0, sizeof choice_made);
    {
        const struct dispatch broken = {&serial_choice, one, none, refuse};
        test_expect(!kernel_for(&d, &broken, 8), "none passes its self-test");
    }
    test_end();
}

int main(void) {
    test_begin("lanes/automatic choice");
    test_expect(blake2b_startup() == BLAKE2B_OK && dispatch_allowed(&blake2b_dispatch) == ~0ul,
                "some features are excluded");
    test_end();
    selftest();
    selftest_short();
    each_case();
    usable_rows();
    plans();
    choice();
    choice_short();
    return test_exit();
}
