/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * Included first by every multi-message kernel on 512-bit registers: the staggered rounds, and the
 * transposition of the first blocks to rows.
 */
#ifndef BLAKE2B_ZMM_LANES_H
#define BLAKE2B_ZMM_LANES_H

#include "blake2b_x86-lanes.h"

/*
 * Four Gs interleaved as in G4, but each one step after the previous one. So they do not all need
 * the units that rotate at the same time. A line has one step of each G. With ROR(x, n): x >>>= n.
 */
#define STAGGERED_G4(s0, a0, a1, a2, a3, b0, b1, b2, b3, c0, c1, c2, c3, d0, d1, d2, d3) \
  ADD_MESSAGE(a0, s0); \
  ADD(a0, b0);  ADD_MESSAGE(a1, s0 + 2); \
  XOR(d0, a0);  ADD(a1, b1);  ADD_MESSAGE(a2, s0 + 4); \
  ROR(d0, 32);  XOR(d1, a1);  ADD(a2, b2);  ADD_MESSAGE(a3, s0 + 6); \
  ADD(c0, d0);  ROR(d1, 32);  XOR(d2, a2);  ADD(a3, b3); \
  XOR(b0, c0);  ADD(c1, d1);  ROR(d2, 32);  XOR(d3, a3); \
  ROR(b0, 24);  XOR(b1, c1);  ADD(c2, d2);  ROR(d3, 32);  ADD_MESSAGE(a0, s0 + 1); \
                ROR(b1, 24);  XOR(b2, c2);  ADD(c3, d3); \
  ADD(a0, b0);  ADD_MESSAGE(a1, s0 + 3);    ROR(b2, 24);  XOR(b3, c3); \
  XOR(d0, a0);  ADD(a1, b1);  ADD_MESSAGE(a2, s0 + 5);    ROR(b3, 24); \
  ROR(d0, 16);  XOR(d1, a1);  ADD(a2, b2);  ADD_MESSAGE(a3, s0 + 7); \
  ADD(c0, d0);  ROR(d1, 16);  XOR(d2, a2);  ADD(a3, b3); \
  XOR(b0, c0);  ADD(c1, d1);  ROR(d2, 16);  XOR(d3, a3); \
  ROR(b0, 63);  XOR(b1, c1);  ADD(c2, d2);  ROR(d3, 16); \
                ROR(b1, 63);  XOR(b2, c2);  ADD(c3, d3); \
                              ROR(b2, 63);  XOR(b3, c3); \
                                            ROR(b3, 63)

/* Words W and W + 1 of the blocks that IN0 to IN7 point to, to their rows from DST on. */
#define IN0 rax
#define IN1 rcx
#define IN2 rdx
#define IN3 rsi
#define IN4 r8
#define IN5 r9
#define IN6 r10
#define IN7 r11
#define GATHER_PAIR(w, dst, even, odd, out) \
  vmovdqu xmm##even, MEM128(IN0 + 8 * (w)); \
  vmovdqu xmm##odd, MEM128(IN1 + 8 * (w)); \
  vinserti128 ymm##even, ymm##even, MEM128(IN2 + 8 * (w)), 1; \
  vinserti128 ymm##odd, ymm##odd, MEM128(IN3 + 8 * (w)), 1; \
  vinserti32x4 zmm##even, zmm##even, MEM128(IN4 + 8 * (w)), 2; \
  vinserti32x4 zmm##odd, zmm##odd, MEM128(IN5 + 8 * (w)), 2; \
  vinserti32x4 zmm##even, zmm##even, MEM128(IN6 + 8 * (w)), 3; \
  vinserti32x4 zmm##odd, zmm##odd, MEM128(IN7 + 8 * (w)), 3; \
  vpunpcklqdq zmm##out, zmm##even, zmm##odd; \
  vpunpckhqdq zmm##odd, zmm##even, zmm##odd; \
  vmovdqa64 MEM512(dst + 64 * (w)), zmm##out; \
  vmovdqa64 MEM512(dst + 64 * (w) + 64), zmm##odd
/* The blocks of eight lanes, whose pointers are at IN. */
#define GATHER_EIGHT(in, dst) \
  mov IN0, [in]; \
  mov IN1, [in + 8]; \
  mov IN2, [in + 16]; \
  mov IN3, [in + 24]; \
  mov IN4, [in + 32]; \
  mov IN5, [in + 40]; \
  mov IN6, [in + 48]; \
  mov IN7, [in + 56]; \
  GATHER_PAIR(0, dst, 0, 1, 2); \
  GATHER_PAIR(2, dst, 3, 4, 5); \
  GATHER_PAIR(4, dst, 6, 7, 8); \
  GATHER_PAIR(6, dst, 9, 10, 11); \
  GATHER_PAIR(8, dst, 12, 13, 14); \
  GATHER_PAIR(10, dst, 0, 1, 2); \
  GATHER_PAIR(12, dst, 3, 4, 5); \
  GATHER_PAIR(14, dst, 6, 7, 8)

#endif
