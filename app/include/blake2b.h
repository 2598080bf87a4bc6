/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * BLAKE2b (RFC 7693): hash of up to 64 bytes, with optional key of up to 64 bytes.
 *
 * All sizes are in bytes. All functions are thread-safe as long as no two threads use the
 * same state, or write the same output, at the same time. States and pointers to bytes need
 * no alignment; structures, and the words of blake2b_compress, stand as C wants them.
 * A pointer to input or key may be NULL if its length is 0; every other pointer must not
 * be NULL. Input, key and output may overlap each other; none may overlap the state that the
 * call is given (the calls refuse it; blake2b_many_from, which only reads the state, allows input there).
 *
 * A length is refused if it cannot be: of more than SIZE_MAX - 128 bytes, or of bytes beyond the
 * end of the address space. Calls that return int then return BLAKE2B_ERROR_LENGTH, others abort; nothing is read or written.
 *
 * The functions that return void cannot fail when called as documented; a call that breaks
 * the rules (a key longer than 64 bytes, update or final on a state that was never
 * initialised, has been finalised already, or holds a length out of its range, a hash inside
 * the state, a NULL where none may stand) prints one line on stderr and ends the program with
 * abort() (in firmware: a trap, see doc/firmware.md): a wrong digest is never produced. The
 * functions that return int report the same with a code below 0 instead.
 *
 * When a call returns, nothing of keys, messages, chaining values, or of digests beyond what was
 * asked for, stands on the stack or in vector registers, as far as README.md says.
 *
 * Stack that a call needs at most, in bytes, with all that it calls: on x86 and AArch64, compiled
 * with optimization. The self-tests of a first call are included; what the dynamic linker needs to
 * find memcpy is not.
 *   blake2b_many, blake2b_many_from: 8192
 *   blake2bp, blake2bp_update, blake2bp_final, blake2b_compress_many: 7680
 *   blake2xb, blake2xb_squeeze, blake2xb_finish: 7680
 *   all others: 3584
 * With the kernel zmmx16, which AMD Zen 5 uses for nine messages and more, the first two need
 * 10240 (computed, not measured).
 */
#ifndef LIBBLAKE2B_BLAKE2B_H
#define LIBBLAKE2B_BLAKE2B_H

#include <stddef.h>
#include <limits.h>
#if defined(__cplusplus) || defined(__GNUC__) || \
    (defined(__STDC_VERSION__) && __STDC_VERSION__ >= 199901L) || \
    (defined(_MSC_VER) && _MSC_VER >= 1600)
#include <stdint.h>
#endif

#define BLAKE2B_VERSION_MAJOR 1
#define BLAKE2B_VERSION_MINOR 0
#define BLAKE2B_VERSION_PATCH 0

/*
 * Names. Other libraries have functions called blake2b, blake2b_init ... that take other parameters
 * (libb2 does, and Qt and librsync call them), and of two shared libraries that export one name the
 * dynamic linker takes the first. So no symbol of this library has such a name: blake2b_init is
 * libblake2b_blake2b_init to the linker, and so to nm, gdb and ctypes. Sources use the names below.
 *
 * GCC and clang are told to link these calls under the other name, and nothing else is touched:
 * members, methods and functions of yours may be called the same. For other compilers, and on
 * Windows, the names of the calls are macros, so that such members have the longer name wherever
 * this header is included.
 *
 * Beside a header with the same names (libb2's blake2.h, another blake2b.h), in either order,
 *   #define BLAKE2B_LONG_NAMES
 *   #include <blake2b.h>
 * declares all calls and types with the prefix only, libblake2b_blake2b_init(), libblake2b_blake2b_state,
 * and leaves BLAKE2B_BLOCKBYTES, _OUTBYTES, _KEYBYTES, _SALTBYTES and _PERSONALBYTES to that header.
 *
 * A library configured with --symbol-prefix installs its header with that prefix below; whatever it is,
 * BLAKE2B_SYMBOL(blake2b_init) is such a longer name.
 */
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
#elif (defined(__BLAKE2_H__) || defined(BLAKE2_H)) && !defined(BLAKE2B_LONG_NAMES)
#error "another library's blake2.h is included before blake2b.h: define BLAKE2B_LONG_NAMES (this header says how)"
#define BLAKE2B_LONG_NAMES /* so that this is the only error */
#elif defined(BLAKE2B_H) && !defined(BLAKE2B_LONG_NAMES) && \
    (defined(BLAKE2B_BLOCKBYTES) || defined(BLAKE2B_OUTBYTES) || defined(BLAKE2B_KEYBYTES) || \
     defined(BLAKE2B_SALTBYTES) || defined(BLAKE2B_PERSONALBYTES) || defined(blake2b_init) || \
     defined(blake2b_update) || defined(blake2b_final) || defined(blake2b_state))
#error "another project's blake2b.h, with the same names, is included before libblake2b's: define BLAKE2B_LONG_NAMES"
#define BLAKE2B_LONG_NAMES
#endif

#if defined(__PRAGMA_REDEFINE_EXTNAME) && !defined(_WIN32) && !defined(BLAKE2B_LONG_NAMES)
#if defined(__APPLE__)
#define BLAKE2B_LINKED_(name) BLAKE2B_CAT(_, BLAKE2B_SYMBOL(name))
#else
#define BLAKE2B_LINKED_(name) BLAKE2B_SYMBOL(name)
#endif
#define BLAKE2B_PRAGMA_(text) _Pragma(#text)
#define BLAKE2B_RENAME__(name, symbol) BLAKE2B_PRAGMA_(redefine_extname name symbol)
#define BLAKE2B_RENAME_(name) BLAKE2B_RENAME__(name, BLAKE2B_LINKED_(name))
#endif
/* ---- generated: calls ---- */
#if defined(BLAKE2B_RENAME_)
#define BLAKE2B_CALLS_(X) X(blake2b_version) X(blake2b_startup) X(blake2b_implementation) \
    X(blake2b_select) X(blake2b_tune) X(blake2b) X(blake2b_keyed) X(blake2b_digest) \
    X(blake2b_init) X(blake2b_keyed_init) X(blake2b_digest_init) X(blake2b_update) \
    X(blake2b_append) X(blake2b_final) X(blake2b_params_init) X(blake2b_init_params) \
    X(blake2b_init_block) X(blake2b_last_node) X(blake2b_finish) X(blake2b_hash) X(blake2b_many) \
    X(blake2b_many_from) X(blake2bp) X(blake2bp_init) X(blake2bp_update) X(blake2bp_final) \
    X(blake2xb) X(blake2xb_init) X(blake2xb_update) X(blake2xb_final) X(blake2xb_squeeze) \
    X(blake2xb_finish) X(blake2b_export) X(blake2b_import) X(blake2bp_export) X(blake2bp_import) \
    X(blake2xb_export) X(blake2xb_import) X(blake2b_compress) X(blake2b_eip152) \
    X(blake2b_compress_many)
