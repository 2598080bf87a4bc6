/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/* Hashes many files for the command sum: on several threads, and short files together. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cpus.h"
#include "files.h"
#include "threads.h"

#define ROOM 65536 /* a file with fewer bytes is short */
#define PAGE 4096  /* on Zen 3 the kernel copies far slower to other addresses */
#define ALONE 32   /* rooms of a file that are read before it gets a reader thread */
#define MAX_THREADS 256
#define OF_FILE 4096     /* bytes whose hashing takes as long as to open and close a file */
#define OF_THREAD 131072 /* the same of starting a thread */
#define ALL ((uint64_t)1 << 62)
#define WINDOW 4096      /* jobs taken but not reported, */
#define HELD (4ul << 20) /* and their bytes of memory */
#define PATIENCE 100     /* pauses, in all, when no file descriptor is free */
#define PAUSE_MS 10

/* Shared by all threads. */
typedef struct work {
    const files_plan *plan;
    files_job *jobs; /* job N, from SHOWN to TAKEN, is at N modulo WINDOW */

    thread_lock lock;     /* protects what follows, and DONE of the jobs */
    thread_signal signal; /* what it protects has changed */
    uint64_t taken, shown;
    size_t held;
    /* a thread waits for the next job; a thread runs a function of the caller */
    int asking, showing;
    int unsent;          /* DONE was called after the last SEND */
    unsigned long slow;  /* jobs that may take long, and 1 while ASKING */
    files_answer answer; /* JOB until there are no more jobs */
    unsigned long threads, running, started;
    unsigned long takers;          /* running threads that take jobs */
    unsigned long open, most_open; /* files; the limit that the system has shown */
    unsigned patience;             /* pauses left */
    uint64_t bytes;
} work;

/* State of one thread, with the short files that it will hash together. */
typedef struct hands {
    work *w;
    util_message shorts[UTIL_TOGETHER];
    files_job *whose[UTIL_TOGETHER];
    size_t count;
    unsigned char *rooms; /* UTIL_TOGETHER of them */
    void *state;          /* of a hash */
} hands;

static int all_jobs(work *w);

static void begin(const work *w, const files_job *job, void *S) {
    util_params P = *w->plan->params;
    P.length = job->length;
    job->hash->init(S, &P);
}

/* The size of the largest state, to hold that of any hash. */
static size_t state_bytes(void) {
    const util_family *const *family;
    const util_hash *hash;
    size_t most = 0;
    for (family = util_families; *family; family++) {
        for (hash = (*family)->hashes; hash->name; hash++) {
            most = hash->state_bytes > most ? hash->state_bytes : most;
        }
    }
    return most;
}

/* ---- what a thread does ---- */

static files_job *slot(work *w, uint64_t number) {
    return &w->jobs[(size_t)(number % WINDOW)];
}

/*
 * Calls DONE in the order of the jobs, as far as they are done, and SEND if what follows may take
 * long. Called with the lock held, which is released while these run.
 */
static void show(work *w) {
    while (!w->showing) {
        files_job *job = slot(w, w->shown);
        const int done = w->shown < w->taken && job->done;
        if (!done && !(w->slow && w->unsent)) {
            break;
        }
        w->showing = 1;
        w->unsent = done;
        UNLOCK(&w->lock);
        if (done) {
            w->plan->done(w->plan->context, job);
            free(job->memory);
        } else {
            w->plan->send(w->plan->context);
        }
        LOCK(&w->lock);
        w->showing = 0;
        if (done) {
            w->held -= job->bytes;
            w->shown++;
            SIGNAL(&w->signal);
        }
    }
}

/* Reports that BYTES more were hashed. Called with the lock held. */
static void tell(work *w, size_t bytes) {
    w->bytes += bytes;
    if (w->plan->progress && !w->showing) {
        const uint64_t all = w->bytes;
        w->showing = 1;
        UNLOCK(&w->lock);
        w->plan->progress(w->plan->context, all);
        LOCK(&w->lock);
        w->showing = 0;
        show(w);
    }
}

static void finish(work *w, files_job *job, size_t bytes) {
    LOCK(&w->lock);
    job->done = 1;
    w->slow -= job->slow;
    show(w);
    tell(w, bytes);
    UNLOCK(&w->lock);
}

static void hash_shorts(hands *h) {
    util_params P = *h->w->plan->params;
    size_t i;
    if (h->count) {
        P.length = h->whose[0]->length;
        h->whose[0]->hash->many(&P, h->shorts, h->count);
    }
    for (i = 0; i < h->count; i++) {
        finish(h->w, h->whose[i], h->shorts[i].bytes);
    }
    h->count = 0;
}

/*
 * Waits for a change. Called with the lock held. Other threads may wait for this thread's short
 * files, so these are hashed first.
 */
