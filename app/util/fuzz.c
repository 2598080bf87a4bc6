/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * blake2b-util fuzz: compares every implementation that this CPU can run with its family's
 * reference on random input.
 *
 * Each iteration has its own random sequence, computed from the seed and its number, so that it can
 * be repeated alone. The families provide the cases.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "driver/cycles.h"
#include "family.h"
#include "fuzz.h"

#define MAX_FAMILIES 16
#define MAX_KERNELS 32 /* per family */

typedef struct fuzz_family {
    const util_family *family;
    const struct kernel *kernels[MAX_KERNELS];
    util_fuzz_choice choice;
    int left_out, no_lanes; /* no kernel of it was named; no multi-message kernel was named */
    uint64_t digests[2];    /* of the correct results, for single-message and for multi-message
                               cases */
} fuzz_family;

typedef struct fuzz_plan {
    fuzz_family families[MAX_FAMILIES];
    size_t family_count;
    uint64_t seed, start, count; /* count 0: no limit */
    double seconds;              /* 0: no limit */
} fuzz_plan;

static void usage(FILE *f) {
    fprintf(f,
            "Usage: blake2b-util fuzz [option]...\n"
            "Compare every implementation that this CPU can run with generic/64, for random\n"
            "states, counters, flags, keys, parameters, lengths, splits, alignments and strides.\n"
            "Those for several messages are called directly and by the library's calls.\n"
            "\n"
            "  --seed N         random seed [from the operating system]\n"
            "  --count N        stop after N iterations\n"
            "  --seconds N      stop after N seconds [never]\n"
            "  --start N        start with iteration N [0]\n"
            "  --impl NAME      test this implementation; may be repeated [all]\n"
            "\n"
            "On a mismatch, print all input and the difference, and exit with 1. The last\n"
            "line is a digest of all results; equal seeds give equal digests on all machines.\n");
}

/* ---- for the families ---- */

static unsigned char *memory, *memory_end;

int util_one_in(util_random *random, uint64_t n) {
    return util_below(random, n) == 0;
}

/* Allocates memory for inputs of up to MOST bytes. */
static int open_memory(size_t most) {
    const size_t bytes = UTIL_FUZZ_ALIGN + most + 2 * UTIL_FUZZ_ALIGN;
    unsigned char *shorter;
    size_t too_long;
    memory = (unsigned char *)malloc(bytes);
    if (!memory) {
        return 0;
    }
    too_long = (size_t)(memory + bytes) % UTIL_FUZZ_ALIGN;
    shorter = (unsigned char *)realloc(memory, bytes - too_long);
    memory = shorter ? shorter : memory;
    memory_end = memory + bytes - too_long;
    memory_end -= (size_t)memory_end % UTIL_FUZZ_ALIGN; /* no change, unless realloc has moved it */
    return 1;
}

unsigned char *util_fuzz_input(util_random *random, size_t span) {
    const size_t after = util_one_in(random, 2) ? 0 : (size_t)util_below(random, UTIL_FUZZ_ALIGN);
    unsigned char *begin = memory_end - after - span;
    const uint64_t way = util_below(random, 16);
    util_fill(random, begin - UTIL_FUZZ_ALIGN, UTIL_FUZZ_ALIGN + span + after);
    if (way < 2) {
        memset(begin, way ? 0xff : 0, span);
    }
    return begin;
}

void util_print_difference(const char *title, const void *the_expected, const void *the_got,
                           size_t bytes) {
    const unsigned char *const expected = (const unsigned char *)the_expected;
    const unsigned char *const got = (const unsigned char *)the_got;
    size_t i, j, line;
    printf("%s: expected, got, difference", title);
    for (i = 0; i < bytes; i += line) {
        line = bytes - i < 32 ? bytes - i : 32;
        printf("\n  %5lu  ", (unsigned long)i);
        for (j = 0; j < line; j++) {
            printf("%02x", expected[i + j]);
        }
        printf("\n         ");
        for (j = 0; j < line; j++) {
            printf("%02x", got[i + j]);
        }
        if (memcmp(expected + i, got + i, line)) {
            printf("\n         ");
            for (j = 0; j < line; j++) {
                printf("%s", expected[i + j] == got[i + j] ? "  " : "^^");
            }
        }
    }
    printf("\n");
}

