/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * The state of hashes with 64-bit words in the eight xmm registers of 32-bit x86, for kernels that
 * turn rows with shufpd.
 *
 * A row of v takes two registers of two words, 0 and 1. Four rows would take all eight registers,
 * so D1 is in memory between half-rounds. Its register, FREE, holds message words, copies, and D1
 * while it is in use. In the middle of a half-round the c of the first two Gs is in memory, too,
 * and its register is used likewise.
 *
 * Diagonals: row b, the bottleneck, stays. Rows a and c turn by one word. The registers of row d
 * exchange their names. An in-place turn also exchanges the names of the registers of a and c:
 *
 *   x = 0 1, y = 2 3     after TURN(x, y)     y = 3 0, x = 1 2
 *
 * So these names differ in even and odd rounds.
 */
#ifndef ROWS_XMM_32_H
#define ROWS_XMM_32_H

#define A0 xmm0
#define A1 xmm1
#define B0 xmm2
#define B1 xmm3
#define C0 xmm4
#define C1 xmm5
#define D0 xmm6
#define FREE xmm7

#endif
