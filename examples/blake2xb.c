/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/* Derive 80 bytes of output from a message and a key. */
#include <blake2b.h>
#include <stdio.h>

int main(void) {
    unsigned char out[80];
    size_t i;

    if (blake2xb(out, sizeof out, "abc", 3, "secret", 6)) {
        return 1;
    }
    for (i = 0; i < sizeof out; i++) {
        printf("%02x", out[i]);
    }
    printf("\n");
    return 0;
}
