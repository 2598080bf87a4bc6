/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/* Times short pieces of code in core cycles, or in nanoseconds if cycles cannot be counted. */
#ifndef CYCLES_H
#define CYCLES_H

#include <stdint.h>

/*
 * Neither counter (x86: the time-stamp counter; elsewhere: nanoseconds of the system's clock)
 * counts core cycles, as the clock of a core varies. So a chain of dependent additions is timed
 * right before and right after the code. Each addition takes one cycle on every CPU of the
 * architecture.
 *
 * The two chains of a sample give the cycles per tick at that time. On a busy machine an interrupt
 * may slow down a chain but not the code, and by chance both chains alike. So a sample is trusted
 * only if its chains agree, and neither is much longer than the shortest chain seen.
 *
 * A busy sibling thread (hyperthreading) takes half of the execution units, which does not slow
 * down the chain. So independent instructions, as many per cycle as the core can execute, are also
 * timed before and after.
 */
typedef struct cycles_clock {
    const char *unit;  /* "cycles" or "ns" */
    const char *how;   /* one line about the clock, for the user */
    uint64_t overhead; /* ticks between two readings with nothing between them */
    uint64_t least;    /* shortest interval, in ticks, that can be timed well */
    uint64_t shortest; /* ticks of the shortest chain */
    /* ticks of as many independent instructions, at their fastest; 0: there are none */
    uint64_t widest;
    unsigned links; /* length of the chain, in 1024 cycles; 0 if there is none: then ticks are ns */
    int tsc;        /* ticks are those of the time-stamp counter */
} cycles_clock;

typedef struct cycles_sample {
    uint64_t ticks;       /* without the clock's overhead */
    uint64_t short_chain; /* ticks of the two chains */
    uint64_t long_chain;
    uint64_t narrow; /* ticks of the slower run of independent instructions */
} cycles_sample;

/* Selects a counter and calibrates it, in at most some milliseconds. */
void cycles_open(cycles_clock *clock);

/* Forgets the shortest chain: the clock of the core may have changed. */
void cycles_restart(cycles_clock *clock);

/* Times one call of run(argument), which should last at least clock->least ticks. */
void cycles_time(cycles_clock *clock, void (*run)(void *), void *argument, cycles_sample *sample);

/* Ticks that run(argument) takes, roughly. */
uint64_t cycles_ticks(const cycles_clock *clock, void (*run)(void *), void *argument);

/*
 * From all samples so far: whether SAMPLE is trusted; whether it is better than OTHER, a sample of
 * the same code; its result in the clock's unit.
 */
int cycles_trusted(const cycles_clock *clock, const cycles_sample *sample);
int cycles_better(const cycles_clock *clock, const cycles_sample *sample,
                  const cycles_sample *other);
double cycles_of(const cycles_clock *clock, const cycles_sample *sample);

/* The most core cycles per tick since cycles_restart. */
double cycles_per_tick(const cycles_clock *clock);

/* Nanoseconds since an arbitrary time; never goes back. 0: the process may not read the clock. */
uint64_t cycles_nanoseconds(void);

#endif
