/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/* The two examples in the read-me of the original library. */
#include <stdio.h>
#include <string.h>

#include <blake2b.h>

/* RFC 7693, appendix A. */
static const unsigned char abc[64] = {
    0xba, 0x80, 0xa5, 0x3f, 0x98, 0x1c, 0x4d, 0x0d, 0x6a, 0x27, 0x97, 0xb6, 0x9f, 0x12, 0xf6, 0xe9,
    0x4c, 0x21, 0x2f, 0x14, 0x68, 0x5a, 0xc4, 0xb7, 0x4b, 0x12, 0xbb, 0x6f, 0xdb, 0xff, 0xa2, 0xd1,
    0x7d, 0x87, 0xc5, 0x39, 0x2a, 0xab, 0x79, 0x2d, 0xc2, 0x52, 0xd5, 0xde, 0x45, 0x33, 0xcc, 0x95,
    0x18, 0xd3, 0x8a, 0xa8, 0xdb, 0xf1, 0x92, 0x5a, 0xb9, 0x23, 0x86, 0xed, 0xd4, 0x00, 0x99, 0x23,
};

static int failed;

static void expect(const char *name, const unsigned char *hash) {
    if (memcmp(hash, abc, sizeof abc)) {
        printf("not ok - %s: not the digest of RFC 7693\n", name);
        failed = 1;
    } else {
        printf("ok - %s\n", name);
    }
}

static void one_call(void) {
    size_t bytes = 3;
    unsigned char data[3] = {'a', 'b', 'c'};
    unsigned char hash[64];

    blake2b(hash, data, bytes);

    expect("examples/one-call", hash);
}

static void incrementally(void) {
    size_t bytes = 3;
    unsigned char data[3] = {'a', 'b', 'c'};
    unsigned char hash[64];
    blake2b_state state;
    size_t i;

    blake2b_init(&state);
    /* add one byte at a time, extremely inefficient */
    for (i = 0; i < bytes; i++) {
        blake2b_update(&state, data + i, 1);
    }
    blake2b_final(&state, hash);

    expect("examples/incrementally", hash);
}

int main(void) {
    one_call();
    incrementally();
    puts("1..2");
    return failed;
}
