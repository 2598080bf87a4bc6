/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/* Print the BLAKE-256 digest of a message. */
#include <blake.h>
#include <stdio.h>

int main(void) {
    unsigned char hash[BLAKE256_OUTBYTES];
    size_t i;

    blake256(hash, "abc", 3);
    for (i = 0; i < sizeof hash; i++) {
        printf("%02x", hash[i]);
    }
    printf("\n");
    return 0;
}
