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

/* Whether the row's kernel runs here and has passed its self-test, which this call runs. */
static int usable(const struct dispatch_lanes *d, unsigned row) {
    const unsigned long bits = DISPATCH_LOAD(d->choice->known);
    return (bits & USABLE(row)) || (!(bits & TESTED(row)) && test(d, row));
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

#define SAME_LIST(p, list) \
    ((p)->messages && (p)->level == (list)->level && (p)->family == (list)->family)

/* The features that rows may need. */
static unsigned long allowed(const struct kernel *named) {
    return cpu_features() & (named ? cpu_implied(named->needs) : ~0ul);
}

/* Of the rows that are not excluded: the smallest for so many messages, or else the largest. */
static const struct kernel *forced(const struct dispatch_lanes *d, const struct dispatch *serial,
                                   size_t messages) {
    const unsigned long features = allowed(dispatch_named(serial->choice)),
                        excluded = DISPATCH_LOAD(d->choice->excluded);
    const struct kernel *k, *found = NULL;
    for (k = d->kernels; k->name && messages > 1; k++) {
        const unsigned row = (unsigned)(k - d->kernels);
        if (!(excluded >> row & 1) && !(k->needs & ~features) && usable(d, row) &&
            (!found ||
             (k->messages >= messages ? found->messages < messages || k->messages < found->messages
                                      : k->messages > found->messages))) {
            found = k;
        }
    }
    return found;
}

const struct plan *dispatch_plan_first(const struct dispatch_lanes *d,
                                       const struct dispatch *serial, size_t messages) {
    static const struct plan none = {0, 0, 0, 0, 0, 0};
    struct dispatch_lanes_choice *const c = d->choice;
    const struct plan *const given = DISPATCH_LOAD(c->given), *first, *p;
    const struct kernel *named;
    size_t reach = (size_t)-1;
    if (!dispatch_auto(serial->choice, serial)) {
        return &none;
    }
    named = dispatch_named(serial->choice);
    if (DISPATCH_LOAD(c->excluded)) {
        forced(d, serial, 2); /* tests them all */
        return NULL;
    }
    first = given ? given : dispatch_plan_on(d, cpu_family(), allowed(named));
    for (p = first; SAME_LIST(p, first); p++) {
        if (messages >= p->from) {
            usable(p->other ? d->other : d, p->row);
        } else {
            reach = p->from;
        }
    }
    if (!given && !named) {
        DISPATCH_STORE(c->reach, reach);
        DISPATCH_STORE(c->planned, first);
    }
    return first;
}

const struct plan *dispatch_row(const struct dispatch_lanes *d, const struct plan *list,
                                size_t messages) {
    const struct plan *p;
    for (p = list; SAME_LIST(p, list); p++) {
        if (messages >= p->from &&
            (DISPATCH_LOAD((p->other ? d->other : d)->choice->known) & USABLE(p->row))) {
            return p;
        }
    }
    return NULL;
}

const struct kernel *dispatch_lanes_next(const struct dispatch_lanes *d,
                                         const struct dispatch *serial, const struct plan *list,
                                         size_t messages) {
    const struct plan *const p = list ? dispatch_row(d, list, messages) : NULL;
    return p ? dispatch_planned(d, p) : list ? NULL : forced(d, serial, messages);
}

/* ---- lists and rows that a test chose ---- */

void dispatch_plan_use(const struct dispatch_lanes *d, const struct plan *p) {
    DISPATCH_STORE(d->choice->planned, NULL);
    DISPATCH_STORE(d->choice->given, p);
}

void dispatch_lanes_use(const struct dispatch_lanes *d, unsigned long rows) {
    DISPATCH_STORE(d->choice->planned, NULL);
    DISPATCH_STORE(d->choice->excluded, ~rows);
}
