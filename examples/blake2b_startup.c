/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/* Check at the start that the library works, and name what it uses. */
#include <blake2b.h>
#include <stdio.h>

int main(void) {
    if (blake2b_startup() != BLAKE2B_OK) {
        fprintf(stderr, "libblake2b: self-test failed\n");
        return 1;
    }
    fprintf(stderr, "libblake2b %s", blake2b_version());
    fprintf(stderr, ", %s\n", blake2b_implementation());
    return 0;
}
