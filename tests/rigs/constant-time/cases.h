/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * What constant-time.c shares with the cases of each extension, in its tests/constant-time.c. They
 * call each kernel, and all public calls with it, on what is secret.
 */
#ifndef CONSTANT_TIME_CASES_H
#define CONSTANT_TIME_CASES_H

#include "test.h"
#include "util/support.h"

#if defined(__has_include)
#if __has_include(<valgrind/memcheck.h>)
#define MEMCHECK 1
#include <valgrind/memcheck.h>

/* Secret: undefined for valgrind, until it is public again. */
static inline void secret(void *p, size_t bytes) {
    (void)VALGRIND_MAKE_MEM_UNDEFINED(p, bytes);
}

static inline void public(void *p, size_t bytes) {
    (void)VALGRIND_MAKE_MEM_DEFINED(p, bytes);
}

/* Non-zero if none of it depends on a secret. */
static inline int is_public(const void *p, size_t bytes) {
    return !VALGRIND_CHECK_MEM_IS_DEFINED(p, bytes);
}
#endif
#endif

/* What is secret in calls: all of it, from inputs_secret() to inputs_public(). */
enum { LONGEST = 700 };
typedef struct constant_time_inputs {
    unsigned char message[LONGEST], key[64], salt[16];
} constant_time_inputs;
extern constant_time_inputs inputs;
void inputs_secret(void);
void inputs_public(void);

/* What was computed in secret is what is right; it is public from now on. */
void constant_time_expect(unsigned char *found, const unsigned char *expected, size_t bytes,
                          const char *what, size_t n);

/* A test of this kernel, or of none (NULL): nothing that RUN calls makes a branch or an address
   depend on secrets. It is skipped if valgrind does not offer what the kernel needs. */
void constant_time_check(const char *name, const struct kernel *kernel,
                         void (*run)(const struct kernel *kernel));

/* Of an extension: checks all of its kernels. */
#define CONSTANT_TIME_CASES(extension) \
    void constant_time_##extension(void); \
    void constant_time_##extension(void)

#endif
