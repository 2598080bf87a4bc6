/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/* The utility inside a target. */
#ifndef RUN_UTIL_H
#define RUN_UTIL_H

#include <stddef.h>
#include <stdint.h>

/* Its results. */
typedef struct run_result {
    int code;        /* its exit code */
    char *out, *err; /* what it wrote; ended by a NUL that does not count */
    size_t out_bytes, err_bytes;
} run_result;

/*
 * Runs it with these words; argv[0] is the program's name. IN is its standard input. The file
 * "list" holds LIST, if that is not NULL. Every other name is a file, too, see run_file. Nothing on
 * disk is read or written. MOST is the largest block of memory that it may allocate.
 */
run_result run_util(int argc, char **argv, const void *in, size_t in_bytes, const void *list,
                    size_t list_bytes, size_t most);
void run_free(run_result *result);

/*
 * The contents of the file called NAME, to be freed; NULL if it cannot be read. The name's first
 * letter gives the kind: M missing, E not allowed, F no descriptor left, R a read error. L longer
 * than what the utility reads at once, N not a regular file, P a regular file with a reported size
 * of 0.
 */
unsigned char *run_file(const char *name, size_t *bytes);

#endif
