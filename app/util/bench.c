/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * blake2b-util bench: tests, then measures, every implementation that this CPU can run.
 *
 * It times whole public calls, many back to back; the families define the calls. The
 * implementations take turns within a size, so that other load on the machine affects all of them.
 * The result is the second-smallest trusted sample.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "driver/cpu.h"
#include "driver/cycles.h"
#include "family.h"
#include "record.h"

#if defined(__i386__) && defined(__linux__)
#include <signal.h> /* for clean_registers */
#endif

#define MAX_SIZES 64
#define MAX_CHOICES 64
#define MAX_GROUPS 32
#define MAX_BYTES ((uint64_t)1 << 30)
#define DEFAULT_SECONDS 12.0
#define LEAST_SAMPLES 5
#define REPEATS 50 /* of an untrusted sample, for a record */

enum format { TABLE, CSV, JSON };

/* One of the alternatives to measure. */
typedef struct choice {
    const util_family *family;
    const struct kernel *kernel; /* single-message kernel; NULL: the library's choice */
    unsigned long rows;          /* multi-message kernels that may be used */
    char name[UTIL_NAME_BYTES];
    const struct dispatch *others; /* the table of KERNEL, if of another contract */
    int taken;                     /* the library uses it; */
    int in_library;                /* the library could use it */
} choice;

typedef struct choices {
    choice list[MAX_CHOICES];
    size_t count;
} choices;

typedef struct wanted_group {
    const util_family *family;
    const util_group *group;
    int wanted;
} wanted_group;

typedef struct bench_plan {
    choices of[3]; /* single-message kernels, multi-message kernels, kernels of other contracts */
    wanted_group groups[MAX_GROUPS];
    size_t group_count;
    size_t sizes[MAX_SIZES]; /* for all groups; none: the default ones of each */
    size_t size_count;
    double seconds; /* for all measurements together */
    enum format format;
    const char *record; /* the file to write, or NULL */
    int replace;        /* an existing one */
    int shape;          /* print curves instead */
} bench_plan;

/* Calls of one choice with one size. */
typedef struct cell {
    const util_group *group;
    const choice *choice;
    unsigned char *in;
    size_t bytes;
    uint64_t calls; /* per sample */
    uint64_t spent; /* ns, including warming up */
    unsigned samples;
    unsigned dropped; /* untrusted ones among them */
    cycles_sample best, second;
    /* or ns, per message: by the second-best sample, as the best may be an outlier */
    double cycles;
    int disturbed; /* fewer than two samples can be trusted */
    int beside;    /* measures the group's uncounted part, which is subtracted */
} cell;

static void usage(FILE *f) {
    fprintf(f, "Usage: blake2b-util bench [option]...\n"
               "Test every implementation that this CPU can run, then measure them.\n"
               "\n"
               "  --group NAME      measure these calls; may be repeated [all]:\n");
    util_help(f, "--group", 20, 10);
    fprintf(
        f,
        "  --size N[,N...]   set the message size in bytes; may be repeated\n"
        "                    [serial: 1, 64, 128, 576, 1024, 8192, 65536, 1048576; others: fewer]\n"
        "  --impl NAME       measure this implementation; may be repeated [all]. In the groups many,\n"
        "                    prefix, parallel, xof, jobs, many256 and many512 these are the kernels\n"
        "                    for several messages, automatic (all of them), and one-by-one (none)\n"
        "  --time SECONDS    measure for about this time in total [%g]\n"
        "  --shape           print curves instead: cycles of serial by length, 0 to 1100, and of counts\n"
        "                    by number of messages, 1 to 100; mark points that are more than a tenth\n"
        "                    above what their blocks take, or the cheapest two calls for as many\n"
        "  --csv             print group,implementation,bytes,cycles,cycles_per_byte\n"
        "  --json            print the same and more as one JSON document\n"
        "  --record FILE     also write FILE, in the format of the source folder measured, with a\n"
        "                    description of the CPU and the system. Disturbed samples are repeated,\n"
        "                    and marked if that does not help. SOURCE_DATE_EPOCH sets the date\n"
        "  --force           with --record, replace an existing FILE\n"
        "\n"
        "Cycles are core cycles for a whole call, the second-least of many samples. Samples during which\n"
        "the clock changed or something else ran on the core are dropped and counted. In the group many\n"
        "cycles are divided by the number of messages. If the core's clock cannot be calibrated, the unit\n"
        "is nanoseconds, under the same headings in --csv; --json names the unit.\n",
        DEFAULT_SECONDS);
}

