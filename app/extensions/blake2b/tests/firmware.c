/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * The least that firmware needs: a call of its own. It is linked with the library of "configure
 * --freestanding" and tests/systems/freestanding/start.c by freestanding.sh there, and measured by
 * tools/sizes.sh.
 */
#include <blake2b.h>

/* The digest of an image; 0, or non-zero if the library does not work on this CPU. */
int image_digest(unsigned char *digest, const unsigned char *image, size_t bytes);

int image_digest(unsigned char *digest, const unsigned char *image, size_t bytes) {
    blake2b_state S;
    if (blake2b_startup() != BLAKE2B_OK) {
        return 1;
    }
    blake2b_init(&S);
    blake2b_update(&S, image, bytes);
    blake2b_final(&S, digest);
    return 0;
}
