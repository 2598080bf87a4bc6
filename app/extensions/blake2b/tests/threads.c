/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * Many threads race to the first call, and each gets the right digest with the same implementation.
 * They also race with blake2b_select, whose selection must stay, and with blake2b_tune.
 */
#include <stdio.h>
#include <stdlib.h>

#include "blake2b_test.h"
#include "vectors.h"

#if defined(_WIN32)
#include <windows.h>
typedef HANDLE thread;
#define THREAD_FUNCTION(name, argument) static DWORD WINAPI name(void *argument)
#define THREAD_START(t, function, argument) \
    (!(*(t) = CreateThread(NULL, 0, function, argument, 0, NULL)))
#define THREAD_JOIN(t) WaitForSingleObject(t, INFINITE)
#define THREAD_END 0
#define THREAD_YIELD() Sleep(0)
#elif defined(__unix__) || defined(__APPLE__)
#include <pthread.h>
#include <sched.h>
typedef pthread_t thread;
#define THREAD_FUNCTION(name, argument) static void *name(void *argument)
#define THREAD_START(t, function, argument) pthread_create(t, NULL, function, argument)
#define THREAD_JOIN(t) pthread_join(t, NULL)
#define THREAD_END NULL
#define THREAD_YIELD() sched_yield()
#else
#define NO_THREADS 1
#endif

#if defined(NO_THREADS)
int main(void) {
    test_skip("threads", "no threads on this system");
    return test_exit();
}
#else

enum { THREADS = 8 };
#if !defined(TURNS)
#define TURNS 200
#endif

#if defined(__GNUC__) && !defined(__TINYC__)
static int gate; /* number of the current round */
#define GATE_OPEN(round) __atomic_store_n(&gate, round, __ATOMIC_RELEASE)
#define GATE() __atomic_load_n(&gate, __ATOMIC_ACQUIRE)
#else
static volatile int gate;
#define GATE_OPEN(round) (gate = (round))
#define GATE() (gate)
#endif

typedef struct worker {
    int number, round;
    const char *select; /* implementation to select by name, or NULL */
    int result;         /* of the int call, if any */
    const char *name;   /* the implementation in use afterwards */
    unsigned char digest[64];
} worker;

static unsigned char message[300];
static blake2b_state shared;
static const char tune[] = "(by measuring)"; /* instead of a name */

/* Each thread begins with a different call. */
THREAD_FUNCTION(work, argument) {
    worker *w = argument;
    blake2b_params P;
    blake2b_state S;
    while (GATE() < w->round) {
        THREAD_YIELD(); /* all threads start at the same time, even on a single core */
    }
    w->result = BLAKE2B_OK;
    if (w->select && !strcmp(w->select, tune)) {
        w->result = blake2b_tune();
        w->result = w->result == BLAKE2B_ERROR_CLOCK ? BLAKE2B_OK : w->result; /* this system has
                                                                                  no clock */
    } else if (w->select) {
        w->result = blake2b_select(w->select);
    }
    switch (w->number % 7) {
    case 0:
        blake2b(w->digest, message, sizeof message);
        w->name = blake2b_implementation();
        break;
    case 1:
        w->result |= blake2b_startup();
        blake2b_keyed(w->digest, message, sizeof message, NULL, 0);
        w->name = blake2b_implementation();
        break;
    case 2:
        w->name = blake2b_implementation();
        blake2b_init(&S);
        blake2b_update(&S, message, sizeof message);
        blake2b_final(&S, w->digest);
        break;
    case 3: {
        blake2b_job jobs[5];
        unsigned char digests[5][64];
        int i;
        for (i = 0; i < 5; i++) {
            jobs[i].in = message;
            jobs[i].inlen = sizeof message;
            jobs[i].hash = digests[i];
        }
        blake2b_params_init(&P);
        w->result |= blake2b_many(&P, jobs, 5);
        for (i = 0; i < 4; i++) {
            w->result |= memcmp(digests[i], digests[4], 64) != 0;
        }
        memcpy(w->digest, digests[4], 64);
        /* all threads from one state */
        w->result |= blake2b_many_from(&shared, jobs, 5);
        for (i = 0; i < 5; i++) {
            w->result |= memcmp(digests[i], w->digest, 64) != 0;
        }
        w->name = blake2b_implementation();
        break;
    }
    case 4: {
        unsigned char bp[64], xb[99];
        w->result |= blake2bp(bp, 64, NULL, 0, NULL, 0);
        w->result |= checksum(bp, sizeof bp) != vectors_single[1];
        w->result |= blake2xb(xb, 99, message, 297, NULL, 0);
        w->result |= checksum(xb, sizeof xb) != vectors_single[2];
        blake2b(w->digest, message, sizeof message);
        w->name = blake2b_implementation();
        break;
    }
#if defined(UINT64_MAX)
    case 5: {
        /* several at once, with another number of rounds than the other threads */
        const blake2b_uint32 rounds = (blake2b_uint32)w->number % 24;
        blake2b_compress_job jobs[5];
        blake2b_uint64 h[5][8], alone[8];
        int i;
        memset(h, 0, sizeof h);
        for (i = 0; i < 5; i++) {
            jobs[i].h = h[i];
            jobs[i].block = message + i;
            jobs[i].t[0] = jobs[i].t[1] = (blake2b_uint64)i;
            jobs[i].last = jobs[i].last_node = 0;
        }
        w->result |= blake2b_compress_many(jobs, 5, rounds);
        for (i = 0; i < 5; i++) {
            memset(alone, 0, sizeof alone);
            w->result |= blake2b_compress(alone, jobs[i].block, jobs[i].t, 0, 0, rounds);
            w->result |= memcmp(h[i], alone, sizeof alone) != 0;
        }
        blake2b(w->digest, message, sizeof message);
        w->name = blake2b_implementation();
        break;
    }
#endif
    default:
        blake2b_params_init(&P);
        w->result |= blake2b_hash(&P, w->digest, 64, message, sizeof message);
        w->name = blake2b_implementation();
        break;
    }
    return THREAD_END;
}

