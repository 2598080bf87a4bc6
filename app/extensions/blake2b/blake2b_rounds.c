/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * Kernels for any number of rounds: the table, the self-test, and the reference in portable C. The
 * reference is unrolled where registers have 64 bits, and for RISC-V, as proof systems count each
 * instruction. It is a loop where code must be small, or where an assembly kernel runs on every CPU
 * of the target.
 */
#include "driver/compiler.h"
#if defined(UINTPTR_MAX) && (UINTPTR_MAX > 0xffffffffu || defined(__riscv)) && \
    !defined(__OPTIMIZE_SIZE__) && !defined(BLAKE2B_EXTERNAL_COMPRESS) && \
    !BLAKE2B_WITH_X86_ROUNDS_64 && !BLAKE2B_WITH_ARM64_ROUNDS_64 && !BLAKE2B_WITH_RV64_ROUNDS_64
#define UNROLLED 1
#endif
#define BURN_BYTES 640
#if defined(__arm__) && !defined(__OPTIMIZE__)
#define BURN_MOST 1536 /* each 64-bit value has its own stack slot */
#else
#define BURN_MOST 896
#endif
#include "blake2b_internal.h"
#if !defined(BLAKE2B_EXTERNAL_COMPRESS)
#include "driver/burn.h"
#endif
#if defined(UNROLLED)
#include "ref/round-64.h"
#endif
#include "driver/cpu.h"

#if defined(UINT64_MAX)

/* ---- the table: the rows that are in this build ---- */

#define TABLE BLAKE2B_TABLE
#define IN_BUILD(id) BLAKE2B_WITH_##id
#define KERNELS const struct kernel blake2b_rounds_kernels[]
#define ROUNDS_KERNEL KERNEL
#define KERNEL_SYMBOL BLAKE2B_ROUNDS_KERNEL
#define DECLARE_KERNEL(symbol) extern HIDDEN blake2b_rounds_fn symbol;
/*
 * The reference has the name of the library's single-message reference, so that one name selects
 * both.
 */
#define REFERENCE_SYMBOL(bits) BLAKE2B_ROUNDS_KERNEL(generic)
#define REFERENCE_FILE(file) "blake2b_rounds.c"
#if defined(BLAKE2B_EXTERNAL_COMPRESS)
#include "blake2b_external.h"
static void external(uint64_t *h, const unsigned char *block, const uint64_t *tf, uint32_t rounds) {
    blake2b_external_compress(h, block, tf, rounds);
}
#define LAST_ROW {"external", (kernel_entry *)external, 1, CPU_BASE, "blake2b_external.h"},
/* A build may have no single-message reference (configure --kernels), but it has this one. */
#elif !(BLAKE2B_WITH_GENERIC_64 || BLAKE2B_WITH_GENERIC_3264 || BLAKE2B_WITH_GENERIC_32 || \
        BLAKE2B_WITH_GENERIC_16 || BLAKE2B_WITH_GENERIC_8)
extern HIDDEN blake2b_rounds_fn BLAKE2B_ROUNDS_KERNEL(generic);
#define LAST_ROW \
    {"generic", (kernel_entry *)BLAKE2B_ROUNDS_KERNEL(generic), 1, CPU_BASE, "blake2b_rounds.c"},
#endif
#include "driver/table.inc"

struct dispatch_choice blake2b_rounds_choice[DISPATCH_FOLLOWED];
const struct dispatch blake2b_rounds_dispatch = {blake2b_rounds_choice, blake2b_rounds_kernels,
                                                 OR_NULL_FAMILIES(blake2b_preferences),
                                                 OR_NULL_SELFTEST(blake2b_rounds_selftest)};

/* ---- self-test ---- */

#if !defined(DRIVER_NO_SELFTEST)
#include "driver/selftests.h"
#include "selftest-rounds.inc"

