/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/* Calls of libblake2b that take a length, for tests/rigs/lengths. */
#include <string.h>

#include "blake2b_test.h"
#include "lengths/cases.h"

#define byte lengths_byte
static blake2b_state hash, hash_before;
static blake2bp_state parallel, parallel_before;
static blake2xb_state input, input_before, output, output_before;
static unsigned char out[64], out_before[64];

#define IN (const void *in, size_t n)
LENGTHS_CALL(digest_in, IN, blake2b_digest(out, 64, in, n, byte, 1))
LENGTHS_CALL(append_in, IN, blake2b_append(&hash, in, n))
LENGTHS_CALL(bp_in, IN, blake2bp(out, 64, in, n, NULL, 0))
LENGTHS_CALL(bp_keyed_in, IN, blake2bp(out, 64, in, n, byte, 1))
LENGTHS_CALL(bp_update_in, IN, blake2bp_update(&parallel, in, n))
LENGTHS_CALL(xb_in, IN, blake2xb(out, 64, in, n, NULL, 0))
LENGTHS_CALL(xb_update_in, IN, blake2xb_update(&input, in, n))

static int hash_in IN {
    static const blake2b_params P = BLAKE2B_PARAMS_INIT(64, "");
    return blake2b_hash(&P, out, 64, in, n);
}

LENGTHS_JOBS_OF(blake2b_job)

static int many_in IN {
    static const blake2b_params P = BLAKE2B_PARAMS_INIT(64, "");
    return blake2b_many(&P, jobs(in, n), lengths_jobs_before + 1);
}
LENGTHS_CALL(many_from_in, IN, blake2b_many_from(&hash, jobs(in, n), lengths_jobs_before + 1))

/* Keys, which are also too long. */
LENGTHS_CALL(digest_key, IN, blake2b_digest(out, 64, byte, 1, in, n))
LENGTHS_CALL(digest_init_key, IN, blake2b_digest_init(&hash, 64, in, n))
LENGTHS_CALL(bp_key, IN, blake2bp(out, 64, byte, 1, in, n))
LENGTHS_CALL(bp_init_key, IN, blake2bp_init(&parallel, 64, in, n))
LENGTHS_CALL(xb_key, IN, blake2xb(out, 64, byte, 1, in, n))
LENGTHS_CALL(xb_init_key, IN, blake2xb_init(&input, 64, in, n))

static int params_key IN {
    static const blake2b_job job = {byte, 1, out};
    blake2b_params P;
    int errors[3];
    blake2b_params_init(&P);
    P.key = in;
    P.key_length = n;
    errors[0] = blake2b_init_params(&hash, &P);
    errors[1] = blake2b_hash(&P, out, 64, byte, 1);
    errors[2] = blake2b_many(&P, &job, 1);
    if (n > BLAKE2B_KEYBYTES) { /* that is checked first */
        return errors[0] == BLAKE2B_ERROR_PARAMS && errors[1] == errors[0] && errors[2] == errors[0]
                   ? BLAKE2B_ERROR_LENGTH
                   : 1;
    }
    return errors[0] == errors[1] && errors[0] == errors[2] ? errors[0] : 1;
}

/* Output. */
#define OUT (const void *to, size_t n)
LENGTHS_CALL(xb_out, OUT, blake2xb((unsigned char *)to, n, byte, 1, NULL, 0))
LENGTHS_CALL(squeeze_out, OUT, blake2xb_squeeze(&output, (unsigned char *)to, n))
LENGTHS_CALL(xb_finish_out, OUT, blake2xb_finish(&input, (unsigned char *)to, n))
LENGTHS_CALL(digest_out, OUT, blake2b_digest((unsigned char *)to, n, byte, 1, NULL, 0))
LENGTHS_CALL(finish_out, OUT, blake2b_finish(&hash, (unsigned char *)to, n))
LENGTHS_CALL(bp_out, OUT, blake2bp((unsigned char *)to, n, byte, 1, NULL, 0))
LENGTHS_CALL(bp_final_out, OUT, blake2bp_final(&parallel, (unsigned char *)to, n))

/* Arrays of jobs. */
#define JOBS (const void *all, size_t n)
static int many_jobs JOBS {
    static const blake2b_params P = BLAKE2B_PARAMS_INIT(64, "");
    return blake2b_many(&P, (const blake2b_job *)all, n);
}
LENGTHS_CALL(many_from_jobs, JOBS, blake2b_many_from(&hash, (const blake2b_job *)all, n))
LENGTHS_CALL(compress_jobs, JOBS, blake2b_compress_many((const blake2b_compress_job *)all, n, 12))

