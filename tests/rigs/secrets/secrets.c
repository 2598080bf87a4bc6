/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * Secrets left in memory: when a call returns, no eight consecutive bytes of a secret may be in the
 * unused stack or in vector registers. Extensions provide their calls, which register secrets
 * (cases.h).
 *
 * Every call runs on its own stack, repeatedly with new secrets, with each kernel. After each, that
 * stack and the registers are searched for any eight bytes of those secrets. On 64-bit CPUs the
 * general registers are searched as well.
 *
 * Then every call is made as the first of a new process, which is bound lazily. There the dynamic
 * linker saves registers on the stack at the first call of a shared library's function, and
 * start-up runs self-tests. This process prepares the arguments, so that the new one has called
 * nothing before.
 *
 *   secrets [TIMES]     number of calls with each kernel; where there are fewer calls, more of each
 *
 * In the environment: TEST_SAMPLE=N makes a part of the calls. TEST_SEED=N is the random seed. TEST_IMPLEMENTATION=NAME tests only the
 * single-message kernel of this name, in families that have one. SECRETS_ALL=1 prints all findings.
 */
#if !defined(_GNU_SOURCE)
#define _GNU_SOURCE 1
#endif
#include <stdio.h>
#include <stdlib.h>

#include "cases.h"
#include "driver/cpu.h"
#include "test.h"

#if !defined(SECRETS_LOOKS)

int main(void) {
    test_skip("secrets",
              "needs a stack of its own for each call, as glibc gives them, and no sanitizer");
    return test_exit();
}

#else
#include <link.h>
#include <sys/wait.h>
#include <ucontext.h>
#include <unistd.h>

/* ---- the secrets, as a set of all eight consecutive bytes ---- */

enum { SLOT_BITS = 18, SLOTS = 1 << SLOT_BITS };
static struct {
    uint64_t eight;
    unsigned call;
} slots[SLOTS];
static unsigned call_number, filled, filled_by;

static uint64_t eight_at(const unsigned char *p) {
    uint64_t x;
    memcpy(&x, p, 8);
    return x;
}

static size_t slot_of(uint64_t x) {
    size_t i = (size_t)(x * 0x9e3779b97f4a7c15u >> (64 - SLOT_BITS));
    while (slots[i].call == call_number && slots[i].eight != x) {
        i = (i + 1) % SLOTS;
    }
    return i;
}

/* The registered secrets, for a process that makes the call. */
enum { MOST_TOLD = 1 << 18 };
static uint64_t told_secrets[MOST_TOLD];
static size_t told_count;

static void add_secret(uint64_t x) {
    const size_t i = slot_of(x);
    filled = filled_by == call_number ? filled + 1 : 1;
    filled_by = call_number;
    if (filled > SLOTS / 2) {
        fputs("secrets: too many of one call\n", stderr);
        abort();
    }
    slots[i].call = call_number;
    slots[i].eight = x;
}

static void add_both(uint64_t x) {
    unsigned char bytes_of[8], reversed[8]; /* a word of it on a big-endian CPU */
    int i;
    memcpy(bytes_of, &x, 8);
    for (i = 0; i < 8; i++) {
        reversed[i] = bytes_of[7 - i];
    }
    add_secret(x);
    add_secret(eight_at(reversed));
}

void secret(const void *p, size_t bytes) {
    const unsigned char *q = (const unsigned char *)p;
    for (; bytes >= 8; bytes--, q++) {
        add_both(eight_at(q));
        if (told_count < MOST_TOLD) {
            told_secrets[told_count] = eight_at(q);
        }
        told_count++;
    }
}

/* The offset of a secret in P, or -1. */
static long find_secret(const unsigned char *p, size_t bytes) {
    size_t i;
    for (i = 0; i + 8 <= bytes; i++) {
        if (slots[slot_of(eight_at(p + i))].call == call_number) {
            return (long)i;
        }
    }
    return -1;
}

/* ---- functions that are bound at their first call ---- */

enum { MOST_SLOTS = 400 };
static struct {
    const char *name;
    ElfW(Addr) * where, unbound;
} lazy_slots[MOST_SLOTS];
static unsigned lazy_count;

/* Some systems do not relocate these addresses. */
static ElfW(Addr) address(const struct dl_phdr_info *info, ElfW(Addr) at) {
    return at < info->dlpi_addr ? at + info->dlpi_addr : at;
}

