/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * What a void call does after misuse, or if every self-test failed. It never returns a wrong
 * digest: it prints a line on stderr and calls abort().
 *
 * In firmware it traps instead. The includer may define MISUSE as the name of a function of the
 * firmware, void MISUSE(const char *call, const char *why). That function should not return.
 */
#ifndef MISUSE_H
#define MISUSE_H

#include "compiler.h"

#if !defined(DRIVER_FREESTANDING)
#include <stdio.h>
#include <stdlib.h>

static void die(const char *call, const char *why) {
    fprintf(stderr, "%s: %s\n", call, why);
    abort();
}
#else
#if defined(MISUSE)
void MISUSE(const char *call, const char *why);
#elif !defined(__TINYC__) && (defined(__arm__) || defined(__aarch64__) || defined(__x86_64__) || \
                              defined(__i386__) || defined(__riscv))
#define MISUSE(call, why) __builtin_trap()
#else
#define MISUSE(call, why) ((void)0) /* the CPU has no trap instruction */
#endif
static void die(const char *call, const char *why) {
    (void)call, (void)why;
    for (;;) {
        MISUSE(call, why);
    }
}
#endif

#endif
