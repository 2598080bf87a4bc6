/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/* Tables of expected results have only checksums, so that they are short. */
#ifndef CHECKSUM_H
#define CHECKSUM_H

#include <stddef.h>
#include <stdint.h>

enum { CHECKSUM_GROUP = 16 };
#define CHECKSUM_START 0x811c9dc5u

/* 32-bit FNV-1a, which continues from X. */
static inline uint32_t checksum_from(uint32_t x, const unsigned char *p, size_t bytes) {
    for (; bytes; bytes--) {
        x = (x ^ *p++) * 0x01000193 & 0xffffffff;
    }
    return x;
}

static inline uint32_t checksum(const unsigned char *p, size_t bytes) {
    return checksum_from(CHECKSUM_START, p, bytes);
}

/*
 * For a table with one checksum for each CHECKSUM_GROUP results: adds result number I to *SUM, in
 * their order. Returns 0 if this completes a group, and one of its results is wrong.
 */
static inline int checksum_next(uint32_t *sum, const uint32_t *table, size_t i,
                                const unsigned char *p, size_t bytes) {
    *sum = checksum_from(i % CHECKSUM_GROUP ? *sum : CHECKSUM_START, p, bytes);
    return (i + 1) % CHECKSUM_GROUP || *sum == table[i / CHECKSUM_GROUP];
}

#endif