/* ---- testing ---- */

/* O is the table of another contract that K is in, or NULL. */
static int fails(const util_family *family, const struct kernel *k, const util_others *o) {
    char name[UTIL_NAME_BYTES];
    if (!util_runs(k) || !(!o         ? family->compare(k)
                           : o->lanes ? o->lanes->selftest(k)
                                      : o->dispatch->selftest(k))) {
        return 0;
    }
    fprintf(stderr, "blake2b-util bench: implementation %s failed its test\n",
            util_name(family, k->name, name));
    return 1;
}

/* Returns the number of implementations that fail, after naming each on stderr. */
static int test_all(void) {
    const util_family *const *family;
    const util_others *o;
    const struct kernel *k;
    int failures = 0;
    for (family = util_families; *family; family++) {
        for (k = (*family)->lanes ? (*family)->lanes->kernels : NULL; k && k->name; k++) {
            failures += fails(*family, k, NULL);
        }
        for (k = (*family)->kernels; k->name; k++) {
            failures += fails(*family, k, NULL);
        }
        for (o = (*family)->others; o && o->calls; o++) {
            for (k = o->lanes ? o->lanes->kernels : o->dispatch->kernels; k->name; k++) {
                failures += fails(*family, k, o);
            }
        }
    }
    return failures;
}

/* ---- measuring ---- */

static void sample_calls(void *argument) {
    const cell *c = (const cell *)argument;
    if (c->beside) {
        c->group->beside(c->calls);
    } else {
        c->group->run(c->in, c->bytes, c->calls);
    }
}

/* Selects the cell's kernels. */
static void use(const cell *c) {
    const util_family *family = c->choice->family;
    const util_others *o;
    if (c->choice->others) {
        dispatch_follow_use(c->choice->others, family->dispatch, c->choice->kernel);
        return;
    }
    dispatch_use(family->dispatch, c->choice->kernel);
    if (family->lanes) {
        util_rows(family->lanes, c->choice->rows);
    }
    for (o = family->others; o && o->calls; o++) {
        if (o->dispatch) {
            dispatch_follow_use(o->dispatch, family->dispatch, NULL);
        } else if (o->lanes->other && o->lanes->other == family->lanes) {
            util_rows(o->lanes, c->choice->rows);
        }
    }
}

/*
 * Fetches the code, wakes up the vector units, and lets the library choose multi-message kernels,
 * which takes a while.
 */
static void warm_up(const cell *c) {
    c->group->run(c->in, c->bytes < 8192 ? c->bytes : 8192, c->group->several ? 1 : c->calls);
}

/* Finds the number of calls that the clock can time well. */
static void find_calls(const cycles_clock *clock, cell *c) {
    const uint64_t begin = cycles_nanoseconds();
    use(c);
    c->calls = 1;
    warm_up(c);
    while (cycles_ticks(clock, sample_calls, c) < clock->least) {
        c->calls *= 2;
    }
    c->spent = cycles_nanoseconds() - begin;
}

/*
 * AMD's cores run SSE instructions more slowly while upper halves of ymm registers are in use (Zen
 * 4: 5.2 instead of 3.7 cycles a byte). In 32-bit code vzeroupper does not clear ymm8 to ymm15.
 * When the system restores registers after a signal handler, all upper halves are clear again.
 */
#if defined(__i386__) && defined(__linux__)
static void no_handler(int number) {
    (void)number;
}

static void clean_registers(void) {
    void (*const before)(int) = signal(SIGTERM, no_handler);
    if (before != SIG_ERR) {
        (void)raise(SIGTERM);
        (void)signal(SIGTERM, before);
    }
}
#else
static void clean_registers(void) {}
#endif

