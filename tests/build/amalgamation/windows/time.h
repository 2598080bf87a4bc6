/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/* See string.h. */
typedef long clock_t;
#define CLOCKS_PER_SEC 1000
clock_t clock(void);
