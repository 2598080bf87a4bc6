/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * The least that firmware needs: one call, memcpy and memset. freestanding.sh builds it against the
 * library of "configure --freestanding", and tools/sizes.sh measures it. (With FIRMWARE_BLAKE,
 * which is blake256 or blake512, it uses libblake. The startup call of libblake would link both
 * word sizes, so the first hash does its work.)
 */
#if defined(FIRMWARE_BLAKE)
#include <blake.h>
#define CALL__(hash, name) hash##_##name
#define CALL_(hash, name) CALL__(hash, name)
#define CALL(name) CALL_(FIRMWARE_BLAKE, name)
#define WORKS 1
#else
#include <blake2b.h>
#define CALL(name) blake2b_##name
#define WORKS (blake2b_startup() == BLAKE2B_OK)
#endif
#define DIGEST_BYTES 64 /* or less */

/* Writes the digest of an image; returns non-zero if the library does not work on this CPU. */
int image_digest(unsigned char digest[DIGEST_BYTES], const unsigned char *image, size_t bytes);

int image_digest(unsigned char digest[DIGEST_BYTES], const unsigned char *image, size_t bytes) {
    CALL(state) S;
    if (!WORKS) {
        return 1;
    }
    CALL(init)(&S);
    CALL(update)(&S, image, bytes);
    CALL(final)(&S, digest);
    return 0;
}

/* ---- for the linker: the start of firmware, and functions of a C library ---- */

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
