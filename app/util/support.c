/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/* Shared by the commands: numbers, output, files, random numbers. */
#define _FILE_OFFSET_BITS 64 /* files over 2 GiB on 32-bit systems */
#if defined(_WIN32)
#define _CRT_RAND_S /* rand_s: the system's generator */
#include <windows.h>
#include <shellapi.h>
#include <io.h>
#else
#if !defined(_POSIX_C_SOURCE)
#define _POSIX_C_SOURCE 200112L /* fileno, isatty */
#endif
#if defined(__wasi__) && !defined(_GNU_SOURCE)
#define _GNU_SOURCE /* getentropy */
#endif
#include <unistd.h>
#if defined(__linux__)
#include <poll.h>
#endif
#if defined(__has_include)
#if __has_include(<sys/ioctl.h>)
#include <sys/ioctl.h>
#endif
#endif
#endif
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <sys/types.h>
#include <sys/stat.h>

#include "support.h"
#include "driver/cpu.h"
#include "driver/cycles.h"

/* ---- values of options ---- */

int util_number(const char *text, uint64_t least, uint64_t most, uint64_t *number) {
    const unsigned base = text[0] == '0' && text[1] == 'x' ? 16 : 10;
    const char *p = base == 16 ? text + 2 : text;
    uint64_t n = 0;
    if (!*p) {
        return 0;
    }
    for (; *p; p++) {
        unsigned digit;
        if (*p >= '0' && *p <= '9') {
            digit = (unsigned)(*p - '0');
        } else if (base == 16 && *p >= 'a' && *p <= 'f') {
            digit = (unsigned)(*p - 'a') + 10;
        } else {
            return 0;
        }
        if (n > (UINT64_MAX - digit) / base) {
            return 0;
        }
        n = n * base + digit;
    }
    *number = n;
    return n >= least && n <= most;
}

int util_seconds(const char *text, double *seconds) {
    char *end;
    if (!((*text >= '0' && *text <= '9') || *text == '.')) {
        return 0;
    }
    *seconds = strtod(text, &end);
    return !*end && *seconds > 0 && *seconds < 1e9;
}

/* ---- output ---- */

int util_flush(const char *command) {
    const int failed_before = ferror(stdout);
    errno = 0;
    if (fflush(stdout) || failed_before) {
        fprintf(stderr, "blake2b-util%s%s: cannot write to standard output%s%s\n",
                command ? " " : "", command ? command : "", errno ? ": " : "",
                errno ? strerror(errno) : "");
        return 1;
    }
    return 0;
}

int util_clock(const char *command) {
    if (!cycles_nanoseconds()) {
        fprintf(stderr, "blake2b-util %s: the system's clock cannot be read\n", command);
        return 0;
    }
    return 1;
}

/*
 * Whether terminals decode UTF-8, according to the locale. Others may interpret bytes 0x80 to 0x9f.
 */
static int utf8_is_read(void) {
#if defined(_WIN32)
    return 1; /* util_arguments selects UTF-8 */
#else
    static const char *const variables[] = {"LC_ALL", "LC_CTYPE", "LANG"};
    const char *locale = NULL;
    size_t i;
    for (i = 0; i < 3 && (!locale || !*locale); i++) {
        locale = getenv(variables[i]);
    }
    for (; locale && *locale; locale++) {
        if ((locale[0] | 0x20) == 'u' && (locale[1] | 0x20) == 't' && (locale[2] | 0x20) == 'f' &&
            locale[locale[3] == '-' ? 4 : 3] == '8') {
            return 1;
        }
    }
    return 0;
#endif
}

/* Separators of lines and paragraphs; controls of the direction of text, which can hide a name. */
static int reorders(uint32_t code) {
    return (code >= 0x2028 && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069) ||
           code == 0x200e || code == 0x200f || code == 0x061c;
}

/*
 * The length of the UTF-8 character at TEXT; 0 if it is not one, or if a terminal may interpret it.
 */
