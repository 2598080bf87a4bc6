/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * blake2b_lanes.c and blake2b_short.c themselves, with additional kernels in C, so that every CPU
 * tests all uses of several lanes and of short messages.
 */
#include <stdio.h>

#define BLAKE2B_WITH_C8 1
#define BLAKE2B_WITH_C4 1
#define BLAKE2B_WITH_C3 1
#define BLAKE2B_WITH_C2 1
#define BLAKE2B_WITH_C8_SHORT 1
#define BLAKE2B_WITH_C4_SHORT 1
#define BLAKE2B_TABLE "lanes-c.def"
#include "blake2b_lanes.c"
#include "table_again.h"
#include "blake2b_short.c"

#include "by_reference.h"
#include "lanes.h"

void test_lanes_contract(blake2b_lanes *L, unsigned lanes, size_t blocks, size_t stride) {
    unsigned j;
    for (j = 0; j < lanes; j++) {
        lane_by_reference(L, j, blocks, stride);
    }
}

void test_short_contract(const blake2b_short *W, const blake2b_job *jobs, size_t count) {
    unsigned char digest[64];
    size_t i, j;
    for (j = 0; j < count; j++) {
        short_by_reference(W, jobs, j, digest);
        for (i = 0; i < 64 && W->digest >> i & 1; i++) {
            jobs[j].hash[i] = digest[i];
        }
    }
}

static size_t calls_made, blocks_done;

#define SHORT_OF(count) \
    void BLAKE2B_SHORT_KERNEL(c##count)(const blake2b_short *W, const blake2b_job *jobs, \
                                        size_t groups) { \
        calls_made++; \
        if (W->whole <= (count == 8 ? BLAKE2B_SHORT_WHOLE : 0)) { /* else no digest */ \
            test_short_contract(W, jobs, count *groups); \
        } \
    }
SHORT_OF(8)
SHORT_OF(4)

#define LANES_OF(count) \
    void BLAKE2B_LANES_KERNEL(c##count)(blake2b_lanes * L, size_t blocks, size_t stride) { \
        calls_made++; \
        blocks_done += blocks; \
        test_lanes_contract(L, count, blocks, stride); \
    }
LANES_OF(8)
LANES_OF(4)
LANES_OF(3)
LANES_OF(2)

static void one_set(const char *subject, void (*run)(void), const int rows[3]) {
    char names[100] = "";
    unsigned long bits = 0;
    const struct kernel *kernel;
    int i;
    for (i = 0; i < 3; i++) {
        if (rows[i] >= 0) {
            const struct kernel *b = &blake2b_lanes_kernels[rows[i]];
            sprintf(names + strlen(names), "%s%s", names[0] ? "+" : "", b->name);
            bits |= 1ul << rows[i];
        }
    }
    blake2b_util_rows(bits);
    kernel = blake2b_lanes_for(BLAKE2B_LANES_MAX);
    test_begin("%s/%s", subject, names[0] ? names : "serial");
    run();
    test_expect(blake2b_lanes_for(BLAKE2B_LANES_MAX) == kernel,
                "another kernel was in use at the end");
    test_end();
    blake2b_util_rows(~0ul);
}

/*
 * The next row with this number of lanes that this CPU can run, in the order of the table; -1 at
 * the end.
 */
static int next_row(int row, unsigned lanes) {
    do {
        row++;
        if (!blake2b_lanes_kernels[row].name) {
            return -1;
        }
    } while (blake2b_lanes_kernels[row].messages != lanes ||
             !util_runs(&blake2b_lanes_kernels[row]));
    return row;
}

