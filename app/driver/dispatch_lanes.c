/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/* Kernels of several messages: which of a table work here. */
#include "cpu.h"
#include "dispatch.h"

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
