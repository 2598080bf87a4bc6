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

/* Non-zero if this CPU can run it. */
int util_runs(const struct kernel *kernel);

/* "avx512f+avx512vl", or "none". */
#define UTIL_FEATURES_BYTES 200
void util_features(unsigned long features, char text[UTIL_FEATURES_BYTES]);

#endif
