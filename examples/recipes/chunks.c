/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * Content-defined chunks, as backup programs store them. The content decides where a chunk ends, so
 * a byte inserted at the beginning changes one chunk and not all that follow. A chunk's name is its
 * BLAKE2b-256 digest.
 *
 * Chunks are collected first, then blake2b_many hashes a batch of them at once. (The cuts need one
 * pass of their own; a rolling sum is much cheaper than a hash.)
 */
#include <blake2b.h>
#include <stdio.h>
#include <string.h>

#define BATCH 32
#define LEAST 2048 /* bytes of a chunk, but of the last one */
#define MOST 65536
#define RARE 13 /* a cut after 2^13 bytes beyond the least, on average */
#define NAME 32
#define DATA ((size_t)1 << 20)

static const blake2b_params params = BLAKE2B_PARAMS_INIT(NAME, "");
static blake2b_uint32 gear[256]; /* a random number for each byte */

static int make_gear(void) {
    int i;
    for (i = 0; i < 256; i++) {
        unsigned char byte = (unsigned char)i, hash[4];
        if (blake2b_digest(hash, sizeof hash, &byte, 1, NULL, 0) != BLAKE2B_OK) {
            return 1;
        }
        gear[i] = (blake2b_uint32)hash[3] << 24 | (blake2b_uint32)hash[2] << 16 |
                  (blake2b_uint32)hash[1] << 8 | hash[0];
    }
    return 0;
}

/* The length of the chunk at the beginning of DATA: a cut where the upper bits of a sum over the
   last 32 bytes are zero. */
static size_t cut(const unsigned char *data, size_t bytes) {
    const size_t most = bytes < MOST ? bytes : MOST;
    blake2b_uint32 sum = 0;
    size_t i;
    for (i = 0; i < most; i++) {
        sum = ((sum << 1) + gear[data[i]]) & 0xffffffff;
        if (i + 1 >= LEAST && sum >> (32 - RARE) == 0) {
            return i + 1;
        }
    }
    return most;
}

/* Writes the names of DATA's chunks, at most MOST_NAMES; returns how many, or 0 on errors. */
static size_t name_chunks(unsigned char (*name)[NAME], size_t most_names, const unsigned char *data,
                          size_t bytes) {
    blake2b_job jobs[BATCH];
    size_t names = 0, collected = 0;
    while (bytes) {
        const size_t length = cut(data, bytes);
        if (names == most_names) {
            return 0;
        }
        jobs[collected].in = data;
        jobs[collected].inlen = length;
        jobs[collected].hash = name[names++];
        collected++;
        data += length;
        bytes -= length;
        if (collected == BATCH || !bytes) {
            if (blake2b_many(&params, jobs, collected) != BLAKE2B_OK) {
                return 0;
            }
            collected = 0;
        }
    }
    return names;
}

int main(void) {
    static unsigned char data[1 + DATA], before[512][NAME], after[512][NAME];
    static const char expected[] =
        "a8cfc9b6689e358309e8bc52e3c88a8a9f1d923fb49bd30b0c76f9a22edd0419";
    unsigned char hash[32];
    char hex[65];
    size_t i, j, n, m, new_chunks = 0;
    blake2b_uint32 x = 1;

    data[0] = '!';
    for (i = 1; i <= DATA; i++) {
        x = (x * 1103515245 + 12345) & 0xffffffff;
        data[i] = (unsigned char)(x >> 16 & 0xff);
    }
    if (make_gear()) {
        return 1;
    }
    n = name_chunks(before, 512, data + 1, DATA);
    m = name_chunks(after, 512, data, DATA + 1); /* a byte more at the beginning */
    for (i = 0; i < m; i++) {
        for (j = 0; j < n && memcmp(after[i], before[j], NAME); j++) {
        }
        new_chunks += j == n;
    }
    printf("%lu chunks; with another byte %lu, of which %lu are new\n", (unsigned long)n,
           (unsigned long)m, (unsigned long)new_chunks);
    if (blake2b_digest(hash, sizeof hash, before, n * NAME, NULL, 0) != BLAKE2B_OK) {
        return 1;
    }
    for (i = 0; i < sizeof hash; i++) {
        sprintf(hex + 2 * i, "%02x", hash[i]);
    }
    return n != 103 || m != 103 || new_chunks != 1 || strcmp(hex, expected) != 0;
}
