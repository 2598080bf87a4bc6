/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * The CPU features that cpu_riscv.inc detects, with simulated answers of Linux. cpuid.sh compiles
 * this with -DLINUX or without, and with -DTOLD for a compiler whose options name every feature.
 */
#include <stdio.h>

#include "../../../app/driver/cpu.h"

#undef __linux__
#undef __riscv_zbb
#undef __riscv_v
#undef __riscv_zvbb
#undef __riscv_v_min_vlen
#undef DRIVER_FREESTANDING
#if defined(TOLD)
#define __riscv_zbb 1
#define __riscv_v 1
#define __riscv_zvbb 1
#define __riscv_v_min_vlen 256
enum { COMPILER = CPU_ZBB | CPU_V | CPU_ZVBB | CPU_V256 };
#else
enum { COMPILER = 0 };
#endif

#if defined(LINUX)
#define __linux__ 1

static uint64_t fake_extensions;         /* hwprobe's */
static int fake_hwprobe, fake_key_known; /* whether the call exists, and knows the key */
static long fake_control;                /* what prctl returns */
static unsigned long fake_hwcap;
static unsigned long fake_vector_bytes = 16;
static int vector_bytes_asked;

static unsigned long fake_vlenb(void) {
    vector_bytes_asked++;
    return fake_vector_bytes;
}

static long fake_call(long number, uintptr_t a, uintptr_t b) {
    if (number == 258 && fake_hwprobe && b == 1) {
        int64_t *const key = (int64_t *)a;
        if (*key != 4) {
            return -22;
        }
        *key = fake_key_known ? 4 : -1;
        ((uint64_t *)a)[1] = fake_key_known ? fake_extensions : 0;
        return 0;
    }
    return number == 167 && a == 70 ? fake_control : -38;
}

static unsigned long fake_getauxval(unsigned long key) {
    return key == 16 ? fake_hwcap : 0;
}
#define RISCV_SYSTEM_CALL fake_call
#define RISCV_VECTOR_BYTES fake_vlenb
#define getauxval fake_getauxval
#define HAS_GETAUXVAL 1
#endif

#include "../../../app/driver/cpu_riscv.inc"

static const char *system_name;
static int failed;

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

int main(int argc, char **argv) {
    system_name = argc > 1 ? argv[1] : "riscv";
#if defined(LINUX)
    {
        const uint64_t v = 1u << 2, zbb = 1u << 4, zvbb = 1u << 17, others = ~(v | zbb | zvbb);
        const unsigned long hwcap_v = 1ul << 21;
        const unsigned long ALL = COMPILER | CPU_ZBB | CPU_V | CPU_ZVBB;
        fake_control = -22;
        expect("neither hwprobe nor hwcap", COMPILER);
        fake_hwcap = ~hwcap_v & 0x3ffffff;
        expect("without hwprobe, no V", COMPILER);
        fake_hwcap = hwcap_v;
        expect("without hwprobe, V", COMPILER | CPU_V);
        fake_hwprobe = 1;
        expect("hwprobe without this key, V", COMPILER | CPU_V);
        fake_hwcap = 0;
        expect("hwprobe without this key", COMPILER);
        fake_key_known = 1;
        fake_extensions = others;
        expect("hwprobe: others alone", COMPILER);
        fake_extensions = zbb;
        expect("hwprobe: Zbb", COMPILER | CPU_ZBB);
        fake_extensions = v;
        expect("hwprobe: V", COMPILER | CPU_V);
        fake_extensions = v | zbb | zvbb;
        expect("hwprobe: all", ALL);
        fake_extensions = zvbb;
        expect("hwprobe: Zvbb without V", COMPILER);
        fake_extensions = v | zbb | zvbb;
        fake_control = 1;
        expect("the vector unit is off for this process", CPU_ZBB);
        fake_control = 2;
        expect("the vector unit is on for this process", ALL);
        fake_control = 2 | 1 << 2;
        expect("it will be off for the next program", ALL);
        fake_control = 1 | 2 << 2;
        vector_bytes_asked = 0;
        expect("it will be on for the next program", CPU_ZBB);
        if (vector_bytes_asked) {
            printf("FAIL cpuid/%s: asks a vector unit that is off\n", system_name);
            failed = 1;
        }
        fake_control = 2;
        fake_vector_bytes = 32;
        expect("registers of 256 bits", ALL | CPU_V256);
        fake_vector_bytes = 64;
        expect("registers of 512 bits", ALL | CPU_V256 | CPU_V512);
        fake_vector_bytes = 256;
        expect("registers of 2048 bits", ALL | CPU_V256 | CPU_V512);
    }
#else
    expect("what the compiler was told", COMPILER);
#endif
    return failed || cpu_family() != CPU_FAMILY_UNKNOWN;
}
