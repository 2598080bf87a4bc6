/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * BLAKE2b front end: parameters, buffering, padding of the key, finalization (RFC 7693 sections 2.5
 * and 3.3). For the kernels see blake2b_kernels.c.
 */
#include "blake2b_internal.h"
#if defined(BLAKE2B_MISUSE)
#define MISUSE BLAKE2B_MISUSE
#endif
#define MISUSE_LENGTH "key longer than 64 bytes, or memory that ends beyond the address space"
#include "driver/misuse.h"

CALL_CODES_ARE(BLAKE2B_);

/*
 * Random bytes, which an uninitialized state does not contain by chance; different for each kind of
 * state.
 */
static const unsigned char active[8] = {0x5d, 0xb2, 0x8e, 0x13, 0xc7, 0x69, 0xfa, 0x94};

typedef char state_fits[sizeof(hash_state) <= BLAKE2B_STATE_BYTES ? 1 : -1];

/*
 * The initial chaining value of most hashes: the IV (RFC 7693 section 2.6), little-endian, xor the
 * first word of the parameter block. (Digest length 64, no key, fanout 1, depth 1.)
 */
/* clang-format off */
static const unsigned char start[64] = {
    0x08 ^ 64, 0xc9, 0xbc ^ 1, 0xf3 ^ 1, 0x67, 0xe6, 0x09, 0x6a,
    0x3b, 0xa7, 0xca, 0x84, 0x85, 0xae, 0x67, 0xbb,
    0x2b, 0xf8, 0x94, 0xfe, 0x72, 0xf3, 0x6e, 0x3c, 0xf1, 0x36, 0x1d, 0x5f, 0x3a, 0xf5, 0x4f, 0xa5,
    0xd1, 0x82, 0xe6, 0xad, 0x7f, 0x52, 0x0e, 0x51, 0x1f, 0x6c, 0x3e, 0x2b, 0x8c, 0x68, 0x05, 0x9b,
    0x6b, 0xbd, 0x41, 0xfb, 0xab, 0xd9, 0x83, 0x1f, 0x79, 0x21, 0x7e, 0x13, 0x19, 0xcd, 0xe0, 0x5b,
};
/* clang-format on */

/* The kernel in use; NULL if none passes its self-test. */
static blake2b_blocks_fn *kernel_in_use(void) {
    const struct kernel *k = blake2b_auto();
    return k ? BLAKE2B_BLOCKS(k) : NULL;
}

/* ---- the state ---- */

#if defined(__GNUC__) && defined(__SSE2__) && defined(UINT64_MAX)
#define IN_PAIRS
/* 16 bytes at a time, as the kernels load them: they would wait for shorter stores. */
typedef uint64_t word_pair __attribute__((vector_size(16)));

/* P = Q ^ R, 16 bytes. */
static void xor16(unsigned char *p, const unsigned char *q, const unsigned char *r) {
    word_pair x, y;
    memcpy(&x, q, 16);
    memcpy(&y, r, 16);
    x ^= y;
    memcpy(p, &x, 16);
}

/* P = Q ^ (x + high 2^32, y). */
static void xor_words(unsigned char *p, const unsigned char *q, blake2b_uint64 x,
                      blake2b_uint32 high, blake2b_uint64 y) {
    const word_pair r = {x | (blake2b_uint64)high << 32, y};
    xor16(p, q, (const unsigned char *)&r);
}
#else
/* P = Q ^ R, in whole words where possible: a load right after byte stores would stall. */
static void xor8(unsigned char *p, const unsigned char *q, const unsigned char *r) {
#if defined(UINT64_MAX) && !defined(DRIVER_FREESTANDING)
    uint64_t x, y;
    memcpy(&x, q, 8);
    memcpy(&y, r, 8);
    x ^= y;
    memcpy(p, &x, 8);
#else
    int i;
    for (i = 0; i < 8; i++) {
        p[i] = q[i] ^ r[i];
    }
#endif
}

