/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * zkvm_blake2f of zkvm_accelerators.h (https://github.com/eth-act/zkvm-standards), for the library
 * of a proof system. It is not part of libblake2b: each program has one zkvm_blake2f, and the proof
 * system defines it.
 *
 *     cc -c -DZKVM_LIBRARY zkvm_blake2f.c                        no main; own declarations
 *     cc -c -DZKVM_LIBRARY -DZKVM_HEADER zkvm_blake2f.c          those of zkvm_accelerators.h
 *     cc -c -DZKVM_LIBRARY -DZKVM_BIG_ENDIAN_ROUNDS zkvm_blake2f.c
 *
 * zkvm_accelerators.h calls rounds "uint32, big-endian". But the parameter is a uint32_t, passed by
 * value, and callers pass the number itself: 12 for BLAKE2b. So does this file take it. Under the
 * other reading the four bytes of the argument are EIP-152's, and a little-endian CPU sees 12 as
 * 0x0c000000. For callers that pass this, define ZKVM_BIG_ENDIAN_ROUNDS. The wrong choice gives
 * wrong digests, and 12 rounds become 201326592.
 *
 * Charge for the rounds before the call. F as EIP-152 encodes it is blake2b_eip152.
 */
#include <blake2b.h>
#include <string.h>

#if defined(ZKVM_HEADER)
#include "zkvm_accelerators.h"
#else
typedef enum { ZKVM_EOK = 0, ZKVM_EFAIL = -1 } zkvm_status;
typedef struct {
    unsigned char data[64];
} zkvm_blake2f_state;
typedef struct {
    unsigned char data[128];
} zkvm_blake2f_message;
typedef struct {
    unsigned char data[16];
} zkvm_blake2f_offset;
zkvm_status zkvm_blake2f(blake2b_uint32 rounds, zkvm_blake2f_state *h,
                         const zkvm_blake2f_message *m, const zkvm_blake2f_offset *t,
                         unsigned char f);
#endif

static blake2b_uint64 load(const unsigned char *p) {
    blake2b_uint64 x = 0;
    int i;
    for (i = 8; i--;) {
        x = x << 8 | p[i];
    }
    return x;
}

static blake2b_uint32 number_of(blake2b_uint32 rounds) {
#if defined(ZKVM_BIG_ENDIAN_ROUNDS)
    unsigned char p[sizeof rounds];
    memcpy(p, &rounds, sizeof rounds);
    rounds = (blake2b_uint32)p[0] << 24 | (blake2b_uint32)p[1] << 16 | (blake2b_uint32)p[2] << 8 |
             p[3];
#endif
    return rounds;
}

/* NULL, and F that is neither 0 nor 1, fail, and H is unchanged. */
zkvm_status zkvm_blake2f(blake2b_uint32 rounds, zkvm_blake2f_state *h,
                         const zkvm_blake2f_message *m, const zkvm_blake2f_offset *t,
                         unsigned char f) {
    blake2b_uint64 words[8], counter[2];
    int i;
    if (!h || !m || !t || f > 1) {
        return ZKVM_EFAIL;
    }
    for (i = 0; i < 8; i++) {
        words[i] = load(h->data + 8 * i);
    }
    counter[0] = load(t->data);
    counter[1] = load(t->data + 8);
    if (blake2b_compress(words, m->data, counter, f, 0, number_of(rounds)) != BLAKE2B_OK) {
        return ZKVM_EFAIL;
    }
    for (i = 0; i < 64; i++) {
        h->data[i] = (unsigned char)(words[i / 8] >> 8 * (i % 8) & 0xff);
    }
    return ZKVM_EOK;
}

#if !defined(ZKVM_LIBRARY)
#include <stdio.h>

/* What a caller passes for so many rounds. */
static blake2b_uint32 argument(unsigned rounds) {
#if defined(ZKVM_BIG_ENDIAN_ROUNDS)
    const unsigned char p[4] = {0, 0, 0, (unsigned char)rounds};
    blake2b_uint32 x;
    memcpy(&x, p, sizeof x);
    return x;
#else
    return rounds;
#endif
}

int main(void) {
    /* EIP-152, test vector 5: the last block of BLAKE2b-512 of "abc". */
    static const unsigned char expected[16] = {0xba, 0x80, 0xa5, 0x3f, 0x98, 0x1c, 0x4d, 0x0d,
                                               0x6a, 0x27, 0x97, 0xb6, 0x9f, 0x12, 0xf6, 0xe9};
    static const zkvm_blake2f_state start = {
        {0x48, 0xc9, 0xbd, 0xf2, 0x67, 0xe6, 0x09, 0x6a, 0x3b, 0xa7, 0xca, 0x84, 0x85,
         0xae, 0x67, 0xbb, 0x2b, 0xf8, 0x94, 0xfe, 0x72, 0xf3, 0x6e, 0x3c, 0xf1, 0x36,
         0x1d, 0x5f, 0x3a, 0xf5, 0x4f, 0xa5, 0xd1, 0x82, 0xe6, 0xad, 0x7f, 0x52, 0x0e,
         0x51, 0x1f, 0x6c, 0x3e, 0x2b, 0x8c, 0x68, 0x05, 0x9b, 0x6b, 0xbd, 0x41, 0xfb,
         0xab, 0xd9, 0x83, 0x1f, 0x79, 0x21, 0x7e, 0x13, 0x19, 0xcd, 0xe0, 0x5b}};
    static const zkvm_blake2f_message m = {{'a', 'b', 'c'}};
    static const zkvm_blake2f_offset t = {{3}};
    zkvm_blake2f_state h = start;
    if (zkvm_blake2f(argument(12), &h, &m, &t, 2) != ZKVM_EFAIL || memcmp(&h, &start, sizeof h) ||
        zkvm_blake2f(argument(12), NULL, &m, &t, 1) != ZKVM_EFAIL) {
        return 1;
    }
    if (zkvm_blake2f(argument(12), &h, &m, &t, 1) != ZKVM_EOK || memcmp(h.data, expected, 16)) {
        return 1;
    }
    puts("12 rounds of F are right");
    return 0;
}
#endif
