/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/* For the compiler's <immintrin.h> alone. */
#pragma once
#include <stddef.h>
void *malloc(size_t bytes);
void free(void *memory);
void *_aligned_malloc(size_t bytes, size_t alignment);
void _aligned_free(void *memory);
