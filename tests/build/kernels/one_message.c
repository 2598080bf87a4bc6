/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/* What a program links that hashes one message, and nothing else. */
#include <blake2b.h>

void one_message(unsigned char *hash, const void *in, size_t inlen);
void one_message(unsigned char *hash, const void *in, size_t inlen) {
    blake2b(hash, in, inlen);
}
