/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/* Kernels of several messages: which of a table work here, and which are the cheapest for so many messages. */
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
static unsigned long candidates(const struct dispatch_lanes *d, unsigned long allowed, unsigned long barred) {
    const unsigned long known = DISPATCH_LOAD(d->choice->known);
    unsigned long rows = 0;
    unsigned row;
    allowed &= cpu_features();
    for (row = 0; d->kernels[row].name; row++) {
        if (!(barred >> row & 1) && !(d->kernels[row].needs & ~allowed) && (known & (TESTED(row) | USABLE(row))) != TESTED(row)) {
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

unsigned dispatch_lanes_cost(const struct dispatch_lanes *d, const struct kernel *k, int family, unsigned alone) {
    const struct cost *c;
    for (c = d->costs; c->name; c++) {
        if (c->family == family && dispatch_same_name(c->name, k->name)) {
            return c->cycles;
        }
    }
    return alone * tenths(k->messages) / 10;
}

/* One message after the other, where there are several, is taken for TIMES what it costs. */
static const struct kernel *plan_beside(const struct dispatch_lanes *d, unsigned long rows, int family,
                                        const struct kernel *serial, unsigned times, size_t messages) {
    const size_t last = messages < DISPATCH_PLANNED ? messages : DISPATCH_PLANNED;
    const unsigned alone = dispatch_lanes_cost(d, serial, family, ONE_MESSAGE);
    const struct kernel *first = NULL;
    unsigned cost[DISPATCH_LANES_MAX], least[DISPATCH_PLANNED + 1]; /* of each row; of so many messages */
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

const struct kernel *dispatch_lanes_plan(const struct dispatch_lanes *d, unsigned long rows, int family,
                                         const struct kernel *serial, size_t messages) {
    return plan_beside(d, rows, family, serial, 1, messages);
}

/*
 * A plan that was made is kept in one word, with all that it depends on: the row and one, or 0 for the
 * serial kernel; that kernel's row and one, which tells whether it was selected by name; what is barred.
 */
#define PLAN_ROW_BITS 6
#define PLAN_KERNEL(plan) ((plan) & ((1ul << PLAN_ROW_BITS) - 1))
#define PLAN_KEY(serial_row, barred) \
    ((((barred) & ((1ul << DISPATCH_LANES_MAX) - 1)) << PLAN_ROW_BITS | ((serial_row) + 1)) << PLAN_ROW_BITS)

const struct kernel *dispatch_lanes_for(const struct dispatch_lanes *d, const struct dispatch *serial, size_t messages) {
    const struct kernel *const alone = dispatch_used(serial), *k;
    const unsigned long serial_row = (unsigned long)(((size_t)alone - (size_t)serial->kernels) / sizeof *alone);
    /* Tests and benchmarks use serial kernels that are not in the table. */
    const int kept = serial_row < (1ul << PLAN_ROW_BITS) - 1;
    /* What the plan is made by is what it is kept by, whatever other threads select meanwhile. */
    const unsigned long barred = DISPATCH_LOAD(d->choice->barred), key = PLAN_KEY(serial_row, barred);
    volatile unsigned long *const plan = &d->choice->plans[messages < DISPATCH_PLANNED ? messages : DISPATCH_PLANNED];
    const unsigned long before = DISPATCH_LOAD(*plan);
    unsigned long rows, row;
    if (kept && before - PLAN_KERNEL(before) == key) {
        return PLAN_KERNEL(before) ? &d->kernels[PLAN_KERNEL(before) - 1] : NULL;
    }
    rows = candidates(d, alone && alone->messages == KERNEL_NAMED ? cpu_implied(alone->needs) : ~0ul, barred);
    for (;;) {
        k = plan_beside(d, rows, cpu_family(), alone, barred ? TOO_DEAR : 1, messages);
        row = k ? (unsigned long)(k - d->kernels) : 0;
        if (!k || usable(d, (unsigned)row)) {
            break;
        }
        rows &= ~(1ul << row);
    }
    if (kept) {
        DISPATCH_STORE(*plan, key | (k ? row + 1 : 0));
    }
    return k;
}

void dispatch_lanes_use(const struct dispatch_lanes *d, unsigned long rows) {
    DISPATCH_STORE(d->choice->barred, ~rows);
}

int dispatch_lanes_all(const struct dispatch_lanes *d) {
    return !DISPATCH_LOAD(d->choice->barred);
}
