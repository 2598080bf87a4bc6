/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/* Every implementation gives the digests of vectors.h, in one call and in pieces. */
#include <stdio.h>
#include <stdlib.h>

#include "blake2b_test.h"
#include "vectors.h"

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

static unsigned char *message;
static unsigned char key[BLAKE2B_KEYBYTES];

static void table_expect(const char *table, size_t i, const char *way, uint32_t expected,
                         const unsigned char *digest, size_t length) {
    test_expect(checksum(digest, length) == expected, "%s case %lu, %s: wrong: %s", table,
                (unsigned long)i, way, test_hex(digest, length));
}

/* Sizes of pieces that cover all positions relative to blocks. */
static void update_in_pieces(blake2b_state *S, const unsigned char *in, size_t bytes) {
    static const unsigned short sizes[] = {1, 127, 128, 129, 3, 0, 256, 64, 385, 1000, 8192, 7};
    size_t i = bytes % COUNT(sizes);
    while (bytes) {
        size_t n = sizes[i++ % COUNT(sizes)];
        if (n > bytes) {
            n = bytes;
        }
        blake2b_update(S, in, n);
        in += n;
        bytes -= n;
    }
}

enum { ONE_CALL, KEYED_CALL, PIECES, PARAMS_CALL, PARAMS_PIECES, WAYS };
static const char *const way_names[WAYS] = {"one call", "one keyed call", "in pieces",
                                            "blake2b_hash", "blake2b_init_params, in pieces"};

/* Digest of the first BYTES of the message with the first KEYLEN bytes of the key. */
static void hash(int way, unsigned char *digest, size_t bytes, size_t keylen) {
    blake2b_state S;
    blake2b_params P;
    switch (way) {
    case ONE_CALL:
        if (!keylen) {
            blake2b(digest, message, bytes);
            break;
        }
        /* fallthrough */
    case KEYED_CALL: blake2b_keyed(digest, message, bytes, key, keylen); break;
    case PIECES:
        if (keylen) {
            blake2b_keyed_init(&S, key, keylen);
        } else {
            blake2b_init(&S);
        }
        update_in_pieces(&S, message, bytes);
        blake2b_final(&S, digest);
        break;
    default:
        blake2b_params_init(&P);
        P.key = key;
        P.key_length = keylen;
        if (way == PARAMS_CALL) {
            test_expect(blake2b_hash(&P, digest, 64, message, bytes) == BLAKE2B_OK,
                        "blake2b_hash failed");
        } else {
            test_expect(blake2b_init_params(&S, &P) == BLAKE2B_OK, "blake2b_init_params failed");
            update_in_pieces(&S, message, bytes);
            test_expect(blake2b_finish(&S, digest, 64) == BLAKE2B_OK, "blake2b_finish failed");
        }
        break;
    }
}

static void run(const struct kernel *kernel) {
    const int few = test_sample_slow(kernel);
    /* In valgrind and emulators 12 MB take seconds. */
    const size_t large = few && test_sample_small() ? 2 : COUNT(vectors_large);
    unsigned char digest[BLAKE2B_OUTBYTES];
    size_t i, k;
    int way;
    for (way = 0; way < WAYS; way += few ? WAYS - 1 : 1) {
        const char *name = way_names[way];
        for (i = 0; i < COUNT(vectors_unkeyed); i++) {
            hash(way, digest, i, 0);
            table_expect("unkeyed", i, name, vectors_unkeyed[i], digest, 64);
        }
        for (i = 0; i < COUNT(vectors_keyed); i++) {
            hash(way, digest, i, i % 65);
            table_expect("keyed", i, name, vectors_keyed[i], digest, 64);
        }
        for (k = 0; k <= 64; k++) {
            unsigned char digests[COUNT(vectors_corner_lengths)][64];
            for (i = 0; i < COUNT(vectors_corner_lengths); i++) {
                hash(way, digests[i], vectors_corner_lengths[i], k);
            }
            table_expect("corners", k, name, vectors_corners[k], digests[0], sizeof digests);
        }
    }

    for (way = 0; way <= PIECES; way += few ? WAYS : PIECES) {
        for (i = 0; i < large; i++) {
            hash(way, digest, vectors_large_lengths[i], 0);
            table_expect("large", i, way_names[way], vectors_large[i], digest, 64);
        }
    }
}

/* blake2b_hash, or the incremental calls, with any parameters. */
static void hash_params(int way, const blake2b_params *P, unsigned char *digest, size_t bytes) {
    blake2b_state S;
    if (way == PARAMS_CALL) {
        test_expect(blake2b_hash(P, digest, P->digest_length, message, bytes) == BLAKE2B_OK,
                    "blake2b_hash failed");
    } else {
        test_expect(blake2b_init_params(&S, P) == BLAKE2B_OK, "blake2b_init_params failed");
        update_in_pieces(&S, message, bytes);
        test_expect(blake2b_finish(&S, digest, P->digest_length) == BLAKE2B_OK,
                    "blake2b_finish failed");
    }
}

