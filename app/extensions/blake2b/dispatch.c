/*
 * Picks the kernel: CPU features, preference, self-test.
 *
 * The choice is one pointer. Threads that race to the first call all come to the same
 * result, and the first to publish it wins: no locks, no constructors.
 */
#include "blake2b_internal.h"
#include "../../driver/cpuid.h"

#if !defined(BLAKE2B_BACKENDS_DEF)
#define BLAKE2B_BACKENDS_DEF "backends.def"
#endif

/* ---- the table: the rows of backends.def that configure put into this build ---- */

#define ROW_0(...)
#define ROW_1(...) __VA_ARGS__
#define ROW__(in, ...) ROW_##in(__VA_ARGS__)
#define ROW_(in, ...) ROW__(in, __VA_ARGS__)

/* Spelled out, as SDCC takes no function declared by a typedef. */
#define DECLARE(name) \
    extern BLAKE2B_HIDDEN void name(blake2b_state_internal *S, const unsigned char *in, size_t bytes, size_t stride);
#define KERNEL(id, name, target, needs, file, probe) ROW_(BLAKE2B_WITH_##id, DECLARE(BLAKE2B_KERNEL(name)))
#define REFERENCE(bits, file) ROW_(BLAKE2B_WITH_GENERIC_##bits, DECLARE(BLAKE2B_KERNEL(generic_##bits)))
#define PREFER(target, family, first, second, why)
#include BLAKE2B_BACKENDS_DEF
#undef KERNEL
#undef REFERENCE
#undef PREFER

