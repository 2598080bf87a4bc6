/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/* Print the BLAKE-256 digest of standard input. */
#include <blake.h>
#include <stdio.h>

int main(void) {
    unsigned char hash[BLAKE256_OUTBYTES], buffer[4096];
    blake256_state S;
    size_t n, i;

    blake256_init(&S);
    while ((n = fread(buffer, 1, sizeof buffer, stdin)) > 0) {
        blake256_update(&S, buffer, n);
    }
    if (ferror(stdin)) {
        perror("stdin");
        return 1;
    }
    blake256_final(&S, hash);
    for (i = 0; i < sizeof hash; i++) {
        printf("%02x", hash[i]);
    }
    printf("\n");
    return 0;
}
