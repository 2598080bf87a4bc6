/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * What CBMC proves of blake2b_compress_many, for 0 to 5 jobs of 12, 10 and 1 rounds, with kernels
 * for two or four messages or without: no access outside the caller's memory, the error of each
 * call, and that each job is given to a kernel once and gets the result.
 *
 * Sources: blake2b_compress_many.c -DBLAKE2B_TABLE="none.def"
 */
#include "blake2b_internal.h"

#include "cbmc.h"

enum { JOBS = 5 };

static blake2b_compress_job jobs[JOBS];
static size_t count, one; /* any of the jobs, and byte AT of its H */
static size_t at;
static unsigned char before, result;
static int calls;
static uint32_t wanted_rounds;

static unsigned char byte_of(uint64_t x) {
    return (unsigned char)(x >> 8 * (at % 8));
}

/* A kernel for one job: what blake2b_compress does. */
int contract_blake2b_compress(blake2b_uint64 *h, const unsigned char *block,
                              const blake2b_uint64 *t, int last, int last_node,
                              blake2b_uint32 rounds) {
    ASSERT(__CPROVER_w_ok(h, 64) && __CPROVER_r_ok(block, 128) && __CPROVER_r_ok(t, 16), "a job");
    ASSERT(rounds == wanted_rounds, "the rounds");
    if (one < count && h == jobs[one].h) {
        ASSERT(byte_of(h[at / 8]) == before && block == jobs[one].block && t == jobs[one].t, "it");
        ASSERT(last == jobs[one].last && last_node == jobs[one].last_node, "its flags");
        calls++;
    }
    HAVOC(h, 64);
    if (one < count && h == jobs[one].h) {
        result = byte_of(h[at / 8]);
    }
    return BLAKE2B_OK;
}

/* Kernels for several. */
static void lanes_of(blake2b_lanes *L, unsigned messages) {
    unsigned i, j, found = messages;
    for (j = 0; j < messages; j++) {
        ASSERT(__CPROVER_r_ok(L->in[j], 128), "lanes: a block is readable");
    }
    for (j = 0; j < messages && calls == 0 && one < count; j++) {
        if (L->in[j] == jobs[one].block) {
            ASSERT(byte_of(L->H[at / 8][j]) == before, "lanes: H");
            ASSERT(L->T[0][j] == jobs[one].t[0] && L->T[1][j] == jobs[one].t[1], "lanes: t");
            ASSERT(!L->add[j], "lanes: the counter is the caller's");
            ASSERT(L->F[0][j] == (jobs[one].last ? ~(uint64_t)0 : 0), "lanes: f0");
            ASSERT(L->F[1][j] == (jobs[one].last_node ? ~(uint64_t)0 : 0), "lanes: f1");
            calls++, found = j;
        }
    }
    for (i = 0; i < 8; i++) {
        HAVOC(L->H[i], messages * sizeof L->H[i][0]);
    }
    if (found < messages) {
        result = byte_of(L->H[at / 8][found]);
    }
}

static void two_lanes(blake2b_lanes *L, size_t blocks, size_t stride) {
    (void)stride;
    ASSERT(blocks == 1 && wanted_rounds == 12, "lanes: twelve rounds");
    lanes_of(L, 2);
}
static void two_rounds(blake2b_lanes *L, uint32_t rounds) {
    ASSERT(rounds == wanted_rounds, "lanes: the rounds");
    lanes_of(L, 2);
}
static void four_lanes(blake2b_lanes *L, size_t blocks, size_t stride) {
    (void)stride;
    ASSERT(blocks == 1 && wanted_rounds == 12, "lanes: twelve rounds");
    lanes_of(L, 4);
}
static void four_rounds(blake2b_lanes *L, uint32_t rounds) {
    ASSERT(rounds == wanted_rounds, "lanes: the rounds");
    lanes_of(L, 4);
}

static const struct kernel two[2] = {{"two", (kernel_entry *)two_lanes, 2, 0, ""},
                                     {"two", (kernel_entry *)two_rounds, 2, 0, ""}};