const blake2b_backend blake2b_backends[] = {
#define KERNEL(id, name, target, needs, file, probe) \
    ROW_(BLAKE2B_WITH_##id, {#name, BLAKE2B_KERNEL(name), needs, file},)
#define REFERENCE(bits, file) \
    ROW_(BLAKE2B_WITH_GENERIC_##bits, {"generic/" #bits, BLAKE2B_KERNEL(generic_##bits), CPU_BASE, file},)
#define PREFER(target, family, first, second, why)
#include BLAKE2B_BACKENDS_DEF
#undef KERNEL
#undef REFERENCE
#undef PREFER
    {NULL, NULL, 0, NULL},
};

const blake2b_preferred *blake2b_preference(int family) {
    static const struct {
        int family;
        blake2b_preferred preferred;
    } rows[] = {
#define KERNEL(id, name, target, needs, file, probe)
#define REFERENCE(bits, file)
#define PREFER(target, family, first, second, why) \
    ROW_(BLAKE2B_TARGET_##target, {CPU_FAMILY_##family, {{#first, #second}, why}},)
#include BLAKE2B_BACKENDS_DEF
#undef KERNEL
#undef REFERENCE
#undef PREFER
        {CPU_FAMILY_UNKNOWN, {{NULL, NULL}, NULL}},
    };
    size_t i;
    for (i = 0; rows[i].preferred.why && rows[i].family != family; i++) {
    }
    return &rows[i].preferred;
}

/* memcmp and strcmp are written out, as a freestanding build has neither. */
static int same_name(const char *a, const char *b) {
    while (*a && *a == *b) {
        a++;
        b++;
    }
    return *a == *b;
}

/* ---- self-test ---- */

#if defined(BLAKE2B_NO_SELFTEST)
/* configure --freestanding --disable-selftest */
int blake2b_selftest(blake2b_blocks_fn *blocks) {
    (void)blocks;
    return 0;
}
#else

/* Blocks of the test overlap and lie at odd addresses: little memory, much said. */
#define SELFTEST_INPUT_BYTES 400

typedef struct selftest_case {
    unsigned short bytes;
    unsigned char offset, stride;
    unsigned char t0, t1;       /* counter before, as signed bytes: 0xff is 2^64 - 1 */
    unsigned char f0, f1;       /* finalization flags, as signed bytes */
    unsigned char expected[8];  /* the first bytes of H afterwards */
} selftest_case;

#include "selftest.inc"

static int same(const unsigned char *a, const unsigned char *b, size_t bytes) {
    size_t i = 0;
    while (i < bytes && a[i] == b[i]) {
        i++;
    }
    return i == bytes;
}

static void store_sign_extended(unsigned char *p, unsigned char x) {
    p[0] = x;
    memset(p + 1, x & 0x80 ? 0xff : 0, 7);
}

/* T + bytes, modulo 2^128. */
static void count(unsigned char T[16], unsigned bytes) {
    int i;
    for (i = 0; i < 16; i++) {
        bytes += T[i];
        T[i] = (unsigned char)(bytes & 0xff);
        bytes >>= 8;
    }
}

/* Each case goes on from the H that the one before it left, so that an error in any word
   shows in all that follow. */
int blake2b_selftest(blake2b_blocks_fn *blocks) {
    unsigned char in[SELFTEST_INPUT_BYTES], T[16], F[16];
    blake2b_state_internal S;
    unsigned x = 1;
    size_t i;
    for (i = 0; i < sizeof in; i++) {
        x = (x * 5 + 113) & 0x7fff;
        in[i] = (unsigned char)(x >> 7 & 0xff);
    }
    memset(&S, 0, sizeof S);
    for (i = 0; i < sizeof selftest_cases / sizeof selftest_cases[0]; i++) {
        const selftest_case *c = &selftest_cases[i];
        store_sign_extended(T, c->t0);
        store_sign_extended(T + 8, c->t1);
        store_sign_extended(F, c->f0);
        store_sign_extended(F + 8, c->f1);
        memcpy(S.T, T, sizeof T);
        memcpy(S.F, F, sizeof F);
        blocks(&S, c->bytes ? in + c->offset : NULL, c->bytes, c->stride);
        count(T, c->bytes);
        if (!same(S.H, c->expected, sizeof c->expected) || !same(S.T, T, sizeof T) || !same(S.F, F, sizeof F)) {
            return (int)i + 1;
        }
    }
    return same(S.H, selftest_result, sizeof selftest_result) ? 0 : (int)i + 1;
}
#endif

/* ---- the choice ---- */

static int fits(const blake2b_backend *backend, unsigned long features) {
    return (backend->needs & ~features) == 0;
}

const blake2b_backend *blake2b_choose(const blake2b_backend *table, unsigned long features, int family) {
    const blake2b_preferred *preferred = blake2b_preference(family);
    const blake2b_backend *b;
    size_t i;
    for (i = 0; i < 2 && preferred->first[i]; i++) {
        for (b = table; b->name; b++) {
            if (same_name(b->name, preferred->first[i]) && fits(b, features) && !blake2b_selftest(b->blocks)) {
                return b;
            }
        }
    }
    for (b = table; b->name; b++) {
        if (fits(b, features) && !blake2b_selftest(b->blocks)) {
            return b;
        }
    }
    return NULL;
}

/* The only writable data here: the choice, and whether a name made it. */
#if defined(__GCC_ATOMIC_POINTER_LOCK_FREE) && __GCC_ATOMIC_POINTER_LOCK_FREE == 2 && !defined(BLAKE2B_FREESTANDING)
static const blake2b_backend *chosen;
static int named;
#define LOAD(x) __atomic_load_n(&x, __ATOMIC_ACQUIRE)
#define STORE(x, value) __atomic_store_n(&x, value, __ATOMIC_RELEASE)
static void store_first(const blake2b_backend *backend) {
    const blake2b_backend *none = NULL;
    __atomic_compare_exchange_n(&chosen, &none, backend, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);
}
#else
/* An aligned pointer is written whole on every CPU where this may have threads; what it
   points to is constant, so that no order of other writes matters. */
static const blake2b_backend *volatile chosen;
static volatile int named;
#define LOAD(x) (x)
#define STORE(x, value) ((x) = (value))
static void store_first(const blake2b_backend *backend) {
    if (!chosen) {
        chosen = backend;
    }
}
#endif

const blake2b_backend *blake2b_used(void) {
    return LOAD(chosen);
}

void blake2b_use(const blake2b_backend *backend) {
    STORE(chosen, backend);
}

const blake2b_backend *blake2b_auto(void) {
    const blake2b_backend *backend = LOAD(chosen);
    if (!backend) {
        backend = blake2b_choose(blake2b_backends, blake2b_cpu_features(), blake2b_cpu_family());
        if (backend) {
            store_first(backend);
            backend = LOAD(chosen); /* another thread may have selected one by name meanwhile */
        }
    }
    return backend;
}

/* Who reads the old name and the new choice, or the other way round, gets right hashes all the same. */
unsigned long blake2b_allowed(void) {
    const blake2b_backend *backend = LOAD(chosen);
    unsigned long allowed;
    if (!backend || !LOAD(named)) {
        return ~0ul;
    }
    allowed = backend->needs;
    /* Each of these has all that went before. */
    allowed |= allowed & CPU_AVX512F ? CPU_AVX2 : 0;
    allowed |= allowed & CPU_AVX2 ? CPU_AVX : 0;
    allowed |= allowed & CPU_AVX ? CPU_SSE41 : 0;
    allowed |= allowed & CPU_SSE41 ? CPU_SSSE3 : 0;
    allowed |= allowed & CPU_SSSE3 ? CPU_SSE2 : 0;
    return allowed;
}

int blake2b_startup(void) {
    return blake2b_auto() ? BLAKE2B_OK : BLAKE2B_ERROR_STARTUP;
}

const char *blake2b_implementation(void) {
    const blake2b_backend *backend = blake2b_auto();
    return backend ? backend->name : NULL;
}

int blake2b_select(const char *name) {
    const blake2b_backend *b;
    if (!name) {
        b = blake2b_choose(blake2b_backends, blake2b_cpu_features(), blake2b_cpu_family());
        if (!b) {
            return BLAKE2B_ERROR_STARTUP;
        }
        STORE(chosen, b);
        STORE(named, 0);
        return BLAKE2B_OK;
    }
    for (b = blake2b_backends; b->name; b++) {
        if (same_name(b->name, name) && fits(b, blake2b_cpu_features())) {
            if (blake2b_selftest(b->blocks)) {
                return BLAKE2B_ERROR_STARTUP;
            }
            STORE(chosen, b);
            STORE(named, 1);
            return BLAKE2B_OK;
        }
    }
    return BLAKE2B_ERROR_NAME;
}
