/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
#include <blake.h>
#include <blake2b.h>
#include <stdio.h>

int main(void) {
    unsigned char hash[64], other[32];
    blake2b(hash, "abc", 3);
    blake256(other, "abc", 3);
    printf("libblake2b %s, %s: %02x%02x\n", blake2b_version(), blake2b_implementation(), hash[0],
           hash[63]);
    return hash[0] != 0xba || hash[63] != 0x23;
}
