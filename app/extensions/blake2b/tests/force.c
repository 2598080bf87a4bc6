/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * force NAME: the self-test of one kernel, without checking CPU features. On an emulated CPU that
 * cannot run the kernel, this must end in SIGILL; otherwise the emulator proves nothing.
 *
 * force NAME BLOCKS [OFFSET]: one call with this number of blocks (per message), at this distance
 * from an aligned address, for tests/systems/qemu. Here NAME may be a multi-message kernel.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/blake2b_util_kernels.h"

/*
 * One call of the multi-message kernel of this name with this number of blocks per message; 0 if
 * there is none.
 */
static int lanes(const char *name, size_t blocks, const unsigned char *in) {
#if defined(BLAKE2B_HAVE_LANES)
    static union {
        uint64_t aligned[8];
        blake2b_lanes lanes;
    } L;
    const struct kernel *k = blake2b_lanes_kernels;
    size_t i;
    while (k->name && strcmp(k->name, name)) {
        k++;
    }
    for (i = 0; i < BLAKE2B_LANES_MAX; i++) {
        L.lanes.in[i] = in;
        L.lanes.add[i] = 128;
    }
    if (k->name) {
        BLAKE2B_LANES(k)(&L.lanes, blocks, 128);
    }
    return k->name != NULL;
#else
    (void)name, (void)blocks, (void)in;
    return 0;
#endif
}

int main(int argc, char **argv) {
    enum { MOST = 4 * 128, OFFSETS = 64 };
    static const uint64_t in[(MOST + OFFSETS) / 8];
    const struct kernel *kernel = argc >= 2 && argc <= 4
                                      ? util_kernel(blake2b_util_kernels, argv[1])
                                      : NULL;
    if (!kernel && argc == 3 && strlen(argv[2]) == 1 && argv[2][0] >= '0' && argv[2][0] <= '4' &&
        lanes(argv[1], (size_t)(argv[2][0] - '0'), (const unsigned char *)in)) {
        return 0;
    }
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