static void take_sample(cycles_clock *clock, cell *c) {
    const uint64_t begin = cycles_nanoseconds();
    cycles_sample sample;
    use(c);
    warm_up(c);
    clean_registers();
    cycles_time(clock, sample_calls, c, &sample);
    if (!c->samples) {
        c->best = c->second = sample;
    } else if (cycles_better(clock, &sample, &c->best)) {
        c->second = c->best;
        c->best = sample;
    } else if (c->samples == 1 || cycles_better(clock, &sample, &c->second)) {
        c->second = sample;
    }
    c->samples++;
    c->dropped += !cycles_trusted(clock, &sample);
    c->spent += cycles_nanoseconds() - begin;
}

static void take_samples(cycles_clock *clock, cell *cells, size_t count, double seconds,
                         unsigned repeats) {
    const uint64_t share = (uint64_t)(seconds * 1e9 / (double)count);
    size_t i;
    int busy;
    cycles_restart(clock);
    for (i = 0; i < count; i++) {
        find_calls(clock, &cells[i]);
    }
    do {
        busy = 0;
        for (i = 0; i < count; i++) {
            if (cells[i].samples < LEAST_SAMPLES || cells[i].spent < share) {
                take_sample(clock, &cells[i]);
                busy = 1;
            }
        }
    } while (busy);
    do {
        busy = 0;
        for (i = 0; i < count && repeats; i++) {
            if (!cycles_trusted(clock, &cells[i].second)) {
                take_sample(clock, &cells[i]);
                busy = 1;
            }
        }
    } while (busy && --repeats);
    for (i = 0; i < count; i++) {
        cells[i].cycles = cycles_of(clock, &cells[i].second) / (double)cells[i].calls /
                          cells[i].group->messages;
        cells[i].disturbed = !cycles_trusted(clock, &cells[i].second);
    }
}

/* All cells are of one group. There is room for one more. */
static void measure(cycles_clock *clock, cell *cells, size_t count, double seconds,
                    unsigned repeats) {
    cell *const beside = &cells[count];
    size_t i;
    if (!cells->group->beside) {
        take_samples(clock, cells, count, seconds, repeats);
        return;
    }
    *beside = cells[0];
    beside->beside = 1;
    take_samples(clock, cells, count + 1, seconds, repeats);
    for (i = 0; i < count; i++) {
        cells[i].cycles -= beside->cycles;
        cells[i].disturbed |= beside->disturbed || cells[i].cycles <= 0;
    }
}

/* ---- reporting ---- */

static void report_begin(const bench_plan *plan, const cycles_clock *clock) {
    switch (plan->format) {
    case TABLE:
        printf("blake2b-util %s bench, CPU family: %s\n%s\n", UTIL_VERSION, util_cpu(), clock->how);
        break;
    case CSV: printf("group,implementation,bytes,cycles,cycles_per_byte\n"); break;
    case JSON:
        printf(
            "{\"version\": \"%s\", \"cpu_family\": \"%s\", \"unit\": \"%s\",\n \"clock\": \"%s\",\n"
            " \"results\": [",
            UTIL_VERSION, util_cpu(), clock->unit, clock->how);
        break;
    }
}

