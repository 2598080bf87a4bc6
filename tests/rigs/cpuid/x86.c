/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * The features and the family that cpu.c finds on x86, with simulated answers of the CPU and the
 * system. On any machine, cpuid.sh compiles it with a cpuid.h that declares nothing.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../../app/driver/cpu.h"

#undef __x86_64__
#undef __GNUC__
#undef __TINYC__
#define __x86_64__ 1
#define __GNUC__ 4

static unsigned fake_leaves[8][4]; /* eax, ebx, ecx, edx */
static unsigned fake_xcr0;
static int xcr0_read, asked;

/* The queries of cpu.c. Leaf 0x80000001 is empty. */
static unsigned fake_highest(unsigned first, unsigned *signature) {
    asked++;
    *signature = first ? 0 : fake_leaves[0][1];
    return first ? 0x80000001u : fake_leaves[0][0];
}
#define __get_cpuid_max fake_highest
#define __cpuid_count(leaf, subleaf, a, b, c, d) \
    (asked++, (a) = fake_leaves[(leaf)&7][0] * !((leaf) >> 31), \
     (b) = fake_leaves[(leaf)&7][1] * !((leaf) >> 31), \
     (c) = fake_leaves[(leaf)&7][2] * !((leaf) >> 31), \
     (d) = fake_leaves[(leaf)&7][3] * !((leaf) >> 31))
#define __asm__
#define __volatile__(...) (a = fake_xcr0, d = 0, xcr0_read++)

#include "../../../app/driver/cpu.c"

#undef __asm__
#undef __volatile__

/* Of leaf 1: ecx; of leaf 7: ebx and ecx. */
#define OSXSAVE (1u << 27)
#define VECTORS (1u << 9 | 1u << 28)            /* SSSE3, AVX */
#define AVX2 (1u << 5 | 1u << 8)                /* and BMI2 */
#define AVX512 (1u << 16 | 1u << 17 | 1u << 31) /* F, DQ, VL */
#define VBMI (1u << 1 | 1u << 6)                /* and VBMI2 */
#define GFNI (1u << 8)

/* The first four letters of the vendor. */
#define INTEL 0x756e6547u
#define AMD 0x68747541u
#define HYGON 0x6f677948u
#define VIA 0x746e6543u     /* "CentaurHauls" */
#define ZHAOXIN 0x68532020u /* "  Shanghai  " */

static int failed;

static void result(const char *what, unsigned long got, unsigned long expected) {
    if (got != expected) {
        printf("FAIL cpuid/x86: %s: %lx, not %lx\n", what, got, expected);
        failed = 1;
    }
}

/* Resets cpu.c, which queries the CPU once. */
static void forget(void) {
    cpu_found = 0;
    asked = xcr0_read = 0;
}

/* A CPU on a system that saves all registers. */
static void cpu(unsigned vendor, unsigned signature, unsigned ebx7, unsigned ecx7) {
    forget();
    memset(fake_leaves, 0, sizeof fake_leaves);
    fake_leaves[0][0] = 7;
    fake_leaves[0][1] = vendor;
    fake_leaves[1][0] = signature;
    fake_leaves[1][2] = OSXSAVE | VECTORS;
    fake_leaves[1][3] = 1u << 26; /* SSE2 */
    fake_leaves[7][1] = ebx7;
    fake_leaves[7][2] = ecx7;
    fake_xcr0 = 0xe7;
}

