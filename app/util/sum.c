/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/* blake2b-util sum: prints and checks digests of files, as coreutils' b2sum does. */
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
#include "driver/cycles.h"

#define LINE_BYTES 65536 /* longest line of a list; the longest path is much shorter */
#define MAX_BYTES 16384  /* longest digest of any length: it must fit in a line */
#define MAX_HASHES 32
/* Bytes that are sent at once: they stay together in a pipe with several writers. */
#if defined(__linux__)
#define BLOCK 4096
#else
#define BLOCK 512
#endif
#define ID_OF_HASH 512 /* and above: the options that select a hash */
#define WHITE " \t"

typedef struct sum_options {
    util_params params; /* with the key, but no digest length */
    enum { MODE_DEFAULT, MODE_TEXT, MODE_BINARY } mode;
    enum { REPORT_ALL, REPORT_FAILURES, REPORT_NOTHING, REPORT_LINES } report;
    int check, tag, zero, ignore_missing, strict;
    const char *key_file;
    const util_hash *hash;          /* for lines that do not name one */
    size_t length;                  /* of printed digests */
    enum { HEX, BASE64, RAW } form; /* of digests */
    enum { PROGRESS_DEFAULT, PROGRESS_YES, PROGRESS_NO } progress;
    /* the tag of each hash with these parameters; "" if it has none */
    char tags[MAX_HASHES][40];
    unsigned long threads;
} sum_options;

/* The hashes of all families; the first is the default. */
static const util_hash *hashes[MAX_HASHES];
static const util_family *family_of[MAX_HASHES];
static size_t hash_count;

/* ---- messages ---- */

/* The program's name, for messages. */
static const char *me;

/* The first error of standard output. */
static int write_error;

/*
 * How to print a name. ESCAPED: in one line, with \n, \\ and \r for newline, backslash and carriage
 * return, as b2sum does; a backslash begins the line. QUOTED: as ls does, on a terminal that would
 * interpret some of it.
 */
typedef enum { PLAIN, ESCAPED, QUOTED } name_form;

static int to_terminal;

/* What is buffered: its lines, and the bytes that it can still take. */
static unsigned lines;
static size_t room;

static void send(void) {
    errno = 0;
    if ((fflush(stdout) || ferror(stdout)) && !write_error) {
        write_error = errno ? errno : EIO;
    }
    lines = 0;
    room = BLOCK;
}

/* Whole lines are sent: one of up to MOST bytes that does not fit begins the next block. */
static void begin_line(size_t most) {
    if (most > room) {
        send();
    }
    room -= most < room ? most : room;
}

/* A terminal gets each line at once, others as many as there are short files hashed together. */
static void end_line(char end) {
    putchar(end);
    if (to_terminal || ++lines == UTIL_TOGETHER) {
        send();
    }
}

/* A name with any of the characters SPECIAL is escaped. */
static name_form form_of(const char *name, const char *special) {
    const int escape = strpbrk(name, special) != NULL;
    return to_terminal && !util_printable(name, escape ? "\n\r" : "") ? QUOTED
           : escape                                                   ? ESCAPED
                                                                      : PLAIN;
}

static void print_name(const char *name, name_form form) {
    static const char special[] = "\n\\\r", letters[] = "n\\r";
    if (form == QUOTED) {
        util_print_name(stdout, name);
        return;
    }
    for (; *name; name++) {
        const char *found = form == ESCAPED ? strchr(special, *name) : NULL;
        if (found) {
            putchar('\\');
        }
        putchar(found ? letters[found - special] : *name);
    }
}

static void complain(const char *name, const char *what) {
    send();
    fprintf(stderr, "%s: ", me);
    util_print_name(stderr, name);
    fprintf(stderr, ": %s\n", what);
}

static void warn_count(unsigned long count, const char *one, const char *many, const char *what) {
    if (count) {
        fprintf(stderr, "%s: WARNING: %lu %s %s\n", me, count, count == 1 ? one : many, what);
    }
}

/* Prints "invalid WHAT 'TEXT': WHY". Returns 0. */
static int invalid(const char *what, const char *text, const char *why) {
    fprintf(stderr, "%s: invalid %s '", me, what);
    util_print_name(stderr, text);
    fprintf(stderr, "': %s\n", why);
    return 0;
}

/* Prints BEFORE, WORD, AFTER as an error of usage. Returns the exit code. */
static int wrong_usage(const char *before, const char *word, const char *after) {
    return util_wrong_usage(me, before, word, after);
}

