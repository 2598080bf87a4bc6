/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * Shared by secrets.c and the calls of each extension: app/extensions/NAME/tests/secrets.c defines
 * its families, secrets_NAME, ended by NULL.
 */
#ifndef SECRETS_CASES_H
#define SECRETS_CASES_H

#include <stddef.h>
#include <stdlib.h> /* defines the macros that identify the C library */

#include "driver/dispatch.h"

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
 * Each call needs its own stack, as with glibc. The guarantee, in particular the sizes of frames,
 * holds for x86, ARM and 64-bit RISC-V.
 */
#if defined(__GLIBC__) && defined(__GNUC__) && !defined(INSTRUMENTED) && \
    (defined(__x86_64__) || defined(__i386__) || defined(__aarch64__) || defined(__arm__) || \
     (defined(__riscv) && __riscv_xlen == 64))
#define SECRETS_LOOKS 1
#endif

/* These bytes must not be found after the call. */
void secret(const void *p, size_t bytes);

/* Kernels that only calls of this kind use. All calls use single-message kernels. */
enum { SECRETS_ALONE, SECRETS_SEVERAL, SECRETS_ROUNDS };
typedef struct secrets_call {
    const char *name;      /* NULL ends a table */
    void (*prepare)(void); /* registers the secrets */
    int (*call)(void);     /* returns 0 on success */
    int kernels;
} secrets_call;

#define SECRETS_CALL(name, result) \
    static int call_##name(void) { \
        return result; \
    }

/* Memory that a call uses, to be copied to the process that makes it as its first call. */
typedef struct secrets_data {
    void *at; /* NULL ends a table */
    size_t bytes;
} secrets_data;
#define SECRETS_OF(object) \
    { &(object), sizeof(object) }

enum { SECRETS_TEXT = 120 };
typedef struct secrets_family {
    const char *title, *prefix;   /* in names of tests: the title, and the prefix of kernels */
    const struct kernel *kernels; /* single-message kernels, and the references */
    const struct dispatch *dispatch;
    const struct dispatch_lanes *lanes, *shorts; /* and that of short messages, or NULL */
    const struct dispatch *rounds; /* which follows that choice; NULL: there are none */
    const secrets_call *calls;
    void (*input)(void);                       /* chooses the input of calls, before prepare() */
    void (*describe)(char text[SECRETS_TEXT]); /* describes the input */
    const secrets_data *data;
    void (*point)(void); /* relocates pointers in the data to this process */
} secrets_family;

/* An extension's families. */
#define SECRETS_CASES(extension) \
    extern const secrets_family *const secrets_##extension[]; \
    const secrets_family *const secrets_##extension[]

#endif
