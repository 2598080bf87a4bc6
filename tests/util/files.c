/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * For parts.sh: app/util/files.c with simulated files, memory, threads and CPUs. It fails if a lock
 * is released by a thread that does not hold it, or taken twice, or if a test does not end.
 */
#if !defined(_POSIX_C_SOURCE)
#define _POSIX_C_SOURCE 200809L
#endif
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if !defined(__unix__) && !defined(__APPLE__)
int main(void) {
    puts("SKIP files: no POSIX threads");
    return 0;
}
#else
#include <pthread.h>
#include <unistd.h>

#include "files.h"
#include "threads.h"

static const char *test_name;

static void fail(const char *what) {
    printf("FAIL files: %s: %s\n", test_name, what);
    fflush(stdout);
    _exit(1); /* threads may still be running */
}

static void must(int holds, const char *what) {
    if (!holds) {
        fail(what);
    }
}

/* ---- threads that detect misuse of locks ---- */

static int open_lock(pthread_mutex_t *l) {
    pthread_mutexattr_t type;
    return pthread_mutexattr_init(&type) ||
           pthread_mutexattr_settype(&type, PTHREAD_MUTEX_ERRORCHECK) ||
           pthread_mutex_init(l, &type) || pthread_mutexattr_destroy(&type);
}

#undef LOCK_OPEN
#undef LOCK_CLOSE
#undef LOCK
#undef UNLOCK
#undef SIGNAL_WAIT
#undef THREAD_STARTED
#undef PAUSE
#define LOCK_OPEN(l) must(!open_lock(l), "no lock")
#define LOCK_CLOSE(l) must(!pthread_mutex_destroy(l), "a lock is held at the end")
#define LOCK(l) must(!pthread_mutex_lock(l), "locked twice")
#define UNLOCK(l) must(!pthread_mutex_unlock(l), "unlocked by one who does not hold it")
#define SIGNAL_WAIT(s, l) \
    must(threads_begun && !pthread_cond_wait(s, l), \
         "waits without the lock, or for no other thread")
#define THREAD_STARTED(t, function, argument) start_thread(t, function, argument)
#define PAUSE(milliseconds) ((void)pauses++)

/* Protects everything below, except what only one thread uses. */
static pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;
static unsigned long pauses, threads_begun, threads_left;

static int start_thread(pthread_t *t, void *(*function)(void *), void *argument) {
    int started;
    pthread_mutex_lock(&guard);
    started = threads_left > 0 && !pthread_create(t, NULL, function, argument);
    threads_begun += (unsigned long)started;
    threads_left -= (unsigned long)started;
    pthread_mutex_unlock(&guard);
    return started;
}

/* ---- files ---- */

enum { FILES = 10000, ROOM_BYTES = 65536 };

typedef struct fake {
    char name[12];
    size_t bytes, error_at; /* reading fails at this offset, if it is below the length */
    int fifo, open_error;
    size_t size; /* that the system tells */
    unsigned reads;
    int awaited; /* a FIFO: its writer */
    int slow;    /* read only after a FIFO was opened, or after a while */
    /* how often it must be waited for; how often there is no memory for it */
    int late, no_memory;
    int broken; /* a file of the caller's, not to be hashed */
    size_t at;
    int is_open;
} fake;

static fake fakes[FILES];
static size_t fake_count, next_fake, shown, most_ahead;
static unsigned long opened, open_limit, most_opened, cpus, many_calls, fifo_opened;
static uint64_t told;
static int in_next, in_caller, unsent, sends;

static unsigned char byte_of(const fake *f, size_t at) {
    return (unsigned char)((size_t)(f - fakes) * 31 + at * 7 + (at >> 8) + (at >> 16));
}

static fake *find(const char *name) {
    return &fakes[strtoul(name, NULL, 10)];
}

unsigned long cpus_for_us(void) {
    return cpus;
}

/* The results so far are sent, now or soon, as something may take long. */
static void must_be_sent(void) {
    int tries, all = 0;
    for (tries = 0; !all && tries < 1000; tries++) {
        const struct timespec while_ = {0, 10000000};
        if (tries) {
            nanosleep(&while_, NULL);
        }
        pthread_mutex_lock(&guard);
        all = !unsent;
        pthread_mutex_unlock(&guard);
    }
    must(all, "results are held back");
}

