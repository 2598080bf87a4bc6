/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * How a function in C leaves no secret in memory or registers. The compiler decides which values it
 * spills, where, and which vector registers it uses. So a separate function does the work, and its
 * caller then overwrites the stack that it used and clears the registers.
 *
 *   BURNING(NAME, (PARAMETERS), (ARGUMENTS)) { ... }
 *
 * defines such a function. BURN_BYTES is the most stack that its body and its callees use.
 * BURN_MOST is the same without optimization, or where the compiler spills wide vectors. Both are
 * multiples of 64.
 *
 * The body is GENERAL_ONLY, and so is every function inlined into it.
 *
 * In firmware, stack and flash are scarce, and compilers keep everything but arrays in registers.
 * There the body only wipes its arrays with WIPE.
 */
#ifndef BURN_H
#define BURN_H

#include "memory.h"

#if defined(DRIVER_FREESTANDING)

#define WIPE(array) memory_wipe(array, sizeof(array))
#define BURNING(name, parameters, arguments) void name parameters

#else

#define WIPE(array) ((void)0)
#define BURNING(name, parameters, arguments) \
    static NOINLINE GENERAL_ONLY void work parameters; \
    static NOINLINE void below parameters { \
        BELOW_BURNED; \
        work arguments; \
        BURNED_TO_HERE; \
    } \
    void name parameters { \
        KEEP_X18; \
        below arguments; \
        clear_registers(); \
        burn(); \
        RESTORE_X18; \
    } \
    static void work parameters

/*
 * The array covers the stack frame of the function that has just returned. The two frames may begin
 * some bytes apart: one function saves more registers, or the array is aligned. So there is room
 * between them.
 */
#define BURN_ROOM 128
#if defined(__riscv_vector)
#define BURNED (BURN_ROOM + 2 * BURN_MOST) /* vectors are as long as the CPU's registers */
#elif defined(__riscv)
#define BURNED (BURN_ROOM + BURN_MOST + 192) /* gcc 12 takes more with Zbb */
#elif defined(__AVX__) || (defined(__arm__) && defined(__ARM_NEON)) || \
    (defined(__GNUC__) && !defined(__OPTIMIZE__))
#define BURNED (BURN_ROOM + BURN_MOST)
#else
#define BURNED (BURN_ROOM + BURN_BYTES)
#endif
#if defined(__GNUC__)
#define BELOW_BURNED \
    unsigned char room[BURN_ROOM]; \
    __asm__ __volatile__("" : : "r"(room) : "memory")
#define BURNED_TO_HERE __asm__ __volatile__("" : : "r"(room) : "memory")
#else
#define BELOW_BURNED \
    volatile unsigned char room[BURN_ROOM]; \
    room[0] = 0
#define BURNED_TO_HERE (void)room[0]
#endif

/*
 * x18 of AArch64 is an ordinary register on Linux and similar systems, except with -ffixed-x18. No
 * macro reports that option, so x18 gets its former value back.
 */
#if defined(__GNUC__) && defined(__aarch64__) && defined(__ELF__) && !defined(__ANDROID__) && \
    !defined(__OpenBSD__) && !defined(__Fuchsia__)
#define KEEP_X18 \
    uint64_t x18; \
    __asm__ __volatile__("mov %0, x18" : "=r"(x18))
#define RESTORE_X18 __asm__ __volatile__("mov x18, %0" : : "r"(x18) : "x18")
#else
#define KEEP_X18 (void)0
#define RESTORE_X18 (void)0
#endif

static NOINLINE void burn(void) {
#if defined(__GNUC__) && defined(__OPTIMIZE__)
    unsigned char stack[BURNED];
    size_t i;
#if defined(__clang__) && defined(__i386__)
#pragma clang loop unroll(disable) /* unrolled in 32-bit words, it would take 2.5 KiB */
#endif
    for (i = 0; i < sizeof stack; i += 64) {
        memset(stack + i, 0, 64);
        __asm__ __volatile__("" : : "r"(stack) : "memory");
    }
#elif defined(__GNUC__)
    unsigned char stack[BURNED];
    memset(stack, 0, sizeof stack);
    __asm__ __volatile__("" : : "r"(stack) : "memory");
#else
    volatile unsigned char stack[BURNED];
    size_t i;
    for (i = 0; i < sizeof stack; i++) {
        stack[i] = 0;
    }
#endif
}

