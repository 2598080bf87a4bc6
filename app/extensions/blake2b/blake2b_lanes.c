/*
 * The kernels of several lanes: which there are, which of them work here.
 *
 * Each is tested once, when it is first asked for; a word of bits says which were, and which
 * passed. Threads that race do the same test twice, to the same end.
 */
#include <string.h>

#include "blake2b_internal.h"
#include "../../driver/cpuid.h"

#if defined(BLAKE2B_HAVE_LANES)

#if !defined(BLAKE2B_BACKENDS_DEF)
#define BLAKE2B_BACKENDS_DEF "backends.def"
#endif

/* ---- the table: the rows of backends.def that configure put into this build ---- */

#define ROW_0(...)
#define ROW_1(...) __VA_ARGS__
#define ROW__(in, ...) ROW_##in(__VA_ARGS__)
#define ROW_(in, ...) ROW__(in, __VA_ARGS__)
#define KERNEL(id, name, target, needs, file, probe)
#define REFERENCE(bits, file)
#define PREFER(target, family, first, second, why)

#define LANES(id, name, lanes, target, needs, file, probe) \
    ROW_(BLAKE2B_WITH_##id, extern BLAKE2B_HIDDEN blake2b_lanes_fn BLAKE2B_LANES_KERNEL(name);)
#include BLAKE2B_BACKENDS_DEF
#undef LANES

const blake2b_lanes_backend blake2b_lanes_backends[] = {
#define LANES(id, name, lanes, target, needs, file, probe) \
    ROW_(BLAKE2B_WITH_##id, {#name, BLAKE2B_LANES_KERNEL(name), lanes, needs, file},)
#include BLAKE2B_BACKENDS_DEF
    {NULL, NULL, 0, 0, NULL},
};

/* ---- self-test ---- */

#define SELFTEST_INPUT_BYTES 640

typedef struct lanes_case {
    unsigned char blocks;
    unsigned short stride;
    unsigned char spread;      /* lane j reads from byte SPREAD * j on */
    unsigned char t0, t1;      /* counter of lane 0 before, as signed bytes; lane j: t0 - j */
    unsigned char add;         /* of lane 0; lane j: add - j */
    unsigned char f0, f1;      /* bit j: flag of lane j */
} lanes_case;

#include "selftest-lanes.inc"

static uint64_t extend(unsigned char x) {
    return x & 0x80 ? x | ~(uint64_t)0xff : x;
}

/* Each case goes on from the H that the one before it left, so that an error in any word shows
   in all that follow. What lies beyond the kernel's lanes must stay as it was. */
int blake2b_lanes_selftest(const blake2b_lanes_backend *backend) {
    unsigned char in[SELFTEST_INPUT_BYTES];
    blake2b_lanes L, before;
    unsigned x = 1, i, j, w;
    for (i = 0; i < sizeof in; i++) {
        x = (x * 5 + 113) & 0x7fff;
        in[i] = (unsigned char)(x >> 7 & 0xff);
    }
    memset(&L, 0, sizeof L);
    for (i = 0; i < sizeof lanes_cases / sizeof lanes_cases[0]; i++) {
        const lanes_case *c = &lanes_cases[i];
        for (j = 0; j < BLAKE2B_LANES_MAX; j++) {
            L.T[0][j] = extend(c->t0) - j;
            L.T[1][j] = extend(c->t1);
            L.F[0][j] = c->f0 >> j & 1 ? ~(uint64_t)0 : 0;
            L.F[1][j] = c->f1 >> j & 1 ? ~(uint64_t)0 : 0;
            L.add[j] = c->add - j;
            L.in[j] = in + c->spread * j;
        }
        before = L;
        backend->blocks(&L, c->blocks, c->stride);
        for (j = 0; j < backend->lanes; j++) {
            const uint64_t counted = before.T[0][j] + c->blocks * before.add[j];
            if (L.T[0][j] != counted || L.T[1][j] != before.T[1][j] + (counted < before.T[0][j])) {
                return (int)i + 1;
            }
            if (L.H[0][j] != lanes_expected[i][j]) {
                return (int)i + 1;
            }
            for (w = 0; w < 8; w++) {
                before.H[w][j] = L.H[w][j];
            }
            before.T[0][j] = L.T[0][j];
            before.T[1][j] = L.T[1][j];
        }
        if (memcmp(&L, &before, sizeof L)) {
            return (int)i + 1;
        }
    }
    for (w = 0; w < 8; w++) {
        for (j = 0; j < backend->lanes; j++) {
            if (L.H[w][j] != lanes_result[w][j]) {
                return (int)i + 1;
            }
        }
    }
    return 0;
}

/* ---- the choice ---- */

/* Two bits a row: it was tested, and it can be used. The other word: the rows that may be used. */
#define TESTED(row) (1ul << (row))
#define USABLE(row) (0x10000ul << (row))
#define ROWS_MAX 16
typedef char table_fits[sizeof blake2b_lanes_backends / sizeof blake2b_lanes_backends[0] <= ROWS_MAX + 1 ? 1 : -1];

#if defined(__GCC_ATOMIC_LONG_LOCK_FREE) && __GCC_ATOMIC_LONG_LOCK_FREE == 2
static unsigned long known, barred;
#define LOAD(x) __atomic_load_n(&x, __ATOMIC_ACQUIRE)
#define STORE(x, value) __atomic_store_n(&x, value, __ATOMIC_RELEASE)
#define ADD(x, bits) __atomic_fetch_or(&x, bits, __ATOMIC_ACQ_REL)
#else
/* Where a bit gets lost between two threads, a kernel is tested once more. */
static volatile unsigned long known, barred;
#define LOAD(x) (x)
#define STORE(x, value) ((x) = (value))
#define ADD(x, bits) ((x) |= (bits))
#endif

static int usable(unsigned row) {
    const blake2b_lanes_backend *b = &blake2b_lanes_backends[row];
    unsigned long bits = LOAD(known);
    if (!(bits & TESTED(row))) {
        bits = TESTED(row);
        if (!(b->needs & ~blake2b_cpu_features()) && !blake2b_lanes_selftest(b)) {
            bits |= USABLE(row);
        }
        ADD(known, bits);
    }
    return (bits & USABLE(row)) != 0;
}

const blake2b_lanes_backend *blake2b_lanes_auto(unsigned lanes) {
    const unsigned long allowed = blake2b_allowed();
    const unsigned long out = LOAD(barred);
    unsigned row;
    for (row = 0; blake2b_lanes_backends[row].name; row++) {
        const blake2b_lanes_backend *b = &blake2b_lanes_backends[row];
        if (b->lanes == lanes && !(out >> row & 1) && !(b->needs & ~allowed) && usable(row)) {
            return b;
        }
    }
    return NULL;
}

/*
 * One call of a kernel takes about as long whether its lanes are all in use or not. On AMD Zen 4,
 * cycles a block: one message 300, two lanes (AVX) 546, four (AVX-512) 490, eight 780. So two lanes are
 * for those who have no four.
 */
const blake2b_lanes_backend *blake2b_lanes_for(size_t messages) {
    const blake2b_lanes_backend *found = NULL, *b;
    if (messages >= 3) { /* for fewer it does not pay */
        found = blake2b_lanes_auto(8);
    }
    if (messages >= 2 && (!found || messages <= 4)) {
        b = blake2b_lanes_auto(4);
        found = b ? b : found;
    }
    return messages >= 2 && !found ? blake2b_lanes_auto(2) : found;
}

void blake2b_lanes_use(unsigned long rows) {
    STORE(barred, ~rows);
}

#else
typedef int blake2b_no_lanes;
#endif
