/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * What checkasm.c needs to know about each architecture: its registers, and the guarantees of its
 * calling convention.
 */

#if defined(__x86_64__) || defined(__i386__)
#include <cpuid.h>

enum {
    CARRY = 1,
    PARITY = 4,
    ADJUST = 0x10,
    ZERO = 0x40,
    SIGN = 0x80,
    DIRECTION = 0x400,
    OVERFLOW = 0x800
};
enum { FLAGS_ALWAYS = 0x202, FLAGS_JUNK = CARRY | PARITY | ADJUST | ZERO | SIGN | OVERFLOW };
/* Bits of XINUSE: the upper halves of ymm0 to ymm15, and of zmm0 to zmm15. */
enum { IN_USE_UPPER = 1 << 2 | 1 << 6 };
enum { STACK_POINTER = 4 };

#if defined(__x86_64__) && (defined(_WIN32) || defined(__CYGWIN__))
enum { RCX = 1, RDX = 2, R8 = 8, R9 = 9 };
static const int argument_registers[] = {RCX, RDX, R8, R9};
static const unsigned char saved[] = {3, 5, 6, 7, 12, 13, 14, 15};
enum { SAVED_VECTOR_FIRST = 6, SAVED_VECTOR_END = VECTORS, SAVED_VECTOR_BYTES = 16 };
enum {
    STACK_OWNED = 32,
    STACK_ALIGN_ASM = 16
}; /* the callee owns the four words above the return address */
#elif defined(__x86_64__)
enum { RDI = 7, RSI = 6, RDX = 2, RCX = 1 };
static const int argument_registers[] = {RDI, RSI, RDX, RCX};
static const unsigned char saved[] = {3, 5, 12, 13, 14, 15};
enum { SAVED_VECTOR_FIRST = VECTORS, SAVED_VECTOR_END = VECTORS, SAVED_VECTOR_BYTES = 0 };
enum { STACK_OWNED = 0, STACK_ALIGN_ASM = 16 };
#else
static const int argument_registers[] = {-1, -1, -1, -1}; /* on the stack */
static const unsigned char saved[] = {3, 5, 6, 7};
enum { SAVED_VECTOR_FIRST = VECTORS, SAVED_VECTOR_END = VECTORS, SAVED_VECTOR_BYTES = 0 };
enum { STACK_OWNED = 16, STACK_ALIGN_ASM = 4 }; /* the callee owns the arguments */
#endif
enum { STACK_ALIGN_C = 16 };
enum { SAVED_BY_C = sizeof saved };

#if defined(__x86_64__)
static const char *const general_names[] = {"rax", "rcx", "rdx", "rbx", "rsp", "rbp", "rsi", "rdi",
                                            "r8",  "r9",  "r10", "r11", "r12", "r13", "r14", "r15"};
#else
static const char *const general_names[] = {"eax", "ecx", "edx", "ebx", "esp", "ebp", "esi", "edi"};
#endif

static unsigned usable_registers(void) {
    const unsigned long features = cpu_features();
    unsigned usable = 0, a, b, c, d;
    if (features & CPU_SSE2) {
        usable |= USABLE_SSE;
    }
    if (features & CPU_AVX) {
        usable |= USABLE_AVX;
        if (__get_cpuid_count(0xd, 1, &a, &b, &c, &d) && (a & 4)) {
            usable |= USABLE_XINUSE;
        }
    }
    if (features & CPU_AVX512F) {
        usable |= USABLE_AVX512;
    }
    return usable;
}

/* What differs from before the call, or violates the calling convention; or NULL. */
static const char *changed_modes(const checkasm_call *call) {
    size_t i, j;
    if (call->flags[1] & DIRECTION) {
        return "the direction flag is set";
    }
    for (i = 0; i < 4; i++) {
        if (call->control[0][i] != call->control[1][i]) {
            return i ? "the x87 has changed" : "MXCSR has changed";
        }
    }
    if ((call->usable & USABLE_AVX) && !(call->usable & USABLE_DIRTY)) {
        unsigned char used = 0;
        for (i = 0; i < VECTORS; i++) {
            for (j = 16; j < VECTOR_BYTES; j++) {
                used |= call->vector[1][i][j];
            }
        }
        if (used) {
            return "upper halves of ymm registers are not clean";
        }
        if (call->in_use[1] & ~call->in_use[0] & IN_USE_UPPER) {
            return "upper halves of vector registers are in use";
        }
    }
    return NULL;
}

