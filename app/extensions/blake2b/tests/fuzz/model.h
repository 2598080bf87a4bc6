/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * BLAKE2b, BLAKE2bp and BLAKE2Xb a second time, from RFC 7693 and the papers, as plainly as
 * possible. Uses nothing of the library, whose results are compared with it.
 */
#ifndef MODEL_H
#define MODEL_H

#include <stddef.h>
#include <stdint.h>

/* The compression function F with any number of rounds, RFC 7693 section 3.2. */
void model_f(uint64_t h[8], const unsigned char block[128], const uint64_t t[2], int f0, int f1,
             uint32_t rounds);

/* The parameter block, BLAKE2 paper section 2.8. */
typedef struct model_params {
    unsigned digest_length, key_length, fanout, depth;
    uint32_t leaf_length;
    uint32_t node_offset, node_offset_high; /* the upper half is BLAKE2Xb's length of the output */
    unsigned node_depth, inner_length;
    unsigned char salt[16], personal[16];
} model_params;

/* One sequential hash: digest length 64, no key. */
model_params model_usual(void);

void model_block(unsigned char block[64], const model_params *P);

/*
 * The digest of a hash that continues from the chaining value H and the counter T with IN, its last
 * bytes.
 */
void model_blake2b_from(unsigned char digest[64], const unsigned char h[64], const uint64_t t[2],
                        int last_node, const unsigned char *in, size_t inlen);

/*
 * All 64 bytes of the digest; shorter ones are truncated by the caller. KEY has P->key_length
 * bytes.
 */
void model_blake2b(unsigned char digest[64], const model_params *P, int last_node,
                   const unsigned char *key, const unsigned char *in, size_t inlen);
void model_blake2bp(unsigned char digest[64], size_t length, const unsigned char *key,
                    size_t keylen, const unsigned char *in, size_t inlen);

/*
 * OUT = bytes FROM to FROM + COUNT - 1 of the output. LENGTH is the total output length, 2^32 - 1
 * if unknown.
 */
void model_blake2xb(unsigned char *out, size_t from, size_t count, uint32_t length,
                    const unsigned char *key, size_t keylen, const unsigned char *in, size_t inlen);

#endif
