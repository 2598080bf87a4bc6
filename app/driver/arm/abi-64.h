/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * Calling convention of AArch64 (AAPCS64; macOS and Windows agree). Included by asm.h.
 *
 * arguments            x0 x1 x2 x3
 * callee saves         x19-x28, x29 (frame pointer, always to hold a frame record), x30 (return
 *                      address), the low halves of v8-v15
 * never touched        x18, the system's on macOS and Windows
 * stack pointer        a multiple of 16
 *
 * The landing pad (BTI) and the signed return address (PAC) are hints: older CPUs ignore them.
 * On Windows the return address is not signed, as older assemblers cannot say so in the unwind
 * data.
 */

/* ---- loads and stores of little-endian words: byte swaps on a big-endian CPU ---- */

#if defined(ASM_BIG_ENDIAN)
# define LITTLE(reg) rev reg, reg
# define LITTLE16(reg) rev16 reg, reg
#else
# define LITTLE(reg)
# define LITTLE16(reg)
#endif

#if defined(ASM_MACHO)
# define LOAD_ADDRESS(reg, label) abi_address reg, label@PAGE, label@PAGEOFF
#else
# define LOAD_ADDRESS(reg, label) abi_address reg, label, :lo12:label
#endif
.macro abi_address reg, page, offset
  adrp \reg, \page
  add \reg, \reg, \offset
.endm

/* ---- definitions for asm.h ---- */

#define BTI_C hint 34
#define PACIASP hint 25
#define AUTIASP hint 29

#define ABI_START
#define ABI_FUNCTION_START abi_function_start
#define ABI_FUNCTION_END abi_function_end
#define ABI_SUBROUTINE_START abi_subroutine_start
#define ABI_SUBROUTINE_END abi_subroutine_end
#define ABI_NOTE abi_note

/* Unwind data: CFI for ELF and Mach-O, SEH for Windows. */
#if defined(ASM_COFF)
# define CFI(...)
# define SEH(...) __VA_ARGS__
#else
# define CFI(...) __VA_ARGS__
# define SEH(...)
#endif

.macro abi_function_start name
  CFI(.cfi_startproc)
  SEH(.seh_proc \name)
  BTI_C
  SEH(.seh_nop)
.endm

.macro abi_function_end
  CFI(.cfi_endproc)
  SEH(.seh_endproc)
.endm

/* A subroutine does not change x30 and the stack pointer: Windows can unwind it without tables. */
.macro abi_subroutine_start
  CFI(.cfi_startproc)
.endm

.macro abi_subroutine_end
  CFI(.cfi_endproc)
.endm

/*
 * The object declares BTI and PAC: one object without this note disables BTI for the whole program.
 */
.macro abi_note
  .section .note.gnu.property, "a", %note
  .balign 8
  .long 4
  .long 16
  .long 5
  .asciz "GNU"
  .long 0xc0000000                 /* GNU_PROPERTY_AARCH64_FEATURE_1_AND */
  .long 4
  .long 3                          /* BTI, PAC */
  .balign 8
.endm

/* ---- prologues ---- */

/*
 * DW_CFA_AARCH64_negate_ra_state, which not every assembler knows by name: the return address is
 * signed from here on, or no longer signed
 */
.macro abi_sign
#if !defined(ASM_COFF)
  PACIASP
  .cfi_escape 0x2d
#endif
.endm

.macro abi_authenticate
#if !defined(ASM_COFF)
  AUTIASP
  .cfi_escape 0x2d
#endif
.endm

/* "kind" is SEH's word for the registers: regp or fregp. */
.macro abi_save kind, first, second, offset, frame
  stp \first, \second, [sp, \offset]
  CFI(.cfi_offset \first, \offset - (\frame))
  CFI(.cfi_offset \second, \offset + 8 - (\frame))
  SEH(.seh_save_\kind \first, \offset)
.endm

.macro abi_restore kind, first, second, offset
  ldp \first, \second, [sp, \offset]
  CFI(.cfi_restore \first)
  CFI(.cfi_restore \second)
  SEH(.seh_save_\kind \first, \offset)
.endm

/*
 * Saves x29 and x30, makes x29 the frame pointer, and allocates "frame" bytes, including these 16.
 */
.macro abi_frame_open frame
  abi_sign
  stp x29, x30, [sp, -(\frame)]!
  CFI(.cfi_def_cfa_offset \frame)
  CFI(.cfi_offset x29, -(\frame))
  CFI(.cfi_offset x30, 8 - (\frame))
  SEH(.seh_save_fplr_x \frame)
  mov x29, sp
  CFI(.cfi_def_cfa_register x29)
  SEH(.seh_set_fp)
.endm

.macro abi_frame_close frame
  CFI(.cfi_def_cfa sp, \frame)
  ldp x29, x30, [sp], \frame
  CFI(.cfi_def_cfa_offset 0)
  CFI(.cfi_restore x29)
  CFI(.cfi_restore x30)
  SEH(.seh_save_fplr_x \frame)
  abi_authenticate
