/*
 * blake2b-util fuzz: compares every implementation that this CPU can run with the reference
 * (generic/64) on random input.
 *
 * Each iteration has a random sequence of its own, made from the seed and its number, so that
 * any one can be repeated alone. An iteration is one call of a kernel, with arbitrary state,
 * counter, flags, lengths, stride and alignments; or one hash through the public calls, with
 * arbitrary key, parameters, splits and alignments.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../driver/cycles.h"
#include "fuzz_lanes.h"
#include "support.h"

#define MAX_IMPLEMENTATIONS 32
#define MAX_STRIDE 1040
#define MAX_BLOCKS 64
#define MAX_ALIGN 64
#define MAX_PIECES 40
#define INPUT_BYTES (MAX_BLOCKS * MAX_STRIDE + BLAKE2B_BLOCKBYTES)
#define ROOM 256 /* for a result at any alignment, with space around it that must not change */

typedef struct fuzz_plan {
    const blake2b_backend *implementations[MAX_IMPLEMENTATIONS];
    size_t implementation_count;
    unsigned long lanes;         /* rows of blake2b_lanes_backends */
    int no_lanes;                /* nor the calls that would use them */
    uint64_t seed, start, count; /* count 0: no end */
    double seconds;              /* 0: no end */
} fuzz_plan;

/* Where inputs end, or up to 63 bytes behind them. It is the end of a block of memory, so that
   memory checkers see what reads further, and aligned to 64, so that iterations can be repeated. */
static unsigned char *memory, *memory_end;
#define MEMORY_BYTES (MAX_ALIGN + INPUT_BYTES + 2 * MAX_ALIGN)

#define ALIGNED(p) ((p) + (MAX_ALIGN - (size_t)(p) % MAX_ALIGN) % MAX_ALIGN)

enum call { KERNEL_CALL, ONE_CALL, KEYED_CALLS, PARAMS_CALLS, PARAMS_ONE_CALL, CALLS };

typedef struct fuzz_case {
    enum call call;
    const unsigned char *in; /* NULL at times, if there is none */
    size_t span;             /* bytes of memory that in may be read in */
    size_t offset;           /* of the result in its room */
    unsigned char room[ROOM];
    size_t result_bytes;     /* in the room, at the offset */

    /* KERNEL_CALL: the state stands in the room */
    size_t bytes, stride;

    /* the others */
    blake2b_params params;
    size_t key_offset;
    unsigned char key[BLAKE2B_KEYBYTES + MAX_ALIGN];
    size_t pieces[MAX_PIECES], piece_count;
    size_t state_offset; /* moves on with every piece: a copy must go on as well */
    int alternate;       /* every other piece by the reference: all share one state */
} fuzz_case;

static void usage(FILE *f) {
    fprintf(f, "Usage: blake2b-util fuzz [option]...\n"
               "Compare every implementation that this CPU can run with generic/64, on random\n"
               "states, counters, flags, keys, parameters, lengths, splits, alignments and strides; those\n"
               "for several messages directly and through blake2b_many, blake2bp and blake2xb.\n"
               "\n"
               "  --seed N         begin of the random sequence [from the operating system]\n"
               "  --count N        end after N iterations\n"
               "  --seconds N      end after that time; without this and --count, never\n"
               "  --start N        begin with iteration N [0]\n"
               "  --impl NAME      try this implementation; may be repeated [all]\n"
               "\n"
               "A mismatch prints all input and what differs; the exit code is then 1. The last\n"
               "line holds a digest of all results: equal for equal seeds on all machines.\n");
}

/* ---- making a case ---- */

static int one_in(util_random *random, uint64_t n) {
    return util_below(random, n) == 0;
}

static void store64(unsigned char *p, uint64_t x) {
    int i;
    for (i = 0; i < 8; i++) {
        p[i] = (unsigned char)(x >> (8 * i) & 0xff);
    }
}

