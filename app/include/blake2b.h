/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * BLAKE2b (RFC 7693) is a hash function with digests of 1 to 64 bytes and an optional key of up to
 * 64 bytes. BLAKE2bp and BLAKE2Xb are separate hash functions that are built from it. These are the
 * calls that most programs need.
 *
 * One message in memory:
 *   void blake2b(hash, in, inlen)                     64 bytes
 *   void blake2b_keyed(hash, in, inlen, key, keylen)  64 bytes, a MAC
 *   int blake2b_digest(hash, hashlen, in, inlen, key, keylen)
 *                                                     1 to 64 bytes
 * A message in pieces, with a blake2b_state S:
 *   void blake2b_init(&S)                             begin: 64 bytes
 *   void blake2b_keyed_init(&S, key, keylen)          begin: a MAC
 *   int blake2b_digest_init(&S, hashlen, key, keylen) 1 to 64 bytes
 *   void blake2b_update(&S, in, inlen)                append
 *   int blake2b_append(&S, in, inlen)                 append, or an error
 *   void blake2b_final(&S, hash)                      end
 *   int blake2b_finish(&S, hash, hashlen)             end, or an error
 * With salt and personalization, which are in blake2b_params P:
 *   int blake2b_hash(&P, hash, hashlen, in, inlen)    one message
 *   int blake2b_many(&P, jobs, count)                 many at once
 *
 * A call that returns int returns BLAKE2B_OK, which is 0, or a negative error code; one that
 * returns void cannot fail when it is used as documented, and aborts after misuse. Input, key and
 * output may overlap each other but not the state, and may be NULL only where this header says so.
 * All calls are thread-safe, as long as no two threads use the same state, or write the same
 * output, at the same time.
 *
 * After the rules for all calls, each section of this header is a manual page, such as
 * blake2b_init(3). The folder examples has a program for each.
 */

/*
 * All sizes are in bytes. IN has INLEN bytes, any number. An empty key means unkeyed, and no call
 * needs a key after it returned. A call that begins or restores a hash accepts a state S with any
 * contents. States and pointers to bytes need no alignment. Structures, and the words of
 * blake2b_compress, are aligned as C requires.
 *
 * A pointer to input or key may be NULL if its length is 0. No other pointer may be NULL, unless
 * its description says so. The calls reject input, key and output that overlap the state that they
 * are given. Only blake2b_many_from, which does not change it, accepts input that does.
 *
 * An impossible length is rejected: more than SIZE_MAX - 128 bytes, or bytes beyond the end of the
 * address space. Nothing is then read or written. Calls that return int return
 * BLAKE2B_ERROR_LENGTH, the others abort.
 *
 * After misuse, calls that return void print one line on standard error and end the program with
 * abort (firmware: a trap, see doc/firmware.md). They never produce a wrong digest. Misuse is:
 *   - a key longer than 64 bytes
 *   - update or final on a state that was never initialized or has been finalized
 *   - a state that contains a length out of range
 *   - a hash that overlaps the state
 *   - an unexpected NULL argument
 * Calls that return int report the same with a negative error code. On error nothing is written:
 * output, states, parameters and the choice of the implementation stay as they were.
 *
 * When a call returns, it leaves no copy of keys, messages or chaining values on the stack or in
 * vector registers. Nor does it leave digest bytes that the caller did not ask for. README.md,
 * "Security", has the exact guarantee.
 *
 * Stack that a call needs at most, in bytes, with all that it calls. The figures are for x86 and
 * AArch64, with optimization. They include the self-tests of a first call, but not what the dynamic
 * linker needs to find memcpy.
 *   blake2b_many, blake2b_many_from: 10240
 *   blake2bp, blake2bp_update, blake2bp_final: 7680
 *   blake2b_compress_many: 7680
 *   blake2xb, blake2xb_squeeze, blake2xb_finish: 8192
 *   all others: 3584
 * Without the kernel zmmx16, which is used only on CPUs with AVX-512 that are not Intel's,
 * blake2b_many and blake2b_many_from need at most 8192, and the calls of BLAKE2Xb at most 7680.
 */

/*
 * Names. Other libraries, such as libb2, have functions called blake2b, blake2b_init and so on,
 * with other parameters. If two shared libraries export one name, the dynamic linker takes the
 * first. Therefore no symbol of this library has such a name: blake2b_init is
 * libblake2b_blake2b_init to the linker, and so to nm, gdb and ctypes. Sources use the short names.
 *
 * GCC and clang rename the calls when they link them. Members, methods and functions of your
 * program may have the same names. For other compilers, and on Windows, the calls are macros.
 * Members with the same names then get the longer names wherever this header is included.
 *
 * To use this header next to another one with the same names (libb2's blake2.h, another blake2b.h),
 * in either order, write
 *   #define BLAKE2B_LONG_NAMES
 *   #include <blake2b.h>
 * This declares all calls and types with the prefix only: libblake2b_blake2b_init(),
 * libblake2b_blake2b_state. BLAKE2B_BLOCKBYTES, _OUTBYTES, _KEYBYTES, _SALTBYTES and _PERSONALBYTES
 * are left to the other header.
 *
 * A library configured with --symbol-prefix installs its header with that prefix. With any prefix,
 * BLAKE2B_SYMBOL(blake2b_init) is the longer name. Users of the DLL may define BLAKE2B_DLL. Those
 * who do not want compilers to warn of misuse define BLAKE2B_NO_ATTRIBUTES.
 */
#ifndef LIBBLAKE2B_BLAKE2B_H
#define LIBBLAKE2B_BLAKE2B_H

#include <stddef.h>
#include <limits.h>
#if defined(__cplusplus) || defined(__GNUC__) || (defined(_MSC_VER) && _MSC_VER >= 1600) || \
    (defined(__STDC_VERSION__) && __STDC_VERSION__ >= 199901L)
#include <stdint.h>
#endif

