/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/* Child processes that must end with abort() and one line on stderr. */
#ifndef CHILD_H
#define CHILD_H

#include "test.h"

/* A function that makes a call. */
#define CHILD_CALL(name, call) \
    static void name(void) { \
        call; \
    }

/* Whether the system has fork. */
int child_possible(void);

/* MISUSE must abort after one line on stderr that begins with "CALL: " and contains WHY. */
void child_expect_abort(const char *call, const char *what, const char *why, void (*misuse)(void));

#endif
