/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * Measures other implementations and this one in one run, by one clock (app/driver/cycles.h), and
 * compares every digest with ours first.
 *
 *     peers FOLDER     of the shared libraries that peers.sh builds
 *
 * A shared library has a function PREFIX_GROUP for each group that it supports. The groups are
 * those of "blake2b-util bench":
 *   serial, many, parallel
 *   hash                          a digest of 32 bytes
 *   stream                        init, update, final
 *   pieces                        the same for 1024 bytes, with an update for each piece
 *   F                             the compression function, with as many rounds as "bytes"
 *   blake256, many256, blake512, many512
 * For BLAKE, others have no call for many messages: they hash one after the other. At the end there
 * is a line for each group and size: our cycles, those of the fastest other one, and the ratio.
 * Below 1 this library is faster.
 */
#if !defined(_DEFAULT_SOURCE)
#define _DEFAULT_SOURCE 1
#endif
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BLAKE_NO_ATTRIBUTES /* errors show as wrong digests */
#include "blake.h"
#include "blake2b_internal.h"
#include "../../app/driver/cycles.h"

enum { MESSAGES = 32, SAMPLES = 30, CUT_BYTES = 1024, LARGEST = 1048576 };

/*
 * Hashes one message of BYTES at IN, or as many as the group has, one after the other, so many
 * times. (It repeats the call itself: one from C to Go takes as long as a block.) In the group
 * "pieces", it hashes CUT_BYTES in pieces of BYTES; in "F", h is the first 64 bytes, and the block
 * what follows.
 */
typedef void peer_fn(unsigned char *out, const unsigned char *in, size_t bytes, size_t times);

#define OURS(name, call) \
    static void our_##name(unsigned char *out, const unsigned char *in, size_t bytes, \
                           size_t times) { \
        while (times--) { \
            call; \
        } \
    }

static void cut(unsigned char *out, const unsigned char *in, size_t bytes, size_t piece) {
    blake2b_state S;
    blake2b_init(&S);
    for (; bytes; bytes -= piece, in += piece) {
        piece = piece < bytes ? piece : bytes;
        blake2b_update(&S, in, piece);
    }
    blake2b_final(&S, out);
}

#define SET_JOBS(count, distance, length, digest) \
    size_t i; \
    for (i = 0; i < count; i++) { \
        jobs[i].in = in + i * (distance); \
        jobs[i].inlen = length; \
        jobs[i].hash = out + i * (digest); \
    }

static void many(unsigned char *out, const unsigned char *in, size_t bytes) {
    blake2b_job jobs[MESSAGES];
    blake2b_params P;
    SET_JOBS(MESSAGES, bytes, bytes, 64)
    blake2b_params_init(&P);
    blake2b_many(&P, jobs, MESSAGES);
}

static void compress(unsigned char *out, const unsigned char *in, size_t rounds) {
    static const blake2b_uint64 t[2] = {128, 0};
    blake2b_uint64 h[8];
    memcpy(h, in, 64);
    blake2b_compress(h, in + 64, t, 1, 0, (blake2b_uint32)rounds);
    memcpy(out, h, 64);
}

static void many_blake(unsigned char *out, const unsigned char *in, size_t bytes, size_t digest) {
    blake_job jobs[MESSAGES];
    SET_JOBS(MESSAGES, bytes, bytes, digest)
    if (digest == 32) {
        blake256_many(32, NULL, jobs, MESSAGES);
    } else {
        blake512_many(64, NULL, jobs, MESSAGES);
    }
}

static const blake2b_params short_digest = BLAKE2B_PARAMS_INIT(32, "");
OURS(serial, blake2b(out, in, bytes))
OURS(hash, blake2b_hash(&short_digest, out, 32, in, bytes))
OURS(stream, cut(out, in, bytes, bytes))
OURS(pieces, cut(out, in, CUT_BYTES, bytes))
OURS(many, many(out, in, bytes))
OURS(parallel, blake2bp(out, 64, in, bytes, NULL, 0))
OURS(f, compress(out, in, bytes))
OURS(blake256, blake256(out, in, bytes))
OURS(many256, many_blake(out, in, bytes, 32))
OURS(blake512, blake512(out, in, bytes))
OURS(many512, many_blake(out, in, bytes, 64))

