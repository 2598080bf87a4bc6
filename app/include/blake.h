/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * BLAKE-224, BLAKE-256, BLAKE-384 and BLAKE-512, the finalist of the SHA-3 competition (SHA-3 proposal BLAKE, version
 * 1.4, with 14 and 16 rounds), with or without salt. (BLAKE2b is another hash: blake2b.h.)
 *
 * All sizes are in bytes; messages are whole bytes, of any number as far as size_t can say it: below 2^61
 * of BLAKE-224 and BLAKE-256, 2^125 of the others. Messages that end within a byte, which the specification has, are left out.
 * All functions are thread-safe as long as no two threads use the same state, or write the same output, at the
 * same time. Pointers to bytes need no alignment; structures and words stand as C wants them.
 * A pointer to input may be NULL if its length is 0; every other pointer must not be NULL, unless it is said.
 * Input, salt and output may overlap each other; none may overlap the state that the call is given (the calls
 * refuse it; those that only read the state allow input there).
 *
 * A length is refused if it cannot be: of more than SIZE_MAX - 128 bytes, or of bytes beyond the
 * end of the address space. Calls that return int then return BLAKE_ERROR_LENGTH, others abort; nothing is read or written.
 *
 * The functions that return void cannot fail when called as documented; a call that breaks the rules (update or
 * final on a state that was never initialised, has been finalised already, or holds a length out of its range,
 * a hash inside the state, a NULL where none may stand) prints one line on stderr and ends the program with abort() (in
 * firmware: a trap, see doc/firmware.md): a wrong digest is never produced. The functions that return int report the
 * same with a code below 0 instead.
 *
 * A library for firmware has all of these calls but blake256_many, blake256_many_from, and the two of blake512.
 *
 * When a call returns, nothing of messages, chaining values, or of digests beyond what was asked for, stands on
 * the stack or in vector registers, as far as README.md says.
 *
 * Stack that a call needs at most, in bytes, with all that it calls: on x86 and AArch64, compiled
 * with optimization. The self-tests of a first call are included; what the dynamic linker needs to
 * find memcpy is not.
 *   blake256_many, blake256_many_from, blake512_many, blake512_many_from: 7680
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
 * Names. Programs have functions called blake256_init and the like that take other parameters, and of two that
 * export one name the dynamic linker takes the first. So no symbol of this library has such a name:
 * blake256_init is libblake_blake256_init to the linker, and so to nm, gdb and ctypes. Sources use the names
 * below: GCC and clang are told to link these calls under the other name; for other compilers, and on
 * Windows, they are macros. Beside a header with the same names,
 *   #define BLAKE_LONG_NAMES
 *   #include <blake.h>
 * declares all calls and types with the prefix only, libblake_blake256_init(), libblake_blake256_state; and
 * behind another blake.h leaves ..._OUTBYTES, _BLOCKBYTES and _SALTBYTES to that.
 *
 * A library configured with --symbol-prefix installs its header with that prefix below; whatever it is,
 * BLAKE_SYMBOL(blake256_init) is such a longer name.
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
     defined(blake256_init) || defined(blake512_init) || defined(blake256_state) || defined(blake512_state))
#error "another project's blake.h, with the same names, is included before libblake's: define BLAKE_LONG_NAMES"
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
#define BLAKE_CALLS_(X) X(blake_version) X(blake_startup) X(blake224) X(blake256) \
    X(blake224_salted) X(blake256_salted) X(blake224_init) X(blake256_init) \
    X(blake224_init_salted) X(blake256_init_salted) X(blake256_update) X(blake256_final) \
    X(blake256_digest) X(blake256_digest_init) X(blake256_append) X(blake256_finish) \
    X(blake256_many) X(blake256_many_from) X(blake256_export) X(blake256_import) \
    X(blake256_compress) X(blake256_implementation) X(blake256_select) X(blake384) X(blake512) \
    X(blake384_salted) X(blake512_salted) X(blake384_init) X(blake512_init) \
    X(blake384_init_salted) X(blake512_init_salted) X(blake512_update) X(blake512_final) \
    X(blake512_digest) X(blake512_digest_init) X(blake512_append) X(blake512_finish) \
    X(blake512_many) X(blake512_many_from) X(blake512_export) X(blake512_import) \
    X(blake512_compress) X(blake512_implementation) X(blake512_select)
