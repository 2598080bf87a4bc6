/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * Shared by lengths.c and the calls of each extension: app/extensions/NAME/tests/lengths.c defines
 * a lengths_cases of its library's calls.
 */
#ifndef LENGTHS_CASES_H
#define LENGTHS_CASES_H

#include "child.h"

/* A call with one length, which may be invalid. Its other arguments are valid. */
typedef struct lengths_call {
    const char *name;
    int (*run)(const void *p, size_t n);
    size_t size; /* of the elements that N counts; 0: N is the bytes of a job, after
                    lengths_jobs_before others */
} lengths_call;
#define LENGTHS_CALL(name, parameters, call) \
    static int name parameters { \
        return call; \
    }
#define LENGTHS_BYTES(name) {#name, name, 1},
#define LENGTHS_OF_JOBS(name) {#name, name, 0},

/* A call that accepts exactly one length. */
typedef struct lengths_exact {
    const char *name;
    int (*run)(const void *p, size_t n);
    size_t length;
} lengths_exact;

/* A call without a result, which aborts. */
#define LENGTHS_ABORTS(call, ...) \
    CHILD_ABORTS(call, "memory that ends beyond the address space", __VA_ARGS__)

typedef struct lengths_cases {
    int error; /* what each call returns */
    const lengths_call *calls;
    size_t calls_number;
    const lengths_exact *exact;
    size_t exact_number;
    void (*misuses)(void);
    void (*prepare)(void); /* initializes states for the calls */
    int (*same)(void);     /* non-zero if all states and digests are as prepare() left them */
} lengths_cases;

/* The invalid job comes after this many valid ones, which must not be executed. */
enum { LENGTHS_JOBS = 20 };
extern size_t lengths_jobs_before;
extern const unsigned char lengths_byte[1];
static const size_t lengths_most = (size_t)-1;

/* Jobs of a library's TYPE, with digests in OUT: the last one is N bytes at IN. */
#define LENGTHS_JOBS_OF(type) \
    static const type *jobs(const void *in, size_t n) { \
        static type all[LENGTHS_JOBS]; \
        size_t i; \
        for (i = 0; i <= lengths_jobs_before; i++) { \
            all[i].in = i < lengths_jobs_before ? lengths_byte : in; \
            all[i].inlen = i < lengths_jobs_before ? 1 : n; \
            all[i].hash = out; \
        } \
        return all; \
    }

/* An extension's cases, from its calls, exact, misuses, prepare() and same(). */
#define LENGTHS_CASES(extension, error) \
    extern const lengths_cases lengths_##extension; \
    const lengths_cases lengths_##extension = {error, \
                                               calls, \
                                               sizeof calls / sizeof calls[0], \
                                               exact, \
                                               sizeof exact / sizeof exact[0], \
                                               misuses, \
                                               prepare, \
                                               same}

#endif