static size_t harmless(const char *text) {
    /* no overlong form, no C0, no C1 */
    static const uint32_t least[] = {0, 0x20, 0xa0, 0x800, 0x10000};
    const unsigned char *c = (const unsigned char *)text;
    const size_t bytes = c[0] < 0x80 ? 1 : c[0] < 0xe0 ? 2 : c[0] < 0xf0 ? 3 : 4;
    uint32_t code = bytes == 1 ? c[0] : c[0] & 0x7fu >> bytes;
    size_t i;
    if ((c[0] >= 0x80 && c[0] < 0xc0) || c[0] >= 0xf8 || (c[0] >= 0x80 && !utf8_is_read())) {
        return 0;
    }
    for (i = 1; i < bytes; i++) {
        if ((c[i] & 0xc0) != 0x80) {
            return 0;
        }
        code = code << 6 | (c[i] & 0x3fu);
    }
    return code < least[bytes] || code == 0x7f || (code >= 0xd800 && code < 0xe000) ||
                   code > 0x10ffff || reorders(code)
               ? 0
               : bytes;
}

int util_printable(const char *name, const char *others) {
    size_t bytes;
    for (; *name; name += bytes) {
        bytes = strchr(others, *name) ? 1 : harmless(name);
        if (!bytes) {
            return 0;
        }
    }
    return 1;
}

void util_print_name(FILE *f, const char *name) {
    static const char special[] = "\a\b\f\n\r\t\v", letters[] = "abfnrtv";
    int inside = 0; /* of $'...' */
    size_t bytes;
    if (util_printable(name, "")) {
        fputs(name, f);
        return;
    }
    putc('\'', f);
    for (; *name; name += bytes ? bytes : 1) {
        const char *const found = strchr(special, *name);
        bytes = harmless(name);
        if (!bytes) {
            fputs(inside ? "" : "'$'", f);
            fprintf(f, found ? "\\%c" : "\\%03o",
                    found ? (unsigned)letters[found - special] : (unsigned)(unsigned char)*name);
        } else if (*name == '\'') {
            fputs("'\\''", f);
        } else {
            fprintf(f, "%s%.*s", inside ? "''" : "", (int)bytes, name);
        }
        inside = !bytes;
    }
    putc('\'', f);
}

/* ---- arguments, files ---- */

#if defined(_WIN32)
char **util_arguments(int *argc, char **argv) {
    int count, i, bytes = 0, used = 0;
    wchar_t **const wide = CommandLineToArgvW(GetCommandLineW(), &count);
    char **narrow, *text;
    SetConsoleOutputCP(CP_UTF8);
    if (!wide) {
        return argv;
    }
    for (i = 0; i < count; i++) {
        bytes += WideCharToMultiByte(CP_UTF8, 0, wide[i], -1, NULL, 0, NULL, NULL);
    }
    /* Allocated once, for the life of the program. */
    narrow = malloc(((size_t)count + 1) * sizeof *narrow + (size_t)bytes);
    if (narrow) {
        text = (char *)(narrow + count + 1);
        for (i = 0; i < count; i++) {
            narrow[i] = text + used;
            used += WideCharToMultiByte(CP_UTF8, 0, wide[i], -1, narrow[i], bytes - used, NULL,
                                        NULL);
        }
        narrow[count] = NULL;
        *argc = count;
    }
    LocalFree(wide);
    return narrow ? narrow : argv;
}

int util_descriptors(void) {
    return 1; /* the C library keeps the original arguments */
}

/* Must be freed; NULL with errno set on failure. */
static wchar_t *widen(const char *name) {
    const int length = MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, name, -1, NULL, 0);
    wchar_t *wide = length > 0 ? malloc((size_t)length * sizeof *wide) : NULL;
    if (!wide) {
        errno = length <= 0 ? ENOENT : ENOMEM; /* no file has a name that is not UTF-8 */
        return NULL;
    }
    MultiByteToWideChar(CP_UTF8, 0, name, -1, wide, length);
    return wide;
}

