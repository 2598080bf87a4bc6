/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/* BLAKE-224 and -256, as blake2b-util knows them. */
#define WIDTH 256
#include "util/blake_util.inc"
