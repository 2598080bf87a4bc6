/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/* The model that the library is compared with. Slow and plain on purpose. */
#include "model.h"

#include <string.h>

/* The fuzzer must look for new paths in the library, not in the model. */
#if defined(__clang__) && __clang_major__ >= 13
#pragma clang attribute push(__attribute__((no_sanitize("coverage"))), apply_to = function)
#endif

/* Fractional bits of the square roots of the first eight primes, RFC 7693 section 2.6. */
static const uint64_t square_roots[8] = {
    UINT64_C(0x6a09e667f3bcc908), UINT64_C(0xbb67ae8584caa73b), UINT64_C(0x3c6ef372fe94f82b),
    UINT64_C(0xa54ff53a5f1d36f1), UINT64_C(0x510e527fade682d1), UINT64_C(0x9b05688c2b3e6c1f),
    UINT64_C(0x1f83d9abfb41bd6b), UINT64_C(0x5be0cd19137e2179),
};

/* The permutations of section 2.7, a letter for each message word. */
static const char *const schedule[10] = {
    "ABCDEFGHIJKLMNOP", "OKEIJPNGBMACLHFD", "LIMAFCPNKODGHBJE", "HJDBNMLOCGFKEAPI",
    "JAFHCEKPOBLMGIDN", "CMGKALIDENHFPOBJ", "MFBPONEKAHGDJCIL", "NLHOMBDJFAPEIGCK",
    "GPOJLDAIMCNHBEKF", "KCIEHGBFPLJODMNA",
};

static void rotate_right(uint64_t *x, int bits) {
    *x = *x >> bits | *x << (64 - bits);
}

static void little_endian(unsigned char *p, uint64_t x, int bytes) {
    int i;
    for (i = 0; i < bytes; i++) {
        p[i] = (unsigned char)(x >> 8 * i & 0xff);
    }
}

static uint64_t word_at(const unsigned char *p) {
    uint64_t x = 0;
    int i;
    for (i = 0; i < 8; i++) {
        x |= (uint64_t)p[i] << 8 * i;
    }
    return x;
}

void model_f(uint64_t h[8], const unsigned char block[128], const uint64_t t[2], int f0, int f1,
             uint32_t rounds) {
    /* columns, then diagonals */
    static const int where[8][4] = {{0, 4, 8, 12},  {1, 5, 9, 13},  {2, 6, 10, 14}, {3, 7, 11, 15},
                                    {0, 5, 10, 15}, {1, 6, 11, 12}, {2, 7, 8, 13},  {3, 4, 9, 14}};
    uint64_t v[16], m[16];
    uint32_t round;
    int g, half;
    for (g = 0; g < 16; g++) {
        m[g] = word_at(block + 8 * g);
    }
    memcpy(v, h, 64);
    memcpy(v + 8, square_roots, 64);
    v[12] ^= t[0];
    v[13] ^= t[1];
    v[14] ^= f0 ? UINT64_MAX : 0;
    v[15] ^= f1 ? UINT64_MAX : 0;
    for (round = 0; round < rounds; round++) {
        const char *const letters = schedule[round % 10];
        for (g = 0; g < 8; g++) {
            uint64_t *const a = &v[where[g][0]], *const b = &v[where[g][1]];
            uint64_t *const c = &v[where[g][2]], *const d = &v[where[g][3]];
            for (half = 0; half < 2; half++) {
                *a += *b + m[letters[2 * g + half] - 'A'];
                *d ^= *a;
                rotate_right(d, half ? 16 : 32);
                *c += *d;
                *b ^= *c;
                rotate_right(b, half ? 63 : 24);
            }
        }
    }
    for (g = 0; g < 8; g++) {
        h[g] ^= v[g] ^ v[g + 8];
    }
}

model_params model_usual(void) {
    model_params P;
    memset(&P, 0, sizeof P);
    P.digest_length = 64;
    P.fanout = 1;
    P.depth = 1;
    return P;
}

/*
 * A hash in progress. The last block is known only at the end, so one block is always in the
 * buffer.
 */
typedef struct progress {
    uint64_t h[8], t[2];
    unsigned char block[128];
    unsigned waiting;
} progress;

static void count(progress *s, unsigned bytes) {
    s->t[0] += bytes;
    s->t[1] += s->t[0] < bytes;
}

static void feed(progress *s, const unsigned char *in, size_t bytes) {
    for (; bytes; bytes--, in++) {
        if (s->waiting == 128) {
            count(s, 128);
            model_f(s->h, s->block, s->t, 0, 0, 12);
            s->waiting = 0;
        }
        s->block[s->waiting++] = *in;
    }
}

