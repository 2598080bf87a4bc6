/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * force NAME: the self-test of one kernel, without asking what the CPU can do. On an emulated CPU
 * that cannot run it this must end in SIGILL: otherwise the emulator proves nothing.
 *
 * force NAME BLOCKS [OFFSET]: one call with so many blocks, so far from an aligned address, for count.sh.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/blake2b_util_kernels.h"

int main(int argc, char **argv) {
    enum { MOST = 4 * 128, OFFSETS = 64 };
    static const uint64_t in[(MOST + OFFSETS) / 8];
    const struct kernel *kernel = argc >= 2 && argc <= 4 ? util_kernel(blake2b_util_kernels, argv[1]) : NULL;
    if (!kernel) {
        fprintf(stderr, "force: no such kernel\n");
        return 2;
    }
    if (argc >= 3) {
        const size_t bytes = 128 * (size_t)strtoul(argv[2], NULL, 10);
        const size_t offset = argc == 4 ? (size_t)strtoul(argv[3], NULL, 10) : 0;
        static union {
            uint64_t aligned;
            blake2b_state_internal state;
        } S;
        if (bytes > MOST || offset > OFFSETS) {
            fprintf(stderr, "force: too many blocks, or too far\n");
            return 2;
        }
        BLAKE2B_BLOCKS(kernel)(&S.state, (const unsigned char *)in + offset, bytes, 128);
        return 0;
    }
    return blake2b_selftest(kernel) != 0;
}
