/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * What secrets.c and the calls of each extension share: app/extensions/NAME/tests/secrets.c has its
 * families, secrets_NAME, ended by NULL.
 */
#ifndef SECRETS_CASES_H
#define SECRETS_CASES_H

#include <stddef.h>
#include <stdlib.h> /* whose C library it is */

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

/* Kernels that only a call of this kind uses. All calls use those of one message. */
enum { SECRETS_ALONE, SECRETS_SEVERAL, SECRETS_ROUNDS };
typedef struct secrets_call {
    const char *name;      /* NULL ends a table */
    void (*prepare)(void); /* says what is secret */
    int (*call)(void);     /* 0 if all went well */
    int kernels;
} secrets_call;

/* What a call is given, for the process that makes it as its first. */
typedef struct secrets_data {
    void *at; /* NULL ends a table */
    size_t bytes;
} secrets_data;

enum { SECRETS_TEXT = 120 };
typedef struct secrets_family {
    const char *title, *prefix;   /* in names of tests, and there before a kernel's */
    const struct kernel *kernels; /* of one message, and the references */
    const struct dispatch *dispatch;
    const struct dispatch_lanes *lanes;
    const struct dispatch *rounds; /* which follows the other one; NULL: there are none */
    const secrets_call *calls;
    void (*input)(void);                       /* chooses what calls are given, before prepare() */
    void (*describe)(char text[SECRETS_TEXT]); /* says what that is */
    const secrets_data *data;
    void (*point)(void); /* turns pointers in it into pointers of this process */
} secrets_family;

/* An extension's families. */
#define SECRETS_CASES(extension) \
    extern const secrets_family *const secrets_##extension[]; \
    const secrets_family *const secrets_##extension[]

#endif
