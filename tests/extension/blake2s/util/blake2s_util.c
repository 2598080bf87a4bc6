/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/* BLAKE2s in blake2b-util. */
#include "../blake2s_internal.h"
#include "util/family.h"
#include "util/fuzz.h"

/* ---- sum ---- */

static blake2s_params parameters(const util_params *params) {
    blake2s_params P;
    memset(&P, 0, sizeof P);
    P.digest_length = params->length;
    P.key = params->key;
    P.key_length = params->key_length;
    memcpy(P.salt, params->salt, sizeof P.salt);
    memcpy(P.personal, params->personal, sizeof P.personal);
    return P;
}

static void init(void *S, const util_params *params) {
    const blake2s_params P = parameters(params);
    blake2s_init((blake2s_state *)S, &P);
}

static void update(void *S, const unsigned char *in, size_t bytes) {
    blake2s_update((blake2s_state *)S, in, bytes);
}

static void final(void *S, unsigned char *digest, size_t length) {
    (void)length;
    blake2s_final((blake2s_state *)S, digest);
}

static void many(const util_params *params, const util_message *messages, size_t count) {
    const blake2s_params P = parameters(params);
    blake2s_job jobs[UTIL_TOGETHER];
    size_t i;
    for (i = 0; i < count; i++) {
        jobs[i].in = messages[i].in;
        jobs[i].inlen = messages[i].bytes;
        jobs[i].hash = messages[i].digest;
    }
    blake2s_many(&P, jobs, count);
}

static const util_hash hashes[] = {
    {"blake2s", NULL, "BLAKE2s", NULL, BLAKE2S_OUTBYTES, BLAKE2S_OUTBYTES, UTIL_UP_TO_MOST,
     BLAKE2S_KEYBYTES, BLAKE2S_SALTBYTES, BLAKE2S_SALTBYTES, sizeof(blake2s_state), init, update,
     final, many},
    {NULL, NULL, NULL, NULL, 0, 0, UTIL_UP_TO_MOST, 0, 0, 0, 0, NULL, NULL, NULL, NULL},
};

/* ---- bench ---- */

static const blake2s_params plain = {BLAKE2S_OUTBYTES, NULL, 0, {0}, {0}};

static void run(unsigned char *in, size_t bytes, uint64_t calls) {
    unsigned char digest[BLAKE2S_OUTBYTES];
    blake2s_state S;
    for (; calls; calls--) {
        blake2s_init(&S, &plain);
        blake2s_update(&S, in, bytes);
        blake2s_final(&S, digest);
    }
}

static void run_many(unsigned char *in, size_t bytes, uint64_t calls) {
    static unsigned char digests[BLAKE2S_LANES_MAX][BLAKE2S_OUTBYTES];
    blake2s_job jobs[BLAKE2S_LANES_MAX];
    size_t i;
    for (i = 0; i < BLAKE2S_LANES_MAX; i++) {
        jobs[i].in = in + i * bytes;
        jobs[i].inlen = bytes;
        jobs[i].hash = digests[i];
    }
    for (; calls; calls--) {
        blake2s_many(&plain, jobs, BLAKE2S_LANES_MAX);
    }
}

static const size_t sizes[] = {64, 1024, UTIL_SIZES_END};

static const util_group groups[] = {
    {"blake2s", "BLAKE2s, bytes", "call", 1, 0, 0, NULL, sizes, run, NULL},
    {"blake2s-many", "BLAKE2s, eight messages of so many bytes", "message", BLAKE2S_LANES_MAX, 1, 0,
     NULL, sizes, run_many, NULL},
    {NULL, NULL, NULL, 0, 0, 0, NULL, NULL, NULL, NULL},
};

/* ---- help ---- */

static const util_help_row help[] = {
    {"--group", "blake2s", "blake2s, one message after the other"},
    {"--group", "blake2s-many", "blake2s_many, eight messages"},
    {"--algorithm", "blake2s", "BLAKE2s"},
    {NULL, NULL, NULL},
};

/* ---- fuzz ---- */

enum { MOST = 500 };

/* With the kernel in use, also in pieces that end at SPLIT and at twice that. */
static void hash(const unsigned char *in, size_t bytes, size_t split, unsigned char *digest) {
    const size_t second = bytes - split < split ? bytes - split : split;
    blake2s_state S;
    blake2s_init(&S, &plain);
    blake2s_update(&S, in, split);
    blake2s_update(&S, in + split, second);
    blake2s_update(&S, in + split + second, bytes - split - second);
    blake2s_final(&S, digest);
}