/* One call of the test. */
typedef struct selftest_rounds_call {
    blake2b_rounds_fn *kernel;
    uint64_t *h;
    const unsigned char *in;
    const uint64_t *tf;
    uint32_t rounds;
} selftest_rounds_call;

static void call_rounds(void *argument) {
    const selftest_rounds_call *const call = argument;
    call->kernel(call->h, call->in, call->tf, call->rounds);
}

/*
 * Every number of rounds up to the second repetition of the permutations. Each case continues from
 * the H of the previous one.
 */
int blake2b_rounds_selftest(const struct kernel *k) {
    unsigned char in[128 + SELFTEST_ROUNDS];
    uint64_t h[8], tf[4], difference = 0;
    selftest_rounds_call call;
    size_t sum;
    unsigned i;
    selftest_input(in, sizeof in, 0);
    sum = selftest_sum(in, sizeof in);
    call.kernel = BLAKE2B_ROUNDS(k);
    call.h = h;
    call.tf = tf;
    memset(h, 0, sizeof h);
    for (i = 0; i < SELFTEST_ROUNDS; i++) {
        tf[0] = ~(uint64_t)0 - i;
        tf[1] = (uint64_t)i << 33 | i;
        tf[2] = i & 1 ? ~(uint64_t)0 : 0;
        tf[3] = i & 2 ? ~(uint64_t)0 : 0;
        call.in = in + i;
        call.rounds = i;
        difference |= !selftest_deeper(i % 3, call_rounds, &call);
    }
    for (i = 0; i < 8; i++) {
        difference |= h[i] ^ selftest_rounds[i];
    }
    return difference || selftest_sum(in, sizeof in) != sum;
}
#endif

/* ---- the reference ---- */

#if defined(BLAKE2B_EXTERNAL_COMPRESS)
/* The program provides it. */
#elif defined(UNROLLED)

#define ROUND_OR_OUT(...) \
    ROUND(__VA_ARGS__) \
    if (!--rounds) { \
        break; \
    }

BURNING(BLAKE2B_ROUNDS_KERNEL(generic),
        (uint64_t * h, const unsigned char *block, const uint64_t *tf, uint32_t rounds),
        (h, block, tf, rounds)) {
    uint64_t m[16];
    uint64_t v0 = h[0], v1 = h[1], v2 = h[2], v3 = h[3], v4 = h[4], v5 = h[5], v6 = h[6], v7 = h[7];
    uint64_t v8 = iv_64[0], v9 = iv_64[1], v10 = iv_64[2], v11 = iv_64[3];
    uint64_t v12 = iv_64[4] ^ tf[0], v13 = iv_64[5] ^ tf[1], v14 = iv_64[6] ^ tf[2],
             v15 = iv_64[7] ^ tf[3];
    LOAD_MESSAGE(block);
    while (rounds) {
        ROUND_OR_OUT(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)
        ROUND_OR_OUT(14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3)
        ROUND_OR_OUT(11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4)
        ROUND_OR_OUT(7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8)
        ROUND_OR_OUT(9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13)
        ROUND_OR_OUT(2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9)
        ROUND_OR_OUT(12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11)
        ROUND_OR_OUT(13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10)
        ROUND_OR_OUT(6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5)
        ROUND(10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0)
        rounds--;
    }
    h[0] ^= v0 ^ v8, h[1] ^= v1 ^ v9, h[2] ^= v2 ^ v10, h[3] ^= v3 ^ v11;
    h[4] ^= v4 ^ v12, h[5] ^= v5 ^ v13, h[6] ^= v6 ^ v14, h[7] ^= v7 ^ v15;
    WIPE(m);
}

#else

static const uint64_t iv[8] = {
    0x6a09e667f3bcc908u, 0xbb67ae8584caa73bu, 0x3c6ef372fe94f82bu, 0xa54ff53a5f1d36f1u,
    0x510e527fade682d1u, 0x9b05688c2b3e6c1fu, 0x1f83d9abfb41bd6bu, 0x5be0cd19137e2179u,
};

