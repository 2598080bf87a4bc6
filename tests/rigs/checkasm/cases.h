/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * What checkasm.c and the cases of each extension share: app/extensions/NAME/tests/checkasm.c has a
 * checkasm_contract for each contract of its kernels, and calls checkasm_kernel for each of them.
 */
#ifndef CASES_H
#define CASES_H

#include "checkasm.h"

#if CHECKASM
#include "test.h"

/* Accessible pages between two that are not. */
typedef struct checkasm_pages {
    unsigned char *first, *end;
} checkasm_pages;

typedef struct check check;

/* A contract of kernels: what calls are made, and what must come of them. */
typedef struct checkasm_contract {
    const char *before; /* its kernels' names, in names of tests */
    size_t state_bytes,
        h_bytes;  /* of what the first argument points to, and of H, with which that begins */
    size_t word;  /* of the message and of H, in bytes */
    size_t limit; /* of the stack that an assembly kernel may take; 0: CHECKASM_LIMIT */
    unsigned tries,
        tries_of_c; /* what part of the calls: 4 for a fourth; those of C are the compiler's work */
    unsigned tries_emulated;
    /* Fills in bytes, stride, in, and the state; and the arguments but the first, the state. */
    void (*make)(check *c, uintptr_t arguments[4]);
    /* Does to STATE, a copy, what the kernel must do. */
    void (*expected)(const check *c, unsigned char *state);
    /* Where each word of the messages is, 8 bytes, or two of 4; returns how many. */
    size_t (*words)(const check *c, const unsigned char *words[]);
    /* For results that are not in the state, instead of all this: one whole call. */
    void (*call)(check *c);
} checkasm_contract;

enum {
    CHECKASM_BELOW = 8192,          /* of the stack, looked at below the stack pointer */
    CHECKASM_LIMIT = 4096,          /* more than a page would have to be probed on Windows */
    CHECKASM_LIMIT_IN_STEPS = 6144, /* of kernels that take it in steps and write to each */
    CHECKASM_WORDS = 4096           /* that words() may name */
};

/* A kernel, and one call of it. */
struct check {
    const checkasm_contract *contract;
    const struct kernel *kernel;
    const char *name;
    uintptr_t function;
    int assembly;
    unsigned long number;    /* of the call, from 0 */
    unsigned char *state;    /* somewhere in state_pages */
    const unsigned char *in; /* of the first message */
    size_t bytes, stride, blocks;
    const void *more; /* for the contract's own use */
    uint32_t rounds;
    checkasm_call call;
    unsigned long most_stack;
};

/* The input, which kernels may not write to, and one page for the state. */
extern checkasm_pages checkasm_in, checkasm_state;
extern size_t checkasm_page_bytes;
/* 0 if there are no such pages on this system. */
int checkasm_more_pages(checkasm_pages *pages);
/* Random bytes in all of it, which may then be written to, or not. */
void checkasm_fill(const checkasm_pages *pages, int writable);
/* Writes to pages that may not be written to. */
void checkasm_write(const checkasm_pages *pages, unsigned char *at, const void *from, size_t bytes);

/* Where SPAN bytes are: right at a page without access, or at an address that is AT modulo 64. */
enum { AT_END, AT_START, AT_ANY, PLACES };
unsigned char *checkasm_place(const checkasm_pages *pages, unsigned where, size_t span, size_t at);

uintptr_t checkasm_random_word(void);
/* 32 bits as they are passed, whatever is above them; on RISC-V, where compilers rely on it, their
   sign. */
uintptr_t checkasm_argument_32(const check *c, uint32_t x);
/* The 8-byte words of a message of blocks of BLOCK bytes; returns how many. */
size_t checkasm_words(const unsigned char *words[], const unsigned char *in, size_t bytes,
                      size_t block, size_t stride);

/* Steps of a call: the call itself, with junk in all registers and on the stack; what belongs to
   the caller; the stack used, whose lowest byte is returned; whether one of the words is left
   below; whether the same call on other messages, which OTHER puts there, leaves the same. */
void checkasm_expect(const check *c, int holds, const char *what, const char *which);
void checkasm_call_it(check *c, const uintptr_t arguments[4], uintptr_t salt);
void checkasm_registers(const check *c);
const unsigned char *checkasm_stack(check *c, uintptr_t salt);
void checkasm_leftovers(const check *c, const unsigned char *lowest,
                        const unsigned char *const words[], size_t number);
void checkasm_dependence(check *c, const uintptr_t arguments[4], uintptr_t salt,
                         void (*other)(check *c));

/* The test of a kernel, which is asked for as NAME or FAMILY_NAME. */
void checkasm_kernel(const char *family, const struct kernel *k, const checkasm_contract *contract);
#endif

/* Of an extension: checks all of its kernels. */
#define CHECKASM_CASES(extension) \
    void checkasm_##extension(void); \
    void checkasm_##extension(void)
#endif
