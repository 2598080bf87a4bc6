/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
#include <blake2b.h>
#include <blake.h>
#define IS_INT(x) _Generic((x), int: 1, default: -1)
char ints[IS_INT(BLAKE2B_OK) + IS_INT(BLAKE2B_ERROR_NULL) + IS_INT(BLAKE2B_ERROR_CLOCK) +
          IS_INT(BLAKE_OK) + IS_INT(BLAKE_ERROR_SAVED) - 4];
enum { BLAKE2B_TEST_ = BLAKE2B_OK, BLAKE2B_ANOTHER_ = BLAKE2B_ERROR_NULL };
