/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * No branch and no address depends on key, message or chained state: to be run under valgrind
 * (tests/rigs/constant-time.sh), which is told that these are undefined, and reports every branch
 * and every address computed from what is undefined. Tests: each kernel by itself, and all
 * public calls with it. The counter, which only depends on lengths, must stay defined.
 */
#include <stdio.h>
#include <stdlib.h>

#include "blake_kernels.h"
#include "blake2b_test.h"
#include "../../app/driver/cpu.h"

#if defined(__has_include)
#if __has_include(<valgrind/memcheck.h>)
#define MEMCHECK 1
#include <valgrind/memcheck.h>
#endif
#endif

#if defined(MEMCHECK)

enum { LONGEST = 700 };
static unsigned char message[LONGEST], key[BLAKE2B_KEYBYTES], salt[16];

static void secret(void *p, size_t bytes) {
    (void)VALGRIND_MAKE_MEM_UNDEFINED(p, bytes);
}

static void public(void *p, size_t bytes) {
    (void)VALGRIND_MAKE_MEM_DEFINED(p, bytes);
}

static unsigned long errors(void) {
    return (unsigned long)VALGRIND_COUNT_ERRORS;
}

/* What was computed in secret is what is right. */
static void expect(unsigned char *found, const unsigned char *expected, size_t bytes,
                   const char *what, size_t n) {
    public(found, bytes);
    test_expect(!memcmp(found, expected, bytes), "%s, %lu bytes: wrong result", what,
                (unsigned long)n);
}

/* ---- the kernels ---- */

static void kernel_call(blake2b_blocks_fn *blocks, size_t bytes, size_t stride, int last) {
    blake2b_state_internal S, expected;
    test_pattern((unsigned char *)&S, sizeof S, (uint32_t)bytes);
    memset(S.F, 0, sizeof S.F);
    memset(S.F, 0xff, (size_t)last * 8);
    expected = S;
    test_contract(&expected, message, bytes, stride);
    secret(message, sizeof message);
    secret(S.H, sizeof S.H);
    blocks(&S, message, bytes, stride);
    public(message, sizeof message);
    test_expect(!VALGRIND_CHECK_MEM_IS_DEFINED(S.T, sizeof S.T) &&
                    !VALGRIND_CHECK_MEM_IS_DEFINED(S.F, sizeof S.F),
                "%lu bytes: counter or flags depend on the message", (unsigned long)bytes);
    expect((unsigned char *)&S, (unsigned char *)&expected, sizeof S, "the kernel", bytes);
}

static void kernel(const struct kernel *kernel) {
    size_t n;
    for (n = 0; n <= 128; n++) {
        kernel_call(BLAKE2B_BLOCKS(kernel), n, 0, 1 + (n & 1));
    }
    for (n = 0; n <= 5; n++) {
        kernel_call(BLAKE2B_BLOCKS(kernel), n * 128, 128, 0);
        kernel_call(BLAKE2B_BLOCKS(kernel), n * 128, 131, 0);
        kernel_call(BLAKE2B_BLOCKS(kernel), n * 128, 0, 0);
    }
}

/* ---- the public calls ---- */

/* How a hash is computed. */
enum { ONE_CALL, PIECES, PARAMS, PARAMS_PIECES, WAYS };

static void hash(int way, unsigned char out[64], size_t n, size_t keylen) {
    blake2b_params P;
    blake2b_state S, copy;
    size_t at;
    blake2b_params_init(&P);
    P.key = key;
    P.key_length = keylen;
    memcpy(P.salt, salt, sizeof P.salt);
    switch (way) {
    case ONE_CALL:
        if (keylen) {
            blake2b_keyed(out, message, n, key, keylen);
        } else {
            blake2b(out, message, n);
        }
        break;
    case PARAMS: test_expect(!blake2b_hash(&P, out, 64, message, n), "blake2b_hash failed"); break;
    case PIECES:
    case PARAMS_PIECES:
        if (way == PARAMS_PIECES) {
            test_expect(!blake2b_init_params(&S, &P), "blake2b_init_params failed");
        } else if (keylen) {
            blake2b_keyed_init(&S, key, keylen);
        } else {
            blake2b_init(&S);
        }
        for (at = 0; at < n; at += 1 + at) {
            blake2b_update(&S, message + at, at + 1 + at <= n ? 1 + at : n - at);
        }
        copy = S;
        if (way == PARAMS_PIECES) {
            test_expect(!blake2b_finish(&copy, out, 64), "blake2b_finish failed");
        } else {
            blake2b_final(&copy, out);
        }
        break;
    default: break;
    }
}

