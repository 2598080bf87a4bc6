/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/* See string.h. */
#ifndef WINDOWS_STDLIB_H
#define WINDOWS_STDLIB_H
#include <stddef.h>
__declspec(noreturn) void abort(void);
__declspec(noreturn) void exit(int status);
char *getenv(const char *name);
#endif
