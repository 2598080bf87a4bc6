/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * The CPU features that cpu_arm.inc finds, system by system, with simulated answers of the systems.
 * cpuid.sh compiles this once for each system, with -DBITS=32 or 64. It defines one of LINUX,
 * APPLE, WINDOWS, FREEBSD and OTHER, and TOLD for a compiler whose options name every feature.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../../app/driver/cpu.h"

#undef __linux__
#undef __APPLE__
#undef _WIN32
#undef __FreeBSD__
#undef __OpenBSD__
#undef __aarch64__
#undef _M_ARM64
#undef __ARM_NEON
#undef __ARM_NEON__
#undef __ARM_FEATURE_SHA3
#undef __ARM_ARCH
#undef __ARM_ARCH_ISA_ARM
#undef DRIVER_FREESTANDING
#if BITS == 64
#define __aarch64__ 1
#endif
#if defined(TOLD)
#define __ARM_NEON 1
#define __ARM_FEATURE_SHA3 1
#define __ARM_ARCH 6
#define __ARM_ARCH_ISA_ARM 1
#endif

/* What the compiler's options add. */
#if !defined(TOLD)
enum { COMPILER = BITS == 64 ? CPU_NEON : 0 };
#else
enum { COMPILER = BITS == 64 ? CPU_NEON | CPU_SHA3 : CPU_NEON | CPU_ARMV6 };
#endif

static const char *system_name;
static int failed;

static void expect(const char *what, unsigned long expected);

#if defined(LINUX)
#define __linux__ 1

/* ---- a simulated Linux ---- */

static unsigned long fake_hwcap;
static const char *fake_platform;
static const char *fake_cpuinfo; /* NULL: cannot be read */
static int vector_readable;

unsigned long fake_getauxval(unsigned long key);
int fake_open(const char *path, int flags);
int fake_read(int file, void *p, size_t bytes);
int fake_close(int file);

static unsigned char content[4000];
static size_t content_bytes, content_read;
static int opened, cpuinfo_opened;

int fake_open(const char *path, int flags) {
    const unsigned long vector[] = {33, 0x7000, 16, fake_hwcap,
                                    6,  4096,   15, (unsigned long)(size_t)fake_platform,
                                    0,  0,      16, 0};
    (void)flags;
    content_read = 0;
    if (!strcmp(path, "/proc/self/auxv") && vector_readable) {
        memcpy(content, vector, content_bytes = sizeof vector);
    } else if (!strcmp(path, "/proc/cpuinfo") && fake_cpuinfo) {
        memcpy(content, fake_cpuinfo, content_bytes = strlen(fake_cpuinfo));
    } else {
        return -1;
    }
    opened++;
    cpuinfo_opened += content_bytes && !strcmp(path, "/proc/cpuinfo");
    return 5;
}

int fake_read(int file, void *p, size_t bytes) {
    const size_t left = content_bytes - content_read;
    if (file != 5) {
        return -1;
    }
    bytes = bytes < left ? bytes : left;
    memcpy(p, content + content_read, bytes);
    content_read += bytes;
    return (int)bytes;
}

int fake_close(int file) {
    opened -= file == 5;
    return 0;
}

#if defined(GETAUXVAL)
unsigned long fake_getauxval(unsigned long key) {
    return key == 16 ? fake_hwcap : key == 15 ? (unsigned long)(size_t)fake_platform : 0;
}
#endif

#define getauxval fake_getauxval
#define open fake_open
#define read fake_read
#define close fake_close
#define O_RDONLY 0

#elif defined(APPLE)
#define __APPLE__ 1

static const char *fake_name;
static int fake_value;

int fake_sysctlbyname(const char *name, void *old, size_t *old_bytes, void *new, size_t new_bytes);
int fake_sysctlbyname(const char *name, void *old, size_t *old_bytes, void *new, size_t new_bytes) {
    (void)new, (void)new_bytes;
    if (!fake_name || strcmp(name, fake_name) || *old_bytes < sizeof fake_value) {
        return -1;
    }
    memcpy(old, &fake_value, *old_bytes = sizeof fake_value);
    return 0;
}
#define sysctlbyname fake_sysctlbyname

#elif defined(WINDOWS)
#define _WIN32 1

static unsigned long fake_feature;

