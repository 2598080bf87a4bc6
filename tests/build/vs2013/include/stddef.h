/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * Of each header of Visual Studio 2013's C runtime, what this project may use: no more than that
 * compiler has, as its documentation lists it. For tests/build/vs2013/vs2013.sh, which compiles
 * against them.
 */
#pragma once
#if defined(_WIN64)
typedef unsigned long long size_t;
typedef long long ptrdiff_t, intptr_t;
#else
typedef unsigned int size_t;
typedef int ptrdiff_t, intptr_t;
#endif
#define NULL ((void *)0)
#define offsetof(s, m) ((size_t) & (((s *)0)->m))
