/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * Included before each source of the utility (-include), so that it runs inside a target, with the
 * target's streams, files and memory: see run-util.c.
 */
#ifndef HOOKS_H
#define HOOKS_H

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

int fuzz_open(const char *name, int flags, ...);
int fuzz_stat(const char *name, struct stat *s);
FILE *fuzz_fopen(const char *name, const char *mode);
void *fuzz_malloc(size_t bytes);
void *fuzz_calloc(size_t count, size_t bytes);
char *fuzz_getenv(const char *name);
#if defined(__GNUC__)
__attribute__((format(printf, 1, 2)))
#endif
int fuzz_printf(const char *format, ...);
int fuzz_main(int argc, char **argv);
extern FILE *fuzz_stdin, *fuzz_stdout, *fuzz_stderr;

#if !defined(RUN_UTIL)
#undef stdin
#undef stdout
#undef stderr
#undef putchar
#undef puts
#undef printf
#define stdin fuzz_stdin
#define stdout fuzz_stdout
#define stderr fuzz_stderr
#define printf fuzz_printf
#define putchar(c) putc(c, fuzz_stdout)
#define puts(text) fprintf(fuzz_stdout, "%s\n", text)
/* These streams are in memory. */
#define setvbuf(stream, buffer, mode, bytes) ((void)(buffer), (void)(mode))
#define open(...) fuzz_open(__VA_ARGS__)
#define stat(name, s) fuzz_stat(name, s)
#define fopen fuzz_fopen
#define malloc fuzz_malloc
#define calloc fuzz_calloc
#define getenv fuzz_getenv
/* Names whose files never open (run-util.c): waiting does not help. */
#include "threads.h"
#undef PAUSE
#define PAUSE(milliseconds) ((void)0)
#define main fuzz_main
#endif

#endif
