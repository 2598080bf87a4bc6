/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * What a call leaves behind: when it returns, no eight bytes in a row of a secret may be in the
 * dead stack or in vector registers. Secrets are the key, the message, chaining values, the digests
 * within BLAKE2bp and BLAKE2Xb, and what is cut off of a short digest.
 *
 * Every call of CALLS is made on a stack of its own, repeatedly with new secrets. After each, that
 * stack and the registers are searched for any eight bytes of those secrets. On 64-bit CPUs the
 * general registers are searched as well.
 *
 * Then every call is made as the first of a new process, which is bound lazily. There the dynamic
 * linker saves registers on the stack at the first call of a shared library's function, and
 * start-up runs self-tests. This process prepares the arguments, so that the new one has called
 * nothing before.
 *
 *   secrets [CALLS]     so many for each implementation
 * TEST_SEED=N in the environment is the random seed.
 */
#if !defined(_GNU_SOURCE)
#define _GNU_SOURCE 1
#endif
#include <stdio.h>
#include <stdlib.h>

#include "secrets.h"
#include "blake2b_test.h"
#include "../../../app/driver/cpu.h"

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

/* ---- the secrets, as a set of all eight bytes in a row ---- */

enum { SLOTS = 1 << 16 };
static struct {
    uint64_t eight;
    unsigned call;
} slots[SLOTS];
static unsigned call_number;

static uint64_t eight_at(const unsigned char *p) {
    uint64_t x;
    memcpy(&x, p, 8);
    return x;
}

static size_t slot_of(uint64_t x) {
    size_t i = (size_t)(x * 0x9e3779b97f4a7c15u >> 48) % SLOTS;
    while (slots[i].call == call_number && slots[i].eight != x) {
        i = (i + 1) % SLOTS;
    }
    return i;
}

/* And as they were told, for a process that makes the call. */
enum { MOST_TOLD = 1 << 18 };
static uint64_t told_secrets[MOST_TOLD];
static size_t told_count;

