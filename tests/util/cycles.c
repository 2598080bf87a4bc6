/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/* For parts.sh: app/driver/cycles.c with simulated counters, and its results. */
#define system_nanoseconds real_nanoseconds
#include "../../app/driver/clock.h"
#undef system_nanoseconds

#include <stdio.h>
#include <string.h>
#if defined(__linux__)
#include <sys/prctl.h>
#endif

static int failed;

static void expect(const char *name, double wanted, double got) {
    const double difference = wanted - got;
    if (difference > -1e-9 && difference < 1e-9) {
        printf("PASS cycles: %s\n", name);
    } else {
        printf("FAIL cycles: %s: %.9g, not %.9g\n", name, got, wanted);
        failed = 1;
    }
}

/* ---- counters ---- */

/*
 * The next readings advance by these ticks; later ones by EACH, which counts while a chain is
 * timed.
 */
static uint64_t counter, script[10], each;
static unsigned long scripted, at, readings, tsc_readings;
static int tsc_works, tsc_allowed, stands; /* the counter does not change for a while */
static unsigned chain_rate; /* ticks that a link of the chain takes; 0: only EACH counts */
static const struct cycles_clock *watched;

static uint64_t reading(void);
#define system_nanoseconds reading

#if defined(PR_GET_TSC)
#define prctl(what, mode) (*(mode) = tsc_allowed ? PR_TSC_ENABLE : PR_TSC_SIGSEGV, 0)
#endif

/* Replaces app/driver/counter.h. */
#define COUNTER_H
#define COUNTER_TSC 1
static int has_tsc(void) {
    return tsc_works;
}
static uint64_t read_tsc(void) {
    tsc_readings++;
    return reading();
}
#include "../../app/driver/cycles.c"

static uint64_t reading(void) {
    if (at < scripted) {
        counter += script[at++];
    } else if (!stands || readings < 100 || readings > 200) {
        counter += each + (chain_rate && readings >= 2000 && readings % 2
                               ? watched->links * (uint64_t)chain_rate
                               : 0);
    }
    readings++;
    return counter;
}

static void begin_script(uint64_t a, uint64_t b, uint64_t c, uint64_t d, uint64_t e, uint64_t f) {
    const uint64_t values[] = {a, b, c, d, e, f};
    memcpy(script, values, sizeof values);
    scripted = 6;
    at = 0;
}

/*
 * The readings of a sample: of independent instructions before and after, and of the rest between.
 */
static void begin_sample(uint64_t before, uint64_t after, uint64_t a, uint64_t b, uint64_t c,
                         uint64_t d, uint64_t e, uint64_t f) {
#if defined(NO_WAIT)
    const uint64_t values[] = {7, before, a, b, c, d, e, f, 7, after};
#else
    const uint64_t values[] = {a, b, c, d, e, f};
    (void)before;
    (void)after;
#endif
    memcpy(script, values, sizeof values);
    scripted = sizeof values / sizeof values[0];
    at = 0;
}

/* TSC 2: the time-stamp counter exists, but is disabled. */
static void open_clock(cycles_clock *clock, int tsc, uint64_t step, unsigned rate) {
    memset(clock, 0x5a, sizeof *clock);
    clock->links = 0;
    watched = clock;
    tsc_works = tsc;
    tsc_allowed = tsc != 2;
    each = step;
    chain_rate = rate;
    scripted = at = 0;
    readings = tsc_readings = 0;
    cycles_open(clock);
    chain_rate = 0;
}

static int runs;
static void run(void *argument) {
    runs += *(int *)argument;
}