static void report_size(const bench_plan *plan, const cycles_clock *clock, const cell *cells,
                        size_t count, int first) {
    const util_group *group = cells->group;
    size_t i, fastest = 0;
    for (i = 1; i < count; i++) {
        if (cells[i].cycles < cells[fastest].cycles) {
            fastest = i;
        }
    }
    if (plan->format == TABLE) {
        printf("\n%s: %lu\n%22s %12s/%s  %8s/byte\n", group->title, (unsigned long)cells->bytes, "",
               clock->unit, group->each, clock->unit);
    }
    for (i = 0; i < count; i++) {
        const cell *c = &cells[i];
        const size_t bytes = group->message ? group->message : c->bytes;
        const double per_byte = c->cycles / (double)(bytes ? bytes : 1);
        switch (plan->format) {
        case TABLE:
            printf("  %-20s %12.1f  %13.3f%s%s\n", c->choice->name, c->cycles, per_byte,
                   i == fastest ? "  fastest" : "", c->disturbed ? "  (disturbed)" : "");
            break;
        case CSV:
            printf("%s,%s,%lu,%.1f,%.3f\n", group->name, c->choice->name, (unsigned long)c->bytes,
                   c->cycles, per_byte);
            break;
        case JSON:
            printf(
                "%s\n  {\"group\": \"%s\", \"implementation\": \"%s\", \"bytes\": %lu, \"%s\": %.1f, "
                "\"%s_per_byte\": %.3f, \"samples\": %u, \"dropped\": %u, \"fastest\": %s, \"disturbed\": %s}",
                first && i == 0 ? "" : ",", group->name, c->choice->name, (unsigned long)c->bytes,
                clock->unit, c->cycles, clock->unit, per_byte, c->samples, c->dropped,
                i == fastest ? "true" : "false", c->disturbed ? "true" : "false");
            break;
        }
    }
}

/* SENTENCES: the output of judge_order. */
static void report_end(const bench_plan *plan, const char *sentences, unsigned long samples,
                       unsigned long dropped) {
    if (plan->format == TABLE) {
        printf(
            "\n%lu of %lu samples dropped: the clock changed, or something else ran on the core\n",
            dropped, samples);
    }
    if (plan->format == JSON) {
        printf("\n]}\n");
    } else if (plan->format == TABLE && sentences[0]) {
        printf(
            "\n%sPlease send the output of \"blake2b-util bench --record FILE\" to the project: see CONTRIBUTING.md.\n",
            sentences);
    }
}

/* Sizes at which the time is mostly that of the kernels, and the difference that counts. */
enum { ORDER_LEAST_BYTES = 1024, ORDER_MOST_BYTES = 65536, ORDER_PERCENT = 3 };

/*
 * Writes a sentence to TEXT if a kernel is clearly faster than the one that the library uses. Does
 * not change TEXT for other sizes.
 */
#define ORDER_BYTES 300
static void judge_order(const cell *cells, size_t count, char text[ORDER_BYTES]) {
    const cell *taken = NULL, *fastest = NULL;
    size_t i;
    if (cells->choice->others || cells->bytes < ORDER_LEAST_BYTES ||
        cells->bytes > ORDER_MOST_BYTES) {
        return;
    }
    text[0] = '\0';
    for (i = 0; i < count; i++) {
        const cell *c = &cells[i];
        taken = c->choice->taken && !c->disturbed ? c : taken;
        if (c->choice->in_library && !c->disturbed && (!fastest || c->cycles < fastest->cycles)) {
            fastest = c;
        }
    }
    if (taken && fastest && taken->cycles > fastest->cycles * (1 + (int)ORDER_PERCENT / 100.0)) {
        sprintf(
            text,
            "On this CPU %s (%.2f a byte) is faster than %s (%.2f), which the library uses in the group %.30s.\n",
            fastest->choice->name, fastest->cycles / (double)fastest->bytes, taken->choice->name,
            taken->cycles / (double)taken->bytes, cells->group->name);
    }
}

/* Returns 0 after a message. */
static int record_size(util_record *record, const cycles_clock *clock, const cell *cells,
                       size_t count) {
    size_t i;
    record_clock(record, clock);
    for (i = 0; i < count; i++) {
        const cell *c = &cells[i];
        record->samples += c->samples;
        record->dropped += c->dropped;
        if (!record_row(record, c->group->name, c->choice->name, c->bytes, c->group->message,
                        c->cycles, c->disturbed)) {
            return 0;
        }
    }
    return 1;
}

/* ---- curves ---- */

enum { SHAPE_LENGTHS = 1101, SHAPE_COUNTS = 100, SHAPE_PERCENT = 10, SHAPE_MOST = SHAPE_LENGTHS };

/* A curve: measured cycles from point FIRST on. */
typedef struct curve {
    const char *name;
    const util_group *group;
    size_t first, points;
    double cycles[SHAPE_MOST];
} curve;

