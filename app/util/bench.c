/*
 * blake2b-util bench: tests, then measures, every implementation that this CPU can run.
 *
 * What is timed is the whole public call, many back to back: blake2b(hash, in, bytes) of one message
 * after the other, blake2b_many of 32 messages, blake2bp, blake2xb. The
 * implementations take turns within a size, so that whatever else the machine does hits all
 * alike; of many samples of each, the least that can be trusted stands.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../driver/cycles.h"
#include "support.h"

#define MAX_SIZES 64
#define MAX_IMPLEMENTATIONS 32
#define MESSAGES 32                          /* at once, in the group many */
#define MESSAGES_BYTES ((size_t)4 << 20)     /* that they take; beyond that they are all the same one */
#define MAX_BYTES ((uint64_t)1 << 30)
#define DEFAULT_SECONDS 12.0
#define LEAST_SAMPLES 5

enum format { TABLE, CSV, JSON };

enum group { SERIAL, MANY, PARALLEL, XOF, GROUPS };
static const char *const groups[GROUPS] = {"serial", "many", "parallel", "xof"};
static const char *const titles[GROUPS] = {
    "one message after the other, bytes", "32 messages at once, bytes each", "BLAKE2bp, bytes",
    "BLAKE2Xb, bytes of output",
};

/* Of the groups but the first: which kernels of several lanes may be used. */
typedef struct lanes_choice {
    const char *name;
    unsigned long rows;
} lanes_choice;

typedef struct bench_plan {
    const blake2b_backend *implementations[MAX_IMPLEMENTATIONS];
    size_t implementation_count;
    lanes_choice lanes[MAX_IMPLEMENTATIONS];
    size_t lanes_count;
    int wanted[GROUPS];
    size_t sizes[MAX_SIZES]; /* for all groups; none: the usual ones of each */
    size_t size_count;
    double seconds; /* for all measuring together */
    enum format format;
} bench_plan;

/* Calls of one implementation with one size. */
typedef struct cell {
    enum group group;
    const char *name;
    const blake2b_backend *backend;
    unsigned long rows;
    unsigned char *in;
    size_t bytes;
    uint64_t calls;   /* a sample */
    uint64_t spent;   /* ns, warming up included */
    unsigned samples;
    cycles_sample best;
    double cycles;    /* or ns, a message: what the best sample says */
    int disturbed;    /* no sample can be trusted */
} cell;

static void usage(FILE *f) {
    fprintf(f,
            "Usage: blake2b-util bench [option]...\n"
            "Test every implementation that this CPU can run, then measure them.\n"
            "\n"
            "  --group NAME      measure these calls; may be repeated [all]:\n"
            "                    serial    blake2b, one message after the other\n"
            "                    many      blake2b_many, 32 messages at once\n"
            "                    parallel  blake2bp\n"
            "                    xof       blake2xb, with that many bytes of output\n"
            "  --size N[,N...]   bytes a message; may be repeated\n"
            "                    [serial: 1, 64, 128, 576, 1024, 8192, 65536, 1048576; others: fewer]\n"
            "  --impl NAME       measure this implementation; may be repeated [all]. Groups but serial\n"
            "                    have those for several messages, each alone; all of them, called\n"
            "                    automatic; and none of them, called one-by-one\n"
            "  --time SECONDS    for all measuring together, about [%g]\n"
            "  --csv             group,implementation,bytes,cycles,cycles_per_byte\n"
            "  --json\n"
            "\n"
            "Cycles are those of a whole call, in the group many divided by the number of messages, by the\n"
            "core's clock as it is at that moment: the least of many samples. Where the core's clock cannot be calibrated the\n"
            "unit is nanoseconds instead, under the same headings in --csv; --json names the unit.\n",
            DEFAULT_SECONDS);
}

/* ---- testing ---- */

