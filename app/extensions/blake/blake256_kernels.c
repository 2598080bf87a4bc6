/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/* Single-message kernels of BLAKE-224 and -256. */
#define WIDTH 256
#include "blake_kernels.inc"
