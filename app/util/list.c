/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * blake2b-util list: the implementations, which of them this CPU can run, which is used, and why.
 */
#include <stdio.h>
#include <string.h>

#include "family.h"
#include "support.h"
#include "driver/cpu.h"

static void usage(FILE *f) {
    fprintf(
        f,
        "Usage: blake2b-util list [option]...\n"
        "List the implementations of this build, and show which one this CPU uses.\n"
        "\n"
        "  --csv    print implementation,needs,state\n"
        "  --lanes  with --csv, list those for several messages at once:\n"
        "           implementation,lanes,needs,state\n"
        "  --others with --csv, list those for other calls:\n"
        "           call,implementation,needs,state\n"
        "  --tune   measure those for one message first, and use the fastest\n"
        "\n"
        "States: used; ok: passes its self-test; failed: fails it and is never used;\n"
        "unsupported: this CPU, or its operating system, lacks a feature it needs.\n"
        "The exit code is 1 if an implementation failed, or with --tune if there is no usable clock.\n");
}

/* "used", "ok", "unsupported" or "failed"; USED is the kernel that is used, or NULL. */
static const char *state_of(const struct kernel *k, int (*selftest)(const struct kernel *),
                            const char *used) {
    if (!util_runs(k)) {
        return "unsupported";
    }
    if (selftest(k)) {
        return "failed";
    }
    return used && !strcmp(used, k->name) ? "used" : "ok";
}

/* The name of the library's choice; NULL if none passes. */
static const char *used_of(const util_family *family) {
    const struct kernel *k = util_auto(family);
    return k ? k->name : NULL;
}

/* Whether the kernel K is used for some number of messages: in the plan of D, or of a table that
   also has rows of D's kernels. */
static int lanes_used(const util_family *family, const struct dispatch_lanes *d,
                      const struct kernel *k) {
    const int any = util_auto(family) != NULL;
    const util_others *o;
    size_t messages;
    for (messages = 2; any && messages <= DISPATCH_LANES_MAX; messages++) {
        const struct plan *p = util_row(d, family->dispatch, messages);
        if (dispatch_planned(d, p) == k) {
            return 1;
        }
        for (o = family->others; o && o->calls; o++) {
            p = o->lanes && o->lanes->other == d ? util_row(o->lanes, family->dispatch, messages)
                                                 : NULL;
            if (p && dispatch_planned(o->lanes, p) == k) {
                return 1;
            }
        }
    }
    return 0;
}

/* Returns non-zero if one failed its self-test. */
static int print_lanes(const util_family *family, int csv) {
    const struct kernel *k = family->lanes ? family->lanes->kernels : NULL;
    int failed = 0;
    if (!csv && k && k->name) {
        printf("\nSeveral messages at once (%s):\n%-20s %-12s %-5s %s\n", family->lanes_calls,
               "implementation", "state", "lanes", "needs");
    } else if (!csv) {
        printf(
            "\nFor several messages at once this build has nothing: they go one after the other.\n");
    }
    for (; k && k->name; k++) {
        const char *state = state_of(k, family->lanes->selftest,
                                     lanes_used(family, family->lanes, k) ? k->name : NULL);
        char needs[UTIL_FEATURES_BYTES], name[UTIL_NAME_BYTES];
        util_features(k->needs, needs);
        util_name(family, k->name, name);
        failed |= !strcmp(state, "failed");
        if (csv) {
            printf("%s,%u,%s,%s\n", name, k->messages, needs, state);
        } else {
            printf("%-20s %-12s %-5u %s\n", name, state, k->messages, needs);
        }
    }
    return failed;
}

/* Returns non-zero if one failed its self-test. */
static int print_others(const util_family *family, int csv) {
    const util_others *o;
    const struct kernel *k;
    int failed = 0;
    for (o = family->others; o && o->calls; o++) {
        const struct kernel *used = o->lanes ? NULL
                                             : dispatch_follow(o->dispatch, family->dispatch);
        k = o->lanes ? o->lanes->kernels : o->dispatch->kernels;
        if (!csv && k->name) {
            printf("\n%s:\n%-20s %-12s %s\n", o->calls, "implementation", "state", "needs");
        }
        for (; k->name; k++) {
            const char *state;
            if (o->lanes && lanes_used(family, o->lanes, k)) {
                used = k;
            }
            state = state_of(k, o->lanes ? o->lanes->selftest : o->dispatch->selftest,
                             used ? used->name : NULL);
            char needs[UTIL_FEATURES_BYTES], name[UTIL_NAME_BYTES];
            failed |= !strcmp(state, "failed");
            util_features(k->needs, needs);
            util_name(family, k->name, name);
            if (csv) {
                printf("%s,%s,%s,%s\n", o->calls, name, needs, state);
            } else {
                printf("%-20s %-12s %s\n", name, state, needs);
            }
        }
    }
    return failed;
}

