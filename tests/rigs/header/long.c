/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
#define BLAKE_LONG_NAMES
#include <blake.h>
int blake256(int blake256_state);
int blake256(int blake256_state) {
    return blake256_state;
}
static int usable(libblake_blake256_state *S) {
    return libblake_blake256_digest_init(S, 32, NULL);
}
int main(void) {
    libblake_blake256_state S;
    return usable(&S) + blake256(0);
}
