/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * BLAKE-224, BLAKE-256, BLAKE-384 and BLAKE-512 are the hash functions of a finalist of the SHA-3
 * competition (SHA-3 proposal BLAKE, version 1.4, with 14 and 16 rounds), with or without salt.
 * BLAKE2b is another hash function: see blake2b.h. These are the calls that most programs need.
 *
 * One message in memory:
 *   void blake256(hash, in, inlen)                    32 bytes
 *   void blake512(hash, in, inlen)                    64 bytes
 *   void blake256_salted(hash, in, inlen, salt)
 *   int blake256_digest(hash, hashlen, in, inlen, salt)
 *                                                     28 or 32 bytes
 * A message in pieces, with a blake256_state S:
 *   void blake256_init(&S)                            begin
 *   void blake256_init_salted(&S, salt)
 *   int blake256_digest_init(&S, hashlen, salt)       28 or 32 bytes
 *   void blake256_update(&S, in, inlen)               append
 *   int blake256_append(&S, in, inlen)                append, or an error
 *   void blake256_final(&S, hash)                     end
 *   int blake256_finish(&S, hash, hashlen)            end, or an error
 * Many messages at once:
 *   int blake256_many(hashlen, salt, jobs, count)
 * All of them exist with 512 in place of 256, for BLAKE-384 and BLAKE-512.
 *
 * A call that returns int returns BLAKE_OK, which is 0, or a negative error code; one that returns
 * void cannot fail when it is used as documented, and aborts after misuse. Input, salt and output
 * may overlap each other but not the state, and may be NULL only where this header says so. All
 * calls are thread-safe, as long as no two threads use the same state, or write the same output, at
 * the same time.
 *
 * After the rules for all calls, each section of this header is a manual page, such as
 * blake256_init(3). The folder examples has a program for each.
 */

/*
 * All sizes are in bytes. Messages are whole bytes, as many as size_t allows: below 2^61 for
 * BLAKE-224 and BLAKE-256, below 2^125 for the others. The specification also has messages that end
 * within a byte. They are not supported. No call needs a salt after it returned. A call that begins
 * or restores a hash accepts a state S with any contents. Pointers to bytes need no alignment.
 * Structures and words are aligned as C requires.
 *
 * A pointer to input may be NULL if its length is 0. No other pointer may be NULL, unless its
 * description says so. The calls reject input, salt and output that overlap the state that they are
 * given. Only calls that do not change the state accept input that does.
 *
 * An impossible length is rejected: more than SIZE_MAX - 128 bytes, or bytes beyond the end of the
 * address space. Nothing is then read or written. Calls that return int return BLAKE_ERROR_LENGTH,
 * the others abort.
 *
 * After misuse, calls that return void print one line on standard error and end the program with
 * abort (firmware: a trap, see doc/firmware.md). They never produce a wrong digest. Misuse is:
 *   - update or final on a state that was never initialized or has been finalized
 *   - a state that contains a length out of range
 *   - a hash that overlaps the state
 *   - an unexpected NULL argument
 * Calls that return int report the same with a negative error code. On error nothing is written:
 * output, states and the choice of the implementation stay as they were.
 *
 * A library for firmware has all of these calls except blake256_many, blake256_many_from,
 * blake512_many and blake512_many_from.
 *
 * When a call returns, it leaves no copy of messages or chaining values on the stack or in vector
 * registers. Nor does it leave digest bytes that the caller did not ask for. README.md, "Security",
 * has the exact guarantee.
 *
 * Stack that a call needs at most, in bytes, with all that it calls. The figures are for x86 and
 * AArch64, compiled with optimization. They include the self-tests of a first call, but not what
 * the dynamic linker needs to find memcpy.
 *   blake256_many, blake256_many_from: 7680
 *   blake512_many, blake512_many_from: 7680
 *   all others: 3584
 */

