/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * force NAME: the self-test of one kernel, without asking what the CPU can do. On an emulated CPU
 * that cannot run it this must end in SIGILL: otherwise the emulator proves nothing.
 *
 * force NAME BLOCKS: one call with so many blocks, for count.sh.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/blake2b_util_kernels.h"

int main(int argc, char **argv) {
    static const unsigned char in[4 * 128];
    const struct kernel *kernel = argc == 2 || argc == 3 ? util_kernel(blake2b_util_kernels, argv[1]) : NULL;
    if (!kernel) {
        fprintf(stderr, "force: no such kernel\n");
        return 2;
    }
    if (argc == 3) {
        const size_t bytes = 128 * (size_t)strtoul(argv[2], NULL, 10);
        blake2b_state_internal S;
        if (bytes > sizeof in) {
            fprintf(stderr, "force: too many blocks\n");
            return 2;
        }
        memset(&S, 0, sizeof S);
        BLAKE2B_BLOCKS(kernel)(&S, in, bytes, 128);
        return 0;
    }
    return blake2b_selftest(kernel) != 0;
}
