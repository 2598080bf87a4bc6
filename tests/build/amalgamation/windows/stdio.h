/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/* See string.h. The streams are those of msvcrt.dll. */
#ifndef WINDOWS_STDIO_H
#define WINDOWS_STDIO_H
#include <stddef.h>
typedef struct {
    void *opaque[6];
} FILE;
FILE *__cdecl __iob_func(void);
#define stdout (__iob_func() + 1)
#define stderr (__iob_func() + 2)
int printf(const char *format, ...);
int fprintf(FILE *file, const char *format, ...);
int fputs(const char *text, FILE *file);
int fflush(FILE *file);
int putchar(int c);
int puts(const char *text);
#endif
