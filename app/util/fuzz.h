/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/* Shared by the cases of all families. */
#ifndef FUZZ_H
#define FUZZ_H

#include "support.h"

#define UTIL_FUZZ_ALIGN 64 /* alignments below that are tried */

int util_one_in(util_random *random, uint64_t n);

/*
 * Memory for SPAN bytes of input, at any alignment, half of the time up against the end of a block
 * of memory, so that memory checkers see what reads further. What is before and after must not
 * matter, so it is random as well. Addresses modulo UTIL_FUZZ_ALIGN depend on RANDOM alone, so that
 * iterations can be repeated.
 */
unsigned char *util_fuzz_input(util_random *random, size_t span);

void util_print_hex(const char *title, const unsigned char *p, size_t bytes);

/* Both, line under line, and what differs marked. */
void util_print_difference(const char *title, const unsigned char *expected,
                           const unsigned char *got, size_t bytes);

#endif