static void calls(const struct kernel *kernel) {
    static const size_t lengths[] = {0, 1, 7, 8, 127, 128, 129, 255, 256, 257, 600, LONGEST};
    static const char *const names[] = {"one call", "pieces", "blake2b_hash",
                                        "blake2b_init_params, pieces"};
    unsigned char expected[64], out[64];
    size_t i, keylen;
    int way;
    for (i = 0; i < sizeof lengths / sizeof lengths[0]; i++) {
        for (keylen = 0; keylen <= 64; keylen += 32) {
            for (way = 0; way < WAYS; way++) {
                dispatch_use(&blake2b_dispatch, BLAKE2B_UTIL_REFERENCE);
                hash(way, expected, lengths[i], keylen);
                dispatch_use(&blake2b_dispatch, kernel);
                secret(message, sizeof message);
                secret(key, sizeof key);
                secret(salt, sizeof salt);
                hash(way, out, lengths[i], keylen);
                public(message, sizeof message);
                public(key, sizeof key);
                public(salt, sizeof salt);
                expect(out, expected, 64, names[way], lengths[i]);
            }
        }
    }
}

/* ---- several messages at once ---- */

enum { JOBS = 11, SEVERAL_BYTES = 2 * JOBS * 64 + 64 + 500 };

/* Messages of these lengths, BLAKE2bp of LONGEST bytes and of some, BLAKE2Xb of 500. */
static void several(unsigned char out[SEVERAL_BYTES], size_t keylen) {
    static const size_t lengths[JOBS] = {0, 1, 64, 128, 129, 256, 600, 64, 64, 300, LONGEST};
    blake2b_job jobs[JOBS];
    blake2b_params P;
    blake2b_state S;
    size_t i;
    blake2b_params_init(&P);
    P.key = key;
    P.key_length = keylen;
    memcpy(P.salt, salt, sizeof P.salt);
    for (i = 0; i < JOBS; i++) {
        jobs[i].in = message;
        jobs[i].inlen = lengths[i];
        jobs[i].hash = out + 64 * i;
    }
    test_expect(!blake2b_many(&P, jobs, JOBS), "blake2b_many failed");
    /* and behind a common beginning, of which the rest of a block waits */
    test_expect(!blake2b_init_params(&S, &P) && !blake2b_append(&S, message, 150), "not begun");
    for (i = 0; i < JOBS; i++) {
        jobs[i].hash = out + 64 * (JOBS + i);
    }
    test_expect(!blake2b_many_from(&S, jobs, JOBS), "blake2b_many_from failed");
    out += 64 * JOBS;
    test_expect(!blake2bp(out + 64 * JOBS, 64, message, LONGEST - keylen, key, keylen),
                "blake2bp failed");
    test_expect(!blake2xb(out + 64 * JOBS + 64, 500, message, LONGEST, key, keylen),
                "blake2xb failed");
}

static void check_several(const char *name, unsigned long rows) {
    static unsigned char expected[SEVERAL_BYTES], out[SEVERAL_BYTES];
    unsigned long before;
    size_t keylen;
    test_begin("constant-time/several messages, %s", name);
    before = errors();
    for (keylen = 0; keylen <= 64; keylen += 32) {
        dispatch_use(&blake2b_dispatch, BLAKE2B_UTIL_REFERENCE);
        dispatch_lanes_use(&blake2b_lanes_dispatch, 0);
        several(expected, keylen);
        dispatch_lanes_use(&blake2b_lanes_dispatch, rows);
        secret(message, sizeof message);
        secret(key, sizeof key);
        secret(salt, sizeof salt);
        several(out, keylen);
        public(message, sizeof message);
        public(key, sizeof key);
        public(salt, sizeof salt);
        public(out, sizeof out);
        test_expect(!memcmp(out, expected, sizeof out), "key of %lu bytes: wrong digests",
                    (unsigned long)keylen);
    }
    test_expect(errors() == before, "%lu branches or addresses depend on secrets",
                errors() - before);
    test_end();
}

/* ---- any number of rounds ---- */