/* Finds the slots of the program itself, which comes first. */
static int find_slots(struct dl_phdr_info *info, size_t bytes, void *nothing) {
    const ElfW(Dyn) *d = NULL;
    const ElfW(Sym) *symbols = NULL;
    const char *names = NULL;
    ElfW(Addr) at = 0, end;
    size_t length = 0, each = sizeof(ElfW(Rela));
    int i;
    (void)bytes, (void)nothing;
    for (i = 0; i < info->dlpi_phnum; i++) {
        if (info->dlpi_phdr[i].p_type == PT_DYNAMIC) {
            d = (const ElfW(Dyn) *)(info->dlpi_addr + info->dlpi_phdr[i].p_vaddr);
        }
    }
    for (; d && d->d_tag != DT_NULL; d++) {
        if (d->d_tag == DT_BIND_NOW || (d->d_tag == DT_FLAGS && (d->d_un.d_val & DF_BIND_NOW)) ||
            (d->d_tag == DT_FLAGS_1 && (d->d_un.d_val & DF_1_NOW))) {
            return 1; /* bound at program start */
        }
        at = d->d_tag == DT_JMPREL ? address(info, d->d_un.d_ptr) : at;
        symbols = d->d_tag == DT_SYMTAB ? (const ElfW(Sym) *)address(info, d->d_un.d_ptr) : symbols;
        names = d->d_tag == DT_STRTAB ? (const char *)address(info, d->d_un.d_ptr) : names;
        length = d->d_tag == DT_PLTRELSZ ? (size_t)d->d_un.d_val : length;
        each = d->d_tag == DT_PLTREL && d->d_un.d_val == DT_REL ? sizeof(ElfW(Rel)) : each;
    }
    for (end = at + length; names && symbols && at < end && lazy_count < MOST_SLOTS;
         at += each, lazy_count++) {
        const ElfW(Rel) *r = (const ElfW(Rel) *)at;
        const size_t symbol = sizeof(ElfW(Addr)) == 8 ? (size_t)((uint64_t)r->r_info >> 32)
                                                      : (size_t)(r->r_info >> 8);
        lazy_slots[lazy_count].name = names + symbols[symbol].st_name;
        lazy_slots[lazy_count].where = (ElfW(Addr) *)(info->dlpi_addr + r->r_offset);
        lazy_slots[lazy_count].unbound = *lazy_slots[lazy_count].where;
    }
    return 1;
}

/* Whether that function has been bound meanwhile; -1 if it is not bound lazily. */
static int is_bound(const char *name) {
    unsigned i, n;
    for (i = 0; i < lazy_count; i++) {
        for (n = 0; name[n] && lazy_slots[i].name[n] == name[n]; n++) {
        }
        if (name[n] == lazy_slots[i].name[n]) {
            return *(volatile ElfW(Addr) *)lazy_slots[i].where != lazy_slots[i].unbound;
        }
    }
    return -1;
}

/* ---- a call on its own stack, and what it leaves ---- */

enum { STACK_BYTES = 64 << 10, PAINT = 0x5c };
static unsigned char stack[STACK_BYTES] __attribute__((aligned(64)));
static ucontext_t outside, inside;
static int (*to_call)(void);
static int returned;

/* Vector registers, 64 bytes each, and general ones. */
static unsigned char vectors[32][64] __attribute__((aligned(64)));
static uint64_t general[32];
static enum { VECTORS_NONE, VECTORS_16, VECTORS_32, VECTORS_64 } width;

/* clang-format off */
#define TO_7(DO) DO(0) DO(1) DO(2) DO(3) DO(4) DO(5) DO(6) DO(7)
#define TO_15(DO) TO_7(DO) DO(8) DO(9) DO(10) DO(11) DO(12) DO(13) DO(14) DO(15)
#define TO_31(DO) TO_15(DO) DO(16) DO(17) DO(18) DO(19) DO(20) DO(21) DO(22) DO(23) \
    DO(24) DO(25) DO(26) DO(27) DO(28) DO(29) DO(30) DO(31)
/* clang-format on */

#if defined(__x86_64__) || defined(__i386__)

