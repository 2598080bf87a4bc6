/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * Included first by every x86 kernel: the assembler, the layout of the state, macros that several
 * kernels use, and the declarations of blake2b_x86-common.inc.
 */
#ifndef BLAKE2B_X86_H
#define BLAKE2B_X86_H

#include "config.h"
#include "../../../driver/x86/asm.h"
#include "../blake2b_sigma.h"

/* blake2b_state_internal */
#define STATE_H 0
#define STATE_T 64
#define STATE_F 80

#define BLOCK_BYTES 128

/* Rounds 0 to 8, and all twelve, by a macro of the words of a round, and of the next. */
#define NINE_ROUNDS(round) \
  WITH(round, SIGMA_0, SIGMA_1); \
  WITH(round, SIGMA_1, SIGMA_2); \
  WITH(round, SIGMA_2, SIGMA_3); \
  WITH(round, SIGMA_3, SIGMA_4); \
  WITH(round, SIGMA_4, SIGMA_5); \
  WITH(round, SIGMA_5, SIGMA_6); \
  WITH(round, SIGMA_6, SIGMA_7); \
  WITH(round, SIGMA_7, SIGMA_8); \
  WITH(round, SIGMA_8, SIGMA_9)
#define TWELVE_ROUNDS(round) \
  NINE_ROUNDS(round); \
  WITH(round, SIGMA_9, SIGMA_0); \
  WITH(round, SIGMA_0, SIGMA_1); \
  WITH(round, SIGMA_1, SIGMA_2)

#define SWAP_HALVES 0xb1           /* pshufd: each 64-bit word rotated by 32 */
#define XOR3 0x96                  /* vpternlogq: x ^ y ^ z */

#if ASM_BITS == 64
/*
 * Before the first block of kernels on vector registers: GROWTH, and a short last block padded at
 * [rsp + PADDED]. Continues after it if there is a block, else at KERNEL_LABEL(return).
 */
#define PREPARE_BLOCKS \
  mov GROWTH, BYTES_LEFT; \
  cmp MEM64(STATE + STATE_F), 0; \
  je KERNEL_LABEL(not_last); \
  cmp BYTES_LEFT, BLOCK_BYTES; \
  je KERNEL_LABEL(start); \
  lea r11, [rsp + PADDED]; \
  CALL_SHARED(pad_block); \
  mov IN, r11; \
  mov GROWTH, BYTES_LEFT; \
  mov BYTES_LEFT, BLOCK_BYTES; \
  jmp KERNEL_LABEL(start); \
KERNEL_LABEL(not_last):; \
  mov GROWTH, BLOCK_BYTES; \
  test BYTES_LEFT, BYTES_LEFT; \
  jz KERNEL_LABEL(return); \
KERNEL_LABEL(start):
#else
/*
 * Before the first block of kernels on vector registers: the arguments; GROWTH, and a short last
 * block padded at [esp + PADDED]. Continues after it if there is a block, else at
 * KERNEL_LABEL(return).
 */
#define PREPARE_BLOCKS \
  mov STATE, ARGUMENT_VECTOR(0); \
  mov IN, ARGUMENT_VECTOR(1); \
  mov BYTES_LEFT, ARGUMENT_VECTOR(2); \
  mov GROWTH, BLOCK_BYTES; \
  cmp MEM32(STATE + STATE_F), 0; \
  jne KERNEL_LABEL(last); \
  test BYTES_LEFT, BYTES_LEFT; \
  jz KERNEL_LABEL(return); \
  jmp KERNEL_LABEL(start); \
KERNEL_LABEL(last):; \
  cmp BYTES_LEFT, GROWTH; \
  je KERNEL_LABEL(start); \
  mov edx, BYTES_LEFT; \
  lea edi, [esp + PADDED]; \
  CALL_SHARED(pad_block); \
  mov IN, edi; \
  mov GROWTH, ARGUMENT_VECTOR(2); \
  mov BYTES_LEFT, BLOCK_BYTES; \
KERNEL_LABEL(start):
#endif

#if !defined(BLAKE2B_X86_COMMON)
IMPORT(iv)
IMPORT(pad_block)
ABI_IMPORT
#endif

#endif
