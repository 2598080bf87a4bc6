/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/* NASM and Yasm. Included by asm.h. */

#define SECTION_TEXT   section .text
#if defined(ASM_COFF)
# define SECTION_RODATA section .rdata
#else
# define SECTION_RODATA section .rodata
#endif

/* "..@" labels do not start a new scope for local labels. */
#define LABEL(name) ASM_CAT(ASM_CAT(..@L, LIBRARY), name)
#define ASM_SUBROUTINE(name) LABEL(name)

/* Yasm's "align" aligns within the section only. So the section gets its own alignment once. */
#if ASM_BITS == 64
# define ASM_START bits 64; default rel; SECTION_RODATA align=64; SECTION_TEXT; UNWIND_FILE
# define ASM_NOTE_ALIGN 8
#else
# if defined(ASM_COFF)
/*
 * Tells Microsoft's linker that there are no exception handlers to register (/SAFESEH). Yasm does
 * this itself.
 */
#  define ASM_SAFESEH %ifndef __YASM_MAJOR__; @feat.00 equ 1; %endif
# else
#  define ASM_SAFESEH
# endif
# define ASM_START bits 32; ASM_SAFESEH; SECTION_RODATA align=64; SECTION_TEXT; UNWIND_FILE
# define ASM_NOTE_ALIGN 4
#endif

#define ALIGN_CODE(n) align n
#define ALIGN_DATA(n) align n, db 0
#define BYTES(...)  db __VA_ARGS__
#define DWORDS(...) dd __VA_ARGS__
#define QUADS(...)  dq __VA_ARGS__

#define MEM8(...)   byte [__VA_ARGS__]
#define MEM16(...)  word [__VA_ARGS__]
#define MEM32(...)  dword [__VA_ARGS__]
#define MEM64(...)  qword [__VA_ARGS__]
#define MEM128(...) oword [__VA_ARGS__]
#define MEM256(...) yword [__VA_ARGS__]
#define MEM512(...) zword [__VA_ARGS__]
#define RODATA(...) [rel __VA_ARGS__]

/* reg = base + (label - address of this instruction) */
#define ASM_LEA_FROM_HERE(reg, base, label) lea reg, [base + label - $]

#if defined(ASM_ELF)
# define ASM_GLOBAL(name) global name:function hidden
# define ASM_GLOBAL_DATA(name) global name:data hidden
# if defined(ASM_NASM)
/*
 * The stack is not executable; CET note. Yasm cannot write a valid note, so its objects have none.
 */
#  define ASM_END \
  section .note.gnu.property note alloc noexec nowrite align=ASM_NOTE_ALIGN; \
  dd 4, 8 + ASM_NOTE_ALIGN, 5; db 'GNU', 0; \
  dd 0xc0000002, 4, CET_NOTE; align ASM_NOTE_ALIGN, db 0; \
  section .note.GNU-stack noalloc noexec nowrite progbits
# else
#  define ASM_END section .note.GNU-stack noalloc noexec nowrite progbits
# endif
#elif defined(ASM_MACHO) && defined(ASM_NASM)
# define ASM_GLOBAL(name) global name:private_extern
# define ASM_GLOBAL_DATA(name) ASM_GLOBAL(name)
# define ASM_END
#else
# define ASM_GLOBAL(name) global name
# define ASM_GLOBAL_DATA(name) ASM_GLOBAL(name)
# define ASM_END
#endif

#define IMPORT(name) extern SHARED(name)

/*
 * Unwind data. These assemblers have no directives for it: the macros below write the bytes that
 * GNU as writes. Mach-O objects have no unwind data: neither assembler can write the pair of
 * relocations that an entry needs there.
 */
#if defined(ASM_ELF)
/* DWARF's numbers of the callee-saved registers and of the stack pointer. */
# if ASM_BITS == 64
#  define UNWIND_rbx 3
#  define UNWIND_rbp 6
#  define UNWIND_r12 12
#  define UNWIND_r13 13
#  define UNWIND_r14 14
#  define UNWIND_r15 15
#  define UNWIND_SP 7
#  define UNWIND_PC 16
#  define UNWIND_WORD 8
# else
#  define UNWIND_ebx 3
#  define UNWIND_ebp 5
#  define UNWIND_esi 6
#  define UNWIND_edi 7
#  define UNWIND_SP 4
#  define UNWIND_PC 8
#  define UNWIND_WORD 4
# endif

