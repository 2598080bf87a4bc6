/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/* CPU features and family; a feature counts only with the operating system's support. */
#include "cpu.h"
#include "dispatch.h"

#if (defined(__x86_64__) || defined(__i386__)) && defined(__GNUC__) && !defined(__TINYC__)
#include <cpuid.h>
#define CPUID_X86 1

/* LEAF must exist. */
static void cpuid_at(unsigned leaf, unsigned r[4]) {
    __cpuid_count(leaf, 0, r[0], r[1], r[2], r[3]);
}

/*
 * The highest leaf from 0 or 0x80000000 on; also 0 on a CPU without cpuid (before the late 486).
 * For leaf 0, VENDOR gets the first four letters of the vendor's name.
 */
static unsigned cpuid_highest(unsigned first, unsigned *vendor) {
    return (unsigned)__get_cpuid_max(first, vendor);
}

static unsigned xgetbv(void) {
    unsigned a, d;
    __asm__ __volatile__(".byte 0x0f, 0x01, 0xd0" : "=a"(a), "=d"(d) : "c"(0)); /* xgetbv */
    (void)d;
    return a;
}

#elif defined(_MSC_VER) && (defined(_M_X64) || defined(_M_IX86))
#include <immintrin.h>
#include <intrin.h>
#define CPUID_X86 1

static void cpuid_at(unsigned leaf, unsigned r[4]) {
    int out[4];
    __cpuidex(out, (int)leaf, 0);
    r[0] = (unsigned)out[0];
    r[1] = (unsigned)out[1];
    r[2] = (unsigned)out[2];
    r[3] = (unsigned)out[3];
}

static unsigned cpuid_highest(unsigned first, unsigned *vendor) {
    int out[4];
    __cpuid(out, (int)first);
    *vendor = (unsigned)out[1];
    return (unsigned)out[0];
}

static unsigned xgetbv(void) {
    return (unsigned)_xgetbv(0);
}

#elif defined(__aarch64__) || defined(__arm__) || defined(_M_ARM64) || defined(_M_ARM)
#define CPUID_ARM 1

#elif defined(__riscv)
#define CPUID_RISCV 1
#endif

#if defined(CPUID_X86)

/* Bits of XCR0: registers that the operating system saves. */
#define XCR0_YMM 0x06u /* xmm and upper halves of ymm */
#define XCR0_ZMM 0xe6u /* these, opmask, upper halves of zmm, zmm16 to zmm31 */

#define BIT(x, n) ((x) >> (n)&1)

static unsigned long ask_features(const unsigned leaf1[4], const unsigned leaf7[4], int bulldozer) {
    unsigned long features = 0;
    unsigned xcr0 = 0;
    if (BIT(leaf1[2], 27)) { /* OSXSAVE */
        xcr0 = xgetbv();
    }
    features |= BIT(leaf1[3], 26) ? CPU_SSE2 : 0;
    features |= BIT(leaf1[2], 9) ? CPU_SSSE3 : 0;
    features |= BIT(leaf7[1], 8) ? CPU_BMI2 : 0;
    if ((xcr0 & XCR0_YMM) == XCR0_YMM && BIT(leaf1[2], 28)) {
        features |= CPU_AVX;
        if (bulldozer) { /* no other CPU has XOP */
            unsigned leaf80000001[4] = {0, 0, 0, 0}, vendor;
            if (cpuid_highest(0x80000000u, &vendor) >= 0x80000001u) {
                cpuid_at(0x80000001u, leaf80000001);
            }
            features |= BIT(leaf80000001[2], 11) ? CPU_XOP : 0;
        }
        features |= BIT(leaf7[1], 5) ? CPU_AVX2 : 0;
        if ((xcr0 & XCR0_ZMM) == XCR0_ZMM && BIT(leaf7[1], 16)) {
            features |= CPU_AVX512F;
            features |= BIT(leaf7[1], 31) ? CPU_AVX512VL : 0;
            features |= BIT(leaf7[1], 17) ? CPU_AVX512DQ : 0;
            features |= BIT(leaf7[1], 30) ? CPU_AVX512BW : 0;
            features |= BIT(leaf7[2], 1) ? CPU_AVX512VBMI : 0;
            features |= BIT(leaf7[2], 6) ? CPU_AVX512VBMI2 : 0;
        }
    }
    return features;
}