/* By length: in proportion to the blocks between two lengths. */
static double by_length(const curve *v, size_t at) {
    const double low = v->cycles[128], high = v->cycles[1024];
    const double blocks = at ? (double)((at + 127) / 128) : 1;
    return low + (blocks - 1) * (high - low) / 7;
}

/* By number of messages: the cheapest two calls for as many. */
static double by_count(const curve *v, size_t at) {
    double least = v->cycles[0] * (double)at;
    size_t n;
    for (n = 1; n < at; n++) {
        const double both = v->cycles[n - v->first] + v->cycles[at - n - v->first];
        least = both < least ? both : least;
    }
    return least;
}

static void print_curve(const curve *v, unsigned long *above) {
    size_t i;
    for (i = 0; i < v->points; i++) {
        const size_t at = v->first + i;
        const double expected = v->first ? by_count(v, at) : by_length(v, at);
        const int over = v->cycles[i] > expected * (1 + (int)SHAPE_PERCENT / 100.0);
        printf("%s,%lu,%.1f,%.1f,%s\n", v->name, (unsigned long)at, v->cycles[i], expected,
               over ? "above" : "");
        *above += (unsigned long)over;
    }
}

/* For the family of the program's name, which has both groups. */
static void shape(cycles_clock *clock, unsigned char *in, double seconds) {
    static curve of[2];
    /* The points take turns, so that a disturbance does not hit neighbouring ones only. */
    static cell cells[SHAPE_MOST + 1];
    static choice own;
    const util_group *group;
    unsigned long above = 0;
    size_t i, j;
    own.family = util_families[0];
    dispatch_select(own.family->dispatch, NULL);
    own.kernel = util_auto(own.family);
    own.rows = ~0ul;
    of[0].name = "length";
    of[0].points = SHAPE_LENGTHS;
    of[1].name = "messages";
    of[1].first = 1;
    of[1].points = SHAPE_COUNTS;
    for (group = own.family->groups; group->name; group++) {
        of[0].group = strcmp(group->name, "serial") ? of[0].group : group;
        of[1].group = strcmp(group->name, "counts") ? of[1].group : group;
    }
    printf("curve,at,%s,expected,\n", clock->unit);
    for (i = 0; i < 2; i++) {
        curve *const v = &of[i];
        for (j = 0; j < v->points; j++) {
            cell *const c = &cells[j];
            memset(c, 0, sizeof *c);
            c->group = v->group;
            c->choice = &own;
            c->in = in;
            c->bytes = v->first + j;
        }
        measure(clock, cells, v->points, seconds / 2, REPEATS);
        for (j = 0; j < v->points; j++) {
            v->cycles[j] = cells[j].cycles;
        }
        print_curve(v, &above);
        fflush(stdout);
    }
    fprintf(stderr, "%lu of %d points are more than %d %% above what is expected\n", above,
            SHAPE_LENGTHS + SHAPE_COUNTS, SHAPE_PERCENT);
}

/* ---- the command ---- */

static int add_sizes(bench_plan *plan, const char *text) {
    while (*text) {
        char number[24];
        const size_t length = strcspn(text, ",");
        uint64_t bytes;
        if (length >= sizeof number || plan->size_count == MAX_SIZES) {
            return 0;
        }
        memcpy(number, text, length);
        number[length] = '\0';
        if (!util_number(number, 1, MAX_BYTES, &bytes)) {
            return 0;
        }
        plan->sizes[plan->size_count++] = (size_t)bytes;
        text += length;
        if (*text == ',' && !*++text) {
            return 0;
        }
    }
    return plan->size_count > 0;
}

static int add(choices *to, const util_family *family, const char *name,
               const struct kernel *kernel, unsigned long rows) {
    choice *c = &to->list[to->count];
    if (to->count == MAX_CHOICES) {
        return 0;
    }
    c->family = family;
    c->kernel = kernel;
    c->rows = rows;
    util_name(family, name, c->name);
    to->count++;
    return 1;
}

/* All multi-message kernels as the library uses them, and none of them. */
static const char automatic[] = "automatic", one_by_one[] = "one-by-one";

