/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * The kernels' test without a libc, and, unless BARE_LINUX is defined, without an operating system:
 * for emulated CPUs on which nothing else would run. Each table has its cases (bare.h). Prints
 *
 *   state NAME used|ok|failed|unsupported     what dispatch makes of each implementation
 *   lanes NAME ok|failed|unsupported          and of each kernel of several lanes
 *   other rounds-NAME|short-NAME ok|failed|unsupported
 *                                             and of each kernel of another contract
 *   begin NAME                                of the kernels that the CPU can run, one by one
 *   PASS NAME                     self-test, and the same as the reference on random input
 *   FAIL NAME: what went wrong
 *   end
 */
#include <stddef.h>
#include <stdint.h>

#include "driver/cpu.h"
#include "bare.h"

#define FAMILY(name) int bare_##name(void);
#include "bare_families.h"
#undef FAMILY

/* ---- what there is instead of an operating system ---- */

int bare_main(void);

#if defined(BARE_LINUX) && (defined(__aarch64__) || defined(__arm__))
#if defined(__arm__)
__asm__(".globl _start\n"
        "_start: mov r0, sp\n"
        "bl bare_start\n"
        "mov r7, #1\n" /* exit */
        "svc 0\n");

static void put(const char *text, size_t bytes) {
    register long number __asm__("r7") = 4; /* write */
    register long result __asm__("r0") = 1;
    register const char *first __asm__("r1") = text;
    register size_t length __asm__("r2") = bytes;
    __asm__ __volatile__("svc 0" : "+r"(result) : "r"(number), "r"(first), "r"(length) : "memory");
}

/*
 * What the compiler calls for a division, on CPUs that cannot divide: quotient in r0, remainder in
 * r1.
 */
uint64_t __aeabi_uidivmod(uint32_t dividend, uint32_t divisor);
uint32_t __aeabi_uidiv(uint32_t dividend, uint32_t divisor);

uint64_t __aeabi_uidivmod(uint32_t dividend, uint32_t divisor) {
    uint32_t quotient = 0, rest = 0;
    int bit;
    for (bit = 31; bit >= 0; bit--) {
        rest = rest << 1 | (dividend >> bit & 1);
        if (rest >= divisor) {
            rest -= divisor;
            quotient |= (uint32_t)1 << bit;
        }
    }
#if defined(__ARMEB__)
    return (uint64_t)quotient << 32 | rest;
#else
    return (uint64_t)rest << 32 | quotient;
#endif
}

uint32_t __aeabi_uidiv(uint32_t dividend, uint32_t divisor) {
    const uint64_t both = __aeabi_uidivmod(dividend, divisor);
#if defined(__ARMEB__)
    return (uint32_t)(both >> 32);
#else
    return (uint32_t)both;
#endif
}
#else
__asm__(".globl _start\n"
        "_start: mov x0, sp\n"
        "bl bare_start\n"
        "mov x8, 93\n" /* exit */
        "svc 0\n");

static void put(const char *text, size_t bytes) {
    register long number __asm__("x8") = 64; /* write */
    register long result __asm__("x0") = 1;
    register const char *first __asm__("x1") = text;
    register size_t length __asm__("x2") = bytes;
    __asm__ __volatile__("svc 0" : "+r"(result) : "r"(number), "r"(first), "r"(length) : "memory");
}
#endif

/*
 * What cpu.c asks the system for is after the environment on the stack that a program starts with.
 */
int bare_start(const unsigned long *stack);
unsigned long getauxval(unsigned long key);
int open(const char *path, int flags, ...);
long read(int file, void *to, size_t bytes);
int close(int file);

static const unsigned long *auxiliary;

unsigned long getauxval(unsigned long key) {
    const unsigned long *entry;
    for (entry = auxiliary; entry[0]; entry += 2) {
        if (entry[0] == key) {
            return entry[1];
        }
    }
    return 0;
}

/* For C libraries without getauxval: not to be called. */
int open(const char *path, int flags, ...) {
    (void)path, (void)flags;
    return -1;
}

long read(int file, void *to, size_t bytes) {
    (void)file, (void)to, (void)bytes;
    return -1;
}

int close(int file) {
    (void)file;
    return -1;
}

int bare_start(const unsigned long *stack) {
    for (stack += 1 + *stack + 1; *stack; stack++) { /* arguments and their number; environment */
    }
    auxiliary = stack + 1;
    return bare_main();
}
#elif defined(BARE_LINUX)
/* 32-bit Linux: no CPU is too old for int 0x80. */
__asm__(".globl _start\n"
        "_start: call bare_main\n"
        "movl %eax, %ebx\n"
        "movl $1, %eax\n" /* exit */
        "int $0x80\n");

