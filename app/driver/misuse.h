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

#include "calls.h"

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

/*
 * Aborts: a void call failed with this error. MISUSE_LENGTH is the includer's text for a wrong
 * length.
 */
static NOINLINE COLD void die_by(const char *call, int error) {
    die(call, error == CALL_NULL      ? "unexpected NULL argument"
              : error == CALL_LENGTH  ? MISUSE_LENGTH
              : error == CALL_STATE   ? "state not initialised, already finalised, or damaged"
              : error == CALL_OVERLAP ? "memory that overlaps the state"
                                      : "every implementation failed its self-test");
}

/* The same if ERROR is an error. */
static void die_of(const char *call, int error) {
    if (error) {
        die_by(call, error);
    }
}

#endif
