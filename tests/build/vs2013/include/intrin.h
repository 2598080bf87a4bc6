/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
#pragma once
void __cpuid(int[4], int);
void __cpuidex(int[4], int, int);
unsigned __int64 __rdtsc(void);
void _mm_lfence(void);
long _InterlockedCompareExchange(long volatile *, long, long);
long _InterlockedExchange(long volatile *, long);
long _InterlockedOr(long volatile *, long);
void _ReadWriteBarrier(void);
unsigned __int64 _rotr64(unsigned __int64, int);
