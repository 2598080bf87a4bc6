/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * Calls every kernel as a caller of another compiler might: any junk in the registers, a stack
 * no better aligned than the calling convention says, pages without access around input and
 * state; and looks at everything it must leave alone.
 *
 *     checkasm [--seed N] [--count N] [--impl NAME]
 *
 * The seed is printed; the same seed repeats the same calls. Kernels that need XOP have fewer calls
 * on a CPU without it, where its one instruction is emulated (tests/rigs/xop/vprotq.h).
 *
 * What is checked after each call:
 *   the state: H and T as the contract says, F (BLAKE: the salt) and the bytes around as before; of several lanes
 *   also what else there is in it, and all columns beyond the kernel's lanes; of short messages the digests
 *   registers that belong to the caller, stack pointer, direction flag, MXCSR, x87, FPCR
 *   upper halves of the vector registers: clean, if they were
 *   the stack: nothing changed above; below, not more than LIMIT bytes used
 * and of assembly kernels also
 *   the stack below: no word of the message and none of the state is left there, and nothing
 *   that depends on them
 *   vector registers, and general ones where a word fills one: nothing that depends on them
 * Reading outside the input, or writing to it, is a fault, which ends the program.
 *
 * The upper half of an argument narrower than a register, which the number of rounds is, is junk too.
 */
#if !defined(_DEFAULT_SOURCE)
#define _DEFAULT_SOURCE 1
#endif
#if !defined(_DARWIN_C_SOURCE)
#define _DARWIN_C_SOURCE 1
#endif
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include "checkasm.h"
#include "test.h"
#include "../xop/vprotq.h"
#include "../../../app/driver/cpu.h"

#if CHECKASM
#include "blake_kernels.h"
#include "pages.h"

/* ---- architectures ---- */

#if defined(__x86_64__) || defined(__i386__)
#include <cpuid.h>

enum { CARRY = 1, PARITY = 4, ADJUST = 0x10, ZERO = 0x40, SIGN = 0x80, DIRECTION = 0x400, OVERFLOW = 0x800 };
enum { FLAGS_ALWAYS = 0x202, FLAGS_JUNK = CARRY | PARITY | ADJUST | ZERO | SIGN | OVERFLOW };
/* Bits of XINUSE: the upper halves of ymm0 to ymm15, and of zmm0 to zmm15. */
enum { IN_USE_UPPER = 1 << 2 | 1 << 6 };
enum { STACK_POINTER = 4 };

#if defined(__x86_64__) && (defined(_WIN32) || defined(__CYGWIN__))
enum { RCX = 1, RDX = 2, R8 = 8, R9 = 9 };
static const int argument_registers[] = {RCX, RDX, R8, R9};
static const unsigned char saved[] = {3, 5, 6, 7, 12, 13, 14, 15};
enum { SAVED_VECTOR_FIRST = 6, SAVED_VECTOR_END = VECTORS, SAVED_VECTOR_BYTES = 16 };
enum { STACK_OWNED = 32, STACK_ALIGN_ASM = 16 }; /* the four words above the return address are the callee's */
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
enum { STACK_OWNED = 16, STACK_ALIGN_ASM = 4 }; /* the arguments are the callee's */
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

/* What is set otherwise than before, or than the calling convention wants it; NULL if nothing is. */
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
/* x18 is the system's, or any compiler's: kernels leave it alone. */
static const unsigned char saved[] = {19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 18};
enum { SAVED_BY_C = 11 };
enum { SAVED_VECTOR_FIRST = 8, SAVED_VECTOR_END = 16, SAVED_VECTOR_BYTES = 8 };
enum { STACK_OWNED = 0, STACK_ALIGN_ASM = 16, STACK_ALIGN_C = 16 };
static const char *const general_names[] = {
    "x0",  "x1",  "x2",  "x3",  "x4",  "x5",  "x6",  "x7",  "x8",  "x9",  "x10", "x11", "x12", "x13", "x14", "x15",
    "x16", "x17", "x18", "x19", "x20", "x21", "x22", "x23", "x24", "x25", "x26", "x27", "x28", "x29", "x30", "sp"};

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
/* gp and tp are the system's: kernels leave them alone. */
static const unsigned char saved[] = {8, 9, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 3, 4};
enum { SAVED_BY_C = sizeof saved };
#if defined(__riscv_float_abi_double)
enum { SAVED_VECTOR_FIRST = 18, SAVED_VECTOR_END = 28, SAVED_VECTOR_BYTES = 8 }; /* and fs0 and fs1 */
#else
enum { SAVED_VECTOR_FIRST = VECTORS, SAVED_VECTOR_END = VECTORS, SAVED_VECTOR_BYTES = 0 };
#endif
enum { STACK_OWNED = 0, STACK_ALIGN_ASM = 16, STACK_ALIGN_C = 16 };
static const char *const general_names[] = {
    "zero", "ra", "sp", "gp", "tp",  "t0",  "t1", "t2", "s0", "s1", "a0",  "a1",  "a2", "a3", "a4", "a5",
    "a6",   "a7", "s2", "s3", "s4",  "s5",  "s6", "s7", "s8", "s9", "s10", "s11", "t3", "t4", "t5", "t6"};

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

/* The bit of CPSR that says which byte order is in use. */
enum { FLAG_E = 0x200 };

static const char *changed_modes(const checkasm_call *call) {
    if (call->control[0][0] != call->control[1][0]) {
        return "FPSCR has changed";
    }
    return (call->flags[0] ^ call->flags[1]) & FLAG_E ? "the byte order has changed" : NULL;
}
#endif

/* The trampoline and C mean the same. */
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

/* ---- the stack it runs on ---- */

enum {
    STACK_BYTES = 128 * 1024, /* C compiled for debugging may need some */
    ABOVE = 1024,             /* looked at above the stack pointer */
    BELOW = 8192,             /* looked at below */
    LIMIT = 4096,             /* more than a page would have to be probed on Windows */
    LIMIT_IN_STEPS = 6144     /* of kernels of sixteen messages of 64-bit words, which take it in steps and write to each */
};

static guarded stack_pages;

/* What a word of the stack below holds before the call. */
static uintptr_t filling(const uintptr_t *word, uintptr_t salt) {
    return ((uintptr_t)word ^ salt) * (uintptr_t)0x9e3779b97f4a7c15u;
}