/*
 * Clears the vector registers that compilers may use for this target, except callee-saved ones.
 * Clears the general registers where words have 64 bits.
 */
/* clang-format off */
static void clear_registers(void) {
#if defined(__GNUC__) && defined(__x86_64__)
#if defined(__AVX__)
#define CLEAR(n) "vpxor {%%|}xmm" #n ", {%%|}xmm" #n ", {%%|}xmm" #n "\n\t"
#else
#define CLEAR(n) "pxor {%%|}xmm" #n ", {%%|}xmm" #n "\n\t"
#endif
#if defined(__AVX512F__)
#define CLEAR_16(n) "vpxord {%%|}zmm" #n ", {%%|}zmm" #n ", {%%|}zmm" #n "\n\t"
    __asm__ __volatile__(CLEAR_16(16) CLEAR_16(17) CLEAR_16(18) CLEAR_16(19) CLEAR_16(20) CLEAR_16(21)
                         CLEAR_16(22) CLEAR_16(23) CLEAR_16(24) CLEAR_16(25) CLEAR_16(26) CLEAR_16(27)
                         CLEAR_16(28) CLEAR_16(29) CLEAR_16(30) CLEAR_16(31)
                         : : : "xmm16", "xmm17", "xmm18", "xmm19", "xmm20", "xmm21", "xmm22", "xmm23",
                         "xmm24", "xmm25", "xmm26", "xmm27", "xmm28", "xmm29", "xmm30", "xmm31");
#endif
#if defined(__SSE2__)
    __asm__ __volatile__(CLEAR(0) CLEAR(1) CLEAR(2) CLEAR(3) CLEAR(4) CLEAR(5)
                         : : : "xmm0", "xmm1", "xmm2", "xmm3", "xmm4", "xmm5");
#if !defined(_WIN32)
    __asm__ __volatile__(CLEAR(6) CLEAR(7) CLEAR(8) CLEAR(9) CLEAR(10) CLEAR(11) CLEAR(12) CLEAR(13)
                         CLEAR(14) CLEAR(15)
                         : : : "xmm6", "xmm7", "xmm8", "xmm9", "xmm10", "xmm11", "xmm12", "xmm13",
                         "xmm14", "xmm15");
#elif defined(__AVX__)
    __asm__ __volatile__("vzeroupper"); /* the lower halves of the others are callee-saved */
#endif
#endif
    __asm__ __volatile__("xor {%%|}eax, {%%|}eax\n\txor {%%|}ecx, {%%|}ecx\n\txor {%%|}edx, {%%|}edx\n\t"
                         "xor {%%|}r8d, {%%|}r8d\n\txor {%%|}r9d, {%%|}r9d\n\txor {%%|}r10d, {%%|}r10d\n\txor {%%|}r11d, {%%|}r11d"
                         : : : "rax", "rcx", "rdx", "r8", "r9", "r10", "r11", "cc");
#if !defined(_WIN32)
    __asm__ __volatile__("xor {%%|}esi, {%%|}esi\n\txor {%%|}edi, {%%|}edi" : : : "rsi", "rdi", "cc");
#endif
#elif defined(__GNUC__) && defined(__i386__) && defined(__SSE2__)
#if defined(__AVX__)
#define CLEAR(n) "vpxor {%%|}xmm" #n ", {%%|}xmm" #n ", {%%|}xmm" #n "\n\t"
#else
#define CLEAR(n) "pxor {%%|}xmm" #n ", {%%|}xmm" #n "\n\t"
#endif
    __asm__ __volatile__(CLEAR(0) CLEAR(1) CLEAR(2) CLEAR(3) CLEAR(4) CLEAR(5) CLEAR(6) CLEAR(7)
                         : : : "xmm0", "xmm1", "xmm2", "xmm3", "xmm4", "xmm5", "xmm6", "xmm7");
#elif defined(__GNUC__) && defined(__aarch64__)
#if defined(__ARM_NEON)
#define CLEAR(n) "movi v" #n ".4s, #0\n\t"
#define CLEAR_UPPER(n) "mov v" #n ".d[1], xzr\n\t" /* the lower half is callee-saved */
    __asm__ __volatile__(CLEAR(0) CLEAR(1) CLEAR(2) CLEAR(3) CLEAR(4) CLEAR(5) CLEAR(6) CLEAR(7)
                         CLEAR(16) CLEAR(17) CLEAR(18) CLEAR(19) CLEAR(20) CLEAR(21) CLEAR(22) CLEAR(23)
                         CLEAR(24) CLEAR(25) CLEAR(26) CLEAR(27) CLEAR(28) CLEAR(29) CLEAR(30) CLEAR(31)
                         CLEAR_UPPER(8) CLEAR_UPPER(9) CLEAR_UPPER(10) CLEAR_UPPER(11)
                         CLEAR_UPPER(12) CLEAR_UPPER(13) CLEAR_UPPER(14) CLEAR_UPPER(15)
                         : : : "v0", "v1", "v2", "v3", "v4", "v5", "v6", "v7", "v16", "v17", "v18", "v19", "v20",
                         "v21", "v22", "v23", "v24", "v25", "v26", "v27", "v28", "v29", "v30", "v31");
#endif
    __asm__ __volatile__("mov x0, xzr\n\tmov x1, xzr\n\tmov x2, xzr\n\tmov x3, xzr\n\tmov x4, xzr\n\tmov x5, xzr\n\t"
                         "mov x6, xzr\n\tmov x7, xzr\n\tmov x8, xzr\n\tmov x9, xzr\n\tmov x10, xzr\n\tmov x11, xzr\n\t"
                         "mov x12, xzr\n\tmov x13, xzr\n\tmov x14, xzr\n\tmov x15, xzr\n\tmov x16, xzr\n\tmov x17, xzr"
                         : : : "x0", "x1", "x2", "x3", "x4", "x5", "x6", "x7", "x8", "x9", "x10", "x11", "x12",
                         "x13", "x14", "x15", "x16", "x17");
#elif defined(__GNUC__) && defined(__riscv) && defined(__LP64__)
    __asm__ __volatile__("li t0, 0\n\tli t1, 0\n\tli t2, 0\n\tli a0, 0\n\tli a1, 0\n\tli a2, 0\n\tli a3, 0\n\tli a4, 0\n\t"
                         "li a5, 0\n\tli a6, 0\n\tli a7, 0\n\tli t3, 0\n\tli t4, 0\n\tli t5, 0\n\tli t6, 0"
                         : : : "t0", "t1", "t2", "a0", "a1", "a2", "a3", "a4", "a5", "a6", "a7", "t3", "t4", "t5", "t6");
#if defined(__riscv_vector)
    /* v0 to v31, eight at a time, in their full length. */
    __asm__ __volatile__("vsetvli t0, zero, e8, m8, ta, ma\n\tvmv.v.i v0, 0\n\tvmv.v.i v8, 0\n\tvmv.v.i v16, 0\n\tvmv.v.i v24, 0"
                         : : : "t0");
#endif
#elif defined(__GNUC__) && defined(__arm__) && defined(__ARM_FP)
    /* The C library's memcpy uses these, whatever the compiler's options. */
#define CLEAR_VFP(n) "vmov d" #n ", r0, r0\n\t"
    __asm__ __volatile__("mov r0, #0\n\t" CLEAR_VFP(0) CLEAR_VFP(1) CLEAR_VFP(2) CLEAR_VFP(3) CLEAR_VFP(4)
                         CLEAR_VFP(5) CLEAR_VFP(6) CLEAR_VFP(7)
                         : : : "r0", "d0", "d1", "d2", "d3", "d4", "d5", "d6", "d7");
#if defined(__ARM_NEON)
#define CLEAR(n) "vmov.i32 q" #n ", #0\n\t"
    __asm__ __volatile__(CLEAR(8) CLEAR(9) CLEAR(10) CLEAR(11) CLEAR(12) CLEAR(13) CLEAR(14) CLEAR(15)
                         : : : "q8", "q9", "q10", "q11", "q12", "q13", "q14", "q15");
#endif
#endif
}
/* clang-format on */

#endif
#endif
