/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * The parts of Visual Studio 2013's C runtime headers that this project may use: only what that
 * compiler has, according to its documentation. vs2013.sh compiles against them, and for clang-cl,
 * behind that compiler's own headers, amalgamation.sh and cmake.sh.
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
