/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/* Shared by the commands: numbers, output, files, random numbers. */
#ifndef SUPPORT_H
#define SUPPORT_H

#include <stdint.h>
#include <stdio.h>

#include "options.h"
#include "util.h"

/* Returns 0 if TEXT is not a number from LEAST to MOST (decimal, or hexadecimal with 0x). */
int util_number(const char *text, uint64_t least, uint64_t most, uint64_t *number);

/* Returns 0 if TEXT is not a time in seconds above 0. */
int util_seconds(const char *text, double *seconds);

/* Flushes stdout. Returns the exit code: 0, or 1 after a message. COMMAND may be NULL. */
int util_flush(const char *command);

/*
 * Non-zero if a terminal interprets nothing in NAME as a command, apart from the characters OTHERS.
 */
int util_printable(const char *name, const char *others);

/* Prints NAME; quoted for a shell as by ls, 'a'$'\033''b', if a terminal may interpret it. */
void util_print_name(FILE *f, const char *name);

/*
 * Opens those of descriptors 0 to 2 that are closed, so that no file becomes standard input or
 * output. Reading and writing them still fails. Returns 0 on failure.
 */
int util_descriptors(void);

/*
 * On Windows, too, arguments and file names are UTF-8. There main calls util_arguments to convert
 * the command line, and the functions below convert file names. On other systems names are not
 * converted. util_arguments returns ARGV if it fails.
 */
char **util_arguments(int *argc, char **argv);

/*
 * Files to be read, in binary: like open, read and close, but "-" is standard input, which stays
 * open.
 */
int util_open(const char *name);
long util_read(int fd, void *p, size_t bytes);
void util_close(int fd);

/* Non-zero if there is a clock; else prints a message. */
int util_clock(const char *command);

/* Non-zero if NAME is standard input by some name, except a regular file by its own name. */
int util_stdin(const char *name);

/* Non-zero if it is a regular file, which never blocks. *BYTES, if not NULL, gets its length. */
int util_regular(const char *name, uint64_t *bytes);

/*
 * Opens a regular file: *REGULAR is then 1, and *BYTES its length. Else *REGULAR is 0, and the
 * result UTIL_LATER: util_open may block, or finds an error. With EARLY, Linux needs no stat, but
 * may return a FIFO without its writer, which util_await waits for.
 */
#define UTIL_LATER (-2)
int util_open_now(const char *name, int early, int *regular, uint64_t *bytes);
void util_await(int fd);

/*
 * Creates a file for writing and replaces an existing one, but never follows a link. NULL with
 * errno set on failure.
 */
FILE *util_create(const char *name);

/* Renames FROM to TO and replaces an existing file; 0 with errno set on failure. */
int util_rename(const char *from, const char *to);
void util_remove(const char *name);

/* Non-zero if the name exists. */
int util_exists(const char *name);

/* Non-zero if F is a terminal. */
int util_terminal(FILE *f);

/* Its width in columns; 0 if that is unknown. */
unsigned util_columns(FILE *f);

/* The CPU's family, for the user. */
const char *util_cpu(void);

/*
 * Pseudo-random numbers, splitmix64 (Steele, Lea, Flood: Fast splittable pseudorandom number
 * generators, 2014): a counter with a large odd step, whose bits are mixed. The same on every
 * machine.
 */
typedef uint64_t util_random;
uint64_t util_mix(uint64_t x);
uint64_t util_next(util_random *random);
uint64_t util_below(util_random *random, uint64_t limit); /* 0 to limit - 1 */
void util_fill(util_random *random, unsigned char *p, size_t bytes);

/* A random seed from the operating system, or from the time if that fails. */
uint64_t util_seed(void);

#endif
