/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * What a program provides to a libblake2b that was configured --with-external-compress. The library
 * then has no compression function of its own. It is meant for guests of proof systems that have an
 * accelerator for F (RFC 7693, section 3.2). All calls of blake2b.h use these two functions, many
 * messages one after the other.
 *
 * The first call tests both by the usual self-test. If one is wrong, the calls report
 * BLAKE2B_ERROR_STARTUP or abort, as with any implementation. (With --disable-selftest nothing is
 * tested.) blake2b_implementation() returns "external".
 *
 * The functions are called from any thread that calls the library. Pointers need no alignment,
 * except words. The library wipes its own copies of secrets. What these functions leave behind, on
 * the stack or in an accelerator, is theirs to wipe.
 */
#ifndef LIBBLAKE2B_BLAKE2B_EXTERNAL_H
#define LIBBLAKE2B_BLAKE2B_EXTERNAL_H

#include "blake2b.h"

#if defined(__cplusplus)
extern "C" {
#endif

/*
 * Compresses blocks of one message with 12 rounds. STATE has three parts, words of 8 bytes,
 * little-endian on every CPU:
 *   H, the chaining value: 8 words;
 *   T, the counter: 2 words, the lower one first;
 *   F, the finalization flags: 2 words, 0 or 2^64 - 1.
 *
 * If the first flag is 0, BYTES is a multiple of 128, or 0. For each block, T grows by 128 (modulo
 * 2^128), then H becomes F of H, the block, T and the flags. Blocks begin STRIDE bytes apart.
 *
 * If the first flag is set, there is one block, of BYTES from 0 to 128. T grows by BYTES, and zeros
 * fill the block.
 *
 * H and T are written, the flags are not. No byte is read beyond BYTES of a short block, or between
 * blocks that are more than 128 bytes apart. IN may be NULL if BYTES is 0. The input never overlaps
 * STATE.
 */
void blake2b_external_blocks(unsigned char state[96], const unsigned char *in, size_t bytes,
                             size_t stride);

#if defined(UINT64_MAX) || (ULONG_MAX >> 31 >> 31) > 0
/*
 * F with any number of rounds, 0 included; round 10 uses the message words of round 0 again. H is
 * the chaining value, replaced by the result. TF has the counter's two words, the lower one first,
 * and the two finalization flags, 0 or 2^64 - 1. Words are numbers in the CPU's byte order. BLOCK
 * may overlap H: all is read before H is written.
 *
 * EIP-152's F, such as zkvm_blake2f, has no second flag. It can compute F where TF[3] is 0. The
 * self-test and BLAKE2bp also set the second flag, so these blocks need another implementation.
 */
void blake2b_external_compress(blake2b_uint64 h[8], const unsigned char block[128],
                               const blake2b_uint64 tf[4], blake2b_uint32 rounds);
#endif

#if defined(__cplusplus)
}
#endif

#endif