int fake_processor_feature(unsigned long feature);
int fake_processor_feature(unsigned long feature) {
    return feature == fake_feature;
}
#define IsProcessorFeaturePresent fake_processor_feature

#elif defined(FREEBSD)
#define __FreeBSD__ 13

static unsigned long fake_hwcap;
static int fake_error;

int fake_elf_aux_info(int key, void *p, int bytes);
int fake_elf_aux_info(int key, void *p, int bytes) {
    if (fake_error || key != 25 || bytes != (int)sizeof fake_hwcap) {
        return 22;
    }
    memcpy(p, &fake_hwcap, sizeof fake_hwcap);
    return 0;
}
#define elf_aux_info fake_elf_aux_info
#define AT_HWCAP 25
#endif

#include "../../../app/driver/cpu_arm.inc"

static void expect(const char *what, unsigned long expected) {
    const unsigned long found = cpu_features();
    if (found == expected && found == cpu_features()) {
        printf("PASS cpuid/%s: %s\n", system_name, what);
    } else {
        printf("FAIL cpuid/%s: %s: features %lx instead of %lx\n", system_name, what, found,
               expected);
        failed = 1;
    }
}

#if defined(LINUX)

#define NEON_BIT (1ul << 12)
#define VFPV4_BIT (1ul << 16)
#define CPUINFO(implementer, architecture, variant, part, revision) \
    "Processor\t: ARMv7 Processor rev 0 (v7l)\nprocessor\t: 0\nBogoMIPS\t: 13.53\n\n" \
    "Features\t: swp half thumb fastmult vfp edsp neon vfpv3 tls vfpv4 and so on and so on and so on and so on \n" \
    "CPU implementer\t: " implementer "\nCPU architecture: " architecture \
    "\nCPU variant\t: " variant "\n" \
    "CPU part\t: " part "\nCPU revision\t: " revision "\n\nHardware\t: something\n"

static void tests(void) {
    const unsigned long others = ~NEON_BIT & ~(1ul << 17);
    if (sizeof(unsigned long) < sizeof(void *)) {
        printf("SKIP cpuid/%s: Linux has no such machine: pointers longer than long\n",
               system_name);
        return;
    }
    vector_readable = 1;
#if BITS == 64
    fake_platform = "aarch64";
    fake_hwcap = others;
    expect("without SHA3", CPU_NEON);
    fake_hwcap = 1ul << 17;
    expect("with SHA3", CPU_NEON | CPU_SHA3);
#else
    {
        /* if the compiler's options include ARMv6, its code needs it anyway */
        const unsigned long told_v6 = COMPILER & CPU_ARMV6;
        fake_platform = "v5tel";
        fake_hwcap = others;
        expect("ARMv5", told_v6);
        fake_platform = "v6l";
        expect("ARMv6", CPU_ARMV6);
        fake_platform = "v7b";
        expect("ARMv7 without NEON", CPU_ARMV6);
        fake_hwcap = NEON_BIT;
        expect("ARMv7 with NEON", CPU_ARMV6 | CPU_NEON);
        fake_platform = "v8l";
        expect("ARMv8 with NEON", CPU_ARMV6 | CPU_NEON);
        fake_platform = "v7ml";
        fake_hwcap = others;
        expect("Thumb alone", told_v6);
        fake_platform = NULL;
        expect("no platform", told_v6);
#if defined(GETAUXVAL)
        /*
         * If the system's answer rules Krait out, no file is opened. Here opening would be noticed.
         */
        fake_cpuinfo = CPUINFO("0x41", "7", "0x1", "0xc08", "0");
        cpuinfo_opened = 0;
        fake_platform = "v7l";
        fake_hwcap = NEON_BIT;
        expect("Cortex-A8", CPU_ARMV6 | CPU_NEON);
        fake_platform = "v8l";
        fake_hwcap = NEON_BIT | VFPV4_BIT;
        expect("ARMv8 with VFPv4", CPU_ARMV6 | CPU_NEON);
        fake_platform = "v7l";
        fake_hwcap = others;
        expect("VFPv4 without NEON", CPU_ARMV6);
        if (!HAS_GETAUXVAL) {
            printf(
                "SKIP cpuid/%s: /proc/cpuinfo stays closed: this compiler knows no weak getauxval\n",
                system_name);
        } else if (cpuinfo_opened) {
            printf("FAIL cpuid/%s: /proc/cpuinfo is opened where getauxval tells enough\n",
                   system_name);
            failed = 1;
        } else {
            printf("PASS cpuid/%s: /proc/cpuinfo stays closed\n", system_name);
        }
#endif
        fake_platform = "v7l";
        fake_hwcap = NEON_BIT | VFPV4_BIT;
        fake_cpuinfo = CPUINFO("0x51", "7", "0x1", "0x04d", "0");
        expect("Krait with a broken NEON", CPU_ARMV6);
        fake_cpuinfo = CPUINFO("0x51", "7", "0x1", "0x04d", "0")
            CPUINFO("0x51", "7", "0x1", "0x04d", "0");
        expect("two of them", CPU_ARMV6);
        fake_cpuinfo = CPUINFO("0x51", "7", "0x1", "0x04d", "1");
        expect("Krait of another revision", CPU_ARMV6 | CPU_NEON);
        fake_cpuinfo = CPUINFO("0x51", "7", "0x2", "0x04d", "0");
        expect("Krait of another variant", CPU_ARMV6 | CPU_NEON);
        fake_cpuinfo = CPUINFO("0x51", "7", "0x1", "0x06f", "0");
        expect("another part", CPU_ARMV6 | CPU_NEON);
        fake_cpuinfo = CPUINFO("0x41", "7", "0x1", "0x04d", "0");
        expect("another maker", CPU_ARMV6 | CPU_NEON);
        fake_cpuinfo = CPUINFO("0x51", "8", "0x1", "0x04d", "0");
        expect("another architecture", CPU_ARMV6 | CPU_NEON);
        fake_cpuinfo = "";
        expect("nothing known of the CPU", CPU_ARMV6 | CPU_NEON);
    }
#endif
    fake_cpuinfo = NULL;
    fake_platform = NULL;
    fake_hwcap = 0;
    expect("the system knows nothing", COMPILER);
#if !defined(GETAUXVAL)
    vector_readable = 0;
    fake_hwcap = ~0ul;
    expect("no auxiliary vector", COMPILER);
#endif
    if (opened) {
        printf("FAIL cpuid/%s: %d files left open\n", system_name, opened);
        failed = 1;
    }
}

