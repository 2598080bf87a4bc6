/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
#pragma once
#include <stddef.h>
typedef struct _iobuf FILE;
FILE *__iob_func(void);
#define stdin (__iob_func() + 0)
#define stdout (__iob_func() + 1)
#define stderr (__iob_func() + 2)
struct _iobuf {
    int x;
};
#define EOF (-1)
#define BUFSIZ 512
#define _IOFBF 0x0000
#define _IOLBF 0x0040
#define _IONBF 0x0004
#define SEEK_SET 0
#define SEEK_END 2
/* no snprintf, and none of the lengths j, t, z in formats */
int printf(const char *, ...);
int fprintf(FILE *, const char *, ...);
int sprintf(char *, const char *, ...);
int _snprintf(char *, size_t, const char *, ...);
int fputs(const char *, FILE *);
int fputc(int, FILE *);
int putc(int, FILE *);
int putchar(int);
int puts(const char *);
int fgetc(FILE *);
int getc(FILE *);
int ungetc(int, FILE *);
char *fgets(char *, int, FILE *);
size_t fread(void *, size_t, size_t, FILE *);
size_t fwrite(const void *, size_t, size_t, FILE *);
FILE *fopen(const char *, const char *);
FILE *_wfopen(const unsigned short *, const unsigned short *);
int _wremove(const unsigned short *);
int fclose(FILE *);
int fflush(FILE *);
int ferror(FILE *);
int feof(FILE *);
void clearerr(FILE *);
int setvbuf(FILE *, char *, int, size_t);
int _fileno(FILE *);
int _fseeki64(FILE *, long long, int);
