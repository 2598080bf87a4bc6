/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * One dialect of x86 assembly for three assemblers.
 *
 * Kernels are written in Intel syntax, with C-preprocessor macros, statements separated
 * by ";" and C comments. They assemble with
 *   GNU as, clang     straight from the source (default)
 *   NASM   (-DASM_NASM)   after "cc -E" and splitting at ";" (split.awk; see the Makefile)
 *   Yasm   (-DASM_YASM)   likewise
 * All differences between assemblers, object formats and calling conventions are in this folder.
 *
 * What a kernel uses from here:
 *   SECTION_TEXT, SECTION_RODATA, ALIGN_DATA(n), ALIGN_CODE(n)
 *   BYTES(...), QUADS(...), DWORDS(...)     data
 *   LABEL(name):                            label, not exported, unique in the library
 *   RODATA(name), RODATA(name + 32)         memory operand, position independent (64 bits)
 *   LOAD_ADDRESS(reg, LABEL(name))          position independent in 32 bits, changes eax
 *   MEM8/MEM16/MEM32/MEM64/MEM128/MEM256/MEM512(address)  memory operand with its size spelled out
 *   FUNCTION(name) ... ENDFUNCTION(name)    hidden global function, endbr, unwind data
 *   SUBROUTINE(name) ... ENDSUBROUTINE      not exported, reached by CALL(name) only
 *   SHARED(name)                            what several objects of a library share: data by
 *                                           SHARED_DATA(name), code by SHARED_SUBROUTINE(name) ...
 *                                           ENDSUBROUTINE, hidden; the others IMPORT(name), and
 *                                           call it by CALL_SHARED(name)
 *   ABI_SHARED                              what one object of the library must have for the
 *                                           others, whose sources have ABI_IMPORT
 *   WITH(macro, ...)                        a macro, with the arguments that these expand to
 *   EACH_WORD(macro), EACH_COLUMN(macro)    with 0 to 7, the words of h; with 0, 8 to 7, 15, the
 *                                           first and third words of v's columns
 *   ASM_END                                 the last line
 *   PROLOGUE_..., EPILOGUE_...              calling conventions: abi-64.h, abi-32.h
 *
 * What a kernel must not use, because one of the assemblers (GNU as 2.40, clang 14, NASM 2.16, Yasm
 * 1.3) rejects it. Marked with !: one of them silently understands something else, which only
 * tests/rigs/dialects.sh finds. In parentheses: what to use instead.
 *   dword ptr [x]              NASM and Yasm know no ptr (MEM32(x))
 * ! dword [x]                  is [x + 4] to GNU as (MEM32(x))
 *   mov [x], 1                 which size? (MEM32(x))
 * ! [label]                    is absolute in GNU as and clang (RODATA(LABEL(name)))
 * ! mov eax, label             loads the data at label in GNU as and clang, the address in NASM and
 *                              Yasm; these have no "offset label" (LOAD_ADDRESS)
 *   1:, loop:                  numeric labels are GNU's; Yasm rejects names of instructions
 *                              (LABEL(name))
 * ! .name:                     in NASM and Yasm it belongs to the label before it (LABEL(name))
 *   .align, align, db, .byte   each assembler has its own (ALIGN_CODE, ALIGN_DATA, BYTES ...)
 *   $, .                       the current address: $ is NASM's, . is GNU's (LABEL(name))
 * ! endbr64                    is a label to Yasm (ENDBR). NASM and Yasm take any unknown word
 *                              without operands for a label, with only a warning
 * ! vpaddq ymm0, ymm1          NASM and Yasm use the first operand twice (write all three)
 *   shl eax                    (shl eax, 1)
 *   movd xmm0, rax             not in NASM (movq)
 *   movsx rax, ecx             (movsxd)
 *   movabs                     (mov)
 * ! cmp rax, 0x80000000        GNU as and clang refuse it; NASM and Yasm extend the sign
 *   lea rax, [rbx * 2]         has other bytes in NASM and Yasm ([rbx + rbx])
 * ! 010                        is 8 in GNU as and clang, 10 in NASM and Yasm
 *   10b, 0ffh                  are not for GNU as and clang (2, 0xff)
 * ! 1 << 2 + 1, 6 & 3 + 1      GNU as adds last, clang also does in data (use parentheses)
 * ! !x, x == y, -7 / 2         differ in almost every assembler (the preprocessor's #if)
 * ! BYTES("text")              gives no bytes in GNU as and clang (BYTES('t', 'e')); a ";" in a
 *                              string also ends a statement
 *   # comment, ; comment       are not comments (C's are, and may contain ' and % and ;)
 *   linux, unix, i386          as names: the preprocessor's macros, which are undefined below
 *   AVX-512                    is unknown to Yasm: its builds lack these kernels
 *
 * Error messages: each assembler names the line of the source (tests/rigs/typos.sh). For an error
 * in a macro's definition it names the line that uses the macro. For an error in arguments that
 * span several lines it names the first of these. After its first error clang 14 may be some
 * lines off.
 */
#ifndef ASM_H
#define ASM_H

#undef linux
#undef unix
#undef i386

/* ---- which target ---- */

#if !defined(ASM_BITS)
# if defined(__x86_64__) || defined(_M_X64)
#  define ASM_BITS 64
# else
#  define ASM_BITS 32
# endif
#endif

#if !defined(ASM_ELF) && !defined(ASM_MACHO) && !defined(ASM_COFF)
# if defined(__APPLE__)
#  define ASM_MACHO 1
# elif defined(_WIN32) || defined(__CYGWIN__)
#  define ASM_COFF 1
# else
#  define ASM_ELF 1
# endif
#endif

#if defined(ASM_COFF) && ASM_BITS == 64
# define ASM_WIN64 1
#endif

/* ---- names ---- */

#include "../names.h"
#define ASM_CAT NAMES_CAT

#define WITH(macro, ...) macro(__VA_ARGS__)
#define EACH_WORD(macro) \
  macro(0); macro(1); macro(2); macro(3); macro(4); macro(5); macro(6); macro(7)
#define EACH_COLUMN(macro) \
  macro(0, 8); macro(1, 9); macro(2, 10); macro(3, 11); \
  macro(4, 12); macro(5, 13); macro(6, 14); macro(7, 15)

/* Mach-O and 32-bit Windows put an underscore before every C name. */
#if defined(ASM_MACHO) || (defined(ASM_COFF) && ASM_BITS == 32)
# define EXTERNAL(name) ASM_CAT(_, LINKED_NAME(name))
#else
# define EXTERNAL(name) LINKED_NAME(name)
#endif

/* Symbols that objects share contain the library's name, as other libraries also have an iv. */
#define SHARED(name) EXTERNAL(ASM_CAT(LIBRARY, name))

#define CALL(name) call ASM_SUBROUTINE(name)
#define CALL_SHARED(name) call SHARED(name)

/*
 * Writes zeros to four times BYTES of the stack. ZERO is a register of BYTES zeros, stored by MOVE.
 */
#define WIPE4(move, bytes, at, zero) \
  move [at], zero; \
  move [at + bytes], zero; \
  move [at + 2 * bytes], zero; \
  move [at + 3 * bytes], zero

#if defined(ASM_NASM) || defined(ASM_YASM)
# include "dialect-nasm.h"
#else
# include "dialect-gas.h"
#endif

/* FUNCTION(name) ... ENDFUNCTION(name) */
#define FUNCTION(name) \
  ASM_GLOBAL(EXTERNAL(name)); \
  ALIGN_CODE(64); \
  EXTERNAL(name): UNWIND_START(EXTERNAL(name)); \
  ENDBR
#define ENDFUNCTION(name) UNWIND_END; ASM_SIZE(EXTERNAL(name))

/* A helper that is only called directly; not visible outside this object. */
#define SUBROUTINE(name) \
  ALIGN_CODE(16); \
  ASM_SUBROUTINE(name): UNWIND_START(ASM_SUBROUTINE(name))
#define ENDSUBROUTINE UNWIND_END

/* For all objects of the library; not visible outside the library. */
#define SHARED_SUBROUTINE(name) \
  ASM_GLOBAL(SHARED(name)); \
  ALIGN_CODE(16); \
  SHARED(name): UNWIND_START(SHARED(name))
#define SHARED_DATA(name) \
  ASM_GLOBAL_DATA(SHARED(name)); \
  SHARED(name):

/*
 * Landing pad of indirect calls (CET), spelled in bytes: Yasm takes the mnemonic for a label. CPUs
 * before the Pentium Pro do not have the instruction. A build for them has no landing pads, and its
 * note declares the shadow stack only.
 */
#define CET_SHSTK 2
#define CET_IBT_SHSTK 3
#if ASM_BITS == 64
# define ENDBR BYTES(0xf3, 0x0f, 0x1e, 0xfa)
# define CET_NOTE CET_IBT_SHSTK
#elif defined(__i686__) || defined(__SSE__) || defined(__CET__)
# define ENDBR BYTES(0xf3, 0x0f, 0x1e, 0xfb)
# define CET_NOTE CET_IBT_SHSTK
#else
# define ENDBR
# define CET_NOTE CET_SHSTK
#endif

#if ASM_BITS == 64
# include "abi-64.h"
#else
# include "abi-32.h"
#endif

ASM_START

#endif
