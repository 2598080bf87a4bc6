/* Hashes many files at once, for the command sum. */
#ifndef FILES_H
#define FILES_H

#include <stdio.h>

#include "util.h"

typedef enum files_kind { FILES_BLAKE2B, FILES_BLAKE2BP, FILES_BLAKE2XB } files_kind;
typedef enum files_result { FILES_HASHED, FILES_UNREADABLE, FILES_OTHER } files_result;

/* OTHER: not to be hashed, the caller's business. "-" is standard input. */
typedef struct files_job {
    const char *name;
    unsigned char *digest; /* receives LENGTH bytes */
    size_t length;
    files_result result;   /* HASHED before: hash it */
    int error;             /* errno, if UNREADABLE */
    int done;              /* 0 before */
} files_job;

/*
 * Hash the files of JOBS on up to THREADS threads, with the key and the other parameters of PARAMS,
 * and call DONE(CONTEXT, job) for each, in their order, from the calling thread, as soon as it and
 * all before it are ready. Short files go together through blake2b_many. If a file is standard
 * input, one after the other is read. Returns 0 if there is no memory.
 */
int files_hash(files_kind kind, const blake2b_params *params, files_job *jobs, size_t count, unsigned long threads,
               void (*done)(void *context, const files_job *job), void *context);

/* A file to be read, in binary; "-" is standard input, which stays open. */
FILE *files_open(const char *name);
void files_close(FILE *f);

/* The number of CPUs. */
unsigned long files_cpus(void);

#endif
