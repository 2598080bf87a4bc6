/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * The kernels' test without a libc, and, unless BARE_LINUX is defined, without an operating system:
 * for emulated CPUs on which nothing else would run. Prints
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

#include "util/blake2b_util_kernels.h"
#include "../../../app/driver/cpu.h"
#include "bare.h"

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

void bare_print(const char *text) {
    put(text, strlen(text));
}

/* What a void call that is misused would need of a C library: none of these is called here. */
#undef stderr
void *stderr;
int fprintf(void *stream, const char *format, ...);
int fprintf(void *stream, const char *format, ...) {
    (void)stream;
    bare_print(format);
    return -1;
}
void abort(void);
void abort(void) {
    bare_print("abort\n");
    for (;;) {
    }
}

static void print_number(long number) {
    char digits[24];
    size_t at = sizeof digits;
    unsigned long n = number < 0 ? 0 - (unsigned long)number : (unsigned long)number;
    do {
        digits[--at] = (char)('0' + n % 10);
        n /= 10;
    } while (n);
    if (number < 0) {
        digits[--at] = '-';
    }
    put(digits + at, sizeof digits - at);
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

void bare_random_bytes(unsigned char *p, size_t bytes) {
    while (bytes--) {
        *p++ = (unsigned char)bare_random(256);
    }
}

/* ---- the test ---- */

#define MAX_BLOCKS 6
#define MAX_STRIDE 640
#define AREA (MAX_BLOCKS * MAX_STRIDE + 128 + 64)

static unsigned char area[AREA], area_before[AREA];
static const struct kernel *reference;

/* What the contract demands: the reference, block by block, on a copy of each. */
static void by_reference(blake2b_state_internal *S, const unsigned char *in, size_t bytes,
                         ptrdiff_t stride) {
    unsigned char block[128];
    if (S->F[0]) {
        memcpy(block, in, bytes);
        BLAKE2B_BLOCKS(reference)(S, block, bytes, 0);
        return;
    }
    for (; bytes; bytes -= 128, in += bytes ? stride : 0) {
        memcpy(block, in, 128);
        BLAKE2B_BLOCKS(reference)(S, block, 128, 0);
    }
}

/* Half of the counters are about to carry, out of the lowest 2 to 16 bytes. */
static void random_state_of(blake2b_state_internal *S, int last) {
    bare_random_bytes((unsigned char *)S, sizeof *S);
    if (bare_random(2)) {
        memset(S->T, 0xff, 2 + bare_random(15));
        S->T[0] = (unsigned char)bare_random(256);
        S->T[1] = (unsigned char)(0xfc + bare_random(4));
    }
    memset(S->F, last ? 0xff : 0, 8);
    memset(S->F + 8, bare_random(2) ? 0xff : 0, 8);
}

/* 0 if the kernel does as the reference, and touches nothing around the state, nor the input. */
static int differs(blake2b_blocks_fn *blocks, int last, const unsigned char *in, size_t bytes,
                   ptrdiff_t stride) {
    unsigned char room[16 + sizeof(blake2b_state_internal) + 32], expected[sizeof room];
    const size_t at = 8 + bare_random(16);
    blake2b_state_internal S;
    bare_random_bytes(room, sizeof room);
    random_state_of(&S, last);
    memcpy(room + at, &S, sizeof S);
    memcpy(expected, room, sizeof room);
    by_reference(&S, in, bytes, stride);
    memcpy(expected + at, &S, sizeof S);
    blocks((blake2b_state_internal *)(void *)(room + at), in, bytes, (size_t)stride);
    return memcmp(room, expected, sizeof room) != 0 || memcmp(area, area_before, sizeof area) != 0;
}

static int complain(const char *name, const char *what, size_t bytes, ptrdiff_t stride) {
    bare_print("FAIL ");
    bare_print(name);
    bare_print(": ");
    bare_print(what);
    bare_print(" of ");
    print_number((long)bytes);
    bare_print(" bytes, stride ");
    print_number((long)stride);
    bare_print("\n");
    return 1;
}

static int test(const struct kernel *kernel) {
    static const ptrdiff_t strides[] = {0,   1,   64,         127,  128,
                                        129, 512, MAX_STRIDE, -128, -MAX_STRIDE};
    size_t bytes, i, round;
    int selftest;

    bare_print("begin ");
    bare_print(kernel->name);
    bare_print("\n");
    selftest = blake2b_selftest(kernel);
    if (selftest) {
        bare_print("FAIL ");
        bare_print(kernel->name);
        bare_print(": fails test ");
        print_number(selftest);
        bare_print(" of the self-test\n");
        return 1;
    }
    for (round = 0; round < 4; round++) {
        for (bytes = 0; bytes <= 128; bytes++) {
            if (differs(BLAKE2B_BLOCKS(kernel), 1, area + bare_random(64), bytes, 0)) {
                return complain(kernel->name, "last block", bytes, 0);
            }
        }
        for (i = 0; i < sizeof strides / sizeof strides[0]; i++) {
            for (bytes = 0; bytes <= MAX_BLOCKS * 128; bytes += 128) {
                const unsigned char *in = area + bare_random(64);
                if (strides[i] < 0) {
                    in += (MAX_BLOCKS - 1) * MAX_STRIDE;
                }
                if (differs(BLAKE2B_BLOCKS(kernel), 0, in, bytes, strides[i])) {
                    return complain(kernel->name, "blocks", bytes, strides[i]);
                }
            }
        }
    }
    bare_print("PASS ");
    bare_print(kernel->name);
    bare_print("\n");
    return 0;
}

#if defined(BLAKE2B_HAVE_LANES)
static void store_word(unsigned char *p, uint64_t x) {
    int i;
    for (i = 0; i < 8; i++) {
        p[i] = (unsigned char)(x >> 8 * i & 0xff);
    }
}

static uint64_t load_word(const unsigned char *p) {
    uint64_t x = 0;
    int i;
    for (i = 7; i >= 0; i--) {
        x = x << 8 | p[i];
    }
    return x;
}

/* What the contract of several lanes demands of one block of lane J. */
static void lane_by_reference(blake2b_lanes *L, unsigned j, const unsigned char *in) {
    blake2b_state_internal S;
    unsigned i;
    L->T[0][j] += L->add[j];
    L->T[1][j] += L->T[0][j] < L->add[j];
    store_word(S.T, L->T[0][j] - 128); /* the reference adds these again */
    store_word(S.T + 8, L->T[1][j] - (L->T[0][j] < 128));
    for (i = 0; i < 2; i++) {
        store_word(S.F + 8 * i, L->F[i][j]);
    }
    for (i = 0; i < 8; i++) {
        store_word(S.H + 8 * i, L->H[i][j]);
    }
    BLAKE2B_BLOCKS(reference)(&S, in, 128, 0);
    for (i = 0; i < 8; i++) {
        L->H[i][j] = load_word(S.H + 8 * i);
    }
}

static int lanes_run(const struct kernel *kernel) {
    return (kernel->needs & ~cpu_features()) == 0;
}

static int test_lanes(const struct kernel *kernel) {
    static const size_t strides[] = {0, 1, 64, 127, 128, 129, 512, MAX_STRIDE};
    CACHE_ALIGNED blake2b_lanes L, expected;
    unsigned round, j;
    bare_print("begin ");
    bare_print(kernel->name);
    bare_print("\n");
    for (round = 0; round < 500; round++) {
        const size_t stride = strides[bare_random(8)], blocks = 1 + bare_random(MAX_BLOCKS);
        size_t k;
        bare_random_bytes((unsigned char *)&L, sizeof L);
        for (j = 0; j < BLAKE2B_LANES_MAX; j++) {
            if (bare_random(2)) {
                L.T[0][j] = 0 - (uint64_t)(1 + bare_random(700));
            }
            L.F[0][j] = bare_random(2) ? ~(uint64_t)0 : 0;
            L.F[1][j] = bare_random(2) ? ~(uint64_t)0 : 0;
            L.add[j] = bare_random(2) ? 128 : bare_random(129);
            L.in[j] = area + bare_random(64);
        }
        expected = L;
        for (j = 0; j < kernel->messages; j++) {
            for (k = 0; k < blocks; k++) {
                lane_by_reference(&expected, j, L.in[j] + k * stride);
            }
        }
        BLAKE2B_LANES(kernel)(&L, blocks, stride);
        if (memcmp(&L, &expected, sizeof L) || memcmp(area, area_before, sizeof area)) {
            return complain(kernel->name, "several lanes", blocks * 128, (ptrdiff_t)stride);
        }
    }
    bare_print("PASS ");
    bare_print(kernel->name);
    bare_print("\n");
    return 0;
}

/* ---- short messages, eight at once ---- */

#define SHORT_GROUPS 3

static void load_words(uint64_t *to, const unsigned char *from, unsigned count) {
    for (; count--; from += 8) {
        *to++ = load_word(from);
    }
}

/* The last block of one message by the reference. */
static void short_by_reference(const blake2b_short *W, const blake2b_job *job) {
    const uint64_t t = W->T[0] - W->rest; /* the reference adds the remainder, too */
    blake2b_state_internal S;
    unsigned char block[128];
    unsigned i;
    memset(block, 0, sizeof block);
    memcpy(block, W->remainder, (size_t)W->rest);
    memcpy(block + W->rest, job->in, job->inlen);
    for (i = 0; i < 8; i++) {
        store_word(S.H + 8 * i, W->H[i]);
    }
    store_word(S.T, t);
    store_word(S.T + 8, W->T[1] - (t > W->T[0]));
    memset(S.F, 0xff, 8);
    store_word(S.F + 8, W->f1);
    BLAKE2B_BLOCKS(reference)(&S, block, (size_t)W->rest + job->inlen, 0);
    for (i = 0; i < 64 && W->digest >> i & 1; i++) {
        job->hash[i] = S.H[i];
    }
}

static int test_short(const struct kernel *kernel) {
    static unsigned char out[8 * SHORT_GROUPS][80], expected[8 * SHORT_GROUPS][80];
    unsigned round;
    for (round = 0; round < 300; round++) {
        const size_t groups = 1 + bare_random(SHORT_GROUPS);
        const unsigned bytes = bare_random(2) ? 64 : 1 + bare_random(64);
        unsigned char random[80];
        CACHE_ALIGNED blake2b_short W;
        blake2b_job jobs[8 * SHORT_GROUPS];
        size_t j;
        memset(&W, 0, sizeof W);
        bare_random_bytes(random, sizeof random);
        load_words(W.H, random, 8);
        load_words(W.T, random + 64, 2);
        W.T[0] = bare_random(2) ? ~(uint64_t)0 - 128 : W.T[0] >> 1;
        W.f1 = bare_random(2) ? ~(uint64_t)0 : 0;
        W.digest = ~(uint64_t)0 >> (64 - bytes);
        W.rest = bare_random(2) ? bare_random(128) : 0;
        for (j = 0; j < W.rest; j++) {
            W.kept[j / 64] |= (uint64_t)1 << j % 64;
            W.remainder[j] = (unsigned char)bare_random(256);
        }
        memset(expected, 0x77, sizeof expected);
        memset(out, 0x77, sizeof out);
        for (j = 0; j < 8 * groups; j++) {
            jobs[j].inlen = bare_random(129 - (unsigned)W.rest);
            jobs[j].in = area + bare_random(AREA - 128);
            jobs[j].hash = expected[j] + j % 16;
            short_by_reference(&W, &jobs[j]);
            jobs[j].hash = out[j] + j % 16;
        }
        BLAKE2B_SHORT(kernel)(&W, jobs, groups);
        if (memcmp(out, expected, sizeof out) || memcmp(area, area_before, sizeof area)) {
            return 1;
        }
    }
    return 0;
}

/* ---- any number of rounds ---- */

static const struct kernel *rounds_reference;

static int test_rounds(const struct kernel *kernel) {
    unsigned round;
    for (round = 0; round < 300; round++) {
        const unsigned rounds = round < 50 ? round : bare_random(41);
        const unsigned char *block = area + bare_random(AREA - 128);
        unsigned char random[96];
        uint64_t h[8], expected[8], tf[4];
        bare_random_bytes(random, sizeof random);
        load_words(h, random, 8);
        load_words(tf, random + 64, 4);
        memcpy(expected, h, sizeof h);
        BLAKE2B_ROUNDS(kernel)(h, block, tf, rounds);
        BLAKE2B_ROUNDS(rounds_reference)(expected, block, tf, rounds);
        if (memcmp(h, expected, sizeof h) || memcmp(area, area_before, sizeof area)) {
            return 1;
        }
    }
    return 0;
}

static void print_line(const char *word, const char *contract, const char *name, const char *end) {
    bare_print(word);
    bare_print(contract);
    bare_print(name);
    bare_print(end);
}

/* Each kernel of a table, but those without an entry, and the reference. */
static int every_other(const char *contract, const struct kernel *b, const struct kernel *but,
                       int (*selftest)(const struct kernel *), int (*run)(const struct kernel *)) {
    int failed = 0;
    for (; b->name; b++) {
        const int runs = lanes_run(b);
        int wrong;
        if (!b->entry || b == but) {
            continue;
        }
        wrong = runs && selftest(b);
        print_line("other ", contract, b->name,
                   !runs   ? " unsupported\n"
                   : wrong ? " failed\n"
                           : " ok\n");
        if (runs) {
            print_line("begin ", contract, b->name, "\n");
            wrong |= run(b);
            print_line(wrong ? "FAIL " : "PASS ", contract, b->name,
                       wrong ? ": not the contract\n" : "\n");
            failed |= wrong;
        }
    }
    return failed;
}

static int every_lanes(void) {
    const struct kernel *b;
    int failed = 0;
    for (b = blake2b_lanes_kernels; b->name; b++) {
        bare_print("lanes ");
        bare_print(b->name);
        bare_print(!lanes_run(b)               ? " unsupported\n"
                   : blake2b_lanes_selftest(b) ? " failed\n"
                                               : " ok\n");
    }
    for (b = blake2b_lanes_kernels; b->name; b++) {
        if (lanes_run(b)) {
            failed |= test_lanes(b);
        }
    }
    for (b = blake2b_rounds_kernels; b->name; b++) {
        rounds_reference = b;
    }
    failed |= every_other("rounds-", blake2b_rounds_kernels, rounds_reference,
                          blake2b_rounds_selftest, test_rounds);
    failed |= every_other("short-", blake2b_short_kernels, NULL, blake2b_short_selftest,
                          test_short);
    return failed;
}
#else
static int every_lanes(void) {
    return 0;
}
#endif

static int is_reference(const struct kernel *kernel) {
    const char *p = "generic/", *q = kernel->name;
    while (*p && *p == *q) {
        p++, q++;
    }
    return !*p;
}

int bare_main(void) {
    const char *used = blake2b_implementation();
    const struct kernel *b;
    int failed = 0;
    reference = BLAKE2B_UTIL_REFERENCE;
    bare_random_bytes(area, sizeof area);
    memcpy(area_before, area, sizeof area);
    for (b = blake2b_util_kernels; b->name; b++) {
        bare_print("state ");
        bare_print(b->name);
        bare_print(!util_runs(b)                    ? " unsupported\n"
                   : blake2b_selftest(b)            ? " failed\n"
                   : used && !strcmp(b->name, used) ? " used\n"
                                                    : " ok\n");
    }
    for (b = blake2b_util_kernels; b->name; b++) {
        if (util_runs(b) && !is_reference(b)) { /* references run anywhere */
            failed |= test(b);
        }
    }
    failed |= every_lanes();
    failed |= bare_blake256();
    failed |= bare_blake512();
    bare_print("end\n");
    return failed;
}
