/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * Included first by every x86 kernel of BLAKE-512: the assembler, the layout of the state, the
 * offsets of the constants, and the declarations of blake512_x86-common.inc.
 */
#ifndef BLAKE512_X86_H
#define BLAKE512_X86_H

#include "config.h"
#include "../../../driver/x86/asm.h"
#include "../blake_constants.h"

/* blake512_chain */
#define STATE_H 0
#define STATE_S 64
#define STATE_T 96

#define BLOCK_BYTES 128

#define SWAP_HALVES 0xb1           /* pshufd: each 64-bit word rotated by 32 */
#define XOR3 0x96                  /* vpternlogq: x ^ y ^ z */

/*
 * The constants u in the order in which row b, which stays in place, adds them: 128 bytes for each
 * of the ten rounds, the columns' first words, their second ones, then those of the diagonals,
 * turned by one. The row of u for a row of words of the message: U(r, X_COLUMNS).
 */
#define X_COLUMNS   0
#define Y_COLUMNS   32
#define X_DIAGONALS 64
#define Y_DIAGONALS 96
#define U(r, row) RODATA(SHARED(sigma_u512) + 128 * (r) + (row))

#if !defined(BLAKE512_X86_COMMON)
IMPORT(u512)
IMPORT(sigma_u512)
# if ASM_BITS == 64
IMPORT(reverse512)
IMPORT(ror_16_512)
# endif
#endif

#endif
