/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * libsodium's crypto_generichash in terms of this library. The digests are the same. Differences:
 *   - A state has no alignment, and may be copied by assignment.
 *   - The final call wants the length that the first one was given.
 *   - Digests may have 1 to 64 bytes, keys 0 to 64. (libsodium's constants begin at 16.)
 *
 * Compiled with -DUSE_LIBSODIUM and -lsodium, the checks below run on libsodium itself.
 */
#include <stdio.h>
#include <string.h>
#if defined(USE_LIBSODIUM)
#include <sodium.h>
#else
#include <blake2b.h>

typedef blake2b_state crypto_generichash_state;

static int crypto_generichash(unsigned char *out, size_t outlen, const unsigned char *in,
                              size_t inlen, const unsigned char *key, size_t keylen) {
    return blake2b_digest(out, outlen, in, inlen, key, keylen) == BLAKE2B_OK ? 0 : -1;
}

static int crypto_generichash_init(crypto_generichash_state *S, const unsigned char *key,
                                   size_t keylen, size_t outlen) {
    return blake2b_digest_init(S, outlen, key, keylen) == BLAKE2B_OK ? 0 : -1;
}

static int crypto_generichash_update(crypto_generichash_state *S, const unsigned char *in,
                                     size_t inlen) {
    return blake2b_append(S, in, inlen) == BLAKE2B_OK ? 0 : -1;
}

static int crypto_generichash_final(crypto_generichash_state *S, unsigned char *out,
                                    size_t outlen) {
    return blake2b_finish(S, out, outlen) == BLAKE2B_OK ? 0 : -1;
}

/* SALT and PERSONAL have 16 bytes, or are NULL. */
static int crypto_generichash_blake2b_salt_personal(unsigned char *out, size_t outlen,
                                                    const unsigned char *in, size_t inlen,
                                                    const unsigned char *key, size_t keylen,
                                                    const unsigned char *salt,
                                                    const unsigned char *personal) {
    blake2b_params P;
    if (blake2b_params_init(&P) != BLAKE2B_OK) {
        return -1;
    }
    P.digest_length = outlen;
    P.key = key;
    P.key_length = keylen;
    if (salt) {
        memcpy(P.salt, salt, BLAKE2B_SALTBYTES);
    }
    if (personal) {
        memcpy(P.personal, personal, BLAKE2B_PERSONALBYTES);
    }
    return blake2b_hash(&P, out, outlen, in, inlen) == BLAKE2B_OK ? 0 : -1;
}
#endif

/* 0 if the digest is what is expected. */
static int differs(const unsigned char *digest, size_t bytes, const char *expected) {
    char hex[129];
    size_t i;
    for (i = 0; i < bytes; i++) {
        sprintf(hex + 2 * i, "%02x", digest[i]);
    }
    printf("%s\n", hex);
    return strcmp(hex, expected) != 0;
}

int main(void) {
    static const unsigned char abc[3] = {'a', 'b', 'c'};
    unsigned char key[65], out[65];
    crypto_generichash_state S;
    unsigned i;
    for (i = 0; i < sizeof key; i++) {
        key[i] = (unsigned char)i;
    }
    if (crypto_generichash(out, 32, abc, 3, NULL, 0) ||
        differs(out, 32, "bddd813c634239723171ef3fee98579b94964e3bb1cb3e427262c8c068d52319")) {
        return 1;
    }
    if (crypto_generichash_init(&S, key, 64, 16) || crypto_generichash_update(&S, abc, 1) ||
        crypto_generichash_update(&S, abc + 1, 2) || crypto_generichash_final(&S, out, 16) ||
        differs(out, 16, "a9f9ff5c38d7eda4899ab27d41b93372")) {
        return 1;
    }
    if (crypto_generichash_blake2b_salt_personal(out, 64, abc, 3, key, 32, key, key + 16) ||
        differs(out, 64,
                "41b90526f7c7691401091acfe2300eead2d456bac3e879dc1b2526afab3f59e2"
                "65528487ce9f4d1a00525e8acd98fc6c71bb1eddd7c48d3a923bb9a3e1037165")) {
        return 1;
    }
    /* A digest of 0 or 65 bytes, and a key of 65, are refused. */
    return !crypto_generichash(out, 0, abc, 3, NULL, 0) ||
           !crypto_generichash(out, 65, abc, 3, NULL, 0) ||
           !crypto_generichash(out, 32, abc, 3, key, 65);
}
