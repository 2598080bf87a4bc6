/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * Multi-message kernels: which ones of a table work here, and which are cheapest for a number of
 * messages.
 */
#include "cpu.h"
#include "dispatch.h"

/* ---- self-tests ---- */

/* Two bits per row. */
#define TESTED(row) (1ul << (row))
#define USABLE(row) (1ul << DISPATCH_LANES_MAX << (row))

#if defined(__GCC_ATOMIC_LONG_LOCK_FREE) && __GCC_ATOMIC_LONG_LOCK_FREE == 2
#define ADD(x, bits) __atomic_fetch_or(&(x), bits, __ATOMIC_ACQ_REL)
#else
/* Two threads may lose a bit: then a kernel is tested again. */
#define ADD(x, bits) ((x) |= (bits))
#endif

static int usable(const struct dispatch_lanes *d, unsigned row) {
    const struct kernel *k = &d->kernels[row];
    unsigned long bits = DISPATCH_LOAD(d->choice->known);
    if (!(bits & TESTED(row))) {
        bits = TESTED(row);
        if (!(k->needs & ~cpu_features()) && !d->selftest(k)) {
            bits |= USABLE(row);
        }
        ADD(d->choice->known, bits);
    }
    return (bits & USABLE(row)) != 0;
}

/* The rows that may be tried: not excluded, and no self-test has failed. */
static unsigned long candidates(const struct dispatch_lanes *d, unsigned long allowed,
                                unsigned long excluded) {
    const unsigned long known = DISPATCH_LOAD(d->choice->known);
    unsigned long rows = 0;
    unsigned row;
    allowed &= cpu_features();
    for (row = 0; d->kernels[row].name; row++) {
        if (!(excluded >> row & 1) && !(d->kernels[row].needs & ~allowed) &&
            (known & (TESTED(row) | USABLE(row))) != TESTED(row)) {
            rows |= 1ul << row;
        }
    }
    return rows;
}

/* ---- costs ---- */

#define SERIAL_PENALTY 8 /* factor: more than any multi-message kernel costs */

/*
 * Where nothing was measured: the cost of one message, and of several in tenths of it, as on Zen 4.
 */
#define ONE_MESSAGE 300
static unsigned tenths(unsigned messages) {
    return messages < 2 ? 10 : messages < 4 ? 18 : messages < 8 ? 16 : messages < 16 ? 26 : 48;
}

unsigned dispatch_lanes_cost(const struct dispatch_lanes *d, const struct kernel *k, int family,
                             unsigned alone) {
    const struct cost *c;
    for (c = d->costs; c->name; c++) {
        if (c->family == family && dispatch_same_name(c->name, k->name)) {
            return c->cycles;
        }
    }
    return alone * tenths(k->messages) / 10;
}

/* The serial kernel costs TIMES as much where there are several messages. */
static const struct kernel *plan_with(const struct dispatch_lanes *d, unsigned long rows,
                                      int family, const struct kernel *serial, unsigned times,
                                      size_t messages) {
    const size_t last = messages < DISPATCH_PLANNED ? messages : DISPATCH_PLANNED;
    const unsigned alone = dispatch_lanes_cost(d, serial, family, ONE_MESSAGE);
    const struct kernel *first = NULL;
    /* of each row; of so many messages */
    unsigned cost[DISPATCH_LANES_MAX], least[DISPATCH_PLANNED + 1];
    unsigned row;
    size_t n;
    for (row = 0; d->kernels[row].name; row++) {
        cost[row] = dispatch_lanes_cost(d, &d->kernels[row], family, alone);
    }
    least[0] = 0;
    for (n = 1; n <= last; n++) {
        unsigned most = 1;
        least[n] = least[n - 1] + alone * (n > 1 ? times : 1);
        first = NULL;
        for (row = 0; d->kernels[row].name; row++) {
            const unsigned lanes = d->kernels[row].messages;
            const unsigned all = cost[row] + (n > lanes ? least[n - lanes] : 0);
            /* Of plans with equal cost, as 4 + 1 and 1 + 4, take the one that begins with most. */
            if ((rows >> row & 1) && (all < least[n] || (all == least[n] && lanes > most))) {
                least[n] = all;
                most = lanes;
                first = &d->kernels[row];
            }
        }
    }
    return first;
}

const struct kernel *dispatch_lanes_plan(const struct dispatch_lanes *d, unsigned long rows,
                                         int family, const struct kernel *serial, size_t messages) {
    return plan_with(d, rows, family, serial, 1, messages);
}

/*
 * A plan is cached in one word, with all that it depends on. The lowest bits have the row of the
 * first kernel plus one, or 0 for the serial kernel. The next ones have the index of the serial
 * kernel's choice plus one. The rest tells which rows are excluded, and whether any are.
 */
#define PLAN_ROW_BITS 6
#define PLAN_ROWS ((1ul << PLAN_ROW_BITS) - 1)
#define PLAN_KERNEL(plan) ((plan)&PLAN_ROWS)
#define PLAN_EXCLUDED(excluded) \
    (((excluded) & ((1ul << DISPATCH_LANES_MAX) - 1)) | \
     ((excluded) ? 1ul << DISPATCH_LANES_MAX : 0))
