/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * The choice by measuring: kernels that do nothing but let a made-up time pass, and clocks that leap, stand
 * still, go back; then blake2b_tune itself.
 */
#include <limits.h>

#include "test.h"
#include "vectors.h"
#include "../../app/driver/cpu.h"

/* ---- kernels and a clock of our own ---- */

static void nothing(void) {
}

static const struct kernel kernels[] = {
    {"slow", nothing, 1, CPU_BASE, ""},    {"foreign", nothing, 1, ~0ul, ""}, {"faulty", nothing, 1, CPU_BASE, ""},
    {"fast", nothing, 1, CPU_BASE, ""},    {"same", nothing, 1, CPU_BASE, ""}, {"lame", nothing, 1, CPU_BASE, ""},
    {NULL, NULL, KERNELS_AGAIN, 0, NULL},  {"lame", nothing, KERNEL_NAMED, CPU_BASE, ""}, {NULL, NULL, 0, 0, NULL},
};
static const unsigned long usual[] = {3000, 100, 100, 2000, 1990, 90000};
static const unsigned long *costs;

static int faulty = 2; /* the kernel that fails its self-test; -1: all do */
static int selftest(const struct kernel *k) {
    return faulty < 0 || k - kernels == faulty;
}

static const struct preference nobody[] = {{0, {NULL, NULL}, NULL}};
static struct dispatch_choice choice;
static const struct dispatch dispatch = {&choice, kernels, nobody, selftest};

static unsigned long time_now, readings, works[6];
static void work(const struct kernel *k) {
    works[k - kernels]++;
    time_now += costs[k - kernels];
}

static unsigned long steady(void) {
    return time_now += 20;
}

/* Something else has the CPU now and then: one time in five, so that most samples are good. */
static unsigned long leaping(void) {
    static unsigned x = 1;
    x = (x * 1103515245u + 12345u) & 0x7fffffff;
    return time_now += (x >> 16) % 5 ? 20 : 1000000;
}

/* Now and then the time that "slow" took is lost: it seems faster than it is. */
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

/* Good, until it has been read often. */
static unsigned long stopping(void) {
    static unsigned long last;
    return ++readings < 40 ? last = steady() : last;
}

static unsigned long turning(void) {
    return ++readings < 40 ? steady() : time_now - 2000 * readings;
}

static unsigned long coarse(void) {
    return ++readings / 2000 * 1000000000;
}

/* NAME is used afterwards, whatever was before. */
static void expect(const char *what, dispatch_clock *clock, unsigned long begin, int code, const char *name) {
    int named, got;
    for (named = 0; named < 2; named++) {
        memset(works, 0, sizeof works);
        readings = 0;
        time_now = begin;
        choice.chosen = &kernels[named ? 7 : 5];
        got = dispatch_tune(&dispatch, clock, work);
        test_expect(got == code, "%s: %d, not %d", what, got, code);
        test_expect(!strcmp(choice.chosen->name, name), "%s: %s is used, not %s", what, choice.chosen->name, name);
        test_expect(!dispatch_named(&dispatch) == !(code != DISPATCH_OK && named), "%s: a name made the choice?", what);
        test_expect(!works[1] && !works[2], "%s: a kernel was run that cannot be used", what);
    }
}

static void clocks(void) {
    static const unsigned long near_it[] = {2040, 100, 100, 2000, 3000, 90000}, other[] = {2000, 100, 100, 4000, 1500, 90000};
    int i;
    test_begin("tune/clocks");
    costs = usual;
    expect("steady", steady, 1000, DISPATCH_OK, "same");
    test_expect(works[5] < 10, "a kernel that is far too slow was run %lu times", works[5]);
    for (i = 0; i < 50; i++) {
        expect("leaping", leaping, 1000, DISPATCH_OK, "same");
    }
    expect("losing", losing, 1000000, DISPATCH_OK, "same");
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

static int digest_is_right(void) {
    unsigned char message[200], digest[64];
    test_pattern(message, sizeof message, VECTORS_MESSAGE_SEED);
    blake2b(digest, message, sizeof message);
    return !strcmp(test_hex(digest, 16), vectors_unkeyed[sizeof message]);
}

static void library(void) {
    const char *automatic = blake2b_implementation(), *last = NULL;
    const struct kernel *b;
    int i, code;
    for (b = blake2b_kernels; b->name; b++) {
        last = util_runs(b) ? b->name : last;
    }
    test_begin("tune/library");
    for (i = 0; i < 5; i++) {
        test_expect(blake2b_select(last) == BLAKE2B_OK, "cannot select %s", last);
        code = blake2b_tune();
        test_expect(code == BLAKE2B_OK || code == BLAKE2B_ERROR_CLOCK, "code %d", code);
        test_expect((code != BLAKE2B_OK) == (dispatch_allowed(&blake2b_dispatch) != ~0ul), "the selected one is still it");
        test_expect(util_kernel(blake2b_kernels, blake2b_implementation()) != NULL, "%s is used", blake2b_implementation());
        test_expect(digest_is_right(), "wrong digest by %s", blake2b_implementation());
    }
    test_expect(blake2b_select(last) == BLAKE2B_OK, "cannot select %s", last);
    test_expect(blake2b_tune_by(still) == BLAKE2B_ERROR_CLOCK, "a clock that stands still");
    test_expect(blake2b_tune_by(NULL) == BLAKE2B_ERROR_CLOCK, "no clock");
    test_expect(!strcmp(blake2b_implementation(), last), "an error changes the choice to %s", blake2b_implementation());
    test_expect(digest_is_right(), "wrong digest after an error");
    dispatch_use(&blake2b_dispatch, NULL);
    test_expect(blake2b_tune_by(still) == BLAKE2B_ERROR_CLOCK, "the first call, a clock that stands still");
    test_expect(digest_is_right(), "wrong digest after an error in the first call");
    dispatch_use(&blake2b_dispatch, NULL);
    code = blake2b_tune();
    test_expect(code == BLAKE2B_OK || code == BLAKE2B_ERROR_CLOCK, "the first call: code %d", code);
    test_expect(digest_is_right(), "wrong digest after the first call");
    test_expect(blake2b_select(NULL) == BLAKE2B_OK && !strcmp(blake2b_implementation(), automatic), "no way back");
    test_end();
}

int main(void) {
    clocks();
    library();
    return test_exit();
}
