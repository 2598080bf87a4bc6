/* What bench, fuzz and list share: options, output, random numbers. */
#if defined(_WIN32)
#define _CRT_RAND_S /* rand_s: the system's generator */
#include <windows.h>
#include <shellapi.h>
#include <io.h>
#else
#if !defined(_POSIX_C_SOURCE)
#define _POSIX_C_SOURCE 200112L /* fileno, isatty */
#endif
#include <unistd.h>
#endif
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "support.h"
#include "../driver/cpuid.h"

/* ---- options ---- */

int util_bad_usage(const char *command, const char *what, const char *text) {
    fprintf(stderr, "blake2b-util %s: %s '%s' (see --help)\n", command, what, text);
    return 2;
}

int util_option(util_options *options, const char *const names[]) {
    const char *word, *command = options->argv[0];
    int i;
    if (++options->at >= options->argc) {
        return UTIL_OPTIONS_END;
    }
    word = options->argv[options->at];
    for (i = 0; names[i]; i++) {
        const size_t length = strlen(names[i]);
        options->value = NULL;
        if (!strcmp(word, names[i]) && names[i][length - 1] != '=') {
            return i;
        }
        if (names[i][length - 1] != '=') {
            continue;
        }
        if (!strncmp(word, names[i], length)) {
            options->value = word + length;
            return i;
        }
        if (strlen(word) == length - 1 && !strncmp(word, names[i], length - 1)) {
            if (++options->at >= options->argc) {
                util_bad_usage(command, "no value after", word);
                return UTIL_OPTIONS_BAD;
            }
            options->value = options->argv[options->at];
            return i;
        }
    }
    util_bad_usage(command, word[0] == '-' ? "unknown option" : "unexpected argument", word);
    return UTIL_OPTIONS_BAD;
}

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

const blake2b_backend *util_backend_to_run(const char *command, const char *name) {
    const blake2b_backend *backend = util_backend(name);
    if (!backend) {
        util_bad_usage(command, "this build has no implementation", name);
    } else if (!util_runs(backend)) {
        util_bad_usage(command, "this CPU cannot run", name);
        backend = NULL;
    }
    return backend;
}

/* ---- output ---- */

int util_flush(const char *command) {
    const int failed_before = ferror(stdout);
    errno = 0;
    if (fflush(stdout) || failed_before) {
        fprintf(stderr, "blake2b-util%s%s: cannot write to standard output%s%s\n", command ? " " : "",
                command ? command : "", errno ? ": " : "", errno ? strerror(errno) : "");
        return 1;
    }
    return 0;
}

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
    /* One piece, for as long as the program runs. */
    narrow = malloc(((size_t)count + 1) * sizeof *narrow + (size_t)bytes);
    if (narrow) {
        text = (char *)(narrow + count + 1);
        for (i = 0; i < count; i++) {
            narrow[i] = text + used;
            used += WideCharToMultiByte(CP_UTF8, 0, wide[i], -1, narrow[i], bytes - used, NULL, NULL);
        }
        narrow[count] = NULL;
        *argc = count;
    }
    LocalFree(wide);
    return narrow ? narrow : argv;
}

FILE *util_open(const char *name) {
    const int length = MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, name, -1, NULL, 0);
    wchar_t *wide;
    FILE *f;
    if (length <= 0 || !(wide = malloc((size_t)length * sizeof *wide))) {
        errno = length <= 0 ? ENOENT : ENOMEM; /* no file has a name that is no UTF-8 */
        return NULL;
    }
    MultiByteToWideChar(CP_UTF8, 0, name, -1, wide, length);
    f = _wfopen(wide, L"rb");
    free(wide);
    return f;
}
#else
char **util_arguments(int *argc, char **argv) {
    (void)argc;
    return argv;
}

FILE *util_open(const char *name) {
    return fopen(name, "rb");
}
#endif

int util_terminal(void) {
#if defined(_WIN32)
    return _isatty(_fileno(stderr));
#else
    return isatty(fileno(stderr));
#endif
}

const char *util_family(void) {
#define NAME(id, name) name,
    static const char *const names[] = {CPU_FAMILIES(NAME)};
#undef NAME
    return names[blake2b_cpu_family()];
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
    return util_mix(seed ^ (uint64_t)clock());
}
