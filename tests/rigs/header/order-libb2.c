/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
#define BLAKE2_COMPAT_LIBB2_ORDER
#include "blake2b-compat/blake2.h"
int main(void) {
    unsigned char a[64], b[64], c[64];
    const size_t n = 64;
    unsigned three = 3;
    blake2b_param P;
    blake2b_state S;
    if (blake2b(a, "abc", NULL, n, three, 0) || blake2(b, "abc", "", 64, 3, 0) ||
        blake2bp(c, "abc", "key", 64, 3, 3) || a[0] != 0xba || b[63] != 0x23 || c[0] != 0x08) {
        return 1;
    }
    memset(&P, 0, sizeof P);
    P.digest_length = 64, P.fanout = P.depth = 1;
    P.node_offset = 0;
    return sizeof P.node_offset != 8 || blake2b_init_param(&S, &P) ||
           blake2b_update(&S, "abc", 3) || blake2b_final(&S, a, 64) || a[0] != 0xba;
}
