/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/* Hash with personalization, so that no other application has the same digests. */
#include <blake2b.h>
#include <stdio.h>

const blake2b_params P = BLAKE2B_PARAMS_INIT(32, "my backup v1");

int main(void) {
    unsigned char hash[32];
    size_t i;

    if (blake2b_hash(&P, hash, sizeof hash, "abc", 3)) {
        return 1;
    }
    for (i = 0; i < sizeof hash; i++) {
        printf("%02x", hash[i]);
    }
    printf("\n");
    return 0;
}
