/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/* BLAKE2b, BLAKE2bp and BLAKE2Xb in blake2b-util. */
#include <string.h>

#include "blake2b_util.h"

/* ---- sum ---- */

static void from_util(blake2b_params *P, const util_params *params) {
    blake2b_params_init(P);
    P->digest_length = params->length;
    P->key = params->key;
    P->key_length = params->key_length;
    memcpy(P->salt, params->salt, sizeof P->salt);
    memcpy(P->personal, params->personal, sizeof P->personal);
}

static void init(void *state, const util_params *params) {
    blake2b_params P;
    from_util(&P, params);
    blake2b_init_params((blake2b_state *)state, &P);
}

static void update(void *state, const unsigned char *in, size_t bytes) {
    blake2b_update((blake2b_state *)state, in, bytes);
}

static void final(void *state, unsigned char *digest, size_t length) {
    blake2b_finish((blake2b_state *)state, digest, length);
}

static void many(const util_params *params, const util_message *messages, size_t count) {
    blake2b_job jobs[UTIL_TOGETHER];
    blake2b_params P;
    size_t i;
    from_util(&P, params);
    for (i = 0; i < count; i++) {
        jobs[i].in = messages[i].in;
        jobs[i].inlen = messages[i].bytes;
        jobs[i].hash = messages[i].digest;
    }
    blake2b_many(&P, jobs, count);
}

static void bp_init(void *state, const util_params *params) {
    blake2bp_init((blake2bp_state *)state, params->length, params->key, params->key_length);
}

static void bp_update(void *state, const unsigned char *in, size_t bytes) {
    blake2bp_update((blake2bp_state *)state, in, bytes);
}

static void bp_final(void *state, unsigned char *digest, size_t length) {
    blake2bp_final((blake2bp_state *)state, digest, length);
}

static void xb_init(void *state, const util_params *params) {
    blake2xb_init((blake2xb_state *)state, params->length, params->key, params->key_length);
}

static void xb_update(void *state, const unsigned char *in, size_t bytes) {
    blake2xb_update((blake2xb_state *)state, in, bytes);
}

static void xb_final(void *state, unsigned char *digest, size_t length) {
    blake2xb_final((blake2xb_state *)state);
    blake2xb_squeeze((blake2xb_state *)state, digest, length);
}

/* the names that "openssl dgst" writes */
static const char *const foreign[] = {"BLAKE2B-512", "BLAKE2B512", "BLAKE2b512", NULL};

static const util_hash hashes[] = {
    {"blake2b", NULL, "BLAKE2b", foreign, BLAKE2B_OUTBYTES, BLAKE2B_OUTBYTES, UTIL_UP_TO_MOST,
     BLAKE2B_KEYBYTES, BLAKE2B_SALTBYTES, BLAKE2B_PERSONALBYTES, sizeof(blake2b_state), init,
     update, final, many},
    {"blake2bp", "bp", "BLAKE2bp", NULL, BLAKE2B_OUTBYTES, BLAKE2B_OUTBYTES, UTIL_UP_TO_MOST,
     BLAKE2B_KEYBYTES, 0, 0, sizeof(blake2bp_state), bp_init, bp_update, bp_final, NULL},
    {"blake2xb", "xof", "BLAKE2Xb", NULL, BLAKE2B_OUTBYTES, 0xffff, UTIL_ANY_LENGTH,
     BLAKE2B_KEYBYTES, 0, 0, sizeof(blake2xb_state), xb_init, xb_update, xb_final, NULL},
    {NULL, NULL, NULL, NULL, 0, 0, UTIL_UP_TO_MOST, 0, 0, 0, 0, NULL, NULL, NULL, NULL},
};

/* ---- fuzz ---- */

static const util_fuzz_case cases[] = {{0, blake2b_util_fuzz},
                                       {1, blake2b_util_fuzz_lanes},
                                       {0, blake2b_util_fuzz_rounds},
                                       {1, blake2b_util_fuzz_lane_rounds},
                                       {0, NULL}};

/* ---- help ---- */

static const util_help_row help[] = {
    {"--group", "serial", "blake2b, one message after the other"},
    {"--group", "hash", "blake2b_hash with a digest of 32 bytes"},
    {"--group", "stream", "blake2b_init, _update, _final"},
    {"--group", "pieces", "the same for 1024 bytes, in updates of N bytes"},
    {"--group", "cold", "blake2b, with 64 KiB of other code run before each call"},
    {"--group", "many", "blake2b_many, 32 messages at once"},
    {"--group", "counts", "blake2b_many, N messages of 64 bytes at once"},
    {"--group", "prefix", "blake2b_many_from, 32 messages that share a 128-byte prefix"},
    {"--group", "parallel", "blake2bp"},
    {"--group", "xof", "blake2xb with N bytes of output"},
    {"--group", "rounds", "blake2b_compress with N rounds"},
    {"--group", "jobs", "blake2b_compress_many, N jobs of twelve rounds"},
    {"sum", "--bp", "compute BLAKE2bp, another hash: 2.3 times as fast for a large file (Zen 3)"},
    {"sum", "--xof LENGTH",
     "compute BLAKE2Xb, another hash, with LENGTH bytes of output, 1 to 16384"},
    {"--algorithm", "blake2b", "BLAKE2b (the default); salt and personalization of 16 bytes"},
    {NULL, NULL, NULL},
};

/* ---- the family ---- */

static const util_others others[] = {{"blake2b_compress", &blake2b_rounds_dispatch, NULL},
                                     {"blake2b_compress_many", NULL, &blake2b_lane_rounds_dispatch},
                                     {"short messages", NULL, &blake2b_short_dispatch},
                                     {NULL, NULL, NULL}};

const util_family util_family_blake2b = {
    "blake2b",
    blake2b_util_kernels,
    &blake2b_dispatch,
    &blake2b_lanes_dispatch,
    "blake2b_many, BLAKE2bp, BLAKE2Xb",
    blake2b_util_compare,
    hashes,
    blake2b_util_groups,
    help,
    cases,
    BLAKE2B_UTIL_FUZZ_BYTES,
    others,
    blake2b_tune,
};
