/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/* Print the BLAKE2bp digest of a message. */
#include <blake2b.h>
#include <stdio.h>

int main(void) {
    unsigned char hash[64];
    size_t i;

    if (blake2bp(hash, sizeof hash, "abc", 3, NULL, 0)) {
        return 1;
    }
    for (i = 0; i < sizeof hash; i++) {
        printf("%02x", hash[i]);
    }
    printf("\n");
    return 0;
}
