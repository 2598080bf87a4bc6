/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * A program linked with the libraries that CHECKS names: -DCHECKS='CHECK(ours) CHECK(libb2)'. Each
 * is called twice, as symbols are only looked up the first time.
 */
#include <stdio.h>

#define CHECK(name) const char *check_##name(void);
CHECKS
#undef CHECK

static int wrong;

static void say(const char *name, const char *what) {
    if (what) {
        printf("%s: %s; ", name, what);
        wrong = 1;
    }
}

int main(void) {
    int round;
    for (round = 0; round < 2; round++) {
#define CHECK(name) say(#name, check_##name());
        CHECKS
    }
    return wrong;
}
