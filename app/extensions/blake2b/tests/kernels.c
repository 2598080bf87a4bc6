/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * Every kernel against the C references, by direct calls with any state, counter, flags, lengths,
 * strides and addresses: the cases of bare.c, in this process.
 *
 *     kernels [SEED]     the seed is printed; the same seed repeats the same calls
 */
#include <stdio.h>
#include <stdlib.h>

#include "blake2b_test.h"

#define BARE_TEST kernels_test
#include "bare.c"

static unsigned long seed;
unsigned char bare_area[BARE_AREA];
static unsigned char area_before[BARE_AREA];

unsigned bare_random(unsigned bound) {
    return test_random(bound);
}

void bare_random_bytes(void *to, size_t bytes) {
    test_random_bytes((unsigned char *)to, bytes);
}

int bare_test(const struct bare_contract *c) {
    const char *const only = getenv("TEST_IMPLEMENTATION");
    const struct kernel *k;
    for (k = c->kernels; k->name; k++) {
        unsigned long turns = test_sample_slow(k) ? 1 : test_sample(10);
        if (!k->entry || (only && strcmp(k->name, only)) ||
            !test_begin_for(k, "kernels/%s%s", c->before, k->name)) {
            continue;
        }
        test_random_seed(seed);
        test_expect(!c->selftest(k), "self-test");
        for (; turns; turns--) {
            test_expect(!c->differs(k), "seed %lu: other than the reference", seed);
        }
        test_expect(!memcmp(bare_area, area_before, BARE_AREA), "seed %lu: the input was written",
                    seed);
        test_end();
        test_ran(k, NULL);
    }
    return 0;
}

int main(int argc, char **argv) {
    seed = argc > 1 ? strtoul(argv[1], NULL, 10) : test_seed(7);
    printf("seed %lu\n", seed);
    test_random_seed(seed);
    test_random_bytes(bare_area, BARE_AREA);
    memcpy(area_before, bare_area, BARE_AREA);
    kernels_test();
    return test_exit();
}
