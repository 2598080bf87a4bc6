/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/* All public calls of libblake2b, for tests/rigs/calls. */
#include "blake2b_test.h"
#include "by_reference.h"
#include "calls/cases.h"

/* ---- memory of the calls ---- */

/* All that a call reads and writes: it is compared as a whole. */
typedef struct given {
    blake2b_state hash;
    blake2bp_state parallel;
    blake2xb_state input, output;
    unsigned char saved[BLAKE2B_SAVED_BYTES], saved_parallel[BLAKE2BP_SAVED_BYTES],
        saved_xof[BLAKE2XB_SAVED_BYTES];
    uint64_t words[CALLS_MOST_JOBS][8];
    unsigned char out[CALLS_MOST_JOBS][64];
    blake2b_params params;
    int result;
} given;

static given prepared, used;

static size_t key_length(void) {
    return calls_kind == CALLS_KEYED ? CALLS_KEY : 0;
}

static const blake2b_params *params(void) {
    static const blake2b_params plain = BLAKE2B_PARAMS_INIT(64, "calls"),
                                shorter = BLAKE2B_PARAMS_INIT(20, "calls");
    static blake2b_params keyed = BLAKE2B_PARAMS_INIT(64, "calls");
    keyed.key = calls_key;
    keyed.key_length = CALLS_KEY;
    return calls_kind == CALLS_KEYED ? &keyed : calls_kind == CALLS_SHORT ? &shorter : &plain;
}

CALLS_JOBS(blake2b_job)

static const blake2b_compress_job *compress_jobs(void) {
    static blake2b_compress_job all[CALLS_MOST_JOBS];
    size_t j;
    for (j = 0; j < calls_count; j++) {
        all[j].h = used.words[j];
        all[j].block = calls_message + j;
        all[j].t[0] = j;
        all[j].t[1] = 1;
        all[j].last = j & 1;
        all[j].last_node = 0;
    }
    return all;
}

static const unsigned char *eip152_input(unsigned char rounds) {
    static unsigned char input[BLAKE2B_EIP152_BYTES];
    memcpy(input, calls_message, sizeof input);
    input[0] = input[1] = input[2] = 0;
    input[3] = rounds;
    input[BLAKE2B_EIP152_BYTES - 1] &= 1;
    return input;
}

/* ---- the calls ---- */

#define OUT used.out[0]
#define RESULT used.result =

/* Only whether there is a kernel is compared, not which one. */
CALLS_CALL(blake2b_version, RESULT blake2b_version() != NULL)
CALLS_CALL(blake2b_startup, RESULT blake2b_startup())
CALLS_CALL(blake2b_implementation, RESULT blake2b_implementation() != NULL)
CALLS_CALL(blake2b_select, RESULT blake2b_select(NULL))
CALLS_CALL(blake2b_tune, RESULT(blake2b_tune(), 0)) /* there may be no clock */
CALLS_CALL(blake2b, blake2b(OUT, calls_message, calls_length()))
CALLS_CALL(blake2b_keyed, blake2b_keyed(OUT, calls_message, calls_length(), calls_key, CALLS_KEY))
CALLS_CALL(blake2b_digest,
           RESULT blake2b_digest(OUT, 64, calls_message, calls_length(), calls_key, key_length()))
CALLS_CALL(blake2b_init, blake2b_init(&used.hash))
CALLS_CALL(blake2b_keyed_init, blake2b_keyed_init(&used.hash, calls_key, CALLS_KEY))
CALLS_CALL(blake2b_digest_init, RESULT blake2b_digest_init(&used.hash, 20, calls_key, key_length()))
CALLS_CALL(blake2b_update, blake2b_update(&used.hash, calls_message, calls_length()))
CALLS_CALL(blake2b_append, RESULT blake2b_append(&used.hash, calls_message, calls_length()))
CALLS_CALL(blake2b_final, blake2b_final(&used.hash, OUT))
CALLS_CALL(blake2b_params_init, RESULT blake2b_params_init(&used.params))
CALLS_CALL(blake2b_init_params, RESULT blake2b_init_params(&used.hash, params()))
CALLS_CALL(blake2b_init_block, RESULT blake2b_init_block(&used.hash, calls_key))
CALLS_CALL(blake2b_last_node, RESULT blake2b_last_node(&used.hash))
CALLS_CALL(blake2b_finish, RESULT blake2b_finish(&used.hash, OUT, 64))
CALLS_CALL(blake2b_hash, RESULT blake2b_hash(params(), OUT, params()->digest_length, calls_message,
                                             calls_length()))
CALLS_CALL(blake2b_many, RESULT blake2b_many(params(), jobs(), calls_count))
CALLS_CALL(blake2b_many_from, RESULT blake2b_many_from(&used.hash, jobs(), calls_count))
CALLS_CALL(blake2bp,
           RESULT blake2bp(OUT, 64, calls_message, calls_length(), calls_key, key_length()))
CALLS_CALL(blake2bp_init, RESULT blake2bp_init(&used.parallel, 64, calls_key, key_length()))
CALLS_CALL(blake2bp_update, RESULT blake2bp_update(&used.parallel, calls_message, calls_length()))
CALLS_CALL(blake2bp_final, RESULT blake2bp_final(&used.parallel, OUT, 64))
CALLS_CALL(blake2xb, RESULT blake2xb(OUT, calls_count * 64, calls_message, calls_length(),
                                     calls_key, key_length()))
