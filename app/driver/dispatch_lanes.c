/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * Kernels of several messages: which of a table work here, and which are cheapest for a number of
 * messages.
 */
#include "cpu.h"
#include "dispatch.h"

/* ---- kernels of several messages ---- */

/* Two bits a row. */
#define TESTED(row) (1ul << (row))
#define USABLE(row) (1ul << DISPATCH_LANES_MAX << (row))

#if defined(__GCC_ATOMIC_LONG_LOCK_FREE) && __GCC_ATOMIC_LONG_LOCK_FREE == 2
#define ADD(x, bits) __atomic_fetch_or(&(x), bits, __ATOMIC_ACQ_REL)
#else
/* Where a bit gets lost between two threads, a kernel is tested once more. */
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

/* The rows that may be tried: nothing bars them, and no self-test has failed. */
static unsigned long candidates(const struct dispatch_lanes *d, unsigned long allowed,
                                unsigned long barred) {
    const unsigned long known = DISPATCH_LOAD(d->choice->known);
    unsigned long rows = 0;
    unsigned row;
    allowed &= cpu_features();
    for (row = 0; d->kernels[row].name; row++) {
        if (!(barred >> row & 1) && !(d->kernels[row].needs & ~allowed) &&
            (known & (TESTED(row) | USABLE(row))) != TESTED(row)) {
            rows |= 1ul << row;
        }
    }
    return rows;
}

/* ---- costs ---- */

#define TOO_DEAR 8 /* times: more than any kernel of several messages costs */

/* Where nothing was measured: of one message, and in tenths of that of several, as on AMD Zen 4. */
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

/* One message after the other, where there are several, is taken for TIMES what it costs. */
static const struct kernel *plan_beside(const struct dispatch_lanes *d, unsigned long rows,
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
            /* Of ways that cost the same, as 4 + 1 and 1 + 4, the one that begins with most. */
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
    return plan_beside(d, rows, family, serial, 1, messages);
}

/*
 * A plan that was made is kept in one word, with all that it depends on. It has the plan's row plus
 * one, or 0 for the serial kernel. Then comes the number of the choice of the serial kernel, plus
 * one. The rest says which rows are barred, and whether any are.
 */
#define PLAN_ROW_BITS 6
#define PLAN_ROWS ((1ul << PLAN_ROW_BITS) - 1)
#define PLAN_KERNEL(plan) ((plan)&PLAN_ROWS)
#define PLAN_BARRED(barred) \
    (((barred) & ((1ul << DISPATCH_LANES_MAX) - 1)) | ((barred) ? 1ul << DISPATCH_LANES_MAX : 0))
#define PLAN_KEY(serial, barred) \
    ((PLAN_BARRED(barred) << PLAN_ROW_BITS | ((serial) + 1)) << PLAN_ROW_BITS)

/* An unsigned long has 32 bits everywhere, and may have no more. */
typedef char rows_fit[DISPATCH_LANES_MAX < PLAN_ROWS && 2 * DISPATCH_LANES_MAX <= 32 ? 1 : -1];
typedef char plan_fits[2 * PLAN_ROW_BITS + DISPATCH_LANES_MAX + 1 <= 32 ? 1 : -1];

/* What a plan is made by is what it is kept by, whatever other threads select meanwhile. */
typedef struct basis {
    const struct kernel *alone;
    unsigned long barred, key;
    int kept; /* not for serial kernels that are not in the table, which tests and benchmarks use */
} basis;

static basis basis_of(const struct dispatch_lanes *d, const struct dispatch *serial,
                      const struct kernel *alone) {
    const size_t number = dispatch_number(serial, alone);
    basis b;
    b.alone = alone;
    b.barred = DISPATCH_LOAD(d->choice->barred);
    b.kept = number < PLAN_ROWS;
    b.key = PLAN_KEY((unsigned long)number, b.barred);
    return b;
}

static volatile unsigned long *plan_of(const struct dispatch_lanes *d, size_t messages) {
    return &d->choice->plans[messages < DISPATCH_PLANNED ? messages : DISPATCH_PLANNED];
}

/* Whether a plan made by B is kept; the kernel that it begins with. */
static int recall(const struct dispatch_lanes *d, const basis *b, size_t messages,
                  const struct kernel **k) {
    const unsigned long plan = DISPATCH_LOAD(*plan_of(d, messages));
    if (!b->kept || plan - PLAN_KERNEL(plan) != b->key) {
        return 0;
    }
    *k = PLAN_KERNEL(plan) ? &d->kernels[PLAN_KERNEL(plan) - 1] : NULL;
    return 1;
}

/*
 * A plan of kernels that pass their self-tests; if none is to be run now, of those that have
 * passed.
 */
static const struct kernel *make_plan(const struct dispatch_lanes *d, const basis *b,
                                      size_t messages, int may_test) {
    const unsigned long allowed = b->alone->by_name ? cpu_implied(b->alone->needs) : ~0ul;
    unsigned long rows = candidates(d, allowed, b->barred);
    if (!may_test) {
        rows &= DISPATCH_LOAD(d->choice->known) >> DISPATCH_LANES_MAX;
    }
    for (;;) {
        const struct kernel *k = plan_beside(d, rows, cpu_family(), b->alone,
                                             b->barred ? TOO_DEAR : 1, messages);
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
        /*
         * All that fewer messages may need later is tested now, so that dispatch_lanes_next finds
         * it.
         */
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
    DISPATCH_STORE(d->choice->barred, ~rows);
}

int dispatch_lanes_all(const struct dispatch_lanes *d) {
    return !DISPATCH_LOAD(d->choice->barred);
}
