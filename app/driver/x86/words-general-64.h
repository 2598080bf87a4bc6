/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * The state of hashes with 64-bit words in general registers: sixteen words, v0 to v15, rows a to
 * d. Row c has up to three registers. Its other words are in memory, in the first 32 bytes of the
 * stack, at their home addresses.
 */
#ifndef WORDS_GENERAL_64_H
#define WORDS_GENERAL_64_H

#define A0 rax
#define A1 rbx
#define A2 rcx
#define A3 rdx
#define B0 rsi
#define B1 rdi
#define B2 rbp
#define B3 r8
#define C_P r9                     /* three words of c at a time */
#define C_Q r11
#define C_R r10
#define D0 r12
#define D1 r13
#define D2 r14
#define D3 r15

/* Offsets below 128 have short encodings: the home addresses of row c come first. */
#define HOME_C0 MEM64(rsp)
#define HOME_C1 MEM64(rsp + 8)
#define HOME_C2 MEM64(rsp + 16)
#define HOME_C3 MEM64(rsp + 24)

/* Stores one word of c at its home address and loads another one. */
#define EXCHANGE(c, home, other) mov home, c; mov c, other

/*
 * b ^= d. The missing part of b was already added to d. Rows a and b become the next chaining
 * value, at h.
 */
#define FINISH_ROWS(h) \
  xor B0, D0; \
  xor B1, D1; \
  xor B2, D2; \
  xor B3, D3; \
  mov [h], A0; \
  mov [h + 8], A1; \
  mov [h + 16], A2; \
  mov [h + 24], A3; \
  mov [h + 32], B0; \
  mov [h + 40], B1; \
  mov [h + 48], B2; \
  mov [h + 56], B3

#endif