/* Arbitrary, or where it is about to carry over a boundary of 8, 16, ... 128 bits. */
static void make_counter(util_random *random, unsigned char T[16]) {
    const uint64_t way = util_below(random, 8);
    uint64_t below, low = 0, high = 0;
    unsigned boundary;
    if (way == 0) {
        memset(T, 0, 16);
        return;
    }
    util_fill(random, T, 16);
    if (way <= 2) {
        return;
    }
    /* 2^boundary - below, under random bits (way 3, 4), or zeros; half of the time 64 or 128 */
    boundary = one_in(random, 2) ? 64 + 64 * (unsigned)util_below(random, 2)
                                 : 8 + 8 * (unsigned)util_below(random, 16);
    below = one_in(random, 2) ? 128 * (1 + util_below(random, 8)) : 1 + util_below(random, 1024);
    low = 0 - below;
    high = UINT64_MAX;
    if (boundary < 16) {
        boundary = 16; /* below needs more than 8 bits */
    }
    if (boundary < 128) {
        unsigned char bits[16];
        store64(bits, low);
        store64(bits + 8, high);
        if (way > 4) {
            memset(T, 0, 16);
        }
        memcpy(T, bits, boundary / 8);
    } else {
        store64(T, low);
        store64(T + 8, high);
    }
}

static size_t make_small(util_random *random, size_t most) {
    static const unsigned char favourites[] = {0, 1, 2, 63, 64, 65, 126, 127, 128};
    size_t n = one_in(random, 3) ? favourites[util_below(random, sizeof favourites)]
                                 : (size_t)util_below(random, most + 1);
    return n <= most ? n : most;
}

static int open_memory(void) {
    unsigned char *shorter;
    size_t too_long;
    memory = (unsigned char *)malloc(MEMORY_BYTES);
    if (!memory) {
        return 0;
    }
    too_long = (size_t)(memory + MEMORY_BYTES) % MAX_ALIGN;
    shorter = (unsigned char *)realloc(memory, MEMORY_BYTES - too_long);
    memory = shorter ? shorter : memory;
    memory_end = memory + MEMORY_BYTES - too_long;
    memory_end -= (size_t)memory_end % MAX_ALIGN; /* nothing, unless it has moved */
    return 1;
}

/* Memory for SPAN bytes of input, at any alignment, half of the time up against the end. What
   stands before and behind must not matter, so it is random as well. */
static unsigned char *make_input(util_random *random, size_t span) {
    const size_t behind = one_in(random, 2) ? 0 : (size_t)util_below(random, MAX_ALIGN);
    unsigned char *begin = memory_end - behind - span;
    const uint64_t way = util_below(random, 16);
    util_fill(random, begin - MAX_ALIGN, MAX_ALIGN + span + behind);
    if (way < 2) {
        memset(begin, way ? 0xff : 0, span);
    }
    return begin;
}

static void make_kernel_case(util_random *random, fuzz_case *c) {
    blake2b_state_internal S;
    size_t blocks;
    util_fill(random, S.H, sizeof S.H);
    make_counter(random, S.T);
    memset(S.F, 0, sizeof S.F);
    switch (util_below(random, 8)) {
    case 0:
        util_fill(random, S.F + 8, 8);
        break;
    case 1:
    case 2:
        memset(S.F + 8, 0xff, 8);
        break;
    default:
        break;
    }
    if (one_in(random, 2)) { /* last block */
        memset(S.F, 0xff, 8);
        c->bytes = make_small(random, BLAKE2B_BLOCKBYTES);
        c->stride = one_in(random, 2) ? 0 : (size_t)util_below(random, MAX_STRIDE);
        c->span = c->bytes;
    } else {
        blocks = (size_t)util_below(random, one_in(random, 8) ? MAX_BLOCKS + 1 : 8);
        switch (util_below(random, 4)) {
        case 0:
            c->stride = (size_t)util_below(random, MAX_STRIDE);
            break;
        case 1:
            c->stride = 512;
            break;
        default:
            c->stride = BLAKE2B_BLOCKBYTES;
            break;
        }
        c->bytes = blocks * BLAKE2B_BLOCKBYTES;
        c->span = blocks ? (blocks - 1) * c->stride + BLAKE2B_BLOCKBYTES : 0;
    }
    c->in = make_input(random, c->span);
    if (!c->span && one_in(random, 2)) {
        c->in = NULL;
    }
    c->result_bytes = sizeof S;
    memcpy(c->room + c->offset, &S, sizeof S);
}

