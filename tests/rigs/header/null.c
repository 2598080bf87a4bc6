/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
#include <blake.h>
#include <blake2b.h>
static int check(blake2b_state *S, const blake2b_params *P, blake256_state *B) {
    int error = blake2b_append(S, "abc", 3);
    if (error != BLAKE2B_ERROR_NULL || blake2b_init_params(S, P) != error ||
        blake256_append(B, "abc", 3) != BLAKE_ERROR_NULL) {
        return 1;
    }
    return S ? 2 : P ? 3 : B ? 4 : 0;
}
int main(void) {
    blake2b_state *volatile S = NULL;
    const blake2b_params *volatile P = NULL;
    blake256_state *volatile B = NULL;
    return check(S, P, B);
}
