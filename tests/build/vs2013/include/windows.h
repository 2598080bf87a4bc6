/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
#pragma once
#include <stddef.h>
typedef int BOOL;
typedef unsigned long DWORD;
typedef unsigned int UINT;
typedef long LONG;
typedef void *HANDLE;
typedef size_t DWORD_PTR;
typedef unsigned short wchar_t;
typedef struct _CONDITION_VARIABLE {
    void *p;
} CONDITION_VARIABLE;
typedef union _LARGE_INTEGER {
    long long QuadPart;
} LARGE_INTEGER;
typedef struct _SYSTEM_INFO {
    DWORD dwNumberOfProcessors;
} SYSTEM_INFO;
typedef struct _CRITICAL_SECTION {
    void *p[6];
} CRITICAL_SECTION;
#define WINAPI __stdcall
#define CP_UTF8 65001
#define INFINITE 0xffffffff
#define MB_ERR_INVALID_CHARS 8
BOOL WINAPI QueryPerformanceFrequency(LARGE_INTEGER *);
BOOL WINAPI QueryPerformanceCounter(LARGE_INTEGER *);
BOOL WINAPI IsProcessorFeaturePresent(DWORD);
void WINAPI GetSystemInfo(SYSTEM_INFO *);
HANDLE WINAPI GetCurrentProcess(void);
BOOL WINAPI GetProcessAffinityMask(HANDLE, DWORD_PTR *, DWORD_PTR *);
wchar_t *WINAPI GetCommandLineW(void);
void *WINAPI LocalFree(void *);
int WINAPI MultiByteToWideChar(UINT, DWORD, const char *, int, wchar_t *, int);
int WINAPI WideCharToMultiByte(UINT, DWORD, const wchar_t *, int, char *, int, const char *,
                               BOOL *);
BOOL WINAPI SetConsoleOutputCP(UINT);
HANDLE WINAPI CreateThread(void *, size_t, DWORD(WINAPI *)(void *), void *, DWORD, DWORD *);
DWORD WINAPI WaitForSingleObject(HANDLE, DWORD);
BOOL WINAPI CloseHandle(HANDLE);
#define MOVEFILE_REPLACE_EXISTING 1
BOOL WINAPI MoveFileExW(const wchar_t *, const wchar_t *, DWORD);
void WINAPI InitializeCriticalSection(CRITICAL_SECTION *);
void WINAPI EnterCriticalSection(CRITICAL_SECTION *);
void WINAPI LeaveCriticalSection(CRITICAL_SECTION *);
void WINAPI InitializeConditionVariable(CONDITION_VARIABLE *);
void WINAPI WakeAllConditionVariable(CONDITION_VARIABLE *);
BOOL WINAPI SleepConditionVariableCS(CONDITION_VARIABLE *, CRITICAL_SECTION *, DWORD);
void WINAPI Sleep(DWORD);
void WINAPI DeleteCriticalSection(CRITICAL_SECTION *);