/* Called with the guard held. */
static void reach_fifo(fake *f) {
    f->awaited = 1;
    fifo_opened++;
    must(shown == (size_t)(f - fakes), "a FIFO is opened before the files ahead of it are done");
}

static int open_fake(fake *f, int await) {
    int fd = -1, error = f->open_error;
    pthread_mutex_lock(&guard);
    if (f->fifo && await) {
        reach_fifo(f);
    }
    error = error ? error : opened >= open_limit ? EMFILE : 0;
    if (!error) {
        must(!f->is_open, "opened twice");
        f->is_open = 1;
        opened++;
        most_opened = opened > most_opened ? opened : most_opened;
        fd = (int)(f - fakes);
    }
    pthread_mutex_unlock(&guard);
    errno = error;
    return fd;
}

int util_open(const char *name) {
    return open_fake(find(name), 1);
}

/* Each second FIFO is opened early, if it may be. */
int util_open_now(const char *name, int early, int *regular, uint64_t *bytes) {
    fake *f = find(name);
    must(!early || !threads_begun, "opened early while there are other threads");
    *regular = !f->fifo;
    *bytes = f->size;
    return *regular || (early && (f - fakes) % 2) ? open_fake(f, 0) : UTIL_LATER;
}

void util_await(int fd) {
    pthread_mutex_lock(&guard);
    must(fakes[fd].fifo && !fakes[fd].awaited, "waits for no FIFO");
    reach_fifo(&fakes[fd]);
    pthread_mutex_unlock(&guard);
}

long util_read(int fd, void *p, size_t bytes) {
    fake *f = &fakes[fd];
    unsigned char *out = (unsigned char *)p;
    size_t i, n = f->bytes - f->at, most = f->fifo ? 1000 : bytes;
    must(f->is_open, "read, and not open");
    f->reads++;
    if (f->fifo || f->at >= ROOM_BYTES) {
        must(!f->fifo || f->awaited, "a FIFO is read before it has a writer");
        must_be_sent();
    }
    while (f->slow) {
        const struct timespec while_ = {0, 10000000};
        nanosleep(&while_, NULL);
        pthread_mutex_lock(&guard);
        f->slow = fifo_opened ? 0 : f->slow - 1;
        pthread_mutex_unlock(&guard);
    }
    if (f->at == f->error_at && f->error_at < f->bytes) {
        errno = EIO;
        return -1;
    }
    n = n < most ? n : most;
    n = n < bytes ? n : bytes;
    n = f->at < f->error_at && f->error_at - f->at < n ? f->error_at - f->at : n;
    for (i = 0; i < n; i++) {
        out[i] = byte_of(f, f->at + i);
    }
    f->at += n;
    return (long)n;
}

void util_close(int fd) {
    const fake *f = &fakes[fd];
    pthread_mutex_lock(&guard);
    must(fakes[fd].is_open, "closed, and not open");
    must(f->fifo || f->bytes != f->size || f->bytes >= ROOM_BYTES || f->error_at < f->bytes ||
             f->reads == 1,
         "a short file is read again at its end");
    fakes[fd].is_open = 0;
    opened--;
    pthread_mutex_unlock(&guard);
}

/* ---- a hash: 64 bits of FNV-1a ---- */

static void hash_init(void *state, const util_params *params) {
    const uint64_t begin = UINT64_C(0xcbf29ce484222325) + params->length;
    memcpy(state, &begin, 8);
}

static void hash_update(void *state, const unsigned char *in, size_t bytes) {
    uint64_t x;
    memcpy(&x, state, 8);
    while (bytes--) {
        x = (x ^ *in++) * UINT64_C(0x100000001b3);
    }
    memcpy(state, &x, 8);
}

static void hash_final(void *state, unsigned char *digest, size_t length) {
    memcpy(digest, state, length);
}

