/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/* What the test programs share: results, one line each, and patterns to hash. */
#ifndef TEST_H
#define TEST_H

#include <stdint.h>
#include <string.h>

#include "driver/dispatch.h"
#include "util/util.h"

#if defined(__GNUC__)
#define TEST_PRINTF(text, first) __attribute__((format(printf, text, first)))
#else
#define TEST_PRINTF(format, first)
#endif

/*
 * test_begin(name), any number of test_expect(), test_end(): prints "PASS name", or "FAIL name: "
 * and what did not hold first. main ends with return test_exit().
 */
void test_begin(const char *format, ...) TEST_PRINTF(1, 2);
void test_expect(int holds, const char *format, ...) TEST_PRINTF(2, 3);
void test_end(void);
void test_skip(const char *name, const char *why);
void test_skip_for(const char *skipped,
                   const struct kernel *kernel); /* this CPU lacks what it needs */
int test_exit(void);

/*
 * For the table of where the kernels ran (tests/run.sh), after test_end(): prints "RAN kernel
 * where", unless the test failed. Where NULL: this CPU, or the emulator that runs the tests.
 */
void test_ran(const struct kernel *kernel, const char *where);

/* An endless pattern: the shorter one is the beginning of the longer one. */
void test_pattern(unsigned char *p, size_t bytes, uint32_t seed);

/*
 * The seed to use: FIXED, so that a run never fails by chance, or with TEST_SEED in the environment
 * another one (tests/run.sh).
 */
unsigned long test_seed(unsigned long fixed);

/* Random numbers, the same for the same seed; below BOUND. */
void test_random_seed(uint64_t seed);
uint32_t test_random(uint32_t bound);
void test_random_bytes(unsigned char *p, size_t bytes);

/*
 * How many of COUNT random tries to make: TEST_SAMPLE in the environment is what part, 5 for a
 * fifth (tests/run.sh).
 */
unsigned long test_sample(unsigned long count);

/*
 * Is KERNEL a C reference for 8 or 16 bits, which takes ten times as long as others, and is this a
 * sample?
 */
int test_sample_slow(const struct kernel *kernel);

/* The first BYTES of P in hexadecimal digits; the text is overwritten by the fourth call after. */
const char *test_hex(const unsigned char *p, size_t bytes);

#endif