static const lengths_call calls[] = {
    /* clang-format off */
    LENGTHS_BYTES(digest_in) LENGTHS_BYTES(append_in) LENGTHS_BYTES(hash_in)
    LENGTHS_BYTES(bp_in) LENGTHS_BYTES(bp_keyed_in) LENGTHS_BYTES(bp_update_in)
    LENGTHS_BYTES(xb_in) LENGTHS_BYTES(xb_update_in) LENGTHS_BYTES(digest_key)
    LENGTHS_BYTES(digest_init_key) LENGTHS_BYTES(bp_key) LENGTHS_BYTES(bp_init_key)
    LENGTHS_BYTES(xb_key) LENGTHS_BYTES(xb_init_key) LENGTHS_BYTES(params_key)
    LENGTHS_BYTES(xb_out) LENGTHS_BYTES(squeeze_out) LENGTHS_BYTES(xb_finish_out)
    LENGTHS_BYTES(digest_out) LENGTHS_BYTES(finish_out) LENGTHS_BYTES(bp_out)
    LENGTHS_BYTES(bp_final_out) LENGTHS_OF_JOBS(many_in) LENGTHS_OF_JOBS(many_from_in)
    /* clang-format on */
    {"many_jobs", many_jobs, sizeof(blake2b_job)},
    {"many_from_jobs", many_from_jobs, sizeof(blake2b_job)},
    {"compress_jobs", compress_jobs, sizeof(blake2b_compress_job)},
};

/* ---- calls that accept exactly one length ---- */

LENGTHS_CALL(save_blake2b, OUT, blake2b_export(&hash, (unsigned char *)to, n))
LENGTHS_CALL(save_bp, OUT, blake2bp_export(&parallel, (unsigned char *)to, n))
LENGTHS_CALL(save_xb, OUT, blake2xb_export(&input, (unsigned char *)to, n))
LENGTHS_CALL(resume_blake2b, IN, blake2b_import(&hash, in, n))
LENGTHS_CALL(resume_bp, IN, blake2bp_import(&parallel, in, n))
LENGTHS_CALL(resume_xb, IN, blake2xb_import(&input, in, n))
LENGTHS_CALL(eip152, IN, blake2b_eip152(out, in, n))

static const lengths_exact exact[] = {
    {"blake2b_export", save_blake2b, BLAKE2B_SAVED_BYTES},
    {"blake2b_import", resume_blake2b, BLAKE2B_SAVED_BYTES},
    {"blake2bp_export", save_bp, BLAKE2BP_SAVED_BYTES},
    {"blake2bp_import", resume_bp, BLAKE2BP_SAVED_BYTES},
    {"blake2xb_export", save_xb, BLAKE2XB_SAVED_BYTES},
    {"blake2xb_import", resume_xb, BLAKE2XB_SAVED_BYTES},
    {"blake2b_eip152", eip152, BLAKE2B_EIP152_BYTES},
};

/* ---- those that abort ---- */

static void misuses(void) {
    LENGTHS_ABORTS("blake2b", blake2b(out, byte, lengths_most));
    LENGTHS_ABORTS("blake2b_keyed", blake2b_keyed(out, byte, lengths_most - 127, byte, 1));
    LENGTHS_ABORTS("blake2b_keyed",
                   blake2b_keyed(out, byte, 1, (const void *)(UINTPTR_MAX - 9), 11));
    LENGTHS_ABORTS("blake2b_keyed_init",
                   blake2b_keyed_init(&hash, (const void *)(UINTPTR_MAX - 9), 11));
    LENGTHS_ABORTS("blake2b_update", blake2b_update(&hash, byte, lengths_most));
    LENGTHS_ABORTS("blake2b_update", blake2b_update(&hash, (const void *)(UINTPTR_MAX - 9), 11));
    LENGTHS_ABORTS("blake2b_final", blake2b_final(&hash, (unsigned char *)(UINTPTR_MAX - 9)));
}

static void prepare(void) {
    blake2b_init(&hash);
    blake2b_update(&hash, byte, 1); /* a kernel is chosen: also for the fast path of
                                       blake2b_update */
    blake2b_digest(out, 64, byte, 1, NULL, 0);
    blake2bp_init(&parallel, 64, NULL, 0);
    blake2xb_init(&input, BLAKE2XB_UNKNOWN_LENGTH, NULL, 0);
    output = input;
    blake2xb_final(&output);
    hash_before = hash;
    parallel_before = parallel;
    input_before = input;
    output_before = output;
    memcpy(out_before, out, sizeof out);
}

static int same(void) {
    return !memcmp(&hash, &hash_before, sizeof hash) &&
           !memcmp(&parallel, &parallel_before, sizeof parallel) &&
           !memcmp(&input, &input_before, sizeof input) &&
           !memcmp(&output, &output_before, sizeof output) && !memcmp(out, out_before, sizeof out);
}

LENGTHS_CASES(blake2b, BLAKE2B_ERROR_LENGTH);
