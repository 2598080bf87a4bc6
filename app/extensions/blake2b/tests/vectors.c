/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * Every implementation gives the digests of vectors.h for every length, in one call and in pieces.
 * (Longer ones, keys, digests and parameters of every kind: tests/rigs/data.)
 */
#include "blake2b_test.h"
#include "vectors.h"

static unsigned char message[VECTORS_LENGTHS], key[BLAKE2B_KEYBYTES];

static void group_expect(const char *table, uint32_t *sum, const uint32_t *expected, size_t i,
                         const char *way, const unsigned char *digest) {
    test_expect(checksum_next(sum, expected, i, digest, 64), "%s, %s: up to %lu bytes: wrong",
                table, way, (unsigned long)i);
}

/* Sizes of pieces that cover all positions relative to blocks. */
static void update_in_pieces(blake2b_state *S, const unsigned char *in, size_t bytes) {
    static const unsigned short sizes[] = {1, 127, 128, 129, 3, 0, 256, 64, 385, 1000, 8192, 7};
    size_t i = bytes % (sizeof sizes / sizeof sizes[0]);
    while (bytes) {
        size_t n = sizes[i++ % (sizeof sizes / sizeof sizes[0])];
        if (n > bytes) {
            n = bytes;
        }
        blake2b_update(S, in, n);
        in += n;
        bytes -= n;
    }
}

enum { ONE_CALL, KEYED_CALL, PIECES, DIGEST_CALL, PARAMS_CALL, PARAMS_PIECES, WAYS };
static const char *const way_names[WAYS] = {"one call",     "one keyed call",
                                            "in pieces",    "blake2b_digest",
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
    case DIGEST_CALL: RETURNS(OK, blake2b_digest(digest, 64, message, bytes, key, keylen)); break;
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
    unsigned char digest[BLAKE2B_OUTBYTES];
    uint32_t sum = 0;
    size_t i;
    int way;
    for (way = 0; way < WAYS; way += few ? WAYS - 1 : 1) {
        for (i = 0; i < VECTORS_LENGTHS; i++) {
            hash(way, digest, i, 0);
            group_expect("unkeyed", &sum, vectors_unkeyed, i, way_names[way], digest);
        }
        for (i = 0; i < VECTORS_LENGTHS; i++) {
            hash(way, digest, i, i % 65);
            group_expect("keyed", &sum, vectors_keyed, i, way_names[way], digest);
        }
    }
}

int main(void) {
    test_pattern(message, sizeof message, VECTORS_MESSAGE_SEED);
    test_pattern(key, sizeof key, VECTORS_KEY_SEED);
    test_each("vectors", run);
    return test_exit();
}
