/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * F for many inputs, with multi-message kernels: those that hash if there are twelve rounds, else
 * those for any number of rounds. Also the table of the latter, their self-test and their choice.
 */
#include "blake2b_internal.h"
#include "driver/cpu.h"

#if defined(UINT64_MAX)

#if defined(BLAKE2B_HAVE_LANES)
/* ---- the table: the rows that are in this build ---- */

#define TABLE BLAKE2B_TABLE
#define IN_BUILD(id) BLAKE2B_WITH_##id
#define KERNELS const struct kernel blake2b_lane_rounds_kernels[]
#define LANE_ROUNDS_KERNEL KERNEL
#define KERNEL_SYMBOL BLAKE2B_ROUNDS_KERNEL
#define DECLARE_KERNEL(symbol) extern HIDDEN blake2b_lane_rounds_fn symbol;
#define PLAN static const struct plan rounds_plan[]
#define ROUNDS_PLAN PLAN_ROW
#define ROW_OF(id) rounds_row_##id
#include "driver/table.inc"

DISPATCH_LANES_FIT(blake2b_lane_rounds_fit, blake2b_lane_rounds_kernels);

static struct dispatch_lanes_choice lane_rounds_choice;
const struct dispatch_lanes blake2b_lane_rounds_dispatch = {&lane_rounds_choice,
                                                            blake2b_lane_rounds_kernels,
                                                            blake2b_lane_rounds_selftest,
                                                            rounds_plan, NULL};

/* ---- self-test ---- */

#define SELFTEST_MOST 21 /* rounds: up to the second repetition of the permutations */
#include "driver/selftests.h"
#include "blake2b_words.h"

/* One call of the test. */
typedef struct selftest_lane_rounds {
    blake2b_lane_rounds_fn *kernel;
    blake2b_lanes *L;
    uint32_t rounds;
} selftest_lane_rounds;

static void call_lane_rounds(void *argument) {
    const selftest_lane_rounds *const call = argument;
    call->kernel(call->L, call->rounds);
}

/*
 * Every number of rounds; each case continues from the H of the previous one. Each lane of each
 * case has other words, and does what the kernel for one message does, which has passed its own
 * self-test. Nothing but H of its own lanes may change.
 */
int blake2b_lane_rounds_selftest(const struct kernel *k) {
    const struct kernel *const alone = blake2b_rounds_auto();
    unsigned char in[BLAKE2B_BLOCKBYTES + 8 * BLAKE2B_LANES_MAX];
    blake2b_lanes L, expected;
    selftest_lane_rounds call;
    size_t sum;
    uint32_t rounds;
    unsigned j;
    if (!alone) {
        return 1;
    }
    selftest_input(in, sizeof in, 0);
    sum = selftest_sum(in, sizeof in);
    memset(&L, 0x5a, sizeof L);
    for (j = 0; j < BLAKE2B_LANES_MAX; j++) {
        L.T[0][j] = ~(uint64_t)0 - j;
        L.T[1][j] = j;
        L.F[0][j] = 0x96a5u >> j & 1 ? ~(uint64_t)0 : 0;
        L.F[1][j] = 0xc33cu >> j & 1 ? ~(uint64_t)0 : 0;
    }
    expected = L;
    call.kernel = BLAKE2B_LANE_ROUNDS(k);
    call.L = &L;
    for (rounds = 0; rounds <= SELFTEST_MOST; rounds++) {
        for (j = 0; j < BLAKE2B_LANES_MAX; j++) {
            L.in[j] = expected.in[j] = in + 7 * j + rounds;
        }
        for (j = 0; j < k->messages; j++) {
            lane_rounds_by(alone, &expected, j, rounds);
        }
        call.rounds = rounds;
        if (!selftest_deeper(rounds % 3, call_lane_rounds, &call)) {
            return (int)rounds + 1;
        }
        if (memcmp(&L, &expected, sizeof L)) {
            return (int)rounds + 1;
        }
    }
    return selftest_sum(in, sizeof in) == sum ? 0 : (int)rounds + 1;
}

/* ---- several at once ---- */

#define LANES_ROUNDS 12

/*
 * Whether N jobs at once are faster than one after the other: filling and emptying lanes takes as
 * long as six rounds of a job, on Zen 3.
 */
static int pays(uint32_t rounds, size_t n) {
    return rounds >= 6 || rounds * (n - 1) >= 6;
}

static const struct dispatch_lanes *table_for(uint32_t rounds) {
    return rounds == LANES_ROUNDS ? &blake2b_lanes_dispatch : &blake2b_lane_rounds_dispatch;
}

static INLINE void move(uint64_t *to, const uint64_t *from) {
#if defined(SECRET_WORDS)
    size_t i;
    for (i = 0; i < sizeof *to; i += sizeof(secret_word)) {
        MOVE_SECRET((unsigned char *)to + i, (const unsigned char *)from + i);
    }
#else
    *to = *from;
#endif
}

