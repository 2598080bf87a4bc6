/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * Every public call of both libraries as the first call of a process, and on a thread whose stack
 * is as small as the system allows, with each kernel in turn. A child process makes each call, as a
 * crash would end this one; its results must be those of the same call by the references.
 *
 *     calls [NAME]    every call, or this one
 *     calls list      prints their names, a line for each
 *     calls stack     prints how much stack each one needs, with all that it calls: NAME BYTES
 */
#if !defined(_DEFAULT_SOURCE)
#define _DEFAULT_SOURCE 1
#endif
#if !defined(_DARWIN_C_SOURCE)
#define _DARWIN_C_SOURCE 1
#endif
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

#include "blake_kernels.h"
#include "child.h"
#include "blake2b_test.h"

/* ---- what the calls are given, and what they write ---- */

enum { MESSAGE = 2048, MOST_JOBS = 20, KEY = 32 };

/* What a call reads and writes: all of it is compared. */
typedef struct given {
    blake2b_state hash;
    blake2bp_state parallel;
    blake2xb_state input, output;
    blake256_state hash256;
    blake512_state hash512;
    unsigned char saved[BLAKE2B_SAVED_BYTES], saved_parallel[BLAKE2BP_SAVED_BYTES],
        saved_xof[BLAKE2XB_SAVED_BYTES];
    unsigned char saved256[BLAKE256_SAVED_BYTES], saved512[BLAKE512_SAVED_BYTES];
    uint64_t words[MOST_JOBS][8];
    uint32_t half_words[8];
    unsigned char out[MOST_JOBS][64];
    blake2b_params params;
    int result;
} given;

static given prepared, used;
static unsigned char message[MESSAGE], key[64];

/* In what differs from call to call of the same name: jobs, and the kind of messages. */
enum { LONG, SHORT, KEYED, KINDS };
static size_t count;
static int kind;

static size_t length(void) {
    return kind == SHORT ? 100 : 1900;
}

static size_t key_length(void) {
    return kind == KEYED ? KEY : 0;
}

static const blake2b_params *params(void) {
    static const blake2b_params plain = BLAKE2B_PARAMS_INIT(64, "calls"),
                                shorter = BLAKE2B_PARAMS_INIT(20, "calls");
    static blake2b_params keyed = BLAKE2B_PARAMS_INIT(64, "calls");
    keyed.key = key;
    keyed.key_length = KEY;
    return kind == KEYED ? &keyed : kind == SHORT ? &shorter : &plain;
}

/* Of all lengths, or of one block at most behind what the state has. */
static size_t job_length(size_t j) {
    return kind == SHORT ? 5 * j % 28 : 97 * j % 700;
}

static const blake2b_job *jobs(void) {
    static blake2b_job all[MOST_JOBS];
    size_t j;
    for (j = 0; j < count; j++) {
        all[j].in = message + j;
        all[j].inlen = job_length(j);
        all[j].hash = used.out[j];
    }
    return all;
}

static const blake_job *blake_jobs(void) {
    static blake_job all[MOST_JOBS];
    size_t j;
    for (j = 0; j < count; j++) {
        all[j].in = message + j;
        all[j].inlen = job_length(j);
        all[j].hash = used.out[j];
    }
    return all;
}

static const blake2b_compress_job *compress_jobs(void) {
    static blake2b_compress_job all[MOST_JOBS];
    size_t j;
    for (j = 0; j < count; j++) {
        all[j].h = used.words[j];
        all[j].block = message + j;
        all[j].t[0] = j;
        all[j].t[1] = 1;
        all[j].last = j & 1;
        all[j].last_node = 0;
    }
    return all;
}

static const unsigned char *eip152_input(unsigned char rounds) {
    static unsigned char input[BLAKE2B_EIP152_BYTES];
    memcpy(input, message, sizeof input);
    input[0] = input[1] = input[2] = 0;
    input[3] = rounds;
    input[BLAKE2B_EIP152_BYTES - 1] &= 1;
    return input;
}

/* ---- the calls ---- */

#define OUT used.out[0]
#define RESULT used.result =
#define CALL(name, statement) \
    static void run_##name(void) { \
        statement; \
    }

