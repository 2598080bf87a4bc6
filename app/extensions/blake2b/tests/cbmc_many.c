/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * What CBMC proves of blake2b_many without kernels for several messages, for 0 to 5 jobs of any
 * lengths: no access outside the caller's memory, the error of each call, and that
 * each job's digest is that of its message.
 *
 * Loops: 20
 * Sources: blake2b.c -DBLAKE2B_NO_LANES
 */
#include "cbmc_parts.h"

#include "blake2b_many.c"

enum { JOBS = 5 };

/* Jobs, of which one is watched. Returns the error that they are. */
static int any_jobs(job *jobs, size_t count, size_t digest_length) {
    const size_t one = nondet_size();
    int error = BLAKE2B_OK;
    size_t i;
    watched.hash = NULL, watched.calls = 0;
    for (i = 0; i < count; i++) {
        jobs[i].inlen = nondet_size();
        jobs[i].in = memory(jobs[i].inlen);
        jobs[i].hash = maybe(object(digest_length));
        if (!error) {
            error = !jobs[i].hash || (!jobs[i].in && jobs[i].inlen) ? BLAKE2B_ERROR_NULL
                    : jobs[i].inlen > LONGEST                       ? BLAKE2B_ERROR_LENGTH
                                                                    : BLAKE2B_OK;
        }
        if (i == one) {
            watched.hash = jobs[i].hash, watched.hashlen = digest_length;
            watched.in = jobs[i].in, watched.inlen = jobs[i].inlen;
        }
    }
    return error;
}

static void check_call(int error, int wanted) {
    check_error(error, wanted);
    ASSERT(watched.calls == (!wanted && !no_kernel && watched.hash), "each digest once");
}

static void many_by(const blake2b_params *P, size_t count) {
    job jobs[JOBS];
    const int wanted = any_jobs(jobs, count, P->digest_length);
    check_call(blake2b_many(P, jobs, count), wanted);
}

void proof_many(void) {
    static blake2b_params P;
    blake2b_params_init(&P);
    P.digest_length = nondet_size();
    ASSUME(P.digest_length >= 1 && P.digest_length <= 64);
    choose();
    ASSERT(blake2b_many(NULL, NULL, nondet_size()) == BLAKE2B_ERROR_NULL, "no parameters");
    many_by(&P, 0);
    many_by(&P, 2);
    many_by(&P, 3);
    many_by(&P, JOBS);
}

/* With a key, an empty message has another last block: that of the key. */
void proof_many_keyed(void) { /* slow */
    static blake2b_params P;
    static byte key[64];
    job jobs[2];
    int wanted;
    blake2b_params_init(&P);
    P.key = key, P.key_length = nondet_size();
    ASSUME(P.key_length >= 1 && P.key_length <= 64);
    choose();
    wanted = any_jobs(jobs, 2, 64);
    if (!wanted && watched.hash && !watched.inlen) {
        watched.hash = NULL;
    }
    check_call(blake2b_many(&P, jobs, 2), wanted);
}

/* A number of jobs that no memory has: refused before a job is read. */
void proof_many_refused(void) { /* few */
    blake2b_params P;
    job jobs[1];
    K.refused = 1;
    blake2b_params_init(&P);
    ASSERT(blake2b_many(&P, jobs, LONGEST / sizeof(job) + 1) == BLAKE2B_ERROR_LENGTH, "too many");
    ASSERT(blake2b_many(&P, jobs, (size_t)-1 / sizeof(job) + 2) == BLAKE2B_ERROR_LENGTH,
           "so many that their length wraps");
    ASSERT(blake2b_many(&P, NULL, 2) == BLAKE2B_ERROR_NULL, "no jobs");
    P.fanout = 256;
    ASSERT(blake2b_many(&P, jobs, 2) == BLAKE2B_ERROR_PARAMS, "wrong parameters");
}