/* Returns non-zero if one failed its self-test. */
static int print_kernels(const util_family *family, int csv) {
    const char *used = used_of(family);
    const struct kernel *k;
    int failed = 0;
    for (k = family->kernels; k->name; k++) {
        const char *state = state_of(k, family->dispatch->selftest, used);
        char needs[UTIL_FEATURES_BYTES], name[UTIL_NAME_BYTES];
        failed |= !strcmp(state, "failed");
        util_features(k->needs, needs);
        util_name(family, k->name, name);
        if (csv) {
            printf("%s,%s,%s\n", name, needs, state);
        } else {
            /* The utility has all references, the library only one. */
            printf("%-20s %-12s %s%s\n", name, state, needs,
                   util_kernel(family->dispatch->kernels, k->name)
                       ? ""
                       : " (not in the library, for comparison only)");
        }
    }
    return failed;
}

/* Returns non-zero after a message if it fails. */
static int tune(const util_family *family) {
    if (family->tune()) {
        fputs("blake2b-util list: no usable clock\n", stderr);
        return 1;
    }
    return 0;
}

static void print_why(const util_family *family, int tuned) {
    const struct preference *preferred = dispatch_preference(family->dispatch, cpu_family());
    const char *used = used_of(family);
    char name[UTIL_NAME_BYTES];
    size_t i;
    if (!used) {
        printf("\nNo implementation passes its self-test: the library refuses to hash.\n");
        return;
    }
    printf("\n%s is used: ", util_name(family, used, name));
    if (tuned) {
        printf("measured now, nothing is clearly faster here\n");
        return;
    }
    for (i = 0; i < 2 && preferred->first[i]; i++) {
        if (!strcmp(preferred->first[i], used)) {
            printf("%s choice for %s (figures: doc/performance.md)\n", i ? "second" : "first",
                   util_cpu());
            return;
        }
    }
    printf(
        "the first of these, in this order, that the CPU can run and that passes its self-test\n");
    if (preferred->first[0]) {
        printf("(what %s would prefer is missing here)\n", util_cpu());
    }
}

int command_list(int argc, char **argv) {
    enum { CSV = 256, LANES, OTHERS, TUNE };
    static const util_option known[] = {{"help", 'h', 0, 0},    {"csv", CSV, 0, 0},
                                        {"lanes", LANES, 0, 0}, {"others", OTHERS, 0, 0},
                                        {"tune", TUNE, 0, 0},   {NULL, 0, 0, 0}};
    util_options options;
    const util_family *const *family;
    char needs[UTIL_FEATURES_BYTES];
    int csv = 0, lanes = 0, others = 0, tuned = 0, failed = 0, id;

    util_options_open(&options, known, argc, argv);
    while ((id = util_next_option(&options)) != UTIL_OPTIONS_END) {
        switch (id) {
        case 'h': usage(stdout); return util_flush("list");
        case CSV: csv = 1; break;
        case LANES: lanes = 1; break;
        case OTHERS: others = 1; break;
        case TUNE: tuned = 1; break;
        default: return 2;
        }
    }

    if (!csv && (lanes || others)) {
        return util_bad_usage("list", "--csv is required by", lanes ? "--lanes" : "--others");
    }
    if (csv) {
        printf(others  ? "call,implementation,needs,state\n"
               : lanes ? "implementation,lanes,needs,state\n"
                       : "implementation,needs,state\n");
    } else {
        util_features(cpu_features(), needs);
        printf("blake2b-util %s\nCPU family:   %s\nCPU features: %s\n", UTIL_VERSION, util_cpu(),
               needs);
    }
    for (family = util_families; *family; family++) {
        const int untuned = tuned && tune(*family);
        failed |= untuned;
        if (csv) {
            failed |= others  ? print_others(*family, 1)
                      : lanes ? print_lanes(*family, 1)
                              : print_kernels(*family, 1);
        } else {
            printf("\n%-20s %-12s %s\n", "implementation", "state", "needs");
            failed |= print_kernels(*family, 0);
            print_why(*family, tuned && !untuned);
            failed |= print_lanes(*family, 0);
            failed |= print_others(*family, 0);
        }
    }
    return util_flush("list") || failed;
}
