/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * The constants of BLAKE's specification, in the form that the assembly kernels use, and its
 * permutations.
 */
#ifndef BLAKE_CONSTANTS_H
#define BLAKE_CONSTANTS_H

/* The first digits of pi. */
#define C256_0 0x243f6a88
#define C256_1 0x85a308d3
#define C256_2 0x13198a2e
#define C256_3 0x03707344
#define C256_4 0xa4093822
#define C256_5 0x299f31d0
#define C256_6 0x082efa98
#define C256_7 0xec4e6c89
#define C256_8 0x452821e6
#define C256_9 0x38d01377
#define C256_10 0xbe5466cf
#define C256_11 0x34e90c6c
#define C256_12 0xc0ac29b7
#define C256_13 0xc97c50dd
#define C256_14 0x3f84d5b5
#define C256_15 0xb5470917

#define C512_0 0x243f6a8885a308d3
#define C512_1 0x13198a2e03707344
#define C512_2 0xa4093822299f31d0
#define C512_3 0x082efa98ec4e6c89
#define C512_4 0x452821e638d01377
#define C512_5 0xbe5466cf34e90c6c
#define C512_6 0xc0ac29b7c97c50dd
#define C512_7 0x3f84d5b5b5470917
#define C512_8 0x9216d5d98979fb1b
#define C512_9 0xd1310ba698dfb5ac
#define C512_10 0x2ffd72dbd01adfb7
#define C512_11 0xb8e1afed6a267e96
#define C512_12 0xba7c9045f12c7f99
#define C512_13 0x24a19947b3916cf7
#define C512_14 0x0801f2e2858efc16
#define C512_15 0x636920d871574e69

/* The permutations of the specification; round r uses number r modulo 10. */
#define SIGMA_0 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
#define SIGMA_1 14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3
#define SIGMA_2 11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4
#define SIGMA_3 7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8
#define SIGMA_4 9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13
#define SIGMA_5 2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9
#define SIGMA_6 12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11
#define SIGMA_7 13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10
#define SIGMA_8 6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5
#define SIGMA_9 10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0
#define SIGMA(r) ASM_CAT(SIGMA_, r)

#endif
