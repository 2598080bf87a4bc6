/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * One library in C by the calls that peers.c looks for. peers.sh compiles it once for each,
 * with PEER_... defined. Contexts that are allocated are created once and reused: creation takes
 * longer than a short message.
 */
#include <stddef.h>
#include <stdlib.h>

#if defined(PEER_libb2)
#include <blake2.h>
#define DIGEST(n) blake2b(out, in, NULL, n, bytes, 0)
#define PARALLEL blake2bp(out, in, NULL, 64, bytes, 0)
#define STATE blake2b_state S
#define INIT blake2b_init(&S, 64)
#define UPDATE blake2b_update(&S, in, piece)
#define FINAL blake2b_final(&S, out, 64)
#elif defined(PEER_libsodium)
#include <sodium.h>
#define START sodium_init() < 0
#define DIGEST(n) crypto_generichash_blake2b(out, n, in, bytes, NULL, 0)
#define STATE crypto_generichash_blake2b_state S
#define INIT crypto_generichash_blake2b_init(&S, NULL, 0, 64)
#define UPDATE crypto_generichash_blake2b_update(&S, in, piece)
#define FINAL crypto_generichash_blake2b_final(&S, out, 64)
#elif defined(PEER_OpenSSL)
#include <openssl/evp.h>
static EVP_MD_CTX *S;
#define START !(S = EVP_MD_CTX_new())
#define ONLY_64
#define DIGEST(n) EVP_Digest(in, bytes, out, NULL, EVP_blake2b512(), NULL)
#define STATE (void)0
#define INIT EVP_DigestInit_ex(S, EVP_blake2b512(), NULL)
#define UPDATE EVP_DigestUpdate(S, in, piece)
#define FINAL EVP_DigestFinal_ex(S, out, NULL)
#elif defined(PEER_Botan)
#include <botan/ffi.h>
static botan_hash_t S;
#define START botan_hash_init(&S, "BLAKE2b(512)", 0)
#define ONLY_64
#define DIGEST(n) (botan_hash_update(S, in, bytes), botan_hash_final(S, out))
#define STATE (void)0
#define INIT (void)0 /* it restarts after each digest */
#define UPDATE botan_hash_update(S, in, piece)
#define FINAL botan_hash_final(S, out)
#elif defined(PEER_libgcrypt)
#include <gcrypt.h>
#define START !gcry_check_version(NULL)
#define DIGEST(n) \
    gcry_md_hash_buffer(n == 64 ? GCRY_MD_BLAKE2B_512 : GCRY_MD_BLAKE2B_256, out, in, bytes)
#endif

#define PEER(name) \
    void peer_##name(unsigned char *out, const unsigned char *in, size_t bytes, size_t times)
#define TIMES(name, call) \
    PEER(name); \
    PEER(name) { \
        while (times--) { \
            call; \
        } \
        (void)bytes; \
    }

#if defined(START)
__attribute__((constructor)) static void start(void) {
    if (START) {
        abort();
    }
}
#endif
#if defined(DIGEST)
TIMES(serial, DIGEST(64))
#if !defined(ONLY_64)
TIMES(hash, DIGEST(32))
#endif
#endif
#if defined(PARALLEL)
TIMES(parallel, PARALLEL)
#endif
#if defined(STATE)
static void cut(unsigned char *out, const unsigned char *in, size_t bytes, size_t piece) {
    STATE;
    INIT;
    for (; bytes; bytes -= piece, in += piece) {
        piece = piece < bytes ? piece : bytes;
        UPDATE;
    }
    FINAL;
}
TIMES(stream, cut(out, in, bytes, bytes))
TIMES(pieces, cut(out, in, 1024, bytes))
#endif
