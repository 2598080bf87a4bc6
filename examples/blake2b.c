/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/* Print the BLAKE2b digest of a text, and a MAC of 32 bytes. */
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
    const char *text = "The quick brown fox";
    unsigned char hash[BLAKE2B_OUTBYTES], mac[32];
    size_t length = strlen(text);
    int status;

    blake2b(hash, text, length);
    print(hash, sizeof hash);

    status = blake2b_digest(mac, 32, text, length, "secret", 6);
    if (status != BLAKE2B_OK) {
        return 1;
    }
    print(mac, sizeof mac);
    return 0;
}
