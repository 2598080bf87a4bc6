/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * The assembler dialect of RISC-V kernels (64 bits, little-endian): GNU as and clang; ELF.
 *
 * What a kernel uses from here, as on ARM:
 *   SECTION_TEXT, SECTION_RODATA, ALIGN_DATA(n), ALIGN_CODE(n)
 *   BYTES(...), DWORDS(...), QUADS(...)     data
 *   LABEL(name):                            label, not exported, unique in the library
 *   LOAD_ADDRESS(reg, LABEL(name))          position independent
 *   FUNCTION(name) ... ENDFUNCTION(name)    hidden global function, unwind data
 *   SHARED(name)                            what several objects of a library share: data by
 *                                           SHARED_DATA(name), code by SHARED_SUBROUTINE(name) ...
 *                                           ENDSUBROUTINE, hidden; called by CALL_SHARED(name)
 *   INSTRUCTIONS_ZBB, INSTRUCTIONS_V, INSTRUCTIONS_ZVBB   allow these instructions from here on;
 *                                           once, before the first instruction
 *   ASM_END                                 the last line
 *
 * Calling convention (the psABI's, whatever it does with floating point)
 *   arguments            a0 a1 a2 a3 (x10 - x13)
 *   callee saves         s0 s1 (x8 x9), s2 - s11 (x18 - x27)
 *   return address       ra (x1)
 *   never touched        gp (x3), tp (x4)
 *   stack pointer        sp (x2), a multiple of 16
 * No landing pads: there is no CPU yet to test those of Zicfilp on.
 *
 * A conditional branch reaches 4 KiB. GNU as extends it if necessary; older clangs do not.
 */
#ifndef ASM_H
#define ASM_H

#undef linux
#undef unix

#define ASM_BITS 64
#define ASM_ELF 1

/* ---- names ---- */

#include "../names.h"
#define ASM_CAT NAMES_CAT

#define EXTERNAL(name) LINKED_NAME(name)
#define LABEL(name) ASM_CAT(ASM_CAT(.L, LIBRARY), name)

/* Symbols that objects share contain the library's name, as other libraries also have an iv. */
#define SHARED(name) EXTERNAL(ASM_CAT(LIBRARY, name))
#define CALL_SHARED(name) call SHARED(name)
#define LOAD_ADDRESS(reg, label) lla reg, label

/* ---- instruction sets ---- */

/*
 * clang before 17 has no .option arch. It gets the complete instruction set: the compiler's target
 * options and these.
 */
#if defined(__clang__) && __clang_major__ < 17
# if defined(__riscv_flen)
#  define ARCH_FLOAT _f2p0_d2p0
# else
#  define ARCH_FLOAT
# endif
# if defined(__riscv_compressed)
#  define ARCH_COMPRESSED _c2p0
# else
#  define ARCH_COMPRESSED
# endif
# define ARCH_TEXT_(arch) #arch
# define ARCH_TEXT(arch) ARCH_TEXT_(arch)
# define ARCH_WITH(added) .attribute arch, ARCH_TEXT(ASM_CAT(ASM_CAT(rv64i2p0_m2p0_a2p0, ARCH_FLOAT), ASM_CAT(ARCH_COMPRESSED, added)))
# define INSTRUCTIONS_ZBB ARCH_WITH(_zbb1p0)
# define INSTRUCTIONS_V ARCH_WITH(_v1p0)
# define INSTRUCTIONS_ZVBB ARCH_WITH(_v1p0_zvbb1p0)
#else
# define INSTRUCTIONS_ZBB .option arch, +zbb
# define INSTRUCTIONS_V .option arch, +v
# define INSTRUCTIONS_ZVBB .option arch, +v, +zvbb
#endif

/* ---- sections and data ---- */

#define SECTION_TEXT .text
#define SECTION_RODATA .section .rodata, "a", %progbits

#define ALIGN_CODE(n) .balign n
#define ALIGN_DATA(n) .balign n
#define BYTES(...)  .byte __VA_ARGS__
#define DWORDS(...) .long __VA_ARGS__
#define QUADS(...)  .quad __VA_ARGS__

/* No linker relaxation: the object has the code that runs. */
.option norelax

/* ---- functions ---- */

#define FUNCTION(name) asm_function EXTERNAL(name)
#define ENDFUNCTION(name) asm_endfunction EXTERNAL(name)

.macro asm_global name, type
  .globl \name
  .hidden \name
  .type \name, \type
.endm

.macro asm_function name
  asm_global \name, %function
  .balign 64
\name:
  .cfi_startproc
.endm

.macro asm_endfunction name
  .cfi_endproc
  .size \name, . - \name
.endm

/* For all objects of the library; not visible outside the library. */
#define SHARED_SUBROUTINE(name) asm_shared_subroutine SHARED(name)
#define SHARED_DATA(name) asm_shared_data SHARED(name)
#define ENDSUBROUTINE .cfi_endproc

.macro asm_shared_subroutine name
  asm_global \name, %function
  .balign 16
\name:
  .cfi_startproc
.endm

.macro asm_shared_data name
  asm_global \name, %object
\name:
.endm

/* The stack is not executable. */
#define ASM_END .section .note.GNU-stack, "", %progbits

/* ---- prologues ---- */

/*
 * Kernels on general registers. Free after the prologue: all but sp, gp and tp, and "frame" bytes
 * at FRAME_GENERAL(sp). "frame" is a multiple of 16, at most 1904.
 */
#define FRAME_GENERAL 112
#define PROLOGUE_GENERAL(frame) abi_prologue_general FRAME_GENERAL + frame
#define EPILOGUE_GENERAL(frame) abi_epilogue_general FRAME_GENERAL + frame

.macro abi_save reg, offset, frame
  sd \reg, \offset(sp)
  .cfi_offset \reg, \offset - (\frame)
.endm

.macro abi_restore reg, offset
  ld \reg, \offset(sp)
  .cfi_restore \reg
.endm

.macro abi_prologue_general frame
  addi sp, sp, -(\frame)
  .cfi_def_cfa_offset \frame
  abi_save ra, 0, \frame
  abi_save s0, 8, \frame
  abi_save s1, 16, \frame
  abi_save s2, 24, \frame
  abi_save s3, 32, \frame
  abi_save s4, 40, \frame
  abi_save s5, 48, \frame
  abi_save s6, 56, \frame
  abi_save s7, 64, \frame
  abi_save s8, 72, \frame
  abi_save s9, 80, \frame
  abi_save s10, 88, \frame
  abi_save s11, 96, \frame
.endm

.macro abi_epilogue_general frame
  abi_restore ra, 0
  abi_restore s0, 8
  abi_restore s1, 16
  abi_restore s2, 24
  abi_restore s3, 32
  abi_restore s4, 40
  abi_restore s5, 48
  abi_restore s6, 56
  abi_restore s7, 64
  abi_restore s8, 72
  abi_restore s9, 80
  abi_restore s10, 88
  abi_restore s11, 96
  addi sp, sp, \frame
  .cfi_def_cfa_offset 0
  ret
.endm

/* Before an epilogue: leaves nothing of the message or the state in registers. */
.macro clear_general
  .irp reg, t0, t1, t2, t3, t4, t5, t6, a0, a1, a2, a3, a4, a5, a6, a7
  li \reg, 0
  .endr
.endm

#endif
