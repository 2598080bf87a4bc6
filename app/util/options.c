/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/* Command lines: each command declares its options and reads them here. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "options.h"
#include "support.h"

/* ---- messages ---- */

int util_bad_usage(const char *command, const char *what, const char *text) {
    fprintf(stderr, "blake2b-util %s: %s '", command, what);
    util_print_name(stderr, text);
    fputs("' (see --help)\n", stderr);
    return 2;
}

int util_wrong_usage(const char *program, const char *before, const char *word, const char *after) {
    fprintf(stderr, "%s: %s", program, before);
    util_print_name(stderr, word);
    fprintf(stderr, "%s\nTry '%s --help' for more information.\n", after, program);
    return EXIT_FAILURE;
}

enum mistake { UNKNOWN, AMBIGUOUS, NO_VALUE, NEEDLESS_VALUE, NO_OPTION };

static int bad(const util_options *o, enum mistake mistake, const char *word) {
    static const char *const texts[] = {"unknown option", NULL, "no value after", "unknown option",
                                        "unexpected argument"};
    static const char *const b2sums[][2] = {
        {"unknown option '", "'"},
        {"ambiguous option '", "'"},
        {"option '", "' requires an argument"},
        {"option '--", "' takes no argument"},
    };
    if (o->as_b2sum) {
        util_wrong_usage(o->command, b2sums[mistake][0], word, b2sums[mistake][1]);
    } else {
        util_bad_usage(o->command, texts[mistake], word);
    }
    return UTIL_OPTIONS_BAD;
}

/* ---- reading ---- */

void util_options_open(util_options *options, const util_option *known, int argc, char **argv) {
    memset(options, 0, sizeof *options);
    options->command = argv[0];
    options->known = known;
    options->words = argv + 1;
    options->count = argc - 1;
    options->letters = "";
}

/* Sets the option's value, if it takes one: the rest of its WORD, else the next word. */
static int found(util_options *o, const util_option *option, const char *rest, const char *word) {
    o->value = rest;
    if (option->takes_value && !rest) {
        if (o->next == o->count) {
            return bad(o, NO_VALUE, word);
        }
        o->value = o->words[o->next++];
    }
    return option->id;
}

/*
 * --name, --name=value, --name value. An abbreviation means b2sum's option if one fits: --b is
 * --binary. (No name of sum is a prefix of another, which would have to win.)
 */
static int long_option(util_options *o, const char *word) {
    const char *name = word + 2;
    const size_t length = strcspn(name, "=");
    const char *rest = name[length] ? name + length + 1 : NULL;
    const util_option *option, *any = NULL, *b2sums = NULL;
    int matches = 0, matches_b2sums = 0;
    for (option = o->known; option->name; option++) {
        if (!strncmp(option->name, name, length) && (o->as_b2sum || !option->name[length])) {
            any = option;
            matches++;
            if (!option->ours) {
                b2sums = option;
                matches_b2sums++;
            }
        }
    }
    if (matches_b2sums == 1) {
        any = b2sums;
        matches = 1;
    }
    if (matches != 1) {
        return bad(o, matches ? AMBIGUOUS : UNKNOWN, word);
    }
    if (!any->takes_value && rest) {
        return bad(o, NEEDLESS_VALUE, o->as_b2sum ? any->name : word);
    }
    return found(o, any, rest, word);
}

/* -w, -l8, -l 8, or combined as in -cwl8. */
static int short_option(util_options *o) {
    const char word[] = {'-', *o->letters++, '\0'};
    const util_option *option;
    for (option = o->known; option->name; option++) {
        if (option->id == word[1]) {
            const char *rest = option->takes_value && *o->letters ? o->letters : NULL;
            if (option->takes_value) {
                o->letters = "";
            }
            return found(o, option, rest, word);
        }
    }
    return bad(o, UNKNOWN, word);
}

static int next_strictly(util_options *o) {
    const char *word;
    if (o->next >= o->count) {
        return UTIL_OPTIONS_END;
    }
    word = o->words[o->next++];
    if (word[0] != '-') {
        return bad(o, NO_OPTION, word);
    }
    if (word[1] == '-') {
        return long_option(o, word);
    }
    if (!word[1] || word[2]) {
        return bad(o, UNKNOWN, word);
    }
    o->letters = word + 1;
    return short_option(o);
}

static int next_as_b2sum(util_options *o) {
    if (*o->letters) {
        return short_option(o);
    }
    while (o->next < o->count) {
        char *word = o->words[o->next++];
        if (o->only_files || word[0] != '-' || !word[1]) {
            o->words[o->files++] = word;
            o->only_files |= getenv("POSIXLY_CORRECT") != NULL;
        } else if (!strcmp(word, "--")) {
            o->only_files = 1;
        } else if (word[1] == '-') {
            return long_option(o, word);
        } else {
            o->letters = word + 1;
            return short_option(o);
        }
    }
    return UTIL_OPTIONS_END;
}

int util_next_option(util_options *options) {
    return options->as_b2sum ? next_as_b2sum(options) : next_strictly(options);
}
