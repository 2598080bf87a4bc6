/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/* A program that includes the amalgamation: digests of "abc", and of 20 messages at once. */
#include "blake.h"
#include "blake2b.h"

#include <stdio.h>
#include <string.h>

static void print(const unsigned char *digest, size_t bytes) {
    size_t i;
    for (i = 0; i < bytes; i++) {
        printf("%02x", digest[i]);
    }
    putchar('\n');
}

int main(void) {
    unsigned char digest[64], digests[20][64], message[20][300];
    blake2b_params params;
    blake2b_job jobs[20];
    int i;

    blake2b(digest, "abc", 3);
    print(digest, 64);
    blake256(digest, "abc", 3);
    print(digest, 32);
    blake512(digest, "abc", 3);
    print(digest, 64);
    if (blake2b_params_init(&params) != BLAKE2B_OK) {
        return 1;
    }
    for (i = 0; i < 20; i++) {
        memset(message[i], i, sizeof message[i]);
        jobs[i].in = message[i];
        jobs[i].inlen = (size_t)i * 15;
        jobs[i].hash = digests[i];
    }
    if (blake2b_many(&params, jobs, 20) != BLAKE2B_OK) {
        return 1;
    }
    for (i = 0; i < 20; i++) {
        blake2b(digest, message[i], (size_t)i * 15);
        if (memcmp(digest, digests[i], 64) != 0) {
            printf("blake2b_many: message %d is wrong\n", i);
            return 1;
        }
    }
    printf("%s\n", blake2b_implementation());
    return 0;
}
