/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/* Kernels of BLAKE2b, for tests/rigs/same-path. */
#include "blake2b_test.h"
#include "same-path/cases.h"

static void call(const struct kernel *kernel, size_t bytes, size_t stride, int last, int counter) {
    blake2b_state_internal S;
    memcpy(S.H, secret_state, sizeof S.H);
    memset(S.T, counter, sizeof S.T);
    memset(S.F, last ? 0xff : 0, sizeof S.F);
    BLAKE2B_BLOCKS(kernel)(&S, secret_message, bytes, stride);
}

static void kernel(const struct kernel *kernel) {
    static const unsigned char lengths[] = {0, 1, 7, 13, 64, 127, 128};
    size_t i;
    for (i = 0; i < sizeof lengths; i++) {
        call(kernel, lengths[i], 0, 1, 0);
    }
    for (i = 0; i <= 2; i++) {
        call(kernel, 128 * i, 128, 0, 0);
    }
    call(kernel, 256, 131, 0, 0xff); /* the counter carries */
}

static void kernel_short(const struct kernel *kernel) {
    call(kernel, 13, 0, 1, 0);
    call(kernel, 128, 128, 0, 0xff);
}

static void lanes(const struct kernel *kernel) {
    static blake2b_lanes L;
    size_t i, j;
    for (j = 0; j < BLAKE2B_LANES_MAX; j++) {
        for (i = 0; i < 8; i++) {
            memcpy(&L.H[i][j], secret_message + 64 * (i % 2) + 8 * j, 8);
        }
        L.T[0][j] = 0;
        L.T[1][j] = ~(uint64_t)0;
        L.add[j] = 128;
        L.in[j] = secret_message + 9 * j;
    }
    BLAKE2B_LANES(kernel)(&L, 1, 128);
}

SAME_PATH_CASES(blake2b) {
    same_path_step("", blake2b_kernels, kernel, kernel_short);
    same_path_step("several messages, ", blake2b_lanes_kernels, lanes, NULL);
}
