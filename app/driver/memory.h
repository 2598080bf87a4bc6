/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/* Wiping, copying and comparing, of what may be secret. */
#ifndef MEMORY_H
#define MEMORY_H

#include "compiler.h"

#define memory_wipe DRIVER_NAME(wipe)
#define memory_copy DRIVER_NAME(copy)
#define memory_equal8 DRIVER_NAME(equal8)
#define memory_overlap DRIVER_NAME(overlap)
#define memory_zeros DRIVER_NAME(zeros)

/* memset to 0 that the compiler cannot drop. */
HIDDEN void memory_wipe(void *p, size_t bytes);

/* memcpy of what is secret: leaves it in no register, and P and Q may be NULL if BYTES is 0. */
HIDDEN void memory_copy(void *p, const void *q, size_t bytes);

/* Whether the 8 bytes are the same. */
HIDDEN int memory_equal8(const unsigned char *p, const unsigned char *q);

/* Whether a byte of Q is one of P's; P has at least one. */
HIDDEN int memory_overlap(const void *p, size_t bytes, const void *q, size_t q_bytes);

/* Whether there are no others than zeros. */
HIDDEN int memory_zeros(const unsigned char *p, size_t bytes);

#endif
