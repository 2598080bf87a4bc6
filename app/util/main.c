/* blake2b-util: routes to the commands. */
#include <stdio.h>
#include <string.h>

#include "support.h"

static const struct {
    const char *name;
    int (*run)(int argc, char **argv);
    const char *what;
} commands[] = {
    {"sum", command_sum, "print or check BLAKE2b digests of files, as b2sum does"},
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
    fprintf(f, "\nblake2b-util COMMAND --help tells more; --version prints the version.\n");
}

int main(int argc, char **argv) {
    size_t i;
    argv = util_arguments(&argc, argv);
    if (argc < 2) {
        usage(stderr);
        return 2;
    }
    if (!strcmp(argv[1], "--help") || !strcmp(argv[1], "-h")) {
        usage(stdout);
        return util_flush(NULL);
    }
    if (!strcmp(argv[1], "--version")) {
        printf("blake2b-util %s\n", blake2b_version());
        return util_flush(NULL);
    }
    for (i = 0; i < COMMANDS; i++) {
        if (!strcmp(argv[1], commands[i].name)) {
            return commands[i].run(argc - 1, argv + 1);
        }
    }
    fprintf(stderr, "blake2b-util: unknown command '%s' (see blake2b-util --help)\n", argv[1]);
    return 2;
}
