/*
 * BLAKE2b (RFC 7693): hash of up to 64 bytes, with optional key of up to 64 bytes.
 *
 * All sizes are in bytes. All functions are thread-safe as long as no two threads use the
 * same state, or write the same output, at the same time. No pointer needs any alignment.
 * A pointer to input or key may be NULL if its length is 0; every other pointer must not
 * be NULL. Input, key and output may overlap each other; none may overlap a state in use.
 *
 * The functions that return void cannot fail when called as documented; a call that breaks
 * the rules (a key longer than 64 bytes, update or final on a state that was never
 * initialised or has been finalised already, a NULL where none may stand) prints one line
 * on stderr and ends the program with abort() (in firmware: a trap, see README.md): a wrong
 * digest is never produced. The functions that return int report the same with a code below 0
 * instead.
 */
#ifndef BLAKE2B_H
#define BLAKE2B_H

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

#if defined(BLAKE2B_SYMBOL_PREFIX)
/* The library was configured with --symbol-prefix: every call is linked under that name. */
#define BLAKE2B_CAT_(a, b) a##b
#define BLAKE2B_CAT(a, b) BLAKE2B_CAT_(a, b)
#define blake2b_version BLAKE2B_CAT(BLAKE2B_SYMBOL_PREFIX, blake2b_version)
#define blake2b_startup BLAKE2B_CAT(BLAKE2B_SYMBOL_PREFIX, blake2b_startup)
#define blake2b_implementation BLAKE2B_CAT(BLAKE2B_SYMBOL_PREFIX, blake2b_implementation)
#define blake2b_select BLAKE2B_CAT(BLAKE2B_SYMBOL_PREFIX, blake2b_select)
#define blake2b BLAKE2B_CAT(BLAKE2B_SYMBOL_PREFIX, blake2b)
#define blake2b_keyed BLAKE2B_CAT(BLAKE2B_SYMBOL_PREFIX, blake2b_keyed)
#define blake2b_init BLAKE2B_CAT(BLAKE2B_SYMBOL_PREFIX, blake2b_init)
#define blake2b_keyed_init BLAKE2B_CAT(BLAKE2B_SYMBOL_PREFIX, blake2b_keyed_init)
#define blake2b_update BLAKE2B_CAT(BLAKE2B_SYMBOL_PREFIX, blake2b_update)
#define blake2b_final BLAKE2B_CAT(BLAKE2B_SYMBOL_PREFIX, blake2b_final)
#define blake2b_params_init BLAKE2B_CAT(BLAKE2B_SYMBOL_PREFIX, blake2b_params_init)
#define blake2b_init_params BLAKE2B_CAT(BLAKE2B_SYMBOL_PREFIX, blake2b_init_params)
#define blake2b_finish BLAKE2B_CAT(BLAKE2B_SYMBOL_PREFIX, blake2b_finish)
#define blake2b_hash BLAKE2B_CAT(BLAKE2B_SYMBOL_PREFIX, blake2b_hash)
#define blake2b_many BLAKE2B_CAT(BLAKE2B_SYMBOL_PREFIX, blake2b_many)
#define blake2b_compress BLAKE2B_CAT(BLAKE2B_SYMBOL_PREFIX, blake2b_compress)
#define blake2bp BLAKE2B_CAT(BLAKE2B_SYMBOL_PREFIX, blake2bp)
#define blake2bp_init BLAKE2B_CAT(BLAKE2B_SYMBOL_PREFIX, blake2bp_init)
#define blake2bp_update BLAKE2B_CAT(BLAKE2B_SYMBOL_PREFIX, blake2bp_update)
#define blake2bp_final BLAKE2B_CAT(BLAKE2B_SYMBOL_PREFIX, blake2bp_final)
#define blake2xb BLAKE2B_CAT(BLAKE2B_SYMBOL_PREFIX, blake2xb)
#define blake2xb_init BLAKE2B_CAT(BLAKE2B_SYMBOL_PREFIX, blake2xb_init)
#define blake2xb_update BLAKE2B_CAT(BLAKE2B_SYMBOL_PREFIX, blake2xb_update)
#define blake2xb_final BLAKE2B_CAT(BLAKE2B_SYMBOL_PREFIX, blake2xb_final)
#define blake2xb_squeeze BLAKE2B_CAT(BLAKE2B_SYMBOL_PREFIX, blake2xb_squeeze)
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

