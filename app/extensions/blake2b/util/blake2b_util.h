/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/* Shared by the files of the utility for this family. */
#ifndef BLAKE2B_UTIL_H
#define BLAKE2B_UTIL_H

#include "blake2b_util_kernels.h"
#include "util/family.h"

/* The rows of util_family_blake2b. */
int blake2b_util_compare(const struct kernel *k);
extern const util_group blake2b_util_groups[];
int blake2b_util_fuzz(util_random *random, const util_fuzz_choice *choice, uint64_t *digest);
int blake2b_util_fuzz_rounds(util_random *random, const util_fuzz_choice *choice, uint64_t *digest);
int blake2b_util_fuzz_lane_rounds(util_random *random, const util_fuzz_choice *choice,
                                  uint64_t *digest);
int blake2b_util_fuzz_lanes(util_random *random, const util_fuzz_choice *choice, uint64_t *digest);
#define BLAKE2B_UTIL_FUZZ_BYTES (64 * 1040 + BLAKE2B_BLOCKBYTES) /* maximum input of a case */

#endif
