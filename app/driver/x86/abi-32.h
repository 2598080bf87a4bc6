/* Calling convention of 32-bit x86 (cdecl). Included by asm.h. */
