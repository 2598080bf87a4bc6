/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/* Multi-message calls of BLAKE-384 and -512. */
#define WIDTH 512
#include "blake_many.inc"
