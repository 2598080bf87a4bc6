/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/* Command lines: each command declares its options and reads them here. */
#ifndef OPTIONS_H
#define OPTIONS_H

/* An option of a command; a NULL name ends the table. */
typedef struct util_option {
    const char *name; /* --NAME */
    /* what util_next_option returns: above 0; below 256 it is the letter of the short form */
    int id;
    int takes_value;
    int ours; /* not an option of b2sum: abbreviations mean those of b2sum */
} util_option;

/*
 * Names must be complete, unless AS_B2SUM: then options are read as by getopt_long. Names may be
 * abbreviated as long as they are unique, and letters may be combined. A word that is not an option
 * is a file name, and so is every word after "--".
 */
typedef struct util_options {
    const char *command; /* the command's name for messages; with AS_B2SUM, the program's */
    const util_option *known;
    int as_b2sum;
    char **words; /* after the command's name */
    int count;
    const char *value; /* of the last option */
    int files;         /* words[0 .. files) are file names */
    /* internal, initially 0 */
    int next; /* words[next .. count) are not read yet */
    int only_files;
    const char *letters; /* rest of combined letters */
} util_options;

#define UTIL_OPTIONS_END 0
#define UTIL_OPTIONS_BAD (-1)

/* For ARGV whose first word is the command's name. */
void util_options_open(util_options *options, const util_option *known, int argc, char **argv);

/* Returns the id of the next option, END after the last, or BAD after a message on stderr. */
int util_next_option(util_options *options);

/* Prints "blake2b-util COMMAND: WHAT 'TEXT'" on stderr; returns 2, the exit code for bad usage. */
int util_bad_usage(const char *command, const char *what, const char *text);

/* Prints BEFORE, WORD, AFTER as b2sum does; returns 1, its exit code. */
int util_wrong_usage(const char *program, const char *before, const char *word, const char *after);

#endif
