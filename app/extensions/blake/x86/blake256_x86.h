/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * What every x86 kernel of BLAKE-256 begins with: the assembler, the layout of the chain, the constants, and what
 * kernels share (blake256_x86-common.inc).
 */
#ifndef BLAKE256_X86_H
#define BLAKE256_X86_H

#include "config.h"
#include "../../../driver/x86/asm.h"

/* blake256_chain */
#define STATE_H 0
#define STATE_S 32
#define STATE_T 48

#define BLOCK_BYTES 64

#define SWAP_PAIRS 0xb1            /* pshuflw, pshufhw: words of 16 bits */

/* Zeros, which the register ZERO has, to four times BYTES of the stack; MOVE stores so many. */
#define WIPE4(move, bytes, at, zero) \
  move [at], zero; \
  move [at + bytes], zero; \
  move [at + 2 * bytes], zero; \
  move [at + 3 * bytes], zero

/* u, the specification's constants: digits of pi. */
#define U0  0x243f6a88
#define U1  0x85a308d3
#define U2  0x13198a2e
#define U3  0x03707344
#define U4  0xa4093822
#define U5  0x299f31d0
#define U6  0x082efa98
#define U7  0xec4e6c89
#define U8  0x452821e6
#define U9  0x38d01377
#define U10 0xbe5466cf
#define U11 0x34e90c6c
#define U12 0xc0ac29b7
#define U13 0xc97c50dd
#define U14 0x3f84d5b5
#define U15 0xb5470917

#endif
