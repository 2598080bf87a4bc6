/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * BLAKE2s (RFC 7693): a minimal library, as an example of an extension.
 *
 * A pointer to input may be NULL if its length is 0. Calls that return void abort after misuse: an
 * uninitialized or finalized state, an unexpected NULL, an invalid length.
 */
#ifndef LIBBLAKE2S_BLAKE2S_H
#define LIBBLAKE2S_BLAKE2S_H

#include <stddef.h>

#if !defined(BLAKE2S_SYMBOL_PREFIX) && !defined(BLAKE2S_PLAIN_SYMBOLS)
#define BLAKE2S_SYMBOL_PREFIX libblake2s_
#endif
#define BLAKE2S_CAT_(a, b) a##b
#define BLAKE2S_CAT(a, b) BLAKE2S_CAT_(a, b)
#if defined(BLAKE2S_PLAIN_SYMBOLS)
#define BLAKE2S_SYMBOL(name) name
#else
#define BLAKE2S_SYMBOL(name) BLAKE2S_CAT(BLAKE2S_SYMBOL_PREFIX, name)
#endif
#define blake2s_implementation BLAKE2S_SYMBOL(blake2s_implementation)
#define blake2s_select BLAKE2S_SYMBOL(blake2s_select)
#define blake2s_init BLAKE2S_SYMBOL(blake2s_init)
#define blake2s_update BLAKE2S_SYMBOL(blake2s_update)
#define blake2s_final BLAKE2S_SYMBOL(blake2s_final)
#define blake2s_many BLAKE2S_SYMBOL(blake2s_many)
#define blake2s_export BLAKE2S_SYMBOL(blake2s_export)
#define blake2s_import BLAKE2S_SYMBOL(blake2s_import)

#if !defined(BLAKE2S_API)
#if defined(_WIN32) && defined(BLAKE2S_DLL_BUILD)
#define BLAKE2S_API __declspec(dllexport)
#elif defined(__GNUC__) && __GNUC__ >= 4 && !defined(_WIN32)
#define BLAKE2S_API __attribute__((visibility("default")))
#else
#define BLAKE2S_API
#endif
#endif

#if defined(__cplusplus)
extern "C" {
#endif

#define BLAKE2S_BLOCKBYTES 64
#define BLAKE2S_OUTBYTES 32
#define BLAKE2S_KEYBYTES 32
#define BLAKE2S_SALTBYTES 8
#define BLAKE2S_SAVED_BYTES 128

enum {
    BLAKE2S_OK = 0,
    BLAKE2S_ERROR_NULL = -1, /* unexpected NULL argument */
    BLAKE2S_ERROR_LENGTH = -2,
    BLAKE2S_ERROR_STATE = -4, /* never initialized, or finalized */
    BLAKE2S_ERROR_STARTUP = -5,
    BLAKE2S_ERROR_NAME = -6,    /* no such implementation here */
    BLAKE2S_ERROR_OVERLAP = -7, /* the state overlaps what is read or written */
    BLAKE2S_ERROR_SAVED = -8    /* not a saved state, or a damaged one */
};

typedef struct blake2s_params {
    size_t digest_length; /* 1 to 32 */
    const unsigned char *key;
    size_t key_length; /* 0: none */
    unsigned char salt[BLAKE2S_SALTBYTES], personal[BLAKE2S_SALTBYTES];
} blake2s_params;

typedef struct blake2s_state {
    unsigned long long opaque[16];
} blake2s_state;

typedef struct blake2s_job {
    const void *in;
    size_t inlen;
    unsigned char *hash; /* as many bytes as the parameters say */
} blake2s_job;

/* ---- blake2s(3): BLAKE2s ---- */

/* The implementation in use; NULL if every one failed its self-test. NULL: the automatic choice. */
BLAKE2S_API const char *blake2s_implementation(void);
BLAKE2S_API int blake2s_select(const char *name);

/* A message in pieces. */
BLAKE2S_API int blake2s_init(blake2s_state *S, const blake2s_params *params);
BLAKE2S_API void blake2s_update(blake2s_state *S, const void *in, size_t inlen);
BLAKE2S_API void blake2s_final(blake2s_state *S, unsigned char *hash);

/* COUNT messages with the same parameters. */
BLAKE2S_API int blake2s_many(const blake2s_params *params, const blake2s_job *jobs, size_t count);

/* A state as BLAKE2S_SAVED_BYTES, from which any machine can continue. */
BLAKE2S_API int blake2s_export(const blake2s_state *S, unsigned char *saved, size_t savedlen);
BLAKE2S_API int blake2s_import(blake2s_state *S, const void *saved, size_t savedlen);

#if defined(__cplusplus)
}
#endif

#endif
