/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * Do the self-tests notice a CPU, or a memory, that is broken? Each try flips one bit in the code of
 * a kernel, in a process of its own, and runs the self-test as the first call of a program does. A
 * kernel that passes must then give right results. The calls and their expected results are those
 * of checkasm: this program has the part of checkasm.c that its cases need, without its checks of
 * registers and stack.
 *
 *     flips [--seed N] [--count N] [--impl NAME]
 *
 * COUNT is the number of flips of each kernel; 0 is every bit of its code. What passes the self-test
 * and is wrong is printed, with its place in the kernel. A self-test cannot notice all: a register
 * that its caller happens to hold may be right by chance. So one flip in 20,000 may pass. Needs
 * 64-bit Linux, where a process may write to its own code.
 *
 * On a Zen 3, every bit of 18 kernels was flipped: 24 of 739,472 flips passed and were wrong. What
 * each of them changed now matters in a self-test. Since then, none of 23,000 was.
 */
#if defined(__linux__)
#define _GNU_SOURCE 1
#endif
#include "system.h"

#include <stdio.h>
#include <stdlib.h>

#include "checkasm/cases.h"
#include "test.h"
#include "util/family.h"
#include "util/support.h"

#if CHECKASM && defined(__linux__) && defined(__LP64__)
#include <elf.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

enum { CALLS = 400, PAGES = 16 };
enum { REFUSED, RIGHT, WRONG, CRASHED, HUNG, NOT_TRIED, OUTCOMES };

static unsigned long seed, count = 200, tries[OUTCOMES];
static const char *const outcomes[] = {"refused", "right", "wrong", "crashed", "hung", "not tried"};
static const char *only;
static int differs;

/* ---- what the cases of checkasm call ---- */

checkasm_pages checkasm_in, checkasm_state;
size_t checkasm_page_bytes;

