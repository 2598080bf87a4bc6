/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/* Differences between compilers: linkage, alignment, inlining, and moves of secret words. */
#ifndef COMPILER_H
#define COMPILER_H

#include "config.h"
#include "names.h"

#include <stddef.h>
/* As in the public headers: other compilers may have no stdint.h. */
#if defined(__GNUC__) || (defined(__STDC_VERSION__) && __STDC_VERSION__ >= 199901L) || \
    (defined(_MSC_VER) && _MSC_VER >= 1600)
#include <stdint.h>
#endif

/* configure --freestanding: a library needs only these two functions. */
#if defined(DRIVER_FREESTANDING)
void *memcpy(void *to, const void *from, size_t bytes);
void *memset(void *to, int byte, size_t bytes);
#else
#include <string.h>
#endif

/* Hidden symbols: calls between files of a library cannot be interposed. */
#if defined(__GNUC__) && __GNUC__ >= 4 && !defined(_WIN32)
#define HIDDEN __attribute__((visibility("hidden")))
#else
#define HIDDEN
#endif

/* A small function to be inlined; in firmware only where that is smaller. */
#if defined(__GNUC__) && !defined(DRIVER_FREESTANDING)
#define INLINE inline __attribute__((always_inline))
#elif defined(_MSC_VER)
#define INLINE __inline
#else
#define INLINE inline
#endif

/* A function not to be inlined; in firmware likewise only where that is smaller. */
#if defined(DRIVER_FREESTANDING)
#define NOINLINE
#elif defined(__GNUC__)
#define NOINLINE __attribute__((noinline))
#elif defined(_MSC_VER)
#define NOINLINE __declspec(noinline)
#else
#define NOINLINE
#endif

/*
 * A function that runs once or never: choice of a kernel, self-tests, errors. It is compiled for
 * size. (Firmware is compiled for size anyway.)
 */
#if defined(__GNUC__) && !defined(__TINYC__) && !defined(DRIVER_FREESTANDING)
#define COLD __attribute__((cold))
#else
#define COLD
#endif

/*
 * Rounds in C stay in general registers. GENERAL_ONLY marks a function that has such rounds, and
 * those inlined into it. Without it, gcc spills to vector registers where the CPU has AVX-512, and
 * moves half of all words back and forth.
 *
 * Such a function calls GENERAL_MEMCPY, not memcpy or memset. With _FORTIFY_SOURCE these are inline
 * functions without the attribute, which gcc refuses to inline here.
 *
 * SCALAR(x) keeps the word x in a general register at this point, as clang 15 and newer otherwise
 * vectorize. Clang 14 does not, and is slower with SCALAR.
 */
#if defined(__GNUC__) && !defined(__clang__) && __GNUC__ >= 11 && \
    (defined(__x86_64__) || defined(__i386__)) && !defined(DRIVER_FREESTANDING)
#define GENERAL_ONLY __attribute__((target("general-regs-only")))
#define GENERAL_MEMCPY __builtin_memcpy
#else
#define GENERAL_ONLY
#define GENERAL_MEMCPY memcpy
#endif
#if defined(__clang__) && __clang_major__ >= 15 && !defined(DRIVER_FREESTANDING) && \
    defined(UINTPTR_MAX) && UINTPTR_MAX > 0xffffffffu
#define SCALAR(x) __asm__("" : "+r"(x))
#else
#define SCALAR(x) ((void)0)
#endif

/* The host is known to be little-endian. Others convert byte by byte. */
#if (defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__) || defined(_M_X64) || \
    defined(_M_IX86)
#define LITTLE_ENDIAN_HOST 1
#endif

/*
 * PREFETCH(p) fetches the cache line at P to the first-level cache. PREFETCH_FAR(p) fetches it to
 * the second level only, which can wait for more lines at a time.
 */
#if defined(__GNUC__)
#define PREFETCH(p) __builtin_prefetch(p)
#define PREFETCH_FAR(p) __builtin_prefetch(p, 0, 2)
#else
#define PREFETCH(p) ((void)(p))
#define PREFETCH_FAR(p) ((void)(p))
#endif

