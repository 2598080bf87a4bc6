/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * The compression function F of RFC 7693 section 3.2 by itself, with any number of rounds, as
 * EIP-152 (the BLAKE2b precompile of Ethereum) has it.
 */
#include "blake2b_internal.h"

#if defined(UINT64_MAX)

int blake2b_compress(blake2b_uint64 h[8], const unsigned char block[128], const blake2b_uint64 t[2], int last,
                     int last_node, blake2b_uint32 rounds) {
    const struct kernel *kernel;
    uint64_t tf[4];
    if (!h || !block || !t) {
        return BLAKE2B_ERROR_NULL;
    }
    kernel = blake2b_rounds_auto();
    if (!kernel) {
        return BLAKE2B_ERROR_STARTUP;
    }
    tf[0] = t[0];
    tf[1] = t[1];
    tf[2] = last ? ~(uint64_t)0 : 0;
    tf[3] = last_node ? ~(uint64_t)0 : 0;
    BLAKE2B_ROUNDS(kernel)(h, block, tf, rounds);
    return BLAKE2B_OK;
}

#else
typedef int blake2b_no_compress;
#endif
