/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * What CBMC proves of blake2b_many and blake2b_many_from without kernels for several messages, for
 * 0 to 5 jobs of any lengths, or 3 after a state: no access outside the caller's memory, the error
 * of each call, and that each digest is that of the message, after the key block or what the state
 * holds.
 *
 * Loops: 20 --unwindset contract_driver_copy.0:130
 * Sources: blake2b.c -DBLAKE2B_NO_LANES
 */
#include "cbmc_parts.h"

#include "blake2b_many.c"

enum { JOBS = 5 };

static work *the_work; /* of this call, from the copy of the prefix on */

/* Chains and the prefix are copied whole, from where CBMC knows that they are. */
void contract_driver_copy(void *p, const void *q, size_t bytes) {
    size_t i;
    if (__CPROVER_POINTER_OFFSET(p) == offsetof(work, block)) {
        ASSERT(q == watched.prefix && bytes == watched.given && bytes <= BLOCK, "the prefix");
        for (i = 0; i < BLOCK; i++) {
            if (i < bytes) {
                ((byte *)p)[i] = watched.prefix[i];
            }
        }
        the_work = (work *)((byte *)p - offsetof(work, block));
        watched.block = the_work->block;
    } else if (the_work) {
        ASSERT(q == &the_work->first || q == &the_work->empty, "a chain");
        *(chain *)p = q == &the_work->first ? the_work->first : the_work->empty;
    } else {
        *(chain *)p = *(const chain *)q;
    }
    ASSERT(bytes == sizeof(chain) || q == watched.prefix, "copy: bytes");
}

void contract_join(const work *w, const byte *in, size_t held, byte *to, size_t bytes) {
    ASSERT(w == the_work && held <= bytes && bytes <= BLOCK, "join: lengths");
    ASSERT(bytes == held || __CPROVER_r_ok(in, bytes - held), "join: readable");
    ASSERT(!bytes || __CPROVER_w_ok(to, bytes), "join: writable");
    joined.to = to, joined.in = in, joined.held = held, joined.bytes = bytes;
}

/* That it copies HELD bytes of the block, then IN. */
void proof_join(void) { /* itself */
    static work w;
    static byte to[BLOCK];
    const size_t held = nondet_size(), bytes = nondet_size(), at = nondet_size();
    byte *const in = object(BLOCK);
    ASSUME(held <= bytes && bytes <= BLOCK && at < bytes);
    HAVOC(w.block, sizeof w.block);
    message_witness = at < held ? w.block + at : in + (at - held);
    K.value = *message_witness;
    join(&w, in, held, to, bytes);
    ASSERT(to[at] == K.value, "each byte");
}

/*
 * Jobs, of which one is watched. A digest may be in the state S, if it is not NULL. Returns the
 * error that they are.
 */
static int any_jobs(job *jobs, size_t count, size_t digest_length, byte *S) {
    const size_t one = nondet_size();
    int error = BLAKE2B_OK, in_state = 0;
    size_t i;
    watched.hash = NULL, watched.calls = 0, the_work = NULL;
    for (i = 0; i < count; i++) {
        const size_t at = nondet_size();
        jobs[i].inlen = nondet_size();
        jobs[i].in = memory(jobs[i].inlen);
        jobs[i].hash = maybe(object(digest_length));
        if (S && nondet_int()) {
            ASSUME(at <= sizeof(blake2b_state) - digest_length);
            jobs[i].hash = S + at, in_state = 1;
        }
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
    return !error && in_state ? BLAKE2B_ERROR_OVERLAP : error;
}

static void check_call(int error, int wanted) {
    check_error(error, wanted);
    ASSERT(watched.calls == (!wanted && !no_kernel && watched.hash), "each digest once");
}

static void many_by(const blake2b_params *P, size_t count) {
    job jobs[JOBS];
    const int wanted = any_jobs(jobs, count, P->digest_length, NULL);
    watched.start = start_of(P, K.chain_at), watched.held = P->key_length ? BLOCK : 0;
    check_call(blake2b_many(P, jobs, count), wanted);
}

static blake2b_params *any_digest(void) {
    static blake2b_params P;
    blake2b_params_init(&P);
    P.digest_length = nondet_size();
    K.chain_at = nondet_size();
    ASSUME(P.digest_length >= 1 && P.digest_length <= 64 && K.chain_at < H_AND_T);
    choose();
    return &P;
}

void proof_many(void) {
    blake2b_params *const P = any_digest();
    ASSERT(blake2b_many(NULL, NULL, nondet_size()) == BLAKE2B_ERROR_NULL, "no parameters");
    many_by(P, 0);
    many_by(P, 2);
    many_by(P, 3);
    many_by(P, JOBS);
}

void proof_many_keyed(void) { /* slow */
    static byte key[64];
    blake2b_params *const P = any_digest();
    HAVOC(key, sizeof key);
    watched.prefix = key, watched.given = P->key_length = nondet_size(), P->key = key;
    ASSUME(P->key_length >= 1 && P->key_length <= 64);
    many_by(P, 2);
}

static void many_from_by(hash_state *state, size_t count) {
    job jobs[JOBS];
    const int wanted = any_jobs(jobs, count, state->digest_length, (byte *)state);
    watched.start = ((byte *)state)[K.chain_at], watched.last_node = state->last_node;
    check_call(blake2b_many_from((blake2b_state *)state, jobs, count), wanted);
}

static hash_state *any_prefix(void) {
    hash_state *const state = any_state();
    K.chain_at = nondet_size();
    ASSUME(is_good(state) && K.chain_at < H_AND_T);
    watched.prefix = state->buffer, watched.given = watched.held = state->buffered;
    choose();
    return state;
}

void proof_many_from(void) { /* slow */
    hash_state *const state = any_prefix();
    many_from_by(state, 0);
    many_from_by(state, 2);
}

void proof_many_from_3(void) { /* slow */
    many_from_by(any_prefix(), 3);
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

void proof_many_from_refused(void) { /* few */
    hash_state *const state = any_state();
    const blake2b_state *const S = (blake2b_state *)state;
    const int bad = is_good(state) ? 0 : BLAKE2B_ERROR_STATE;
    job jobs[1];
    K.refused = 1;
    ASSERT(blake2b_many_from(NULL, jobs, 1) == BLAKE2B_ERROR_NULL, "no state");
    ASSERT(blake2b_many_from(S, NULL, 2) == (bad ? bad : BLAKE2B_ERROR_NULL), "no jobs");
    ASSERT(blake2b_many_from(S, jobs, LONGEST / sizeof(job) + 1) ==
               (bad ? bad : BLAKE2B_ERROR_LENGTH),
           "too many");
}
