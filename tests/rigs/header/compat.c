/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
#include "blake2b-compat/blake2.h"
#include "blake2b-compat/blake2.h"
#include "blake2b.h"

int main(void) {
    unsigned char hash[BLAKE2B_OUTBYTES];
    blake2b_state S;
    blake2b_param P[1];
    blake2bp_state parallel;
    blake2xb_state xof;
    memset(P, 0, sizeof P);
    P->digest_length = 64;
    P->fanout = P->depth = 1;
    if (blake2b_init_param(&S, P) || blake2b_update(&S, "abc", 3) ||
        blake2b_final(&S, hash, sizeof hash) || hash[0] != 0xba) {
        return 1;
    }
    return blake2b(hash, 64, "abc", 3, NULL, 0) || hash[63] != 0x23 ||
           blake2bp_init(&parallel, 64) || blake2xb_init(&xof, 64);
}
