/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/* BLAKE-224 and -256 in blake2b-util. */
#define WIDTH 256
#include "util/blake_util.inc"
