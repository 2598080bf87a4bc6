/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/* Print the BLAKE2s digest of a message, one of a list of messages. */
#include <blake2s.h>
#include <stdio.h>

int main(void) {
    static const blake2s_params plain = {32, NULL, 0, {0}, {0}};
    unsigned char hash[BLAKE2S_OUTBYTES];
    blake2s_job job = {"abc", 3, NULL};
    size_t i;

    job.hash = hash;
    if (blake2s_many(&plain, &job, 1) != BLAKE2S_OK) {
        return 1;
    }
    for (i = 0; i < sizeof hash; i++) {
        printf("%02x", hash[i]);
    }
    printf("\n");
    return 0;
}
