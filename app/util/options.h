/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/* Command lines: each command declares its options and reads them here. */
#ifndef OPTIONS_H
#define OPTIONS_H

/* A row of what a command knows; a NULL name ends them. */
typedef struct util_option {
    const char *name; /* --NAME */
    /* what reading it returns, above 0; below 256 it is the letter of its short form */
    int id;
    int takes_value;
    int ours; /* b2sum does not have it: shortened names mean b2sum's */
} util_option;

/*
 * Names are read as they are written, or with AS_B2SUM as getopt_long reads them. Then names may
 * be shortened as long as they stay unique, and letters may be joined. A word that is no option is
 * a file, and after "--" every word is.
 */
typedef struct util_options {
    const char *command; /* its name; AS_B2SUM that of the program, for messages */
    const util_option *known;
    int as_b2sum;
    char **words; /* after the command's name */
    int count;
    const char *value; /* of the option that was read last */
    int files;         /* words[0 .. files) are file names */
    /* the reader's own, 0 at first */
    int next; /* words[next .. count) are not read yet */
    int only_files;
    const char *letters; /* rest of those that are together */
} util_options;

#define UTIL_OPTIONS_END 0
#define UTIL_OPTIONS_BAD (-1)

/* For ARGV whose first word is the command's name. */
void util_options_open(util_options *options, const util_option *known, int argc, char **argv);

/*
 * The id of the next option; END after the last; BAD, with a message on stderr, for anything else.
 */
int util_next_option(util_options *options);

/* "blake2b-util COMMAND: WHAT 'TEXT'" on stderr; returns 2, the exit code for bad usage. */
int util_bad_usage(const char *command, const char *what, const char *text);

/* As b2sum says it: BEFORE, WORD, AFTER make the sentence. Returns 1, the exit code. */
int util_wrong_usage(const char *program, const char *before, const char *word, const char *after);

#endif
