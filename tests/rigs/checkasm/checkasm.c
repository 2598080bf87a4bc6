/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * Calls every kernel as code by any compiler might, and checks everything that it must not change.
 * Registers contain junk, and the stack has only the alignment that the calling convention
 * guarantees. Pages without access surround input and state.
 *
 *     checkasm [--seed N] [--count N] [--impl NAME]
 *
 * The seed is printed; the same seed repeats the same calls. Kernels that need XOP have fewer calls
 * on a CPU without it, where its one instruction is emulated (tests/rigs/xop/vprotq.h).
 *
 * Each extension provides its kernels and their contracts (cases.h). What is checked after each
 * call:
 *   the state, and the bytes around it, as the contract says
 *   registers that belong to the caller, stack pointer, direction flag, MXCSR, x87, FPCR
 *   upper halves of the vector registers: clean, if they were
 *   the stack: nothing changed above; below, not more than the limit used
 * and of assembly kernels also
 *   the stack below: no word of the message and none of the state is left there, and nothing
 *   that depends on them
 *   vector registers, and general ones where a word fills one: nothing that depends on them
 * Reading outside the input, or writing to it, is a fault, which ends the program.
 *
 * The upper half of an argument narrower than a register, which the number of rounds is, is junk
 * too.
 */
#include "system.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

#include "cases.h"
#include "test.h"
#include "util/support.h"
#include "../xop/vprotq.h"
#include "driver/cpu.h"

static unsigned long seed, count = 20000;
static const char *only; /* FAMILY_NAME, or NAME of each family; NULL: all */

#if CHECKASM
#include "architectures.h"
#include "pages.h"

/* ---- pages ---- */

enum {
    STACK_BYTES = 128 * 1024, /* C compiled for debugging may need some */
    ABOVE = 1024              /* looked at above the stack pointer */
};

static checkasm_pages stack_pages;
checkasm_pages checkasm_in, checkasm_state;
size_t checkasm_page_bytes;

int checkasm_more_pages(checkasm_pages *pages, size_t number) {
    const guarded g = guarded_pages(number);
    pages->first = g.first;
    pages->end = g.end;
    return g.first != NULL;
}

static void allow(const checkasm_pages *pages, int access) {
    test_expect(!protect(pages->first, (size_t)(pages->end - pages->first), access),
                "cannot set the access to pages");
}

void checkasm_fill(const checkasm_pages *pages, int writable) {
    allow(pages, READ_WRITE);
    test_random_bytes(pages->first, (size_t)(pages->end - pages->first));
    allow(pages, writable ? READ_WRITE : READ_ONLY);
}

void checkasm_write(const checkasm_pages *pages, unsigned char *at, const void *from,
                    size_t bytes) {
    allow(pages, READ_WRITE);
    memcpy(at, from, bytes);
    allow(pages, READ_ONLY);
}

unsigned char *checkasm_place(const checkasm_pages *pages, unsigned where, size_t span, size_t at) {
    unsigned char *last = pages->end - span;
    switch (where) {
    case AT_END: return last;
    case AT_START: return pages->first;
    default: return test_random(2) ? last - ((uintptr_t)last - at) % 64 : pages->first + at % 64;
    }
}

/* The initial value of a word of the stack below. */
static uintptr_t filling(const uintptr_t *word, uintptr_t salt) {
    return ((uintptr_t)word ^ salt) * (uintptr_t)0x9e3779b97f4a7c15u;
}

static uintptr_t *word_at(unsigned char *p) {
    return (uintptr_t *)(void *)p;
}

/* ---- one call ---- */

static const check *running;

static int is_wanted(const char *family, const char *name) {
    const size_t n = strlen(family);
    return !only || !strcmp(only, name) ||
           (!strncmp(only, family, n) && only[n] == '_' && !strcmp(only + n + 1, name));
}