int main(void) {
    cycles_clock clock;
    cycles_sample sample, other;
    int one = 1;

    /* Calibration: the time of a reading, the smallest change, the length of the chain. */
    if (CHAIN) {
        open_clock(&clock, 1, 20, 512);
        expect("time-stamp counter: used", 1, clock.tsc && tsc_readings == readings);
        expect("time-stamp counter: cycles", 0,
               strcmp(clock.unit, "cycles") || !strstr(clock.how, "time-stamp"));
        expect("time-stamp counter: overhead", 20, (double)clock.overhead);
        expect("time-stamp counter: 500 steps", 10000, (double)clock.least);
        expect("time-stamp counter: links, as many as last so long", 32, clock.links);
        expect("time-stamp counter: no chain yet", 1, clock.shortest == UINT64_MAX);
        open_clock(&clock, 1, 20, 2500);
        expect("the shortest chain has four links", 4, clock.links);
        open_clock(&clock, 1, 20, 2499);
        expect("a tick less than long enough", 8, clock.links);
        open_clock(&clock, 1, 20, 0);
        expect("the longest chain has 2^20 links", 1 << 20, clock.links);
        open_clock(&clock, 0, 50, 512);
        expect("system's clock: used", 0, clock.tsc || tsc_readings);
        expect("system's clock: cycles", 0,
               strcmp(clock.unit, "cycles") || !strstr(clock.how, "system"));
        expect("system's clock: links", 64, clock.links);
#if defined(PR_GET_TSC)
        open_clock(&clock, 2, 50, 512);
        expect("a time-stamp counter that is disabled is not used", 0, clock.tsc);
#endif
        open_clock(&clock, 0, 9999, 100000);
        expect("system's clock, not quite too coarse", 0, strcmp(clock.unit, "cycles"));
        open_clock(&clock, 1, 20000, 10000000);
        expect("a coarse time-stamp counter: its steps", 20000.0 * 500, (double)clock.least);
    }
    open_clock(&clock, 0, 10000, 100000);
    expect("system's clock, too coarse: nanoseconds", 0,
           strcmp(clock.unit, "ns") || !strstr(clock.how, "nanoseconds"));
    expect("system's clock, too coarse: no chain", 0, clock.links);
    open_clock(&clock, 0, 40000, 0);
    expect("system's clock, coarser: no longer than needed", 10000.0 * 500, (double)clock.least);
    sample.ticks = 77;
    sample.short_chain = 1;
    sample.long_chain = 1000;
    expect("nanoseconds are what the clock says", 77, cycles_of(&clock, &sample));
    expect("nanoseconds are trusted", 1, cycles_trusted(&clock, &sample));

    /* A counter that changes rarely: the smallest change is not 0, the overhead is. */
    memset(&clock, 0, sizeof clock);
    watched = &clock;
    tsc_works = tsc_allowed = 1;
    chain_rate = 0;
    each = 0;
    readings = 0;
    begin_script(0, 50, 0, 0, 0, 30); /* the second pair has no change, so it waits for one */
    each = 40;
    stands = 1;
    cycles_open(&clock);
    stands = 0;
    expect("overhead, of the shortest pair", 0, (double)clock.overhead);
    expect("least change, of the shortest that is one", CHAIN ? 30.0 * 500 : 0,
           CHAIN ? (double)clock.least : 0);

    /*
     * Samples: independent instructions, chain, code, chain, independent instructions; two readings
     * each.
     */
    memset(&clock, 0, sizeof clock);
    clock.tsc = 1;
    clock.links = 4;
    clock.overhead = 20;
    cycles_restart(&clock);
    expect("restarted", 1, clock.shortest == UINT64_MAX);
    begin_sample(320, 420, 7, 1020, 7, 5020, 7, 1120);
    runs = 0;
    cycles_time(&clock, run, &one, &sample);
    expect("sample: run once", 1, runs);
    expect("sample: ticks without overhead", 5000, (double)sample.ticks);
    expect("sample: short chain, before", 1000, (double)sample.short_chain);
    expect("sample: long chain, after", 1100, (double)sample.long_chain);
    expect("the shortest chain", 1000, (double)clock.shortest);
#if defined(NO_WAIT)
    expect("sample: what does not wait, the slower one", 400, (double)sample.narrow);
    expect("what does not wait, the faster one", 300, (double)clock.widest);
#endif
    begin_sample(500, 360, 7, 1220, 7, 15, 7, 1120);
    cycles_time(&clock, run, &one, &sample);
    expect("sample: short chain, after", 1100, (double)sample.short_chain);
    expect("sample: long chain, before", 1200, (double)sample.long_chain);
    expect("sample: less than the overhead is nothing", 0, (double)sample.ticks);
    expect("a longer chain is not the shortest", 1000, (double)clock.shortest);
#if defined(NO_WAIT)
    expect("sample: what does not wait, before", 480, (double)sample.narrow);
    expect("what does not wait, slower than before", 300, (double)clock.widest);
#endif
    begin_sample(520, 320, 7, 20, 7, 120, 7, 3);
    cycles_time(&clock, run, &one, &sample);
    expect("a chain takes a tick at least", 1, (double)sample.short_chain);

    begin_script(7, 120, 0, 0, 0, 0);
    runs = 0;
    expect("ticks, roughly", 120, (double)cycles_ticks(&clock, run, &one));
    expect("ticks, roughly: run once", 1, runs);

    /* Which samples are trusted, and which is better. */
    clock.shortest = 60000;
    clock.widest = 6400;
    sample.narrow = other.narrow = 0;
    sample.short_chain = 60000;
    sample.long_chain = 60300;
    expect("trusted: the chains differ by 0.5 %", 1, cycles_trusted(&clock, &sample));
    sample.long_chain = 60301;
    expect("not trusted: by more", 0, cycles_trusted(&clock, &sample));
    sample.short_chain = 67400;
    sample.long_chain = 67500;
    expect("trusted: both longer than the shortest by 1/8", 1, cycles_trusted(&clock, &sample));
    sample.long_chain = 67501;
    expect("not trusted: by more", 0, cycles_trusted(&clock, &sample));
    sample.short_chain = sample.long_chain = 60000;
    sample.narrow = 6800;
    expect("trusted: 1/16 slower without waiting", 1, cycles_trusted(&clock, &sample));
    sample.narrow = 6801;
    expect("not trusted: more", 0, cycles_trusted(&clock, &sample));
    sample.short_chain = sample.long_chain = 66000;
    sample.narrow = 7480;
    expect("trusted: so much slower by a slower clock", 1, cycles_trusted(&clock, &sample));
    sample.narrow = 7481;
    expect("not trusted: more", 0, cycles_trusted(&clock, &sample));
    sample.narrow = 0;
    clock.shortest = 10000;
    sample.ticks = 500;
    other.ticks = 400;
    sample.short_chain = other.short_chain = 10000;
    sample.long_chain = 10050;
    other.long_chain = 10051;
    expect("better: the trusted one, whatever it says", 1, cycles_better(&clock, &sample, &other));
    expect("not better: the other", 0, cycles_better(&clock, &other, &sample));
    other.long_chain = 10050;
    expect("both trusted: fewer ticks", 1, cycles_better(&clock, &other, &sample));
    expect("both trusted: more ticks", 0, cycles_better(&clock, &sample, &other));
    expect("both trusted: as many", 0, cycles_better(&clock, &sample, &sample));
    sample.ticks = 440;
    sample.short_chain = sample.long_chain = 11100;
    expect("both trusted: fewer cycles in more ticks", 1, cycles_better(&clock, &sample, &other));
    expect("both trusted: more cycles in fewer ticks", 0, cycles_better(&clock, &other, &sample));
    sample.short_chain = 10000;
    sample.long_chain = 10100;
    other.long_chain = 10200;
    expect("neither trusted: the shorter chain", 1, cycles_better(&clock, &sample, &other));
    expect("neither trusted: the longer chain", 0, cycles_better(&clock, &other, &sample));
    expect("neither trusted: as long", 0, cycles_better(&clock, &sample, &sample));

    /* Cycles: a chain of four links is 4096. */
    sample.ticks = 1000;
    sample.short_chain = 10220;
    sample.long_chain = 10260;
    expect("cycles, by the mean of its chains", 400.0, cycles_of(&clock, &sample));
    sample.short_chain = 20000;
    sample.long_chain = 30000;
    expect("cycles, not trusted: by its own shorter chain", 204.8, cycles_of(&clock, &sample));
    expect("cycles a tick", 0.4096, cycles_per_tick(&clock));

    /* The real chain: so many additions take at least their time, on any core below 20 GHz. */
    if (CHAIN && real_nanoseconds()) {
        uint64_t begin = real_nanoseconds();
        clock.links = 1u << 16;
        (void)chain_ticks(&clock);
        expect("the chain is as long as it says", 1,
               real_nanoseconds() - begin >= (uint64_t)clock.links * CYCLES_LINK / 20);
    }

    /* The system's clock. */
    counter = 3000000001u;
    each = 5;
    scripted = at = 0;
    expect("nanoseconds are the system's", 3000000006.0, (double)cycles_nanoseconds());
#if defined(CLOCK_MONOTONIC) && !defined(_WIN32)
    {
        struct timespec time;
        const uint64_t before = real_nanoseconds();
        clock_gettime(CLOCK_MONOTONIC, &time);
        counter = (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
        expect("the system's clock: seconds and nanoseconds", 1,
               before <= counter && counter <= real_nanoseconds());
    }
#endif
    return failed;
}
