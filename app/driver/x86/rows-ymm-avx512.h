/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * The registers of hashes of 64-bit words with AVX-512 on ymm registers, a row of v in each, for
 * kernels that split rotations: (x ^ y) >>> n is one three-way xor, of which one part is rotated
 * ahead of time. What is shifted, added or permuted is in the first eight: shorter code.
 */
#ifndef ROWS_YMM_AVX512_H
#define ROWS_YMM_AVX512_H

#define ROW_A      ymm0
#define ROW_B      ymm1
#define ROW_C      ymm2
#define ROW_D      ymm3
#define ROW_D_X    xmm3            /* row d's low half */
#define SUM_A      ymm4            /* rows a and c before the next half-round's turn */
#define SUM_C      ymm5
#define MID_B      ymm6            /* rows b and d between their two rotations, and after both */
#define MID_D      ymm7
#define ROTATED_B  ymm8            /* rows b and d, rotated ahead of the xor */
#define ROTATED_D  ymm9
#define LEFT       ymm10           /* what a rotation shifts left */
#define LEFT_A     ymm5            /* the same of a sum's two terms (SUM_C is not needed then) */
#define LEFT_B     ymm11
#define H_LO       ymm12
#define H_HI       ymm13
#define WORDS      ymm4            /* gathered from the first block, and its halves */
#define WORDS_LOW  xmm4
#define WORDS_HIGH xmm5

#endif