#if defined(__cplusplus)
extern "C" {
#endif

#define BLAKE2B_BLOCKBYTES 128   /* a block, RFC 7693 section 2.1 */
#define BLAKE2B_OUTBYTES 64      /* the longest digest, and the default */
#define BLAKE2B_KEYBYTES 64      /* the longest key */
#define BLAKE2B_SALTBYTES 16     /* salt, BLAKE2 paper section 2.8 */
#define BLAKE2B_PERSONALBYTES 16 /* personalization, BLAKE2 paper section 2.8 */

#define BLAKE2B_OK 0
#define BLAKE2B_ERROR_NULL (-1)    /* NULL where none may stand */
#define BLAKE2B_ERROR_LENGTH (-2)  /* a length out of its range */
#define BLAKE2B_ERROR_PARAMS (-3)  /* parameters never initialised, or out of their ranges */
#define BLAKE2B_ERROR_STATE (-4)   /* a state never initialised, or finalised already */
#define BLAKE2B_ERROR_STARTUP (-5) /* no implementation passes its self-test */
#define BLAKE2B_ERROR_NAME (-6)    /* no such implementation, or not for this CPU */

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
    unsigned char salt[BLAKE2B_SALTBYTES];
    unsigned char personal[BLAKE2B_PERSONALBYTES];
    unsigned fanout;             /* 0 to 255; 0 means unlimited, 1 sequential */
    unsigned depth;              /* 1 to 255; 1 means sequential */
    blake2b_uint32 leaf_length;  /* 0 means unlimited, or sequential */
    blake2b_uint64 node_offset;  /* 0 means first, leftmost, leaf, or sequential */
    unsigned node_depth;         /* 0 to 255; 0 means leaf, or sequential */
    unsigned inner_length;       /* 0 to 64; 0 means sequential */
    int last_node;               /* non-zero: last node of its level (finalization flag f1) */
    unsigned long initialised;   /* set by blake2b_params_init */
} blake2b_params;

/* One message of blake2b_many. */
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

/* For blake2xb_init: how much output there will be is not known yet. */
#define BLAKE2XB_UNKNOWN_LENGTH ((size_t)0xffffffffUL)

/* ---- the library ---- */

/* Version, "MAJOR.MINOR.PATCH", of the library in use. */
BLAKE2B_API const char *blake2b_version(void);

/*
 * Choose the implementation: the preferred one for this CPU that passes its self-test.
 * Every other call does this by itself when it is needed; calling it tells in advance.
 * Any number of threads may call it at any time.
 * Returns 0, or BLAKE2B_ERROR_STARTUP if no implementation passes. (A void call in that
 * case prints a line on stderr and aborts.)
 */
BLAKE2B_API int blake2b_startup(void);

/* Name of the implementation in use, such as "avx2" or "generic/64"; NULL if none passes. */
BLAKE2B_API const char *blake2b_implementation(void);

/*
 * Use the implementation called NAME from now on, or the automatic choice again if NAME is
 * NULL. For tests, benchmarks, and incident response. Takes effect for the whole process;
 * states in progress go on with it, as all implementations share one state. Calls that hash several
 * messages at once then use nothing that needs more of the CPU than NAME does.
 * Returns BLAKE2B_OK; BLAKE2B_ERROR_NAME if there is none of that name or this CPU cannot
 * run it; BLAKE2B_ERROR_STARTUP if it fails its self-test. On error nothing changes.
 */
BLAKE2B_API int blake2b_select(const char *name);

/* ---- one call: RFC 7693 section 3.3 ---- */

