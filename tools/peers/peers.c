/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * Measures other implementations and this one in one run, by one clock (app/driver/cycles.h).
 *   BLAKE2b: libb2, libsodium, OpenSSL, Botan, libgcrypt, the crates blake2b_simd and blake2, HACL*
 *     for vectors of 256 bits, revm's F; x/crypto and geth's F in Go
 *   BLAKE: the crate blake-hash, Decred's blake256 in Go
 * It skips those that are not installed. They are opened at run time, because libb2 has some of our
 * names. Every digest is compared with ours first.
 *
 *     peers [folder of the shared libraries that peers.sh builds]
 *
 * The groups are those of "blake2b-util bench":
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

enum { MESSAGES = 32, SAMPLES = 30, PEERS = 10, CUT_BYTES = 1024, SHORT_DIGEST = 32 };
enum group {
    SERIAL,
    HASH,
    STREAM,
    PIECES,
    MANY,
    PARALLEL,
    F,
    BLAKE256,
    MANY256,
    BLAKE512,
    MANY512,
    GROUPS
};
static const struct {
    const char *name;
    size_t messages, digest;
} groups[GROUPS] = {
    {"serial", 1, 64},   {"hash", 1, SHORT_DIGEST}, {"stream", 1, 64},
    {"pieces", 1, 64},   {"many", MESSAGES, 64},    {"parallel", 1, 64},
    {"F", 1, 64},        {"blake256", 1, 32},       {"many256", MESSAGES, 32},
    {"blake512", 1, 64}, {"many512", MESSAGES, 64},
};

/*
 * Hashes one message of BYTES at IN; in the groups of many messages, 32 of them, one after the
 * other; in the group "pieces", CUT_BYTES in pieces of BYTES.
 */
typedef void peer_fn(unsigned char *out, const unsigned char *in, size_t bytes);

typedef struct peer {
    const char *name;
    peer_fn *run[GROUPS]; /* NULL: not supported */
    int repeats;          /* whether "run" itself repeats the call "times" times */
} peer;

static size_t times = 1;

/* ---- ours ---- */

static void our_serial(unsigned char *out, const unsigned char *in, size_t bytes) {
    blake2b(out, in, bytes);
}

static void our_hash(unsigned char *out, const unsigned char *in, size_t bytes) {
    static const blake2b_params P = BLAKE2B_PARAMS_INIT(SHORT_DIGEST, "");
    blake2b_hash(&P, out, SHORT_DIGEST, in, bytes);
}

/* STREAM and PIECES for libraries with streaming calls. */
#define IN_PIECES(name, STATE, INIT, UPDATE, FINAL) \
    static void name##_cut(unsigned char *out, const unsigned char *in, size_t bytes, \
                           size_t piece) { \
        STATE; \
        INIT; \
        for (; bytes; bytes -= piece, in += piece) { \
            piece = piece < bytes ? piece : bytes; \
            UPDATE; \
        } \
        FINAL; \
    } \
    static void name##_stream(unsigned char *out, const unsigned char *in, size_t bytes) { \
        name##_cut(out, in, bytes, bytes); \
    } \
    static void name##_pieces(unsigned char *out, const unsigned char *in, size_t bytes) { \
        name##_cut(out, in, CUT_BYTES, bytes); \
    }

IN_PIECES(our, blake2b_state S, blake2b_init(&S), blake2b_update(&S, in, piece),
          blake2b_final(&S, out))

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

/* h is the first 64 bytes, and the block what follows. */
static void our_f(unsigned char *out, const unsigned char *in, size_t rounds) {
    static const blake2b_uint64 t[2] = {128, 0};
    blake2b_uint64 h[8];
    memcpy(h, in, 64);
    blake2b_compress(h, in + 64, t, 1, 0, (blake2b_uint32)rounds);
    memcpy(out, h, 64);
}

static void our_blake256(unsigned char *out, const unsigned char *in, size_t bytes) {
    blake256(out, in, bytes);
}

static void our_blake512(unsigned char *out, const unsigned char *in, size_t bytes) {
    blake512(out, in, bytes);
}

