/* Hashes many files at once, for the command sum: on several threads, short ones together. */
#define _FILE_OFFSET_BITS 64 /* files over 2 GiB on 32-bit systems */
#if !defined(_DEFAULT_SOURCE)
#define _DEFAULT_SOURCE 1 /* fileno, sysconf in glibc */
#endif
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <sys/stat.h>

#include "files.h"
#include "support.h"
#include "threads.h"

#define ROOM 65536    /* read at once; a shorter file is a short one */
#define TOGETHER 16   /* short files */
#define MAX_THREADS 256

/* All that the threads share. */
typedef struct work {
    files_kind kind;
    const blake2b_params *params;
    files_job *jobs;
    size_t count;
    void (*done)(void *context, const files_job *job);
    void *context;

    thread_lock lock;     /* of what follows, and of the jobs' DONE */
    thread_signal signal; /* another job is done */
    size_t next;          /* nobody has taken this one yet */
    size_t shown;         /* DONE was called for those before this one */
    unsigned long running;
    int alone;            /* there is but one thread, which shows what it did */
} work;

/* A thread's own: the short files that wait for each other. */
typedef struct hands {
    work *w;
    blake2b_job shorts[TOGETHER];
    files_job *whose[TOGETHER];
    size_t count;
    unsigned char *rooms; /* TOGETHER of them */
} hands;

/* ---- the parts of a hash ---- */

typedef union any_state {
    blake2b_state b;
    blake2bp_state bp;
    blake2xb_state xb;
} any_state;

static void begin(const work *w, any_state *S, size_t length) {
    blake2b_params P = *w->params;
    switch (w->kind) {
    case FILES_BLAKE2B:
        P.digest_length = length;
        blake2b_init_params(&S->b, &P);
        break;
    case FILES_BLAKE2BP:
        blake2bp_init(&S->bp, length, P.key, P.key_length);
        break;
    case FILES_BLAKE2XB:
        blake2xb_init(&S->xb, length, P.key, P.key_length);
        break;
    }
}

static void add(const work *w, any_state *S, const unsigned char *in, size_t bytes) {
    switch (w->kind) {
    case FILES_BLAKE2B:
        blake2b_update(&S->b, in, bytes);
        break;
    case FILES_BLAKE2BP:
        blake2bp_update(&S->bp, in, bytes);
        break;
    case FILES_BLAKE2XB:
        blake2xb_update(&S->xb, in, bytes);
        break;
    }
}

static void end(const work *w, any_state *S, unsigned char *digest, size_t length) {
    switch (w->kind) {
    case FILES_BLAKE2B:
        blake2b_finish(&S->b, digest, length);
        break;
    case FILES_BLAKE2BP:
        blake2bp_final(&S->bp, digest, length);
        break;
    case FILES_BLAKE2XB:
        blake2xb_final(&S->xb);
        blake2xb_squeeze(&S->xb, digest, length);
        break;
    }
}

/* ---- files ---- */

FILE *files_open(const char *name) {
    errno = 0;
    return strcmp(name, "-") ? util_open(name) : stdin;
}

/* Standard input may be named, and on a terminal read, again. */
void files_close(FILE *f) {
    if (f == stdin) {
        clearerr(f);
    } else {
        fclose(f);
    }
}

/* Not one that may keep us waiting. */
static int is_regular(FILE *f) {
#if defined(_WIN32)
    struct _stat s;
    return !_fstat(_fileno(f), &s) && (s.st_mode & _S_IFMT) == _S_IFREG;
#else
    struct stat s;
    memset(&s, 0, sizeof s); /* a MemorySanitizer may not know what fstat writes */
    return !fstat(fileno(f), &s) && S_ISREG(s.st_mode);
#endif
}

/* ---- what a thread does ---- */

/* Calls DONE as far as the jobs are done, in their order. With the lock, but while DONE runs. */
static void show(work *w) {
    while (w->shown < w->count && w->jobs[w->shown].done) {
        const files_job *job = &w->jobs[w->shown++];
        UNLOCK(&w->lock);
        w->done(w->context, job);
        LOCK(&w->lock);
    }
}

static void finish(work *w, files_job *job) {
    LOCK(&w->lock);
    job->done = 1;
    SIGNAL(&w->signal);
    if (w->alone) {
        show(w);
    }
    UNLOCK(&w->lock);
}

/* The next job, or NULL. */
static files_job *take(work *w) {
    files_job *job = NULL;
    LOCK(&w->lock);
    while (!job && w->next < w->count) {
        job = &w->jobs[w->next++];
        if (job->done) {
            job = NULL;
        }
    }
    UNLOCK(&w->lock);
    return job;
}

static void hash_shorts(hands *h) {
    blake2b_params P = *h->w->params;
    size_t i;
    if (h->count) {
        P.digest_length = h->whose[0]->length;
        blake2b_many(&P, h->shorts, h->count);
    }
    for (i = 0; i < h->count; i++) {
        finish(h->w, h->whose[i]);
    }
    h->count = 0;
}

