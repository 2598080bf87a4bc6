/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/* The features of this CPU that the operating system supports, and its family. */
#ifndef CPU_H
#define CPU_H

#include "compiler.h"

/* CPU features, bits of an unsigned long. A kernel's row declares those that it needs, or-ed. */
#define CPU_BASE 0ul /* what every CPU of the target has */
#define CPU_SSE2 (1ul << 0)
#define CPU_SSSE3 (1ul << 1)
#define CPU_AVX (1ul << 2)
#define CPU_XOP (1ul << 3)
#define CPU_AVX2 (1ul << 4)
#define CPU_BMI2 (1ul << 5)
#define CPU_AVX512F (1ul << 6)
#define CPU_AVX512VL (1ul << 7)
#define CPU_AVX512DQ (1ul << 8)
#define CPU_AVX512VBMI (1ul << 9)
#define CPU_AVX512VBMI2 (1ul << 10)
#define CPU_NEON (1ul << 11)
#define CPU_ARMV6 (1ul << 12)
#define CPU_SHA3 (1ul << 13)
#define CPU_AVX512BW (1ul << 14)
#define CPU_ZBB (1ul << 15)
#define CPU_V (1ul << 16)
#define CPU_ZVBB (1ul << 17)
#define CPU_V256 (1ul << 18) /* V with registers of at least this many bits */
#define CPU_V512 (1ul << 19)

/* Their names: FEATURE(id, name) */
#define CPU_FEATURES(FEATURE) \
    FEATURE(SSE2, "sse2") \
    FEATURE(SSSE3, "ssse3") \
    FEATURE(AVX, "avx") \
    FEATURE(XOP, "xop") \
    FEATURE(AVX2, "avx2") \
    FEATURE(BMI2, "bmi2") \
    FEATURE(AVX512F, "avx512f") \
    FEATURE(AVX512VL, "avx512vl") \
    FEATURE(AVX512DQ, "avx512dq") \
    FEATURE(AVX512BW, "avx512bw") \
    FEATURE(AVX512VBMI, "avx512vbmi") \
    FEATURE(AVX512VBMI2, "avx512vbmi2") \
    FEATURE(NEON, "neon") \
    FEATURE(ARMV6, "armv6") \
    FEATURE(SHA3, "sha3") \
    FEATURE(ZBB, "zbb") \
    FEATURE(V, "v") \
    FEATURE(ZVBB, "zvbb") \
    FEATURE(V256, "v256") \
    FEATURE(V512, "v512")

/* CPU families that prefer different kernels: FAMILY(id, name) */
#define CPU_FAMILIES(FAMILY) \
    FAMILY(UNKNOWN, "unknown") \
    FAMILY(INTEL_HASWELL, "Intel Haswell to Skylake") \
    FAMILY(INTEL_ICELAKE, "Intel Ice Lake and later") \
    FAMILY(BULLDOZER, "AMD Bulldozer to Excavator") \
    FAMILY(ZEN1, "AMD Zen, Zen 2") \
    FAMILY(ZEN3, "AMD Zen 3") \
    FAMILY(ZEN4, "AMD Zen 4") \
    FAMILY(ZEN5, "AMD Zen 5")

/* Where families are told apart. Firmware for other CPUs has no code for them. */
#if defined(__x86_64__) || defined(__i386__) || defined(_M_X64) || defined(_M_IX86) || \
    !defined(DRIVER_FREESTANDING)
#define CPU_HAS_FAMILIES 1
#endif

#define CPU_FAMILY_ID_(id, name) CPU_FAMILY_##id,
enum { CPU_FAMILIES(CPU_FAMILY_ID_) CPU_FAMILIES_END };
#undef CPU_FAMILY_ID_

#define cpu_features DRIVER_NAME(cpu_features)
#define cpu_family DRIVER_NAME(cpu_family)
#define cpu_implied DRIVER_NAME(cpu_implied)

/* The features of this CPU, or-ed; every call returns the same. */
HIDDEN COLD unsigned long cpu_features(void);

/* CPU_FAMILY_... of this CPU. */
HIDDEN int cpu_family(void);

/*
 * FEATURES and all that they imply: what every CPU with one of them has as well, which is listed
 * above it. No CPU has only one of AVX-512's VL and BW, so either implies VL, BW, DQ and BMI2.
 */
HIDDEN unsigned long cpu_implied(unsigned long features);

#endif
