/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/* The utility inside a target: streams in memory, and simulated files. */
#if !defined(_GNU_SOURCE)
#define _GNU_SOURCE 1 /* memfd_create; open_memstream */
#endif
#if !defined(_FILE_OFFSET_BITS)
#define _FILE_OFFSET_BITS 64 /* struct stat must be the utility's */
#endif
#define RUN_UTIL
#include <errno.h>
#include <stdarg.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "hooks.h"
#include "run-util.h"
#include "target.h"

FILE *fuzz_stdin, *fuzz_stdout, *fuzz_stderr;

static const void *list;
static size_t list_bytes, most_memory;

enum { LONG = 66000 };

unsigned char *run_file(const char *name, size_t *bytes) {
    unsigned char *content;
    unsigned sum = 0;
    const char *p;
    if (strchr("MEFR", *name)) { /* also the empty name */
        return NULL;
    }
    for (p = name; *p; p++) {
        sum = sum * 31 + (unsigned char)*p;
    }
    *bytes = sum % 300 + (*name == 'L' ? LONG : 0);
    content = (unsigned char *)malloc(*bytes + 1);
    if (!content) {
        exit(EXIT_FAILURE);
    }
    target_pattern(content, *bytes, sum);
    return content;
}

/* An anonymous file. */
static int new_file(const void *content, size_t bytes) {
    int fd = -1;
#if defined(MFD_CLOEXEC)
    fd = memfd_create("fuzz", MFD_CLOEXEC);
#endif
    if (fd < 0) {
        FILE *f = tmpfile();
        fd = f ? dup(fileno(f)) : -1;
        if (f) {
            fclose(f);
        }
    }
    if (fd < 0 || write(fd, content, bytes) != (ssize_t)bytes || lseek(fd, 0, SEEK_SET)) {
        target_fail("no room for a file");
    }
    return fd;
}

/* Called from several threads. */
int fuzz_open(const char *name, int flags, ...) {
    unsigned char *content;
    size_t bytes = 0;
    int fd;
    if (list && !strcmp(name, "list")) {
        return new_file(list, list_bytes);
    }
    content = run_file(name, &bytes);
    if (!content) {
        errno = *name == 'E' ? EACCES : *name == 'F' ? EMFILE : ENOENT;
        return *name == 'R' ? open("/dev/null", O_WRONLY) : -1;
    }
    fd = new_file(content, bytes);
    free(content);
    (void)flags;
    return fd;
}

int fuzz_stat(const char *name, struct stat *s) {
    unsigned char *content = NULL;
    size_t bytes = list_bytes;
    memset(s, 0, sizeof *s);
    if (!list || strcmp(name, "list")) {
        content = run_file(name, &bytes);
        if (!content && *name != 'R' && *name != 'F') {
            errno = ENOENT;
            return -1;
        }
    }
    s->st_mode = *name == 'N' ? S_IFIFO : S_IFREG;
    s->st_size = !content || *name == 'P' ? 0 : (off_t)bytes;
    free(content);
    return 0;
}

/* The seeds of random numbers. */
FILE *fuzz_fopen(const char *name, const char *mode) {
    const int fd = fuzz_open(name, O_RDONLY);
    return fd < 0 ? NULL : fdopen(fd, mode);
}

void *fuzz_malloc(size_t bytes) {
    return bytes <= most_memory ? malloc(bytes) : NULL;
}

void *fuzz_calloc(size_t count, size_t bytes) {
    return !bytes || count <= most_memory / bytes ? calloc(count, bytes) : NULL;
}

char *fuzz_getenv(const char *name) {
    (void)name;
    return NULL;
}

int fuzz_printf(const char *format, ...) {
    va_list arguments;
    int result;
    va_start(arguments, format);
    result = vfprintf(fuzz_stdout, format, arguments);
    va_end(arguments);
    return result;
}

run_result run_util(int argc, char **argv, const void *in, size_t in_bytes, const void *the_list,
                    size_t the_bytes, size_t most) {
    run_result r;
    memset(&r, 0, sizeof r);
    list = the_list;
    list_bytes = the_bytes;
    most_memory = most;
    fuzz_stdin = fdopen(new_file(in, in_bytes), "rb");
    fuzz_stdout = open_memstream(&r.out, &r.out_bytes);
    fuzz_stderr = open_memstream(&r.err, &r.err_bytes);
    if (!fuzz_stdin || !fuzz_stdout || !fuzz_stderr) {
        target_fail("no streams in memory");
    }
    r.code = fuzz_main(argc, argv);
    fclose(fuzz_stdin);
    fclose(fuzz_stdout);
    fclose(fuzz_stderr);
    return r;
}

void run_free(run_result *result) {
    free(result->out);
    free(result->err);
}