/* P = Q ^ (x + high 2^32). */
static void xor_word(unsigned char *p, const unsigned char *q, blake2b_uint64 x,
                     blake2b_uint32 high) {
#if defined(UINT64_MAX) && defined(LITTLE_ENDIAN_HOST)
    x |= (blake2b_uint64)high << 32;
    xor8(p, q, (const unsigned char *)&x);
#else
    unsigned char bytes[8];
    int i;
    for (i = 0; i < 8; i++) {
        bytes[i] = (unsigned char)(x & 0xff);
        x >>= 8;
    }
    /* Not "high >>= 8": SDCC 4.2 for the STM8 miscompiles that if high is on the stack. */
    bytes[4] |= (unsigned char)(high & 0xff);
    bytes[5] |= (unsigned char)(high >> 8 & 0xff);
    bytes[6] |= (unsigned char)(high >> 16 & 0xff);
    bytes[7] |= (unsigned char)(high >> 24 & 0xff);
    xor8(p, q, bytes);
#endif
}

#endif

/* Sequential hashing. Copies the initial state instead of computing it. */
static void begin(blake2b_state_internal *S, size_t digest_length, size_t key_length) {
    memcpy(S->H, start, sizeof S->H);
#if defined(DRIVER_FREESTANDING)
    S->H[0] ^= (unsigned char)(digest_length ^ BLAKE2B_OUTBYTES);
    S->H[1] ^= (unsigned char)key_length;
#elif defined(IN_PAIRS)
    xor_words(S->H, start, digest_length ^ BLAKE2B_OUTBYTES ^ key_length << 8, 0, 0);
#else
    xor_word(S->H, start, digest_length ^ BLAKE2B_OUTBYTES ^ key_length << 8, 0);
#endif
    memset(S->T, 0, sizeof S->T);
    memset(S->F, 0, sizeof S->F);
}

void blake2b_begin_params(blake2b_state_internal *S, const blake2b_params *P) {
    /* the parameter block xor the one in START */
    const unsigned long first = (unsigned long)(P->digest_length ^ BLAKE2B_OUTBYTES) ^
                                (unsigned long)P->key_length << 8 ^
                                (unsigned long)(P->fanout ^ 1) << 16 ^
                                (unsigned long)(P->depth ^ 1) << 24;
#if defined(IN_PAIRS)
    xor_words(S->H, start, first, P->leaf_length, P->node_offset);
    xor_words(S->H + 16, start + 16, P->node_depth ^ P->inner_length << 8, 0, 0);
    xor16(S->H + 32, start + 32, P->salt);
    xor16(S->H + 48, start + 48, P->personal);
#else
    xor_word(S->H, start, first, P->leaf_length);
    xor_word(S->H + 8, start + 8, P->node_offset, 0);
    xor_word(S->H + 16, start + 16, P->node_depth ^ P->inner_length << 8, 0);
    memcpy(S->H + 24, start + 24, 8);
    xor8(S->H + 32, start + 32, P->salt);
    xor8(S->H + 40, start + 40, P->salt + 8);
    xor8(S->H + 48, start + 48, P->personal);
    xor8(S->H + 56, start + 56, P->personal + 8);
#endif
    memset(S->T, 0, sizeof S->T);
    memset(S->F, 0, sizeof S->F);
}

static INLINE void open_state(hash_state *state, const unsigned char *key, size_t key_length,
                              size_t digest_length, int last_node) {
    if (key_length) {
        memory_wipe(state->buffer, sizeof state->buffer);
        memory_copy(state->buffer, key, key_length);
    }
    state->buffered = key_length ? BLAKE2B_BLOCKBYTES : 0;
    state->digest_length = (unsigned char)digest_length;
    state->last_node = last_node != 0;
    memcpy(state->tag, active, sizeof active);
}

void blake2b_open_state(hash_state *state, const unsigned char *key, size_t key_length,
                        size_t digest_length, int last_node) {
    open_state(state, key, key_length, digest_length, last_node);
}

int blake2b_running(const blake2b_state_internal *S) {
    /* SDCC does not initialize it otherwise */
    static const unsigned char none[8] = {0, 0, 0, 0, 0, 0, 0, 0};
    return memory_equal8(S->F, none) && memory_equal8(S->F + 8, none);
}

static INLINE int intact(const hash_state *state) {
    return memory_equal8(state->tag, active) && blake2b_running(&state->S) &&
           state->buffered <= BLAKE2B_BLOCKBYTES && state->digest_length - 1u < BLAKE2B_OUTBYTES;
}

int blake2b_intact(const blake2b_state *S) {
    return intact((const hash_state *)S);
}

