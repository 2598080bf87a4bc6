/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/* For targets without a C library: these come with Rust's core. */
#include <stddef.h>

void *memcpy(void *to, const void *from, size_t bytes);
void *memset(void *to, int value, size_t bytes);
int memcmp(const void *a, const void *b, size_t bytes);