static void hash_many(const util_params *params, const util_message *messages, size_t count) {
    uint64_t state;
    size_t i;
    for (i = 0; i < count; i++) {
        hash_init(&state, params);
        hash_update(&state, messages[i].in, messages[i].bytes);
        hash_final(&state, messages[i].digest, params->length);
    }
    pthread_mutex_lock(&guard);
    many_calls++;
    pthread_mutex_unlock(&guard);
}

static const util_hash hashes[] = {
    {"fnv", NULL, "FNV", NULL, 8, 8, UTIL_UP_TO_MOST, 0, 0, 0, 8, hash_init, hash_update,
     hash_final, hash_many},
    {NULL, NULL, NULL, NULL, 0, 0, UTIL_ONE_LENGTH, 0, 0, 0, 0, NULL, NULL, NULL, NULL},
};
static const util_family fnv = {"",   NULL, NULL, NULL, NULL, NULL, hashes,
                                NULL, NULL, NULL, 0,    NULL, NULL};
const util_family *const util_families[] = {&fnv, NULL};

/* Bytes left for rooms, and for jobs. */
static size_t rooms_left;

static void *test_malloc(size_t bytes) {
    void *p = NULL;
    pthread_mutex_lock(&guard);
    if (bytes < (size_t)ROOM_BYTES * 16 || rooms_left) {
        rooms_left -= bytes >= (size_t)ROOM_BYTES * 16;
        p = malloc(bytes);
    }
    pthread_mutex_unlock(&guard);
    return p;
}

#define malloc(bytes) test_malloc(bytes)
#include "../../app/util/files.c"
#undef malloc

/* ---- the caller ---- */

/* files.c must not call these functions at the same time; only NEXT may wait while others run. */
static void enter(int *where) {
    pthread_mutex_lock(&guard);
    must(!*where, "the caller's functions are called by two threads at once");
    *where = 1;
}

static void leave(int *where) {
    *where = 0;
    pthread_mutex_unlock(&guard);
}

static files_answer next_job(void *context, files_job *job, int wait) {
    static const files_job empty;
    files_answer answer = FILES_JOB;
    fake *f;
    (void)context;
    if (wait) {
        must_be_sent();
    }
    enter(&in_next);
    must(!memcmp(job, &empty, sizeof empty), "a job that is not empty");
    f = &fakes[next_fake];
    if (next_fake == fake_count) {
        answer = FILES_END;
    } else if (f->late && !wait) {
        answer = FILES_LATER;
    } else if (f->no_memory) {
        f->no_memory--;
        answer = FILES_NO_MEMORY;
    } else {
        job->name = f->name;
        job->hash = &hashes[0];
        job->length = 5 + next_fake / 20 % 4;
        job->bytes = job->length;
        job->memory = malloc(job->length);
        job->digest = (unsigned char *)job->memory;
        job->result = f->broken ? FILES_OTHER : FILES_HASHED;
        next_fake++;
        most_ahead = next_fake - shown > most_ahead ? next_fake - shown : most_ahead;
    }
    leave(&in_next);
    return answer;
}

static void job_done(void *context, const files_job *job) {
    const fake *f = find(job->name);
    util_params P;
    uint64_t state;
    size_t i;
    (void)context;
    enter(&in_caller);
    must(shown == (size_t)(f - fakes), "results are out of order, or twice");
    shown++;
    unsent = 1;
    if (f->broken) {
        must(job->result == FILES_OTHER, "a job that is not to be hashed");
    } else if (f->open_error || f->error_at < f->bytes) {
        must(job->result == FILES_UNREADABLE && job->error == (f->open_error ? f->open_error : EIO),
             "an error is lost");
    } else if (open_limit == 0) {
        must(job->result == FILES_UNREADABLE && job->error == EMFILE,
             "no descriptor, and no error");
    } else {
        P.length = job->length;
        hash_init(&state, &P);
        for (i = 0; i < f->bytes; i++) {
            const unsigned char byte = byte_of(f, i);
            hash_update(&state, &byte, 1);
        }
        must(job->result == FILES_HASHED, "an error where there is none");
        must(!memcmp(&state, job->digest, job->length), "a wrong digest");
    }
    leave(&in_caller);
}

static void send_all(void *context) {
    (void)context;
    enter(&in_caller);
    unsent = 0;
    sends++;
    leave(&in_caller);
}

