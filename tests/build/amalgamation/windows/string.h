/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * The folder windows/ has those parts of Microsoft's headers that the libraries use, for clang-cl
 * on a system without them (amalgamation.sh, cmake.sh). Types and prototypes are those of the
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
