/* NASM and Yasm. Included by asm.h. */

#define SECTION_TEXT   section .text
#if defined(ASM_COFF)
# define SECTION_RODATA section .rdata
#else
# define SECTION_RODATA section .rodata
#endif

/* "..@" labels do not disturb the scope of others. */
#define LABEL(name) ASM_CAT(..@blake2b_, name)

#if ASM_BITS == 64
# define ASM_START bits 64; default rel
# define ASM_NOTE_ALIGN 8
#else
# define ASM_START bits 32
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
#define RODATA(...) [rel __VA_ARGS__]

#if defined(ASM_ELF)
# define ASM_GLOBAL(name) global name:function hidden
# if defined(ASM_NASM)
/* Stack not executable; CET note. Yasm cannot write a valid note, so its objects have none. */
#  define ASM_END \
  section .note.gnu.property note alloc noexec nowrite align=ASM_NOTE_ALIGN; \
  dd 4, 8 + ASM_NOTE_ALIGN, 5; db 'GNU', 0; \
  dd 0xc0000002, 4, 3; align ASM_NOTE_ALIGN, db 0; \
  section .note.GNU-stack noalloc noexec nowrite progbits
# else
#  define ASM_END section .note.GNU-stack noalloc noexec nowrite progbits
# endif
#elif defined(ASM_MACHO) && defined(ASM_NASM)
# define ASM_GLOBAL(name) global name:private_extern
# define ASM_END
#else
# define ASM_GLOBAL(name) global name
# define ASM_END
#endif

#define UNWIND_START(name)
#define UNWIND_END
#define UNWIND_PUSHED(reg, depth)
#define UNWIND_ALLOCATED(bytes, depth)
#define UNWIND_FRAME(reg, depth)
#define UNWIND_XMM(reg, offset)
#define UNWIND_PROLOGUE_END
#define UNWIND_POPPED(reg, depth)
#define UNWIND_FREED(depth)
#define UNWIND_FRAME_FREED(depth)

/* FUNCTION(blake2b_blocks_x) ... ENDFUNCTION(blake2b_blocks_x) */
#define FUNCTION(name) \
  ASM_GLOBAL(EXTERNAL(name)); \
  ALIGN_CODE(64); \
  EXTERNAL(name): UNWIND_START(EXTERNAL(name)); \
  ENDBR
#define ENDFUNCTION(name) UNWIND_END

#define SUBROUTINE(name) \
  ALIGN_CODE(16); \
  LABEL(name): UNWIND_START(LABEL(name))
#define ENDSUBROUTINE UNWIND_END