/* ULEB128 of a number below 2^14 */
%macro unwind_number 1
%if (%1) < 0x80
  db %1
%elif (%1) < 0x4000
  db 0x80 | ((%1) & 0x7f), (%1) >> 7
%else
  %error "unwind data: number too large"
%endif
%endmacro

/*
 * The entry that all others refer to (CIE). On entry, the caller's frame starts one word above the
 * stack pointer, and that word is the return address. 0x1b: addresses are 32 bits, relative to
 * themselves.
 */
%macro unwind_file 0
[section .eh_frame progbits alloc noexec nowrite align=UNWIND_WORD]
unwind_cie:
  dd %%end - %%id
%%id:
  dd 0
  db 1, 'zR', 0, 1, 0x80 - UNWIND_WORD, UNWIND_PC, 1, 0x1b
  db 0x0c, UNWIND_SP, UNWIND_WORD
  db 0x80 | UNWIND_PC, 1
  align UNWIND_WORD, db 0
%%end:
section .text
%endmacro

/* The head of a function's entry (FDE). The steps follow; unwind_end closes it. */
%macro unwind_start 0
%%begin:
%define unwind_at %%begin
%define unwind_fde_end %%fde_end
%define unwind_code_end %%code_end
%assign unwind_in_body 1
[section .eh_frame]
  dd %%fde_end - %%id
%%id:
  dd $ - unwind_cie, %%begin - $ - 4, %%code_end - %%begin
  db 0
__SECT__
%endmacro

%macro unwind_end 0
unwind_code_end:
[section .eh_frame]
  align UNWIND_WORD, db 0
unwind_fde_end:
__SECT__
%endmacro

/*
 * The following holds from this instruction on (DW_CFA_advance_loc: less than 64 bytes on). Stays
 * in the section of the unwind data.
 */
%macro unwind_step 0
%%here:
[section .eh_frame]
  db 0x40 + (%%here - unwind_at)
%define unwind_at %%here
%endmacro

/* The first step of the epilogue can be at any distance (DW_CFA_advance_loc4). */
%macro unwind_step_back 0
%%here:
[section .eh_frame]
%if unwind_in_body
  db 0x04
  dd %%here - unwind_at
%assign unwind_in_body 0
%else
  db 0x40 + (%%here - unwind_at)
%endif
%define unwind_at %%here
%endmacro

/* DW_CFA_offset: register, distance of its saved value from the caller's frame */
%macro unwind_offset 2
  db 0x80 | %1
  unwind_number (%2) / UNWIND_WORD
%endmacro

%macro unwind_pushed 2
  unwind_step
  db 0x0e
  unwind_number %2
  unwind_offset %1, %2
__SECT__
%endmacro

%macro unwind_saved 2
  unwind_step
  unwind_offset %1, %2
__SECT__
%endmacro

%macro unwind_allocated 1
  unwind_step
  db 0x0e
  unwind_number %1
__SECT__
%endmacro

%macro unwind_frame 2
  unwind_step
  db 0x0c, %1
  unwind_number %2
__SECT__
%endmacro

%macro unwind_popped 2
  unwind_step_back
  db 0x0e
  unwind_number %2
  db 0xc0 | %1
__SECT__
%endmacro

%macro unwind_restored 1
  unwind_step_back
  db 0xc0 | %1
__SECT__
%endmacro

%macro unwind_freed 1
  unwind_step_back
  db 0x0e
  unwind_number %1
__SECT__
%endmacro

%macro unwind_frame_popped 2
  unwind_step_back
  db 0x0c, UNWIND_SP
  unwind_number %2
  db 0xc0 | %1
__SECT__
%endmacro

