/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * Argon2's H' (RFC 9106, section 3.3), a hash of any length, and what it is used for first: the
 * first two blocks of each lane, from H0. Each H' is a chain, but those of different blocks are
 * independent: first_blocks computes them side by side.
 */
#include <blake2b.h>
#include <stdio.h>
#include <string.h>

#define BLOCK 1024
#define LANES 4

static const blake2b_params params = BLAKE2B_PARAMS_INIT(64, "");

static void store32(unsigned char *p, unsigned long x) {
    int i;
    for (i = 0; i < 4; i++) {
        p[i] = (unsigned char)(x >> 8 * i & 0xff);
    }
}

/* Writes H' of IN to OUT (1 to 2^32 - 1 bytes). Returns 0 on success. */
static int hprime(unsigned char *out, size_t outlen, const void *in, size_t inlen) {
    unsigned char length[4], v[64];
    blake2b_state S;
    store32(length, (unsigned long)outlen);
    if (blake2b_digest_init(&S, outlen < 64 ? outlen : 64, NULL, 0) != BLAKE2B_OK ||
        blake2b_append(&S, length, 4) != BLAKE2B_OK ||
        blake2b_append(&S, in, inlen) != BLAKE2B_OK) {
        return 1;
    }
    if (outlen <= 64) {
        return blake2b_finish(&S, out, outlen) != BLAKE2B_OK;
    }
    if (blake2b_finish(&S, v, 64) != BLAKE2B_OK) {
        return 1;
    }
    for (;;) { /* the first half of each digest but the last */
        memcpy(out, v, 32);
        out += 32;
        outlen -= 32;
        if (outlen <= 64) {
            return blake2b_digest(out, outlen, v, 64, NULL, 0) != BLAKE2B_OK;
        }
        blake2b(v, v, 64);
    }
}

/* Blocks 0 and 1 of each lane: H' of H0, the number of the block, and that of the lane. */
static int first_blocks(unsigned char (*block)[BLOCK], const unsigned char h0[64]) {
    unsigned char in[2 * LANES][76], v[2 * LANES][64];
    blake2b_job jobs[2 * LANES];
    size_t i, at;
    for (i = 0; i < 2 * LANES; i++) {
        store32(in[i], BLOCK);
        memcpy(in[i] + 4, h0, 64);
        store32(in[i] + 68, (unsigned long)(i % 2));
        store32(in[i] + 72, (unsigned long)(i / 2));
        jobs[i].in = in[i];
        jobs[i].inlen = sizeof in[i];
        jobs[i].hash = v[i];
    }
    for (at = 0;; at += 32) {
        if (blake2b_many(&params, jobs, 2 * LANES) != BLAKE2B_OK) {
            return 1;
        }
        for (i = 0; i < 2 * LANES; i++) {
            memcpy(block[i] + at, v[i], at + 64 == BLOCK ? 64 : 32);
            jobs[i].in = v[i]; /* a digest may overlap its own message */
            jobs[i].inlen = 64;
        }
        if (at + 64 == BLOCK) {
            return 0;
        }
    }
}

/* Appends the length of a parameter of H0, and the parameter: as many bytes of the value FILL. */
static void parameter(blake2b_state *S, unsigned long length, int fill) {
    unsigned char bytes[4 + 32];
    store32(bytes, length);
    memset(bytes + 4, fill, 32);
    blake2b_update(S, bytes, 4 + (fill ? length : 0));
}

int main(void) {
    /* RFC 9106, section 5.3: Argon2id, 4 lanes, 32 bytes of tag, 32 KiB, 3 passes, version 0x13;
       32 times 1 is the password, 16 times 2 the salt, 8 times 3 the secret, 12 times 4 the data.
       The first bytes of H0 and of block 0 are in its output. */
    static const unsigned char h0_begins[8] = {0x28, 0x89, 0xde, 0x48, 0x7e, 0xb4, 0x2a, 0xe5};
    static const unsigned char block_begins[16] = {0x43, 0xbd, 0x71, 0x06, 0xf1, 0x09, 0x2e, 0x6b,
                                                   0xbe, 0x21, 0x8a, 0x91, 0x27, 0x5c, 0x9f, 0xf6};
    /* Other lengths, by a model in Python: the first and the last byte of H'("abc"). */
    static const struct {
        unsigned bytes;
        unsigned char first, last;
    } lengths[5] = {{4, 0x3e, 0xac},
                    {64, 0xf3, 0x93},
                    {65, 0x77, 0x91},
                    {96, 0x41, 0xaf},
                    {97, 0xc8, 0x35}};
    static const unsigned long numbers[6] = {4, 32, 32, 3, 0x13, 2};
    unsigned char h0[72], block[2 * LANES][BLOCK], one[BLOCK];
    blake2b_state S;
    unsigned long i;
    blake2b_init(&S);
    for (i = 0; i < 6; i++) {
        parameter(&S, numbers[i], 0);
    }
    for (i = 1; i <= 4; i++) {
        parameter(&S, i == 1 ? 32UL : i == 2 ? 16UL : i == 3 ? 8UL : 12UL, (int)i);
    }
    blake2b_final(&S, h0);
    if (memcmp(h0, h0_begins, 8) || first_blocks(block, h0) || memcmp(block[0], block_begins, 16)) {
        return 1;
    }
    for (i = 0; i < 2 * LANES; i++) { /* each is what hprime computes */
        store32(h0 + 64, i % 2);
        store32(h0 + 68, i / 2);
        if (hprime(one, BLOCK, h0, 72) || memcmp(one, block[i], BLOCK)) {
            return 1;
        }
    }
    for (i = 0; i < 5; i++) {
        if (hprime(one, lengths[i].bytes, "abc", 3) || one[0] != lengths[i].first ||
            one[lengths[i].bytes - 1] != lengths[i].last) {
            return 1;
        }
    }
    puts("H0, and the first two blocks of all lanes, are right");
    return 0;
}