static void fault(int number) {
    printf(
        "not ok - checkasm/%s: seed %lu, call %lu: fault (signal %d), %lu bytes, stride %lu, input at "
        "%lu, %lu before the page's end\n",
        running->name, seed, running->number, number, (unsigned long)running->bytes,
        (unsigned long)running->stride, (unsigned long)((uintptr_t)running->in % 64),
        (unsigned long)((uintptr_t)checkasm_in.end - (uintptr_t)running->in));
    fflush(stdout);
    _Exit(EXIT_FAILURE);
}

void checkasm_expect(const check *c, int holds, const char *what, const char *which) {
    test_expect(holds,
                "seed %lu, call %lu (%lu bytes, stride %lu, input at %lu, state at %lu): %s%s",
                seed, c->number, (unsigned long)c->bytes, (unsigned long)c->stride,
                (unsigned long)((uintptr_t)c->in % 64), (unsigned long)((uintptr_t)c->state % 64),
                what, which);
}

uintptr_t checkasm_random_word(void) {
    uintptr_t word;
    test_random_bytes((unsigned char *)&word, sizeof word);
    return word;
}

/* Prepares the stack as a caller would. */
static void prepare_stack(const check *c, const uintptr_t arguments[4], uintptr_t salt) {
    unsigned char *const stack = c->call.stack, *p;
    size_t i;
    for (p = stack - CHECKASM_BELOW; p < stack; p += WORD_BYTES) {
        *word_at(p) = filling(word_at(p), salt);
    }
    for (; p < stack + ABOVE; p += WORD_BYTES) {
        *word_at(p) = (uintptr_t)&c->call;
    }
    *word_at(stack + SLOT_FUNCTION) = c->function;
    for (i = 0; i < 4; i++) {
        if (argument_registers[i] < 0) {
            *word_at(stack + i * WORD_BYTES) = arguments[i];
        }
    }
}

uintptr_t checkasm_argument_32(const check *c, uint32_t x) {
#if defined(__riscv)
    if (!c->assembly) {
        return (uintptr_t)(int32_t)x;
    }
#endif
    (void)c;
    return (checkasm_random_word() & ~(uintptr_t)0xffffffffu) | x;
}

/* Junk in all registers, the arguments, and the stack. */
void checkasm_call_it(check *c, const uintptr_t arguments[4], uintptr_t salt) {
    const size_t align = c->assembly ? STACK_ALIGN_ASM : STACK_ALIGN_C;
    checkasm_call *call = &c->call;
    size_t i;
    test_random_bytes((unsigned char *)call->general, sizeof call->general);
    test_random_bytes((unsigned char *)call->vector[0], sizeof call->vector[0]);
    /* what the trampoline does not store */
    memcpy(call->vector[1], call->vector[0], sizeof call->vector[1]);
#if defined(MORE_VECTORS)
    test_random_bytes((unsigned char *)call->more[0], sizeof call->more[0]);
    memcpy(call->more[1], call->more[0], sizeof call->more[1]);
#endif
    memset(call->control, 0, sizeof call->control);
    call->in_use[0] = call->in_use[1] = 0;
    call->flags[0] = FLAGS_ALWAYS | (checkasm_random_word() & FLAGS_JUNK);
    call->usable = usable_registers() | (test_random(8) ? 0 : USABLE_DIRTY);
    /* At any address in a few pages: a frame that is too small or misaligned may fit by chance. */
    call->stack = stack_pages.end - ABOVE - 64 * (1 + test_random(128)) +
                  align * test_random(64 / (uint32_t)align);
    for (i = 0; i < 4; i++) {
        if (argument_registers[i] >= 0) {
            call->general[0][argument_registers[i]] = arguments[i];
        }
    }
    prepare_stack(c, arguments, salt);
    checkasm_trampoline(&c->call);
}

