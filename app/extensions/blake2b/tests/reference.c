/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * A program written for the BLAKE2 reference implementation, with nothing specific to this library.
 * The Makefile sets the folder of its blake2.h (app/include/blake2b-compat).
 */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "blake2.h"

#include "vectors.h"
#include "vectors-more.h"

#define COUNT(table) (sizeof table / sizeof *table)

static uint8_t message[8192], key[BLAKE2B_KEYBYTES];
static int failed, all_failed;

static void pattern(uint8_t *p, size_t bytes, uint32_t seed) {
    while (bytes--) {
        seed = (seed * 1664525u + 1013904223u) & 0xffffffffu;
        *p++ = (uint8_t)(seed >> 24);
    }
}

static void expect(int holds, const char *what, size_t number) {
    if (!holds && !failed++) {
        printf("not ok - reference/%s, number %lu\n", what, (unsigned long)number);
    }
}

static void end(const char *what) {
    if (!failed) {
        printf("ok - reference/%s\n", what);
    }
    all_failed |= failed;
    failed = 0;
}

static void blake2b_calls(void) {
    size_t i, at, step;
    for (i = 0; i < COUNT(vectors_digests); i++) {
        uint8_t digest[BLAKE2B_OUTBYTES];
        const size_t n = i + 1, keylen = n % 2 ? 0 : n;
        expect(blake2b(digest, n, message, 3 * n, key, keylen) == 0 &&
                   checksum(digest, n) == vectors_digests[i],
               "blake2b", i);
        memset(digest, 0, sizeof digest);
        expect(blake2(digest, n, message, 3 * n, key, keylen) == 0 &&
                   checksum(digest, n) == vectors_digests[i],
               "blake2", i);
        for (step = 1; step < 128; step += 9) {
            blake2b_state S;
            int error = keylen ? blake2b_init_key(&S, n, key, keylen) : blake2b_init(&S, n);
            memset(digest, 0, sizeof digest);
            for (at = 0; at < 3 * n; at += step) {
                error |= blake2b_update(&S, message + at, step < 3 * n - at ? step : 3 * n - at);
            }
            error |= blake2b_update(&S, NULL, 0);
            expect(S.outlen == n, "outlen", i);
            error |= blake2b_final(&S, digest, step == 1 ? n : sizeof digest);
            expect(!error && checksum(digest, n) == vectors_digests[i], "blake2b in pieces", i);
        }
    }
    end("blake2b");
}

static void store32(void *to, uint32_t x) {
    uint8_t *p = (uint8_t *)to;
    p[0] = (uint8_t)x, p[1] = (uint8_t)(x >> 8), p[2] = (uint8_t)(x >> 16),
    p[3] = (uint8_t)(x >> 24);
}

static void blake2b_params(void) {
    uint8_t salt[16 + COUNT(vectors_params_cases)], personal[16 + COUNT(vectors_params_cases)];
    size_t i;
    pattern(salt, sizeof salt, VECTORS_SALT_SEED);
    pattern(personal, sizeof personal, VECTORS_PERSONAL_SEED);
    for (i = 0; i < COUNT(vectors_params_cases); i++) {
        uint8_t digest[BLAKE2B_OUTBYTES], block[BLAKE2B_BLOCKBYTES];
        blake2b_param P[1];
        blake2b_state S[1];
        memset(P, 0, sizeof P);
        P->digest_length = vectors_params_cases[i].digest;
        P->key_length = vectors_params_cases[i].key;
        P->fanout = vectors_params_cases[i].fanout;
        P->depth = vectors_params_cases[i].depth;
        store32(&P->leaf_length, vectors_params_cases[i].leaf);
        store32(&P->node_offset, (uint32_t)(vectors_params_cases[i].node_offset & 0xffffffffu));
        store32(&P->xof_length, (uint32_t)(vectors_params_cases[i].node_offset >> 32));
        P->node_depth = vectors_params_cases[i].node_depth;
        P->inner_length = vectors_params_cases[i].inner;
        if (i % 3) {
            memcpy(P->salt, salt + i, sizeof P->salt);
            memcpy(P->personal, personal + i, sizeof P->personal);
        }
        expect(blake2b_init_param(S, P) == 0, "blake2b_init_param", i);
        if (P->key_length) {
            memset(block, 0, sizeof block);
            memcpy(block, key, P->key_length);
            expect(blake2b_update(S, block, sizeof block) == 0, "the key", i);
        }
        S->last_node = vectors_params_cases[i].last_node;
        expect(blake2b_update(S, message, vectors_params_cases[i].message) == 0, "blake2b_update",
               i);
        expect(blake2b_final(S, digest, P->digest_length) == 0, "blake2b_final", i);
        expect(checksum(digest, P->digest_length) == vectors_params[i], "parameters", i);
    }
    end("blake2b_init_param");
}

