/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * What tests/firmware.c of an extension needs of a linker and a C library: where firmware begins,
 * memcpy and memset.
 */
#include <stddef.h>

#define DIGEST_BYTES 64 /* or less */

int image_digest(unsigned char *digest, const unsigned char *image, size_t bytes);
void *memcpy(void *to, const void *from, size_t bytes);
void *memset(void *to, int byte, size_t bytes);
void start(void);

/* (volatile: compilers replace such loops by calls of memset.) */
void *memcpy(void *to, const void *from, size_t bytes) {
    volatile unsigned char *t = (volatile unsigned char *)to;
    const unsigned char *f = (const unsigned char *)from;
    while (bytes--) {
        *t++ = *f++;
    }
    return to;
}

void *memset(void *to, int byte, size_t bytes) {
    volatile unsigned char *t = (volatile unsigned char *)to;
    while (bytes--) {
        *t++ = (unsigned char)byte;
    }
    return to;
}

/* Volatile, as values on a device would be. */
unsigned char digest[DIGEST_BYTES];
const unsigned char *volatile image;

void start(void) {
    for (;;) {
        image_digest(digest, image, 1000);
    }
}
