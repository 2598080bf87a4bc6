/*
 * BLAKE2b front end: parameters, buffering, padding of the key, finalization
 * (RFC 7693 sections 2.5 and 3.3). The compression itself is a kernel's, see dispatch.c.
 */
#include "blake2b_internal.h"

#if !defined(BLAKE2B_FREESTANDING)
#include <stdio.h>
#include <stdlib.h>
#endif

/* What a blake2b_state holds. Nothing but bytes, so that it may stand at any address. */
typedef struct hash_state {
    blake2b_state_internal S;
    unsigned char buffer[BLAKE2B_BLOCKBYTES]; /* the block that may yet turn out to be the last */
    unsigned char buffered;                   /* bytes in it, 0 to 128 */
    unsigned char digest_length;
    unsigned char last_node;
    unsigned char tag;                        /* ACTIVE between init and final */
} hash_state;

/* Unlike zeros (wiped) and unlike what memory often holds. */
#define ACTIVE 0xb2

typedef char state_fits[sizeof(hash_state) <= BLAKE2B_STATE_BYTES ? 1 : -1];

/*
 * Where most hashes start: the IV (RFC 7693 section 2.6), little-endian, with the first word
 * of the parameter block in it: digest length 64, no key, fanout 1, depth 1.
 */
static const unsigned char start[64] = {
    0x08 ^ 64, 0xc9, 0xbc ^ 1, 0xf3 ^ 1, 0x67, 0xe6, 0x09, 0x6a,
    0x3b, 0xa7, 0xca, 0x84, 0x85, 0xae, 0x67, 0xbb,
    0x2b, 0xf8, 0x94, 0xfe, 0x72, 0xf3, 0x6e, 0x3c, 0xf1, 0x36, 0x1d, 0x5f, 0x3a, 0xf5, 0x4f, 0xa5,
    0xd1, 0x82, 0xe6, 0xad, 0x7f, 0x52, 0x0e, 0x51, 0x1f, 0x6c, 0x3e, 0x2b, 0x8c, 0x68, 0x05, 0x9b,
    0x6b, 0xbd, 0x41, 0xfb, 0xab, 0xd9, 0x83, 0x1f, 0x79, 0x21, 0x7e, 0x13, 0x19, 0xcd, 0xe0, 0x5b,
};

/* memset that the compiler cannot drop. */
void blake2b_wipe(void *p, size_t bytes) {
#if defined(__GNUC__)
    memset(p, 0, bytes);
    __asm__ __volatile__("" : : "r"(p) : "memory");
#else
    volatile unsigned char *v = (volatile unsigned char *)p;
    while (bytes--) {
        *v++ = 0;
    }
#endif
}

/* A void call that was misused, or cannot be carried out: never a wrong digest. */
#if !defined(BLAKE2B_FREESTANDING)
static void die(const char *call, const char *why) {
    fprintf(stderr, "%s: %s\n", call, why);
    abort();
}
#else
#if defined(BLAKE2B_MISUSE)
/* The name of a function of the firmware's, which should not return. */
void BLAKE2B_MISUSE(const char *call, const char *why);
#elif !defined(__TINYC__) && \
    (defined(__arm__) || defined(__aarch64__) || defined(__x86_64__) || defined(__i386__) || defined(__riscv))
#define BLAKE2B_MISUSE(call, why) __builtin_trap()
#else
#define BLAKE2B_MISUSE(call, why) ((void)0) /* no such instruction */
#endif
static void die(const char *call, const char *why) {
    (void)call, (void)why;
    for (;;) {
        BLAKE2B_MISUSE(call, why);
    }
}
#endif

/* The kernel in use; NULL if none passes its self-test. */
static blake2b_blocks_fn *kernel(void) {
    const blake2b_backend *backend = blake2b_auto();
    return backend ? backend->blocks : NULL;
}

static blake2b_blocks_fn *kernel_or_die(const char *call) {
    blake2b_blocks_fn *blocks = kernel();
    if (!blocks) {
        die(call, "no implementation passes its self-test");
    }
    return blocks;
}

static void store_le(unsigned char *p, blake2b_uint64 x, int bytes) {
    while (bytes--) {
        *p++ = (unsigned char)(x & 0xff);
        x >>= 8;
    }
}

/* ---- the state ---- */

/* Sequential hashing, digest length 64. Copied rather than computed: a kernel that loads H as
   vectors would wait for single bytes written just before. */
static void begin(blake2b_state_internal *S, size_t key_length) {
    memcpy(S->H, start, sizeof S->H);
    if (key_length) {
        S->H[1] ^= (unsigned char)key_length;
    }
    memset(S->T, 0, sizeof S->T);
    memset(S->F, 0, sizeof S->F);
}

