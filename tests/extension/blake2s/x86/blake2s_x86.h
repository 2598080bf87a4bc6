/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/* Shared by the x86 kernels of BLAKE2s: the assembler, layouts, the order of words. */
#ifndef BLAKE2S_X86_H
#define BLAKE2S_X86_H

#include "config.h"
#include "driver/x86/asm.h"

#define BLOCK_BYTES 64

/* blake2s_chain */
#define STATE_H    0
#define STATE_T    32
#define STATE_LAST 40

/* blake2s_lanes; a row is one word of all eight lanes */
#define LANES_H    0
#define LANES_T    256
#define LANES_LAST 320
#define LANES_ADD  352
#define LANES_IN   384

/*
 * RFC 7693, section 2.7: the words of the ten rounds: the columns' first words, their second
 * ones; the diagonals' first words, their second ones.
 */
#define TEN_ROUNDS(COLUMNS, DIAGONALS) \
  COLUMNS(0, 2, 4, 6, 1, 3, 5, 7);      DIAGONALS(8, 10, 12, 14, 9, 11, 13, 15); \
  COLUMNS(14, 4, 9, 13, 10, 8, 15, 6);  DIAGONALS(1, 0, 11, 5, 12, 2, 7, 3); \
  COLUMNS(11, 12, 5, 15, 8, 0, 2, 13);  DIAGONALS(10, 3, 7, 9, 14, 6, 1, 4); \
  COLUMNS(7, 3, 13, 11, 9, 1, 12, 14);  DIAGONALS(2, 5, 4, 15, 6, 10, 0, 8); \
  COLUMNS(9, 5, 2, 10, 0, 7, 4, 15);    DIAGONALS(14, 11, 6, 3, 1, 12, 8, 13); \
  COLUMNS(2, 6, 0, 8, 12, 10, 11, 3);   DIAGONALS(4, 7, 15, 1, 13, 5, 14, 9); \
  COLUMNS(12, 1, 14, 4, 5, 15, 13, 10); DIAGONALS(0, 6, 9, 8, 7, 3, 2, 11); \
  COLUMNS(13, 7, 12, 3, 11, 14, 1, 9);  DIAGONALS(5, 15, 8, 2, 0, 4, 6, 10); \
  COLUMNS(6, 14, 11, 0, 15, 9, 3, 8);   DIAGONALS(12, 13, 1, 10, 2, 7, 4, 5); \
  COLUMNS(10, 8, 7, 1, 2, 4, 6, 5);     DIAGONALS(15, 9, 3, 13, 11, 14, 12, 0)

#endif