/* 0 if the implementation passes its self-test and agrees with the reference on random input. */
static int fails(const blake2b_backend *backend, const blake2b_backend *reference) {
    static unsigned char in[8192];
    unsigned char hash[BLAKE2B_OUTBYTES], expected[BLAKE2B_OUTBYTES];
    util_random random = 1;
    size_t bytes;
    if (blake2b_selftest(backend->blocks)) {
        return 1;
    }
    for (bytes = 0; bytes <= sizeof in; bytes += bytes < 520 ? 1 : 959) {
        const size_t offset = (size_t)util_below(&random, sizeof in - bytes + 1);
        util_fill(&random, in, sizeof in);
        blake2b_use(reference);
        blake2b(expected, in + offset, bytes);
        blake2b_use(backend);
        blake2b(hash, in + offset, bytes);
        if (memcmp(hash, expected, sizeof hash)) {
            return 1;
        }
    }
    return 0;
}

/* 0 if the kernel of several lanes passes its self-test, and blake2b_many with it agrees with the reference. */
static int lanes_fail(int row, const blake2b_backend *reference) {
    static unsigned char in[MESSAGES * 300], hashes[MESSAGES][BLAKE2B_OUTBYTES];
    unsigned char expected[BLAKE2B_OUTBYTES];
    blake2b_job jobs[MESSAGES];
    blake2b_params P;
    util_random random = 1;
    size_t i;
    int bad;
    if (blake2b_lanes_selftest(&blake2b_lanes_backends[row])) {
        return 1;
    }
    util_fill(&random, in, sizeof in);
    for (i = 0; i < MESSAGES; i++) {
        jobs[i].in = in + 300 * i;
        jobs[i].inlen = (size_t)util_below(&random, 301);
        jobs[i].hash = hashes[i];
    }
    blake2b_params_init(&P);
    blake2b_use(reference);
    blake2b_lanes_use(1ul << row);
    bad = blake2b_many(&P, jobs, MESSAGES) != BLAKE2B_OK;
    for (i = 0; i < MESSAGES; i++) {
        blake2b(expected, (const unsigned char *)jobs[i].in, jobs[i].inlen);
        bad |= memcmp(hashes[i], expected, sizeof expected) != 0;
    }
    blake2b_lanes_use(~0ul);
    return bad;
}

/* The number of implementations that fail, each named on stderr. */
static int test_all(void) {
    const blake2b_backend *b, *reference = util_backend("generic/64");
    int failures = 0, row;
    for (row = 0; blake2b_lanes_backends[row].name; row++) {
        if (util_lanes_runs(&blake2b_lanes_backends[row]) && lanes_fail(row, reference)) {
            fprintf(stderr, "blake2b-util bench: implementation %s fails its test\n", blake2b_lanes_backends[row].name);
            failures++;
        }
    }
    for (b = util_backends; b->name; b++) {
        if (util_runs(b) && fails(b, reference)) {
            fprintf(stderr, "blake2b-util bench: implementation %s fails its test\n", b->name);
            failures++;
        }
    }
    return failures;
}

/* ---- measuring ---- */

static void calls_of(const cell *c, size_t bytes) {
    unsigned char hash[BLAKE2B_OUTBYTES];
    uint64_t i;
    for (i = 0; i < c->calls; i++) {
        blake2b(hash, c->in, bytes);
    }
}

static void calls_of_many(const cell *c) {
    static unsigned char hashes[MESSAGES][BLAKE2B_OUTBYTES];
    const size_t apart = c->bytes <= MESSAGES_BYTES / MESSAGES ? c->bytes : 0;
    blake2b_job jobs[MESSAGES];
    blake2b_params P;
    uint64_t i;
    for (i = 0; i < MESSAGES; i++) {
        jobs[i].in = c->in + i * apart;
        jobs[i].inlen = c->bytes;
        jobs[i].hash = hashes[i];
    }
    blake2b_params_init(&P);
    for (i = 0; i < c->calls; i++) {
        blake2b_many(&P, jobs, MESSAGES);
    }
}

static void sample_calls(void *argument) {
    const cell *c = (const cell *)argument;
    unsigned char hash[BLAKE2B_OUTBYTES];
    uint64_t i;
    switch (c->group) {
    case MANY:
        calls_of_many(c);
        break;
    case PARALLEL:
        for (i = 0; i < c->calls; i++) {
            blake2bp(hash, sizeof hash, c->in, c->bytes, NULL, 0);
        }
        break;
    case XOF:
        for (i = 0; i < c->calls; i++) {
            blake2xb(c->in, c->bytes, hash, 0, NULL, 0);
        }
        break;
    default:
        calls_of(c, c->bytes);
        break;
    }
}