static uintptr_t *word_at(unsigned char *p) {
    return (uintptr_t *)(void *)p;
}

/* ---- one call ---- */

static void fill(const guarded *pages, int access) {
    if (protect(pages->first, (size_t)(pages->end - pages->first), READ_WRITE)) {
        test_expect(0, "cannot set the access to pages");
    }
    test_random_bytes(pages->first, (size_t)(pages->end - pages->first));
    if (protect(pages->first, (size_t)(pages->end - pages->first), access)) {
        test_expect(0, "cannot set the access to pages");
    }
}

typedef struct check {
    const char *name;
    uintptr_t function;
    unsigned lanes;                /* 0: the kernel has the contract of one message, or of any number of rounds: */
    const uint64_t *tf;            /* counter and flags of that one */
    uint32_t rounds;
    int assembly;
    size_t word;                   /* of BLAKE; 0: BLAKE2b's 8 bytes */
    unsigned long number;          /* of the call, from 0 */
    unsigned char *state;          /* or blake2b_lanes, somewhere in state_pages */
    size_t state_bytes, h_bytes;   /* all of it, and H, with which it begins */
    const unsigned char *in;       /* of the first lane */
    size_t bytes, stride;
    checkasm_call call;
    unsigned long most_stack;
} check;

static unsigned long seed, count = 20000;
static const char *only; /* this implementation, FAMILY_NAME or of each family NAME; NULL: all */

static int is_wanted(const char *family, const char *name) {
    const size_t n = strlen(family);
    return !only || !strcmp(only, name) || (!strncmp(only, family, n) && only[n] == '_' && !strcmp(only + n + 1, name));
}
static guarded in_pages, state_pages;
static const check *running;

static void fault(int number) {
    printf("FAIL checkasm/%s: seed %lu, call %lu: fault (signal %d), %lu bytes, stride %lu, input at %lu, "
           "%lu before the page's end\n",
           running->name, seed, running->number, number, (unsigned long)running->bytes,
           (unsigned long)running->stride, (unsigned long)((uintptr_t)running->in % 64),
           (unsigned long)((uintptr_t)in_pages.end - (uintptr_t)running->in));
    fflush(stdout);
    _Exit(EXIT_FAILURE);
}

static void expect(const check *c, int holds, const char *what, const char *which) {
    test_expect(holds, "seed %lu, call %lu (%lu bytes, stride %lu, input at %lu, state at %lu): %s%s", seed,
                c->number, (unsigned long)c->bytes, (unsigned long)c->stride,
                (unsigned long)((uintptr_t)c->in % 64), (unsigned long)((uintptr_t)c->state % 64), what, which);
}

static uintptr_t random_word(void) {
    uintptr_t word;
    test_random_bytes((unsigned char *)&word, sizeof word);
    return word;
}

/* The stack, and what a caller puts there. */
static void prepare_stack(const check *c, const uintptr_t arguments[4], uintptr_t salt) {
    unsigned char *const stack = c->call.stack;
    unsigned char *p;
    size_t i;
    for (p = stack - BELOW; p < stack; p += WORD_BYTES) {
        *word_at(p) = filling(word_at(p), salt);
    }
    for (; p < stack + ABOVE; p += WORD_BYTES) {
        *word_at(p) = (uintptr_t)&c->call;
    }
    *word_at(stack + SLOT_FUNCTION) = c->function;
    for (i = 0; i < 4; i++) {
        if (argument_registers[i] < 0) {
            *word_at(stack + i * WORD_BYTES) = arguments[i];
        }
    }
}

/* 32 bits as they are passed, whatever is above them; but on RISC-V, where compilers rely on their sign there. */
static uintptr_t argument_32(const check *c, uint32_t x) {
#if defined(__riscv)
    if (!c->assembly) {
        return (uintptr_t)(int32_t)x;
    }
#endif
    (void)c;
    return (random_word() & ~(uintptr_t)0xffffffffu) | x;
}

/* Junk in all registers, the arguments, and the stack. */
static void prepare(check *c, const uintptr_t arguments[4], uintptr_t salt) {
    const size_t align = c->assembly ? STACK_ALIGN_ASM : STACK_ALIGN_C;
    checkasm_call *call = &c->call;
    size_t i;
    test_random_bytes((unsigned char *)call->general, sizeof call->general);
    test_random_bytes((unsigned char *)call->vector[0], sizeof call->vector[0]);
    memcpy(call->vector[1], call->vector[0], sizeof call->vector[1]); /* what the trampoline does not store */
#if defined(MORE_VECTORS)
    test_random_bytes((unsigned char *)call->more[0], sizeof call->more[0]);
    memcpy(call->more[1], call->more[0], sizeof call->more[1]);
#endif
    memset(call->control, 0, sizeof call->control);
    call->in_use[0] = call->in_use[1] = 0;
    call->flags[0] = FLAGS_ALWAYS | (random_word() & FLAGS_JUNK);
    call->usable = usable_registers() | (test_random(8) ? 0 : USABLE_DIRTY);
    /* Anywhere in a few pages: a frame that is too small, or aligned wrongly, may fit by chance. */
    call->stack = stack_pages.end - ABOVE - 64 * (1 + test_random(128)) + align * test_random(64 / (uint32_t)align);
    for (i = 0; i < 4; i++) {
        if (argument_registers[i] >= 0) {
            call->general[0][argument_registers[i]] = arguments[i];
        }
    }
    prepare_stack(c, arguments, salt);
}

static void check_registers(const check *c) {
    const checkasm_call *call = &c->call;
    const char *changed;
    size_t i;
    for (i = 0; i < (c->assembly ? sizeof saved : SAVED_BY_C); i++) {
        expect(c, call->general[1][saved[i]] == call->general[0][saved[i]], general_names[saved[i]],
               " was not saved");
    }
    for (i = SAVED_VECTOR_FIRST; i < SAVED_VECTOR_END; i++) {
        expect(c, !memcmp(call->vector[1][i], call->vector[0][i], SAVED_VECTOR_BYTES),
               "a vector register was not saved", "");
    }
    expect(c, call->general[1][STACK_POINTER] == (uintptr_t)call->stack, "the stack pointer has changed", "");
    changed = changed_modes(call);
    expect(c, !changed, changed ? changed : "", "");
}

