/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/* Shared by the cases of all families. */
#ifndef FUZZ_H
#define FUZZ_H

#include "support.h"

#define UTIL_FUZZ_ALIGN 64 /* all alignments below this are tried */

int util_one_in(util_random *random, uint64_t n);

/*
 * Memory for SPAN bytes of input, at any alignment. Half of the time it ends at the end of
 * allocated memory, so that memory checkers detect reads beyond it. The bytes before and after it
 * are random, as they must not matter. Addresses modulo UTIL_FUZZ_ALIGN depend on RANDOM only, so
 * that iterations can be repeated.
 */
unsigned char *util_fuzz_input(util_random *random, size_t span);

/*
 * Prints both, one below the other, and marks the differences. (The input of a case is not printed:
 * the seed and the iteration repeat it.)
 */
void util_print_difference(const char *title, const void *expected, const void *got, size_t bytes);

#endif
