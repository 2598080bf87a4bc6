/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * Shared by checkasm.c and the trampoline of each architecture: the input and the results of a
 * call. Included by C and by assembly.
 *
 * A new architecture needs its part below, a trampoline, and an entry in checkasm.c's section
 * "architectures".
 */
#ifndef CHECKASM_H
#define CHECKASM_H

#if defined(CHECKASM_NONE)
#define CHECKASM 0
#elif defined(__x86_64__)
#define CHECKASM 1
#define WORD_BYTES 8
#define GENERAL 16 /* rax rcx rdx rbx rsp rbp rsi rdi r8 ... r15, as encoded in instructions */
#define VECTORS 16 /* ymm0 ... ymm15 */
#define VECTOR_BYTES 32
#define MORE_VECTORS 16 /* zmm16 ... zmm31 */
#define MORE_VECTOR_BYTES 64
#elif defined(__i386__)
#define CHECKASM 1
#define WORD_BYTES 4
#define GENERAL 8
#define VECTORS 8
#define VECTOR_BYTES 32
#elif defined(__aarch64__)
#define CHECKASM 1
#define WORD_BYTES 8
#define GENERAL 32 /* x0 ... x30, sp */
#define VECTORS 32
#define VECTOR_BYTES 16
#elif defined(__riscv) && defined(__LP64__)
#define CHECKASM 1
#define WORD_BYTES 8
#define GENERAL 32 /* x0 ... x31 */
#define VECTORS 32 /* f0 ... f31 if they exist; vector registers belong to the callee */
#define VECTOR_BYTES 8
#elif defined(__arm__)
#define CHECKASM 1
#define WORD_BYTES 4
#define GENERAL 16 /* r0 ... r15 */
#define VECTORS 32 /* d0 ... d31 */
#define VECTOR_BYTES 8
#else
#define CHECKASM 0
#endif

#if CHECKASM

/* The layout of checkasm_call, in bytes. */
#define CONTROL_WORDS 8
#define AT_STACK 0
#define AT_OWN_STACK WORD_BYTES
#define AT_USABLE (2 * WORD_BYTES)
#define AT_IN_USE_BEFORE (3 * WORD_BYTES)
#define AT_IN_USE_AFTER (4 * WORD_BYTES)
#define AT_FLAGS_BEFORE (5 * WORD_BYTES)
#define AT_FLAGS_AFTER (6 * WORD_BYTES)
#define AT_CONTROL_BEFORE (7 * WORD_BYTES)
#define AT_CONTROL_AFTER (AT_CONTROL_BEFORE + 4 * CONTROL_WORDS)
#define AT_GENERAL_BEFORE (AT_CONTROL_AFTER + 4 * CONTROL_WORDS)
#define AT_GENERAL_AFTER (AT_GENERAL_BEFORE + GENERAL * WORD_BYTES)
#define AT_VECTOR_BEFORE (AT_GENERAL_AFTER + GENERAL * WORD_BYTES)
#define AT_VECTOR_AFTER (AT_VECTOR_BEFORE + VECTORS * VECTOR_BYTES)
#define AT_MORE_BEFORE (AT_VECTOR_AFTER + VECTORS * VECTOR_BYTES)

/* Bits of "usable": existing registers, and options. */
#define USABLE_SSE 1
#define USABLE_AVX 2
#define USABLE_AVX512 4
#define USABLE_XINUSE 8 /* the CPU reports which parts of the registers are in use */
#define USABLE_DIRTY 16 /* enter with junk in the upper halves of the vector registers */
#define USABLE_NEON 32
#define USABLE_THUMB 64 /* call from Thumb code */

/*
 * What is at the new stack pointer and above it: the function to call, and from there to the end,
 * in every word, the address of the checkasm_call. So it is found even if a function returns with a
 * stack pointer that is too high.
 */
#define SLOT_FUNCTION 32
#define SLOT_CALL 64

#ifndef __ASSEMBLER__
#include <stddef.h>
#include <stdint.h>

typedef struct checkasm_call {
    unsigned char *stack; /* the stack pointer to call with */
    uintptr_t own_stack;  /* the trampoline's */
    uintptr_t usable;
    /* before and after: */
    uintptr_t in_use[2]; /* x86: XINUSE */
    uintptr_t flags[2];
    /* MXCSR; control, status, tags of the x87 (fnstenv). FPCR, FPSCR */
    uint32_t control[2][CONTROL_WORDS];
    uintptr_t general[2][GENERAL];
    unsigned char vector[2][VECTORS][VECTOR_BYTES];
#if defined(MORE_VECTORS)
    unsigned char more[2][MORE_VECTORS][MORE_VECTOR_BYTES];
#endif
} checkasm_call;

/* The trampoline and C must agree. */
#define SAME(name, value, expected) typedef char same_##name[(value) == (expected) ? 1 : -1]
SAME(word, sizeof(uintptr_t), WORD_BYTES);
SAME(stack, offsetof(checkasm_call, stack), AT_STACK);
SAME(own_stack, offsetof(checkasm_call, own_stack), AT_OWN_STACK);
SAME(usable, offsetof(checkasm_call, usable), AT_USABLE);
SAME(in_use, offsetof(checkasm_call, in_use), AT_IN_USE_BEFORE);
SAME(flags, offsetof(checkasm_call, flags), AT_FLAGS_BEFORE);
SAME(control, offsetof(checkasm_call, control), AT_CONTROL_BEFORE);
SAME(general, offsetof(checkasm_call, general), AT_GENERAL_BEFORE);
SAME(vector, offsetof(checkasm_call, vector), AT_VECTOR_BEFORE);
SAME(vector_after, offsetof(checkasm_call, vector) + VECTORS * VECTOR_BYTES, AT_VECTOR_AFTER);
#if defined(MORE_VECTORS)
SAME(more, offsetof(checkasm_call, more), AT_MORE_BEFORE);
#endif
#undef SAME

/* Calls the function at stack + SLOT_FUNCTION with "general" and "vector" in the registers. */
void checkasm_trampoline(checkasm_call *call);
#endif

#endif
#endif