/* Takes the cell's kernels. */
static void use(const cell *c) {
    blake2b_use(c->backend);
    blake2b_lanes_use(c->rows);
}

/* Fetches the code and wakes up the vector units. */
static void warm_up(const cell *c) {
    if (c->group == SERIAL) {
        calls_of(c, c->bytes < 8192 ? c->bytes : 8192);
    } else if (c->bytes <= 8192) {
        cell once = *c;
        once.calls = 1;
        sample_calls(&once);
    }
}

/* As many calls as it takes for the clock to be exact. */
static void find_calls(const cycles_clock *clock, cell *c) {
    const uint64_t begin = cycles_nanoseconds();
    use(c);
    c->calls = 1;
    while (cycles_ticks(clock, sample_calls, c) < clock->least) {
        c->calls *= 2;
    }
    c->spent = cycles_nanoseconds() - begin;
}

static void take_sample(cycles_clock *clock, cell *c) {
    const uint64_t begin = cycles_nanoseconds();
    cycles_sample sample;
    use(c);
    warm_up(c);
    cycles_time(clock, sample_calls, c, &sample);
    if (!c->samples || cycles_better(clock, &sample, &c->best)) {
        c->best = sample;
    }
    c->samples++;
    c->spent += cycles_nanoseconds() - begin;
}

static void measure(cycles_clock *clock, cell *cells, size_t count, double seconds) {
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
    for (i = 0; i < count; i++) {
        cells[i].cycles = cycles_of(clock, &cells[i].best) / (double)cells[i].calls;
        cells[i].cycles /= cells[i].group == MANY ? MESSAGES : 1;
        cells[i].disturbed = !cycles_trusted(clock, &cells[i].best);
    }
}

/* ---- reporting ---- */

static void report_begin(const bench_plan *plan, const cycles_clock *clock) {
    switch (plan->format) {
    case TABLE:
        printf("blake2b-util %s bench, CPU family: %s\n%s\n", blake2b_version(), util_family(), clock->how);
        break;
    case CSV:
        printf("group,implementation,bytes,cycles,cycles_per_byte\n");
        break;
    case JSON:
        printf("{\"version\": \"%s\", \"cpu_family\": \"%s\", \"unit\": \"%s\",\n \"clock\": \"%s\",\n"
               " \"results\": [",
               blake2b_version(), util_family(), clock->unit, clock->how);
        break;
    }
}

static void report_size(const bench_plan *plan, const cycles_clock *clock, const cell *cells, size_t count,
                        int first) {
    const char *group = groups[cells->group];
    size_t i, fastest = 0;
    for (i = 1; i < count; i++) {
        if (cells[i].cycles < cells[fastest].cycles) {
            fastest = i;
        }
    }
    if (plan->format == TABLE) {
        printf("\n%s: %lu\n%16s %18s/%s  %8s/byte\n", titles[cells->group], (unsigned long)cells->bytes, "",
               clock->unit, cells->group == MANY ? "message" : "call", clock->unit);
    }
    for (i = 0; i < count; i++) {
        const cell *c = &cells[i];
        const double per_byte = c->cycles / (double)c->bytes;
        switch (plan->format) {
        case TABLE:
            printf("  %-14s %18.1f  %13.3f%s%s\n", c->name, c->cycles, per_byte,
                   i == fastest ? "  fastest" : "", c->disturbed ? "  (disturbed)" : "");
            break;
        case CSV:
            printf("%s,%s,%lu,%.1f,%.3f\n", group, c->name, (unsigned long)c->bytes, c->cycles,
                   per_byte);
            break;
        case JSON:
            printf("%s\n  {\"group\": \"%s\", \"implementation\": \"%s\", \"bytes\": %lu, \"%s\": %.1f, "
                   "\"%s_per_byte\": %.3f, \"samples\": %u, \"fastest\": %s, \"disturbed\": %s}",
                   first && i == 0 ? "" : ",", group, c->name, (unsigned long)c->bytes, clock->unit,
                   c->cycles, clock->unit, per_byte, c->samples, i == fastest ? "true" : "false",
                   c->disturbed ? "true" : "false");
            break;
        }
    }
}

