/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * Calling convention of 32-bit ARM (AAPCS32). Included by asm.h. The code is ARM code. Thumb code
 * can call it: the linker, or the caller's bx or blx, switches the state. For Cortex-M, which has
 * no ARM state, it is Thumb-2 (ASM_THUMB).
 *
 * arguments            r0 r1 r2 r3
 * callee saves         r4-r11, d8-d15 (the stack pointer r13, the return address r14 = lr)
 * stack pointer        a multiple of 8
 * flags                N Z C V, Q and GE have no owner; E (byte order), J, T stay
 */

#if defined(__ARM_ARCH_PROFILE) && __ARM_ARCH_PROFILE == 'M'
# if !defined(__thumb2__)
#  error "this CPU has no Thumb-2"
# endif
# define ASM_THUMB 1
#endif

/* ---- loads and stores of words ---- */

/*
 * Loads a word from any address, in the byte order of the input. This is one ldr where the
 * compiler's options say that the CPU and the operating system allow it (-munaligned-access, the
 * default from ARMv6 on). Otherwise it loads byte by byte. Adds four to "pointer"; "scratch" may
 * change.
 */
#if defined(ASM_BIG_ENDIAN)
# define LITTLE(reg) rev reg, reg
#else
# define LITTLE(reg)
#endif

.macro LOAD_WORD reg, pointer, scratch
#if defined(__ARM_FEATURE_UNALIGNED)
  ldr \reg, [\pointer], #4
  LITTLE(\reg)
#else
  ldrb \reg, [\pointer], #1
  ldrb \scratch, [\pointer], #1
  orr \reg, \reg, \scratch, lsl #8
  ldrb \scratch, [\pointer], #1
  orr \reg, \reg, \scratch, lsl #16
  ldrb \scratch, [\pointer], #1
  orr \reg, \reg, \scratch, lsl #24
#endif
.endm

/* The same for big-endian words. */
.macro LOAD_BIG_WORD reg, pointer, scratch
#if defined(__ARM_FEATURE_UNALIGNED)
  ldr \reg, [\pointer], #4
#if !defined(ASM_BIG_ENDIAN)
  rev \reg, \reg
#endif
#else
  ldrb \reg, [\pointer], #1
  ldrb \scratch, [\pointer], #1
  orr \reg, \scratch, \reg, lsl #8
  ldrb \scratch, [\pointer], #1
  orr \reg, \scratch, \reg, lsl #8
  ldrb \scratch, [\pointer], #1
  orr \reg, \scratch, \reg, lsl #8
#endif
.endm

/*
 * Overwrites the message and the state in the first "bytes" of the stack with zeros; "bytes" is a
 * multiple of 16. Changes r0-r3, "to" and "times".
 */
.macro WIPE_STACK bytes, to, times
  mov r0, #0
  mov r1, #0
  mov r2, #0
  mov r3, #0
  mov \to, sp
  mov \times, #\bytes / 16
.Labi_wipe\@:
  subs \times, \times, #1
  stmia \to!, {r0-r3}
  bne .Labi_wipe\@
.endm

/* Changes "reg". */
.macro STORE_WORD reg, pointer
#if defined(__ARM_FEATURE_UNALIGNED)
  LITTLE(\reg)
  str \reg, [\pointer], #4
#else
  strb \reg, [\pointer], #1
  mov \reg, \reg, lsr #8
  strb \reg, [\pointer], #1
  mov \reg, \reg, lsr #8
  strb \reg, [\pointer], #1
  mov \reg, \reg, lsr #8
  strb \reg, [\pointer], #1
#endif
.endm

/* The address of read-only data: pc plus a distance that is known at link time. */
#define LOAD_ADDRESS(reg, label) abi_address reg, label
#if defined(ASM_THUMB)
# define ABI_PC_AHEAD 4
#else
# define ABI_PC_AHEAD 8
#endif
.macro abi_address reg, label
  ldr \reg, .Labi_distance\@
.Labi_here\@:
  add \reg, pc, \reg               /* pc is two instructions ahead */
  b .Labi_on\@
  .balign 4
.Labi_distance\@:
  .word \label - (.Labi_here\@ + ABI_PC_AHEAD)
.Labi_on\@:
.endm

/* pc is two instructions ahead */
.macro abi_halves q, low, high
  q\q\()l .req \low
  q\q\()h .req \high
.endm

/*
 * The instructions that the following functions may use; the assembler rejects all others. (In
 * Thumb code, the compiler's options decide.)
 */
#if defined(ASM_THUMB)
.macro INSTRUCTIONS_ARMV6
  .thumb
.endm
#else
.macro INSTRUCTIONS_ARMV6
  .arch armv6
  .arm
.endm
.macro INSTRUCTIONS_NEON
  .arch armv7-a
  .fpu neon
  .arm
.endm
#endif

/* ---- definitions for asm.h ---- */

#define ABI_START abi_start
#define ABI_FUNCTION_START abi_function_start
#define ABI_FUNCTION_END abi_function_end
#define ABI_SUBROUTINE_START abi_subroutine_start
#define ABI_SUBROUTINE_END abi_function_end
#define ABI_NOTE

/*
 * Kernels are chosen at run time. So the object declares that it needs only what every ARM CPU has,
 * and no floating point. It can be linked with objects for any CPU.
 *
 * Debuggers unwind by .debug_frame. No exception passes through a kernel; the exception tables say
 * so, and need no support from the C library.
 */
