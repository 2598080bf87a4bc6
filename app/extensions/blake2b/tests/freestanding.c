/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * A program with a C library that uses a freestanding library: checks that it hashes, and how it
 * stops.
 *
 *     user            known answers
 *     user misuse     an update after final, which must not return
 */
#include <stdio.h>
#include <string.h>

#include <blake2b.h>
#include "vectors.h"

#if defined(HANDLER)
#include <stdlib.h>
/* The library was compiled with -DBLAKE2B_MISUSE=handler. */
void handler(const char *call, const char *why);
void handler(const char *call, const char *why) {
    printf("%s: %s\n", call, why);
    exit(3);
}
#endif

/* The pattern of tests/rigs/test.c. */
static void pattern(unsigned char *p, size_t bytes, unsigned long seed) {
    while (bytes--) {
        seed = (seed * 1664525u + 1013904223u) & 0xfffffffful;
        *p++ = (unsigned char)(seed >> 24);
    }
}

/* The digest of one block, with F only: RFC 7693 section 3.3. */
static int compressed_differs(const unsigned char block[BLAKE2B_BLOCKBYTES]) {
    static const blake2b_uint64 t[2] = {BLAKE2B_BLOCKBYTES, 0};
    blake2b_uint64 h[8] = {0x6a09e667f3bcc908u ^ 0x01010040u,
                           0xbb67ae8584caa73bu,
                           0x3c6ef372fe94f82bu,
                           0xa54ff53a5f1d36f1u,
                           0x510e527fade682d1u,
                           0x9b05688c2b3e6c1fu,
                           0x1f83d9abfb41bd6bu,
                           0x5be0cd19137e2179u};
    unsigned char digest[BLAKE2B_OUTBYTES];
    int i, differs = blake2b_compress(h, block, t, 1, 0, 12);
    blake2b(digest, block, BLAKE2B_BLOCKBYTES);
    for (i = 0; i < BLAKE2B_OUTBYTES; i++) {
        differs |= digest[i] ^ (int)(h[i / 8] >> 8 * (i % 8) & 0xff);
    }
    return differs;
}

int main(int argc, char **argv) {
    static unsigned char message[VECTORS_LENGTHS], key[BLAKE2B_KEYBYTES];
    unsigned char digest[BLAKE2B_OUTBYTES], again[BLAKE2B_OUTBYTES];
    blake2b_state S;
    blake2b_params P;
    uint32_t unkeyed = 0, keyed = 0;
    size_t n;
    pattern(message, sizeof message, VECTORS_MESSAGE_SEED);
    pattern(key, sizeof key, VECTORS_KEY_SEED);
    if (argc > 1 && !strcmp(argv[1], "misuse")) {
        blake2b_init(&S);
        blake2b_final(&S, digest);
        blake2b_update(&S, message, 1);
        return 0;
    }
    if (blake2b_startup() != BLAKE2B_OK || !blake2b_implementation() ||
        blake2b_select("nonsense") != BLAKE2B_ERROR_NAME ||
        blake2b_select(blake2b_implementation()) != BLAKE2B_OK) {
        puts("the implementation in use is not to be had");
        return 1;
    }
    for (n = 0; n < sizeof message; n++) {
        blake2b(digest, message, n);
        blake2b_init(&S);
        blake2b_update(&S, message, n / 3);
        blake2b_update(&S, message + n / 3, n - n / 3);
        blake2b_final(&S, again);
        if (!checksum_next(&unkeyed, vectors_unkeyed, n, digest, sizeof digest) ||
            memcmp(digest, again, sizeof digest)) {
            printf("unkeyed, %lu bytes\n", (unsigned long)n);
            return 1;
        }
        blake2b_keyed(digest, message, n, key, n % 65);
        blake2b_params_init(&P);
        P.key = key;
        P.key_length = n % 65;
        if (!checksum_next(&keyed, vectors_keyed, n, digest, sizeof digest) ||
            blake2b_hash(&P, again, sizeof again, message, n) != BLAKE2B_OK ||
            memcmp(digest, again, sizeof digest)) {
            printf("keyed, %lu bytes\n", (unsigned long)n);
            return 1;
        }
    }
    if (compressed_differs(message)) {
        puts("blake2b_compress");
        return 1;
    }
    printf("%s\n", blake2b_implementation());
    return 0;
}