BLAKE_CALLS_(BLAKE_RENAME_)
#else
#define blake_version BLAKE_SYMBOL(blake_version)
#define blake_startup BLAKE_SYMBOL(blake_startup)
#define blake224 BLAKE_SYMBOL(blake224)
#define blake256 BLAKE_SYMBOL(blake256)
#define blake224_salted BLAKE_SYMBOL(blake224_salted)
#define blake256_salted BLAKE_SYMBOL(blake256_salted)
#define blake224_init BLAKE_SYMBOL(blake224_init)
#define blake256_init BLAKE_SYMBOL(blake256_init)
#define blake224_init_salted BLAKE_SYMBOL(blake224_init_salted)
#define blake256_init_salted BLAKE_SYMBOL(blake256_init_salted)
#define blake256_update BLAKE_SYMBOL(blake256_update)
#define blake256_final BLAKE_SYMBOL(blake256_final)
#define blake256_digest BLAKE_SYMBOL(blake256_digest)
#define blake256_digest_init BLAKE_SYMBOL(blake256_digest_init)
#define blake256_append BLAKE_SYMBOL(blake256_append)
#define blake256_finish BLAKE_SYMBOL(blake256_finish)
#define blake256_many BLAKE_SYMBOL(blake256_many)
#define blake256_many_from BLAKE_SYMBOL(blake256_many_from)
#define blake256_export BLAKE_SYMBOL(blake256_export)
#define blake256_import BLAKE_SYMBOL(blake256_import)
#define blake256_compress BLAKE_SYMBOL(blake256_compress)
#define blake256_implementation BLAKE_SYMBOL(blake256_implementation)
#define blake256_select BLAKE_SYMBOL(blake256_select)
#define blake384 BLAKE_SYMBOL(blake384)
#define blake512 BLAKE_SYMBOL(blake512)
#define blake384_salted BLAKE_SYMBOL(blake384_salted)
#define blake512_salted BLAKE_SYMBOL(blake512_salted)
#define blake384_init BLAKE_SYMBOL(blake384_init)
#define blake512_init BLAKE_SYMBOL(blake512_init)
#define blake384_init_salted BLAKE_SYMBOL(blake384_init_salted)
#define blake512_init_salted BLAKE_SYMBOL(blake512_init_salted)
#define blake512_update BLAKE_SYMBOL(blake512_update)
#define blake512_final BLAKE_SYMBOL(blake512_final)
#define blake512_digest BLAKE_SYMBOL(blake512_digest)
#define blake512_digest_init BLAKE_SYMBOL(blake512_digest_init)
#define blake512_append BLAKE_SYMBOL(blake512_append)
#define blake512_finish BLAKE_SYMBOL(blake512_finish)
#define blake512_many BLAKE_SYMBOL(blake512_many)
#define blake512_many_from BLAKE_SYMBOL(blake512_many_from)
#define blake512_export BLAKE_SYMBOL(blake512_export)
#define blake512_import BLAKE_SYMBOL(blake512_import)
#define blake512_compress BLAKE_SYMBOL(blake512_compress)
#define blake512_implementation BLAKE_SYMBOL(blake512_implementation)
#define blake512_select BLAKE_SYMBOL(blake512_select)
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

