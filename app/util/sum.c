/* blake2b-util sum: prints and checks digests of files, as coreutils' b2sum does. */
#define _FILE_OFFSET_BITS 64 /* files over 2 GiB on 32-bit systems */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#if defined(_WIN32)
#include <fcntl.h>
#include <io.h>
#endif

#include "util.h"

#define BLOCK_BYTES 65536 /* read at once */
#define LINE_BYTES 65536  /* longest line of a list; the longest path takes a fraction of it */
#define MAX_BITS (8 * BLAKE2B_OUTBYTES)
#define WHITE " \t"

typedef struct sum_options {
    blake2b_params params; /* with the key; the digest length is that of printed digests */
    enum { MODE_DEFAULT, MODE_TEXT, MODE_BINARY } mode;
    enum { REPORT_ALL, REPORT_FAILURES, REPORT_NOTHING, REPORT_LINES } report;
    int check, tag, zero, ignore_missing, strict;
    const char *key_file;
} sum_options;

/* ---- messages ---- */

/* A name; with ESCAPE on one line: newline, backslash and carriage return as \n, \\, \r. */
static void print_name(FILE *f, const char *name, int escape) {
    static const char special[] = "\n\\\r", letters[] = "n\\r";
    for (; *name; name++) {
        const char *found = escape ? strchr(special, *name) : NULL;
        if (found) {
            putc('\\', f);
        }
        putc(found ? letters[found - special] : *name, f);
    }
}

static void complain(const char *name, const char *what) {
    fputs("blake2b-util sum: ", stderr);
    print_name(stderr, name, strchr(name, '\n') != NULL);
    fprintf(stderr, ": %s\n", what);
}

static void warn_count(unsigned long count, const char *one, const char *many, const char *what) {
    if (count) {
        fprintf(stderr, "blake2b-util sum: WARNING: %lu %s %s\n", count, count == 1 ? one : many, what);
    }
}

/* A mistake in the command line: BEFORE, WORD, AFTER make the sentence. Returns the exit code. */
static int wrong_usage(const char *before, const char *word, const char *after) {
    fprintf(stderr, "blake2b-util sum: %s%s%s\nTry 'blake2b-util sum --help' for more information.\n", before,
            word, after);
    return EXIT_FAILURE;
}

static void usage(void) {
    fputs("Usage: blake2b-util sum [option]... [FILE]...\n"
          "Print or check the BLAKE2b digests of files, as b2sum does.\n"
          "Without FILE, or where FILE is -, read standard input.\n\n"
          "  -l, --length BITS    length of the digests: a multiple of 8, up to 512; 0 means 512\n"
          "      --key-file FILE  key (all bytes of FILE, 1 to 64): message authentication codes\n"
          "      --tag            print lines like \"BLAKE2b (FILE) = digest\"\n"
          "  -z, --zero           end lines with NUL, and escape no file names\n"
          "  -b, --binary         mark names with '*' (reading is binary always)\n"
          "  -t, --text           mark names with ' ' (the default)\n"
          "  -c, --check          read digests from the FILEs and check them\n\n"
          "With --check; of --quiet, --status and --warn the last counts:\n"
          "      --ignore-missing pass over files that do not exist\n"
          "      --quiet          report failures only\n"
          "      --status         report nothing, the exit code tells\n"
          "      --strict         improperly formatted lines are failures\n"
          "  -w, --warn           report each improperly formatted line\n\n"
          "      --help           print this text\n"
          "      --version        print the version\n\n"
          "Exit code: 0 if all went well, else 1.\n",
          stdout);
}

/* ---- command line ---- */

enum { IGNORE_MISSING = 256, KEY_FILE, QUIET, STATUS, STRICT, TAG, HELP, VERSION, NO_MORE, WRONG };

/* An id below 256 is the short option's letter. */
static const struct known_option {
    const char *name;
    int id, takes_value;
} known[] = {
    {"length", 'l', 1},         {"check", 'c', 0},   {"binary", 'b', 0},  {"text", 't', 0},
    {"zero", 'z', 0},           {"warn", 'w', 0},    {"tag", TAG, 0},     {"key-file", KEY_FILE, 1},
    {"ignore-missing", IGNORE_MISSING, 0},           {"quiet", QUIET, 0}, {"status", STATUS, 0},
    {"strict", STRICT, 0},      {"help", HELP, 0},   {"version", VERSION, 0},
};
#define KNOWN (sizeof known / sizeof known[0])

