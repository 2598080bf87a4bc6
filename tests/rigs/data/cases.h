/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * Shared by data.c and the readers of each extension: app/extensions/NAME/tests/data.c defines its
 * families, data_NAME, ended by NULL.
 */
#ifndef DATA_CASES_H
#define DATA_CASES_H

#include "test.h"

enum { DATA_LONGEST = (1 << 20) + 256 };
extern const char *data_file; /* the one being read */
extern unsigned char data_message[DATA_LONGEST];

/* A field of the current line: what follows "NAME":, or NULL; whether it is VALUE; as a number. */
const char *data_field(const char *name);
int data_is(const char *name, const char *value);
unsigned long data_number(const char *name);
/* Converts hexadecimal digits to bytes; returns how many. */
size_t data_bytes(const char *name, unsigned char *p, size_t most);
/* Reads the message into data_message; returns its length. */
size_t data_read_message(void);

/*
 * A file, and the function that writes the library's digest for a line to OUT and returns the
 * library's code.
 */
typedef struct data_reader {
    const char *name; /* NULL ends a table */
    int (*run)(unsigned char *out, size_t length);
} data_reader;

typedef struct data_family {
    const char *prefix; /* prefix of a kernel's name in names of tests */
    const struct kernel *kernels;
    const struct dispatch *dispatch;
    const data_reader *files;
} data_family;

/* An extension's families. */
#define DATA_CASES(extension) \
    extern const data_family *const data_##extension[]; \
    const data_family *const data_##extension[]

#endif
