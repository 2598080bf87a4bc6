/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * A Merkle tree: the root of a Sia sector. A leaf is the BLAKE2b-256 of a zero byte and 64 bytes of
 * data, a node that of a one byte and its two children. The first byte keeps leaves and nodes
 * apart: without it, somebody could present a node as a leaf.
 *
 * The first byte is a shared prefix, and the messages of a level are independent, so
 * blake2b_many_from hashes many of them at once. The tree needs 32 bytes of memory for each leaf.
 */
#include <blake2b.h>
#include <stdio.h>
#include <string.h>

#define SECTOR ((size_t)1 << 22) /* 4 MiB */
#define PART 64                  /* data of a leaf; also two digests */
#define HASH 32
#define BATCH 128

static unsigned char sector[SECTOR], level[SECTOR / PART * HASH];

/* A state with the prefix of leaves (0) or of nodes (1). */
static int begin(blake2b_state *S, unsigned char prefix) {
    return blake2b_digest_init(S, HASH, NULL, 0) != BLAKE2B_OK ||
           blake2b_append(S, &prefix, 1) != BLAKE2B_OK;
}

/* Hashes COUNT parts of 64 bytes that follow each other. OUT may be IN: a batch is read before it
   is written, and writes half of what it read. */
static int hash_parts(unsigned char *out, const blake2b_state *S, const unsigned char *in,
                      size_t count) {
    unsigned char hash[BATCH][HASH];
    blake2b_job jobs[BATCH];
    size_t done, now, i;
    for (done = 0; done < count; done += now) {
        now = count - done < BATCH ? count - done : BATCH;
        for (i = 0; i < now; i++) {
            jobs[i].in = in + PART * (done + i);
            jobs[i].inlen = PART;
            jobs[i].hash = hash[i];
        }
        if (blake2b_many_from(S, jobs, now) != BLAKE2B_OK) {
            return 1;
        }
        memcpy(out + HASH * done, hash, HASH * now);
    }
    return 0;
}

/* The root of BYTES of data: 64 times a power of two, at most a sector. */
static int root(unsigned char hash[HASH], const unsigned char *data, size_t bytes) {
    blake2b_state leaf, node;
    size_t count = bytes / PART;
    if (bytes > SECTOR || !count || count * PART != bytes || (count & (count - 1))) {
        return 1;
    }
    if (begin(&leaf, 0) || begin(&node, 1) || hash_parts(level, &leaf, data, count)) {
        return 1;
    }
    while (count > 1) {
        count /= 2;
        if (hash_parts(level, &node, level, count)) {
            return 1;
        }
    }
    memcpy(hash, level, HASH);
    return 0;
}

/* Whether the sector has this root. */
static int has_root(const char *expected) {
    unsigned char hash[HASH];
    char hex[2 * HASH + 1];
    int i;
    if (root(hash, sector, SECTOR)) {
        return 0;
    }
    for (i = 0; i < HASH; i++) {
        sprintf(hex + 2 * i, "%02x", hash[i]);
    }
    printf("root %s\n", hex);
    return !strcmp(hex, expected);
}

int main(void) {
    /* Roots that Sia's own tests expect: of zeros, and with the first or the last byte 1. */
    if (!has_root("50ed59cecd5ed3ca9e65cec0797202091dbba45272dafa3faa4e27064eedd52c")) {
        return 1;
    }
    sector[0] = 1;
    if (!has_root("8c20a2c90a733a5139cc57e45755322e304451c3434b0c0a0aad87f2f89a44ab")) {
        return 1;
    }
    sector[0] = 0;
    sector[SECTOR - 1] = 1;
    return !has_root("d0ab6691d76750618452e920386e5f6f98fdd1219a70a06f06ef622ac6c6373c");
}
