/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * Known answers for vprotq.c's emulation of XOP, on CPUs without it. On a CPU with XOP nothing is
 * emulated.
 */
#include "driver/cpu.h"
#include "test.h"
#include "vprotq.h"

#if defined(VPROTQ_EMULATION)

/* ---- known answers of the emulation ---- */

enum { LANES = 4 }; /* of ymm */

static const uint64_t source[2] = {0x0123456789abcdefu, 0x8000000000000001u};

/*
 * vprotq xmm TO, xmm FROM, COUNT, in bytes, as encoded in AMD's manual, for assemblers without XOP.
 */
#if defined(__x86_64__)
#define VPROTQ_RXB(to, from) ((to) < 8 ? 0x80 : 0) | 0x40 | ((from) < 8 ? 0x20 : 0)
#define CLOBBERED \
    "xmm0", "xmm1", "xmm2", "xmm3", "xmm4", "xmm5", "xmm6", "xmm7", "xmm8", "xmm9", "xmm10", \
        "xmm11", "xmm12", "xmm13", "xmm14", "xmm15", "memory"
#elif !defined(__SSE__)
/* These registers do not exist here, so nothing is clobbered. */
#define VPROTQ_RXB(to, from) 0xe0
#define CLOBBERED "memory"
#else
#define VPROTQ_RXB(to, from) 0xe0
#define CLOBBERED "xmm0", "xmm1", "xmm2", "xmm3", "xmm4", "xmm5", "xmm6", "xmm7", "memory"
#endif

/* Loads FROM with the source and TO with ones, all of ymm; rotates; stores both. */
#define ROTATION(to, from, count) \
    static void rotation_##to##_##from##_##count(uint64_t *ones, uint64_t *in, uint64_t *out, \
                                                 uint64_t *kept) { \
        __asm__ __volatile__("vmovdqu (%0), %%ymm" #to "\n\t" \
                             "vmovdqu (%1), %%ymm" #from "\n\t" \
                             ".byte 0x8f, %c4 | 8, 0x78, 0xc3, %c5, " #count "\n\t" \
                             "vmovdqu %%ymm" #from ", (%3)\n\t" \
                             "vmovdqu %%ymm" #to ", (%2)\n\t" \
                             "vzeroupper" \
                             : \
                             : "r"(ones), "r"(in), "r"(out), "r"(kept), "i"(VPROTQ_RXB(to, from)), \
                               "i"(0xc0 | ((to)&7) << 3 | ((from)&7)) \
                             : CLOBBERED); \
    }

ROTATION(0, 1, 0)
ROTATION(1, 0, 1)
ROTATION(2, 7, 8)
ROTATION(7, 2, 32)
ROTATION(3, 4, 40)
ROTATION(4, 3, 48)
ROTATION(5, 5, 63)
ROTATION(6, 1, 255)
ROTATION(1, 6, 240)
ROTATION(0, 7, 193)
#if defined(__x86_64__)
ROTATION(8, 1, 4)
ROTATION(1, 8, 4)
ROTATION(15, 14, 4)
ROTATION(9, 15, 4)
#endif

static const struct known {
    const char *what;
    void (*rotate)(uint64_t *ones, uint64_t *in, uint64_t *out, uint64_t *kept);
    int same; /* source and destination are the same register */
    uint64_t expected[2];
} known[] = {
#define KNOWN(to, from, count, x, y) \
    { \
        #to ", " #from ", " #count, rotation_##to##_##from##_##count, to == from, { \
            x, y \
        } \
    }
    KNOWN(0, 1, 0, 0x0123456789abcdefu, 0x8000000000000001u),
    KNOWN(1, 0, 1, 0x02468acf13579bdeu, 0x0000000000000003u),
    KNOWN(2, 7, 8, 0x23456789abcdef01u, 0x0000000000000180u),
    KNOWN(7, 2, 32, 0x89abcdef01234567u, 0x0000000180000000u),
    KNOWN(3, 4, 40, 0xabcdef0123456789u, 0x0000018000000000u),
    KNOWN(4, 3, 48, 0xcdef0123456789abu, 0x0001800000000000u),
    KNOWN(5, 5, 63, 0x8091a2b3c4d5e6f7u, 0xc000000000000000u),
    KNOWN(6, 1, 255, 0x8091a2b3c4d5e6f7u, 0xc000000000000000u), /* -1: right by 1 */
    KNOWN(1, 6, 240, 0xcdef0123456789abu, 0x0001800000000000u), /* -16 */
    KNOWN(0, 7, 193, 0x02468acf13579bdeu, 0x0000000000000003u), /* -63 */
#if defined(__x86_64__)
    KNOWN(8, 1, 4, 0x123456789abcdef0u, 0x0000000000000018u),
    KNOWN(1, 8, 4, 0x123456789abcdef0u, 0x0000000000000018u),
    KNOWN(15, 14, 4, 0x123456789abcdef0u, 0x0000000000000018u),
    KNOWN(9, 15, 4, 0x123456789abcdef0u, 0x0000000000000018u),
#endif
};

