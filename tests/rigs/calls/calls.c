/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * Every public call of each library as the first call of a process, and on a thread whose stack is
 * as small as the system allows, with each kernel. A child process makes each call, as a crash
 * would end this one. Its results must be those of the same call by the references. Extensions
 * provide their calls (cases.h).
 *
 *     calls [NAME]    every call, or this one
 *     calls list      prints their names, one per line
 *     calls stack     prints the stack that each one needs, including its callees: NAME BYTES
 */
#include "system.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

#include "cases.h"
#include "util/support.h"

unsigned char calls_message[CALLS_MESSAGE], calls_key[64];
size_t calls_count;
int calls_kind;
static const calls_cases *of; /* the library */

#define FAMILY(name) extern const calls_cases calls_##name;
#include "calls_families.h"
#undef FAMILY
#define FAMILY(name) &calls_##name,
static const calls_cases *const libraries[] = {
#include "calls_families.h"
};
enum { LIBRARIES = sizeof libraries / sizeof libraries[0] };

size_t calls_length(void) {
    return calls_kind == CALLS_SHORT ? 100 : 1900;
}

size_t calls_job_length(size_t j) {
    return calls_kind == CALLS_SHORT ? 5 * j % 28 : 97 * j % 700;
}

/* ---- one call in its own process ---- */

#if (defined(__unix__) || defined(__APPLE__)) && !defined(__wasi__)
#include <pthread.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "pages.h"

/*
 * AddressSanitizer and MemorySanitizer have their own frames. Without optimization frames are
 * larger.
 */
#if defined(__OPTIMIZE__) && !defined(__SANITIZE_ADDRESS__) && !defined(NO_SECRET_WORDS)
#define STACK_COUNTS 1
#endif

/*
 * Set before the call: single-message kernels by name, and rows of multi-message ones; NULL and
 * ~0ul for the library's choice.
 */
typedef struct setting {
    const char *name;
    unsigned long rows;
    const calls_kernels *kernels;
} setting;
static setting set;

static void apply(const setting *s) {
    if (s->name && s->kernels->select(s->name)) {
        _exit(3);
    }
    if (s->rows != ~0ul) {
        s->kernels->use_rows(s->rows);
    }
}

static const calls_call *calling;
static unsigned char *stack;
static size_t deepest;

enum { PAINT = 0xa5, OWN_FRAME = 256 };

/* Fills the stack below, makes the call, and finds the lowest byte that it wrote. */
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

/* The child's work. Returns 0; or 1, the results differ; 2, there is no thread. */
static int child(int small, size_t *bytes) {
    unsigned char *const first = malloc(of->bytes);
    size_t i;
    if (!first) {
        return 2;
    }
    memcpy(of->used, of->prepared, of->bytes);
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
    memcpy(first, of->used, of->bytes);
    memcpy(of->used, of->prepared, of->bytes);
    for (i = 0; i < of->kernels_number; i++) {
        of->kernels[i].use_references();
    }
    calling->run();
    return memcmp(first, of->used, of->bytes) != 0;
}

/* One call in a new process that has made no other call. Returns its use of stack if SMALL. */
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
                (unsigned long)calls_count, calls_kind, set.name ? set.name : "automatic",
                set.rows & 0xffff, WIFEXITED(status) ? "exit status" : "signal",
                WIFEXITED(status) ? WEXITSTATUS(status) : WTERMSIG(status));
    return bytes;
}

/* Each kind and each number of jobs; returns the most stack. */
static size_t each_kind(const calls_call *c, int small) {
    static const size_t counts[] = {1, 2, 20};
    size_t most = 0, i;
    calling = c;
    for (calls_kind = 0; calls_kind < CALLS_KINDS; calls_kind++) {
        for (i = 0; i < (c->many ? 3 : 1); i++) {
            size_t bytes;
            calls_count = counts[i];
            bytes = one(small);
            most = bytes > most ? bytes : most;
        }
    }
    return most;
}

/* The same with every kernel that the call can use. */
static size_t each_kernel(const calls_call *c, int small) {
    const calls_kernels *const kernels = &of->kernels[c->kernels];
    const struct kernel *k;
    size_t most = 0, bytes;
    set.kernels = kernels;
    for (k = kernels->alone; k->name; k++) {
        if (util_runs(k)) {
            set.name = k->name;
            bytes = each_kind(c, small);
            most = bytes > most ? bytes : most;
        }
    }
    set.name = NULL;
    for (k = kernels->several; c->many && k->name; k++) {
        if (util_runs(k)) {
            set.rows = 1ul << (k - kernels->several);
            bytes = each_kind(c, small);
            most = bytes > most ? bytes : most;
        }
    }
    set.rows = ~0ul;
    return most;
}

/* A child computes the states, so that this process makes no call. */
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
        of->prepare();
        while (length < of->bytes &&
               (n = write(ends[1], of->prepared + length, of->bytes - length)) > 0) {
            length += (size_t)n;
        }
        _exit(n <= 0);
    }
    close(ends[1]);
    while (length < of->bytes &&
           (n = read(ends[0], of->prepared + length, of->bytes - length)) > 0) {
        length += (size_t)n;
    }
    close(ends[0]);
    return pid > 0 && waitpid(pid, &status, 0) == pid && !status && length == of->bytes;
}

static void test_call(const calls_call *c) {
    test_begin("calls/first/%s", c->name);
    each_kind(c, 0);
    test_end();
#if defined(STACK_COUNTS)
    test_begin("calls/small-stack/%s", c->name);
    each_kind(c, 1);
    each_kernel(c, 1);
    test_end();
#endif
}

static void library(const char *name, int stack_wanted) {
    size_t i;
    for (i = 0; i < of->number; i++) {
        const calls_call *const c = &of->calls[i];
        if (stack_wanted) {
            const size_t first = each_kind(c, 1), later = each_kernel(c, 1);
            printf("%s %lu\n", c->name, (unsigned long)(first > later ? first : later));
        } else if (!name || !strcmp(name, c->name)) {
            test_call(c);
        }
    }
}

static int all(const char *name) {
    const int stack_wanted = name && !strcmp(name, "stack");
    size_t i;
    set.rows = ~0ul;
    for (i = 0; i < LIBRARIES; i++) {
        of = libraries[i];
        if (!prepared_elsewhere()) {
            test_begin("calls/prepare");
            test_expect(0, "no states to call with");
            test_end();
            return test_exit();
        }
    }
#if !defined(STACK_COUNTS)
    test_skip("calls/small-stack", "this build has frames that no other has");
    if (stack_wanted) {
        return test_exit();
    }
#endif
    test_begin("calls");
    for (i = 0; i < LIBRARIES; i++) {
        of = libraries[i];
        library(name, stack_wanted);
    }
    return test_exit();
}

#else

static int all(const char *name) {
    (void)name;
    test_skip("calls", "no fork on this system");
    return test_exit();
}

#endif

int main(int argc, char **argv) {
    size_t i, j;
    test_pattern(calls_message, sizeof calls_message, 1);
    test_pattern(calls_key, sizeof calls_key, 2);
    calls_key[0] = 64; /* as a parameter block: digest length 64 */
    if (argc > 1 && !strcmp(argv[1], "list")) {
        for (i = 0; i < LIBRARIES; i++) {
            for (j = 0; j < libraries[i]->number; j++) {
                printf("%s\n", libraries[i]->calls[j].name);
            }
        }
        return 0;
    }
    return all(argc > 1 ? argv[1] : NULL);
}