static void progress(void *context, uint64_t bytes) {
    (void)context;
    enter(&in_caller);
    must(bytes >= told, "progress goes back");
    told = bytes;
    leave(&in_caller);
}

/* ---- tests ---- */

/* Starts a test with COUNT files of BYTES. */
static void begin_test(const char *name, size_t count, size_t bytes) {
    size_t i;
    test_name = name;
    memset(fakes, 0, sizeof fakes);
    for (i = 0; i < count; i++) {
        sprintf(fakes[i].name, "%lu", (unsigned long)i);
        fakes[i].bytes = fakes[i].size = bytes;
        fakes[i].error_at = (size_t)-1;
    }
    fake_count = count;
    next_fake = shown = most_ahead = 0;
    opened = most_opened = many_calls = pauses = threads_begun = fifo_opened = 0;
    told = 0;
    unsent = sends = 0;
    open_limit = rooms_left = threads_left = 1000000;
    cpus = 1;
    alarm(1200); /* a test that hangs is killed */
}

static int run_test(unsigned long threads) {
    static const util_params none;
    files_plan plan;
    int ok;
    memset(&plan, 0, sizeof plan);
    plan.params = &none;
    plan.threads = threads;
    plan.next = next_job;
    plan.done = job_done;
    plan.send = send_all;
    plan.progress = progress;
    ok = files_hash(&plan);
    must(opened == 0, "files stay open");
    return ok;
}

static void end_test(void) {
    printf("PASS files: %s\n", test_name);
}

/* Checks that all FIFOs are reported, with this number of threads besides the first. */
static void expect_threads(const char *name, unsigned long wanted, unsigned long of_us,
                           unsigned long begun) {
    char text[100];
    size_t i;
    begin_test(name, 700, 10);
    for (i = 0; i < fake_count; i++) {
        fakes[i].fifo = 1;
    }
    cpus = of_us;
    must(run_test(wanted) && shown == fake_count, "not all are done");
    sprintf(text, "%lu threads were started, not %lu", threads_begun, begun);
    must(threads_begun == begun, text);
    end_test();
}

static void expect_reader(const char *name, size_t bytes, unsigned long threads,
                          unsigned long readers) {
    char text[100];
    begin_test(name, 1, bytes);
    must(run_test(threads) && shown == 1, "not all are done");
    sprintf(text, "%lu readers were started, not %lu", threads_begun, readers);
    must(threads_begun == readers, text);
    must(told == bytes, "progress does not tell of all");
    end_test();
}