BLAKE2B_CALLS_(BLAKE2B_RENAME_)
#else
#define blake2b_version BLAKE2B_SYMBOL(blake2b_version)
#define blake2b_startup BLAKE2B_SYMBOL(blake2b_startup)
#define blake2b_implementation BLAKE2B_SYMBOL(blake2b_implementation)
#define blake2b_select BLAKE2B_SYMBOL(blake2b_select)
#define blake2b_tune BLAKE2B_SYMBOL(blake2b_tune)
#define blake2b BLAKE2B_SYMBOL(blake2b)
#define blake2b_keyed BLAKE2B_SYMBOL(blake2b_keyed)
#define blake2b_digest BLAKE2B_SYMBOL(blake2b_digest)
#define blake2b_init BLAKE2B_SYMBOL(blake2b_init)
#define blake2b_keyed_init BLAKE2B_SYMBOL(blake2b_keyed_init)
#define blake2b_digest_init BLAKE2B_SYMBOL(blake2b_digest_init)
#define blake2b_update BLAKE2B_SYMBOL(blake2b_update)
#define blake2b_append BLAKE2B_SYMBOL(blake2b_append)
#define blake2b_final BLAKE2B_SYMBOL(blake2b_final)
#define blake2b_params_init BLAKE2B_SYMBOL(blake2b_params_init)
#define blake2b_init_params BLAKE2B_SYMBOL(blake2b_init_params)
#define blake2b_init_block BLAKE2B_SYMBOL(blake2b_init_block)
#define blake2b_last_node BLAKE2B_SYMBOL(blake2b_last_node)
#define blake2b_finish BLAKE2B_SYMBOL(blake2b_finish)
#define blake2b_hash BLAKE2B_SYMBOL(blake2b_hash)
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
#define blake2b_import BLAKE2B_SYMBOL(blake2b_import)
#define blake2bp_export BLAKE2B_SYMBOL(blake2bp_export)
#define blake2bp_import BLAKE2B_SYMBOL(blake2bp_import)
#define blake2xb_export BLAKE2B_SYMBOL(blake2xb_export)
#define blake2xb_import BLAKE2B_SYMBOL(blake2xb_import)
#define blake2b_compress BLAKE2B_SYMBOL(blake2b_compress)
#define blake2b_eip152 BLAKE2B_SYMBOL(blake2b_eip152)
#define blake2b_compress_many BLAKE2B_SYMBOL(blake2b_compress_many)
#endif
/* ---- generated: end ---- */
#if defined(BLAKE2B_LONG_NAMES)
/* ---- generated: types ---- */
#define blake2b_state BLAKE2B_SYMBOL(blake2b_state)
#define blake2b_uint32 BLAKE2B_SYMBOL(blake2b_uint32)
#define blake2b_uint64 BLAKE2B_SYMBOL(blake2b_uint64)
#define blake2b_params BLAKE2B_SYMBOL(blake2b_params)
#define blake2b_job BLAKE2B_SYMBOL(blake2b_job)
#define blake2bp_state BLAKE2B_SYMBOL(blake2bp_state)
#define blake2xb_state BLAKE2B_SYMBOL(blake2xb_state)
#define blake2b_compress_job BLAKE2B_SYMBOL(blake2b_compress_job)
/* ---- generated: end ---- */
#endif

/* A DLL's users may define BLAKE2B_DLL; everybody else needs nothing. */
#if !defined(BLAKE2B_API)
#if defined(_WIN32) && defined(BLAKE2B_DLL_BUILD)
#define BLAKE2B_API __declspec(dllexport)
#elif defined(_WIN32) && defined(BLAKE2B_DLL)
#define BLAKE2B_API __declspec(dllimport)
#elif defined(__GNUC__) && __GNUC__ >= 4 && !defined(_WIN32)
#define BLAKE2B_API __attribute__((visibility("default")))
#else
#define BLAKE2B_API
#endif
#endif

/*
 * What lets compilers warn of calls that cannot be right: memory that is too small, NULL where none may stand, a
 * result that is not looked at. BLAKE2B_NO_ATTRIBUTES, defined before this header, leaves it out.
 *
 * gcc is told by "access" which arguments a call reads or writes, and how many bytes of them; clang by "diagnose_if"
 * what to warn of. Neither changes the program. "nonnull", which lets the compiler rely on it, is said only of
 * calls that do not return when they are given NULL. READS_(2, in, 64): argument 2, called in, has 64 bytes or more.
 */
