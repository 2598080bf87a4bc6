/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * A library in which no kernel passes its self-test, until one is repaired: start-up reports it,
 * and no call returns a digest. It is blake2b_kernels.c itself, with the table of broken.def.
 */
#include <stdio.h>

#include "child.h"
#include "blake2b_test.h"

#define BEYOND_ALL_CPUS (1ul << 31)
#define BLAKE2B_WITH_WRONG 1
#define BLAKE2B_WITH_BEYOND 1
#define BLAKE2B_WITH_WORSE 1
#define BLAKE2B_WITH_CURABLE 1
#define BLAKE2B_WITH_LATER 1
#define DRIVER_TARGET_HERE 1
#define DRIVER_TARGET_ELSEWHERE 0
#undef BLAKE2B_TABLE
#define BLAKE2B_TABLE "broken.def"
#include "blake2b_kernels.c"
#if !defined(BLAKE2B_EXTERNAL_COMPRESS)
/* That table has no kernel for any number of rounds either. */
#include "table_again.h"
#include "blake2b_rounds.c"
#endif

static int cured, beyond_called;
static const struct kernel *meanwhile; /* what "another thread" selects during a self-test */

static void right(blake2b_state_internal *S, const unsigned char *in, size_t bytes, size_t stride) {
    BLAKE2B_BLOCKS(BLAKE2B_UTIL_REFERENCE)(S, in, bytes, stride);
}

void BLAKE2B_KERNEL(wrong)(blake2b_state_internal *S, const unsigned char *in, size_t bytes,
                           size_t stride) {
    right(S, in, bytes, stride);
    S->H[0] ^= 1;
}

void BLAKE2B_KERNEL(beyond)(blake2b_state_internal *S, const unsigned char *in, size_t bytes,
                            size_t stride) {
    beyond_called = 1;
    right(S, in, bytes, stride);
}

void BLAKE2B_KERNEL(worse)(blake2b_state_internal *S, const unsigned char *in, size_t bytes,
                           size_t stride) {
    (void)in, (void)bytes, (void)stride;
    memset(S, 0, sizeof *S);
}

void BLAKE2B_KERNEL(curable)(blake2b_state_internal *S, const unsigned char *in, size_t bytes,
                             size_t stride) {
    if (meanwhile) {
        dispatch_use(&blake2b_dispatch, meanwhile);
        meanwhile = NULL;
    }
    right(S, in, bytes, stride);
    S->T[15] ^= (unsigned char)!cured;
}

void BLAKE2B_KERNEL(later)(blake2b_state_internal *S, const unsigned char *in, size_t bytes,
                           size_t stride) {
    BLAKE2B_KERNEL(curable)(S, in, bytes, stride);
}

static unsigned char digest[64], before[64];
static const unsigned char message[] = {1, 2, 3};

static void other_hashes(const blake2b_params *P) {
    blake2b_state S;
    blake2bp_state B;
    blake2xb_state X;
    blake2b_job jobs[2];
    jobs[0].in = message;
    jobs[0].inlen = 3;
    jobs[0].hash = digest;
    jobs[1] = jobs[0];
    blake2b_init(&S);
    RETURNS(ERROR_STARTUP, blake2b_many(P, jobs, 1));
    RETURNS(ERROR_STARTUP, blake2b_many(P, jobs, 2));
    RETURNS(ERROR_STARTUP, blake2b_many_from(&S, jobs, 1));
    RETURNS(ERROR_STARTUP, blake2b_many_from(&S, jobs, 2));
    RETURNS(ERROR_STARTUP, blake2bp(digest, 64, message, 3, NULL, 0));
    RETURNS(OK, blake2bp_init(&B, 64, NULL, 0));
    RETURNS(ERROR_STARTUP, blake2bp_update(&B, message, 3));
    RETURNS(ERROR_STARTUP, blake2bp_final(&B, digest, 64));
    RETURNS(ERROR_STARTUP, blake2xb(digest, 64, message, 3, NULL, 0));
    RETURNS(OK, blake2xb_init(&X, 64, NULL, 0));
    RETURNS(ERROR_STARTUP, blake2xb_update(&X, message, 3));
    RETURNS(ERROR_STARTUP, blake2xb_final(&X));
}