typedef struct arguments {
    char **words;
    int count, next;     /* words[next .. count) are not read yet */
    int files;           /* words[0 .. files) are file names */
    int only_files;      /* no options any more */
    const char *letters; /* rest of a bundle of short options */
    const char *value;   /* of the option just read */
} arguments;

/* The option's value: what stands behind it in its word, else the next word. */
static int take_value(arguments *a, const char *rest, const char *option) {
    if (!rest) {
        if (a->next == a->count) {
            wrong_usage("option '", option, "' requires an argument");
            return 0;
        }
        rest = a->words[a->next++];
    }
    a->value = rest;
    return 1;
}

/* --name, --name=value, --name value; names may be shortened as long as they stay unique.
   (No name begins with another, or the whole one would have to win.) */
static int long_option(arguments *a, const char *word) {
    const char *name = word + 2;
    size_t i, length = strcspn(name, "=");
    const char *rest = name[length] ? name + length + 1 : NULL;
    const struct known_option *found = NULL;
    int matches = 0;
    for (i = 0; i < KNOWN; i++) {
        if (!strncmp(known[i].name, name, length)) {
            found = &known[i];
            matches++;
        }
    }
    if (matches != 1) {
        wrong_usage(matches ? "ambiguous option '" : "unknown option '", word, "'");
        return WRONG;
    }
    if (!found->takes_value && rest) {
        wrong_usage("option '--", found->name, "' takes no argument");
        return WRONG;
    }
    return found->takes_value && !take_value(a, rest, word) ? WRONG : found->id;
}

/* -w, -l8, -l 8, or bundled as in -cwl8. */
static int short_option(arguments *a) {
    char option[] = {'-', *a->letters++, '\0'};
    size_t i;
    for (i = 0; i < KNOWN; i++) {
        if (known[i].id == option[1]) {
            if (known[i].takes_value) {
                const char *rest = *a->letters ? a->letters : NULL;
                a->letters = "";
                return take_value(a, rest, option) ? known[i].id : WRONG;
            }
            return known[i].id;
        }
    }
    wrong_usage("unknown option '", option, "'");
    return WRONG;
}

/* The id of the next option; file names on the way are collected in words[0 .. files). */
static int next_option(arguments *a) {
    if (*a->letters) {
        return short_option(a);
    }
    while (a->next < a->count) {
        char *word = a->words[a->next++];
        if (a->only_files || word[0] != '-' || !word[1]) {
            a->words[a->files++] = word;
            a->only_files |= getenv("POSIXLY_CORRECT") != NULL;
        } else if (!strcmp(word, "--")) {
            a->only_files = 1;
        } else if (word[1] == '-') {
            return long_option(a, word);
        } else {
            a->letters = word + 1;
            return short_option(a);
        }
    }
    return NO_MORE;
}

/* A number without sign, or with '+'. END is where it ends, TEXT if there is none. */
static unsigned long read_number(const char *text, int base, char **end) {
    if (text[strspn(text, " \t\n\v\f\r")] == '-') {
        *end = (char *)text;
        return 0;
    }
    return strtoul(text, end, base);
}

static int read_length(const char *text, size_t *length) {
    char *end;
    unsigned long bits = read_number(text, 10, &end);
    if (end == text || *end || bits % 8 || bits > MAX_BITS) {
        fprintf(stderr, "blake2b-util sum: invalid length '%s': not a multiple of 8 from 0 to %d\n", text,
                MAX_BITS);
        return 0;
    }
    *length = bits ? bits / 8 : BLAKE2B_OUTBYTES;
    return 1;
}

static int only_when_checking(const char *option) {
    return wrong_usage("the --", option, " option is meaningful only when verifying checksums");
}

