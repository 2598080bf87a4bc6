/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * Shared by the self-tests of kernels: their input, of which each uses another part, their calls,
 * and a comparison. The expected values come from the extension's model in Python, which uses the
 * same input.
 */
#ifndef SELFTESTS_H
#define SELFTESTS_H

#include "compiler.h"

#define selftest_input DRIVER_NAME(selftest_input)
#define selftest_sum DRIVER_NAME(selftest_sum)
#define selftest_deeper DRIVER_NAME(selftest_deeper)
#define selftest_same DRIVER_NAME(selftest_same)

/*
 * Pseudo-random bytes, half of them of ones, then ones: a sum with a byte of ones carries into the
 * next, one with ones through a whole word, which random bytes rarely do. Also fills the stack that
 * the first call uses, so that what a kernel did not write there is not zero, and right by chance.
 */
HIDDEN void selftest_input(unsigned char *p, size_t random, size_t ones);

/* A checksum of them: kernels must not write to their input. */
HIDDEN size_t selftest_sum(const unsigned char *p, size_t bytes);

/*
 * CALL(argument), with the stack at another address, by DEPTH frames: a kernel that aligns its
 * frame then has another distance to its caller's. Returns whether the call changed no register
 * that it must not change.
 */
HIDDEN int selftest_deeper(unsigned depth, void (*call)(void *argument), void *argument);

/* Whether they are equal. memcmp is written out: a freestanding build has none. */
HIDDEN int selftest_same(const void *p, const void *q, size_t bytes);

#endif