/* ---- the command ---- */

static void list_families(fuzz_plan *plan) {
    size_t i;
    for (i = 0; i < MAX_FAMILIES && util_families[i]; i++) {
        fuzz_family *f = &plan->families[i];
        f->family = util_families[i];
        f->choice.kernels = f->kernels;
        plan->family_count++;
    }
}

static int add(fuzz_family *f, const struct kernel *k) {
    if (f->choice.count == MAX_KERNELS) {
        return 0;
    }
    f->kernels[f->choice.count++] = k;
    return 1;
}

/* Returns 0 after a message if there is no such kernel. */
static int add_named(fuzz_plan *plan, const char *name) {
    const util_family *family;
    int row;
    const struct kernel *k = util_kernel_to_run("fuzz", name, &family, &row);
    fuzz_family *f = plan->families;
    if (!k) {
        return 0;
    }
    while (f->family != family) {
        f++;
    }
    if (row >= 0) {
        f->choice.rows |= 1ul << row;
        return 1;
    }
    return add(f, k);
}

/* Adds all kernels that this CPU can run, unless some were named. */
static void complete(fuzz_plan *plan, int named) {
    const struct kernel *k;
    size_t i;
    unsigned row;
    for (i = 0; i < plan->family_count; i++) {
        fuzz_family *f = &plan->families[i];
        f->no_lanes = named && !f->choice.rows;
        f->left_out = f->no_lanes && !f->choice.count;
        for (k = f->family->kernels; !named && k->name; k++) {
            if (util_runs(k)) {
                add(f, k);
            }
        }
        for (row = 0; !named && f->family->lanes && f->family->lanes->kernels[row].name; row++) {
            if (util_runs(&f->family->lanes->kernels[row])) {
                f->choice.rows |= 1ul << row;
            }
        }
    }
}

/* Returns 0, or the exit code plus one if usage was requested or wrong. */
static int read_options(fuzz_plan *plan, int argc, char **argv) {
    enum { SEED = 256, COUNT, SECONDS, START, IMPL };
    static const util_option known[] = {
        {"help", 'h', 0, 0},    {"seed", SEED, 1, 0},
        {"count", COUNT, 1, 0}, {"seconds", SECONDS, 1, 0},
        {"start", START, 1, 0}, {"impl", IMPL, 1, 0},
        {NULL, 0, 0, 0},
    };
    util_options options;
    int seeded = 0, good, id, named = 0;
    util_options_open(&options, known, argc, argv);
    while ((id = util_next_option(&options)) != UTIL_OPTIONS_END) {
        good = 1;
        switch (id) {
        case 'h': usage(stdout); return 1 + util_flush("fuzz");
        case SEED: seeded = good = util_number(options.value, 0, UINT64_MAX, &plan->seed); break;
        case COUNT: good = util_number(options.value, 1, UINT64_MAX, &plan->count); break;
        case SECONDS: good = util_seconds(options.value, &plan->seconds); break;
        case START: good = util_number(options.value, 0, UINT64_MAX, &plan->start); break;
        case IMPL:
            named = 1;
            if (!add_named(plan, options.value)) {
                return 1 + 2;
            }
            break;
        default: return 1 + 2;
        }
        if (!good) {
            return 1 + util_bad_usage("fuzz", "invalid number", options.value);
        }
    }
    if (!seeded) {
        plan->seed = util_seed();
    }
    complete(plan, named);
    return 0;
}

