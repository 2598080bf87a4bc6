/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/* Chooses the fastest kernel on this CPU by measurement. */
#include "clock.h"

#include <limits.h>

#include "cpu.h"
#include "dispatch.h"

/*
 * The system's clock, not a counter of the CPU: a system may have disabled that for this process,
 * which asking would show only where asking is allowed.
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
    SAMPLES = 9,     /* the kernels take turns, so that whatever happens meanwhile hits all alike */
    /* of each one's samples, shortest first, this one: a leap of the clock makes one too short,
       too */
    TAKEN = 2,
    STEPS = 64,      /* that a sample must last, */
    MOST_WORK = 256, /* but for so many pieces of work at most */
    LOOKS = 100000   /* at a clock until it has gone on */
};

/* The time between two readings; 0, which no interval lasts, if it has gone back. */
static unsigned long between(unsigned long from, unsigned long to) {
    const unsigned long passed = (to - from) & ULONG_MAX;
    return passed > ULONG_MAX / 2 ? 0 : passed;
}

/* The least that the clock goes on by; 0 if it is still or goes back. */
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

/* The time of so many pieces of work; 0 if the clock has gone back, in between too. */
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
            /*
             * What takes twice as long as the automatic choice is out of it, and costs no more
             * time.
             */
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
    /* 3 %: less is chance, and then the automatic choice stays */
    best = times[0][TAKEN] - times[0][TAKEN] / 32;
    for (i = 1; i < count; i++) {
        if (times[i][TAKEN] < best) {
            best = times[i][TAKEN];
            fastest = i;
        }
    }
    DISPATCH_STORE(d->choice->chosen, candidates[fastest]);
    return DISPATCH_OK;
}