/* Which kernel it is differs; that there is one does not. */
CALL(blake2b_version, RESULT blake2b_version() != NULL)
CALL(blake2b_startup, RESULT blake2b_startup())
CALL(blake2b_implementation, RESULT blake2b_implementation() != NULL)
CALL(blake2b_select, RESULT blake2b_select(NULL))
CALL(blake2b_tune, RESULT(blake2b_tune(), 0)) /* there may be no clock */
CALL(blake2b, blake2b(OUT, message, length()))
CALL(blake2b_keyed, blake2b_keyed(OUT, message, length(), key, KEY))
CALL(blake2b_digest, RESULT blake2b_digest(OUT, 64, message, length(), key, key_length()))
CALL(blake2b_init, blake2b_init(&used.hash))
CALL(blake2b_keyed_init, blake2b_keyed_init(&used.hash, key, KEY))
CALL(blake2b_digest_init, RESULT blake2b_digest_init(&used.hash, 20, key, key_length()))
CALL(blake2b_update, blake2b_update(&used.hash, message, length()))
CALL(blake2b_append, RESULT blake2b_append(&used.hash, message, length()))
CALL(blake2b_final, blake2b_final(&used.hash, OUT))
CALL(blake2b_params_init, RESULT blake2b_params_init(&used.params))
CALL(blake2b_init_params, RESULT blake2b_init_params(&used.hash, params()))
CALL(blake2b_init_block, RESULT blake2b_init_block(&used.hash, key))
CALL(blake2b_last_node, RESULT blake2b_last_node(&used.hash))
CALL(blake2b_finish, RESULT blake2b_finish(&used.hash, OUT, 64))
CALL(blake2b_hash, RESULT blake2b_hash(params(), OUT, params()->digest_length, message, length()))
CALL(blake2b_many, RESULT blake2b_many(params(), jobs(), count))
CALL(blake2b_many_from, RESULT blake2b_many_from(&used.hash, jobs(), count))
CALL(blake2bp, RESULT blake2bp(OUT, 64, message, length(), key, key_length()))
CALL(blake2bp_init, RESULT blake2bp_init(&used.parallel, 64, key, key_length()))
CALL(blake2bp_update, RESULT blake2bp_update(&used.parallel, message, length()))
CALL(blake2bp_final, RESULT blake2bp_final(&used.parallel, OUT, 64))
CALL(blake2xb, RESULT blake2xb(OUT, count * 64, message, length(), key, key_length()))
CALL(blake2xb_init, RESULT blake2xb_init(&used.input, BLAKE2XB_UNKNOWN_LENGTH, key, key_length()))
CALL(blake2xb_update, RESULT blake2xb_update(&used.input, message, length()))
CALL(blake2xb_final, RESULT blake2xb_final(&used.input))
CALL(blake2xb_squeeze, RESULT blake2xb_squeeze(&used.output, OUT, count * 64 - 3))
CALL(blake2xb_finish, RESULT blake2xb_finish(&used.input, OUT, count * 64 - 3))
CALL(blake2b_export, RESULT blake2b_export(&used.hash, used.saved, sizeof used.saved))
CALL(blake2b_import, RESULT blake2b_import(&used.hash, used.saved, sizeof used.saved))
CALL(blake2bp_export,
     RESULT blake2bp_export(&used.parallel, used.saved_parallel, sizeof used.saved_parallel))
CALL(blake2bp_import,
     RESULT blake2bp_import(&used.parallel, used.saved_parallel, sizeof used.saved_parallel))
CALL(blake2xb_export, RESULT blake2xb_export(&used.input, used.saved_xof, sizeof used.saved_xof))
CALL(blake2xb_import, RESULT blake2xb_import(&used.input, used.saved_xof, sizeof used.saved_xof))
CALL(blake2b_compress,
     RESULT blake2b_compress(used.words[0], message, used.words[1], 1, 0, kind == SHORT ? 5 : 12))
CALL(blake2b_eip152, RESULT blake2b_eip152((unsigned char *)used.words[0],
                                           eip152_input(kind == SHORT ? 5 : 12), 213))
