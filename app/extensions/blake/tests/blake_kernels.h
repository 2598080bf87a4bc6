/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/* libblake's kernels, for programs that are compiled with another library's names. */
#ifndef BLAKE_KERNELS_H
#define BLAKE_KERNELS_H

#include <stddef.h>

/* The tests also make invalid calls. */
#define BLAKE_NO_ATTRIBUTES
#include "blake.h"

/*
 * One word size of BLAKE: its kernels, the layout of their states, the reference, and public calls.
 * A state has the words h[8], s[4], t[2]. A state for several messages has each of these lanes_max
 * times, then add, and in.
 */
typedef struct blake_width_kernels {
    const char *name;
    size_t word, lanes_max, chain_bytes, lanes_bytes, at_in;
    const struct kernel *alone, *several;
    void (*blocks)(void *S, const unsigned char *in, size_t blocks, unsigned bits);
    int (*select)(const char *name);
    int (*digest)(unsigned char *hash, size_t hashlen, const void *in, size_t inlen,
                  const unsigned char *salt);
    int (*many)(size_t hashlen, const unsigned char *salt, const blake_job *jobs, size_t count);
    void (*use_rows)(unsigned long rows); /* multi-message kernels: util_rows */
} blake_width_kernels;
enum { BLAKE_WIDTHS = 2 };
extern const blake_width_kernels blake_widths[BLAKE_WIDTHS];

/* The types of single-message and multi-message kernels. */
typedef void blake_alone_fn(void *S, const unsigned char *in, size_t blocks, unsigned bits);
typedef void blake_several_fn(void *L, size_t blocks);

#endif