void checkasm_registers(const check *c) {
    const checkasm_call *call = &c->call;
    const char *const changed = changed_modes(call);
    size_t i;
    for (i = 0; i < (c->assembly ? sizeof saved : SAVED_BY_C); i++) {
        checkasm_expect(c, call->general[1][saved[i]] == call->general[0][saved[i]],
                        general_names[saved[i]], " was not saved");
    }
    for (i = SAVED_VECTOR_FIRST; i < SAVED_VECTOR_END; i++) {
        checkasm_expect(c, !memcmp(call->vector[1][i], call->vector[0][i], SAVED_VECTOR_BYTES),
                        "a vector register was not saved", "");
    }
    checkasm_expect(c, call->general[1][STACK_POINTER] == (uintptr_t)call->stack,
                    "the stack pointer has changed", "");
    checkasm_expect(c, !changed, changed ? changed : "", "");
}

/* Which 8-byte and 4-byte words are secret, indexed by their low 16 bits. */
static unsigned char maybe[65536];

static void set_maybe(const unsigned char *const words[], size_t number, unsigned char value) {
    for (; number; words++, number--) {
        maybe[words[0][0] | words[0][1] << 8] = maybe[words[0][4] | words[0][5] << 8] = value;
    }
}

void checkasm_leftovers(const check *c, const unsigned char *lowest,
                        const unsigned char *const words[], size_t number) {
    const unsigned char *p, *counted = NULL;
    size_t i;
    unsigned halves = 0, half;
    set_maybe(words, number, 1);
    for (p = lowest; p + 4 <= c->call.stack; p++) {
        if (!maybe[p[0] | p[1] << 8]) {
            continue;
        }
        half = 0;
        for (i = 0; i < number; i++) {
            /*
             * 4 bytes of one word may be there by chance, for example if the word is shared by
             * several lanes, or begins with zeros. 4 bytes of three words may not.
             */
            half |= (!memcmp(p, words[i], 4) || !memcmp(p, words[i] + 4, 4)) &&
                    (!counted || memcmp(p, counted, 4));
            if ((p + 8 <= c->call.stack && !memcmp(p, words[i], 8)) || (half && halves == 2)) {
                char where[60];
                sprintf(where, ", %lu bytes below", (unsigned long)(c->call.stack - p));
                checkasm_expect(c, 0,
                                words[i] >= checkasm_state.first && words[i] < checkasm_state.end
                                    ? "a word of the state is left on the stack"
                                    : "a word of the message is left on the stack",
                                where);
                set_maybe(words, number, 0);
                return;
            }
        }
        if (half) {
            halves++;
            counted = p;
        }
    }
    set_maybe(words, number, 0);
}

size_t checkasm_words(const unsigned char *words[], const unsigned char *in, size_t bytes,
                      size_t block, size_t stride) {
    size_t number = 0, i, j;
    for (i = 0; i < bytes; i += block) {
        for (j = 0; j < block && i + j + 8 <= bytes; j += 8) {
            words[number++] = (const unsigned char *)((uintptr_t)in + i / block * stride + j);
        }
    }
    return number;
}

/* The words of all messages of the call; returns how many. */
static size_t message_words(const check *c, const unsigned char *words[]) {
    static unsigned char other[CHECKASM_WORDS][8];
    size_t number = 0, read, j, k;
    for (j = 0; j < c->kernel->messages; j++) {
        const unsigned char *in = c->in;
        if (c->contract->at_in) {
            memcpy(&in, c->state + c->contract->at_in + j * sizeof in, sizeof in);
        }
        number += checkasm_words(words + number, in, c->bytes, c->contract->block, c->stride);
    }
    for (j = 0, read = c->contract->swapped ? number : 0; j < read; j++) {
        for (k = 0; k < 8; k++) {
            other[j][k] = words[j][k ^ (c->contract->word - 1)];
        }
        words[number++] = other[j];
    }
    return number;
}