static void wait_for_others(hands *h) {
    if (h->count) {
        UNLOCK(&h->w->lock);
        hash_shorts(h);
        LOCK(&h->w->lock);
    } else {
        SIGNAL_WAIT(&h->w->signal, &h->w->lock);
    }
}

#if !defined(NO_THREADS)
THREAD_FUNCTION(run, argument) {
    work *w = (work *)argument;
    all_jobs(w);
    return THREAD_END;
}

static thread threads_started[MAX_THREADS];

/* Whether there is a CPU for one more thread. Called with the lock held. */
static int one_more(work *w) {
    if (w->threads == 0) {
        w->threads = w->plan->threads ? w->plan->threads : cpus_for_us();
        w->threads = w->threads < MAX_THREADS ? w->threads : MAX_THREADS;
    }
    return w->running < w->threads;
}

/* Called with the lock held. */
static void start_another(work *w) {
    if (one_more(w) && w->started < MAX_THREADS &&
        THREAD_STARTED(&threads_started[w->started], run, w)) {
        w->started++;
        w->running++;
    }
}
#else
static void start_another(work *w) {
    (void)w;
}
#endif

/*
 * Starts one more thread if what was done, and MORE bytes of the job, take so long that it is
 * likely to gain more than it costs: what is left is unknown. Called with the lock held.
 */
static void start_if_worth(work *w, const files_job *job, uint64_t more) {
    const uint64_t done = w->bytes + w->taken * OF_FILE;
    if (job->number > 0 && w->answer == FILES_JOB &&
        (more >= ALL || done + more >= (uint64_t)w->running * w->running * OF_THREAD)) {
        start_another(w);
    }
}

/* Until it is finished, neither results nor other files wait for it. */
static void is_slow(work *w, files_job *job, uint64_t bytes) {
    LOCK(&w->lock);
    job->slow = 1;
    w->slow++;
    show(w);
    start_if_worth(w, job, bytes);
    UNLOCK(&w->lock);
}

/*
 * There is no memory for a job. Returns 0 if that is final. Else the thread must retry, or exit
 * (*LEAVE), which frees its memory for the others. The last thread retries until no other one runs.
 * So several threads never fail where one alone would succeed. Called with the lock held.
 */
static int without_memory(hands *h, int *leave) {
    work *w = h->w;
    w->threads = 1; /* no more threads */
    if (w->takers > 1) {
        w->takers--;
        *leave = 1;
    } else if (h->count || w->running > 1) {
        wait_for_others(h);
    } else {
        return 0;
    }
    return 1;
}

/* The next job, or NULL. */
static files_job *take(hands *h) {
    work *w = h->w;
    const files_plan *plan = w->plan;
    files_job *job = NULL;
    int leave = 0;
    LOCK(&w->lock);
    while (!job && !leave && w->answer == FILES_JOB) {
        files_answer answer;
        files_job *next = slot(w, w->taken);
        if (w->asking || w->taken - w->shown == WINDOW ||
            (w->held > HELD && w->taken != w->shown)) {
            wait_for_others(h);
            continue;
        }
        memset(next, 0, sizeof *next);
        answer = plan->next(plan->context, next, 0);
        if (answer == FILES_LATER) {
            if (h->count) {
                wait_for_others(h);
                continue;
            }
            w->asking = 1;
            w->slow++;
            show(w);
            UNLOCK(&w->lock);
            answer = plan->next(plan->context, next, 1);
            LOCK(&w->lock);
            w->slow--;
            w->asking = 0;
            SIGNAL(&w->signal);
        }
        if (answer == FILES_NO_MEMORY && without_memory(h, &leave)) {
            continue;
        }
        if (answer != FILES_JOB) {
            w->answer = answer;
            SIGNAL(&w->signal);
            break;
        }
        next->number = w->taken++;
        w->held += next->bytes;
        if (next->result == FILES_OTHER) {
            next->done = 1;
            show(w);
        } else {
            job = next;
            start_if_worth(w, job, 0);
        }
    }
    UNLOCK(&w->lock);
    return job;
}

/* There is one open file less. */
static void closed(work *w) {
    LOCK(&w->lock);
    w->open--;
    if (w->most_open <= MAX_THREADS) {
        SIGNAL(&w->signal);
    }
    UNLOCK(&w->lock);
}

static void close_file(work *w, int fd) {
    util_close(fd);
    closed(w);
}

/*
 * Opens the file of a job; if REGULAR is not NULL, as util_open_now does. If no file descriptor is
 * free, waits until another file has been closed. The last descriptor may be in use for a moment:
 * glibc's malloc reads a file to count the CPUs.
 */
