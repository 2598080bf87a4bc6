/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/* BLAKE2s (RFC 7693): as much of a library as it takes to be an extension. */
#ifndef BLAKE2S_H
#define BLAKE2S_H

#include <stddef.h>

#define BLAKE2S_BLOCKBYTES 64
#define BLAKE2S_OUTBYTES 32
#define BLAKE2S_KEYBYTES 32
#define BLAKE2S_SALTBYTES 8

#define blake2s_init libblake2s_init
#define blake2s_update libblake2s_update
#define blake2s_final libblake2s_final

typedef struct blake2s_params {
    size_t digest_length; /* 1 to 32 */
    const unsigned char *key;
    size_t key_length; /* 0: none */
    unsigned char salt[BLAKE2S_SALTBYTES], personal[BLAKE2S_SALTBYTES];
} blake2s_params;

typedef struct blake2s_state {
    unsigned long long opaque[17];
} blake2s_state;

/* 0, or -1 if the parameters are out of their ranges or no kernel works. */
int blake2s_init(blake2s_state *S, const blake2s_params *params);
void blake2s_update(blake2s_state *S, const void *in, size_t bytes);
void blake2s_final(blake2s_state *S, unsigned char *digest);

#endif
