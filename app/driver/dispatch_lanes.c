/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/* Multi-message kernels: the plan for this CPU, and which of its kernels pass their self-tests. */
#include "cpu.h"
#include "dispatch.h"

enum { UNTESTED, USABLE, UNUSABLE };

/* Tests the row's kernel, if it was not tested yet and runs on this CPU. */
static void test(const struct dispatch_lanes *d, unsigned row) {
    const struct kernel *const k = &d->kernels[row];
    volatile unsigned char *const verdict = &d->choice->verdicts[row];
    if (DISPATCH_LOAD(*verdict) == UNTESTED) {
        const int good = !(k->needs & ~cpu_features()) && !d->selftest(k);
        DISPATCH_STORE(*verdict, good ? USABLE : UNUSABLE);
    }
}

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

#define SAME_LIST(p, q) ((p)->messages && (p)->level == (q)->level && (p)->family == (q)->family)

const struct plan *dispatch_plan_first(const struct dispatch_lanes *d,
                                       const struct dispatch *serial, size_t messages) {
    static const struct plan none = {0, 0, 0, 0, 0, 0};
    struct dispatch_lanes_choice *const c = d->choice;
    const unsigned long allowed = dispatch_allowed(serial);
    const struct plan *const given = DISPATCH_LOAD(c->given);
    const struct plan *const first = given ? given
                                           : dispatch_plan_on(d, cpu_family(),
                                                              cpu_features() & allowed);
    const struct plan *p;
    size_t reach = (size_t)-1;
    if (!dispatch_auto(serial->choice, serial)) {
        return &none;
    }
    for (p = first; SAME_LIST(p, first); p++) {
        if (messages >= p->from) {
            test(p->other ? d->other : d, p->row);
        } else {
            reach = p->from;
        }
    }
    if (!given && allowed == ~0ul) {
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
            DISPATCH_LOAD((p->other ? d->other : d)->choice->verdicts[p->row]) == USABLE) {
            return p;
        }
    }
    return NULL;
}

const struct kernel *dispatch_next(const struct dispatch_lanes *d, const struct plan *list,
                                   size_t messages) {
    return dispatch_planned(d, dispatch_row(d, list, messages));
}
