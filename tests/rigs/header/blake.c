/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
#include <blake.h>
#include <blake2b.h>
#include <blake.h>

int main(void) {
    unsigned char hash[BLAKE256_OUTBYTES], saved[BLAKE256_SAVED_BYTES];
    static const unsigned char salt[BLAKE256_SALTBYTES] = {1};
    blake256_state S, copy;
    blake_job job;
    job.in = "abc";
    job.inlen = 3;
    job.hash = hash;
    blake256_init_salted(&S, salt);
    blake256_update(&S, "abc", 3);
    copy = S;
    blake256_final(&copy, hash);
    blake224(hash, "abc", 3);
    return blake_startup() || blake256_export(&S, saved, sizeof saved) ||
           blake256_many(sizeof hash, NULL, &job, 1) ||
           blake256_select("nothing") != BLAKE_ERROR_NAME;
}
