/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/* The kernels of several messages of BLAKE-384 and -512. */
#define WIDTH 512
#include "blake_lanes.inc"
