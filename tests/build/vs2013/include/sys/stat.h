/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
#pragma once
#define _S_IFMT 0xF000
#define _S_IFREG 0x8000
typedef unsigned short wchar_t;
struct _stat64 {
    unsigned short st_mode;
    __int64 st_size;
};
int _wstat64(const wchar_t *, struct _stat64 *);