/* Many messages of our BLAKE, and of others'. */
#define BLAKE_MANY(WIDTH) \
    static void our_many##WIDTH(unsigned char *out, const unsigned char *in, size_t bytes) { \
        blake_job jobs[MESSAGES]; \
        size_t i; \
        for (i = 0; i < MESSAGES; i++) { \
            jobs[i].in = in + i * bytes; \
            jobs[i].inlen = bytes; \
            jobs[i].hash = out + WIDTH / 8 * i; \
        } \
        blake##WIDTH##_many(WIDTH / 8, NULL, jobs, MESSAGES); \
    } \
    static peer_fn *crate_blake##WIDTH; \
    static void crate_many##WIDTH(unsigned char *out, const unsigned char *in, size_t bytes) { \
        size_t i; \
        for (i = 0; i < MESSAGES; i++) { \
            crate_blake##WIDTH(out + WIDTH / 8 * i, in + i * bytes, bytes); \
        } \
    }

BLAKE_MANY(256)
BLAKE_MANY(512)

/* ---- theirs ---- */

/* Converts the pointer to data that dlsym returns to a pointer to a function. */
#define FIND(function, library, name) \
    do { \
        void *found = library ? dlsym(library, name) : NULL; \
        memcpy(&function, &found, sizeof function); \
    } while (0)

static int (*b2_blake2b)(unsigned char *, const void *, const void *, size_t, size_t, size_t);
static int (*b2_blake2bp)(unsigned char *, const void *, const void *, size_t, size_t, size_t);
static int (*sodium_hash)(unsigned char *, size_t, const unsigned char *, unsigned long long,
                          const unsigned char *, size_t);
static int (*sodium_start)(void);
static int (*b2_init)(void *, size_t);
static int (*b2_update)(void *, const unsigned char *, size_t);
static int (*b2_final)(void *, unsigned char *, size_t);
static int (*sodium_init)(void *, const unsigned char *, size_t, size_t);
static int (*sodium_update)(void *, const unsigned char *, unsigned long long);
static int (*sodium_final)(void *, unsigned char *, size_t);
static void *(*openssl_new)(void);
static int (*openssl_init)(void *, const void *, void *);
static int (*openssl_update)(void *, const void *, size_t);
static int (*openssl_final)(void *, unsigned char *, unsigned *);
static void *openssl_context;
static int (*openssl_digest)(const void *, size_t, unsigned char *, unsigned *, const void *,
                             void *);
static const void *(*openssl_blake2b)(void);
static const void *openssl_type;

static void libb2_serial(unsigned char *out, const unsigned char *in, size_t bytes) {
    b2_blake2b(out, in, NULL, 64, bytes, 0);
}

static void libb2_hash(unsigned char *out, const unsigned char *in, size_t bytes) {
    b2_blake2b(out, in, NULL, SHORT_DIGEST, bytes, 0);
}

/* Larger than any of their states. */
#define THEIR_STATE CACHE_ALIGNED unsigned char S[1024]

IN_PIECES(libb2, THEIR_STATE, b2_init(S, 64), b2_update(S, in, piece), b2_final(S, out, 64))

static void libb2_parallel(unsigned char *out, const unsigned char *in, size_t bytes) {
    b2_blake2bp(out, in, NULL, 64, bytes, 0);
}

static void libsodium_serial(unsigned char *out, const unsigned char *in, size_t bytes) {
    sodium_hash(out, 64, in, bytes, NULL, 0);
}

static void libsodium_hash(unsigned char *out, const unsigned char *in, size_t bytes) {
    sodium_hash(out, SHORT_DIGEST, in, bytes, NULL, 0);
}

IN_PIECES(libsodium, THEIR_STATE, sodium_init(S, NULL, 0, 64), sodium_update(S, in, piece),
          sodium_final(S, out, 64))

static void openssl_serial(unsigned char *out, const unsigned char *in, size_t bytes) {
    openssl_digest(in, bytes, out, NULL, openssl_type, NULL);
}

/* The context is created once and reused: creation takes longer than a short message. */
IN_PIECES(openssl, void *S = openssl_context, openssl_init(S, openssl_type, NULL),
          openssl_update(S, in, piece), openssl_final(S, out, NULL))

static int (*botan_init)(void **, const char *, uint32_t);
static int (*botan_update)(void *, const unsigned char *, size_t);
static int (*botan_final)(void *, unsigned char *);
static void *botan_context;
static void (*gcrypt_digest)(int, void *, const void *, size_t);
static const char *(*gcrypt_start)(const char *);

/* As with OpenSSL, the context is created once. It restarts after each digest. */
IN_PIECES(botan, void *S = botan_context, (void)0, botan_update(S, in, piece), botan_final(S, out))