int main(void) {
    const size_t rooms = (size_t)ROOM_BYTES;
    unsigned long threads;
    size_t i;

    setvbuf(stdout, NULL, _IONBF, 0);

    /* The number of threads: as requested, else as many as CPUs; none for one file. */
    expect_threads("one thread", 1, 8, 0);
    expect_threads("three threads, one CPU", 3, 1, 2);
    expect_threads("as many as CPUs", 0, 4, 3);
    expect_threads("one CPU", 0, 1, 0);
    expect_threads("more than can be", 1000, 1, 255);
    begin_test("too few short files for another thread", 20, 10);
    must(run_test(8) && shown == fake_count && threads_begun == 0, "a thread was started");
    end_test();
    begin_test("long files for another thread", 3, 4 * ROOM_BYTES);
    must(run_test(2) && shown == fake_count && threads_begun == 1, "no thread was started");
    end_test();
    begin_test("threads that cannot be started", 700, 10);
    threads_left = 1;
    must(run_test(8) && shown == fake_count && threads_begun == 1, "not all are done");
    end_test();

    /* Short files together: sixteen of the same length. (The length changes every 20 files.) */
    begin_test("short files together", 40, 100);
    must(run_test(1) && shown == fake_count, "not all are done");
    must(many_calls == 4, "not 16, 4, 16 and 4 at once");
    must(told == 4000, "progress does not tell of all");
    end_test();
    begin_test("files of a room are long ones", 40, rooms);
    must(run_test(1) && shown == fake_count && many_calls == 0, "not all are done, or together");
    end_test();
    begin_test("FIFOs are not hashed together", 300, 100);
    for (i = 0; i < fake_count; i++) {
        fakes[i].fifo = 1;
    }
    must(run_test(4) && shown == fake_count && many_calls == 0, "not all are done, or together");
    end_test();

    begin_test("results are sent before what may take long", 60, 10);
    fakes[5].fifo = fakes[9].late = 1;
    fakes[20].bytes = 2 * rooms;
    must(run_test(1) && shown == fake_count, "not all are done");
    must(sends == 3, "not before a FIFO, a wait for a job and a long file only");
    end_test();

    /* A reader thread: from 32 rooms on, if a thread is available for it. */
    expect_reader("31 rooms: no reader", 31 * rooms, 2, 0);
    expect_reader("32 rooms and none more: no reader", 32 * rooms - 1, 2, 0);
    expect_reader("32 rooms: a reader", 32 * rooms, 2, 1);
    expect_reader("100 rooms: a reader", 100 * rooms + 1, 2, 1);
    expect_reader("100 rooms, one thread: no reader", 100 * rooms + 1, 1, 0);
    begin_test("a reader that cannot be started", 1, 100 * rooms + 1);
    threads_left = 0;
    must(run_test(2) && shown == 1, "not all are done");
    end_test();
    begin_test("a read error, by the reader", 1, 100 * rooms);
    fakes[0].error_at = 60 * rooms + 5;
    must(run_test(2) && shown == 1 && threads_begun == 1, "not all are done");
    end_test();

    for (threads = 1; threads <= 8; threads += 7) {
        /* A FIFO waits for all files before it, however slow they are. */
        begin_test("a FIFO behind a slow file", 60, 10);
        fakes[0].slow = 20;
        fakes[3].fifo = fakes[40].fifo = 1;
        must(run_test(threads) && shown == fake_count, "not all are done");
        end_test();

        begin_test("all kinds of files", 300, 0);
        for (i = 0; i < fake_count; i++) {
            fakes[i].bytes = i % 5 * 50 + (i % 7 == 3 ? 3 * rooms : 0);
            fakes[i].size = fakes[i].bytes * (i % 3); /* one of three is right */
            fakes[i].fifo = i % 31 == 30;
            fakes[i].late = i % 6 == 5;
            fakes[i].open_error = i % 23 == 9 ? ENOENT : 0;
            fakes[i].error_at = i % 19 == 8 ? fakes[i].bytes / 2 : (size_t)-1;
            fakes[i].broken = i % 29 == 11;
        }
        fakes[150].bytes = 50 * rooms;
        must(run_test(threads) && shown == fake_count, "not all are done");
        end_test();

        begin_test("few descriptors", 400, 10);
        open_limit = 2;
        must(run_test(threads) && shown == fake_count && most_opened <= 2, "not all are done");
        end_test();
        begin_test("no descriptor", 3, 10);
        open_limit = 0;
        must(run_test(threads) && shown == fake_count, "not all are done");
        must(pauses == 100, "the last thread does not wait for a descriptor, or for ever");
        end_test();

        /* Memory: if jobs hold some, it waits for them; without any, it ends. */
        begin_test("no memory for a while", 200, 10);
        for (i = 5; i < fake_count; i += 10) {
            fakes[i].no_memory = 1;
        }
        must(run_test(threads) && shown == fake_count, "not all are done");
        end_test();
        begin_test("no memory for a job", 200, 10);
        fakes[100].no_memory = 1000000;
        must(!run_test(threads), "no error");
        must(shown == 100, "those before it are not done");
        end_test();
        begin_test("no memory but for one thread", 200, 10);
        rooms_left = 1;
        must(run_test(threads) && shown == fake_count, "not all are done");
        end_test();
        begin_test("no memory at all", 200, 10);
        rooms_left = 0;
        must(!run_test(threads) && shown == 0, "no error");
        end_test();

        /* The number of jobs that wait for a slow file is bounded. */
        begin_test("a slow file before many", FILES, 1);
        fakes[0].slow = 5;
        must(run_test(threads) && shown == fake_count, "not all are done");
        must(most_ahead <= 4096, "too many jobs are held");
        end_test();
    }
    return 0;
}
#endif