static void usage(void) {
    static const char first[] = "Usage: blake2b-util sum [option]... [FILE]...\n";
    printf("Usage: %s %s", me, strchr(first, '['));
    fputs(
        "Print or check the digests of files, as b2sum does.\n"
        "Without FILE, or where FILE is -, read standard input.\n\n"
        "  -l, --length BITS    digest length: a multiple of 8 up to 512; 0 means 512\n"
        "      --key-file FILE  read key from FILE (all its bytes, 1 to 64) and compute MACs\n"
        "      --personal TEXT  set the personalization, of hashes that have one: up to 16 bytes of text,\n"
        "                       or hex:DIGITS with two digits a byte; padded with zeros\n"
        "      --salt TEXT      set the salt, in the same form, of hashes that have one; --algorithm says\n"
        "                       of how many bytes. --salt hex:00ff is the salt 00 FF and zeros\n",
        stdout);
    util_help(stdout, "sum", 6, 17);
    fputs("  -a, --algorithm NAME  compute this hash:\n", stdout);
    util_help(stdout, "--algorithm", 23, 10);
    fputs(
        "  -j, --threads N      hash up to N files at once; the output keeps their order\n"
        "                       [the number of CPUs]\n"
        "      --tag            print lines like \"HASH (FILE) = digest\"; HASH also tells of a key,\n"
        "                       salt or personalization\n"
        "  -z, --zero           end lines with NUL, and do not escape file names\n"
        "  -b, --binary         mark names with '*' (files are always read as binary)\n"
        "  -t, --text           mark names with ' ' (the default)\n"
        "      --base64         print digests in base64 instead of hexadecimal; with --check, read lines\n"
        "                       without a tag as base64, or as hexadecimal if they are not base64\n"
        "      --raw            print only the digest of one file, as bytes\n"
        "  -c, --check          read digests from the FILEs and check them\n"
        "      --progress       show progress on standard error; by default only after\n"
        "                       a second, and only on a terminal\n"
        "      --no-progress    never show progress\n\n"
        "With --check (the last of --quiet, --status and --warn is used):\n"
        "      --ignore-missing ignore missing files\n"
        "      --quiet          report only failures\n"
        "      --status         report nothing; only the exit code shows the result\n"
        "      --strict         fail on improperly formatted lines\n"
        "  -w, --warn           report each improperly formatted line\n\n"
        "With --check and --key-file, only the options choose the hash, its length (-l, else 512 bits),\n"
        "salt and personalization. A line with another digest counts as FAILED. A key does not protect\n"
        "the names: an attacker can remove lines of the list, or move a digest to another name.\n\n"
        "      --help           print this text\n"
        "      --version        print the version\n\n"
        "On a terminal, file names with control characters are quoted as by ls, and in a locale\n"
        "without UTF-8 those with characters beyond ASCII.\n\n"
        "Exit code: 0 on success, 1 on failure or if output or a message cannot be written.\n",
        stdout);
}

/* ---- command line ---- */

enum {
    IGNORE_MISSING = 256,
    QUIET,
    STATUS,
    STRICT,
    TAG,
    HELP,
    VERSION,
    KEY_FILE,
    PERSONAL,
    SALT,
    BASE64_FORM,
    RAW_FORM,
    PROGRESS,
    NO_PROGRESS
};

static const util_option known[] = {
    {"length", 'l', 1, 0},
    {"check", 'c', 0, 0},
    {"binary", 'b', 0, 0},
    {"text", 't', 0, 0},
    {"zero", 'z', 0, 0},
    {"warn", 'w', 0, 0},
    {"tag", TAG, 0, 0},
    {"ignore-missing", IGNORE_MISSING, 0, 0},
    {"quiet", QUIET, 0, 0},
    {"status", STATUS, 0, 0},
    {"strict", STRICT, 0, 0},
    {"help", HELP, 0, 0},
    {"version", VERSION, 0, 0},
    {"key-file", KEY_FILE, 1, 1},
    {"personal", PERSONAL, 1, 1},
    {"salt", SALT, 1, 1},
    {"threads", 'j', 1, 1},
    {"base64", BASE64_FORM, 0, 1},
    {"raw", RAW_FORM, 0, 1},
    {"progress", PROGRESS, 0, 1},
    {"no-progress", NO_PROGRESS, 0, 1},
};
#define KNOWN (sizeof known / sizeof known[0])

/* KNOWN, and the options of the hashes; --algorithm only if it has a choice. */
static util_option all_known[KNOWN + MAX_HASHES + 2];

static void list_hashes(void) {
    const util_family *const *family;
    const util_hash *hash;
    size_t options = KNOWN;
    int choice = 0;
    memcpy(all_known, known, sizeof known);
    hash_count = 0;
    for (family = util_families; *family; family++) {
        for (hash = (*family)->hashes; hash->name && hash_count < MAX_HASHES; hash++) {
            if (hash->option) {
                all_known[options].name = hash->option;
                all_known[options].id = ID_OF_HASH + (int)hash_count;
                all_known[options].takes_value = hash->lengths == UTIL_ANY_LENGTH;
                all_known[options++].ours = 1;
            } else if (hash_count && !choice++) {
                all_known[options].name = "algorithm";
                all_known[options].id = 'a';
                all_known[options].takes_value = 1;
                all_known[options++].ours = 1;
            }
            family_of[hash_count] = *family;
            hashes[hash_count++] = hash;
        }
    }
    all_known[options].name = NULL;
}

/* A number without sign, or with '+'. END is the end of the number, TEXT if there is none. */
static unsigned long read_number(const char *text, int base, char **end) {
    if (text[strspn(text, " \t\n\v\f\r")] == '-') {
        *end = (char *)text;
        return 0;
    }
    return strtoul(text, end, base);
}

/*
 * Reads a length in bits. With LATER, another length follows, which counts: then the maximum is not
 * checked, as in b2sum.
 */
static int read_length(const char *text, int later, const util_hash *hash, size_t *length) {
    const unsigned long most = 8 * (unsigned long)(hash->lengths == UTIL_ANY_LENGTH
                                                       ? hash->usual_bytes
                                                       : hash->most_bytes);
    char *end;
    unsigned long bits = read_number(text, 10, &end);
    if (end == text || *end || bits % 8 || (bits > most && !later)) {
        char why[60];
        sprintf(why, "not a multiple of 8 from 0 to %lu", most);
        return invalid("length", text, why);
    }
    *length = bits ? bits / 8 : hash->usual_bytes;
    return 1;
}

/*
 * Reads text, or hexadecimal digits after "hex:", of up to MOST bytes, zero-padded. TEXT may be
 * NULL.
 */
