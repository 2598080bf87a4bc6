/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * What every x86 kernel of BLAKE-512 begins with: the assembler, the layout of the chain, sigma, and what all
 * share (blake512_x86-common.inc).
 */
#ifndef BLAKE512_X86_H
#define BLAKE512_X86_H

#include "config.h"
#include "../../../driver/x86/asm.h"

/* blake512_chain */
#define STATE_H 0
#define STATE_S 64
#define STATE_T 96

#define BLOCK_BYTES 128

#define SWAP_HALVES 0xb1           /* pshufd: each word of 64 bits rotated by 32 */
#define XOR3 0x96                  /* vpternlogq: x ^ y ^ z */

/* sigma of the specification. Sixteen rounds: 0 to 9, then 0 to 5 again. */
#define SIGMA_0  0,  1,  2,  3,  4,  5,  6,  7,  8,  9, 10, 11, 12, 13, 14, 15
#define SIGMA_1 14, 10,  4,  8,  9, 15, 13,  6,  1, 12,  0,  2, 11,  7,  5,  3
#define SIGMA_2 11,  8, 12,  0,  5,  2, 15, 13, 10, 14,  3,  6,  7,  1,  9,  4
#define SIGMA_3  7,  9,  3,  1, 13, 12, 11, 14,  2,  6,  5, 10,  4,  0, 15,  8
#define SIGMA_4  9,  0,  5,  7,  2,  4, 10, 15, 14,  1, 11, 12,  6,  8,  3, 13
#define SIGMA_5  2, 12,  6, 10,  0, 11,  8,  3,  4, 13,  7,  5, 15, 14,  1,  9
#define SIGMA_6 12,  5,  1, 15, 14, 13,  4, 10,  0,  7,  6,  3,  9,  2,  8, 11
#define SIGMA_7 13, 11,  7, 14, 12,  1,  3,  9,  5,  0, 15,  4,  8,  6,  2, 10
#define SIGMA_8  6, 15, 14,  9, 11,  3,  0,  8, 12,  2, 13,  7,  1,  4, 10,  5
#define SIGMA_9 10,  2,  8,  4,  7,  6,  1,  5, 15, 11,  9, 14,  3, 12, 13,  0
#define SIGMA(r) ASM_CAT(SIGMA_, r)

/*
 * The constants u in the order in which row b, which stays in place, adds them: 128 bytes for each of the
 * ten rounds, the columns' first words, their second ones, then those of the diagonals, turned by one.
 * The row of u for a row of words of the message: U(r, X_COLUMNS).
 */
#define X_COLUMNS   0
#define Y_COLUMNS   32
#define X_DIAGONALS 64
#define Y_DIAGONALS 96
#define U(r, row) RODATA(SHARED(sigma_u512) + 128 * (r) + (row))

/* Zeros, which the register ZERO has, to four times BYTES of the stack; MOVE stores so many. */
#define WIPE4(move, bytes, at, zero) \
  move [at], zero; \
  move [at + bytes], zero; \
  move [at + 2 * bytes], zero; \
  move [at + 3 * bytes], zero

#if !defined(BLAKE512_X86_COMMON)
IMPORT(u512)
IMPORT(reverse512)
IMPORT(ror_16_512)
IMPORT(sigma_u512)
#endif

#endif