/* Adds the kernels of other contracts called NAME, or all (NULL). */
static void add_others(bench_plan *plan, const util_family *family, const char *name) {
    const util_others *o;
    const struct kernel *k;
    for (o = family->others; o && o->calls; o++) {
        for (k = o->lanes ? NULL : o->dispatch->kernels; k && k->name; k++) {
            if (util_runs(k) && (!name || !strcmp(name, k->name)) &&
                add(&plan->of[2], family, k->name, k, ~0ul)) {
                plan->of[2].list[plan->of[2].count - 1].others = o->dispatch;
            }
        }
    }
}

/* Returns 0 after a message if there is no such implementation. */
static int add_named(bench_plan *plan, const char *name) {
    const util_family *family;
    const struct kernel *k;
    const char *kernel;
    int row;
    family = util_family_of(name, &kernel);
    if (family->lanes && (!strcmp(kernel, automatic) || !strcmp(kernel, one_by_one))) {
        return add(&plan->of[1], family, kernel, NULL, strcmp(kernel, automatic) ? 0 : ~0ul);
    }
    k = util_kernel_to_run("bench", name, &family, &row);
    if (!k) {
        return 0;
    }
    if (row >= 0) {
        return add(&plan->of[1], family, k->name, NULL, 1ul << row);
    }
    add_others(plan, family, k->name);
    return add(&plan->of[0], family, k->name, k, ~0ul);
}

static void list_groups(bench_plan *plan) {
    const util_family *const *family;
    const util_group *group;
    for (family = util_families; *family; family++) {
        for (group = (*family)->groups; group->name && plan->group_count < MAX_GROUPS; group++) {
            plan->groups[plan->group_count].family = *family;
            plan->groups[plan->group_count++].group = group;
        }
    }
}

/* Returns 0, or the exit code plus one if usage was requested or wrong. */
static int read_options(bench_plan *plan, int argc, char **argv) {
    enum { CSV_FORM = 256, JSON_FORM, SIZE, IMPL, TIME, GROUP, RECORD, FORCE, SHAPE };
    static const util_option known[] = {
        {"help", 'h', 0, 0},    {"csv", CSV_FORM, 0, 0},  {"json", JSON_FORM, 0, 0},
        {"size", SIZE, 1, 0},   {"impl", IMPL, 1, 0},     {"time", TIME, 1, 0},
        {"group", GROUP, 1, 0}, {"record", RECORD, 1, 0}, {"force", FORCE, 0, 0},
        {"shape", SHAPE, 0, 0}, {NULL, 0, 0, 0},
    };
    util_options options;
    size_t i;
    int id;
    util_options_open(&options, known, argc, argv);
    while ((id = util_next_option(&options)) != UTIL_OPTIONS_END) {
        switch (id) {
        case 'h': usage(stdout); return 1 + util_flush("bench");
        case CSV_FORM: plan->format = CSV; break;
        case JSON_FORM: plan->format = JSON; break;
        case SIZE:
            if (!add_sizes(plan, options.value)) {
                return 1 + util_bad_usage("bench", "invalid list of sizes", options.value);
            }
            break;
        case IMPL:
            if (!add_named(plan, options.value)) {
                return 1 + 2;
            }
            break;
        case TIME:
            if (!util_seconds(options.value, &plan->seconds)) {
                return 1 + util_bad_usage("bench", "invalid time in seconds", options.value);
            }
            break;
        case RECORD: plan->record = options.value; break;
        case SHAPE: plan->shape = 1; break;
        case FORCE: plan->replace = 1; break;
        case GROUP:
            for (i = 0; i < plan->group_count && strcmp(plan->groups[i].group->name, options.value);
                 i++) {
            }
            if (i == plan->group_count) {
                return 1 + util_bad_usage("bench", "unknown group", options.value);
            }
            plan->groups[i].wanted = 1;
            break;
        default: return 1 + 2;
        }
    }
    return 0;
}

