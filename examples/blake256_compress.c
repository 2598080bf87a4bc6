/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/* Run 8 rounds of the compression function of BLAKE-256 instead of its 14. */
#include <blake.h>
#include <stdio.h>

int main(void) {
    blake_uint32 h[8] = {
        0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
        0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
    };
    static const blake_uint32 salt[4] = {0, 0, 0, 0};
    static const blake_uint32 bits[2] = {24, 0};
    /* padding: a bit, zeros, a bit, and the number of bits */
    static const unsigned char block[64] = {
        'a', 'b', 'c', 0x80, [55] = 1, [63] = 24,
    };
    int i;

    if (blake256_compress(h, block, salt, bits, 8) != BLAKE_OK) {
        return 1;
    }
    for (i = 0; i < 8; i++) {
        printf("%08lx", (unsigned long)h[i]);
    }
    printf("\n");
    return 0;
}