static void add_secret(uint64_t x) {
    const size_t i = slot_of(x);
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

/* Where in P a secret is, or -1. */
static long find_secret(const unsigned char *p, size_t bytes) {
    size_t i;
    for (i = 0; i + 8 <= bytes; i++) {
        if (slots[slot_of(eight_at(p + i))].call == call_number) {
            return (long)i;
        }
    }
    return -1;
}

/* ---- functions that are bound by their first call ---- */

enum { MOST_SLOTS = 400 };
static struct {
    const char *name;
    ElfW(Addr) * where, unbound;
} lazy_slots[MOST_SLOTS];
static unsigned lazy_count;

/* Some systems leave addresses as they are in the file. */
static ElfW(Addr) address(const struct dl_phdr_info *info, ElfW(Addr) at) {
    return at < info->dlpi_addr ? at + info->dlpi_addr : at;
}

/* The program's own, which comes first. */
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
            return 1; /* bound before it started */
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

/*
 * Whether that function has been bound since; -1 if it is not one that is bound by its first call.
 */
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

/* ---- a call on a stack of its own, and what it leaves ---- */

enum { STACK_BYTES = 64 << 10, PAINT = 0x5c };
static unsigned char stack[STACK_BYTES] __attribute__((aligned(64)));
static ucontext_t outside, inside;
static void (*to_call)(void);

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
#if defined(SECRETS_WIDE) || (defined(BLAKE2B_WITH_AVX512_64) && BLAKE2B_WITH_AVX512_64)
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

/* vl1re8.v and vs1r.v, whole registers, for assemblers that know them or not. */
#define LOAD(n) ".insn i 0x07, 0, x" #n ", t0, 0x28\n\taddi t0, t0, 64\n\t"
#define STORE(n) ".insn i 0x27, 0, x" #n ", t0, 0x28\n\taddi t0, t0, 64\n\t"
#define EVERY(DO) \
    if (width) { \
        __asm__ __volatile__("mv t0, %0\n\t" TO_31(DO) : : "r"(vectors) : "memory", "t0"); \
    }

/* Longer registers than the array has room for are not looked at. */
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
/* What the test itself left there, and a call need not touch. (getcontext keeps r8 and r9.) */
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
#else
#define STORE_GENERAL ((void)0)
#endif
#if !defined(CLEAR_GENERAL)
#define CLEAR_GENERAL ((void)0)
#endif

/* Nothing is called between the call and the storing of the registers. */
static void make_call(void) {
    EVERY(LOAD)
    CLEAR_GENERAL;
    to_call();
    STORE_GENERAL;
    EVERY(STORE)
    swapcontext(&inside, &outside);
}

/* Calls nothing: memset may be what the library calls first. */
static void paint(void *p, size_t n) {
    volatile unsigned char *q = (volatile unsigned char *)p;
    while (n--) {
        *q++ = PAINT;
    }
}

/* On the stack of its own. */
static void run_inside(void (*call)(void)) {
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
 * Where that call has left a secret; NULL if nowhere. The stack must have been painted before, and
 * is afterwards.
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

static const char *leak(void (*call)(void)) {
    run_inside(call);
    return found();
}

/* ---- what the calls are given ---- */

enum { LONGEST = 1400, JOBS = 20, OUT_BYTES = 700 };
static unsigned char key[64], message[JOBS][LONGEST], out[JOBS][OUT_BYTES];
static size_t key_bytes, bytes, before, digest_length, out_bytes;
static blake2b_params P;
static blake2b_job jobs[JOBS];
static size_t job_count;
static blake2b_state serial;
static blake2bp_state parallel;
static blake2xb_state xof;
static unsigned char saved[BLAKE2BP_SAVED_BYTES];
static int error; /* what the call returned */
static uint64_t compress_h[8], compress_t[2], compress_copies[9][8];

static size_t any_length(void) {
    switch (test_random(5)) {
    case 0: return test_random(20);
    case 1: /* whole blocks, and one byte less or more */
        return 128 * (1 + test_random(9)) + test_random(3) - 1;
    case 2: return test_random(LONGEST + 1);
    default: return test_random(300);
    }
}

/* For most calls: a key or none, a message, BEFORE bytes of which were given before. */
static void any_input(void) {
    key_bytes = test_random(3) ? test_random(2) ? 64 : test_random(65) : 0;
    bytes = any_length();
    before = test_random(3) ? test_random((uint32_t)bytes + 1) : 0;
    digest_length = test_random(2) ? 64 : 1 + test_random(64);
    out_bytes = 1 + test_random(test_random(2) ? 130 : OUT_BYTES);
    test_random_bytes(key, sizeof key);
    test_random_bytes(message[0], bytes);
    blake2b_params_init(&P);
    P.key = key;
    P.key_length = key_bytes;
    P.digest_length = digest_length;
    P.last_node = test_random(4) == 0;
}

/* ---- what is secret of it ---- */

/*
 * The key's block, if it has one, and N bytes: from S on, which is public. Gives all of the digest.
 */
static void hash_secrets(blake2b_state_internal *S, int keyed, const unsigned char *p, size_t n,
                         size_t length, int last_node, unsigned char digest[64]) {
    blake2b_blocks_fn *const blocks = BLAKE2B_BLOCKS(BLAKE2B_UTIL_REFERENCE);
    unsigned char all[128 + LONGEST], *at = all;
    memset(all, 0, 128);
    if (keyed) {
        memcpy(all, key, key_bytes);
    }
    memcpy(all + 128 * keyed, p, n);
    n += 128 * (size_t)keyed;
    for (; n > 128; n -= 128, at += 128) {
        blocks(S, at, 128, 0);
        secret(S->H, sizeof S->H);
    }
    memset(S->F, 0xff, 8);
    memset(S->F + 8, last_node ? 0xff : 0, 8);
    blocks(S, at, n, 0);
    memcpy(digest, S->H, 64);
    secret(digest + length, 64 - length);
}

/* As P says. Of LENGTH bytes of the digest the caller is told. */
static void serial_secrets(const unsigned char *p, size_t n, size_t length) {
    blake2b_state_internal S;
    unsigned char digest[64];
    blake2b_begin_params(&S, &P);
    secret(key, key_bytes);
    secret(p, n);
    hash_secrets(&S, key_bytes != 0, p, n, length, P.last_node, digest);
}

static void parallel_secrets(size_t n, size_t length) {
    blake2b_state_internal S;
    blake2b_params Q;
    unsigned char part[LONGEST], digests[4][64], digest[64];
    size_t j, at;
    secret(key, key_bytes);
    secret(message[0], n);
    blake2b_params_init(&Q);
    Q.key_length = key_bytes;
    Q.digest_length = digest_length;
    Q.fanout = 4;
    Q.depth = 2;
    Q.inner_length = 64;
    for (j = 0; j < 4; j++) {
        size_t m = 0;
        for (at = 128 * j; at < n; at += 512) {
            const size_t k = n - at < 128 ? n - at : 128;
            memcpy(part + m, message[0] + at, k);
            m += k;
        }
        Q.node_offset = j;
        blake2b_begin_params(&S, &Q);
        hash_secrets(&S, key_bytes != 0, part, m, 0, j == 3, digests[j]);
    }
    Q.node_offset = 0;
    Q.node_depth = 1;
    blake2b_begin_params(&S, &Q);
    hash_secrets(&S, 0, digests[0], sizeof digests, length, 1, digest);
}

static void xor_length(blake2b_state_internal *S, size_t length) {
    int i;
    for (i = 0; i < 4; i++) {
        S->H[12 + i] ^= (unsigned char)(length >> 8 * i & 0xff);
    }
}

/* The root, and what comes after the first TOLD bytes of OUT_BYTES. */
static void xof_secrets(size_t n, size_t told) {
    blake2b_state_internal S;
    blake2b_params Q;
    unsigned char root[64], node[64];
    size_t i;
    secret(key, key_bytes);
    secret(message[0], n);
    blake2b_params_init(&Q);
    Q.key_length = key_bytes;
    blake2b_begin_params(&S, &Q);
    xor_length(&S, out_bytes);
    hash_secrets(&S, key_bytes != 0, message[0], n, 0, 0, root);
    for (i = 0; 64 * i < out_bytes; i++) {
        const size_t length = out_bytes - 64 * i < 64 ? out_bytes - 64 * i : 64;
        blake2b_params_init(&Q);
        Q.digest_length = length;
        Q.fanout = Q.depth = 0;
        Q.leaf_length = Q.inner_length = 64;
        Q.node_offset = i;
        blake2b_begin_params(&S, &Q);
        xor_length(&S, out_bytes);
        hash_secrets(&S, 0, root, 64,
                     told < 64 * i        ? 0
                     : told - 64 * i < 64 ? told - 64 * i
                                          : 64,
                     0, node);
    }
}

/* ---- the calls ---- */

static void prepare_blake2b(void) {
    key_bytes = P.key_length = 0;
    P.digest_length = 64;
    P.last_node = 0;
    serial_secrets(message[0], bytes, 64);
}
static void call_blake2b(void) {
    blake2b(out[0], message[0], bytes);
}

static void prepare_keyed(void) {
    P.digest_length = 64;
    P.last_node = 0;
    serial_secrets(message[0], bytes, 64);
}
static void call_keyed(void) {
    blake2b_keyed(out[0], message[0], bytes, key, key_bytes);
}

static void prepare_hash(void) {
    serial_secrets(message[0], bytes, digest_length);
}
static void call_hash(void) {
    error = blake2b_hash(&P, out[0], digest_length, message[0], bytes);
}

static void prepare_keyed_init(void) {
    secret(key, key_bytes);
}
static void call_keyed_init(void) {
    blake2b_keyed_init(&serial, key, key_bytes);
}
static void call_init_params(void) {
    error = blake2b_init_params(&serial, &P);
}

static void call_digest_init(void) {
    error = blake2b_digest_init(&serial, digest_length, key, key_bytes);
}

static void prepare_digest(void) {
    P.last_node = 0;
    serial_secrets(message[0], bytes, digest_length);
}
static void call_digest(void) {
    error = blake2b_digest(out[0], digest_length, message[0], bytes, key, key_bytes);
}

static void prepare_update(void) {
    blake2b_init_params(&serial, &P);
    blake2b_update(&serial, message[0], before);
    serial_secrets(message[0], bytes, 0);
}
static void call_update(void) {
    blake2b_update(&serial, message[0] + before, bytes - before);
}

static void call_append(void) {
    error = blake2b_append(&serial, message[0] + before, bytes - before);
}
static void call_last_node(void) {
    error = blake2b_last_node(&serial);
}
static void call_export(void) {
    error = blake2b_export(&serial, saved, BLAKE2B_SAVED_BYTES);
}
static void prepare_import(void) {
    prepare_update();
    blake2b_export(&serial, saved, BLAKE2B_SAVED_BYTES);
}
static void call_import(void) {
    error = blake2b_import(&serial, saved, BLAKE2B_SAVED_BYTES);
}

static void prepare_final(void) {
    blake2b_init_params(&serial, &P);
    blake2b_update(&serial, message[0], before);
    blake2b_update(&serial, message[0] + before, bytes - before);
    serial_secrets(message[0], bytes, digest_length);
}
static void call_final(void) {
    blake2b_final(&serial, out[0]);
}
static void call_finish(void) {
    error = blake2b_finish(&serial, out[0], digest_length);
}

/* Some all of about one length, some of any. */
static void prepare_many(void) {
    const size_t about = test_random(3) ? test_random(160) : 0;
    size_t i;
    job_count = 1 + test_random(JOBS);
    for (i = 0; i < job_count; i++) {
        jobs[i].inlen = about ? test_random(3) ? about : test_random(129) : any_length();
        jobs[i].in = message[i];
        jobs[i].hash = out[i];
        test_random_bytes(message[i], jobs[i].inlen);
        serial_secrets(message[i], jobs[i].inlen, digest_length);
    }
}
static void call_many(void) {
    error = blake2b_many(&P, jobs, job_count);
}

static void prepare_many_from(void) {
    prepare_many();
    prepare_update();
}
static void call_many_from(void) {
    error = blake2b_many_from(&serial, jobs, job_count);
}

static void prepare_parallel(void) {
    parallel_secrets(bytes, digest_length);
}
static void call_parallel(void) {
    error = blake2bp(out[0], digest_length, message[0], bytes, key, key_bytes);
}
static void call_parallel_init(void) {
    error = blake2bp_init(&parallel, digest_length, key, key_bytes);
}
static void prepare_parallel_update(void) {
    blake2bp_init(&parallel, digest_length, key, key_bytes);
    blake2bp_update(&parallel, message[0], before);
    parallel_secrets(bytes, 0);
}
static void call_parallel_update(void) {
    error = blake2bp_update(&parallel, message[0] + before, bytes - before);
}
static void call_parallel_export(void) {
    error = blake2bp_export(&parallel, saved, BLAKE2BP_SAVED_BYTES);
}
static void prepare_parallel_import(void) {
    prepare_parallel_update();
    blake2bp_export(&parallel, saved, BLAKE2BP_SAVED_BYTES);
}
static void call_parallel_import(void) {
    error = blake2bp_import(&parallel, saved, BLAKE2BP_SAVED_BYTES);
}
static void prepare_parallel_final(void) {
    blake2bp_init(&parallel, digest_length, key, key_bytes);
    blake2bp_update(&parallel, message[0], before);
    blake2bp_update(&parallel, message[0] + before, bytes - before);
    parallel_secrets(bytes, digest_length);
}
static void call_parallel_final(void) {
    error = blake2bp_final(&parallel, out[0], digest_length);
}

static void prepare_xof(void) {
    xof_secrets(bytes, out_bytes);
}
static void call_xof(void) {
    error = blake2xb(out[0], out_bytes, message[0], bytes, key, key_bytes);
}
static void call_xof_init(void) {
    error = blake2xb_init(&xof, out_bytes, key, key_bytes);
}
static void prepare_xof_update(void) {
    blake2xb_init(&xof, out_bytes, key, key_bytes);
    blake2xb_update(&xof, message[0], before);
    xof_secrets(bytes, 0);
}
static void call_xof_update(void) {
    error = blake2xb_update(&xof, message[0] + before, bytes - before);
}
static void prepare_xof_final(void) {
    blake2xb_init(&xof, out_bytes, key, key_bytes);
    blake2xb_update(&xof, message[0], bytes);
    xof_secrets(bytes, 0);
}
static void call_xof_final(void) {
    error = blake2xb_final(&xof);
}
static size_t told, tell;
static void prepare_xof_squeeze(void) {
    blake2xb_init(&xof, out_bytes, key, key_bytes);
    blake2xb_update(&xof, message[0], bytes);
    blake2xb_final(&xof);
    told = test_random(2) ? test_random((uint32_t)out_bytes) : 0;
    tell = test_random((uint32_t)(out_bytes - told) + 1);
    blake2xb_squeeze(&xof, out[0], told);
    xof_secrets(bytes, told + tell);
}
static void call_xof_squeeze(void) {
    error = blake2xb_squeeze(&xof, out[0], tell);
}

static void prepare_xof_finish(void) {
    blake2xb_init(&xof, out_bytes, key, key_bytes);
    blake2xb_update(&xof, message[0], bytes);
    xof_secrets(bytes, out_bytes);
}
static void call_xof_finish(void) {
    error = blake2xb_finish(&xof, out[0], out_bytes);
}
static void prepare_xof_export(void) {
    if (test_random(2)) {
        prepare_xof_update();
    } else {
        prepare_xof_squeeze();
    }
}
static void call_xof_export(void) {
    error = blake2xb_export(&xof, saved, BLAKE2XB_SAVED_BYTES);
}
static void prepare_xof_import(void) {
    prepare_xof_export();
    blake2xb_export(&xof, saved, BLAKE2XB_SAVED_BYTES);
}
static void call_xof_import(void) {
    error = blake2xb_import(&xof, saved, BLAKE2XB_SAVED_BYTES);
}

static void prepare_compress(void) {
    int i;
    test_random_bytes((unsigned char *)compress_h, sizeof compress_h);
    test_random_bytes(message[0], 128);
    compress_t[0] = test_random(1000);
    secret(compress_h, sizeof compress_h);
    for (i = 0; i < 9; i++) {
        memcpy(compress_copies[i], compress_h, sizeof compress_h);
    }
    secret(message[0], 128);
}
static void call_compress(void) {
    error = blake2b_compress(compress_h, message[0], compress_t, test_random(2) != 0, 0,
                             test_random(20));
}

static unsigned char eip152_in[BLAKE2B_EIP152_BYTES];

/* What comes out is the caller's, who may wipe it; here and below. */
static void result_secrets(blake2b_uint32 rounds) {
    static const uint64_t at_0[2];
    uint64_t h[8];
    memcpy(h, compress_h, sizeof h);
    error = blake2b_compress(h, message[0], at_0, 0, 0, rounds);
    secret(h, sizeof h);
}

static void prepare_eip152(void) {
    prepare_compress();
    memset(eip152_in, 0, sizeof eip152_in);
    eip152_in[3] = (unsigned char)(1 + test_random(19)); /* none: constants come out */
    memcpy(eip152_in + 4, compress_h, 64);
    memcpy(eip152_in + 68, message[0], 128);
    result_secrets(eip152_in[3]);
}
static void call_eip152(void) {
    error = blake2b_eip152((unsigned char *)compress_copies[0], eip152_in, sizeof eip152_in);
}

static void prepare_compress_many(void) {
    prepare_compress();
    result_secrets(12);
}
static void call_compress_many(void) {
    blake2b_compress_job some[9];
    int i;
    for (i = 0; i < 9; i++) {
        some[i].h = i ? compress_copies[i] : compress_h;
        some[i].block = message[0];
        some[i].t[0] = some[i].t[1] = 0;
        some[i].last = some[i].last_node = 0;
    }
    error = blake2b_compress_many(some, 1 + test_random(9), 12);
}

static const struct {
    const char *name;
    void (*prepare)(void);
    void (*call)(void);
    /* kernels of other contracts that may be used: 1 of several lanes, 2 of any number of rounds */
    int others;
} calls[] = {
    {"blake2b", prepare_blake2b, call_blake2b, 0},
    {"blake2b_keyed", prepare_keyed, call_keyed, 0},
    {"blake2b_hash", prepare_hash, call_hash, 0},
    {"blake2b_digest", prepare_digest, call_digest, 0},
    {"blake2b_keyed_init", prepare_keyed_init, call_keyed_init, 0},
    {"blake2b_init_params", prepare_keyed_init, call_init_params, 0},
    {"blake2b_digest_init", prepare_keyed_init, call_digest_init, 0},
    {"blake2b_update", prepare_update, call_update, 0},
    {"blake2b_append", prepare_update, call_append, 0},
    {"blake2b_last_node", prepare_update, call_last_node, 0},
    {"blake2b_export", prepare_update, call_export, 0},
    {"blake2b_import", prepare_import, call_import, 0},
    {"blake2b_final", prepare_final, call_final, 0},
    {"blake2b_finish", prepare_final, call_finish, 0},
    {"blake2b_many", prepare_many, call_many, 1},
    {"blake2b_many_from", prepare_many_from, call_many_from, 1},
    {"blake2bp", prepare_parallel, call_parallel, 1},
    {"blake2bp_init", prepare_keyed_init, call_parallel_init, 0},
    {"blake2bp_update", prepare_parallel_update, call_parallel_update, 1},
    {"blake2bp_final", prepare_parallel_final, call_parallel_final, 1},
    {"blake2bp_export", prepare_parallel_update, call_parallel_export, 0},
    {"blake2bp_import", prepare_parallel_import, call_parallel_import, 0},
    {"blake2xb", prepare_xof, call_xof, 1},
    {"blake2xb_init", prepare_keyed_init, call_xof_init, 0},
    {"blake2xb_update", prepare_xof_update, call_xof_update, 0},
    {"blake2xb_final", prepare_xof_final, call_xof_final, 0},
    {"blake2xb_squeeze", prepare_xof_squeeze, call_xof_squeeze, 1},
    {"blake2xb_finish", prepare_xof_finish, call_xof_finish, 1},
    {"blake2xb_export", prepare_xof_export, call_xof_export, 0},
    {"blake2xb_import", prepare_xof_import, call_xof_import, 0},
    {"blake2b_compress", prepare_compress, call_compress, 2},
    {"blake2b_eip152", prepare_eip152, call_eip152, 1},
    {"blake2b_compress_many", prepare_compress_many, call_compress_many, 1},
};
enum { CALLS = sizeof calls / sizeof calls[0] };
static unsigned long number = 40 * CALLS;

/* Calls with the kernels that are in use now, those of other contracts (1, 2) alone or all (0). */
static void make_calls(int others) {
    unsigned long made = 0;
    unsigned found[CALLS] = {0}, i;
    char first[CALLS][200];
    while (made < number) {
        for (i = 0; i < CALLS; i++) {
            const char *where;
            if (others && calls[i].others != others) {
                continue;
            }
            call_number++;
            any_input();
            calls[i].prepare();
            error = 0;
            where = leak(calls[i].call);
            made++;
            test_expect(!error, "%s returns %d", calls[i].name, error);
            if (where && !found[i]++) {
                sprintf(first[i],
                        "%s (key %lu, message %lu, before %lu, digest %lu, output %lu): %s",
                        calls[i].name, (unsigned long)key_bytes, (unsigned long)bytes,
                        (unsigned long)before, (unsigned long)digest_length,
                        (unsigned long)out_bytes, where);
            }
        }
    }
    for (i = 0; i < CALLS; i++) {
        if (found[i] && getenv("SECRETS_ALL")) {
            printf("# %u times of %lu: %s\n", found[i], made / CALLS, first[i]);
        }
        test_expect(!found[i], "%s, %u times", first[i], found[i]);
    }
}

static void with_kernel(const struct kernel *kernel) {
    (void)kernel;
    dispatch_lanes_use(&blake2b_lanes_dispatch, 0);
    make_calls(0);
    dispatch_lanes_use(&blake2b_lanes_dispatch, ~0ul);
}

#if defined(SECRETS_BLAKE)
/*
 * libblake's, with each of its kernels, and as they are chosen: defined where its objects are
 * linked, too.
 */
static const secret_call *other;
static int other_error;
static void call_other(void) {
    other_error = other->call();
}

static void other_calls(const secret_call *first, const char *(*choose)(unsigned row)) {
    const char *name = "";
    unsigned row;
    for (row = 0; name; row++) {
        unsigned long i;
        name = choose(row);
        if (name && !*name) {
            continue;
        }
        test_begin("secrets/%s%s", name ? name : first->name, name ? "" : ": as they are chosen");
        for (i = 0; i < number / CALLS; i++) {
            for (other = first; other->name; other++) {
                const char *where;
                call_number++;
                other->prepare();
                where = leak(call_other);
                test_expect(!where && !other_error, "%s returns %d; %s", other->name, other_error,
                            where ? where : "");
            }
        }
        test_end();
    }
}
#endif

/* ---- what finds nothing must be able to find something ---- */

static void plant_bytes(size_t n) {
    unsigned char copy[64];
    size_t i;
    memset(copy, PAINT, sizeof copy);
    for (i = 0; i < n; i++) {
        copy[11 + i] = key[5 + i];
    }
    __asm__ __volatile__("" : : "r"(copy) : "memory");
}
static void plant_on_stack(void) {
    plant_bytes(8);
}
static void plant_nothing(void) {
    plant_bytes(7);
}
#if defined(__x86_64__) || defined(__i386__)
static void plant_in_16(void) {
    __asm__ __volatile__("movdqu %0, %%xmm5" : : "m"(key[3]));
}
static void plant_in_32(void) {
    __asm__ __volatile__("vinsertf128 $1, %0, %%ymm6, %%ymm6" : : "m"(key[40]));
}
static void plant_in_64(void) {
#if WIDE && defined(__x86_64__)
    __asm__ __volatile__("vinserti64x4 $1, %0, %%zmm18, %%zmm18" : : "m"(key[20]));
#elif WIDE
    __asm__ __volatile__("vinserti64x4 $1, %0, %%zmm3, %%zmm3" : : "m"(key[20]));
#endif
}
#elif defined(__aarch64__)
static void plant_in_16(void) {
    __asm__ __volatile__("ldr q27, %0" : : "Q"(key[16]));
}
#elif defined(__arm__)
static void plant_in_16(void) {
    __asm__ __volatile__(".fpu neon\n\tvldmia %0, {d29}" : : "r"(key + 16));
}
#elif defined(__riscv)
static void plant_in_16(void) { /* vl1re8.v v19 */
    __asm__ __volatile__(".insn i 0x07, 0, x19, %0, 0x28" : : "r"(key) : "memory");
}
#endif
#if !defined(__x86_64__) && !defined(__i386__)
#define plant_in_32 plant_in_16
#define plant_in_64 plant_in_16
#if !defined(__aarch64__) && !defined(__arm__) && !defined(__riscv)
#define plant_in_16 plant_on_stack
#endif
#endif

static void scanner(void) {
    test_begin("secrets/scanner");
    call_number++;
    key_bytes = sizeof key;
    test_random_bytes(key, key_bytes);
    secret(key, key_bytes);
    test_expect(!leak(plant_nothing), "it finds what is not there: %s", leak(plant_nothing));
    test_expect(leak(plant_on_stack) != NULL, "it finds nothing on the stack");
    test_expect(!leak(plant_nothing), "it finds what was there before");
    test_expect(width < VECTORS_16 || leak(plant_in_16), "it finds nothing in vector registers");
    test_expect(width < VECTORS_32 || leak(plant_in_32), "it finds nothing in their upper halves");
    test_expect(width < VECTORS_64 || leak(plant_in_64),
                "it finds nothing in registers of 512 bits");
    test_expect(!leak(plant_nothing), "it finds in registers what was there before");
    test_end();
}

/* ---- every call as the first of a process ---- */

static const secret_data data[] = {
    {key, sizeof key},
    {message, sizeof message},
    {&key_bytes, sizeof key_bytes},
    {&bytes, sizeof bytes},
    {&before, sizeof before},
    {&digest_length, sizeof digest_length},
    {&out_bytes, sizeof out_bytes},
    {&P, sizeof P},
    {jobs, sizeof jobs},
    {&job_count, sizeof job_count},
    {&serial, sizeof serial},
    {&parallel, sizeof parallel},
    {&xof, sizeof xof},
    {saved, sizeof saved},
    {compress_h, sizeof compress_h},
    {compress_t, sizeof compress_t},
    {compress_copies, sizeof compress_copies},
    {eip152_in, sizeof eip152_in},
    {&told, sizeof told},
    {&tell, sizeof tell},
    {NULL, 0},
};

static void point(void) {
    size_t i;
    P.key = key;
    for (i = 0; i < JOBS; i++) {
        jobs[i].in = message[i];
        jobs[i].hash = out[i];
    }
}

const char *secret_named(const struct dispatch *d, unsigned row, int use) {
    const struct kernel *k = d->named;
    while (k->name && row) {
        k++;
        row--;
    }
    if (!k->name || !util_runs(k)) {
        return k->name ? "" : NULL;
    }
    if (use) {
        dispatch_use(d, k);
    }
    return k->name;
}

static const char *named(unsigned row, int use) {
    return secret_named(&blake2b_dispatch, row, use);
}

static const secret_family family = {NULL, data, point, named}; /* its calls are those above */
static const secret_family *const families[] = {
    &family,
#if defined(SECRETS_BLAKE)
    &secret_family_256,
    &secret_family_512,
#endif
};
enum { FAMILIES = sizeof families / sizeof families[0], PLANT = CALLS };
static const char *const family_names[] = {"BLAKE2b", "BLAKE-256", "BLAKE-512"};

#if defined(__x86_64__)
/* A function that neither the library nor this process has called. */
static void plant_while_binding(void) {
    __asm__ __volatile__("movdqu %0, %%xmm5" : : "m"(key[3]));
    (void)getenv("TEST_SEED");
    __asm__ __volatile__("pxor %%xmm5, %%xmm5" : : "m"(key));
}
#else
static void plant_while_binding(void) {
    plant_bytes(8);
    (void)getenv("TEST_SEED");
}
#endif

static const secret_call *call_of_family;
static int returned;
static void call_first(void) {
    returned = call_of_family->call();
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
 * In the new process. What it has to say is read by the other one, which gave it FD. It must not
 * call what the library calls before that has, nor what compilers make of loops.
 */
static int first_call(int fd, unsigned of, unsigned call, int row) {
    const secret_family *const F = families[of];
    const secret_data *d;
    const char *where;
    size_t i;
    int read_all = all_is_read(fd, &told_count, sizeof told_count) &&
                   all_is_read(fd, told_secrets, 8 * told_count);
    for (d = F->data; d->at; d++) {
        read_all = read_all && all_is_read(fd, d->at, d->bytes);
    }
    F->point();
    if (row >= 0) {
        F->named((unsigned)row, 1);
    }
    if (!read_all || is_bound("memcpy") > 0 || is_bound("memset") > 0 || is_bound("memmove") > 0 ||
        is_bound("getenv") > 0) {
        printf("%s", read_all ? "the test calls what the library calls" : "nothing to read");
        return 1;
    }
    paint(stack, sizeof stack);
    if (!of) {
        run_inside(call == PLANT ? plant_while_binding : calls[call].call);
    } else {
        call_of_family = &F->calls[call];
        run_inside(call_first);
    }
    call_number = 1;
    for (i = 0; i < told_count; i++) {
        add_both(told_secrets[i]);
    }
    where = found();
    if (where || error || returned) {
        printf("returns %d; %s", of ? returned : error, where ? where : "leaves nothing");
    }
    return 0;
}

static char *self; /* the program */
static int given;  /* the file with what the calls are given */

/*
 * What that call leaves as the first of a process: "" if nothing. Everything is prepared. ROW: the
 * kernel's number, or -1 as it is chosen.
 */
static const char *first_of(unsigned of, unsigned call, int row) {
    static char text[300];
    char args[4][20];
    const secret_data *d;
    int ends[2], status = 0, written;
    size_t length = 0;
    ssize_t n;
    pid_t child;
    written = told_count <= MOST_TOLD && !lseek(given, 0, SEEK_SET) &&
              all_is_written(given, &told_count, sizeof told_count) &&
              all_is_written(given, told_secrets, 8 * told_count);
    for (d = families[of]->data; d->at; d++) {
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

static void prepare_first(unsigned of, unsigned call) {
    call_number++;
    told_count = 0;
    if (of) {
        families[of]->calls[call].prepare();
    } else {
        any_input();
        calls[call].prepare();
    }
}

/*
 * Makes every call TIMES times with the kernels that are chosen; then once, or for TIMES from 5 on,
 * with each kernel by name. The latter allows all kernels that need no more than the named one. So
 * kernels for several messages that this CPU would not choose are in use, too.
 */
static void first_calls(unsigned of, unsigned times) {
    const secret_family *const F = families[of];
    unsigned call, i;
    test_begin("secrets/first calls, %s", family_names[of]);
    for (call = 0; of ? F->calls[call].name != NULL : call < CALLS; call++) {
        const char *const name = of ? F->calls[call].name : calls[call].name;
        const char *kernel = "";
        int row;
        for (row = -1; kernel; row++) {
            if (row >= 0) {
                kernel = F->named((unsigned)row, 0);
                if (!kernel || !*kernel || test_random(5) >= times) {
                    continue;
                }
            }
            for (i = 0; i < (row < 0 ? times : 1); i++) {
                const char *text;
                prepare_first(of, call);
                text = first_of(of, call, row);
                test_expect(!*text, "%s, first with %s: %s", name,
                            row < 0 ? "what is chosen" : kernel, text);
            }
        }
    }
    test_end();
}

static void all_first_calls(char *program) {
    const unsigned times = (unsigned)test_sample(5);
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
    any_input();
    told_count = 0;
    secret(key, sizeof key);
    test_expect(strstr(first_of(0, PLANT, -1), "stack") != NULL,
                "it does not find what the dynamic linker saves");
    told_count = 0;
    test_expect(!*first_of(0, PLANT, -1), "it finds what is not there");
    test_end();
    for (of = 0; of < FAMILIES; of++) {
        first_calls(of, times);
    }
    if (file) {
        fclose(file);
    }
}

int main(int argc, char **argv) {
    unsigned long seed;
    int row;
    dl_iterate_phdr(find_slots, NULL); /* before any of them is bound */
    find_width();
    if (argc == 6) {
        return first_call(atoi(argv[2]), (unsigned)atoi(argv[3]), (unsigned)atoi(argv[4]),
                          atoi(argv[5]));
    }
    seed = test_seed(1);
    printf("# secrets: seed %lu (TEST_SEED=%lu has the same again)\n", seed, seed);
    test_random_seed(seed);
    if (argc > 1) {
        number = strtoul(argv[1], NULL, 10);
    }
    paint(stack, sizeof stack);
    scanner();
    all_first_calls(argv[0]);
    test_each("secrets", with_kernel);
    dispatch_use(&blake2b_dispatch,
                 dispatch_choose(&blake2b_dispatch, blake2b_kernels, cpu_features(), cpu_family()));
    for (row = 0; blake2b_lanes_kernels[row].name; row++) {
        const struct kernel *b = &blake2b_lanes_kernels[row];
        if (util_runs(b)) {
            dispatch_lanes_use(&blake2b_lanes_dispatch, 1ul << row);
            test_begin("secrets/%s", b->name);
            make_calls(1);
            test_end();
        }
    }
    dispatch_lanes_use(&blake2b_lanes_dispatch, ~0ul);
    for (row = 0; blake2b_rounds_kernels[row].name; row++) {
        const struct kernel *b = &blake2b_rounds_kernels[row];
        if (util_runs(b)) {
            dispatch_follow_use(&blake2b_rounds_dispatch, &blake2b_dispatch, b);
            test_begin("secrets/rounds, %s", b->name);
            make_calls(2);
            test_end();
        }
    }
    dispatch_follow_use(&blake2b_rounds_dispatch, &blake2b_dispatch, NULL);
    test_begin("secrets/as they are chosen");
    make_calls(1);
    test_end();
#if defined(SECRETS_BLAKE)
    other_calls(secret_family_256.calls, secret_kernel_256);
    other_calls(secret_family_512.calls, secret_kernel_512);
#endif
    return test_exit();
}
#endif
