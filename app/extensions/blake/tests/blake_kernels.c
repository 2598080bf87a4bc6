/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/* See blake_kernels.h. */
#include "blake_internal.h"
#include "blake_kernels.h"
#include "util/util.h"

static void of_256(void *S, const unsigned char *in, size_t blocks, unsigned bits) {
    BLAKE256_KERNEL(generic_32)((blake256_chain *)S, in, blocks, bits);
}

static void of_512(void *S, const unsigned char *in, size_t blocks, unsigned bits) {
    BLAKE512_KERNEL(generic_64)((blake512_chain *)S, in, blocks, bits);
}

static void rows_256(unsigned long rows) {
    util_rows(&blake256_lanes_dispatch, rows);
}

static void rows_512(unsigned long rows) {
    util_rows(&blake512_lanes_dispatch, rows);
}

const blake_width_kernels blake_widths[BLAKE_WIDTHS] = {
    {"blake256", sizeof(uint32_t), BLAKE256_LANES_MAX, sizeof(blake256_chain),
     sizeof(blake256_lanes), offsetof(blake256_lanes, in), blake256_kernels, blake256_lanes_kernels,
     of_256, blake256_select, blake256_digest, blake256_many, rows_256},
    {"blake512", sizeof(uint64_t), BLAKE512_LANES_MAX, sizeof(blake512_chain),
     sizeof(blake512_lanes), offsetof(blake512_lanes, in), blake512_kernels, blake512_lanes_kernels,
     of_512, blake512_select, blake512_digest, blake512_many, rows_512},
};
