/*
 * blake2b_lanes.c itself, with kernels in C beside those of the build: what uses several lanes is
 * tested in every way on every CPU.
 */
#include <stdio.h>

#define BLAKE2B_WITH_C8 1
#define BLAKE2B_WITH_C4 1
#define BLAKE2B_WITH_C2 1
#define BLAKE2B_BACKENDS_DEF "lanes-c.def"
#include "blake2b_lanes.c"

#include "lanes.h"

void test_lanes_contract(blake2b_lanes *L, unsigned lanes, size_t blocks, size_t stride) {
    unsigned j, i;
    for (j = 0; j < lanes; j++) {
        const unsigned char *in = L->in[j];
        uint64_t h[8], t[2];
        size_t k;
        for (k = 0; k < blocks; k++, in += k < blocks ? stride : 0) {
            t[0] = L->T[0][j] + L->add[j];
            t[1] = L->T[1][j] + (t[0] < L->add[j]);
            L->T[0][j] = t[0];
            L->T[1][j] = t[1];
            for (i = 0; i < 8; i++) {
                h[i] = L->H[i][j];
            }
            blake2b_compress(h, in, t, L->F[0][j] != 0, L->F[1][j] != 0, 12);
            for (i = 0; i < 8; i++) {
                L->H[i][j] = h[i];
            }
        }
    }
}

void BLAKE2B_LANES_KERNEL(c8)(blake2b_lanes *L, size_t blocks, size_t stride) {
    test_lanes_contract(L, 8, blocks, stride);
}

void BLAKE2B_LANES_KERNEL(c4)(blake2b_lanes *L, size_t blocks, size_t stride) {
    test_lanes_contract(L, 4, blocks, stride);
}

void BLAKE2B_LANES_KERNEL(c2)(blake2b_lanes *L, size_t blocks, size_t stride) {
    test_lanes_contract(L, 2, blocks, stride);
}

static int runs(const blake2b_lanes_backend *b) {
    return (b->needs & ~blake2b_cpu_features()) == 0;
}

static void one_set(const char *subject, void (*run)(void), const int rows[3]) {
    char names[100] = "";
    unsigned long bits = 0;
    int i;
    for (i = 0; i < 3; i++) {
        if (rows[i] >= 0) {
            const blake2b_lanes_backend *b = &blake2b_lanes_backends[rows[i]];
            sprintf(names + strlen(names), "%s%s", names[0] ? "+" : "", b->name);
            bits |= 1ul << rows[i];
        }
    }
    blake2b_lanes_use(bits);
    test_begin("%s/%s", subject, names[0] ? names : "serial");
    run();
    for (i = 0; i < 3; i++) {
        test_expect(rows[i] < 0 || blake2b_lanes_auto(blake2b_lanes_backends[rows[i]].lanes) ==
                                       &blake2b_lanes_backends[rows[i]], "it was not in use to the end");
    }
    test_end();
    blake2b_lanes_use(~0ul);
}

/* The rows with so many lanes that this CPU can run, in the order of the table, then -1. */
static int next_row(int row, unsigned lanes) {
    do {
        row++;
        if (!blake2b_lanes_backends[row].name) {
            return -1;
        }
    } while (blake2b_lanes_backends[row].lanes != lanes || !runs(&blake2b_lanes_backends[row]));
    return row;
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
}

void test_each_lane_kernel(const char *subject, void (*run)(void)) {
    static const int none[3] = {-1, -1, -1};
    int row;
    for (row = 0; blake2b_lanes_backends[row].name; row++) {
        const blake2b_lanes_backend *b = &blake2b_lanes_backends[row];
        int rows[3] = {-1, -1, -1};
        if (!runs(b)) {
            char name[100];
            sprintf(name, "%s/%s", subject, b->name);
            test_skip(name, "this CPU cannot run it");
            continue;
        }
        rows[0] = row;
        one_set(subject, run, rows);
    }
    one_set(subject, run, none);
}
