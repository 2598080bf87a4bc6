/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * Calling convention of 32-bit x86: cdecl, on every system. Included by asm.h.
 *
 * arguments            on the stack, above the return address; the callee may overwrite them
 * callee saves         ebx ebp esi edi stack pointer        a multiple of 4; Windows and older Unix
 * guarantee no more
 */

/*
 * Kernels on general registers. Free after the prologue: all seven registers, and FRAME bytes at
 * [esp], a multiple of 4. ARGUMENT_GENERAL is the memory operand of argument N, from 0.
 */
#define PROLOGUE_GENERAL(frame) \
  push ebx; UNWIND_PUSHED(ebx, 8); \
  push ebp; UNWIND_PUSHED(ebp, 12); \
  push esi; UNWIND_PUSHED(esi, 16); \
  push edi; UNWIND_PUSHED(edi, 20); \
  sub esp, frame; UNWIND_ALLOCATED(frame, 20 + (frame))
#define ARGUMENT_GENERAL(frame, n) MEM32(esp + (frame) + 20 + 4 * (n))
#define EPILOGUE_GENERAL(frame) \
  add esp, frame; UNWIND_FREED(20); \
  pop edi; UNWIND_POPPED(edi, 16); \
  pop esi; UNWIND_POPPED(esi, 12); \
  pop ebp; UNWIND_POPPED(ebp, 8); \
  pop ebx; UNWIND_POPPED(ebx, 4); \
  ret

/*
 * Kernels on vector registers. Free after the prologue: eax, ebx, ecx, edx, esi, edi, all vector
 * registers, and FRAME bytes at [esp], a multiple of ALIGNMENT. The arguments are addressed through
 * the frame pointer, ebp. EPILOGUE_VECTOR does not clear the upper halves: a kernel that wrote a
 * ymm or zmm register runs vzeroupper before it.
 */
#define PROLOGUE_VECTOR(frame, alignment) \
  push ebp; UNWIND_PUSHED(ebp, 8); \
  mov ebp, esp; UNWIND_FRAME(ebp, 8); \
  push ebx; UNWIND_SAVED(ebx, 12); \
  push esi; UNWIND_SAVED(esi, 16); \
  push edi; UNWIND_SAVED(edi, 20); \
  sub esp, frame; \
  and esp, -(alignment)
#define ARGUMENT_VECTOR(n) MEM32(ebp + 8 + 4 * (n))
#define EPILOGUE_VECTOR \
  lea esp, [ebp - 12]; \
  pop edi; UNWIND_RESTORED(edi); \
  pop esi; UNWIND_RESTORED(esi); \
  pop ebx; UNWIND_RESTORED(ebx); \
  pop ebp; UNWIND_FRAME_POPPED(ebp, 4); \
  ret

/*
 * LOAD_ADDRESS(reg, label): the position-independent address of read-only data. Its distance from
 * the instruction after the call is known at link time. The call returns, as a shadow stack
 * requires. Also changes eax.
 */
#define LOAD_ADDRESS(reg, label) \
  CALL_SHARED(next_address); \
  ASM_LEA_FROM_HERE(reg, eax, label)

/* One object of the library defines it, the others import it. */
#define ABI_IMPORT IMPORT(next_address)
#define ABI_SHARED \
  SHARED_SUBROUTINE(next_address); \
  mov eax, [esp]; \
  ret; \
  ENDSUBROUTINE

/* Before an epilogue: clears vector registers that held secrets. */
#define ABI_CLEAR_SSE(n) pxor xmm##n, xmm##n
#define ABI_CLEAR(n) vpxor xmm##n, xmm##n, xmm##n
#define CLEAR_SSE \
  ABI_CLEAR_SSE(0); ABI_CLEAR_SSE(1); ABI_CLEAR_SSE(2); ABI_CLEAR_SSE(3); \
  ABI_CLEAR_SSE(4); ABI_CLEAR_SSE(5); ABI_CLEAR_SSE(6); ABI_CLEAR_SSE(7)
#define CLEAR_AVX \
  ABI_CLEAR(0); ABI_CLEAR(1); ABI_CLEAR(2); ABI_CLEAR(3); ABI_CLEAR(4); ABI_CLEAR(5); ABI_CLEAR(6); ABI_CLEAR(7)
