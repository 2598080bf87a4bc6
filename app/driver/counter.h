/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/* The x86 time-stamp counter, for measurements. */
#ifndef COUNTER_H
#define COUNTER_H

#include "cpu.h"

#if defined(__GNUC__) && !defined(__TINYC__) && (defined(__x86_64__) || defined(__i386__))
#define COUNTER_TSC 1
static uint64_t read_tsc(void) {
    uint32_t low, high;
    /* lfence: all earlier instructions have executed, and no later one has */
    __asm__ __volatile__("lfence\n\trdtsc\n\tlfence" : "=a"(low), "=d"(high) : : "memory");
    return (uint64_t)high << 32 | low;
}
#elif defined(_MSC_VER) && (defined(_M_X64) || defined(_M_IX86))
#include <intrin.h>
#define COUNTER_TSC 1
static uint64_t read_tsc(void) {
    uint64_t now;
    _mm_lfence();
    now = __rdtsc();
    _mm_lfence();
    return now;
}
#endif

#if defined(COUNTER_TSC)
/* lfence came with SSE2. CPUs without SSE2 have no time-stamp counter, or a slow one. */
static int has_tsc(void) {
    return (cpu_features() & CPU_SSE2) != 0;
}
#endif

#endif