#if defined(__GNUC__) && __GNUC__ >= 4 && !defined(BLAKE2B_NO_ATTRIBUTES)
#if defined(__has_attribute)
#if __has_attribute(access)
#define BLAKE2B_ACCESS_(arguments) __attribute__((access arguments))
#elif __has_attribute(diagnose_if)
#define BLAKE2B_WARN_IF_(condition, text) __attribute__((diagnose_if(condition, text, "warning")))
#endif
#endif
#if !defined(BLAKE2B_ACCESS_)
#define BLAKE2B_ACCESS_(arguments)
#endif
#if !defined(BLAKE2B_WARN_IF_)
#define BLAKE2B_WARN_IF_(condition, text)
#endif
#define BLAKE2B_SMALL_(p, bytes, text) BLAKE2B_WARN_IF_(__builtin_object_size(p, 0) < (bytes), #p " has less than " text)
#define BLAKE2B_ONE_(p, bytes) BLAKE2B_SMALL_(p, bytes, #bytes " bytes") BLAKE2B_WARN_IF_(!(p), #p " is NULL")
#define BLAKE2B_MANY_(p, n, bytes) \
    BLAKE2B_SMALL_(p, bytes, #n " says") BLAKE2B_WARN_IF_(!(p) && (n) > 0, #p " is NULL and " #n " is not 0")
#define BLAKE2B_READS_(i, p, bytes) BLAKE2B_ACCESS_((read_only, i)) BLAKE2B_ONE_(p, bytes)
#define BLAKE2B_WRITES_(i, p, bytes) BLAKE2B_ACCESS_((write_only, i)) BLAKE2B_ONE_(p, bytes)
#define BLAKE2B_CHANGES_(i, p, bytes) BLAKE2B_ACCESS_((read_write, i)) BLAKE2B_ONE_(p, bytes)
#define BLAKE2B_READS_MANY_(i, p, j, n) BLAKE2B_ACCESS_((read_only, i, j)) BLAKE2B_MANY_(p, n, n)
#define BLAKE2B_WRITES_MANY_(i, p, j, n) BLAKE2B_ACCESS_((write_only, i, j)) BLAKE2B_MANY_(p, n, n)
#define BLAKE2B_READS_STRUCTS_(i, p, j, n) BLAKE2B_ACCESS_((read_only, i, j)) BLAKE2B_MANY_(p, n, (n) * sizeof *(p))
#define BLAKE2B_NEVER_NULL_(arguments) __attribute__((nonnull arguments))
#define BLAKE2B_USE_RESULT_ __attribute__((warn_unused_result))
#define BLAKE2B_CHECKED_(name) BLAKE2B_CHECKS_##name
/* ---- generated: checks ---- */
#define BLAKE2B_CHECKS_blake2b_version
#define BLAKE2B_CHECKS_blake2b_startup
#define BLAKE2B_CHECKS_blake2b_implementation
#define BLAKE2B_CHECKS_blake2b_select BLAKE2B_USE_RESULT_
#define BLAKE2B_CHECKS_blake2b_tune
#define BLAKE2B_CHECKS_blake2b BLAKE2B_WRITES_(1, hash, 64) BLAKE2B_READS_MANY_(2, in, 3, inlen) \
    BLAKE2B_NEVER_NULL_((1))
#define BLAKE2B_CHECKS_blake2b_keyed BLAKE2B_WRITES_(1, hash, 64) \
    BLAKE2B_READS_MANY_(2, in, 3, inlen) BLAKE2B_READS_MANY_(4, key, 5, keylen) \
    BLAKE2B_NEVER_NULL_((1))
#define BLAKE2B_CHECKS_blake2b_digest BLAKE2B_USE_RESULT_ \
    BLAKE2B_WRITES_MANY_(1, hash, 2, hashlen) BLAKE2B_READS_MANY_(3, in, 4, inlen) \
    BLAKE2B_READS_MANY_(5, key, 6, keylen)
#define BLAKE2B_CHECKS_blake2b_init BLAKE2B_WRITES_(1, S, sizeof *(S)) BLAKE2B_NEVER_NULL_((1))
#define BLAKE2B_CHECKS_blake2b_keyed_init BLAKE2B_WRITES_(1, S, sizeof *(S)) \
    BLAKE2B_READS_MANY_(2, key, 3, keylen) BLAKE2B_NEVER_NULL_((1))
#define BLAKE2B_CHECKS_blake2b_digest_init BLAKE2B_USE_RESULT_ BLAKE2B_WRITES_(1, S, sizeof *(S)) \
    BLAKE2B_READS_MANY_(3, key, 4, keylen)
#define BLAKE2B_CHECKS_blake2b_update BLAKE2B_CHANGES_(1, S, sizeof *(S)) \
    BLAKE2B_READS_MANY_(2, in, 3, inlen) BLAKE2B_NEVER_NULL_((1))
#define BLAKE2B_CHECKS_blake2b_append BLAKE2B_USE_RESULT_ BLAKE2B_CHANGES_(1, S, sizeof *(S)) \
    BLAKE2B_READS_MANY_(2, in, 3, inlen)
#define BLAKE2B_CHECKS_blake2b_final BLAKE2B_CHANGES_(1, S, sizeof *(S)) \
    BLAKE2B_WRITES_(2, hash, 1) BLAKE2B_NEVER_NULL_((1, 2))
#define BLAKE2B_CHECKS_blake2b_params_init BLAKE2B_WRITES_(1, P, sizeof *(P))
#define BLAKE2B_CHECKS_blake2b_init_params BLAKE2B_USE_RESULT_ BLAKE2B_WRITES_(1, S, sizeof *(S)) \
    BLAKE2B_READS_(2, P, sizeof *(P))
#define BLAKE2B_CHECKS_blake2b_init_block BLAKE2B_USE_RESULT_ BLAKE2B_WRITES_(1, S, sizeof *(S)) \
    BLAKE2B_READS_(2, block, 64)
#define BLAKE2B_CHECKS_blake2b_last_node BLAKE2B_USE_RESULT_ BLAKE2B_CHANGES_(1, S, sizeof *(S))
#define BLAKE2B_CHECKS_blake2b_finish BLAKE2B_USE_RESULT_ BLAKE2B_CHANGES_(1, S, sizeof *(S)) \
    BLAKE2B_WRITES_MANY_(2, hash, 3, hashlen)
#define BLAKE2B_CHECKS_blake2b_hash BLAKE2B_USE_RESULT_ BLAKE2B_READS_(1, P, sizeof *(P)) \
    BLAKE2B_WRITES_MANY_(2, hash, 3, hashlen) BLAKE2B_READS_MANY_(4, in, 5, inlen)
#define BLAKE2B_CHECKS_blake2b_many BLAKE2B_USE_RESULT_ BLAKE2B_READS_(1, P, sizeof *(P)) \
    BLAKE2B_READS_STRUCTS_(2, jobs, 3, count)
#define BLAKE2B_CHECKS_blake2b_many_from BLAKE2B_USE_RESULT_ BLAKE2B_READS_(1, S, sizeof *(S)) \
    BLAKE2B_READS_STRUCTS_(2, jobs, 3, count)
#define BLAKE2B_CHECKS_blake2bp BLAKE2B_USE_RESULT_ BLAKE2B_WRITES_MANY_(1, hash, 2, hashlen) \
    BLAKE2B_READS_MANY_(3, in, 4, inlen) BLAKE2B_READS_MANY_(5, key, 6, keylen)
#define BLAKE2B_CHECKS_blake2bp_init BLAKE2B_USE_RESULT_ BLAKE2B_WRITES_(1, S, sizeof *(S)) \
    BLAKE2B_READS_MANY_(3, key, 4, keylen)
#define BLAKE2B_CHECKS_blake2bp_update BLAKE2B_USE_RESULT_ BLAKE2B_CHANGES_(1, S, sizeof *(S)) \
    BLAKE2B_READS_MANY_(2, in, 3, inlen)
#define BLAKE2B_CHECKS_blake2bp_final BLAKE2B_USE_RESULT_ BLAKE2B_CHANGES_(1, S, sizeof *(S)) \
    BLAKE2B_WRITES_MANY_(2, hash, 3, hashlen)
#define BLAKE2B_CHECKS_blake2xb BLAKE2B_USE_RESULT_ BLAKE2B_WRITES_MANY_(1, out, 2, outlen) \
    BLAKE2B_READS_MANY_(3, in, 4, inlen) BLAKE2B_READS_MANY_(5, key, 6, keylen)
#define BLAKE2B_CHECKS_blake2xb_init BLAKE2B_USE_RESULT_ BLAKE2B_WRITES_(1, S, sizeof *(S)) \
    BLAKE2B_READS_MANY_(3, key, 4, keylen)
#define BLAKE2B_CHECKS_blake2xb_update BLAKE2B_USE_RESULT_ BLAKE2B_CHANGES_(1, S, sizeof *(S)) \
    BLAKE2B_READS_MANY_(2, in, 3, inlen)
#define BLAKE2B_CHECKS_blake2xb_final BLAKE2B_USE_RESULT_ BLAKE2B_CHANGES_(1, S, sizeof *(S))
#define BLAKE2B_CHECKS_blake2xb_squeeze BLAKE2B_USE_RESULT_ BLAKE2B_CHANGES_(1, S, sizeof *(S)) \
    BLAKE2B_WRITES_MANY_(2, out, 3, outlen)
#define BLAKE2B_CHECKS_blake2xb_finish BLAKE2B_USE_RESULT_ BLAKE2B_CHANGES_(1, S, sizeof *(S)) \
    BLAKE2B_WRITES_MANY_(2, out, 3, outlen)
#define BLAKE2B_CHECKS_blake2b_export BLAKE2B_USE_RESULT_ BLAKE2B_READS_(1, S, sizeof *(S)) \
    BLAKE2B_WRITES_MANY_(2, saved, 3, savedlen)
#define BLAKE2B_CHECKS_blake2b_import BLAKE2B_USE_RESULT_ BLAKE2B_WRITES_(1, S, sizeof *(S)) \
    BLAKE2B_READS_MANY_(2, saved, 3, savedlen)
#define BLAKE2B_CHECKS_blake2bp_export BLAKE2B_USE_RESULT_ BLAKE2B_READS_(1, S, sizeof *(S)) \
    BLAKE2B_WRITES_MANY_(2, saved, 3, savedlen)
#define BLAKE2B_CHECKS_blake2bp_import BLAKE2B_USE_RESULT_ BLAKE2B_WRITES_(1, S, sizeof *(S)) \
    BLAKE2B_READS_MANY_(2, saved, 3, savedlen)
#define BLAKE2B_CHECKS_blake2xb_export BLAKE2B_USE_RESULT_ BLAKE2B_READS_(1, S, sizeof *(S)) \
    BLAKE2B_WRITES_MANY_(2, saved, 3, savedlen)
#define BLAKE2B_CHECKS_blake2xb_import BLAKE2B_USE_RESULT_ BLAKE2B_WRITES_(1, S, sizeof *(S)) \
    BLAKE2B_READS_MANY_(2, saved, 3, savedlen)
#define BLAKE2B_CHECKS_blake2b_compress BLAKE2B_USE_RESULT_ \
    BLAKE2B_CHANGES_(1, h, 8 * sizeof *(h)) BLAKE2B_READS_(2, block, 128) \
    BLAKE2B_READS_(3, t, 2 * sizeof *(t))
#define BLAKE2B_CHECKS_blake2b_eip152 BLAKE2B_USE_RESULT_ BLAKE2B_WRITES_(1, out, 64) \
    BLAKE2B_READS_MANY_(2, in, 3, inlen)
#define BLAKE2B_CHECKS_blake2b_compress_many BLAKE2B_USE_RESULT_ \
    BLAKE2B_READS_STRUCTS_(1, jobs, 2, count)
/* ---- generated: end ---- */
#else
#define BLAKE2B_CHECKED_(name)
#endif

#if defined(__cplusplus)
extern "C" {
#endif
#if defined(__clang__)
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wgcc-compat" /* diagnose_if is clang's alone */
#endif

#if !defined(BLAKE2B_LONG_NAMES)
#define BLAKE2B_BLOCKBYTES 128   /* a block, RFC 7693 section 2.1 */
#define BLAKE2B_OUTBYTES 64      /* the longest digest, and the default */
#define BLAKE2B_KEYBYTES 64      /* the longest key */
#define BLAKE2B_SALTBYTES 16     /* salt, BLAKE2 paper section 2.8 */
#define BLAKE2B_PERSONALBYTES 16 /* personalization, BLAKE2 paper section 2.8 */
#endif

/*
 * What the calls that return int return. An enumeration, so that other languages' generators of bindings take
 * these for int as well.
 */
enum {
    BLAKE2B_OK = 0,
    BLAKE2B_ERROR_NULL = -1,    /* NULL where none may stand */
    BLAKE2B_ERROR_LENGTH = -2,  /* a length out of its range */
    BLAKE2B_ERROR_PARAMS = -3,  /* parameters never initialised, or out of their ranges */
    BLAKE2B_ERROR_STATE = -4,   /* a state never initialised, finalised already, or damaged */
    BLAKE2B_ERROR_STARTUP = -5, /* no implementation passes its self-test */
    BLAKE2B_ERROR_NAME = -6,    /* no such implementation, or not for this CPU */
    BLAKE2B_ERROR_OVERLAP = -7, /* input, key, parameters or output overlap the state */
    BLAKE2B_ERROR_SAVED = -8,   /* no saved state of this kind, or a damaged one */
    BLAKE2B_ERROR_CLOCK = -9    /* no clock to measure by, or none that can be relied on */
};

/*
 * A hash in progress. May be copied by assignment or memcpy: the copy goes on
 * independently. May stand at any address. What is inside is the library's business.
 */
#define BLAKE2B_STATE_BYTES 240
typedef struct blake2b_state {
    unsigned char opaque[BLAKE2B_STATE_BYTES];
} blake2b_state;

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
/* The compiler has no 64-bit type: all values beyond unsigned long are out of reach. */
typedef unsigned long blake2b_uint64;
#endif

/* The parameter block: BLAKE2 paper section 2.8, RFC 7693 section 2.5. */
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

/*
 * An initialiser for static const parameters: what blake2b_params_init sets, but for DIGEST_LENGTH
 * (1 to 64) and PERSONAL, a string literal of up to 15 characters (in C 16), "" for none; or the name
 * of a macro that stands for an initialiser in braces.
 *   static const blake2b_params P = BLAKE2B_PARAMS_INIT(32, "my backup v1");
 */
#define BLAKE2B_PARAMS_INIT(digest_length, personal) \
    {(digest_length), NULL, 0, {0}, personal, 1, 1, 0, 0, 0, 0, 0, BLAKE2B_PARAMS_INITIALISED}
#define BLAKE2B_PARAMS_INITIALISED 0x62326270UL

/* One message of blake2b_many, or the rest of one of blake2b_many_from. */
typedef struct blake2b_job {
    const void *in;      /* may be NULL if inlen is 0 */
    size_t inlen;        /* any number */
    unsigned char *hash; /* receives the digest */
} blake2b_job;

/* A BLAKE2bp in progress, and a BLAKE2Xb; what was said of blake2b_state holds for them. */
#define BLAKE2BP_STATE_BYTES 1312
typedef struct blake2bp_state {
    unsigned char opaque[BLAKE2BP_STATE_BYTES];
} blake2bp_state;
#define BLAKE2XB_STATE_BYTES 400
typedef struct blake2xb_state {
    unsigned char opaque[BLAKE2XB_STATE_BYTES];
} blake2xb_state;

/* For blake2xb_init: how much output there will be is not known yet. (Where size_t may be narrower, as that number cut off.) */
#if UINT_MAX >= 0xffffffffUL
#define BLAKE2XB_UNKNOWN_LENGTH 0xffffffffUL
#elif defined(__cplusplus)
#define BLAKE2XB_UNKNOWN_LENGTH (static_cast<size_t>(0xffffffffUL))
#else
#define BLAKE2XB_UNKNOWN_LENGTH ((size_t)0xffffffffUL)
#endif

/* ---- the library ---- */

/* Version, "MAJOR.MINOR.PATCH", of the library in use. */
BLAKE2B_API const char *blake2b_version(void) BLAKE2B_CHECKED_(blake2b_version);

/*
 * Choose the implementation: the preferred one for this CPU that passes its self-test.
 * Every other call does this by itself when it is needed; calling it tells in advance.
 * Any number of threads may call it at any time.
 * Returns 0, or BLAKE2B_ERROR_STARTUP if no implementation passes. (A void call in that
 * case prints a line on stderr and aborts.)
 */
BLAKE2B_API int blake2b_startup(void) BLAKE2B_CHECKED_(blake2b_startup);

/* Name of the implementation in use, such as "avx2" or "generic/64"; NULL if none passes. */
BLAKE2B_API const char *blake2b_implementation(void) BLAKE2B_CHECKED_(blake2b_implementation);

/*
 * Use the implementation called NAME from now on, or the automatic choice again if NAME is
 * NULL. For tests, benchmarks, and incident response. Takes effect for the whole process;
 * states in progress go on with it, as all implementations share one state. Calls that hash several
 * messages at once, and blake2b_compress, then use nothing that needs more of the CPU than NAME does,
 * where AVX-512 with VL, BW and DQ is one thing: no CPU has VL or BW alone.
 * Returns BLAKE2B_OK; BLAKE2B_ERROR_NAME if there is none of that name or this CPU cannot
 * run it; BLAKE2B_ERROR_STARTUP if it fails its self-test. On error nothing changes.
 */
BLAKE2B_API int blake2b_select(const char *name) BLAKE2B_CHECKED_(blake2b_select);

/*
 * Measure the implementations that this CPU can run, in a few milliseconds, and use the fastest
 * from now on: on a CPU that this library does not know yet, say. Nobody else calls it. Where
 * none is clearly faster, by 3 %, the automatic choice is used. Digests stay the same; it takes
 * effect as blake2b_select does, whose choice it replaces: calls that hash several messages at once may use
 * any kernel again, as far as it costs less than one message after the other by the kernel now in use;
 * blake2b_compress keeps its own. blake2b_select(NULL) goes back. Threads may call it at any time, and
 * hash meanwhile; whatever they choose at the same time, one choice stays. On a busy machine it may
 * take longer, or take one that is second best.
 * Returns BLAKE2B_OK; BLAKE2B_ERROR_CLOCK if there is no clock, as in firmware, or it stands still, goes
 * back or is too coarse; BLAKE2B_ERROR_STARTUP if no implementation passes its self-test. On error
 * nothing changes.
 * It reads the system's clock, on Linux by the system call clock_gettime. No counter of the CPU is read, as a
 * process may not be allowed to. A seccomp filter must allow that call; strict seccomp ends the process. Call
 * it before.
 */
BLAKE2B_API int blake2b_tune(void) BLAKE2B_CHECKED_(blake2b_tune);

/* ---- one call: RFC 7693 section 3.3 ---- */

/* HASH (64 bytes) = BLAKE2b-512 of IN (INLEN bytes, any number). */
BLAKE2B_API void blake2b(unsigned char hash[64], const void *in, size_t inlen)
    BLAKE2B_CHECKED_(blake2b);

/*
 * HASH (64 bytes) = keyed BLAKE2b-512 (a MAC) of IN (INLEN bytes) with KEY (KEYLEN bytes, 0
 * to 64). The key length goes into the parameter block; an empty key means unkeyed.
 */
BLAKE2B_API void blake2b_keyed(unsigned char hash[64], const void *in, size_t inlen,
                               const void *key, size_t keylen) BLAKE2B_CHECKED_(blake2b_keyed);

/*
 * HASH (HASHLEN bytes, 1 to 64) = BLAKE2b with a digest of HASHLEN bytes (which is not a part of a longer
 * one) of IN (INLEN bytes, any number), with KEY (KEYLEN bytes, 0 to 64; an empty key means unkeyed).
 * On error (BLAKE2B_ERROR_NULL, _LENGTH, _STARTUP) nothing is written.
 */
BLAKE2B_API int blake2b_digest(unsigned char *hash, size_t hashlen, const void *in, size_t inlen,
                               const void *key, size_t keylen) BLAKE2B_CHECKED_(blake2b_digest);

/* ---- incremental ---- */

/* Begin an unkeyed hash of 64 bytes. S may hold anything before. */
BLAKE2B_API void blake2b_init(blake2b_state *S) BLAKE2B_CHECKED_(blake2b_init);

/* Begin a keyed hash of 64 bytes with KEY (KEYLEN bytes, 0 to 64; not needed afterwards). */
BLAKE2B_API void blake2b_keyed_init(blake2b_state *S, const void *key, size_t keylen)
    BLAKE2B_CHECKED_(blake2b_keyed_init);

/*
 * Begin a hash of HASHLEN bytes (1 to 64) with KEY (KEYLEN bytes, 0 to 64; not needed afterwards).
 * On error (BLAKE2B_ERROR_NULL, _LENGTH, _OVERLAP) S stays as it was.
 */
BLAKE2B_API int blake2b_digest_init(blake2b_state *S, size_t hashlen, const void *key,
                                    size_t keylen) BLAKE2B_CHECKED_(blake2b_digest_init);

/* Append IN (INLEN bytes; up to 2^64 - 1 a call where size_t can say so, 2^128 - 1 a state). */
BLAKE2B_API void blake2b_update(blake2b_state *S, const void *in, size_t inlen)
    BLAKE2B_CHECKED_(blake2b_update);

/*
 * The same for those who must not abort. On error (BLAKE2B_ERROR_NULL, _LENGTH, _STATE, _OVERLAP, _STARTUP) S
 * stays as it was.
 */
BLAKE2B_API int blake2b_append(blake2b_state *S, const void *in, size_t inlen)
    BLAKE2B_CHECKED_(blake2b_append);

/*
 * Write the digest to HASH (64 bytes, or the digest length that S was begun with) and wipe S,
 * which can then only be initialised again.
 */
BLAKE2B_API void blake2b_final(blake2b_state *S, unsigned char *hash)
    BLAKE2B_CHECKED_(blake2b_final);

/* ---- with parameters: BLAKE2 paper section 2.8, RFC 7693 section 2.5 ---- */

/* P = digest length 64, fanout 1, depth 1, all else zero. BLAKE2B_ERROR_NULL if P is NULL. Static
   parameters need no call: = BLAKE2B_PARAMS_INIT(digest_length, "personalization"). */
BLAKE2B_API int blake2b_params_init(blake2b_params *P) BLAKE2B_CHECKED_(blake2b_params_init);

/*
 * Begin a hash with the parameters P. The digest is then of P->digest_length bytes.
 * On error S stays as it was: BLAKE2B_ERROR_NULL, _LENGTH, _PARAMS, _OVERLAP.
 */
BLAKE2B_API int blake2b_init_params(blake2b_state *S, const blake2b_params *P)
    BLAKE2B_CHECKED_(blake2b_init_params);

/*
 * Begin a hash whose parameter block is BLOCK (64 bytes) as it stands, whatever values it has, for
 * formats of others. The digest is of BLOCK[0] bytes; of a key, BLOCK[1] bytes long, nothing is known
 * here: where there is one, append it first, with zeros up to 128 bytes.
 * On error (BLAKE2B_ERROR_NULL; _PARAMS if BLOCK[0] is 0 or more than 64; _OVERLAP) S stays as it was.
 */
BLAKE2B_API int blake2b_init_block(blake2b_state *S, const unsigned char block[64])
    BLAKE2B_CHECKED_(blake2b_init_block);

/*
 * S is the last node of its level (as last_node in the parameters), for those who know it only when
 * they have come to its end. On error (BLAKE2B_ERROR_NULL, _STATE) S stays as it was.
 */
BLAKE2B_API int blake2b_last_node(blake2b_state *S) BLAKE2B_CHECKED_(blake2b_last_node);

/*
 * As blake2b_final, with the length that the caller expects: HASHLEN must equal the digest
 * length. On error (BLAKE2B_ERROR_NULL, _STATE, _LENGTH, _OVERLAP, _STARTUP) HASH and S stay as they
 * were.
 */
BLAKE2B_API int blake2b_finish(blake2b_state *S, unsigned char *hash, size_t hashlen)
    BLAKE2B_CHECKED_(blake2b_finish);

/*
 * HASH (HASHLEN bytes, which must equal P->digest_length) = BLAKE2b of IN (INLEN bytes) with
 * the parameters P. On error (BLAKE2B_ERROR_NULL, _PARAMS, _LENGTH, _STARTUP) nothing is
 * written.
 */
BLAKE2B_API int blake2b_hash(const blake2b_params *P, unsigned char *hash, size_t hashlen,
                             const void *in, size_t inlen) BLAKE2B_CHECKED_(blake2b_hash);

/* ---- many messages ---- */

/*
 * As blake2b_hash for each of JOBS (COUNT of them, any number; JOBS may be NULL if it is 0), but
 * several at once where the CPU can do that, which is far faster than one after the other. The
 * lengths may differ; messages of about the same length, side by side, gain the most. All have
 * the same parameters P; each hash is of P->digest_length bytes.
 * The hash of a job may overlap its own input. It must overlap nothing else that the call is given:
 * no other job's input or hash, as their order is not fixed, nor JOBS, P or the key.
 * Makes one thread busy, and allocates nothing. On error (BLAKE2B_ERROR_NULL, _LENGTH, _PARAMS, _STARTUP)
 * nothing is written.
 */
BLAKE2B_API int blake2b_many(const blake2b_params *P, const blake2b_job *jobs, size_t count)
    BLAKE2B_CHECKED_(blake2b_many);

/*
 * The same for messages that begin alike. S (begun by any blake2b_..._init, with or without a key) has
 * taken the common beginning, any number of bytes; for each of JOBS (COUNT of them, as above) the hash
 * is what blake2b_append of its input and blake2b_final would write with a copy of S, of S's digest
 * length. The common beginning is compressed once, and short rests cost no more than short messages do.
 * S is only read, goes on afterwards, and may be shared by threads as long as none of them changes it.
 * The hash of a job may overlap its own input, and nothing else that the call is given.
 * On error nothing is written: BLAKE2B_ERROR_NULL, _LENGTH, _STATE, _STARTUP; _OVERLAP if a hash overlaps S.
 */
BLAKE2B_API int blake2b_many_from(const blake2b_state *S, const blake2b_job *jobs, size_t count)
    BLAKE2B_CHECKED_(blake2b_many_from);

/* ---- BLAKE2bp: BLAKE2 paper section 2.10 ---- */

/*
 * A hash of its own, made of five BLAKE2b, four of which can be computed at once: two to four
 * times as fast on long messages. It is not a faster way to the BLAKE2b of a message: its digests
 * are different ones. Use it where both sides have agreed on it.
 *
 * HASH (HASHLEN bytes, 1 to 64) = BLAKE2bp of IN (INLEN bytes, any number), with KEY (KEYLEN
 * bytes, 0 to 64; an empty key means unkeyed). HASH may overlap IN and KEY.
 * On error (BLAKE2B_ERROR_NULL, _LENGTH, _STARTUP) nothing is written.
 */
BLAKE2B_API int blake2bp(unsigned char *hash, size_t hashlen, const void *in, size_t inlen,
                         const void *key, size_t keylen) BLAKE2B_CHECKED_(blake2bp);

/* Begin a BLAKE2bp of HASHLEN bytes with KEY (as above; not needed afterwards). S may hold anything
   before. On error (BLAKE2B_ERROR_NULL, _LENGTH, _OVERLAP) it stays as it was. */
BLAKE2B_API int blake2bp_init(blake2bp_state *S, size_t hashlen, const void *key, size_t keylen)
    BLAKE2B_CHECKED_(blake2bp_init);

/* Append IN (INLEN bytes). On error (BLAKE2B_ERROR_NULL, _LENGTH, _STATE, _OVERLAP, _STARTUP) S stays as it was. */
BLAKE2B_API int blake2bp_update(blake2bp_state *S, const void *in, size_t inlen)
    BLAKE2B_CHECKED_(blake2bp_update);

/*
 * Write the digest to HASH (HASHLEN bytes, which must be what blake2bp_init was given) and wipe S.
 * On error (BLAKE2B_ERROR_NULL, _STATE, _LENGTH, _OVERLAP, _STARTUP) HASH and S stay as they were.
 */
BLAKE2B_API int blake2bp_final(blake2bp_state *S, unsigned char *hash, size_t hashlen)
    BLAKE2B_CHECKED_(blake2bp_final);

/* ---- BLAKE2Xb, output of any length: BLAKE2X paper section 2 ---- */

/*
 * OUT (OUTLEN bytes, 1 to 2^32 - 2) = BLAKE2Xb of IN (INLEN bytes, any number), with KEY (KEYLEN
 * bytes, 0 to 64; an empty key means unkeyed). Another OUTLEN gives another hash altogether, not
 * a longer or shorter one. OUT may overlap IN and KEY.
 * On error (BLAKE2B_ERROR_NULL, _LENGTH, _STARTUP) nothing is written.
 */
BLAKE2B_API int blake2xb(unsigned char *out, size_t outlen, const void *in, size_t inlen,
                         const void *key, size_t keylen) BLAKE2B_CHECKED_(blake2xb);

/*
 * Begin a BLAKE2Xb of OUTLEN bytes (1 to 2^32 - 2) with KEY (as above; not needed afterwards). With
 * BLAKE2XB_UNKNOWN_LENGTH instead (2^32 - 1, or the most that size_t can say) it is the hash whose
 * output ends after 2^38 bytes: its beginning does not depend on how much is asked for. S may hold
 * anything before. On error (BLAKE2B_ERROR_NULL, _LENGTH, _OVERLAP) it stays as it was.
 */
BLAKE2B_API int blake2xb_init(blake2xb_state *S, size_t outlen, const void *key, size_t keylen)
    BLAKE2B_CHECKED_(blake2xb_init);

/* Append IN (INLEN bytes). On error (BLAKE2B_ERROR_NULL, _LENGTH, _STATE, _OVERLAP, _STARTUP) S stays as it was. */
BLAKE2B_API int blake2xb_update(blake2xb_state *S, const void *in, size_t inlen)
    BLAKE2B_CHECKED_(blake2xb_update);

/* The input ends. On error (BLAKE2B_ERROR_NULL, _STATE, _STARTUP) S stays as it was. */
BLAKE2B_API int blake2xb_final(blake2xb_state *S) BLAKE2B_CHECKED_(blake2xb_final);

/*
 * The next OUTLEN bytes of output to OUT; after blake2xb_final, any number of times. OUT may be NULL
 * if OUTLEN is 0. BLAKE2B_ERROR_LENGTH if that is more than there still is. On error (that,
 * BLAKE2B_ERROR_NULL, _STATE, _OVERLAP, _STARTUP) OUT and S stay as they were. S holds what the output is
 * made from until all of a known length was given out: wipe it if you stop before.
 */
BLAKE2B_API int blake2xb_squeeze(blake2xb_state *S, unsigned char *out, size_t outlen)
    BLAKE2B_CHECKED_(blake2xb_squeeze);

/*
 * The input ends, and all output at once: OUT receives OUTLEN bytes, which must be what blake2xb_init was
 * given (after BLAKE2XB_UNKNOWN_LENGTH: any number from 1 on, and that is then all), and S is wiped.
 * On error (BLAKE2B_ERROR_NULL, _STATE, _LENGTH, _OVERLAP, _STARTUP) OUT and S stay as they were.
 * With it the three hashes have calls of one shape, for wrappers: blake2b_digest, blake2bp, blake2xb;
 * blake2b_digest_init, blake2bp_init, blake2xb_init; blake2b_append, blake2bp_update, blake2xb_update;
 * blake2b_finish, blake2bp_final, blake2xb_finish.
 */
BLAKE2B_API int blake2xb_finish(blake2xb_state *S, unsigned char *out, size_t outlen)
    BLAKE2B_CHECKED_(blake2xb_finish);

/* ---- saved states ---- */

#define BLAKE2B_SAVED_BYTES 236
#define BLAKE2BP_SAVED_BYTES 1246
#define BLAKE2XB_SAVED_BYTES 248

/*
 * Save a hash in progress, to go on with it in another process, on another machine, with another
 * version of this library. SAVED receives SAVEDLEN bytes, which must be BLAKE2B_SAVED_BYTES; S stays
 * as it was, and goes on. They hold what S holds, the last bytes of the message, and of a keyed hash
 * what is as secret as its key: keep them so, and wipe them.
 * On error (BLAKE2B_ERROR_NULL, _STATE, _LENGTH, _OVERLAP, _STARTUP) SAVED stays as it was.
 *
 * The format, with numbers of bytes; numbers are little-endian:
 *   "b2state" (7), version 1 (1), kind (1), then
 *   of kind 1, BLAKE2b:
 *   digest length (1), last node: 0 or 1 (1), buffered (1),
 *   chained value (64), counter (16), buffer (128);
 *   of kind 2, BLAKE2bp:
 *   digest length (1), key length (1), 0 (1), buffered (2),
 *   chained value (64) and counter (16) of each leaf, buffer (896);
 *   of kind 3, BLAKE2Xb that takes input:
 *   0 (2), buffered (1), output length, unknown: 2^32 - 1 (4),
 *   the same again (4), 0 (4),
 *   chained value (64), counter (16), buffer (128);
 *   of kind 4, BLAKE2Xb that gives output:
 *   1 if no node is left (1), kept (1), 0 (1),
 *   output length, unknown: 2^32 - 1 (4),
 *   how much was not given out, unknown: 2^32 - 1 (4),
 *   number of the next node (4), root (64), last node (64), 0 (80);
 *   of all:
 *   check value (16): the BLAKE2b of all before, with a digest of
 *   16 bytes and the personalization "blake2b state 1".
 *
 * A buffer begins with "buffered" bytes of input (or of the padded key), not yet compressed; the rest of
 * it is zero. Of a last node the last "kept" bytes were not given out; the rest is zero.
 */
BLAKE2B_API int blake2b_export(const blake2b_state *S, unsigned char *saved, size_t savedlen)
    BLAKE2B_CHECKED_(blake2b_export);

/*
 * Go on with what blake2b_export saved: SAVEDLEN bytes, which must be BLAKE2B_SAVED_BYTES. S may hold
 * anything before. What is damaged, cut off, of another kind or version, or cannot be a state is
 * refused. (That is no protection from forgery: who fears it adds a MAC.)
 * On error (BLAKE2B_ERROR_NULL, _LENGTH, _SAVED, _OVERLAP, _STARTUP) S stays as it was.
 */
BLAKE2B_API int blake2b_import(blake2b_state *S, const void *saved, size_t savedlen)
    BLAKE2B_CHECKED_(blake2b_import);

/* The same of BLAKE2bp, with BLAKE2BP_SAVED_BYTES. */
BLAKE2B_API int blake2bp_export(const blake2bp_state *S, unsigned char *saved, size_t savedlen)
    BLAKE2B_CHECKED_(blake2bp_export);
BLAKE2B_API int blake2bp_import(blake2bp_state *S, const void *saved, size_t savedlen)
    BLAKE2B_CHECKED_(blake2bp_import);

/* The same of BLAKE2Xb, with BLAKE2XB_SAVED_BYTES, at any time after its init. */
BLAKE2B_API int blake2xb_export(const blake2xb_state *S, unsigned char *saved, size_t savedlen)
    BLAKE2B_CHECKED_(blake2xb_export);
BLAKE2B_API int blake2xb_import(blake2xb_state *S, const void *saved, size_t savedlen)
    BLAKE2B_CHECKED_(blake2xb_import);

/* ---- the compression function: RFC 7693 section 3.2 ---- */

#if defined(UINT64_MAX) || (ULONG_MAX >> 31 >> 31) > 0
/*
 * H (8 words) = F of H, BLOCK (128 bytes), the counter T (2 words, the lower one first) and the
 * finalization flags, for LAST (f0) and LAST_NODE (f1) not 0; with ROUNDS rounds, any number, of which
 * round 10 takes the message words of round 0 again, and so on: BLAKE2b has 12, EIP-152 as many as
 * its caller likes. Words are numbers, in the host's byte order. For protocols that need F itself: to
 * hash, use the calls above, which are faster. BLAKE2B_ERROR_NULL if a pointer is NULL, BLAKE2B_ERROR_STARTUP
 * if no implementation works.
 */
BLAKE2B_API int blake2b_compress(blake2b_uint64 h[8], const unsigned char block[128],
                                 const blake2b_uint64 t[2], int last, int last_node,
                                 blake2b_uint32 rounds) BLAKE2B_CHECKED_(blake2b_compress);

/*
 * F as the BLAKE2b precompile of Ethereum (EIP-152, address 9) encodes it. IN has INLEN bytes, which
 * must be 213: the number of rounds (4 bytes, big-endian), h (64), m (128), t (16), all little-endian,
 * and the final flag (1 byte: 0 or 1). OUT receives the new h, 64 bytes, little-endian. OUT and IN may
 * overlap. Neither may be NULL.
 *
 * Up to 2^32 - 1 rounds are done, which takes minutes (about 26 cycles each on a recent x86-64 CPU).
 * Charge for them first: the gas is the number of rounds, the first four bytes of IN.
 *
 * Returns BLAKE2B_OK; BLAKE2B_ERROR_NULL; BLAKE2B_ERROR_LENGTH if INLEN is not 213;
 * BLAKE2B_ERROR_PARAMS if the final flag is neither 0 nor 1; BLAKE2B_ERROR_STARTUP if no
 * implementation works. On error nothing is written.
 */
#define BLAKE2B_EIP152_BYTES 213
BLAKE2B_API int blake2b_eip152(unsigned char out[64], const unsigned char *in, size_t inlen)
    BLAKE2B_CHECKED_(blake2b_eip152);

/* One call of blake2b_compress_many. */
typedef struct blake2b_compress_job {
    blake2b_uint64 *h;          /* 8 words, from which it starts, and which receive the result */
    const unsigned char *block; /* 128 bytes */
    blake2b_uint64 t[2];
    int last, last_node;
} blake2b_compress_job;

/*
 * The same for COUNT jobs, all with as many rounds; with 12 of them several go at once. What one writes, no
 * other may read or write. JOBS may be NULL if COUNT is 0. On error (BLAKE2B_ERROR_NULL, also if a job's H or
 * BLOCK is, _LENGTH, _STARTUP) nothing is written.
 */
BLAKE2B_API int blake2b_compress_many(const blake2b_compress_job *jobs, size_t count,
                                      blake2b_uint32 rounds)
    BLAKE2B_CHECKED_(blake2b_compress_many);
#endif

#if defined(__clang__)
#pragma clang diagnostic pop
#endif
#if defined(__cplusplus)
}
#endif

#if defined(BLAKE2B_LONG_NAMES)
/* ---- generated: undef ---- */
#undef blake2b_version
#undef blake2b_startup
#undef blake2b_implementation
#undef blake2b_select
#undef blake2b_tune
#undef blake2b
#undef blake2b_keyed
#undef blake2b_digest
#undef blake2b_init
#undef blake2b_keyed_init
#undef blake2b_digest_init
#undef blake2b_update
#undef blake2b_append
#undef blake2b_final
#undef blake2b_params_init
#undef blake2b_init_params
#undef blake2b_init_block
#undef blake2b_last_node
#undef blake2b_finish
#undef blake2b_hash
#undef blake2b_many
#undef blake2b_many_from
#undef blake2bp
#undef blake2bp_init
#undef blake2bp_update
#undef blake2bp_final
#undef blake2xb
#undef blake2xb_init
#undef blake2xb_update
#undef blake2xb_final
#undef blake2xb_squeeze
#undef blake2xb_finish
#undef blake2b_export
#undef blake2b_import
#undef blake2bp_export
#undef blake2bp_import
#undef blake2xb_export
#undef blake2xb_import
#undef blake2b_compress
#undef blake2b_eip152
#undef blake2b_compress_many
#undef blake2b_state
#undef blake2b_uint32
#undef blake2b_uint64
#undef blake2b_params
#undef blake2b_job
#undef blake2bp_state
#undef blake2xb_state
#undef blake2b_compress_job
/* ---- generated: end ---- */
#endif

#endif