static int read_bytes(const char *option, const char *text, unsigned char bytes[UTIL_SALT_BYTES],
                      size_t most) {
    size_t i, length = text ? strlen(text) : 0;
    char why[60];
    memset(bytes, 0, UTIL_SALT_BYTES);
    if (!text) {
        return 1;
    }
    if (!strncmp(text, "hex:", 4)) {
        const char *digits = text + 4;
        length -= 4;
        if (length % 2 || length / 2 > most || strspn(digits, "0123456789abcdefABCDEF") != length) {
            sprintf(why, "expected two digits a byte, up to %lu bytes", (unsigned long)most);
            return invalid(option, text, why);
        }
        for (i = 0; i < length / 2; i++) {
            char pair[] = {digits[2 * i], digits[2 * i + 1], '\0'};
            bytes[i] = (unsigned char)strtoul(pair, NULL, 16);
        }
        return 1;
    }
    if (length > most) {
        sprintf(why, "longer than %lu bytes", (unsigned long)most);
        return invalid(option, text, why);
    }
    memcpy(bytes, text, length);
    return 1;
}

static int read_count(const char *what, const char *text, unsigned long most,
                      unsigned long *count) {
    uint64_t n;
    if (!util_number(text, 1, most, &n)) {
        char why[60];
        sprintf(why, "out of range: 1 to %lu", most);
        return invalid(what, text, why);
    }
    *count = (unsigned long)n;
    return 1;
}

static int only_when_checking(const char *option) {
    return wrong_usage("the --", option, " option is meaningful only when verifying checksums");
}

/* The option that selected the hash. */
static const char *choice_of(const util_hash *hash, char text[40]) {
    sprintf(text, hash->option ? "--%.15s" : "--algorithm %.15s",
            hash->option ? hash->option : hash->name);
    return text;
}

/*
 * Sets the hash that was NAMED by --algorithm or PICKED by its own option. Returns 0 after a
 * message if that does not go with the other options.
 */
static int choose_hash(sum_options *o, const util_hash *named, const int *picked,
                       const char *length, const char *salt, const char *personal) {
    const util_hash *chosen = named, *second = NULL;
    char choice[40], other[40], text[120];
    size_t i;
    for (i = 0; i < hash_count; i++) {
        if (picked[i]) {
            second = chosen ? hashes[i] : NULL;
            chosen = chosen ? chosen : hashes[i];
        }
    }
    o->hash = chosen ? chosen : hashes[0];
    choice_of(o->hash, choice);
    if (length && !read_length(length, 0, o->hash, &o->length)) {
        return 0;
    }
    if (second) {
        sprintf(text, "%s and %s cannot be combined", choice, choice_of(second, other));
        return !wrong_usage(text, "", "");
    }
    if (length && o->hash->lengths != UTIL_UP_TO_MOST) {
        sprintf(text, "%s has a fixed length, so --length is invalid", choice);
        return !wrong_usage(text, "", "");
    }
    if ((salt && !o->hash->salt_bytes) || (personal && !o->hash->personal_bytes)) {
        return !wrong_usage(choice, "",
                            salt && !o->hash->salt_bytes ? " does not support --salt"
                                                         : " does not support --personal");
    }
    if (o->key_file && !o->hash->key_bytes) {
        return !wrong_usage(choice, "", " does not support --key-file");
    }
    return 1;
}

/* Returns -1 to continue, else the exit code. A->words[0 .. files) are then the file names. */
static int read_options(util_options *a, sum_options *o) {
    static const char *const reports[] = {"", "quiet", "status", "warn"};
    const util_hash *named = NULL;
    const char *length = NULL, *salt = NULL, *personal = NULL;
    unsigned long bytes = 0;
    size_t i;
    int id, picked[MAX_HASHES] = {0};
    o->hash = hashes[0];
    while ((id = util_next_option(a)) != UTIL_OPTIONS_END) {
        switch (id) {
        case 'l':
            if (!read_length(a->value, 1, o->hash, &o->length)) {
                return EXIT_FAILURE;
            }
            length = a->value;
            break;
        case 'j':
            if (!read_count("number of threads", a->value, 1000000, &o->threads)) {
                return EXIT_FAILURE;
            }
            break;
        case 'a':
            for (i = 0; i < hash_count && (hashes[i]->option || strcmp(hashes[i]->name, a->value));
                 i++) {
            }
            if (i == hash_count) {
                invalid("algorithm", a->value, "not in this build");
                return EXIT_FAILURE;
            }
            named = hashes[i];
            break;
        case SALT: salt = a->value; break;
        case PERSONAL: personal = a->value; break;
        case BASE64_FORM: o->form = o->form == RAW ? RAW : BASE64; break;
        case RAW_FORM: o->form = RAW; break;
        case PROGRESS: o->progress = PROGRESS_YES; break;
        case NO_PROGRESS: o->progress = PROGRESS_NO; break;
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
        case HELP:
            errno = 0;
            usage();
            /* the text may be longer than stdio's buffer, so a write may already have failed */
            write_error = ferror(stdout) ? errno : 0;
            return EXIT_SUCCESS;
        case VERSION:
            printf(strcmp(me, "b2sum") ? "blake2b-util %s\n" : "b2sum (libblake2b) %s\n",
                   UTIL_VERSION);
            return EXIT_SUCCESS;
        default:
            if (id < ID_OF_HASH || (hashes[id - ID_OF_HASH]->lengths == UTIL_ANY_LENGTH &&
                                    !read_count("length", a->value, MAX_BYTES, &bytes))) {
                return EXIT_FAILURE;
            }
            picked[id - ID_OF_HASH] = 1;
            break;
        }
    }
    if (!choose_hash(o, named, picked, length, salt, personal)) {
        return EXIT_FAILURE;
    }
    o->length = o->hash->lengths == UTIL_ANY_LENGTH ? bytes
                : length                            ? o->length
                                                    : o->hash->usual_bytes;
    if (!read_bytes("salt", salt, o->params.salt, o->hash->salt_bytes) ||
        !read_bytes("personalization", personal, o->params.personal, o->hash->personal_bytes)) {
        return EXIT_FAILURE;
    }
    if (o->tag && o->mode == MODE_TEXT) {
        return wrong_usage("--tag does not support --text mode", "", "");
    }
    if (o->check) {
        const char *meaningless = o->zero          ? "--zero"
                                  : o->tag         ? "--tag"
                                  : o->form == RAW ? "--raw"
                                  : o->mode        ? "--binary or --text"
                                                   : NULL;
        return meaningless
                   ? wrong_usage("", meaningless, " is meaningless when verifying checksums")
                   : -1;
    }
    if (o->form == RAW && a->files > 1) {
        return wrong_usage("the --raw option is not supported with multiple files", "", "");
    }
    return o->ignore_missing ? only_when_checking("ignore-missing")
           : o->report       ? only_when_checking(reports[o->report])
           : o->strict       ? only_when_checking("strict")
                             : -1;
}

