/* What bench, fuzz and list share: options, output, random numbers. */
#ifndef SUPPORT_H
#define SUPPORT_H

#include <stdint.h>
#include <stdio.h>

#include "util.h"

/* The options of a command. Set argc and argv to the command's own and the rest to 0. */
typedef struct util_options {
    int argc;
    char **argv;
    int at;            /* 0 before the first */
    const char *value; /* of the option that was read last */
} util_options;

#define UTIL_OPTIONS_END (-1)
#define UTIL_OPTIONS_BAD (-2)

/*
 * Read the next option: its place in NAMES, which a NULL ends. A name that ends with '=' takes
 * a value, given as --name=value or --name value. UTIL_OPTIONS_END after the last;
 * UTIL_OPTIONS_BAD, with a message on stderr, for anything else.
 */
int util_option(util_options *options, const char *const names[]);

/* "blake2b-util COMMAND: WHAT 'TEXT'" on stderr; returns 2, the exit code for bad usage. */
int util_bad_usage(const char *command, const char *what, const char *text);

/* 0 if TEXT is no number from LEAST to MOST (decimal, or hexadecimal with 0x). */
int util_number(const char *text, uint64_t least, uint64_t most, uint64_t *number);

/* 0 if TEXT is no time in seconds above 0. */
int util_seconds(const char *text, double *seconds);

/* The implementation NAME, if this CPU can run it; otherwise NULL, with a message on stderr. */
const blake2b_backend *util_backend_to_run(const char *command, const char *name);

/* Write out all of stdout: the exit code, 0, or 1 with a message on stderr. COMMAND may be NULL. */
int util_flush(const char *command);

/*
 * Arguments and file names are UTF-8 on Windows too: there main calls util_arguments for the
 * command line as such, and all files are opened by util_open, to be read. Elsewhere names are
 * what they are. util_arguments returns ARGV where it cannot do better.
 */
char **util_arguments(int *argc, char **argv);
FILE *util_open(const char *name);

/* Non-zero if stderr is a terminal: somebody looks on. */
int util_terminal(void);

/* The CPU's family, for people. */
const char *util_family(void);

/*
 * Pseudo-random numbers, splitmix64 (Steele, Lea, Flood: Fast splittable pseudorandom number
 * generators, 2014): a counter with a large odd step, whose bits are then mixed. The same on
 * every machine.
 */
typedef uint64_t util_random;
uint64_t util_mix(uint64_t x);
uint64_t util_next(util_random *random);
uint64_t util_below(util_random *random, uint64_t limit); /* 0 to limit - 1 */
void util_fill(util_random *random, unsigned char *p, size_t bytes);

/* A seed nobody chose, from the operating system, or from the time where it gives none. */
uint64_t util_seed(void);

#endif
