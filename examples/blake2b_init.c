/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/* Print the BLAKE2b digest of standard input. */
#include <blake2b.h>
#include <stdio.h>

int main(void) {
    unsigned char hash[BLAKE2B_OUTBYTES], buffer[4096];
    blake2b_state S;
    size_t n, i;

    blake2b_init(&S);
    while ((n = fread(buffer, 1, sizeof buffer, stdin)) > 0) {
        blake2b_update(&S, buffer, n);
    }
    if (ferror(stdin)) {
        perror("stdin");
        return 1;
    }
    blake2b_final(&S, hash);
    for (i = 0; i < sizeof hash; i++) {
        printf("%02x", hash[i]);
    }
    printf("\n");
    return 0;
}
