/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * Included first by every ARM kernel: the assembler, the layout of the state, macros that several
 * kernels use, and the declarations of blake2b_arm-common.inc.
 */
#ifndef BLAKE2B_ARM_H
#define BLAKE2B_ARM_H

#include "config.h"
#include "../../../driver/arm/asm.h"
#include "../blake2b_twelve-rounds.h"

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