typedef struct task {
    const blake2b_compress_job *jobs;
    uint32_t rounds;
    blake2b_lanes *L;
    unsigned most; /* lanes that were used */
} task;

/* A step of USED jobs. The caller gives the final counter, so "add" is 0. */
static INLINE int in_lanes(void *work, const struct kernel *kernel, size_t done, unsigned used) {
    task *const t = (task *)work;
    const blake2b_compress_job *const jobs = t->jobs + done;
    blake2b_lanes *const L = t->L;
    unsigned j;
    if (!pays(t->rounds, used)) {
        return 0;
    }
    t->most = kernel->messages > t->most ? kernel->messages : t->most;
    for (j = 0; j < used; j++) {
        const blake2b_compress_job *job = &jobs[j];
        /* unrolled: a loop of eight iterations would take longer than its body */
        move(&L->H[0][j], &job->h[0]);
        move(&L->H[1][j], &job->h[1]);
        move(&L->H[2][j], &job->h[2]);
        move(&L->H[3][j], &job->h[3]);
        move(&L->H[4][j], &job->h[4]);
        move(&L->H[5][j], &job->h[5]);
        move(&L->H[6][j], &job->h[6]);
        move(&L->H[7][j], &job->h[7]);
        L->T[0][j] = job->t[0];
        L->T[1][j] = job->t[1];
        L->F[0][j] = job->last ? ~(uint64_t)0 : 0;
        L->F[1][j] = job->last_node ? ~(uint64_t)0 : 0;
        L->add[j] = 0;
        L->in[j] = job->block;
    }
    for (; j < kernel->messages; j++) {
        L->in[j] = jobs[0].block; /* not in use, but it must be readable */
    }
    if (t->rounds == LANES_ROUNDS) {
        BLAKE2B_LANES(kernel)(L, 1, 0);
    } else {
        BLAKE2B_LANE_ROUNDS(kernel)(L, t->rounds);
    }
    for (j = 0; j < used; j++) {
        move(&jobs[j].h[0], &L->H[0][j]);
        move(&jobs[j].h[1], &L->H[1][j]);
        move(&jobs[j].h[2], &L->H[2][j]);
        move(&jobs[j].h[3], &L->H[3][j]);
        move(&jobs[j].h[4], &L->H[4][j]);
        move(&jobs[j].h[5], &L->H[5][j]);
        move(&jobs[j].h[6], &L->H[6][j]);
        move(&jobs[j].h[7], &L->H[7][j]);
    }
    return 1;
}

/* Uses a large frame, after all self-tests. Returns the number of jobs done. */
static NOINLINE size_t by_lanes(const struct plan *list, const struct kernel *kernel,
                                const blake2b_compress_job *jobs, size_t count, uint32_t rounds) {
    CACHE_ALIGNED blake2b_lanes L;
    task t;
    size_t done;
    t.jobs = jobs;
    t.rounds = rounds;
    t.L = &L;
    t.most = 0;
    done = dispatch_steps(table_for(rounds), list, kernel, count, in_lanes, &t);
    wipe_columns(&L, t.most);
    return done;
}
#endif

int blake2b_compress_many(const blake2b_compress_job *jobs, size_t count, blake2b_uint32 rounds) {
    size_t i;
    int error = BLAKE2B_OK;
    if (!jobs && count) {
        return BLAKE2B_ERROR_NULL;
    }
    if (!memory_array_fits(jobs, count, sizeof *jobs)) {
        return BLAKE2B_ERROR_LENGTH;
    }
    for (i = 0; i < count; i++) {
        if (!jobs[i].h || !jobs[i].block) {
            return BLAKE2B_ERROR_NULL;
        }
    }
    if (!dispatch_follow_usual(blake2b_rounds_choice, &blake2b_choice) && !blake2b_rounds_auto()) {
        return BLAKE2B_ERROR_STARTUP;
    }
    i = 0;
#if defined(BLAKE2B_HAVE_LANES)
    if (count > 1 && pays(rounds, count)) {
        const struct plan *const list = dispatch_plan(table_for(rounds), &blake2b_dispatch, count);
        const struct kernel *const kernel = dispatch_next(table_for(rounds), list, count);
        if (kernel) {
            i = by_lanes(list, kernel, jobs, count, rounds);
        }
    }
#endif
    for (; i < count && error == BLAKE2B_OK; i++) {
        error = blake2b_compress(jobs[i].h, jobs[i].block, jobs[i].t, jobs[i].last,
                                 jobs[i].last_node, rounds);
    }
    return error;
}

#else
typedef int blake2b_no_compress_many;
#endif
