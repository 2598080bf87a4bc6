/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * BLAKE-224, BLAKE-256, BLAKE-384 and BLAKE-512 are the hash functions of a finalist of the SHA-3
 * competition (SHA-3 proposal BLAKE, version 1.4, with 14 and 16 rounds), with or without salt.
 * BLAKE2b is another hash function: see blake2b.h.
 *
 * All sizes are in bytes. Messages are whole bytes, as many as size_t allows: below 2^61 for
 * BLAKE-224 and BLAKE-256, below 2^125 for the others. The specification also has messages that
 * end within a byte. They are not supported. Pointers to bytes need no alignment. Structures and
 * words are aligned as C requires.
 *
 * A pointer to input may be NULL if its length is 0. No other pointer may be NULL, unless its
 * description says so. Input, salt and output may overlap each other. None of them may overlap
 * the state that the same call is given; the calls reject that. Only calls that do not change the
 * state accept input that overlaps it.
 *
 * An impossible length is rejected: more than SIZE_MAX - 128 bytes, or bytes beyond the end of
 * the address space. Nothing is then read or written. Calls that return int return
 * BLAKE_ERROR_LENGTH, the others abort.
 *
 * Calls that return void cannot fail when they are used as documented. After misuse they print
 * one line on standard error and end the program with abort (firmware: a trap, see
 * doc/firmware.md). They never produce a wrong digest. Misuse is:
 *   - update or final on a state that was never initialized or has been finalized
 *   - a state that contains a length out of range
 *   - a hash that overlaps the state
 *   - an unexpected NULL argument
 * Calls that return int report the same with a negative error code.
 *
 * A library for firmware has all of these calls except blake256_many, blake256_many_from,
 * blake512_many and blake512_many_from.
 *
 * All calls are thread-safe, as long as no two threads use the same state, or write the same
 * output, at the same time.
 *
 * When a call returns, it leaves no copy of messages or chaining values on the stack or in vector
 * registers. Nor does it leave digest bytes that the caller did not ask for. README.md,
 * "Security", has the exact guarantee.
 *
 * Stack that a call needs at most, in bytes, with all that it calls. The figures are for x86 and
 * AArch64, compiled with optimization. They include the self-tests of a first call, but not what
 * the dynamic linker needs to find memcpy.
 *   blake256_many, blake256_many_from: 7680
 *   blake512_many, blake512_many_from: 7680
 *   all others: 3584
 */
#ifndef LIBBLAKE_BLAKE_H
#define LIBBLAKE_BLAKE_H

#include <stddef.h>
#include <limits.h>
#if defined(__cplusplus) || defined(__GNUC__) || \
    (defined(__STDC_VERSION__) && __STDC_VERSION__ >= 199901L) || \
    (defined(_MSC_VER) && _MSC_VER >= 1600)
#include <stdint.h>
#endif

#define BLAKE_VERSION_MAJOR 1
#define BLAKE_VERSION_MINOR 0
#define BLAKE_VERSION_PATCH 0

/*
 * Names. Programs have functions called blake256_init and so on, with other parameters. If two of
 * them export one name, the dynamic linker takes the first. Therefore no symbol of this library
 * has such a name: blake256_init is libblake_blake256_init to the linker, and so to nm, gdb and
 * ctypes. Sources use the short names. GCC and clang rename the calls when they link them. For
 * other compilers, and on Windows, the calls are macros.
 *
 * To use this header next to another one with the same names, write
 *   #define BLAKE_LONG_NAMES
 *   #include <blake.h>
 * This declares all calls and types with the prefix only: libblake_blake256_init(),
 * libblake_blake256_state. After another blake.h, BLAKE256_OUTBYTES, _BLOCKBYTES, _SALTBYTES and
 * those of the other hash functions are left to that header.
 *
 * A library configured with --symbol-prefix installs its header with that prefix. Whatever the
 * prefix is, BLAKE_SYMBOL(blake256_init) is the longer name.
 */
#if !defined(BLAKE_SYMBOL_PREFIX) && !defined(BLAKE_PLAIN_SYMBOLS)
#define BLAKE_SYMBOL_PREFIX libblake_
#endif

#define BLAKE_CAT_(a, b) a##b
#define BLAKE_CAT(a, b) BLAKE_CAT_(a, b)
#if defined(BLAKE_PLAIN_SYMBOLS)
#define BLAKE_SYMBOL(name) name
#else
#define BLAKE_SYMBOL(name) BLAKE_CAT(BLAKE_SYMBOL_PREFIX, name)
#endif

#if defined(BLAKE_LONG_NAMES) && defined(BLAKE_PLAIN_SYMBOLS)
#error "BLAKE_LONG_NAMES: this library was configured without a prefix for its names"
#elif defined(BLAKE_H) && !defined(BLAKE_LONG_NAMES) && \
    (defined(BLAKE224_OUTBYTES) || defined(BLAKE256_OUTBYTES) || defined(BLAKE384_OUTBYTES) || \
     defined(BLAKE512_OUTBYTES) || defined(BLAKE256_BLOCKBYTES) || defined(BLAKE512_BLOCKBYTES) || \
     defined(blake256_init) || defined(blake512_init) || \
     defined(blake256_state) || defined(blake512_state))
#error "another blake.h with these names is included before this one: define BLAKE_LONG_NAMES"
#define BLAKE_LONG_NAMES /* so that this is the only error */
#endif