/* Returns -1 to go on, else the exit code. A.words[0 .. a.files) are then the files. */
static int read_options(arguments *a, sum_options *o) {
    static const char *const reports[] = {"", "quiet", "status", "warn"};
    int id;
    while ((id = next_option(a)) != NO_MORE) {
        switch (id) {
        case 'l':
            if (!read_length(a->value, &o->params.digest_length)) {
                return EXIT_FAILURE;
            }
            break;
        case 'c': o->check = 1; break;
        case 'b': o->mode = MODE_BINARY; break;
        case 't': o->mode = MODE_TEXT; break;
        case 'z': o->zero = 1; break;
        case TAG: o->tag = 1, o->mode = MODE_BINARY; break;
        case KEY_FILE: o->key_file = a->value; break;
        case IGNORE_MISSING: o->ignore_missing = 1; break;
        case QUIET: o->report = REPORT_FAILURES; break;
        case STATUS: o->report = REPORT_NOTHING; break;
        case 'w': o->report = REPORT_LINES; break;
        case STRICT: o->strict = 1; break;
        case HELP: usage(); return EXIT_SUCCESS;
        case VERSION: printf("blake2b-util %s\n", blake2b_version()); return EXIT_SUCCESS;
        default: return EXIT_FAILURE;
        }
    }
    if (o->tag && o->mode == MODE_TEXT) {
        return wrong_usage("--tag does not support --text mode", "", "");
    }
    if (o->check) {
        const char *meaningless = o->zero   ? "--zero"
                                  : o->tag  ? "--tag"
                                  : o->mode ? "--binary or --text"
                                            : NULL;
        return meaningless ? wrong_usage("", meaningless, " is meaningless when verifying checksums") : -1;
    }
    return o->ignore_missing ? only_when_checking("ignore-missing")
           : o->report       ? only_when_checking(reports[o->report])
           : o->strict       ? only_when_checking("strict")
                             : -1;
}

/* ---- hashing ---- */

/* Hides from the compiler that nobody reads the zeros. */
static void wipe(unsigned char *p, size_t bytes) {
    volatile unsigned char *v = p;
    while (bytes--) {
        *v++ = 0;
    }
}

/* Reads the whole file into KEY (one byte more than the longest key), and sets PARAMS to it. */
static int read_key(const char *name, unsigned char *key, blake2b_params *params) {
    const char *wrong = NULL;
    FILE *f;
    errno = 0;
    f = fopen(name, "rb");
    if (!f) {
        complain(name, strerror(errno));
        return 0;
    }
    setvbuf(f, NULL, _IONBF, 0); /* leaves no copy of the key behind */
    params->key = key;
    params->key_length = fread(key, 1, BLAKE2B_KEYBYTES + 1, f);
    if (ferror(f)) {
        wrong = strerror(errno);
    } else if (params->key_length == 0) {
        wrong = "the key is empty";
    } else if (params->key_length > BLAKE2B_KEYBYTES) {
        wrong = "the key is longer than 64 bytes";
    }
    if (wrong) {
        complain(name, wrong);
    }
    fclose(f);
    return !wrong;
}

/* "-" is standard input. */
static FILE *open_file(const char *name) {
    errno = 0;
    return strcmp(name, "-") ? fopen(name, "rb") : stdin;
}

/* Standard input may be named, and on a terminal read, again. */
static void close_file(FILE *f) {
    if (f == stdin) {
        clearerr(f);
    } else {
        fclose(f);
    }
}

typedef enum hash_result { HASHED, MISSING, UNREADABLE } hash_result;

/* DIGEST = hash of the file. Says why not, unless the file is missing and that is to be ignored. */
static hash_result hash_file(const sum_options *o, const char *name, unsigned char *digest, size_t length) {
    static unsigned char block[BLOCK_BYTES];
    blake2b_params params = o->params;
    blake2b_state state;
    hash_result result = HASHED;
    size_t bytes;
    FILE *f = open_file(name);
    if (!f) {
        if (o->ignore_missing && errno == ENOENT) {
            return MISSING;
        }
        complain(name, strerror(errno));
        return UNREADABLE;
    }
    params.digest_length = length;
    blake2b_init_params(&state, &params);
    do {
        bytes = fread(block, 1, sizeof block, f);
        if (ferror(f)) {
            complain(name, strerror(errno));
            result = UNREADABLE;
        }
        blake2b_update(&state, block, bytes);
    } while (bytes == sizeof block);
    blake2b_finish(&state, digest, length); /* after an error as well: wipes the state */
    close_file(f);
    return result;
}

/* ---- printing ---- */

static int print_sum(const sum_options *o, const char *name) {
    static const char digits[] = "0123456789abcdef";
    unsigned char digest[BLAKE2B_OUTBYTES];
    char hex[2 * BLAKE2B_OUTBYTES + 1];
    size_t i, length = o->params.digest_length;
    int escape = !o->zero && strpbrk(name, "\n\\\r");
    if (hash_file(o, name, digest, length) != HASHED) {
        return 0;
    }
    for (i = 0; i < length; i++) {
        hex[2 * i] = digits[digest[i] >> 4];
        hex[2 * i + 1] = digits[digest[i] & 15];
    }
    hex[2 * length] = '\0';
    if (escape) {
        putchar('\\');
    }
    if (o->tag) {
        fputs("BLAKE2b", stdout);
        if (length < BLAKE2B_OUTBYTES) {
            printf("-%u", (unsigned)(8 * length));
        }
        fputs(" (", stdout);
        print_name(stdout, name, escape);
        printf(") = %s", hex);
    } else {
        printf("%s %c", hex, o->mode == MODE_BINARY ? '*' : ' ');
        print_name(stdout, name, escape);
    }
    putchar(o->zero ? '\0' : '\n');
    return 1;
}

