/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * force WIDTH:NAME BLOCKS: one call of a kernel of BLAKE-256 or -512 with this number of blocks,
 * for tests/systems/qemu/count.sh.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "blake_internal.h"

static const struct kernel *find(const struct kernel *k, const char *name) {
    while (k->name && strcmp(k->name, name)) {
        k++;
    }
    return k->name ? k : NULL;
}

int main(int argc, char **argv) {
    static const unsigned char in[4 * 128];
    const size_t blocks = argc == 3 ? (size_t)strtoul(argv[2], NULL, 10) : 5;
    const int wide = blocks <= 4 && !strncmp(argv[1], "blake512:", 9);
    const struct kernel *kernel = NULL;
    if (wide || (blocks <= 4 && !strncmp(argv[1], "blake256:", 9))) {
        kernel = find(wide ? blake512_kernels : blake256_kernels, argv[1] + 9);
    }
    if (!kernel) {
        fprintf(stderr, "force: no such kernel, or not up to 4 blocks\n");
        return 2;
    }
    if (wide) {
        blake512_chain S;
        memset(&S, 0, sizeof S);
        BLAKE512_BLOCKS(kernel)(&S, in, blocks, 1024);
    } else {
        blake256_chain S;
        memset(&S, 0, sizeof S);
        BLAKE256_BLOCKS(kernel)(&S, in, blocks, 512);
    }
    return 0;
}
