/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * same-path TABLE: the kernels take the same path through their code, and use the same addresses,
 * whatever key, message and chaining value are. This includes kernels that valgrind, and so
 * constant-time.c, cannot run. Two processes make the same calls with different secrets. Both are
 * stepped in parallel, one instruction at a time. After each step both must be at the same
 * instruction, and the registers by which it addresses memory must be equal.
 *
 * It shows this only for the secrets tried: some ten blocks, twice. (A branch on one random bit
 * goes the same way half of the time.) constant-time.c shows it for all. TABLE comes from
 * same-path.sh: lines "main ADDRESS", then "ADDRESS REGISTER..." for each instruction that
 * addresses memory. Linux on x86, 64 and 32 bits. Extensions provide their kernels (cases.h).
 */
#if !defined(_GNU_SOURCE)
#define _GNU_SOURCE 1
#endif
#include <stdio.h>
#include <stdlib.h>

#include "cases.h"
#include "driver/cpu.h"
#include "util/support.h"
#include "xop/vprotq.h"

#if defined(VPROTQ_EMULATION) /* also only on Linux on x86 */
#include <signal.h>
#include <stddef.h>
#include <sys/ptrace.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

int main(int argc, char **argv);

/* ---- registers by which instructions address memory ---- */

#if defined(__x86_64__)
#define PROGRAM_COUNTER rip
#define STACK_POINTER rsp
#define EACH_REGISTER(do) \
    do \
    (rax) do(rbx) do(rcx) do(rdx) do(rsi) do(rdi) do(rbp) do(rsp) do(r8) do(r9) do(r10) do( \
        r11) do(r12) do(r13) do(r14) do(r15)
#else
#define PROGRAM_COUNTER eip
#define STACK_POINTER esp
#define EACH_REGISTER(do) \
    do \
    (eax) do(ebx) do(ecx) do(edx) do(esi) do(edi) do(ebp) do(esp)
#endif

static const struct {
    const char *name;
    size_t at;
} registers[] = {
#define NAME(r) {#r, offsetof(struct user_regs_struct, r)},
    EACH_REGISTER(NAME)};
enum { REGISTERS = sizeof registers / sizeof registers[0] };

enum { CODE_BYTES = 1 << 20 };
/* a bit for each register, indexed by the instruction's distance from CODE */
static unsigned short used[CODE_BYTES];
static unsigned long code; /* where used[0] is */

static int read_table(const char *path) {
    char line[200];
    unsigned long main_at = 0, first = 0, instructions = 0;
    FILE *f = fopen(path, "r");
    while (f && fgets(line, sizeof line, f)) {
        unsigned long at;
        char *word = strtok(line, " \n");
        if (word && !strcmp(word, "main")) {
            word = strtok(NULL, " \n");
            main_at = word ? strtoul(word, NULL, 16) : 0;
            first = main_at > CODE_BYTES / 2 ? main_at - CODE_BYTES / 2 : 0;
            continue;
        }
        at = word ? strtoul(word, NULL, 16) - first : CODE_BYTES;
        while (at < CODE_BYTES && (word = strtok(NULL, " \n")) != NULL) {
            size_t r;
            for (r = 0; r < REGISTERS; r++) {
                if (!strcmp(word, registers[r].name)) {
                    used[at] = (unsigned short)(used[at] | 1u << r);
                    instructions++;
                }
            }
        }
    }
    if (f) {
        fclose(f);
    }
    code = (unsigned long)(uintptr_t)main - (main_at - first);
    return main_at && instructions > 1000;
}

/* ---- two processes in parallel ---- */

unsigned char secret_message[SECRET_BYTES], secret_state[64];

static pid_t start(same_path_job *run, const struct kernel *kernel, unsigned long secret) {
    const pid_t process = fork();
    if (process == 0) {
        test_random_seed(secret);
        test_random_bytes(secret_message, sizeof secret_message);
        test_random_bytes(secret_state, sizeof secret_state);
        ptrace(PTRACE_TRACEME, 0, NULL, NULL);
        raise(SIGSTOP);
        run(kernel);
        _exit(0);
    }
    return process;
}

static unsigned long value_of(const struct user_regs_struct *of, size_t r) {
    unsigned long value;
    memcpy(&value, (const char *)of + registers[r].at, sizeof value);
    return value;
}

