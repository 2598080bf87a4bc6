/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/* libb2 and this library in one source file, their headers in either order; C and C++. */
#if defined(LIBB2_FIRST)
#include <blake2.h>
#endif
#define BLAKE2B_LONG_NAMES
#include <blake2b.h>
#if !defined(LIBB2_FIRST)
#include <blake2.h>
#endif

#include "coexist.h"

int main(void) {
    static const unsigned char abc[3] = {'a', 'b', 'c'};
    unsigned char hash[BLAKE2B_OUTBYTES];
    blake2b_state theirs;
    libblake2b_blake2b_state S;
    libblake2b_blake2b_params P;

    if (blake2b(hash, abc, NULL, 64, 3, 0) || differs(hash, ABC_512) || blake2b_init(&theirs, 32) ||
        blake2b_update(&theirs, abc, 3) || blake2b_final(&theirs, hash, 32) ||
        differs(hash, ABC_256)) {
        return 1;
    }
    libblake2b_blake2b(hash, abc, 3);
    if (differs(hash, ABC_512)) {
        return 2;
    }
    libblake2b_blake2b_init(&S);
    libblake2b_blake2b_update(&S, abc, 3);
    libblake2b_blake2b_final(&S, hash);
    if (differs(hash, ABC_512)) {
        return 3;
    }
    if (libblake2b_blake2b_params_init(&P) != BLAKE2B_OK) {
        return 4;
    }
    P.digest_length = 32;
    if (libblake2b_blake2b_hash(&P, hash, 32, abc, 3) != BLAKE2B_OK || differs(hash, ABC_256)) {
        return 5;
    }
    return 0;
}
