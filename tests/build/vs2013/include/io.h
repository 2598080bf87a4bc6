/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
#pragma once
typedef unsigned short wchar_t;
int _close(int);
int _isatty(int);
int _read(int, void *, unsigned int);
int _setmode(int, int);
int _wopen(const wchar_t *, int, ...);
int _waccess(const wchar_t *, int);