/*
 * Names. Programs have functions called blake256_init and so on, with other parameters. If two of
 * them export one name, the dynamic linker takes the first. Therefore no symbol of this library has
 * such a name: blake256_init is libblake_blake256_init to the linker, and so to nm, gdb and ctypes.
 * Sources use the short names. GCC and clang rename the calls when they link them. For other
 * compilers, and on Windows, the calls are macros.
 *
 * To use this header next to another one with the same names, write
 *   #define BLAKE_LONG_NAMES
 *   #include <blake.h>
 * This declares all calls and types with the prefix only: libblake_blake256_init(),
 * libblake_blake256_state. After another blake.h, BLAKE256_OUTBYTES, _BLOCKBYTES, _SALTBYTES and
 * those of the other hash functions are left to that header.
 *
 * A library configured with --symbol-prefix installs its header with that prefix. With any prefix,
 * BLAKE_SYMBOL(blake256_init) is the longer name. Users of the DLL may define BLAKE_DLL. Those who
 * do not want compilers to warn of misuse define BLAKE_NO_ATTRIBUTES.
 */
#ifndef LIBBLAKE_BLAKE_H
#define LIBBLAKE_BLAKE_H

#include <stddef.h>
#include <limits.h>
#if defined(__cplusplus) || defined(__GNUC__) || (defined(_MSC_VER) && _MSC_VER >= 1600) || \
    (defined(__STDC_VERSION__) && __STDC_VERSION__ >= 199901L)
#include <stdint.h>
#endif

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

#if defined(BLAKE_API)
#elif defined(_WIN32) && defined(BLAKE_DLL_BUILD)
#define BLAKE_API __declspec(dllexport)
#elif defined(_WIN32) && defined(BLAKE_DLL)
#define BLAKE_API __declspec(dllimport)
#elif defined(__GNUC__) && __GNUC__ >= 4 && !defined(_WIN32)
#define BLAKE_API __attribute__((visibility("default")))
#else
#define BLAKE_API
#endif

/* BLAKE_CALL(int, call)(void) declares "int call(void)". Attributes let compilers warn of misuse.
 * Only calls that do not return after NULL have "nonnull", on which the compiler relies. */
