/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * The emulation of vprotd, vprotq and vpperm. Sources: AMD64 Architecture Programmer's Manual,
 * volume 6 (encoding of XOP instructions, VPROTD, VPROTQ, VPPERM), volume 4 (XSAVE area, section
 * "XSAVE/XRSTOR").
 */
#if !defined(_GNU_SOURCE)
#define _GNU_SOURCE 1
#endif
#include "vprotq.h"

#if defined(VPROTQ_EMULATION)
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>
#include <unistd.h>

/* The frame of a 32-bit signal handler has the FSAVE image before the XSAVE image. */
#if defined(__x86_64__)
enum { PROGRAM_COUNTER = REG_RIP, XSAVE_AT = 0 };
#else
enum { PROGRAM_COUNTER = REG_EIP, XSAVE_AT = 112 };
#endif

/* The XSAVE image: offsets, and bits of its XSTATE_BV, which tell which parts are not all zeros. */
enum { XMM_AT = 160, XMM_AREA = 256, MAGIC_AT = 464, XSTATE_BV_AT = 512, YMM_UPPER_AT = 576 };
enum { XSTATE_SSE = 2, XSTATE_YMM = 4 };
#define XSAVE_MAGIC 0x46505853u /* Linux: after the 512 bytes of FXSAVE is the rest of XSAVE */

static volatile unsigned long emulated;
static volatile int frame_is_known;
static volatile int probe_is_illegal;

static uint64_t rotate_left(uint64_t x, unsigned n, unsigned bits) {
    const uint64_t word = bits < 64 ? ((uint64_t)1 << bits) - 1 : ~(uint64_t)0;
    return n ? (x << n | (x & word) >> (bits - n)) & word : x & word;
}

/*
 * vprotd and vprotq with an immediate count: a positive one rotates left, a negative one right. The
 * low bits of the count, modulo the word size, are enough for both.
 */
static void rotate(unsigned char *v, unsigned count, unsigned bits) {
    uint64_t x[2];
    int i;
    memcpy(x, v, 16);
    for (i = 0; i < 2; i++) {
        if (bits == 64) {
            x[i] = rotate_left(x[i], count & 63, 64);
        } else {
            x[i] = rotate_left(x[i] >> 32, count & 31, 32) << 32 |
                   rotate_left(x[i], count & 31, 32);
        }
    }
    memcpy(v, x, 16);
}

#if defined(__x86_64__) /* its selector is at [rip + displacement] */
/*
 * vpperm: each byte of the selector chooses one of the 32 bytes of FIRST and SECOND, or zero
 * (0x80). Returns 0 for any other operation.
 */
static int permute(unsigned char *v, const unsigned char *first, const unsigned char *second,
                   const unsigned char *selector) {
    unsigned char bytes[16];
    int i;
    for (i = 0; i < 16; i++) {
        const unsigned s = selector[i];
        if (s & 0x60) {
            return 0;
        }
        bytes[i] = s & 0x80 ? 0 : s & 16 ? second[s & 15] : first[s & 15];
    }
    memcpy(v, bytes, 16);
    return 1;
}
#endif

/*
 * 8F, then R X B (inverted) and the opcode map (5 bits); W, vvvv (inverted), L, pp; opcode; ModRM;
 * a displacement; imm8. Returns the instruction's length, or 0.
 *
 * - The rotations are map 8, W 0, vvvv 1111b, L 0, pp 0, opcode C2 (32-bit words) and C3. Both
 *   operands are registers: ModRM.reg is the destination, ModRM.rm the source.
 * - vpperm is map 8, opcode A3. With W 1, vvvv is the first source and imm8's high half the second.
 *   ModRM.rm is the selector: here [rip + displacement].
 */
