/*
 * One dialect of x86 assembly for three assemblers.
 *
 * Kernels are written in Intel syntax, with C-preprocessor macros, statements separated
 * by ";" and C comments. They assemble with
 *   GNU as, clang     straight from the .S file (default)
 *   NASM   (-DASM_NASM)   after "cc -E" and splitting at ";" (see the Makefile)
 *   Yasm   (-DASM_YASM)   likewise
 * Whatever differs between the three, between object formats and between calling
 * conventions stands in this folder and nowhere else.
 *
 * What a kernel uses from here:
 *   SECTION_TEXT, SECTION_RODATA, ALIGN_DATA(n), ALIGN_CODE(n)
 *   BYTES(...), QUADS(...), DWORDS(...)     data
 *   LABEL(name):                            label, not exported, unique in the library
 *   RODATA(name), RODATA(name + 32)         memory operand, position independent (64 bits)
 *   LOAD_ADDRESS(reg, LABEL(name))          position independent in 32 bits, changes eax
 *   MEM8/MEM16/MEM32/MEM64/MEM128/MEM256(address)  memory operand with its size spelled out
 *   FUNCTION(name) ... ENDFUNCTION(name)    hidden global function, endbr, unwind data
 *   SUBROUTINE(name) ... ENDSUBROUTINE      not exported, reached by CALL(name) only
 *   PROLOGUE_..., EPILOGUE_...              calling conventions: abi-64.h, abi-32.h
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

#define ASM_CAT_(a, b) a##b
#define ASM_CAT(a, b) ASM_CAT_(a, b)

#if defined(BLAKE2B_SYMBOL_PREFIX)
# define ASM_PREFIXED(name) ASM_CAT(BLAKE2B_SYMBOL_PREFIX, name)
#else
# define ASM_PREFIXED(name) name
#endif

/* Mach-O and 32-bit Windows put an underscore before every C name. */
#if defined(ASM_MACHO) || (defined(ASM_COFF) && ASM_BITS == 32)
# define EXTERNAL(name) ASM_CAT(_, ASM_PREFIXED(name))
#else
# define EXTERNAL(name) ASM_PREFIXED(name)
#endif

#define CALL(name) call ASM_SUBROUTINE(name)

#if defined(ASM_NASM) || defined(ASM_YASM)
# include "dialect-nasm.h"
#else
# include "dialect-gas.h"
#endif

/*
 * Landing pad of indirect calls (CET), spelled in bytes: Yasm takes the mnemonic for a label.
 * CPUs before the Pentium Pro know no such bytes: a build for them has no landing pads, and
 * its note promises the shadow stack only.
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

#if ASM_BITS == 32
ABI_SUBROUTINES
#endif

#endif
