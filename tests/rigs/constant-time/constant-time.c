/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * No branch and no address depends on key, message or chained state. This runs under valgrind
 * (tests/rigs/constant-time.sh), which treats these as undefined. Valgrind reports every branch and
 * every address computed from undefined data. Extensions provide their cases (cases.h): each kernel
 * by itself, and all public calls with it. The counter, which only depends on lengths, must stay
 * defined.
 */
#include <stdio.h>

#include "cases.h"

#if defined(MEMCHECK)

constant_time_inputs inputs;

void inputs_secret(void) {
    secret(&inputs, sizeof inputs);
}

void inputs_public(void) {
    public(&inputs, sizeof inputs);
}

static unsigned long errors(void) {
    return (unsigned long)VALGRIND_COUNT_ERRORS;
}

void constant_time_expect(unsigned char *found, const unsigned char *expected, size_t bytes,
                          const char *what, size_t n) {
    public(found, bytes);
    test_expect(!memcmp(found, expected, bytes), "%s, %lu bytes: wrong result", what,
                (unsigned long)n);
}

void constant_time_check(const char *name, const struct kernel *kernel,
                         void (*run)(const struct kernel *kernel)) {
    char test[100];
    unsigned long before;
    snprintf(test, sizeof test, "constant-time/%s", name);
    if (kernel && !util_runs(kernel)) {
        char needs[UTIL_FEATURES_BYTES], why[UTIL_FEATURES_BYTES + 40];
        util_features(kernel->needs, needs);
        snprintf(why, sizeof why, "valgrind does not offer %s here", needs);
        test_skip(test, why);
        return;
    }
    test_begin("%s", test);
    before = errors(); /* not the errors of a static C library's strlen */
    run(kernel);
    test_expect(errors() == before, "%lu branches or addresses depend on secrets",
                errors() - before);
    test_end();
    if (kernel) {
        test_ran(kernel, "valgrind");
    }
}

/* ---- control: does valgrind report it? ---- */

static volatile unsigned char table[256]; /* volatile, so that the compiler does not know its
                                             contents */
static volatile unsigned seen;

static void branches(void) {
    if (inputs.message[3] & 1) {
        seen++;
    }
}

static void looks_up(void) {
    seen += table[inputs.message[3]];
}

static void control(const char *what, void (*leak)(void)) {
    const unsigned long before = errors();
    test_begin("constant-time/control: %s", what);
    inputs_secret();
    leak();
    inputs_public();
    test_expect(errors() > before, "not noticed");
    public((void *)(size_t)&seen, sizeof seen);
    test_end();
}

#define FAMILY(name) extern void constant_time_##name(void);
#include "constant-time_families.h"
#undef FAMILY

int main(void) {
    if (!RUNNING_ON_VALGRIND) {
        test_skip("constant-time", "not running under valgrind");
        return test_exit();
    }
    test_pattern(inputs.message, sizeof inputs.message, 1);
    test_pattern(inputs.key, sizeof inputs.key, 2);
    test_pattern(inputs.salt, sizeof inputs.salt, 3);
    control("a branch", branches);
    control("an address", looks_up);
#define FAMILY(name) constant_time_##name();
#include "constant-time_families.h"
#undef FAMILY
    return test_exit();
}

#else

int main(void) {
    test_skip("constant-time", "built without valgrind/memcheck.h");
    return test_exit();
}
#endif
