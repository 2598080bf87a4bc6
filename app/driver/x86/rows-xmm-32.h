/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * The state of hashes of 64-bit words on the eight xmm registers of 32-bit x86: the layout of
 * kernels that turn rows by shufpd.
 *
 * A row of v is two registers of two words, 0 and 1. Four rows would take all eight there are, so
 * D1 is in memory from one half-round to the next. Its register, FREE, serves the rest: words of
 * the message, copies, and D1 while it is in use. In the middle of a half-round the c of the first
 * two Gs waits in memory, too, while its register serves likewise.
 *
 * Diagonals: b, on which everything waits, stays; a and c turn by one word; d exchanges the names
 * of its registers. Turning in place exchanges the names of the registers of a and c:
 *
 *   x = 0 1, y = 2 3     after TURN(x, y)     y = 3 0, x = 1 2
 *
 * So they have other names in every second round: even and odd rounds.
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