#elif defined(APPLE)

static void tests(void) {
    const unsigned long sha3 = BITS == 64 ? CPU_SHA3 : 0;
    fake_name = NULL;
    expect("no names", COMPILER);
    fake_value = 1;
    fake_name = "hw.optional.arm.FEAT_SHA3";
    expect("SHA3", COMPILER | sha3);
    fake_name = "hw.optional.armv8_2_sha3";
    expect("SHA3 by its older name", COMPILER | sha3);
    fake_value = 0;
    expect("no SHA3", COMPILER);
}

#elif defined(WINDOWS)

static void tests(void) {
    fake_feature = 1000;
    expect("neither", COMPILER);
    fake_feature = 19;
    expect("NEON", COMPILER | CPU_NEON);
    fake_feature = 64;
    expect("SHA3", COMPILER | (BITS == 64 ? CPU_SHA3 : 0));
}

#elif defined(FREEBSD)

static void tests(void) {
#if !defined(__has_include)
    printf("SKIP cpuid/%s: this compiler is none of that system's\n", system_name);
    return;
#endif
    fake_hwcap = ~(1ul << 12) & ~(1ul << 17);
    expect("neither", (COMPILER & CPU_ARMV6) | (BITS == 64 ? CPU_NEON : 0));
    fake_hwcap = 1ul << 12;
    expect("NEON", (COMPILER & CPU_ARMV6) | CPU_NEON);
    fake_hwcap = 1ul << 17;
    expect("SHA3", (COMPILER & CPU_ARMV6) | (BITS == 64 ? CPU_NEON | CPU_SHA3 : 0));
    fake_error = 1;
    expect("no answer", COMPILER);
}

#else

static void tests(void) {
    expect("as the compiler was told", COMPILER);
}
#endif

int main(int argc, char **argv) {
    if (argc != 2) {
        return EXIT_FAILURE;
    }
    system_name = argv[1];
    tests();
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