static void gcrypt_serial(unsigned char *out, const unsigned char *in, size_t bytes) {
    enum { BLAKE2B_512 = 318 }; /* GCRY_MD_BLAKE2B_512 */
    gcrypt_digest(BLAKE2B_512, out, in, bytes);
}

static void (*hacl_digest)(unsigned char *, uint32_t, const unsigned char *, size_t);
static void *(*hacl_new)(void);
static void (*hacl_cut)(void *, unsigned char *, const unsigned char *, size_t, size_t);
static void *hacl_state;

static void hacl_serial(unsigned char *out, const unsigned char *in, size_t bytes) {
    hacl_digest(out, 64, in, bytes);
}

static void hacl_hash(unsigned char *out, const unsigned char *in, size_t bytes) {
    hacl_digest(out, SHORT_DIGEST, in, bytes);
}

static void hacl_stream(unsigned char *out, const unsigned char *in, size_t bytes) {
    hacl_cut(hacl_state, out, in, bytes, bytes);
}

static void hacl_pieces(unsigned char *out, const unsigned char *in, size_t bytes) {
    hacl_cut(hacl_state, out, in, CUT_BYTES, bytes);
}

static void (*revm)(void *, const void *, uint32_t);

static void revm_f(unsigned char *out, const unsigned char *in, size_t rounds) {
    uint64_t h[8];
    memcpy(h, in, 64);
    revm(h, in + 64, (uint32_t)rounds);
    memcpy(out, h, 64);
}

static void (*go_blake2b)(unsigned char *, const unsigned char *, size_t, size_t, size_t, size_t);
static void (*go_f)(unsigned char *, const unsigned char *, const unsigned char *, uint32_t,
                    size_t);

static void go_serial(unsigned char *out, const unsigned char *in, size_t bytes) {
    go_blake2b(out, in, bytes, 64, 0, times);
}

static void go_hash(unsigned char *out, const unsigned char *in, size_t bytes) {
    go_blake2b(out, in, bytes, SHORT_DIGEST, 0, times);
}

static void go_stream(unsigned char *out, const unsigned char *in, size_t bytes) {
    go_blake2b(out, in, bytes, 64, bytes, times);
}

static void go_pieces(unsigned char *out, const unsigned char *in, size_t bytes) {
    go_blake2b(out, in, CUT_BYTES, 64, bytes, times);
}

static void geth_f(unsigned char *out, const unsigned char *in, size_t rounds) {
    go_f(out, in, in + 64, (uint32_t)rounds, times);
}

static void (*decred)(unsigned char *, const unsigned char *, size_t, size_t, size_t);

static void decred_blake256(unsigned char *out, const unsigned char *in, size_t bytes) {
    decred(out, in, bytes, 1, times);
}

static void decred_many256(unsigned char *out, const unsigned char *in, size_t bytes) {
    decred(out, in, bytes, MESSAGES, times);
}

static peer peers[PEERS] = {{"this",
                             {our_serial, our_hash, our_stream, our_pieces, our_many, our_parallel,
                              our_f, our_blake256, our_many256, our_blake512, our_many512},
                             0}};
static size_t peer_count = 1;

static void *open_library(const char *name, const char *const *files) {
    void *library = NULL;
    for (; !library && *files; files++) {
        library = dlopen(*files, RTLD_NOW | RTLD_LOCAL);
    }
    if (library) {
        memset(&peers[peer_count], 0, sizeof peers[0]);
        peers[peer_count++].name = name;
    } else {
        printf("not installed: %s\n", name);
    }
    return library;
}

/* One that peers.sh has built into FOLDER, as FILE. */
static void *open_built(const char *name, const char *folder, const char *file) {
    char path[4096];
    const char *files[2] = {path, NULL};
    if (!folder || snprintf(path, sizeof path, "%s/%s", folder, file) >= (int)sizeof path) {
        files[0] = NULL;
    }
    return open_library(name, files);
}

static void set_cut(int has, peer_fn *stream, peer_fn *pieces) {
    peers[peer_count - 1].run[STREAM] = has ? stream : NULL;
    peers[peer_count - 1].run[PIECES] = has ? pieces : NULL;
}

