/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * A program with a C library, on a library without: that it hashes, and how it stops.
 *
 *     user            known answers
 *     user misuse     an update after final; must not come back
 */
#include <stdio.h>
#include <string.h>

#include <blake2b.h>
#include "../library/vectors.h"

#if defined(HANDLER)
#include <stdlib.h>
/* The library was compiled with -DBLAKE2B_MISUSE=handler. */
void handler(const char *call, const char *why);
void handler(const char *call, const char *why) {
    printf("%s: %s\n", call, why);
    exit(3);
}
#endif

/* The pattern of tests/library/test.c. */
static void pattern(unsigned char *p, size_t bytes, unsigned long seed) {
    while (bytes--) {
        seed = (seed * 1664525u + 1013904223u) & 0xfffffffful;
        *p++ = (unsigned char)(seed >> 24);
    }
}

static int differs(const unsigned char *digest, const char expected[33]) {
    char text[33];
    int i;
    for (i = 0; i < 16; i++) {
        sprintf(text + 2 * i, "%02x", digest[i]);
    }
    return strcmp(text, expected);
}

int main(int argc, char **argv) {
    static unsigned char message[1100], key[BLAKE2B_KEYBYTES];
    unsigned char digest[BLAKE2B_OUTBYTES], again[BLAKE2B_OUTBYTES];
    blake2b_state S;
    blake2b_params P;
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
        blake2b_select("nonsense") != BLAKE2B_ERROR_NAME || blake2b_select(blake2b_implementation()) != BLAKE2B_OK) {
        puts("the implementation in use is not to be had");
        return 1;
    }
    for (n = 0; n < sizeof message; n++) {
        blake2b(digest, message, n);
        blake2b_init(&S);
        blake2b_update(&S, message, n / 3);
        blake2b_update(&S, message + n / 3, n - n / 3);
        blake2b_final(&S, again);
        if (differs(digest, vectors_unkeyed[n]) || memcmp(digest, again, sizeof digest)) {
            printf("unkeyed, %lu bytes\n", (unsigned long)n);
            return 1;
        }
        blake2b_keyed(digest, message, n, key, n % 65);
        blake2b_params_init(&P);
        P.key = key;
        P.key_length = n % 65;
        if (differs(digest, vectors_keyed[n]) || blake2b_hash(&P, again, sizeof again, message, n) != BLAKE2B_OK ||
            memcmp(digest, again, sizeof digest)) {
            printf("keyed, %lu bytes\n", (unsigned long)n);
            return 1;
        }
    }
    printf("%s\n", blake2b_implementation());
    return 0;
}
