/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * The state of hashes with 64-bit words in xmm registers, for kernels with AVX: rows a to d of four
 * words, in two registers each. Word i of a row is in column i, or in the diagonal of word i of row
 * b.
 *
 * Row b never turns. Row d turns by two words: its halves exchange their names. Rows a and c turn
 * by one word, which moves their first half to another register, DIAG_A0 or DIAG_C0.
 */
#ifndef ROWS_XMM_64_H
#define ROWS_XMM_64_H

#define ROW_A0  xmm0
#define ROW_A1  xmm1
#define ROW_B0  xmm2
#define ROW_B1  xmm3
#define ROW_C0  xmm4
#define ROW_C1  xmm5
#define ROW_D0  xmm6
#define ROW_D1  xmm7
#define DIAG_A0 xmm8
#define DIAG_C0 xmm9

/*
 * A row turns by one, its first half to another register. Its words then are 3 0 1 2 (UP) or 1 2 3
 * 0 (DOWN).
 */
#define TURN_UP0(to, v0, v1) vshufpd to, v1, v0, 1
#define TURN_UP1(v0, v1) vshufpd v1, v0, v1, 1
#define TURN_DOWN0(to, v0, v1) vshufpd to, v0, v1, 1
#define TURN_DOWN1(v0, v1) vshufpd v1, v1, v0, 1

/*
 * The registers' names in columns and diagonals, and the direction in which rows a and c turn
 * afterwards. A macro for both pastes the names: now##_A0.
 */
#define COLUMNS_A0 ROW_A0
#define COLUMNS_C0 ROW_C0
#define COLUMNS_D0 ROW_D0
#define COLUMNS_D1 ROW_D1
#define COLUMNS_TURN_A0 TURN_UP0
#define COLUMNS_TURN_A1 TURN_UP1
#define COLUMNS_TURN_C0 TURN_DOWN0
#define COLUMNS_TURN_C1 TURN_DOWN1
#define DIAGONALS_A0 DIAG_A0
#define DIAGONALS_C0 DIAG_C0
#define DIAGONALS_D0 ROW_D1
#define DIAGONALS_D1 ROW_D0
#define DIAGONALS_TURN_A0 TURN_DOWN0
#define DIAGONALS_TURN_A1 TURN_DOWN1
#define DIAGONALS_TURN_C0 TURN_UP0
#define DIAGONALS_TURN_C1 TURN_UP1

#endif