#define PLAN_KEY(serial, excluded) \
    ((PLAN_EXCLUDED(excluded) << PLAN_ROW_BITS | ((serial) + 1)) << PLAN_ROW_BITS)

/* An unsigned long has at least 32 bits. */
typedef char rows_fit[DISPATCH_LANES_MAX < PLAN_ROWS && 2 * DISPATCH_LANES_MAX <= 32 ? 1 : -1];
typedef char plan_fits[2 * PLAN_ROW_BITS + DISPATCH_LANES_MAX + 1 <= 32 ? 1 : -1];

/* What a plan depends on, read once, as other threads may select another kernel meanwhile. */
typedef struct basis {
    const struct kernel *alone;
    unsigned long excluded, key;
    int kept; /* not for a serial kernel outside the table, as in tests and benchmarks */
} basis;

static basis basis_of(const struct dispatch_lanes *d, const struct dispatch *serial,
                      const struct kernel *alone) {
    const size_t number = dispatch_number(serial, alone);
    basis b;
    b.alone = alone;
    b.excluded = DISPATCH_LOAD(d->choice->excluded);
    b.kept = number < PLAN_ROWS;
    b.key = PLAN_KEY((unsigned long)number, b.excluded);
    return b;
}

static volatile unsigned long *plan_of(const struct dispatch_lanes *d, size_t messages) {
    return &d->choice->plans[messages < DISPATCH_PLANNED ? messages : DISPATCH_PLANNED];
}

/* Whether a plan for B is cached; K gets the kernel that it begins with. */
static int recall(const struct dispatch_lanes *d, const basis *b, size_t messages,
                  const struct kernel **k) {
    const unsigned long plan = DISPATCH_LOAD(*plan_of(d, messages));
    if (!b->kept || plan - PLAN_KERNEL(plan) != b->key) {
        return 0;
    }
    *k = PLAN_KERNEL(plan) ? &d->kernels[PLAN_KERNEL(plan) - 1] : NULL;
    return 1;
}

/* A plan of kernels that pass their self-tests. Without MAY_TEST, of those that have passed. */
static const struct kernel *make_plan(const struct dispatch_lanes *d, const basis *b,
                                      size_t messages, int may_test) {
    const unsigned long allowed = b->alone->by_name ? cpu_implied(b->alone->needs) : ~0ul;
    unsigned long rows = candidates(d, allowed, b->excluded);
    if (!may_test) {
        rows &= DISPATCH_LOAD(d->choice->known) >> DISPATCH_LANES_MAX;
    }
    for (;;) {
        const struct kernel *k = plan_with(d, rows, cpu_family(), b->alone,
                                           b->excluded ? SERIAL_PENALTY : 1, messages);
        const unsigned row = k ? (unsigned)(k - d->kernels) : 0;
        if (!k || usable(d, row)) {
            return k;
        }
        rows &= ~(1ul << row);
    }
}

const struct kernel *dispatch_lanes_for(const struct dispatch_lanes *d,
                                        const struct dispatch *serial, size_t messages) {
    const struct kernel *const alone = dispatch_auto(serial->choice, serial), *k = NULL;
    basis b;
    if (!alone) {
        return NULL;
    }
    b = basis_of(d, serial, alone);
    if (recall(d, &b, messages, &k)) {
        return k;
    }
    k = make_plan(d, &b, messages, 1);
    if (b.kept) {
        /* Tests all kernels that fewer messages may need later, for dispatch_lanes_next. */
        size_t fewer = messages < DISPATCH_PLANNED ? messages : DISPATCH_PLANNED;
        DISPATCH_STORE(*plan_of(d, messages),
                       b.key | (k ? (unsigned long)(k - d->kernels) + 1 : 0));
        while (fewer--) {
            const struct kernel *other;
            if (!recall(d, &b, fewer, &other)) {
                other = make_plan(d, &b, fewer, 1);
                DISPATCH_STORE(*plan_of(d, fewer),
                               b.key | (other ? (unsigned long)(other - d->kernels) + 1 : 0));
            }
        }
    }
    return k;
}

const struct kernel *dispatch_lanes_next(const struct dispatch_lanes *d,
                                         const struct dispatch *serial, size_t messages) {
    const struct kernel *const alone = dispatch_used(serial), *k = NULL;
    basis b;
    if (!alone) {
        return NULL;
    }
    b = basis_of(d, serial, alone);
    return recall(d, &b, messages, &k) ? k : make_plan(d, &b, messages, 0);
}

void dispatch_lanes_use(const struct dispatch_lanes *d, unsigned long rows) {
    DISPATCH_STORE(d->choice->excluded, ~rows);
}

int dispatch_lanes_all(const struct dispatch_lanes *d) {
    return !DISPATCH_LOAD(d->choice->excluded);
}
