/*
 * blake2b-util bench: tests, then measures, every implementation that this CPU can run.
 *
 * What is timed is the whole public call blake2b(hash, in, bytes), many back to back. The
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
#define MAX_BYTES ((uint64_t)1 << 30)
#define DEFAULT_SECONDS 12.0
#define LEAST_SAMPLES 5

enum format { TABLE, CSV, JSON };

typedef struct bench_plan {
    const blake2b_backend *implementations[MAX_IMPLEMENTATIONS];
    size_t implementation_count;
    size_t sizes[MAX_SIZES];
    size_t size_count;
    double seconds; /* for all measuring together */
    enum format format;
} bench_plan;

/* Calls of one implementation with one size. */
typedef struct cell {
    const blake2b_backend *backend;
    const unsigned char *in;
    size_t bytes;
    uint64_t calls;   /* a sample */
    uint64_t spent;   /* ns, warming up included */
    unsigned samples;
    cycles_sample best;
    double cycles;    /* or ns, a call: what the best sample says */
    int disturbed;    /* no sample can be trusted */
} cell;

static void usage(FILE *f) {
    fprintf(f,
            "Usage: blake2b-util bench [option]...\n"
            "Test every implementation that this CPU can run, then measure them.\n"
            "\n"
            "  --size N[,N...]   bytes a message; may be repeated\n"
            "                    [1, 64, 128, 576, 1024, 8192, 65536, 1048576]\n"
            "  --impl NAME       measure this implementation; may be repeated [all]\n"
            "  --time SECONDS    for all measuring together, about [%g]\n"
            "  --csv             group,implementation,bytes,cycles,cycles_per_byte\n"
            "  --json\n"
            "\n"
            "Cycles are those of a whole call of blake2b(), by the core's clock as it is at that\n"
            "moment: the least of many samples. Where the core's clock cannot be calibrated the\n"
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

/* The number of implementations that fail, each named on stderr. */
static int test_all(void) {
    const blake2b_backend *b, *reference = util_backend("generic/64");
    int failures = 0;
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

static void sample_calls(void *argument) {
    const cell *c = (const cell *)argument;
    calls_of(c, c->bytes);
}

/* Fetches the code and wakes up the vector units. */
static void warm_up(const cell *c) {
    calls_of(c, c->bytes < 8192 ? c->bytes : 8192);
}

/* As many calls as it takes for the clock to be exact. */
static void find_calls(const cycles_clock *clock, cell *c) {
    const uint64_t begin = cycles_nanoseconds();
    blake2b_use(c->backend);
    c->calls = 1;
    while (cycles_ticks(clock, sample_calls, c) < clock->least) {
        c->calls *= 2;
    }
    c->spent = cycles_nanoseconds() - begin;
}

static void take_sample(cycles_clock *clock, cell *c) {
    const uint64_t begin = cycles_nanoseconds();
    cycles_sample sample;
    blake2b_use(c->backend);
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

static void report_size(const bench_plan *plan, const cycles_clock *clock, const cell *cells, int first) {
    size_t i, fastest = 0;
    for (i = 1; i < plan->implementation_count; i++) {
        if (cells[i].cycles < cells[fastest].cycles) {
            fastest = i;
        }
    }
    if (plan->format == TABLE) {
        printf("\n%8lu byte%s  %14s/call  %8s/byte\n", (unsigned long)cells->bytes,
               cells->bytes == 1 ? " " : "s", clock->unit, clock->unit);
    }
    for (i = 0; i < plan->implementation_count; i++) {
        const cell *c = &cells[i];
        const double per_byte = c->cycles / (double)c->bytes;
        switch (plan->format) {
        case TABLE:
            printf("  %-14s %18.1f  %13.3f%s%s\n", c->backend->name, c->cycles, per_byte,
                   i == fastest ? "  fastest" : "", c->disturbed ? "  (disturbed)" : "");
            break;
        case CSV:
            printf("serial,%s,%lu,%.1f,%.3f\n", c->backend->name, (unsigned long)c->bytes, c->cycles,
                   per_byte);
            break;
        case JSON:
            printf("%s\n  {\"group\": \"serial\", \"implementation\": \"%s\", \"bytes\": %lu, \"%s\": %.1f, "
                   "\"%s_per_byte\": %.3f, \"samples\": %u, \"fastest\": %s, \"disturbed\": %s}",
                   first && i == 0 ? "" : ",", c->backend->name, (unsigned long)c->bytes, clock->unit,
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

/* 0, or the exit code plus one: usage was asked for, or was bad. */
static int read_options(bench_plan *plan, int argc, char **argv) {
    static const char *const names[] = {"--help",  "-h",      "--csv",   "--json",
                                        "--size=", "--impl=", "--time=", NULL};
    util_options options = {0, NULL, 0, NULL};
    const blake2b_backend *b;
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
        case UTIL_OPTIONS_END:
            return 0;
        default:
            return 1 + 2;
        }
    }
}

static void complete(bench_plan *plan) {
    static const size_t usual[] = {1, 64, 128, 576, 1024, 8192, 65536, 1048576};
    const blake2b_backend *b;
    if (!plan->size_count) {
        memcpy(plan->sizes, usual, sizeof usual);
        plan->size_count = sizeof usual / sizeof usual[0];
    }
    if (!plan->implementation_count) {
        for (b = util_backends; b->name && plan->implementation_count < MAX_IMPLEMENTATIONS; b++) {
            if (util_runs(b)) {
                plan->implementations[plan->implementation_count++] = b;
            }
        }
    }
}

int command_bench(int argc, char **argv) {
    static cell cells[MAX_IMPLEMENTATIONS];
    bench_plan plan;
    cycles_clock clock;
    util_random random = 2;
    unsigned char *memory, *in;
    size_t most = 0, i, j;
    const int watched = util_terminal();
    int stop;

    memset(&plan, 0, sizeof plan);
    plan.seconds = DEFAULT_SECONDS;
    stop = read_options(&plan, argc, argv);
    if (stop) {
        return stop - 1;
    }
    complete(&plan);
    for (i = 0; i < plan.size_count; i++) {
        most = plan.sizes[i] > most ? plan.sizes[i] : most;
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

    cycles_open(&clock);
    report_begin(&plan, &clock);
    for (i = 0; i < plan.size_count && !ferror(stdout); i++) {
        if (watched) {
            fprintf(stderr, "\rmeasuring %lu bytes ... ", (unsigned long)plan.sizes[i]);
        }
        memset(cells, 0, sizeof cells);
        for (j = 0; j < plan.implementation_count; j++) {
            cells[j].backend = plan.implementations[j];
            cells[j].in = in;
            cells[j].bytes = plan.sizes[i];
        }
        measure(&clock, cells, plan.implementation_count, plan.seconds / (double)plan.size_count);
        if (watched) {
            fprintf(stderr, "\r%40s\r", "");
        }
        report_size(&plan, &clock, cells, i == 0);
        fflush(stdout);
    }
    report_end(&plan);
    free(memory);
    return util_flush("bench");
}
