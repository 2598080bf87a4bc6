/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/* Hashes many files, for the command sum: on several threads, short ones together. */
#ifndef FILES_H
#define FILES_H

#include "family.h"

typedef enum files_result { FILES_HASHED, FILES_UNREADABLE, FILES_OTHER } files_result;
typedef enum files_answer { FILES_JOB, FILES_LATER, FILES_END, FILES_NO_MEMORY } files_answer;

typedef struct files_job {
    const char *name; /* "-" is standard input */
    const util_hash *hash;
    size_t length;
    unsigned char *digest; /* receives LENGTH bytes */
    void *memory;          /* freed when the job is done; may be NULL */
    size_t bytes;          /* of it */
    files_result result;   /* OTHER: not to be hashed, the caller's business */
    int error;             /* errno, if UNREADABLE */
    /* the caller's own */
    const unsigned char *expected;
    unsigned long line;
    /* files.c's */
    uint64_t number;
    int done;
} files_job;

/*
 * The functions are called from any thread, but each by one thread at a time. The jobs that are
 * held at once are bounded in number, and in memory but for the last of them.
 */
typedef struct files_plan {
    const util_params *params; /* with the key, but no digest length */
    unsigned long threads;     /* up to so many; 0: as many as there are CPUs for us */
    void *context;             /* for all of them */

    /*
     * The next JOB, which is all zeros before. LATER: it would have to be waited for, and WAIT is
     * 0. After NO_MEMORY it may be asked for again.
     */
    files_answer (*next)(void *context, files_job *job, int wait);

    /* For each job, in their order, as soon as it and all before it are ready. */
    void (*done)(void *context, const files_job *job);

    /* Now and then, never during DONE: BYTES were hashed until now. May be NULL. */
    void (*progress)(void *context, uint64_t bytes);
} files_plan;

/*
 * Hash the files. A pipe or a terminal may keep us waiting. It is opened only when all files
 * before it are done: it then delays no other file, and is read in its order. Returns 0 if there is
 * no memory.
 */
int files_hash(const files_plan *plan);

#endif
