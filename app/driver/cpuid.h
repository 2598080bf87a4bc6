/* What this CPU can do, as far as the operating system supports it. */
#ifndef CPUID_H
#define CPUID_H

/*
 * CPU features: one row each, and the union of what each needs is what a kernel declares.
 * FEATURE(bit, id, name); bits below 15, so that a 16-bit int holds them
 */
#define CPU_FEATURES(FEATURE) \
    FEATURE(0, SSE2, "sse2") \
    FEATURE(1, SSSE3, "ssse3") \
    FEATURE(2, SSE41, "sse4.1") \
    FEATURE(3, AVX, "avx") \
    FEATURE(4, XOP, "xop") \
    FEATURE(5, AVX2, "avx2") \
    FEATURE(6, BMI2, "bmi2") \
    FEATURE(7, AVX512F, "avx512f") \
    FEATURE(8, AVX512VL, "avx512vl") \
    FEATURE(9, AVX512DQ, "avx512dq") \
    FEATURE(10, AVX512VBMI, "avx512vbmi") \
    FEATURE(11, AVX512VBMI2, "avx512vbmi2") \
    FEATURE(12, NEON, "neon") \
    FEATURE(13, ARMV6, "armv6") \
    FEATURE(14, SHA3, "sha3")

#define CPU_FEATURE_BIT_(bit, id, name) CPU_##id = 1 << (bit),
enum {
    CPU_BASE = 0, /* what every CPU of the target has */
    CPU_FEATURES(CPU_FEATURE_BIT_)
    CPU_FEATURES_END = 0
};
#undef CPU_FEATURE_BIT_

/* Families whose preference among kernels differs. FAMILY(id, name) */
#define CPU_FAMILIES(FAMILY) \
    FAMILY(UNKNOWN, "unknown") \
    FAMILY(INTEL_HASWELL, "Intel Haswell to Skylake") \
    FAMILY(INTEL_ICELAKE, "Intel Ice Lake and later") \
    FAMILY(BULLDOZER, "AMD Bulldozer to Excavator") \
    FAMILY(ZEN1, "AMD Zen to Zen 3") \
    FAMILY(ZEN4, "AMD Zen 4") \
    FAMILY(ZEN5, "AMD Zen 5")

#define CPU_FAMILY_ID_(id, name) CPU_FAMILY_##id,
enum { CPU_FAMILIES(CPU_FAMILY_ID_) CPU_FAMILIES_END };
#undef CPU_FAMILY_ID_

#if defined(BLAKE2B_SYMBOL_PREFIX)
#define blake2b_cpu_features BLAKE2B_CAT(BLAKE2B_SYMBOL_PREFIX, blake2b_cpu_features)
#define blake2b_cpu_family BLAKE2B_CAT(BLAKE2B_SYMBOL_PREFIX, blake2b_cpu_family)
#endif

/* The features of this CPU, or-ed; the same at every call. */
BLAKE2B_HIDDEN unsigned long blake2b_cpu_features(void);

/* CPU_FAMILY_... of this CPU. */
BLAKE2B_HIDDEN int blake2b_cpu_family(void);

#endif