static INLINE void last_block(blake2b_blocks_fn *blocks, blake2b_state_internal *S,
                              const unsigned char *in, size_t bytes, int last_node) {
    memset(S->F, 0xff, 8);
    memset(S->F + 8, last_node ? 0xff : 0, 8);
    blocks(S, in, bytes, 0);
}

void blake2b_last_block(blake2b_blocks_fn *blocks, blake2b_state_internal *S,
                        const unsigned char *in, size_t bytes, int last_node) {
    last_block(blocks, S, in, bytes, last_node);
}

static INLINE void into_buffer(hash_state *state, const unsigned char *in, size_t bytes) {
    memory_copy(state->buffer + state->buffered, in, bytes);
    state->buffered = (unsigned char)(state->buffered + bytes);
}

/*
 * Compresses all but the last 1 to 128 bytes of the input, of BYTES, which does not fit in the
 * buffer.
 */
static NOINLINE void full_blocks(blake2b_blocks_fn *blocks, hash_state *state,
                                 const unsigned char *in, size_t bytes) {
    size_t whole;
    if (state->buffered) {
        const size_t space = (size_t)BLAKE2B_BLOCKBYTES - state->buffered;
        if (space) {
            memory_copy(state->buffer + state->buffered, in, space);
            in += space;
            bytes -= space;
        }
        blocks(&state->S, state->buffer, BLAKE2B_BLOCKBYTES, 0);
        state->buffered = 0;
    }
    whole = (bytes - 1) & ~(size_t)(BLAKE2B_BLOCKBYTES - 1);
    if (whole) {
        blocks(&state->S, in, whole, BLAKE2B_BLOCKBYTES);
    }
    into_buffer(state, in + whole, bytes - whole);
}

static INLINE void absorb(blake2b_blocks_fn *blocks, hash_state *state, const unsigned char *in,
                          size_t bytes) {
    /* A full buffer waits for more input, as it may be the last block. */
    if (bytes > (size_t)(BLAKE2B_BLOCKBYTES - state->buffered)) {
        full_blocks(blocks, state, in, bytes);
    } else {
        into_buffer(state, in, bytes);
    }
}

void blake2b_absorb(blake2b_blocks_fn *blocks, blake2b_state *S, const unsigned char *in,
                    size_t bytes) {
    absorb(blocks, (hash_state *)S, in, bytes);
}

static void close_state(blake2b_blocks_fn *blocks, hash_state *state, unsigned char *hash) {
    last_block(blocks, &state->S, state->buffer, state->buffered, state->last_node);
    memory_copy_digest(hash, state->S.H, state->digest_length);
    memory_wipe_here(state, sizeof *state);
}

/*
 * Hashes a whole message without a key, in the caller's memory. It is inlined: for a short message,
 * calls within the library take much of the time.
 */
static INLINE void unkeyed(blake2b_blocks_fn *blocks, blake2b_state_internal *S,
                           unsigned char *hash, size_t hashlen, const unsigned char *in,
                           size_t inlen, int last_node) {
    if (inlen > BLAKE2B_BLOCKBYTES) {
        const size_t whole = (inlen - 1) & ~(size_t)(BLAKE2B_BLOCKBYTES - 1);
        blocks(S, in, whole, BLAKE2B_BLOCKBYTES);
        in += whole;
        inlen -= whole;
    }
    last_block(blocks, S, in, inlen, last_node);
    memory_copy_digest(hash, S->H, hashlen);
    memory_wipe_here(S, sizeof *S);
}

void blake2b_whole(blake2b_blocks_fn *blocks, blake2b_state_internal *S, unsigned char *hash,
                   size_t hashlen, const unsigned char *in, size_t inlen, const unsigned char *key,
                   size_t keylen, int last_node) {
    unsigned char block[BLAKE2B_BLOCKBYTES];
    if (keylen) {
        memory_wipe(block, sizeof block); /* faster than memset */
        memory_copy(block, key, keylen);
        if (inlen) {
            blocks(S, block, sizeof block, 0);
        } else {
            in = block;
            inlen = sizeof block;
        }
    }
    unkeyed(blocks, S, hash, hashlen, in, inlen, last_node);
    if (keylen) {
        memory_wipe(block, sizeof block);
    }
}

/* ---- the calls ---- */

