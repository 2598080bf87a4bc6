/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/* Single-message calls of BLAKE-384 and -512. */
#define WIDTH 512
#include "blake_front.inc"
