/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * The folder windows/: what the libraries use of Microsoft's headers, for clang-cl on a system that
 * has none of them (amalgamation.sh, cmake.sh). Types and prototypes are those of the
 * documentation.
 */
#ifndef WINDOWS_STRING_H
#define WINDOWS_STRING_H
#include <stddef.h>
void *memcpy(void *to, const void *from, size_t bytes);
void *memset(void *to, int byte, size_t bytes);
int memcmp(const void *a, const void *b, size_t bytes);
int strcmp(const char *a, const char *b);
size_t strlen(const char *s);
#endif
