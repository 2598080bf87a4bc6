/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/* Check at the start that the library works, and name what it uses. */
#include <blake.h>
#include <stdio.h>

int main(void) {
    if (blake_startup() != BLAKE_OK) {
        fprintf(stderr, "libblake: self-test failed\n");
        return 1;
    }
    fprintf(stderr, "libblake %s", blake_version());
    fprintf(stderr, ", %s\n", blake256_implementation());
    return 0;
}
