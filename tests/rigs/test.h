/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/* Shared by the test programs: results, one line each, and patterns to hash. */
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
 * test_begin(name), any number of test_expect(), test_end(): prints "ok - name", or "not ok -
 * name: " and the message of the first failed test_expect(): the Test Anything Protocol. main ends
 * with return test_exit(), which prints the plan, "1.." and the number of results.
 */
void test_begin(const char *format, ...) TEST_PRINTF(1, 2);
void test_expect(int holds, const char *format, ...) TEST_PRINTF(2, 3);
void test_code(const char *call, int code, int expected); /* what CALL returned */
void test_end(void);
void test_skip(const char *name, const char *why);
void test_skip_for(const char *skipped,
                   const struct kernel *kernel); /* this CPU lacks features that it needs */
/* Begins a test of KERNEL, or skips it and returns 0 if this CPU cannot run it. */
int test_begin_for(const struct kernel *kernel, const char *format, ...) TEST_PRINTF(2, 3);
int test_exit(void);

/*
 * For the table of where the kernels ran (tests/report.sh), after test_end(): prints "# RAN kernel
 * where", unless the test failed. NULL means this CPU, or the emulator that runs the tests.
 */
void test_ran(const struct kernel *kernel, const char *where);

/* Fills P with the beginning of an endless pattern. */
void test_pattern(unsigned char *p, size_t bytes, uint32_t seed);

/*
 * The seed to use: FIXED, so that a run never fails by chance, or another one if TEST_SEED is in
 * the environment (tests/run.sh).
 */
unsigned long test_seed(unsigned long fixed);

/* Random numbers below BOUND; the same seed gives the same ones. */
void test_random_seed(uint64_t seed);
uint32_t test_random(uint32_t bound);
void test_random_bytes(unsigned char *p, size_t bytes);

/*
 * How many of COUNT random tries to make. TEST_SAMPLE in the environment is a divisor: 5 for a
 * fifth (tests/run.sh).
 */
unsigned long test_sample(unsigned long count);

/*
 * Whether fewer lengths amid a block, and fewer ways to make the same call, are enough for KERNEL.
 * In a sample that is so for the C references for 8 and 16 bits, which take ten times as long. In a
 * sample of a tenth or less, as for valgrind and emulators, it is so for all kernels but the first.
 */
int test_sample_slow(const struct kernel *kernel);

/* Whether this is a sample of a tenth or less. */
int test_sample_small(void);

/*
 * The first BYTES of P in hexadecimal digits. The fourth call after this one overwrites the text.
 */
const char *test_hex(const unsigned char *p, size_t bytes);

#endif