/* ---- hashing ---- */

/* Hides from the compiler that the zeros are never read. */
static void wipe(unsigned char *p, size_t bytes) {
    volatile unsigned char *v = p;
    while (bytes--) {
        *v++ = 0;
    }
}

/* Reads the whole file into KEY, of MOST + 1 bytes, and adds it to PARAMS. */
static int read_key(const char *name, unsigned char *key, size_t most, util_params *params) {
    const char *wrong = NULL;
    char longer[60];
    const int fd = util_open(name);
    size_t length = 0;
    long got = 1;
    if (fd < 0) {
        complain(name, strerror(errno));
        return 0;
    }
    while (length <= most && (got = util_read(fd, key + length, most + 1 - length)) > 0) {
        length += (size_t)got;
    }
    if (got < 0) {
        wrong = strerror(errno);
    } else if (length == 0) {
        wrong = "the key is empty";
    } else if (length > most) {
        sprintf(longer, "the key is longer than %lu bytes", (unsigned long)most);
        wrong = longer;
    }
    if (wrong) {
        complain(name, wrong);
    }
    util_close(fd);
    params->key = key;
    params->key_length = length;
    return !wrong;
}

/* The length without trailing zeros, which make no difference. */
static size_t bytes_of(const unsigned char text[UTIL_SALT_BYTES]) {
    size_t n = UTIL_SALT_BYTES;
    while (n && !text[n - 1]) {
        n--;
    }
    return n;
}

/*
 * Other programs must not take a keyed, salted or personalized digest for a plain one, so its tag
 * differs from theirs. A hash gets no tag if it does not support all of these parameters, or if no
 * kernel of it works.
 */
static void make_tags(sum_options *o) {
    const size_t salt = bytes_of(o->params.salt), personal = bytes_of(o->params.personal);
    size_t i;
    for (i = 0; i < hash_count; i++) {
        const util_hash *h = hashes[i];
        if (util_auto(family_of[i]) && o->params.key_length <= h->key_bytes &&
            salt <= h->salt_bytes && personal <= h->personal_bytes) {
            sprintf(o->tags[i], "%.15s%s%s%s", h->tag, o->params.key_length ? "+key" : "",
                    salt ? "+salt" : "", personal ? "+personal" : "");
        }
    }
}

static size_t index_of(const util_hash *hash) {
    size_t i = 0;
    while (hashes[i] != hash) {
        i++;
    }
    return i;
}

/* ---- progress ---- */

/* A line on standard error that is overwritten repeatedly. */
typedef struct sum_progress {
    double began, next; /* seconds */
    int shown;          /* characters */
    int knows_total;
    uint64_t total;
} sum_progress;

static double now(void) {
    return (double)cycles_nanoseconds() / 1e9;
}

static void hide_progress(sum_progress *p) {
    if (p->shown) {
        fprintf(stderr, "\r%*s\r", p->shown, "");
        p->shown = 0;
    }
}

