/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/* Calls of libblake that take a length, for tests/rigs/lengths. */
#include <string.h>

#include "blake_kernels.h"
#include "lengths/cases.h"

#define byte lengths_byte
static blake256_state hash256, hash256_before;
static blake512_state hash512, hash512_before;
static unsigned char out[64], out_before[64];
static const unsigned char salt[32] = {1};

#define IN (const void *in, size_t n)
LENGTHS_CALL(digest256_in, IN, blake256_digest(out, 32, in, n, NULL))
LENGTHS_CALL(append256_in, IN, blake256_append(&hash256, in, n))
LENGTHS_CALL(digest512_in, IN, blake512_digest(out, 48, in, n, salt))
LENGTHS_CALL(append512_in, IN, blake512_append(&hash512, in, n))

LENGTHS_JOBS_OF(blake_job)

LENGTHS_CALL(many256_in, IN, blake256_many(32, salt, jobs(in, n), lengths_jobs_before + 1))
LENGTHS_CALL(many256_from_in, IN,
             blake256_many_from(&hash256, jobs(in, n), lengths_jobs_before + 1))
LENGTHS_CALL(many512_in, IN, blake512_many(64, NULL, jobs(in, n), lengths_jobs_before + 1))
LENGTHS_CALL(many512_from_in, IN,
             blake512_many_from(&hash512, jobs(in, n), lengths_jobs_before + 1))

/* Output. */
#define OUT (const void *to, size_t n)
LENGTHS_CALL(digest256_out, OUT, blake256_digest((unsigned char *)to, n, byte, 1, NULL))
LENGTHS_CALL(finish256_out, OUT, blake256_finish(&hash256, (unsigned char *)to, n))
LENGTHS_CALL(digest512_out, OUT, blake512_digest((unsigned char *)to, n, byte, 1, NULL))
LENGTHS_CALL(finish512_out, OUT, blake512_finish(&hash512, (unsigned char *)to, n))

/* Arrays of jobs. */
#define JOBS (const void *all, size_t n)
LENGTHS_CALL(many256_jobs, JOBS, blake256_many(32, NULL, (const blake_job *)all, n))
LENGTHS_CALL(many256_from_jobs, JOBS, blake256_many_from(&hash256, (const blake_job *)all, n))
LENGTHS_CALL(many512_jobs, JOBS, blake512_many(64, NULL, (const blake_job *)all, n))
LENGTHS_CALL(many512_from_jobs, JOBS, blake512_many_from(&hash512, (const blake_job *)all, n))

static const lengths_call calls[] = {
    /* clang-format off */
    LENGTHS_BYTES(digest256_in) LENGTHS_BYTES(append256_in) LENGTHS_BYTES(digest512_in)
    LENGTHS_BYTES(append512_in) LENGTHS_BYTES(digest256_out) LENGTHS_BYTES(finish256_out)
    LENGTHS_BYTES(digest512_out) LENGTHS_BYTES(finish512_out) LENGTHS_OF_JOBS(many256_in)
    LENGTHS_OF_JOBS(many256_from_in) LENGTHS_OF_JOBS(many512_in)
    LENGTHS_OF_JOBS(many512_from_in)
    /* clang-format on */
    {"many256_jobs", many256_jobs, sizeof(blake_job)},
    {"many256_from_jobs", many256_from_jobs, sizeof(blake_job)},
    {"many512_jobs", many512_jobs, sizeof(blake_job)},
    {"many512_from_jobs", many512_from_jobs, sizeof(blake_job)},
};

/* ---- calls that accept exactly one length ---- */

LENGTHS_CALL(save_256, OUT, blake256_export(&hash256, (unsigned char *)to, n))
LENGTHS_CALL(save_512, OUT, blake512_export(&hash512, (unsigned char *)to, n))
LENGTHS_CALL(resume_256, IN, blake256_import(&hash256, in, n))
LENGTHS_CALL(resume_512, IN, blake512_import(&hash512, in, n))

static const lengths_exact exact[] = {
    {"blake256_export", save_256, BLAKE256_SAVED_BYTES},
    {"blake256_import", resume_256, BLAKE256_SAVED_BYTES},
    {"blake512_export", save_512, BLAKE512_SAVED_BYTES},
    {"blake512_import", resume_512, BLAKE512_SAVED_BYTES},
};

/* ---- those that abort ---- */

static void misuses(void) {
    LENGTHS_ABORTS("blake224", blake224(out, byte, lengths_most));
    LENGTHS_ABORTS("blake224_salted", blake224_salted(out, byte, lengths_most, salt));
    LENGTHS_ABORTS("blake256", blake256(out, byte, lengths_most));
    LENGTHS_ABORTS("blake256_salted", blake256_salted(out, byte, lengths_most - 63, salt));
    LENGTHS_ABORTS("blake256_update", blake256_update(&hash256, byte, lengths_most));
    LENGTHS_ABORTS("blake384", blake384(out, byte, lengths_most));
    LENGTHS_ABORTS("blake384_salted", blake384_salted(out, byte, lengths_most, salt));
    LENGTHS_ABORTS("blake512", blake512(out, byte, lengths_most));
    LENGTHS_ABORTS("blake512_salted", blake512_salted(out, byte, lengths_most - 127, salt));
    LENGTHS_ABORTS("blake512_update", blake512_update(&hash512, byte, lengths_most));
}

static void prepare(void) {
    blake256_init(&hash256);
    blake256_update(&hash256, salt, 32);
    blake512_init(&hash512);
    blake512_update(&hash512, salt, 32);
    blake512(out, salt, 1);
    hash256_before = hash256;
    hash512_before = hash512;
    memcpy(out_before, out, sizeof out);
}

static int same(void) {
    return !memcmp(&hash256, &hash256_before, sizeof hash256) &&
           !memcmp(&hash512, &hash512_before, sizeof hash512) &&
           !memcmp(out, out_before, sizeof out);
}

LENGTHS_CASES(blake, BLAKE_ERROR_LENGTH);
