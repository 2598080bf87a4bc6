/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/* Times short pieces of code in core cycles, or in nanoseconds if cycles cannot be counted. */
#ifndef CYCLES_H
#define CYCLES_H

#include <stdint.h>

/*
 * The counter that can be read (x86: time-stamp counter; elsewhere: nanoseconds of the
 * system's clock) does not count cycles of the core, whose clock comes and goes. Therefore a
 * chain of additions, each waiting for the one before it, one cycle each on every CPU of the
 * architecture, is timed right before and right after the code.
 *
 * The two chains of a sample say how many cycles a tick was then: the clock of a core may go up
 * and down all the time. On a busy machine a chain may be slowed down by what does not slow down
 * the code between, and two of them alike by accident. So a sample is trusted only if its chains
 * agree, and neither is far longer than the shortest that was seen.
 *
 * A busy sibling of the core (hyperthreading) takes half of its units, and does not slow down the
 * chain. So instructions that wait for nothing are timed as well, before and after: as many a cycle
 * as the core can.
 */
typedef struct cycles_clock {
    const char *unit;  /* "cycles" or "ns" */
    const char *how;   /* one line about the clock, for people */
    uint64_t overhead; /* ticks between two readings with nothing between them */
    uint64_t least;    /* ticks that an interval must last to be timed well */
    uint64_t shortest; /* ticks of a chain */
    /* ticks of as many instructions that do not wait for each other, at their fastest; 0: there
       are none */
    uint64_t widest;
    unsigned links; /* length of the chain, in 1024 cycles; 0 if there is none: ticks are ns */
    int tsc;        /* ticks are the time-stamp counter's */
} cycles_clock;

typedef struct cycles_sample {
    uint64_t ticks;       /* without the clock's overhead */
    uint64_t short_chain; /* ticks of the two chains */
    uint64_t long_chain;
    uint64_t narrow; /* ticks of the slower of the two runs without waiting */
} cycles_sample;

/* Find out what there is. Takes some milliseconds at most. */
void cycles_open(cycles_clock *clock);

/* Forget the shortest chain: the core's clock may have changed. */
void cycles_restart(cycles_clock *clock);

/* Time one call of run(argument), which should last clock->least ticks at least. */
void cycles_time(cycles_clock *clock, void (*run)(void *), void *argument, cycles_sample *sample);

/* Ticks that run(argument) takes, roughly. */
uint64_t cycles_ticks(const cycles_clock *clock, void (*run)(void *), void *argument);

/*
 * By all that is known by now: is it good, is it better than OTHER (one of the same code), what
 * does it say.
 */
int cycles_trusted(const cycles_clock *clock, const cycles_sample *sample);
int cycles_better(const cycles_clock *clock, const cycles_sample *sample,
                  const cycles_sample *other);
double cycles_of(const cycles_clock *clock, const cycles_sample *sample);

/* The most cycles of the core a tick, since cycles_restart. */
double cycles_per_tick(const cycles_clock *clock);

/* Nanoseconds since some moment; never goes back. 0: the process may not read the clock. */
uint64_t cycles_nanoseconds(void);

#endif