/* HASH (64 bytes) = BLAKE2b-512 of IN (INLEN bytes, any number). */
BLAKE2B_API void blake2b(unsigned char *hash, const unsigned char *in, const size_t inlen);

/*
 * HASH (64 bytes) = keyed BLAKE2b-512 (a MAC) of IN (INLEN bytes) with KEY (KEYLEN bytes, 0
 * to 64). The key length goes into the parameter block; an empty key means unkeyed.
 */
BLAKE2B_API void blake2b_keyed(unsigned char *hash, const unsigned char *in, const size_t inlen,
                               const unsigned char *key, size_t keylen);

/* ---- incremental ---- */

/* Begin an unkeyed hash of 64 bytes. S may hold anything before. */
BLAKE2B_API void blake2b_init(blake2b_state *S);

/* Begin a keyed hash of 64 bytes with KEY (KEYLEN bytes, 0 to 64; not needed afterwards). */
BLAKE2B_API void blake2b_keyed_init(blake2b_state *S, const unsigned char *key, size_t keylen);

/* Append IN (INLEN bytes; up to 2^64 - 1 a call where size_t can say so, 2^128 - 1 a state). */
BLAKE2B_API void blake2b_update(blake2b_state *S, const unsigned char *in, size_t inlen);

/*
 * Write the digest to HASH (64 bytes, or the digest length that blake2b_init_params was
 * given) and wipe S, which can then only be initialised again.
 */
BLAKE2B_API void blake2b_final(blake2b_state *S, unsigned char *hash);

/* ---- with parameters: BLAKE2 paper section 2.8, RFC 7693 section 2.5 ---- */

/* P = digest length 64, fanout 1, depth 1, all else zero. BLAKE2B_ERROR_NULL if P is NULL. */
BLAKE2B_API int blake2b_params_init(blake2b_params *P);

/*
 * Begin a hash with the parameters P. The digest is then of P->digest_length bytes.
 * On error S stays as it was: BLAKE2B_ERROR_NULL, BLAKE2B_ERROR_PARAMS.
 */
BLAKE2B_API int blake2b_init_params(blake2b_state *S, const blake2b_params *P);

/*
 * As blake2b_final, with the length that the caller expects: HASHLEN must equal the digest
 * length. On error (BLAKE2B_ERROR_NULL, _STATE, _LENGTH) HASH and S stay as they were.
 */
BLAKE2B_API int blake2b_finish(blake2b_state *S, unsigned char *hash, size_t hashlen);

/*
 * HASH (HASHLEN bytes, which must equal P->digest_length) = BLAKE2b of IN (INLEN bytes) with
 * the parameters P. On error (BLAKE2B_ERROR_NULL, _PARAMS, _LENGTH, _STARTUP) nothing is
 * written.
 */
BLAKE2B_API int blake2b_hash(const blake2b_params *P, unsigned char *hash, size_t hashlen,
                             const void *in, size_t inlen);

/* ---- many messages ---- */

/*
 * As blake2b_hash for each of JOBS (COUNT of them, any number; JOBS may be NULL if it is 0), but
 * several at once where the CPU can do that, which is far faster than one after the other. The
 * lengths may differ; messages of about the same length, side by side, gain the most. All have
 * the same parameters P; each hash is of P->digest_length bytes.
 * The hash of a job may overlap its own input. It must overlap nothing else that the call is given:
 * no other job's input or hash, as their order is not fixed, nor JOBS, P or the key.
 * Makes one thread busy, and allocates nothing. On error (BLAKE2B_ERROR_NULL, _PARAMS, _STARTUP)
 * nothing is written.
 */
BLAKE2B_API int blake2b_many(const blake2b_params *P, const blake2b_job *jobs, size_t count);

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
BLAKE2B_API int blake2bp(unsigned char *hash, size_t hashlen, const void *in, size_t inlen, const void *key,
                         size_t keylen);

/* Begin a BLAKE2bp of HASHLEN bytes with KEY (as above; not needed afterwards). S may hold anything
   before. On error (BLAKE2B_ERROR_NULL, _LENGTH) it stays as it was. */
