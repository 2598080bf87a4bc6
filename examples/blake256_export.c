/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/* Save a hash in progress, and continue it later. */
#include <blake.h>
#include <stdio.h>

int main(void) {
    unsigned char saved[BLAKE256_SAVED_BYTES], hash[32];
    blake256_state S, later;
    size_t i;

    blake256_init(&S);
    blake256_update(&S, "a", 1);
    if (blake256_export(&S, saved, sizeof saved) != BLAKE_OK ||
        blake256_import(&later, saved, sizeof saved) != BLAKE_OK) {
        return 1;
    }
    blake256_update(&later, "bc", 2);
    blake256_final(&later, hash);
    for (i = 0; i < sizeof hash; i++) {
        printf("%02x", hash[i]);
    }
    printf("\n");
    return 0;
}
