/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/* Multi-message kernels: which ones of a table work here, and the plan for this CPU. */
#include "cpu.h"
#include "dispatch.h"

/* ---- self-tests ---- */

/* Two bits per row. */
#define TESTED(row) (1ul << (row))
#define USABLE(row) (1ul << DISPATCH_LANES_MAX << (row))

/* An unsigned long has at least 32 bits. */
typedef char rows_fit[2 * DISPATCH_LANES_MAX <= 32 ? 1 : -1];

#if defined(__GCC_ATOMIC_LONG_LOCK_FREE) && __GCC_ATOMIC_LONG_LOCK_FREE == 2
#define ADD(x, bits) __atomic_fetch_or(&(x), bits, __ATOMIC_ACQ_REL)
#else
/* Two threads may lose a bit: then a kernel is tested again. */
#define ADD(x, bits) ((x) |= (bits))
#endif

static COLD int test(const struct dispatch_lanes *d, unsigned row) {
    const struct kernel *const k = &d->kernels[row];
    unsigned long bits = TESTED(row);
    if (!(k->needs & ~cpu_features()) && !d->selftest(k)) {
        bits |= USABLE(row);
    }
    ADD(d->choice->known, bits);
    return (bits & USABLE(row)) != 0;
}

/* Whether the row's kernel runs here and has passed its self-test, which MAY_TEST runs. */
static INLINE int usable(const struct dispatch_lanes *d, unsigned row, int may_test) {
    const unsigned long bits = DISPATCH_LOAD(d->choice->known);
    return (bits & USABLE(row)) || (may_test && !(bits & TESTED(row)) && test(d, row));
}

/* ---- the plan ---- */

const struct plan *dispatch_plan_on(const struct dispatch_lanes *d, int family,
                                    unsigned long features) {
    const struct plan *p = d->plan;
    while (p->messages && p->family != family) {
        p++;
    }
    if (!p->messages && family != CPU_FAMILY_UNKNOWN) {
        return dispatch_plan_on(d, CPU_FAMILY_UNKNOWN, features);
    }
    while (p->messages && (p->family != family || (p->level & ~features))) {
        p++;
    }
    return p;
}

/* The first row for this CPU, or for what was selected by name. */
static INLINE const struct plan *planned(const struct dispatch_lanes *d,
                                         const struct kernel *named) {
    const struct plan *p = DISPATCH_LOAD(d->choice->given);
    if (!p && !named) {
        p = DISPATCH_LOAD(d->choice->planned);
    }
    if (!p) {
        p = dispatch_plan_on(d, cpu_family(),
                             cpu_features() & (named ? cpu_implied(named->needs) : ~0ul));
        if (!named) {
            DISPATCH_STORE(d->choice->planned, p);
        }
    }
    return p;
}

static NOINLINE const struct plan *
row_for(const struct dispatch_lanes *d, const struct kernel *named, size_t messages, int may_test) {
    const struct plan *const first = planned(d, named), *p, *found = NULL;
    /* The rows that count are those up to the next level or family. */
    for (p = first; p->messages && p->level == first->level && p->family == first->family; p++) {
        /* Later rows are for fewer messages: their kernels are tested for dispatch_plan_next. */
        if (messages >= p->from && usable(p->other ? d->other : d, p->row, may_test) && !found) {
            found = p;
            if (!may_test) {
                break;
            }
        }
    }
    return found;
}

const struct plan *dispatch_plan_for(const struct dispatch_lanes *d, const struct dispatch *serial,
                                     size_t messages) {
    return dispatch_auto(serial->choice, serial)
               ? row_for(d, dispatch_named(serial->choice), messages, 1)
               : NULL;
}

const struct plan *dispatch_plan_next(const struct dispatch_lanes *d, const struct dispatch *serial,
                                      size_t messages) {
    return dispatch_used(serial) ? row_for(d, dispatch_named(serial->choice), messages, 0) : NULL;
}

/* ---- kernels that a test chose ---- */

void dispatch_plan_use(const struct dispatch_lanes *d, const struct plan *p) {
    DISPATCH_STORE(d->choice->given, p);
}

/* Of the rows that are not excluded: the smallest for so many messages, or else the largest. */
static const struct kernel *forced(const struct dispatch_lanes *d, const struct kernel *named,
                                   unsigned long excluded, size_t messages, int may_test) {
    const unsigned long allowed = named ? cpu_implied(named->needs) : ~0ul;
    const struct kernel *k, *found = NULL;
    for (k = d->kernels; k->name; k++) {
        const unsigned row = (unsigned)(k - d->kernels);
        if (!(excluded >> row & 1) && !(k->needs & ~allowed) && usable(d, row, may_test) &&
            messages > 1 &&
            (!found ||
             (k->messages >= messages ? found->messages < messages || k->messages < found->messages
                                      : k->messages > found->messages))) {
            found = k;
        }
    }
    return found;
}

static const struct kernel *kernel_for(const struct dispatch_lanes *d,
                                       const struct dispatch *serial, size_t messages,
                                       int may_test) {
    const unsigned long excluded = DISPATCH_LOAD(d->choice->excluded);
    const struct kernel *const named = dispatch_named(serial->choice);
    const struct plan *p;
    if (excluded) {
        return forced(d, named, excluded, messages, may_test);
    }
    p = row_for(d, named, messages, may_test);
    return p ? dispatch_planned(d, p) : NULL;
}

const struct kernel *dispatch_lanes_for(const struct dispatch_lanes *d,
                                        const struct dispatch *serial, size_t messages) {
    return dispatch_auto(serial->choice, serial) ? kernel_for(d, serial, messages, 1) : NULL;
}

const struct kernel *dispatch_lanes_next(const struct dispatch_lanes *d,
                                         const struct dispatch *serial, size_t messages) {
    return dispatch_used(serial) ? kernel_for(d, serial, messages, 0) : NULL;
}

void dispatch_lanes_use(const struct dispatch_lanes *d, unsigned long rows) {
    DISPATCH_STORE(d->choice->excluded, ~rows);
}

int dispatch_lanes_all(const struct dispatch_lanes *d) {
    return !DISPATCH_LOAD(d->choice->excluded);
}
