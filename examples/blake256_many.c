/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/* Hash several messages at once. */
#include <blake.h>
#include <stdio.h>
#include <string.h>

int main(void) {
    static const char *text[4] = {"one", "two", "three", "four"};
    unsigned char hash[4][32];
    blake_job jobs[4];
    size_t i, j;

    for (i = 0; i < 4; i++) {
        jobs[i].in = text[i];
        jobs[i].inlen = strlen(text[i]);
        jobs[i].hash = hash[i];
    }
    if (blake256_many(32, NULL, jobs, 4) != BLAKE_OK) {
        return 1;
    }
    for (i = 0; i < 4; i++) {
        for (j = 0; j < 32; j++) {
            printf("%02x", hash[i][j]);
        }
        printf("  %s\n", text[i]);
    }
    return 0;
}
