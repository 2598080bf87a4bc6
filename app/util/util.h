/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/* Shared by the commands of blake2b-util. */
#ifndef UTIL_H
#define UTIL_H

#include "driver/dispatch.h"

#define UTIL_VERSION DRIVER_VERSION /* the program's version: config.h */

/*
 * A command is in the file of its name. argv[0] is the command's name; the result is the exit code.
 */
int command_bench(int argc, char **argv);
int command_fuzz(int argc, char **argv);
int command_list(int argc, char **argv);
int command_sum(int argc, char **argv);

/* The kernel called NAME in a table; NULL if there is none. */
const struct kernel *util_kernel(const struct kernel *kernels, const char *name);

/*
 * Plans with only the rows of kernels whose bits are set (row 0: 1, row 1: 2, ...), even where one
 * message after the other is faster: the one with the fewest lanes for so many messages, or else
 * the one with the most. If D has another table, of its kernels. ~0ul restores the default.
 */
void util_rows(const struct dispatch_lanes *d, unsigned long rows);

/* The row for so many messages, or NULL; runs the self-tests for it. */
const struct plan *util_row(const struct dispatch_lanes *d, const struct dispatch *serial,
                            size_t messages);

/* Non-zero if this CPU can run it. */
int util_runs(const struct kernel *kernel);

/* "avx512f+avx512vl", or "none". */
#define UTIL_FEATURES_BYTES 200
void util_features(unsigned long features, char text[UTIL_FEATURES_BYTES]);

#endif