#if defined(__PRAGMA_REDEFINE_EXTNAME) && !defined(_WIN32) && !defined(BLAKE_LONG_NAMES)
#if defined(__APPLE__)
#define BLAKE_LINKED_(name) BLAKE_CAT(_, BLAKE_SYMBOL(name))
#else
#define BLAKE_LINKED_(name) BLAKE_SYMBOL(name)
#endif
#define BLAKE_PRAGMA_(text) _Pragma(#text)
#define BLAKE_RENAME__(name, symbol) BLAKE_PRAGMA_(redefine_extname name symbol)
#define BLAKE_RENAME_(name) BLAKE_RENAME__(name, BLAKE_LINKED_(name))
#endif
/* ---- generated: calls ---- */
#if defined(BLAKE_RENAME_)
#define BLAKE_CALLS_(X) X(blake_version) X(blake_startup) X(blake256_implementation) \
    X(blake512_implementation) X(blake256_select) X(blake512_select) X(blake224) X(blake256) \
    X(blake384) X(blake512) X(blake224_salted) X(blake256_salted) X(blake384_salted) \
    X(blake512_salted) X(blake256_digest) X(blake512_digest) X(blake224_init) X(blake256_init) \
    X(blake384_init) X(blake512_init) X(blake224_init_salted) X(blake256_init_salted) \
    X(blake384_init_salted) X(blake512_init_salted) X(blake256_update) X(blake512_update) \
    X(blake256_final) X(blake512_final) X(blake256_digest_init) X(blake512_digest_init) \
    X(blake256_append) X(blake512_append) X(blake256_finish) X(blake512_finish) X(blake256_many) \
    X(blake512_many) X(blake256_many_from) X(blake512_many_from) X(blake256_export) \
    X(blake512_export) X(blake256_import) X(blake512_import) X(blake256_compress) \
    X(blake512_compress)
BLAKE_CALLS_(BLAKE_RENAME_)
#else
#define blake_version BLAKE_SYMBOL(blake_version)
#define blake_startup BLAKE_SYMBOL(blake_startup)
#define blake256_implementation BLAKE_SYMBOL(blake256_implementation)
#define blake512_implementation BLAKE_SYMBOL(blake512_implementation)
#define blake256_select BLAKE_SYMBOL(blake256_select)
#define blake512_select BLAKE_SYMBOL(blake512_select)
#define blake224 BLAKE_SYMBOL(blake224)
#define blake256 BLAKE_SYMBOL(blake256)
#define blake384 BLAKE_SYMBOL(blake384)
#define blake512 BLAKE_SYMBOL(blake512)
#define blake224_salted BLAKE_SYMBOL(blake224_salted)
#define blake256_salted BLAKE_SYMBOL(blake256_salted)
#define blake384_salted BLAKE_SYMBOL(blake384_salted)
#define blake512_salted BLAKE_SYMBOL(blake512_salted)
#define blake256_digest BLAKE_SYMBOL(blake256_digest)
#define blake512_digest BLAKE_SYMBOL(blake512_digest)
#define blake224_init BLAKE_SYMBOL(blake224_init)
#define blake256_init BLAKE_SYMBOL(blake256_init)
#define blake384_init BLAKE_SYMBOL(blake384_init)
#define blake512_init BLAKE_SYMBOL(blake512_init)
#define blake224_init_salted BLAKE_SYMBOL(blake224_init_salted)
#define blake256_init_salted BLAKE_SYMBOL(blake256_init_salted)
#define blake384_init_salted BLAKE_SYMBOL(blake384_init_salted)
#define blake512_init_salted BLAKE_SYMBOL(blake512_init_salted)
#define blake256_update BLAKE_SYMBOL(blake256_update)
#define blake512_update BLAKE_SYMBOL(blake512_update)
#define blake256_final BLAKE_SYMBOL(blake256_final)
#define blake512_final BLAKE_SYMBOL(blake512_final)
#define blake256_digest_init BLAKE_SYMBOL(blake256_digest_init)
#define blake512_digest_init BLAKE_SYMBOL(blake512_digest_init)
#define blake256_append BLAKE_SYMBOL(blake256_append)
#define blake512_append BLAKE_SYMBOL(blake512_append)
#define blake256_finish BLAKE_SYMBOL(blake256_finish)
#define blake512_finish BLAKE_SYMBOL(blake512_finish)
#define blake256_many BLAKE_SYMBOL(blake256_many)
#define blake512_many BLAKE_SYMBOL(blake512_many)
#define blake256_many_from BLAKE_SYMBOL(blake256_many_from)
#define blake512_many_from BLAKE_SYMBOL(blake512_many_from)
#define blake256_export BLAKE_SYMBOL(blake256_export)
#define blake512_export BLAKE_SYMBOL(blake512_export)
#define blake256_import BLAKE_SYMBOL(blake256_import)
#define blake512_import BLAKE_SYMBOL(blake512_import)
#define blake256_compress BLAKE_SYMBOL(blake256_compress)
#define blake512_compress BLAKE_SYMBOL(blake512_compress)
#endif
/* ---- generated: end ---- */
#if defined(BLAKE_LONG_NAMES)
/* ---- generated: types ---- */
#define blake_uint32 BLAKE_SYMBOL(blake_uint32)
#define blake_uint64 BLAKE_SYMBOL(blake_uint64)
#define blake256_state BLAKE_SYMBOL(blake256_state)
#define blake512_state BLAKE_SYMBOL(blake512_state)
#define blake_job BLAKE_SYMBOL(blake_job)
/* ---- generated: end ---- */
#endif