static int open_file(hands *h, files_job *job, int *regular, uint64_t *bytes) {
    work *w = h->w;
    for (;;) {
        int fd, alone, early, pause = 0;
        LOCK(&w->lock);
        while (w->open >= w->most_open) {
            wait_for_others(h);
        }
        alone = w->most_open == 1;
        early = w->threads == 1 && w->started == 0;
        w->open++;
        UNLOCK(&w->lock);
        fd = regular ? util_open_now(job->name, early, regular, bytes) : util_open(job->name);
        if (fd == UTIL_LATER) {
            closed(w);
        }
        if (fd != -1) {
            return fd;
        }
        job->error = errno;
        LOCK(&w->lock);
        w->open--;
        if (job->error != EMFILE && job->error != ENFILE) {
            job->result = FILES_UNREADABLE;
        } else if (!alone) {
            if (w->most_open > 1) {
                w->most_open = w->open > 0 && w->open < w->most_open ? w->open : w->most_open - 1;
            }
        } else if (w->patience) {
            w->patience--;
            pause = 1;
        } else {
            job->result = FILES_UNREADABLE;
        }
        SIGNAL(&w->signal);
        UNLOCK(&w->lock);
        if (pause) {
            PAUSE(PAUSE_MS);
        }
        if (job->result == FILES_UNREADABLE) {
            return -1;
        }
    }
}

/*
 * Reads until ROOM is full or the file ends, which sets MORE to 0. It also ends, without a read that
 * finds nothing, where a read was short at SIZE bytes. Returns the bytes read.
 */
static size_t read_room(files_job *job, int fd, unsigned char *room, size_t all, uint64_t size,
                        int *more) {
    size_t bytes = 0;
    long got;
    do {
        got = util_read(fd, room + bytes, all - bytes);
        bytes += got > 0 ? (size_t)got : 0;
    } while (got > 0 && bytes < all && bytes != size);
    if (got < 0) {
        job->error = errno;
        job->result = FILES_UNREADABLE;
    }
    *more = got > 0 && bytes == all;
    return bytes;
}

static void add_and_tell(work *w, const files_job *job, void *S, const unsigned char *in,
                         size_t bytes) {
    job->hash->update(S, in, bytes);
    LOCK(&w->lock);
    tell(w, bytes);
    UNLOCK(&w->lock);
}

#if !defined(NO_THREADS)
#define STEPS 8 /* that the reader may be ahead; together they use all rooms of the thread */
#define STEP (UTIL_TOGETHER * ROOM / STEPS)

/* A thread that reads a file while another one hashes it. */
typedef struct ahead {
    files_job *job;
    int fd;
    unsigned char *rooms;
    thread_lock lock; /* protects the rest */
    thread_signal signal;
    size_t bytes[STEPS];
    unsigned long read, hashed; /* steps */
    int more;
} ahead;

THREAD_FUNCTION(read_ahead, argument) {
    ahead *a = (ahead *)argument;
    int more = 1;
    LOCK(&a->lock);
    while (more) {
        const unsigned long step = a->read % STEPS;
        size_t bytes;
        while (a->read - a->hashed == STEPS) {
            SIGNAL_WAIT(&a->signal, &a->lock);
        }
        UNLOCK(&a->lock);
        bytes = read_room(a->job, a->fd, a->rooms + step * STEP, STEP, 0, &more);
        LOCK(&a->lock);
        a->bytes[step] = bytes;
        a->read++;
        a->more = more;
        SIGNAL(&a->signal);
    }
    UNLOCK(&a->lock);
    return THREAD_END;
}

/*
 * Hashes the rest of the file while another thread reads it. Returns 0 if there is no CPU for that.
 */
static int hash_ahead(hands *h, files_job *job, int fd, void *S) {
    work *w = h->w;
    ahead a;
    thread reader;
    int started;
    LOCK(&w->lock);
    started = one_more(w);
    w->running += (unsigned long)started;
    UNLOCK(&w->lock);
    if (!started) {
        return 0;
    }
    memset(&a, 0, sizeof a);
    a.job = job;
    a.fd = fd;
    a.rooms = h->rooms;
    a.more = 1;
    LOCK_OPEN(&a.lock);
    SIGNAL_OPEN(&a.signal);
    started = THREAD_STARTED(&reader, read_ahead, &a);
    if (started) {
        LOCK(&a.lock);
        while (a.more || a.hashed != a.read) {
            const unsigned long step = a.hashed % STEPS;
            if (a.hashed == a.read) {
                SIGNAL_WAIT(&a.signal, &a.lock);
                continue;
            }
            UNLOCK(&a.lock);
            add_and_tell(w, job, S, a.rooms + step * STEP, a.bytes[step]);
            LOCK(&a.lock);
            a.hashed++;
            if (a.read - a.hashed == STEPS / 2) {
                /* wake the reader only when half of its steps are free */
                SIGNAL(&a.signal);
            }
        }
        UNLOCK(&a.lock);
        THREAD_JOIN(reader);
    }
    SIGNAL_CLOSE(&a.signal);
    LOCK_CLOSE(&a.lock);
    LOCK(&w->lock);
    w->running--;
    UNLOCK(&w->lock);
    return started;
}
#else
static int hash_ahead(hands *h, files_job *job, int fd, void *S) {
    (void)h;
    (void)job;
    (void)fd;
    (void)S;
    return 0;
}
#endif