static void make_params(util_random *random, blake2b_params *params) {
    params->digest_length = 1 + (size_t)util_below(random, BLAKE2B_OUTBYTES);
    params->last_node = one_in(random, 4);
    if (one_in(random, 2)) {
        util_fill(random, params->salt, sizeof params->salt);
        util_fill(random, params->personal, sizeof params->personal);
        params->fanout = (unsigned)util_below(random, 256);
        params->depth = 1 + (unsigned)util_below(random, 255);
        params->leaf_length = (blake2b_uint32)(util_next(random) & 0xffffffffu);
        params->node_offset = (blake2b_uint64)util_next(random);
        params->node_depth = (unsigned)util_below(random, 256);
        params->inner_length = (unsigned)util_below(random, BLAKE2B_OUTBYTES + 1);
    }
}

static void make_hash_case(util_random *random, fuzz_case *c) {
    size_t left;
    if (one_in(random, 50)) {
        c->span = (size_t)util_below(random, INPUT_BYTES + 1);
    } else if (one_in(random, 4)) {
        c->span = make_small(random, 5000);
    } else { /* about a few blocks */
        c->span = BLAKE2B_BLOCKBYTES * (size_t)util_below(random, 6) + make_small(random, BLAKE2B_BLOCKBYTES);
    }
    c->in = make_input(random, c->span);
    if (!c->span && one_in(random, 2)) {
        c->in = NULL;
    }
    blake2b_params_init(&c->params);
    if (c->call == PARAMS_CALLS || c->call == PARAMS_ONE_CALL) {
        make_params(random, &c->params);
    }
    c->result_bytes = c->params.digest_length;
    util_fill(random, c->key, sizeof c->key);
    c->key_offset = (size_t)util_below(random, MAX_ALIGN);
    c->params.key = c->key + c->key_offset;
    c->params.key_length = one_in(random, 2) ? 0 : make_small(random, BLAKE2B_KEYBYTES);
    if (!c->params.key_length && one_in(random, 2)) {
        c->params.key = NULL;
    }
    c->state_offset = (size_t)util_below(random, MAX_ALIGN);
    c->alternate = one_in(random, 2);
    c->piece_count = 0;
    for (left = c->span; left && c->piece_count < MAX_PIECES - 1; left -= c->pieces[c->piece_count++]) {
        const size_t most = one_in(random, 4) ? left : left < 300 ? left : 300;
        c->pieces[c->piece_count] = make_small(random, most);
    }
    c->pieces[c->piece_count++] = left; /* the rest; an empty one at the end mostly */
}

static void make_case(util_random *random, fuzz_case *c) {
    memset(c, 0, sizeof *c);
    c->call = one_in(random, 2) ? KERNEL_CALL : (enum call)(1 + util_below(random, CALLS - 1));
    util_fill(random, c->room, sizeof c->room);
    c->offset = (size_t)util_below(random, MAX_ALIGN);
    if (c->call == KERNEL_CALL) {
        make_kernel_case(random, c);
    } else {
        make_hash_case(random, c);
    }
}

/* ---- running a case ---- */

static void hash_in_pieces(const fuzz_case *c, const blake2b_backend *backend,
                           const blake2b_backend *reference, unsigned char *hash) {
    static unsigned char states[2 * MAX_ALIGN + MAX_PIECES + sizeof(blake2b_state)];
    unsigned char *place = ALIGNED(states) + c->state_offset;
    const unsigned char *in = c->in;
    size_t i;
    if (c->call == KEYED_CALLS) {
        if (c->params.key_length) {
            blake2b_keyed_init((blake2b_state *)(void *)place, (const unsigned char *)c->params.key,
                               c->params.key_length);
        } else {
            blake2b_init((blake2b_state *)(void *)place);
        }
    } else {
        blake2b_init_params((blake2b_state *)(void *)place, &c->params);
    }
    for (i = 0; i < c->piece_count; i++) {
        blake2b_use(c->alternate && i % 2 ? reference : backend);
        blake2b_update((blake2b_state *)(void *)place, in, c->pieces[i]);
        in = in ? in + c->pieces[i] : NULL;
        memmove(place + 1, place, sizeof(blake2b_state));
        place++;
    }
    blake2b_use(backend);
    if (c->call == KEYED_CALLS) {
        blake2b_final((blake2b_state *)(void *)place, hash);
    } else {
        blake2b_finish((blake2b_state *)(void *)place, hash, c->params.digest_length);
    }
}

