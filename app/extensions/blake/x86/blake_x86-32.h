/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * Shared by the 32-bit x86 kernels of BLAKE, in addition to blake256_x86.h or blake512_x86.h.
 *
 * The kernels on xmm registers have one body per word size, blake256_xmm-32.inc and
 * blake512_xmm-32.inc. Its encoding is SSE's or, with VEX defined, AVX's:
 *   OP(paddd, x, y)          x = x op y; what is in memory must be aligned to 16 bytes, for SSE
 *   MOVE(movdqu, x, y)       what takes two operands in both encodings
 *   SHIFT(psrld, to, x, n)   to = x shifted; x stays
 */
#ifndef BLAKE_X86_32_H
#define BLAKE_X86_32_H

#if defined(VEX)
#define OP(op, x, ...) v##op x, x, __VA_ARGS__
#define MOVE(op, ...) v##op __VA_ARGS__
#define SHIFT(op, to, x, n) v##op to, x, n
#define CLEAR_XMM CLEAR_AVX
#else
#define OP(op, x, ...) op x, __VA_ARGS__
#define MOVE(op, ...) op __VA_ARGS__
#define SHIFT(op, to, x, n) movdqa to, x; op to, n
#define CLEAR_XMM CLEAR_SSE
#endif

/* Zeros, which the register ZERO has, to 64 bytes of the stack. */
#define WIPE64(at, zero) \
  MOVE(movdqa, [at], zero); \
  MOVE(movdqa, [at + 16], zero); \
  MOVE(movdqa, [at + 32], zero); \
  MOVE(movdqa, [at + 48], zero)

/*
 * pshufb: offsets in byte_shuffles. 32- and 64-bit words, to the right; bytes of words in
 * reverse order.
 */
#define ROR_16_OF_32 0
#define ROR_8_OF_32  16
#define REVERSE_32     32
#define ROR_16_OF_64 48
#define REVERSE_64     64

#if !defined(BLAKE_X86_32_COMMON)
IMPORT(byte_shuffles)
IMPORT(sigma)
ABI_IMPORT
#endif

#endif