const char *blake2b_version(void) {
    return DRIVER_VERSION;
}

static int check_lengths(size_t hashlen, size_t keylen) {
    return hashlen < 1 || hashlen > BLAKE2B_OUTBYTES || keylen > BLAKE2B_KEYBYTES
               ? BLAKE2B_ERROR_LENGTH
               : BLAKE2B_OK;
}

static INLINE int digest(unsigned char *hash, size_t hashlen, const void *in, size_t inlen,
                         const void *key, size_t keylen) {
    int error = !hash || (!in && inlen) || (!key && keylen) ? BLAKE2B_ERROR_NULL
                : !memory_fits(in, inlen) || !memory_fits(key, keylen) ||
                        !memory_fits(hash, hashlen)
                    ? BLAKE2B_ERROR_LENGTH
                    : check_lengths(hashlen, keylen);
    blake2b_blocks_fn *blocks;
    blake2b_state_internal S;
    if (error) {
        return error;
    }
    blocks = kernel_in_use();
    if (!blocks) {
        return BLAKE2B_ERROR_STARTUP;
    }
    begin(&S, hashlen, keylen);
    if (keylen) {
        blake2b_whole(blocks, &S, hash, hashlen, (const unsigned char *)in, inlen,
                      (const unsigned char *)key, keylen, 0);
    } else {
        unkeyed(blocks, &S, hash, hashlen, (const unsigned char *)in, inlen, 0);
    }
    return BLAKE2B_OK;
}

int blake2b_digest(unsigned char *hash, size_t hashlen, const void *in, size_t inlen,
                   const void *key, size_t keylen) {
    return digest(hash, hashlen, in, inlen, key, keylen);
}

void blake2b_keyed(unsigned char hash[64], const void *in, size_t inlen, const void *key,
                   size_t keylen) {
    die_of("blake2b_keyed", blake2b_digest(hash, BLAKE2B_OUTBYTES, in, inlen, key, keylen));
}

void blake2b(unsigned char hash[64], const void *in, size_t inlen) {
    die_of("blake2b", digest(hash, BLAKE2B_OUTBYTES, in, inlen, NULL, 0));
}

static INLINE int digest_init(blake2b_state *S, size_t hashlen, const void *key, size_t keylen) {
    hash_state *state = (hash_state *)S;
    int error = !S || (!key && keylen)      ? BLAKE2B_ERROR_NULL
                : !memory_fits(key, keylen) ? BLAKE2B_ERROR_LENGTH
                                            : check_lengths(hashlen, keylen);
    if (!error && memory_overlap(S, sizeof *S, key, keylen)) {
        error = BLAKE2B_ERROR_OVERLAP;
    }
    if (!error) {
        begin(&state->S, hashlen, keylen);
        open_state(state, (const unsigned char *)key, keylen, hashlen, 0);
    }
    return error;
}

int blake2b_digest_init(blake2b_state *S, size_t hashlen, const void *key, size_t keylen) {
    return digest_init(S, hashlen, key, keylen);
}

void blake2b_keyed_init(blake2b_state *S, const void *key, size_t keylen) {
    die_of("blake2b_keyed_init", blake2b_digest_init(S, BLAKE2B_OUTBYTES, key, keylen));
}

void blake2b_init(blake2b_state *S) {
    die_of("blake2b_init", digest_init(S, BLAKE2B_OUTBYTES, NULL, 0));
}

static INLINE int append(blake2b_state *S, const void *in, size_t inlen) {
    blake2b_blocks_fn *blocks;
    CALL_RETURN_IF_NOT_INPUT(S, intact((hash_state *)S), in, inlen);
    blocks = kernel_in_use();
    if (!blocks) {
        return BLAKE2B_ERROR_STARTUP;
    }
    absorb(blocks, (hash_state *)S, (const unsigned char *)in, inlen);
    return BLAKE2B_OK;
}

static NOINLINE int append_any(blake2b_state *S, const void *in, size_t inlen) {
    return append(S, in, inlen);
}

/* The same, but aborts on an error. */
static NOINLINE void append_or_die(blake2b_state *S, const void *in, size_t inlen) {
    die_of("blake2b_update", append(S, in, inlen));
}