BLAKE2B_API int blake2bp_init(blake2bp_state *S, size_t hashlen, const void *key, size_t keylen);

/* Append IN (INLEN bytes). On error (BLAKE2B_ERROR_NULL, _STATE, _STARTUP) S stays as it was. */
BLAKE2B_API int blake2bp_update(blake2bp_state *S, const void *in, size_t inlen);

/*
 * Write the digest to HASH (HASHLEN bytes, which must be what blake2bp_init was given) and wipe S.
 * On error (BLAKE2B_ERROR_NULL, _STATE, _LENGTH, _STARTUP) HASH and S stay as they were.
 */
BLAKE2B_API int blake2bp_final(blake2bp_state *S, unsigned char *hash, size_t hashlen);

/* ---- BLAKE2Xb, output of any length: BLAKE2X paper section 2 ---- */

/*
 * OUT (OUTLEN bytes, 1 to 2^32 - 2) = BLAKE2Xb of IN (INLEN bytes, any number), with KEY (KEYLEN
 * bytes, 0 to 64; an empty key means unkeyed). Another OUTLEN gives another hash altogether, not
 * a longer or shorter one. OUT may overlap IN and KEY.
 * On error (BLAKE2B_ERROR_NULL, _LENGTH, _STARTUP) nothing is written.
 */
BLAKE2B_API int blake2xb(unsigned char *out, size_t outlen, const void *in, size_t inlen, const void *key,
                         size_t keylen);

/*
 * Begin a BLAKE2Xb of OUTLEN bytes (1 to 2^32 - 2) with KEY (as above; not needed afterwards). With
 * BLAKE2XB_UNKNOWN_LENGTH instead (2^32 - 1, or the most that size_t can say) it is the hash whose
 * output ends after 2^38 bytes: its beginning does not depend on how much is asked for. S may hold
 * anything before. On error (BLAKE2B_ERROR_NULL, _LENGTH) it stays as it was.
 */
BLAKE2B_API int blake2xb_init(blake2xb_state *S, size_t outlen, const void *key, size_t keylen);

/* Append IN (INLEN bytes). On error (BLAKE2B_ERROR_NULL, _STATE, _STARTUP) S stays as it was. */
BLAKE2B_API int blake2xb_update(blake2xb_state *S, const void *in, size_t inlen);

/* The input ends. On error (BLAKE2B_ERROR_NULL, _STATE, _STARTUP) S stays as it was. */
BLAKE2B_API int blake2xb_final(blake2xb_state *S);

/*
 * The next OUTLEN bytes of output to OUT; after blake2xb_final, any number of times. OUT may be NULL
 * if OUTLEN is 0. BLAKE2B_ERROR_LENGTH if that is more than there still is. On error (that,
 * BLAKE2B_ERROR_NULL, _STATE, _STARTUP) OUT and S stay as they were. S holds what the output is
 * made from until all of a known length was given out: wipe it if you stop before.
 */
BLAKE2B_API int blake2xb_squeeze(blake2xb_state *S, unsigned char *out, size_t outlen);

/* ---- the compression function: RFC 7693 section 3.2 ---- */

#if defined(UINT64_MAX) || (ULONG_MAX >> 31 >> 31) > 0
/*
 * H (8 words) = F of H, BLOCK (128 bytes), the counter T (2 words, the lower one first) and the
 * finalization flags, for LAST (f0) and LAST_NODE (f1) not 0; with ROUNDS rounds, any number, of which
 * round 10 takes the message words of round 0 again, and so on: BLAKE2b has 12, EIP-152 as many as
 * its caller likes. Words are numbers, in the host's byte order. For protocols that need F itself: to
 * hash, use the calls above, which are faster. BLAKE2B_ERROR_NULL if a pointer is NULL.
 */
BLAKE2B_API int blake2b_compress(blake2b_uint64 h[8], const unsigned char block[128],
                                 const blake2b_uint64 t[2], int last, int last_node, blake2b_uint32 rounds);
#endif

#if defined(__cplusplus)
}
#endif

#endif
