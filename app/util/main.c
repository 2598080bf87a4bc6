/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/* blake2b-util: routes to the commands. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "support.h"

static const struct {
    const char *name;
    int (*run)(int argc, char **argv);
    const char *what;
} commands[] = {
    {"sum", command_sum, "print or check digests of files, as b2sum does"},
    {"bench", command_bench, "test and measure every implementation"},
    {"fuzz", command_fuzz, "compare every implementation with the reference on random input"},
    {"list", command_list, "show the implementations and which one is used"},
};

#define COMMANDS (sizeof commands / sizeof commands[0])

static void usage(FILE *f) {
    size_t i;
    fprintf(f, "Usage: blake2b-util COMMAND [option]... [argument]...\n\nCommands:\n");
    for (i = 0; i < COMMANDS; i++) {
        fprintf(f, "  %-8s %s\n", commands[i].name, commands[i].what);
    }
    fprintf(
        f,
        "\nblake2b-util COMMAND --help, or help COMMAND, prints its options; --version prints the version.\n"
        "If called as b2sum, it runs the command sum.\n"
        "The exit code is not 0 if output or a message cannot be written.\n");
}

/* Whether the program was called by NAME, ignoring the folder. */
static int is_called(const char *path, const char *name) {
    const char *p;
    size_t length;
    for (p = path; *p; p++) {
#if defined(_WIN32)
        if (*p == '/' || *p == '\\' || *p == ':') {
#else
        if (*p == '/') {
#endif
            path = p + 1;
        }
    }
    length = strlen(name);
    return !strncmp(path, name, length) && (!path[length] || !strcmp(path + length, ".exe"));
}

static int run(int argc, char **argv) {
    static char b2sum[] = "b2sum", help[] = "--help";
    size_t i;
    if (argc > 0 && is_called(argv[0], b2sum)) {
        argv[0] = b2sum;
        return command_sum(argc, argv);
    }
    if (argc < 2) {
        usage(stderr);
        return 2;
    }
    if (!strcmp(argv[1], "--help") || !strcmp(argv[1], "-h") ||
        (!strcmp(argv[1], "help") && argc == 2)) {
        usage(stdout);
        return util_flush(NULL);
    }
    if (!strcmp(argv[1], "--version")) {
        printf("blake2b-util %s\n", UTIL_VERSION);
        return util_flush(NULL);
    }
    if (!strcmp(argv[1], "help") && argc == 3) {
        argv[1] = argv[2];
        argv[2] = help;
    }
    for (i = 0; i < COMMANDS; i++) {
        if (!strcmp(argv[1], commands[i].name)) {
            return commands[i].run(argc - 1, argv + 1);
        }
    }
    fputs("blake2b-util: unknown command '", stderr);
    util_print_name(stderr, argv[1]);
    fputs("' (see blake2b-util --help)\n", stderr);
    return 2;
}

int main(int argc, char **argv) {
    int code;
    if (!util_descriptors()) {
        fprintf(stderr, "blake2b-util: cannot open the standard streams: %s\n", strerror(errno));
        return 2;
    }
    argv = util_arguments(&argc, argv);
    code = run(argc, argv);
    /* If a message could not be written, as on a full device, only the exit code can report it. */
    return code ? code : ferror(stderr) != 0;
}
