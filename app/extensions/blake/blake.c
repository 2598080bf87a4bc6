/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/* What both widths share: misuse, startup. */
#include "blake_internal.h"

#if !defined(DRIVER_FREESTANDING)
#include <stdio.h>
#include <stdlib.h>

static void die(const char *call, const char *why) {
    fprintf(stderr, "%s: %s\n", call, why);
    abort();
}
#else
#if defined(BLAKE_MISUSE)
/* The name of a function of the firmware's, which should not return. */
void BLAKE_MISUSE(const char *call, const char *why);
#elif !defined(__TINYC__) && \
    (defined(__arm__) || defined(__aarch64__) || defined(__x86_64__) || defined(__i386__) || defined(__riscv))
#define BLAKE_MISUSE(call, why) __builtin_trap()
#else
#define BLAKE_MISUSE(call, why) ((void)0) /* no such instruction */
#endif
static void die(const char *call, const char *why) {
    (void)call, (void)why;
    for (;;) {
        BLAKE_MISUSE(call, why);
    }
}
#endif

void blake_die_of(const char *call, int error) {
    if (error) {
        die(call, error == BLAKE_ERROR_NULL      ? "NULL where none may stand"
                  : error == BLAKE_ERROR_STATE   ? "state not initialised, finalised already, or damaged"
                  : error == BLAKE_ERROR_OVERLAP ? "memory that overlaps the state"
                                                 : "no implementation passes its self-test");
    }
}

const char *blake_version(void) {
    return BLAKE2B_VERSION; /* one for all libraries of the package */
}

int blake_startup(void) {
    return dispatch_auto(&blake256_choice, &blake256_dispatch) && dispatch_auto(&blake512_choice, &blake512_dispatch)
               ? BLAKE_OK : BLAKE_ERROR_STARTUP;
}
