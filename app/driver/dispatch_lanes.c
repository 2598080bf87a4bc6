/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/* Kernels of several messages, and of other contracts: which of a table work here. */
#include "cpu.h"
#include "dispatch.h"

/* ---- kernels of other contracts ---- */

/* The leader's kernel, if a name made the choice, else NULL. */
static const struct kernel *named(const struct dispatch *leader) {
    return DISPATCH_LOAD(leader->choice->named) ? DISPATCH_LOAD(leader->choice->chosen) : NULL;
}

static int same_name(const char *a, const char *b) {
    while (*a && *a == *b) {
        a++;
        b++;
    }
    return *a == *b;
}

/* Whoever sees the new leader sees what was chosen for it, or something newer. */
void dispatch_led_use(const struct dispatch *d, const struct dispatch *leader, const struct kernel *k) {
    DISPATCH_STORE(d->choice->chosen, k);
    DISPATCH_STORE(d->choice->leader, named(leader));
}

const struct kernel *dispatch_led_auto(const struct dispatch *d, const struct dispatch *leader) {
    const struct kernel *const name = named(leader), *const before = DISPATCH_LOAD(d->choice->leader);
    const struct kernel *k = DISPATCH_LOAD(d->choice->chosen);
    if (k && before == name) {
        return k;
    }
    for (k = d->kernels; name && k->name; k++) {
        if (same_name(k->name, name->name)) {
            break;
        }
    }
    if (!name || !k->name || k->needs & ~cpu_features() || d->selftest(k)) {
        k = dispatch_choose(d, d->kernels, cpu_features() & dispatch_allowed(leader), cpu_family());
    }
    if (k) {
        DISPATCH_STORE(d->choice->chosen, k);
        DISPATCH_STORE(d->choice->leader, name);
    }
    return k;
}

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

const struct kernel *dispatch_lanes_auto(const struct dispatch_lanes *d, unsigned long allowed, unsigned messages) {
    const unsigned long barred = DISPATCH_LOAD(d->choice->barred);
    unsigned row;
    for (row = 0; d->kernels[row].name; row++) {
        const struct kernel *k = &d->kernels[row];
        if (k->messages == messages && !(barred >> row & 1) && !(k->needs & ~allowed) && usable(d, row)) {
            return k;
        }
    }
    return NULL;
}

void dispatch_lanes_use(const struct dispatch_lanes *d, unsigned long rows) {
    DISPATCH_STORE(d->choice->barred, ~rows);
}