void blake2b_begin_params(blake2b_state_internal *S, const blake2b_params *P) {
    unsigned char block[64]; /* the parameter block, as far as it differs from that of begin() */
    int i;
    memset(block, 0, sizeof block);
    block[0] = (unsigned char)(P->digest_length ^ 64);
    block[1] = (unsigned char)P->key_length;
    block[2] = (unsigned char)(P->fanout ^ 1);
    block[3] = (unsigned char)(P->depth ^ 1);
    store_le(block + 4, P->leaf_length, 4);
    store_le(block + 8, P->node_offset, 8);
    block[16] = (unsigned char)P->node_depth;
    block[17] = (unsigned char)P->inner_length;
    memcpy(block + 32, P->salt, BLAKE2B_SALTBYTES);
    memcpy(block + 48, P->personal, BLAKE2B_PERSONALBYTES);
    for (i = 0; i < 64; i++) {
        S->H[i] = start[i] ^ block[i];
    }
    memset(S->T, 0, sizeof S->T);
    memset(S->F, 0, sizeof S->F);
}

/* An empty state, or with a key: one whose first block is the key, padded with zeros. */
static void open_state(hash_state *state, const unsigned char *key, size_t key_length, size_t digest_length,
                       int last_node) {
    if (key_length) {
        memset(state->buffer, 0, sizeof state->buffer);
        memcpy(state->buffer, key, key_length);
    }
    state->buffered = key_length ? BLAKE2B_BLOCKBYTES : 0;
    state->digest_length = (unsigned char)digest_length;
    state->last_node = last_node != 0;
    state->tag = ACTIVE;
}

/* Compress the last BYTES (0 to 128) of the message. */
void blake2b_last_block(blake2b_blocks_fn *blocks, blake2b_state_internal *S, const unsigned char *in, size_t bytes,
                        int last_node) {
    memset(S->F, 0xff, 8);
    memset(S->F + 8, last_node ? 0xff : 0, 8);
    blocks(S, in, bytes, 0);
}

static void absorb(blake2b_blocks_fn *blocks, hash_state *state, const unsigned char *in, size_t bytes) {
    size_t space = BLAKE2B_BLOCKBYTES - state->buffered;
    if (!bytes) {
        return;
    }
    /* A full buffer waits until more comes: only then it is known not to be the last block. */
    if (bytes > space) {
        size_t whole;
        if (state->buffered) {
            memcpy(state->buffer + state->buffered, in, space);
            blocks(&state->S, state->buffer, BLAKE2B_BLOCKBYTES, 0);
            in += space;
            bytes -= space;
            state->buffered = 0;
        }
        whole = (bytes - 1) & ~(size_t)(BLAKE2B_BLOCKBYTES - 1);
        if (whole) {
            blocks(&state->S, in, whole, BLAKE2B_BLOCKBYTES);
            in += whole;
            bytes -= whole;
        }
    }
    memcpy(state->buffer + state->buffered, in, bytes);
    state->buffered = (unsigned char)(state->buffered + bytes);
}

static void close_state(blake2b_blocks_fn *blocks, hash_state *state, unsigned char *hash) {
    blake2b_last_block(blocks, &state->S, state->buffer, state->buffered, state->last_node);
    memcpy(hash, state->S.H, state->digest_length);
    blake2b_wipe(state, sizeof *state);
}

/* A whole message, compressed where it stands. */
void blake2b_digest(blake2b_blocks_fn *blocks, blake2b_state_internal *S, unsigned char *hash, size_t hashlen,
                    const unsigned char *in, size_t inlen, const unsigned char *key, size_t keylen, int last_node) {
    if (keylen) {
        unsigned char block[BLAKE2B_BLOCKBYTES];
        memset(block, 0, sizeof block);
        memcpy(block, key, keylen);
        if (inlen) {
            blocks(S, block, BLAKE2B_BLOCKBYTES, 0);
        } else {
            blake2b_last_block(blocks, S, block, BLAKE2B_BLOCKBYTES, last_node);
        }
        blake2b_wipe(block, sizeof block);
    }
    if (inlen || !keylen) {
        if (inlen > BLAKE2B_BLOCKBYTES) {
            size_t whole = (inlen - 1) & ~(size_t)(BLAKE2B_BLOCKBYTES - 1);
            blocks(S, in, whole, BLAKE2B_BLOCKBYTES);
            in += whole;
            inlen -= whole;
        }
        blake2b_last_block(blocks, S, in, inlen, last_node);
    }
    memcpy(hash, S->H, hashlen);
    blake2b_wipe(S, sizeof *S);
}

/* ---- the calls ---- */

const char *blake2b_version(void) {
    return BLAKE2B_VERSION;
}

void blake2b_keyed(unsigned char *hash, const unsigned char *in, const size_t inlen, const unsigned char *key,
                   size_t keylen) {
    blake2b_blocks_fn *blocks = kernel_or_die("blake2b_keyed");
    blake2b_state_internal S;
    if (keylen > BLAKE2B_KEYBYTES) {
        die("blake2b_keyed", "key longer than 64 bytes");
    }
    if (!hash || (!in && inlen) || (!key && keylen)) {
        die("blake2b_keyed", "NULL where none may stand");
    }
    begin(&S, keylen);
    blake2b_digest(blocks, &S, hash, BLAKE2B_OUTBYTES, in, inlen, key, keylen, 0);
}

