/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/* Child processes that must end with abort() and one line on stderr. */
#ifndef CHILD_H
#define CHILD_H

#include "test.h"

/* Non-zero where there is fork. */
int child_possible(void);

/* MISUSE must print one line on stderr that begins with "CALL: " and has WHY in it, and abort. */
void child_expect_abort(const char *call, const char *what, const char *why, void (*misuse)(void));

#endif
