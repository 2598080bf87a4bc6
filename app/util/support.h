/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/* Shared by the commands: numbers, output, files, random numbers. */
#ifndef SUPPORT_H
#define SUPPORT_H

#include <stdint.h>
#include <stdio.h>

#include "options.h"
#include "util.h"

/* 0 if TEXT is no number from LEAST to MOST (decimal, or hexadecimal with 0x). */
int util_number(const char *text, uint64_t least, uint64_t most, uint64_t *number);

/* 0 if TEXT is no time in seconds above 0. */
int util_seconds(const char *text, double *seconds);

/* Write out all of stdout: the exit code, 0, or 1 with a message on stderr. COMMAND may be NULL. */
int util_flush(const char *command);

/* Non-zero if NAME has nothing that a terminal may obey, besides the characters OTHERS. */
int util_printable(const char *name, const char *others);

/* NAME, quoted as ls does for a shell, 'a'$'\033''b', if a terminal may obey anything in it. */
void util_print_name(FILE *f, const char *name);

/*
 * Open what is closed of descriptors 0 to 2, so that no file becomes standard input or output;
 * reading and writing them fails all the same. Returns 0 if that cannot be done.
 */
int util_descriptors(void);

/*
 * Arguments and file names are UTF-8 on Windows too: there main calls util_arguments for the
 * command line as such, and files are known by the functions below. Elsewhere names are
 * what they are. util_arguments returns ARGV where it cannot do better.
 */
char **util_arguments(int *argc, char **argv);

/*
 * Files, to be read, in binary; as open, read and close, but that "-" is standard input, which
 * stays open.
 */
int util_open(const char *name);
long util_read(int fd, void *p, size_t bytes);
void util_close(int fd);

/* Non-zero if there is a clock; else COMMAND says so on standard error. */
int util_clock(const char *command);

/* Non-zero if it is standard input by some name, unless that is a plain file by its own name. */
int util_stdin(const char *name);

/*
 * Non-zero if it is a plain file, which keeps nobody waiting; then *BYTES, if not NULL, is its
 * length.
 */
int util_regular(const char *name, uint64_t *bytes);

/*
 * A file to be written, in place of any that is called so, but never through a link; NULL with
 * errno set.
 */
FILE *util_create(const char *name);

/* FROM is called TO from now on, whatever was; 0 with errno set if that cannot be done. */
int util_rename(const char *from, const char *to);
void util_remove(const char *name);

/* Non-zero if there is anything of that name. */
int util_exists(const char *name);

/* Non-zero if F is a terminal: somebody looks on. */
int util_terminal(FILE *f);

/* The CPU's family, for people. */
const char *util_cpu(void);

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

/* A random seed, from the operating system, or from the time where it gives none. */
uint64_t util_seed(void);

#endif
