/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/* Times short pieces of code in core cycles, or in nanoseconds if cycles cannot be counted. */
#include "clock.h"

#include <stddef.h>
#if defined(__linux__)
#include <sys/prctl.h>
#endif

#include "counter.h"
#include "cycles.h"

#if defined(__wasi__) /* has no clock() that counts the time of the process */
uint64_t cycles_nanoseconds(void) {
    return system_nanoseconds();
}
#else
uint64_t cycles_nanoseconds(void) {
    const uint64_t now = system_nanoseconds();
    const clock_t used = now ? 0 : clock();
    if (used == (clock_t)-1) {
        return 0;
    }
    return now ? now : 1 + (uint64_t)((double)used * (1e9 / (double)CLOCKS_PER_SEC));
}
#endif

/* ---- counters ---- */

#if defined(COUNTER_TSC)
static uint64_t ticks(int tsc) {
    return tsc ? read_tsc() : cycles_nanoseconds();
}

/* Linux kills a process that reads the counter while it is disabled. */
static int tsc_is_allowed(void) {
#if defined(PR_GET_TSC)
    int mode = 0;
    return !prctl(PR_GET_TSC, &mode) && mode == PR_TSC_ENABLE;
#else
    return 1;
#endif
}
#else
static int tsc_is_allowed(void) {
    return 0;
}

static int has_tsc(void) {
    return 0;
}

static uint64_t ticks(int tsc) {
    (void)tsc;
    return cycles_nanoseconds();
}
#endif

/* ---- the chain of additions ---- */

#define CYCLES_LINK 1024 /* core cycles of a link */

#define TIMES4(x) x x x x
#define TIMES64(x) TIMES4(TIMES4(TIMES4(x)))

#if defined(__GNUC__) && !defined(__TINYC__) && \
    (defined(__x86_64__) || defined(__i386__) || defined(__aarch64__) || defined(__arm__))
#define CHAIN 1
#if defined(__aarch64__) || defined(__arm__)
#define DOUBLE "add %0, %0, %0\n\t"
#define NO_WAIT "add %0, %1, %1\n\t"
#else
/* Not an addition of a constant: some cores execute those at no cost. */
#define DOUBLE "add %0, %0\n\t"
#define NO_WAIT "lea {(%1,%1), %0|%0, [%1 + %1]}\n\t"
#endif
/* As many instructions as the chain, but independent of each other. */
static void no_chain(unsigned links) {
    size_t x = links, y;
    unsigned i;
    for (i = 0; i < links * (CYCLES_LINK / 64); i++) {
        __asm__ __volatile__(TIMES64(NO_WAIT) : "=r"(y) : "r"(x));
    }
}
static void chain(unsigned links) {
    size_t x = links;
    unsigned i;
    for (i = 0; i < links * (CYCLES_LINK / 64); i++) {
        __asm__ __volatile__(TIMES64(DOUBLE) : "+r"(x) : : "cc");
    }
}
#elif defined(_MSC_VER) && !defined(_DEBUG)
#define CHAIN 1
/* Without inline assembly: two operations that no compiler can merge. */
static volatile size_t chain_a = 5, chain_b = 9;
static void chain(unsigned links) {
    const size_t a = chain_a, b = chain_b;
    size_t x = links;
    unsigned i;
    for (i = 0; i < links * (CYCLES_LINK / 128); i++) {
        TIMES64(x = (x + a) ^ b;)
    }
    chain_a = x | 1;
}
#endif

#if !defined(CHAIN)
#define CHAIN 0
static void chain(unsigned links) {
    (void)links;
}
#endif

/* ---- measuring ---- */

static uint64_t without(uint64_t interval, uint64_t overhead) {
    return interval > overhead ? interval - overhead : 0;
}

static uint64_t chain_ticks(const cycles_clock *clock) {
    uint64_t begin = ticks(clock->tsc), interval;
    chain(clock->links);
    interval = without(ticks(clock->tsc) - begin, clock->overhead);
    return interval ? interval : 1;
}

/* Ticks of the independent instructions; 0 if there are none. */
static uint64_t width_ticks(const cycles_clock *clock) {
#if defined(NO_WAIT)
    uint64_t begin = ticks(clock->tsc), interval;
    no_chain(clock->links);
    interval = without(ticks(clock->tsc) - begin, clock->overhead);
    return interval ? interval : 1;
#else
    (void)clock;
    return 0;
#endif
}

