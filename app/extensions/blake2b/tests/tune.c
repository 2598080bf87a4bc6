/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * The choice by measurement: kernels that do nothing but advance a simulated clock, and clocks that
 * jump, stop or go back. Then blake2b_tune itself.
 */
#include <limits.h>

#include "blake2b_test.h"
#include "vectors.h"
#include "driver/cpu.h"

/* ---- simulated kernels and clock ---- */

static void nothing(void) {}

static const struct kernel kernels[] = {
    {"slow", nothing, 1, CPU_BASE, ""},
    {"foreign", nothing, 1, ~0ul, ""},
    {"faulty", nothing, 1, CPU_BASE, ""},
    {"fast", nothing, 1, CPU_BASE, ""},
    {"same", nothing, 1, CPU_BASE, ""},
    {"lame", nothing, 1, CPU_BASE, ""},
    {NULL, NULL, 0, 0, NULL},
};
static const unsigned long usual[] = {3000, 100, 100, 2000, 1990, 90000};
static const unsigned long *costs;

static int faulty = 2; /* the kernel that fails its self-test; -1: all do */
static int selftest(const struct kernel *k) {
    return faulty < 0 || k - kernels == faulty;
}

static const struct preference nobody[] = {{0, {NULL, NULL}}};
static struct dispatch_choice choice;
static const struct dispatch dispatch = {&choice, kernels, nobody, selftest};

static unsigned long time_now, readings, works[6];
static void work(const struct kernel *k) {
    works[k - kernels]++;
    time_now += costs[k - kernels];
}

static const struct kernel *long_first;
static void work_of_long(const struct kernel *k) {
    time_now += costs[k - long_first];
}
static int passes(const struct kernel *k) {
    return !k->name;
}

static unsigned long steady(void) {
    return time_now += 20;
}

/* Another process runs in one sample of five, so that most samples are good. */
static unsigned long leaping(void) {
    static unsigned x = 1;
    x = (x * 1103515245u + 12345u) & 0x7fffffff;
    return time_now += (x >> 16) % 5 ? 20 : 1000000;
}

/* Sometimes the clock loses the time that "slow" took, so that it seems faster than it is. */
static unsigned long losing(void) {
    static unsigned long last;
    const int slow = works[0] != last && works[0] % 7 == 0;
    last = works[0];
    time_now += 20;
    return time_now -= slow ? 2500 : 0;
}

static unsigned long still(void) {
    return 7;
}

static unsigned long back(void) {
    return ~0ul / 3 - 20 * ++readings - time_now;
}

/* Good for the first readings, then stops. */
static unsigned long stopping(void) {
    static unsigned long last;
    return ++readings < 40 ? last = steady() : last;
}

static unsigned long turning(void) {
    return ++readings < 40 ? steady() : time_now - 2500 * readings;
}

static unsigned long coarse(void) {
    return ++readings / 2000 * 1000000000;
}

/* NAME must be used afterwards, whatever was used before. */
static void expect(const char *what, dispatch_clock *clock, unsigned long begin, int code,
                   const char *name) {
    int named, got;
    for (named = 0; named < 2; named++) {
        memset(works, 0, sizeof works);
        readings = 0;
        time_now = begin;
        choice.chosen = &kernels[5];
        choice.named = named ? &kernels[5] : NULL;
        got = dispatch_tune(&dispatch, clock, work);
        test_expect(got == code, "%s: %d, not %d", what, got, code);
        test_expect(!strcmp(dispatch_used(&dispatch)->name, name), "%s: %s is used, not %s", what,
                    dispatch_used(&dispatch)->name, name);
        test_expect(!dispatch_named(&choice) == !(code != DISPATCH_OK && named),
                    "%s: a name made the choice?", what);
        test_expect(!works[1] && !works[2], "%s: a kernel was run that cannot be used", what);
    }
}

/* Advances on every third reading. */
static unsigned long seldom(void) {
    return time_now += ++readings % 3 ? 0 : 60;
}

/* Its step is so large that 64 of them do not fit in an unsigned long. */
static unsigned long giant(void) {
    return time_now += ~0ul / 64 + 1;
}

/*
 * The cost of "fast" and "same" in each of nine samples, which are of one call after one warm-up
 * call. The others cost 2000. A sample also includes a step of the clock: "slow" takes 2020.
 */
static const unsigned long (*series)[9];
static unsigned long cold; /* extra cost of a kernel if another one was called before */
static unsigned samples[6], calls[6];
static int last_called;
static void work_of_series(const struct kernel *k) {
    const int i = (int)(k - kernels);
    const unsigned long cost = i == 3 || i == 4 ? series[i - 3][samples[i] < 9 ? samples[i] : 8]
                                                : 2000;
    time_now += cost + (i && i != last_called ? cold : 0);
    last_called = i;
    if (++calls[i] % 2 == 0) {
        samples[i]++;
    }
}