/* Which 8-byte, and which 4-byte words are secret, by their low 16 bits. */
static unsigned char maybe[65536];

static void check_leftovers(const check *c, const unsigned char *lowest, const unsigned char *const words[],
                            size_t number) {
    const unsigned char *p;
    size_t i;
    unsigned halves = 0, half;
    const unsigned char *counted = NULL;
    for (i = 0; i < number; i++) {
        maybe[words[i][0] | words[i][1] << 8] = 1;
        maybe[words[i][4] | words[i][5] << 8] = 1;
    }
    for (p = lowest; p + 4 <= c->call.stack; p++) {
        if (!maybe[p[0] | p[1] << 8]) {
            continue;
        }
        half = 0;
        for (i = 0; i < number; i++) {
            /* 4 bytes of a word may be there by chance (of a word that several lanes share, or of
               one that begins like something that stands there often, zeros for example); 4 bytes
               of three words may not. */
            half |= (!memcmp(p, words[i], 4) || !memcmp(p, words[i] + 4, 4)) && (!counted || memcmp(p, counted, 4));
            if ((p + 8 <= c->call.stack && !memcmp(p, words[i], 8)) || (half && halves == 2)) {
                const int of_state = words[i] >= state_pages.first && words[i] < state_pages.end;
                char where[60];
                sprintf(where, ", %lu bytes below", (unsigned long)(c->call.stack - p));
                expect(c, 0, of_state ? "a word of the state is left on the stack"
                                      : "a word of the message is left on the stack", where);
                goto clean;
            }
        }
        if (half) {
            halves++;
            counted = p;
        }
    }
clean:
    for (i = 0; i < number; i++) {
        maybe[words[i][0] | words[i][1] << 8] = 0;
        maybe[words[i][4] | words[i][5] << 8] = 0;
    }
}

static const unsigned char *lane_input(const check *c, size_t lane) {
    const unsigned char *in;
    memcpy(&in, c->state + offsetof(blake2b_lanes, in) + lane * sizeof in, sizeof in);
    return in;
}

/* The words of a message that lies from IN on; returns how many. */
static size_t message_words(const unsigned char *words[], const unsigned char *in, size_t bytes, size_t stride) {
    size_t number = 0, i, j;
    for (i = 0; i < bytes; i += 128) {
        for (j = 0; j < 128 && i + j + 8 <= bytes; j += 8) {
            words[number++] = (const unsigned char *)((uintptr_t)in + i / 128 * stride + j);
        }
    }
    return number;
}

/* How the stack was used: whether more than is allowed; the lowest byte. */
static const unsigned char *check_stack(check *c, uintptr_t salt) {
    unsigned char *const stack = c->call.stack;
    unsigned char *p;
    size_t used;
    int same = 1;
    for (p = stack + STACK_OWNED; p < stack + ABOVE; p += WORD_BYTES) {
        same &= *word_at(p) == (p == stack + SLOT_FUNCTION ? c->function : (uintptr_t)&c->call);
    }
    expect(c, same, "the stack above has changed", "");

    for (p = stack - BELOW; p < stack && *word_at(p) == filling(word_at(p), salt); p += WORD_BYTES) {
    }
    used = (size_t)(stack - p);
    if (used > c->most_stack) {
        c->most_stack = (unsigned long)used;
    }
    expect(c, !c->assembly || used <= (c->state_bytes == sizeof(blake2b_lanes) && c->lanes == 16 ? LIMIT_IN_STEPS : LIMIT),
           "more of the stack was used than allowed", "");
    return p;
}

static void check_words(check *c, const unsigned char *lowest, const unsigned char *state_before) {
    enum { MOST_WORDS = BLAKE2B_LANES_MAX * (8 * 16 + 8 + 8) };
    static const unsigned char *words[MOST_WORDS];
    size_t number = 0, i;
    for (i = 0; i < c->h_bytes; i += 8) {
        words[number++] = state_before + i;
        words[number++] = c->state + i;
    }
    if (!c->lanes) {
        number += message_words(words + number, c->in, c->bytes, c->stride);
    }
    for (i = 0; i < c->lanes; i++) {
        number += message_words(words + number, lane_input(c, i), c->bytes, c->stride);
    }
    check_leftovers(c, lowest, words, number);
}

/*
 * The same call on another message and another state: what is left on the stack and in registers must be the
 * same. (Of the stack it is more than the contract asks, but cheap, once a call.)
 */
static void check_dependence(check *c, const uintptr_t arguments[4], uintptr_t salt,
                             const unsigned char *state_before) {
    static unsigned char left[BELOW];
    static checkasm_call first;
    memcpy(left, c->call.stack - BELOW, BELOW);
    first = c->call;
    memcpy(c->state, state_before, c->state_bytes);
    test_random_bytes(c->state, c->h_bytes);
    fill(&in_pages, READ_ONLY);
    prepare_stack(c, arguments, salt);
    checkasm_trampoline(&c->call);
    expect(c, !memcmp(left, c->call.stack - BELOW, BELOW), "what is left on the stack depends on message or state",
           "");
    expect(c, (c->word ? c->word : 8) > WORD_BYTES || !memcmp(first.general, c->call.general, sizeof first.general),
           "what is left in general registers depends on message or state", "");
    expect(c, !memcmp(first.vector, c->call.vector, sizeof first.vector),
           "what is left in vector registers depends on message or state", "");
#if defined(MORE_VECTORS)
    expect(c, !memcmp(first.more, c->call.more, sizeof first.more),
           "what is left in zmm16 to zmm31 depends on message or state", "");
#endif
}

static void expect_field(const check *c, const unsigned char *expected, size_t at, size_t bytes, const char *what) {
    expect(c, !memcmp(c->state + at, expected + at, bytes), what, "");
}

static uint64_t load_word(const unsigned char *p) {
    uint64_t x = 0;
    int i;
    for (i = 7; i >= 0; i--) {
        x = x << 8 | p[i];
    }
    return x;
}

static void store_word(unsigned char *p, uint64_t x) {
    int i;
    for (i = 0; i < 8; i++, x >>= 8) {
        p[i] = (unsigned char)(x & 0xff);
    }
}

