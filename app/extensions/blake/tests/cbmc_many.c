/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * What CBMC proves of blake_many.inc without kernels for several messages, for 0 to 5 jobs of any
 * lengths: no access outside the caller's memory, the error of each call, and that what is hashed
 * for each digest is its message, after as many bytes as the state holds, with h, salt and counter
 * of the state or of the start.
 *
 * Loops: 9
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
    const byte *buffer; /* of the state */
    size_t held, hashlen;
    byte h, salt; /* of the start: bytes K.h_at and K.salt_at */
    length counter;
    int calls;
} watched;

static void set_start(byte h, byte salt, length counter) {
    watched.h = h, watched.salt = salt, watched.counter = counter;
}
static void check_start(const chain *S) {
    ASSERT(byte_of(S->h, K.h_at) == watched.h, "h of the start");
    ASSERT(byte_of(S->s, K.salt_at) == watched.salt, "the salt");
    ASSERT(counter_of(S) == watched.counter, "the counter of the start");
}

/* Chains are copied whole, blocks not at all. */
void contract_driver_copy(void *p, const void *q, size_t bytes) {
    if (q != watched.buffer) {
        ASSERT(bytes == sizeof(chain), "copy: a chain");
        *(chain *)p = *(const chain *)q;
    }
}

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

/* proof_blake_digest proves it. */
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
            check_start(&K.given);
            set_start(K.h, watched.salt, watched.counter + BLOCK_BITS);
            ASSERT(in == (const byte *)watched.job->in + (BLOCK - watched.held), "the rest");
        } else {
            ASSERT(!total || begins(in, inlen), "the message");
        }
        check_start(S);
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
static void many_by(size_t held, size_t hashlen, const byte *salt, state *S) {
    const size_t count = any_count();
    OF_WIDTH(choice).chosen = &the_kernel;
    watched.held = held;
    ASSUME(!any_jobs(count, hashlen, NULL));
    ASSERT(!(S ? OF_WIDTH(many_from)(S, jobs, count) : OF_WIDTH(many)(hashlen, salt, jobs, count)),
           "all are hashed");
    ASSERT(watched.calls == (watched.job != NULL), "each digest once");
}

static void any_place(void) {
    K.h_at = nondet_size(), K.salt_at = nondet_size();
    ASSUME(K.h_at < H_BYTES && K.salt_at < SALT_BYTES);
}

void proof_blake_many(void) { /* slow */
    const size_t hashlen = nondet_int() ? DIGEST_BYTES : SHORT_BYTES;
    static byte room[SALT_BYTES];
    const byte *const salt = maybe(room);
    HAVOC(room, sizeof room);
    any_place();
    set_start(start_of(K.h_at, hashlen), salt ? room[K.salt_at] : 0, 0);
    many_by(0, hashlen, salt, NULL);
}

void proof_blake_many_from(void) { /* slow */
    inside *const s = any_state();
    ASSUME(is_good(s));
    any_place();
    watched.buffer = s->buffer;
    set_start(byte_of(s->S.h, K.h_at), byte_of(s->S.s, K.salt_at), counter_of(&s->S));
    many_by(s->buffered, s->digest_length, NULL, (state *)s);
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
