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

#include "files.h"
#include "support.h"

#define LINE_BYTES 65536  /* longest line of a list; the longest path takes a fraction of it */
#define LINES 4096        /* of a list, checked together */
#define MAX_BITS (8 * BLAKE2B_OUTBYTES)
#define MAX_XOF 16384     /* bytes of output of BLAKE2Xb, so that they fit in a line */
#define WHITE " \t"

typedef struct sum_options {
    blake2b_params params; /* with the key, but no digest length */
    enum { MODE_DEFAULT, MODE_TEXT, MODE_BINARY } mode;
    enum { REPORT_ALL, REPORT_FAILURES, REPORT_NOTHING, REPORT_LINES } report;
    int check, tag, zero, ignore_missing, strict;
    const char *key_file;
    files_kind kind;
    size_t length;         /* of printed digests */
    int salted;            /* has a salt or a personalization */
    unsigned long threads;
} sum_options;

/* What --tag calls them. */
static const char *const algorithms[] = {"BLAKE2b", "BLAKE2bp", "BLAKE2Xb"};

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
          "      --personal TEXT  personalization, and\n"
          "      --salt TEXT      salt: up to 16 bytes of text, or hex:DIGITS\n"
          "      --bp             BLAKE2bp: another hash, faster for long files\n"
          "      --xof LENGTH     BLAKE2Xb: another hash, of LENGTH bytes, 1 to 16384\n"
          "  -j, --threads N      hash up to N files at once; they are listed in order all the same\n"
          "                       [the number of CPUs; 1 if a file is standard input]\n"
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

enum {
    IGNORE_MISSING = 256, KEY_FILE, QUIET, STATUS, STRICT, TAG, PERSONAL, SALT, BP, XOF, HELP, VERSION, NO_MORE,
    WRONG
};

