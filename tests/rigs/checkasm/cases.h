/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * Shared by checkasm.c and the cases of each extension: app/extensions/NAME/tests/checkasm.c
 * defines a checkasm_contract for each contract of its kernels, and calls checkasm_kernel for each
 * kernel.
 */
#ifndef CASES_H
#define CASES_H

#include "checkasm.h"

#if CHECKASM
#include "test.h"

/* Accessible pages between two without access. */
typedef struct checkasm_pages {
    unsigned char *first, *end;
} checkasm_pages;

typedef struct check check;

/* A contract of kernels: which calls to make, and their expected results. */
typedef struct checkasm_contract {
    const char *before; /* prefix of its kernels' names in names of tests */
    size_t state_bytes,
        h_bytes;         /* bytes of what the first argument points to, and of H at its beginning */
    size_t word;         /* of the message and of H, in bytes */
    size_t block, at_in; /* bytes of a block; offset of the lanes' addresses in the state, or 0 */
    int swapped;         /* the words of messages have the other byte order, too */
    size_t limit;        /* stack that an assembly kernel may use; 0: CHECKASM_LIMIT */
    unsigned tries, tries_of_c; /* divisor for the number of calls of C kernels: 4 means a fourth */
    unsigned tries_emulated;
    /* Sets bytes, stride, in, and the state, and all arguments but the first, the state. */
    void (*make)(check *c, uintptr_t arguments[4]);
    /* Applies to STATE, a copy, what the kernel must do. */
    void (*expected)(const check *c, unsigned char *state);
    /* For results outside the state, instead of all this: one whole call. */
    void (*call)(check *c);
} checkasm_contract;

enum {
    CHECKASM_BELOW = 8192,          /* bytes of stack checked below the stack pointer */
    CHECKASM_LIMIT = 4096,          /* Windows requires probes above a page */
    CHECKASM_LIMIT_IN_STEPS = 6144, /* for kernels that allocate in steps and write to each */
    CHECKASM_WORDS = 4096           /* maximum number of words that are secret */
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
    const void *more; /* for use by the contract */
    uint32_t rounds;
    checkasm_call call;
    unsigned long most_stack;
};

/* The input, which kernels may not write to, and one page for the state. */
extern checkasm_pages checkasm_in, checkasm_state;
extern size_t checkasm_page_bytes;
/* Returns 0 if this system cannot have such pages. */
int checkasm_more_pages(checkasm_pages *pages, size_t number);
/* Fills the pages with random bytes, and makes them writable or read-only. */
void checkasm_fill(const checkasm_pages *pages, int writable);
/* Writes to read-only pages. */
void checkasm_write(const checkasm_pages *pages, unsigned char *at, const void *from, size_t bytes);

/* The place of SPAN bytes: next to a page without access, or at an address that is AT modulo 64. */
enum { AT_END, AT_START, AT_ANY, PLACES };
unsigned char *checkasm_place(const checkasm_pages *pages, unsigned where, size_t span, size_t at);

uintptr_t checkasm_random_word(void);
/* A 32-bit argument with random bits above it; on RISC-V sign-extended, as compilers rely on it. */
uintptr_t checkasm_argument_32(const check *c, uint32_t x);
/* The 8-byte words of a message with blocks of BLOCK bytes; returns how many. */
size_t checkasm_words(const unsigned char *words[], const unsigned char *in, size_t bytes,
                      size_t block, size_t stride);

/*
 * The steps of a call. Makes the call with junk in all registers and on the stack. Checks
 * callee-saved registers. Returns the lowest byte of stack used. Checks whether a secret word is
 * left below, and whether the same call with other messages, from OTHER, leaves the same bytes.
 */
void checkasm_expect(const check *c, int holds, const char *what, const char *which);
void checkasm_call_it(check *c, const uintptr_t arguments[4], uintptr_t salt);
void checkasm_registers(const check *c);
const unsigned char *checkasm_stack(check *c, uintptr_t salt);
void checkasm_leftovers(const check *c, const unsigned char *lowest,
                        const unsigned char *const words[], size_t number);
void checkasm_dependence(check *c, const uintptr_t arguments[4], uintptr_t salt,
                         void (*other)(check *c));

/* Tests a kernel, which can be selected as NAME or FAMILY_NAME. */
void checkasm_kernel(const char *family, const struct kernel *k, const checkasm_contract *contract);
#endif

/* Defined by an extension: checks all of its kernels. */
#define CHECKASM_CASES(extension) \
    void checkasm_##extension(void); \
    void checkasm_##extension(void)
#endif