/*
 * The most frequent case, handled separately: all arguments are valid, and the 1 to 16 bytes fit in
 * the buffer. Returns 0 for any other case, and for some cases that append() accepts: a few cheap
 * tests cover all conditions. The callers make no other call than a last one, so they save no
 * registers.
 */
static INLINE int append_short(blake2b_state *S, const void *in, size_t inlen) {
#if defined(UINT64_MAX) && !defined(DRIVER_FREESTANDING)
    hash_state *state = (hash_state *)S;
    const memory_address at = (memory_address)in;
    uint64_t tag, expected, f0, f1;
    size_t filled;
    if (!S || inlen - 1 >= 16) {
        return 0;
    }
    filled = state->buffered + inlen;
    memcpy(&tag, state->tag, 8);
    memcpy(&expected, active, 8);
    memcpy(&f0, state->S.F, 8);
    memcpy(&f1, state->S.F + 8, 8);
    if (filled > BLAKE2B_BLOCKBYTES || ((tag ^ expected) | f0 | f1) ||
        state->digest_length - 1u >= BLAKE2B_OUTBYTES || at - 1 >= (memory_address)-1 - 16 ||
        at - (memory_address)S + 16 < 16 + sizeof *S || !DISPATCH_LOAD(blake2b_choice.chosen)) {
        return 0;
    }
    state->buffered = (unsigned char)filled;
    if (inlen == 1) {
        state->buffer[filled - 1] = *(const unsigned char *)in;
        return 1;
    }
    memory_copy_few(state->buffer + filled - inlen, in, inlen);
    return 1;
#else
    return (void)S, (void)in, (void)inlen, 0;
#endif
}

LINE_ALIGNED int blake2b_append(blake2b_state *S, const void *in, size_t inlen) {
    return append_short(S, in, inlen) ? BLAKE2B_OK : append_any(S, in, inlen);
}

LINE_ALIGNED void blake2b_update(blake2b_state *S, const void *in, size_t inlen) {
    if (!append_short(S, in, inlen)) {
        append_or_die(S, in, inlen);
    }
}

/* Writes a digest of LEAST to MOST bytes. */
static INLINE int finish(blake2b_state *S, unsigned char *hash, size_t least, size_t most) {
    hash_state *state = (hash_state *)S;
    blake2b_blocks_fn *blocks;
    CALL_RETURN_IF_NOT_DIGEST(S, intact(state),
                              state->digest_length >= least && state->digest_length <= most, hash,
                              state->digest_length);
    blocks = kernel_in_use();
    if (!blocks) {
        return BLAKE2B_ERROR_STARTUP;
    }
    close_state(blocks, state, hash);
    return BLAKE2B_OK;
}

int blake2b_finish(blake2b_state *S, unsigned char *hash, size_t hashlen) {
    return finish(S, hash, hashlen, hashlen);
}

void blake2b_final(blake2b_state *S, unsigned char *hash) {
    die_of("blake2b_final", finish(S, hash, 1, BLAKE2B_OUTBYTES));
}

#if defined(BLAKE2B_PEEK)
/*
 * As blake2b_finish of a copy of S, but copies the chaining value only. For the bindings, where a
 * hash in progress gives a digest and goes on.
 */
#define blake2b_peek BLAKE2B_SYMBOL(blake2b_peek)
HIDDEN int blake2b_peek(const blake2b_state *S, unsigned char *hash, size_t hashlen);
LINE_ALIGNED int blake2b_peek(const blake2b_state *S, unsigned char *hash, size_t hashlen) {
    const hash_state *state = (const hash_state *)S;
    blake2b_blocks_fn *blocks;
    blake2b_state_internal copy;
    CALL_RETURN_IF_NOT_DIGEST(S, intact(state), state->digest_length == hashlen, hash, hashlen);
    blocks = kernel_in_use();
    if (!blocks) {
        return BLAKE2B_ERROR_STARTUP;
    }
    memcpy(copy.H, state->S.H, sizeof copy.H); /* in pieces as long as the kernel's loads */
    memcpy(copy.T, state->S.T, sizeof copy.T);
    last_block(blocks, &copy, state->buffer, state->buffered, state->last_node);
    memory_copy_digest(hash, copy.H, hashlen);
    memory_wipe_here(&copy, sizeof copy);
    return BLAKE2B_OK;
}
#endif

/* ---- with parameters ---- */

