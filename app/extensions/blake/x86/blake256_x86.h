/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * What every x86 kernel of BLAKE-256 begins with: the assembler, the layout of the chain, the constants, and what
 * kernels share (blake256_x86-common.inc).
 */
#ifndef BLAKE256_X86_H
#define BLAKE256_X86_H

#include "config.h"
#include "../../../driver/x86/asm.h"

/* blake256_chain */
#define STATE_H 0
#define STATE_S 32
#define STATE_T 48

#define BLOCK_BYTES 64

#define XOR3 0x96                  /* vpternlogd: x ^ y ^ z */
#define SWAP_PAIRS 0xb1            /* pshuflw, pshufhw: words of 16 bits */

/* Zeros, which the register ZERO has, to four times BYTES of the stack; MOVE stores so many. */
#define WIPE4(move, bytes, at, zero) \
  move [at], zero; \
  move [at + bytes], zero; \
  move [at + 2 * bytes], zero; \
  move [at + 3 * bytes], zero

/* u, the specification's constants: digits of pi. */
#define U0  0x243f6a88
#define U1  0x85a308d3
#define U2  0x13198a2e
#define U3  0x03707344
#define U4  0xa4093822
#define U5  0x299f31d0
#define U6  0x082efa98
#define U7  0xec4e6c89
#define U8  0x452821e6
#define U9  0x38d01377
#define U10 0xbe5466cf
#define U11 0x34e90c6c
#define U12 0xc0ac29b7
#define U13 0xc97c50dd
#define U14 0x3f84d5b5
#define U15 0xb5470917

/* sigma of the specification. Fourteen rounds: 0 to 9, then 0 to 3 again. */
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
 * The constants in the order in which row b, which stays in place, adds them: 64 bytes for each of the ten rounds,
 * the columns' first words, their second ones, then those of the diagonals, turned by one. The row of constants for a
 * row of words of the message: U(r, X_COLUMNS).
 */
#define X_COLUMNS   0
#define Y_COLUMNS   16
#define X_DIAGONALS 32
#define Y_DIAGONALS 48
#define U(r, row) RODATA(SHARED(sigma_u256) + 64 * (r) + (row))

#if !defined(BLAKE256_X86_COMMON)
IMPORT(u256)
IMPORT(reverse256)
IMPORT(bytes256_ror_16)
IMPORT(bytes256_ror_8)
IMPORT(sigma_u256)
IMPORT(order256)
#endif

#endif
