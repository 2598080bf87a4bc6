/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/* Single-message kernels: the table, the self-test, and the choice. */
#include "blake2b_internal.h"
#include "driver/cpu.h"

/* ---- the table: the rows that are in this build ---- */

#if defined(BLAKE2B_EXTERNAL_COMPRESS)
/* configure --with-external-compress: the program provides the only kernel. */
#include "blake2b_external.h"
static void external(blake2b_state_internal *S, const unsigned char *in, size_t bytes,
                     size_t stride) {
    blake2b_external_blocks((unsigned char *)S, in, bytes, stride);
}
#define LAST_ROW {"external", (kernel_entry *)external, 1, CPU_BASE, "blake2b_external.h"},
#endif
#define TABLE BLAKE2B_TABLE
#define IN_BUILD(id) BLAKE2B_WITH_##id
#define KERNELS const struct kernel blake2b_kernels[]
#define BLOCKS_KERNEL KERNEL
#define KERNEL_SYMBOL BLAKE2B_KERNEL
#define REFERENCE_SYMBOL(bits) BLAKE2B_KERNEL(generic_##bits)
/* Spelled out: SDCC cannot declare a function by a typedef. */
#define DECLARE_KERNEL(symbol) \
    extern HIDDEN void symbol(blake2b_state_internal *S, const unsigned char *in, size_t bytes, \
                              size_t stride);
#define PREFERENCES const struct preference blake2b_preferences[]
#include "driver/table.inc"

typedef char
    rows_fit[sizeof blake2b_kernels <= DISPATCH_FOLLOWED * sizeof blake2b_kernels[0] ? 1 : -1];

struct dispatch_choice blake2b_choice = {NULL, NULL};
const struct dispatch blake2b_dispatch = {&blake2b_choice, blake2b_kernels,
                                          OR_NULL_FAMILIES(blake2b_preferences),
                                          OR_NULL_SELFTEST(blake2b_selftest)};

/* ---- self-test ---- */

#if defined(DRIVER_NO_SELFTEST)
/* configure --freestanding --disable-selftest */
int blake2b_selftest(const struct kernel *k) {
    (void)k;
    return 0;
}
#else

/* Blocks of the test overlap and are at odd addresses, which tests more with less memory. */
#define SELFTEST_RANDOM 272
#define SELFTEST_ONES 128

typedef struct selftest_case {
    unsigned short bytes, offset;
    short stride;
    unsigned char t0, t1;      /* initial counter, see store_extended() */
    unsigned char f0, f1;      /* finalization flags, likewise */
    unsigned char expected[8]; /* the first bytes of H afterwards */
} selftest_case;

#include "driver/selftests.h"
#include "selftest.inc"

/* A word: X below bytes of ones if bit 7 is set, else of 0x40 if bit 6 is set, else of zeros. */
static void store_extended(unsigned char *p, unsigned char x) {
    p[0] = x;
    memset(p + 1, x & 0x80 ? 0xff : x & 0x40, 7);
}

/* T and F before a case. */
static NOINLINE void start_case(const selftest_case *c, unsigned char T[16], unsigned char F[16]) {
    store_extended(T, c->t0);
    store_extended(T + 8, c->t1);
    store_extended(F, c->f0);
    store_extended(F + 8, c->f1);
}

/* T += bytes, modulo 2^128. */
static void count(unsigned char T[16], unsigned bytes) {
    int i;
    for (i = 0; i < 16; i++) {
        bytes += T[i];
        T[i] = (unsigned char)(bytes & 0xff);
        bytes >>= 8;
    }
}

/* One call of the test. */
typedef struct selftest_blocks {
    blake2b_blocks_fn *blocks;
    blake2b_state_internal *S;
    const unsigned char *in;
    const selftest_case *c;
} selftest_blocks;

static void call_blocks(void *argument) {
    const selftest_blocks *const call = argument;
    call->blocks(call->S, call->c->bytes ? call->in + call->c->offset : NULL, call->c->bytes,
                 (size_t)call->c->stride);
}

/*
 * Each case continues from the H of the previous one, so that an error in any word affects all
 * later cases. It has another place on the stack, so that nothing that a kernel left there is right
 * by chance.
 */
int blake2b_selftest(const struct kernel *k) {
    unsigned char in[SELFTEST_RANDOM + SELFTEST_ONES], T[16], F[16];
    blake2b_state_internal S;
    selftest_blocks call;
    size_t sum;
    size_t i;
    selftest_input(in, SELFTEST_RANDOM, SELFTEST_ONES);
    sum = selftest_sum(in, sizeof in);
    memset(&S, 0, sizeof S);
    call.blocks = BLAKE2B_BLOCKS(k);
    call.S = &S;
    call.in = in;
    for (i = 0; i < sizeof selftest_cases / sizeof selftest_cases[0]; i++) {
        const selftest_case *c = &selftest_cases[i];
        start_case(c, S.T, S.F);
        memset(T, 0x5a, sizeof T); /* a kernel that reads beside S must not be right by chance */
        memset(F, 0x5a, sizeof F);
        call.c = c;
        if (!selftest_deeper((unsigned)(i % 3), call_blocks, &call)) {
            return (int)i + 1;
        }
        start_case(c, T, F);
        count(T, c->bytes);
        if (!selftest_same(S.H, c->expected, sizeof c->expected) ||
            !selftest_same(S.T, T, sizeof T) || !selftest_same(S.F, F, sizeof F)) {
            return (int)i + 1;
        }
    }
    return selftest_same(S.H, selftest_result, sizeof selftest_result) &&
                   selftest_sum(in, sizeof in) == sum
               ? 0
               : (int)i + 1;
}
#endif

/* ---- the public calls ---- */

int blake2b_startup(void) {
    return blake2b_auto() ? BLAKE2B_OK : BLAKE2B_ERROR_STARTUP;
}

const char *blake2b_implementation(void) {
    const struct kernel *k = blake2b_auto();
    return k ? k->name : NULL;
}

int blake2b_select(const char *name) {
    switch (dispatch_select(&blake2b_dispatch, name)) {
    case DISPATCH_OK: return BLAKE2B_OK;
    case DISPATCH_FAILED: return BLAKE2B_ERROR_STARTUP;
    default: return BLAKE2B_ERROR_NAME;
    }
}