int blake2b_params_init(blake2b_params *P) {
    if (!P) {
        return BLAKE2B_ERROR_NULL;
    }
    memory_wipe(P, sizeof *P); /* faster than memset */
    P->digest_length = BLAKE2B_OUTBYTES;
    P->key = NULL;
    P->fanout = 1;
    P->depth = 1;
    P->initialised = BLAKE2B_PARAMS_INITIALISED;
    return BLAKE2B_OK;
}

int blake2b_check_params(const blake2b_params *P) {
    if (!P) {
        return BLAKE2B_ERROR_NULL;
    }
    if (P->initialised != BLAKE2B_PARAMS_INITIALISED || P->digest_length < 1 ||
        P->digest_length > BLAKE2B_OUTBYTES || P->key_length > BLAKE2B_KEYBYTES ||
        P->fanout > 255 || P->depth < 1 || P->depth > 255 || P->node_depth > 255 ||
        P->inner_length > BLAKE2B_OUTBYTES) {
        return BLAKE2B_ERROR_PARAMS;
    }
    return !P->key && P->key_length              ? BLAKE2B_ERROR_NULL
           : !memory_fits(P->key, P->key_length) ? BLAKE2B_ERROR_LENGTH
                                                 : BLAKE2B_OK;
}

int blake2b_init_params(blake2b_state *S, const blake2b_params *P) {
    hash_state *state = (hash_state *)S;
    int error = S ? blake2b_check_params(P) : BLAKE2B_ERROR_NULL;
    if (!error && (memory_overlap(S, sizeof *S, P, sizeof *P) ||
                   memory_overlap(S, sizeof *S, P->key, P->key_length))) {
        error = BLAKE2B_ERROR_OVERLAP;
    }
    if (!error) {
        blake2b_begin_params(&state->S, P);
        blake2b_open_state(state, (const unsigned char *)P->key, P->key_length, P->digest_length,
                           P->last_node);
    }
    return error;
}

int blake2b_init_block(blake2b_state *S, const unsigned char block[64]) {
    hash_state *state = (hash_state *)S;
    int i;
    if (!S || !block) {
        return BLAKE2B_ERROR_NULL;
    }
    if (check_lengths(block[0], 0)) {
        return BLAKE2B_ERROR_PARAMS;
    }
    if (memory_overlap(S, sizeof *S, block, 64)) {
        return BLAKE2B_ERROR_OVERLAP;
    }
    begin(&state->S, BLAKE2B_OUTBYTES, 0);
    for (i = 0; i < 64; i++) {
        state->S.H[i] ^= block[i];
    }
    /* undo the values from begin() */
    state->S.H[0] ^= BLAKE2B_OUTBYTES;
    state->S.H[2] ^= 1;
    state->S.H[3] ^= 1;
    blake2b_open_state(state, NULL, 0, block[0], 0);
    return BLAKE2B_OK;
}

int blake2b_last_node(blake2b_state *S) {
    if (!S) {
        return BLAKE2B_ERROR_NULL;
    }
    if (!blake2b_intact(S)) {
        return BLAKE2B_ERROR_STATE;
    }
    ((hash_state *)S)->last_node = 1;
    return BLAKE2B_OK;
}

int blake2b_hash(const blake2b_params *P, unsigned char *hash, size_t hashlen, const void *in,
                 size_t inlen) {
    int error = blake2b_check_params(P);
    blake2b_blocks_fn *blocks;
    blake2b_state_internal S;
    if (error) {
        return error;
    }
    if (!hash || (!in && inlen)) {
        return BLAKE2B_ERROR_NULL;
    }
    if (hashlen != P->digest_length || !memory_fits(in, inlen) || !memory_fits(hash, hashlen)) {
        return BLAKE2B_ERROR_LENGTH;
    }
    blocks = kernel_in_use();
    if (!blocks) {
        return BLAKE2B_ERROR_STARTUP;
    }
    blake2b_begin_params(&S, P);
    if (P->key_length) {
        blake2b_whole(blocks, &S, hash, hashlen, (const unsigned char *)in, inlen,
                      (const unsigned char *)P->key, P->key_length, P->last_node);
    } else {
        unkeyed(blocks, &S, hash, hashlen, (const unsigned char *)in, inlen, P->last_node);
    }
    return BLAKE2B_OK;
}