void model_block(unsigned char block[64], const model_params *P) {
    memset(block, 0, 64);
    block[0] = (unsigned char)P->digest_length;
    block[1] = (unsigned char)P->key_length;
    block[2] = (unsigned char)P->fanout;
    block[3] = (unsigned char)P->depth;
    little_endian(block + 4, P->leaf_length, 4);
    little_endian(block + 8, P->node_offset, 4);
    little_endian(block + 12, P->node_offset_high, 4);
    block[16] = (unsigned char)P->node_depth;
    block[17] = (unsigned char)P->inner_length;
    memcpy(block + 32, P->salt, 16);
    memcpy(block + 48, P->personal, 16);
}

static void start(progress *s, const model_params *P, const unsigned char *key, size_t keylen) {
    unsigned char block[64];
    int i;
    model_block(block, P);
    memset(s, 0, sizeof *s);
    for (i = 0; i < 8; i++) {
        s->h[i] = square_roots[i] ^ word_at(block + 8 * i);
    }
    if (keylen) {
        unsigned char first[128];
        memset(first, 0, sizeof first);
        memcpy(first, key, keylen);
        feed(s, first, sizeof first);
    }
}

static void end(progress *s, int last_node, unsigned char digest[64]) {
    int i;
    count(s, s->waiting);
    memset(s->block + s->waiting, 0, 128 - s->waiting);
    model_f(s->h, s->block, s->t, 1, last_node, 12);
    for (i = 0; i < 8; i++) {
        little_endian(digest + 8 * i, s->h[i], 8);
    }
}

void model_blake2b(unsigned char digest[64], const model_params *P, int last_node,
                   const unsigned char *key, const unsigned char *in, size_t inlen) {
    progress s;
    start(&s, P, key, P->key_length);
    feed(&s, in, inlen);
    end(&s, last_node, digest);
}

void model_blake2b_from(unsigned char digest[64], const unsigned char h[64], const uint64_t t[2],
                        int last_node, const unsigned char *in, size_t inlen) {
    progress s;
    int i;
    memset(&s, 0, sizeof s);
    for (i = 0; i < 8; i++) {
        s.h[i] = word_at(h + 8 * i);
    }
    s.t[0] = t[0];
    s.t[1] = t[1];
    feed(&s, in, inlen);
    end(&s, last_node, digest);
}

/* BLAKE2 paper section 2.10. */
void model_blake2bp(unsigned char digest[64], size_t length, const unsigned char *key,
                    size_t keylen, const unsigned char *in, size_t inlen) {
    progress leaf[4], root;
    model_params P = model_usual();
    unsigned char inner[64];
    size_t at;
    uint32_t i;
    P.digest_length = (unsigned)length;
    P.key_length = (unsigned)keylen;
    P.fanout = 4;
    P.depth = 2;
    P.inner_length = 64;
    for (i = 0; i < 4; i++) {
        P.node_offset = i;
        start(&leaf[i], &P, key, keylen);
    }
    for (at = 0; at < inlen; at++) {
        feed(&leaf[at / 128 % 4], in + at, 1);
    }
    P.node_offset = 0;
    P.node_depth = 1;
    start(&root, &P, NULL, 0);
    for (i = 0; i < 4; i++) {
        end(&leaf[i], i == 3, inner);
        feed(&root, inner, 64);
    }
    end(&root, 1, digest);
}

/* BLAKE2X paper section 2. */
void model_blake2xb(unsigned char *out, size_t from, size_t count, uint32_t length,
                    const unsigned char *key, size_t keylen, const unsigned char *in,
                    size_t inlen) {
    model_params P = model_usual();
    unsigned char root[64], node[64];
    size_t at;
    P.key_length = (unsigned)keylen;
    P.node_offset_high = length;
    model_blake2b(root, &P, 0, key, in, inlen);
    P.key_length = 0;
    P.fanout = 0;
    P.depth = 0;
    P.leaf_length = 64;
    P.inner_length = 64;
    for (at = from; at < from + count; at++) {
        if (at == from || at % 64 == 0) {
            const size_t left = length - at / 64 * 64;
            P.node_offset = (uint32_t)(at / 64);
            P.digest_length = length != UINT32_MAX && left < 64 ? (unsigned)left : 64;
            model_blake2b(node, &P, 0, NULL, root, 64);
        }
        *out++ = node[at % 64];
    }
}

#if defined(__clang__) && __clang_major__ >= 13
#pragma clang attribute pop
#endif