/* What the contract of several lanes demands, each block of each lane by that of one message. */
static void expected_lanes(unsigned char *state, unsigned lanes, size_t blocks, size_t stride) {
    blake2b_lanes L;
    unsigned j, i;
    memcpy(&L, state, sizeof L);
    for (j = 0; j < lanes; j++) {
        uintptr_t in = (uintptr_t)L.in[j];
        size_t k;
        for (k = 0; k < blocks; k++, in += stride) {
            blake2b_state_internal S; /* its counter does not matter but for what the call adds, 128 */
            uint64_t t[2];
            L.T[0][j] += L.add[j];
            L.T[1][j] += L.T[0][j] < L.add[j];
            t[0] = L.T[0][j] - 128;
            t[1] = L.T[1][j] - (L.T[0][j] < 128);
            for (i = 0; i < 8; i++) {
                store_word(S.H + 8 * i, L.H[i][j]);
            }
            for (i = 0; i < 2; i++) {
                store_word(S.T + 8 * i, t[i]);
                store_word(S.F + 8 * i, L.F[i][j]);
            }
            test_contract(&S, (const unsigned char *)in, 128, 128);
            for (i = 0; i < 8; i++) {
                L.H[i][j] = load_word(S.H + 8 * i);
            }
        }
    }
    memcpy(state, &L, sizeof L);
}

/* What the contract of any number of rounds demands. */
static void expected_rounds(unsigned char *state, const check *c) {
    const struct kernel *reference = blake2b_rounds_kernels;
    uint64_t h[8];
    while (reference[1].name) {
        reference++;
    }
    memcpy(h, state, sizeof h);
    BLAKE2B_ROUNDS(reference)(h, c->in, c->tf, c->rounds);
    memcpy(state, h, sizeof h);
}

static void call_it(check *c) {
    const uintptr_t four[] = {(uintptr_t)c->state, (uintptr_t)c->in, c->bytes, c->stride};
    const uintptr_t three[] = {(uintptr_t)c->state, c->bytes / 128, c->stride, random_word()};
    const uintptr_t of_rounds[] = {(uintptr_t)c->state, (uintptr_t)c->in, (uintptr_t)c->tf,
                                   argument_32(c, c->rounds)};
    const uintptr_t *const arguments = c->tf ? of_rounds : c->lanes ? three : four;
    static unsigned char before[1 << 16], expected[1 << 16];
    const size_t page_at = (size_t)(c->state - state_pages.first), end = page_at + c->state_bytes;
    const uintptr_t salt = random_word();
    const unsigned char *lowest;
    memcpy(before, state_pages.first, page);
    memcpy(expected, state_pages.first, page);
    if (c->lanes) {
        expected_lanes(expected + page_at, c->lanes, c->bytes / 128, c->stride);
    } else if (c->tf) {
        expected_rounds(expected + page_at, c);
    } else {
        test_contract((blake2b_state_internal *)(void *)(expected + page_at), c->in, c->bytes, c->stride);
    }
    prepare(c, arguments, salt);
    checkasm_trampoline(&c->call);

    if (c->lanes) {
        expect_field(c, expected + page_at, offsetof(blake2b_lanes, H), sizeof(uint64_t[8][BLAKE2B_LANES_MAX]), "H is wrong");
        expect_field(c, expected + page_at, offsetof(blake2b_lanes, T), sizeof(uint64_t[2][BLAKE2B_LANES_MAX]), "T is wrong");
        expect_field(c, expected + page_at, offsetof(blake2b_lanes, F),
                     c->state_bytes - offsetof(blake2b_lanes, F), "F, add or in has changed");
    } else if (c->tf) {
        expect_field(c, expected + page_at, 0, 64, "H is wrong");
    } else {
        expect_field(c, expected + page_at, 0, 64, "H is wrong");
        expect_field(c, expected + page_at, 64, 16, "T is wrong");
        expect_field(c, expected + page_at, 80, 16, "F has changed");
    }
    expect(c, !memcmp(state_pages.first, expected, page_at) &&
                  !memcmp(state_pages.first + end, expected + end, page - end),
           "written outside the state", "");
    check_registers(c);
    lowest = check_stack(c, salt);
    if (c->assembly) {
        check_words(c, lowest, before + page_at);
    }
    if (c->assembly && c->number % 4 < 2) {
        check_dependence(c, arguments, salt, before + page_at);
    }
}

/* ---- which calls ---- */

/* Any counter; often one that the next few blocks carry over 2^8, 2^16 ... or 2^128, a wrap. */
static void random_counter(unsigned char T[16]) {
    const unsigned low_bytes = test_random(2) ? 8 + 8 * test_random(2) : 1 + test_random(16);
    unsigned below = 1 + test_random(1100), i, borrow = 0;
    test_random_bytes(T, 16);
    if (!test_random(4)) {
        return;
    }
    if (test_random(2)) {
        memset(T, 0, 16);
    }
    for (i = 0; i < low_bytes; i++) { /* 2^(8 * low_bytes) - below */
        const unsigned digit = (0x100 - (below & 0xff) - borrow) & 0xff;
        borrow |= (below & 0xff) != 0;
        T[i] = (unsigned char)digit;
        below >>= 8;
    }
}

/* Where SPAN bytes stand: right at a page without access, or at an address that is AT modulo 64. */
enum { AT_END, AT_START, AT_ANY, PLACES };

static unsigned char *place(const guarded *pages, unsigned where, size_t span, size_t at) {
    unsigned char *last = pages->end - span;
    switch (where) {
    case AT_END:
        return last;
    case AT_START:
        return pages->first;
    default:
        return test_random(2) ? last - ((uintptr_t)last - at) % 64 : pages->first + at % 64;
    }
}

static const size_t strides[] = {0, 128, 128, 512, 64, 1, 127, 129, 1000};

