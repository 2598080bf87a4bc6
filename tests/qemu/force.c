/*
 * force NAME: the self-test of one kernel, without asking what the CPU can do. On an emulated CPU
 * that cannot run it this must end in SIGILL: otherwise the emulator proves nothing.
 */
#include <stdio.h>

#include "util.h"

int main(int argc, char **argv) {
    const blake2b_backend *backend = argc == 2 ? util_backend(argv[1]) : NULL;
    if (!backend) {
        fprintf(stderr, "force: no such kernel\n");
        return 2;
    }
    return blake2b_selftest(backend->blocks) != 0;
}