/* ---- checking ---- */

/*
 * Some systems print "digest name", where b2sum prints "digest  name" or "digest *name": a
 * name that starts with a space or '*' looks alike. The first line that tells decides.
 */
typedef enum separator { UNDECIDED, TWO_CHARACTERS, ONE_CHARACTER } separator;

typedef struct sum_line {
    char *name;
    unsigned char digest[BLAKE2B_OUTBYTES];
    size_t length;
} sum_line;

/* Reads a digest of any length, and returns where it ends; NULL if it is none. */
static char *parse_digest(char *text, sum_line *l) {
    size_t i, digits = strspn(text, "0123456789abcdefABCDEF");
    if (digits == 0 || digits % 2 || digits > 2 * BLAKE2B_OUTBYTES) {
        return NULL;
    }
    l->length = digits / 2;
    for (i = 0; i < l->length; i++) {
        char pair[] = {text[2 * i], text[2 * i + 1], '\0'};
        l->digest[i] = (unsigned char)strtoul(pair, NULL, 16);
    }
    return text + digits;
}

/* What follows "BLAKE2b": "-256 (name) = digest"; 512 bits if it does not say. */
static int parse_tagged(char *text, sum_line *l) {
    unsigned long bits = MAX_BITS;
    char *end;
    if (*text == '-') {
        bits = read_number(text + 1, 0, &text);
    }
    text += *text == ' ';
    end = strrchr(text, ')');
    if (*text != '(' || !end) {
        return 0;
    }
    l->name = text + 1;
    *end++ = '\0';
    end += strspn(end, WHITE);
    if (*end++ != '=') {
        return 0;
    }
    end = parse_digest(end + strspn(end, WHITE), l);
    return end && !*end && bits == 8 * l->length;
}

/* "digest  name", "digest *name" or "digest name". */
static int parse_untagged(char *text, sum_line *l, separator *s) {
    int two;
    text = parse_digest(text, l);
    if (!text || (*text != ' ' && *text != '\t')) {
        return 0;
    }
    text++;
    two = (*text == ' ' || *text == '*') && text[1];
    if (*s == UNDECIDED) {
        *s = two ? TWO_CHARACTERS : ONE_CHARACTER;
    }
    if (*s == TWO_CHARACTERS && !two) {
        return 0;
    }
    l->name = text + (*s == TWO_CHARACTERS);
    return 1;
}

/* The reverse of print_name with ESCAPE, in place. */
static int unescape(char *name) {
    char *out = name;
    for (; *name; name++) {
        char c = *name;
        if (c == '\\') {
            switch (*++name) {
            case 'n': c = '\n'; break;
            case 'r': c = '\r'; break;
            case '\\': break;
            default: return 0;
            }
        }
        *out++ = c;
    }
    *out = '\0';
    return 1;
}

static int parse_line(char *text, sum_line *l, separator *s) {
    int escaped, ok;
    text += strspn(text, WHITE);
    escaped = *text == '\\';
    text += escaped;
    ok = strncmp(text, "BLAKE2b", 7) ? parse_untagged(text, l, s) : parse_tagged(text + 7, l);
    return ok && (!escaped || unescape(l->name));
}

/*
 * Reads a line, without its end, LF or CR LF. Returns its length, LINE_BYTES or more if it
 * does not fit, or -1 at the end of the file.
 */
static long read_line(FILE *f, char *line) {
    long length = 0;
    int c;
    while ((c = getc(f)) != EOF && c != '\n') {
        if (length < LINE_BYTES) {
            line[length++] = (char)c;
        }
    }
    if (c == EOF && length == 0) {
        return -1;
    }
    if (length > 0 && length < LINE_BYTES && line[length - 1] == '\r') {
        length--;
    }
    if (length < LINE_BYTES) {
        line[length] = '\0';
    }
    return length;
}