/* Runs the test with each kernel for short messages; those of eight leave four or fewer to C. */
static void each_short(const char *subject, void (*run)(void)) {
    const struct kernel *k;
    for (k = blake2b_short_kernels; k->name; k++) {
        const struct plan plan[] = {
            {0, 0, (unsigned char)(k->messages + 1), (unsigned char)(2 * k->messages),
             (unsigned char)(k - blake2b_short_kernels), 0},
            {0, 0, (unsigned char)(k->messages / 2 + 1), k->messages,
             (unsigned char)(k - blake2b_short_kernels), 0},
            {0, 0, 2, 4, sizeof blake2b_short_kernels / sizeof *k - 2, 0},
            {0, 0, 0, 0, 0, 0},
        };
        if (!util_runs(k)) {
            continue;
        }
        test_begin("%s/short-%s", subject, k->name);
        dispatch_plan_use(&blake2b_short_dispatch, plan);
        run();
        test_expect(util_row(&blake2b_short_dispatch, &blake2b_dispatch, k->messages) == plan + 1,
                    "another kernel was in use at the end");
        test_end();
    }
    dispatch_plan_use(&blake2b_short_dispatch, NULL);
}

void test_each_lanes(const char *subject, void (*run)(void)) {
    int rows[3];
    rows[0] = -1;
    do {
        rows[0] = next_row(rows[0], 8);
        rows[1] = -1;
        do {
            rows[1] = next_row(rows[1], 4);
            rows[2] = -1;
            do {
                rows[2] = next_row(rows[2], 2);
                one_set(subject, run, rows);
            } while (rows[2] >= 0);
        } while (rows[1] >= 0);
    } while (rows[0] >= 0);
    for (rows[0] = next_row(-1, 3); rows[0] >= 0; rows[0] = next_row(rows[0], 3)) {
        rows[2] = next_row(-1, 2);
        one_set(subject, run, rows);
        rows[2] = -1;
        one_set(subject, run, rows);
    }
    each_short(subject, run);
}

void test_each_lane_kernel(const char *subject, void (*run)(void)) {
    static const int none[3] = {-1, -1, -1};
    int row;
    for (row = 0; blake2b_lanes_kernels[row].name; row++) {
        const struct kernel *b = &blake2b_lanes_kernels[row];
        int rows[3] = {-1, -1, -1};
        if (!test_begin_for(b, "%s/%s", subject, b->name)) {
            continue;
        }
        rows[0] = row;
        one_set(subject, run, rows);
    }
    one_set(subject, run, none);
    each_short(subject, run);
}

void test_lanes_used(const char *subject, void (*run)(void), const unsigned calls[4],
                     const unsigned blocks[4]) {
    static const char *const names[4] = {"c8", "c4", "c3", "c2"};
    int i, row;
    for (i = 0; i < 4; i++) {
        for (row = 0; strcmp(blake2b_lanes_kernels[row].name, names[i]); row++) {
        }
        blake2b_util_rows(1ul << row);
        if (!blake2b_startup()) {
            /* the self-test counts as well */
            blake2b_lanes_for(blake2b_lanes_kernels[row].messages);
        }
        test_begin("%s/%s", subject, names[i]);
        calls_made = blocks_done = 0;
        run();
        test_expect(calls_made == calls[i] && blocks_done == blocks[i],
                    "%lu calls, %lu blocks, not %u and %u", (unsigned long)calls_made,
                    (unsigned long)blocks_done, calls[i], blocks[i]);
        test_end();
    }
    blake2b_util_rows(~0ul);
}

void test_short_used(const char *subject, void (*run)(void), unsigned calls) {
    static const struct plan plan[] = {
        {0, 0, 3, 8, sizeof blake2b_short_kernels / sizeof(struct kernel) - 3, 0},
        {0, 0, 0, 0, 0, 0},
    };
    blake2b_util_rows(0);
    dispatch_plan_use(&blake2b_short_dispatch, plan);
    test_begin("%s/short-c8", subject);
    run(); /* with the self-test */
    calls_made = 0;
    run();
    test_expect(calls_made == calls, "%lu calls, not %u", (unsigned long)calls_made, calls);
    test_end();
    blake2b_util_rows(~0ul);
}