void cycles_restart(cycles_clock *clock) {
    clock->shortest = UINT64_MAX;
    clock->widest = UINT64_MAX;
}

void cycles_open(cycles_clock *clock) {
    const int tsc = CHAIN && has_tsc() && tsc_is_allowed();
    const uint64_t coarse = 10000; /* ns: a clock with longer steps cannot time the chain */
    uint64_t step = UINT64_MAX;    /* the smallest change that the counter shows */
    int i;

    cycles_restart(clock);
    clock->tsc = tsc;
    clock->overhead = UINT64_MAX;
    for (i = 0; i < 1000; i++) {
        uint64_t begin = ticks(tsc), end = ticks(tsc);
        if (end - begin < clock->overhead) {
            clock->overhead = end - begin;
        }
        if (i < 10) { /* the first few may wait long for a change */
            while (end == begin) {
                end = ticks(tsc);
            }
        }
        if (end != begin && end - begin < step) {
            step = end - begin;
        }
    }
    if (!tsc && step > coarse) {
        step = coarse;
    }
    clock->least = step * 500; /* 0.2 %, and better in the mean of many */

    clock->links = 0;
    if (!CHAIN || (!tsc && step >= coarse)) {
        clock->unit = "ns";
        clock->how = "nanoseconds by the system's clock: no calibration for this CPU or compiler";
        return;
    }
    clock->unit = "cycles";
    clock->how =
        tsc ? "core cycles by the time-stamp counter, calibrated against a chain of additions"
            : "core cycles by the system's clock, calibrated against a chain of additions";
    clock->links = 4;
    while (chain_ticks(clock) < clock->least && clock->links < 1u << 20) {
        clock->links *= 2;
    }
}

void cycles_time(cycles_clock *clock, void (*run)(void *), void *argument, cycles_sample *sample) {
    const uint64_t width = width_ticks(clock), before = chain_ticks(clock);
    const uint64_t begin = ticks(clock->tsc);
    uint64_t after, width_after;
    run(argument);
    sample->ticks = without(ticks(clock->tsc) - begin, clock->overhead);
    after = chain_ticks(clock);
    width_after = width_ticks(clock);
    sample->narrow = width < width_after ? width_after : width;
    if (sample->narrow && (width < width_after ? width : width_after) < clock->widest) {
        clock->widest = width < width_after ? width : width_after;
    }
    sample->short_chain = before < after ? before : after;
    sample->long_chain = before < after ? after : before;
    if (sample->short_chain < clock->shortest) {
        clock->shortest = sample->short_chain;
    }
}

/* The ticks of both chains of a sample. */
static uint64_t chains(const cycles_sample *sample) {
    return sample->short_chain + sample->long_chain;
}

int cycles_trusted(const cycles_clock *clock, const cycles_sample *sample) {
    return !clock->links ||
           /*
            * the chains differ by at most 0.5 %, the long one is at most 1/8 above the shortest
            * ever, and the independent instructions are at most 1/16 slower than at best
            */
           (sample->long_chain - sample->short_chain <= sample->short_chain / 200 &&
            sample->long_chain - clock->shortest <= clock->shortest / 8 &&
            (!sample->narrow ||
             sample->narrow * 2 * clock->shortest * 16 <= clock->widest * chains(sample) * 17));
}

int cycles_better(const cycles_clock *clock, const cycles_sample *sample,
                  const cycles_sample *other) {
    const int trusted = cycles_trusted(clock, sample), other_trusted = cycles_trusted(clock, other);
    if (trusted != other_trusted) {
        return trusted;
    }
    return trusted ? cycles_of(clock, sample) < cycles_of(clock, other)
                   : sample->long_chain < other->long_chain;
}

double cycles_of(const cycles_clock *clock, const cycles_sample *sample) {
    const double cycles = (double)clock->links * CYCLES_LINK;
    if (!clock->links) {
        return (double)sample->ticks;
    }
    /* If the sample is not trusted, use the shorter chain: an interrupt only lengthens a chain. */
    return (double)sample->ticks * cycles /
           (cycles_trusted(clock, sample) ? (double)chains(sample) / 2
                                          : (double)sample->short_chain);
}

double cycles_per_tick(const cycles_clock *clock) {
    return (double)clock->links * CYCLES_LINK / (double)clock->shortest;
}

uint64_t cycles_ticks(const cycles_clock *clock, void (*run)(void *), void *argument) {
    uint64_t begin = ticks(clock->tsc);
    run(argument);
    return ticks(clock->tsc) - begin;
}