static const struct kernel four[2] = {{"four", (kernel_entry *)four_lanes, 4, 0, ""},
                                      {"four", (kernel_entry *)four_rounds, 4, 0, ""}};
static const struct kernel *lanes; /* NULL, or one of these two */

struct dispatch_choice blake2b_choice, blake2b_rounds_choice[DISPATCH_FOLLOWED];
const struct dispatch blake2b_dispatch, blake2b_rounds_dispatch;
static struct dispatch_lanes_choice lanes_choice;
const struct dispatch_lanes blake2b_lanes_dispatch = {&lanes_choice, NULL, NULL, NULL, NULL};
static const struct plan list[1];
static int no_kernel;

const struct kernel *dispatch_follow(const struct dispatch *d, const struct dispatch *leader) {
    return (void)d, (void)leader, no_kernel ? NULL : two;
}

const struct plan *dispatch_plan_first(const struct dispatch_lanes *d,
                                       const struct dispatch *leader, size_t messages) {
    (void)d, (void)leader;
    ASSERT(messages >= 2, "lanes: several messages");
    return list;
}
const struct kernel *dispatch_next(const struct dispatch_lanes *d, const struct plan *p,
                                   size_t messages) {
    ASSERT(messages && p == list, "lanes: the list that was given");
    return lanes && messages >= 2 ? &lanes[d != &blake2b_lanes_dispatch] : NULL;
}

static void many(const struct kernel *with, size_t n, uint32_t rounds) {
    size_t i;
    lanes = with, count = n, wanted_rounds = rounds, calls = 0, one = nondet_size();
    for (i = 0; i < n; i++) {
        HAVOC(&jobs[i], sizeof jobs[i]);
        jobs[i].h = object(64);
        jobs[i].block = object(128);
    }
    if (one < n) {
        before = byte_of(jobs[one].h[at / 8]);
    }
    ASSERT(!blake2b_compress_many(jobs, n, rounds), "all are compressed");
    ASSERT(calls == (one < n), "each job once");
    ASSERT(one >= n || byte_of(jobs[one].h[at / 8]) == result, "each result");
}

static void all(const struct kernel *with, uint32_t rounds) {
    at = nondet_size();
    ASSUME(at < 64);
    many(with, 1, rounds);
    many(with, 2, rounds);
    many(with, 3, rounds);
    many(with, JOBS, rounds);
}

void proof_compress_many(void) { /* slow */
    all(NULL, 12);
}
void proof_compress_many_2(void) { /* slow */
    all(two, 12);
}
void proof_compress_many_4(void) { /* slow */
    all(four, 12);
}
void proof_compress_many_rounds(void) { /* slow */
    all(two, 10);
    all(four, 1);
}

void proof_compress_many_refused(void) { /* few */
    static blake2b_compress_job none[1];
    const size_t most = LONGEST / sizeof none[0];
    ASSERT(!blake2b_compress_many(NULL, 0, 12), "no job");
    ASSERT(blake2b_compress_many(NULL, 1, 12) == BLAKE2B_ERROR_NULL, "no jobs");
    ASSERT(blake2b_compress_many(none, most + 1, 12) == BLAKE2B_ERROR_LENGTH, "too many");
    ASSERT(blake2b_compress_many(none, (size_t)-1 / sizeof none[0] + 2, 12) == BLAKE2B_ERROR_LENGTH,
           "so many that their length wraps");
    none[0].h = nondet_int() ? object(64) : NULL;
    none[0].block = none[0].h ? NULL : object(128);
    ASSERT(blake2b_compress_many(none, 1, 12) == BLAKE2B_ERROR_NULL, "no h, or no block");
    no_kernel = 1;
    none[0].h = object(64), none[0].block = object(128);
    ASSERT(blake2b_compress_many(none, 1, 12) == BLAKE2B_ERROR_STARTUP, "no kernel");
}
