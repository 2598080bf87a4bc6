/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/* The calls of BLAKE-384 and -512 for one message. */
#define WIDTH 512
#include "blake_front.inc"
