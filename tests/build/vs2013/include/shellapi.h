/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
#pragma once
#include <windows.h>
wchar_t **WINAPI CommandLineToArgvW(const wchar_t *, int *);
