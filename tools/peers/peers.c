/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * Other implementations beside this one, in one run by one clock (app/driver/cycles.h): libb2,
 * libsodium, OpenSSL and the crate blake2b_simd, as far as they are installed. They are opened at
 * run time, as libb2 has some of our names. Every digest is compared with ours first.
 *
 *     peers [path of the crate's shared library]
 */
#if !defined(_DEFAULT_SOURCE)
#define _DEFAULT_SOURCE 1
#endif
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "blake2b_internal.h"
#include "../../app/driver/cycles.h"

enum { MESSAGES = 32, SAMPLES = 30, PEERS = 5 };
enum group { SERIAL, MANY, PARALLEL, GROUPS };
static const char *const groups[GROUPS] = {"serial", "many", "parallel"};

/* Of one message of BYTES at IN; in the group many of 32, one after the other. */
typedef void peer_fn(unsigned char *out, const unsigned char *in, size_t bytes);

typedef struct peer {
    const char *name;
    peer_fn *run[GROUPS]; /* NULL: it has none */
} peer;

/* ---- ours ---- */

static void our_serial(unsigned char *out, const unsigned char *in, size_t bytes) {
    blake2b(out, in, bytes);
}

static void our_many(unsigned char *out, const unsigned char *in, size_t bytes) {
    blake2b_job jobs[MESSAGES];
    blake2b_params P;
    size_t i;
    for (i = 0; i < MESSAGES; i++) {
        jobs[i].in = in + i * bytes;
        jobs[i].inlen = bytes;
        jobs[i].hash = out + 64 * i;
    }
    blake2b_params_init(&P);
    blake2b_many(&P, jobs, MESSAGES);
}

static void our_parallel(unsigned char *out, const unsigned char *in, size_t bytes) {
    blake2bp(out, 64, in, bytes, NULL, 0);
}

/* ---- theirs ---- */

/* A function's address, out of the pointer to data that dlsym returns. */
#define FIND(function, library, name)                      \
    do {                                                   \
        void *found = library ? dlsym(library, name) : NULL; \
        memcpy(&function, &found, sizeof function);        \
    } while (0)

static int (*b2_blake2b)(unsigned char *, const void *, const void *, size_t, size_t, size_t);
static int (*b2_blake2bp)(unsigned char *, const void *, const void *, size_t, size_t, size_t);
static int (*sodium_hash)(unsigned char *, size_t, const unsigned char *, unsigned long long, const unsigned char *, size_t);
static int (*sodium_start)(void);
static int (*openssl_digest)(const void *, size_t, unsigned char *, unsigned *, const void *, void *);
static const void *(*openssl_blake2b)(void);
static const void *openssl_type;

static void libb2_serial(unsigned char *out, const unsigned char *in, size_t bytes) {
    b2_blake2b(out, in, NULL, 64, bytes, 0);
}

static void libb2_parallel(unsigned char *out, const unsigned char *in, size_t bytes) {
    b2_blake2bp(out, in, NULL, 64, bytes, 0);
}

static void libsodium_serial(unsigned char *out, const unsigned char *in, size_t bytes) {
    sodium_hash(out, 64, in, bytes, NULL, 0);
}

static void openssl_serial(unsigned char *out, const unsigned char *in, size_t bytes) {
    openssl_digest(in, bytes, out, NULL, openssl_type, NULL);
}

static peer peers[PEERS] = {{"this", {our_serial, our_many, our_parallel}}};
static size_t peer_count = 1;

static void *open_library(const char *name, const char *const *files) {
    void *library = NULL;
    for (; !library && *files; files++) {
        library = dlopen(*files, RTLD_NOW | RTLD_LOCAL);
    }
    if (library) {
        peers[peer_count++].name = name;
    } else {
        printf("not installed: %s\n", name);
    }
    return library;
}

static void open_peers(const char *crate) {
    static const char *const b2[] = {"libb2.so.1", "libb2.so", "libb2.dylib", NULL};
    static const char *const sodium[] = {"libsodium.so.23", "libsodium.so.26", "libsodium.so", "libsodium.dylib", NULL};
    static const char *const crypto[] = {"libcrypto.so.3", "libcrypto.so.1.1", "libcrypto.so", "libcrypto.dylib", NULL};
    const char *simd[2] = {NULL, NULL};
    void *library;
    if ((library = open_library("libb2", b2)) != NULL) {
        FIND(b2_blake2b, library, "blake2b");
        FIND(b2_blake2bp, library, "blake2bp");
        peers[peer_count - 1].run[SERIAL] = b2_blake2b ? libb2_serial : NULL;
        peers[peer_count - 1].run[PARALLEL] = b2_blake2bp ? libb2_parallel : NULL;
    }
    if ((library = open_library("libsodium", sodium)) != NULL) {
        FIND(sodium_start, library, "sodium_init");
        FIND(sodium_hash, library, "crypto_generichash_blake2b");
        peers[peer_count - 1].run[SERIAL] = sodium_hash && sodium_start && sodium_start() >= 0 ? libsodium_serial : NULL;
    }
    if ((library = open_library("OpenSSL", crypto)) != NULL) {
        FIND(openssl_digest, library, "EVP_Digest");
        FIND(openssl_blake2b, library, "EVP_blake2b512");
        openssl_type = openssl_blake2b ? openssl_blake2b() : NULL;
        peers[peer_count - 1].run[SERIAL] = openssl_digest && openssl_type ? openssl_serial : NULL;
    }
    simd[0] = crate;
    if ((library = open_library("blake2b_simd", simd)) != NULL) {
        FIND(peers[peer_count - 1].run[SERIAL], library, "peer_serial");
        FIND(peers[peer_count - 1].run[MANY], library, "peer_many");
        FIND(peers[peer_count - 1].run[PARALLEL], library, "peer_parallel");
    }
}

/* ---- measuring ---- */

static unsigned char *in;

typedef struct cell {
    peer_fn *run;
    size_t bytes;
    uint64_t calls;
    unsigned depth; /* of the stack */
    cycles_sample best;
} cell;

/* Some are far slower if their variables happen to stand badly on the stack: each sample begins at
   another depth, so that the best one says what they can do. */
static void sample_calls(void *argument) {
    static unsigned char out[64 * MESSAGES];
    volatile unsigned char room[16];
    cell *c = argument;
    uint64_t i;
    room[0] = 0;
    if (c->depth) {
        c->depth--;
        sample_calls(c);
        c->depth += room[0] + 1u;
        return;
    }
    for (i = 0; i < c->calls; i++) {
        c->run(out, in, c->bytes);
    }
}

/* They take turns; returns the number of those that disagree with us. */
static int measure(cycles_clock *clock, enum group group, size_t bytes) {
    static unsigned char expected[64 * MESSAGES], out[64 * MESSAGES];
    cell cells[PEERS];
    size_t i, sample;
    int wrong = 0;
    const double messages = group == MANY ? MESSAGES : 1;
    peers[0].run[group](expected, in, bytes);
    printf("%-8s %8lu", groups[group], (unsigned long)bytes);
    cycles_restart(clock);
    for (i = 0; i < peer_count; i++) {
        cells[i].run = peers[i].run[group];
        cells[i].bytes = bytes;
        cells[i].calls = 1;
        cells[i].depth = 0;
        if (!cells[i].run) {
            continue;
        }
        memset(out, 0, sizeof out);
        cells[i].run(out, in, bytes);
        if (memcmp(out, expected, group == MANY ? sizeof out : 64)) {
            printf("\n%s has another digest\n", peers[i].name);
            wrong++;
        }
        while (cycles_ticks(clock, sample_calls, &cells[i]) < clock->least) {
            cells[i].calls *= 2;
        }
    }
    for (sample = 0; sample < SAMPLES; sample++) {
        for (i = 0; i < peer_count; i++) {
            cycles_sample s;
            if (cells[i].run) {
                cells[i].run(out, in, bytes);
                cells[i].depth = (unsigned)sample % 16;
                cycles_time(clock, sample_calls, &cells[i], &s);
                if (!sample || cycles_better(clock, &s, &cells[i].best)) {
                    cells[i].best = s;
                }
            }
        }
    }
    for (i = 0; i < peer_count; i++) {
        if (cells[i].run) {
            const double cycles = cycles_of(clock, &cells[i].best) / (double)cells[i].calls / messages;
            printf(cycles_trusted(clock, &cells[i].best) ? "  %9.1f %6.3f" : " ~%9.1f %6.3f", cycles,
                   cycles / (double)bytes);
        } else {
            printf("  %16s", "-");
        }
    }
    printf("\n");
    fflush(stdout);
    return wrong;
}

int main(int argc, char **argv) {
    static const struct {
        enum group group;
        size_t bytes;
    } rows[] = {
        {SERIAL, 64},     {SERIAL, 128},    {SERIAL, 1024},    {SERIAL, 8192},     {SERIAL, 1048576}, {MANY, 64},
        {MANY, 128},      {MANY, 1024},     {MANY, 8192},      {PARALLEL, 1024},   {PARALLEL, 8192},  {PARALLEL, 65536},
        {PARALLEL, 1048576},
    };
    cycles_clock clock;
    size_t i;
    int wrong = 0;
    unsigned char *memory = malloc(1048576 + 64);
    if (!memory || blake2b_startup()) {
        return 1;
    }
    in = memory + (64 - (uintptr_t)memory % 64) % 64;
    for (i = 0; i < 1048576; i++) {
        in[i] = (unsigned char)(i * i >> 7 & 0xff);
    }
    cycles_open(&clock);
    printf("%s\n%s, per message (32 of them at once in the group many) and per byte; ~: disturbed\n", clock.how, clock.unit);
    open_peers(argc > 1 ? argv[1] : NULL);
    printf("%-17s", "");
    for (i = 0; i < peer_count; i++) {
        printf("  %16s", peers[i].name);
    }
    printf("\n");
    for (i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        wrong += measure(&clock, rows[i].group, rows[i].bytes);
    }
    free(memory);
    return wrong != 0;
}