int checkasm_more_pages(checkasm_pages *pages, size_t number) {
    const size_t bytes = number * checkasm_page_bytes;
    unsigned char *p = mmap(NULL, bytes + 2 * checkasm_page_bytes, PROT_NONE,
                            MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (p == MAP_FAILED) {
        return 0;
    }
    pages->first = p + checkasm_page_bytes;
    pages->end = pages->first + bytes;
    return !mprotect(pages->first, bytes, PROT_READ | PROT_WRITE);
}

void checkasm_fill(const checkasm_pages *pages, int writable) {
    (void)writable;
    test_random_bytes(pages->first, (size_t)(pages->end - pages->first));
}

void checkasm_write(const checkasm_pages *pages, unsigned char *at, const void *from,
                    size_t bytes) {
    (void)pages;
    memcpy(at, from, bytes);
}

unsigned char *checkasm_place(const checkasm_pages *pages, unsigned where, size_t span, size_t at) {
    unsigned char *last = pages->end - span;
    return where == AT_END ? last : where == AT_START ? pages->first : pages->first + at % 64;
}

uintptr_t checkasm_random_word(void) {
    uintptr_t word;
    test_random_bytes((unsigned char *)&word, sizeof word);
    return word;
}

uintptr_t checkasm_argument_32(const check *c, uint32_t x) {
    (void)c;
    return (uintptr_t)(intptr_t)(int32_t)x;
}

/* Only secrets left behind need these. */
size_t checkasm_words(const unsigned char *words[], const unsigned char *in, size_t bytes,
                      size_t block, size_t stride) {
    (void)words, (void)in, (void)bytes, (void)block, (void)stride;
    return 0;
}

void checkasm_registers(const check *c) {
    (void)c;
}

const unsigned char *checkasm_stack(check *c, uintptr_t salt) {
    (void)c, (void)salt;
    return NULL;
}

void checkasm_leftovers(const check *c, const unsigned char *lowest,
                        const unsigned char *const words[], size_t number) {
    (void)c, (void)lowest, (void)words, (void)number;
}

void checkasm_dependence(check *c, const uintptr_t arguments[4], uintptr_t salt,
                         void (*other)(check *c)) {
    (void)c, (void)arguments, (void)salt, (void)other;
}

void checkasm_expect(const check *c, int holds, const char *what, const char *which) {
    (void)c, (void)what, (void)which;
    differs |= !holds;
}

void checkasm_call_it(check *c, const uintptr_t arguments[4], uintptr_t salt) {
    (void)salt;
    ((void (*)(uintptr_t, uintptr_t, uintptr_t, uintptr_t))c->function)(arguments[0], arguments[1],
                                                                        arguments[2], arguments[3]);
}

/* ---- the code of a kernel ---- */

static const unsigned char *file;
static size_t file_bytes;

/* The symbol table of this program's file: the size of the function at ENTRY, or 0. */
static size_t code_bytes(uintptr_t entry) {
    const Elf64_Ehdr *header = (const void *)file;
    const Elf64_Shdr *sections = (const void *)(file + header->e_shoff);
    uintptr_t loaded = 0;
    size_t i, pass, bytes = 0;
    for (pass = 0; pass < 2; pass++) {
        for (i = 0; i < header->e_shnum; i++) {
            const Elf64_Sym *s = (const void *)(file + sections[i].sh_offset), *end;
            const char *names;
            if (sections[i].sh_type != SHT_SYMTAB) {
                continue;
            }
            names = (const char *)file + sections[sections[i].sh_link].sh_offset;
            for (end = s + sections[i].sh_size / sizeof *s; s < end; s++) {
                if (!pass && !strcmp(names + s->st_name, "checkasm_kernel")) {
                    loaded = (uintptr_t)checkasm_kernel - s->st_value;
                } else if (pass && ELF64_ST_TYPE(s->st_info) == STT_FUNC &&
                           s->st_value + loaded == entry && s->st_size > bytes) {
                    bytes = s->st_size;
                }
            }
        }
    }
    return bytes;
}

/* The self-test that the kernel passes before its first use. */
static int (*selftest_of(const struct kernel *k))(const struct kernel *k) {
    const util_family *const *f;
    const struct kernel *row;
    const util_others *o;
#define LOOK_IN(table) \
    for (row = (table) ? (table)->kernels : NULL; row && row->name; row++) { \
        if (row->entry == k->entry) { \
            return (table)->selftest; \
        } \
    }
    for (f = util_families; *f; f++) {
        LOOK_IN((*f)->dispatch)
        LOOK_IN((*f)->lanes)
        for (o = (*f)->others; o && o->calls; o++) {
            LOOK_IN(o->dispatch)
            LOOK_IN(o->lanes)
        }
    }
    return NULL;
}

/* ---- one kernel ---- */

static void call_and_compare(check *c) {
    static unsigned char expected[1 << 16];
    const size_t bytes = (size_t)(checkasm_state.end - checkasm_state.first);
    uintptr_t arguments[4];
    size_t i;
    if (c->contract->call) {
        c->contract->call(c);
        return;
    }
    for (i = 1; i < 4; i++) {
        arguments[i] = checkasm_random_word();
    }
    c->contract->make(c, arguments);
    arguments[0] = (uintptr_t)c->state;
    memcpy(expected, checkasm_state.first, bytes);
    c->contract->expected(c, expected + (c->state - checkasm_state.first));
    checkasm_call_it(c, arguments, 0);
    differs |= memcmp(expected, checkasm_state.first, bytes) != 0;
}

/* The process that flips a bit: its exit status is the outcome. */
static void flip(check *c, int (*selftest)(const struct kernel *k), uintptr_t at, unsigned bit) {
    const uintptr_t page = at / checkasm_page_bytes * checkasm_page_bytes;
    const struct itimerval limit = {{0, 0}, {0, 200000}};
    const struct rlimit none = {0, 0};
    setrlimit(RLIMIT_CORE, &none);
    setitimer(ITIMER_PROF, &limit, NULL);
    if (mprotect((void *)page, checkasm_page_bytes, PROT_READ | PROT_WRITE | PROT_EXEC)) {
        _exit(NOT_TRIED);
    }
    *(unsigned char *)at = (unsigned char)(*(unsigned char *)at ^ 1u << bit);
    __builtin___clear_cache((char *)at, (char *)at + 1);
    if (selftest(c->kernel)) {
        _exit(REFUSED);
    }
    for (c->number = 0; c->number < CALLS && !differs; c->number++) {
        call_and_compare(c);
    }
    _exit(differs ? WRONG : RIGHT);
}

static int outcome_of(check *c, int (*selftest)(const struct kernel *k), uintptr_t at,
                      unsigned bit) {
    int status = 0;
    const pid_t child = fork();
    if (!child) {
        flip(c, selftest, at, bit);
    }
    if (child < 0 || waitpid(child, &status, 0) != child) {
        return NOT_TRIED;
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : WTERMSIG(status) == SIGPROF ? HUNG : CRASHED;
}

void checkasm_kernel(const char *family, const struct kernel *k,
                     const checkasm_contract *contract) {
    static check c;
    int (*const selftest)(const struct kernel *k) = selftest_of(k);
    const size_t n = strlen(family), bytes = code_bytes((uintptr_t)k->entry);
    unsigned long i, flips = count ? count : 8 * bytes, here[OUTCOMES] = {0};
    if ((only && strcmp(only, k->name) &&
         !(!strncmp(only, family, n) && only[n] == '_' && !strcmp(only + n + 1, k->name))) ||
        !strncmp(k->name, "generic", 7)) {
        return;
    }
    if (!util_runs(k)) {
        test_skip_for(k->name, k);
        return;
    }
    memset(&c, 0, sizeof c);
    c.contract = contract;
    c.kernel = k;
    c.name = k->name;
    c.function = (uintptr_t)k->entry;
    test_expect(selftest && bytes, "%s: no self-test, or no code", k->name);
    for (i = 0; i < flips && selftest && bytes; i++) {
        uintptr_t bit = i;
        int outcome;
        if (count) {
            test_random_seed(seed + i);
            bit = test_random((uint32_t)(8 * bytes));
        }
        outcome = outcome_of(&c, selftest, c.function + bit / 8, bit % 8);
        here[outcome]++;
        if (outcome == WRONG) {
            printf("%s%s_%s+%#lx bit %u\n", contract->before, family, k->name,
                   (unsigned long)(bit / 8), (unsigned)(bit % 8));
        }
    }
    printf("# %s%s_%s: %lu flips", contract->before, family, k->name, flips);
    for (i = 0; i < OUTCOMES; i++) {
        printf(", %lu %s", here[i], outcomes[i]);
        tries[i] += here[i];
    }
    printf("\n");
    fflush(stdout);
}

#define FAMILY(name) extern void checkasm_##name(void);
#include "checkasm_families.h"
#undef FAMILY

static int flip_all(void) {
    const int f = open("/proc/self/exe", O_RDONLY);
    unsigned long tried = 0;
    struct stat st;
    size_t i;
    checkasm_page_bytes = (size_t)sysconf(_SC_PAGESIZE);
    if (f < 0 || fstat(f, &st)) {
        test_skip("flips", "cannot read this program's symbols");
        return test_exit();
    }
    file_bytes = (size_t)st.st_size;
    file = mmap(NULL, file_bytes, PROT_READ, MAP_PRIVATE, f, 0);
    if (file == MAP_FAILED || !checkasm_more_pages(&checkasm_in, PAGES) ||
        !checkasm_more_pages(&checkasm_state, 1)) {
        test_skip("flips", "no memory");
        return test_exit();
    }
    checkasm_fill(&checkasm_in, 1);
    checkasm_fill(&checkasm_state, 1);
    test_begin("flips");
#define FAMILY(name) checkasm_##name();
#include "checkasm_families.h"
#undef FAMILY
    printf("%lu refused, %lu right, %lu wrong, %lu crashed, %lu hung\n", tries[REFUSED],
           tries[RIGHT], tries[WRONG], tries[CRASHED], tries[HUNG]);
    for (i = 0; i < NOT_TRIED; i++) {
        tried += tries[i];
    }
    test_expect(tries[WRONG] <= tried / 20000, "%lu of %lu flips pass and give wrong results",
                tries[WRONG], tried);
    if (!tried || tries[NOT_TRIED]) {
        test_skip("flips", "a process may not write to its own code, or no kernel can run here");
        return test_exit();
    }
    test_end();
    return test_exit();
}

#else
static unsigned long seed, count;
static const char *only;
static int flip_all(void) {
    test_skip("flips", "only for 64-bit Linux");
    return test_exit();
}
#endif

int main(int argc, char **argv) {
    int i;
    seed = test_seed(9);
    for (i = 1; i < argc; i++) {
        const char *const value = i + 1 < argc ? argv[i + 1] : NULL;
        if (value && !strcmp(argv[i], "--impl")) {
            only = argv[++i];
        } else if (value && !strcmp(argv[i], "--seed")) {
            seed = strtoul(argv[++i], NULL, 10);
        } else if (value && !strcmp(argv[i], "--count")) {
            count = strtoul(argv[++i], NULL, 10);
        } else {
            fprintf(stderr, "Usage: flips [--seed N] [--count N] [--impl NAME]\n");
            return 2;
        }
    }
    return flip_all();
}
