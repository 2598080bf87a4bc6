/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * Every implementation gives the digests of vectors.h for every length. (In pieces: pieces.c.
 * Longer ones, keys, digests and parameters of every kind, by every call: tests/rigs/data.)
 */
#include "blake2b_test.h"
#include "vectors.h"

static unsigned char message[VECTORS_LENGTHS], key[BLAKE2B_KEYBYTES];

static void group_expect(const char *table, uint32_t *sum, const uint32_t *expected, size_t i,
                         const char *way, const unsigned char *digest) {
    test_expect(checksum_next(sum, expected, i, digest, 64), "%s, %s: up to %lu bytes: wrong",
                table, way, (unsigned long)i);
}

static void run(const struct kernel *kernel) {
    const int few = test_sample_slow(kernel);
    unsigned char digest[BLAKE2B_OUTBYTES];
    blake2b_params P;
    uint32_t sum = 0;
    size_t i;
    blake2b_params_init(&P);
    P.key = key;
    for (i = 0; i < VECTORS_LENGTHS; i++) {
        blake2b(digest, message, i);
        group_expect("unkeyed", &sum, vectors_unkeyed, i, "one call", digest);
    }
    for (i = 0; i < VECTORS_LENGTHS; i++) {
        blake2b_keyed(digest, message, i, key, i % 65);
        group_expect("keyed", &sum, vectors_keyed, i, "one call", digest);
    }
    for (i = 0; i < VECTORS_LENGTHS && !few; i++) {
        P.key_length = i % 65;
        RETURNS(OK, blake2b_hash(&P, digest, 64, message, i));
        group_expect("keyed", &sum, vectors_keyed, i, "blake2b_hash", digest);
    }
}

int main(void) {
    test_pattern(message, sizeof message, VECTORS_MESSAGE_SEED);
    test_pattern(key, sizeof key, VECTORS_KEY_SEED);
    test_each("vectors", run);
    return test_exit();
}
