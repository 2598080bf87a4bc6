/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * Included first by every RISC-V kernel: the assembler, and the layout of the state. Shared code is
 * in blake2b_riscv-common.inc.
 */
#ifndef BLAKE2B_RISCV_H
#define BLAKE2B_RISCV_H

#include "config.h"
#include "../../../driver/riscv/asm.h"
#include "../blake2b_twelve-rounds.h"

/* blake2b_state_internal */
#define STATE_H 0
#define STATE_T 64
#define STATE_F 80

#define BLOCK_BYTES 128

/* A block of zeros. */
.macro zero_block at, offset=0
  .irp i, 0, 8, 16, 24, 32, 40, 48, 56, 64, 72, 80, 88, 96, 104, 112, 120
  sd zero, (\offset) + \i(\at)
  .endr
.endm

#endif
