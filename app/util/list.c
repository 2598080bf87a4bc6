/* blake2b-util list: the implementations, what this CPU can run, what is used and why. */
#include <stdio.h>
#include <string.h>

#include "support.h"
#include "../driver/cpuid.h"

static void usage(FILE *f) {
    fprintf(f,
            "Usage: blake2b-util list [option]...\n"
            "Show the implementations of this build, and which one this CPU gets.\n"
            "\n"
            "  --csv   implementation,needs,state\n"
            "  --lanes with --csv, those for several messages at once: implementation,lanes,needs,state\n"
            "\n"
            "States: used; ok: passes its self-test; failed: does not, and is never used;\n"
            "unsupported: this CPU, or its operating system, lacks what the implementation needs.\n"
            "The exit code is 1 if an implementation failed.\n");
}

/* "used", "ok", "unsupported" or "failed"; USED is NULL if none passes. */
static const char *state_of(const blake2b_backend *backend, const char *used) {
    if (!util_runs(backend)) {
        return "unsupported";
    }
    if (blake2b_selftest(backend->blocks)) {
        return "failed";
    }
    return used && !strcmp(used, backend->name) ? "used" : "ok";
}

/* Used: it is what many messages go through as long as there are as many. */
static const char *lanes_state_of(const blake2b_lanes_backend *backend) {
    if (!util_lanes_runs(backend)) {
        return "unsupported";
    }
    if (blake2b_lanes_selftest(backend)) {
        return "failed";
    }
    return blake2b_lanes_auto(backend->lanes) == backend ? "used" : "ok";
}

/* Non-zero if one failed. */
static int print_lanes(int csv) {
    const blake2b_lanes_backend *b;
    int failed = 0;
    if (csv) {
        printf("implementation,lanes,needs,state\n");
    } else if (blake2b_lanes_backends[0].name) {
        printf("\nSeveral messages at once (blake2b_many, BLAKE2bp, BLAKE2Xb):\n%-14s %-12s %-5s %s\n",
               "implementation", "state", "lanes", "needs");
    } else {
        printf("\nFor several messages at once this build has nothing: they go one after the other.\n");
    }
    for (b = blake2b_lanes_backends; b->name; b++) {
        const char *state = lanes_state_of(b);
        blake2b_backend like = {NULL, NULL, 0, NULL};
        char needs[UTIL_NEEDS_BYTES];
        like.needs = b->needs;
        util_needs(&like, needs);
        failed |= !strcmp(state, "failed");
        if (csv) {
            printf("%s,%u,%s,%s\n", b->name, b->lanes, needs, state);
        } else {
            printf("%-14s %-12s %-5u %s\n", b->name, state, b->lanes, needs);
        }
    }
    return failed;
}

/* The util has all references, the library only the one that fits the CPU. */
static int in_library(const char *name) {
    const blake2b_backend *b;
    for (b = blake2b_backends; b->name; b++) {
        if (!strcmp(b->name, name)) {
            return 1;
        }
    }
    return 0;
}

static void print_why(const char *used) {
    const blake2b_preferred *preferred = blake2b_preference(blake2b_cpu_family());
    size_t i;
    if (!used) {
        printf("\nNo implementation passes its self-test: the library refuses to hash.\n");
        return;
    }
    printf("\n%s is used: ", used);
    for (i = 0; i < 2 && preferred->first[i]; i++) {
        if (!strcmp(preferred->first[i], used)) {
            printf("%s choice for %s (%s)\n", i ? "second" : "first", util_family(), preferred->why);
            return;
        }
    }
    printf("the first of these, in this order, that the CPU can run and that passes its self-test\n");
    if (preferred->first[0]) {
        printf("(what %s would prefer is missing here)\n", util_family());
    }
}

int command_list(int argc, char **argv) {
    static const char *const names[] = {"--help", "-h", "--csv", "--lanes", NULL};
    util_options options = {0, NULL, 0, NULL};
    const blake2b_backend *b;
    blake2b_backend cpu = {NULL, NULL, 0, NULL};
    char needs[UTIL_NEEDS_BYTES];
    const char *used;
    int csv = 0, lanes = 0, failed = 0, more = 1;

    options.argc = argc;
    options.argv = argv;
    while (more) {
        switch (util_option(&options, names)) {
        case 0:
        case 1:
            usage(stdout);
            return util_flush("list");
        case 2:
            csv = 1;
            break;
        case 3:
            lanes = 1;
            break;
        case UTIL_OPTIONS_END:
            more = 0;
            break;
        default:
            return 2;
        }
    }

    if (csv && lanes) {
        failed = print_lanes(1);
        return util_flush("list") || failed;
    }
    used = blake2b_implementation();
    if (csv) {
        printf("implementation,needs,state\n");
    } else {
        cpu.needs = blake2b_cpu_features();
        util_needs(&cpu, needs);
        printf("blake2b-util %s\nCPU family:   %s\nCPU features: %s\n\n%-14s %-12s %s\n", blake2b_version(),
               util_family(), needs, "implementation", "state", "needs");
    }
    for (b = util_backends; b->name; b++) {
        const char *state = state_of(b, used);
        failed |= !strcmp(state, "failed");
        util_needs(b, needs);
        if (csv) {
            printf("%s,%s,%s\n", b->name, needs, state);
        } else {
            printf("%-14s %-12s %s%s\n", b->name, state, needs,
                   in_library(b->name) ? "" : " (not in the library, for comparison only)");
        }
    }
    if (!csv) {
        print_why(used);
        failed |= print_lanes(0);
    }
    return util_flush("list") || failed;
}