/* All of the file, of which BYTES were read already. */
static void hash_long(hands *h, files_job *job, FILE *f, unsigned char *room, size_t bytes) {
    any_state S;
    begin(h->w, &S, job->length);
    for (;;) {
        add(h->w, &S, room, bytes);
        if (feof(f) || ferror(f)) {
            break;
        }
        errno = 0;
        bytes = fread(room, 1, ROOM, f);
        if (ferror(f)) {
            job->error = errno;
            job->result = FILES_UNREADABLE;
        }
    }
    end(h->w, &S, job->digest, job->length); /* after an error as well: wipes the state */
}

static void hash_file(hands *h, files_job *job) {
    FILE *f = files_open(job->name);
    unsigned char *room;
    size_t bytes = 0;
    if (!f) {
        job->error = errno;
        job->result = FILES_UNREADABLE;
        finish(h->w, job);
        return;
    }
    if (h->count == TOGETHER || (h->count && h->whose[0]->length != job->length)) {
        hash_shorts(h);
    }
    if (h->w->kind == FILES_BLAKE2B && is_regular(f)) {
        room = h->rooms + h->count * ROOM;
        errno = 0;
        bytes = fread(room, 1, ROOM, f);
        if (bytes < ROOM && !ferror(f)) {
            files_close(f);
            h->shorts[h->count].in = room;
            h->shorts[h->count].inlen = bytes;
            h->shorts[h->count].hash = job->digest;
            h->whose[h->count++] = job;
            return;
        }
        if (ferror(f)) {
            job->error = errno;
            job->result = FILES_UNREADABLE;
        }
    } else {
        room = h->rooms;
    }
    hash_shorts(h); /* they do not wait for a long one, which keeps its room */
    if (job->result != FILES_UNREADABLE) {
        hash_long(h, job, f, room, bytes);
    }
    files_close(f);
    finish(h->w, job);
}

static int all_jobs(work *w) {
    files_job *job;
    hands h;
    h.w = w;
    h.count = 0;
    h.rooms = (unsigned char *)malloc((size_t)TOGETHER * ROOM);
    if (!h.rooms) {
        return 0;
    }
    while ((job = take(w)) != NULL) {
        hash_file(&h, job);
    }
    hash_shorts(&h);
    free(h.rooms);
    return 1;
}

#if !defined(NO_THREADS)
/* A thread without memory leaves its share to the others. */
THREAD_FUNCTION(run, argument) {
    work *w = (work *)argument;
    all_jobs(w);
    LOCK(&w->lock);
    w->running--;
    SIGNAL(&w->signal);
    UNLOCK(&w->lock);
    return THREAD_END;
}

/* While the threads run, shows what is done. */
static void on_threads(work *w, unsigned long threads) {
    static thread started[MAX_THREADS];
    unsigned long i, count = 0;
    LOCK(&w->lock);
    while (count < threads && THREAD_STARTED(&started[count], run, w)) {
        count++;
    }
    w->running = count;
    while (w->running) {
        show(w);
        if (w->running) {
            SIGNAL_WAIT(&w->signal, &w->lock);
        }
    }
    UNLOCK(&w->lock);
    for (i = 0; i < count; i++) {
        THREAD_JOIN(started[i]);
    }
}
#endif

int files_hash(files_kind kind, const blake2b_params *params, files_job *jobs, size_t count, unsigned long threads,
               void (*done)(void *context, const files_job *job), void *context) {
    work w;
    size_t i, standard_input = 0, busy = 0;
    memset(&w, 0, sizeof w);
    w.kind = kind;
    w.params = params;
    w.jobs = jobs;
    w.count = count;
    w.done = done;
    w.context = context;
    for (i = 0; i < count; i++) {
        jobs[i].done = jobs[i].result == FILES_OTHER;
        busy += !jobs[i].done;
        standard_input += !jobs[i].done && !strcmp(jobs[i].name, "-");
    }
    threads = threads < busy ? threads : (unsigned long)busy;
    threads = threads < MAX_THREADS ? threads : MAX_THREADS;
    LOCK_OPEN(&w.lock);
    SIGNAL_OPEN(&w.signal);
#if !defined(NO_THREADS)
    if (threads > 1 && !standard_input) {
        on_threads(&w, threads);
    }
#else
    (void)standard_input;
#endif
    /* All of it, or what no thread had the memory for. */
    w.alone = 1;
    i = (size_t)(w.next >= w.count || all_jobs(&w));
    LOCK(&w.lock);
    show(&w);
    UNLOCK(&w.lock);
    SIGNAL_CLOSE(&w.signal);
    LOCK_CLOSE(&w.lock);
    return i != 0;
}

unsigned long files_cpus(void) {
    return thread_cpus();
}