/*
 * Without any kernel for them. A build without a single-message reference still has the one with
 * rounds.
 */
static void compression(void) {
#if !defined(BLAKE2B_EXTERNAL_COMPRESS)
    static unsigned char block[128], in[BLAKE2B_EIP152_BYTES] = {0, 0, 0, 12}, out[64];
    blake2b_uint64 h[8] = {0}, t[2] = {0};
    blake2b_compress_job job;
    memset(&job, 0, sizeof job);
    job.h = h;
    job.block = block;
    if (blake2b_rounds_kernels[0].name) {
        return;
    }
    RETURNS(ERROR_STARTUP, blake2b_compress(h, block, t, 1, 0, 12));
    RETURNS(ERROR_STARTUP, blake2b_compress_many(&job, 1, 12));
    RETURNS(ERROR_STARTUP, blake2b_eip152(out, in, sizeof in));
    test_expect(!h[0] && !h[7] && !out[0] && !out[63], "something was compressed");
#endif
}

/* Nothing is written. */
static void saved_states(void) {
    static unsigned char saved[BLAKE2BP_SAVED_BYTES], saved_before[BLAKE2BP_SAVED_BYTES];
    blake2b_state S;
    blake2bp_state B;
    blake2xb_state X;
    memset(saved, 0x33, sizeof saved);
    memcpy(saved_before, saved, sizeof saved);
    blake2b_init(&S);
    RETURNS(OK, blake2bp_init(&B, 64, NULL, 0));
    RETURNS(OK, blake2xb_init(&X, 64, NULL, 0));
    RETURNS(ERROR_STARTUP, blake2b_export(&S, saved, BLAKE2B_SAVED_BYTES));
    RETURNS(ERROR_STARTUP, blake2b_import(&S, saved, BLAKE2B_SAVED_BYTES));
    RETURNS(ERROR_STARTUP, blake2bp_export(&B, saved, BLAKE2BP_SAVED_BYTES));
    RETURNS(ERROR_STARTUP, blake2bp_import(&B, saved, BLAKE2BP_SAVED_BYTES));
    RETURNS(ERROR_STARTUP, blake2xb_export(&X, saved, BLAKE2XB_SAVED_BYTES));
    RETURNS(ERROR_STARTUP, blake2xb_import(&X, saved, BLAKE2XB_SAVED_BYTES));
    test_expect(!memcmp(saved, saved_before, sizeof saved), "a saved state was written");
}

static void version(void) {
    test_begin("startup/version");
    test_expect(!strcmp(blake2b_version(), DRIVER_VERSION), "%s", blake2b_version());
    test_end();
}

static void nothing_passes(void) {
    blake2b_params P;
    blake2b_state S, S_before;
    test_begin("startup/nothing-passes");
    memset(&S, 0, sizeof S); /* all of it is compared below, and MemorySanitizer checks it */
    memset(digest, 0x77, sizeof digest);
    memset(before, 0x77, sizeof before);
    test_expect(blake2b_startup() == BLAKE2B_ERROR_STARTUP, "blake2b_startup: %d",
                blake2b_startup());
    test_expect(!blake2b_implementation(), "blake2b_implementation: %s", blake2b_implementation());
    RETURNS(ERROR_STARTUP, blake2b_select(NULL));
    RETURNS(ERROR_STARTUP, blake2b_select("wrong"));
    RETURNS(ERROR_STARTUP, blake2b_select("curable"));
    RETURNS(ERROR_NAME, blake2b_select("beyond"));
    RETURNS(ERROR_NAME, blake2b_select("generic/64"));
    test_expect(blake2b_tune() == BLAKE2B_ERROR_STARTUP, "blake2b_tune: %d", blake2b_tune());
    test_expect(!dispatch_used(&blake2b_dispatch), "there is a choice");

    RETURNS(OK, blake2b_params_init(&P));
    RETURNS(ERROR_STARTUP, blake2b_hash(&P, digest, 64, message, 3));
    RETURNS(OK, blake2b_init_params(&S, &P));
    S_before = S;
    RETURNS(ERROR_STARTUP, blake2b_finish(&S, digest, 64));
    test_expect(!memcmp(&S, &S_before, sizeof S), "blake2b_finish wrote to the state");
    RETURNS(ERROR_STARTUP, blake2b_append(&S, message, 3));
    RETURNS(ERROR_STARTUP, blake2b_digest(digest, 64, message, 3, NULL, 0));
    other_hashes(&P);
    saved_states();
    compression();
    test_expect(!memcmp(digest, before, sizeof digest), "a digest was written");
    test_end();

    if (child_possible()) {
        test_begin("startup/nothing-passes-void-calls");
        blake2b_init(&S);
        CHILD_ABORTS("blake2b", "self-test", blake2b(digest, message, 3));
        CHILD_ABORTS("blake2b_keyed", "self-test", blake2b_keyed(digest, message, 3, message, 3));
        CHILD_ABORTS("blake2b_update", "self-test", blake2b_update(&S, message, 3));
        CHILD_ABORTS("blake2b_final", "self-test", blake2b_final(&S, digest));
        test_end();
    } else {
        test_skip("startup/nothing-passes-void-calls", "no fork on this system");
    }
}

