/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/* Child processes that must end with abort() and one line on stderr. */
#ifndef CHILD_H
#define CHILD_H

#include "test.h"

/* Whether the system has fork. */
int child_possible(void);

/*
 * The statements must abort after one line on stderr that begins with "CALL: " and contains WHY.
 */
#define CHILD_ABORTS(call, why, ...) \
    do { \
        if (child_begins()) { \
            __VA_ARGS__; \
            child_returns(); \
        } \
        child_expect(call, #__VA_ARGS__, why); \
    } while (0)

int child_begins(void); /* 1 in the child */
void child_returns(void);
void child_expect(const char *call, const char *what, const char *why);

#endif
