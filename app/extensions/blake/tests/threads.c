/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * For tests/rigs/tsan.sh: each thread begins with a different call, for both word sizes, and half
 * of them select kernels at the same time.
 */
#include <pthread.h>
#include <stdio.h>

#include "blake_internal.h"
#include "test.h"

enum { THREADS = 8, JOBS = 9, BYTES = 300 };
static unsigned char message[BYTES], digests[THREADS][JOBS][64 + 32];
static int codes[THREADS];

static void one(int thread, int many) {
    blake_job jobs[2][JOBS];
    int i;
    for (i = 0; i < JOBS; i++) {
        jobs[0][i].in = jobs[1][i].in = message;
        jobs[0][i].inlen = jobs[1][i].inlen = BYTES;
        jobs[0][i].hash = digests[thread][i];
        jobs[1][i].hash = digests[thread][i] + 64;
        if (!many) {
            blake512(jobs[0][i].hash, message, BYTES);
            blake256(jobs[1][i].hash, message, BYTES);
        }
    }
    if (many) {
        codes[thread] |= blake256_many(32, NULL, jobs[1], JOBS);
        codes[thread] |= blake512_many(64, NULL, jobs[0], JOBS);
    }
}

static void *work(void *number) {
    int thread = (int)((unsigned char *)number - message), turn;
    for (turn = 0; turn < 40; turn++) {
        one(thread, (thread + turn) % 2);
        if (thread & 2) {
            codes[thread] |= blake256_select(turn % 3 ? NULL : blake256_implementation());
            codes[thread] |= blake512_select(turn % 3 ? NULL : blake512_implementation());
        }
    }
    return NULL;
}

int main(void) {
    pthread_t t[THREADS];
    unsigned char expected[64 + 32];
    int i, j, started = 1;
    test_begin("threads/blake");
    for (i = 0; i < THREADS && started; i++) {
        started = !pthread_create(&t[i], NULL, work, message + i);
    }
    test_expect(started, "cannot start a thread");
    for (i -= !started; i--;) {
        pthread_join(t[i], NULL);
    }
    blake512(expected, message, BYTES);
    blake256(expected + 64, message, BYTES);
    for (i = 0; i < THREADS && started; i++) {
        test_expect(!codes[i], "thread %d: a call returns %d", i, codes[i]);
        for (j = 0; j < JOBS; j++) {
            test_expect(!memcmp(digests[i][j], expected, sizeof expected), "thread %d: wrong", i);
        }
    }
    test_end();
    return test_exit();
}
