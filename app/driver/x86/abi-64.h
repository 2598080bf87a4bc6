/*
 * Calling conventions of x86-64. Included by asm.h.
 *
 *                      System V (Linux, BSD, macOS)      Win64
 * arguments            rdi rsi rdx rcx                   rcx rdx r8 r9
 * callee saves         rbx rbp r12-r15                   rbx rbp rdi rsi r12-r15 xmm6-xmm15
 *
 * After a prologue the arguments stand in rdi, rsi, rdx, rcx everywhere. No red zone is
 * used: all writes go above the stack pointer.
 */

#if defined(ASM_WIN64)
# define ABI_ARGUMENTS \
  mov rdi, rcx; \
  mov rsi, rdx; \
  mov rdx, r8; \
  mov rcx, r9
/* 10 xmm registers. Return address and three pushes before them: 32 bytes, so all is aligned to 16. */
# define ABI_XMM_BYTES 160
# define ABI_SAVE_XMM(n, offset) movaps [rbp + offset], xmm##n; UNWIND_XMM(n, offset)
# define ABI_LOAD_XMM(n, offset) movaps xmm##n, [rbp + offset]
#endif

/*
 * Kernels on general registers: all fifteen are free afterwards, and FRAME bytes at
 * [rsp]. FRAME is a multiple of 16 plus 8, which keeps rsp a multiple of 16.
 */
#if defined(ASM_WIN64)
# define PROLOGUE_GENERAL(frame) \
  push rbx; UNWIND_PUSHED(rbx, 16); \
  push rbp; UNWIND_PUSHED(rbp, 24); \
  push r12; UNWIND_PUSHED(r12, 32); \
  push r13; UNWIND_PUSHED(r13, 40); \
  push r14; UNWIND_PUSHED(r14, 48); \
  push r15; UNWIND_PUSHED(r15, 56); \
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
  push rbx; UNWIND_PUSHED(rbx, 16); \
  push rbp; UNWIND_PUSHED(rbp, 24); \
  push r12; UNWIND_PUSHED(r12, 32); \
  push r13; UNWIND_PUSHED(r13, 40); \
  push r14; UNWIND_PUSHED(r14, 48); \
  push r15; UNWIND_PUSHED(r15, 56); \
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
 * Kernels on vector registers: rax, rcx, rdx, rsi, rdi, r8-r11 and all vector registers
 * are free afterwards, and FRAME bytes at [rsp], rsp being a multiple of ALIGNMENT. rbp
 * is the frame pointer. EPILOGUE_VECTOR does not clean the upper halves: a kernel that
 * wrote a ymm or zmm register runs vzeroupper before it.
 */
#if defined(ASM_WIN64)
# define PROLOGUE_VECTOR(frame, alignment) \
  push rbp; UNWIND_PUSHED(rbp, 16); \
  push rdi; UNWIND_PUSHED(rdi, 24); \
  push rsi; UNWIND_PUSHED(rsi, 32); \
  sub rsp, ABI_XMM_BYTES; UNWIND_ALLOCATED(ABI_XMM_BYTES, 32 + ABI_XMM_BYTES); \
  mov rbp, rsp; UNWIND_FRAME(rbp, 32 + ABI_XMM_BYTES); \
  ABI_SAVE_XMM(6, 0); \
  ABI_SAVE_XMM(7, 16); \
  ABI_SAVE_XMM(8, 32); \
  ABI_SAVE_XMM(9, 48); \
  ABI_SAVE_XMM(10, 64); \
  ABI_SAVE_XMM(11, 80); \
  ABI_SAVE_XMM(12, 96); \
  ABI_SAVE_XMM(13, 112); \
  ABI_SAVE_XMM(14, 128); \
  ABI_SAVE_XMM(15, 144); \
  UNWIND_PROLOGUE_END; \
  sub rsp, frame; \
  and rsp, -(alignment); \
  ABI_ARGUMENTS
# define EPILOGUE_VECTOR \
  ABI_LOAD_XMM(6, 0); \
  ABI_LOAD_XMM(7, 16); \
  ABI_LOAD_XMM(8, 32); \
  ABI_LOAD_XMM(9, 48); \
  ABI_LOAD_XMM(10, 64); \
  ABI_LOAD_XMM(11, 80); \
  ABI_LOAD_XMM(12, 96); \
  ABI_LOAD_XMM(13, 112); \
  ABI_LOAD_XMM(14, 128); \
  ABI_LOAD_XMM(15, 144); \
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