static void open_peers(const char *built) {
    static const char *const b2[] = {"libb2.so.1", "libb2.so", "libb2.dylib", NULL};
    static const char *const sodium[] = {"libsodium.so.23", "libsodium.so.26", "libsodium.so",
                                         "libsodium.dylib", NULL};
    static const char *const crypto[] = {"libcrypto.so.3", "libcrypto.so.1.1", "libcrypto.so",
                                         "libcrypto.dylib", NULL};
    static const char *const botan[] = {"libbotan-2.so.19", "libbotan-3.so", "libbotan-2.so", NULL};
    static const char *const gcrypt[] = {"libgcrypt.so.20", "libgcrypt.so", NULL};
    void *library;
    if ((library = open_library("libb2", b2)) != NULL) {
        FIND(b2_blake2b, library, "blake2b");
        FIND(b2_blake2bp, library, "blake2bp");
        peers[peer_count - 1].run[SERIAL] = b2_blake2b ? libb2_serial : NULL;
        peers[peer_count - 1].run[HASH] = b2_blake2b ? libb2_hash : NULL;
        peers[peer_count - 1].run[PARALLEL] = b2_blake2bp ? libb2_parallel : NULL;
        FIND(b2_init, library, "blake2b_init");
        FIND(b2_update, library, "blake2b_update");
        FIND(b2_final, library, "blake2b_final");
        set_cut(b2_init && b2_update && b2_final, libb2_stream, libb2_pieces);
    }
    if ((library = open_library("libsodium", sodium)) != NULL) {
        FIND(sodium_start, library, "sodium_init");
        FIND(sodium_hash, library, "crypto_generichash_blake2b");
        if (sodium_hash && sodium_start && sodium_start() >= 0) {
            peers[peer_count - 1].run[SERIAL] = libsodium_serial;
            peers[peer_count - 1].run[HASH] = libsodium_hash;
            FIND(sodium_init, library, "crypto_generichash_blake2b_init");
            FIND(sodium_update, library, "crypto_generichash_blake2b_update");
            FIND(sodium_final, library, "crypto_generichash_blake2b_final");
            set_cut(sodium_init && sodium_update && sodium_final, libsodium_stream,
                    libsodium_pieces);
        }
    }
    if ((library = open_library("OpenSSL", crypto)) != NULL) {
        FIND(openssl_digest, library, "EVP_Digest");
        FIND(openssl_blake2b, library, "EVP_blake2b512");
        openssl_type = openssl_blake2b ? openssl_blake2b() : NULL;
        peers[peer_count - 1].run[SERIAL] = openssl_digest && openssl_type ? openssl_serial : NULL;
        FIND(openssl_new, library, "EVP_MD_CTX_new");
        FIND(openssl_init, library, "EVP_DigestInit_ex");
        FIND(openssl_update, library, "EVP_DigestUpdate");
        FIND(openssl_final, library, "EVP_DigestFinal_ex");
        openssl_context = openssl_new ? openssl_new() : NULL;
        set_cut(openssl_type && openssl_context && openssl_init && openssl_update && openssl_final,
                openssl_stream, openssl_pieces);
    }
    if ((library = open_built("blake2b_simd", built, "crates")) != NULL) {
        FIND(peers[peer_count - 1].run[SERIAL], library, "peer_serial");
        FIND(peers[peer_count - 1].run[HASH], library, "peer_hash");
        FIND(peers[peer_count - 1].run[STREAM], library, "peer_stream");
        FIND(peers[peer_count - 1].run[PIECES], library, "peer_pieces");
        FIND(peers[peer_count - 1].run[MANY], library, "peer_many");
        FIND(peers[peer_count - 1].run[PARALLEL], library, "peer_parallel");
    }
    if ((library = open_built("blake2", built, "crates")) != NULL) {
        FIND(peers[peer_count - 1].run[SERIAL], library, "peer_scalar_serial");
        FIND(peers[peer_count - 1].run[STREAM], library, "peer_scalar_serial");
        FIND(peers[peer_count - 1].run[PIECES], library, "peer_scalar_pieces");
    }
    if ((library = open_built("HACL*", built, "hacl")) != NULL) {
        FIND(hacl_digest, library, "peer_digest");
        FIND(hacl_new, library, "peer_new");
        FIND(hacl_cut, library, "peer_cut");
        if (hacl_digest && hacl_new && hacl_cut && (hacl_state = hacl_new()) != NULL) {
            peers[peer_count - 1].run[SERIAL] = hacl_serial;
            peers[peer_count - 1].run[HASH] = hacl_hash;
            set_cut(1, hacl_stream, hacl_pieces);
        }
    }
    if ((library = open_built("revm", built, "revm")) != NULL) {
        FIND(revm, library, "peer_f");
        peers[peer_count - 1].run[F] = revm ? revm_f : NULL;
    }
    if ((library = open_library("Botan", botan)) != NULL) {
        FIND(botan_init, library, "botan_hash_init");
        FIND(botan_update, library, "botan_hash_update");
        FIND(botan_final, library, "botan_hash_final");
        if (botan_init && botan_update && botan_final &&
            !botan_init(&botan_context, "BLAKE2b(512)", 0)) {
            peers[peer_count - 1].run[SERIAL] = botan_stream;
            set_cut(1, botan_stream, botan_pieces);
        }
    }
    if ((library = open_library("libgcrypt", gcrypt)) != NULL) {
        FIND(gcrypt_start, library, "gcry_check_version");
        FIND(gcrypt_digest, library, "gcry_md_hash_buffer");
        if (gcrypt_start && gcrypt_digest && gcrypt_start(NULL)) {
            peers[peer_count - 1].run[SERIAL] = gcrypt_serial;
        }
    }
}