/* Run the case; ROOM is the case's at first. */
static void run_case(const fuzz_case *c, const blake2b_backend *backend, const blake2b_backend *reference,
                     unsigned char room[ROOM]) {
    unsigned char *result = room + c->offset;
    blake2b_use(backend);
    switch (c->call) {
    case KERNEL_CALL:
        backend->blocks((blake2b_state_internal *)(void *)result, c->in, c->bytes, c->stride);
        break;
    case ONE_CALL:
        if (c->params.key_length) {
            blake2b_keyed(result, c->in, c->span, (const unsigned char *)c->params.key, c->params.key_length);
        } else {
            blake2b(result, c->in, c->span);
        }
        break;
    case KEYED_CALLS:
    case PARAMS_CALLS:
        hash_in_pieces(c, backend, reference, result);
        break;
    case PARAMS_ONE_CALL:
    case CALLS:
        blake2b_hash(&c->params, result, c->params.digest_length, c->in, c->span);
        break;
    }
}

/* What the reference says, by the simplest way to it: one call, and the state aligned. */
static void run_reference(const fuzz_case *c, const blake2b_backend *reference, unsigned char room[ROOM]) {
    if (c->call == KERNEL_CALL) {
        blake2b_state_internal S;
        memcpy(&S, room + c->offset, sizeof S);
        reference->blocks(&S, c->in, c->bytes, c->stride);
        memcpy(room + c->offset, &S, sizeof S);
    } else {
        unsigned char hash[BLAKE2B_OUTBYTES];
        blake2b_use(reference);
        blake2b_hash(&c->params, hash, c->result_bytes, c->in, c->span);
        memcpy(room + c->offset, hash, c->result_bytes);
    }
}

/* ---- a mismatch ---- */

static void print_hex(const char *title, const unsigned char *p, size_t bytes) {
    size_t i;
    printf("%s (%lu byte%s):", title, (unsigned long)bytes, bytes == 1 ? "" : "s");
    for (i = 0; i < bytes; i++) {
        if (i % 32 == 0) {
            printf("\n  %5lu  ", (unsigned long)i);
        }
        printf("%02x", p[i]);
    }
    printf("\n");
}

