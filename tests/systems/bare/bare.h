/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/* What bare.c has for the tests of other libraries. */
#ifndef BARE_H
#define BARE_H

#include <stddef.h>

void bare_print(const char *text);
unsigned bare_random(unsigned bound);
void bare_random_bytes(unsigned char *p, size_t bytes);

/* blake.c, once a width: 0 if all is right. */
int bare_blake256(void);
int bare_blake512(void);

#endif