int util_open(const char *name) {
    wchar_t *wide;
    int fd;
    if (!strcmp(name, "-")) {
        _setmode(_fileno(stdin), _O_BINARY);
        return _fileno(stdin);
    }
    wide = widen(name);
    if (!wide) {
        return -1;
    }
    fd = _wopen(wide, _O_RDONLY | _O_BINARY | _O_NOINHERIT);
    free(wide);
    return fd;
}

int util_stdin(const char *name) {
    return !strcmp(name, "-");
}

int util_regular(const char *name, uint64_t *bytes) {
    struct _stat64 s;
    wchar_t *wide;
    int found;
    if (!strcmp(name, "-") || !(wide = widen(name))) {
        return 0;
    }
    found = !_wstat64(wide, &s);
    free(wide);
    if (bytes) {
        *bytes = found && s.st_size > 0 ? (uint64_t)s.st_size : 0;
    }
    return found && (s.st_mode & _S_IFMT) == _S_IFREG;
}

FILE *util_create(const char *name) {
    wchar_t *const wide = widen(name);
    FILE *const f = wide ? _wfopen(wide, L"wb") : NULL;
    free(wide);
    return f;
}

int util_rename(const char *from, const char *to) {
    wchar_t *const old = widen(from), *const new_name = widen(to);
    const int good = old && new_name && MoveFileExW(old, new_name, MOVEFILE_REPLACE_EXISTING);
    errno = good ? 0 : EACCES;
    free(old);
    free(new_name);
    return good;
}

void util_remove(const char *name) {
    wchar_t *const wide = widen(name);
    if (wide) {
        _wremove(wide);
    }
    free(wide);
}

int util_exists(const char *name) {
    wchar_t *const wide = widen(name);
    const int found = wide && !_waccess(wide, 0);
    free(wide);
    return found;
}

long util_read(int fd, void *p, size_t bytes) {
    return _read(fd, p, (unsigned)(bytes < INT_MAX ? bytes : INT_MAX));
}

void util_close(int fd) {
    if (fd != _fileno(stdin)) {
        _close(fd);
    }
}
#else
char **util_arguments(int *argc, char **argv) {
    (void)argc;
    return argv;
}

int util_descriptors(void) {
    int fd;
    for (fd = 0; fd < 3; fd++) {
        /* Opened in the wrong mode: reading or writing then fails, as on a closed descriptor. */
        const int mode = fd == 0 ? O_WRONLY : O_RDONLY;
        if (fcntl(fd, F_GETFD) < 0 && open("/dev/null", mode) != fd && open("/", O_RDONLY) != fd) {
            return 0;
        }
    }
    return 1;
}

int util_open(const char *name) {
    return strcmp(name, "-") ? open(name, O_RDONLY) : fileno(stdin);
}

int util_stdin(const char *name) {
    struct stat named, in;
    memset(&named, 0, sizeof named); /* as below */
    memset(&in, 0, sizeof in);
    if (!strcmp(name, "-") || !strcmp(name, "/dev/stdin") || !strcmp(name, "/dev/fd/0")) {
        return 1;
    }
    /* By another name, standard input counts as such. A regular file can be read twice. */
    return !stat(name, &named) && !fstat(fileno(stdin), &in) && !S_ISREG(in.st_mode) &&
           named.st_dev == in.st_dev && named.st_ino == in.st_ino;
}

int util_regular(const char *name, uint64_t *bytes) {
    struct stat s;
    memset(&s, 0, sizeof s); /* MemorySanitizer may not know what stat writes */
    if (!strcmp(name, "-") || stat(name, &s) || !S_ISREG(s.st_mode)) {
        return 0;
    }
    if (bytes) {
        *bytes = s.st_size > 0 ? (uint64_t)s.st_size : 0;
    }
    return 1;
}

FILE *util_create(const char *name) {
    FILE *f = NULL;
    int fd;
    unlink(name);
    fd = open(name, O_WRONLY | O_CREAT | O_EXCL, 0666);
    if (fd >= 0 && !(f = fdopen(fd, "w"))) {
        close(fd);
    }
    return f;
}

int util_rename(const char *from, const char *to) {
    return !rename(from, to);
}

