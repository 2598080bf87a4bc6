/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * Included first by every ARM kernel of BLAKE: the assembler, the layout of the state, the order in
 * which words are used, and the declarations of blake_arm-common.inc.
 */
#ifndef BLAKE_ARM_H
#define BLAKE_ARM_H

#include "config.h"
#include "../../../driver/arm/asm.h"
#include "../blake_constants.h"

/* blake256_chain, blake512_chain */
#define STATE256_H 0
#define STATE256_S 32
#define STATE256_T 48
#define STATE512_H 0
#define STATE512_S 64
#define STATE512_T 96

#define BLOCK256_BYTES 64
#define BLOCK512_BYTES 128

/*
 * A permutation in the order of use: for four G, in the order of their b, the first message words,
 * then the second ones; columns first, then diagonals. Then the constants for these words.
 */
#define WORDS_IN_ORDER(ROW, permutation) WORDS_IN_ORDER_(ROW, permutation)
#define WORDS_IN_ORDER_(ROW, s0, s1, s2, s3, s4, s5, s6, s7, s8, s9, s10, s11, s12, s13, s14, s15) \
  ROW(s0, s2, s4, s6), ROW(s1, s3, s5, s7), ROW(s14, s8, s10, s12), ROW(s15, s9, s11, s13)
#define KEYS_IN_ORDER(ROW, permutation) KEYS_IN_ORDER_(ROW, permutation)
#define KEYS_IN_ORDER_(ROW, s0, s1, s2, s3, s4, s5, s6, s7, s8, s9, s10, s11, s12, s13, s14, s15) \
  ROW(s1, s3, s5, s7), ROW(s0, s2, s4, s6), ROW(s15, s9, s11, s13), ROW(s14, s8, s10, s12)

/*
 * Shared data: constants256 and constants512, c0 to c7; KEYS: the constants that the words of the
 * message are combined with, in order, four for each first or second half of four G, ten rounds.
 */
#define KEYS256 32
#define KEYS256_BYTES (10 * 16 * 4)
#define KEYS512 64
#define KEYS512_BYTES (10 * 16 * 8)

#if ASM_BITS == 32
/* Of a 64-bit word in two registers that is the first one which memory has first. */
#if defined(ASM_BIG_ENDIAN)
#define PAIR_LOW(first, second) second
#define PAIR_HIGH(first, second) first
#else
#define PAIR_LOW(first, second) first
#define PAIR_HIGH(first, second) second
#endif
#endif

#endif
