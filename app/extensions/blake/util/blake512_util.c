/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/* BLAKE-384 and -512, as blake2b-util knows them. */
#define WIDTH 512
#include "util/blake_util.inc"