void util_remove(const char *name) {
    unlink(name);
}

int util_exists(const char *name) {
    struct stat s;
    return !lstat(name, &s) || errno != ENOENT;
}

long util_read(int fd, void *p, size_t bytes) {
    ssize_t got;
    do {
        got = read(fd, p, bytes < INT_MAX ? bytes : INT_MAX);
    } while (got < 0 && errno == EINTR);
    return (long)got;
}

void util_close(int fd) {
    if (fd != fileno(stdin)) {
        close(fd);
    }
}
#endif

int util_open_now(const char *name, int early, int *regular, uint64_t *bytes) {
#if defined(__linux__)
    struct stat s;
    int fd;
    if (early) {
        memset(&s, 0, sizeof s); /* as above */
        *regular = 0;
        fd = strcmp(name, "-") ? open(name, O_RDONLY | O_NONBLOCK) : -1;
        if (fd < 0) {
            return UTIL_LATER;
        }
        *regular = !fstat(fd, &s) && S_ISREG(s.st_mode);
        *bytes = s.st_size > 0 ? (uint64_t)s.st_size : 0;
        /* Closed and opened again, a FIFO would lose the writer that waited for a reader. */
        if (!*regular && !S_ISFIFO(s.st_mode)) {
            close(fd);
            return UTIL_LATER;
        }
        return fd;
    }
#endif
    (void)early;
    *regular = util_regular(name, bytes);
    return *regular ? util_open(name) : UTIL_LATER;
}

void util_await(int fd) {
#if defined(__linux__)
    /* Linux reports a hangup of a FIFO only after it has had a writer. */
    struct pollfd wait;
    wait.fd = fd;
    wait.events = POLLIN;
    while (poll(&wait, 1, -1) < 0 && errno == EINTR) {
    }
    fcntl(fd, F_SETFL, O_RDONLY);
#else
    (void)fd;
#endif
}

int util_terminal(FILE *f) {
#if defined(_WIN32)
    return _isatty(_fileno(f));
#else
    return isatty(fileno(f));
#endif
}

unsigned util_columns(FILE *f) {
#if defined(TIOCGWINSZ)
    struct winsize size;
    memset(&size, 0, sizeof size);
    return ioctl(fileno(f), TIOCGWINSZ, &size) ? 0 : size.ws_col;
#else
    (void)f;
    return 0;
#endif
}

const char *util_cpu(void) {
#define NAME(id, name) name,
    static const char *const names[] = {CPU_FAMILIES(NAME)};
#undef NAME
    return names[cpu_family()];
}

/* ---- random numbers ---- */

uint64_t util_mix(uint64_t x) {
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return x ^ x >> 31;
}

uint64_t util_next(util_random *random) {
    *random += 0x9e3779b97f4a7c15u; /* 2^64 divided by the golden ratio */
    return util_mix(*random);
}

uint64_t util_below(util_random *random, uint64_t limit) {
    return util_next(random) % limit; /* the bias is far too small to matter here */
}

void util_fill(util_random *random, unsigned char *p, size_t bytes) {
    uint64_t x = 0;
    size_t i;
    for (i = 0; i < bytes; i++) {
        x = i % 8 ? x >> 8 : util_next(random);
        p[i] = (unsigned char)(x & 0xff);
    }
}

uint64_t util_seed(void) {
    uint64_t seed = 0;
#if defined(_WIN32)
    unsigned low, high;
    if (!rand_s(&low) && !rand_s(&high)) {
        return (uint64_t)high << 32 | low;
    }
#elif defined(__wasi__)
    if (!getentropy(&seed, sizeof seed)) {
        return seed;
    }
#else
    FILE *f = fopen("/dev/urandom", "rb");
    if (f) {
        const size_t got = fread(&seed, sizeof seed, 1, f);
        fclose(f);
        if (got) {
            return seed;
        }
    }
#endif
    seed = util_mix((uint64_t)time(NULL));
#if !defined(__wasi__) /* WASI has no clock of the process */
    seed = util_mix(seed ^ (uint64_t)clock());
#endif
    return seed;
}