static void check_rounds(const struct kernel *k) {
    unsigned long before;
    uint32_t rounds;
    test_begin("constant-time/rounds, %s", k->name);
    before = errors();
    for (rounds = 0; rounds < 23; rounds++) {
        uint64_t h[8], wanted[8], t[2] = {rounds, 1};
        test_pattern((unsigned char *)h, sizeof h, rounds);
        memcpy(wanted, h, sizeof h);
        dispatch_led_use(&blake2b_rounds_dispatch, &blake2b_dispatch,
                         util_kernel(blake2b_rounds_kernels, "generic/64"));
        test_expect(!blake2b_compress(wanted, message + rounds, t, 1, 0, rounds),
                    "blake2b_compress failed");
        dispatch_led_use(&blake2b_rounds_dispatch, &blake2b_dispatch, k);
        secret(message, sizeof message);
        secret(h, sizeof h);
        test_expect(!blake2b_compress(h, message + rounds, t, 1, 0, rounds),
                    "blake2b_compress failed");
        public(message, sizeof message);
        expect((unsigned char *)h, (unsigned char *)wanted, sizeof h, "blake2b_compress", rounds);
    }
    test_expect(errors() == before, "%lu branches or addresses depend on secrets",
                errors() - before);
    test_end();
    test_ran(k, "valgrind");
}

/* ---- BLAKE ---- */

/* States of one message or of several, begun alike; T and what comes behind depend on lengths. */
enum { BLAKE_ROOM = 1 << 11 };

static void blake_kernel(const blake_width_kernels *b, const struct kernel *k) {
    const size_t row = k->messages > 1 ? b->word * b->lanes_max : b->word, block = 16 * b->word;
    const unsigned bits = (unsigned)(8 * block);
    size_t blocks, i, j;
    uint64_t expected[16][14], S[BLAKE_ROOM / 8]; /* room for either width */
    unsigned char *const p = (unsigned char *)S;
    for (blocks = k->messages > 1; blocks <= 4; blocks++) {
        test_pattern(p, sizeof S, (uint32_t)blocks);
        for (j = 0; j < k->messages; j++) {
            unsigned char *const one = (unsigned char *)expected[j];
            const unsigned char *in = message + (k->messages > 1 ? j : 0);
            for (i = 0; i < 14; i++) {
                memcpy(one + i * b->word, p + i * row + j * b->word, b->word);
            }
            b->blocks(one, in, blocks, bits);
            if (k->messages > 1) {
                memset(p + 14 * row + j * b->word, 0, b->word); /* add, on a little-endian host */
                memcpy(p + 14 * row + j * b->word, &bits, sizeof bits);
                memcpy(p + b->at_in + j * sizeof in, &in, sizeof in);
            }
        }
        secret(message, sizeof message);
        secret(p, 12 * row);
        if (k->messages > 1) {
            ((blake_several_fn *)k->entry)(S, blocks);
        } else {
            ((blake_alone_fn *)k->entry)(S, message, blocks, bits);
        }
        public(message, sizeof message);
        test_expect(!VALGRIND_CHECK_MEM_IS_DEFINED(p + 12 * row, 2 * row),
                    "%lu blocks: the counter depends on the message", (unsigned long)blocks);
        public(p, 12 * row);
        for (j = 0; j < k->messages; j++) {
            for (i = 0; i < 14; i++) {
                test_expect(!memcmp((unsigned char *)expected[j] + i * b->word,
                                    p + i * row + j * b->word, b->word),
                            "%lu blocks: wrong result", (unsigned long)blocks);
            }
        }
    }
}

enum { BLAKE_JOBS = 19, BLAKE_OUT = 64 * (BLAKE_JOBS + 12) };

static void blake_hashes(const blake_width_kernels *b, unsigned char out[BLAKE_OUT]) {
    static const size_t lengths[] = {0, 1, 55, 56, 64, 111, 112, 128, 200, 300, 600, LONGEST};
    const size_t digest = 8 * b->word;
    blake_job jobs[BLAKE_JOBS];
    size_t i;
    for (i = 0; i < 12; i++) {
        test_expect(!b->digest(out + 64 * i, digest, message, lengths[i], i % 2 ? key : NULL),
                    "digest failed");
    }
    for (i = 0; i < BLAKE_JOBS; i++) {
        jobs[i].in = message;
        jobs[i].inlen = lengths[(i * 5) % 12];
        jobs[i].hash = out + 64 * (12 + i);
    }
    test_expect(!b->many(digest, key, jobs, BLAKE_JOBS), "many failed");
}