/* Users of the DLL may define BLAKE_DLL. Nobody else needs to define anything. */
#if !defined(BLAKE_API)
#if defined(_WIN32) && defined(BLAKE_DLL_BUILD)
#define BLAKE_API __declspec(dllexport)
#elif defined(_WIN32) && defined(BLAKE_DLL)
#define BLAKE_API __declspec(dllimport)
#elif defined(__GNUC__) && __GNUC__ >= 4 && !defined(_WIN32)
#define BLAKE_API __attribute__((visibility("default")))
#else
#define BLAKE_API
#endif
#endif

/*
 * Compile-time checks: compilers warn of memory that is too small, of an unexpected NULL, and of
 * an error code that is ignored. Define BLAKE_NO_ATTRIBUTES before this header to disable them.
 *
 * "access" tells GCC which arguments a call reads or writes, and how many bytes. "diagnose_if"
 * tells clang what to warn of. Neither changes the program. "nonnull" does: the compiler relies
 * on it. Only calls that do not return after NULL have it. READS_(2, in, 64): argument 2, IN, has
 * 64 bytes or more.
 */
#if defined(__GNUC__) && __GNUC__ >= 4 && !defined(BLAKE_NO_ATTRIBUTES)
#if defined(__has_attribute)
#if __has_attribute(access)
#define BLAKE_ACCESS_(arguments) __attribute__((access arguments))
#elif __has_attribute(diagnose_if)
#define BLAKE_WARN_IF_(condition, text) __attribute__((diagnose_if(condition, text, "warning")))
#endif
#endif
#if !defined(BLAKE_ACCESS_)
#define BLAKE_ACCESS_(arguments)
#endif
#if !defined(BLAKE_WARN_IF_)
#define BLAKE_WARN_IF_(condition, text)
#endif
#define BLAKE_SMALL_(p, bytes, text) \
    BLAKE_WARN_IF_(__builtin_object_size(p, 0) < (bytes), #p " has less than " text)
#define BLAKE_ONE_(p, bytes) \
    BLAKE_SMALL_(p, bytes, #bytes " bytes") BLAKE_WARN_IF_(!(p), #p " is NULL")
#define BLAKE_MANY_(p, n, bytes) \
    BLAKE_SMALL_(p, bytes, #n " says") \
    BLAKE_WARN_IF_(!(p) && (n) > 0, #p " is NULL and " #n " is not 0")
#define BLAKE_READS_(i, p, bytes) BLAKE_ACCESS_((read_only, i)) BLAKE_ONE_(p, bytes)
#define BLAKE_WRITES_(i, p, bytes) BLAKE_ACCESS_((write_only, i)) BLAKE_ONE_(p, bytes)
#define BLAKE_CHANGES_(i, p, bytes) BLAKE_ACCESS_((read_write, i)) BLAKE_ONE_(p, bytes)
#define BLAKE_READS_MANY_(i, p, j, n) BLAKE_ACCESS_((read_only, i, j)) BLAKE_MANY_(p, n, n)
#define BLAKE_WRITES_MANY_(i, p, j, n) BLAKE_ACCESS_((write_only, i, j)) BLAKE_MANY_(p, n, n)
#define BLAKE_READS_STRUCTS_(i, p, j, n) \
    BLAKE_ACCESS_((read_only, i, j)) BLAKE_MANY_(p, n, (n) * sizeof *(p))
#define BLAKE_NEVER_NULL_(arguments) __attribute__((nonnull arguments))
#define BLAKE_USE_RESULT_ __attribute__((warn_unused_result))
#define BLAKE_CHECKED_(name) BLAKE_CHECKS_##name
/* ---- generated: checks ---- */
#define BLAKE_CHECKS_blake_version
#define BLAKE_CHECKS_blake_startup
#define BLAKE_CHECKS_blake256_implementation
#define BLAKE_CHECKS_blake512_implementation
#define BLAKE_CHECKS_blake256_select BLAKE_USE_RESULT_
#define BLAKE_CHECKS_blake512_select BLAKE_USE_RESULT_
#define BLAKE_CHECKS_blake224 BLAKE_WRITES_(1, hash, 28) BLAKE_READS_MANY_(2, in, 3, inlen) \
    BLAKE_NEVER_NULL_((1))
#define BLAKE_CHECKS_blake256 BLAKE_WRITES_(1, hash, 32) BLAKE_READS_MANY_(2, in, 3, inlen) \
    BLAKE_NEVER_NULL_((1))
#define BLAKE_CHECKS_blake384 BLAKE_WRITES_(1, hash, 48) BLAKE_READS_MANY_(2, in, 3, inlen) \
    BLAKE_NEVER_NULL_((1))
#define BLAKE_CHECKS_blake512 BLAKE_WRITES_(1, hash, 64) BLAKE_READS_MANY_(2, in, 3, inlen) \
    BLAKE_NEVER_NULL_((1))
#define BLAKE_CHECKS_blake224_salted BLAKE_WRITES_(1, hash, 28) BLAKE_READS_MANY_(2, in, 3, inlen) \
    BLAKE_READS_(4, salt, 16) BLAKE_NEVER_NULL_((1, 4))
#define BLAKE_CHECKS_blake256_salted BLAKE_WRITES_(1, hash, 32) BLAKE_READS_MANY_(2, in, 3, inlen) \
    BLAKE_READS_(4, salt, 16) BLAKE_NEVER_NULL_((1, 4))
#define BLAKE_CHECKS_blake384_salted BLAKE_WRITES_(1, hash, 48) BLAKE_READS_MANY_(2, in, 3, inlen) \
    BLAKE_READS_(4, salt, 32) BLAKE_NEVER_NULL_((1, 4))
#define BLAKE_CHECKS_blake512_salted BLAKE_WRITES_(1, hash, 64) BLAKE_READS_MANY_(2, in, 3, inlen) \
    BLAKE_READS_(4, salt, 32) BLAKE_NEVER_NULL_((1, 4))
#define BLAKE_CHECKS_blake256_digest BLAKE_USE_RESULT_ BLAKE_WRITES_MANY_(1, hash, 2, hashlen) \
    BLAKE_READS_MANY_(3, in, 4, inlen)
#define BLAKE_CHECKS_blake512_digest BLAKE_USE_RESULT_ BLAKE_WRITES_MANY_(1, hash, 2, hashlen) \
    BLAKE_READS_MANY_(3, in, 4, inlen)
#define BLAKE_CHECKS_blake224_init BLAKE_WRITES_(1, S, sizeof *(S)) BLAKE_NEVER_NULL_((1))
#define BLAKE_CHECKS_blake256_init BLAKE_WRITES_(1, S, sizeof *(S)) BLAKE_NEVER_NULL_((1))
#define BLAKE_CHECKS_blake384_init BLAKE_WRITES_(1, S, sizeof *(S)) BLAKE_NEVER_NULL_((1))
#define BLAKE_CHECKS_blake512_init BLAKE_WRITES_(1, S, sizeof *(S)) BLAKE_NEVER_NULL_((1))
#define BLAKE_CHECKS_blake224_init_salted BLAKE_WRITES_(1, S, sizeof *(S)) \
    BLAKE_READS_(2, salt, 16) BLAKE_NEVER_NULL_((1, 2))
#define BLAKE_CHECKS_blake256_init_salted BLAKE_WRITES_(1, S, sizeof *(S)) \
    BLAKE_READS_(2, salt, 16) BLAKE_NEVER_NULL_((1, 2))
#define BLAKE_CHECKS_blake384_init_salted BLAKE_WRITES_(1, S, sizeof *(S)) \
    BLAKE_READS_(2, salt, 32) BLAKE_NEVER_NULL_((1, 2))
#define BLAKE_CHECKS_blake512_init_salted BLAKE_WRITES_(1, S, sizeof *(S)) \
    BLAKE_READS_(2, salt, 32) BLAKE_NEVER_NULL_((1, 2))
#define BLAKE_CHECKS_blake256_update BLAKE_CHANGES_(1, S, sizeof *(S)) \
    BLAKE_READS_MANY_(2, in, 3, inlen) BLAKE_NEVER_NULL_((1))
#define BLAKE_CHECKS_blake512_update BLAKE_CHANGES_(1, S, sizeof *(S)) \
    BLAKE_READS_MANY_(2, in, 3, inlen) BLAKE_NEVER_NULL_((1))
#define BLAKE_CHECKS_blake256_final BLAKE_CHANGES_(1, S, sizeof *(S)) BLAKE_WRITES_(2, hash, 1) \
    BLAKE_NEVER_NULL_((1, 2))
#define BLAKE_CHECKS_blake512_final BLAKE_CHANGES_(1, S, sizeof *(S)) BLAKE_WRITES_(2, hash, 1) \
    BLAKE_NEVER_NULL_((1, 2))
#define BLAKE_CHECKS_blake256_digest_init BLAKE_USE_RESULT_ BLAKE_WRITES_(1, S, sizeof *(S))
#define BLAKE_CHECKS_blake512_digest_init BLAKE_USE_RESULT_ BLAKE_WRITES_(1, S, sizeof *(S))
#define BLAKE_CHECKS_blake256_append BLAKE_USE_RESULT_ BLAKE_CHANGES_(1, S, sizeof *(S)) \
    BLAKE_READS_MANY_(2, in, 3, inlen)
#define BLAKE_CHECKS_blake512_append BLAKE_USE_RESULT_ BLAKE_CHANGES_(1, S, sizeof *(S)) \
    BLAKE_READS_MANY_(2, in, 3, inlen)
#define BLAKE_CHECKS_blake256_finish BLAKE_USE_RESULT_ BLAKE_CHANGES_(1, S, sizeof *(S)) \
    BLAKE_WRITES_MANY_(2, hash, 3, hashlen)
#define BLAKE_CHECKS_blake512_finish BLAKE_USE_RESULT_ BLAKE_CHANGES_(1, S, sizeof *(S)) \
    BLAKE_WRITES_MANY_(2, hash, 3, hashlen)
#define BLAKE_CHECKS_blake256_many BLAKE_USE_RESULT_ BLAKE_READS_STRUCTS_(3, jobs, 4, count)
#define BLAKE_CHECKS_blake512_many BLAKE_USE_RESULT_ BLAKE_READS_STRUCTS_(3, jobs, 4, count)
#define BLAKE_CHECKS_blake256_many_from BLAKE_USE_RESULT_ BLAKE_READS_(1, S, sizeof *(S)) \
    BLAKE_READS_STRUCTS_(2, jobs, 3, count)
#define BLAKE_CHECKS_blake512_many_from BLAKE_USE_RESULT_ BLAKE_READS_(1, S, sizeof *(S)) \
    BLAKE_READS_STRUCTS_(2, jobs, 3, count)
#define BLAKE_CHECKS_blake256_export BLAKE_USE_RESULT_ BLAKE_READS_(1, S, sizeof *(S)) \
    BLAKE_WRITES_MANY_(2, saved, 3, savedlen)
#define BLAKE_CHECKS_blake512_export BLAKE_USE_RESULT_ BLAKE_READS_(1, S, sizeof *(S)) \
    BLAKE_WRITES_MANY_(2, saved, 3, savedlen)
#define BLAKE_CHECKS_blake256_import BLAKE_USE_RESULT_ BLAKE_WRITES_(1, S, sizeof *(S)) \
    BLAKE_READS_MANY_(2, saved, 3, savedlen)
#define BLAKE_CHECKS_blake512_import BLAKE_USE_RESULT_ BLAKE_WRITES_(1, S, sizeof *(S)) \
    BLAKE_READS_MANY_(2, saved, 3, savedlen)
#define BLAKE_CHECKS_blake256_compress BLAKE_USE_RESULT_ BLAKE_CHANGES_(1, h, 8 * sizeof *(h)) \
    BLAKE_READS_(2, block, 64) BLAKE_READS_(3, s, 4 * sizeof *(s)) \
    BLAKE_READS_(4, t, 2 * sizeof *(t))
#define BLAKE_CHECKS_blake512_compress BLAKE_USE_RESULT_ BLAKE_CHANGES_(1, h, 8 * sizeof *(h)) \
    BLAKE_READS_(2, block, 128) BLAKE_READS_(3, s, 4 * sizeof *(s)) \
    BLAKE_READS_(4, t, 2 * sizeof *(t))
/* ---- generated: end ---- */
#else
#define BLAKE_CHECKED_(name)
#endif

#if defined(__cplusplus)
extern "C" {
#endif
#if defined(__clang__)
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wgcc-compat" /* diagnose_if is clang's alone */
#endif

#if !defined(BLAKE_LONG_NAMES) || !defined(BLAKE_H)
#define BLAKE224_OUTBYTES 28    /* digest */
#define BLAKE256_OUTBYTES 32    /* digest */
#define BLAKE384_OUTBYTES 48    /* digest */
#define BLAKE512_OUTBYTES 64    /* digest */
#define BLAKE256_BLOCKBYTES 64  /* block size, also of BLAKE-224 */
#define BLAKE512_BLOCKBYTES 128 /* block size, also of BLAKE-384 */
#define BLAKE256_SALTBYTES 16   /* salt, also of BLAKE-224 */
#define BLAKE512_SALTBYTES 32   /* salt, also of BLAKE-384 */
#endif

/* Results of the calls that return int. The values are those of BLAKE2B_ERROR_... */
enum {
    BLAKE_OK = 0,             /* success */
    BLAKE_ERROR_NULL = -1,    /* unexpected NULL argument */
    BLAKE_ERROR_LENGTH = -2,  /* length out of range */
    BLAKE_ERROR_STATE = -4,   /* state never initialized, already finalized, or damaged */
    BLAKE_ERROR_STARTUP = -5, /* every implementation failed its self-test */
    BLAKE_ERROR_NAME = -6,    /* no implementation of that name, or not for this CPU */
    BLAKE_ERROR_OVERLAP = -7, /* input, salt or output overlap the state */
    BLAKE_ERROR_SAVED = -8    /* not a saved state of this kind, or a damaged one */
};

#if defined(UINT32_MAX)
typedef uint32_t blake_uint32;
#elif UINT_MAX >= 0xffffffffUL
typedef unsigned int blake_uint32;
#else
typedef unsigned long blake_uint32;
#endif

/* BLAKE-384 and BLAKE-512 exist only if the compiler has a 64-bit type. */
#if defined(UINT64_MAX)
#define BLAKE_HAVE_512 1
typedef uint64_t blake_uint64;
#elif (ULONG_MAX >> 31 >> 31) > 0
#define BLAKE_HAVE_512 1
typedef unsigned long blake_uint64;
#endif

/* ---- blake(3): BLAKE hash functions, version and choice of the implementation ---- */

/*
 * The library contains several implementations (kernels) for each instruction set. It chooses one
 * for BLAKE-224 and BLAKE-256, and one for BLAKE-384 and BLAKE-512. These calls report, change or
 * advance that choice. It applies to the whole process.
 */

/* Returns the version of the library in use, "MAJOR.MINOR.PATCH". */
BLAKE_API const char *blake_version(void) BLAKE_CHECKED_(blake_version);

/*
 * Chooses the implementations: the preferred ones for this CPU that pass their self-tests. Every
 * other call does this when it is needed. Call it to know in advance. Any number of threads may
 * call it at any time. If every implementation fails, calls that return void print a line on
 * standard error and abort.
 *
 * Errors: BLAKE_ERROR_STARTUP.
 */
BLAKE_API int blake_startup(void) BLAKE_CHECKED_(blake_startup);

/*
 * Returns the name of the implementation in use, such as "avx2"; NULL if every one failed its
 * self-test.
 */
BLAKE_API const char *blake256_implementation(void) BLAKE_CHECKED_(blake256_implementation);
#if defined(BLAKE_HAVE_512)
BLAKE_API const char *blake512_implementation(void) BLAKE_CHECKED_(blake512_implementation);
#endif

/*
 * Uses the implementation called NAME from now on. NULL restores the automatic choice. This is
 * for tests, benchmarks and incident response. States in progress continue with it. Calls for
 * many messages then use no CPU feature that NAME does not use. AVX-512 with VL, BW and DQ counts
 * as one feature: no CPU has VL or BW alone.
 *
 * Errors: BLAKE_ERROR_NAME if there is none of that name or this CPU cannot run it;
 * BLAKE_ERROR_STARTUP if it fails its self-test. On error nothing changes.
 */
BLAKE_API int blake256_select(const char *name) BLAKE_CHECKED_(blake256_select);
#if defined(BLAKE_HAVE_512)
BLAKE_API int blake512_select(const char *name) BLAKE_CHECKED_(blake512_select);
#endif

/* ---- blake256(3): BLAKE in one call ---- */

/*
 * BLAKE-224 and BLAKE-256 have digests of 28 and 32 bytes, a salt of 16 bytes, blocks of 64 bytes
 * and 14 rounds. BLAKE-384 and BLAKE-512 have digests of 48 and 64 bytes, a salt of 32 bytes,
 * blocks of 128 bytes and 16 rounds. A salt of zeros is the same as none.
 */

/* Writes the digest of IN (INLEN bytes) to HASH. */
BLAKE_API void blake224(unsigned char hash[28], const void *in, size_t inlen)
    BLAKE_CHECKED_(blake224);
BLAKE_API void blake256(unsigned char hash[32], const void *in, size_t inlen)
    BLAKE_CHECKED_(blake256);
#if defined(BLAKE_HAVE_512)
BLAKE_API void blake384(unsigned char hash[48], const void *in, size_t inlen)
    BLAKE_CHECKED_(blake384);
BLAKE_API void blake512(unsigned char hash[64], const void *in, size_t inlen)
    BLAKE_CHECKED_(blake512);
#endif

/* Writes the digest of IN (INLEN bytes) with SALT to HASH. */
BLAKE_API void blake224_salted(unsigned char hash[28], const void *in, size_t inlen,
                               const unsigned char salt[16]) BLAKE_CHECKED_(blake224_salted);
BLAKE_API void blake256_salted(unsigned char hash[32], const void *in, size_t inlen,
                               const unsigned char salt[16]) BLAKE_CHECKED_(blake256_salted);
#if defined(BLAKE_HAVE_512)
BLAKE_API void blake384_salted(unsigned char hash[48], const void *in, size_t inlen,
                               const unsigned char salt[32]) BLAKE_CHECKED_(blake384_salted);
BLAKE_API void blake512_salted(unsigned char hash[64], const void *in, size_t inlen,
                               const unsigned char salt[32]) BLAKE_CHECKED_(blake512_salted);
#endif

/*
 * Writes the digest of IN (INLEN bytes) to HASH, for callers that cannot tolerate abort, or that
 * choose the hash function by HASHLEN. That is 28 or 32 for blake256_digest, 48 or 64 for
 * blake512_digest. SALT has 16 or 32 bytes. It may be NULL, for none.
 *
 * Errors: BLAKE_ERROR_NULL, _STARTUP; BLAKE_ERROR_LENGTH, also if HASHLEN is neither. On error
 * nothing is written.
 */
BLAKE_API int blake256_digest(unsigned char *hash, size_t hashlen, const void *in, size_t inlen,
                              const unsigned char *salt) BLAKE_CHECKED_(blake256_digest);
#if defined(BLAKE_HAVE_512)
BLAKE_API int blake512_digest(unsigned char *hash, size_t hashlen, const void *in, size_t inlen,
                              const unsigned char *salt) BLAKE_CHECKED_(blake512_digest);
#endif

/* ---- blake256_init(3): BLAKE of a message in pieces ---- */

/* Initialize a state, update it with each piece of the message, then finalize it. */

/*
 * A hash in progress, of BLAKE-224 or BLAKE-256. It may be copied by assignment or memcpy, and
 * the copy continues independently. Its contents are private to the library.
 */
typedef struct blake256_state {
    blake_uint32 opaque[36];
} blake256_state;

#if defined(BLAKE_HAVE_512)
/* A hash in progress, of BLAKE-384 or BLAKE-512. The rules for blake256_state apply. */
typedef struct blake512_state {
    blake_uint64 opaque[34];
} blake512_state;
#endif

/* Begins a hash without salt. S may contain anything before. */
BLAKE_API void blake224_init(blake256_state *S) BLAKE_CHECKED_(blake224_init);
BLAKE_API void blake256_init(blake256_state *S) BLAKE_CHECKED_(blake256_init);
#if defined(BLAKE_HAVE_512)
BLAKE_API void blake384_init(blake512_state *S) BLAKE_CHECKED_(blake384_init);
BLAKE_API void blake512_init(blake512_state *S) BLAKE_CHECKED_(blake512_init);
#endif

/* Begins a hash with SALT, which is not needed afterwards. S may contain anything before. */
BLAKE_API void blake224_init_salted(blake256_state *S, const unsigned char salt[16])
    BLAKE_CHECKED_(blake224_init_salted);
BLAKE_API void blake256_init_salted(blake256_state *S, const unsigned char salt[16])
    BLAKE_CHECKED_(blake256_init_salted);
#if defined(BLAKE_HAVE_512)
BLAKE_API void blake384_init_salted(blake512_state *S, const unsigned char salt[32])
    BLAKE_CHECKED_(blake384_init_salted);
BLAKE_API void blake512_init_salted(blake512_state *S, const unsigned char salt[32])
    BLAKE_CHECKED_(blake512_init_salted);
#endif

/*
 * Appends IN (INLEN bytes) to the message. BLAKE-224 and BLAKE-384 have no calls of their own for
 * this.
 */
BLAKE_API void blake256_update(blake256_state *S, const void *in, size_t inlen)
    BLAKE_CHECKED_(blake256_update);
#if defined(BLAKE_HAVE_512)
BLAKE_API void blake512_update(blake512_state *S, const void *in, size_t inlen)
    BLAKE_CHECKED_(blake512_update);
#endif

/*
 * Writes the digest to HASH and wipes S, which can then only be initialized again. HASH has 28
 * bytes if S was begun as BLAKE-224, 32 as BLAKE-256, 48 as BLAKE-384, and 64 as BLAKE-512.
 */
BLAKE_API void blake256_final(blake256_state *S, unsigned char *hash)
    BLAKE_CHECKED_(blake256_final);
#if defined(BLAKE_HAVE_512)
BLAKE_API void blake512_final(blake512_state *S, unsigned char *hash)
    BLAKE_CHECKED_(blake512_final);
#endif

/*
 * Begins a hash of HASHLEN bytes, for callers that cannot tolerate abort, or that choose the hash
 * function by HASHLEN. That is 28 or 32 for blake256_digest_init, 48 or 64 for
 * blake512_digest_init. SALT has 16 or 32 bytes. It may be NULL, for none. S may contain anything
 * before.
 *
 * Errors: BLAKE_ERROR_NULL, _OVERLAP; BLAKE_ERROR_LENGTH if HASHLEN is neither. On error S is
 * unchanged.
 */
BLAKE_API int blake256_digest_init(blake256_state *S, size_t hashlen, const unsigned char *salt)
    BLAKE_CHECKED_(blake256_digest_init);
#if defined(BLAKE_HAVE_512)
BLAKE_API int blake512_digest_init(blake512_state *S, size_t hashlen, const unsigned char *salt)
    BLAKE_CHECKED_(blake512_digest_init);
#endif

/*
 * As blake256_update and blake512_update, for callers that cannot tolerate abort.
 *
 * Errors: BLAKE_ERROR_NULL, _LENGTH, _STATE, _OVERLAP, _STARTUP. On error S is unchanged.
 */
BLAKE_API int blake256_append(blake256_state *S, const void *in, size_t inlen)
    BLAKE_CHECKED_(blake256_append);
#if defined(BLAKE_HAVE_512)
BLAKE_API int blake512_append(blake512_state *S, const void *in, size_t inlen)
    BLAKE_CHECKED_(blake512_append);
#endif

/*
 * As blake256_final and blake512_final, with the length that the caller expects: HASHLEN must
 * equal the digest length of S.
 *
 * Errors: BLAKE_ERROR_NULL, _LENGTH, _STATE, _OVERLAP, _STARTUP. On error HASH and S are
 * unchanged.
 */
BLAKE_API int blake256_finish(blake256_state *S, unsigned char *hash, size_t hashlen)
    BLAKE_CHECKED_(blake256_finish);
#if defined(BLAKE_HAVE_512)
BLAKE_API int blake512_finish(blake512_state *S, unsigned char *hash, size_t hashlen)
    BLAKE_CHECKED_(blake512_finish);
#endif

/* ---- blake256_many(3): BLAKE of many messages at once ---- */

/*
 * These calls hash several messages at once where the CPU can do that. This is much faster than
 * one after the other. Lengths may differ. Neighbouring messages of about the same length gain
 * the most.
 *
 * The hash of a job may overlap its own input, and nothing else that the call is given. JOBS may
 * be NULL if COUNT is 0.
 */

/* A message, or the tail of a message of blake256_many_from or blake512_many_from. */
typedef struct blake_job {
    const void *in;      /* may be NULL if inlen is 0 */
    size_t inlen;        /* any number */
    unsigned char *hash; /* receives the digest */
} blake_job;

/*
 * As blake256_digest or blake512_digest for each of the COUNT JOBS (any number), all with the
 * same HASHLEN and SALT.
 *
 * Errors: BLAKE_ERROR_NULL, _LENGTH, _STARTUP. On error nothing is written.
 */
BLAKE_API int blake256_many(size_t hashlen, const unsigned char *salt, const blake_job *jobs,
                            size_t count) BLAKE_CHECKED_(blake256_many);
#if defined(BLAKE_HAVE_512)
BLAKE_API int blake512_many(size_t hashlen, const unsigned char *salt, const blake_job *jobs,
                            size_t count) BLAKE_CHECKED_(blake512_many);
#endif

/*
 * The same for messages with a shared prefix, which has any length and was appended to S. Each of
 * the COUNT JOBS is a tail. Its digest is what append and final would produce with a copy of S. S
 * is only read, and threads may share it as long as none of them changes it.
 *
 * Errors: BLAKE_ERROR_NULL, _LENGTH, _STATE, _STARTUP; BLAKE_ERROR_OVERLAP if a hash overlaps S.
 * On error nothing is written.
 */
BLAKE_API int blake256_many_from(const blake256_state *S, const blake_job *jobs, size_t count)
    BLAKE_CHECKED_(blake256_many_from);
#if defined(BLAKE_HAVE_512)
BLAKE_API int blake512_many_from(const blake512_state *S, const blake_job *jobs, size_t count)
    BLAKE_CHECKED_(blake512_many_from);
#endif

/* ---- blake256_export(3): saved states of BLAKE ---- */

/*
 * These calls save a hash in progress. It can be continued in another process, on another
 * machine, or with another version of this library. SAVEDLEN must be BLAKE256_SAVED_BYTES or
 * BLAKE512_SAVED_BYTES.
 *
 * The format follows, with numbers of bytes in parentheses. Words are big-endian. The second
 * number is that of BLAKE-384 and BLAKE-512:
 *   "blstate" (7), version 1 (1), block size, 64 or 128 (1),
 *   digest length (1), buffered (1), 0 (1),
 *   chaining value (32 or 64), salt (16 or 32),
 *   counter of bits, the low word first (8 or 16), buffer (64 or 128),
 *   check value (16): the first bytes of the BLAKE-256 or BLAKE-512
 *   of all before, with the salt "blake state 1" and zeros.
 * The buffer begins with the "buffered" bytes of input that are not compressed yet. Its other
 * bytes are zero.
 */
#define BLAKE256_SAVED_BYTES 148 /* saved BLAKE-224 or BLAKE-256 */
#define BLAKE512_SAVED_BYTES 268 /* saved BLAKE-384 or BLAKE-512 */

/*
 * Writes the saved state of S to SAVED (SAVEDLEN bytes). S is unchanged and can be used further.
 *
 * Errors: BLAKE_ERROR_NULL, _STATE, _LENGTH, _OVERLAP, _STARTUP. On error SAVED is unchanged.
 */
BLAKE_API int blake256_export(const blake256_state *S, unsigned char *saved, size_t savedlen)
    BLAKE_CHECKED_(blake256_export);
#if defined(BLAKE_HAVE_512)
BLAKE_API int blake512_export(const blake512_state *S, unsigned char *saved, size_t savedlen)
    BLAKE_CHECKED_(blake512_export);
#endif

/*
 * Restores S from SAVED (SAVEDLEN bytes). S may contain anything before. A saved state that is
 * damaged, truncated, or of another kind or version is rejected. So is an impossible one:
 *   - lengths out of range
 *   - bytes after the buffered ones
 *   - a counter that is not a number of whole blocks
 *   - a counter of 0 with another chaining value than the initial one
 * This does not protect against forgery. Nobody can tell whether a chaining value, a salt and a
 * counter belong to one message. Add a MAC if you need authenticity.
 *
 * Errors: BLAKE_ERROR_NULL, _LENGTH, _SAVED, _OVERLAP, _STARTUP. On error S is unchanged.
 */
BLAKE_API int blake256_import(blake256_state *S, const void *saved, size_t savedlen)
    BLAKE_CHECKED_(blake256_import);
#if defined(BLAKE_HAVE_512)
BLAKE_API int blake512_import(blake512_state *S, const void *saved, size_t savedlen)
    BLAKE_CHECKED_(blake512_import);
#endif

/* ---- blake256_compress(3): the BLAKE compression functions ---- */

/*
 * These calls are for protocols that need the compression function itself, or another number of
 * rounds. To hash, use the other calls.
 */

/*
 * Replaces the chaining value H (8 words) by the compression function of H, BLOCK, the salt S (4
 * words) and the counter T (2 words, the low one first). The specification has it in section 2.1
 * for blake256_compress (BLOCK of 64 bytes) and in section 2.2 for blake512_compress (128 bytes).
 *
 * The counter is the number of bits hashed with this block, or 0 if none of them belongs to the
 * message. Words are numbers in the host's byte order. ROUNDS may be any number. BLAKE-224 and
 * BLAKE-256 have 14, BLAKE-384 and BLAKE-512 have 16, and these are the fast ones.
 *
 * Errors: BLAKE_ERROR_NULL, _STARTUP.
 */
BLAKE_API int blake256_compress(blake_uint32 h[8], const unsigned char block[64],
                                const blake_uint32 s[4], const blake_uint32 t[2],
                                blake_uint32 rounds) BLAKE_CHECKED_(blake256_compress);
#if defined(BLAKE_HAVE_512)
BLAKE_API int blake512_compress(blake_uint64 h[8], const unsigned char block[128],
                                const blake_uint64 s[4], const blake_uint64 t[2],
                                blake_uint32 rounds) BLAKE_CHECKED_(blake512_compress);
#endif

#if defined(__clang__)
#pragma clang diagnostic pop
#endif
#if defined(__cplusplus)
}
#endif

#if defined(BLAKE_LONG_NAMES)
/* ---- generated: undef ---- */
#undef blake_version
#undef blake_startup
#undef blake256_implementation
#undef blake512_implementation
#undef blake256_select
#undef blake512_select
#undef blake224
#undef blake256
#undef blake384
#undef blake512
#undef blake224_salted
#undef blake256_salted
#undef blake384_salted
#undef blake512_salted
#undef blake256_digest
#undef blake512_digest
#undef blake224_init
#undef blake256_init
#undef blake384_init
#undef blake512_init
#undef blake224_init_salted
#undef blake256_init_salted
#undef blake384_init_salted
#undef blake512_init_salted
#undef blake256_update
#undef blake512_update
#undef blake256_final
#undef blake512_final
#undef blake256_digest_init
#undef blake512_digest_init
#undef blake256_append
#undef blake512_append
#undef blake256_finish
#undef blake512_finish
#undef blake256_many
#undef blake512_many
#undef blake256_many_from
#undef blake512_many_from
#undef blake256_export
#undef blake512_export
#undef blake256_import
#undef blake512_import
#undef blake256_compress
#undef blake512_compress
#undef blake_uint32
#undef blake_uint64
#undef blake256_state
#undef blake512_state
#undef blake_job
/* ---- generated: end ---- */
#endif

#endif