static int fuzz(util_random *random, const util_fuzz_choice *choice, uint64_t *digest) {
    const size_t bytes = (size_t)util_below(random, MOST + 1),
                 split = (size_t)util_below(random, bytes + 1);
    const unsigned char *in = util_fuzz_input(random, bytes);
    unsigned char expected[BLAKE2S_OUTBYTES], got[BLAKE2S_OUTBYTES];
    size_t i;
    dispatch_use(&blake2s_dispatch, util_kernel(blake2s_kernels, "generic/32"));
    hash(in, bytes, 0, expected);
    *digest = util_mix(*digest + expected[0] + ((uint64_t)expected[31] << 8));
    for (i = 0; i < choice->count; i++) {
        dispatch_use(&blake2s_dispatch, choice->kernels[i]);
        hash(in, bytes, split, got);
        if (memcmp(got, expected, sizeof got)) {
            printf("\nMISMATCH: implementation blake2s:%s, iteration %llu\n",
                   choice->kernels[i]->name, (unsigned long long)choice->iteration);
            util_print_hex("input", in, bytes);
            util_print_difference("digest", expected, got, sizeof got);
            return 1;
        }
    }
    return 0;
}

/* Many messages at once, with a key or none, compared with the reference one by one. */
static int fuzz_many(util_random *random, const util_fuzz_choice *choice, uint64_t *digest) {
    enum { MESSAGES = 20 };
    static unsigned char expected[MESSAGES][BLAKE2S_OUTBYTES], got[MESSAGES][BLAKE2S_OUTBYTES];
    const size_t count = (size_t)util_below(random, MESSAGES + 1);
    const unsigned char *in = util_fuzz_input(random, MOST);
    blake2s_params P = plain;
    blake2s_job jobs[MESSAGES];
    size_t i;
    P.key = in;
    P.key_length = util_below(random, 2) ? (size_t)util_below(random, BLAKE2S_KEYBYTES + 1) : 0;
    dispatch_use(&blake2s_dispatch, util_kernel(blake2s_kernels, "generic/32"));
    for (i = 0; i < count; i++) {
        const size_t at = (size_t)util_below(random, MOST + 1);
        blake2s_state S;
        jobs[i].in = in + at;
        jobs[i].inlen = (size_t)util_below(random, MOST - at + 1);
        jobs[i].hash = got[i];
        blake2s_init(&S, &P);
        blake2s_update(&S, jobs[i].in, jobs[i].inlen);
        blake2s_final(&S, expected[i]);
        *digest = util_mix(*digest + expected[i][0] + ((uint64_t)expected[i][31] << 8));
    }
    dispatch_lanes_use(&blake2s_lanes_dispatch, choice->rows);
    blake2s_many(&P, jobs, count);
    dispatch_lanes_use(&blake2s_lanes_dispatch, ~0ul);
    if (memcmp(got, expected, count * BLAKE2S_OUTBYTES)) {
        printf("\nMISMATCH: implementation blake2s: several messages, iteration %llu\n",
               (unsigned long long)choice->iteration);
        return 1;
    }
    return 0;
}

static const util_fuzz_case cases[] = {{0, fuzz}, {1, fuzz_many}, {0, NULL}};

static int compare(const struct kernel *k) {
    return k->messages > 1 ? blake2s_lanes_dispatch.selftest(k) : blake2s_dispatch.selftest(k);
}

/* Blocks of zeros are good enough for timing. */
static void compress_some(const struct kernel *k) {
    static const unsigned char in[16 * BLAKE2S_BLOCKBYTES];
    blake2s_chain S;
    memset(&S, 0, sizeof S);
    BLAKE2S_BLOCKS(k)(&S, in, 16, BLAKE2S_BLOCKBYTES);
}

static int tune(void) {
    return dispatch_tune(&blake2s_dispatch, dispatch_own_clock(), compress_some);
}

const util_family util_family_blake2s = {
    "blake2s",
    blake2s_kernels,
    &blake2s_dispatch,
    &blake2s_lanes_dispatch,
    "blake2s_many",
    compare,
    hashes,
    groups,
    help,
    cases,
    MOST,
    NULL,
    tune,
};