static const struct {
    const char *name;
    peer_fn *ours;
    size_t messages, digest;
    const char *one; /* the group of one message, for those that have no call for many */
    size_t sizes[7];
} groups[] = {
    {"serial", our_serial, 1, 64, NULL, {1, 64, 128, 1024, 8192, LARGEST}},
    {"hash", our_hash, 1, 32, NULL, {64}},
    {"stream", our_stream, 1, 64, NULL, {1, 64}},
    {"pieces", our_pieces, 1, 64, NULL, {1, 13, 16, 64, 100, 128}},
    {"many", our_many, MESSAGES, 64, NULL, {64, 128, 1024, 8192}},
    {"parallel", our_parallel, 1, 64, NULL, {1024, 8192, 65536, LARGEST}},
    {"F", our_f, 1, 64, NULL, {1, 12}},
    /* The longest message of one block, and a block, which takes two. */
    {"blake256", our_blake256, 1, 32, NULL, {55, 64, 1024, 8192}},
    {"many256", our_many256, MESSAGES, 32, "blake256", {55, 64, 1024, 8192}},
    {"blake512", our_blake512, 1, 64, NULL, {111, 128, 1024, 8192}},
    {"many512", our_many512, MESSAGES, 64, "blake512", {111, 128, 1024, 8192}},
};
enum { GROUPS = sizeof groups / sizeof groups[0] };

static struct {
    const char *name, *file, *prefix;
    void *library;
} peers[] = {
    {"libb2", "libb2", "peer", NULL},
    {"libsodium", "libsodium", "peer", NULL},
    {"OpenSSL", "OpenSSL", "peer", NULL},
    {"Botan", "Botan", "peer", NULL},
    {"libgcrypt", "libgcrypt", "peer", NULL},
    {"blake2b_simd", "crates", "simd", NULL},
    {"blake2", "crates", "crypto", NULL},
    {"blake-hash", "crates", "hash", NULL},
    {"HACL*", "hacl", "peer", NULL},
    {"revm", "revm", "peer", NULL},
    /* Measured after the others: Go starts threads. */
    {"x/crypto", "go", "xcrypto", NULL},
    {"geth", "go", "geth", NULL},
    {"Decred", "go", "decred", NULL},
};
enum { PEERS = sizeof peers / sizeof peers[0], FIRST_IN_GO = PEERS - 3 };

static peer_fn *find(size_t peer, const char *group) {
    char symbol[64];
    peer_fn *function;
    void *found = NULL;
    if (peers[peer].library && group) {
        sprintf(symbol, "%s_%s", peers[peer].prefix, group);
        found = dlsym(peers[peer].library, symbol);
    }
    memcpy(&function, &found, sizeof function); /* data to function */
    return function;
}

static void open_peers(const char *folder, size_t first, size_t end) {
    char path[4096];
    for (; first < end; first++) {
        if (snprintf(path, sizeof path, "%s/%s", folder, peers[first].file) < (int)sizeof path) {
            peers[first].library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
        }
        if (!peers[first].library) {
            printf("not here: %s\n", peers[first].name);
        }
    }
}

/* ---- measuring ---- */

static unsigned char *in;

typedef struct cell {
    const char *name;
    peer_fn *run;
    size_t bytes, messages, digest; /* that it hashes in a loop: 1, or all of the group */
    size_t calls;
    unsigned depth; /* of the stack */
    cycles_sample best;
} cell;

static void run(unsigned char *out, const cell *c, size_t times) {
    size_t i;
    for (i = 0; i < c->messages; i++) {
        c->run(out + i * c->digest, in + i * c->bytes, c->bytes, times);
    }
}

/*
 * Some are far slower with an unlucky alignment of the stack: each sample starts at another depth,
 * and the best one counts.
 */
static void sample_calls(void *argument) {
    static unsigned char out[64 * MESSAGES];
    volatile unsigned char room[16];
    cell *c = argument;
    room[0] = 0;
    if (c->depth) {
        c->depth--;
        sample_calls(c);
        c->depth += room[0] + 1u;
        return;
    }
    run(out, c, c->calls);
}

/*
 * A group and size: our cycles, and the fastest of the others (NULL: none). STEADY if a sample of
 * ours could be trusted; DISTURBED if none of another's could, which may be the fastest then.
 */
typedef struct row {
    size_t group, bytes;
    double ours, best;
    const char *name;
    int steady, disturbed;
} row;

