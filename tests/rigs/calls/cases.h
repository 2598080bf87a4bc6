/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * Shared by calls.c and the calls of each extension: app/extensions/NAME/tests/calls.c defines a
 * calls_cases with all public calls of its library.
 */
#ifndef CALLS_CASES_H
#define CALLS_CASES_H

#include "test.h"

/* Input of the calls: messages, keys and salts. */
enum { CALLS_MESSAGE = 2048, CALLS_MOST_JOBS = 20, CALLS_KEY = 32 };
extern unsigned char calls_message[CALLS_MESSAGE], calls_key[64];

/* The variants of a call: the number of jobs, and the kind of messages. */
enum { CALLS_LONG, CALLS_SHORT, CALLS_KEYED, CALLS_KINDS };
extern size_t calls_count;
extern int calls_kind;
size_t calls_length(void);
/* Lengths of all sizes, or at most one block together with what the state holds. */
size_t calls_job_length(size_t j);

/* The kernels that a call uses, single-message and multi-message. */
typedef struct calls_kernels {
    const struct kernel *alone, *several;
    int (*select)(const char *name);
    void (*use_rows)(unsigned long rows); /* multi-message kernels: util_rows */
    void (*use_references)(void);
} calls_kernels;

typedef struct calls_call {
    const char *name;
    void (*run)(void);
    int many;    /* with one job, two, and twenty */
    int kernels; /* index in the library's kernels */
} calls_call;

typedef struct calls_cases {
    const calls_call *calls;
    size_t number;
    const calls_kernels *kernels;
    size_t kernels_number;
    /* All that calls read and write: as prepare() leaves it, and after the call. */
    unsigned char *prepared, *used;
    size_t bytes;
    void (*prepare)(void);
} calls_cases;

/* The first calls_count jobs, of a library's TYPE; their digests go to used.out. */
#define CALLS_JOBS(type) \
    static const type *jobs(void) { \
        static type all[CALLS_MOST_JOBS]; \
        size_t j; \
        for (j = 0; j < calls_count; j++) { \
            all[j].in = calls_message + j; \
            all[j].inlen = calls_job_length(j); \
            all[j].hash = used.out[j]; \
        } \
        return all; \
    }

/* An extension's cases, from its calls, kernels, prepared, used, and prepare(). */
#define CALLS_CASES(extension) \
    extern const calls_cases calls_##extension; \
    const calls_cases calls_##extension = {calls, \
                                           sizeof calls / sizeof calls[0], \
                                           kernels, \
                                           sizeof kernels / sizeof kernels[0], \
                                           (unsigned char *)&prepared, \
                                           (unsigned char *)&used, \
                                           sizeof used, \
                                           prepare}

#define CALLS_CALL(name, statement) \
    static void run_##name(void) { \
        statement; \
    }

#endif