/* Every length of a last block at every address modulo 64, if there are enough calls. */
static void make(check *c, unsigned long number) {
    const size_t nth = number / 2, alignment = nth % 64;
    const int last = number & 1;
    size_t blocks, span, back = 0;
    c->number = number;
    c->stride = strides[test_random(sizeof strides / sizeof strides[0])];
    if (!test_random(4)) {
        c->stride = test_random(900) | 1;
    }
    if (last) {
        c->bytes = span = nth % 129;
    } else {
        blocks = test_random(9);
        c->bytes = 128 * blocks;
        span = blocks ? (blocks - 1) * c->stride + 128 : 0;
        if (blocks > 1 && !test_random(4)) { /* from the last to the first */
            back = (blocks - 1) * c->stride;
            c->stride = (size_t)0 - c->stride;
        }
    }
    if (c->bytes <= 128 && !test_random(4)) { /* then there is nothing to go to */
        c->stride = random_word();
    }
    c->in = place(&in_pages, test_random(PLACES), span, alignment) + back;
    if (!c->bytes && test_random(2)) {
        c->in = NULL;
    }

    c->state = place(&state_pages, test_random(PLACES), sizeof(blake2b_state_internal), test_random(64));
    test_random_bytes(c->state, 64);
    random_counter(c->state + 64);
    memset(c->state + 80, last ? 0xff : 0, 8);
    if (test_random(2)) {
        memset(c->state + 88, test_random(2) ? 0xff : 0, 8);
    } else {
        test_random_bytes(c->state + 88, 8);
    }
}

/* One to eight blocks; lanes anywhere, also at the same place, or overlapping; any flags and counters. */
static void make_lanes(check *c, unsigned long number) {
    const size_t blocks = 1 + test_random(8);
    size_t span, back = 0;
    blake2b_lanes L;
    unsigned i, j;
    c->number = number;
    c->bytes = 128 * blocks;
    c->stride = test_random(4) ? strides[test_random(sizeof strides / sizeof strides[0])] : test_random(900) | 1;
    span = (blocks - 1) * c->stride + 128;
    if (blocks > 1 && !test_random(4)) { /* from the last to the first */
        back = (blocks - 1) * c->stride;
        c->stride = (size_t)0 - c->stride;
    }
    if (blocks == 1 && !test_random(4)) {
        c->stride = random_word();
    }
    test_random_bytes((unsigned char *)&L, sizeof L);
    for (j = 0; j < BLAKE2B_LANES_MAX; j++) {
        unsigned char T[16];
        random_counter(T);
        for (i = 0; i < 2; i++) {
            L.T[i][j] = load_word(T + 8 * i);
            if (test_random(4)) {
                L.F[i][j] = test_random(2) ? ~(uint64_t)0 : 0;
            }
        }
        if (test_random(8)) {
            L.add[j] = test_random(2) ? 128 : test_random(129);
        }
        /* What there is beyond the kernel's lanes may be no address at all. */
        if (j < c->lanes) {
            unsigned char *first = place(&in_pages, test_random(PLACES), span, test_random(64));
            L.in[j] = j && !test_random(8) ? L.in[j - 1] : first + back;
        }
    }
    c->in = L.in[0];
    c->state = place(&state_pages, test_random(PLACES), sizeof L, test_random(64));
    memcpy(c->state, &L, sizeof L);
}

static void run_lanes(const struct kernel *kernel) {
    static check c;
    unsigned long i;
    memset(&c, 0, sizeof c);
    c.name = kernel->name;
    c.function = (uintptr_t)BLAKE2B_LANES(kernel);
    c.lanes = kernel->messages;
    c.assembly = 1;
    c.state_bytes = sizeof(blake2b_lanes);
    c.h_bytes = sizeof(uint64_t[8][BLAKE2B_LANES_MAX]);
    running = &c;
    test_random_seed(seed);
    for (i = 0; i < 1 + count / 4; i++) {
        if (i % 256 == 0) {
            fill(&in_pages, READ_ONLY);
            fill(&state_pages, READ_WRITE);
        }
        make_lanes(&c, i);
        call_it(&c);
    }
    printf("%s: at most %lu bytes of stack\n", c.name, c.most_stack);
}

static void check_lanes(void) {
    const struct kernel *b;
    struct kernel ran = {NULL, NULL, 0, 0, NULL};
    for (b = blake2b_lanes_kernels; b->name; b++) {
        char name[60];
        if (!is_wanted("blake2b", b->name)) {
            continue;
        }
        sprintf(name, "checkasm/%.40s", b->name);
        if (b->needs & ~cpu_features()) {
            test_skip(name, "this CPU cannot run it");
            continue;
        }
        test_begin("%s", name);
        run_lanes(b);
        test_end();
        ran.file = b->file;
        test_ran(&ran, NULL);
    }
}

/* Up to four dozen rounds; the counter and the flags, any words, stand with the block or anywhere. */
static void make_rounds(check *c, unsigned long number) {
    c->number = number;
    c->bytes = c->stride = 128;
    c->rounds = number % 64 < 24 ? (uint32_t)(number % 64) : test_random(48);
    c->in = place(&in_pages, test_random(PLACES), 128, number / 2 % 64);
    c->tf = (const uint64_t *)(const void *)place(&in_pages, test_random(PLACES), 32, test_random(8) * 8);
    c->state = place(&state_pages, test_random(PLACES), 64, test_random(8) * 8);
    test_random_bytes(c->state, 64);
}

static void run_rounds(const struct kernel *kernel) {
    static check c;
    unsigned long i;
    memset(&c, 0, sizeof c);
    c.name = kernel->file;
    c.function = (uintptr_t)BLAKE2B_ROUNDS(kernel);
    c.assembly = strncmp(kernel->name, "generic/", 8) != 0;
    c.state_bytes = c.h_bytes = 64;
    running = &c;
    test_random_seed(seed);
    for (i = 0; i < 1 + count / (c.assembly ? 2 : 16); i++) {
        if (i % 256 == 0) {
            fill(&in_pages, READ_ONLY);
            fill(&state_pages, READ_WRITE);
        }
        make_rounds(&c, i);
        call_it(&c);
    }
    printf("%s: at most %lu bytes of stack\n", c.name, c.most_stack);
}

static void check_rounds(void) {
    const struct kernel *k;
    for (k = blake2b_rounds_kernels; k->name; k++) {
        char name[60];
        if (!is_wanted("blake2b", k->name)) {
            continue;
        }
        sprintf(name, "checkasm/rounds, %.40s", k->name);
        if (!util_runs(k)) {
            test_skip(name, "this CPU cannot run it");
            continue;
        }
        test_begin("%s", name);
        run_rounds(k);
        test_end();
        test_ran(k, NULL);
    }
}