/* Returns 0 if all implementations agree with the reference. */
static int iterate(fuzz_plan *plan, uint64_t iteration) {
    const util_fuzz_case *cases;
    size_t i;
    for (i = 0; i < plan->family_count; i++) {
        fuzz_family *f = &plan->families[i];
        util_random random = util_mix(util_mix(plan->seed) ^ iteration);
        for (cases = f->family->fuzz; !f->left_out && cases->run; cases++) {
            if (!(cases->several && f->no_lanes) &&
                cases->run(&random, &f->choice, &f->digests[cases->several != 0])) {
                return 1;
            }
        }
    }
    return 0;
}

static void print_names(const fuzz_family *f) {
    const struct kernel *lanes = f->family->lanes ? f->family->lanes->kernels : NULL;
    char name[UTIL_NAME_BYTES];
    size_t i;
    for (i = 0; i < f->choice.count; i++) {
        printf(" %s", util_name(f->family, f->kernels[i]->name, name));
    }
    for (i = 0; lanes && lanes[i].name; i++) {
        if (f->choice.rows >> i & 1) {
            printf(" %s", util_name(f->family, lanes[i].name, name));
        }
    }
}

/* A digest of all results for each family, the same on every machine and in every build. */
static void print_digests(const fuzz_plan *plan) {
    const char *before = "digests of the results: ";
    size_t i;
    for (i = 0; i < plan->family_count; i++) {
        const fuzz_family *f = &plan->families[i];
        if (!f->left_out) {
            printf("%s%s %016llx", before, f->family->name,
                   (unsigned long long)(f->no_lanes ? f->digests[0]
                                                    : util_mix(f->digests[0] ^ f->digests[1])));
            before = ", ";
        }
    }
    printf("\n");
}

static int run(fuzz_plan *plan) {
    const int watched = util_terminal(stderr);
    const uint64_t begin = cycles_nanoseconds(), second = 1000000000u;
    uint64_t shown = begin, now, done;
    size_t i;

    if (plan->seconds > 0 && !util_clock("fuzz")) {
        return 1;
    }
    printf("seed: 0x%016llx\nimplementations:", (unsigned long long)plan->seed);
    for (i = 0; i < plan->family_count; i++) {
        print_names(&plan->families[i]);
    }
    printf("\n");
    if (util_flush("fuzz")) {
        return 1;
    }
    for (done = 0; !plan->count || done < plan->count; done++) {
        now = cycles_nanoseconds();
        if (plan->seconds > 0 && (double)(now - begin) >= plan->seconds * 1e9) {
            break;
        }
        if (watched && now - shown >= second / 4) {
            fprintf(stderr, "\r%llu iterations, %llu s ", (unsigned long long)done,
                    (unsigned long long)((now - begin) / second));
            shown = now;
        }
        if (iterate(plan, plan->start + done)) {
            printf("repeat: blake2b-util fuzz --seed 0x%016llx --start %llu --count 1\n",
                   (unsigned long long)plan->seed, (unsigned long long)(plan->start + done));
            fprintf(stderr, "%sblake2b-util fuzz: mismatch in iteration %llu\n",
                    watched ? "\n" : "", (unsigned long long)(plan->start + done));
            util_flush("fuzz");
            return 1;
        }
    }
    if (watched) {
        fprintf(stderr, "\r%60s\r", "");
    }
    printf("%llu iterations, no mismatch, ", (unsigned long long)done);
    print_digests(plan);
    return util_flush("fuzz");
}

int command_fuzz(int argc, char **argv) {
    static fuzz_plan plan;
    size_t most = 0, i;
    int result;

    memset(&plan, 0, sizeof plan);
    list_families(&plan);
    result = read_options(&plan, argc, argv);
    if (result) {
        return result - 1;
    }
    for (i = 0; i < plan.family_count; i++) {
        most = plan.families[i].family->fuzz_bytes > most ? plan.families[i].family->fuzz_bytes
                                                          : most;
    }
    if (!open_memory(most)) {
        fprintf(stderr, "blake2b-util fuzz: cannot allocate memory\n");
        return 1;
    }
    result = run(&plan);
    free(memory);
    return result;
}