# define UNWIND_FILE unwind_file
# define UNWIND_START(name) unwind_start
# define UNWIND_END unwind_end
# define UNWIND_PUSHED(reg, depth) unwind_pushed ASM_CAT(UNWIND_, reg), depth
# define UNWIND_SAVED(reg, depth) unwind_saved ASM_CAT(UNWIND_, reg), depth
# define UNWIND_ALLOCATED(bytes, depth) unwind_allocated depth
# define UNWIND_FRAME(reg, depth) unwind_frame ASM_CAT(UNWIND_, reg), depth
# define UNWIND_PROLOGUE_END
# define UNWIND_POPPED(reg, depth) unwind_popped ASM_CAT(UNWIND_, reg), depth
# define UNWIND_RESTORED(reg) unwind_restored ASM_CAT(UNWIND_, reg)
# define UNWIND_FREED(depth) unwind_freed depth
# define UNWIND_FRAME_POPPED(reg, depth) unwind_frame_popped ASM_CAT(UNWIND_, reg), depth
#elif defined(ASM_WIN64)
/* The numbers of the callee-saved registers, as encoded in instructions. */
# define UNWIND_rbx 3
# define UNWIND_rbp 5
# define UNWIND_rsi 6
# define UNWIND_rdi 7
# define UNWIND_r12 12
# define UNWIND_r13 13
# define UNWIND_r14 14
# define UNWIND_r15 15

/* Unwind codes are stored in reverse order of the prologue: unwind_codes collects them so. */
%macro unwind_start 0
%%begin:
%define unwind_begin %%begin
%define unwind_body %%begin
%define unwind_frame_register 0
%assign unwind_slots 0
%endmacro

/* number of 16-bit slots, bytes after the offset */
%macro unwind_code 2+
%%here:
%if unwind_slots
%xdefine unwind_codes %%here - unwind_begin, %2, unwind_codes
%else
%xdefine unwind_codes %%here - unwind_begin, %2
%endif
%assign unwind_slots unwind_slots + %1
%endmacro

/* UWOP_ALLOC_SMALL, UWOP_ALLOC_LARGE */
%macro unwind_allocated 1
%if (%1) <= 128
  unwind_code 1, 2 | (((%1) - 8) / 8) << 4
%elif (%1) < 0x80000
  unwind_code 2, 1, ((%1) / 8) & 0xff, (%1) >> 11
%else
  %error "unwind data: frame too large"
%endif
%endmacro

/* UWOP_SET_FPREG */
%macro unwind_frame 1
  unwind_code 1, 3
%define unwind_frame_register %1
%endmacro

/* UWOP_SAVE_XMM128: register, offset from the frame register */
%macro unwind_xmm 2
  unwind_code 2, 8 | (%1) << 4, ((%2) / 16) & 0xff, (%2) >> 12
%endmacro

%macro unwind_prologue_end 0
%%here:
%define unwind_body %%here
%endmacro

/* UNWIND_INFO, and the RUNTIME_FUNCTION that refers to it */
%macro unwind_end 0
%%end:
[section .xdata]
  align 4, db 0
%%info:
  db 1, unwind_body - unwind_begin, unwind_slots, unwind_frame_register
%if unwind_slots
  db unwind_codes
%endif
  align 4, db 0
[section .pdata]
  dd unwind_begin wrt ..imagebase, %%end wrt ..imagebase, %%info wrt ..imagebase
__SECT__
%endmacro

# define UNWIND_FILE
# define UNWIND_START(name) unwind_start
# define UNWIND_END unwind_end
/* UWOP_PUSH_NONVOL */
# define UNWIND_PUSHED(reg, depth) unwind_code 1, ASM_CAT(UNWIND_, reg) << 4
# define UNWIND_ALLOCATED(bytes, depth) unwind_allocated bytes
# define UNWIND_FRAME(reg, depth) unwind_frame ASM_CAT(UNWIND_, reg)
# define UNWIND_XMM(n, offset) unwind_xmm n, offset
# define UNWIND_PROLOGUE_END unwind_prologue_end
#else
# define UNWIND_FILE
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
#endif

#define ASM_SIZE(name)
