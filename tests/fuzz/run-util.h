/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/* The util inside of a target. */
#ifndef RUN_UTIL_H
#define RUN_UTIL_H

#include <stddef.h>
#include <stdint.h>

/* What it did. */
typedef struct run_result {
    int code;        /* its exit code */
    char *out, *err; /* what it wrote; ended by a NUL that does not count */
    size_t out_bytes, err_bytes;
} run_result;

/*
 * Runs it with these words; argv[0] is the program's name. IN is its standard input. The file
 * "list" holds LIST, if that is not NULL. Every other name is a file as well, see run_file, and
 * nothing on disk is touched. MOST is the memory that it may allocate in one piece.
 */
run_result run_util(int argc, char **argv, const void *in, size_t in_bytes, const void *list,
                    size_t list_bytes, size_t most);
void run_free(run_result *result);

/* POSIXLY_CORRECT is in the environment. */
extern int run_posixly_correct;

/*
 * What the file called NAME holds, to be freed; NULL if it cannot be read. The name's first letter
 * says what it is: M missing, E not allowed, F no descriptor left, R an error when read; L longer
 * than what the util reads at once, N no regular file, P regular, and its size is said to be 0.
 */
unsigned char *run_file(const char *name, size_t *bytes);

#endif
