/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * Included first by every x86 kernel of BLAKE-256: the assembler, the layout of the state, the
 * offsets of the constants, and the declarations of blake256_x86-common.inc.
 */
#ifndef BLAKE256_X86_H
#define BLAKE256_X86_H

#include "config.h"
#include "../../../driver/x86/asm.h"
#include "../blake_constants.h"

/* blake256_chain */
#define STATE_H 0
#define STATE_S 32
#define STATE_T 48

#define BLOCK_BYTES 64

#define XOR3 0x96                  /* vpternlogd: x ^ y ^ z */
#define SWAP_PAIRS 0xb1            /* pshuflw, pshufhw: 16-bit words */

/*
 * The constants in the order in which row b, which stays in place, adds them: 64 bytes for each of
 * the ten rounds, the columns' first words, their second ones, then those of the diagonals, turned
 * by one. The row of constants for a row of words of the message: U(r, X_COLUMNS).
 */
#define X_COLUMNS   0
#define Y_COLUMNS   16
#define X_DIAGONALS 32
#define Y_DIAGONALS 48
#define U(r, row) RODATA(SHARED(sigma_u256) + 64 * (r) + (row))

#if !defined(BLAKE256_X86_COMMON)
IMPORT(u256)
IMPORT(sigma_u256)
# if ASM_BITS == 64
IMPORT(reverse256)
IMPORT(bytes256_ror_16)
IMPORT(bytes256_ror_8)
IMPORT(order256)
# endif
#endif

#endif
