/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/* Shared by the test programs. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "test.h"

static char name[100], first_failure[600];
static unsigned long failures;
static unsigned long results;
static int any_failed;

void test_begin(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(name, sizeof name, format, arguments);
    va_end(arguments);
    failures = 0;
}

void test_expect(int holds, const char *format, ...) {
    if (!holds && !failures++) {
        va_list arguments;
        va_start(arguments, format);
        vsnprintf(first_failure, sizeof first_failure, format, arguments);
        va_end(arguments);
    }
}

void test_code(const char *call, int code, int expected) {
    test_expect(code == expected, "%s: %d instead of %d", call, code, expected);
}

/* Flushed at once, so that a later crash does not lose it. */
void test_end(void) {
    if (!failures) {
        printf("ok - %s\n", name);
    } else if (failures == 1) {
        printf("not ok - %s: %s\n", name, first_failure);
    } else {
        printf("not ok - %s: %s (and %lu more)\n", name, first_failure, failures - 1);
    }
    fflush(stdout);
    results++;
    any_failed |= failures != 0;
}

void test_skip(const char *skipped, const char *why) {
    printf("ok - %s # SKIP %s\n", skipped, why);
    fflush(stdout);
    results++;
}

void test_ran(const struct kernel *k, const char *where) {
    const char *const folder = strrchr(k->file, '/'), *const emulator = getenv("TEST_EMULATOR");
    const char *kernel = folder ? folder + 1 : k->file;
    if (!failures) {
        printf("# RAN %.*s %s\n", (int)strcspn(kernel, "."), kernel,
               where                   ? where
               : emulator && *emulator ? emulator
                                       : "this CPU");
        fflush(stdout);
    }
}

void test_skip_for(const char *skipped, const struct kernel *kernel) {
    char needs[UTIL_FEATURES_BYTES], why[UTIL_FEATURES_BYTES + 20];
    util_features(kernel->needs, needs);
    snprintf(why, sizeof why, "needs a CPU with %s", needs);
    test_skip(skipped, why);
}

int test_begin_for(const struct kernel *kernel, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(name, sizeof name, format, arguments);
    va_end(arguments);
    failures = 0;
    if (!util_runs(kernel)) {
        test_skip_for(name, kernel);
        return 0;
    }
    return 1;
}

unsigned long test_sample(unsigned long count) {
    const char *const text = getenv("TEST_SAMPLE");
    const unsigned long part = text ? strtoul(text, NULL, 10) : 1;
    return part > 1 ? count / part + 1 : count;
}

int test_sample_small(void) {
    return test_sample(100) <= 11;
}

int test_sample_slow(const struct kernel *kernel) {
    static const struct kernel *first;
    first = first ? first : kernel;
    return (test_sample(100) < 100 &&
            (!strcmp(kernel->name, "generic/8") || !strcmp(kernel->name, "generic/16"))) ||
           (test_sample_small() && kernel != first);
}

/* The plan comes last: a program that ends early, with whatever status, has none. */
int test_exit(void) {
    printf("1..%lu\n", results);
    return any_failed ? EXIT_FAILURE : EXIT_SUCCESS;
}

void test_pattern(unsigned char *p, size_t bytes, uint32_t seed) {
    while (bytes--) {
        seed = (seed * 1664525u + 1013904223u) & 0xffffffffu;
        *p++ = (unsigned char)(seed >> 24);
    }
}

/* xorshift64* */
static uint64_t random_state = 1;

unsigned long test_seed(unsigned long fixed) {
    const char *const text = getenv("TEST_SEED");
    return text && *text ? strtoul(text, NULL, 10) + fixed : fixed;
}

void test_random_seed(uint64_t seed) {
    random_state = seed ? seed : 1;
}

uint32_t test_random(uint32_t bound) {
    random_state ^= random_state >> 12;
    random_state ^= random_state << 25;
    random_state ^= random_state >> 27;
    return (uint32_t)(random_state * 0x2545f4914f6cdd1du >> 32) % bound;
}

void test_random_bytes(unsigned char *p, size_t bytes) {
    while (bytes--) {
        *p++ = (unsigned char)test_random(256);
    }
}

const char *test_hex(const unsigned char *p, size_t bytes) {
    static char texts[4][2 * 128 + 1];
    static unsigned next;
    char *text = texts[next++ % 4];
    size_t i;
    for (i = 0; i < bytes && i < 128; i++) {
        text[2 * i] = "0123456789abcdef"[p[i] >> 4];
        text[2 * i + 1] = "0123456789abcdef"[p[i] & 15];
    }
    text[2 * i] = '\0';
    return text;
}