static void blake2bp_calls(void) {
    uint32_t sum = 0, keyed = 0;
    size_t i, at;
    for (i = 0; i < COUNT(vectors_bp_lengths); i++) {
        const size_t n = vectors_bp_lengths[i], keylen = n % 65;
        uint8_t digest[BLAKE2B_OUTBYTES];
        blake2bp_state S;
        int error;
        expect(blake2bp(digest, 64, message, n, NULL, 0) == 0 &&
                   checksum_next(&sum, vectors_bp, i, digest, 64),
               "blake2bp", i);
        error = keylen ? blake2bp_init_key(&S, 64, key, keylen) : blake2bp_init(&S, 64);
        for (at = 0; at < n; at += 100) {
            error |= blake2bp_update(&S, message + at, n - at < 100 ? n - at : 100);
        }
        error |= blake2bp_final(&S, digest, sizeof digest);
        expect(checksum_next(&keyed, vectors_bp_keyed, i, digest, 64) && !error,
               "blake2bp in pieces", i);
    }
    end("blake2bp");
}

static void blake2xb_calls(void) {
    static uint8_t out[3008];
    uint32_t sum = 0, in_pieces = 0;
    size_t i;
    for (i = 0; i < CHECKSUM_GROUP * COUNT(vectors_xb); i++) {
        const size_t n = i + 1, keylen = n % 2 ? 0 : n % 65;
        blake2xb_state S;
        int error;
        expect(blake2xb(out, n, message, 3 * n, key, keylen) == 0 &&
                   checksum_next(&sum, vectors_xb, i, out, n),
               "blake2xb", i);
        memset(out, 0, n);
        error = keylen ? blake2xb_init_key(&S, n, key, keylen) : blake2xb_init(&S, n);
        error |= blake2xb_update(&S, message, n);
        error |= blake2xb_update(&S, message + n, 2 * n);
        expect(blake2xb_final(&S, out, n + 1) == -1, "blake2xb of another length", i);
        error |= blake2xb_final(&S, out, n);
        expect(checksum_next(&in_pieces, vectors_xb, i, out, n) && !error, "blake2xb in pieces", i);
    }
    for (i = 0; i < COUNT(vectors_xb_unknown); i++) {
        blake2xb_state S;
        int error = blake2xb_init_key(&S, (size_t)0xffffffffu, i ? key : NULL, i ? 64 : 0);
        error |= blake2xb_update(&S, message, 200);
        expect(blake2xb_final(&S, out, 3000) == -1, "unknown length, half a node", i);
        error |= blake2xb_final(&S, out, sizeof out / 64 * 64);
        expect(!error && checksum(out, 3000) == vectors_xb_unknown[i], "unknown length", i);
    }
    end("blake2xb");
}

/* What the reference rejects with -1. */
static void refused(void) {
    uint8_t out[64];
    blake2b_state S;
    blake2bp_state P;
    blake2xb_state X;
    blake2b_param parameters;
    memset(&parameters, 0, sizeof parameters);
    expect(blake2b(NULL, 64, message, 1, NULL, 0) == -1, "no output", 0);
    expect(blake2b(out, 64, NULL, 1, NULL, 0) == -1, "no input", 0);
    expect(blake2b(out, 64, message, 1, NULL, 1) == -1, "no key", 0);
    expect(blake2b(out, 0, message, 1, NULL, 0) == -1, "0 bytes", 0);
    expect(blake2b(out, 65, message, 1, NULL, 0) == -1, "65 bytes", 0);
    expect(blake2b(out, 64, message, 1, key, 65) == -1, "key of 65", 0);
    expect(blake2b_init(&S, 0) == -1 && blake2b_init(&S, 65) == -1, "init", 0);
    expect(blake2b_init_key(&S, 64, NULL, 10) == -1 && blake2b_init_key(&S, 64, key, 0) == -1 &&
               blake2b_init_key(&S, 64, key, 65) == -1,
           "init_key", 0);
    expect(blake2b_init_param(&S, &parameters) == -1, "init_param", 0);
    expect(blake2b_init(&S, 32) == 0 && blake2b_final(&S, out, 31) == -1 &&
               blake2b_final(&S, NULL, 32) == -1 && blake2b_final(&S, out, 32) == 0 &&
               blake2b_final(&S, out, 32) == -1,
           "final", 0);
    expect(blake2bp_init(&P, 0) == -1 && blake2bp_init(&P, 65) == -1 &&
               blake2bp_init_key(&P, 64, key, 0) == -1,
           "bp", 0);
    expect(blake2bp_init(&P, 32) == 0 && blake2bp_final(&P, out, 31) == -1 &&
               blake2bp_final(&P, out, 32) == 0 && blake2bp_final(&P, out, 32) == -1,
           "bp final", 0);
    expect(blake2xb_init(&X, 0) == -1 && blake2xb_init_key(&X, 10, NULL, 1) == -1, "xb", 0);
    expect(blake2xb_init(&X, 10) == 0 && blake2xb_final(&X, out, 11) == -1 &&
               blake2xb_final(&X, NULL, 10) == -1 && blake2xb_final(&X, out, 10) == 0,
           "xb final", 0);
    end("refused");
}

int main(void) {
    pattern(message, sizeof message, VECTORS_MESSAGE_SEED);
    pattern(key, sizeof key, VECTORS_KEY_SEED);
    blake2b_calls();
    blake2b_params();
    blake2bp_calls();
    blake2xb_calls();
    refused();
    puts("1..5");
    return all_failed != 0;
}
