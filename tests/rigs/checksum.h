/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/* Tables of expected results have only a checksum of each, so that they are short. */
#ifndef CHECKSUM_H
#define CHECKSUM_H

#include <stddef.h>
#include <stdint.h>

/* 32-bit FNV-1a. */
static inline uint32_t checksum(const unsigned char *p, size_t bytes) {
    uint32_t x = 0x811c9dc5;
    for (; bytes; bytes--) {
        x = (x ^ *p++) * 0x01000193 & 0xffffffff;
    }
    return x;
}

#endif