static int ask_family(unsigned vendor, const unsigned leaf1[4], const unsigned leaf7[4]) {
    unsigned family, model;
    family = leaf1[0] >> 8 & 0xf;
    if (family == 0xf) {
        family += leaf1[0] >> 20 & 0xff;
    }
    model = (leaf1[0] >> 4 & 0xf) | (leaf1[0] >> 12 & 0xf0);
    if (vendor == 0x756e6547u) { /* "Genu"ineIntel: family 6, Nova Lake 18, Diamond Rapids 19 */
        if (BIT(leaf7[2], 8)) {  /* GFNI came with Ice Lake */
            return CPU_FAMILY_INTEL_ICELAKE;
        }
        return BIT(leaf7[1], 5) ? CPU_FAMILY_INTEL_HASWELL : CPU_FAMILY_UNKNOWN; /* AVX2 */
    }
    if (vendor == 0x68747541u || vendor == 0x6f677948u) { /* "Auth"enticAMD, "Hygo"nGenuine */
        switch (family) {
        case 0x15: return CPU_FAMILY_BULLDOZER;
        case 0x17:
        case 0x18: return CPU_FAMILY_ZEN1;
        case 0x19:
            if (BIT(leaf7[1], 16)) { /* AVX-512F */
                return CPU_FAMILY_ZEN4;
            }
            /* Models 0 to f and 20 to 5f. The others are Zen 4, with AVX-512 switched off. */
            return model < 0x10 || (model >= 0x20 && model < 0x60) ? CPU_FAMILY_ZEN3
                                                                   : CPU_FAMILY_ZEN1;
        case 0x1a: return CPU_FAMILY_ZEN5;
        default: break;
        }
    }
    return CPU_FAMILY_UNKNOWN;
}

/*
 * The result, kept because each cpuid takes some microseconds in a virtual machine: the features,
 * and above them the family plus one. 0: not asked yet.
 */
static volatile unsigned long cpu_found;
#define FOUND_FAMILY 24

static COLD unsigned long ask(void) {
    unsigned long answer = DISPATCH_LOAD(cpu_found);
    if (!answer) {
        unsigned leaf1[4] = {0, 0, 0, 0}, leaf7[4] = {0, 0, 0, 0}; /* eax, ebx, ecx, edx */
        unsigned vendor = 0;
        const unsigned highest = cpuid_highest(0, &vendor);
        int family;
        if (highest >= 1) {
            cpuid_at(1, leaf1);
        }
        if (highest >= 7) {
            cpuid_at(7, leaf7);
        }
        family = ask_family(vendor, leaf1, leaf7);
        answer = ask_features(leaf1, leaf7, family == CPU_FAMILY_BULLDOZER) |
                 (unsigned long)(family + 1) << FOUND_FAMILY;
        DISPATCH_STORE(cpu_found, answer);
    }
    return answer;
}

unsigned long cpu_features(void) {
    return ask() & ((1ul << FOUND_FAMILY) - 1);
}

int cpu_family(void) {
    return (int)(ask() >> FOUND_FAMILY) - 1;
}

#elif defined(CPUID_ARM)

#include "cpu_arm.inc"

#elif defined(CPUID_RISCV)

#include "cpu_riscv.inc"

#else

unsigned long cpu_features(void) {
    return CPU_BASE;
}

int cpu_family(void) {
    return CPU_FAMILY_UNKNOWN;
}

#endif

unsigned long cpu_implied(unsigned long features) {
    features |= features & CPU_V512 ? CPU_V256 : 0;
    features |= features & (CPU_V256 | CPU_ZVBB) ? CPU_V : 0;
    features |= features & (CPU_AVX512VL | CPU_AVX512BW)
                    ? CPU_AVX512VL | CPU_AVX512BW | CPU_AVX512DQ | CPU_BMI2
                    : 0;
    features |= features & CPU_AVX512F ? CPU_AVX2 : 0;
    features |= features & CPU_AVX2 ? CPU_AVX : 0;
    features |= features & CPU_AVX ? CPU_SSSE3 : 0;
    features |= features & CPU_SSSE3 ? CPU_SSE2 : 0;
    return features;
}
