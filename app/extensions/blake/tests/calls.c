/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/* All public calls of libblake, for tests/rigs/calls. */
#include "blake_internal.h"
#include "util/util.h"
#include "calls/cases.h"

/* ---- memory of the calls ---- */

/* All that a call reads and writes: it is compared as a whole. */
typedef struct given {
    blake256_state hash256;
    blake512_state hash512;
    unsigned char saved256[BLAKE256_SAVED_BYTES], saved512[BLAKE512_SAVED_BYTES];
    uint64_t words[2][8];
    uint32_t half_words[8];
    unsigned char out[CALLS_MOST_JOBS][64];
    int result;
} given;

static given prepared, used;

CALLS_JOBS(blake_job)

/* ---- the calls ---- */

#define OUT used.out[0]
#define RESULT used.result =
CALLS_CALL(blake_version, RESULT blake_version() != NULL)
CALLS_CALL(blake_startup, RESULT blake_startup())

/* Both widths, with their lengths of digests. */
#define CALLS_OF_WIDTH(w, n, short_bytes, bytes, words_in, words_out) \
    CALLS_CALL(blake##n, blake##n(OUT, calls_message, calls_length())) \
    CALLS_CALL(blake##n##_salted, \
               blake##n##_salted(OUT, calls_message, calls_length(), calls_key)) \
    CALLS_CALL(blake##n##_init, blake##n##_init(&used.hash##w)) \
    CALLS_CALL(blake##n##_init_salted, blake##n##_init_salted(&used.hash##w, calls_key)) \
    CALLS_CALL(blake##w, blake##w(OUT, calls_message, calls_length())) \
    CALLS_CALL(blake##w##_salted, \
               blake##w##_salted(OUT, calls_message, calls_length(), calls_key)) \
    CALLS_CALL(blake##w##_init, blake##w##_init(&used.hash##w)) \
    CALLS_CALL(blake##w##_init_salted, blake##w##_init_salted(&used.hash##w, calls_key)) \
    CALLS_CALL(blake##w##_update, blake##w##_update(&used.hash##w, calls_message, calls_length())) \
    CALLS_CALL(blake##w##_final, blake##w##_final(&used.hash##w, OUT)) \
    CALLS_CALL(blake##w##_digest, \
               RESULT blake##w##_digest(OUT, short_bytes, calls_message, calls_length(), NULL)) \
    CALLS_CALL(blake##w##_digest_init, \
               RESULT blake##w##_digest_init(&used.hash##w, bytes, calls_key)) \
    CALLS_CALL(blake##w##_append, \
               RESULT blake##w##_append(&used.hash##w, calls_message, calls_length())) \
    CALLS_CALL(blake##w##_finish, RESULT blake##w##_finish(&used.hash##w, OUT, bytes)) \
    CALLS_CALL(blake##w##_many, \
               RESULT blake##w##_many(calls_kind == CALLS_SHORT ? short_bytes : bytes, calls_key, \
                                      jobs(), calls_count)) \
    CALLS_CALL(blake##w##_many_from, \
               RESULT blake##w##_many_from(&used.hash##w, jobs(), calls_count)) \
    CALLS_CALL(blake##w##_export, \
               RESULT blake##w##_export(&used.hash##w, used.saved##w, sizeof used.saved##w)) \
    CALLS_CALL(blake##w##_import, \
               RESULT blake##w##_import(&used.hash##w, used.saved##w, sizeof used.saved##w)) \
    CALLS_CALL(blake##w##_compress, \
               RESULT blake##w##_compress(words_out, calls_message, words_in, words_in, \
                                          calls_kind == CALLS_SHORT ? 5 : w / 128 + 12)) \
    CALLS_CALL(blake##w##_implementation, RESULT blake##w##_implementation() != NULL) \
    CALLS_CALL(blake##w##_select, RESULT blake##w##_select(NULL))
static uint32_t four_words[4] = {1, 2, 3, 4};
CALLS_OF_WIDTH(256, 224, 28, 32, four_words, used.half_words)
CALLS_OF_WIDTH(512, 384, 48, 64, used.words[1], used.words[0])

static const calls_call calls[] = {
#define ROW(name) {#name, run_##name, 0, 0},
/* clang-format off */
#define ROW_OF(w, name) {#name, run_##name, 0, w == 512},
#define ROW_MANY_OF(w, name) {#name, run_##name, 1, w == 512},
    ROW(blake_version) ROW(blake_startup)
/* (By number: where the header's names are macros, a name would be expanded first.) */
#define ROWS_OF_WIDTH(w, n) \
    ROW_OF(w, blake##n) ROW_OF(w, blake##n##_salted) ROW_OF(w, blake##n##_init) \
    ROW_OF(w, blake##n##_init_salted) ROW_OF(w, blake##w) ROW_OF(w, blake##w##_salted) \
    ROW_OF(w, blake##w##_init) ROW_OF(w, blake##w##_init_salted) ROW_OF(w, blake##w##_update) \
    ROW_OF(w, blake##w##_final) ROW_OF(w, blake##w##_digest) ROW_OF(w, blake##w##_digest_init) \
    ROW_OF(w, blake##w##_append) ROW_OF(w, blake##w##_finish) ROW_MANY_OF(w, blake##w##_many) \
    ROW_MANY_OF(w, blake##w##_many_from) ROW_OF(w, blake##w##_export) \
    ROW_OF(w, blake##w##_import) ROW_OF(w, blake##w##_compress) \
    ROW_OF(w, blake##w##_implementation) ROW_OF(w, blake##w##_select)
    ROWS_OF_WIDTH(256, 224) ROWS_OF_WIDTH(512, 384)
    /* clang-format on */
};

/* States and saved states for the calls that need one. */
static void prepare(void) {
    size_t i, j;
    for (i = 0; i < 2; i++) {
        for (j = 0; j < 8; j++) {
            prepared.words[i][j] = (i + 1) * 0x9e3779b97f4a7c15u + j;
        }
    }
    blake256_init(&prepared.hash256);
    blake256_update(&prepared.hash256, calls_message, 60);
    blake512_init(&prepared.hash512);
    blake512_update(&prepared.hash512, calls_message, 100);
    blake256_export(&prepared.hash256, prepared.saved256, sizeof prepared.saved256);
    blake512_export(&prepared.hash512, prepared.saved512, sizeof prepared.saved512);
}

static void rows_256(unsigned long rows) {
    util_rows(&blake256_lanes_dispatch, rows);
}

static void rows_512(unsigned long rows) {
    util_rows(&blake512_lanes_dispatch, rows);
}

static void references_256(void) {
    blake256_select("generic/32");
    rows_256(0);
}

static void references_512(void) {
    blake512_select("generic/64");
    rows_512(0);
}

static const calls_kernels kernels[] = {
    {blake256_kernels, blake256_lanes_kernels, blake256_select, rows_256, references_256},
    {blake512_kernels, blake512_lanes_kernels, blake512_select, rows_512, references_512},
};

CALLS_CASES(blake);