#if !defined(__GNUC__) || __GNUC__ < 4 || defined(BLAKE_NO_ATTRIBUTES)
#define BLAKE_ATTRIBUTE_(attribute)
#define BLAKE_EXTENSION_
#else
#define BLAKE_ATTRIBUTE_(attribute) __attribute__((attribute))
#define BLAKE_EXTENSION_ __extension__
#if defined(__has_attribute)
#if __has_attribute(access)
#define BLAKE_ACCESS_(how, p, bytes) __attribute__((access how))
#elif __has_attribute(diagnose_if)
#define BLAKE_ACCESS_(how, p, bytes) __attribute__(( \
    diagnose_if(__builtin_object_size(p, 0) < (bytes), #p " has less than " #bytes, "warning"), \
    diagnose_if(!(p) && (bytes) > 0, #p " is NULL", "warning")))
#endif
#endif
#endif
#if !defined(BLAKE_ACCESS_)
#define BLAKE_ACCESS_(how, p, bytes)
#endif
#define BLAKE_RESULT_ BLAKE_ATTRIBUTE_(warn_unused_result)
#define BLAKE_NONNULL_(arguments) BLAKE_ATTRIBUTE_(nonnull arguments)
#define BLAKE_STATE_(how) BLAKE_ACCESS_((how, 1), S, sizeof *(S))
#define BLAKE_READS_(i, p, j, n) BLAKE_ACCESS_((read_only, i, j), p, n)
#define BLAKE_WRITES_(i, p, j, n) BLAKE_ACCESS_((write_only, i, j), p, n)

#if !defined(__PRAGMA_REDEFINE_EXTNAME) || defined(_WIN32) || defined(BLAKE_LONG_NAMES)
#define BLAKE_CALL(result, name) BLAKE_EXTENSION_ BLAKE_API result BLAKE_SYMBOL(name)
#else
#if defined(__APPLE__)
#define BLAKE_LINKED_(name) BLAKE_CAT(_, BLAKE_SYMBOL(name))
#else
#define BLAKE_LINKED_(name) BLAKE_SYMBOL(name)
#endif
#define BLAKE_PRAGMA_(text) _Pragma(#text)
#define BLAKE_RENAME_(name, symbol) BLAKE_PRAGMA_(redefine_extname name symbol)
#define BLAKE_CALL(result, name) \
    BLAKE_RENAME_(name, BLAKE_LINKED_(name)) BLAKE_EXTENSION_ BLAKE_API result name
#endif

/* ---- generated: types ---- */
#if defined(BLAKE_LONG_NAMES)
#define blake_uint32 BLAKE_SYMBOL(blake_uint32)
#define blake_uint64 BLAKE_SYMBOL(blake_uint64)
#define blake256_state BLAKE_SYMBOL(blake256_state)
#define blake512_state BLAKE_SYMBOL(blake512_state)
#define blake_job BLAKE_SYMBOL(blake_job)
#endif
/* ---- generated: end ---- */
#if defined(__cplusplus)
extern "C" {
#endif

#define BLAKE_VERSION_MAJOR 1
#define BLAKE_VERSION_MINOR 0
#define BLAKE_VERSION_PATCH 0

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
/* The library contains several implementations (kernels) for each instruction set. It chooses one
 * for BLAKE-224 and BLAKE-256, and one for BLAKE-384 and BLAKE-512. These calls report, change or
 * advance that choice. It applies to the whole process. */

/* Returns the version of the library in use, "MAJOR.MINOR.PATCH". */
BLAKE_CALL(const char *, blake_version)(void);

/* Chooses the implementations: the preferred ones for this CPU that pass their self-tests. Every
 * other call does this when it is needed. Call it to know in advance. Any number of threads may
 * call it at any time. If every implementation fails, calls that return void print a line on
 * standard error and abort.
 * Errors: BLAKE_ERROR_STARTUP. */
BLAKE_CALL(int, blake_startup)(void);

/* Returns the name of the implementation in use, such as "avx2"; NULL if every one failed its
 * self-test. */
BLAKE_CALL(const char *, blake256_implementation)(void);
#if defined(BLAKE_HAVE_512)
BLAKE_CALL(const char *, blake512_implementation)(void);
#endif

/* Uses the implementation called NAME from now on. NULL restores the automatic choice. This is for
 * tests, benchmarks and incident response. States in progress continue with it. Calls for many
 * messages then use no CPU feature that NAME does not use. AVX-512 with VL, BW and DQ counts as one
 * feature: no CPU has VL or BW alone.
 * Errors: BLAKE_ERROR_NAME if there is none of that name or this CPU cannot run it;
 * BLAKE_ERROR_STARTUP if it fails its self-test. */
BLAKE_CALL(int, blake256_select)(const char *name) BLAKE_RESULT_;
#if defined(BLAKE_HAVE_512)
BLAKE_CALL(int, blake512_select)(const char *name) BLAKE_RESULT_;
#endif

/* ---- blake256(3): BLAKE in one call ---- */
/* BLAKE-224 and BLAKE-256 have digests of 28 and 32 bytes, a salt of 16 bytes, blocks of 64 bytes
 * and 14 rounds. BLAKE-384 and BLAKE-512 have digests of 48 and 64 bytes, a salt of 32 bytes,
 * blocks of 128 bytes and 16 rounds. A salt of zeros is the same as none. */

/* Writes the digest of IN (INLEN bytes) to HASH. */
BLAKE_CALL(void, blake224)(unsigned char hash[28], const void *in, size_t inlen)
    BLAKE_ACCESS_((write_only, 1), hash, 28) BLAKE_READS_(2, in, 3, inlen) BLAKE_NONNULL_((1));
BLAKE_CALL(void, blake256)(unsigned char hash[32], const void *in, size_t inlen)
    BLAKE_ACCESS_((write_only, 1), hash, 32) BLAKE_READS_(2, in, 3, inlen) BLAKE_NONNULL_((1));
#if defined(BLAKE_HAVE_512)
BLAKE_CALL(void, blake384)(unsigned char hash[48], const void *in, size_t inlen)
    BLAKE_ACCESS_((write_only, 1), hash, 48) BLAKE_READS_(2, in, 3, inlen) BLAKE_NONNULL_((1));
BLAKE_CALL(void, blake512)(unsigned char hash[64], const void *in, size_t inlen)
    BLAKE_ACCESS_((write_only, 1), hash, 64) BLAKE_READS_(2, in, 3, inlen) BLAKE_NONNULL_((1));
#endif

/* Writes the digest of IN (INLEN bytes) with SALT to HASH. */
BLAKE_CALL(void, blake224_salted)(unsigned char hash[28], const void *in, size_t inlen,
    const unsigned char salt[16])
    BLAKE_ACCESS_((write_only, 1), hash, 28) BLAKE_READS_(2, in, 3, inlen)
    BLAKE_ACCESS_((read_only, 4), salt, 16) BLAKE_NONNULL_((1, 4));
BLAKE_CALL(void, blake256_salted)(unsigned char hash[32], const void *in, size_t inlen,
    const unsigned char salt[16])
    BLAKE_ACCESS_((write_only, 1), hash, 32) BLAKE_READS_(2, in, 3, inlen)
    BLAKE_ACCESS_((read_only, 4), salt, 16) BLAKE_NONNULL_((1, 4));
#if defined(BLAKE_HAVE_512)
BLAKE_CALL(void, blake384_salted)(unsigned char hash[48], const void *in, size_t inlen,
    const unsigned char salt[32])
    BLAKE_ACCESS_((write_only, 1), hash, 48) BLAKE_READS_(2, in, 3, inlen)
    BLAKE_ACCESS_((read_only, 4), salt, 32) BLAKE_NONNULL_((1, 4));
BLAKE_CALL(void, blake512_salted)(unsigned char hash[64], const void *in, size_t inlen,
    const unsigned char salt[32])
    BLAKE_ACCESS_((write_only, 1), hash, 64) BLAKE_READS_(2, in, 3, inlen)
    BLAKE_ACCESS_((read_only, 4), salt, 32) BLAKE_NONNULL_((1, 4));
#endif

/* Writes the digest of IN (INLEN bytes) to HASH, for callers that cannot tolerate abort, or that
 * choose the hash function by HASHLEN. That is 28 or 32 for blake256_digest, 48 or 64 for
 * blake512_digest. SALT has 16 or 32 bytes. It may be NULL, for none.
 * Errors: BLAKE_ERROR_NULL, _STARTUP; BLAKE_ERROR_LENGTH, also if HASHLEN is neither. */
BLAKE_CALL(int, blake256_digest)(unsigned char *hash, size_t hashlen, const void *in, size_t inlen,
    const unsigned char *salt)
    BLAKE_RESULT_ BLAKE_WRITES_(1, hash, 2, hashlen) BLAKE_READS_(3, in, 4, inlen);
#if defined(BLAKE_HAVE_512)
BLAKE_CALL(int, blake512_digest)(unsigned char *hash, size_t hashlen, const void *in, size_t inlen,
    const unsigned char *salt)
    BLAKE_RESULT_ BLAKE_WRITES_(1, hash, 2, hashlen) BLAKE_READS_(3, in, 4, inlen);
#endif

/* ---- blake256_init(3): BLAKE of a message in pieces ---- */
/* Initialize a state, update it with each piece of the message, then finalize it. */

/* A hash in progress, of BLAKE-224 or BLAKE-256. It may be copied by assignment or memcpy, and the
 * copy continues independently. Its contents are private to the library. */
typedef struct blake256_state {
    blake_uint32 opaque[36];
} blake256_state;

#if defined(BLAKE_HAVE_512)
/* A hash in progress, of BLAKE-384 or BLAKE-512. The rules for blake256_state apply. */
typedef struct blake512_state {
    blake_uint64 opaque[34];
} blake512_state;
#endif

/* Begins a hash without salt. */
BLAKE_CALL(void, blake224_init)(blake256_state *S) BLAKE_STATE_(write_only) BLAKE_NONNULL_((1));
BLAKE_CALL(void, blake256_init)(blake256_state *S) BLAKE_STATE_(write_only) BLAKE_NONNULL_((1));
#if defined(BLAKE_HAVE_512)
BLAKE_CALL(void, blake384_init)(blake512_state *S) BLAKE_STATE_(write_only) BLAKE_NONNULL_((1));
BLAKE_CALL(void, blake512_init)(blake512_state *S) BLAKE_STATE_(write_only) BLAKE_NONNULL_((1));
#endif

/* Begins a hash with SALT. */
BLAKE_CALL(void, blake224_init_salted)(blake256_state *S, const unsigned char salt[16])
    BLAKE_STATE_(write_only) BLAKE_ACCESS_((read_only, 2), salt, 16) BLAKE_NONNULL_((1, 2));
BLAKE_CALL(void, blake256_init_salted)(blake256_state *S, const unsigned char salt[16])
    BLAKE_STATE_(write_only) BLAKE_ACCESS_((read_only, 2), salt, 16) BLAKE_NONNULL_((1, 2));
#if defined(BLAKE_HAVE_512)
BLAKE_CALL(void, blake384_init_salted)(blake512_state *S, const unsigned char salt[32])
    BLAKE_STATE_(write_only) BLAKE_ACCESS_((read_only, 2), salt, 32) BLAKE_NONNULL_((1, 2));
BLAKE_CALL(void, blake512_init_salted)(blake512_state *S, const unsigned char salt[32])
    BLAKE_STATE_(write_only) BLAKE_ACCESS_((read_only, 2), salt, 32) BLAKE_NONNULL_((1, 2));
#endif

/* Appends IN (INLEN bytes) to the message. BLAKE-224 and BLAKE-384 have no calls of their own for
 * this. */
BLAKE_CALL(void, blake256_update)(blake256_state *S, const void *in, size_t inlen)
    BLAKE_STATE_(read_write) BLAKE_READS_(2, in, 3, inlen) BLAKE_NONNULL_((1));
#if defined(BLAKE_HAVE_512)
BLAKE_CALL(void, blake512_update)(blake512_state *S, const void *in, size_t inlen)
    BLAKE_STATE_(read_write) BLAKE_READS_(2, in, 3, inlen) BLAKE_NONNULL_((1));
#endif

/* Writes the digest to HASH and wipes S, which can then only be initialized again. HASH has 28
 * bytes if S was begun as BLAKE-224, 32 as BLAKE-256, 48 as BLAKE-384, and 64 as BLAKE-512. */
BLAKE_CALL(void, blake256_final)(blake256_state *S, unsigned char *hash)
    BLAKE_STATE_(read_write) BLAKE_ACCESS_((write_only, 2), hash, 1) BLAKE_NONNULL_((1, 2));
#if defined(BLAKE_HAVE_512)
BLAKE_CALL(void, blake512_final)(blake512_state *S, unsigned char *hash)
    BLAKE_STATE_(read_write) BLAKE_ACCESS_((write_only, 2), hash, 1) BLAKE_NONNULL_((1, 2));
#endif

/* Begins a hash of HASHLEN bytes, for callers that cannot tolerate abort, or that choose the hash
 * function by HASHLEN. That is 28 or 32 for blake256_digest_init, 48 or 64 for
 * blake512_digest_init. SALT has 16 or 32 bytes. It may be NULL, for none.
 * Errors: BLAKE_ERROR_NULL, _OVERLAP; BLAKE_ERROR_LENGTH if HASHLEN is neither. */
BLAKE_CALL(int, blake256_digest_init)(blake256_state *S, size_t hashlen, const unsigned char *salt)
    BLAKE_RESULT_ BLAKE_STATE_(write_only);
#if defined(BLAKE_HAVE_512)
BLAKE_CALL(int, blake512_digest_init)(blake512_state *S, size_t hashlen, const unsigned char *salt)
    BLAKE_RESULT_ BLAKE_STATE_(write_only);
#endif

/* As blake256_update and blake512_update, for callers that cannot tolerate abort.
 * Errors: BLAKE_ERROR_NULL, _LENGTH, _STATE, _OVERLAP, _STARTUP. */
BLAKE_CALL(int, blake256_append)(blake256_state *S, const void *in, size_t inlen)
    BLAKE_RESULT_ BLAKE_STATE_(read_write) BLAKE_READS_(2, in, 3, inlen);
#if defined(BLAKE_HAVE_512)
BLAKE_CALL(int, blake512_append)(blake512_state *S, const void *in, size_t inlen)
    BLAKE_RESULT_ BLAKE_STATE_(read_write) BLAKE_READS_(2, in, 3, inlen);
#endif

/* As blake256_final and blake512_final, with the length that the caller expects: HASHLEN must equal
 * the digest length of S.
 * Errors: BLAKE_ERROR_NULL, _LENGTH, _STATE, _OVERLAP, _STARTUP. */
BLAKE_CALL(int, blake256_finish)(blake256_state *S, unsigned char *hash, size_t hashlen)
    BLAKE_RESULT_ BLAKE_STATE_(read_write) BLAKE_WRITES_(2, hash, 3, hashlen);
#if defined(BLAKE_HAVE_512)
BLAKE_CALL(int, blake512_finish)(blake512_state *S, unsigned char *hash, size_t hashlen)
    BLAKE_RESULT_ BLAKE_STATE_(read_write) BLAKE_WRITES_(2, hash, 3, hashlen);
#endif

/* ---- blake256_many(3): BLAKE of many messages at once ---- */
/* These calls hash several messages at once where the CPU can do that. This is much faster than one
 * after the other. Lengths may differ. Neighbouring messages of about the same length gain the
 * most.
 *
 * The hash of a job may overlap its own input, and nothing else that the call is given. JOBS may be
 * NULL if COUNT is 0. */

/* A message, or the tail of a message of blake256_many_from or blake512_many_from. */
typedef struct blake_job {
    const void *in;      /* may be NULL if inlen is 0 */
    size_t inlen;        /* any number */
    unsigned char *hash; /* receives the digest */
} blake_job;

/* As blake256_digest or blake512_digest for each of the COUNT JOBS (any number), all with the same
 * HASHLEN and SALT.
 * Errors: BLAKE_ERROR_NULL, _LENGTH, _STARTUP. */
BLAKE_CALL(int, blake256_many)(size_t hashlen, const unsigned char *salt, const blake_job *jobs,
    size_t count)
    BLAKE_RESULT_ BLAKE_ACCESS_((read_only, 3, 4), jobs, (count) * sizeof *(jobs));
#if defined(BLAKE_HAVE_512)
BLAKE_CALL(int, blake512_many)(size_t hashlen, const unsigned char *salt, const blake_job *jobs,
    size_t count)
    BLAKE_RESULT_ BLAKE_ACCESS_((read_only, 3, 4), jobs, (count) * sizeof *(jobs));
#endif

/* The same for messages with a shared prefix, which has any length and was appended to S. Each of
 * the COUNT JOBS is a tail. Its digest is what append and final would produce with a copy of S. S
 * is only read, and threads may share it as long as none of them changes it.
 * Errors: BLAKE_ERROR_NULL, _LENGTH, _STATE, _STARTUP; BLAKE_ERROR_OVERLAP if a hash overlaps S. */
BLAKE_CALL(int, blake256_many_from)(const blake256_state *S, const blake_job *jobs, size_t count)
    BLAKE_RESULT_ BLAKE_STATE_(read_only)
    BLAKE_ACCESS_((read_only, 2, 3), jobs, (count) * sizeof *(jobs));
#if defined(BLAKE_HAVE_512)
BLAKE_CALL(int, blake512_many_from)(const blake512_state *S, const blake_job *jobs, size_t count)
    BLAKE_RESULT_ BLAKE_STATE_(read_only)
    BLAKE_ACCESS_((read_only, 2, 3), jobs, (count) * sizeof *(jobs));
#endif

/* ---- blake256_export(3): saved states of BLAKE ---- */
/* These calls save a hash in progress. It can be continued in another process, on another machine,
 * or with another version of this library. SAVEDLEN must be BLAKE256_SAVED_BYTES or
 * BLAKE512_SAVED_BYTES.
 *
 * The format follows, with numbers of bytes in parentheses. Words are big-endian. The second number
 * is that of BLAKE-384 and BLAKE-512:
 *   "blstate" (7), version 1 (1), block size, 64 or 128 (1),
 *   digest length (1), buffered (1), 0 (1),
 *   chaining value (32 or 64), salt (16 or 32),
 *   counter of bits, the low word first (8 or 16), buffer (64 or 128),
 *   check value (16): the first bytes of the BLAKE-256 or BLAKE-512
 *   of all before, with the salt "blake state 1" and zeros.
 * The buffer begins with the "buffered" bytes of input that are not compressed yet. Its other bytes
 * are zero. */
#define BLAKE256_SAVED_BYTES 148 /* saved BLAKE-224 or BLAKE-256 */
#define BLAKE512_SAVED_BYTES 268 /* saved BLAKE-384 or BLAKE-512 */

/* Writes the saved state of S to SAVED (SAVEDLEN bytes). S is unchanged and can be used further.
 * Errors: BLAKE_ERROR_NULL, _STATE, _LENGTH, _OVERLAP, _STARTUP. */
BLAKE_CALL(int, blake256_export)(const blake256_state *S, unsigned char *saved, size_t savedlen)
    BLAKE_RESULT_ BLAKE_STATE_(read_only) BLAKE_WRITES_(2, saved, 3, savedlen);
#if defined(BLAKE_HAVE_512)
BLAKE_CALL(int, blake512_export)(const blake512_state *S, unsigned char *saved, size_t savedlen)
    BLAKE_RESULT_ BLAKE_STATE_(read_only) BLAKE_WRITES_(2, saved, 3, savedlen);
#endif

/* Restores S from SAVED (SAVEDLEN bytes). A saved state that is damaged, truncated, or of another
 * kind or version is rejected. So is an impossible one:
 *   - lengths out of range
 *   - bytes after the buffered ones
 *   - a counter that is not a number of whole blocks
 *   - a counter of 0 with another chaining value than the initial one
 * This does not protect against forgery. Nobody can tell whether a chaining value, a salt and a
 * counter belong to one message. Add a MAC if you need authenticity.
 * Errors: BLAKE_ERROR_NULL, _LENGTH, _SAVED, _OVERLAP, _STARTUP. */
BLAKE_CALL(int, blake256_import)(blake256_state *S, const void *saved, size_t savedlen)
    BLAKE_RESULT_ BLAKE_STATE_(write_only) BLAKE_READS_(2, saved, 3, savedlen);
#if defined(BLAKE_HAVE_512)
BLAKE_CALL(int, blake512_import)(blake512_state *S, const void *saved, size_t savedlen)
    BLAKE_RESULT_ BLAKE_STATE_(write_only) BLAKE_READS_(2, saved, 3, savedlen);
#endif

/* ---- blake256_compress(3): the BLAKE compression functions ---- */
/* These calls are for protocols that need the compression function itself, or another number of
 * rounds. To hash, use the other calls. */

/* Replaces the chaining value H (8 words) by the compression function of H, BLOCK, the salt S (4
 * words) and the counter T (2 words, the low one first). The specification has it in section 2.1
 * for blake256_compress (BLOCK of 64 bytes) and in section 2.2 for blake512_compress (128 bytes).
 *
 * The counter is the number of bits hashed with this block, or 0 if none of them belongs to the
 * message. Words are numbers in the host's byte order. ROUNDS may be any number. BLAKE-224 and
 * BLAKE-256 have 14, BLAKE-384 and BLAKE-512 have 16, and these are the fast ones.
 * Errors: BLAKE_ERROR_NULL, _STARTUP. */
BLAKE_CALL(int, blake256_compress)(blake_uint32 h[8], const unsigned char block[64],
    const blake_uint32 s[4], const blake_uint32 t[2], blake_uint32 rounds)
    BLAKE_RESULT_ BLAKE_ACCESS_((read_write, 1), h, 8 * sizeof *(h))
    BLAKE_ACCESS_((read_only, 2), block, 64) BLAKE_ACCESS_((read_only, 3), s, 4 * sizeof *(s))
    BLAKE_ACCESS_((read_only, 4), t, 2 * sizeof *(t));
#if defined(BLAKE_HAVE_512)
BLAKE_CALL(int, blake512_compress)(blake_uint64 h[8], const unsigned char block[128],
    const blake_uint64 s[4], const blake_uint64 t[2], blake_uint32 rounds)
    BLAKE_RESULT_ BLAKE_ACCESS_((read_write, 1), h, 8 * sizeof *(h))
    BLAKE_ACCESS_((read_only, 2), block, 128) BLAKE_ACCESS_((read_only, 3), s, 4 * sizeof *(s))
    BLAKE_ACCESS_((read_only, 4), t, 2 * sizeof *(t));
#endif

#if defined(__cplusplus)
}
#endif

/* ---- generated: names ---- */
#if defined(BLAKE_LONG_NAMES)
#undef blake_uint32
#undef blake_uint64
#undef blake256_state
#undef blake512_state
#undef blake_job
#elif !defined(BLAKE_LINKED_)
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

#endif
