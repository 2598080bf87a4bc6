/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/* GNU as and clang. Included by asm.h. */

#if defined(ASM_MACHO)
# define SECTION_TEXT   .text
# define SECTION_RODATA .section __TEXT,__const
# define LABEL(name) ASM_CAT(ASM_CAT(L, LIBRARY), name)
/* In the symbol table, as the linker cannot resolve a call to a local label. */
# define ASM_SUBROUTINE(name) ASM_CAT(ASM_CAT(LIBRARY, local_), name)
# define ASM_HIDDEN(name) .private_extern name
# define ASM_TYPE(name)
# define ASM_DATA_TYPE(name)
# define ASM_SIZE(name)
# define ASM_END
#elif defined(ASM_COFF)
# define SECTION_TEXT   .text
# define SECTION_RODATA .section .rdata, "dr"
# define LABEL(name) ASM_CAT(ASM_CAT(.L, LIBRARY), name)
# define ASM_SUBROUTINE(name) LABEL(name)
# define ASM_HIDDEN(name)
# define ASM_TYPE(name) .def name; .scl 2; .type 32; .endef
# define ASM_DATA_TYPE(name)
# define ASM_SIZE(name)
# define ASM_END
#else
# define SECTION_TEXT   .text
# define SECTION_RODATA .section .rodata, "a", @progbits
# define LABEL(name) ASM_CAT(ASM_CAT(.L, LIBRARY), name)
# define ASM_SUBROUTINE(name) LABEL(name)
# define ASM_HIDDEN(name) .hidden name
# define ASM_TYPE(name) .type name, @function
# define ASM_DATA_TYPE(name) .type name, @object
# define ASM_SIZE(name) .size name, . - name
/*
 * The stack is not executable. Indirect branch tracking and shadow stack are supported: an object
 * without this note disables both for the whole program.
 */
# if ASM_BITS == 64
#  define ASM_NOTE_ALIGN 8
# else
#  define ASM_NOTE_ALIGN 4
# endif
# define ASM_END \
  .section .note.gnu.property, "a", @note; \
  .balign ASM_NOTE_ALIGN; \
  .long 4; .long 8 + ASM_NOTE_ALIGN; .long 5; .asciz "GNU"; \
  .long 0xc0000002; .long 4; .long CET_NOTE; .balign ASM_NOTE_ALIGN; \
  .section .note.GNU-stack, "", @progbits
#endif

#define ASM_START .intel_syntax noprefix

#define ALIGN_CODE(n) .balign n
#define ALIGN_DATA(n) .balign n
#define BYTES(...)  .byte __VA_ARGS__
#define DWORDS(...) .long __VA_ARGS__
#define QUADS(...)  .quad __VA_ARGS__

#define MEM8(...)   byte ptr [__VA_ARGS__]
#define MEM16(...)  word ptr [__VA_ARGS__]
#define MEM32(...)  dword ptr [__VA_ARGS__]
#define MEM64(...)  qword ptr [__VA_ARGS__]
#define MEM128(...) xmmword ptr [__VA_ARGS__]
#define MEM256(...) ymmword ptr [__VA_ARGS__]
#define MEM512(...) zmmword ptr [__VA_ARGS__]
#define RODATA(...) [rip + __VA_ARGS__]

/* reg = base + (label - address of this instruction). clang has no Intel syntax for it. */
#define ASM_LEA_FROM_HERE(reg, base, label) \
  .att_syntax; leal label - .(%base), %reg; .intel_syntax noprefix

#define ASM_GLOBAL(name) .globl name; ASM_HIDDEN(name); ASM_TYPE(name)
#define ASM_GLOBAL_DATA(name) .globl name; ASM_HIDDEN(name); ASM_DATA_TYPE(name)
/* An undefined symbol is external. */
#define IMPORT(name)

/* ---- unwind data: CFI for ELF and Mach-O, SEH for Win64 ---- */

#if defined(ASM_WIN64)
# define UNWIND_START(name)        .seh_proc name
# define UNWIND_END                .seh_endproc
# define UNWIND_PUSHED(reg, depth) .seh_pushreg reg
# define UNWIND_ALLOCATED(bytes, depth) .seh_stackalloc bytes
# define UNWIND_FRAME(reg, depth)  .seh_setframe reg, 0
# define UNWIND_XMM(n, offset)     .seh_savexmm xmm##n, offset
# define UNWIND_PROLOGUE_END       .seh_endprologue
#elif defined(ASM_COFF)
/* 32-bit Windows unwinds without tables. */
# define UNWIND_START(name)
# define UNWIND_END
# define UNWIND_PUSHED(reg, depth)
# define UNWIND_SAVED(reg, depth)
# define UNWIND_ALLOCATED(bytes, depth)
# define UNWIND_FRAME(reg, depth)
# define UNWIND_PROLOGUE_END
# define UNWIND_POPPED(reg, depth)
# define UNWIND_RESTORED(reg)
# define UNWIND_FREED(depth)
# define UNWIND_FRAME_POPPED(reg, depth)
#else
/*
 * "depth" is the distance to the caller's frame after the step. It is measured from the stack
 * pointer; after UNWIND_FRAME, from the frame register; for UNWIND_SAVED, from where the register
 * is saved.
 */
# define UNWIND_START(name)        .cfi_startproc
# define UNWIND_END                .cfi_endproc
# define UNWIND_PUSHED(reg, depth) .cfi_def_cfa_offset depth; .cfi_offset reg, -(depth)
# define UNWIND_SAVED(reg, depth)  .cfi_offset reg, -(depth)
# define UNWIND_ALLOCATED(bytes, depth) .cfi_def_cfa_offset depth
# define UNWIND_FRAME(reg, depth)  .cfi_def_cfa reg, depth
# define UNWIND_PROLOGUE_END
# define UNWIND_POPPED(reg, depth) .cfi_def_cfa_offset depth; .cfi_restore reg
# define UNWIND_RESTORED(reg)      .cfi_restore reg
# define UNWIND_FREED(depth)       .cfi_def_cfa_offset depth
# if ASM_BITS == 64
#  define UNWIND_FRAME_POPPED(reg, depth) .cfi_def_cfa rsp, depth; .cfi_restore reg
# else
#  define UNWIND_FRAME_POPPED(reg, depth) .cfi_def_cfa esp, depth; .cfi_restore reg
# endif
#endif
