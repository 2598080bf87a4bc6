/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
#define BLAKE2_COMPAT_OWN_BLAKE2S
#include "blake2b-compat/blake2.h"
enum { BLAKE2S_OUTBYTES = 32 };
typedef struct {
    int x;
} blake2s_state;
int blake2s_init(blake2s_state *S, size_t outlen);
int blake2s_init(blake2s_state *S, size_t outlen) {
    return S->x + (int)outlen + BLAKE2S_OUTBYTES;
}