#if !defined(BLAKE2B_SYMBOL_PREFIX) && !defined(BLAKE2B_PLAIN_SYMBOLS)
#define BLAKE2B_SYMBOL_PREFIX libblake2b_
#endif
#define BLAKE2B_CAT_(a, b) a##b
#define BLAKE2B_CAT(a, b) BLAKE2B_CAT_(a, b)
#if defined(BLAKE2B_PLAIN_SYMBOLS)
#define BLAKE2B_SYMBOL(name) name
#else
#define BLAKE2B_SYMBOL(name) BLAKE2B_CAT(BLAKE2B_SYMBOL_PREFIX, name)
#endif

#if defined(BLAKE2B_LONG_NAMES) && defined(BLAKE2B_PLAIN_SYMBOLS)
#error "BLAKE2B_LONG_NAMES: this library was configured without a prefix for its names"
#elif !defined(BLAKE2B_LONG_NAMES) && (defined(__BLAKE2_H__) || defined(BLAKE2_H) || \
    (defined(BLAKE2B_H) && \
    (defined(BLAKE2B_BLOCKBYTES) || defined(BLAKE2B_OUTBYTES) || defined(BLAKE2B_KEYBYTES) || \
     defined(BLAKE2B_SALTBYTES) || defined(BLAKE2B_PERSONALBYTES) || defined(blake2b_init) || \
     defined(blake2b_update) || defined(blake2b_final) || defined(blake2b_state))))
#error "another header with these names is before blake2b.h: define BLAKE2B_LONG_NAMES (see Names)"
#define BLAKE2B_LONG_NAMES /* so that this is the only error */
#endif

#if defined(BLAKE2B_API)
#elif defined(_WIN32) && defined(BLAKE2B_DLL_BUILD)
#define BLAKE2B_API __declspec(dllexport)
#elif defined(_WIN32) && defined(BLAKE2B_DLL)
#define BLAKE2B_API __declspec(dllimport)
#elif defined(__GNUC__) && __GNUC__ >= 4 && !defined(_WIN32)
#define BLAKE2B_API __attribute__((visibility("default")))
#else
#define BLAKE2B_API
#endif

/* BLAKE2B_CALL(int, call)(void) declares "int call(void)". Attributes let compilers warn of misuse.
 * Only calls that do not return after NULL have "nonnull", on which the compiler relies. */