.macro abi_start
  .syntax unified
#if !defined(ASM_THUMB)
  .object_arch armv4t
#endif
  .eabi_attribute 10, 0            /* Tag_FP_arch */
  .eabi_attribute 12, 0            /* Tag_Advanced_SIMD_arch */
  .cfi_sections .debug_frame
#if !defined(ASM_THUMB)
  INSTRUCTIONS_NEON
  abi_halves 0, d0, d1
  abi_halves 1, d2, d3
  abi_halves 2, d4, d5
  abi_halves 3, d6, d7
  abi_halves 4, d8, d9
  abi_halves 5, d10, d11
  abi_halves 6, d12, d13
  abi_halves 7, d14, d15
  abi_halves 8, d16, d17
  abi_halves 9, d18, d19
  abi_halves 10, d20, d21
  abi_halves 11, d22, d23
  abi_halves 12, d24, d25
  abi_halves 13, d26, d27
  abi_halves 14, d28, d29
  abi_halves 15, d30, d31
#endif
  INSTRUCTIONS_ARMV6
.endm

.macro abi_function_start name
  .fnstart
  .cantunwind
  .cfi_startproc
.endm

.macro abi_subroutine_start
  abi_function_start
.endm

.macro abi_function_end
  .cfi_endproc
  .fnend
.endm

/* ---- prologues ---- */

/*
 * Kernels on general registers. Free after the prologue: r0-r12, lr, and FRAME bytes at [sp], a
 * multiple of 8. ARGUMENT_GENERAL is the memory operand of argument N, from 0; the kernel may
 * overwrite it.
 */
#define ABI_SAVED_GENERAL 36       /* r4-r11, lr */
#define ABI_SAVED_VECTOR 64        /* d8-d15 */
#define ABI_ALIGN 4                /* 16 for the arguments, and 36: not a multiple of 8 */
#define PROLOGUE_GENERAL(frame) abi_prologue_general frame
#define EPILOGUE_GENERAL(frame) abi_epilogue_general frame
#define ARGUMENT_GENERAL(frame, n) [sp, (frame) + ABI_ALIGN + ABI_SAVED_GENERAL + 4 * (n)]

.macro abi_save_general
  push {r0-r3}
  .cfi_adjust_cfa_offset 16
  push {r4-r11, lr}
  .cfi_adjust_cfa_offset ABI_SAVED_GENERAL
  .cfi_rel_offset r4, 0
  .cfi_rel_offset r5, 4
  .cfi_rel_offset r6, 8
  .cfi_rel_offset r7, 12
  .cfi_rel_offset r8, 16
  .cfi_rel_offset r9, 20
  .cfi_rel_offset r10, 24
  .cfi_rel_offset r11, 28
  .cfi_rel_offset lr, 32
.endm

.macro abi_restore_general
  pop {r4-r11, lr}
  .cfi_adjust_cfa_offset -ABI_SAVED_GENERAL
  .cfi_restore r4
  .cfi_restore r5
  .cfi_restore r6
  .cfi_restore r7
  .cfi_restore r8
  .cfi_restore r9
  .cfi_restore r10
  .cfi_restore r11
  .cfi_restore lr
  add sp, sp, #16
  .cfi_adjust_cfa_offset -16
  bx lr
.endm

.macro abi_prologue_general frame
  abi_save_general
  sub sp, sp, #\frame + ABI_ALIGN
  .cfi_adjust_cfa_offset \frame + ABI_ALIGN
.endm

.macro abi_epilogue_general frame
  add sp, sp, #\frame + ABI_ALIGN
  .cfi_adjust_cfa_offset -(\frame + ABI_ALIGN)
  abi_restore_general
.endm

/* The same for kernels on vector registers; d0-d31 are free, too. */
#define PROLOGUE_VECTOR(frame) abi_prologue_vector frame
#define EPILOGUE_VECTOR(frame) abi_epilogue_vector frame
#define ARGUMENT_VECTOR(frame, n) [sp, (frame) + ABI_ALIGN + ABI_SAVED_VECTOR + ABI_SAVED_GENERAL + 4 * (n)]

.macro abi_prologue_vector frame
  abi_save_general
  vpush {d8-d15}
  .cfi_adjust_cfa_offset ABI_SAVED_VECTOR
  .cfi_rel_offset d8, 0
  .cfi_rel_offset d9, 8
  .cfi_rel_offset d10, 16
  .cfi_rel_offset d11, 24
  .cfi_rel_offset d12, 32
  .cfi_rel_offset d13, 40
  .cfi_rel_offset d14, 48
  .cfi_rel_offset d15, 56
  sub sp, sp, #\frame + ABI_ALIGN
  .cfi_adjust_cfa_offset \frame + ABI_ALIGN
.endm

.macro abi_epilogue_vector frame
  add sp, sp, #\frame + ABI_ALIGN
  .cfi_adjust_cfa_offset -(\frame + ABI_ALIGN)
  vpop {d8-d15}
  .cfi_adjust_cfa_offset -ABI_SAVED_VECTOR
  .cfi_restore d8
  .cfi_restore d9
  .cfi_restore d10
  .cfi_restore d11
  .cfi_restore d12
  .cfi_restore d13
  .cfi_restore d14
  .cfi_restore d15
  abi_restore_general
.endm
