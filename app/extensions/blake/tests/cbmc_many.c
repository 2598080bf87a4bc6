/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * What CBMC proves of blake_many.inc without kernels for several messages, for 0 to 5 jobs of any
 * lengths: no access outside the caller's memory, the error of each call, and that what is hashed
 * for each digest is its message, after as many bytes as the state holds.
 *
 * Loops: 20
 * Sources: blake256.c -DWIDTH=256
 * Sources: blake512.c -DWIDTH=512
 */
#include "cbmc.c"

/* CBMC loses pointers in a union of bytes. The pads, which are behind "work", are for lanes. */
#define union struct
#include "blake_many.inc"
#undef union

enum { JOBS = 5 };

static struct dispatch_lanes_choice lanes_choice;
const struct dispatch_lanes OF_WIDTH(lanes_dispatch) = {&lanes_choice, NULL, NULL, NULL, NULL};
static const struct plan no_plan[1];

const struct plan *dispatch_plan_first(const struct dispatch_lanes *d,
                                       const struct dispatch *serial, size_t messages) {
    return (void)d, (void)serial, (void)messages, no_plan;
}

const struct kernel *dispatch_next(const struct dispatch_lanes *d, const struct plan *list,
                                   size_t messages) {
    return (void)d, (void)list, (void)messages, NULL;
}

/* The jobs of a call, of which one is watched, after HELD bytes of a state. */
static job jobs[JOBS];
static struct {
    const job *job;
    size_t held, hashlen;
    int calls;
} watched;

/* The last block that "join" filled: that it copies all is for proof_join of BLAKE2b. */
static struct {
    const byte *to, *in;
    size_t held, bytes;
} joined;

void contract_join(const work *w, const byte *in, size_t held, byte *to, size_t bytes) {
    ASSERT(held <= bytes && bytes <= BLOCK && held <= sizeof w->block, "join: lengths");
    ASSERT(bytes == held || __CPROVER_r_ok(in, bytes - held), "join: readable");
    ASSERT(!bytes || __CPROVER_w_ok(to, bytes), "join: writable");
    joined.to = to, joined.in = in, joined.held = held, joined.bytes = bytes;
}

/* Whether these are the first bytes of the message of the job. */
static int begins(const byte *in, size_t bytes) {
    return watched.held ? in == joined.to && bytes == joined.bytes && joined.held == watched.held &&
                              joined.in == (const byte *)watched.job->in
                        : in == (const byte *)watched.job->in;
}

/* As proof_blake_digest proves of it for a first block: where it reads depends on no chain. */
void CONTRACT(rest)(blocks_fn *kernel, chain *S, byte *to, size_t digest_length, const byte *in,
                    size_t inlen) {
    ASSERT(kernel == blocks, "rest: the kernel");
    ASSERT(__CPROVER_w_ok(S, sizeof *S), "rest: S is writable");
    ASSERT(__CPROVER_w_ok(to, digest_length), "rest: the digest is writable");
    ASSERT(!inlen || __CPROVER_r_ok(in, inlen), "rest: in is readable");
    ASSERT(digest_length == watched.hashlen, "rest: the digest's length");
    if (watched.job && to == watched.job->hash) {
        const size_t total = watched.held + watched.job->inlen;
        if (inlen != total) {
            ASSERT(inlen == total - BLOCK && begins(K.in, BLOCK), "the first block");
            ASSERT(in == (const byte *)watched.job->in + (BLOCK - watched.held), "the rest");
        } else {
            ASSERT(!total || begins(in, inlen), "the message");
        }
        watched.calls++;
    }
}

/* Any jobs; a digest may be in S, if it is not NULL. Returns the error that they are. */
static int any_jobs(size_t count, size_t digest_length, state *S) {
    const size_t one = nondet_size();
    int error = BLAKE_OK, in_state = 0;
    size_t i;
    watched.hashlen = digest_length;
    for (i = 0; i < count; i++) {
        const size_t at = nondet_size();
        jobs[i].inlen = nondet_size();
        jobs[i].in = memory(jobs[i].inlen);
        jobs[i].hash = maybe(object(digest_length));
        if (S && nondet_int()) {
            ASSUME(at <= sizeof *S - digest_length);
            jobs[i].hash = (byte *)S + at, in_state = 1;
        }
        if (!error) {
            error = jobs[i].hash ? memory_error(jobs[i].in, jobs[i].inlen) : BLAKE_ERROR_NULL;
        }
        if (i == one) {
            watched.job = &jobs[i];
        }
    }
    return !error && in_state ? BLAKE_ERROR_OVERLAP : error;
}

static size_t any_count(void) {
    const size_t count = nondet_size();
    ASSUME(count <= JOBS);
    return count;
}

/* Calls that succeed. */
static void many_by(size_t held, size_t hashlen, state *S) {
    static byte salt[SALT_BYTES];
    const size_t count = any_count();
    OF_WIDTH(choice).chosen = &the_kernel;
    copies_move_witnesses = 1; /* there are none: no content is proved */
    watched.held = held;
    ASSUME(!any_jobs(count, hashlen, NULL));
    ASSERT(!(S ? OF_WIDTH(many_from)(S, jobs, count)
               : OF_WIDTH(many)(hashlen, maybe(salt), jobs, count)),
           "all are hashed");
    ASSERT(watched.calls == (watched.job != NULL), "each digest once");
}

void proof_blake_many(void) { /* slow */
    many_by(0, nondet_int() ? DIGEST_BYTES : SHORT_BYTES, NULL);
}

void proof_blake_many_from(void) { /* slow */
    inside *const s = any_state();
    ASSUME(is_good(s));
    many_by(s->buffered, s->digest_length, (state *)s);
}

/* Calls that fail, if only as there is no kernel. */
void proof_blake_many_refused(void) { /* few */
    const size_t hashlen = nondet_size(), count = any_count(), most = LONGEST / sizeof(job);
    int wanted;
    no_kernel = K.refused = 1;
    ASSUME(hashlen <= DIGEST_BYTES);
    wanted = any_jobs(count, hashlen, NULL);
    wanted = wanted || is_length(hashlen) ? wanted : BLAKE_ERROR_LENGTH;
    check_error(OF_WIDTH(many)(hashlen, NULL, jobs, count), wanted);
    check_error(OF_WIDTH(many)(hashlen, NULL, NULL, 2), BLAKE_ERROR_NULL);
    check_error(OF_WIDTH(many)(hashlen, NULL, jobs, most + 1), BLAKE_ERROR_LENGTH);
}

void proof_blake_many_from_refused(void) { /* few */
    inside *const s = any_state();
    const size_t count = any_count(), most = LONGEST / sizeof(job);
    const int bad = is_good(s) ? 0 : BLAKE_ERROR_STATE;
    int wanted;
    no_kernel = K.refused = 1;
    check_error(OF_WIDTH(many_from)(NULL, jobs, 1), BLAKE_ERROR_NULL);
    check_error(OF_WIDTH(many_from)((state *)s, NULL, 2), bad ? bad : BLAKE_ERROR_NULL);
    check_error(OF_WIDTH(many_from)((state *)s, jobs, most + 1), bad ? bad : BLAKE_ERROR_LENGTH);
    wanted = any_jobs(count, bad ? SHORT_BYTES : s->digest_length, (state *)s);
    check_error(OF_WIDTH(many_from)((state *)s, jobs, count), bad ? bad : wanted);
}