/* Measures ours and those from FIRST to END in turn; returns how many digests differ from ours. */
static int measure(cycles_clock *clock, row *r, size_t first, size_t end) {
    static unsigned char expected[64 * MESSAGES], out[64 * MESSAGES];
    cell cells[PEERS + 1];
    size_t i, sample, count = 1;
    int wrong = 0;
    const size_t messages = groups[r->group].messages, digest = groups[r->group].digest;
    memset(cells, 0, sizeof cells);
    cells[0].name = "this";
    cells[0].run = groups[r->group].ours;
    cells[0].messages = 1;
    for (; first < end; first++) {
        cells[count].name = peers[first].name;
        cells[count].messages = 1;
        cells[count].digest = digest;
        cells[count].run = find(first, groups[r->group].name);
        if (!cells[count].run) {
            cells[count].run = find(first, groups[r->group].one);
            cells[count].messages = messages;
        }
        count += cells[count].run != NULL;
    }
    if (count == 1) {
        return 0;
    }
    cycles_restart(clock);
    for (i = 0; i < count; i++) {
        cells[i].bytes = r->bytes;
        cells[i].calls = 1;
        memset(out, 0, sizeof out);
        run(i ? out : expected, &cells[i], 1);
        if (i && memcmp(out, expected, messages * digest)) {
            printf("%s has another digest\n", cells[i].name);
            wrong++;
        }
        while (cycles_ticks(clock, sample_calls, &cells[i]) < clock->least) {
            cells[i].calls *= 2;
        }
    }
    for (sample = 0; sample < SAMPLES; sample++) {
        for (i = 0; i < count; i++) {
            cycles_sample s;
            cells[i].depth = (unsigned)sample % 16;
            cycles_time(clock, sample_calls, &cells[i], &s);
            if (!sample || cycles_better(clock, &s, &cells[i].best)) {
                cells[i].best = s;
            }
        }
    }
    for (i = 0; i < count; i++) {
        const double cycles = cycles_of(clock, &cells[i].best) / (double)cells[i].calls /
                              (double)messages;
        const int trusted = cycles_trusted(clock, &cells[i].best);
        printf("%-8s %8lu %-14s %c%10.1f\n", groups[r->group].name, (unsigned long)r->bytes,
               cells[i].name, trusted ? ' ' : '~', cycles);
        if (!i) {
            r->ours = r->name && r->ours < cycles ? r->ours : cycles;
            r->steady |= trusted;
            continue;
        }
        r->disturbed |= !trusted;
        if (!r->name || cycles < r->best) {
            r->best = cycles;
            r->name = cells[i].name;
        }
    }
    fflush(stdout);
    return wrong;
}

int main(int argc, char **argv) {
    static row rows[64];
    cycles_clock clock;
    size_t i, j, count = 0;
    int wrong = 0;
    unsigned char *memory = malloc(LARGEST + 64);
    if (argc != 2 || !memory || blake2b_startup() || blake_startup()) {
        return 1;
    }
    in = memory + (64 - (uintptr_t)memory % 64) % 64;
    for (i = 0; i < LARGEST; i++) {
        in[i] = (unsigned char)(i * i >> 7 & 0xff);
    }
    for (i = 0; i < GROUPS; i++) {
        for (j = 0; groups[i].sizes[j]; j++) {
            rows[count].group = i;
            rows[count++].bytes = groups[i].sizes[j];
        }
    }
    cycles_open(&clock);
    printf("%s\n%s per message; ~: disturbed\n", clock.how, clock.unit);
    open_peers(argv[1], 0, FIRST_IN_GO);
    for (i = 0; i < count; i++) {
        wrong += measure(&clock, &rows[i], 0, FIRST_IN_GO);
    }
    open_peers(argv[1], FIRST_IN_GO, PEERS);
    for (i = 0; i < count; i++) {
        wrong += measure(&clock, &rows[i], FIRST_IN_GO, PEERS);
    }
    printf("\nbeside the fastest other one (below 1: this is faster)\n");
    for (i = 0; i < count; i++) {
        const row *r = &rows[i];
        if (r->name) {
            printf("%-8s %8lu %c%9.1f  %-12s %c%9.1f  ratio %.3f\n", groups[r->group].name,
                   (unsigned long)r->bytes, r->steady ? ' ' : '~', r->ours, r->name,
                   r->disturbed ? '~' : ' ', r->best, r->ours / r->best);
        }
    }
    free(memory);
    return wrong != 0;
}