/* Checks that the stack used is within the limit; returns the lowest byte used. */
const unsigned char *checkasm_stack(check *c, uintptr_t salt) {
    unsigned char *const stack = c->call.stack, *p;
    const size_t limit = c->contract->limit ? c->contract->limit : CHECKASM_LIMIT;
    size_t used;
    int same = 1;
    for (p = stack + STACK_OWNED; p < stack + ABOVE; p += WORD_BYTES) {
        same &= *word_at(p) == (p == stack + SLOT_FUNCTION ? c->function : (uintptr_t)&c->call);
    }
    checkasm_expect(c, same, "the stack above has changed", "");

    p = stack - CHECKASM_BELOW;
    while (p < stack && *word_at(p) == filling(word_at(p), salt)) {
        p += WORD_BYTES;
    }
    used = (size_t)(stack - p);
    if (used > c->most_stack) {
        c->most_stack = (unsigned long)used;
    }
    checkasm_expect(c, !c->assembly || used <= limit, "more of the stack was used than allowed",
                    "");
    return p;
}

/* Another state, and other messages. */
static unsigned char state_before[1 << 16];

static void other_state(check *c) {
    memcpy(c->state, state_before + (c->state - checkasm_state.first), c->contract->state_bytes);
    test_random_bytes(c->state, c->contract->h_bytes);
    checkasm_fill(&checkasm_in, 0);
}

/*
 * The same call on another message and another state must leave the same bytes on the stack and in
 * registers. (For the stack this is more than the contract requires, but it is cheap.)
 */
void checkasm_dependence(check *c, const uintptr_t arguments[4], uintptr_t salt,
                         void (*other)(check *c)) {
    static unsigned char left[CHECKASM_BELOW];
    static checkasm_call first;
    memcpy(left, c->call.stack - CHECKASM_BELOW, CHECKASM_BELOW);
    first = c->call;
    other(c);
    prepare_stack(c, arguments, salt);
    checkasm_trampoline(&c->call);
    checkasm_expect(c, !memcmp(left, c->call.stack - CHECKASM_BELOW, CHECKASM_BELOW),
                    "what is left on the stack depends on message or state", "");
    if (c->contract->call) {
        return;
    }
    checkasm_expect(c,
                    c->contract->word > WORD_BYTES ||
                        !memcmp(first.general, c->call.general, sizeof first.general),
                    "what is left in general registers depends on message or state", "");
    checkasm_expect(c, !memcmp(first.vector, c->call.vector, sizeof first.vector),
                    "what is left in vector registers depends on message or state", "");
#if defined(MORE_VECTORS)
    checkasm_expect(c, !memcmp(first.more, c->call.more, sizeof first.more),
                    "what is left in zmm16 to zmm31 depends on message or state", "");
#endif
}

static void call_and_check(check *c) {
    static unsigned char expected[1 << 16];
    static const unsigned char *words[CHECKASM_WORDS];
    const checkasm_contract *const contract = c->contract;
    const uintptr_t salt = checkasm_random_word();
    uintptr_t arguments[4];
    const unsigned char *lowest;
    size_t at, i, n;
    for (i = 1; i < 4; i++) {
        arguments[i] = checkasm_random_word();
    }
    contract->make(c, arguments);
    arguments[0] = (uintptr_t)c->state;
    at = (size_t)(c->state - checkasm_state.first);
    memcpy(state_before, checkasm_state.first, page);
    memcpy(expected, checkasm_state.first, page);
    contract->expected(c, expected + at);
    checkasm_call_it(c, arguments, salt);
    checkasm_expect(c, !memcmp(c->state, expected + at, contract->h_bytes), "H is wrong", "");
    checkasm_expect(c, !memcmp(c->state, expected + at, contract->state_bytes),
                    "what follows H is wrong", "");
    checkasm_expect(c, !memcmp(checkasm_state.first, expected, page), "written outside the state",
                    "");
    checkasm_registers(c);
    lowest = checkasm_stack(c, salt);
    if (!c->assembly) {
        return;
    }
    n = message_words(c, words);
    for (i = 0; i < contract->h_bytes; i += 8) {
        words[n++] = state_before + at + i;
        words[n++] = c->state + i;
    }
    checkasm_leftovers(c, lowest, words, n);
    if (c->number % 4 < 2) {
        checkasm_dependence(c, arguments, salt, other_state);
    }
}

