/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/* Include this first: C libraries then declare what systems have beyond C99. */
#ifndef SYSTEM_H
#define SYSTEM_H

#if !defined(_DEFAULT_SOURCE)
#define _DEFAULT_SOURCE 1
#endif
#if !defined(_DARWIN_C_SOURCE)
#define _DARWIN_C_SOURCE 1
#endif

#endif
