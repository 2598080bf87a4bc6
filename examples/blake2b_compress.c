/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/* The BLAKE2b digest of "abc" by one call of the compression function. */
#include <blake2b.h>
#include <stdio.h>

int main(void) {
    /* RFC 7693, section 2.6. The parameter block begins with
       0x01010040: a digest of 64 bytes, no key. */
    blake2b_uint64 h[8] = {
        0x6a09e667f3bcc908 ^ 0x01010040,
        0xbb67ae8584caa73b,
        0x3c6ef372fe94f82b,
        0xa54ff53a5f1d36f1,
        0x510e527fade682d1,
        0x9b05688c2b3e6c1f,
        0x1f83d9abfb41bd6b,
        0x5be0cd19137e2179,
    };
    static const unsigned char block[128] = {'a', 'b', 'c'};
    static const blake2b_uint64 t[2] = {3, 0};
    int i, j;

    if (blake2b_compress(h, block, t, 1, 0, 12) != BLAKE2B_OK) {
        return 1;
    }
    for (i = 0; i < 8; i++) {
        for (j = 0; j < 64; j += 8) {
            printf("%02x", (unsigned)(h[i] >> j & 0xff));
        }
    }
    printf("\n");
    return 0;
}
