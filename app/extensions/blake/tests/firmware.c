/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * The least that firmware needs of one WIDTH, for tools/sizes.sh. (The startup call would bring
 * both, so that the first call does its work.)
 */
#include "blake_width.h"

/* The digest of an image; 0. */
int image_digest(unsigned char *digest, const unsigned char *image, size_t bytes);

int image_digest(unsigned char *digest, const unsigned char *image, size_t bytes) {
    state S;
    OF_WIDTH(init)(&S);
    OF_WIDTH(update)(&S, image, bytes);
    OF_WIDTH(final)(&S, digest);
    return 0;
}