static void print_verdict(const char *name, const char *verdict) {
    int escape = strchr(name, '\n') != NULL;
    if (escape) {
        putchar('\\');
    }
    print_name(stdout, name, escape);
    printf(": %s\n", verdict);
}

/* Checks the files in a list of digests. */
static int check_list(const sum_options *o, const char *list, separator *s) {
    static char line[LINE_BYTES];
    unsigned char digest[BLAKE2B_OUTBYTES];
    unsigned long number = 0, malformed = 0, matched = 0, differing = 0, missing = 0, unreadable = 0;
    const int from_stdin = !strcmp(list, "-");
    long length;
    FILE *f = open_file(list);
    if (!f) {
        complain(list, strerror(errno));
        return 0;
    }
    if (from_stdin) {
        list = "standard input";
    }
    while ((length = read_line(f, line)) >= 0) {
        sum_line l;
        number++;
        if (length == 0 || line[0] == '#') {
            continue;
        }
        /* A NUL must not cut a name short; standard input cannot be list and listed at once. */
        if (length >= LINE_BYTES || strlen(line) != (size_t)length || !parse_line(line, &l, s) ||
            (from_stdin && !strcmp(l.name, "-"))) {
            malformed++;
            if (o->report == REPORT_LINES) {
                fprintf(stderr, "blake2b-util sum: %s: %lu: improperly formatted BLAKE2b checksum line\n",
                        list, number);
            }
            continue;
        }
        switch (hash_file(o, l.name, digest, l.length)) {
        case HASHED:
            if (memcmp(digest, l.digest, l.length)) {
                differing++;
                if (o->report != REPORT_NOTHING) {
                    print_verdict(l.name, "FAILED");
                }
            } else {
                matched++;
                if (o->report != REPORT_NOTHING && o->report != REPORT_FAILURES) {
                    print_verdict(l.name, "OK");
                }
            }
            break;
        case UNREADABLE:
            unreadable++;
            if (o->report != REPORT_NOTHING) {
                print_verdict(l.name, "FAILED open or read");
            }
            break;
        case MISSING: missing++; break;
        }
    }
    if (ferror(f)) {
        complain(list, "read error");
        close_file(f);
        return 0;
    }
    close_file(f);
    if (matched + differing + missing + unreadable == 0) {
        complain(list, "no properly formatted checksum lines found");
        return 0;
    }
    if (o->report != REPORT_NOTHING) {
        warn_count(malformed, "line is", "lines are", "improperly formatted");
        warn_count(unreadable, "listed file", "listed files", "could not be read");
        warn_count(differing, "computed checksum", "computed checksums", "did NOT match");
        if (o->ignore_missing && !matched) {
            complain(list, "no file was verified");
        }
    }
    return matched && !differing && !unreadable && !(o->strict && malformed);
}

/* ---- the command ---- */

static int sum_files(const sum_options *o, char **files, int count) {
    separator s = UNDECIDED;
    int i, ok = 1;
    for (i = 0; i < count; i++) {
        ok &= o->check ? check_list(o, files[i], &s) : print_sum(o, files[i]);
    }
    return ok ? EXIT_SUCCESS : EXIT_FAILURE;
}

int command_sum(int argc, char **argv) {
    static char standard_input[] = "-";
    char *no_files[] = {standard_input};
    unsigned char key[BLAKE2B_KEYBYTES + 1];
    arguments a = {argv + 1, argc - 1, 0, 0, 0, "", NULL};
    sum_options o = {0};
    int code;
#if defined(_WIN32)
    _setmode(_fileno(stdin), _O_BINARY);
    _setmode(_fileno(stdout), _O_BINARY);
#endif
    setvbuf(stdout, NULL, _IOLBF, BUFSIZ); /* whole lines, each as soon as its file is done */
    blake2b_params_init(&o.params);
    code = read_options(&a, &o);
    if (code < 0) {
        if (blake2b_startup()) {
            fputs("blake2b-util sum: no implementation passes its self-test\n", stderr);
            code = EXIT_FAILURE;
        } else if (o.key_file && !read_key(o.key_file, key, &o.params)) {
            code = EXIT_FAILURE;
        } else {
            code = a.files ? sum_files(&o, a.words, a.files) : sum_files(&o, no_files, 1);
        }
        wipe(key, sizeof key);
    }
    if (fflush(stdout) || ferror(stdout)) {
        fputs("blake2b-util sum: write error\n", stderr);
        code = EXIT_FAILURE;
    }
    return code;
}
