/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * Calling conventions of x86-64. Included by asm.h.
 *
 *                      System V (Linux, BSD, macOS)      Win64
 * arguments            rdi rsi rdx rcx                   rcx rdx r8 r9
 * callee saves         rbx rbp r12-r15                   rbx rbp rdi rsi r12-r15 xmm6-xmm15
 *
 * After a prologue the arguments are in rdi, rsi, rdx, rcx in both. The red zone is not used:
 * nothing is written below the stack pointer.
 */

#if defined(ASM_WIN64)
# define ABI_ARGUMENTS \
  mov rdi, rcx; \
  mov rsi, rdx; \
  mov rdx, r8; \
  mov rcx, r9
/*
 * 10 xmm registers. The return address and three pushes take 32 bytes, so rsp stays aligned to 16.
 */
# define ABI_XMM_BYTES 160
# define ABI_EACH_XMM(move) \
  move(6, 0); move(7, 16); move(8, 32); move(9, 48); move(10, 64); \
  move(11, 80); move(12, 96); move(13, 112); move(14, 128); move(15, 144)
# define ABI_SAVE_XMM(n, offset) movaps [rbp + offset], xmm##n; UNWIND_XMM(n, offset)
# define ABI_LOAD_XMM(n, offset) movaps xmm##n, [rbp + offset]
#endif

/*
 * Kernels on general registers. Free after the prologue: all fifteen registers, and FRAME bytes at
 * [rsp]. FRAME is a multiple of 16 plus 8, which keeps rsp a multiple of 16.
 */
#define ABI_PUSH_GENERAL \
  push rbx; UNWIND_PUSHED(rbx, 16); \
  push rbp; UNWIND_PUSHED(rbp, 24); \
  push r12; UNWIND_PUSHED(r12, 32); \
  push r13; UNWIND_PUSHED(r13, 40); \
  push r14; UNWIND_PUSHED(r14, 48); \
  push r15; UNWIND_PUSHED(r15, 56)
#if defined(ASM_WIN64)
# define PROLOGUE_GENERAL(frame) \
  ABI_PUSH_GENERAL; \
  push rdi; UNWIND_PUSHED(rdi, 64); \
  push rsi; UNWIND_PUSHED(rsi, 72); \
  sub rsp, frame; UNWIND_ALLOCATED(frame, 72 + (frame)); \
  UNWIND_PROLOGUE_END; \
  ABI_ARGUMENTS
# define EPILOGUE_GENERAL(frame) \
  add rsp, frame; \
  pop rsi; \
  pop rdi; \
  pop r15; \
  pop r14; \
  pop r13; \
  pop r12; \
  pop rbp; \
  pop rbx; \
  ret
#else
# define PROLOGUE_GENERAL(frame) \
  ABI_PUSH_GENERAL; \
  sub rsp, frame; UNWIND_ALLOCATED(frame, 56 + (frame))
# define EPILOGUE_GENERAL(frame) \
  add rsp, frame; UNWIND_FREED(56); \
  pop r15; UNWIND_POPPED(r15, 48); \
  pop r14; UNWIND_POPPED(r14, 40); \
  pop r13; UNWIND_POPPED(r13, 32); \
  pop r12; UNWIND_POPPED(r12, 24); \
  pop rbp; UNWIND_POPPED(rbp, 16); \
  pop rbx; UNWIND_POPPED(rbx, 8); \
  ret
#endif

/*
 * Kernels on vector registers. Free after the prologue: rax, rcx, rdx, rsi, rdi, r8-r11, all vector
 * registers, and FRAME bytes at [rsp], a multiple of ALIGNMENT. The frame pointer is rbp.
 * EPILOGUE_VECTOR does not clear the upper halves: a kernel that wrote a ymm or zmm register runs
 * vzeroupper before it.
 */
#if defined(ASM_WIN64)
# define PROLOGUE_VECTOR(frame, alignment) \
  push rbp; UNWIND_PUSHED(rbp, 16); \
  push rdi; UNWIND_PUSHED(rdi, 24); \
  push rsi; UNWIND_PUSHED(rsi, 32); \
  sub rsp, ABI_XMM_BYTES; UNWIND_ALLOCATED(ABI_XMM_BYTES, 32 + ABI_XMM_BYTES); \
  mov rbp, rsp; UNWIND_FRAME(rbp, 32 + ABI_XMM_BYTES); \
  ABI_EACH_XMM(ABI_SAVE_XMM); \
  UNWIND_PROLOGUE_END; \
  sub rsp, frame; \
  and rsp, -(alignment); \
  ABI_ARGUMENTS
# define EPILOGUE_VECTOR \
  ABI_EACH_XMM(ABI_LOAD_XMM); \
  lea rsp, [rbp + ABI_XMM_BYTES]; \
  pop rsi; \
  pop rdi; \
  pop rbp; \
  ret
#else
# define PROLOGUE_VECTOR(frame, alignment) \
  push rbp; UNWIND_PUSHED(rbp, 16); \
  mov rbp, rsp; UNWIND_FRAME(rbp, 16); \
  sub rsp, frame; \
  and rsp, -(alignment)
# define EPILOGUE_VECTOR \
  mov rsp, rbp; \
  pop rbp; UNWIND_FRAME_POPPED(rbp, 8); \
  ret
#endif

/*
 * Before an epilogue: clears registers that held secrets. On Win64 the epilogue restores the
 * caller's xmm6 to xmm15. vzeroupper does not change xmm16 and above.
 */
#define CLEAR_GENERAL \
  xor eax, eax; xor ecx, ecx; xor edx, edx; xor esi, esi; xor edi, edi; \
  xor r8d, r8d; xor r9d, r9d; xor r10d, r10d; xor r11d, r11d
#if defined(ASM_WIN64)
# define ABI_CLEAR_SAVED(clear)
#else
# define ABI_CLEAR_SAVED(clear) \
  clear(6); clear(7); clear(8); clear(9); clear(10); clear(11); clear(12); clear(13); clear(14); clear(15)
#endif
#define ABI_CLEAR_ALL(clear) \
  clear(0); clear(1); clear(2); clear(3); clear(4); clear(5); ABI_CLEAR_SAVED(clear); CLEAR_GENERAL
#define ABI_CLEAR_SSE(n) pxor xmm##n, xmm##n
#define CLEAR_SSE ABI_CLEAR_ALL(ABI_CLEAR_SSE)
#define ABI_CLEAR(n) vpxor xmm##n, xmm##n, xmm##n
#define CLEAR_AVX ABI_CLEAR_ALL(ABI_CLEAR)
#define ABI_CLEAR_EVEX(n) vpxorq ymm##n, ymm##n, ymm##n
/* and xmm16 to xmm31 */
#define CLEAR_AVX512 \
  CLEAR_AVX; \
  ABI_CLEAR_EVEX(16); ABI_CLEAR_EVEX(17); ABI_CLEAR_EVEX(18); ABI_CLEAR_EVEX(19); \
  ABI_CLEAR_EVEX(20); ABI_CLEAR_EVEX(21); ABI_CLEAR_EVEX(22); ABI_CLEAR_EVEX(23); \
  ABI_CLEAR_EVEX(24); ABI_CLEAR_EVEX(25); ABI_CLEAR_EVEX(26); ABI_CLEAR_EVEX(27); \
  ABI_CLEAR_EVEX(28); ABI_CLEAR_EVEX(29); ABI_CLEAR_EVEX(30); ABI_CLEAR_EVEX(31)

/* 64-bit code addresses the data of other objects directly. */
#define ABI_IMPORT
#define ABI_SHARED
