/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
#include "blake2b-compat/blake2.h"
struct table {
    int (*blake2b)(void *, size_t, const void *, size_t, const void *, size_t);
};
int main(void) {
    unsigned char a[64], b[64], c[64];
    const size_t n = 64;
    unsigned three = 3;
    return blake2b(a, n, "abc", three, NULL, 0) || blake2(b, 64, "abc", 3, "", 0) ||
           blake2bp(c, 64, "abc", 3, "key", 3) || a[0] != 0xba || b[63] != 0x23 || c[0] != 0x08;
}
