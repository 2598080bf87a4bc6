/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/* Hashes many files for the command sum: on several threads, and short files together. */
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
    size_t bytes;          /* of MEMORY */
    files_result result;   /* OTHER: nothing to hash, reported by the caller */
    int error;             /* errno, if UNREADABLE */
    /* for the caller */
    const unsigned char *expected;
    unsigned long line;
    /* for files.c */
    uint64_t number;
    int done;
    unsigned slow; /* 1: it may take long */
} files_job;

/*
 * The functions are called from any thread, but each by one thread at a time. The number of jobs in
 * progress is bounded, and so is their memory, not counting the last job.
 */
typedef struct files_plan {
    const util_params *params; /* with the key, but no digest length */
    unsigned long threads;     /* maximum; 0: the number of CPUs that this process can use */
    void *context;             /* passed to all functions */

    /*
     * Fills the next JOB, which is zeroed before. Returns LATER if it would have to wait for input
     * and WAIT is 0. May be called again after NO_MEMORY.
     */
    files_answer (*next)(void *context, files_job *job, int wait);

    /* Called for each job in order, as soon as it and all before it are done. */
    void (*done)(void *context, const files_job *job);

    /*
     * Called after DONE, never during it, when the next result may take long: sends what DONE has
     * buffered.
     */
    void (*send)(void *context);

    /* Called now and then, never during DONE: BYTES is the total hashed. May be NULL. */
    void (*progress)(void *context, uint64_t bytes);
} files_plan;

/*
 * Hashes the files. A pipe or a terminal may block. It is opened only when all files before it are
 * done, so it delays no other file and is read in order. Returns 0 if there is no memory.
 */
int files_hash(const files_plan *plan);

#endif