static void report_end(const bench_plan *plan) {
    if (plan->format == JSON) {
        printf("\n]}\n");
    }
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

static int one_more_lanes(bench_plan *plan, const char *name, unsigned long rows) {
    if (plan->lanes_count == MAX_IMPLEMENTATIONS) {
        return -1;
    }
    plan->lanes[plan->lanes_count].name = name;
    plan->lanes[plan->lanes_count++].rows = rows;
    return 1;
}

/* 1 if NAME is one of several messages; 0 if not; -1 after a message. */
static int add_lanes(bench_plan *plan, const char *name) {
    const int row = util_lanes(name);
    if (!strcmp(name, "automatic") || !strcmp(name, "one-by-one")) {
        return one_more_lanes(plan, name, strcmp(name, "automatic") ? 0 : ~0ul);
    }
    if (row < 0) {
        return 0;
    }
    if (!util_lanes_runs(&blake2b_lanes_backends[row])) {
        util_bad_usage("bench", "this CPU cannot run", name);
        return -1;
    }
    return one_more_lanes(plan, blake2b_lanes_backends[row].name, 1ul << row);
}

/* 0, or the exit code plus one: usage was asked for, or was bad. */
static int read_options(bench_plan *plan, int argc, char **argv) {
    static const char *const names[] = {"--help",  "-h",      "--csv",   "--json",
                                        "--size=", "--impl=", "--time=", "--group=", NULL};
    util_options options = {0, NULL, 0, NULL};
    const blake2b_backend *b;
    int row;
    options.argc = argc;
    options.argv = argv;
    for (;;) {
        switch (util_option(&options, names)) {
        case 0:
        case 1:
            usage(stdout);
            return 1 + util_flush("bench");
        case 2:
            plan->format = CSV;
            break;
        case 3:
            plan->format = JSON;
            break;
        case 4:
            if (!add_sizes(plan, options.value)) {
                return 1 + util_bad_usage("bench", "not a list of sizes:", options.value);
            }
            break;
        case 5:
            row = add_lanes(plan, options.value);
            if (row < 0) {
                return 1 + 2;
            }
            if (row) {
                break;
            }
            b = util_backend_to_run("bench", options.value);
            if (!b || plan->implementation_count == MAX_IMPLEMENTATIONS) {
                return 1 + 2;
            }
            plan->implementations[plan->implementation_count++] = b;
            break;
        case 6:
            if (!util_seconds(options.value, &plan->seconds)) {
                return 1 + util_bad_usage("bench", "not a time in seconds:", options.value);
            }
            break;
        case 7:
            for (row = 0; row < GROUPS && strcmp(groups[row], options.value); row++) {
            }
            if (row == GROUPS) {
                return 1 + util_bad_usage("bench", "no such group:", options.value);
            }
            plan->wanted[row] = 1;
            break;
        case UTIL_OPTIONS_END:
            return 0;
        default:
            return 1 + 2;
        }
    }
}

/* What the options did not say. */
static void complete(bench_plan *plan) {
    const int all = !plan->implementation_count && !plan->lanes_count;
    const blake2b_backend *b;
    int any = 0, row, group;
    for (b = util_backends; all && b->name && plan->implementation_count < MAX_IMPLEMENTATIONS; b++) {
        if (util_runs(b)) {
            plan->implementations[plan->implementation_count++] = b;
        }
    }
    if (all) {
        one_more_lanes(plan, "automatic", ~0ul);
        for (row = 0; blake2b_lanes_backends[row].name; row++) {
            if (util_lanes_runs(&blake2b_lanes_backends[row])) {
                one_more_lanes(plan, blake2b_lanes_backends[row].name, 1ul << row);
            }
        }
        one_more_lanes(plan, "one-by-one", 0);
    }
    for (group = 0; group < GROUPS; group++) {
        any |= plan->wanted[group];
    }
    for (group = 0; group < GROUPS; group++) {
        plan->wanted[group] |= !any;
        if (group == SERIAL ? !plan->implementation_count : !plan->lanes_count) {
            plan->wanted[group] = 0;
        }
    }
}

/* The sizes of a group, and how many they are. */
static const size_t *sizes_of(const bench_plan *plan, int group, size_t *count) {
    static const size_t usual[] = {1, 64, 128, 576, 1024, 8192, 65536, 1048576};
    static const size_t of_many[] = {64, 128, 1024, 8192}, of_parallel[] = {1024, 8192, 65536, 1048576};
    static const size_t of_xof[] = {64, 1024, 65536};
    if (plan->size_count) {
        *count = plan->size_count;
        return plan->sizes;
    }
#define SIZES(list) (*count = sizeof list / sizeof list[0], list)
    return group == SERIAL ? SIZES(usual) : group == MANY ? SIZES(of_many) : group == PARALLEL ? SIZES(of_parallel)
                                                                                              : SIZES(of_xof);
}

/* The cells of a size; returns how many. */
static size_t fill_cells(const bench_plan *plan, cell *cells, int group, size_t bytes, unsigned char *in,
                         const blake2b_backend *serial) {
    const size_t count = group == SERIAL ? plan->implementation_count : plan->lanes_count;
    size_t j;
    memset(cells, 0, count * sizeof *cells);
    for (j = 0; j < count; j++) {
        cells[j].group = (enum group)group;
        cells[j].backend = group == SERIAL ? plan->implementations[j] : serial;
        cells[j].name = group == SERIAL ? cells[j].backend->name : plan->lanes[j].name;
        cells[j].rows = group == SERIAL ? ~0ul : plan->lanes[j].rows;
        cells[j].in = in;
        cells[j].bytes = bytes;
    }
    return count;
}

int command_bench(int argc, char **argv) {
    static cell cells[MAX_IMPLEMENTATIONS];
    bench_plan plan;
    cycles_clock clock;
    util_random random = 2;
    unsigned char *memory, *in;
    const size_t *sizes;
    const blake2b_backend *serial;
    size_t most = MESSAGES_BYTES, tables = 0, count, i;
    const int watched = util_terminal();
    int stop, group, first = 1;

    memset(&plan, 0, sizeof plan);
    plan.seconds = DEFAULT_SECONDS;
    stop = read_options(&plan, argc, argv);
    if (stop) {
        return stop - 1;
    }
    complete(&plan);
    for (group = 0; group < GROUPS; group++) {
        if (plan.wanted[group]) {
            sizes = sizes_of(&plan, group, &count);
            for (i = 0; i < count; i++, tables++) {
                most = sizes[i] > most ? sizes[i] : most;
            }
        }
    }
    memory = (unsigned char *)malloc(most + 64);
    if (!memory) {
        fprintf(stderr, "blake2b-util bench: no memory for %lu bytes\n", (unsigned long)most);
        return 1;
    }
    in = memory + (64 - (size_t)memory % 64) % 64; /* a cache line, so that runs are alike */
    util_fill(&random, in, most);
    if (test_all()) {
        free(memory);
        return 1;
    }
    blake2b_select(NULL);
    serial = blake2b_auto();

    cycles_open(&clock);
    report_begin(&plan, &clock);
    for (group = 0; group < GROUPS; group++) {
        if (!plan.wanted[group]) {
            continue;
        }
        sizes = sizes_of(&plan, group, &count);
        for (i = 0; i < count && !ferror(stdout); i++) {
            const size_t cell_count = fill_cells(&plan, cells, group, sizes[i], in, serial);
            if (watched) {
                fprintf(stderr, "\rmeasuring %s, %lu bytes ... ", groups[group], (unsigned long)sizes[i]);
            }
            measure(&clock, cells, cell_count, plan.seconds / (double)tables);
            if (watched) {
                fprintf(stderr, "\r%50s\r", "");
            }
            report_size(&plan, &clock, cells, cell_count, first);
            first = 0;
            fflush(stdout);
        }
    }
    report_end(&plan);
    free(memory);
    return util_flush("bench");
}