/* All registers are zero, and the CPU knows it: a signal frame then need not contain them. */
static void rotate_after_vzeroall(uint64_t out[4 * LANES]) {
    __asm__ __volatile__("vzeroall\n\t"
                         ".byte 0x8f, 0xe8, 0x78, 0xc3, 0xc1, 9\n\t"
                         "vmovdqu %%ymm0, (%0)\n\t"
                         "vmovdqu %%ymm1, 32(%0)\n\t"
                         "vmovdqu %%ymm2, 64(%0)\n\t"
                         "vmovdqu %%ymm7, 96(%0)"
                         :
                         : "r"(out)
                         : CLOBBERED);
}

static void emulation(void) {
    static const uint64_t zeros[4 * LANES];
    uint64_t ones[LANES], in[LANES], out[LANES], kept[LANES], all[4 * LANES];
    size_t i;
    test_begin("emulation/vprotq");
    memset(ones, 0xff, sizeof ones);
    memcpy(in, source, sizeof source);
    memset(in + 2, 0x55, 2 * sizeof in[0]);
    for (i = 0; i < sizeof known / sizeof known[0]; i++) {
        memset(out, 0x55, sizeof out); /* MemorySanitizer does not see what assembly writes */
        memset(kept, 0x55, sizeof kept);
        known[i].rotate(ones, in, out, kept);
        test_expect(!memcmp(out, known[i].expected, 16), "vprotq %s: %s", known[i].what,
                    test_hex((unsigned char *)out, 16));
        test_expect(!out[2] && !out[3], "vprotq %s: upper half of ymm is not zero", known[i].what);
        test_expect(known[i].same || !memcmp(kept, in, sizeof in), "vprotq %s changes its source",
                    known[i].what);
    }
    memset(all, 0xff, sizeof all);
    rotate_after_vzeroall(all);
    test_expect(!memcmp(all, zeros, sizeof all), "vprotq after vzeroall: registers are not zero");
    test_end();
}

static void others(void) {
    static const uint64_t in[2] = {0x1112131401020304u, 0xfafbfcfdf2f3f4f5u};
    static const uint64_t rotated[2] = {0x1213141102030401u, 0xfbfcfdfaf3f4f5f2u};
    uint64_t out[LANES] = {0, 0, 0, 0};
    test_begin("emulation/vprotd");
    __asm__ __volatile__("vmovdqu (%0), %%xmm1\n\t"
                         "vpcmpeqd %%xmm0, %%xmm0, %%xmm0\n\t"
                         "vinsertf128 $1, %%xmm0, %%ymm0, %%ymm0\n\t"
                         ".byte 0x8f, 0xe8, 0x78, 0xc2, 0xc1, 0xe8\n\t" /* vprotd xmm0, xmm1, -24 */
                         "vmovdqu %%ymm0, (%1)\n\t"
                         "vzeroupper"
                         :
                         : "r"(in), "r"(out)
                         : CLOBBERED);
    test_expect(!memcmp(out, rotated, 16) && !out[2] && !out[3], "vprotd: %s",
                test_hex((unsigned char *)out, 32));
    test_end();
#if defined(__x86_64__)
    {
        static const unsigned char permuted[16] = {31, 0, 0,  16, 15, 30, 3, 19,
                                                   1,  1, 17, 0,  8,  24, 4, 28};
        unsigned char bytes[32];
        unsigned i;
        test_begin("emulation/vpperm");
        for (i = 0; i < 32; i++) {
            bytes[i] = (unsigned char)i;
        }
        /* vpperm xmm0, xmm1, xmm2, [rip + 1f - .] */
        __asm__ __volatile__(
            "vmovdqu (%0), %%xmm1\n\t"
            "vmovdqu 16(%0), %%xmm2\n\t"
            "vpcmpeqd %%xmm0, %%xmm0, %%xmm0\n\t"
            "vinsertf128 $1, %%xmm0, %%ymm0, %%ymm0\n\t"
            ".byte 0x8f, 0xe8, 0xf0, 0xa3, 0x05\n\t"
            ".long 1f - . - 5\n\t"
            ".byte 0x20\n\t"
            "jmp 2f\n"
            "1:\t.byte 31, 0, 128, 16, 15, 30, 3, 19, 1, 1, 17, 128, 8, 24, 4, 28\n"
            "2:\tvmovdqu %%ymm0, (%1)\n\t"
            "vzeroupper"
            :
            : "r"(bytes), "r"(out)
            : CLOBBERED);
        test_expect(!memcmp(out, permuted, 16) && !out[2] && !out[3], "vpperm: %s",
                    test_hex((unsigned char *)out, 32));
        test_end();
    }
#endif
}

int main(void) {
    const unsigned long features = cpu_features();
    if (!(features & CPU_AVX)) {
        test_skip("emulation", "needs a CPU with avx, the rest would be emulated");
        return test_exit();
    }
    if (!(features & CPU_XOP) && !vprotq_emulate()) {
        test_skip("emulation", "XOP cannot be emulated here");
        return test_exit();
    }
    emulation();
    others();
    return test_exit();
}

#else
int main(void) {
    test_skip("emulation", "the emulation of vprotq is for Linux on x86, with gcc or clang");
    return test_exit();
}
#endif