CALLS_CALL(blake2xb_init,
           RESULT blake2xb_init(&used.input, BLAKE2XB_UNKNOWN_LENGTH, calls_key, key_length()))
CALLS_CALL(blake2xb_update, RESULT blake2xb_update(&used.input, calls_message, calls_length()))
CALLS_CALL(blake2xb_final, RESULT blake2xb_final(&used.input))
CALLS_CALL(blake2xb_squeeze, RESULT blake2xb_squeeze(&used.output, OUT, calls_count * 64 - 3))
CALLS_CALL(blake2xb_finish, RESULT blake2xb_finish(&used.input, OUT, calls_count * 64 - 3))
CALLS_CALL(blake2b_export, RESULT blake2b_export(&used.hash, used.saved, sizeof used.saved))
CALLS_CALL(blake2b_import, RESULT blake2b_import(&used.hash, used.saved, sizeof used.saved))
CALLS_CALL(blake2bp_export,
           RESULT blake2bp_export(&used.parallel, used.saved_parallel, sizeof used.saved_parallel))
CALLS_CALL(blake2bp_import,
           RESULT blake2bp_import(&used.parallel, used.saved_parallel, sizeof used.saved_parallel))
CALLS_CALL(blake2xb_export,
           RESULT blake2xb_export(&used.input, used.saved_xof, sizeof used.saved_xof))
CALLS_CALL(blake2xb_import,
           RESULT blake2xb_import(&used.input, used.saved_xof, sizeof used.saved_xof))
CALLS_CALL(blake2b_compress, RESULT blake2b_compress(used.words[0], calls_message, used.words[1], 1,
                                                     0, calls_kind == CALLS_SHORT ? 5 : 12))
CALLS_CALL(blake2b_eip152,
           RESULT blake2b_eip152((unsigned char *)used.words[0],
                                 eip152_input(calls_kind == CALLS_SHORT ? 5 : 12), 213))
CALLS_CALL(blake2b_compress_many, RESULT blake2b_compress_many(compress_jobs(), calls_count,
                                                               calls_kind == CALLS_SHORT ? 5 : 12))

static const calls_call calls[] = {
#define ROW(name) {#name, run_##name, 0, 0},
#define ROW_MANY(name) {#name, run_##name, 1, 0},
    /* clang-format off */
    ROW(blake2b_version) ROW(blake2b_startup) ROW(blake2b_implementation) ROW(blake2b_select)
    ROW(blake2b_tune) ROW(blake2b) ROW(blake2b_keyed) ROW(blake2b_digest) ROW(blake2b_init)
    ROW(blake2b_keyed_init) ROW(blake2b_digest_init) ROW(blake2b_update) ROW(blake2b_append)
    ROW(blake2b_final) ROW(blake2b_params_init) ROW(blake2b_init_params) ROW(blake2b_init_block)
    ROW(blake2b_last_node) ROW(blake2b_finish) ROW(blake2b_hash) ROW_MANY(blake2b_many)
    ROW_MANY(blake2b_many_from) ROW(blake2bp) ROW(blake2bp_init) ROW(blake2bp_update)
    ROW(blake2bp_final) ROW_MANY(blake2xb) ROW(blake2xb_init) ROW(blake2xb_update)
    ROW(blake2xb_final) ROW_MANY(blake2xb_squeeze) ROW_MANY(blake2xb_finish) ROW(blake2b_export)
    ROW(blake2b_import) ROW(blake2bp_export) ROW(blake2bp_import) ROW(blake2xb_export)
    ROW(blake2xb_import) ROW(blake2b_compress) ROW(blake2b_eip152) ROW_MANY(blake2b_compress_many)
    /* clang-format on */
};

/* States and saved states for the calls that need one. */
static void prepare(void) {
    size_t i, j;
    for (i = 0; i < CALLS_MOST_JOBS; i++) {
        for (j = 0; j < 8; j++) {
            prepared.words[i][j] = (i + 1) * 0x9e3779b97f4a7c15u + j;
        }
    }
    blake2b_init(&prepared.hash);
    blake2b_update(&prepared.hash, calls_message, 100);
    blake2bp_init(&prepared.parallel, 64, NULL, 0);
    blake2bp_update(&prepared.parallel, calls_message, 2000);
    blake2xb_init(&prepared.input, BLAKE2XB_UNKNOWN_LENGTH, NULL, 0);
    blake2xb_update(&prepared.input, calls_message, 700);
    prepared.output = prepared.input;
    blake2xb_final(&prepared.output);
    blake2b_export(&prepared.hash, prepared.saved, sizeof prepared.saved);
    blake2bp_export(&prepared.parallel, prepared.saved_parallel, sizeof prepared.saved_parallel);
    blake2xb_export(&prepared.output, prepared.saved_xof, sizeof prepared.saved_xof);
}

static void use_rows(unsigned long rows) {
    blake2b_util_rows(rows);
}

static void use_references(void) {
    dispatch_use(&blake2b_dispatch, BLAKE2B_UTIL_REFERENCE);
    use_rows(0);
    dispatch_follow_use(&blake2b_rounds_dispatch, &blake2b_dispatch, rounds_reference());
    util_rows(&blake2b_lane_rounds_dispatch, 0);
}

static const calls_kernels kernels[] = {
    {blake2b_kernels, blake2b_lanes_kernels, blake2b_select, use_rows, use_references},
};

CALLS_CASES(blake2b);