static void run(const struct kernel *kernel) {
    static check c;
    unsigned long i, calls = count;
    memset(&c, 0, sizeof c);
    c.name = kernel->name;
    c.function = (uintptr_t)BLAKE2B_BLOCKS(kernel);
    c.state_bytes = sizeof(blake2b_state_internal);
    c.h_bytes = 64;
    c.assembly = strncmp(kernel->name, "generic/", 8) != 0;
    running = &c;
    if (!c.assembly) {
        calls = 1 + count / 16; /* slow, and the compiler's work */
    } else if (!util_runs(kernel)) {
        calls = 1 + count / 80; /* some milliseconds each, in the emulator */
    }
    test_random_seed(seed);
    for (i = 0; i < calls; i++) {
        if (i % 256 == 0) {
            fill(&in_pages, READ_ONLY);
            fill(&state_pages, READ_WRITE);
        }
        make(&c, i);
        call_it(&c);
    }
    printf("%s: at most %lu bytes of stack\n", c.name, c.most_stack);
}

/* ---- kernels of short messages ---- */

enum { SHORT_JOBS = 24 };
static guarded jobs_pages, out_pages;

/* What should be in OUT, the pages of the digests, and in DIGESTS, whole ones. */
static void expected_short(unsigned char *out, unsigned char digests[][64], const blake2b_short *W, const blake2b_job *jobs,
                           size_t number) {
    size_t i, j;
    for (j = 0; j < number; j++) {
        unsigned char block[128];
        blake2b_state_internal S;
        memset(block, 0, sizeof block);
        memcpy(block, W->remainder, (size_t)W->rest);
        if (jobs[j].inlen) {
            memcpy(block + W->rest, jobs[j].in, jobs[j].inlen);
        }
        for (i = 0; i < 8; i++) {
            store_word(S.H + 8 * i, W->H[i]);
        }
        store_word(S.T, W->T[0] - W->rest);
        store_word(S.T + 8, W->T[1] - (W->T[0] < W->rest));
        memset(S.F, 0xff, 8);
        store_word(S.F + 8, W->f1);
        test_contract(&S, block, (size_t)W->rest + jobs[j].inlen, 0);
        memcpy(digests[j], S.H, 64);
        for (i = 0; i < 64 && W->digest >> i & 1; i++) {
            out[jobs[j].hash - out_pages.first + (ptrdiff_t)i] = S.H[i];
        }
    }
}

static void random_short(blake2b_short *W) {
    test_random_bytes((unsigned char *)W->H, sizeof W->H);
    test_random_bytes(W->remainder, (size_t)W->rest);
}

/* Messages and digests anywhere; nothing of W has a place that matters but for its alignment of 8 bytes. */
static void call_short(check *c, unsigned long number) {
    static unsigned char expected[1 << 16], digests[SHORT_JOBS][64], left[BELOW], w_before[sizeof(blake2b_short)];
    static blake2b_job jobs[SHORT_JOBS];
    static const unsigned char *words[8 + 16 + SHORT_JOBS * (16 + 8)];
    const size_t groups = 1 + test_random(SHORT_JOBS / 8), room = page / SHORT_JOBS;
    unsigned char T[16];
    const uintptr_t salt = random_word();
    uintptr_t arguments[4];
    blake2b_short W;
    unsigned bytes = test_random(2) ? 64 : 1 + test_random(64);
    size_t i, j, n = 0;
    unsigned char *p, *at;
    c->number = number;
    random_counter(T);
    memset(&W, 0, sizeof W);
    W.rest = test_random(3) ? test_random(128) : 0;
    random_short(&W);
    W.T[0] = load_word(T) > ~(uint64_t)0 - 128 ? load_word(T) - 128 : load_word(T);
    W.T[1] = load_word(T + 8);
    W.f1 = test_random(2) ? ~(uint64_t)0 : 0;
    W.digest = ~(uint64_t)0 >> (64 - bytes);
    for (i = 0; i < W.rest; i++) {
        W.kept[i / 64] |= (uint64_t)1 << i % 64;
    }
    for (j = 0; j < 8 * groups; j++) {
        const size_t length = test_random(3) ? test_random(129 - (uint32_t)W.rest) : 128 - (size_t)W.rest;
        jobs[j].inlen = length;
        jobs[j].in = length || test_random(2) ? place(&in_pages, test_random(PLACES), length, test_random(64)) : NULL;
        jobs[j].hash = out_pages.first + j * room + test_random((uint32_t)(room - bytes + 1));
    }
    jobs[0].hash = out_pages.first;
    jobs[8 * groups - 1].hash = test_random(2) ? out_pages.end - bytes : jobs[8 * groups - 1].hash;
    c->in = (const unsigned char *)jobs[0].in;
    c->bytes = jobs[0].inlen;
    at = place(&jobs_pages, test_random(PLACES), 8 * groups * sizeof *jobs, 8 * test_random(8));
    protect(jobs_pages.first, page, READ_WRITE);
    memcpy(at, jobs, 8 * groups * sizeof *jobs);
    protect(jobs_pages.first, page, READ_ONLY);
    c->state = place(&state_pages, test_random(PLACES), sizeof W, 8 * test_random(8));
    protect(state_pages.first, page, READ_WRITE);
    memcpy(c->state, &W, sizeof W);
    protect(state_pages.first, page, READ_ONLY);
    memcpy(w_before, &W, sizeof W);
    memcpy(expected, out_pages.first, page);
    expected_short(expected, digests, &W, jobs, 8 * groups);

    arguments[0] = (uintptr_t)c->state;
    arguments[1] = (uintptr_t)at;
    arguments[2] = groups;
    arguments[3] = random_word();
    prepare(c, arguments, salt);
    checkasm_trampoline(&c->call);
    expect(c, !memcmp(out_pages.first, expected, page), "a digest is wrong, or something else was written", "");
    check_registers(c);

    for (i = 0; i < 8; i++) {
        words[n++] = w_before + 8 * i;
    }
    n += message_words(words + n, w_before + offsetof(blake2b_short, remainder), (size_t)W.rest, 0);
    for (j = 0; j < 8 * groups; j++) {
        n += message_words(words + n, (const unsigned char *)jobs[j].in, jobs[j].inlen, 0);
        n += message_words(words + n, digests[j], 64, 0);
    }
    for (p = c->call.stack - BELOW; p < c->call.stack && *word_at(p) == filling(word_at(p), salt); p += WORD_BYTES) {
    }
    if ((size_t)(c->call.stack - p) > c->most_stack) {
        c->most_stack = (unsigned long)(c->call.stack - p);
    }
    expect(c, c->call.stack - p <= LIMIT, "more of the stack was used than allowed", "");
    check_leftovers(c, p, words, n);

    /* The same lengths again: what is left below must be the same. */
    memcpy(left, c->call.stack - BELOW, BELOW);
    random_short(&W);
    protect(state_pages.first, page, READ_WRITE);
    memcpy(c->state, &W, sizeof W);
    protect(state_pages.first, page, READ_ONLY);
    fill(&in_pages, READ_ONLY);
    prepare_stack(c, arguments, salt);
    checkasm_trampoline(&c->call);
    expect(c, !memcmp(left, c->call.stack - BELOW, BELOW), "what is left on the stack depends on message or state", "");
}

