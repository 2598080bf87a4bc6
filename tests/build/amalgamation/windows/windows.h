/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/* See string.h. */
#ifndef WINDOWS_WINDOWS_H
#define WINDOWS_WINDOWS_H
typedef int BOOL;
typedef unsigned long DWORD;
typedef void *HANDLE;
typedef union {
    struct {
        DWORD LowPart;
        long HighPart;
    } u;
    long long QuadPart;
} LARGE_INTEGER;
__declspec(dllimport) BOOL __stdcall QueryPerformanceCounter(LARGE_INTEGER *count);
__declspec(dllimport) BOOL __stdcall QueryPerformanceFrequency(LARGE_INTEGER *frequency);
__declspec(dllimport) BOOL __stdcall IsProcessorFeaturePresent(DWORD feature);
#endif
