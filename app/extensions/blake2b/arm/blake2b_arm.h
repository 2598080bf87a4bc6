/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * Included first by every ARM kernel: the assembler, the layout of the state, macros that several
 * kernels use, and the declarations of blake2b_arm-common.inc.
 */
#ifndef BLAKE2B_ARM_H
#define BLAKE2B_ARM_H

#include "config.h"
#include "../../../driver/arm/asm.h"

/* blake2b_state_internal */
#define STATE_H 0
#define STATE_T 64
#define STATE_F 80

#define BLOCK_BYTES 128

#if ASM_BITS == 64
/* A block of zeros. */
.macro zero_block at, offset=0
  .irp i, 0, 16, 32, 48, 64, 80, 96, 112
  stp xzr, xzr, [\at, (\offset) + \i]
  .endr
.endm

/*
 * All rounds, by the kernel's macro "round": a round's sixteen words, of which those of the first
 * half were already added, and the first words of the next round.
 */
#define NO_WORD 16
.macro twelve_rounds
  round  0,  1,  2,  3,  4,  5,  6,  7,  8,  9, 10, 11, 12, 13, 14, 15,  14,  4,  9, 13
  round 14, 10,  4,  8,  9, 15, 13,  6,  1, 12,  0,  2, 11,  7,  5,  3,  11, 12,  5, 15
  round 11,  8, 12,  0,  5,  2, 15, 13, 10, 14,  3,  6,  7,  1,  9,  4,   7,  3, 13, 11
  round  7,  9,  3,  1, 13, 12, 11, 14,  2,  6,  5, 10,  4,  0, 15,  8,   9,  5,  2, 10
  round  9,  0,  5,  7,  2,  4, 10, 15, 14,  1, 11, 12,  6,  8,  3, 13,   2,  6,  0,  8
  round  2, 12,  6, 10,  0, 11,  8,  3,  4, 13,  7,  5, 15, 14,  1,  9,  12,  1, 14,  4
  round 12,  5,  1, 15, 14, 13,  4, 10,  0,  7,  6,  3,  9,  2,  8, 11,  13,  7, 12,  3
  round 13, 11,  7, 14, 12,  1,  3,  9,  5,  0, 15,  4,  8,  6,  2, 10,   6, 14, 11,  0
  round  6, 15, 14,  9, 11,  3,  0,  8, 12,  2, 13,  7,  1,  4, 10,  5,  10,  8,  7,  1
  round 10,  2,  8,  4,  7,  6,  1,  5, 15, 11,  9, 14,  3, 12, 13,  0,   0,  2,  4,  6
  round  0,  1,  2,  3,  4,  5,  6,  7,  8,  9, 10, 11, 12, 13, 14, 15,  14,  4,  9, 13
  round 14, 10,  4,  8,  9, 15, 13,  6,  1, 12,  0,  2, 11,  7,  5,  3,  NO_WORD, NO_WORD, NO_WORD, NO_WORD
.endm

/*
 * Before the first block: x9 = what a block adds to T, x2 = bytes left, and a short last block
 * padded at [sp, "padded"]. Goes to "start", which is after it. Changes x4 to x8.
 */
.macro prepare_blocks state, padded, start
  mov x9, BLOCK_BYTES
  ldr x4, [\state, STATE_F]
  cbz x4, \start
  mov x9, x2
  cmp x2, BLOCK_BYTES
  b.eq \start
  add x4, sp, \padded
  CALL_SHARED(pad_block)
  mov x1, x4
  mov x2, BLOCK_BYTES
.endm
#endif

#endif
