/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/* What test programs of BLAKE2b share, beside tests/rigs/test.h. */
#ifndef BLAKE2B_TEST_H
#define BLAKE2B_TEST_H

#include "blake2b_internal.h"
#include "util/blake2b_util_kernels.h"
#include "test.h"

/* RETURNS(ERROR_NULL, call) */
#define RETURNS(code, call) test_code(#call, call, BLAKE2B_##code)

/*
 * Runs a test called SUBJECT/implementation for every implementation, or for one, with the API set
 * to it. If TEST_IMPLEMENTATION is in the environment (tests/mutate), only that one.
 */
void test_each(const char *subject, void (*run)(const struct kernel *kernel));
void test_one(const char *subject, const struct kernel *kernel,
              void (*run)(const struct kernel *kernel));

/* The length after N: with FEW, most of those amid a block are left out. */
size_t test_after(size_t n, int few);

#endif
