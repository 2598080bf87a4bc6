/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/* Multi-message kernels of BLAKE-224 and -256. */
#define WIDTH 256
#include "blake_lanes.inc"
