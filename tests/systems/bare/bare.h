/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * Between bare.c and the cases of each table: app/extensions/NAME/tests/bare.c has the function
 * BARE_TEST, which calls bare_test for each contract of the table's kernels, and returns what it
 * does. Where an extension has several tables, WIDTH is the number in the name of this one.
 */
#ifndef BARE_H
#define BARE_H

#include <stddef.h>

#include "driver/dispatch.h"

struct bare_contract {
    const char *word;   /* what its lines begin with: see bare.c */
    const char *before; /* its kernels' names, there */
    const struct kernel *kernels;
    const char *used; /* the name of the one that dispatch chose, or NULL */
    int (*selftest)(const struct kernel *k);
    /* Non-zero if the kernel does other than the reference, on input in bare_area. */
    int (*differs)(const struct kernel *k);
};

/* Non-zero if a kernel failed. */
int bare_test(const struct bare_contract *contract);
#if defined(BARE_TEST)
int BARE_TEST(void);
#endif

/* Random bytes, which no kernel may change. */
#define BARE_AREA 4096
extern unsigned char bare_area[BARE_AREA];

unsigned bare_random(unsigned bound);
void bare_random_bytes(void *to, size_t bytes);

#endif