/* Digests of N bytes with a key, with the calls for exactly that. */
static void run_digest(const struct kernel *kernel) {
    unsigned char digest[BLAKE2B_OUTBYTES + 1];
    size_t i;
    int way;
    (void)kernel;
    for (way = 0; way < 3; way++) {
        static const char *const names[] = {"blake2b_digest", "blake2b_append", "blake2b_final"};
        for (i = 0; i < COUNT(vectors_digests); i++) {
            const size_t n = i + 1, keylen = n % 2 ? 0 : n;
            const void *const k = keylen ? key : NULL;
            blake2b_state S;
            int error = BLAKE2B_OK;
            memset(&S, 0xa5, sizeof S);
            digest[n] = 0xa5;
            if (way == 0) {
                error |= blake2b_digest(digest, n, message, 3 * n, k, keylen);
            } else {
                error |= blake2b_digest_init(&S, n, k, keylen);
                error |= blake2b_append(&S, message, n);
                error |= blake2b_append(&S, NULL, 0);
                error |= blake2b_append(&S, message + n, 2 * n);
                if (way == 1) {
                    error |= blake2b_finish(&S, digest, n);
                } else {
                    blake2b_final(&S, digest);
                }
            }
            test_expect(!error, "%s: %d", names[way], error);
            table_expect("digests", i, names[way], vectors_digests[i], digest, n);
            test_expect(digest[n] == 0xa5, "digests case %lu, %s: written beyond its end",
                        (unsigned long)i, names[way]);
        }
    }
}

/* With the parameter block as bytes, and the last node marked at the end. */
static void hash_block(const blake2b_params *P, unsigned char *digest, size_t bytes) {
    unsigned char block[64];
    blake2b_state S;
    int i, error;
    memset(block, 0, sizeof block);
    block[0] = (unsigned char)P->digest_length;
    block[1] = (unsigned char)P->key_length;
    block[2] = (unsigned char)P->fanout;
    block[3] = (unsigned char)P->depth;
    for (i = 0; i < 4; i++) {
        block[4 + i] = (unsigned char)(P->leaf_length >> 8 * i & 0xff);
    }
    for (i = 0; i < 8; i++) {
        block[8 + i] = (unsigned char)(P->node_offset >> 8 * i & 0xff);
    }
    block[16] = (unsigned char)P->node_depth;
    block[17] = (unsigned char)P->inner_length;
    memcpy(block + 32, P->salt, 16);
    memcpy(block + 48, P->personal, 16);
    memset(&S, 0xa5, sizeof S);
    error = blake2b_init_block(&S, block);
    if (P->key_length) {
        unsigned char padded[128];
        memset(padded, 0, sizeof padded);
        memcpy(padded, P->key, P->key_length);
        error |= blake2b_append(&S, padded, sizeof padded);
    }
    error |= blake2b_append(&S, message, bytes);
    error |= P->last_node ? blake2b_last_node(&S) : BLAKE2B_OK;
    error |= blake2b_finish(&S, digest, P->digest_length);
    test_expect(!error, "blake2b_init_block: %d", error);
}

static void run_params(const struct kernel *kernel) {
    unsigned char digest[BLAKE2B_OUTBYTES + 1];
    unsigned char salt[16 + COUNT(vectors_params_cases)],
        personal[16 + COUNT(vectors_params_cases)];
    blake2b_params P;
    size_t i;
    int way;
    (void)kernel;
    test_pattern(salt, sizeof salt, VECTORS_SALT_SEED);
    test_pattern(personal, sizeof personal, VECTORS_PERSONAL_SEED);
    for (way = PARAMS_CALL; way <= PARAMS_PIECES; way++) {
        const char *name = way_names[way];
        for (i = 0; i < COUNT(vectors_digests); i++) {
            size_t n = i + 1;
            blake2b_params_init(&P);
            P.digest_length = n;
            P.key = n % 2 ? NULL : key;
            P.key_length = n % 2 ? 0 : n;
            digest[n] = 0xa5;
            hash_params(way, &P, digest, 3 * n);
            table_expect("digests", i, name, vectors_digests[i], digest, n);
            test_expect(digest[n] == 0xa5, "digests case %lu, %s: written beyond its end",
                        (unsigned long)i, name);
        }
        for (i = 0; i < COUNT(vectors_params_cases); i++) {
            blake2b_params_init(&P);
            P.digest_length = vectors_params_cases[i].digest;
            P.key = key;
            P.key_length = vectors_params_cases[i].key;
            P.fanout = vectors_params_cases[i].fanout;
            P.depth = vectors_params_cases[i].depth;
            P.leaf_length = vectors_params_cases[i].leaf;
            P.node_offset = vectors_params_cases[i].node_offset;
            P.node_depth = vectors_params_cases[i].node_depth;
            P.inner_length = vectors_params_cases[i].inner;
            P.last_node = vectors_params_cases[i].last_node;
            if (i % 3) {
                memcpy(P.salt, salt + i, sizeof P.salt);
                memcpy(P.personal, personal + i, sizeof P.personal);
            }
            hash_params(way, &P, digest, vectors_params_cases[i].message);
            table_expect("params", i, name, vectors_params[i], digest, P.digest_length);
            hash_block(&P, digest, vectors_params_cases[i].message);
            table_expect("params", i, "as a block", vectors_params[i], digest, P.digest_length);
        }
    }
}

int main(void) {
    size_t longest = vectors_large_lengths[COUNT(vectors_large_lengths) - 1];
    message = malloc(longest);
    if (!message) {
        test_skip("vectors", "no memory");
        return test_exit();
    }
    test_pattern(message, longest, VECTORS_MESSAGE_SEED);
    test_pattern(key, sizeof key, VECTORS_KEY_SEED);
    test_each("vectors", run);
    test_each("digest", run_digest);
    test_each("params", run_params);
    free(message);
    return test_exit();
}
