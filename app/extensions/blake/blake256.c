/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/* The calls of BLAKE-224 and -256 for one message. */
#define WIDTH 256
#include "blake_front.inc"