static void add_all(bench_plan *plan, const util_family *family) {
    const struct kernel *k;
    int row;
    for (k = family->kernels; k->name; k++) {
        if (util_runs(k)) {
            add(&plan->of[0], family, k->name, k, ~0ul);
        }
    }
    if (family->lanes) {
        add(&plan->of[1], family, automatic, NULL, ~0ul);
        for (row = 0; family->lanes->kernels[row].name; row++) {
            if (util_runs(&family->lanes->kernels[row])) {
                add(&plan->of[1], family, family->lanes->kernels[row].name, NULL, 1ul << row);
            }
        }
        add(&plan->of[1], family, one_by_one, NULL, 0);
    }
    add_others(plan, family, NULL);
}

/* The list of choices for a group. */
static const choices *choices_for(const bench_plan *plan, const util_group *group) {
    return &plan->of[group->others ? 2 : group->several != 0];
}

static int is_for(const choice *c, const wanted_group *g) {
    return c->family == g->family && c->others == g->group->others;
}

/* Whether a wanted group has this choice, or one of another contract with the same name. */
static int measured(const bench_plan *plan, const choice *c) {
    size_t i, j;
    for (i = 0; i < plan->group_count; i++) {
        const wanted_group *g = &plan->groups[i];
        const choices *from = choices_for(plan, g->group);
        for (j = 0; g->wanted && j < from->count; j++) {
            if (is_for(&from->list[j], g) && !strcmp(from->list[j].name, c->name)) {
                return 1;
            }
        }
    }
    return 0;
}

/*
 * Adds the defaults. Returns 0, or the exit code plus one after a message if the options leave
 * something without measurement.
 */
static int complete(bench_plan *plan) {
    const int all = !plan->of[0].count && !plan->of[1].count;
    const util_family *const *family;
    size_t i, j;
    int any = 0;
    for (family = util_families; all && *family; family++) {
        add_all(plan, *family);
    }
    for (i = 0; i < plan->group_count; i++) {
        any |= plan->groups[i].wanted;
    }
    for (i = 0; i < plan->group_count; i++) {
        wanted_group *g = &plan->groups[i];
        const choices *from = choices_for(plan, g->group);
        int choices_of_it = 0;
        for (j = 0; j < from->count; j++) {
            choices_of_it |= is_for(&from->list[j], g);
        }
        if (g->wanted && !choices_of_it) {
            return 1 +
                   util_bad_usage(
                       "bench",
                       "no implementation that --impl names (list shows the names) is for the group",
                       g->group->name);
        }
        g->wanted = (g->wanted || !any) && choices_of_it;
    }
    for (i = 0; i < sizeof plan->of / sizeof plan->of[0] && !all; i++) {
        for (j = 0; j < plan->of[i].count; j++) {
            const choice *c = &plan->of[i].list[j];
            if (!c->others && !measured(plan, c)) {
                return 1 + util_bad_usage("bench",
                                          "no group that --group names is for the implementation",
                                          c->name);
            }
        }
    }
    return 0;
}

/* The sizes of a group, and their number. */
static const size_t *sizes_of(const bench_plan *plan, const util_group *group, size_t *count) {
    if (plan->size_count) {
        *count = plan->size_count;
        return plan->sizes;
    }
    for (*count = 0; group->sizes[*count] != UTIL_SIZES_END; ++*count) {
    }
    return group->sizes;
}

/* Creates the cells of a size; returns their number. */
static size_t fill_cells(const bench_plan *plan, cell *cells, const wanted_group *g, size_t bytes,
                         unsigned char *in) {
    const choices *from = choices_for(plan, g->group);
    size_t count = 0, j;
    for (j = 0; j < from->count; j++) {
        if (is_for(&from->list[j], g)) {
            memset(&cells[count], 0, sizeof cells[count]);
            cells[count].group = g->group;
            cells[count].choice = &from->list[j];
            cells[count].in = in;
            cells[count++].bytes = bytes;
        }
    }
    return count;
}

