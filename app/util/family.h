/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * What the utility knows about a family of hashes. Each extension has a `const util_family` called
 * util_family_<its folder>; configure lists them in build/families.h, the program's own first.
 */
#ifndef FAMILY_H
#define FAMILY_H

#include "support.h"

/* ---- sum ---- */

#define UTIL_KEY_BYTES 64  /* of the longest key of all hashes, */
#define UTIL_SALT_BYTES 32 /* salt, and personalization */

typedef struct util_params {
    size_t length; /* of the digest */
    const unsigned char *key;
    size_t key_length;
    /* zeros after the given bytes */
    unsigned char salt[UTIL_SALT_BYTES], personal[UTIL_SALT_BYTES];
} util_params;

typedef struct util_message {
    const unsigned char *in;
    size_t bytes;
    unsigned char *digest;
} util_message;

/*
 * Of digests: up to the most; an output of any length, which its option takes and its tag tells
 * always; the usual one alone.
 */
typedef enum { UTIL_UP_TO_MOST, UTIL_ANY_LENGTH, UTIL_ONE_LENGTH } util_lengths;

/* A hash. All its functions may be called from several threads. */
typedef struct util_hash {
    const char *name; /* what the user writes to choose it; NULL ends a table */
    /* of sum, that stands for it: "bp" is --bp; NULL: --algorithm NAME does */
    const char *option;
    const char *tag; /* in lists, TAG (FILE) = digest; up to 15 characters */
    /* what others call it there, before "(", for the usual length; ended by NULL */
    const char *const *foreign;
    size_t usual_bytes, most_bytes; /* of the digest */
    util_lengths lengths;
    size_t key_bytes, salt_bytes, personal_bytes; /* at most; 0: it takes none */
    size_t state_bytes;
    void (*init)(void *state, const util_params *params);
    void (*update)(void *state, const unsigned char *in, size_t bytes);
    void (*final)(void *state, unsigned char *digest, size_t length); /* wipes the state */
    /* Short messages together; NULL: one goes after the other. */
    void (*many)(const util_params *params, const util_message *messages, size_t count);
} util_hash;

/* ---- bench ---- */

#define UTIL_GROUP_BYTES ((size_t)4 << 20) /* of memory that a group has at least, aligned to 64 */

#define UTIL_SIZES_END ((size_t)-1)

/* Calls that are measured alike. */
typedef struct util_group {
    const char *name, *title; /* for --group, for people; NULL ends a table */
    const char *each;         /* what a figure is for: "call", "message" */
    unsigned messages;        /* that a call hashes */
    /* measured is each choice of kernels of several messages, else each kernel of one */
    int several;
    size_t message; /* bytes of each, where the sizes are others: of pieces; else 0 */
    /* measured is each kernel of this table of another contract; NULL: see several */
    const struct dispatch *others;
    const size_t *sizes; /* the usual ones; UTIL_SIZES_END ends them */
    /* IN has random bytes, as many as BYTES, and UTIL_GROUP_BYTES; it may be written to. */
    void (*run)(unsigned char *in, size_t bytes, uint64_t calls);
    /* What RUN does beside the calls, and is not counted; NULL: nothing. */
    void (*beside)(uint64_t calls);
} util_group;

/* ---- fuzz ---- */

/* What is to be compared with the reference. */
typedef struct util_fuzz_choice {
    const struct kernel *const *kernels; /* of one message */
    size_t count;
    unsigned long rows;       /* of the table of those of several messages */
    uint64_t seed, iteration; /* for the report */
} util_fuzz_choice;

typedef struct util_fuzz_case {
    int several; /* for kernels of several messages */
    /*
     * One case, made of RANDOM alone, which is then somewhere that depends on nothing else. What is
     * right goes into DIGEST. 0; or 1 after having printed what differs. NULL ends a table.
     */
    int (*run)(util_random *random, const util_fuzz_choice *choice, uint64_t *digest);
} util_fuzz_case;

/* ---- help ---- */

/* A row of a help text; app/package/help.awk reads them in the sources. */
typedef struct util_help_row {
    const char *place; /* the option of which it is a value; "sum": it is an option; NULL ends */
    const char *name, *text;
} util_help_row;

/* ---- a family ---- */

/* Kernels of another contract, a table of their own. */
typedef struct util_others {
    const char *calls; /* what they are for, for people; NULL ends a table */
    const struct dispatch *dispatch;
} util_others;

typedef struct util_family {
    const char *name;
    /* of one message: the library's, and references that it does not have */
    const struct kernel *kernels;
    const struct dispatch *dispatch;
    const struct dispatch_lanes *lanes; /* NULL: there are no kernels of several messages */
    const char *lanes_calls;            /* what these are for, for people */
    /* 0 if it agrees with the reference on random input; it may change which kernels are in use. */
    int (*compare)(const struct kernel *k);
    const util_hash *hashes;
    const util_group *groups;
    const util_help_row *help;
    const util_fuzz_case *fuzz;
    size_t fuzz_bytes;         /* of input for one of these, at most */
    const util_others *others; /* NULL: there are none */
    /* takes the fastest by measuring; not 0: it cannot. NULL: there is no such call */
    int (*tune)(void);
} util_family;

/* All of this build, ended by NULL. */
extern const util_family *const util_families[];

/* All families' rows of a place, so many columns in, and so many from name to text. */
void util_help(FILE *f, const char *place, int indent, int width);

/* The kernel that the library takes, chosen now if none was; NULL if none passes. */
const struct kernel *util_auto(const util_family *family);

/* The utility's name of a kernel: the family's, after "FAMILY:" if that is not the first. */
#define UTIL_NAME_BYTES 64
const char *util_name(const util_family *family, const char *kernel, char text[UTIL_NAME_BYTES]);

/* The family of NAME, and in *KERNEL what that calls it. */
const util_family *util_family_of(const char *name, const char **kernel);

/*
 * A kernel that this CPU can run, by its name; NULL, with a message on stderr, if it is none. *ROW
 * is its row of those of several messages, -1 if it is for one.
 */
const struct kernel *util_kernel_to_run(const char *command, const char *name,
                                        const util_family **family, int *row);

#endif
