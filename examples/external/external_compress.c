/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * A program with a compression function of its own, for a library configured
 * --with-external-compress:
 *
 *     ./configure --with-external-compress && make
 *     cc -Iapp/include examples/external/external_compress.c bin/libblake2b.a && ./a.out
 *
 * F is in C here. A guest of a proof system calls its accelerator in place of it. EIP-152's F
 * (zkvm_blake2f) has no second flag: call it where tf[3] is 0, and keep this F for the rest.
 */
#include <blake2b_external.h>
#include <stdio.h>
#include <string.h>

static unsigned long calls_of_f, calls_of_blocks;

static blake2b_uint64 load(const unsigned char *p) {
    blake2b_uint64 x = 0;
    int i;
    for (i = 8; i--;) {
        x = x << 8 | p[i];
    }
    return x;
}

static void store(unsigned char *p, blake2b_uint64 x) {
    int i;
    for (i = 0; i < 8; i++) {
        p[i] = (unsigned char)(x >> 8 * i & 0xff);
    }
}

static blake2b_uint64 rotated(blake2b_uint64 x, int n) {
    return x >> n | x << (64 - n);
}

static void mix(blake2b_uint64 *v, int a, int b, int c, int d, blake2b_uint64 x, blake2b_uint64 y) {
    v[a] += v[b] + x;
    v[d] = rotated(v[d] ^ v[a], 32);
    v[c] += v[d];
    v[b] = rotated(v[b] ^ v[c], 24);
    v[a] += v[b] + y;
    v[d] = rotated(v[d] ^ v[a], 16);
    v[c] += v[d];
    v[b] = rotated(v[b] ^ v[c], 63);
}

void blake2b_external_compress(blake2b_uint64 h[8], const unsigned char block[128],
                               const blake2b_uint64 tf[4], blake2b_uint32 rounds) {
    static const char sigma[10][17] = {"0123456789abcdef", "ea489fd61c02b753", "b8c052fdae367194",
                                       "7931dcbe265a40f8", "905724afe1bc683d", "2c6a0b834d75fe19",
                                       "c51fed4a0763928b", "db7ec13950f4862a", "6fe9b308c2d714a5",
                                       "a2847615fb9e3cd0"};
    /* Halves: C89 has no 64-bit constants. */
    static const unsigned long iv[16] = {0x6a09e667, 0xf3bcc908, 0xbb67ae85, 0x84caa73b,
                                         0x3c6ef372, 0xfe94f82b, 0xa54ff53a, 0x5f1d36f1,
                                         0x510e527f, 0xade682d1, 0x9b05688c, 0x2b3e6c1f,
                                         0x1f83d9ab, 0xfb41bd6b, 0x5be0cd19, 0x137e2179};
    blake2b_uint64 v[16], m[16];
    blake2b_uint32 r;
    int i;
    calls_of_f++;
    for (i = 0; i < 8; i++) {
        v[i] = h[i];
        v[8 + i] = (blake2b_uint64)iv[2 * i] << 32 | iv[2 * i + 1];
    }
    for (i = 0; i < 4; i++) {
        v[12 + i] ^= tf[i];
    }
    for (r = 0; r < rounds; r++) {
        for (i = 0; i < 16; i++) {
            const char c = sigma[r % 10][i];
            m[i] = load(block + 8 * (c <= '9' ? c - '0' : c - 'a' + 10));
        }
        for (i = 0; i < 4; i++) {
            mix(v, i, 4 + i, 8 + i, 12 + i, m[2 * i], m[2 * i + 1]);
        }
        for (i = 0; i < 4; i++) {
            mix(v, i, 4 + (i + 1) % 4, 8 + (i + 2) % 4, 12 + (i + 3) % 4, m[8 + 2 * i],
                m[9 + 2 * i]);
        }
    }
    for (i = 0; i < 8; i++) {
        h[i] ^= v[i] ^ v[8 + i];
    }
}

/* Blocks by F. */
void blake2b_external_blocks(unsigned char state[96], const unsigned char *in, size_t bytes,
                             size_t stride) {
    blake2b_uint64 h[8], tf[4];
    unsigned char block[128];
    size_t i, left = bytes;
    calls_of_blocks++;
    for (i = 0; i < 8; i++) {
        h[i] = load(state + 8 * i);
    }
    for (i = 0; i < 4; i++) {
        tf[i] = load(state + 64 + 8 * i);
    }
    while (left || tf[2]) {
        const size_t now = tf[2] ? bytes : 128;
        memset(block, 0, sizeof block);
        if (now) {
            memcpy(block, in, now);
        }
        tf[0] += now;
        tf[1] += tf[0] < now;
        blake2b_external_compress(h, block, tf, 12);
        if (tf[2]) {
            break;
        }
        in += stride;
        left -= 128;
    }
    for (i = 0; i < 8; i++) {
        store(state + 8 * i, h[i]);
    }
    store(state + 64, tf[0]);
    store(state + 72, tf[1]);
}