#if defined(__x86_64__)
#define EACH_16 TO_15
#define EACH_32 TO_31
#else
#define EACH_16 TO_7
#define EACH_32 TO_7
#endif
#define LOAD_16(n) "movdqa 64*" #n "(%0), %%xmm" #n "\n\t"
#define LOAD_32(n) "vmovdqa 64*" #n "(%0), %%ymm" #n "\n\t"
#define LOAD_64(n) "vmovdqa64 64*" #n "(%0), %%zmm" #n "\n\t"
#define STORE_16(n) "movdqa %%xmm" #n ", 64*" #n "(%0)\n\t"
#define STORE_32(n) "vmovdqa %%ymm" #n ", 64*" #n "(%0)\n\t"
#define STORE_64(n) "vmovdqa64 %%zmm" #n ", 64*" #n "(%0)\n\t"
#if defined(SECRETS_WIDE) /* the assembler knows them */
#define WIDE 1
#define WIDEST(DO) __asm__ __volatile__(EACH_32(DO) : : "r"(vectors) : "memory")
#else
#define WIDE 0
#define WIDEST(DO) ((void)0)
#endif
#define EVERY(DO) \
    switch (width) { \
    case VECTORS_16: __asm__ __volatile__(EACH_16(DO##_16) : : "r"(vectors) : "memory"); break; \
    case VECTORS_32: __asm__ __volatile__(EACH_16(DO##_32) : : "r"(vectors) : "memory"); break; \
    case VECTORS_64: WIDEST(DO##_64); break; \
    default: break; \
    }

static void find_width(void) {
    const unsigned long has = cpu_features();
    width = has & CPU_SSE2 ? VECTORS_16 : VECTORS_NONE;
    width = has & CPU_AVX ? VECTORS_32 : width;
    width = has & CPU_AVX512F && WIDE ? VECTORS_64 : width;
}

#elif defined(__aarch64__)

#define LOAD(n) "ldr q" #n ", [%0, #64*" #n "]\n\t"
#define STORE(n) "str q" #n ", [%0, #64*" #n "]\n\t"
#define EVERY(DO) \
    if (width) { \
        __asm__ __volatile__(TO_31(DO) \
                             : \
                             : "r"(vectors) \
                             : "memory", "v8", "v9", "v10", "v11", "v12", "v13", "v14", "v15"); \
    }

static void find_width(void) {
    width = VECTORS_16;
}

#elif defined(__arm__)

#define LOAD ".fpu neon\n\tmov r12, %0\n\tvldmia r12!, {d0-d15}\n\tvldmia r12, {d16-d31}"
#define STORE ".fpu neon\n\tmov r12, %0\n\tvstmia r12!, {d0-d15}\n\tvstmia r12, {d16-d31}"
#define EVERY(DO) \
    if (width) { \
        __asm__ __volatile__(DO \
                             : \
                             : "r"(vectors) \
                             : "memory", "r12", "d8", "d9", "d10", "d11", "d12", "d13", "d14", \
                               "d15"); \
    }

static void find_width(void) {
    width = cpu_features() & CPU_NEON ? VECTORS_16 : VECTORS_NONE;
}

#elif defined(__riscv)

/* vl1re8.v and vs1r.v, whole registers, encoded for assemblers that do not know them. */
#define LOAD(n) ".insn i 0x07, 0, x" #n ", t0, 0x28\n\taddi t0, t0, 64\n\t"
#define STORE(n) ".insn i 0x27, 0, x" #n ", t0, 0x28\n\taddi t0, t0, 64\n\t"
#define EVERY(DO) \
    if (width) { \
        __asm__ __volatile__("mv t0, %0\n\t" TO_31(DO) : : "r"(vectors) : "memory", "t0"); \
    }

/* Registers that are longer than the array are not checked. */
static void find_width(void) {
    unsigned long vlenb = 0;
    if (cpu_features() & CPU_V) {
        __asm__ __volatile__(".insn i 0x73, 2, %0, x0, -990" : "=r"(vlenb)); /* csrr vlenb */
    }
    width = vlenb && vlenb <= sizeof vectors[0] ? VECTORS_16 : VECTORS_NONE;
}

#else
#define EVERY(DO)
static void find_width(void) {
    width = VECTORS_NONE;
}
#endif

#if defined(__x86_64__)
#define STORE_GENERAL \
    __asm__ __volatile__( \
        "movq %%rax, %0\n\tmovq %%rcx, %1\n\tmovq %%rdx, %2\n\tmovq %%rsi, %3\n\tmovq %%rdi, %4\n\t" \
        "movq %%r8, %5\n\tmovq %%r9, %6\n\tmovq %%r10, %7\n\tmovq %%r11, %8" \
        : "=m"(general[0]), "=m"(general[1]), "=m"(general[2]), "=m"(general[3]), \
          "=m"(general[4]), "=m"(general[5]), "=m"(general[6]), "=m"(general[7]), \
          "=m"(general[8]))
/* Values left by the test itself, which a call need not overwrite. (getcontext keeps r8 and r9.) */
#define CLEAR_GENERAL \
    __asm__ __volatile__( \
        "xorl %%eax, %%eax\n\txorl %%ecx, %%ecx\n\txorl %%edx, %%edx\n\txorl %%esi, %%esi\n\t" \
        "xorl %%edi, %%edi\n\txorl %%r8d, %%r8d\n\txorl %%r9d, %%r9d\n\t" \
        "xorl %%r10d, %%r10d\n\txorl %%r11d, %%r11d" \
        : \
        : \
        : "rax", "rcx", "rdx", "rsi", "rdi", "r8", "r9", "r10", "r11", "cc")
#elif defined(__aarch64__)
#define STORE_GENERAL \
    __asm__ __volatile__( \
        "stp x0, x1, [%0]\n\tstp x2, x3, [%0, #16]\n\tstp x4, x5, [%0, #32]\n\t" \
        "stp x6, x7, [%0, #48]\n\tstp x8, x9, [%0, #64]\n\tstp x10, x11, [%0, #80]\n\t" \
        "stp x12, x13, [%0, #96]\n\tstp x14, x15, [%0, #112]\n\tstp x16, x17, [%0, #128]" \
        : \
        : "r"(general) \
        : "memory")
#define CLEAR_GENERAL \
    __asm__ __volatile__( \
        "mov x0, xzr\n\tmov x1, xzr\n\tmov x2, xzr\n\tmov x3, xzr\n\tmov x4, xzr\n\tmov x5, xzr\n\t" \
        "mov x6, xzr\n\tmov x7, xzr\n\tmov x8, xzr\n\tmov x9, xzr\n\tmov x10, xzr\n\tmov x11, xzr\n\t" \
        "mov x12, xzr\n\tmov x13, xzr\n\tmov x14, xzr\n\tmov x15, xzr\n\tmov x16, xzr\n\tmov x17, xzr" \
        : \
        : \
        : "x0", "x1", "x2", "x3", "x4", "x5", "x6", "x7", "x8", "x9", "x10", "x11", "x12", "x13", \
          "x14", "x15", "x16", "x17")
#elif defined(__riscv) && __riscv_xlen == 64
#define STORE_GENERAL \
    register uint64_t *at __asm__("s1") = general; \
    __asm__ __volatile__( \
        "sd t0, 0(%0)\n\tsd t1, 8(%0)\n\tsd t2, 16(%0)\n\tsd a0, 24(%0)\n\tsd a1, 32(%0)\n\tsd a2, 40(%0)\n\t" \
        "sd a3, 48(%0)\n\tsd a4, 56(%0)\n\tsd a5, 64(%0)\n\tsd a6, 72(%0)\n\tsd a7, 80(%0)\n\tsd t3, 88(%0)\n\t" \
        "sd t4, 96(%0)\n\tsd t5, 104(%0)\n\tsd t6, 112(%0)" \
        : \
        : "r"(at) \
        : "memory")
#define CLEAR_GENERAL \
    __asm__ __volatile__( \
        "li t0, 0\n\tli t1, 0\n\tli t2, 0\n\tli a0, 0\n\tli a1, 0\n\tli a2, 0\n\tli a3, 0\n\tli a4, 0\n\t" \
        "li a5, 0\n\tli a6, 0\n\tli a7, 0\n\tli t3, 0\n\tli t4, 0\n\tli t5, 0\n\tli t6, 0" \
        : \
        : \
        : "t0", "t1", "t2", "a0", "a1", "a2", "a3", "a4", "a5", "a6", "a7", "t3", "t4", "t5", \
          "t6")
#else
#define STORE_GENERAL ((void)0)
#endif
#if !defined(CLEAR_GENERAL)
#define CLEAR_GENERAL ((void)0)
#endif

/* Nothing else is called between the call and the storing of the registers. */
static void make_call(void) {
    EVERY(LOAD)
    CLEAR_GENERAL;
    returned = to_call();
    STORE_GENERAL;
    EVERY(STORE)
    swapcontext(&inside, &outside);
}

/* Makes no call: memset may be the first function that the library calls. */
static void paint(void *p, size_t n) {
    volatile unsigned char *q = (volatile unsigned char *)p;
    while (n--) {
        *q++ = PAINT;
    }
}

/* Runs on its own stack. */
static void run_inside(int (*call)(void)) {
    to_call = call;
    paint(vectors, sizeof vectors);
    paint(general, sizeof general);
    getcontext(&inside);
    inside.uc_stack.ss_sp = stack;
    inside.uc_stack.ss_size = sizeof stack;
    inside.uc_link = NULL;
    makecontext(&inside, make_call, 0);
    swapcontext(&outside, &inside);
}

/*
 * Where the call has left a secret; NULL if nowhere. The stack must have been painted before, and
 * is painted again.
 */
static const char *found(void) {
    static const uint64_t painted = 0x0101010101010101u * PAINT;
    static char text[100];
    const char *where = NULL;
    size_t clean = 0;
    long at;
    while (clean < sizeof stack && eight_at(stack + clean) == painted) {
        clean += 8;
    }
    at = find_secret(vectors[0], sizeof vectors);
    if (at >= 0) {
        sprintf(text, "vector register %ld, byte %ld", at / 64, at % 64);
        where = text;
    } else if ((at = find_secret((const unsigned char *)general, sizeof general)) >= 0) {
        sprintf(text, "general register %ld", at / 8);
        where = text;
    } else if ((at = find_secret(stack + clean, sizeof stack - clean)) >= 0) {
        sprintf(text, "stack, %ld bytes below its top, of %ld in use",
                (long)(sizeof stack - clean) - at, (long)(sizeof stack - clean));
        where = text;
    }
    memset(stack + clean, PAINT, sizeof stack - clean);
    return where;
}

static const char *leak(int (*call)(void)) {
    run_inside(call);
    return found();
}

/* ---- all calls, with each kernel ---- */

static unsigned long times;

/* Makes all calls with the kernels in use, or only those with kernels of this kind. */
static void make_calls(const secrets_family *F, int kernels) {
    unsigned long made = 0, number = 0;
    const secrets_call *c;
    for (c = F->calls; c->name; c++) {
        number += times;
    }
    while (made < number) {
        for (c = F->calls; c->name; c++) {
            char given_text[SECRETS_TEXT];
            const char *where;
            if (kernels != SECRETS_ALONE && c->kernels != kernels) {
                continue;
            }
            call_number++;
            F->input();
            c->prepare();
            where = leak(c->call);
            made++;
            test_expect(!returned, "%s returns %d", c->name, returned);
            if (where) {
                F->describe(given_text);
                test_expect(0, "%s (%s): %s", c->name, given_text, where);
                if (getenv("SECRETS_ALL")) {
                    printf("# %s (%s): %s\n", c->name, given_text, where);
                }
            }
        }
    }
}

static void use_rows(const secrets_family *F, unsigned long rows) {
    util_rows(F->lanes, rows);
    if (F->shorts) {
        util_rows(F->shorts, rows);
    }
}

static void with_each_kernel(const secrets_family *F) {
    const char *const only = getenv("TEST_IMPLEMENTATION");
    const struct kernel *k;
    for (k = F->kernels; k->name; k++) {
        if ((!only || !util_kernel(F->kernels, only) || !strcmp(k->name, only)) &&
            test_begin_for(k, "secrets/%s%s", F->prefix, k->name)) {
            dispatch_use(F->dispatch, k);
            use_rows(F, 0);
            make_calls(F, SECRETS_ALONE);
            test_expect(dispatch_used(F->dispatch) == k, "another kernel was in use at the end");
            test_end();
        }
    }
    dispatch_use(F->dispatch, NULL);
    dispatch_first(F->dispatch);
    for (k = F->lanes->kernels; k->name; k++) {
        if (test_begin_for(k, "secrets/%s%s", F->prefix, k->name)) {
            use_rows(F, 1ul << (k - F->lanes->kernels));
            make_calls(F, SECRETS_SEVERAL);
            test_end();
        }
    }
    use_rows(F, ~0ul);
    for (k = F->rounds ? F->rounds->kernels : NULL; k && k->name; k++) {
        if (test_begin_for(k, "secrets/%srounds, %s", F->prefix, k->name)) {
            dispatch_follow_use(F->rounds, F->dispatch, k);
            make_calls(F, SECRETS_ROUNDS);
            dispatch_follow_use(F->rounds, F->dispatch, NULL);
            test_end();
        }
    }
    test_begin("secrets/%s%sas they are chosen", F->prefix, *F->prefix ? " " : "");
    make_calls(F, SECRETS_SEVERAL);
    test_end();
}

/* ---- control: secrets that must be found ---- */

static unsigned char key[64];

static void plant_bytes(size_t n) {
    unsigned char copy[64];
    size_t i;
    memset(copy, PAINT, sizeof copy);
    for (i = 0; i < n; i++) {
        ((volatile unsigned char *)copy)[11 + i] = key[5 + i]; /* not by a vector register */
    }
    __asm__ __volatile__("" : : "r"(copy) : "memory");
}
static int plant_on_stack(void) {
    plant_bytes(8);
    return 0;
}
static int plant_nothing(void) {
    plant_bytes(7);
    return 0;
}
#if defined(__x86_64__) || defined(__i386__)
static int plant_in_16(void) {
    __asm__ __volatile__("movdqu %0, %%xmm5" : : "m"(key[3]));
    return 0;
}
static int plant_in_32(void) {
    __asm__ __volatile__("vinsertf128 $1, %0, %%ymm6, %%ymm6" : : "m"(key[40]));
    return 0;
}
static int plant_in_64(void) {
#if WIDE && defined(__x86_64__)
    __asm__ __volatile__("vinserti64x4 $1, %0, %%zmm18, %%zmm18" : : "m"(key[20]));
#elif WIDE
    __asm__ __volatile__("vinserti64x4 $1, %0, %%zmm3, %%zmm3" : : "m"(key[20]));
#endif
    return 0;
}
#elif defined(__aarch64__)
static int plant_in_16(void) {
    __asm__ __volatile__("ldr q27, %0" : : "Q"(key[16]));
    return 0;
}
#elif defined(__arm__)
static int plant_in_16(void) {
    __asm__ __volatile__(".fpu neon\n\tvldmia %0, {d29}" : : "r"(key + 16));
    return 0;
}
#elif defined(__riscv)
static int plant_in_16(void) { /* vl1re8.v v19 */
    __asm__ __volatile__(".insn i 0x07, 0, x19, %0, 0x28" : : "r"(key) : "memory");
    return 0;
}
#endif
#if !defined(__x86_64__) && !defined(__i386__)
#define plant_in_32 plant_in_16
#define plant_in_64 plant_in_16
#if !defined(__aarch64__) && !defined(__arm__) && !defined(__riscv)
#define plant_in_16 plant_on_stack
#endif
#endif

static void plant_prepare(void) {
    call_number++;
    test_random_bytes(key, sizeof key);
    secret(key, sizeof key);
}

static void scanner(void) {
    test_begin("secrets/scanner");
    plant_prepare();
    test_expect(!leak(plant_nothing), "the scanner finds what is not there: %s",
                leak(plant_nothing));
    test_expect(leak(plant_on_stack) != NULL, "the scanner misses a secret on the stack");
    test_expect(!leak(plant_nothing), "the scanner finds an old secret");
    test_expect(width < VECTORS_16 || leak(plant_in_16),
                "the scanner misses a secret in vector registers");
    test_expect(width < VECTORS_32 || leak(plant_in_32),
                "the scanner misses a secret in upper halves of registers");
    test_expect(width < VECTORS_64 || leak(plant_in_64),
                "the scanner misses a secret in 512-bit registers");
    test_expect(!leak(plant_nothing), "the scanner finds an old secret in registers");
    test_end();
}

/* ---- every call as the first one of a process ---- */

/* A function that neither the library nor this process has called before. (With _FORTIFY_SOURCE its
   result must be used.) */
static const char *volatile setting;

#if defined(__x86_64__)
static int plant_while_binding(void) {
    __asm__ __volatile__("movdqu %0, %%xmm5" : : "m"(key[3]));
    setting = getenv("TEST_SEED");
    __asm__ __volatile__("pxor %%xmm5, %%xmm5" : : "m"(key));
    return 0;
}
#else
static int plant_while_binding(void) {
    setting = getenv("TEST_SEED");
    plant_bytes(8); /* not before: the dynamic linker may overwrite it */
    return 0;
}
#endif

static void point_nowhere(void) {}

/* A call that leaves a secret, as the only one of a family. */
static const secrets_call plant_calls[] = {
    {"the test's own", plant_prepare, plant_while_binding, SECRETS_ALONE},
    {NULL, NULL, NULL, 0},
};
static const secrets_data plant_data[] = {{key, sizeof key}, {NULL, 0}};
static const secrets_family plant_family = {
    "", "", NULL, NULL, NULL, NULL, NULL, plant_calls, NULL, NULL, plant_data, point_nowhere,
};
static const secrets_family *const secrets_plant[] = {&plant_family, NULL};

#define FAMILY(name) extern const secrets_family *const secrets_##name[];
#include "secrets_families.h"
#undef FAMILY
#define FAMILY(name) secrets_##name,
static const secrets_family *const *const extensions[] = {secrets_plant,
#include "secrets_families.h"
                                                          NULL};
#undef FAMILY

/* Family number OF, the control's first; NULL if there are no more. */
static const secrets_family *family(unsigned of) {
    const secrets_family *const *const *extension;
    const secrets_family *const *F;
    for (extension = extensions; *extension; extension++) {
        for (F = *extension; *F; F++) {
            if (!of--) {
                return *F;
            }
        }
    }
    return NULL;
}

static int all_is_read(int fd, void *to, size_t n) {
    unsigned char *p = (unsigned char *)to;
    while (n) {
        const ssize_t got = read(fd, p, n);
        if (got <= 0) {
            return 0;
        }
        p += got;
        n -= (size_t)got;
    }
    return 1;
}

static int all_is_written(int fd, const void *from, size_t n) {
    return write(fd, from, n) == (ssize_t)n;
}

/*
 * Runs in the new process. The other process reads its report from FD. It must not call any
 * function that the library calls, nor functions that compilers substitute for loops, before the
 * call.
 */
static int first_call(int fd, unsigned of, unsigned call, int row) {
    const secrets_family *const F = family(of);
    const secrets_data *d;
    const char *where;
    size_t i;
    int read_all = all_is_read(fd, &width, sizeof width) &&
                   all_is_read(fd, &told_count, sizeof told_count) &&
                   all_is_read(fd, told_secrets, 8 * told_count);
    for (d = F->data; d->at; d++) {
        read_all = read_all && all_is_read(fd, d->at, d->bytes);
    }
    F->point();
    if (row >= 0) {
        dispatch_use(F->dispatch, &F->dispatch->kernels[row]);
        F->dispatch->choice->named = &F->dispatch->kernels[row];
    }
    if (!read_all || is_bound("memcpy") > 0 || is_bound("memset") > 0 || is_bound("memmove") > 0 ||
        is_bound("getenv") > 0) {
        printf("%s", read_all ? "the test calls what the library calls" : "nothing to read");
        return 1;
    }
    paint(stack, sizeof stack);
    run_inside(F->calls[call].call);
    call_number = 1;
    for (i = 0; i < told_count; i++) {
        add_both(told_secrets[i]);
    }
    where = found();
    if (where || returned) {
        printf("returns %d; %s", returned, where ? where : "leaves nothing");
    }
    return 0;
}

static char *self; /* the program */
static int given;  /* the file with the input of the calls */

/*
 * What that call leaves as the first one of a process: "" if nothing. Everything is prepared. ROW:
 * the kernel's number, or -1 for the automatic choice.
 */
static const char *first_of(unsigned of, unsigned call, int row) {
    static char text[300];
    char args[4][20];
    const secrets_data *d;
    int ends[2], status = 0, written;
    size_t length = 0;
    ssize_t n;
    pid_t child;
    written = told_count <= MOST_TOLD && !lseek(given, 0, SEEK_SET) &&
              all_is_written(given, &width, sizeof width) &&
              all_is_written(given, &told_count, sizeof told_count) &&
              all_is_written(given, told_secrets, 8 * told_count);
    for (d = family(of)->data; d->at; d++) {
        written = written && all_is_written(given, d->at, d->bytes);
    }
    if (!written || lseek(given, 0, SEEK_SET) || pipe(ends)) {
        return "the test cannot write what the call is given";
    }
    sprintf(args[0], "%d", given);
    sprintf(args[1], "%u", of);
    sprintf(args[2], "%u", call);
    sprintf(args[3], "%d", row);
    fflush(stdout);
    child = fork();
    if (!child) {
        char first[] = "first";
        char *list[7];
        list[0] = self;
        list[1] = first;
        list[2] = args[0];
        list[3] = args[1];
        list[4] = args[2];
        list[5] = args[3];
        list[6] = NULL;
        unsetenv("LD_BIND_NOW");
        dup2(ends[1], 1);
        close(ends[0]);
        close(ends[1]);
        execv(self, list);
        _exit(127);
    }
    close(ends[1]);
    while (length < sizeof text - 1 &&
           (n = read(ends[0], text + length, sizeof text - 1 - length)) > 0) {
        length += (size_t)n;
    }
    close(ends[0]);
    text[length] = '\0';
    if (child < 0 || waitpid(child, &status, 0) != child || !WIFEXITED(status) ||
        WEXITSTATUS(status)) {
        sprintf(text + (length < 200 ? length : 200), " (a process that ended with status %#x)",
                (unsigned)status);
    }
    return text;
}

/*
 * Makes every call COUNT times with the automatic choice; then once, or with COUNT of 5 or more,
 * with each kernel by name. A name allows all kernels that need no more features. So multi-message
 * kernels that this CPU would not choose are tested, too.
 */
static void first_calls(unsigned of, unsigned count) {
    const secrets_family *const F = family(of);
    unsigned call, i;
    test_begin("secrets/first calls, %s", F->title);
    for (call = 0; F->calls[call].name; call++) {
        int row;
        for (row = -1; row < 0 || F->dispatch->kernels[row].name; row++) {
            const struct kernel *const k = row < 0 ? NULL : &F->dispatch->kernels[row];
            if (k && (!util_runs(k) || test_random(5) >= count)) {
                continue;
            }
            for (i = 0; i < (k ? 1 : count); i++) {
                const char *text;
                call_number++;
                told_count = 0;
                F->input();
                F->calls[call].prepare();
                text = first_of(of, call, row);
                test_expect(!*text, "%s, first with %s: %s", F->calls[call].name,
                            k ? k->name : "what is chosen", text);
            }
        }
    }
    test_end();
}

static void all_first_calls(char *program) {
    const unsigned count = (unsigned)test_sample(5);
    FILE *const file = tmpfile();
    unsigned of;
    self = program;
    if (is_bound("getenv") < 0) {
        test_skip("secrets/first calls", "this program is not bound lazily");
        return;
    }
    test_begin("secrets/first calls");
    test_expect(file != NULL, "no temporary file");
    given = file ? fileno(file) : -1;
    told_count = 0;
    plant_prepare();
    test_expect(strstr(first_of(0, 0, -1), "stack") != NULL,
                "it does not find what the dynamic linker saves");
    told_count = 0;
    test_expect(!*first_of(0, 0, -1), "the search finds what is not there");
    test_end();
    for (of = 1; family(of); of++) {
        first_calls(of, count);
    }
    if (file) {
        fclose(file);
    }
}

int main(int argc, char **argv) {
    unsigned long seed;
    unsigned of;
    dl_iterate_phdr(find_slots, NULL); /* before any of them is bound */
    if (argc == 6) {
        return first_call(atoi(argv[2]), (unsigned)atoi(argv[3]), (unsigned)atoi(argv[4]),
                          atoi(argv[5]));
    }
    find_width(); /* may call memset through the library: so not in the new process */
    seed = test_seed(1);
    printf("# secrets: seed %lu (TEST_SEED=%lu has the same again)\n", seed, seed);
    test_random_seed(seed);
    times = argc > 1 ? strtoul(argv[1], NULL, 10) : test_sample(40);
    paint(stack, sizeof stack);
    scanner();
    all_first_calls(argv[0]);
    for (of = 1; family(of); of++) {
        with_each_kernel(family(of));
    }
    return test_exit();
}
#endif