static void check_short(void) {
    const struct kernel *k;
    for (k = blake2b_short_kernels; k->entry; k++) {
        static check c;
        struct kernel ran = {NULL, NULL, 0, 0, NULL};
        char name[60];
        unsigned long i;
        sprintf(name, "short_%.40s", k->name);
        if (!is_wanted("blake2b", k->name)) {
            continue;
        }
        if (k->needs & ~cpu_features()) {
            char skipped[80];
            sprintf(skipped, "checkasm/%s", name);
            test_skip(skipped, "this CPU cannot run it");
            continue;
        }
        memset(&c, 0, sizeof c);
        c.name = name;
        c.function = (uintptr_t)BLAKE2B_SHORT(k);
        c.assembly = 1;
        running = &c;
        test_begin("checkasm/%s", name);
        test_random_seed(seed);
        fill(&out_pages, READ_WRITE);
        fill(&in_pages, READ_ONLY);
        for (i = 0; i < 1 + count / 8; i++) {
            call_short(&c, i);
        }
        printf("%s: at most %lu bytes of stack\n", name, c.most_stack);
        test_end();
        ran.file = k->file;
        test_ran(&ran, NULL);
    }
}

#if defined(VPROTQ_EMULATION)
/* Non-zero if the kernel needs XOP, and a CPU with AVX can have it emulated; it is from now on. */
static int emulates(const struct kernel *kernel) {
    const unsigned long missing = kernel->needs & ~cpu_features();
    return missing == CPU_XOP && vprotq_emulate();
}

static void emulated(const struct kernel *kernel) {
    test_begin("checkasm/%s, vprotq emulated", kernel->name);
    run(kernel);
    test_end();
    test_ran(kernel, "this CPU with vprotq emulated");
    signal(SIGILL, fault);
}
#else
static int emulates(const struct kernel *kernel) {
    (void)kernel;
    return 0;
}

static void emulated(const struct kernel *kernel) {
    (void)kernel;
}
#endif

/* ---- BLAKE ---- */

/* A word of a state, as the host has it. */
static uint64_t blake_word(const blake_width_kernels *b, const unsigned char *p) {
    uint32_t half;
    uint64_t whole;
    if (b->word == 4) {
        memcpy(&half, p, 4);
        return half;
    }
    memcpy(&whole, p, 8);
    return whole;
}

static void set_blake_word(const blake_width_kernels *b, unsigned char *p, uint64_t x) {
    const uint32_t half = (uint32_t)(x & 0xffffffffu);
    if (b->word == 4) {
        memcpy(p, &half, 4);
    } else {
        memcpy(p, &x, 8);
    }
}

/* What the contract of several lanes demands, each block of each lane by the reference. */
static void expected_blake_lanes(const blake_width_kernels *b, unsigned char *L, unsigned lanes, size_t blocks) {
    const size_t row = b->lanes_max * b->word;
    size_t j, i, k;
    for (j = 0; j < lanes; j++) {
        uint64_t S[14]; /* room for either */
        const unsigned char *in;
        memcpy(&in, L + b->at_in + j * sizeof in, sizeof in);
        for (i = 0; i < 14; i++) {
            memcpy((unsigned char *)S + i * b->word, L + i * row + j * b->word, b->word);
        }
        for (k = 0; k < blocks; k++, in += 16 * b->word) {
            b->blocks(S, in, 1, (unsigned)blake_word(b, L + 14 * row + j * b->word));
        }
        for (i = 0; i < 14; i++) {
            memcpy(L + i * row + j * b->word, (unsigned char *)S + i * b->word, b->word);
        }
    }
}

/* Two words that often carry soon. */
static void random_blake_counter(const blake_width_kernels *b, unsigned char *low, unsigned char *high) {
    set_blake_word(b, low, test_random(2) ? (uint64_t)0 - test_random(6000) : test_random(6000));
    if (test_random(3)) {
        test_random_bytes(high, b->word);
    } else {
        memset(high, 0xff, b->word);
    }
}