static void one_passes(void) {
    const unsigned long all = ~BEYOND_ALL_CPUS;
    const struct preference *p;
    blake2xb_state X;
    int i;
    test_begin("startup/falls-to-the-next");
    cured = 1;
    test_expect(dispatch_choose(&blake2b_dispatch, blake2b_kernels, all, CPU_FAMILY_UNKNOWN) ==
                    blake2b_kernels + 3,
                "not the first that passes");
    test_expect(blake2b_startup() == BLAKE2B_OK, "blake2b_startup: %d", blake2b_startup());
    test_expect(dispatch_used(&blake2b_dispatch) >= blake2b_kernels + 3, "%s",
                blake2b_implementation());
    RETURNS(OK, blake2b_select("later"));
    test_expect(!strcmp(blake2b_implementation(), "later"), "%s", blake2b_implementation());
    RETURNS(ERROR_STARTUP, blake2b_select("wrong"));
    RETURNS(ERROR_NAME, blake2b_select("beyond"));
    test_expect(!strcmp(blake2b_implementation(), "later"), "an error changed the choice");
    cured = 0;
    RETURNS(ERROR_STARTUP, blake2b_select(NULL));
    test_expect(!strcmp(blake2b_implementation(), "later"), "an error changed the choice");
    cured = 1;
    for (i = 3; i <= 4; i++) { /* one of them is not the automatic choice */
        dispatch_use(&blake2b_dispatch, NULL);
        meanwhile = blake2b_kernels + i;
        test_expect(blake2b_startup() == BLAKE2B_OK, "blake2b_startup: %d", blake2b_startup());
        test_expect(dispatch_used(&blake2b_dispatch) == blake2b_kernels + i,
                    "the automatic choice replaced what was selected meanwhile");
    }
    test_expect(blake2xb_init(&X, 64, NULL, 0) == BLAKE2B_OK && blake2xb_final(&X) == BLAKE2B_OK,
                "blake2xb_final");
    cured = 0;
    dispatch_use(&blake2b_dispatch, NULL);
    RETURNS(ERROR_STARTUP, blake2xb_squeeze(&X, digest, 64));
    cured = 1;
    blake2b(digest, message, 3);
    test_expect(!strcmp(test_hex(digest, 8), "cf94f6d605657e90"), "digest %s", test_hex(digest, 8));
    test_end();

    test_begin("startup/preference");
    p = dispatch_preference(&blake2b_dispatch, CPU_FAMILY_ZEN4);
    test_expect(p->first[0] && !strcmp(p->first[0], "wrong") && p->first[1] &&
                    !strcmp(p->first[1], "later"),
                "not the row of the table");
    test_expect(!dispatch_preference(&blake2b_dispatch, CPU_FAMILY_ZEN5)->first[0],
                "the row of another target");
    test_expect(!dispatch_preference(&blake2b_dispatch, CPU_FAMILY_ZEN1)->first[0],
                "a row that is not there");
    test_expect(dispatch_choose(&blake2b_dispatch, blake2b_kernels, all, CPU_FAMILY_ZEN4) ==
                    blake2b_kernels + 4,
                "the preferred one fails, and the second was not chosen");
    test_expect(!beyond_called, "a kernel was called that no CPU can run");
    test_end();
}

int main(void) {
    version();
    nothing_passes();
    one_passes();
    return test_exit();
}