/* ---- one kernel ---- */

/* Whether only XOP is missing, and its instruction can be emulated, which begins then. */
static int emulates(const struct kernel *k) {
#if defined(VPROTQ_EMULATION)
    return (k->needs & ~cpu_features()) == CPU_XOP && vprotq_emulate();
#else
    (void)k;
    return 0;
#endif
}

void checkasm_kernel(const char *family, const struct kernel *k,
                     const checkasm_contract *contract) {
    static check c;
    unsigned long i, calls;
    char name[60];
    const int wanted = is_wanted(family, k->name),
              emulation = wanted && !util_runs(k) && emulates(k);
    if (!wanted) {
        return;
    }
    sprintf(name, "checkasm/%.10s%.40s", contract->before, k->name);
    if (!util_runs(k) && !emulation) {
        test_skip_for(name, k);
        return;
    }
    memset(&c, 0, sizeof c);
    c.contract = contract;
    c.kernel = k;
    c.name = name + sizeof "checkasm/" - 1;
    c.function = (uintptr_t)k->entry;
    c.assembly = strncmp(k->name, "generic/", 8) != 0;
    running = &c;
    test_begin("%s%s", name, emulation ? ", vprotq emulated" : "");
    test_random_seed(seed);
    calls = 1 + count / (emulation    ? contract->tries_emulated
                         : c.assembly ? contract->tries
                                      : contract->tries_of_c);
    for (i = 0; i < calls; i++) {
        if (i % 256 == 0) {
            checkasm_fill(&checkasm_in, 0);
            checkasm_fill(&checkasm_state, !contract->call);
        }
        c.number = i;
        if (contract->call) {
            contract->call(&c);
        } else {
            call_and_check(&c);
        }
    }
    printf("%s: at most %lu bytes of stack\n", c.name, c.most_stack);
    test_end();
    test_ran(k, emulation ? "this CPU with vprotq emulated" : NULL);
    if (emulation) {
        signal(SIGILL, fault);
    }
}

/* ---- all ---- */

#define FAMILY(name) extern void checkasm_##name(void);
#include "checkasm_families.h"
#undef FAMILY

static int check_all(void) {
    page = checkasm_page_bytes = page_bytes();
    if (page > sizeof state_before || !checkasm_more_pages(&stack_pages, STACK_BYTES / page + 1) ||
        !checkasm_more_pages(&checkasm_in, 1 + 8192 / page) ||
        !checkasm_more_pages(&checkasm_state, 1)) {
        test_skip("checkasm", "no pages without access on this system");
        return test_exit();
    }
    signal(SIGSEGV, fault);
    signal(SIGILL, fault);
#if defined(SIGBUS)
    signal(SIGBUS, fault);
#endif
#define FAMILY(name) checkasm_##name();
#include "checkasm_families.h"
#undef FAMILY
    return test_exit();
}

#else
static int check_all(void) {
    test_skip("checkasm",
              "no assembly kernels in this build, or no trampoline for the architecture");
    return test_exit();
}
#endif

int main(int argc, char **argv) {
    int i;
    seed = test_seed(9);
    count = test_sample(count);
    for (i = 1; i < argc; i += 2) {
        const char *const value = i + 1 < argc ? argv[i + 1] : NULL;
        if (value && !strcmp(argv[i], "--impl")) {
            only = value;
        } else if (value && !strcmp(argv[i], "--seed")) {
            seed = strtoul(value, NULL, 10);
        } else if (value && !strcmp(argv[i], "--count")) {
            count = strtoul(value, NULL, 10);
        } else {
            fprintf(stderr, "Usage: checkasm [--seed N] [--count N] [--impl NAME]\n");
            return 2;
        }
    }
    printf("seed %lu\n", seed);
    return check_all();
}