static int emulate(const unsigned char *code, unsigned char *xsave) {
    unsigned char v[16];
    unsigned to;
    int length;
    if (code[0] != 0x8f || (code[1] & 0x1f) != 8) {
        return 0;
    }
    /* all xmm registers are zero, the image is not valid */
    if (!(xsave[XSTATE_BV_AT] & XSTATE_SSE)) {
        memset(xsave + XMM_AT, 0, XMM_AREA);
        xsave[XSTATE_BV_AT] |= XSTATE_SSE;
    }
    to = (code[4] >> 3 & 7u) | (code[1] & 0x80 ? 0 : 8u);
    if (code[2] == 0x78 && (code[3] == 0xc2 || code[3] == 0xc3) && code[4] >= 0xc0) {
        const unsigned from = (code[4] & 7u) | (code[1] & 0x20 ? 0 : 8u);
        memcpy(v, xsave + XMM_AT + 16 * from, 16);
        rotate(v, code[5], code[3] == 0xc2 ? 32 : 64);
        length = 6;
#if defined(__x86_64__)
    } else if ((code[2] & 0x87) == 0x80 && code[3] == 0xa3 && (code[4] & 0xc7) == 5) {
        int32_t displacement;
        length = 10;
        memcpy(&displacement, code + 5, 4);
        if (!permute(v, xsave + XMM_AT + 16 * (~code[2] >> 3 & 15),
                     xsave + XMM_AT + 16 * (code[9] >> 4), code + length + displacement)) {
            return 0;
        }
#endif
    } else {
        return 0;
    }
    memcpy(xsave + XMM_AT + 16 * to, v, 16);
    if (xsave[XSTATE_BV_AT] & XSTATE_YMM) { /* otherwise it is already zero */
        memset(xsave + YMM_UPPER_AT + 16 * to, 0, 16);
    }
    return length;
}

/*
 * An XOP instruction that does not exist. QEMU 7.2 takes 8F for "pop" with any ModRM, and executes
 * it as "pop eax" and four "nop".
 */
static const unsigned char probe[] = {0x8f, 0xe8, 0x90, 0x90, 0x90, 0x90};
#define PROBE ".byte 0x8f, 0xe8, 0x90, 0x90, 0x90, 0x90\n\t"

static void illegal(int number, siginfo_t *info, void *context) {
    static const char unknown[] = "not ok - xop: an illegal instruction that is not emulated\n";
    ucontext_t *u = (ucontext_t *)context;
    unsigned char *fpregs = (unsigned char *)u->uc_mcontext.fpregs;
    const unsigned char *code = (const unsigned char *)info->si_addr;
    int length;
    (void)number;
    if (code[0] == 0x0f && code[1] == 0x0b) { /* ud2, below */
        uint32_t magic = 0;
        if (fpregs) {
            memcpy(&magic, fpregs + XSAVE_AT + MAGIC_AT, sizeof magic);
        }
        frame_is_known = magic == XSAVE_MAGIC;
        u->uc_mcontext.gregs[PROGRAM_COUNTER] += 2;
    } else if (!memcmp(code, probe, sizeof probe)) {
        probe_is_illegal = 1;
        u->uc_mcontext.gregs[PROGRAM_COUNTER] += (int)sizeof probe;
    } else if ((length = emulate(code, fpregs + XSAVE_AT)) != 0) {
        u->uc_mcontext.gregs[PROGRAM_COUNTER] += length;
        emulated++;
    } else {
        if (write(STDOUT_FILENO, unknown, sizeof unknown - 1) < 0) {
            _Exit(2);
        }
        _Exit(EXIT_FAILURE);
    }
}

/* On its own stack, so that nothing below the program's stack pointer changes. */
int vprotq_emulate(void) {
    static unsigned char stack[64 * 1024];
    struct sigaction action;
    stack_t own;
    memset(&own, 0, sizeof own);
    own.ss_sp = stack;
    own.ss_size = sizeof stack;
    sigaltstack(&own, NULL);
    memset(&action, 0, sizeof action);
    action.sa_sigaction = illegal;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK;
    sigaction(SIGILL, &action, NULL);
    __asm__ __volatile__("ud2" : : : "memory");
    if (frame_is_known) {
#if defined(__x86_64__)
        __asm__ __volatile__("lea -128(%%rsp), %%rsp\n\t" /* the red zone */
                             "mov %%rsp, %%rcx\n\t"
                             "push %%rax\n\t" PROBE "mov %%rcx, %%rsp\n\t"
                             "lea 128(%%rsp), %%rsp"
                             :
                             :
                             : "rax", "rcx", "cc", "memory");
#else
        __asm__ __volatile__("mov %%esp, %%ecx\n\t"
                             "push %%eax\n\t" PROBE "mov %%ecx, %%esp"
                             :
                             :
                             : "eax", "ecx", "memory");
#endif
    }
    return frame_is_known && probe_is_illegal;
}

unsigned long vprotq_emulated(void) {
    return emulated;
}
#else
typedef int vprotq_not_here; /* ISO C forbids an empty source file */
#endif
