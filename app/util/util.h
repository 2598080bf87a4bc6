/* What the commands of blake2b-util share. */
#ifndef UTIL_H
#define UTIL_H

#include "blake2b_internal.h"

/* One file a command; argv[0] is the command's name; the result is the exit code. */
int command_bench(int argc, char **argv);
int command_fuzz(int argc, char **argv);
int command_list(int argc, char **argv);
int command_sum(int argc, char **argv);

/* Every kernel of this build and every reference, ended by a NULL name. */
extern const blake2b_backend util_backends[];

/* The one called NAME; NULL if there is none. */
const blake2b_backend *util_backend(const char *name);

/* Non-zero if this CPU can run it. */
int util_runs(const blake2b_backend *backend);

/* "avx512f+avx512vl", or "none". */
#define UTIL_NEEDS_BYTES 200
void util_needs(const blake2b_backend *backend, char text[UTIL_NEEDS_BYTES]);

/* The same for a kernel of several lanes: its row in blake2b_lanes_backends, or -1. */
int util_lanes(const char *name);
int util_lanes_runs(const blake2b_lanes_backend *backend);

#endif
