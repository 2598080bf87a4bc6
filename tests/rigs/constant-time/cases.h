/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * Shared by constant-time.c and the cases of each extension, in its tests/constant-time.c. They
 * call each kernel, and all public calls with it, with secret data.
 */
#ifndef CONSTANT_TIME_CASES_H
#define CONSTANT_TIME_CASES_H

#include "test.h"
#include "util/support.h"

#if defined(__has_include)
#if __has_include(<valgrind/memcheck.h>)
#define MEMCHECK 1
#include <valgrind/memcheck.h>

/* Secret: undefined for valgrind until it is made public again. */
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

/* The input of calls; all of it is secret between inputs_secret() and inputs_public(). */
enum { LONGEST = 700 };
typedef struct constant_time_inputs {
    unsigned char message[LONGEST], key[64], salt[16];
} constant_time_inputs;
extern constant_time_inputs inputs;
void inputs_secret(void);
void inputs_public(void);

/* Makes a result public, and checks that it is right. */
void constant_time_expect(unsigned char *found, const unsigned char *expected, size_t bytes,
                          const char *what, size_t n);

/*
 * A test of this kernel, or of none (NULL): no branch and no address in RUN may depend on secrets.
 * Skipped if valgrind's CPU lacks features that the kernel needs.
 */
void constant_time_check(const char *name, const struct kernel *kernel,
                         void (*run)(const struct kernel *kernel));

/* Defined by an extension: checks all of its kernels. */
#define CONSTANT_TIME_CASES(extension) \
    void constant_time_##extension(void); \
    void constant_time_##extension(void)

#endif