/* Both, line under line, and what differs marked. */
static void print_difference(const char *title, const unsigned char *expected, const unsigned char *got,
                             size_t bytes) {
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

static void print_case(const fuzz_case *c) {
    static const char *const calls[] = {
        "the kernel",
        "blake2b, or blake2b_keyed if there is a key",
        "blake2b_init or blake2b_keyed_init, blake2b_update, blake2b_final",
        "blake2b_init_params, blake2b_update, blake2b_finish",
        "blake2b_hash",
    };
    size_t i;
    printf("call: %s\n", calls[c->call]);
    printf("address modulo %d: of the input %lu%s, of the result %lu", MAX_ALIGN,
           (unsigned long)((size_t)c->in % MAX_ALIGN), c->in ? "" : " (NULL)", (unsigned long)c->offset);
    if (c->call == KEYED_CALLS || c->call == PARAMS_CALLS) {
        printf(", of the state %lu, one more after every piece", (unsigned long)c->state_offset);
    }
    printf("\n");
    if (c->call == KERNEL_CALL) {
        print_hex("H", c->room + c->offset, 64);
        print_hex("T", c->room + c->offset + 64, 16);
        print_hex("F", c->room + c->offset + 80, 16);
        printf("bytes: %lu\nstride: %lu\n", (unsigned long)c->bytes, (unsigned long)c->stride);
    } else {
        const blake2b_params *p = &c->params;
        print_hex("key", (const unsigned char *)p->key, p->key_length);
        printf("digest length: %lu, last node: %d\n", (unsigned long)p->digest_length, p->last_node);
        printf("fanout: %u, depth: %u, leaf length: %lu, node offset: 0x%llx\n", p->fanout, p->depth,
               (unsigned long)p->leaf_length, (unsigned long long)p->node_offset);
        printf("node depth: %u, inner length: %u\n", p->node_depth, p->inner_length);
        print_hex("salt", p->salt, sizeof p->salt);
        print_hex("personal", p->personal, sizeof p->personal);
    }
    if (c->call == KEYED_CALLS || c->call == PARAMS_CALLS) {
        printf("pieces%s:", c->alternate ? " (every second one by generic/64)" : "");
        for (i = 0; i < c->piece_count; i++) {
            printf(" %lu", (unsigned long)c->pieces[i]);
        }
        printf("\n");
    }
    print_hex("input", c->in, c->span);
}

static void report(const fuzz_plan *plan, uint64_t iteration, const blake2b_backend *backend,
                   const fuzz_case *c, const unsigned char *expected, const unsigned char *got,
                   const unsigned char *input_before) {
    printf("\nMISMATCH: implementation %s, iteration %llu\n", backend->name, (unsigned long long)iteration);
    printf("repeat: blake2b-util fuzz --seed 0x%016llx --start %llu --count 1 --impl %s\n",
           (unsigned long long)plan->seed, (unsigned long long)iteration, backend->name);
    print_case(c);
    if (memcmp(expected + c->offset, got + c->offset, c->result_bytes)) {
        print_difference(c->call == KERNEL_CALL ? "H, T, F" : "digest", expected + c->offset, got + c->offset,
                         c->result_bytes);
    }
    if (memcmp(expected, got, c->offset) ||
        memcmp(expected + c->offset + c->result_bytes, got + c->offset + c->result_bytes,
               ROOM - c->offset - c->result_bytes)) {
        printf("written outside the result, which is %lu bytes at %lu\n", (unsigned long)c->result_bytes,
               (unsigned long)c->offset);
        print_difference("room", expected, got, ROOM);
    }
    if (c->span && memcmp(input_before, c->in, c->span)) {
        printf("the input was written to\n");
        print_difference("input", input_before, c->in, c->span);
    }
}

/* ---- the command ---- */

/* If none was NAMED, all that run. */
static void complete(fuzz_plan *plan, int named) {
    const blake2b_backend *b;
    int row;
    for (b = util_backends; !named && b->name && plan->implementation_count < MAX_IMPLEMENTATIONS; b++) {
        if (util_runs(b)) {
            plan->implementations[plan->implementation_count++] = b;
        }
    }
    for (row = 0; !named && blake2b_lanes_backends[row].name; row++) {
        if (util_lanes_runs(&blake2b_lanes_backends[row])) {
            plan->lanes |= 1ul << row;
        }
    }
}

/* 0, or the exit code plus one: usage was asked for, or was bad. */
static int read_options(fuzz_plan *plan, int argc, char **argv) {
    static const char *const names[] = {"--help",     "-h",       "--seed=", "--count=",
                                        "--seconds=", "--start=", "--impl=", NULL};
    util_options options = {0, NULL, 0, NULL};
    const blake2b_backend *b;
    int seeded = 0, good, row, named = 0;
    options.argc = argc;
    options.argv = argv;
    for (;;) {
        good = 1;
        switch (util_option(&options, names)) {
        case 0:
        case 1:
            usage(stdout);
            return 1 + util_flush("fuzz");
        case 2:
            seeded = good = util_number(options.value, 0, UINT64_MAX, &plan->seed);
            break;
        case 3:
            good = util_number(options.value, 1, UINT64_MAX, &plan->count);
            break;
        case 4:
            good = util_seconds(options.value, &plan->seconds);
            break;
        case 5:
            good = util_number(options.value, 0, UINT64_MAX, &plan->start);
            break;
        case 6:
            named = 1;
            row = util_lanes(options.value);
            if (row >= 0) {
                if (!util_lanes_runs(&blake2b_lanes_backends[row])) {
                    return 1 + util_bad_usage("fuzz", "this CPU cannot run", options.value);
                }
                plan->lanes |= 1ul << row;
                break;
            }
            b = util_backend_to_run("fuzz", options.value);
            if (!b || plan->implementation_count == MAX_IMPLEMENTATIONS) {
                return 1 + 2;
            }
            plan->implementations[plan->implementation_count++] = b;
            break;
        case UTIL_OPTIONS_END:
            if (!seeded) {
                plan->seed = util_seed();
            }
            plan->no_lanes = named && !plan->lanes;
            complete(plan, named);
            return 0;
        default:
            return 1 + 2;
        }
        if (!good) {
            return 1 + util_bad_usage("fuzz", "not a number that can be here:", options.value);
        }
    }
}

/* 0 if all implementations agree with the reference in this iteration. */
static int iterate(const fuzz_plan *plan, uint64_t iteration, uint64_t *digest, uint64_t *lanes_digest) {
    static unsigned char input_before[INPUT_BYTES], expected[ROOM], room[ROOM + MAX_ALIGN];
    static fuzz_case c;
    unsigned char *got = ALIGNED(room);
    const blake2b_backend *reference = util_backend("generic/64");
    util_random random = util_mix(util_mix(plan->seed) ^ iteration);
    size_t i;

    make_case(&random, &c);
    if (c.span) {
        memcpy(input_before, c.in, c.span);
    }
    memcpy(expected, c.room, ROOM);
    run_reference(&c, reference, expected);
    for (i = 0; i < c.result_bytes; i++) {
        *digest = util_mix(*digest + 1 + expected[c.offset + i]);
    }
    for (i = 0; i < plan->implementation_count; i++) {
        memcpy(got, c.room, ROOM);
        run_case(&c, plan->implementations[i], reference, got);
        if (memcmp(expected, got, ROOM) || (c.span && memcmp(input_before, c.in, c.span))) {
            report(plan, iteration, plan->implementations[i], &c, expected, got, input_before);
            return 1;
        }
    }
    if (!plan->no_lanes && fuzz_lanes(util_next(&random), plan->lanes, lanes_digest)) {
        printf("repeat: blake2b-util fuzz --seed 0x%016llx --start %llu --count 1\n", (unsigned long long)plan->seed,
               (unsigned long long)iteration);
        return 1;
    }
    return 0;
}

static int run(const fuzz_plan *plan) {
    const int watched = util_terminal();
    const uint64_t begin = cycles_nanoseconds(), second = 1000000000u;
    uint64_t shown = begin, now, done, digest = 0, lanes_digest = 0;
    size_t i;

    printf("seed: 0x%016llx\nimplementations:", (unsigned long long)plan->seed);
    for (i = 0; i < plan->implementation_count; i++) {
        printf(" %s", plan->implementations[i]->name);
    }
    for (i = 0; blake2b_lanes_backends[i].name; i++) {
        if (plan->lanes >> i & 1) {
            printf(" %s", blake2b_lanes_backends[i].name);
        }
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
        if (iterate(plan, plan->start + done, &digest, &lanes_digest)) {
            fprintf(stderr, "%sblake2b-util fuzz: mismatch in iteration %llu\n", watched ? "\n" : "",
                    (unsigned long long)(plan->start + done));
            util_flush("fuzz");
            return 1;
        }
    }
    if (watched) {
        fprintf(stderr, "\r%60s\r", "");
    }
    if (!plan->no_lanes) {
        digest = util_mix(digest ^ lanes_digest);
    }
    printf("%llu iterations, no mismatch, digest of the results: %016llx\n", (unsigned long long)done,
           (unsigned long long)digest);
    return util_flush("fuzz");
}

int command_fuzz(int argc, char **argv) {
    fuzz_plan plan;
    int result;

    memset(&plan, 0, sizeof plan);
    result = read_options(&plan, argc, argv);
    if (result) {
        return result - 1;
    }
    if (!open_memory()) {
        fprintf(stderr, "blake2b-util fuzz: no memory\n");
        return 1;
    }
    result = run(&plan);
    free(memory);
    return result;
}