static worker workers[THREADS];

/* One round; thread i selects NAMES[i % COUNT]. */
static void race(int round, const char *const *names, int count) {
    thread threads[THREADS];
    int i;
    for (i = 0; i < THREADS; i++) {
        workers[i].number = i + round;
        workers[i].round = round;
        workers[i].select = names[i % count];
        if (THREAD_START(&threads[i], work, &workers[i])) {
            printf("not ok - threads: cannot start a thread\n");
            exit(EXIT_FAILURE);
        }
    }
    GATE_OPEN(round);
    for (i = 0; i < THREADS; i++) {
        THREAD_JOIN(threads[i]);
        test_expect(workers[i].result == BLAKE2B_OK, "round %d, thread %d: code %d", round, i,
                    workers[i].result);
        test_expect(checksum(workers[i].digest, 64) == vectors_single[0],
                    "round %d, thread %d: wrong digest", round, i);
    }
}

int main(void) {
    static const char *const none[] = {NULL};
    const char *automatic, *last = NULL, *names[THREADS];
    const struct kernel *b;
    int round = 0, i, count = 0;
    test_pattern(message, sizeof message, VECTORS_MESSAGE_SEED);
    blake2b_init(&shared);

    /* The first round is the first call of the process; later ones reset the choice. */
    test_begin("threads/first-call");
    test_expect(!dispatch_used(&blake2b_dispatch), "something was chosen before the first call");
    for (i = 0; i < TURNS; i++) {
        int t;
        dispatch_use(&blake2b_dispatch, NULL);
        race(++round, none, 1);
        automatic = blake2b_implementation();
        for (t = 0; t < THREADS; t++) {
            test_expect(workers[t].name && !strcmp(workers[t].name, automatic),
                        "round %d, thread %d: %s, not %s", round, t,
                        workers[t].name ? workers[t].name : "none", automatic);
        }
    }
    test_end();

    for (b = blake2b_kernels; b->name; b++) {
        if (util_runs(b) && count < THREADS) {
            last = names[count++] = b->name;
        }
    }

    /*
     * Thread 0 selects the last row of the table, the others start automatically: the selection
     * must stay.
     */
    test_begin("threads/first-call-against-select");
    for (i = 0; i < TURNS; i++) {
        const char *selects[THREADS] = {NULL};
        selects[0] = last;
        dispatch_use(&blake2b_dispatch, NULL);
        race(++round, selects, THREADS);
        test_expect(!strcmp(blake2b_implementation(), last), "round %d: %s selected, %s used",
                    round, last, blake2b_implementation());
    }
    test_end();

    test_begin("threads/select");
    for (i = 0; i < TURNS; i++) {
        int t, known = 0;
        race(++round, (const char *const *)names, count);
        for (t = 0; t < count; t++) {
            known |= !strcmp(blake2b_implementation(), names[t]);
        }
        test_expect(known, "round %d: %s used, which nobody selected", round,
                    blake2b_implementation());
    }
    test_end();

    /*
     * Half of the threads measure, some select, some hash; every second round starts without a
     * choice.
     */
    test_begin("threads/tune");
    for (i = 0; i < TURNS / 10; i++) {
        const char *selects[THREADS] = {NULL};
        selects[0] = selects[2] = selects[3] = selects[6] = tune;
        selects[5] = last;
        if (i % 2) {
            dispatch_use(&blake2b_dispatch, NULL);
        }
        race(++round, selects, THREADS);
        test_expect(util_kernel(blake2b_kernels, blake2b_implementation()) != NULL,
                    "round %d: %s used", round, blake2b_implementation());
    }
    test_end();
    return test_exit();
}
#endif
