/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * Equihash's leaves as Zcash has them, and the check of a solution by them. All leaves begin with
 * the block header and its nonce, so blake2b_many_from compresses this prefix only once.
 *
 * The personalization is "ZcashPoW", n and k (4 bytes each, little-endian). A digest contains as
 * many leaves of n bits as fit into 512 bits: leaf i is in the digest of prefix and i / LEAVES
 * (4 bytes, little-endian). The 2^k leaves of a solution must have the exclusive or zero. (A node
 * also checks the order of the indices, and the bits that collide at each level.)
 */
#include <blake2b.h>
#include <stdio.h>
#include <string.h>

#define N 96
#define K 5
#define LEAVES (512 / N) /* leaves in a digest */
#define LEAF (N / 8)     /* bytes of a leaf */
#define DIGEST (LEAVES * LEAF)
#define SOLUTION (1 << K) /* indices in a solution */

static void store32(unsigned char *p, unsigned long x) {
    int i;
    for (i = 0; i < 4; i++) {
        p[i] = (unsigned char)(x >> 8 * i & 0xff);
    }
}

/* A state that has taken the header and the nonce. */
static int begin(blake2b_state *S, const void *header, size_t headerlen,
                 const unsigned char nonce[32]) {
    blake2b_params P = BLAKE2B_PARAMS_INIT(DIGEST, "ZcashPoW");
    store32(P.personal + 8, N);
    store32(P.personal + 12, K);
    return blake2b_init_params(S, &P) != BLAKE2B_OK ||
           blake2b_append(S, header, headerlen) != BLAKE2B_OK ||
           blake2b_append(S, nonce, 32) != BLAKE2B_OK;
}

/* Writes the leaves of the COUNT (at most SOLUTION) indices. S is not changed. */
static int leaves(unsigned char (*leaf)[LEAF], const blake2b_state *S, const unsigned long *index,
                  size_t count) {
    unsigned char tail[SOLUTION][4], hash[SOLUTION][DIGEST];
    blake2b_job jobs[SOLUTION];
    size_t i;
    for (i = 0; i < count; i++) {
        store32(tail[i], index[i] / LEAVES);
        jobs[i].in = tail[i];
        jobs[i].inlen = sizeof tail[i];
        jobs[i].hash = hash[i];
    }
    if (blake2b_many_from(S, jobs, count) != BLAKE2B_OK) {
        return 1;
    }
    for (i = 0; i < count; i++) {
        memcpy(leaf[i], hash[i] + index[i] % LEAVES * LEAF, LEAF);
    }
    return 0;
}

/* 1 if the exclusive or of all leaves is zero, 0 if not, -1 on errors. */
static int solves(const blake2b_state *S, const unsigned long index[SOLUTION]) {
    unsigned char leaf[SOLUTION][LEAF];
    int i, j, rest = 0;
    if (leaves(leaf, S, index, SOLUTION)) {
        return -1;
    }
    for (j = 0; j < LEAF; j++) {
        unsigned char x = 0;
        for (i = 0; i < SOLUTION; i++) {
            x ^= leaf[i][j];
        }
        rest |= x;
    }
    return !rest;
}

int main(void) {
    /* Of Zcash's own tests: n = 96, k = 5, nonce 0. */
    static const char header[] = "block header";
    static const unsigned char nonce[32] = {0};
    static const unsigned char first[LEAF] = {0x6e, 0x66, 0xd8, 0x05, 0xf6, 0x4e,
                                              0x22, 0xa8, 0x4b, 0x5a, 0x82, 0x64};
    unsigned long solution[SOLUTION] = {976,   126621, 100174, 123328, 38477,  105390, 38834,
                                        90500, 6411,   116489, 51107,  129167, 25557,  92292,
                                        38525, 56514,  1110,   98024,  15426,  74455,  3185,
                                        84007, 24328,  36473,  17427,  129451, 27556,  119967,
                                        31704, 62448,  110460, 117894};
    static const unsigned long zero[1] = {0};
    unsigned char leaf[1][LEAF];
    blake2b_state S;

    if (begin(&S, header, strlen(header), nonce) || leaves(leaf, &S, zero, 1) ||
        memcmp(leaf[0], first, LEAF)) {
        return 1;
    }
    printf("solution: %d\n", solves(&S, solution));
    if (solves(&S, solution) != 1) {
        return 1;
    }
    solution[31]++;
    printf("with another index: %d\n", solves(&S, solution));
    return solves(&S, solution) != 0;
}