/* Marks the kernels that the library uses, and fills in its choice where none is named. */
static void choose_all(choices *of) {
    size_t i;
    for (i = 0; i < of->count; i++) {
        choice *c = &of->list[i];
        const struct kernel *own;
        dispatch_select(c->family->dispatch, NULL);
        own = util_auto(c->family);
        if (c->kernel) {
            c->taken = own && !strcmp(own->name, c->kernel->name);
            c->in_library = util_kernel(c->family->dispatch->kernels, c->kernel->name) != NULL;
        } else {
            c->kernel = own;
            c->taken = c->rows == ~0ul;
            c->in_library = 1;
        }
    }
}

int command_bench(int argc, char **argv) {
    static cell cells[MAX_CHOICES + 1];
    static bench_plan plan;
    cycles_clock clock;
    util_random random = 2;
    unsigned char *memory, *in;
    const size_t *sizes;
    size_t most = UTIL_GROUP_BYTES, tables = 0, count, g, i, j;
    unsigned long samples = 0, dropped = 0;
    const int watched = util_terminal(stderr);
    util_record record;
    char sentences[MAX_GROUPS * ORDER_BYTES] = "";
    int stop, first = 1, code = 0;

    memset(&plan, 0, sizeof plan);
    plan.seconds = DEFAULT_SECONDS;
    list_groups(&plan);
    stop = read_options(&plan, argc, argv);
    if (stop) {
        return stop - 1;
    }
    stop = complete(&plan);
    if (stop) {
        return stop - 1;
    }
    for (g = 0; g < plan.group_count; g++) {
        if (plan.groups[g].wanted) {
            sizes = sizes_of(&plan, plan.groups[g].group, &count);
            for (i = 0; i < count; i++, tables++) {
                most = sizes[i] > most ? sizes[i] : most;
            }
        }
    }
    if (!util_clock("bench")) {
        return 1;
    }
    memory = (unsigned char *)malloc(most + 64);
    if (!memory) {
        fprintf(stderr, "blake2b-util bench: cannot allocate %lu bytes\n", (unsigned long)most);
        return 1;
    }
    /* Aligned to a cache line, so that all runs have the same conditions. */
    in = memory + (64 - (size_t)memory % 64) % 64;
    util_fill(&random, in, most);
    if (test_all()) {
        free(memory);
        return 1;
    }
    choose_all(&plan.of[0]);
    choose_all(&plan.of[1]);

    cycles_open(&clock);
    if (plan.record && !clock.links) {
        fprintf(stderr, "blake2b-util bench: no record: the unit is %s\n", clock.unit);
        plan.record = NULL;
        code = 1;
    } else if (plan.record) {
        code = !record_open(&record, plan.record, plan.replace);
    }
    if (code) {
        free(memory);
        return 1;
    }
    if (plan.shape) {
        shape(&clock, in, plan.seconds);
        free(memory);
        return util_flush("bench");
    }
    report_begin(&plan, &clock);
    for (g = 0; g < plan.group_count; g++) {
        const wanted_group *group = &plan.groups[g];
        char sentence[ORDER_BYTES] = "";
        if (!group->wanted) {
            continue;
        }
        sizes = sizes_of(&plan, group->group, &count);
        for (i = 0; i < count && !code && !ferror(stdout); i++) {
            const size_t cell_count = fill_cells(&plan, cells, group, sizes[i], in);
            if (watched) {
                fprintf(stderr, "\rmeasuring %s, %lu bytes ... ", group->group->name,
                        (unsigned long)sizes[i]);
            }
            measure(&clock, cells, cell_count, plan.seconds / (double)tables,
                    plan.record ? REPEATS : 0);
            if (watched) {
                fprintf(stderr, "\r%50s\r", "");
            }
            report_size(&plan, &clock, cells, cell_count, first);
            for (j = 0; j < cell_count; j++) {
                samples += cells[j].samples;
                dropped += cells[j].dropped;
            }
            judge_order(cells, cell_count, sentence);
            first = 0;
            fflush(stdout);
            code = plan.record && !record_size(&record, &clock, cells, cell_count);
        }
        strcat(sentences, sentence);
    }
    report_end(&plan, sentences, samples, dropped);
    free(memory);
    if (plan.record && !code) {
        code = !record_close(&record);
    }
    return util_flush("bench") || code;
}
