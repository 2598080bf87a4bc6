/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/* BLAKE-384 and -512 in blake2b-util. */
#define WIDTH 512
#include "util/blake_util.inc"
