/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/* What test programs of BLAKE2b share. */
#include <stdlib.h>

#include "blake2b_test.h"

void test_one(const char *subject, const struct kernel *kernel,
              void (*run)(const struct kernel *kernel)) {
    if (!test_begin_for(kernel, "%s/%s", subject, kernel->name)) {
        return;
    }
    dispatch_use(&blake2b_dispatch, kernel);
    run(kernel);
    test_expect(dispatch_used(&blake2b_dispatch) == kernel, "another kernel was in use at the end");
    test_end();
    test_ran(kernel, NULL);
}

void test_each(const char *subject, void (*run)(const struct kernel *kernel)) {
    const char *only = getenv("TEST_IMPLEMENTATION");
    const struct kernel *b;
    for (b = blake2b_util_kernels; b->name; b++) {
        if (!only || !strcmp(b->name, only)) {
            test_one(subject, b, run);
        }
    }
}

size_t test_after(size_t n, int few) {
    return n + (few && n % 128 > 1 && n % 128 < 120 ? 59 : 1);
}