static void samples_taken(void) {
#define THREE(first, a, b, c, rest) \
    { first, first, first, a, rest, b, rest, c, rest }
#define ALL(x) \
    { x, x, x, x, x, x, x, x, x }
    static const struct {
        const char *what, *name;
        unsigned long cold, of[2][9];
    } cases[] = {
        {"three short ones", "fast", 0, {THREE(3900, 1500, 1490, 1480, 3900), ALL(3900)}},
        {"two short ones", "slow", 0, {THREE(3900, 1500, 1490, 3900, 3900), ALL(3900)}},
        {"after one that is dropped",
         "same",
         0,
         {ALL(9000), {1480, 1490, 1500, 3900, 3900, 3900, 3900, 3900, 3900}}},
        {"after one that is dropped, and later",
         "same",
         0,
         {ALL(9000), {1480, 3900, 3900, 1490, 1485, 3900, 3900, 3900, 3900}}},
        {"twice as long", "fast", 0, {THREE(4020, 1500, 1490, 1480, 4020), ALL(3900)}},
        {"more than twice", "slow", 0, {THREE(4022, 1500, 1490, 1480, 4022), ALL(3900)}},
        {"3 % shorter", "slow", 0, {ALL(3900), ALL(1937)}},
        {"more than 3 % shorter", "same", 0, {ALL(3900), ALL(1936)}},
        {"the shorter one first", "fast", 0, {ALL(1500), ALL(1700)}},
        {"cold", "same", 5000, {ALL(3900), ALL(1500)}},
    };
    size_t i;
    test_begin("tune/samples");
    for (i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        memset(samples, 0, sizeof samples);
        memset(calls, 0, sizeof calls);
        series = cases[i].of;
        cold = cases[i].cold;
        last_called = 0;
        time_now = 1000;
        test_expect(dispatch_tune(&dispatch, steady, work_of_series) == DISPATCH_OK,
                    "%s: not tuned", cases[i].what);
        test_expect(!strcmp(dispatch_used(&dispatch)->name, cases[i].name),
                    "%s: %s is used, not %s", cases[i].what, dispatch_used(&dispatch)->name,
                    cases[i].name);
    }
    test_end();
}

/*
 * The number of pieces of work: a sample lasts 64 steps of the clock, and there are nine samples.
 */
static void works_done(void) {
    static const struct {
        unsigned long cost, pieces;
    } cases[] = {{3000, 1}, {30, 64}, {6, 256}};
    unsigned long same[6];
    size_t i, j;
    test_begin("tune/works");
    for (i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        for (j = 0; j < 6; j++) {
            same[j] = cases[i].cost;
        }
        costs = same;
        memset(works, 0, sizeof works);
        time_now = 0;
        test_expect(dispatch_tune(&dispatch, steady, work) == DISPATCH_OK, "cost %lu: not tuned",
                    cases[i].cost);
        test_expect(works[4] == 9 * (cases[i].pieces + 1), "cost %lu: %lu pieces of work",
                    cases[i].cost, works[4]);
    }
    test_end();
}

/* Only the first sixteen kernels of a longer table are measured. */
static void long_table(void) {
    static const unsigned long falling[] = {5000, 4800, 4600, 4400, 4200, 4000, 3800, 3600, 3400,
                                            3200, 3000, 2800, 2600, 2400, 2200, 2000, 1800, 1600};
    static struct kernel many[19];
    static const struct dispatch longer = {&choice, many, nobody, passes};
    size_t i;
    test_begin("tune/long table");
    for (i = 0; i < 18; i++) {
        const struct kernel one = {"one of many", nothing, 1, CPU_BASE, ""};
        many[i] = one;
    }
    long_first = many;
    costs = falling;
    time_now = 0;
    test_expect(dispatch_tune(&longer, steady, work_of_long) == DISPATCH_OK, "not tuned");
    test_expect(choice.chosen == &many[15], "another one than number 15 is used");
    test_end();
}

