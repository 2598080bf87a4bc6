/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * The registers of hashes with 64-bit words with AVX-512, a row of v in each ymm register, for
 * kernels that split rotations: (x ^ y) >>> n is one three-way xor with one part rotated in
 * advance. Operands of shifts, additions and permutations are in the first eight registers: their
 * encoding is shorter.
 */
#ifndef ROWS_YMM_AVX512_H
#define ROWS_YMM_AVX512_H

#define ROW_A      ymm0
#define ROW_B      ymm1
#define ROW_C      ymm2
#define ROW_D      ymm3
#define ROW_D_X    xmm3            /* row d's low half */
#define SUM_A      ymm4            /* rows a and c before the turn of the next half-round */
#define SUM_C      ymm5
#define MID_B      ymm6            /* rows b and d between their two rotations, and after both */
#define MID_D      ymm7
#define ROTATED_B  ymm8            /* rows b and d, rotated before the xor */
#define ROTATED_D  ymm9
#define LEFT       ymm10           /* the part that a rotation shifts left */
#define LEFT_A     ymm5            /* the same for the two terms of a sum (SUM_C is not needed
                                      then) */
#define LEFT_B     ymm11
#define H_LO       ymm12
#define H_HI       ymm13
#define WORDS      ymm4            /* gathered from the first block, and its halves */
#define WORDS_LOW  xmm4
#define WORDS_HIGH xmm5

#endif
