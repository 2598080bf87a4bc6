/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/* Chooses the fastest kernel on this CPU by measurement. */
#include "clock.h"

#include <limits.h>

#include "cpu.h"
#include "dispatch.h"

/*
 * The system's clock, not a counter of the CPU. The system may have disabled the counter for this
 * process, and a sandbox may forbid to ask whether it has.
 */
static unsigned long now(void) {
    return (unsigned long)(system_nanoseconds() & ULONG_MAX);
}

dispatch_clock *dispatch_own_clock(void) {
    return now;
}

/* ---- measuring ---- */

enum {
    CANDIDATES = 16, /* of a table, at most */
    SAMPLES = 9,     /* the kernels take turns, so that a disturbance hits all of them */
    /* the index of the sample that counts, sorted: a jump of the clock may shorten one */
    TAKEN = 2,
    STEPS = 64,      /* steps of the clock that a sample must last, */
    MOST_WORK = 256, /* with at most this many pieces of work */
    LOOKS = 100000   /* readings of the clock until it must have changed */
};

/* The time between two readings; 0 if the clock has gone back. */
static unsigned long between(unsigned long from, unsigned long to) {
    const unsigned long passed = (to - from) & ULONG_MAX;
    return passed > ULONG_MAX / 2 ? 0 : passed;
}

/* The smallest step of the clock; 0 if it does not move or goes back. */
static unsigned long step_of(dispatch_clock *clock) {
    unsigned long least = ULONG_MAX, last = clock(), looks = 0;
    int i;
    for (i = 0; i < 8; i++) {
        unsigned long next;
        do {
            next = clock();
        } while (next == last && ++looks < LOOKS);
        least = between(last, next) < least ? between(last, next) : least;
        last = next;
    }
    return least;
}

/* The time of so many pieces of work; 0 if the clock has gone back. */
static unsigned long sample(dispatch_clock *clock, dispatch_work *work, const struct kernel *k,
                            unsigned pieces) {
    const unsigned long before = clock();
    unsigned long begin, end;
    work(k); /* fetches the code, wakes up the vector units */
    begin = clock();
    while (pieces--) {
        work(k);
    }
    end = clock();
    return between(before, begin) ? between(begin, end) : 0;
}

static void insert(unsigned long *sorted, unsigned count, unsigned long x) {
    for (; count && sorted[count - 1] > x; count--) {
        sorted[count] = sorted[count - 1];
    }
    sorted[count] = x;
}

int dispatch_tune(const struct dispatch *d, dispatch_clock *clock, dispatch_work *work) {
    const struct kernel *candidates[CANDIDATES], *first, *k;
    unsigned long times[CANDIDATES][SAMPLES], step, best;
    unsigned pieces = 1, count = 0, turn, i, fastest = 0;
    first = dispatch_choose(d, d->kernels, cpu_features(), cpu_family());
    if (!first) {
        return DISPATCH_FAILED;
    }
    candidates[count++] = first;
    for (k = d->kernels; k->name && count < CANDIDATES; k++) {
        if (k != first && !(k->needs & ~cpu_features()) && !d->selftest(k)) {
            candidates[count++] = k;
        }
    }
    step = clock ? step_of(clock) : 0;
    if (!step || step > ULONG_MAX / 2 / STEPS) {
        return DISPATCH_NO_CLOCK;
    }
    while (sample(clock, work, first, pieces) < step * STEPS) {
        pieces *= 2;
        if (pieces > MOST_WORK) {
            return DISPATCH_NO_CLOCK;
        }
    }
    for (turn = 0; turn < SAMPLES; turn++) {
        for (i = 0; i < count; i++) {
            const unsigned long time = sample(clock, work, candidates[i], pieces);
            if (!time) {
                return DISPATCH_NO_CLOCK;
            }
            insert(times[i], turn, time);
        }
        if (turn == TAKEN) {
            /* Drops kernels that take twice as long as the automatic choice. */
            unsigned left = 1;
            for (i = 1; i < count; i++) {
                if (times[i][0] / 2 <= times[0][TAKEN]) {
                    unsigned j;
                    for (j = 0; j <= TAKEN; j++) {
                        times[left][j] = times[i][j];
                    }
                    candidates[left++] = candidates[i];
                }
            }
            count = left;
        }
    }
    /* a gain below 3 % may be chance: keep the automatic choice */
    best = times[0][TAKEN] - times[0][TAKEN] / 32;
    for (i = 1; i < count; i++) {
        if (times[i][TAKEN] < best) {
            best = times[i][TAKEN];
            fastest = i;
        }
    }
    dispatch_use(d, candidates[fastest]);
    return DISPATCH_OK;
}
