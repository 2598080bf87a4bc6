/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/* Two libraries in one program, each with the driver: prints the digests of "abc". */
#include <stdio.h>
#include <string.h>

#include "blake2b.h"
#include "blake2s.h"

static void print(const unsigned char *p, size_t bytes) {
    while (bytes--) {
        printf("%02x", *p++);
    }
    printf("\n");
}

int main(void) {
    static const blake2s_params params = {BLAKE2S_OUTBYTES, NULL, 0, {0}, {0}};
    unsigned char b[BLAKE2B_OUTBYTES], s[BLAKE2S_OUTBYTES];
    blake2s_state S;
    if (blake2s_init(&S, &params)) {
        return 1;
    }
    blake2b(b, "abc", 3);
    blake2s_update(&S, "abc", 3);
    blake2s_final(&S, s);
    print(b, sizeof b);
    print(s, sizeof s);
    return 0;
}
