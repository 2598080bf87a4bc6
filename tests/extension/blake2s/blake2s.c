/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/* The calls of blake2s.h, except blake2s_many. */
#include "blake2s_internal.h"
#include "driver/misuse.h"

/* The header's state must be large enough. */
typedef char state_fits[sizeof(blake2s_inside) <= sizeof(blake2s_state) ? 1 : -1];

static const unsigned char active[6] = "active";

static uint32_t load(const unsigned char *p) {
    return p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

static void store(unsigned char *p, uint32_t x) {
    unsigned i;
    for (i = 0; i < 4; i++) {
        p[i] = (unsigned char)(x >> 8 * i & 0xff);
    }
}

void blake2s_digest(unsigned char *hash, const blake2s_chain *S, size_t bytes) {
    unsigned char whole[BLAKE2S_OUTBYTES];
    unsigned i;
    for (i = 0; i < 8; i++) {
        store(whole + 4 * i, S->h[i]);
    }
    memory_copy(hash, whole, bytes);
    memory_wipe(whole, sizeof whole);
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

int blake2s_check(const blake2s_params *params) {
    return params->digest_length < 1 || params->digest_length > BLAKE2S_OUTBYTES ||
                   params->key_length > BLAKE2S_KEYBYTES
               ? BLAKE2S_ERROR_LENGTH
           : !params->key && params->key_length ? BLAKE2S_ERROR_NULL
                                                : BLAKE2S_OK;
}

static int intact(const blake2s_inside *s) {
    return !memcmp(s->tag, active, sizeof active) && s->buffered <= BLAKE2S_BLOCKBYTES &&
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

/* Checks a call with a state and BYTES at P, and returns the kernel; aborts after misuse. */
static blake2s_blocks_fn *guarded(const char *call, const blake2s_state *S, const void *p,
                                  size_t bytes) {
    const struct kernel *k = dispatch_auto(&blake2s_choice, &blake2s_dispatch);
    const char *const why = !k                    ? "every implementation failed its self-test"
                            : !S || (!p && bytes) ? "unexpected NULL argument"
                            : !intact((const blake2s_inside *)(const void *)S)
                                ? "state never initialized, already finalized, or damaged"
                            : !memory_fits(p, bytes)                 ? "a length that cannot be"
                            : memory_overlap(S, sizeof *S, p, bytes) ? "memory inside the state"
                                                                     : NULL;
    if (why) {
        die(call, why);
    }
    return BLAKE2S_BLOCKS(k);
}

void blake2s_update(blake2s_state *S, const void *in, size_t inlen) {
    blake2s_blocks_fn *const compress = guarded("blake2s_update", S, in, inlen);
    blake2s_inside *s = (blake2s_inside *)(void *)S;
    const unsigned char *p = (const unsigned char *)in;
    while (inlen) {
        size_t some = sizeof s->buffer - s->buffered;
        if (!some) { /* not the last one */
            compress(&s->chain, s->buffer, 1, BLAKE2S_BLOCKBYTES);
            s->buffered = 0;
            some = (inlen - 1) / BLAKE2S_BLOCKBYTES;
            compress(&s->chain, p, some, BLAKE2S_BLOCKBYTES);
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
}

void blake2s_final(blake2s_state *S, unsigned char *hash) {
    blake2s_blocks_fn *const compress = guarded("blake2s_final", S, hash, 1);
    blake2s_inside *s = (blake2s_inside *)(void *)S;
    memset(s->buffer + s->buffered, 0, sizeof s->buffer - s->buffered);
    s->chain.last = ~(uint32_t)0;
    compress(&s->chain, s->buffer, 1, s->buffered);
    blake2s_digest(hash, &s->chain, s->digest_length);
    memory_wipe(S, sizeof *S);
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
    return !S || !saved                                                       ? BLAKE2S_ERROR_NULL
           : savedlen != BLAKE2S_SAVED_BYTES || !memory_fits(saved, savedlen) ? BLAKE2S_ERROR_LENGTH
           : memory_overlap(S, sizeof *S, saved, savedlen)      ? BLAKE2S_ERROR_OVERLAP
           : !dispatch_auto(&blake2s_choice, &blake2s_dispatch) ? BLAKE2S_ERROR_STARTUP
                                                                : BLAKE2S_OK;
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
    if (error || !intact(s)) {
        return error ? error : BLAKE2S_ERROR_STATE;
    }
    memset(saved, 0, savedlen);
    memcpy(saved, format, sizeof format);
    saved[DIGEST_LENGTH] = s->digest_length;
    saved[BUFFERED] = s->buffered;
    store(saved + COUNTER, (uint32_t)(s->chain.t & 0xffffffffu));
    store(saved + COUNTER + 4, (uint32_t)(s->chain.t >> 32));
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
    if (memcmp(p, format, sizeof format) || memcmp(p + SEAL, hash, SEAL_BYTES)) {
        return BLAKE2S_ERROR_SAVED;
    }
    s->digest_length = p[DIGEST_LENGTH];
    s->buffered = p[BUFFERED];
    s->chain.t = load(p + COUNTER) | (uint64_t)load(p + COUNTER + 4) << 32;
    for (i = 0; i < 8; i++) {
        s->chain.h[i] = load(p + CHAIN + 4 * i);
    }
    memcpy(s->tag, active, sizeof active);
    if (!intact(s) || s->chain.t % BLAKE2S_BLOCKBYTES) {
        memset(S, 0, sizeof *S);
        return BLAKE2S_ERROR_SAVED;
    }
    memory_copy(s->buffer, p + BUFFER, s->buffered);
    return BLAKE2S_OK;
}
