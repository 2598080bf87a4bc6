/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/* The calls of blake2s.h. */
#include "blake2s_internal.h"

typedef struct state {
    blake2s_chain chain;
    unsigned char buffer[BLAKE2S_BLOCKBYTES];
    unsigned buffered, digest_length;
    const struct kernel *kernel;
} state;

/* Of the size that the header says. */
typedef char state_fits[sizeof(state) <= sizeof(blake2s_state) ? 1 : -1];

static uint32_t load(const unsigned char *p) {
    return p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

void blake2s_begin(blake2s_chain *S, const blake2s_params *params) {
    static const uint32_t iv[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                   0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
    memcpy(S->h, iv, sizeof iv);
    S->h[0] ^= 0x01010000u ^ (uint32_t)params->key_length << 8 ^ (uint32_t)params->digest_length;
    S->h[4] ^= load(params->salt);
    S->h[5] ^= load(params->salt + 4);
    S->h[6] ^= load(params->personal);
    S->h[7] ^= load(params->personal + 4);
    S->t = 0;
    S->last = 0;
}

int blake2s_init(blake2s_state *S, const blake2s_params *params) {
    state *s = (state *)(void *)S;
    memset(s, 0, sizeof *s);
    s->kernel = dispatch_auto(&blake2s_choice, &blake2s_dispatch);
    if (!s->kernel || params->digest_length < 1 || params->digest_length > BLAKE2S_OUTBYTES ||
        params->key_length > BLAKE2S_KEYBYTES) {
        return -1;
    }
    s->digest_length = (unsigned)params->digest_length;
    blake2s_begin(&s->chain, params);
    if (params->key_length) {
        memcpy(s->buffer, params->key, params->key_length);
        s->buffered = BLAKE2S_BLOCKBYTES;
    }
    return 0;
}

void blake2s_update(blake2s_state *S, const void *in, size_t bytes) {
    state *s = (state *)(void *)S;
    const unsigned char *p = (const unsigned char *)in;
    while (bytes) {
        size_t some = sizeof s->buffer - s->buffered;
        if (!some) { /* not the last one */
            BLAKE2S_BLOCKS(s->kernel)(&s->chain, s->buffer, 1, BLAKE2S_BLOCKBYTES);
            s->buffered = 0;
            some = (bytes - 1) / BLAKE2S_BLOCKBYTES;
            BLAKE2S_BLOCKS(s->kernel)(&s->chain, p, some, BLAKE2S_BLOCKBYTES);
            p += some * BLAKE2S_BLOCKBYTES;
            bytes -= some * BLAKE2S_BLOCKBYTES;
            some = sizeof s->buffer;
        }
        some = some < bytes ? some : bytes;
        memcpy(s->buffer + s->buffered, p, some);
        s->buffered += (unsigned)some;
        p += some;
        bytes -= some;
    }
}

void blake2s_final(blake2s_state *S, unsigned char *digest) {
    state *s = (state *)(void *)S;
    unsigned i;
    memset(s->buffer + s->buffered, 0, sizeof s->buffer - s->buffered);
    s->chain.last = ~(uint32_t)0;
    BLAKE2S_BLOCKS(s->kernel)(&s->chain, s->buffer, 1, s->buffered);
    for (i = 0; i < s->digest_length; i++) {
        digest[i] = (unsigned char)(s->chain.h[i / 4] >> (8 * (i % 4)) & 0xff);
    }
    memory_wipe(s, sizeof *s);
}
