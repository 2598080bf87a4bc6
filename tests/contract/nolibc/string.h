/* As much of it as the library needs, where there is none. */
#ifndef NOLIBC_STRING_H
#define NOLIBC_STRING_H

#include <stddef.h>

void *memcpy(void *to, const void *from, size_t bytes);
void *memset(void *to, int value, size_t bytes);
int memcmp(const void *a, const void *b, size_t bytes);
int strcmp(const char *a, const char *b);

#endif
