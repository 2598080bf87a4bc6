/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/* What secrets.c and the calls of other libraries share. */
#ifndef SECRETS_H
#define SECRETS_H

#include <stddef.h>
#include <stdlib.h> /* whose C library it is */

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(memory_sanitizer) || \
    __has_feature(thread_sanitizer)
#define INSTRUMENTED 1
#endif
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define INSTRUMENTED 1
#endif

/*
 * Each call needs a stack of its own, as glibc gives them. What is promised, the frames' sizes
 * above all, is so for x86, ARM and 64-bit RISC-V.
 */
#if defined(__GLIBC__) && defined(__GNUC__) && !defined(INSTRUMENTED) && \
    (defined(__x86_64__) || defined(__i386__) || defined(__aarch64__) || defined(__arm__) || \
     (defined(__riscv) && __riscv_xlen == 64))
#define SECRETS_LOOKS 1
#endif

/* These bytes must not be found after the call. */
void secret(const void *p, size_t bytes);

typedef struct secret_call {
    const char *name;      /* NULL ends a table */
    void (*prepare)(void); /* says what is secret */
    int (*call)(void);     /* 0 if all went well */
} secret_call;

/* What a call is given, for the process that makes it as its first. */
typedef struct secret_data {
    void *at; /* NULL ends a table */
    size_t bytes;
} secret_data;

/*
 * A family: its calls, their arguments, and a function that turns pointers in these into pointers
 * of this process. Another returns the name of kernel number ROW, and selects it if USE: "" if this
 * CPU cannot run it, NULL if there are no more.
 */
typedef struct secret_family {
    const secret_call *calls;
    const secret_data *data;
    void (*point)(void);
    const char *(*named)(unsigned row, int use);
} secret_family;
extern const secret_family secret_family_256, secret_family_512;

/* "named" of any family. */
struct dispatch;
const char *secret_named(const struct dispatch *d, unsigned row, int use);

/*
 * The choice of libblake's kernel number ROW, of one message, then of several: its name; "" if this
 * CPU cannot run it; NULL if there are no more, and then the automatic choice is in use.
 */
const char *secret_kernel_256(unsigned row);
const char *secret_kernel_512(unsigned row);

#endif
