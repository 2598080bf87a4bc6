/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * What the utility needs to know about a family of hashes. An extension defines a `const
 * util_family` called util_family_TABLE for each of its tables. configure lists them in
 * build/families.h, the family of the program's name first.
 */
#ifndef FAMILY_H
#define FAMILY_H

#include "support.h"

/* ---- sum ---- */

#define UTIL_KEY_BYTES 64  /* the longest key of any hash */
#define UTIL_SALT_BYTES 32 /* the longest salt, and the longest personalization */

typedef struct util_params {
    size_t length; /* of the digest */
    const unsigned char *key;
    size_t key_length;
    /* zero-padded */
    unsigned char salt[UTIL_SALT_BYTES], personal[UTIL_SALT_BYTES];
} util_params;

#define UTIL_TOGETHER 16
typedef struct util_message {
    const unsigned char *in;
    size_t bytes;
    unsigned char *digest;
} util_message;

/*
 * Digest lengths: any up to the maximum; any at all, which the option takes as its value and the
 * tag always has; the default only.
 */
typedef enum { UTIL_UP_TO_MOST, UTIL_ANY_LENGTH, UTIL_ONE_LENGTH } util_lengths;

/* A hash. Its functions are thread-safe. */
typedef struct util_hash {
    const char *name; /* what the user writes to select it; NULL ends a table */
    /* the option of sum that selects it: "bp" for --bp; NULL: --algorithm NAME */
    const char *option;
    const char *tag; /* in lists, TAG (FILE) = digest; at most 15 characters */
    /* tags of other programs for it, with the default length; ended by NULL */
    const char *const *foreign;
    size_t usual_bytes, most_bytes; /* of the digest */
    util_lengths lengths;
    size_t key_bytes, salt_bytes, personal_bytes; /* maxima; 0: not supported */
    size_t state_bytes;
    void (*init)(void *state, const util_params *params);
    void (*update)(void *state, const unsigned char *in, size_t bytes);
    void (*final)(void *state, unsigned char *digest, size_t length); /* wipes the state */
    /* Hashes up to UTIL_TOGETHER short messages together; NULL: one after the other. */
    void (*many)(const util_params *params, const util_message *messages, size_t count);
} util_hash;

/* ---- bench ---- */

#define UTIL_GROUP_BYTES ((size_t)4 << 20) /* minimum memory of a group, aligned to 64 */

#define UTIL_SIZES_END ((size_t)-1)

/* Calls that are measured in the same way. */
typedef struct util_group {
    const char *name, *title; /* for --group; for the heading; NULL ends a table */
    const char *each;         /* the unit of a figure: "call", "message" */
    unsigned messages;        /* per call */
    /* not 0: compare the choices of multi-message kernels, not the single-message kernels */
    int several;
    size_t message; /* bytes of each message if the sizes are those of pieces; else 0 */
    /* compare the kernels of this table of another contract; NULL: see "several" */
    const struct dispatch *others;
    const size_t *sizes; /* the default ones; ended by UTIL_SIZES_END */
    /* IN has BYTES random bytes, at least UTIL_GROUP_BYTES, and may be written to. */
    void (*run)(unsigned char *in, size_t bytes, uint64_t calls);
    /* The part of RUN that is not counted, to be subtracted; NULL: there is none. */
    void (*beside)(uint64_t calls);
} util_group;

/* ---- fuzz ---- */

/* The kernels to compare with the reference. */
typedef struct util_fuzz_choice {
    const struct kernel *const *kernels; /* single-message kernels */
    size_t count;
    unsigned long rows; /* rows of the table of multi-message kernels */
} util_fuzz_choice;

typedef struct util_fuzz_case {
    int several; /* for multi-message kernels */
    /*
     * Runs one case, which depends on RANDOM only; it advances RANDOM equally for all kernels.
     * Mixes the correct result into DIGEST. Returns 0, or 1 after printing the difference. NULL
     * ends a table.
     */
    int (*run)(util_random *random, const util_fuzz_choice *choice, uint64_t *digest);
} util_fuzz_case;

/* ---- help ---- */

/* A row of a help text; app/package/help.awk reads these rows in the sources. */
typedef struct util_help_row {
    const char *place; /* the option that it is a value of; "sum": it is an option; NULL ends */
    const char *name, *text;
} util_help_row;

/* ---- a family ---- */

/* A table of kernels of another contract. */
typedef struct util_others {
    const char *calls;                  /* which calls use them, for the user; NULL ends a table */
    const struct dispatch *dispatch;    /* one is used; or */
    const struct dispatch_lanes *lanes; /* each for some numbers of messages */
} util_others;

typedef struct util_family {
    const char *name;
    /* single-message kernels: the library's, and all references */
    const struct kernel *kernels;
    const struct dispatch *dispatch;
    const struct dispatch_lanes *lanes; /* NULL: there are no multi-message kernels */
    const char *lanes_calls;            /* which calls use these, for the user */
    /* Returns 0 if K agrees with the reference on random input. May change the kernels in use. */
    int (*compare)(const struct kernel *k);
    const util_hash *hashes;
    const util_group *groups;
    const util_help_row *help;
    const util_fuzz_case *fuzz;
    size_t fuzz_bytes;         /* maximum input of a case */
    const util_others *others; /* NULL: there are none */
    /* selects the fastest kernel by measuring, as dispatch_tune does; returns 0 on success */
    int (*tune)(void);
} util_family;

/* All families of this build, ended by NULL. */
extern const util_family *const util_families[];

/*
 * Prints the rows of all families for PLACE, indented by INDENT columns, with the names padded to
 * WIDTH.
 */
void util_help(FILE *f, const char *place, int indent, int width);

/* The kernel that the library uses, chosen on first use; NULL if none passes. */
const struct kernel *util_auto(const util_family *family);

/*
 * The utility's name of a kernel: its name in the family, after "FAMILY:" unless that is the first.
 */
#define UTIL_NAME_BYTES 64
const char *util_name(const util_family *family, const char *kernel, char text[UTIL_NAME_BYTES]);

/* The family of a kernel called NAME; *KERNEL is the kernel's name in that family. */
const util_family *util_family_of(const char *name, const char **kernel);

/*
 * A kernel that this CPU can run, by its name; NULL after a message if there is none. *ROW is its
 * row in the table of multi-message kernels, or -1 for a single-message kernel.
 */
const struct kernel *util_kernel_to_run(const char *command, const char *name,
                                        const util_family **family, int *row);

#endif
