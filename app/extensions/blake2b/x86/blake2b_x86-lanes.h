/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * Included first by every multi-message x86-64 kernel: the layout of blake2b_lanes, the
 * transposition of messages to rows, and four Gs. A row has one word of all lanes.
 */
#ifndef BLAKE2B_X86_LANES_H
#define BLAKE2B_X86_LANES_H

#include "blake2b_x86.h"

#if !defined(BLAKE2B_X86_LANES_COMMON)
IMPORT(lanes_sigma)
IMPORT(lanes_ror_24)
IMPORT(lanes_ror_16)
#endif

/* blake2b_lanes; a row is one word of all lanes. */
#define LANES_ROW 128
#define LANES_H   0
#define LANES_T   (8 * LANES_ROW)
#define LANES_F   (10 * LANES_ROW)
#define LANES_ADD (12 * LANES_ROW)
#define LANES_IN  (13 * LANES_ROW)

#define CARRY 0xd4                 /* vpternlogq: what each bit of x + y = z carries to the next */

/* lanes_sigma: a byte for each message word of each round */
#define SIGMA_ROUND_BYTES 16
#define SIGMA_BYTES (12 * SIGMA_ROUND_BYTES)

/*
 * Words W and W + 1 of the blocks at in0 to in3: row W to dst[distance * W], the next one after
 * it. With a to d the lanes' words W, and A to D their words W + 1:
 *
 *   in memory    even, odd after       out, odd after
 *                vinserti128           vpunpcklqdq, vpunpckhqdq
 *   in0  a A     even  a A  c C        out  a b  c d    row W
 *   in1  b B     odd   b B  d D        odd  A B  C D    row W + 1
 *   in2  c C
 *   in3  d D
 *
 * Half of the work is done by the loads, which need no port of the shuffles.
 */
#define TRANSPOSE_PAIR(w, in0, in1, in2, in3, dst, distance, even, odd, out) \
  vmovdqu xmm##even, MEM128(in0 + 8 * (w)); \
  vmovdqu xmm##odd, MEM128(in1 + 8 * (w)); \
  vinserti128 ymm##even, ymm##even, MEM128(in2 + 8 * (w)), 1; \
  vinserti128 ymm##odd, ymm##odd, MEM128(in3 + 8 * (w)), 1; \
  vpunpcklqdq ymm##out, ymm##even, ymm##odd; \
  vpunpckhqdq ymm##odd, ymm##even, ymm##odd; \
  vmovdqa MEM256(dst + distance * (w)), ymm##out; \
  vmovdqa MEM256(dst + distance * (w) + distance), ymm##odd

/*
 * The blocks of four lanes, FIRST and on, OFFSET bytes into their messages; changes ymm8 to ymm13.
 */
#define TRANSPOSE_FOUR(lanes, first, offset, in0, in1, in2, in3, dst, distance) \
  mov in0, [lanes + LANES_IN + 8 * (first)]; \
  mov in1, [lanes + LANES_IN + 8 * (first) + 8]; \
  mov in2, [lanes + LANES_IN + 8 * (first) + 16]; \
  mov in3, [lanes + LANES_IN + 8 * (first) + 24]; \
  add in0, offset; \
  add in1, offset; \
  add in2, offset; \
  add in3, offset; \
  TRANSPOSE_PAIR(0, in0, in1, in2, in3, dst, distance, 8, 9, 10); \
  TRANSPOSE_PAIR(2, in0, in1, in2, in3, dst, distance, 11, 12, 13); \
  TRANSPOSE_PAIR(4, in0, in1, in2, in3, dst, distance, 8, 9, 10); \
  TRANSPOSE_PAIR(6, in0, in1, in2, in3, dst, distance, 11, 12, 13); \
  TRANSPOSE_PAIR(8, in0, in1, in2, in3, dst, distance, 8, 9, 10); \
  TRANSPOSE_PAIR(10, in0, in1, in2, in3, dst, distance, 11, 12, 13); \
  TRANSPOSE_PAIR(12, in0, in1, in2, in3, dst, distance, 8, 9, 10); \
  TRANSPOSE_PAIR(14, in0, in1, in2, in3, dst, distance, 11, 12, 13)

/*
 * Four Gs, interleaved step by step, columns or diagonals; their message words are at s0 and on of
 * the round's sixteen. A kernel defines the steps, on v by its numbers:
 *   ADD_MESSAGE(x, place)  x += m[s[place]]
 *   TAKE_A0(x, place)      the same for the first a; brings it back if PUT_A0 brought it away
 *   PUT_A0(x)              nothing, or brings the first a away, which frees its register for ROR_63
 *   ADD(x, y), XOR(x, y)   x += y, x ^= y
 *   ROR_32(x), ROR_24(x), ROR_16(x), ROR_63(x)   x >>>= 32 and so on
 */
#define G4(s0, a0, a1, a2, a3, b0, b1, b2, b3, c0, c1, c2, c3, d0, d1, d2, d3) \
  TAKE_A0(a0, s0); ADD_MESSAGE(a1, s0 + 2); ADD_MESSAGE(a2, s0 + 4); ADD_MESSAGE(a3, s0 + 6); \
  ADD(a0, b0); ADD(a1, b1); ADD(a2, b2); ADD(a3, b3); \
  XOR(d0, a0); XOR(d1, a1); XOR(d2, a2); XOR(d3, a3); \
  ROR_32(d0); ROR_32(d1); ROR_32(d2); ROR_32(d3); \
  ADD(c0, d0); ADD(c1, d1); ADD(c2, d2); ADD(c3, d3); \
  XOR(b0, c0); XOR(b1, c1); XOR(b2, c2); XOR(b3, c3); \
  ROR_24(b0); ROR_24(b1); ROR_24(b2); ROR_24(b3); \
  ADD_MESSAGE(a0, s0 + 1); ADD_MESSAGE(a1, s0 + 3); ADD_MESSAGE(a2, s0 + 5); ADD_MESSAGE(a3, s0 + 7); \
  ADD(a0, b0); PUT_A0(a0); ADD(a1, b1); ADD(a2, b2); ADD(a3, b3); \
  XOR(d0, a0); XOR(d1, a1); XOR(d2, a2); XOR(d3, a3); \
  ROR_16(d0); ROR_16(d1); ROR_16(d2); ROR_16(d3); \
  ADD(c0, d0); ADD(c1, d1); ADD(c2, d2); ADD(c3, d3); \
  XOR(b0, c0); XOR(b1, c1); XOR(b2, c2); XOR(b3, c3); \
  ROR_63(b0); ROR_63(b1); ROR_63(b2); ROR_63(b3)

#endif
