/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/* What secrets.c and the calls of other libraries share. */
#ifndef SECRETS_H
#define SECRETS_H

#include <stddef.h>

/* These bytes must not be found after the call. */
void secret(const void *p, size_t bytes);

typedef struct secret_call {
    const char *name; /* NULL ends a table */
    void (*prepare)(void); /* says what is secret */
    int (*call)(void); /* 0 if all went well */
} secret_call;

/* libblake's, and the choice of its kernel number ROW, of one message, then of several: its name; "" if this CPU cannot
   run it; NULL if there are no more, and then the automatic choice is in use. */
extern const secret_call secret_calls_256[], secret_calls_512[];
const char *secret_kernel_256(unsigned row);
const char *secret_kernel_512(unsigned row);

#endif