static const unsigned char sigma[10][16] = {BLAKE2B_SIGMA};

GENERAL_ONLY static uint64_t ror64(uint64_t x, int n) {
    return x >> n | x << (64 - n);
}

GENERAL_ONLY static INLINE uint64_t load64(const unsigned char *p) {
#if defined(__OPTIMIZE_SIZE__) || defined(DRIVER_FREESTANDING)
    uint64_t x = 0;
    int i;
    for (i = 8; i--;) {
        x = x << 8 | p[i];
    }
    return x;
#else
    /*
     * Compilers make one load of this. The loop above took half of the time of a call with one
     * round (gcc 12 -O2, AMD Zen 4).
     */
    return (uint64_t)p[0] | (uint64_t)p[1] << 8 | (uint64_t)p[2] << 16 | (uint64_t)p[3] << 24 |
           (uint64_t)p[4] << 32 | (uint64_t)p[5] << 40 | (uint64_t)p[6] << 48 |
           (uint64_t)p[7] << 56;
#endif
}

/* RFC 7693 section 3.1. */
GENERAL_ONLY static INLINE void mix(uint64_t v[16], unsigned a, unsigned b, unsigned c, unsigned d,
                                    uint64_t x, uint64_t y) {
    v[a] += v[b] + x;
    v[d] = ror64(v[d] ^ v[a], 32);
    v[c] += v[d];
    v[b] = ror64(v[b] ^ v[c], 24);
    v[a] += v[b] + y;
    v[d] = ror64(v[d] ^ v[a], 16);
    v[c] += v[d];
    v[b] = ror64(v[b] ^ v[c], 63);
}

BURNING(BLAKE2B_ROUNDS_KERNEL(generic),
        (uint64_t * h, const unsigned char *block, const uint64_t *tf, uint32_t rounds),
        (h, block, tf, rounds)) {
    uint64_t v[16], m[16];
    unsigned i, s;
    for (i = 0; i < 16; i++) {
        m[i] = load64(block + 8 * i);
    }
    for (i = 0; i < 8; i++) {
        v[i] = h[i];
        v[8 + i] = i < 4 ? iv[i] : iv[i] ^ tf[i - 4];
    }
    for (s = 0; rounds; rounds--, s = s == 9 ? 0 : s + 1) {
#if defined(__OPTIMIZE_SIZE__)
        for (i = 0; i < 4; i++) {
            mix(v, i, 4 + i, 8 + i, 12 + i, m[sigma[s][2 * i]], m[sigma[s][2 * i + 1]]);
        }
        for (i = 0; i < 4; i++) {
            mix(v, i, 4 + (i + 1) % 4, 8 + (i + 2) % 4, 12 + (i + 3) % 4, m[sigma[s][8 + 2 * i]],
                m[sigma[s][9 + 2 * i]]);
        }
#else
        /*
         * Not a loop: gcc does not unroll it, and took 116 cycles a round instead of 53 (12 -O2,
         * AMD Zen 3).
         */
        const unsigned char *const w = sigma[s];
        mix(v, 0, 4, 8, 12, m[w[0]], m[w[1]]);
        mix(v, 1, 5, 9, 13, m[w[2]], m[w[3]]);
        mix(v, 2, 6, 10, 14, m[w[4]], m[w[5]]);
        mix(v, 3, 7, 11, 15, m[w[6]], m[w[7]]);
        mix(v, 0, 5, 10, 15, m[w[8]], m[w[9]]);
        mix(v, 1, 6, 11, 12, m[w[10]], m[w[11]]);
        mix(v, 2, 7, 8, 13, m[w[12]], m[w[13]]);
        mix(v, 3, 4, 9, 14, m[w[14]], m[w[15]]);
#endif
    }
    for (i = 0; i < 8; i++) {
        h[i] ^= v[i] ^ v[8 + i];
    }
    WIPE(v);
    WIPE(m);
}

#endif

#else
typedef int blake2b_no_rounds;
#endif
