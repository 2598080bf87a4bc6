/* Times short pieces of code in cycles of the core, or in nanoseconds where that cannot be had. */
#ifndef CYCLES_H
#define CYCLES_H

#include <stdint.h>

/*
 * The counter that can be read (x86: time-stamp counter; elsewhere: nanoseconds of the
 * system's clock) does not count cycles of the core, whose clock comes and goes. Therefore a
 * chain of additions, each waiting for the one before it, one cycle each on every CPU of the
 * architecture, is timed right before and right after the code: it tells how many cycles a
 * tick was just then.
 */
typedef struct cycles_clock {
    const char *unit;  /* "cycles" or "ns" */
    const char *how;   /* one line about the clock, for people */
    uint64_t overhead; /* ticks between two readings with nothing between them */
    uint64_t least;    /* ticks that an interval must last to be timed well */
    unsigned links;    /* length of the chain, in 1024 cycles; 0 if there is none: ticks are ns */
    int tsc;           /* ticks are the time-stamp counter's */
} cycles_clock;

/* Find out what there is. Takes some milliseconds at most. */
void cycles_open(cycles_clock *clock);

/*
 * Time one call of run(argument), which should last clock->least ticks at least. Returns
 * cycles or nanoseconds, without the overhead of the clock. *DOUBT is how far the two chains
 * around it disagree, as a fraction: if it is large then the thread was interrupted or the
 * core changed its clock, and the result is worth little.
 */
double cycles_time(const cycles_clock *clock, void (*run)(void *), void *argument, double *doubt);

/* Ticks that run(argument) takes, roughly. */
uint64_t cycles_ticks(const cycles_clock *clock, void (*run)(void *), void *argument);

/* Nanoseconds since some moment; never goes back. */
uint64_t cycles_nanoseconds(void);

#endif