#elif defined(__aarch64__)
/* N, Z, C, V */
static const uintptr_t FLAGS_ALWAYS = 0, FLAGS_JUNK = (uintptr_t)0xf << 28;
enum { STACK_POINTER = 31 };
static const int argument_registers[] = {0, 1, 2, 3};
/* x18 is reserved for the system, or for any compiler: kernels do not use it. */
static const unsigned char saved[] = {19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 18};
enum { SAVED_BY_C = 11 };
enum { SAVED_VECTOR_FIRST = 8, SAVED_VECTOR_END = 16, SAVED_VECTOR_BYTES = 8 };
enum { STACK_OWNED = 0, STACK_ALIGN_ASM = 16, STACK_ALIGN_C = 16 };
static const char *const general_names[] = {"x0",  "x1",  "x2",  "x3",  "x4",  "x5",  "x6",  "x7",
                                            "x8",  "x9",  "x10", "x11", "x12", "x13", "x14", "x15",
                                            "x16", "x17", "x18", "x19", "x20", "x21", "x22", "x23",
                                            "x24", "x25", "x26", "x27", "x28", "x29", "x30", "sp"};

static unsigned usable_registers(void) {
    return 0;
}

static const char *changed_modes(const checkasm_call *call) {
    return call->control[0][0] != call->control[1][0] ? "FPCR has changed" : NULL;
}

#elif defined(__riscv)
static const uintptr_t FLAGS_ALWAYS = 0, FLAGS_JUNK = 0;
enum { STACK_POINTER = 2 };
static const int argument_registers[] = {10, 11, 12, 13};
/* gp and tp are reserved for the system: kernels do not use them. */
static const unsigned char saved[] = {8, 9, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 3, 4};
enum { SAVED_BY_C = sizeof saved };
#if defined(__riscv_float_abi_double)
enum {
    SAVED_VECTOR_FIRST = 18,
    SAVED_VECTOR_END = 28,
    SAVED_VECTOR_BYTES = 8
}; /* and fs0 and fs1 */
#else
enum { SAVED_VECTOR_FIRST = VECTORS, SAVED_VECTOR_END = VECTORS, SAVED_VECTOR_BYTES = 0 };
#endif
enum { STACK_OWNED = 0, STACK_ALIGN_ASM = 16, STACK_ALIGN_C = 16 };
static const char *const general_names[] = {"zero", "ra", "sp",  "gp",  "tp", "t0", "t1", "t2",
                                            "s0",   "s1", "a0",  "a1",  "a2", "a3", "a4", "a5",
                                            "a6",   "a7", "s2",  "s3",  "s4", "s5", "s6", "s7",
                                            "s8",   "s9", "s10", "s11", "t3", "t4", "t5", "t6"};

static unsigned usable_registers(void) {
    return 0;
}

static const char *changed_modes(const checkasm_call *call) {
    return call->control[0][0] != call->control[1][0] ? "fcsr has changed" : NULL;
}

#elif defined(__arm__)
/* N, Z, C, V, Q; GE */
static const uintptr_t FLAGS_ALWAYS = 0, FLAGS_JUNK = 0xf80f0000u;
enum { STACK_POINTER = 13 };
static const int argument_registers[] = {0, 1, 2, 3};
static const unsigned char saved[] = {4, 5, 6, 7, 8, 9, 10, 11};
enum { SAVED_BY_C = sizeof saved };
enum { SAVED_VECTOR_FIRST = 8, SAVED_VECTOR_END = 16, SAVED_VECTOR_BYTES = 8 };
enum { STACK_OWNED = 0, STACK_ALIGN_ASM = 8, STACK_ALIGN_C = 8 };
static const char *const general_names[] = {"r0", "r1", "r2",  "r3",  "r4",  "r5", "r6", "r7",
                                            "r8", "r9", "r10", "r11", "r12", "sp", "lr", "pc"};

static unsigned usable_registers(void) {
    return (cpu_features() & CPU_NEON ? USABLE_NEON : 0) | (test_random(2) ? USABLE_THUMB : 0);
}

/* The bit of CPSR for the current byte order. */
enum { FLAG_E = 0x200 };

static const char *changed_modes(const checkasm_call *call) {
    if (call->control[0][0] != call->control[1][0]) {
        return "FPSCR has changed";
    }
    return (call->flags[0] ^ call->flags[1]) & FLAG_E ? "the byte order has changed" : NULL;
}
#endif
