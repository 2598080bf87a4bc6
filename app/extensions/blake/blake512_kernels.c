/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/* Single-message kernels of BLAKE-384 and -512. */
#define WIDTH 512
#include "blake_kernels.inc"
