/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/* The kernels that the utility and the tests can run: the library's, and all references. */
#ifndef BLAKE2B_UTIL_KERNELS_H
#define BLAKE2B_UTIL_KERNELS_H

#include "../blake2b_internal.h"
#include "util/util.h"

/* Every single-message kernel of this build and every reference, ended by a NULL name. */
extern const struct kernel blake2b_util_kernels[];

/* util_rows for messages of any length. */
void blake2b_util_rows(unsigned long rows);

/* The kernel that all others are compared with. */
#define BLAKE2B_UTIL_REFERENCE util_kernel(blake2b_util_kernels, "generic/64")

#endif
