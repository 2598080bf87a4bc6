/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * Included by the kernels for short messages: the layout of their arguments, v before the first
 * round, and the end of a block. A kernel defines before it
 *   TO_ALL    what repeats a word of memory in all lanes: {1to4} or {1to8}
 */
#ifndef BLAKE2B_X86_SHORT_H
#define BLAKE2B_X86_SHORT_H

#define WORK        rdi
#define JOBS        rsi
#define GROUPS_LEFT rdx

/* blake2b_short */
#define SHORT_H         0
#define SHORT_T         64
#define SHORT_F1        80
#define SHORT_DIGEST    88
#define SHORT_REST      96
#define SHORT_KEPT      104
#define SHORT_WHOLE     120
#define SHORT_REMAINDER 128

/* blake2b_job */
#define JOB_IN     0
#define JOB_LENGTH 8
#define JOB_HASH   16
#define JOB_BYTES  24

#define NOT 0x55                   /* vpternlogq: ~z */

#define LOAD_H(v, i)     vpbroadcastq v(i), MEM64(WORK + SHORT_H + 8 * (i))
#define LOAD_IV(v, i, n) vpbroadcastq v(i), RODATA(SHARED(iv) + 8 * (n))
/* v(12) before the first round: with the lengths of the inputs in SUM. */
#define COUNT(v, sum) \
  vpaddq v(12), sum, MEM64(WORK + SHORT_T)TO_ALL; \
  vpxorq v(12), v(12), RODATA(SHARED(iv) + 8 * 4)TO_ALL
/* All of v but v(12). */
#define START_ALL(v) \
  LOAD_H(v, 0); LOAD_H(v, 1); LOAD_H(v, 2); LOAD_H(v, 3); LOAD_H(v, 4); LOAD_H(v, 5); LOAD_H(v, 6); LOAD_H(v, 7); \
  LOAD_IV(v, 8, 0); LOAD_IV(v, 9, 1); LOAD_IV(v, 10, 2); LOAD_IV(v, 11, 3); \
  LOAD_IV(v, 13, 5); \
  vpxorq v(13), v(13), MEM64(WORK + SHORT_T + 8)TO_ALL; \
  LOAD_IV(v, 14, 6); \
  vpternlogq v(14), v(14), v(14), NOT; \
  LOAD_IV(v, 15, 7); \
  vpxorq v(15), v(15), MEM64(WORK + SHORT_F1)TO_ALL

#define FINISH(v, i, i8) vpternlogq v(i), v(i8), MEM64(WORK + SHORT_H + 8 * (i))TO_ALL, XOR3
/* v(0) to v(7): the chaining values. */
#define FINISH_BLOCK(v) \
  FINISH(v, 0, 8); FINISH(v, 1, 9); FINISH(v, 2, 10); FINISH(v, 3, 11); \
  FINISH(v, 4, 12); FINISH(v, 5, 13); FINISH(v, 6, 14); FINISH(v, 7, 15)

#endif