/* Replaces them by those in Go, which are measured after the others, since Go starts threads. */
static void open_go_peers(const char *built) {
    void *library;
    peer_count = 1;
    if ((library = open_built("x/crypto", built, "go")) != NULL) {
        FIND(go_blake2b, library, "peer_blake2b");
        peers[1].repeats = 1;
        if (go_blake2b) {
            peers[1].run[SERIAL] = go_serial;
            peers[1].run[HASH] = go_hash;
            set_cut(1, go_stream, go_pieces);
        }
    }
    if ((library = open_built("geth", built, "go")) != NULL) {
        FIND(go_f, library, "peer_f");
        peers[peer_count - 1].repeats = 1;
        peers[peer_count - 1].run[F] = go_f ? geth_f : NULL;
    }
}

static void open_blake_peers(const char *built) {
    void *library;
    peer_count = 1;
    if ((library = open_built("blake-hash", built, "crates")) != NULL) {
        peer *p = &peers[peer_count - 1];
        FIND(crate_blake256, library, "peer_blake256");
        FIND(crate_blake512, library, "peer_blake512");
        p->run[BLAKE256] = crate_blake256;
        p->run[MANY256] = crate_blake256 ? crate_many256 : NULL;
        p->run[BLAKE512] = crate_blake512;
        p->run[MANY512] = crate_blake512 ? crate_many512 : NULL;
    }
    if ((library = open_built("Decred", built, "go")) != NULL) {
        peer *p = &peers[peer_count - 1];
        FIND(decred, library, "peer_blake256");
        p->repeats = 1;
        p->run[BLAKE256] = decred ? decred_blake256 : NULL;
        p->run[MANY256] = decred ? decred_many256 : NULL;
    }
}

/* ---- measuring ---- */

static unsigned char *in;

typedef struct cell {
    peer_fn *run;
    int repeats;
    size_t bytes;
    uint64_t calls;
    unsigned depth; /* of the stack */
    cycles_sample best;
} cell;

/*
 * Some are far slower with an unlucky alignment of the stack: each sample starts at another depth,
 * and the best one counts.
 */
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
    if (c->repeats) {
        times = (size_t)c->calls;
        c->run(out, in, c->bytes);
        times = 1;
        return;
    }
    for (i = 0; i < c->calls; i++) {
        c->run(out, in, c->bytes);
    }
}

/* A group and size: our cycles, and the fastest of the others (NULL: none). */
typedef struct row {
    enum group group;
    size_t bytes;
    double ours, best;
    const char *name;
} row;

/* Measures them in turn; returns the number of those whose digests differ from ours. */
static int measure(cycles_clock *clock, row *r) {
    static unsigned char expected[64 * MESSAGES], out[64 * MESSAGES];
    cell cells[PEERS];
    size_t i, sample;
    int wrong = 0;
    const enum group group = r->group;
    const size_t bytes = r->bytes;
    const double messages = (double)groups[group].messages;
    peers[0].run[group](expected, in, bytes);
    printf("%-8s %8lu", groups[group].name, (unsigned long)bytes);
    cycles_restart(clock);
    for (i = 0; i < peer_count; i++) {
        cells[i].run = peers[i].run[group];
        cells[i].repeats = peers[i].repeats;
        cells[i].bytes = bytes;
        cells[i].calls = 1;
        cells[i].depth = 0;
        if (!cells[i].run) {
            continue;
        }
        memset(out, 0, sizeof out);
        cells[i].run(out, in, bytes);
        if (memcmp(out, expected, groups[group].messages * groups[group].digest)) {
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
            const double cycles = cycles_of(clock, &cells[i].best) / (double)cells[i].calls /
                                  messages;
            printf(cycles_trusted(clock, &cells[i].best) ? "  %9.1f %6.3f" : " ~%9.1f %6.3f",
                   cycles, cycles / (double)(group == PIECES ? CUT_BYTES : bytes));
            if (!i) {
                r->ours = r->name && r->ours < cycles ? r->ours : cycles;
            } else if (!r->name || cycles < r->best) {
                r->best = cycles;
                r->name = peers[i].name;
            }
        } else {
            printf("  %16s", "-");
        }
    }
    printf("\n");
    fflush(stdout);
    return wrong;
}

