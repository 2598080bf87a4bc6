/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * Included first by every multi-message x86-64 kernel: the layout of blake256_lanes and
 * blake512_lanes, which is the same, and the declarations of blake_x86-lanes-common.inc.
 */
#ifndef BLAKE_X86_LANES_H
#define BLAKE_X86_LANES_H

#include "config.h"
#include "../../../driver/x86/asm.h"

IMPORT(lanes_sigma)
IMPORT(lanes_shuffles)

/*
 * lanes_shuffles: for vpshufb, 64 bytes each: 32- and 64-bit words with their bytes in
 * reverse order, or rotated right.
 */
#define SWAP_256     0
#define SWAP_512     64
#define ROR_16_OF_32 128
#define ROR_8_OF_32  160
#define ROR_16_OF_64 192

/* blake256_lanes, blake512_lanes; a row is one word of all lanes. */
#define LANES_ROW 64
#define LANES_H   0
#define LANES_S   512
#define LANES_T   768
#define LANES_ADD 896
#define LANES_IN  960

#define SIGMA_ROUND_BYTES 16       /* lanes_sigma: 8 times the number of each message word of each of ten rounds */
#define SIGMA_ROUNDS 10
#define SWAP_HALVES 0xb1           /* pshufd: each 64-bit word rotated by 32 */
#define XOR3  0x96                 /* vpternlogd: x ^ y ^ z */
#define CARRY 0xd4                 /* vpternlogd: what each bit of x + y = z carries to the next */
#define EVEN_WORDS 0x88            /* vshufps: words 0 and 2 of both operands, in each 16 bytes */
#define ODD_WORDS 0xdd

#endif