.endm

/*
 * Kernels on general registers. Free after the prologue: x0-x17, x19-x28, x30, and "frame" bytes at
 * [sp, FRAME_GENERAL]. "frame" is a multiple of 16, at most 400.
 */
#define FRAME_GENERAL 96
#define PROLOGUE_GENERAL(frame) abi_prologue_general FRAME_GENERAL + frame
#define EPILOGUE_GENERAL(frame) abi_epilogue_general FRAME_GENERAL + frame

.macro abi_prologue_general frame
  abi_frame_open \frame
  abi_save regp, x19, x20, 16, \frame
  abi_save regp, x21, x22, 32, \frame
  abi_save regp, x23, x24, 48, \frame
  abi_save regp, x25, x26, 64, \frame
  abi_save regp, x27, x28, 80, \frame
  SEH(.seh_endprologue)
.endm

.macro abi_epilogue_general frame
  SEH(.seh_startepilogue)
  abi_restore regp, x27, x28, 80
  abi_restore regp, x25, x26, 64
  abi_restore regp, x23, x24, 48
  abi_restore regp, x21, x22, 32
  abi_restore regp, x19, x20, 16
  abi_frame_close \frame
  SEH(.seh_endepilogue)
  ret
.endm

/*
 * Kernels on vector registers. Free after the prologue: x0-x17, x30, v0-v31, and "frame" bytes at
 * [sp, FRAME_VECTOR_ALL]. "frame" is a multiple of 16, at most 416.
 */
#define FRAME_VECTOR_ALL 80
#define PROLOGUE_VECTOR_ALL(frame) abi_prologue_vector_all FRAME_VECTOR_ALL + frame
#define EPILOGUE_VECTOR_ALL(frame) abi_epilogue_vector_all FRAME_VECTOR_ALL + frame

.macro abi_prologue_vector_all frame
  abi_frame_open \frame
  abi_save fregp, d8, d9, 16, \frame
  abi_save fregp, d10, d11, 32, \frame
  abi_save fregp, d12, d13, 48, \frame
  abi_save fregp, d14, d15, 64, \frame
  SEH(.seh_endprologue)
.endm

.macro abi_epilogue_vector_all frame
  SEH(.seh_startepilogue)
  abi_restore fregp, d14, d15, 64
  abi_restore fregp, d12, d13, 48
  abi_restore fregp, d10, d11, 32
  abi_restore fregp, d8, d9, 16
  abi_frame_close \frame
  SEH(.seh_endepilogue)
  ret
.endm

/*
 * The same for kernels that need all of both: x0-x17, x19-x28, x30 and v0-v31 are free, and "frame"
 * bytes at [sp, FRAME_ALL]. "frame" is a multiple of 16, at most 336.
 */
#define FRAME_ALL 160
#define PROLOGUE_ALL(frame) abi_prologue_all FRAME_ALL + frame
#define EPILOGUE_ALL(frame) abi_epilogue_all FRAME_ALL + frame

.macro abi_prologue_all frame
  abi_frame_open \frame
  abi_save regp, x19, x20, 16, \frame
  abi_save regp, x21, x22, 32, \frame
  abi_save regp, x23, x24, 48, \frame
  abi_save regp, x25, x26, 64, \frame
  abi_save regp, x27, x28, 80, \frame
  abi_save fregp, d8, d9, 96, \frame
  abi_save fregp, d10, d11, 112, \frame
  abi_save fregp, d12, d13, 128, \frame
  abi_save fregp, d14, d15, 144, \frame
  SEH(.seh_endprologue)
.endm

.macro abi_epilogue_all frame
  SEH(.seh_startepilogue)
  abi_restore fregp, d14, d15, 144
  abi_restore fregp, d12, d13, 128
  abi_restore fregp, d10, d11, 112
  abi_restore fregp, d8, d9, 96
  abi_restore regp, x27, x28, 80
  abi_restore regp, x25, x26, 64
  abi_restore regp, x23, x24, 48
  abi_restore regp, x21, x22, 32
  abi_restore regp, x19, x20, 16
  abi_frame_close \frame
  SEH(.seh_endepilogue)
  ret
.endm

/* ---- clearing of registers before an epilogue ---- */

/*
 * For a kernel that uses v8 to v15 the epilogue restores the low halves and zeros the upper ones.
 */
.macro clear_vectors
  .irp reg, v0.2d, v1.2d, v2.2d, v3.2d, v4.2d, v5.2d, v6.2d, v7.2d, v16.2d, v17.2d, v18.2d, v19.2d, v20.2d, v21.2d, v22.2d, v23.2d, v24.2d, v25.2d, v26.2d, v27.2d, v28.2d, v29.2d, v30.2d, v31.2d
  movi \reg, 0
  .endr
.endm
.macro clear_general
  .irp reg, x0, x1, x2, x3, x4, x5, x6, x7, x8, x9, x10, x11, x12, x13, x14, x15, x16, x17
  mov \reg, xzr
  .endr
.endm