static void put(const char *text, size_t bytes) {
    unsigned long result;
    __asm__ __volatile__("int $0x80"
                         : "=a"(result)
                         : "a"(4), "b"(1), "c"(text), "d"(bytes)
                         : "memory");
    (void)result;
}
#else
/* Bochs prints what is written to port 0xe9. The boot sector calls the image's first byte. */
__attribute__((section(".entry"))) int bare_main(void);

static void put(const char *text, size_t bytes) {
    for (; bytes; bytes--, text++) {
        __asm__ __volatile__("outb %0, %1" : : "a"(*text), "Nd"((unsigned short)0xe9));
    }
}
#endif

/* ---- what there is instead of a libc ---- */

void *memcpy(void *to, const void *from, size_t bytes);
void *memset(void *to, int value, size_t bytes);
int memcmp(const void *a, const void *b, size_t bytes);
int strcmp(const char *a, const char *b);
char *strcpy(char *to, const char *from);
char *strcat(char *to, const char *from);
size_t strlen(const char *s);

void *memcpy(void *to, const void *from, size_t bytes) {
    unsigned char *t = to;
    const unsigned char *f = from;
    while (bytes--) {
        *t++ = *f++;
    }
    return to;
}

void *memset(void *to, int value, size_t bytes) {
    unsigned char *t = to;
    while (bytes--) {
        *t++ = (unsigned char)value;
    }
    return to;
}

int memcmp(const void *a, const void *b, size_t bytes) {
    const unsigned char *p = a, *q = b;
    for (; bytes; bytes--, p++, q++) {
        if (*p != *q) {
            return *p - *q;
        }
    }
    return 0;
}

int strcmp(const char *a, const char *b) {
    for (; *a && *a == *b; a++, b++) {
    }
    return (unsigned char)*a - (unsigned char)*b;
}

size_t strlen(const char *s) {
    size_t length = 0;
    while (s[length]) {
        length++;
    }
    return length;
}

char *strcpy(char *to, const char *from) {
    memcpy(to, from, strlen(from) + 1);
    return to;
}

char *strcat(char *to, const char *from) {
    strcpy(to + strlen(to), from);
    return to;
}

/* ---- output ---- */

static void print(const char *text) {
    put(text, strlen(text));
}

static void line(const char *word, const struct bare_contract *c, const struct kernel *k,
                 const char *rest) {
    print(word);
    print(" ");
    print(c->before);
    print(k->name);
    print(rest);
    print("\n");
}

/* What a void call that is misused would need of a C library: none of these is called here. */
#undef stderr
void *stderr;
int fprintf(void *stream, const char *format, ...);
int fprintf(void *stream, const char *format, ...) {
    (void)stream;
    print(format);
    return -1;
}
void abort(void);
void abort(void) {
    print("abort\n");
    for (;;) {
    }
}

/* ---- random numbers ---- */

/* xorshift32 */
static uint32_t random_state = 2463534242u;

unsigned bare_random(unsigned bound) {
    random_state ^= random_state << 13;
    random_state ^= random_state >> 17;
    random_state ^= random_state << 5;
    return (random_state >> 8) % bound;
}

void bare_random_bytes(void *to, size_t bytes) {
    unsigned char *p = to;
    while (bytes--) {
        *p++ = (unsigned char)bare_random(256);
    }
}

/* ---- the test ---- */

unsigned char bare_area[BARE_AREA];
static unsigned char area_before[BARE_AREA];

static int runs(const struct kernel *k) {
    return !(k->needs & ~cpu_features());
}

static int is_reference(const struct kernel *k) {
    const char *p = "generic", *q = k->name;
    while (*p && *p == *q) {
        p++, q++;
    }
    return !*p;
}

int bare_test(const struct bare_contract *c) {
    const struct kernel *k;
    int failed = 0;
    for (k = c->kernels; k->name; k++) {
        if (k->entry) {
            line(c->word, c, k,
                 !runs(k)                               ? " unsupported"
                 : c->selftest(k)                       ? " failed"
                 : c->used && !strcmp(k->name, c->used) ? " used"
                                                        : " ok");
        }
    }
    for (k = c->kernels; k->name; k++) {
        if (!k->entry || !runs(k) || is_reference(k)) { /* references run anywhere */
            continue;
        }
        line("begin", c, k, "");
        if (c->selftest(k)) {
            line("FAIL", c, k, ": its self-test");
        } else if (c->differs(k)) {
            line("FAIL", c, k, ": other than the reference");
        } else if (memcmp(bare_area, area_before, sizeof bare_area)) {
            line("FAIL", c, k, ": it wrote to its input");
        } else {
            line("PASS", c, k, "");
            continue;
        }
        failed = 1;
    }
    return failed;
}

int bare_main(void) {
    int failed = 0;
    bare_random_bytes(bare_area, sizeof bare_area);
    memcpy(area_before, bare_area, sizeof bare_area);
#define FAMILY(name) failed |= bare_##name();
#include "bare_families.h"
    print("end\n");
    return failed;
}
