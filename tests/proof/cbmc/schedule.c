/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * What CBMC proves of the order of messages in lanes.inc, with kernels for two messages, or for
 * two and four, as a plan may have them, and 3 to 5 jobs: each message is hashed once. What one step
 * does with the lanes is for lanes.c.
 *
 * Loops: 6
 * Sources: memory.c
 */
#include <string.h>

#include "cbmc.h"

typedef unsigned char byte;
typedef struct job {
    const void *in;
    size_t inlen;
    byte *hash;
} job;
typedef int chain;
typedef void blocks_fn(void);
typedef struct lanes {
    const byte *in[4];
} lanes;

#define MARK 0
#define BLOCK_BYTES 128
#define LAST_MOST 128
#define LANES_MAX 4
#define COMMON
static const struct dispatch_lanes lanes_dispatch;
#define LANES_DISPATCH lanes_dispatch
#define RUN_KERNEL(kernel, L, blocks) ((void)(L), (void)(blocks))
#include "driver/lanes.inc"

/* lanes.c has the other functions of the hash: nothing here calls them. */
static INLINE void get_lane(const work *w, unsigned j, chain *S) {
    (void)w, (void)j, (void)S;
}
static INLINE void prefetch(const work *w, size_t i) {
    (void)w, (void)i;
}

enum { JOBS = 5, NO_LANE = LANES_MAX };

static work w;
static job jobs[JOBS];
static const job *watched; /* one of the jobs */
static unsigned lane_of;   /* the lane that it is in */
static int hashed, opened;
static unsigned wiped; /* lanes */

static const struct kernel two = {"two", NULL, 2, 0, ""}, four = {"four", NULL, 4, 0, ""};
static const struct plan list[1];

/* Any plan: fewer messages have a kernel with as many lanes or fewer. */
const struct kernel *dispatch_next(const struct dispatch_lanes *d, const struct plan *p,
                                   size_t messages) {
    ASSERT(d == &lanes_dispatch && p == list && messages >= 2, "next: the list");
    return !nondet_int() ? NULL : w.most == 4 && nondet_int() ? &four : &two;
}

/* The next message; whether it is the one. */
static int taken(void) {
    ASSERT(w.count, "a message waits");
    w.count--;
    return w.jobs++ == watched;
}

void contract_begin(work *to, unsigned j) {
    ASSERT(to == &w && j < w.active && j < w.most && lane_of != j, "begin: a lane that is free");
    lane_of = taken() ? j : lane_of;
}

/* proof_lanes_step; steps in which no message ends change nothing here. */
void contract_step(work *to, const struct kernel *kernel) {
    const unsigned used = w.active < kernel->messages ? w.active : kernel->messages;
    unsigned j, ended = 0;
    ASSERT(to == &w && opened && used >= 2 && kernel->messages <= w.most, "step: the lanes");
    for (j = LANES_MAX; j--;) {
        if (j < used && nondet_int()) {
            ended++;
            if (lane_of == j) {
                hashed++, lane_of = NO_LANE;
            }
            if (w.count) {
                contract_begin(to, j);
            } else {
                w.active--;
                lane_of = lane_of == w.active ? j : lane_of;
            }
        }
    }
    ASSUME(ended);
}

/* proof_lanes_same */
int contract_same_blocks(void *to, const struct kernel *kernel, size_t done, unsigned used) {
    unsigned j;
    (void)done;
    ASSERT(to == &w && !w.active && used >= 1 && used <= kernel->messages && used <= w.count,
           "same: messages that wait, and lanes that are free");
    if (kernel->messages > w.most || nondet_int()) {
        return 0;
    }
    for (j = 0; j < LANES_MAX; j++) {
        hashed += j < used && taken();
    }
    return 1;
}

/* proof_lanes_finish */
const chain *contract_take(work *to, lane *l) {
    (void)l, lane_of = taken() ? NO_LANE + 1 : lane_of;
    return &to->first;
}
void contract_finish(const work *of, chain *S, const lane *l) {
    unsigned j = NO_LANE + 1;
    (void)S;
    for (; j && l != &of->lanes[j - 1]; j--) {
    }
    if (lane_of == (j && j <= LANES_MAX ? j - 1 : NO_LANE + 1)) {
        hashed++, lane_of = NO_LANE;
    }
}
static INLINE void open_lanes(work *to) {
    opened = to == &w;
}
static INLINE void wipe_lanes(work *to, unsigned n) {
    (void)to;
    wiped = n;
}
void contract_driver_copy(void *p, const void *q, size_t bytes) {
    (void)p, (void)q, (void)bytes;
}
void contract_driver_wipe(void *p, size_t bytes) {
    ASSERT(p == w.pad && !bytes, "the pads are wiped");
}

static void all(size_t count, const struct kernel *kernel) {
    const size_t one = nondet_size();
    ASSUME(one < count);
    watched = jobs + one, lane_of = NO_LANE;
    w.jobs = jobs, w.count = count, w.plan = list;
    in_lanes(&w, kernel);
    ASSERT(wiped == kernel->messages, "all lanes are wiped");
    one_after_the_other(&w);
    ASSERT(hashed == 1, "it is hashed once");
}
void proof_schedule_2(void) { /* slow */
    all(4, &two);
}
void proof_schedule_3(void) { /* slow */
    all(3, &four);
}
void proof_schedule_4(void) { /* slow */
    all(5, &four);
}