#if !defined(__GNUC__) || __GNUC__ < 4 || defined(BLAKE2B_NO_ATTRIBUTES)
#define BLAKE2B_ATTRIBUTE_(attribute)
#define BLAKE2B_EXTENSION_
#else
#define BLAKE2B_ATTRIBUTE_(attribute) __attribute__((attribute))
#define BLAKE2B_EXTENSION_ __extension__
#if defined(__has_attribute)
#if __has_attribute(access)
#define BLAKE2B_ACCESS_(how, p, bytes) __attribute__((access how))
#elif __has_attribute(diagnose_if)
#define BLAKE2B_ACCESS_(how, p, bytes) __attribute__(( \
    diagnose_if(__builtin_object_size(p, 0) < (bytes), #p " has less than " #bytes, "warning"), \
    diagnose_if(!(p) && (bytes) > 0, #p " is NULL", "warning")))
#endif
#endif
#endif
#if !defined(BLAKE2B_ACCESS_)
#define BLAKE2B_ACCESS_(how, p, bytes)
#endif
#define BLAKE2B_RESULT_ BLAKE2B_ATTRIBUTE_(warn_unused_result)
#define BLAKE2B_NONNULL_(arguments) BLAKE2B_ATTRIBUTE_(nonnull arguments)
#define BLAKE2B_STATE_(how) BLAKE2B_ACCESS_((how, 1), S, sizeof *(S))
#define BLAKE2B_READS_(i, p, j, n) BLAKE2B_ACCESS_((read_only, i, j), p, n)
#define BLAKE2B_WRITES_(i, p, j, n) BLAKE2B_ACCESS_((write_only, i, j), p, n)

#if !defined(__PRAGMA_REDEFINE_EXTNAME) || defined(_WIN32) || defined(BLAKE2B_LONG_NAMES)
#define BLAKE2B_CALL(result, name) BLAKE2B_EXTENSION_ BLAKE2B_API result BLAKE2B_SYMBOL(name)
#else
#if defined(__APPLE__)
#define BLAKE2B_LINKED_(name) BLAKE2B_CAT(_, BLAKE2B_SYMBOL(name))
#else
#define BLAKE2B_LINKED_(name) BLAKE2B_SYMBOL(name)
#endif
#define BLAKE2B_PRAGMA_(text) _Pragma(#text)
#define BLAKE2B_RENAME_(name, symbol) BLAKE2B_PRAGMA_(redefine_extname name symbol)
#define BLAKE2B_CALL(result, name) \
    BLAKE2B_RENAME_(name, BLAKE2B_LINKED_(name)) BLAKE2B_EXTENSION_ BLAKE2B_API result name
#endif

/* ---- generated: types ---- */
#if defined(BLAKE2B_LONG_NAMES)
#define blake2b_uint32 BLAKE2B_SYMBOL(blake2b_uint32)
#define blake2b_uint64 BLAKE2B_SYMBOL(blake2b_uint64)
#define blake2b_state BLAKE2B_SYMBOL(blake2b_state)
#define blake2b_params BLAKE2B_SYMBOL(blake2b_params)
#define blake2b_job BLAKE2B_SYMBOL(blake2b_job)
#define blake2bp_state BLAKE2B_SYMBOL(blake2bp_state)
#define blake2xb_state BLAKE2B_SYMBOL(blake2xb_state)
#define blake2b_compress_job BLAKE2B_SYMBOL(blake2b_compress_job)
#endif
/* ---- generated: end ---- */
#if defined(__cplusplus)
extern "C" {
#endif

#define BLAKE2B_VERSION_MAJOR 1
#define BLAKE2B_VERSION_MINOR 0
#define BLAKE2B_VERSION_PATCH 0

#if !defined(BLAKE2B_LONG_NAMES)
#define BLAKE2B_BLOCKBYTES 128   /* block size, RFC 7693 section 2.1 */
#define BLAKE2B_OUTBYTES 64      /* longest digest, and the default */
#define BLAKE2B_KEYBYTES 64      /* longest key */
#define BLAKE2B_SALTBYTES 16     /* salt, BLAKE2 paper section 2.8 */
#define BLAKE2B_PERSONALBYTES 16 /* personalization, BLAKE2 paper section 2.8 */
#endif

/* Results of the calls that return int. An enumeration has that type in other languages, too. */
enum {
    BLAKE2B_OK = 0,             /* success */
    BLAKE2B_ERROR_NULL = -1,    /* unexpected NULL argument */
    BLAKE2B_ERROR_LENGTH = -2,  /* length out of range */
    BLAKE2B_ERROR_PARAMS = -3,  /* parameters never initialized, or out of range */
    BLAKE2B_ERROR_STATE = -4,   /* state never initialized, already finalized, or damaged */
    BLAKE2B_ERROR_STARTUP = -5, /* every implementation failed its self-test */
    BLAKE2B_ERROR_NAME = -6,    /* no implementation of that name, or not for this CPU */
    BLAKE2B_ERROR_OVERLAP = -7, /* input, key, parameters or output overlap the state */
    BLAKE2B_ERROR_SAVED = -8,   /* not a saved state of this kind, or a damaged one */
    BLAKE2B_ERROR_CLOCK = -9    /* no clock, or an unreliable one */
};

#if defined(UINT32_MAX)
typedef uint32_t blake2b_uint32;
#elif UINT_MAX >= 0xffffffffUL
typedef unsigned int blake2b_uint32;
#else
typedef unsigned long blake2b_uint32;
#endif
#if defined(UINT64_MAX)
typedef uint64_t blake2b_uint64;
#else
/* The compiler has no 64-bit type. Values beyond unsigned long are out of reach. */
typedef unsigned long blake2b_uint64;
#endif

/* ---- blake2b(3): BLAKE2b in one call ---- */
/* These calls hash one message that is in memory: RFC 7693, section 3.3. */

/* Writes the BLAKE2b-512 digest of IN (INLEN bytes) to HASH (64 bytes). */
BLAKE2B_CALL(void, blake2b)(unsigned char hash[64], const void *in, size_t inlen)
    BLAKE2B_ACCESS_((write_only, 1), hash, 64) BLAKE2B_READS_(2, in, 3, inlen)
    BLAKE2B_NONNULL_((1));

/* Writes the keyed BLAKE2b-512 digest (a MAC) of IN (INLEN bytes) to HASH (64 bytes). KEY has
 * KEYLEN bytes, 0 to 64. The key length goes into the parameter block. */
BLAKE2B_CALL(void, blake2b_keyed)(unsigned char hash[64], const void *in, size_t inlen,
    const void *key, size_t keylen)
    BLAKE2B_ACCESS_((write_only, 1), hash, 64) BLAKE2B_READS_(2, in, 3, inlen)
    BLAKE2B_READS_(4, key, 5, keylen) BLAKE2B_NONNULL_((1));

/* Writes a digest of HASHLEN bytes (1 to 64) of IN (INLEN bytes) with KEY (KEYLEN bytes, 0 to 64)
 * to HASH. A shorter digest is not a part of a longer one.
 * Errors: BLAKE2B_ERROR_NULL, _LENGTH, _STARTUP. */
BLAKE2B_CALL(int, blake2b_digest)(unsigned char *hash, size_t hashlen, const void *in, size_t inlen,
    const void *key, size_t keylen)
    BLAKE2B_RESULT_ BLAKE2B_WRITES_(1, hash, 2, hashlen) BLAKE2B_READS_(3, in, 4, inlen)
    BLAKE2B_READS_(5, key, 6, keylen);

/* ---- blake2b_startup(3): version and choice of the BLAKE2b implementation ---- */
/* The library contains several implementations (kernels) for each instruction set, and chooses one
 * for the whole process at the first call. These calls report, change or advance that choice. */

/* Returns the version of the library in use, "MAJOR.MINOR.PATCH". */
BLAKE2B_CALL(const char *, blake2b_version)(void);

/* Chooses the implementation: the preferred one for this CPU that passes its self-test. Every other
 * call does this when it is needed. Call it to know in advance. Any number of threads may call it
 * at any time. If every implementation fails, calls that return void print a line on standard error
 * and abort.
 * Errors: BLAKE2B_ERROR_STARTUP. */
BLAKE2B_CALL(int, blake2b_startup)(void);

/* Returns the implementation's name, such as "avx2" or "generic/64"; NULL if every one failed. */
BLAKE2B_CALL(const char *, blake2b_implementation)(void);

/* Uses the implementation called NAME from now on. NULL restores the automatic choice. This is for
 * tests, benchmarks and incident response. States in progress continue with it, since all
 * implementations share one state. Calls that hash several messages at once, and blake2b_compress,
 * then use no CPU feature that NAME does not use. AVX-512 with VL, BW and DQ counts as one feature:
 * no CPU has VL or BW alone.
 * Errors: BLAKE2B_ERROR_NAME if there is none of that name or this CPU cannot run it;
 * BLAKE2B_ERROR_STARTUP if it fails its self-test. */
BLAKE2B_CALL(int, blake2b_select)(const char *name) BLAKE2B_RESULT_;

/* Measures the implementations that this CPU can run, for about a millisecond, and uses the fastest
 * from now on. It is meant for CPUs that this library does not know. It is never called
 * automatically. If none is faster by 3 %, the automatic choice is used. Digests do not change.
 *
 * The result replaces what blake2b_select chose, and blake2b_select(NULL) undoes it. Calls that
 * hash several messages at once may use any kernel again. They use it if it costs less than the
 * chosen kernel for one message after the other. blake2b_compress keeps its own choice.
 *
 * Threads may call it at any time and hash meanwhile. If several threads choose at the same time,
 * one of their choices remains. On a busy machine it may take longer, or choose the second best.
 *
 * On Linux the clock is a system call, clock_gettime, since the CPU's counter may be disabled for
 * the process. Seccomp's strict mode kills a process that makes this call, and a process cannot ask
 * whether it is in that mode: do not call blake2b_tune there.
 * Errors: BLAKE2B_ERROR_CLOCK if there is no clock (firmware), a seccomp filter lets the call fail,
 * or the clock stops, goes back or is too coarse; BLAKE2B_ERROR_STARTUP. */
BLAKE2B_CALL(int, blake2b_tune)(void);

/* ---- blake2b_init(3): BLAKE2b of a message in pieces ---- */
/* Initialize a state, update it with each piece of the message, then finalize it. */

/* A hash in progress. It may be copied by assignment or memcpy, and the copy continues
 * independently. It may be at any address. Its contents are private to the library. */
#define BLAKE2B_STATE_BYTES 240
typedef struct blake2b_state {
    unsigned char opaque[BLAKE2B_STATE_BYTES];
} blake2b_state;

/* Begins an unkeyed hash of 64 bytes. */
BLAKE2B_CALL(void, blake2b_init)(blake2b_state *S) BLAKE2B_STATE_(write_only) BLAKE2B_NONNULL_((1));

/* Begins a keyed hash of 64 bytes with KEY (KEYLEN bytes, 0 to 64). */
BLAKE2B_CALL(void, blake2b_keyed_init)(blake2b_state *S, const void *key, size_t keylen)
    BLAKE2B_STATE_(write_only) BLAKE2B_READS_(2, key, 3, keylen) BLAKE2B_NONNULL_((1));

/* Begins a hash of HASHLEN bytes (1 to 64) with KEY (KEYLEN bytes, 0 to 64).
 * Errors: BLAKE2B_ERROR_NULL, _LENGTH, _OVERLAP. */
BLAKE2B_CALL(int, blake2b_digest_init)(blake2b_state *S, size_t hashlen, const void *key,
    size_t keylen)
    BLAKE2B_RESULT_ BLAKE2B_STATE_(write_only) BLAKE2B_READS_(3, key, 4, keylen);

/* Appends IN (INLEN bytes) to the message. A call takes up to 2^64 - 1 bytes, as far as size_t
 * allows, and a state up to 2^128 - 1. */
BLAKE2B_CALL(void, blake2b_update)(blake2b_state *S, const void *in, size_t inlen)
    BLAKE2B_STATE_(read_write) BLAKE2B_READS_(2, in, 3, inlen) BLAKE2B_NONNULL_((1));

/* As blake2b_update, for callers that cannot tolerate abort.
 * Errors: BLAKE2B_ERROR_NULL, _LENGTH, _STATE, _OVERLAP, _STARTUP. */
BLAKE2B_CALL(int, blake2b_append)(blake2b_state *S, const void *in, size_t inlen)
    BLAKE2B_RESULT_ BLAKE2B_STATE_(read_write) BLAKE2B_READS_(2, in, 3, inlen);

/* Writes the digest to HASH and wipes S, which can then only be initialized again. HASH has 64
 * bytes, or the digest length that S was initialized with. */
BLAKE2B_CALL(void, blake2b_final)(blake2b_state *S, unsigned char *hash)
    BLAKE2B_STATE_(read_write) BLAKE2B_ACCESS_((write_only, 2), hash, 1) BLAKE2B_NONNULL_((1, 2));

/* As blake2b_final, with the length that the caller expects: HASHLEN must equal the digest length.
 * Errors: BLAKE2B_ERROR_NULL, _STATE, _LENGTH, _OVERLAP, _STARTUP. */
BLAKE2B_CALL(int, blake2b_finish)(blake2b_state *S, unsigned char *hash, size_t hashlen)
    BLAKE2B_RESULT_ BLAKE2B_STATE_(read_write) BLAKE2B_WRITES_(2, hash, 3, hashlen);

/* ---- blake2b_params(3): BLAKE2b with salt, personalization and tree parameters ---- */
/* The parameter block is described in the BLAKE2 paper, section 2.8, and RFC 7693, section 2.5. */

/* The parameters of a hash. */
typedef struct blake2b_params {
    size_t digest_length; /* 1 to 64 */
    const void *key;      /* read by the call that takes the parameters, not kept */
    size_t key_length;    /* 0 to 64 */
    unsigned char salt[16];
    unsigned char personal[16];
    unsigned fanout;             /* 0 to 255; 0 means unlimited, 1 sequential */
    unsigned depth;              /* 1 to 255; 1 means sequential */
    blake2b_uint32 leaf_length;  /* 0 means unlimited, or sequential */
    blake2b_uint64 node_offset;  /* 0 means first, leftmost, leaf, or sequential */
    unsigned node_depth;         /* 0 to 255; 0 means leaf, or sequential */
    unsigned inner_length;       /* 0 to 64; 0 means sequential */
    int last_node;               /* non-zero: last node of its level (finalization flag f1) */
    unsigned long initialised;   /* set by blake2b_params_init, BLAKE2B_PARAMS_INIT */
} blake2b_params;

/* BLAKE2B_PARAMS_INIT is an initializer for static const parameters. It sets the same values as
 * blake2b_params_init, except the digest length (1 to 64) and the personalization. The latter is a
 * string literal of up to 15 characters (in C 16), or "" for none. It can also be the name of a
 * macro that is an initializer in braces.
 *   static const blake2b_params P =
 *       BLAKE2B_PARAMS_INIT(32, "my backup v1"); */
#define BLAKE2B_PARAMS_INIT(digest_length, personal) \
    {(digest_length), NULL, 0, {0}, personal, 1, 1, 0, 0, 0, 0, 0, BLAKE2B_PARAMS_INITIALISED}
#define BLAKE2B_PARAMS_INITIALISED 0x62326270UL

/* Sets P to digest length 64, fanout 1, depth 1, and all else zero. Static parameters need no call.
 * Errors: BLAKE2B_ERROR_NULL. */
BLAKE2B_CALL(int, blake2b_params_init)(blake2b_params *P)
    BLAKE2B_ACCESS_((write_only, 1), P, sizeof *(P));

/* Writes the digest of IN (INLEN bytes) with P to HASH. HASHLEN must equal P->digest_length.
 * Errors: BLAKE2B_ERROR_NULL, _PARAMS, _LENGTH, _STARTUP. */
BLAKE2B_CALL(int, blake2b_hash)(const blake2b_params *P, unsigned char *hash, size_t hashlen,
    const void *in, size_t inlen)
    BLAKE2B_RESULT_ BLAKE2B_ACCESS_((read_only, 1), P, sizeof *(P))
    BLAKE2B_WRITES_(2, hash, 3, hashlen) BLAKE2B_READS_(4, in, 5, inlen);

/* Begins a hash with the parameters P. The digest has P->digest_length bytes.
 * Errors: BLAKE2B_ERROR_NULL, _LENGTH, _PARAMS, _OVERLAP. */
BLAKE2B_CALL(int, blake2b_init_params)(blake2b_state *S, const blake2b_params *P)
    BLAKE2B_RESULT_ BLAKE2B_STATE_(write_only) BLAKE2B_ACCESS_((read_only, 2), P, sizeof *(P));

/* Begins a hash whose parameter block is BLOCK (64 bytes), whatever values it has. This is for
 * formats that others have defined. The digest has BLOCK[0] bytes. The block contains the length of
 * the key (BLOCK[1]) but not the key: append a key first, with zeros up to 128 bytes.
 * Errors: BLAKE2B_ERROR_NULL, _OVERLAP; BLAKE2B_ERROR_PARAMS if BLOCK[0] is 0 or more than 64. */
BLAKE2B_CALL(int, blake2b_init_block)(blake2b_state *S, const unsigned char block[64])
    BLAKE2B_RESULT_ BLAKE2B_STATE_(write_only) BLAKE2B_ACCESS_((read_only, 2), block, 64);

/* Marks S as the last node of its level, as last_node in the parameters does. Use it if the caller
 * knows this only at the end of the input.
 * Errors: BLAKE2B_ERROR_NULL, _STATE. */
BLAKE2B_CALL(int, blake2b_last_node)(blake2b_state *S) BLAKE2B_RESULT_ BLAKE2B_STATE_(read_write);

/* ---- blake2b_many(3): BLAKE2b of many messages at once ---- */
/* These calls hash several messages at once where the CPU can do that. This is much faster than one
 * after the other. Lengths may differ. Neighbouring messages of about the same length gain the
 * most. The calls use one thread and allocate nothing.
 *
 * The hash of a job may overlap its own input. It must not overlap anything else that the call is
 * given: another job's input or hash, since their order is not fixed, the jobs, the parameters or
 * the key. JOBS may be NULL if COUNT is 0. */

/* A message of blake2b_many, or the tail of a message of blake2b_many_from. */
typedef struct blake2b_job {
    const void *in;      /* may be NULL if inlen is 0 */
    size_t inlen;        /* any number */
    unsigned char *hash; /* receives the digest */
} blake2b_job;

/* As blake2b_hash for each of the COUNT JOBS (any number). All have the same parameters P. Each
 * digest has P->digest_length bytes.
 * Errors: BLAKE2B_ERROR_NULL, _LENGTH, _PARAMS, _STARTUP. */
BLAKE2B_CALL(int, blake2b_many)(const blake2b_params *P, const blake2b_job *jobs, size_t count)
    BLAKE2B_RESULT_ BLAKE2B_ACCESS_((read_only, 1), P, sizeof *(P))
    BLAKE2B_ACCESS_((read_only, 2, 3), jobs, (count) * sizeof *(jobs));

/* As blake2b_many, for messages with a shared prefix. S is a state that was initialized by any
 * call, with or without a key, and to which the prefix was appended. The prefix has any length.
 * Each of the COUNT JOBS is a tail. Its digest is what blake2b_append and blake2b_final would
 * produce with a copy of S, and has S's digest length.
 *
 * The prefix is compressed only once, and short tails cost no more than short messages. S is only
 * read and can be used further. Threads may share it as long as none of them changes it.
 * Errors: BLAKE2B_ERROR_NULL, _LENGTH, _STATE, _STARTUP; _OVERLAP if a hash overlaps S. */
BLAKE2B_CALL(int, blake2b_many_from)(const blake2b_state *S, const blake2b_job *jobs, size_t count)
    BLAKE2B_RESULT_ BLAKE2B_STATE_(read_only)
    BLAKE2B_ACCESS_((read_only, 2, 3), jobs, (count) * sizeof *(jobs));

/* ---- blake2bp(3): BLAKE2bp, a parallel hash function ---- */
/* BLAKE2bp (BLAKE2 paper, section 2.10) is a separate hash function, built from five BLAKE2b
 * hashes. Four of them can be computed at once, which makes it two to four times as fast on long
 * messages. Its digests are not those of BLAKE2b. Use it where both sides have agreed on it. */

/* A BLAKE2bp hash in progress. The rules for blake2b_state apply. */
#define BLAKE2BP_STATE_BYTES 1312
typedef struct blake2bp_state {
    unsigned char opaque[BLAKE2BP_STATE_BYTES];
} blake2bp_state;

/* Writes a digest of HASHLEN bytes (1 to 64) of IN with KEY (KEYLEN bytes, 0 to 64) to HASH.
 * Errors: BLAKE2B_ERROR_NULL, _LENGTH, _STARTUP. */
BLAKE2B_CALL(int, blake2bp)(unsigned char *hash, size_t hashlen, const void *in, size_t inlen,
    const void *key, size_t keylen)
    BLAKE2B_RESULT_ BLAKE2B_WRITES_(1, hash, 2, hashlen) BLAKE2B_READS_(3, in, 4, inlen)
    BLAKE2B_READS_(5, key, 6, keylen);

/* Begins a BLAKE2bp of HASHLEN bytes (1 to 64) with KEY (KEYLEN bytes, 0 to 64).
 * Errors: BLAKE2B_ERROR_NULL, _LENGTH, _OVERLAP. */
BLAKE2B_CALL(int, blake2bp_init)(blake2bp_state *S, size_t hashlen, const void *key, size_t keylen)
    BLAKE2B_RESULT_ BLAKE2B_STATE_(write_only) BLAKE2B_READS_(3, key, 4, keylen);

/* Appends IN to the message.
 * Errors: BLAKE2B_ERROR_NULL, _LENGTH, _STATE, _OVERLAP, _STARTUP. */
BLAKE2B_CALL(int, blake2bp_update)(blake2bp_state *S, const void *in, size_t inlen)
    BLAKE2B_RESULT_ BLAKE2B_STATE_(read_write) BLAKE2B_READS_(2, in, 3, inlen);

/* Writes the digest to HASH and wipes S. HASHLEN must be what blake2bp_init was given.
 * Errors: BLAKE2B_ERROR_NULL, _STATE, _LENGTH, _OVERLAP, _STARTUP. */
BLAKE2B_CALL(int, blake2bp_final)(blake2bp_state *S, unsigned char *hash, size_t hashlen)
    BLAKE2B_RESULT_ BLAKE2B_STATE_(read_write) BLAKE2B_WRITES_(2, hash, 3, hashlen);

/* ---- blake2xb(3): BLAKE2Xb, output of any length ---- */
/* BLAKE2Xb (BLAKE2X paper, section 2) is an extendable-output function. Another output length gives
 * an unrelated output: the shorter one is not a part of the longer one.
 *
 * The calls of the three hash functions correspond to each other, for wrappers. One call:
 * blake2b_digest, blake2bp, blake2xb. Begin: blake2b_digest_init, blake2bp_init, blake2xb_init.
 * Append: blake2b_append, blake2bp_update, blake2xb_update. End: blake2b_finish, blake2bp_final,
 * blake2xb_finish. */

/* A BLAKE2Xb hash in progress. The rules for blake2b_state apply. */
#define BLAKE2XB_STATE_BYTES 400
typedef struct blake2xb_state {
    unsigned char opaque[BLAKE2XB_STATE_BYTES];
} blake2xb_state;

/* The output length for blake2xb_init if it is not known yet. A narrower size_t truncates it. */
#if UINT_MAX >= 0xffffffffUL
#define BLAKE2XB_UNKNOWN_LENGTH 0xffffffffUL
#elif defined(__cplusplus)
#define BLAKE2XB_UNKNOWN_LENGTH (static_cast<size_t>(0xffffffffUL))
#else
#define BLAKE2XB_UNKNOWN_LENGTH ((size_t)0xffffffffUL)
#endif

/* Writes OUTLEN bytes (1 to 2^32 - 2) of output for IN with KEY (KEYLEN bytes, 0 to 64) to OUT.
 * Errors: BLAKE2B_ERROR_NULL, _LENGTH, _STARTUP. */
BLAKE2B_CALL(int, blake2xb)(unsigned char *out, size_t outlen, const void *in, size_t inlen,
    const void *key, size_t keylen)
    BLAKE2B_RESULT_ BLAKE2B_WRITES_(1, out, 2, outlen) BLAKE2B_READS_(3, in, 4, inlen)
    BLAKE2B_READS_(5, key, 6, keylen);

/* Begins a BLAKE2Xb of OUTLEN bytes (1 to 2^32 - 2) with KEY (KEYLEN bytes, 0 to 64). If OUTLEN is
 * BLAKE2XB_UNKNOWN_LENGTH (2^32 - 1, or the largest size_t if that is less), the output does not
 * depend on how much of it is requested. It then ends after 2^38 bytes.
 * Errors: BLAKE2B_ERROR_NULL, _LENGTH, _OVERLAP. */
BLAKE2B_CALL(int, blake2xb_init)(blake2xb_state *S, size_t outlen, const void *key, size_t keylen)
    BLAKE2B_RESULT_ BLAKE2B_STATE_(write_only) BLAKE2B_READS_(3, key, 4, keylen);

/* Appends IN to the message.
 * Errors: BLAKE2B_ERROR_NULL, _LENGTH, _STATE, _OVERLAP, _STARTUP. */
BLAKE2B_CALL(int, blake2xb_update)(blake2xb_state *S, const void *in, size_t inlen)
    BLAKE2B_RESULT_ BLAKE2B_STATE_(read_write) BLAKE2B_READS_(2, in, 3, inlen);

/* Ends the input.
 * Errors: BLAKE2B_ERROR_NULL, _STATE, _STARTUP. */
BLAKE2B_CALL(int, blake2xb_final)(blake2xb_state *S) BLAKE2B_RESULT_ BLAKE2B_STATE_(read_write);

/* Writes the next OUTLEN bytes of output to OUT, any number of times after blake2xb_final. OUT may
 * be NULL if OUTLEN is 0. S contains the secret that the output is made from, until all output of a
 * known length has been written. Wipe S if you stop earlier.
 * Errors: BLAKE2B_ERROR_NULL, _STATE, _OVERLAP, _STARTUP; _LENGTH if less output remains. */
BLAKE2B_CALL(int, blake2xb_squeeze)(blake2xb_state *S, unsigned char *out, size_t outlen)
    BLAKE2B_RESULT_ BLAKE2B_STATE_(read_write) BLAKE2B_WRITES_(2, out, 3, outlen);

/* Ends the input, writes all output to OUT at once, and wipes S. OUTLEN must be what blake2xb_init
 * was given. After BLAKE2XB_UNKNOWN_LENGTH it may be any number from 1, and no more output follows.
 * Errors: BLAKE2B_ERROR_NULL, _STATE, _LENGTH, _OVERLAP, _STARTUP. */
BLAKE2B_CALL(int, blake2xb_finish)(blake2xb_state *S, unsigned char *out, size_t outlen)
    BLAKE2B_RESULT_ BLAKE2B_STATE_(read_write) BLAKE2B_WRITES_(2, out, 3, outlen);

/* ---- blake2b_export(3): saved states of BLAKE2b, BLAKE2bp and BLAKE2Xb ---- */
/* These calls save a hash in progress. It can be continued in another process, on another machine,
 * or with another version of this library. A saved state contains what the state contains: the last
 * bytes of the message and, of a keyed hash, values as secret as its key. Protect it accordingly,
 * and wipe it.
 *
 * SAVEDLEN must be BLAKE2B_SAVED_BYTES, BLAKE2BP_SAVED_BYTES or BLAKE2XB_SAVED_BYTES.
 *
 * The format follows, with numbers of bytes in parentheses. Numbers are little-endian:
 *   "b2state" (7), version 1 (1), kind (1), then
 *   of kind 1, BLAKE2b: digest length (1), last node: 0 or 1 (1),
 *     buffered (1), chaining value (64), counter (16), buffer (128);
 *   of kind 2, BLAKE2bp: digest length (1), key length (1), 0 (1),
 *     buffered (2), chaining value (64) and counter (16) of each leaf,
 *     buffer (896);
 *   of kind 3, BLAKE2Xb that takes input: 0 (2), buffered (1),
 *     output length, unknown: 2^32 - 1 (4), the same again (4), 0 (4),
 *     chaining value (64), counter (16), buffer (128);
 *   of kind 4, BLAKE2Xb that gives output: 1 if no node is left (1),
 *     kept (1), 0 (1), output length, unknown: 2^32 - 1 (4),
 *     output still to be written, unknown: 2^32 - 1 (4),
 *     number of the next node (4), root (64), last node (64), 0 (80);
 *   of all: check value (16): the BLAKE2b of all before, with a digest
 *     of 16 bytes and the personalization "blake2b state 1".
 *
 * A buffer begins with the "buffered" bytes of input (or of the padded key) that are not compressed
 * yet. Its other bytes are zero. Of a last node, the last "kept" bytes were not written yet. Its
 * other bytes are zero. */
#define BLAKE2B_SAVED_BYTES 236   /* saved BLAKE2b */
#define BLAKE2BP_SAVED_BYTES 1246 /* saved BLAKE2bp */
#define BLAKE2XB_SAVED_BYTES 248  /* saved BLAKE2Xb, at any time after its initialization */

/* Writes the saved state of S to SAVED (SAVEDLEN bytes). S is unchanged and can be used further.
 * Errors: BLAKE2B_ERROR_NULL, _STATE, _LENGTH, _OVERLAP, _STARTUP. */
BLAKE2B_CALL(int, blake2b_export)(const blake2b_state *S, unsigned char *saved, size_t savedlen)
    BLAKE2B_RESULT_ BLAKE2B_STATE_(read_only) BLAKE2B_WRITES_(2, saved, 3, savedlen);
BLAKE2B_CALL(int, blake2bp_export)(const blake2bp_state *S, unsigned char *saved, size_t savedlen)
    BLAKE2B_RESULT_ BLAKE2B_STATE_(read_only) BLAKE2B_WRITES_(2, saved, 3, savedlen);
BLAKE2B_CALL(int, blake2xb_export)(const blake2xb_state *S, unsigned char *saved, size_t savedlen)
    BLAKE2B_RESULT_ BLAKE2B_STATE_(read_only) BLAKE2B_WRITES_(2, saved, 3, savedlen);

/* Restores S from SAVED (SAVEDLEN bytes). A saved state that is damaged, truncated, of another kind
 * or version, or impossible is rejected. This does not protect against forgery: add a MAC if you
 * need authenticity.
 * Errors: BLAKE2B_ERROR_NULL, _LENGTH, _SAVED, _OVERLAP, _STARTUP. */
BLAKE2B_CALL(int, blake2b_import)(blake2b_state *S, const void *saved, size_t savedlen)
    BLAKE2B_RESULT_ BLAKE2B_STATE_(write_only) BLAKE2B_READS_(2, saved, 3, savedlen);
BLAKE2B_CALL(int, blake2bp_import)(blake2bp_state *S, const void *saved, size_t savedlen)
    BLAKE2B_RESULT_ BLAKE2B_STATE_(write_only) BLAKE2B_READS_(2, saved, 3, savedlen);
BLAKE2B_CALL(int, blake2xb_import)(blake2xb_state *S, const void *saved, size_t savedlen)
    BLAKE2B_RESULT_ BLAKE2B_STATE_(write_only) BLAKE2B_READS_(2, saved, 3, savedlen);

/* ---- blake2b_compress(3): the BLAKE2b compression function ---- */

#if defined(UINT64_MAX) || (ULONG_MAX >> 31 >> 31) > 0
/* F (RFC 7693, section 3.2) for protocols that need it. To hash, use the other calls, which are
 * faster. These calls exist only if the compiler has a 64-bit type. */

/* A call of blake2b_compress_many. */
typedef struct blake2b_compress_job {
    blake2b_uint64 *h;          /* 8 words: the chaining value, replaced by the result */
    const unsigned char *block; /* 128 bytes */
    blake2b_uint64 t[2];
    int last, last_node;
} blake2b_compress_job;

/* Replaces the chaining value H (8 words) by F of H, BLOCK (128 bytes), the counter T (2 words, the
 * lower one first) and the finalization flags. LAST not 0 sets f0, LAST_NODE not 0 sets f1. Words
 * are numbers in the host's byte order.
 *
 * ROUNDS is the number of rounds, any number. Round 10 uses the message words of round 0 again, and
 * so on. BLAKE2b has 12 rounds. In EIP-152 the caller chooses.
 * Errors: BLAKE2B_ERROR_NULL, _STARTUP. */
BLAKE2B_CALL(int, blake2b_compress)(blake2b_uint64 h[8], const unsigned char block[128],
    const blake2b_uint64 t[2], int last, int last_node, blake2b_uint32 rounds)
    BLAKE2B_RESULT_ BLAKE2B_ACCESS_((read_write, 1), h, 8 * sizeof *(h))
    BLAKE2B_ACCESS_((read_only, 2), block, 128) BLAKE2B_ACCESS_((read_only, 3), t, 2 * sizeof *(t));

/* As blake2b_compress for each of the COUNT JOBS, all with the same number of rounds. Where that is
 * faster, several are computed at once. What one job writes, no other job may read or write. JOBS
 * may be NULL if COUNT is 0.
 * Errors: BLAKE2B_ERROR_NULL, also for a job's H or BLOCK; BLAKE2B_ERROR_LENGTH, _STARTUP. */
BLAKE2B_CALL(int, blake2b_compress_many)(const blake2b_compress_job *jobs, size_t count,
    blake2b_uint32 rounds)
    BLAKE2B_RESULT_ BLAKE2B_ACCESS_((read_only, 1, 2), jobs, (count) * sizeof *(jobs));

#define BLAKE2B_EIP152_BYTES 213 /* input of blake2b_eip152 */
/* Computes F as the BLAKE2b precompile of Ethereum (EIP-152, address 9) encodes it. INLEN must be
 * BLAKE2B_EIP152_BYTES, 213. IN contains the number of rounds (4 bytes, big-endian), h (64), m
 * (128) and t (16), all little-endian, and the final flag (1 byte: 0 or 1). OUT receives the new h
 * (64 bytes, little-endian).
 *
 * Up to 2^32 - 1 rounds are computed, which takes half a minute or more. Charge for them first. The
 * gas is the number of rounds, the first four bytes of IN. A call takes a fixed time and a time for
 * each round; doc/performance.md has both, as measured.
 * Errors: BLAKE2B_ERROR_NULL, _STARTUP; BLAKE2B_ERROR_LENGTH if INLEN is not 213;
 * BLAKE2B_ERROR_PARAMS if the final flag is neither 0 nor 1. */
BLAKE2B_CALL(int, blake2b_eip152)(unsigned char out[64], const unsigned char *in, size_t inlen)
    BLAKE2B_RESULT_ BLAKE2B_ACCESS_((write_only, 1), out, 64) BLAKE2B_READS_(2, in, 3, inlen);
#endif

#if defined(__cplusplus)
}
#endif

/* ---- generated: names ---- */
#if defined(BLAKE2B_LONG_NAMES)
#undef blake2b_uint32
#undef blake2b_uint64
#undef blake2b_state
#undef blake2b_params
#undef blake2b_job
#undef blake2bp_state
#undef blake2xb_state
#undef blake2b_compress_job
#elif !defined(BLAKE2B_LINKED_)
#define blake2b BLAKE2B_SYMBOL(blake2b)
#define blake2b_keyed BLAKE2B_SYMBOL(blake2b_keyed)
#define blake2b_digest BLAKE2B_SYMBOL(blake2b_digest)
#define blake2b_version BLAKE2B_SYMBOL(blake2b_version)
#define blake2b_startup BLAKE2B_SYMBOL(blake2b_startup)
#define blake2b_implementation BLAKE2B_SYMBOL(blake2b_implementation)
#define blake2b_select BLAKE2B_SYMBOL(blake2b_select)
#define blake2b_tune BLAKE2B_SYMBOL(blake2b_tune)
#define blake2b_init BLAKE2B_SYMBOL(blake2b_init)
#define blake2b_keyed_init BLAKE2B_SYMBOL(blake2b_keyed_init)
#define blake2b_digest_init BLAKE2B_SYMBOL(blake2b_digest_init)
#define blake2b_update BLAKE2B_SYMBOL(blake2b_update)
#define blake2b_append BLAKE2B_SYMBOL(blake2b_append)
#define blake2b_final BLAKE2B_SYMBOL(blake2b_final)
#define blake2b_finish BLAKE2B_SYMBOL(blake2b_finish)
#define blake2b_params_init BLAKE2B_SYMBOL(blake2b_params_init)
#define blake2b_hash BLAKE2B_SYMBOL(blake2b_hash)
#define blake2b_init_params BLAKE2B_SYMBOL(blake2b_init_params)
#define blake2b_init_block BLAKE2B_SYMBOL(blake2b_init_block)
#define blake2b_last_node BLAKE2B_SYMBOL(blake2b_last_node)
#define blake2b_many BLAKE2B_SYMBOL(blake2b_many)
#define blake2b_many_from BLAKE2B_SYMBOL(blake2b_many_from)
#define blake2bp BLAKE2B_SYMBOL(blake2bp)
#define blake2bp_init BLAKE2B_SYMBOL(blake2bp_init)
#define blake2bp_update BLAKE2B_SYMBOL(blake2bp_update)
#define blake2bp_final BLAKE2B_SYMBOL(blake2bp_final)
#define blake2xb BLAKE2B_SYMBOL(blake2xb)
#define blake2xb_init BLAKE2B_SYMBOL(blake2xb_init)
#define blake2xb_update BLAKE2B_SYMBOL(blake2xb_update)
#define blake2xb_final BLAKE2B_SYMBOL(blake2xb_final)
#define blake2xb_squeeze BLAKE2B_SYMBOL(blake2xb_squeeze)
#define blake2xb_finish BLAKE2B_SYMBOL(blake2xb_finish)
#define blake2b_export BLAKE2B_SYMBOL(blake2b_export)
#define blake2bp_export BLAKE2B_SYMBOL(blake2bp_export)
#define blake2xb_export BLAKE2B_SYMBOL(blake2xb_export)
#define blake2b_import BLAKE2B_SYMBOL(blake2b_import)
#define blake2bp_import BLAKE2B_SYMBOL(blake2bp_import)
#define blake2xb_import BLAKE2B_SYMBOL(blake2xb_import)
#define blake2b_compress BLAKE2B_SYMBOL(blake2b_compress)
#define blake2b_compress_many BLAKE2B_SYMBOL(blake2b_compress_many)
#define blake2b_eip152 BLAKE2B_SYMBOL(blake2b_eip152)
#endif
/* ---- generated: end ---- */

#endif