/* For variables that kernels read and write: alignment makes them faster. */
#if defined(__GNUC__)
#define CACHE_ALIGNED __attribute__((aligned(64)))
#else
#define CACHE_ALIGNED
#endif

/*
 * A function that begins at a cache line. Otherwise the speed of a call of a few cycles depends on
 * where the code before it ends. (Not in firmware.)
 */
#if defined(__GNUC__) && !defined(__TINYC__) && !defined(DRIVER_FREESTANDING)
#define LINE_ALIGNED __attribute__((aligned(64)))
#else
#define LINE_ALIGNED
#endif

/*
 * MOVE_SECRET(to, from) moves a word between any addresses through a general register, which is
 * zero afterwards. For several words, compilers would use vector registers, and nothing would clear
 * those. Under sanitizers, which check reads, and on other compilers, memcpy is used instead.
 */
#if defined(__has_feature)
#if __has_feature(memory_sanitizer) || __has_feature(address_sanitizer)
#define NO_SECRET_WORDS 1
#endif
#endif
#if defined(__GNUC__) && !defined(DRIVER_FREESTANDING) && !defined(NO_SECRET_WORDS) && \
    !defined(__SANITIZE_ADDRESS__)
#define SECRET_WORDS 1
typedef size_t __attribute__((may_alias, aligned(1))) secret_word;
/* The compiler forgets the value of x here. */
#define IN_REGISTER(x) __asm__ __volatile__("" : "+r"(x))
/* clang-format off */
#if defined(MOVE_SECRET) /* in C, for tools that know no assembly */
#elif defined(__x86_64__) || defined(__i386__)
#define MOVE_SECRET(to, from)                                                                                   \
    do {                                                                                                        \
        size_t x_;                                                                                              \
        __asm__ __volatile__("mov {%2, %0|%0, %2}\n\tmov {%0, %1|%1, %0}\n\txor {%k0, %k0|%k0, %k0}"            \
                             : "=&r"(x_), "=m"(*(secret_word *)(to)) : "m"(*(const secret_word *)(from)) : "cc"); \
    } while (0)
#elif defined(__aarch64__) && !defined(__ILP32__)
#define MOVE_SECRET(to, from)                                                                                   \
    do {                                                                                                        \
        size_t x_;                                                                                              \
        __asm__ __volatile__("ldr %0, %2\n\tstr %0, %1\n\tmov %0, xzr"                                          \
                             : "=&r"(x_), "=m"(*(secret_word *)(to)) : "m"(*(const secret_word *)(from)));      \
    } while (0)
#elif defined(__riscv)
/* Byte by byte: the address can be unaligned, and unaligned loads may trap or be slow. */
#define MOVE_SECRET_BYTE(n) "lbu %0, " #n "(%2)\n\tsb %0, " #n "(%1)\n\t"
#if __riscv_xlen == 64
#define MOVE_SECRET_UPPER MOVE_SECRET_BYTE(4) MOVE_SECRET_BYTE(5) MOVE_SECRET_BYTE(6) MOVE_SECRET_BYTE(7)
#else
#define MOVE_SECRET_UPPER
#endif
#define MOVE_SECRET(to, from)                                                                                     \
    do {                                                                                                          \
        size_t x_;                                                                                                \
        __asm__ __volatile__(MOVE_SECRET_BYTE(0) MOVE_SECRET_BYTE(1) MOVE_SECRET_BYTE(2) MOVE_SECRET_BYTE(3)      \
                             MOVE_SECRET_UPPER "li %0, 0" : "=&r"(x_) : "r"(to), "r"(from) : "memory");           \
    } while (0)
#else
#define MOVE_SECRET(to, from)                               \
    do {                                                    \
        size_t x_ = *(const volatile secret_word *)(from);  \
        IN_REGISTER(x_);                                    \
        *(secret_word *)(to) = x_;                          \
        x_ = 0;                                             \
        IN_REGISTER(x_);                                    \
    } while (0)
#endif
/* clang-format on */
#endif

#endif