/* "12.3 GiB" */
static int print_bytes(char *text, double bytes) {
    static const char units[][4] = {"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
    size_t unit = 0;
    while (bytes >= 1024 && unit < 6) {
        bytes /= 1024;
        unit++;
    }
    return sprintf(text, unit ? "%.1f %s" : "%.0f %s", bytes, units[unit]);
}

static void show_progress(sum_progress *p, uint64_t bytes) {
    const double seconds = now() - p->began;
    const double rate = seconds > 0.1 ? (double)bytes / seconds : 0;
    char text[200];
    int length = print_bytes(text, (double)bytes), before = p->shown;
    const unsigned columns = util_columns(stderr);
    if (p->total > bytes) {
        length += sprintf(text + length, " of ");
        length += print_bytes(text + length, (double)p->total);
    }
    if (rate > 0) {
        length += sprintf(text + length, ", ");
        length += print_bytes(text + length, rate);
        length += sprintf(text + length, "/s");
        if (p->total > bytes) {
            const double left = (double)(p->total - bytes) / rate + 0.5;
            if (left < 3600) {
                length += sprintf(text + length, ", %d:%02d left", (int)left / 60, (int)left % 60);
            } else {
                length += sprintf(text + length, ", %.0f hours left", left / 3600);
            }
        }
    }
    if (columns > 1 && length >= (int)columns) { /* a wrapped line would stay */
        length = (int)columns - 1;
        text[length] = '\0';
    }
    p->shown = length;
    fprintf(stderr, "\r%s%*s", text, before > length ? before - length : 0, "");
    fflush(stderr);
}

/* ---- printing ---- */

/*
 * Some systems print "digest name", where b2sum prints "digest  name" or "digest *name". A name
 * that starts with a space or '*' makes these look alike. The first unambiguous line decides.
 */
typedef enum separator { UNDECIDED, TWO_CHARACTERS, ONE_CHARACTER } separator;

typedef struct sum_context {
    const sum_options *o;
    char **files; /* to print */
    size_t count, next;
    struct sum_list *list; /* to check, */
    separator separator;   /* with this separator at its beginning */
    sum_progress progress;
    int ok;
    unsigned long malformed, refused, matched, differing, missing, unreadable;
} sum_context;

static const char base64_digits[] =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/* In base64, with padding; TEXT has room for 4 characters for each 3 bytes begun, and a NUL. */
static void to_base64(char *text, const unsigned char *in, size_t bytes) {
    size_t i, j;
    for (i = 0; i < bytes; i += 3) {
        const unsigned long three = (unsigned long)in[i] << 16 |
                                    (i + 1 < bytes ? (unsigned long)in[i + 1] << 8 : 0) |
                                    (i + 2 < bytes ? in[i + 2] : 0);
        for (j = 0; j < 4; j++) {
            *text++ = i + j > bytes ? '=' : base64_digits[three >> (18 - 6 * j) & 63];
        }
    }
    *text = '\0';
}

static void print_sum(void *context, const files_job *job) {
    static const char digits[] = "0123456789abcdef";
    static char text[2 * MAX_BYTES + 1];
    sum_context *c = (sum_context *)context;
    const sum_options *o = c->o;
    const char *name = job->name;
    const size_t length = job->length;
    const name_form form = form_of(name, o->zero ? "" : "\n\\\r");
    size_t i;
    hide_progress(&c->progress);
    if (job->result != FILES_HASHED) {
        complain(name, strerror(job->error));
        c->ok = 0;
        return;
    }
    if (o->form == RAW) {
        fwrite(job->digest, 1, length, stdout);
        send();
        return;
    }
    if (o->form == BASE64) {
        to_base64(text, job->digest, length);
    } else {
        for (i = 0; i < length; i++) {
            text[2 * i] = digits[job->digest[i] >> 4];
            text[2 * i + 1] = digits[job->digest[i] & 15];
        }
        text[2 * length] = '\0';
    }
    begin_line(strlen(text) + 2 * strlen(name) + 64);
    if (form == ESCAPED) {
        putchar('\\');
    }
    if (o->tag) {
        fputs(o->tags[index_of(o->hash)], stdout);
        if (length != o->hash->usual_bytes || o->hash->lengths == UTIL_ANY_LENGTH) {
            printf("-%lu", (unsigned long)(8 * length));
        }
        fputs(" (", stdout);
        print_name(name, form);
        printf(") = %s", text);
    } else {
        printf("%s %c", text, o->mode == MODE_BINARY ? '*' : ' ');
        print_name(name, form);
    }
    end_line(o->zero ? '\0' : '\n');
}

static files_answer next_file(void *context, files_job *job, int wait) {
    sum_context *c = (sum_context *)context;
    (void)wait;
    if (c->next == c->count) {
        return FILES_END;
    }
    job->memory = malloc(c->o->length);
    if (!job->memory) {
        return FILES_NO_MEMORY;
    }
    job->name = c->files[c->next++];
    job->hash = c->o->hash;
    job->length = job->bytes = c->o->length;
    job->digest = (unsigned char *)job->memory;
    return FILES_JOB;
}

static int no_memory(void) {
    fprintf(stderr, "%s: Cannot allocate memory\n", me);
    return 0;
}

static uint64_t list_total(const sum_context *c);

/* The total size of all files; 0 if it is unknown. */
static uint64_t total_bytes(const sum_context *c) {
    uint64_t total = 0, bytes;
    size_t i;
    if (c->list) {
        return list_total(c);
    }
    for (i = 0; i < c->count; i++) {
        if (!util_regular(c->files[i], &bytes)) {
            return 0;
        }
        total += bytes;
    }
    return total;
}

static void progress(void *context, uint64_t bytes) {
    sum_context *c = (sum_context *)context;
    sum_progress *p = &c->progress;
    if (bytes == 0 || now() < p->next) {
        return;
    }
    if (!p->knows_total) {
        p->knows_total = 1;
        p->total = total_bytes(c);
    }
    show_progress(p, bytes);
    p->next = now() + 0.125;
}

static void send_results(void *context) {
    (void)context;
    send();
}

static int hash(sum_context *c, files_answer (*next)(void *context, files_job *job, int wait),
                void (*done)(void *context, const files_job *job)) {
    files_plan plan;
    int ok;
    memset(&plan, 0, sizeof plan);
    plan.params = &c->o->params;
    plan.threads = c->o->threads;
    plan.context = c;
    plan.next = next;
    plan.done = done;
    plan.send = send_results;
    if (c->o->progress == PROGRESS_YES ||
        (c->o->progress == PROGRESS_DEFAULT && util_terminal(stderr))) {
        plan.progress = progress;
        c->progress.began = now();
        c->progress.next = c->progress.began + (c->o->progress == PROGRESS_YES ? 0 : 1);
    }
    ok = files_hash(&plan);
    hide_progress(&c->progress);
    send();
    return ok || no_memory();
}

static int print_sums(const sum_options *o, char **files, size_t count) {
    sum_context c;
    memset(&c, 0, sizeof c);
    c.o = o;
    c.files = files;
    c.count = count;
    c.ok = 1;
    return hash(&c, next_file, print_sum) && c.ok;
}

/* ---- checking ---- */

typedef struct sum_line {
    char *name;
    const util_hash *hash;
    unsigned char digest[MAX_BYTES];
    size_t length;
    int refused; /* with a key: hash, length or parameters differ from the options */
} sum_line;

/* Reads a digest of up to MOST bytes. Returns the end of it; NULL if there is none. */
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

/* The same in base64. */
static char *parse_base64(char *text, sum_line *l, size_t most) {
    const size_t digits = strspn(text, base64_digits), padding = strspn(text + digits, "=");
    unsigned bits = 0;
    size_t i;
    if (digits == 0 || (digits + padding) % 4 || padding > 2 || digits * 3 / 4 > most) {
        return NULL;
    }
    l->length = 0;
    for (i = 0; i < digits; i++) {
        bits = (bits << 6 | (unsigned)(strchr(base64_digits, text[i]) - base64_digits)) & 0xffff;
        if (i % 4) {
            l->digest[l->length++] = (unsigned char)(bits >> (6 - 2 * (i % 4)) & 0xff);
        }
    }
    /* Unused bits must be zero. */
    return bits & (digits % 4 == 2 ? 15 : digits % 4 == 3 ? 3 : 0) ? NULL : text + digits + padding;
}

static int keyed(const sum_options *o) {
    return o->params.key_length != 0;
}

/* The longest digest that a line may have. With a key, longer ones are also read, to be refused. */
static size_t most_bytes(const util_hash *hash, const sum_options *o) {
    return hash->most_bytes < MAX_BYTES && !keyed(o) ? hash->most_bytes : MAX_BYTES;
}

/* Parses what follows the tag: "-256 (name) = digest"; without a length, the default one. */
static int parse_tagged(char *text, sum_line *l, const util_hash *hash, const sum_options *o) {
    const size_t most = most_bytes(hash, o);
    unsigned long bits = 8 * (unsigned long)hash->usual_bytes;
    char *digest;
    char *end;
    if (*text == '-') {
        bits = read_number(text + 1, 0, &text);
    }
    l->hash = hash;
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
    digest = end + strspn(end, WHITE);
    end = parse_digest(digest, l, most);
    if (!end || *end || bits != 8 * l->length) {
        end = parse_base64(digest, l, most);
    }
    return end && !*end && bits == 8 * l->length;
}

/* "digest  name", "digest *name" or "digest name". */
static int parse_untagged(char *text, sum_line *l, separator *s, const sum_options *o,
                          size_t most) {
    char *const base64 = o->form == BASE64 ? parse_base64(text, l, most) : NULL;
    int two;
    text = base64 ? base64 : parse_digest(text, l, most);
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

/* Reverses ESCAPED, in place. */
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

/* The end of TAG in TEXT, if TEXT begins with it; else NULL. */
static char *after_tag(char *text, const char *tag) {
    const size_t length = strlen(tag);
    return length && !strncmp(text, tag, length) ? text + length : NULL;
}

/*
 * Without a key, a line may select hash and length. With a key it may not: the author of the list
 * could select a MAC that is short enough to guess, or none. A line that differs from the options
 * is parsed all the same, and marked as refused.
 */
static int parse_line(char *text, sum_line *l, separator *s, const sum_options *o) {
    int escaped, refused = 0, ok = -1;
    size_t i, j;
    text += strspn(text, WHITE);
    escaped = *text == '\\';
    text += escaped;
    for (i = 0; ok < 0 && i < hash_count; i++) {
        char *rest = after_tag(text, o->tags[i]);
        if (rest && strchr("- (", *rest)) {
            ok = parse_tagged(rest, l, hashes[i], o);
        }
    }
    for (i = 0; ok < 0 && keyed(o) && i < hash_count; i++) {
        char *rest = after_tag(text, hashes[i]->tag);
        if (rest && *rest == '+') { /* "+salt+personal" */
            rest += strspn(rest, "+abcdefghijklmnopqrstuvwxyz");
        }
        if (rest && strchr("- (", *rest)) {
            ok = parse_tagged(rest, l, hashes[i], o);
            refused = 1;
        }
    }
    for (i = 0; ok < 0 && i < hash_count; i++) {
        const char *const *foreign = hashes[i]->foreign;
        const int plain = !strcmp(o->tags[i], hashes[i]->tag);
        for (j = 0; ok < 0 && foreign && foreign[j] && (plain || keyed(o)); j++) {
            char *rest = after_tag(text, foreign[j]);
            if (rest && *rest == '(') {
                ok = parse_tagged(rest, l, hashes[i], o);
                refused = keyed(o);
            }
        }
    }
    if (ok < 0) {
        l->hash = o->hash;
        /*
         * In base64 mode, a longer hexadecimal digest can look like base64, so first try the
         * expected length.
         */
        ok = (keyed(o) && parse_untagged(text, l, s, o, o->length)) ||
             parse_untagged(text, l, s, o, most_bytes(o->hash, o));
    }
    l->refused = keyed(o) && (refused || l->hash != o->hash || l->length != o->length);
    ok = ok &&
         (l->refused || l->hash->lengths != UTIL_ONE_LENGTH || l->length == l->hash->usual_bytes);
    return ok && (!escaped || unescape(l->name));
}

/* A list of digests, read in pieces. */
typedef struct sum_list {
    const char *name;
    int fd, regular, from_stdin;
    int ended, error; /* errno, or 0 */
    int again;        /* there was no memory for the last line */
    int utf16;        /* begins with its byte order mark */
    separator s;
    unsigned long number; /* of the line */
    size_t at, bytes;     /* BUFFER[AT .. BYTES) are not read yet */
    size_t length;        /* of the line; LINE_BYTES if it is too long */
    char buffer[LINE_BYTES], line[LINE_BYTES];
} sum_list;

/* Reads the rest of the line, without its end, LF or CR LF. */
static files_answer read_line(sum_list *l, int wait) {
    for (;;) {
        const char *rest = l->buffer + l->at;
        const char *newline = (const char *)memchr(rest, '\n', l->bytes - l->at);
        const size_t more = newline ? (size_t)(newline - rest) : l->bytes - l->at;
        if (more >= LINE_BYTES - l->length) {
            l->length = LINE_BYTES;
        } else {
            memcpy(l->line + l->length, rest, more);
            l->length += more;
        }
        l->at += more + (newline != NULL);
        if (newline || l->ended) {
            break;
        }
        if (!wait && !l->regular) {
            return FILES_LATER;
        }
        {
            const long got = util_read(l->fd, l->buffer, sizeof l->buffer);
            l->error = got < 0 ? errno : 0;
            l->ended = got <= 0;
            l->bytes = got > 0 ? (size_t)got : 0;
            l->at = 0;
        }
    }
    /* A line that a read error cuts is not one. */
    if (l->error || (l->ended && l->at == l->bytes && l->length == 0)) {
        return FILES_END;
    }
    if (l->length < LINE_BYTES) {
        l->length -= l->length > 0 && l->line[l->length - 1] == '\r';
        l->line[l->length] = '\0';
    }
    return FILES_JOB;
}

static void print_verdict(const char *name, const char *verdict) {
    const name_form form = form_of(name, "\n");
    begin_line(2 * strlen(name) + 32);
    if (form == ESCAPED) {
        putchar('\\');
    }
    print_name(name, form);
    printf(": %s", verdict);
    end_line('\n');
}

/* Takes the same time wherever they differ, so that an attacker cannot guess a MAC byte by byte. */
static int differ(const unsigned char *a, const unsigned char *b, size_t length) {
    volatile unsigned char all = 0;
    size_t i;
    for (i = 0; i < length; i++) {
        all = (unsigned char)(all | (a[i] ^ b[i]));
    }
    return all != 0;
}

/* The only kind that is accepted with a key: "512-bit TAG+key digest". */
static const char *expected_digest(const sum_options *o, char text[100]) {
    sprintf(text, "%lu-bit %s digest", (unsigned long)(8 * o->length), o->tags[index_of(o->hash)]);
    return text;
}

/* Prints the result of a file, or that a line was malformed. */
static void print_result(void *context, const files_job *job) {
    sum_context *c = (sum_context *)context;
    const sum_options *o = c->o;
    char text[100];
    hide_progress(&c->progress);
    switch (job->result) {
    case FILES_HASHED:
        if (differ(job->digest, job->expected, job->length)) {
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
        if (o->report == REPORT_LINES) {
            send();
            fprintf(stderr, "%s: ", me);
            util_print_name(stderr, c->list->name);
            if (job->name) {
                fprintf(stderr, ": %lu: not a %s\n", job->line, expected_digest(o, text));
            } else {
                fprintf(stderr, ": %lu: improperly formatted %s checksum line\n", job->line,
                        job->hash->tag);
            }
        }
        if (!job->name) {
            c->malformed++;
            break;
        }
        c->refused++;
        if (o->report != REPORT_NOTHING) {
            print_verdict(job->name, "FAILED");
        }
        break;
    }
}

/*
 * Keeps a parsed line: name, computed digest and expected digest in one block of memory. A refused
 * line is not hashed.
 */
static files_answer keep_line(const sum_line *l, files_job *job) {
    const size_t name_bytes = strlen(l->name) + 1;
    char *name = (char *)malloc(name_bytes + 2 * l->length);
    if (!name) {
        return FILES_NO_MEMORY;
    }
    memcpy(name, l->name, name_bytes);
    job->name = name;
    job->memory = name;
    job->bytes = name_bytes + 2 * l->length;
    job->hash = l->hash;
    job->length = l->length;
    job->digest = (unsigned char *)name + name_bytes;
    memcpy(job->digest + l->length, l->digest, l->length);
    job->expected = job->digest + l->length;
    job->result = l->refused ? FILES_OTHER : FILES_HASHED;
    return FILES_JOB;
}

/* Reads the next line that is not empty or a comment. LINE->name is NULL if it is malformed. */
static files_answer find_line(sum_list *l, const sum_options *o, sum_line *line, int wait) {
    for (;;) {
        const files_answer answer = read_line(l, wait);
        const size_t length = l->length;
        char *text = l->line;
        if (answer != FILES_JOB) {
            return answer;
        }
        l->length = 0;
        if (!l->number++) { /* editors and PowerShell begin files with a byte order mark */
            text += length >= 3 && !memcmp(text, "\xef\xbb\xbf", 3) ? 3 : 0;
            l->utf16 = length >= 2 &&
                       (!memcmp(text, "\xff\xfe", 2) || !memcmp(text, "\xfe\xff", 2));
        }
        if (length == (size_t)(text - l->line) || *text == '#') {
            continue;
        }
        line->hash = o->hash;
        /*
         * A NUL must not truncate a name. Standard input cannot be both a listed file and the list
         * or the key.
         */
        if (length >= LINE_BYTES || strlen(l->line) != length ||
            !parse_line(text, line, &l->s, o) ||
            ((l->from_stdin || (o->key_file && util_stdin(o->key_file))) &&
             util_stdin(line->name))) {
            line->name = NULL;
        }
        return FILES_JOB;
    }
}

static files_answer next_line(void *context, files_job *job, int wait) {
    static sum_line line;
    const sum_context *c = (const sum_context *)context;
    files_answer answer = c->list->again ? FILES_JOB : find_line(c->list, c->o, &line, wait);
    job->line = c->list->number;
    if (answer == FILES_JOB && line.name) {
        answer = keep_line(&line, job);
        c->list->again = answer == FILES_NO_MEMORY;
        return answer;
    }
    if (answer != FILES_JOB) {
        return answer;
    }
    job->result = FILES_OTHER;
    job->hash = line.hash; /* the hash that the line seemed to be for */
    return FILES_JOB;
}

static int open_list(sum_list *l, const char *name, separator s) {
    l->fd = util_open(name);
    l->regular = util_regular(name, NULL);
    l->from_stdin = util_stdin(name);
    l->name = !strcmp(name, "-") ? "standard input" : name;
    l->ended = l->error = l->again = l->utf16 = 0;
    l->s = s;
    l->number = 0;
    l->at = l->bytes = l->length = 0;
    return l->fd >= 0;
}

/* The total size of the listed files: reads a regular list a second time. Else 0. */
static uint64_t list_total(const sum_context *c) {
    sum_list *l = c->list->regular ? (sum_list *)malloc(sizeof *l) : NULL;
    sum_line *line = (sum_line *)malloc(sizeof *line);
    uint64_t total = 0, bytes;
    if (l && line && open_list(l, c->list->name, c->separator)) {
        while (find_line(l, c->o, line, 1) == FILES_JOB) {
            if (line->name && !line->refused && util_regular(line->name, &bytes)) {
                total += bytes;
            }
        }
        util_close(l->fd);
    }
    free(line);
    free(l);
    return total;
}

/* Checks the files in a list of digests. */
static int check_list(const sum_options *o, const char *list, separator *s) {
    static sum_list l;
    sum_context c;
    char text[100], not_it[120];
    memset(&c, 0, sizeof c);
    c.o = o;
    c.list = &l;
    c.separator = *s;
    if (!open_list(&l, list, *s)) {
        complain(list, strerror(errno));
        return 0;
    }
    list = l.name;
    c.ok = hash(&c, next_line, print_result);
    *s = l.s;
    util_close(l.fd);
    if (!c.ok) {
        return 0;
    }
    if (l.error) {
        fprintf(stderr, "%s: ", me);
        util_print_name(stderr, list);
        fprintf(stderr, ": read error: %s\n", strerror(l.error));
        return 0;
    }
    if (c.matched + c.differing + c.refused + c.missing + c.unreadable == 0) {
        complain(list, l.utf16 ? "is UTF-16, not UTF-8: convert it with iconv, or write it with "
                                 "Out-File -Encoding utf8"
                               : "no properly formatted checksum lines found");
        return 0;
    }
    if (o->report != REPORT_NOTHING) {
        warn_count(c.malformed, "line is", "lines are", "improperly formatted");
        warn_count(c.unreadable, "listed file", "listed files", "could not be read");
        warn_count(c.differing, "computed checksum", "computed checksums", "did NOT match");
        warn_count(c.refused, "line is", "lines are",
                   strcat(strcpy(not_it, "not a "), expected_digest(o, text)));
        if (o->ignore_missing && !c.matched) {
            complain(list, "no file was verified");
        }
    }
    return c.matched && !c.differing && !c.refused && !c.unreadable && !(o->strict && c.malformed);
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

/* Whether a file or a list is standard input. */
static int reads_stdin(const util_options *a) {
    int i;
    for (i = 0; i < a->files && !util_stdin(a->words[i]); i++) {
    }
    return !a->files || i < a->files;
}

int command_sum(int argc, char **argv) {
    static char standard_input[] = "-";
    static char buffer[2 * BLOCK];
    char *no_files[] = {standard_input};
    unsigned char key[UTIL_KEY_BYTES + 1];
    util_options a;
    sum_options o;
    int code;
    memset(&o, 0, sizeof o);
#if defined(_WIN32)
    _setmode(_fileno(stdout), _O_BINARY);
#endif
    to_terminal = util_terminal(stdout);
    setvbuf(stdout, buffer, _IOFBF, sizeof buffer);
    me = strcmp(argv[0], "sum") ? argv[0] : "blake2b-util sum";
    list_hashes();
    util_options_open(&a, all_known, argc, argv);
    a.command = me;
    a.as_b2sum = 1;
    write_error = 0;
    code = read_options(&a, &o);
    if (code < 0) {
        if (!util_auto(family_of[index_of(o.hash)])) {
            fprintf(stderr, "%s: every implementation failed its self-test\n", me);
            code = EXIT_FAILURE;
        } else if (o.key_file && util_stdin(o.key_file) && reads_stdin(&a)) {
            code = wrong_usage("standard input cannot be the key and a file", "", "");
        } else if (o.key_file && !read_key(o.key_file, key, o.hash->key_bytes, &o.params)) {
            code = EXIT_FAILURE;
        } else {
            make_tags(&o);
            code = a.files ? sum_files(&o, a.words, a.files) : sum_files(&o, no_files, 1);
        }
        wipe(key, sizeof key);
    }
    send();
    if (write_error) {
        fprintf(stderr, "%s: write error: %s\n", me, strerror(write_error));
        code = EXIT_FAILURE;
    }
    return code;
}
