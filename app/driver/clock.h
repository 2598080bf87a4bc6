/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * The system's clock. Include this first: it selects the declarations of the system's headers.
 */
#ifndef CLOCK_H
#define CLOCK_H

#if defined(_WIN32)
#include <windows.h>
#elif defined(__linux__)
#if !defined(_GNU_SOURCE)
#define _GNU_SOURCE 1 /* syscall */
#endif
#include <sys/syscall.h>
#include <unistd.h>
#elif !defined(_POSIX_C_SOURCE)
#define _POSIX_C_SOURCE 200112L /* clock_gettime */
#endif
#include <stdint.h>
#include <time.h>

/*
 * Nanoseconds since an arbitrary time; 0 if the system has no clock.
 *
 * On Linux this is a system call. The C library's clock_gettime reads the time-stamp counter (on
 * AArch64, the counter timer) in user mode. That kills a process for which prctl(PR_SET_TSC) has
 * disabled the counter. The result is initialized, as MemorySanitizer does not see that the kernel
 * writes it.
 */
static uint64_t system_nanoseconds(void) {
#if defined(_WIN32)
    LARGE_INTEGER frequency, now;
    uint64_t f, n;
    QueryPerformanceFrequency(&frequency);
    QueryPerformanceCounter(&now);
    f = (uint64_t)frequency.QuadPart;
    n = (uint64_t)now.QuadPart;
    return n / f * 1000000000u + n % f * 1000000000u / f;
#elif defined(__linux__)
#if defined(SYS_clock_gettime64)
    /* A 32-bit system. Linux has had this call since 5.1. */
    int64_t wide[2] = {0, 0};
    if (!syscall(SYS_clock_gettime64, CLOCK_MONOTONIC, wide)) {
        return (uint64_t)wide[0] * 1000000000u + (uint64_t)wide[1];
    }
#if defined(SYS_clock_gettime32) /* musl's name */
#define CLOCK_OLD_CALL SYS_clock_gettime32
#elif defined(SYS_clock_gettime)
#define CLOCK_OLD_CALL SYS_clock_gettime
#endif
#if defined(CLOCK_OLD_CALL)
    {
        long narrow[2] = {0, 0};
        if (!syscall(CLOCK_OLD_CALL, CLOCK_MONOTONIC, narrow)) {
            return (uint64_t)narrow[0] * 1000000000u + (uint64_t)narrow[1];
        }
    }
#endif
    return 0;
#else
    struct timespec now = {0, 0};
    return syscall(SYS_clock_gettime, CLOCK_MONOTONIC, &now)
               ? 0
               : (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
#endif
#elif defined(CLOCK_MONOTONIC)
    struct timespec now;
    return clock_gettime(CLOCK_MONOTONIC, &now)
               ? 0
               : (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
#else
    return 0;
#endif
}

#endif