void blake2b(unsigned char *hash, const unsigned char *in, const size_t inlen) {
    blake2b_blocks_fn *blocks = kernel_or_die("blake2b");
    blake2b_state_internal S;
    if (!hash || (!in && inlen)) {
        die("blake2b", "NULL where none may stand");
    }
    begin(&S, 0);
    blake2b_digest(blocks, &S, hash, BLAKE2B_OUTBYTES, in, inlen, NULL, 0, 0);
}

void blake2b_keyed_init(blake2b_state *S, const unsigned char *key, size_t keylen) {
    hash_state *state = (hash_state *)S;
    if (keylen > BLAKE2B_KEYBYTES) {
        die("blake2b_keyed_init", "key longer than 64 bytes");
    }
    if (!S || (!key && keylen)) {
        die("blake2b_keyed_init", "NULL where none may stand");
    }
    begin(&state->S, keylen);
    open_state(state, key, keylen, BLAKE2B_OUTBYTES, 0);
}

void blake2b_init(blake2b_state *S) {
    hash_state *state = (hash_state *)S;
    if (!S) {
        die("blake2b_init", "NULL where none may stand");
    }
    begin(&state->S, 0);
    open_state(state, NULL, 0, BLAKE2B_OUTBYTES, 0);
}

void blake2b_update(blake2b_state *S, const unsigned char *in, size_t inlen) {
    hash_state *state = (hash_state *)S;
    if (!S || (!in && inlen)) {
        die("blake2b_update", "NULL where none may stand");
    }
    if (state->tag != ACTIVE) {
        die("blake2b_update", "state not initialised, or finalised already");
    }
    absorb(kernel_or_die("blake2b_update"), state, in, inlen);
}

void blake2b_final(blake2b_state *S, unsigned char *hash) {
    hash_state *state = (hash_state *)S;
    if (!S || !hash) {
        die("blake2b_final", "NULL where none may stand");
    }
    if (state->tag != ACTIVE) {
        die("blake2b_final", "state not initialised, or finalised already");
    }
    close_state(kernel_or_die("blake2b_final"), state, hash);
}

/* ---- with parameters ---- */

/* Any value that garbage is unlikely to hold. */
#define PARAMS_INITIALISED 0x62326270ul

int blake2b_params_init(blake2b_params *P) {
    if (!P) {
        return BLAKE2B_ERROR_NULL;
    }
    memset(P, 0, sizeof *P);
    P->digest_length = BLAKE2B_OUTBYTES;
    P->key = NULL;
    P->fanout = 1;
    P->depth = 1;
    P->initialised = PARAMS_INITIALISED;
    return BLAKE2B_OK;
}

int blake2b_check_params(const blake2b_params *P) {
    if (!P) {
        return BLAKE2B_ERROR_NULL;
    }
    if (P->initialised != PARAMS_INITIALISED || P->digest_length < 1 || P->digest_length > BLAKE2B_OUTBYTES ||
        P->key_length > BLAKE2B_KEYBYTES || P->fanout > 255 || P->depth < 1 || P->depth > 255 ||
        P->node_depth > 255 || P->inner_length > BLAKE2B_OUTBYTES) {
        return BLAKE2B_ERROR_PARAMS;
    }
    return !P->key && P->key_length ? BLAKE2B_ERROR_NULL : BLAKE2B_OK;
}

int blake2b_init_params(blake2b_state *S, const blake2b_params *P) {
    hash_state *state = (hash_state *)S;
    int error = S ? blake2b_check_params(P) : BLAKE2B_ERROR_NULL;
    if (!error) {
        blake2b_begin_params(&state->S, P);
        open_state(state, (const unsigned char *)P->key, P->key_length, P->digest_length, P->last_node);
    }
    return error;
}

int blake2b_finish(blake2b_state *S, unsigned char *hash, size_t hashlen) {
    hash_state *state = (hash_state *)S;
    blake2b_blocks_fn *blocks;
    if (!S || !hash) {
        return BLAKE2B_ERROR_NULL;
    }
    if (state->tag != ACTIVE) {
        return BLAKE2B_ERROR_STATE;
    }
    if (hashlen != state->digest_length) {
        return BLAKE2B_ERROR_LENGTH;
    }
    blocks = kernel();
    if (!blocks) {
        return BLAKE2B_ERROR_STARTUP;
    }
    close_state(blocks, state, hash);
    return BLAKE2B_OK;
}

int blake2b_hash(const blake2b_params *P, unsigned char *hash, size_t hashlen, const void *in, size_t inlen) {
    int error = blake2b_check_params(P);
    blake2b_blocks_fn *blocks;
    blake2b_state_internal S;
    if (error) {
        return error;
    }
    if (!hash || (!in && inlen)) {
        return BLAKE2B_ERROR_NULL;
    }
    if (hashlen != P->digest_length) {
        return BLAKE2B_ERROR_LENGTH;
    }
    blocks = kernel();
    if (!blocks) {
        return BLAKE2B_ERROR_STARTUP;
    }
    blake2b_begin_params(&S, P);
    blake2b_digest(blocks, &S, hash, hashlen, (const unsigned char *)in, inlen, (const unsigned char *)P->key,
                   P->key_length, P->last_node);
    return BLAKE2B_OK;
}