CALL(blake2b_compress_many,
     RESULT blake2b_compress_many(compress_jobs(), count, kind == SHORT ? 5 : 12))

CALL(blake_version, RESULT blake_version() != NULL)
CALL(blake_startup, RESULT blake_startup())

/* Both widths, with their lengths of digests. */
#define CALLS_OF_WIDTH(w, n, short_bytes, bytes, words_in, words_out) \
    CALL(blake##n, blake##n(OUT, message, length())) \
    CALL(blake##n##_salted, blake##n##_salted(OUT, message, length(), key)) \
    CALL(blake##n##_init, blake##n##_init(&used.hash##w)) \
    CALL(blake##n##_init_salted, blake##n##_init_salted(&used.hash##w, key)) \
    CALL(blake##w, blake##w(OUT, message, length())) \
    CALL(blake##w##_salted, blake##w##_salted(OUT, message, length(), key)) \
    CALL(blake##w##_init, blake##w##_init(&used.hash##w)) \
    CALL(blake##w##_init_salted, blake##w##_init_salted(&used.hash##w, key)) \
    CALL(blake##w##_update, blake##w##_update(&used.hash##w, message, length())) \
    CALL(blake##w##_final, blake##w##_final(&used.hash##w, OUT)) \
    CALL(blake##w##_digest, RESULT blake##w##_digest(OUT, short_bytes, message, length(), NULL)) \
    CALL(blake##w##_digest_init, RESULT blake##w##_digest_init(&used.hash##w, bytes, key)) \
    CALL(blake##w##_append, RESULT blake##w##_append(&used.hash##w, message, length())) \
    CALL(blake##w##_finish, RESULT blake##w##_finish(&used.hash##w, OUT, bytes)) \
    CALL(blake##w##_many, \
         RESULT blake##w##_many(kind == SHORT ? short_bytes : bytes, key, blake_jobs(), count)) \
    CALL(blake##w##_many_from, RESULT blake##w##_many_from(&used.hash##w, blake_jobs(), count)) \
    CALL(blake##w##_export, \
         RESULT blake##w##_export(&used.hash##w, used.saved##w, sizeof used.saved##w)) \
    CALL(blake##w##_import, \
         RESULT blake##w##_import(&used.hash##w, used.saved##w, sizeof used.saved##w)) \
    CALL(blake##w##_compress, RESULT blake##w##_compress(words_out, message, words_in, words_in, \
                                                         kind == SHORT ? 5 : w / 128 + 12)) \
    CALL(blake##w##_implementation, RESULT blake##w##_implementation() != NULL) \
    CALL(blake##w##_select, RESULT blake##w##_select(NULL))
static uint32_t four_words[4] = {1, 2, 3, 4};
CALLS_OF_WIDTH(256, 224, 28, 32, four_words, used.half_words)
CALLS_OF_WIDTH(512, 384, 48, 64, used.words[1], used.words[0])

enum { ONCE, MANY };
static const struct call {
    const char *name;
    void (*run)(void);
    int many; /* with one job, two, and twenty */
} calls[] = {
#define ROW(name) {#name, run_##name, ONCE},
#define ROW_MANY(name) {#name, run_##name, MANY},
    /* clang-format off */
    ROW(blake2b_version) ROW(blake2b_startup) ROW(blake2b_implementation) ROW(blake2b_select)
    ROW(blake2b_tune) ROW(blake2b) ROW(blake2b_keyed) ROW(blake2b_digest) ROW(blake2b_init)
    ROW(blake2b_keyed_init) ROW(blake2b_digest_init) ROW(blake2b_update) ROW(blake2b_append)
    ROW(blake2b_final) ROW(blake2b_params_init) ROW(blake2b_init_params) ROW(blake2b_init_block)
    ROW(blake2b_last_node) ROW(blake2b_finish) ROW(blake2b_hash) ROW_MANY(blake2b_many)
    ROW_MANY(blake2b_many_from) ROW(blake2bp) ROW(blake2bp_init) ROW(blake2bp_update)
    ROW(blake2bp_final) ROW_MANY(blake2xb) ROW(blake2xb_init) ROW(blake2xb_update)
    ROW(blake2xb_final) ROW_MANY(blake2xb_squeeze) ROW_MANY(blake2xb_finish) ROW(blake2b_export)
    ROW(blake2b_import) ROW(blake2bp_export) ROW(blake2bp_import) ROW(blake2xb_export)
    ROW(blake2xb_import) ROW(blake2b_compress) ROW(blake2b_eip152) ROW_MANY(blake2b_compress_many)
    ROW(blake_version) ROW(blake_startup)
/* (By numbers: a name would be replaced first, where the header's names are macros.) */
#define ROWS_OF_WIDTH(w, n) \
    ROW(blake##n) ROW(blake##n##_salted) ROW(blake##n##_init) ROW(blake##n##_init_salted) \
    ROW(blake##w) ROW(blake##w##_salted) ROW(blake##w##_init) ROW(blake##w##_init_salted) \
    ROW(blake##w##_update) ROW(blake##w##_final) ROW(blake##w##_digest) \
    ROW(blake##w##_digest_init) ROW(blake##w##_append) ROW(blake##w##_finish) \
    ROW_MANY(blake##w##_many) ROW_MANY(blake##w##_many_from) ROW(blake##w##_export) \
    ROW(blake##w##_import) ROW(blake##w##_compress) ROW(blake##w##_implementation) \
    ROW(blake##w##_select)
    ROWS_OF_WIDTH(256, 224) ROWS_OF_WIDTH(512, 384)
    /* clang-format on */
};
enum { CALLS = sizeof calls / sizeof calls[0] };

/* States and saved states for the calls that need one. */
static void prepare(void) {
    size_t i, j;
    for (i = 0; i < MOST_JOBS; i++) {
        for (j = 0; j < 8; j++) {
            prepared.words[i][j] = (i + 1) * 0x9e3779b97f4a7c15u + j;
        }
    }
    blake2b_init(&prepared.hash);
    blake2b_update(&prepared.hash, message, 100);
    blake2bp_init(&prepared.parallel, 64, NULL, 0);
    blake2bp_update(&prepared.parallel, message, 2000);
    blake2xb_init(&prepared.input, BLAKE2XB_UNKNOWN_LENGTH, NULL, 0);
    blake2xb_update(&prepared.input, message, 700);
    prepared.output = prepared.input;
    blake2xb_final(&prepared.output);
    blake256_init(&prepared.hash256);
    blake256_update(&prepared.hash256, message, 60);
    blake512_init(&prepared.hash512);
    blake512_update(&prepared.hash512, message, 100);
    blake2b_export(&prepared.hash, prepared.saved, sizeof prepared.saved);
    blake2bp_export(&prepared.parallel, prepared.saved_parallel, sizeof prepared.saved_parallel);
    blake2xb_export(&prepared.output, prepared.saved_xof, sizeof prepared.saved_xof);
    blake256_export(&prepared.hash256, prepared.saved256, sizeof prepared.saved256);
    blake512_export(&prepared.hash512, prepared.saved512, sizeof prepared.saved512);
}

/* ---- one call in a process of its own ---- */

#if (defined(__unix__) || defined(__APPLE__)) && !defined(__wasi__)
#include <pthread.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "pages.h"

/*
 * AddressSanitizer and MemorySanitizer have frames of their own; without optimization frames are
 * what they are.
 */
#if defined(__OPTIMIZE__) && !defined(__SANITIZE_ADDRESS__) && !defined(NO_SECRET_WORDS)
#define STACK_COUNTS 1
#endif

/*
 * Set before the call: kernels of one message by name, and rows of several; NULL and ~0ul for the
 * library's choice.
 */
typedef struct setting {
    const char *name;
    unsigned long rows;
    int library; /* 0: libblake2b; 1, 2: the widths of libblake */
} setting;
static setting set;

static void apply(const setting *s) {
    if (s->name) {
        if (s->library ? blake_widths[s->library - 1].select(s->name) : blake2b_select(s->name)) {
            _exit(3);
        }
    }
    if (s->rows != ~0ul) {
        if (s->library) {
            blake_widths[s->library - 1].use_rows(s->rows);
        } else {
            dispatch_lanes_use(&blake2b_lanes_dispatch, s->rows);
        }
    }
}

static const struct call *calling;
static unsigned char *stack;
static size_t deepest;

enum { PAINT = 0xa5, OWN_FRAME = 256 };

/* Fills the stack below, makes the call, and looks how far down it has been. */
static void *on_stack(void *unused) {
    volatile unsigned char here = 0, *p;
    const size_t room = (size_t)((uintptr_t)&here - (uintptr_t)stack);
    apply(&set);
    for (p = stack; p < stack + room - OWN_FRAME; p++) {
        *p = PAINT;
    }
    calling->run();
    for (p = stack; *p == PAINT; p++) {
    }
    deepest = room - (size_t)(p - stack);
    return unused;
}

static size_t smallest_stack(void) {
    size_t bytes = 16384;
#if defined(PTHREAD_STACK_MIN)
    bytes = (size_t)PTHREAD_STACK_MIN;
#endif
#if defined(_SC_THREAD_STACK_MIN)
    {
        const long n = sysconf(_SC_THREAD_STACK_MIN);
        bytes = n > 0 ? (size_t)n : bytes;
    }
#endif
    return bytes;
}

/* What the child does: 0; or 1, the results differ; 2, there is no thread. */
static int child(int small, size_t *bytes) {
    given first;
    memcpy(&used, &prepared, sizeof used);
    if (small) {
        pthread_attr_t attributes;
        pthread_t thread;
        guarded g;
        size_t pages;
        page = page_bytes();
        pages = (smallest_stack() + page - 1) / page;
        g = guarded_pages(pages);
        stack = g.first;
        if (!g.first || pthread_attr_init(&attributes) ||
            pthread_attr_setstack(&attributes, g.first, (size_t)(g.end - g.first)) ||
            pthread_create(&thread, &attributes, on_stack, NULL) || pthread_join(thread, NULL)) {
            return 2;
        }
    } else {
        apply(&set);
        calling->run();
    }
    *bytes = deepest;
    memcpy(&first, &used, sizeof first);
    memcpy(&used, &prepared, sizeof used);
    dispatch_use(&blake2b_dispatch, BLAKE2B_UTIL_REFERENCE);
    dispatch_lanes_use(&blake2b_lanes_dispatch, 0);
    blake256_select("generic/32");
    blake512_select("generic/64");
    blake_widths[0].use_rows(0);
    blake_widths[1].use_rows(0);
    calling->run();
    return memcmp(&first, &used, sizeof first) != 0;
}

/* In a process that has made no other call. How much stack it took, if SMALL. */
static size_t one(int small) {
    size_t bytes = 0;
    int ends[2], status = 0;
    pid_t pid;
    fflush(stdout);
    if (pipe(ends)) {
        test_expect(0, "no pipe");
        return 0;
    }
    pid = fork();
    if (!pid) {
        status = child(small, &bytes);
        if (write(ends[1], &bytes, sizeof bytes) != (ssize_t)sizeof bytes) {
            status = 4;
        }
        _exit(status);
    }
    close(ends[1]);
    if (read(ends[0], &bytes, sizeof bytes) != (ssize_t)sizeof bytes) {
        bytes = 0;
    }
    close(ends[0]);
    if (pid < 0 || waitpid(pid, &status, 0) != pid) {
        test_expect(0, "no child");
        return 0;
    }
    test_expect(WIFEXITED(status) && !WEXITSTATUS(status),
                "%s, %lu at once, kind %d, %s, rows %lx: %s %d", calling->name,
                (unsigned long)count, kind, set.name ? set.name : "automatic", set.rows & 0xffff,
                WIFEXITED(status) ? "exit status" : "signal",
                WIFEXITED(status) ? WEXITSTATUS(status) : WTERMSIG(status));
    return bytes;
}

/* Each kind and each number of jobs; the most stack. */
static size_t each_kind(const struct call *c, int small) {
    static const size_t counts[] = {1, 2, 20};
    size_t most = 0, i;
    calling = c;
    for (kind = 0; kind < KINDS; kind++) {
        for (i = 0; i < (c->many ? 3 : 1); i++) {
            size_t bytes;
            count = counts[i];
            bytes = one(small);
            most = bytes > most ? bytes : most;
        }
    }
    return most;
}

/* The same with every kernel of the call's library, of one message and of several. */
static size_t each_kernel(const struct call *c, int small, int library) {
    const struct kernel *const alone = library ? blake_widths[library - 1].alone : blake2b_kernels;
    const struct kernel *const several = library ? blake_widths[library - 1].several
                                                 : blake2b_lanes_kernels;
    const struct kernel *k;
    size_t most = 0, bytes;
    set.library = library;
    for (k = alone; k->name; k++) {
        if (util_runs(k)) {
            set.name = k->name;
            bytes = each_kind(c, small);
            most = bytes > most ? bytes : most;
        }
    }
    set.name = NULL;
    for (k = several; c->many && k->name; k++) {
        if (util_runs(k)) {
            set.rows = 1ul << (k - several);
            bytes = each_kind(c, small);
            most = bytes > most ? bytes : most;
        }
    }
    set.rows = ~0ul;
    return most;
}

static int library_of(const char *name) {
    return strncmp(name, "blake2", 6) == 0 && strncmp(name, "blake224", 8) &&
                   strncmp(name, "blake256", 8)
               ? 0
           : strncmp(name, "blake384", 8) && strncmp(name, "blake512", 8) ? 1
                                                                          : 2;
}

/* The states come from a child, so that this process makes no call. */
static int prepared_elsewhere(void) {
    int ends[2], status = 0;
    size_t length = 0;
    ssize_t n = 0;
    pid_t pid;
    if (pipe(ends)) {
        return 0;
    }
    pid = fork();
    if (!pid) {
        prepare();
        while (length < sizeof prepared &&
               (n = write(ends[1], (char *)&prepared + length, sizeof prepared - length)) > 0) {
            length += (size_t)n;
        }
        _exit(n <= 0);
    }
    close(ends[1]);
    while (length < sizeof prepared &&
           (n = read(ends[0], (char *)&prepared + length, sizeof prepared - length)) > 0) {
        length += (size_t)n;
    }
    close(ends[0]);
    return pid > 0 && waitpid(pid, &status, 0) == pid && !status && length == sizeof prepared;
}

static void test_call(const struct call *c) {
    test_begin("calls/first/%s", c->name);
    each_kind(c, 0);
    test_end();
#if defined(STACK_COUNTS)
    test_begin("calls/small-stack/%s", c->name);
    each_kind(c, 1);
    each_kernel(c, 1, library_of(c->name));
    test_end();
#endif
}

static int all(const char *name) {
    const int stack_wanted = name && !strcmp(name, "stack");
    size_t i;
    set.rows = ~0ul;
    if (!prepared_elsewhere()) {
        test_begin("calls/prepare");
        test_expect(0, "no states to call with");
        test_end();
        return test_exit();
    }
#if !defined(STACK_COUNTS)
    test_skip("calls/small-stack", "this build has frames that no other has");
    if (stack_wanted) {
        return test_exit();
    }
#endif
    test_begin("calls");
    for (i = 0; i < CALLS; i++) {
        const struct call *const c = &calls[i];
        if (stack_wanted) {
            const size_t first = each_kind(c, 1), later = each_kernel(c, 1, library_of(c->name));
            printf("%s %lu\n", c->name, (unsigned long)(first > later ? first : later));
        } else if (!name || !strcmp(name, c->name)) {
            test_call(c);
        }
    }
    return test_exit();
}

#else

static int all(const char *name) {
    size_t i;
    (void)prepare, (void)name;
    for (i = 0; i < CALLS; i++) {
        (void)calls[i].run;
    }
    test_skip("calls", "no fork on this system");
    return test_exit();
}

#endif

int main(int argc, char **argv) {
    size_t i;
    test_pattern(message, sizeof message, 1);
    test_pattern(key, sizeof key, 2);
    key[0] = 64; /* as a parameter block: of a digest of 64 bytes */
    if (argc > 1 && !strcmp(argv[1], "list")) {
        for (i = 0; i < CALLS; i++) {
            printf("%s\n", calls[i].name);
        }
        return 0;
    }
    return all(argc > 1 ? argv[1] : NULL);
}
