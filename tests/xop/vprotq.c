/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * The emulation of vprotq. Sources: AMD64 Architecture Programmer's Manual, volume 6 (encoding
 * of XOP instructions, VPROTQ), volume 4 (XSAVE area, section "XSAVE/XRSTOR").
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

/* The XSAVE image: offsets, and bits of its XSTATE_BV, which tells what is not all zeros. */
enum { XMM_AT = 160, XMM_AREA = 256, MAGIC_AT = 464, XSTATE_BV_AT = 512, YMM_UPPER_AT = 576 };
enum { XSTATE_SSE = 2, XSTATE_YMM = 4 };
#define XSAVE_MAGIC 0x46505853u /* Linux: behind the 512 bytes of FXSAVE is the rest of XSAVE */

static volatile unsigned long emulated;
static volatile int frame_is_known;

static uint64_t rotate_left(uint64_t x, unsigned n) {
    return n ? x << n | x >> (64 - n) : x;
}

/*
 * 8F, then R X B (inverted) and the opcode map (5 bits); W, vvvv (inverted), L, pp; opcode;
 * ModRM; imm8. vprotq with an immediate is map 8, W 0, vvvv 1111b, L 0, pp 0, opcode C3. ModRM.reg
 * is the destination, ModRM.rm the source. A positive count rotates left, a negative one right:
 * modulo 64, the count's low six bits say both.
 */
static int emulate(const unsigned char *code, unsigned char *xsave) {
    unsigned to, from, count;
    uint64_t x[2];
    if (code[0] != 0x8f || (code[1] & 0x1f) != 8 || code[2] != 0x78 || code[3] != 0xc3 || code[4] < 0xc0) {
        return 0;
    }
    to = (code[4] >> 3 & 7u) | (code[1] & 0x80 ? 0 : 8u);
    from = (code[4] & 7u) | (code[1] & 0x20 ? 0 : 8u);
    count = code[5] & 63u;

    if (!(xsave[XSTATE_BV_AT] & XSTATE_SSE)) { /* all xmm registers are zero, the image is not valid */
        memset(xsave + XMM_AT, 0, XMM_AREA);
        xsave[XSTATE_BV_AT] |= XSTATE_SSE;
    }
    memcpy(x, xsave + XMM_AT + 16 * from, 16);
    x[0] = rotate_left(x[0], count);
    x[1] = rotate_left(x[1], count);
    memcpy(xsave + XMM_AT + 16 * to, x, 16);
    if (xsave[XSTATE_BV_AT] & XSTATE_YMM) { /* otherwise it is zero already */
        memset(xsave + YMM_UPPER_AT + 16 * to, 0, 16);
    }
    return 1;
}

static void illegal(int number, siginfo_t *info, void *context) {
    static const char unknown[] = "FAIL xop: an illegal instruction other than vprotq xmm, xmm, imm8\n";
    ucontext_t *u = (ucontext_t *)context;
    unsigned char *fpregs = (unsigned char *)u->uc_mcontext.fpregs;
    const unsigned char *code = (const unsigned char *)info->si_addr;
    (void)number;
    if (code[0] == 0x0f && code[1] == 0x0b) { /* ud2, below */
        uint32_t magic = 0;
        if (fpregs) {
            memcpy(&magic, fpregs + XSAVE_AT + MAGIC_AT, sizeof magic);
        }
        frame_is_known = magic == XSAVE_MAGIC;
        u->uc_mcontext.gregs[PROGRAM_COUNTER] += 2;
    } else if (emulate(code, fpregs + XSAVE_AT)) {
        u->uc_mcontext.gregs[PROGRAM_COUNTER] += 6;
        emulated++;
    } else {
        if (write(STDOUT_FILENO, unknown, sizeof unknown - 1) < 0) {
            _Exit(2);
        }
        _Exit(EXIT_FAILURE);
    }
}

/* On a stack of its own: below the program's stack pointer, nothing changes. */
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
    return frame_is_known;
}

unsigned long vprotq_emulated(void) {
    return emulated;
}
#else
typedef int vprotq_not_here; /* ISO C wants something in a file */
#endif
