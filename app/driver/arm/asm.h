/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * The assembler dialect of 32- and 64-bit ARM kernels: GNU as and clang; ELF, Mach-O, COFF.
 *
 * Macros of several statements are assembler macros (.macro), here and in the kernels: on Apple's
 * ARM the statement separator begins a comment.
 *
 * What a kernel uses from here:
 *   SECTION_TEXT, SECTION_RODATA, ALIGN_DATA(n), ALIGN_CODE(n)
 *   BYTES(...), DWORDS(...), QUADS(...)     data, in the byte order of the target
 *   LABEL(name):                            label, not exported, unique in the library
 *   LOAD_ADDRESS(reg, LABEL(name))          position independent
 *   FUNCTION(name) ... ENDFUNCTION(name)    hidden global function, landing pad, unwind data
 *   SUBROUTINE(name) ... ENDSUBROUTINE      not exported, reached by CALL(name) only
 *   SHARED(name)                            what several objects of a library share: data by
 *                                           SHARED_DATA(name), code by SHARED_SUBROUTINE(name) ...
 *                                           ENDSUBROUTINE, hidden; called by CALL_SHARED(name)
 *   ASM_END                                 the last line
 *   ASM_BITS, ASM_BIG_ENDIAN                32 or 64; defined if words are big-endian in memory
 *   prologues and epilogues                 calling conventions: abi-64.h, abi-32.h
 *
 * What abi-64.h and abi-32.h define for this file:
 *   ABI_START                               what the assembler must be told first
 *   ABI_FUNCTION_START, ABI_FUNCTION_END    landing pad, unwind data; after the label, after the
 *                                           code
 *   ABI_SUBROUTINE_START, ABI_SUBROUTINE_END  likewise
 *   ABI_NOTE                                what an ELF object says of itself
 */
#ifndef ASM_H
#define ASM_H

#undef linux
#undef unix

/* ---- which target ---- */

#if defined(__aarch64__)
# define ASM_BITS 64
#else
# define ASM_BITS 32
#endif

#if defined(__AARCH64EB__) || defined(__ARMEB__)
# define ASM_BIG_ENDIAN 1
#endif

#if defined(__APPLE__)
# define ASM_MACHO 1
#elif defined(_WIN32) || defined(__CYGWIN__)
# define ASM_COFF 1
#else
# define ASM_ELF 1
#endif

/* ---- names ---- */

#include "../names.h"
#define ASM_CAT NAMES_CAT

/*
 * Mach-O puts an underscore before every C name. A label that begins with L is local to the
 * assembler. One that begins with l is in the symbol table, where each begins an atom. Unwind data
 * cannot measure across atoms, so only subroutines use it. (There is no .subsections_via_symbols,
 * which would let a linker move or drop atoms.)
 */
#if defined(ASM_MACHO)
# define EXTERNAL(name) ASM_CAT(_, LINKED_NAME(name))
# define LABEL(name) ASM_CAT(ASM_CAT(L, LIBRARY), name)
# define ASM_SUBROUTINE(name) ASM_CAT(ASM_CAT(l, LIBRARY), name)
#else
# define EXTERNAL(name) LINKED_NAME(name)
# define LABEL(name) ASM_CAT(ASM_CAT(.L, LIBRARY), name)
# define ASM_SUBROUTINE(name) LABEL(name)
#endif

/* Symbols that objects share contain the library's name, as other libraries also have an iv. */
#define SHARED(name) EXTERNAL(ASM_CAT(LIBRARY, name))

#define CALL(name) bl ASM_SUBROUTINE(name)
#define CALL_SHARED(name) bl SHARED(name)

/* ---- sections and data ---- */

#define SECTION_TEXT .text
#if defined(ASM_MACHO)
# define SECTION_RODATA .section __TEXT,__const
#elif defined(ASM_COFF)
# define SECTION_RODATA .section .rdata, "dr"
#else
# define SECTION_RODATA .section .rodata, "a", %progbits
#endif

#define ALIGN_CODE(n) .balign n
#define ALIGN_DATA(n) .balign n
#define BYTES(...)  .byte __VA_ARGS__
#define DWORDS(...) .long __VA_ARGS__
#define QUADS(...)  .quad __VA_ARGS__

#if ASM_BITS == 64
# include "abi-64.h"
#else
# include "abi-32.h"
#endif

ABI_START

/* ---- functions ---- */

/* FUNCTION(name) ... ENDFUNCTION(name) */
#define FUNCTION(name) asm_function EXTERNAL(name)
#define ENDFUNCTION(name) asm_endfunction EXTERNAL(name)

.macro asm_global name
  .globl \name
#if defined(ASM_ELF)
  .hidden \name
#elif defined(ASM_MACHO)
  .private_extern \name
#endif
.endm

.macro asm_global_code name
  asm_global \name
#if defined(ASM_ELF)
  .type \name, %function
#elif defined(ASM_COFF)
  .def \name
  .scl 2
  .type 32
  .endef
#endif
.endm

.macro asm_function name
  asm_global_code \name
  .balign 64
#if defined(ASM_THUMB)
  .thumb_func
#endif
\name:
  ABI_FUNCTION_START \name
.endm

.macro asm_endfunction name
  ABI_FUNCTION_END
#if defined(ASM_ELF)
  .size \name, . - \name
#endif
.endm

/* A helper that is only called directly; not visible outside this object. */
#define SUBROUTINE(name) asm_subroutine ASM_SUBROUTINE(name)
#define ENDSUBROUTINE ABI_SUBROUTINE_END

.macro asm_subroutine name
  .balign 16
#if defined(ASM_THUMB)
  .thumb_func
#endif
\name:
  ABI_SUBROUTINE_START
.endm

/* For all objects of the library; not visible outside the library. */
#define SHARED_SUBROUTINE(name) asm_shared_subroutine SHARED(name)
#define SHARED_DATA(name) asm_shared_data SHARED(name)

.macro asm_shared_subroutine name
  asm_global_code \name
  asm_subroutine \name
.endm

.macro asm_shared_data name
  asm_global \name
#if defined(ASM_ELF)
  .type \name, %object
#endif
\name:
.endm

/* ---- the end of the file ---- */

#if defined(ASM_ELF)
/* The stack is not executable. */
# define ASM_END asm_end
.macro asm_end
  ABI_NOTE
  .section .note.GNU-stack, "", %progbits
.endm
#else
# define ASM_END
#endif

#endif