/* The difference between the two, as text; NULL if there is none. */
static const char *difference(same_path_job *run, const struct kernel *kernel,
                              unsigned long secret) {
    static char what[100];
    pid_t process[2];
    int status[2] = {0, 0}, i;
    unsigned long steps = 0;
    const char *found = NULL;
    fflush(stdout);
    for (i = 0; i < 2; i++) {
        process[i] = start(run, kernel, secret + (unsigned long)i);
        if (process[i] < 0 || waitpid(process[i], &status[i], 0) < 0 || !WIFSTOPPED(status[i])) {
            return "cannot trace a process here";
        }
    }
    while (!found) {
        struct user_regs_struct state[2];
        size_t r;
        unsigned long at;
        for (i = 0; i < 2; i++) {
            /* Passes on signals other than our own: the XOP emulation needs SIGILL. */
            const int number = WSTOPSIG(status[i]);
            const int passed_on = number == SIGTRAP || number == SIGSTOP ? 0 : number;
            ptrace(PTRACE_SINGLESTEP, process[i], NULL, (void *)(size_t)passed_on);
            waitpid(process[i], &status[i], 0);
        }
        if (status[0] != status[1]) {
            found = "they end otherwise";
        }
        if (!WIFSTOPPED(status[0]) || !WIFSTOPPED(status[1])) {
            break;
        }
        ptrace(PTRACE_GETREGS, process[0], NULL, &state[0]);
        ptrace(PTRACE_GETREGS, process[1], NULL, &state[1]);
        steps++;
        at = (unsigned long)state[0].PROGRAM_COUNTER - code;
        if (state[0].PROGRAM_COUNTER != state[1].PROGRAM_COUNTER ||
            state[0].STACK_POINTER != state[1].STACK_POINTER) {
            sprintf(what, "after %lu steps they part", steps);
            found = what;
        } else if (at < CODE_BYTES && used[at]) {
            for (r = 0; r < REGISTERS; r++) {
                if (used[at] >> r & 1 && value_of(&state[0], r) != value_of(&state[1], r)) {
                    sprintf(what, "after %lu steps, at main%+ld, they go to other addresses (%s)",
                            steps, (long)(at + code - (unsigned long)(uintptr_t)main),
                            registers[r].name);
                    found = what;
                }
            }
        }
    }
    for (i = 0; i < 2; i++) {
        if (WIFSTOPPED(status[i])) {
            kill(process[i], SIGKILL);
            waitpid(process[i], &status[i], 0);
        } else if (!found && (!WIFEXITED(status[i]) || WEXITSTATUS(status[i]))) {
            found = "they crash";
        }
    }
    return found;
}

static volatile unsigned char table[256];
static volatile unsigned seen;

static void branches(const struct kernel *kernel) {
    int i;
    (void)kernel;
    for (i = 0; i < 16; i++) {
        if (secret_message[i] & 1) {
            seen++;
        }
    }
}

static void looks_up(const struct kernel *kernel) {
    (void)kernel;
    seen += table[secret_message[3]];
}

static void control(const char *what, same_path_job *run) {
    test_begin("same-path/control: %s", what);
    test_expect(difference(run, NULL, 1) != NULL, "not noticed");
    test_end();
}

void same_path_step(const char *title, const struct kernel *b, same_path_job *run,
                    same_path_job *quick) {
    const unsigned long features = cpu_features();
    for (; b->name; b++) {
        const unsigned long missing = b->needs & ~features;
        const int takes_long = missing || b->needs == CPU_BASE;
        unsigned long secret;
        if (!strncmp(b->name, "generic/", 8)) { /* compiled C is not tested */
            continue;
        }
        if (missing && (missing != CPU_XOP || !quick || !vprotq_emulate())) {
            char name[100];
            snprintf(name, sizeof name, "same-path/%s%s", title, b->name);
            test_skip_for(name, b);
            continue;
        }
        test_begin("same-path/%s%s", title, b->name);
        for (secret = 1; secret <= 3; secret += 2) {
            const char *found = difference(takes_long && quick ? quick : run, b, secret);
            test_expect(!found, "secrets %lu and %lu: %s", secret, secret + 1, found ? found : "");
        }
        test_end();
    }
}

#define FAMILY(name) extern void same_path_##name(void);
#include "same-path_families.h"
#undef FAMILY

int main(int argc, char **argv) {
    if (argc != 2 || !read_table(argv[1])) {
        test_skip("same-path", "no table of instructions; tests/rigs/same-path.sh makes one");
        return test_exit();
    }
    control("a branch", branches);
    control("an address", looks_up);
#define FAMILY(name) same_path_##name();
#include "same-path_families.h"
#undef FAMILY
    return test_exit();
}

#else
unsigned char secret_message[SECRET_BYTES], secret_state[64];

void same_path_step(const char *title, const struct kernel *kernels, same_path_job *run,
                    same_path_job *quick) {
    (void)title, (void)kernels, (void)run, (void)quick;
}

int main(void) {
    test_skip("same-path", "for Linux on x86, with gcc or clang");
    return test_exit();
}
#endif