static int measure_rows(cycles_clock *clock, row *rows, size_t count) {
    size_t i;
    int wrong = 0;
    printf("%-17s", "");
    for (i = 0; i < peer_count; i++) {
        printf("  %16s", peers[i].name);
    }
    printf("\n");
    for (i = 0; i < count; i++) {
        size_t other = 1;
        while (other < peer_count && !peers[other].run[rows[i].group]) {
            other++;
        }
        if (other < peer_count) {
            wrong += measure(clock, &rows[i]);
        }
    }
    return wrong;
}

static void print_ratios(const row *r, size_t count) {
    for (; count; count--, r++) {
        if (r->name) {
            printf("%-8s %8lu  %9.1f  %-12s %9.1f  ratio %.3f\n", groups[r->group].name,
                   (unsigned long)r->bytes, r->ours, r->name, r->best, r->ours / r->best);
        }
    }
}

int main(int argc, char **argv) {
#define ROW(group, bytes) \
    { group, bytes, 0, 0, NULL }
    static row rows[] = {
        ROW(SERIAL, 1),      ROW(SERIAL, 64),      ROW(SERIAL, 128),       ROW(SERIAL, 1024),
        ROW(SERIAL, 8192),   ROW(SERIAL, 1048576), ROW(HASH, 64),          ROW(STREAM, 1),
        ROW(STREAM, 64),     ROW(PIECES, 1),       ROW(PIECES, 13),        ROW(PIECES, 16),
        ROW(PIECES, 64),     ROW(PIECES, 100),     ROW(PIECES, 128),       ROW(MANY, 64),
        ROW(MANY, 128),      ROW(MANY, 1024),      ROW(MANY, 8192),        ROW(PARALLEL, 1024),
        ROW(PARALLEL, 8192), ROW(PARALLEL, 65536), ROW(PARALLEL, 1048576), ROW(F, 1),
        ROW(F, 12),
    };
    /* (The longest message of one block, and a block, which takes two.) */
    static row blake_rows[] = {
        ROW(BLAKE256, 55),  ROW(BLAKE256, 64),  ROW(BLAKE256, 1024), ROW(BLAKE256, 8192),
        ROW(MANY256, 55),   ROW(MANY256, 64),   ROW(MANY256, 1024),  ROW(MANY256, 8192),
        ROW(BLAKE512, 111), ROW(BLAKE512, 128), ROW(BLAKE512, 1024), ROW(BLAKE512, 8192),
        ROW(MANY512, 111),  ROW(MANY512, 128),  ROW(MANY512, 1024),  ROW(MANY512, 8192),
    };
#define COUNT(table) (sizeof table / sizeof table[0])
    cycles_clock clock;
    size_t i;
    int wrong;
    unsigned char *memory = malloc(1048576 + 64);
    (void)argc;
    if (!memory || blake2b_startup() || blake_startup()) {
        return 1;
    }
    in = memory + (64 - (uintptr_t)memory % 64) % 64;
    for (i = 0; i < 1048576; i++) {
        in[i] = (unsigned char)(i * i >> 7 & 0xff);
    }
    cycles_open(&clock);
    printf(
        "%s\n%s, per message (32 of them at once in the groups many...) and per byte of it; ~: disturbed\n",
        clock.how, clock.unit);
    open_peers(argv[1]);
    wrong = measure_rows(&clock, rows, COUNT(rows));
    printf("\n");
    open_go_peers(argv[1]);
    wrong += measure_rows(&clock, rows, COUNT(rows));
    printf("\n");
    open_blake_peers(argv[1]);
    wrong += measure_rows(&clock, blake_rows, COUNT(blake_rows));
    printf("\nbeside the fastest other one (below 1: this is faster)\n");
    print_ratios(rows, COUNT(rows));
    print_ratios(blake_rows, COUNT(blake_rows));
    free(memory);
    return wrong != 0;
}
