/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/* Shared by the self-tests of kernels. */
#include "selftests.h"

void selftest_input(unsigned char *p, size_t random, size_t ones) {
    volatile size_t below[96];
    unsigned x = 1;
    size_t i;
    for (i = 0; i < sizeof below / sizeof below[0]; i++) {
        below[i] = (size_t)-1 / 255 * 0x5a;
    }
    for (i = 0; i < random; i++) {
        x = (x * 5 + 113) & 0x7fff;
        p[i] = (unsigned char)(x & 0x4000 ? 0xff : x >> 7);
    }
    memset(p + random, 0xff, ones);
}

size_t selftest_sum(const unsigned char *p, size_t bytes) {
    size_t sum = 0, next, i;
    for (i = 0; i + sizeof next <= bytes; i += sizeof next) {
        memcpy(&next, p + i, sizeof next);
        sum = (sum << 1 | sum >> (8 * sizeof sum - 1)) + next;
    }
    return sum;
}

/*
 * CALL(argument). Compilers keep the six words in registers that the call must not change. Returns
 * whether it did not.
 */
static NOINLINE int selftest_call(void (*call)(void *argument), void *argument) {
    volatile size_t kept[6];
    size_t a, b, c, d, e, f;
    kept[0] = 0x1235u;
    kept[1] = 0x2346u;
    kept[2] = 0x3457u;
    kept[3] = 0x4568u;
    kept[4] = 0x5679u;
    kept[5] = 0x678au;
    a = kept[0];
    b = kept[1];
    c = kept[2];
    d = kept[3];
    e = kept[4];
    f = kept[5];
    call(argument);
    return a == kept[0] && b == kept[1] && c == kept[2] && d == kept[3] && e == kept[4] &&
           f == kept[5];
}

int selftest_deeper(unsigned depth, void (*call)(void *argument), void *argument) {
    volatile unsigned char frame[16];
    frame[0] = 1;
    return (depth ? selftest_deeper(depth - 1, call, argument) : selftest_call(call, argument)) &
           frame[0];
}

int selftest_same(const void *p, const void *q, size_t bytes) {
    size_t i = 0;
    while (i < bytes && ((const unsigned char *)p)[i] == ((const unsigned char *)q)[i]) {
        i++;
    }
    return i == bytes;
}
