/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * Runs a target without a fuzzer, so with any compiler:
 *
 *     TARGET NAME [--random COUNT] FILE...     each file, then COUNT mutations of them
 *
 * Prints its results as NAME/what in the Test Anything Protocol.
 */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "target.h"

enum { MOST = 65536 };
static unsigned char input[MOST], other[MOST];
static size_t input_bytes;
static const char *name, *now;

/* Prints the input in hexadecimal digits; "xxd -r -p" makes a file of them. */
static void crashed(int number) {
    size_t i;
    printf("not ok - %s/%s: signal %d; input of %lu bytes: ", name, now, number,
           (unsigned long)input_bytes);
    for (i = 0; i < input_bytes; i++) {
        printf("%02x", input[i]);
    }
    printf("\n");
    fflush(stdout);
    _Exit(EXIT_FAILURE);
}

static size_t load(const char *file, unsigned char *to) {
    FILE *f = fopen(file, "rb");
    size_t bytes;
    if (!f) {
        printf("not ok - %s/%s: cannot be read\n", name, file);
        exit(EXIT_FAILURE);
    }
    bytes = fread(to, 1, MOST, f);
    fclose(f);
    return bytes;
}

static unsigned long next(void) {
    static uint32_t x = 1;
    x ^= x << 13 & 0xffffffffu;
    x ^= x >> 17;
    x ^= x << 5 & 0xffffffffu;
    return x;
}

/* Changes a file in a few places, or combines the beginning of one with the end of another. */
static void mutate(char **files, unsigned long count) {
    unsigned long changes = next() % 8, n;
    input_bytes = load(files[next() % count], input);
    if (next() % 2) {
        const size_t at = next() % (input_bytes + 1), bytes = load(files[next() % count], other);
        const size_t from = next() % (bytes + 1),
                     most = MOST - at < bytes - from ? MOST - at : bytes - from;
        memcpy(input + at, other + from, most);
        input_bytes = at + most;
    }
    for (; changes && input_bytes; changes--) {
        n = next();
        input[n % input_bytes] =
            (unsigned char)(next() % 3 ? next() & 0xff : input[n % input_bytes] ^ 1u << next() % 8);
    }
}

int main(int argc, char **argv) {
    unsigned long random = 0, count, i;
    char **files = argv + 2;
    if (argc > 4 && !strcmp(argv[2], "--random")) {
        random = strtoul(argv[3], NULL, 10);
        files += 2;
    }
    if (argc < 3 || !*files) {
        fprintf(stderr, "usage: %s NAME [--random COUNT] FILE...\n", argv[0]);
        return 2;
    }
    name = argv[1];
    count = (unsigned long)(argv + argc - files);
    signal(SIGABRT, crashed);
    signal(SIGSEGV, crashed);
    signal(SIGFPE, crashed);
    signal(SIGILL, crashed);
    for (i = 0; i < count; i++) {
        now = strrchr(files[i], '/') ? strrchr(files[i], '/') + 1 : files[i];
        input_bytes = load(files[i], input);
        LLVMFuzzerTestOneInput(input, input_bytes);
        printf("ok - %s/%s\n", name, now);
    }
    now = "random";
    for (i = 0; i < random; i++) {
        mutate(files, count);
        LLVMFuzzerTestOneInput(input, input_bytes);
    }
    if (random) {
        printf("ok - %s/random\n", name);
    }
    printf("1..%lu\n", count + (random != 0));
    return EXIT_SUCCESS;
}
