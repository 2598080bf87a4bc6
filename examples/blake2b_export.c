/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/* Save a hash in progress, and continue it later. */
#include <blake2b.h>
#include <stdio.h>

int main(void) {
    unsigned char saved[BLAKE2B_SAVED_BYTES], hash[64];
    blake2b_state S, later;
    size_t i;

    blake2b_init(&S);
    blake2b_update(&S, "a", 1);
    if (blake2b_export(&S, saved, sizeof saved) != BLAKE2B_OK ||
        blake2b_import(&later, saved, sizeof saved) != BLAKE2B_OK) {
        return 1;
    }
    blake2b_update(&later, "bc", 2);
    blake2b_final(&later, hash);
    for (i = 0; i < sizeof hash; i++) {
        printf("%02x", hash[i]);
    }
    printf("\n");
    return 0;
}
