/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/* Print the BLAKE2b digest of a message, and a MAC of 32 bytes. */
#include <blake2b.h>
#include <stdio.h>
#include <string.h>

static void print(const unsigned char *hash, size_t bytes) {
    while (bytes--) {
        printf("%02x", *hash++);
    }
    printf("\n");
}

int main(void) {
    const char *message = "The quick brown fox";
    unsigned char hash[BLAKE2B_OUTBYTES], mac[32];

    blake2b(hash, message, strlen(message));
    print(hash, sizeof hash);

    if (blake2b_digest(mac, sizeof mac, message, strlen(message), "secret", 6) != BLAKE2B_OK) {
        return 1;
    }
    print(mac, sizeof mac);
    return 0;
}