/* One call. Messages end at a page without access, or begin behind one; lanes may share one. */
static void call_blake(check *c, const blake_width_kernels *b, unsigned long number) {
    static unsigned char before[1 << 16], expected[1 << 16], swapped[16 * 6 * 16 * 8];
    static const unsigned char *words[16 * (2 * 6 * 16 + 2 * 8)];
    const size_t block = 16 * b->word, blocks = c->lanes ? 1 + test_random(5) : test_random(6), span = blocks * block;
    const size_t row = b->lanes_max * b->word, columns = c->lanes ? c->lanes : 1;
    const unsigned bits = test_random(3) ? (unsigned)(8 * block) : test_random((uint32_t)(8 * block + 1));
    const uintptr_t salt = random_word();
    uintptr_t arguments[4];
    const unsigned char *lowest;
    size_t i, j, n = 0, page_at;
    c->number = number;
    c->bytes = span;
    c->stride = block;
    c->state = place(&state_pages, test_random(PLACES), c->state_bytes, 8 * test_random(8));
    test_random_bytes(c->state, c->state_bytes);
    for (j = 0; j < columns; j++) {
        const unsigned char *in = place(&in_pages, test_random(PLACES), span, test_random(64));
        if (c->lanes) {
            random_blake_counter(b, c->state + 12 * row + j * b->word, c->state + 13 * row + j * b->word);
            set_blake_word(b, c->state + 14 * row + j * b->word, test_random(2) ? bits : test_random((uint32_t)(8 * block + 1)));
            if (j && !test_random(8)) {
                in = c->in;
            }
            /* What is beyond the kernel's lanes may be no address at all. */
            memcpy(c->state + b->at_in + j * sizeof in, &in, sizeof in);
        } else {
            random_blake_counter(b, c->state + 12 * b->word, c->state + 13 * b->word);
        }
        c->in = in;
        /* Big-endian words as a host with the other byte order has them, and as they are. */
        for (i = 0; i < span; i += 8, n += 2) {
            size_t k;
            for (k = 0; k < 8; k++) {
                swapped[4 * n + k] = in[i + (b->word == 4 ? k ^ 3 : k ^ 7)];
            }
            words[n] = swapped + 4 * n;
            words[n + 1] = in + i;
        }
    }
    if (!blocks && test_random(2)) {
        c->in = NULL;
    }
    page_at = (size_t)(c->state - state_pages.first);
    memcpy(before, state_pages.first, page);
    memcpy(expected, state_pages.first, page);
    if (c->lanes) {
        expected_blake_lanes(b, expected + page_at, c->lanes, blocks);
    } else {
        uint64_t S[14];
        memcpy(S, expected + page_at, c->state_bytes);
        b->blocks(S, c->in, blocks, bits);
        memcpy(expected + page_at, S, c->state_bytes);
    }
    arguments[0] = (uintptr_t)c->state;
    arguments[1] = c->lanes ? blocks : (uintptr_t)c->in;
    arguments[2] = c->lanes ? random_word() : blocks;
    arguments[3] = c->lanes ? random_word() : argument_32(c, bits);
    prepare(c, arguments, salt);
    checkasm_trampoline(&c->call);
    expect_field(c, expected + page_at, 0, c->h_bytes, "h is wrong");
    expect(c, !memcmp(state_pages.first, expected, page), "t is wrong, or something else was written", "");
    check_registers(c);
    lowest = check_stack(c, salt);
    if (!c->assembly) {
        return;
    }
    for (i = 0; i < c->h_bytes; i += 8) {
        words[n++] = before + page_at + i;
        words[n++] = c->state + i;
    }
    check_leftovers(c, lowest, words, n);
    if (number % 4 < 2) {
        check_dependence(c, arguments, salt, before + page_at);
    }
}

static void run_blake(const blake_width_kernels *b, const struct kernel *k) {
    static check c;
    char name[60];
    unsigned long i, calls;
    int emulation;
    sprintf(name, "checkasm/%s_%.40s", b->name, k->name);
    if (!is_wanted(b->name, k->name)) {
        return;
    }
    emulation = !util_runs(k) && emulates(k);
    if (!util_runs(k) && !emulation) {
        test_skip(name, "this CPU cannot run it");
        return;
    }
    memset(&c, 0, sizeof c);
    c.name = name + 9;
    c.function = (uintptr_t)k->entry;
    c.lanes = k->messages > 1 ? k->messages : 0;
    c.assembly = strncmp(k->name, "generic/", 8) != 0;
    c.word = b->word;
    c.state_bytes = c.lanes ? b->lanes_bytes : b->chain_bytes;
    c.h_bytes = 8 * b->word * (c.lanes ? b->lanes_max : 1);
    running = &c;
    test_begin("%s", name);
    test_random_seed(seed);
    calls = 1 + count / (emulation ? 320 : !c.assembly ? 16 : c.lanes ? 8 : 4);
    for (i = 0; i < calls; i++) {
        if (i % 256 == 0) {
            fill(&in_pages, READ_ONLY);
            fill(&state_pages, READ_WRITE);
        }
        call_blake(&c, b, i);
    }
    printf("%s: at most %lu bytes of stack\n", c.name, c.most_stack);
    test_end();
    test_ran(k, emulation ? "this CPU with vprotq emulated" : NULL);
    if (emulation) {
        signal(SIGILL, fault);
    }
}

static void check_blake(void) {
    const struct kernel *k;
    size_t i;
    for (i = 0; i < BLAKE_WIDTHS; i++) {
        for (k = blake_widths[i].alone; k->name; k++) {
            run_blake(&blake_widths[i], k);
        }
        for (k = blake_widths[i].several; k->name; k++) {
            run_blake(&blake_widths[i], k);
        }
    }
}

static int check_all(void) {
    const struct kernel *b;
    page = page_bytes();
    stack_pages = guarded_pages(STACK_BYTES / page + 1);
    in_pages = guarded_pages(1 + 8192 / page);
    state_pages = guarded_pages(1);
    if (!stack_pages.first || !in_pages.first || !state_pages.first || page > 1 << 16) {
        test_skip("checkasm", "no pages without access on this system");
        return 0;
    }
    signal(SIGSEGV, fault);
    signal(SIGILL, fault);
#if defined(SIGBUS)
    signal(SIGBUS, fault);
#endif
    for (b = blake2b_util_kernels; b->name; b++) {
        if (!is_wanted("blake2b", b->name)) {
            continue;
        }
        if (emulates(b)) {
            emulated(b);
        } else {
            test_one("checkasm", b, run);
        }
    }
    check_lanes();
    check_rounds();
    check_blake();
    jobs_pages = guarded_pages(1);
    out_pages = guarded_pages(1);
    if (!jobs_pages.first || !out_pages.first) {
        test_skip("checkasm", "no pages without access on this system");
        return test_exit();
    }
    check_short();
    return test_exit();
}

#else
static unsigned long seed, count;
static const char *only;

static int check_all(void) {
    (void)seed, (void)count, (void)only;
    test_skip("checkasm", "no assembly kernels in this build, or no trampoline for the architecture");
    return 0;
}
#endif

int main(int argc, char **argv) {
    int i;
    seed = test_seed(9);
    count = test_sample(count);
    for (i = 1; i < argc; i += 2) {
        unsigned long *number = !strcmp(argv[i], "--seed") ? &seed : !strcmp(argv[i], "--count") ? &count : NULL;
        const int names = !strcmp(argv[i], "--impl");
        if ((!number && !names) || i + 1 == argc) {
            fprintf(stderr, "Usage: checkasm [--seed N] [--count N] [--impl NAME]\n");
            return 2;
        }
        if (names) {
            only = argv[i + 1];
            continue;
        }
        *number = strtoul(argv[i + 1], NULL, 10);
    }
    printf("seed %lu\n", seed);
    return check_all();
}