static int failed;

/* The first bytes of a digest, and that F has been called so often, at least. */
static void expect(const char *call, const unsigned char *hash, const char *expected,
                   unsigned long least) {
    char hex[17];
    int i;
    for (i = 0; i < 8; i++) {
        sprintf(hex + 2 * i, "%02x", hash[i]);
    }
    if (strcmp(hex, expected) || calls_of_f < least) {
        printf("%s: %s instead of %s, by %lu calls of F\n", call, hex, expected, calls_of_f);
        failed = 1;
    }
    calls_of_f = 0;
}

int main(void) {
    static unsigned char message[5000];
    unsigned char hash[64], block[128] = "abc";
    size_t i;
#if !defined(FREESTANDING) /* a library configured --freestanding has no such calls */
    static const blake2b_params P = BLAKE2B_PARAMS_INIT(64, "");
    unsigned char out[9][64];
    blake2b_uint64 h[8];
    blake2b_job jobs[9];
    blake2b_compress_job compress;
    size_t j;
#endif
    for (i = 0; i < sizeof message; i++) {
        message[i] = (unsigned char)(i & 0xff);
    }
    if (blake2b_startup() != BLAKE2B_OK) {
        puts("the self-test fails");
        return 2;
    }
    printf("self-test: %lu calls of F, %lu of blocks\n", calls_of_f, calls_of_blocks);
    calls_of_f = 0;
    blake2b(hash, "abc", 3);
    expect("blake2b", hash, "ba80a53f981c4d0d", 1);
    blake2b_keyed(hash, message, sizeof message, message, 64);
    expect("blake2b_keyed", hash, "8bd4b05bff875644", 41);
#if !defined(FREESTANDING)
    for (i = 0; i < 9; i++) {
        jobs[i].in = message + i;
        jobs[i].inlen = sizeof message - 18 * i;
        jobs[i].hash = out[i];
    }
    failed |= blake2b_many(&P, jobs, 9) != BLAKE2B_OK;
    expect("blake2b_many", out[8], "b49226f9c24ec988", 9 * 39);
    failed |= blake2bp(hash, 64, message, sizeof message, NULL, 0) != BLAKE2B_OK;
    expect("blake2bp", hash, "0524d5cd2bf842b6", 40 + 2);
    failed |= blake2xb(hash, 64, message, sizeof message, NULL, 0) != BLAKE2B_OK;
    expect("blake2xb", hash, "f720f2fdb1eeaf7d", 41);
#endif
    /* EIP-152's test vectors 5 and 7: the last block of "abc", with 12 rounds and with one. */
    memset(block + 3, 0, sizeof block - 3);
    for (i = 0; i < 2; i++) {
        static const unsigned char start[64] = {0x48, 0xc9, 0xbd, 0xf2, 0x67, 0xe6, 0x09, 0x6a,
                                                0x3b, 0xa7, 0xca, 0x84, 0x85, 0xae, 0x67, 0xbb,
                                                0x2b, 0xf8, 0x94, 0xfe, 0x72, 0xf3, 0x6e, 0x3c,
                                                0xf1, 0x36, 0x1d, 0x5f, 0x3a, 0xf5, 0x4f, 0xa5,
                                                0xd1, 0x82, 0xe6, 0xad, 0x7f, 0x52, 0x0e, 0x51,
                                                0x1f, 0x6c, 0x3e, 0x2b, 0x8c, 0x68, 0x05, 0x9b,
                                                0x6b, 0xbd, 0x41, 0xfb, 0xab, 0xd9, 0x83, 0x1f,
                                                0x79, 0x21, 0x7e, 0x13, 0x19, 0xcd, 0xe0, 0x5b};
        unsigned char in[BLAKE2B_EIP152_BYTES] = {0, 0, 0, 12};
        in[3] = i ? 1 : 12;
        memcpy(in + 4, start, 64);
        memcpy(in + 68, block, 128);
        in[196] = 3;
        in[212] = 1;
        failed |= blake2b_eip152(hash, in, sizeof in) != BLAKE2B_OK;
        expect("blake2b_eip152", hash, i ? "b63a380cb2897d52" : "ba80a53f981c4d0d", 1);
#if !defined(FREESTANDING)
        for (j = 0; j < 8; j++) {
            h[j] = load(start + 8 * j);
        }
        compress.h = h;
        compress.block = block;
        compress.t[0] = 3;
        compress.t[1] = 0;
        compress.last = 1;
        compress.last_node = 0;
        failed |= blake2b_compress_many(&compress, 1, in[3]) != BLAKE2B_OK;
        store(hash, h[0]);
        expect("blake2b_compress_many", hash, i ? "b63a380cb2897d52" : "ba80a53f981c4d0d", 1);
#endif
    }
    puts(failed ? "wrong" : "all digests are right");
    return failed;
}
