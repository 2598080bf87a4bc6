/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/* libblake's kernels for checkasm.c, which is compiled with another library's names. */
#include "checkasm.h"

#if CHECKASM
#include "blake_internal.h"

static void of_256(void *S, const unsigned char *in, size_t blocks, unsigned bits) {
    BLAKE256_KERNEL(generic_32)((blake256_chain *)S, in, blocks, bits);
}

static void of_512(void *S, const unsigned char *in, size_t blocks, unsigned bits) {
    BLAKE512_KERNEL(generic_64)((blake512_chain *)S, in, blocks, bits);
}

const checkasm_blake checkasm_blakes[2] = {
    {"blake256", sizeof(uint32_t), BLAKE256_LANES_MAX, sizeof(blake256_chain), sizeof(blake256_lanes),
     offsetof(blake256_lanes, in), blake256_kernels, blake256_lanes_kernels, of_256},
    {"blake512", sizeof(uint64_t), BLAKE512_LANES_MAX, sizeof(blake512_chain), sizeof(blake512_lanes),
     offsetof(blake512_lanes, in), blake512_kernels, blake512_lanes_kernels, of_512},
};
#else
typedef int checkasm_nothing_here;
#endif