static void blake_calls(const blake_width_kernels *b, const char *name) {
    static unsigned char expected[BLAKE_OUT], out[BLAKE_OUT];
    const char *generic = NULL;
    const struct kernel *k;
    for (k = b->alone; k->name; k++) {
        generic = k->name; /* the last one */
    }
    test_expect(!b->select(generic), "no reference");
    blake_hashes(b, expected);
    test_expect(!b->select(name), "cannot be selected");
    secret(message, sizeof message);
    secret(key, sizeof key);
    blake_hashes(b, out);
    public(message, sizeof message);
    public(key, sizeof key);
    public(out, sizeof out);
    test_expect(!memcmp(expected, out, sizeof out), "wrong digests");
}

static void check_blake(const blake_width_kernels *b, const struct kernel *k) {
    unsigned long before;
    char name[100];
    snprintf(name, sizeof name, "constant-time/%s_%s", b->name, k->name);
    if (!util_runs(k)) {
        test_skip(name, "valgrind does not offer what it needs");
        return;
    }
    test_begin("%s", name);
    before = errors(); /* not those of a static C library's strlen */
    blake_kernel(b, k);
    if (k->messages == 1) {
        blake_calls(b, k->name); /* those of several go with it as they cost */
    }
    test_expect(errors() == before, "%lu branches or addresses depend on secrets",
                errors() - before);
    test_end();
    test_ran(k, "valgrind");
}

/* ---- does valgrind see it? ---- */

static volatile unsigned char table[256]; /* volatile: or the compiler knows what is in it */
static volatile unsigned seen;

static void branches(void) {
    if (message[3] & 1) {
        seen++;
    }
}

static void looks_up(void) {
    seen += table[message[3]];
}

static void control(const char *what, void (*leak)(void)) {
    const unsigned long before = errors();
    test_begin("constant-time/control: %s", what);
    secret(message, sizeof message);
    leak();
    public(message, sizeof message);
    test_expect(errors() > before, "not noticed");
    public((void *)(size_t)&seen, sizeof seen);
    test_end();
}

static void check(const struct kernel *kernel, const char *subject,
                  void (*run)(const struct kernel *kernel)) {
    const unsigned long before = errors();
    test_begin("constant-time/%s%s", kernel->name, subject);
    run(kernel);
    test_expect(errors() == before, "%lu branches or addresses depend on secrets",
                errors() - before);
    test_end();
    test_ran(kernel, "valgrind");
}

int main(void) {
    const struct kernel *b;
    int row;
    if (!RUNNING_ON_VALGRIND) {
        test_skip("constant-time", "not running under valgrind");
        return 0;
    }
    test_pattern(message, sizeof message, 1);
    test_pattern(key, sizeof key, 2);
    test_pattern(salt, sizeof salt, 3);
    blake2b_startup();
    control("a branch", branches);
    control("an address", looks_up);
    for (b = blake2b_util_kernels; b->name; b++) {
        if (!util_runs(b)) {
            char name[100], needs[UTIL_FEATURES_BYTES], why[UTIL_FEATURES_BYTES + 40];
            snprintf(name, sizeof name, "constant-time/%s", b->name);
            util_features(b->needs, needs);
            snprintf(why, sizeof why, "valgrind does not offer %s here", needs);
            test_skip(name, why);
            continue;
        }
        check(b, "", kernel);
        check(b, ", public calls", calls);
    }
    for (row = 0; blake2b_lanes_kernels[row].name; row++) {
        const struct kernel *l = &blake2b_lanes_kernels[row];
        if (!util_runs(l)) {
            char name[100];
            snprintf(name, sizeof name, "constant-time/several messages, %s", l->name);
            test_skip(name, "valgrind does not offer what it needs");
            continue;
        }
        check_several(l->name, 1ul << row);
    }
    check_several("one by one", 0);
    for (b = blake2b_rounds_kernels; b->name; b++) {
        if (util_runs(b)) {
            check_rounds(b);
        }
    }
    for (row = 0; row < BLAKE_WIDTHS; row++) {
        for (b = blake_widths[row].alone; b->name; b++) {
            check_blake(&blake_widths[row], b);
        }
        for (b = blake_widths[row].several; b->name; b++) {
            check_blake(&blake_widths[row], b);
        }
    }
    return test_exit();
}

#else

int main(void) {
    test_skip("constant-time", "built without valgrind/memcheck.h");
    return 0;
}
#endif