static void clocks(void) {
    static const unsigned long near_it[] = {2040, 100, 100, 2000, 3000, 90000},
                               other[] = {2000, 100, 100, 4000, 1500, 90000};
    int i;
    test_begin("tune/clocks");
    costs = usual;
    expect("steady", steady, 1000, DISPATCH_OK, "same");
    test_expect(works[5] < 10, "a kernel that is far too slow was run %lu times", works[5]);
    for (i = 0; i < 50; i++) {
        expect("leaping", leaping, 1000, DISPATCH_OK, "same");
    }
    expect("losing", losing, 1000000, DISPATCH_OK, "same");
    expect("going on seldom", seldom, 1000, DISPATCH_OK, "same");
    expect("giant steps", giant, 0, DISPATCH_NO_CLOCK, "lame");
    expect("beginning anew", steady, ~0ul - 50000, DISPATCH_OK, "same");
    expect("standing still", still, 0, DISPATCH_NO_CLOCK, "lame");
    expect("going back", back, 0, DISPATCH_NO_CLOCK, "lame");
    expect("stopping", stopping, 1000, DISPATCH_NO_CLOCK, "lame");
    expect("turning", turning, 1000000, DISPATCH_NO_CLOCK, "lame");
    expect("coarse", coarse, 0, DISPATCH_NO_CLOCK, "lame");
    expect("none", NULL, 0, DISPATCH_NO_CLOCK, "lame");
    costs = near_it;
    expect("two percent", steady, 0, DISPATCH_OK, "slow");
    costs = other;
    expect("another order", steady, 0, DISPATCH_OK, "same");
    faulty = -1;
    expect("all faulty", steady, 0, DISPATCH_FAILED, "lame");
    faulty = 2;
    test_end();
}

/* ---- the library's own ---- */

/* The step of the library's own clock; 0 if there is none, or it does not move. */
static unsigned long own_step(void) {
    unsigned long begin, next, step = ~0ul;
    int i;
    for (i = 0; i < 20 && dispatch_own_clock(); i++) {
        long looks = 0;
        begin = dispatch_own_clock()();
        do {
            next = dispatch_own_clock()();
        } while (next == begin && ++looks < 100000);
        step = next - begin < step ? next - begin : step;
    }
    return dispatch_own_clock() ? step : 0;
}

static int digest_is_right(void) {
    unsigned char message[300], digest[64];
    test_pattern(message, sizeof message, VECTORS_MESSAGE_SEED);
    blake2b(digest, message, sizeof message);
    return checksum(digest, sizeof digest) == vectors_single[0];
}

static void library(void) {
    const char *automatic = blake2b_implementation(), *last = NULL;
    const struct kernel *b;
    const unsigned long step = own_step();
    const int fine = step && step <= 1000; /* at most a microsecond: fine enough to tune */
    int i, code;
    for (b = blake2b_kernels; b->name; b++) {
        last = util_runs(b) ? b->name : last;
    }
    test_begin("tune/library");
#if defined(__linux__) || defined(__APPLE__)
    test_expect(step != 0, "the system's clock is not read");
#endif
    for (i = 0; i < 5; i++) {
        test_expect(blake2b_select(last) == BLAKE2B_OK, "cannot select %s", last);
        code = blake2b_tune();
        test_expect(code == BLAKE2B_OK || (code == BLAKE2B_ERROR_CLOCK && !fine), "code %d", code);
        test_expect((code != BLAKE2B_OK) == (dispatch_allowed(&blake2b_dispatch) != ~0ul),
                    "the selected one is still it");
        test_expect(util_kernel(blake2b_kernels, blake2b_implementation()) != NULL, "%s is used",
                    blake2b_implementation());
        test_expect(digest_is_right(), "wrong digest by %s", blake2b_implementation());
    }
    test_expect(blake2b_select(last) == BLAKE2B_OK, "cannot select %s", last);
    RETURNS(ERROR_CLOCK, blake2b_tune_by(still));
    RETURNS(ERROR_CLOCK, blake2b_tune_by(NULL));
    test_expect(!strcmp(blake2b_implementation(), last), "an error changes the choice to %s",
                blake2b_implementation());
    test_expect(digest_is_right(), "wrong digest after an error");
    dispatch_use(&blake2b_dispatch, NULL);
    RETURNS(ERROR_CLOCK, blake2b_tune_by(still));
    test_expect(digest_is_right(), "wrong digest after an error in the first call");
    dispatch_use(&blake2b_dispatch, NULL);
    code = blake2b_tune();
    test_expect(code == BLAKE2B_OK || code == BLAKE2B_ERROR_CLOCK, "the first call: code %d", code);
    test_expect(digest_is_right(), "wrong digest after the first call");
    test_expect(blake2b_select(NULL) == BLAKE2B_OK && !strcmp(blake2b_implementation(), automatic),
                "blake2b_select(NULL) fails");
    test_end();
}

int main(void) {
    clocks();
    samples_taken();
    works_done();
    long_table();
    library();
    return test_exit();
}