/* An id below 256 is the short option's letter. */
static const struct known_option {
    const char *name;
    int id, takes_value;
} known[] = {
    {"length", 'l', 1},         {"check", 'c', 0},   {"binary", 'b', 0},  {"text", 't', 0},
    {"zero", 'z', 0},           {"warn", 'w', 0},    {"tag", TAG, 0},     {"key-file", KEY_FILE, 1},
    {"ignore-missing", IGNORE_MISSING, 0},           {"quiet", QUIET, 0}, {"status", STATUS, 0},
    {"strict", STRICT, 0},      {"help", HELP, 0},   {"version", VERSION, 0},
    {"personal", PERSONAL, 1},  {"salt", SALT, 1},   {"bp", BP, 0},       {"xof", XOF, 1},
    {"threads", 'j', 1},
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
   (No name begins with another, or the whole one would have to win. --b is --binary, as b2sum's.) */
static int long_option(arguments *a, const char *word) {
    const char *name = word + 2;
    size_t i, length = strcspn(name, "=");
    const char *rest = name[length] ? name + length + 1 : NULL;
    const struct known_option *found = NULL;
    int matches = 0;
    for (i = 0; i < KNOWN; i++) {
        if (!strncmp(known[i].name, name, length) && (known[i].id != BP || length == strlen("bp"))) {
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

/* Text, or hexadecimal digits behind "hex:"; zeros fill it up. */
static int read_bytes(const char *option, const char *text, unsigned char bytes[BLAKE2B_SALTBYTES]) {
    const size_t most = BLAKE2B_SALTBYTES;
    size_t i, length = strlen(text);
    memset(bytes, 0, most);
    if (!strncmp(text, "hex:", 4)) {
        text += 4;
        length -= 4;
        if (length % 2 || length / 2 > most || strspn(text, "0123456789abcdefABCDEF") != length) {
            fprintf(stderr, "blake2b-util sum: invalid %s 'hex:%s': not two digits for each of up to 16 bytes\n",
                    option, text);
            return 0;
        }
        for (i = 0; i < length / 2; i++) {
            char pair[] = {text[2 * i], text[2 * i + 1], '\0'};
            bytes[i] = (unsigned char)strtoul(pair, NULL, 16);
        }
        return 1;
    }
    if (length > most) {
        fprintf(stderr, "blake2b-util sum: invalid %s '%s': longer than 16 bytes\n", option, text);
        return 0;
    }
    memcpy(bytes, text, length);
    return 1;
}

static int read_count(const char *what, const char *text, unsigned long most, unsigned long *count) {
    uint64_t n;
    if (!util_number(text, 1, most, &n)) {
        fprintf(stderr, "blake2b-util sum: invalid %s '%s': not a number from 1 to %lu\n", what, text, most);
        return 0;
    }
    *count = (unsigned long)n;
    return 1;
}

static int only_when_checking(const char *option) {
    return wrong_usage("the --", option, " option is meaningful only when verifying checksums");
}

/* Returns -1 to go on, else the exit code. A.words[0 .. a.files) are then the files. */
static int read_options(arguments *a, sum_options *o) {
    static const char *const reports[] = {"", "quiet", "status", "warn"};
    unsigned long bytes = 0;
    int id, bp = 0, length = 0;
    while ((id = next_option(a)) != NO_MORE) {
        switch (id) {
        case 'l':
            if (!read_length(a->value, &o->length)) {
                return EXIT_FAILURE;
            }
            length = 1;
            break;
        case 'j':
            if (!read_count("number of threads", a->value, 1000000, &o->threads)) {
                return EXIT_FAILURE;
            }
            break;
        case XOF:
            if (!read_count("length", a->value, MAX_XOF, &bytes)) {
                return EXIT_FAILURE;
            }
            break;
        case PERSONAL:
        case SALT:
            if (!read_bytes(id == SALT ? "salt" : "personalization", a->value,
                            id == SALT ? o->params.salt : o->params.personal)) {
                return EXIT_FAILURE;
            }
            o->salted = 1;
            break;
        case BP: bp = 1; break;
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
    if (bp && bytes) {
        return wrong_usage("--bp and --xof are two hashes", "", "");
    }
    if (bytes && length) {
        return wrong_usage("--length does not support --xof, which has its own", "", "");
    }
    if ((bp || bytes) && o->salted) {
        return wrong_usage(bp ? "--bp" : "--xof", "", " does not support --salt and --personal");
    }
    o->kind = bp ? FILES_BLAKE2BP : bytes ? FILES_BLAKE2XB : FILES_BLAKE2B;
    o->length = bytes ? bytes : o->length;
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
    f = util_open(name);
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

/* ---- printing ---- */

/* A job of files_hash, and what a list says of it. */
typedef struct sum_entry {
    unsigned long number;    /* of the line */
    char *name;
    unsigned char *expected; /* LENGTH bytes */
} sum_entry;

typedef struct sum_context {
    const sum_options *o;
    const files_job *jobs;
    const sum_entry *entries; /* when checking */
    const char *list;
    int ok;
    unsigned long malformed, matched, differing, missing, unreadable;
} sum_context;

static void print_sum(void *context, const files_job *job) {
    static const char digits[] = "0123456789abcdef";
    static char hex[2 * MAX_XOF + 1];
    sum_context *c = (sum_context *)context;
    const sum_options *o = c->o;
    const char *name = job->name;
    const size_t length = job->length;
    const int escape = !o->zero && strpbrk(name, "\n\\\r");
    size_t i;
    if (job->result != FILES_HASHED) {
        complain(name, strerror(job->error));
        c->ok = 0;
        return;
    }
    for (i = 0; i < length; i++) {
        hex[2 * i] = digits[job->digest[i] >> 4];
        hex[2 * i + 1] = digits[job->digest[i] & 15];
    }
    hex[2 * length] = '\0';
    if (escape) {
        putchar('\\');
    }
    if (o->tag) {
        fputs(algorithms[o->kind], stdout);
        if (length < BLAKE2B_OUTBYTES || o->kind == FILES_BLAKE2XB) {
            printf("-%lu", (unsigned long)(8 * length));
        }
        fputs(" (", stdout);
        print_name(stdout, name, escape);
        printf(") = %s", hex);
    } else {
        printf("%s %c", hex, o->mode == MODE_BINARY ? '*' : ' ');
        print_name(stdout, name, escape);
    }
    putchar(o->zero ? '\0' : '\n');
}

static int no_memory(void) {
    fputs("blake2b-util sum: no memory\n", stderr);
    return 0;
}

static int print_sums(const sum_options *o, char **files, size_t count) {
    sum_context c;
    files_job *jobs = (files_job *)calloc(count, sizeof *jobs);
    unsigned char *digests = (unsigned char *)malloc(count * o->length);
    size_t i;
    memset(&c, 0, sizeof c);
    c.o = o;
    c.ok = jobs && digests;
    for (i = 0; c.ok && i < count; i++) {
        jobs[i].name = files[i];
        jobs[i].digest = digests + i * o->length;
        jobs[i].length = o->length;
    }
    if (!c.ok || !files_hash(o->kind, &o->params, jobs, count, o->threads, print_sum, &c)) {
        c.ok = no_memory();
    }
    free(jobs);
    free(digests);
    return c.ok;
}

/* ---- checking ---- */

/*
 * Some systems print "digest name", where b2sum prints "digest  name" or "digest *name": a
 * name that starts with a space or '*' looks alike. The first line that tells decides.
 */
typedef enum separator { UNDECIDED, TWO_CHARACTERS, ONE_CHARACTER } separator;

typedef struct sum_line {
    char *name;
    unsigned char digest[MAX_XOF];
    size_t length;
} sum_line;

/* Reads a digest of up to MOST bytes, and returns where it ends; NULL if it is none. */
static char *parse_digest(char *text, sum_line *l, size_t most) {
    size_t i, digits = strspn(text, "0123456789abcdefABCDEF");
    if (digits == 0 || digits % 2 || digits > 2 * most) {
        return NULL;
    }
    l->length = digits / 2;
    for (i = 0; i < l->length; i++) {
        char pair[] = {text[2 * i], text[2 * i + 1], '\0'};
        l->digest[i] = (unsigned char)strtoul(pair, NULL, 16);
    }
    return text + digits;
}

/* What follows the algorithm: "-256 (name) = digest"; 512 bits if it does not say. */
static int parse_tagged(char *text, sum_line *l, size_t most) {
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
    end = parse_digest(end + strspn(end, WHITE), l, most);
    return end && !*end && bits == 8 * l->length;
}

/* "digest  name", "digest *name" or "digest name". */
static int parse_untagged(char *text, sum_line *l, separator *s, size_t most) {
    int two;
    text = parse_digest(text, l, most);
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

static int parse_line(char *text, sum_line *l, separator *s, files_kind kind) {
    const char *algorithm = algorithms[kind];
    const size_t most = kind == FILES_BLAKE2XB ? MAX_XOF : BLAKE2B_OUTBYTES, tag = strlen(algorithm);
    int escaped, ok;
    text += strspn(text, WHITE);
    escaped = *text == '\\';
    text += escaped;
    ok = strncmp(text, algorithm, tag) ? parse_untagged(text, l, s, most) : parse_tagged(text + tag, l, most);
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

/* A line was bad, or a file was hashed: says so. */
static void print_result(void *context, const files_job *job) {
    sum_context *c = (sum_context *)context;
    const sum_options *o = c->o;
    const sum_entry *entry = &c->entries[job - c->jobs];
    switch (job->result) {
    case FILES_HASHED:
        if (memcmp(job->digest, entry->expected, job->length)) {
            c->differing++;
            if (o->report != REPORT_NOTHING) {
                print_verdict(job->name, "FAILED");
            }
        } else {
            c->matched++;
            if (o->report != REPORT_NOTHING && o->report != REPORT_FAILURES) {
                print_verdict(job->name, "OK");
            }
        }
        break;
    case FILES_UNREADABLE:
        if (o->ignore_missing && job->error == ENOENT) {
            c->missing++;
            break;
        }
        complain(job->name, strerror(job->error));
        c->unreadable++;
        if (o->report != REPORT_NOTHING) {
            print_verdict(job->name, "FAILED open or read");
        }
        break;
    case FILES_OTHER:
        c->malformed++;
        if (o->report == REPORT_LINES) {
            fprintf(stderr, "blake2b-util sum: %s: %lu: improperly formatted BLAKE2b checksum line\n", c->list,
                    entry->number);
        }
        break;
    }
}

/* Keeps the line: name, digest to be and expected digest in one piece of memory. */
static int keep_line(const sum_line *l, files_job *job, sum_entry *entry) {
    const size_t name_bytes = strlen(l->name) + 1;
    entry->name = (char *)malloc(name_bytes + 2 * l->length);
    if (!entry->name) {
        return 0;
    }
    memcpy(entry->name, l->name, name_bytes);
    job->name = entry->name;
    job->length = l->length;
    job->digest = (unsigned char *)entry->name + name_bytes;
    entry->expected = job->digest + l->length;
    memcpy(entry->expected, l->digest, l->length);
    return 1;
}

/* Checks the files in a list of digests. */
static int check_list(const sum_options *o, const char *list, separator *s) {
    static char line[LINE_BYTES];
    static files_job jobs[LINES];
    static sum_entry entries[LINES];
    static sum_line l;
    sum_context c;
    const int from_stdin = !strcmp(list, "-");
    unsigned long number = 0;
    long length = 0;
    FILE *f = files_open(list);
    memset(&c, 0, sizeof c);
    c.o = o;
    c.jobs = jobs;
    c.entries = entries;
    c.ok = 1;
    if (!f) {
        complain(list, strerror(errno));
        return 0;
    }
    if (from_stdin) {
        list = "standard input";
    }
    c.list = list;
    while (c.ok && length >= 0) {
        size_t i, count = 0;
        memset(jobs, 0, sizeof jobs);
        memset(entries, 0, sizeof entries);
        while (count < LINES && c.ok && (length = read_line(f, line)) >= 0) {
            number++;
            if (length == 0 || line[0] == '#') {
                continue;
            }
            entries[count].number = number;
            /* A NUL must not cut a name short; standard input cannot be list and listed at once. */
            if (length >= LINE_BYTES || strlen(line) != (size_t)length || !parse_line(line, &l, s, o->kind) ||
                (from_stdin && !strcmp(l.name, "-"))) {
                jobs[count].result = FILES_OTHER;
            } else {
                c.ok = keep_line(&l, &jobs[count], &entries[count]);
            }
            count++;
        }
        c.ok = c.ok && files_hash(o->kind, &o->params, jobs, count, o->threads, print_result, &c);
        for (i = 0; i < count; i++) {
            free(entries[i].name);
        }
    }
    if (!c.ok) {
        files_close(f);
        return no_memory();
    }
    if (ferror(f)) {
        complain(list, "read error");
        files_close(f);
        return 0;
    }
    files_close(f);
    if (c.matched + c.differing + c.missing + c.unreadable == 0) {
        complain(list, "no properly formatted checksum lines found");
        return 0;
    }
    if (o->report != REPORT_NOTHING) {
        warn_count(c.malformed, "line is", "lines are", "improperly formatted");
        warn_count(c.unreadable, "listed file", "listed files", "could not be read");
        warn_count(c.differing, "computed checksum", "computed checksums", "did NOT match");
        if (o->ignore_missing && !c.matched) {
            complain(list, "no file was verified");
        }
    }
    return c.matched && !c.differing && !c.unreadable && !(o->strict && c.malformed);
}

/* ---- the command ---- */

static int sum_files(const sum_options *o, char **files, int count) {
    separator s = UNDECIDED;
    int i, ok = 1;
    if (!o->check) {
        return print_sums(o, files, (size_t)count) ? EXIT_SUCCESS : EXIT_FAILURE;
    }
    for (i = 0; i < count; i++) {
        ok &= check_list(o, files[i], &s);
    }
    return ok ? EXIT_SUCCESS : EXIT_FAILURE;
}

int command_sum(int argc, char **argv) {
    static char standard_input[] = "-";
    char *no_files[] = {standard_input};
    unsigned char key[BLAKE2B_KEYBYTES + 1];
    arguments a = {argv + 1, argc - 1, 0, 0, 0, "", NULL};
    sum_options o;
    int code;
    memset(&o, 0, sizeof o);
    o.length = BLAKE2B_OUTBYTES;
    o.threads = files_cpus();
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
