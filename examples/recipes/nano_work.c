/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * Nano's proof of work. The message is a nonce (8 bytes, little-endian) and a root (32 bytes: the
 * previous block's hash, or the account's public key). Its BLAKE2b digest of 8 bytes, read as a
 * little-endian number, must be at least the network's threshold.
 *
 * Nonces are independent, so blake2b_many hashes many of them at once.
 */
#include <blake2b.h>
#include <stdio.h>
#include <string.h>

#define BATCH 64
#define MESSAGE 40 /* nonce and root */

static const blake2b_params params = BLAKE2B_PARAMS_INIT(8, "");

static blake2b_uint64 number(unsigned long high, unsigned long low) {
    return (blake2b_uint64)high << 32 | low;
}

static void store(unsigned char *p, blake2b_uint64 x) {
    int i;
    for (i = 0; i < 8; i++) {
        p[i] = (unsigned char)(x >> 8 * i & 0xff);
    }
}

static blake2b_uint64 load(const unsigned char *p) {
    blake2b_uint64 x = 0;
    int i;
    for (i = 8; i--;) {
        x = x << 8 | p[i];
    }
    return x;
}

/* The values of BATCH nonces from FIRST on. Returns 0 on success. */
static int values(blake2b_uint64 value[BATCH], const unsigned char root[32], blake2b_uint64 first) {
    unsigned char message[BATCH][MESSAGE], hash[BATCH][8];
    blake2b_job jobs[BATCH];
    size_t i;
    for (i = 0; i < BATCH; i++) {
        store(message[i], first + i);
        memcpy(message[i] + 8, root, 32);
        jobs[i].in = message[i];
        jobs[i].inlen = MESSAGE;
        jobs[i].hash = hash[i];
    }
    if (blake2b_many(&params, jobs, BATCH) != BLAKE2B_OK) {
        return 1;
    }
    for (i = 0; i < BATCH; i++) {
        value[i] = load(hash[i]);
    }
    return 0;
}

/* The first nonce from NONCE on whose value reaches the threshold. Returns 0 on success. */
static int search(blake2b_uint64 *nonce, const unsigned char root[32], blake2b_uint64 threshold) {
    blake2b_uint64 value[BATCH];
    size_t i;
    for (;; *nonce += BATCH) {
        if (values(value, root, *nonce)) {
            return 1;
        }
        for (i = 0; i < BATCH; i++) {
            if (value[i] >= threshold) {
                *nonce += i;
                return 0;
            }
        }
    }
}

int main(void) {
    /* The example of the node's documentation, and of nano-work-server. */
    static const unsigned char root[32] = {0x71, 0x8c, 0xc2, 0x12, 0x1c, 0x3e, 0x64, 0x10,
                                           0x59, 0xbc, 0x1c, 0x2c, 0xfc, 0x45, 0x66, 0x6c,
                                           0x99, 0xe8, 0xae, 0x92, 0x2f, 0x7a, 0x80, 0x7b,
                                           0x7d, 0x07, 0xb6, 0x2c, 0x99, 0x5d, 0x79, 0xe2};
    const blake2b_uint64 work = number(0x2bf29ef0, 0x0786a6bc);
    const blake2b_uint64 legacy = number(0xffffffc0, 0), receive = number(0xfffffe00, 0);
    const blake2b_uint64 send = number(0xfffffff8, 0);
    blake2b_uint64 value[BATCH], nonce = 0;

    if (values(value, root, work)) {
        return 1;
    }
    printf("value %08lx%08lx\n", (unsigned long)(value[0] >> 32),
           (unsigned long)(value[0] & 0xffffffff));
    if (value[0] != number(0xffffffd2, 0x1c3933f4) || value[0] < legacy || value[0] < receive ||
        value[0] >= send) {
        return 1;
    }
    /* A threshold that takes some thousand tries: one in 4096 values reaches it. */
    if (search(&nonce, root, number(0xfff00000, 0))) {
        return 1;
    }
    printf("nonce %lu\n", (unsigned long)nonce);
    return nonce != 483;
}
