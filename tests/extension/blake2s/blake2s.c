/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/* The calls of blake2s.h, except blake2s_many. */
#include "blake2s_internal.h"
#define MISUSE_LENGTH "memory that ends beyond the address space"
#include "driver/misuse.h"

CALL_CODES_ARE(BLAKE2S_);

/* The header's state must be large enough. */
typedef char state_fits[sizeof(blake2s_inside) <= sizeof(blake2s_state) ? 1 : -1];

static const unsigned char active[8] = "a state";

void blake2s_digest(unsigned char *hash, const blake2s_chain *S, size_t bytes) {
    size_t i;
    for (i = 0; i < bytes; i++) {
        hash[i] = (unsigned char)(S->h[i / 4] >> 8 * (i % 4) & 0xff);
    }
}

void blake2s_begin(blake2s_chain *S, const blake2s_params *params) {
    static const uint32_t iv[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                   0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
    memcpy(S->h, iv, sizeof iv);
    S->h[0] ^= 0x01010000u ^ (uint32_t)params->key_length << 8 ^ (uint32_t)params->digest_length;
    S->h[4] ^= blake2s_load(params->salt);
    S->h[5] ^= blake2s_load(params->salt + 4);
    S->h[6] ^= blake2s_load(params->personal);
    S->h[7] ^= blake2s_load(params->personal + 4);
    S->t = 0;
    S->last = 0;
}

int blake2s_check(const blake2s_params *params) {
    return params->digest_length < 1 || params->digest_length > BLAKE2S_OUTBYTES ||
                   params->key_length > BLAKE2S_KEYBYTES
               ? BLAKE2S_ERROR_LENGTH
           : !params->key && params->key_length ? BLAKE2S_ERROR_NULL
                                                : BLAKE2S_OK;
}

static int intact(const blake2s_inside *s) {
    return memory_equal8(s->tag, active) && s->buffered <= BLAKE2S_BLOCKBYTES &&
           s->digest_length - 1u < BLAKE2S_OUTBYTES;
}

/* ---- the choice ---- */

const char *blake2s_implementation(void) {
    const struct kernel *k = dispatch_auto(&blake2s_choice, &blake2s_dispatch);
    return k ? k->name : NULL;
}

int blake2s_select(const char *name) {
    const int result = dispatch_select(&blake2s_dispatch, name);
    return result == DISPATCH_OK       ? BLAKE2S_OK
           : result == DISPATCH_FAILED ? BLAKE2S_ERROR_STARTUP
                                       : BLAKE2S_ERROR_NAME;
}

/* ---- one message ---- */

int blake2s_init(blake2s_state *S, const blake2s_params *params) {
    blake2s_inside *s = (blake2s_inside *)(void *)S;
    int error;
    if (!S || !params) {
        return BLAKE2S_ERROR_NULL;
    }
    error = blake2s_check(params);
    if (error || memory_overlap(S, sizeof *S, params->key, params->key_length) ||
        memory_overlap(S, sizeof *S, params, sizeof *params)) {
        return error ? error : BLAKE2S_ERROR_OVERLAP;
    }
    if (!dispatch_auto(&blake2s_choice, &blake2s_dispatch)) {
        return BLAKE2S_ERROR_STARTUP;
    }
    memset(S, 0, sizeof *S);
    s->digest_length = (unsigned char)params->digest_length;
    blake2s_begin(&s->chain, params);
    if (params->key_length) {
        memcpy(s->buffer, params->key, params->key_length);
        s->buffered = BLAKE2S_BLOCKBYTES;
    }
    memcpy(s->tag, active, sizeof active);
    return BLAKE2S_OK;
}

static int append(blake2s_state *S, const void *in, size_t inlen) {
    blake2s_inside *s = (blake2s_inside *)(void *)S;
    const struct kernel *const k = dispatch_auto(&blake2s_choice, &blake2s_dispatch);
    const unsigned char *p = (const unsigned char *)in;
    CALL_RETURN_IF_NOT_INPUT(S, intact(s), in, inlen);
    while (k && inlen) {
        size_t some = sizeof s->buffer - s->buffered;
        if (!some) { /* not the last one */
            BLAKE2S_BLOCKS(k)(&s->chain, s->buffer, 1, BLAKE2S_BLOCKBYTES);
            s->buffered = 0;
            some = (inlen - 1) / BLAKE2S_BLOCKBYTES;
            BLAKE2S_BLOCKS(k)(&s->chain, p, some, BLAKE2S_BLOCKBYTES);
            p += some * BLAKE2S_BLOCKBYTES;
            inlen -= some * BLAKE2S_BLOCKBYTES;
            some = sizeof s->buffer;
        }
        some = some < inlen ? some : inlen;
        memory_copy(s->buffer + s->buffered, p, some);
        s->buffered = (unsigned char)(s->buffered + some);
        p += some;
        inlen -= some;
    }
    return k ? BLAKE2S_OK : BLAKE2S_ERROR_STARTUP;
}

static int finish(blake2s_state *S, unsigned char *hash) {
    blake2s_inside *s = (blake2s_inside *)(void *)S;
    const struct kernel *const k = dispatch_auto(&blake2s_choice, &blake2s_dispatch);
    CALL_RETURN_IF_NOT_DIGEST(S, intact(s), 1, hash, s->digest_length);
    if (!k) {
        return BLAKE2S_ERROR_STARTUP;
    }
    memset(s->buffer + s->buffered, 0, sizeof s->buffer - s->buffered);
    s->chain.last = ~(uint32_t)0;
    BLAKE2S_BLOCKS(k)(&s->chain, s->buffer, 1, s->buffered);
    blake2s_digest(hash, &s->chain, s->digest_length);
    memory_wipe(S, sizeof *S);
    return BLAKE2S_OK;
}

void blake2s_update(blake2s_state *S, const void *in, size_t inlen) {
    die_of("blake2s_update", append(S, in, inlen));
}

void blake2s_final(blake2s_state *S, unsigned char *hash) {
    die_of("blake2s_final", finish(S, hash));
}

/* ---- saved states ---- */

/* The format: all in bytes, lowest first. The seal is the digest of everything before it. */
enum {
    DIGEST_LENGTH = 8,
    BUFFERED = 9,
    COUNTER = 16,
    CHAIN = 24,
    BUFFER = 56,
    SEAL = 120,
    SEAL_BYTES = 8
};
typedef char saved_fits[SEAL + SEAL_BYTES == BLAKE2S_SAVED_BYTES ? 1 : -1];
static const unsigned char format[8] = {'B', 'L', 'A', 'K', 'E', '2', 's', 1};

static int check_saved(const blake2s_state *S, const void *saved, size_t savedlen) {
    CALL_RETURN_IF_NOT_SAVED(S, sizeof *S, saved, savedlen, BLAKE2S_SAVED_BYTES);
    return dispatch_auto(&blake2s_choice, &blake2s_dispatch) ? CALL_OK : CALL_STARTUP;
}

static void seal(unsigned char hash[BLAKE2S_OUTBYTES], const unsigned char *saved) {
    static const blake2s_params params = {BLAKE2S_OUTBYTES,
                                          NULL,
                                          0,
                                          {'s', 'a', 'v', 'e', 'd'},
                                          {0}};
    blake2s_state S;
    if (blake2s_init(&S, &params) == BLAKE2S_OK) {
        blake2s_update(&S, saved, SEAL);
        blake2s_final(&S, hash);
    }
}

int blake2s_export(const blake2s_state *S, unsigned char *saved, size_t savedlen) {
    const blake2s_inside *s = (const blake2s_inside *)(const void *)S;
    unsigned char hash[BLAKE2S_OUTBYTES];
    const int error = check_saved(S, saved, savedlen);
    unsigned i;
    if (error || !intact(s)) {
        return error ? error : BLAKE2S_ERROR_STATE;
    }
    memset(saved, 0, savedlen);
    memcpy(saved, format, sizeof format);
    saved[DIGEST_LENGTH] = s->digest_length;
    saved[BUFFERED] = s->buffered;
    for (i = 0; i < 8; i++) {
        saved[COUNTER + i] = (unsigned char)(s->chain.t >> 8 * i & 0xff);
    }
    blake2s_digest(saved + CHAIN, &s->chain, BLAKE2S_OUTBYTES);
    memory_copy(saved + BUFFER, s->buffer, s->buffered);
    seal(hash, saved);
    memcpy(saved + SEAL, hash, SEAL_BYTES);
    return BLAKE2S_OK;
}

int blake2s_import(blake2s_state *S, const void *saved, size_t savedlen) {
    blake2s_inside *s = (blake2s_inside *)(void *)S;
    const unsigned char *const p = (const unsigned char *)saved;
    unsigned char hash[BLAKE2S_OUTBYTES];
    int error = check_saved(S, saved, savedlen);
    unsigned i;
    if (error) {
        return error;
    }
    seal(hash, p);
    memset(S, 0, sizeof *S);
    if (!memory_equal8(p, format) || !memory_equal8(p + SEAL, hash)) {
        return BLAKE2S_ERROR_SAVED;
    }
    s->digest_length = p[DIGEST_LENGTH];
    s->buffered = p[BUFFERED];
    s->chain.t = blake2s_load(p + COUNTER) | (uint64_t)blake2s_load(p + COUNTER + 4) << 32;
    for (i = 0; i < 8; i++) {
        s->chain.h[i] = blake2s_load(p + CHAIN + 4 * i);
    }
    memcpy(s->tag, active, sizeof active);
    if (!intact(s) || s->chain.t % BLAKE2S_BLOCKBYTES) {
        memset(S, 0, sizeof *S);
        return BLAKE2S_ERROR_SAVED;
    }
    memory_copy(s->buffer, p + BUFFER, s->buffered);
    return BLAKE2S_OK;
}