/* Signatures are family 6 or, from 0xf on, the sum of two fields. */
static void families(void) {
    static const struct {
        const char *name;
        unsigned vendor, signature, ebx7, ecx7;
        int family;
    } cpus[] = {
        {"Pentium 4", INTEL, 0xf41, 0, 0, CPU_FAMILY_UNKNOWN},
        {"Sandy Bridge", INTEL, 0x206a7, 0, 0, CPU_FAMILY_UNKNOWN},
        {"Haswell", INTEL, 0x306c3, AVX2, 0, CPU_FAMILY_INTEL_HASWELL},
        {"Skylake servers", INTEL, 0x50654, AVX2 | AVX512, 0, CPU_FAMILY_INTEL_HASWELL},
        {"Ice Lake", INTEL, 0x606a6, AVX2 | AVX512, VBMI | GFNI, CPU_FAMILY_INTEL_ICELAKE},
        {"Rocket Lake", INTEL, 0xa0671, AVX2 | AVX512, VBMI | GFNI, CPU_FAMILY_INTEL_ICELAKE},
        {"Sapphire Rapids", INTEL, 0x806f8, AVX2 | AVX512, VBMI | GFNI, CPU_FAMILY_INTEL_ICELAKE},
        {"Emerald Rapids", INTEL, 0xc06f2, AVX2 | AVX512, VBMI | GFNI, CPU_FAMILY_INTEL_ICELAKE},
        {"Granite Rapids", INTEL, 0xa06d1, AVX2 | AVX512, VBMI | GFNI, CPU_FAMILY_INTEL_ICELAKE},
        {"Alder Lake", INTEL, 0x90672, AVX2, GFNI, CPU_FAMILY_INTEL_ICELAKE},
        {"Arrow Lake", INTEL, 0xc0662, AVX2, GFNI, CPU_FAMILY_INTEL_ICELAKE},
        {"Nova Lake, family 18", INTEL, 0x300f10, AVX2 | AVX512, VBMI | GFNI,
         CPU_FAMILY_INTEL_ICELAKE},
        {"Diamond Rapids, family 19", INTEL, 0x400f10, AVX2 | AVX512, VBMI | GFNI,
         CPU_FAMILY_INTEL_ICELAKE},
        {"VIA", VIA, 0x6fe, AVX2, GFNI, CPU_FAMILY_UNKNOWN},
        {"Zhaoxin", ZHAOXIN, 0x307b0, AVX2 | AVX512, GFNI, CPU_FAMILY_UNKNOWN},
        {"Bulldozer", AMD, 0x600f12, 0, 0, CPU_FAMILY_BULLDOZER},
        {"Zen", AMD, 0x800f12, AVX2, 0, CPU_FAMILY_ZEN1},
        {"Hygon", HYGON, 0x900f01, AVX2, 0, CPU_FAMILY_ZEN1},
        {"Zen 3, desktop", AMD, 0xa20f10, AVX2, 0, CPU_FAMILY_ZEN3},
        {"Zen 3, server", AMD, 0xa00f11, AVX2, 0, CPU_FAMILY_ZEN3},
        {"Zen 3, notebook", AMD, 0xa50f00, AVX2, 0, CPU_FAMILY_ZEN3},
        {"Zen 4 without AVX-512, server", AMD, 0xa10f11, AVX2, 0, CPU_FAMILY_ZEN1},
        {"Zen 4 without AVX-512, desktop", AMD, 0xa60f12, AVX2, 0, CPU_FAMILY_ZEN1},
        {"Zen 4", AMD, 0xa10f11, AVX2 | AVX512, VBMI | GFNI, CPU_FAMILY_ZEN4},
        {"Zen 5", AMD, 0xb00f21, AVX2 | AVX512, VBMI | GFNI, CPU_FAMILY_ZEN5},
    };
    size_t i;
    for (i = 0; i < sizeof cpus / sizeof cpus[0]; i++) {
        cpu(cpus[i].vendor, cpus[i].signature, cpus[i].ebx7, cpus[i].ecx7);
        result(cpus[i].name, (unsigned long)cpu_family(), (unsigned long)cpus[i].family);
    }
}

static void features(void) {
    const unsigned long sse = CPU_SSE2 | CPU_SSSE3 | CPU_BMI2, avx2 = sse | CPU_AVX | CPU_AVX2;
    cpu(INTEL, 0x806f8, AVX2 | AVX512, VBMI | GFNI);
    result("all", cpu_features(),
           avx2 | CPU_AVX512F | CPU_AVX512VL | CPU_AVX512DQ | CPU_AVX512VBMI | CPU_AVX512VBMI2);
    result("questions", (unsigned long)asked, 3);
    cpu_features();
    cpu_family();
    result("questions when all is known", (unsigned long)asked, 3);
    forget();
    fake_xcr0 = 0x67; /* not zmm16 to zmm31 */
    result("AVX-512 not saved", cpu_features(), avx2);
    forget();
    fake_xcr0 = 3;
    result("AVX not saved", cpu_features(), sse);
    fake_leaves[1][2] = VECTORS;
    forget();
    fake_xcr0 = 0xe7;
    result("no OSXSAVE", cpu_features(), sse);
    result("xgetbv without OSXSAVE", (unsigned long)xcr0_read, 0);
}

int main(void) {
    families();
    features();
    if (!failed) {
        printf("PASS cpuid/x86\n");
    }
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