/* Hashes a whole file. BYTES were already read; MORE tells whether there is more. */
static void hash_long(hands *h, files_job *job, int fd, unsigned char *room, size_t bytes,
                      int more) {
    void *S = h->state;
    size_t steps;
    begin(h->w, job, S);
    for (steps = 1;; steps++) {
        add_and_tell(h->w, job, S, room, bytes);
        if (!more || (steps % ALONE == 0 && hash_ahead(h, job, fd, S))) {
            break;
        }
        bytes = read_room(job, fd, room, ROOM, 0, &more);
    }
    job->hash->final(S, job->digest, job->length); /* also after an error: wipes the state */
}

static void hash_file(hands *h, files_job *job) {
    work *w = h->w;
    unsigned char *room;
    size_t bytes;
    int fd, more, regular;
    uint64_t size = 0;
    fd = open_file(h, job, &regular, &size);
    if (!regular) {
        hash_shorts(h);
        LOCK(&w->lock);
        start_if_worth(w, job, ALL);
        while (w->shown != job->number) {
            SIGNAL_WAIT(&w->signal, &w->lock);
        }
        UNLOCK(&w->lock);
        is_slow(w, job, 0);
        if (fd < 0) {
            fd = open_file(h, job, NULL, NULL);
        } else {
            util_await(fd);
        }
    }
    if (fd < 0) {
        finish(w, job, 0);
        return;
    }
    if (h->count == UTIL_TOGETHER ||
        (h->count && (h->whose[0]->length != job->length || h->whose[0]->hash != job->hash))) {
        hash_shorts(h);
    }
    room = h->rooms + h->count * ROOM;
    bytes = read_room(job, fd, room, ROOM, size, &more);
    if (regular && !more && job->hash->many && job->result != FILES_UNREADABLE) {
        close_file(w, fd);
        h->shorts[h->count].in = room;
        h->shorts[h->count].bytes = bytes;
        h->shorts[h->count].digest = job->digest;
        h->whose[h->count++] = job;
        return;
    }
    hash_shorts(h); /* hash them now, as a long file takes time; it keeps its room */
    if (regular && more) {
        is_slow(w, job, size);
    }
    if (job->result != FILES_UNREADABLE) {
        hash_long(h, job, fd, room, bytes, more);
    }
    close_file(w, fd);
    finish(w, job, 0);
}

/* Takes jobs until there are none. Returns 0 if there is no memory: others then do this part. */
static int all_jobs(work *w) {
    files_job *job;
    hands h;
    void *memory;
    int ok;
    h.w = w;
    h.count = 0;
    memory = malloc(PAGE + (size_t)UTIL_TOGETHER * ROOM + state_bytes());
    ok = memory != NULL;
    if (ok) {
        h.rooms = (unsigned char *)memory + (PAGE - (uintptr_t)memory % PAGE);
        h.state = h.rooms + (size_t)UTIL_TOGETHER * ROOM;
        LOCK(&w->lock);
        w->takers++;
        UNLOCK(&w->lock);
        while ((job = take(&h)) != NULL) {
            hash_file(&h, job);
        }
        hash_shorts(&h);
    }
    free(memory);
    LOCK(&w->lock);
    if (!ok) {
        w->threads = 1; /* there would be no memory for another one, either */
    }
    w->running--;
    SIGNAL(&w->signal);
    UNLOCK(&w->lock);
    return ok;
}

int files_hash(const files_plan *plan) {
    work w;
    int ok;
    memset(&w, 0, sizeof w);
    w.plan = plan;
    w.answer = FILES_JOB;
    w.running = 1;
    w.most_open = MAX_THREADS + 1;
    w.patience = PATIENCE;
    w.jobs = (files_job *)malloc(WINDOW * sizeof *w.jobs);
    if (!w.jobs) {
        return 0;
    }
    LOCK_OPEN(&w.lock);
    SIGNAL_OPEN(&w.signal);
    ok = all_jobs(&w);
#if !defined(NO_THREADS)
    {
        unsigned long i;
        LOCK(&w.lock); /* no thread starts after this */
        UNLOCK(&w.lock);
        for (i = 0; i < w.started; i++) {
            THREAD_JOIN(threads_started[i]);
        }
    }
#endif
    SIGNAL_CLOSE(&w.signal);
    LOCK_CLOSE(&w.lock);
    free(w.jobs);
    return ok && w.answer == FILES_END;
}