/* A DLL's users may define BLAKE_DLL; everybody else needs nothing. */
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
 * What lets compilers warn of calls that cannot be right: memory that is too small, NULL where none may stand, a
 * result that is not looked at. BLAKE_NO_ATTRIBUTES, defined before this header, leaves it out.
 *
 * gcc is told by "access" which arguments a call reads or writes, and how many bytes of them; clang by "diagnose_if"
 * what to warn of. Neither changes the program. "nonnull", which lets the compiler rely on it, is said only of
 * calls that do not return when they are given NULL. READS_(2, in, 64): argument 2, called in, has 64 bytes or more.
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
#define BLAKE_SMALL_(p, bytes, text) BLAKE_WARN_IF_(__builtin_object_size(p, 0) < (bytes), #p " has less than " text)
#define BLAKE_ONE_(p, bytes) BLAKE_SMALL_(p, bytes, #bytes " bytes") BLAKE_WARN_IF_(!(p), #p " is NULL")
#define BLAKE_MANY_(p, n, bytes) \
    BLAKE_SMALL_(p, bytes, #n " says") BLAKE_WARN_IF_(!(p) && (n) > 0, #p " is NULL and " #n " is not 0")
#define BLAKE_READS_(i, p, bytes) BLAKE_ACCESS_((read_only, i)) BLAKE_ONE_(p, bytes)
#define BLAKE_WRITES_(i, p, bytes) BLAKE_ACCESS_((write_only, i)) BLAKE_ONE_(p, bytes)
#define BLAKE_CHANGES_(i, p, bytes) BLAKE_ACCESS_((read_write, i)) BLAKE_ONE_(p, bytes)
#define BLAKE_READS_MANY_(i, p, j, n) BLAKE_ACCESS_((read_only, i, j)) BLAKE_MANY_(p, n, n)
#define BLAKE_WRITES_MANY_(i, p, j, n) BLAKE_ACCESS_((write_only, i, j)) BLAKE_MANY_(p, n, n)
#define BLAKE_READS_STRUCTS_(i, p, j, n) BLAKE_ACCESS_((read_only, i, j)) BLAKE_MANY_(p, n, (n) * sizeof *(p))
#define BLAKE_NEVER_NULL_(arguments) __attribute__((nonnull arguments))
#define BLAKE_USE_RESULT_ __attribute__((warn_unused_result))
#define BLAKE_CHECKED_(name) BLAKE_CHECKS_##name
/* ---- generated: checks ---- */
#define BLAKE_CHECKS_blake_version
#define BLAKE_CHECKS_blake_startup
#define BLAKE_CHECKS_blake224 BLAKE_WRITES_(1, hash, 28) BLAKE_READS_MANY_(2, in, 3, inlen) \
    BLAKE_NEVER_NULL_((1))
#define BLAKE_CHECKS_blake256 BLAKE_WRITES_(1, hash, 32) BLAKE_READS_MANY_(2, in, 3, inlen) \
    BLAKE_NEVER_NULL_((1))
#define BLAKE_CHECKS_blake224_salted BLAKE_WRITES_(1, hash, 28) BLAKE_READS_MANY_(2, in, 3, inlen) \
    BLAKE_READS_(4, salt, 16) BLAKE_NEVER_NULL_((1, 4))
#define BLAKE_CHECKS_blake256_salted BLAKE_WRITES_(1, hash, 32) BLAKE_READS_MANY_(2, in, 3, inlen) \
    BLAKE_READS_(4, salt, 16) BLAKE_NEVER_NULL_((1, 4))
#define BLAKE_CHECKS_blake224_init BLAKE_WRITES_(1, S, sizeof *(S)) BLAKE_NEVER_NULL_((1))
#define BLAKE_CHECKS_blake256_init BLAKE_WRITES_(1, S, sizeof *(S)) BLAKE_NEVER_NULL_((1))
#define BLAKE_CHECKS_blake224_init_salted BLAKE_WRITES_(1, S, sizeof *(S)) \
    BLAKE_READS_(2, salt, 16) BLAKE_NEVER_NULL_((1, 2))
#define BLAKE_CHECKS_blake256_init_salted BLAKE_WRITES_(1, S, sizeof *(S)) \
    BLAKE_READS_(2, salt, 16) BLAKE_NEVER_NULL_((1, 2))
#define BLAKE_CHECKS_blake256_update BLAKE_CHANGES_(1, S, sizeof *(S)) \
    BLAKE_READS_MANY_(2, in, 3, inlen) BLAKE_NEVER_NULL_((1))
#define BLAKE_CHECKS_blake256_final BLAKE_CHANGES_(1, S, sizeof *(S)) BLAKE_WRITES_(2, hash, 1) \
    BLAKE_NEVER_NULL_((1, 2))
#define BLAKE_CHECKS_blake256_digest BLAKE_USE_RESULT_ BLAKE_WRITES_MANY_(1, hash, 2, hashlen) \
    BLAKE_READS_MANY_(3, in, 4, inlen)
#define BLAKE_CHECKS_blake256_digest_init BLAKE_USE_RESULT_ BLAKE_WRITES_(1, S, sizeof *(S))
#define BLAKE_CHECKS_blake256_append BLAKE_USE_RESULT_ BLAKE_CHANGES_(1, S, sizeof *(S)) \
    BLAKE_READS_MANY_(2, in, 3, inlen)
#define BLAKE_CHECKS_blake256_finish BLAKE_USE_RESULT_ BLAKE_CHANGES_(1, S, sizeof *(S)) \
    BLAKE_WRITES_MANY_(2, hash, 3, hashlen)
#define BLAKE_CHECKS_blake256_many BLAKE_USE_RESULT_ BLAKE_READS_STRUCTS_(3, jobs, 4, count)
#define BLAKE_CHECKS_blake256_many_from BLAKE_USE_RESULT_ BLAKE_READS_(1, S, sizeof *(S)) \
    BLAKE_READS_STRUCTS_(2, jobs, 3, count)
#define BLAKE_CHECKS_blake256_export BLAKE_USE_RESULT_ BLAKE_READS_(1, S, sizeof *(S)) \
    BLAKE_WRITES_MANY_(2, saved, 3, savedlen)
#define BLAKE_CHECKS_blake256_import BLAKE_USE_RESULT_ BLAKE_WRITES_(1, S, sizeof *(S)) \
    BLAKE_READS_MANY_(2, saved, 3, savedlen)
#define BLAKE_CHECKS_blake256_compress BLAKE_USE_RESULT_ BLAKE_CHANGES_(1, h, 8 * sizeof *(h)) \
    BLAKE_READS_(2, block, 64) BLAKE_READS_(3, s, 4 * sizeof *(s)) \
    BLAKE_READS_(4, t, 2 * sizeof *(t))
#define BLAKE_CHECKS_blake256_implementation
#define BLAKE_CHECKS_blake256_select BLAKE_USE_RESULT_
#define BLAKE_CHECKS_blake384 BLAKE_WRITES_(1, hash, 48) BLAKE_READS_MANY_(2, in, 3, inlen) \
    BLAKE_NEVER_NULL_((1))
#define BLAKE_CHECKS_blake512 BLAKE_WRITES_(1, hash, 64) BLAKE_READS_MANY_(2, in, 3, inlen) \
    BLAKE_NEVER_NULL_((1))
#define BLAKE_CHECKS_blake384_salted BLAKE_WRITES_(1, hash, 48) BLAKE_READS_MANY_(2, in, 3, inlen) \
    BLAKE_READS_(4, salt, 32) BLAKE_NEVER_NULL_((1, 4))
#define BLAKE_CHECKS_blake512_salted BLAKE_WRITES_(1, hash, 64) BLAKE_READS_MANY_(2, in, 3, inlen) \
    BLAKE_READS_(4, salt, 32) BLAKE_NEVER_NULL_((1, 4))
#define BLAKE_CHECKS_blake384_init BLAKE_WRITES_(1, S, sizeof *(S)) BLAKE_NEVER_NULL_((1))
#define BLAKE_CHECKS_blake512_init BLAKE_WRITES_(1, S, sizeof *(S)) BLAKE_NEVER_NULL_((1))
#define BLAKE_CHECKS_blake384_init_salted BLAKE_WRITES_(1, S, sizeof *(S)) \
    BLAKE_READS_(2, salt, 32) BLAKE_NEVER_NULL_((1, 2))
#define BLAKE_CHECKS_blake512_init_salted BLAKE_WRITES_(1, S, sizeof *(S)) \
    BLAKE_READS_(2, salt, 32) BLAKE_NEVER_NULL_((1, 2))
#define BLAKE_CHECKS_blake512_update BLAKE_CHANGES_(1, S, sizeof *(S)) \
    BLAKE_READS_MANY_(2, in, 3, inlen) BLAKE_NEVER_NULL_((1))
#define BLAKE_CHECKS_blake512_final BLAKE_CHANGES_(1, S, sizeof *(S)) BLAKE_WRITES_(2, hash, 1) \
    BLAKE_NEVER_NULL_((1, 2))
#define BLAKE_CHECKS_blake512_digest BLAKE_USE_RESULT_ BLAKE_WRITES_MANY_(1, hash, 2, hashlen) \
    BLAKE_READS_MANY_(3, in, 4, inlen)
#define BLAKE_CHECKS_blake512_digest_init BLAKE_USE_RESULT_ BLAKE_WRITES_(1, S, sizeof *(S))
#define BLAKE_CHECKS_blake512_append BLAKE_USE_RESULT_ BLAKE_CHANGES_(1, S, sizeof *(S)) \
    BLAKE_READS_MANY_(2, in, 3, inlen)
#define BLAKE_CHECKS_blake512_finish BLAKE_USE_RESULT_ BLAKE_CHANGES_(1, S, sizeof *(S)) \
    BLAKE_WRITES_MANY_(2, hash, 3, hashlen)
#define BLAKE_CHECKS_blake512_many BLAKE_USE_RESULT_ BLAKE_READS_STRUCTS_(3, jobs, 4, count)
#define BLAKE_CHECKS_blake512_many_from BLAKE_USE_RESULT_ BLAKE_READS_(1, S, sizeof *(S)) \
    BLAKE_READS_STRUCTS_(2, jobs, 3, count)
#define BLAKE_CHECKS_blake512_export BLAKE_USE_RESULT_ BLAKE_READS_(1, S, sizeof *(S)) \
    BLAKE_WRITES_MANY_(2, saved, 3, savedlen)
#define BLAKE_CHECKS_blake512_import BLAKE_USE_RESULT_ BLAKE_WRITES_(1, S, sizeof *(S)) \
    BLAKE_READS_MANY_(2, saved, 3, savedlen)
#define BLAKE_CHECKS_blake512_compress BLAKE_USE_RESULT_ BLAKE_CHANGES_(1, h, 8 * sizeof *(h)) \
    BLAKE_READS_(2, block, 128) BLAKE_READS_(3, s, 4 * sizeof *(s)) \
    BLAKE_READS_(4, t, 2 * sizeof *(t))
#define BLAKE_CHECKS_blake512_implementation
#define BLAKE_CHECKS_blake512_select BLAKE_USE_RESULT_
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
#define BLAKE224_OUTBYTES 28
#define BLAKE256_OUTBYTES 32
#define BLAKE384_OUTBYTES 48
#define BLAKE512_OUTBYTES 64
#define BLAKE256_BLOCKBYTES 64  /* of BLAKE-224, too */
#define BLAKE512_BLOCKBYTES 128 /* of BLAKE-384, too */
#define BLAKE256_SALTBYTES 16
#define BLAKE512_SALTBYTES 32
#endif
#define BLAKE256_SAVED_BYTES 148
#define BLAKE512_SAVED_BYTES 268

/* What the calls that return int return: the same values as BLAKE2B_ERROR_... */
enum {
    BLAKE_OK = 0,
    BLAKE_ERROR_NULL = -1,    /* NULL where none may stand */
    BLAKE_ERROR_LENGTH = -2,  /* a length out of its range */
    BLAKE_ERROR_STATE = -4,   /* a state never initialised, finalised already, or damaged */
    BLAKE_ERROR_STARTUP = -5, /* no implementation passes its self-test */
    BLAKE_ERROR_NAME = -6,    /* no such implementation, or not for this CPU */
    BLAKE_ERROR_OVERLAP = -7, /* input, salt or output overlap the state */
    BLAKE_ERROR_SAVED = -8    /* no saved state of this kind, or a damaged one */
};

#if defined(UINT32_MAX)
typedef uint32_t blake_uint32;
#elif UINT_MAX >= 0xffffffffUL
typedef unsigned int blake_uint32;
#else
typedef unsigned long blake_uint32;
#endif

/* A compiler without a 64-bit type has no BLAKE-384 and BLAKE-512. */
#if defined(UINT64_MAX)
#define BLAKE_HAVE_512 1
typedef uint64_t blake_uint64;
#elif (ULONG_MAX >> 31 >> 31) > 0
#define BLAKE_HAVE_512 1
typedef unsigned long blake_uint64;
#endif

/* A hash in progress: of BLAKE-224 and of BLAKE-256. May be copied by assignment or memcpy: the copy goes on
   independently. What is inside is the library's business. */
typedef struct blake256_state {
    blake_uint32 opaque[36];
} blake256_state;

#if defined(BLAKE_HAVE_512)
/* A hash in progress: of BLAKE-384 and of BLAKE-512. May be copied by assignment or memcpy: the copy goes on
   independently. What is inside is the library's business. */
typedef struct blake512_state {
    blake_uint64 opaque[34];
} blake512_state;
#endif

/* One message of blake256_many and the like. */
typedef struct blake_job {
    const void *in;      /* may be NULL if inlen is 0 */
    size_t inlen;        /* any number */
    unsigned char *hash; /* receives the digest */
} blake_job;

/* ---- the library ---- */

/* Version, "MAJOR.MINOR.PATCH", of the library in use. */
BLAKE_API const char *blake_version(void) BLAKE_CHECKED_(blake_version);

/*
 * Choose the implementations: those preferred for this CPU that pass their self-tests. Every other call does this by
 * itself when it is needed; calling it tells in advance. Any number of threads may call it at any time.
 * Returns 0, or BLAKE_ERROR_STARTUP if none passes. (A void call in that case prints a line on stderr and aborts.)
 */
BLAKE_API int blake_startup(void) BLAKE_CHECKED_(blake_startup);

/* ---- BLAKE-224 and BLAKE-256: salt 16 bytes, blocks 64 bytes, 14 rounds ---- */

/* HASH (28 bytes, or 32) = BLAKE-224, or BLAKE-256, of IN (INLEN bytes); with SALT (16 bytes), or with
   one of zeros, which is the same as none. */
BLAKE_API void blake224(unsigned char hash[28], const void *in, size_t inlen)
    BLAKE_CHECKED_(blake224);
BLAKE_API void blake256(unsigned char hash[32], const void *in, size_t inlen)
    BLAKE_CHECKED_(blake256);
BLAKE_API void blake224_salted(unsigned char hash[28], const void *in, size_t inlen,
                               const unsigned char salt[16]) BLAKE_CHECKED_(blake224_salted);
BLAKE_API void blake256_salted(unsigned char hash[32], const void *in, size_t inlen,
                               const unsigned char salt[16]) BLAKE_CHECKED_(blake256_salted);

/* Begin a BLAKE-224, or a BLAKE-256. S may hold anything before; SALT (16 bytes) is not needed afterwards. */
BLAKE_API void blake224_init(blake256_state *S) BLAKE_CHECKED_(blake224_init);
BLAKE_API void blake256_init(blake256_state *S) BLAKE_CHECKED_(blake256_init);
BLAKE_API void blake224_init_salted(blake256_state *S, const unsigned char salt[16])
    BLAKE_CHECKED_(blake224_init_salted);
BLAKE_API void blake256_init_salted(blake256_state *S, const unsigned char salt[16])
    BLAKE_CHECKED_(blake256_init_salted);

/* Append IN (INLEN bytes), of either hash. */
BLAKE_API void blake256_update(blake256_state *S, const void *in, size_t inlen)
    BLAKE_CHECKED_(blake256_update);

/* Write the digest to HASH (28 bytes if S was begun as BLAKE-224, 32 if as BLAKE-256) and wipe S, which can
   then only be initialised again. */
BLAKE_API void blake256_final(blake256_state *S, unsigned char *hash)
    BLAKE_CHECKED_(blake256_final);

/*
 * The same for those who must not abort, or choose the hash by the length of its digest: HASHLEN is 28 for
 * BLAKE-224, 32 for BLAKE-256; of blake256_finish that of S. SALT (16 bytes) may be NULL, for none. On error
 * nothing is written, S stays as it was: BLAKE_ERROR_NULL; _LENGTH, also if HASHLEN is another; _STATE (append,
 * finish); _OVERLAP (all that have a state); _STARTUP (all but digest_init).
 */
BLAKE_API int blake256_digest(unsigned char *hash, size_t hashlen, const void *in, size_t inlen,
                              const unsigned char *salt) BLAKE_CHECKED_(blake256_digest);
BLAKE_API int blake256_digest_init(blake256_state *S, size_t hashlen, const unsigned char *salt)
    BLAKE_CHECKED_(blake256_digest_init);
BLAKE_API int blake256_append(blake256_state *S, const void *in, size_t inlen)
    BLAKE_CHECKED_(blake256_append);
BLAKE_API int blake256_finish(blake256_state *S, unsigned char *hash, size_t hashlen)
    BLAKE_CHECKED_(blake256_finish);

/*
 * As blake256_digest for each of JOBS (COUNT of them, any number; JOBS may be NULL if it is 0), all with the same HASHLEN
 * and SALT, but several at once where the CPU can do that, which is far faster than one after the other. The
 * lengths may differ; messages of about the same length, side by side, gain the most. The hash of a job may
 * overlap its own input, and nothing else that the call is given. On error (BLAKE_ERROR_NULL, _LENGTH,
 * _STARTUP) nothing is written.
 */
BLAKE_API int blake256_many(size_t hashlen, const unsigned char *salt, const blake_job *jobs,
                            size_t count) BLAKE_CHECKED_(blake256_many);

/*
 * The same for messages that begin alike: S has taken the common beginning, any number of bytes; for each of JOBS
 * the hash is what blake256_append of its input and blake256_final would write with a copy of S. S is only read, and
 * may be shared by threads as long as none of them changes it. On error nothing is written: BLAKE_ERROR_NULL, _LENGTH,
 * _STATE, _STARTUP; _OVERLAP if a hash overlaps S.
 */
BLAKE_API int blake256_many_from(const blake256_state *S, const blake_job *jobs, size_t count)
    BLAKE_CHECKED_(blake256_many_from);

/*
 * Save a hash in progress, to go on with it in another process, on another machine, with another version of
 * this library. SAVED receives SAVEDLEN bytes, which must be BLAKE256_SAVED_BYTES; S stays as it was, and goes on.
 * On error (BLAKE_ERROR_NULL, _STATE, _LENGTH, _OVERLAP, _STARTUP) SAVED stays as it was.
 *
 * The format, with numbers of bytes; words are big-endian:
 *   "blstate" (7), version 1 (1), block's length, 64 (1), digest length (1), buffered (1), 0 (1),
 *   chaining value (32), salt (16), counter, bits, the low word first (8), buffer (64),
 *   check value (16): the first bytes of the BLAKE-256 of all before, with the salt "blake state 1" and zeros.
 * The buffer begins with "buffered" bytes of input, not yet compressed; the rest of it is zero.
 */
BLAKE_API int blake256_export(const blake256_state *S, unsigned char *saved, size_t savedlen)
    BLAKE_CHECKED_(blake256_export);

/*
 * Go on with what blake256_export saved: SAVEDLEN bytes, which must be BLAKE256_SAVED_BYTES. S may hold anything before.
 * What is damaged, cut off, or of another kind or version is refused, and what cannot be a state: with lengths out of
 * range, bytes behind the buffered ones, a counter that is not of whole blocks, or one of 0 and another chaining value
 * than hashes begin with. (That is no protection from forgery: whether a chaining value, a salt and a counter are of one
 * message nobody can tell. Who fears it adds a MAC.) On error (BLAKE_ERROR_NULL, _LENGTH, _SAVED, _OVERLAP, _STARTUP)
 * S stays as it was.
 */
BLAKE_API int blake256_import(blake256_state *S, const void *saved, size_t savedlen)
    BLAKE_CHECKED_(blake256_import);

/*
 * H (8 words) = the compression function (specification, section 2.1) of H, BLOCK (64 bytes), the salt S (4 words)
 * and the counter T (2 words, the low one first: the bits hashed with this block, or 0 if none of them is the
 * message's). ROUNDS may be any number; BLAKE-224 and BLAKE-256 have 14, which is the fast one. Words are numbers, in
 * the host's byte order. For protocols that need the function itself, or other rounds; to hash, use the calls
 * above. BLAKE_ERROR_NULL if a pointer is NULL, _STARTUP if no implementation works.
 */
BLAKE_API int blake256_compress(blake_uint32 h[8], const unsigned char block[64],
                                const blake_uint32 s[4], const blake_uint32 t[2],
                                blake_uint32 rounds) BLAKE_CHECKED_(blake256_compress);

/*
 * The implementation in use for BLAKE-224 and BLAKE-256, such as "avx"; NULL if none passes its self-test. And: use the one
 * called NAME from now on, or the automatic choice again if NAME is NULL; for tests, benchmarks, and incident
 * response. It takes effect for the whole process; states in progress go on with it. Calls for many messages then
 * use nothing that needs more of the CPU than NAME does, where AVX-512 with VL, BW and DQ is one thing: no CPU has VL or
 * BW alone. On error nothing changes: BLAKE_ERROR_NAME if there is none
 * of that name or this CPU cannot run it; _STARTUP if it fails its self-test.
 */
BLAKE_API const char *blake256_implementation(void) BLAKE_CHECKED_(blake256_implementation);
BLAKE_API int blake256_select(const char *name) BLAKE_CHECKED_(blake256_select);

#if defined(BLAKE_HAVE_512)

/* ---- BLAKE-384 and BLAKE-512: salt 32 bytes, blocks 128 bytes, 16 rounds ---- */

/* HASH (48 bytes, or 64) = BLAKE-384, or BLAKE-512, of IN (INLEN bytes); with SALT (32 bytes), or with
   one of zeros, which is the same as none. */
BLAKE_API void blake384(unsigned char hash[48], const void *in, size_t inlen)
    BLAKE_CHECKED_(blake384);
BLAKE_API void blake512(unsigned char hash[64], const void *in, size_t inlen)
    BLAKE_CHECKED_(blake512);
BLAKE_API void blake384_salted(unsigned char hash[48], const void *in, size_t inlen,
                               const unsigned char salt[32]) BLAKE_CHECKED_(blake384_salted);
BLAKE_API void blake512_salted(unsigned char hash[64], const void *in, size_t inlen,
                               const unsigned char salt[32]) BLAKE_CHECKED_(blake512_salted);

/* Begin a BLAKE-384, or a BLAKE-512. S may hold anything before; SALT (32 bytes) is not needed afterwards. */
BLAKE_API void blake384_init(blake512_state *S) BLAKE_CHECKED_(blake384_init);
BLAKE_API void blake512_init(blake512_state *S) BLAKE_CHECKED_(blake512_init);
BLAKE_API void blake384_init_salted(blake512_state *S, const unsigned char salt[32])
    BLAKE_CHECKED_(blake384_init_salted);
BLAKE_API void blake512_init_salted(blake512_state *S, const unsigned char salt[32])
    BLAKE_CHECKED_(blake512_init_salted);

/* Append IN (INLEN bytes), of either hash. */
BLAKE_API void blake512_update(blake512_state *S, const void *in, size_t inlen)
    BLAKE_CHECKED_(blake512_update);

/* Write the digest to HASH (48 bytes if S was begun as BLAKE-384, 64 if as BLAKE-512) and wipe S, which can
   then only be initialised again. */
BLAKE_API void blake512_final(blake512_state *S, unsigned char *hash)
    BLAKE_CHECKED_(blake512_final);

/*
 * The same for those who must not abort, or choose the hash by the length of its digest: HASHLEN is 48 for
 * BLAKE-384, 64 for BLAKE-512; of blake512_finish that of S. SALT (32 bytes) may be NULL, for none. On error
 * nothing is written, S stays as it was: BLAKE_ERROR_NULL; _LENGTH, also if HASHLEN is another; _STATE (append,
 * finish); _OVERLAP (all that have a state); _STARTUP (all but digest_init).
 */
BLAKE_API int blake512_digest(unsigned char *hash, size_t hashlen, const void *in, size_t inlen,
                              const unsigned char *salt) BLAKE_CHECKED_(blake512_digest);
BLAKE_API int blake512_digest_init(blake512_state *S, size_t hashlen, const unsigned char *salt)
    BLAKE_CHECKED_(blake512_digest_init);
BLAKE_API int blake512_append(blake512_state *S, const void *in, size_t inlen)
    BLAKE_CHECKED_(blake512_append);
BLAKE_API int blake512_finish(blake512_state *S, unsigned char *hash, size_t hashlen)
    BLAKE_CHECKED_(blake512_finish);

/*
 * As blake512_digest for each of JOBS (COUNT of them, any number; JOBS may be NULL if it is 0), all with the same HASHLEN
 * and SALT, but several at once where the CPU can do that, which is far faster than one after the other. The
 * lengths may differ; messages of about the same length, side by side, gain the most. The hash of a job may
 * overlap its own input, and nothing else that the call is given. On error (BLAKE_ERROR_NULL, _LENGTH,
 * _STARTUP) nothing is written.
 */
BLAKE_API int blake512_many(size_t hashlen, const unsigned char *salt, const blake_job *jobs,
                            size_t count) BLAKE_CHECKED_(blake512_many);

/*
 * The same for messages that begin alike: S has taken the common beginning, any number of bytes; for each of JOBS
 * the hash is what blake512_append of its input and blake512_final would write with a copy of S. S is only read, and
 * may be shared by threads as long as none of them changes it. On error nothing is written: BLAKE_ERROR_NULL, _LENGTH,
 * _STATE, _STARTUP; _OVERLAP if a hash overlaps S.
 */
BLAKE_API int blake512_many_from(const blake512_state *S, const blake_job *jobs, size_t count)
    BLAKE_CHECKED_(blake512_many_from);

/*
 * Save a hash in progress, to go on with it in another process, on another machine, with another version of
 * this library. SAVED receives SAVEDLEN bytes, which must be BLAKE512_SAVED_BYTES; S stays as it was, and goes on.
 * On error (BLAKE_ERROR_NULL, _STATE, _LENGTH, _OVERLAP, _STARTUP) SAVED stays as it was.
 *
 * The format, with numbers of bytes; words are big-endian:
 *   "blstate" (7), version 1 (1), block's length, 128 (1), digest length (1), buffered (1), 0 (1),
 *   chaining value (64), salt (32), counter, bits, the low word first (16), buffer (128),
 *   check value (16): the first bytes of the BLAKE-512 of all before, with the salt "blake state 1" and zeros.
 * The buffer begins with "buffered" bytes of input, not yet compressed; the rest of it is zero.
 */
BLAKE_API int blake512_export(const blake512_state *S, unsigned char *saved, size_t savedlen)
    BLAKE_CHECKED_(blake512_export);

/*
 * Go on with what blake512_export saved: SAVEDLEN bytes, which must be BLAKE512_SAVED_BYTES. S may hold anything before.
 * What is damaged, cut off, or of another kind or version is refused, and what cannot be a state: with lengths out of
 * range, bytes behind the buffered ones, a counter that is not of whole blocks, or one of 0 and another chaining value
 * than hashes begin with. (That is no protection from forgery: whether a chaining value, a salt and a counter are of one
 * message nobody can tell. Who fears it adds a MAC.) On error (BLAKE_ERROR_NULL, _LENGTH, _SAVED, _OVERLAP, _STARTUP)
 * S stays as it was.
 */
BLAKE_API int blake512_import(blake512_state *S, const void *saved, size_t savedlen)
    BLAKE_CHECKED_(blake512_import);

/*
 * H (8 words) = the compression function (specification, section 2.2) of H, BLOCK (128 bytes), the salt S (4 words)
 * and the counter T (2 words, the low one first: the bits hashed with this block, or 0 if none of them is the
 * message's). ROUNDS may be any number; BLAKE-384 and BLAKE-512 have 16, which is the fast one. Words are numbers, in
 * the host's byte order. For protocols that need the function itself, or other rounds; to hash, use the calls
 * above. BLAKE_ERROR_NULL if a pointer is NULL, _STARTUP if no implementation works.
 */
BLAKE_API int blake512_compress(blake_uint64 h[8], const unsigned char block[128],
                                const blake_uint64 s[4], const blake_uint64 t[2],
                                blake_uint32 rounds) BLAKE_CHECKED_(blake512_compress);

/*
 * The implementation in use for BLAKE-384 and BLAKE-512, such as "avx2"; NULL if none passes its self-test. And: use the one
 * called NAME from now on, or the automatic choice again if NAME is NULL; for tests, benchmarks, and incident
 * response. It takes effect for the whole process; states in progress go on with it. Calls for many messages then
 * use nothing that needs more of the CPU than NAME does, where AVX-512 with VL, BW and DQ is one thing: no CPU has VL or
 * BW alone. On error nothing changes: BLAKE_ERROR_NAME if there is none
 * of that name or this CPU cannot run it; _STARTUP if it fails its self-test.
 */
BLAKE_API const char *blake512_implementation(void) BLAKE_CHECKED_(blake512_implementation);
BLAKE_API int blake512_select(const char *name) BLAKE_CHECKED_(blake512_select);

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
#undef blake224
#undef blake256
#undef blake224_salted
#undef blake256_salted
#undef blake224_init
#undef blake256_init
#undef blake224_init_salted
#undef blake256_init_salted
#undef blake256_update
#undef blake256_final
#undef blake256_digest
#undef blake256_digest_init
#undef blake256_append
#undef blake256_finish
#undef blake256_many
#undef blake256_many_from
#undef blake256_export
#undef blake256_import
#undef blake256_compress
#undef blake256_implementation
#undef blake256_select
#undef blake384
#undef blake512
#undef blake384_salted
#undef blake512_salted
#undef blake384_init
#undef blake512_init
#undef blake384_init_salted
#undef blake512_init_salted
#undef blake512_update
#undef blake512_final
#undef blake512_digest
#undef blake512_digest_init
#undef blake512_append
#undef blake512_finish
#undef blake512_many
#undef blake512_many_from
#undef blake512_export
#undef blake512_import
#undef blake512_compress
#undef blake512_implementation
#undef blake512_select
#undef blake_uint32
#undef blake_uint64
#undef blake256_state
#undef blake512_state
#undef blake_job
/* ---- generated: end ---- */
#endif

#endif
