/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * blake2b_compress, with every kernel: any number of rounds, against vectors.py; blake2b_eip152;
 * and the self-tests of these kernels.
 *
 *     compress [SEED]     the seed is printed; the same seed repeats the same calls
 */
#include <stdio.h>
#include <stdlib.h>

#include "blake2b_test.h"
#include "driver/cpu.h"
#include "by_reference.h"
#include "vectors.h"
#include "vectors-more.h"

static unsigned char message[5000];
static unsigned long seed;

static void bytes_of(unsigned char *p, const uint64_t h[8]) {
    int i;
    for (i = 0; i < 64; i++) {
        p[i] = (unsigned char)(h[i / 8] >> 8 * (i % 8) & 0xff);
    }
}

static void vectors(const struct kernel *kernel) {
    unsigned char bytes[64];
    uint64_t h[8], t[2];
    size_t i, j;
    test_begin("compress/vectors/%s", kernel->name);
    for (i = 0; i < sizeof vectors_rounds; i++) {
        const unsigned char *part = message + 200 * i;
        for (j = 0; j < 8; j++) {
            h[j] = load_word(part + 8 * j);
        }
        t[0] = load_word(part + 192);
        t[1] = load_word(part + 200);
        RETURNS(OK,
                blake2b_compress(h, part + 64, t, (int)(i & 1), (int)(i & 2), vectors_rounds[i]));
        bytes_of(bytes, h);
        test_expect(checksum(bytes, 64) == vectors_compress[i], "%d rounds, case %lu: wrong: %s",
                    vectors_rounds[i], (unsigned long)i, test_hex(bytes, 64));
    }
    test_end();
}

/*
 * After blake2b_select, the kernel of that name or one that needs no more features is used; else
 * the preferred one.
 */
static void choice(void) {
    const struct kernel *s, *r;
    test_begin("compress/choice");
    blake2b_select(NULL);
    r = blake2b_rounds_auto();
    test_expect(r && !blake2b_rounds_selftest(r), "no correct kernel was chosen");
    for (s = blake2b_kernels; s->name; s++) {
        if (!util_runs(s) || blake2b_select(s->name)) {
            continue;
        }
        r = blake2b_rounds_auto();
        test_expect(r && (util_kernel(blake2b_rounds_kernels, s->name)
                              ? !strcmp(r->name, s->name)
                              : !(r->needs & ~dispatch_allowed(&blake2b_dispatch))),
                    "%s selected, %s used", s->name, r ? r->name : "none");
        test_expect(r == blake2b_rounds_auto(), "%s selected, and another one with each call",
                    s->name);
    }
    blake2b_select("generic/64");
    blake2b_rounds_auto();
    blake2b_select(NULL);
    r = blake2b_rounds_auto();
    test_expect(r == dispatch_choose(&blake2b_rounds_dispatch, blake2b_rounds_kernels,
                                     cpu_features(), cpu_family()),
                "%s used without a name", r ? r->name : "none");
    test_end();
}

/* F of the first lanes. */
static void lanes_by_reference(blake2b_lanes *L, unsigned lanes, uint32_t rounds) {
    unsigned j;
    for (j = 0; j < lanes; j++) {
        lane_rounds_by(rounds_reference(), L, j, rounds);
    }
}

/* Many calls at once give the same as single calls. */
static void many(const char *kernels) {
    static const uint32_t numbers[] = {0, 1, 2, 3, 6, 11, 12, 13, 24};
    static blake2b_compress_job jobs[21];
    static uint64_t h[21][8], expected[21][8];
    size_t count, i, n;
    test_begin("compress/many/%s", kernels);
    for (n = 0; n < sizeof numbers / sizeof numbers[0]; n++) {
        for (count = 0; count <= 20; count++) {
            test_random_bytes((unsigned char *)h, sizeof h);
            test_random_bytes((unsigned char *)jobs, sizeof jobs);
            memcpy(expected, h, sizeof h);
            for (i = 0; i < 21; i++) {
                jobs[i].h = h[i];
                jobs[i].block = message + test_random(sizeof message - 128);
                jobs[i].last = test_random(2) ? -3 : 0;
                jobs[i].last_node = (int)test_random(2);
                if (i < count) {
                    blake2b_compress(expected[i], jobs[i].block, jobs[i].t, jobs[i].last,
                                     jobs[i].last_node, numbers[n]);
                }
            }
            RETURNS(OK, blake2b_compress_many(jobs, count, numbers[n]));
            test_expect(!memcmp(h, expected, sizeof h), "seed %lu: %lu jobs of %lu rounds", seed,
                        (unsigned long)count, (unsigned long)numbers[n]);
        }
    }
    RETURNS(OK, blake2b_compress_many(NULL, 0, 12));
    RETURNS(ERROR_NULL, blake2b_compress_many(NULL, 1, 12));
    RETURNS(ERROR_LENGTH, blake2b_compress_many(jobs, (size_t)-1 / sizeof *jobs, 12));
    RETURNS(ERROR_LENGTH, blake2b_compress_many(jobs, (size_t)-1 / sizeof *jobs + 2, 12));
    jobs[8].h = NULL;
    RETURNS(ERROR_NULL, blake2b_compress_many(jobs, 9, 12));
    jobs[8].h = h[8];
    jobs[7].block = NULL;
    RETURNS(ERROR_NULL, blake2b_compress_many(jobs, 9, 12));
    test_expect(!memcmp(h, expected, sizeof h), "an error wrote to h");
    test_end();
}

/*
 * A table that follows another one: a faulty kernel is never used, and the choice follows the
 * leader's.
 */
#define BEYOND_ALL_CPUS (1ul << 31)
static unsigned judged[6]; /* times each kernel was tested, by the digit in its file name; kernel
                              1 fails */
static int judge(const struct kernel *k) {
    judged[k->file[0] - '0']++;
    return k->file[0] == '1';
}

static void follow(void) {
    static const struct kernel leaders[] = {{"right", NULL, 1, CPU_BASE, "0"},
                                            {"wrong", NULL, 1, CPU_BASE, "0"},
                                            {"beyond", NULL, 1, CPU_BASE, "0"},
                                            {"other", NULL, 1, CPU_BASE, "0"},
                                            {"more", NULL, 1, CPU_BASE, "0"},
                                            {NULL, NULL, 0, 0, NULL}};
    /* any feature of this CPU; 0: there is none */
    const unsigned long feature = cpu_features() & ~(cpu_features() - 1);
    const struct kernel table[] = {{"beyond", NULL, 1, BEYOND_ALL_CPUS, "0"},
                                   {"wrong", NULL, 1, CPU_BASE, "1"},
                                   {"first", NULL, 1, CPU_BASE, "2"},
                                   {"right", NULL, 1, CPU_BASE, "3"},
                                   {"more", NULL, 1, feature, "4"},
                                   {NULL, NULL, 0, 0, NULL}};
    static const struct preference none[] = {{0, {NULL, NULL}}};
    struct dispatch_choice leaders_choice = {NULL, NULL},
                           choices[DISPATCH_FOLLOWED] = {{NULL, NULL}};
    const struct dispatch leader = {&leaders_choice, leaders, none, judge};
    const struct dispatch d = {choices, table, none, judge};
    unsigned before;
    int i;
    test_begin("compress/follow");
#define FOLLOWS(name, row) \
    test_expect(!dispatch_select(&leader, name) && dispatch_follow(&d, &leader) == table + (row), \
                "after " #name)
    test_expect(!dispatch_follow_usual(choices, &leaders_choice), "a choice before the first one");
    test_expect(dispatch_follow(&d, &leader) == table + 2, "not the first that works");
    for (i = 0; i < 2; i++) {
        FOLLOWS("right", 3);
        FOLLOWS("other", 2);
        FOLLOWS("wrong", 2);
        FOLLOWS("beyond", 2);             /* no CPU can run it */
        FOLLOWS("more", feature ? 2 : 4); /* needs more than what was selected */
        test_expect(!dispatch_follow_usual(choices, &leaders_choice),
                    "the automatic choice where a name made one");
        FOLLOWS(NULL, 2);
        test_expect(dispatch_follow_usual(choices, &leaders_choice) == table + 2,
                    "the kernel selected by name is still used");
    }
    before = judged[1] + judged[2] + judged[3] + judged[4];
    dispatch_select(&leader, "right");
    dispatch_follow(&d, &leader);
    dispatch_select(&leader, NULL);
    dispatch_follow(&d, &leader);
    test_expect(before == judged[1] + judged[2] + judged[3] + judged[4],
                "tested again for a choice that was made before");

    /* dispatch_follow_use holds for this choice of the leader and no other. */
    dispatch_select(&leader, "other");
    dispatch_follow_use(&d, &leader, table + 3);
    test_expect(dispatch_follow(&d, &leader) == table + 3,
                "not the kernel set by dispatch_follow_use");
    FOLLOWS("wrong", 2);
    FOLLOWS(NULL, 2);
    dispatch_select(&leader, "other");
    dispatch_follow_use(&d, &leader, NULL);
    test_expect(dispatch_follow(&d, &leader) == table + 2,
                "still used after the automatic choice was restored");
    test_end();
}

static void misuse(void) {
    uint64_t h[8] = {1, 2, 3, 4, 5, 6, 7, 8}, before[8], t[2] = {0, 0};
    memcpy(before, h, sizeof h);
    test_begin("compress/misuse");
    RETURNS(ERROR_NULL, blake2b_compress(NULL, message, t, 0, 0, 12));
    RETURNS(ERROR_NULL, blake2b_compress(h, NULL, t, 0, 0, 12));
    RETURNS(ERROR_NULL, blake2b_compress(h, message, NULL, 0, 0, 12));
    test_expect(!memcmp(h, before, sizeof h), "an error wrote to h");
    test_end();
}

static const uint64_t iv[8] = {
    0x6a09e667f3bcc908u, 0xbb67ae8584caa73bu, 0x3c6ef372fe94f82bu, 0xa54ff53a5f1d36f1u,
    0x510e527fade682d1u, 0x9b05688c2b3e6c1fu, 0x1f83d9abfb41bd6bu, 0x5be0cd19137e2179u,
};

/* go-ethereum's tests have EIP-152's vectors, with eight million rounds instead of 2^32 - 1. */
static void eight_million(void) {
    unsigned char in[BLAKE2B_EIP152_BYTES] = {0x00, 0x7a, 0x12, 0x00}, out[64];
    int i;
    test_begin("compress/eight million rounds");
    for (i = 0; i < 8; i++) {
        store_word(in + 4 + 8 * i, iv[i] ^ (i ? 0 : 0x01010040));
    }
    memcpy(in + 68, "abc", 3);
    in[196] = 3;
    in[212] = 1;
    RETURNS(OK, blake2b_eip152(out, in, sizeof in));
    test_expect(!strcmp(test_hex(out, 64),
                        "6d2ce9e534d50e18ff866ae92d70cceba79bbcd14c63819fe48752c8aca87a4b"
                        "b7dcc230d22a4047f0486cfcfb50a17b24b2899eb8fca370f22240adb5170189"),
                "%s", test_hex(out, 64));
    test_end();
}

/*
 * EIP-152's encoding: invalid input, and overlap of IN and OUT. (tests/rigs/data has its vectors.)
 */
static void eip152_form(void) {
    unsigned char in[BLAKE2B_EIP152_BYTES + 1], out[64], expected[64], before[64];
    size_t bytes;
    int flag, at;
    test_begin("compress/form of EIP-152");
    test_random_bytes(in, sizeof in);
    in[0] = in[1] = in[2] = 0;
    in[3] = 12;
    test_random_bytes(out, sizeof out);
    memcpy(before, out, sizeof out);
    in[212] = 1;
    for (bytes = 0; bytes <= sizeof in; bytes++) {
        if (bytes != BLAKE2B_EIP152_BYTES) {
            test_expect(blake2b_eip152(out, in, bytes) == BLAKE2B_ERROR_LENGTH, "%lu bytes",
                        (unsigned long)bytes);
        }
    }
    for (flag = 2; flag < 256; flag++) {
        in[212] = (unsigned char)flag;
        test_expect(blake2b_eip152(out, in, 213) == BLAKE2B_ERROR_PARAMS, "final flag %d", flag);
    }
    in[212] = 0;
    RETURNS(ERROR_NULL, blake2b_eip152(NULL, in, 213));
    RETURNS(ERROR_NULL, blake2b_eip152(out, NULL, 213));
    test_expect(!memcmp(out, before, sizeof out), "an error has written something");
    RETURNS(OK, blake2b_eip152(expected, in, 213));
    for (at = 0; at <= 213 - 64; at++) {
        unsigned char both[BLAKE2B_EIP152_BYTES];
        memcpy(both, in, sizeof both);
        test_expect(blake2b_eip152(both + at, both, 213) == BLAKE2B_OK &&
                        !memcmp(both + at, expected, 64),
                    "output at %d of the input", at);
    }
    test_end();
}

/*
 * A kernel with a fault in one call only. The self-test must detect the fault in each call. It must
 * make a call for each number of rounds, including 0, and beyond the repetition of the
 * permutations.
 */
static unsigned calls, wrong_call, rounds_seen[64];
static void wrong_once(uint64_t *h, const unsigned char *block, const uint64_t *tf,
                       uint32_t rounds) {
    BLAKE2B_ROUNDS(rounds_reference())(h, block, tf, rounds);
    h[calls % 8] ^= calls == wrong_call;
    calls++;
    rounds_seen[rounds < 64 ? rounds : 63]++;
}

static void each_case(void) {
    static const struct kernel kernel = {"wrong", (kernel_entry *)wrong_once, 1, CPU_BASE, ""};
    unsigned count, i;
    test_begin("compress/each case of the self-test");
    wrong_call = ~0u;
    RETURNS(OK, blake2b_rounds_selftest(&kernel));
    count = calls;
    for (i = 0; i <= 21; i++) {
        test_expect(rounds_seen[i] != 0, "%u rounds are not tested", i);
    }
    for (wrong_call = 0; wrong_call < count; wrong_call++) {
        calls = 0;
        test_expect(blake2b_rounds_selftest(&kernel), "wrong in call %u, and accepted", wrong_call);
    }
    test_end();
}

/*
 * The same of four messages. The faults: another number of rounds, a wrong word of H, a write to
 * another column or to T, F or add. Or a lane uses another lane's block, counter or flag.
 */
enum { LANE_FAULTS = 11, LANE_FAULT_BLOCK = 6 };
static unsigned fault;
static void wrong_lane(blake2b_lanes *L, uint32_t rounds) {
    const unsigned lane = calls / 2 % 4, other = 3 - lane;
    const int now = calls++ == wrong_call;
    const blake2b_lanes before = *L;
    switch (now ? fault : 0) {
    case LANE_FAULT_BLOCK: L->in[lane] = before.in[other]; break;
    case 7: L->T[0][lane] = before.T[0][other]; break;
    case 8: L->T[1][lane] = before.T[1][other]; break;
    case 9: L->F[0][lane] = before.F[0][other]; break;
    case 10: L->F[1][lane] = before.F[1][other]; break;
    default: break;
    }
    lanes_by_reference(L, 4, rounds + (now && fault == 0));
    memcpy(L->T, before.T, sizeof L->T);
    memcpy(L->F, before.F, sizeof L->F);
    L->in[lane] = before.in[lane];
    switch (now ? fault : 0) {
    case 1: L->H[wrong_call % 8][lane] ^= 1; break;
    case 2: L->H[wrong_call % 8][4 + lane] ^= 1; break;
    case 3: L->T[wrong_call % 2][lane]++; break;
    case 4: L->F[wrong_call % 2][lane] ^= 1; break;
    case 5: L->add[lane]++; break;
    default: break;
    }
    rounds_seen[rounds < 64 ? rounds : 63]++;
}

static void each_lane(void) {
    static const struct kernel kernel = {"wrong", (kernel_entry *)wrong_lane, 4, CPU_BASE, ""};
    unsigned count, i;
    test_begin("compress/each case of the self-test, lanes");
    memset(rounds_seen, 0, sizeof rounds_seen);
    wrong_call = ~0u;
    calls = 0;
    RETURNS(OK, blake2b_lane_rounds_selftest(&kernel));
    count = calls;
    for (i = 0; i <= 21; i++) {
        test_expect(rounds_seen[i] != 0, "%u rounds are not tested", i);
    }
    for (fault = 0; fault < LANE_FAULTS; fault++) {
        /* the first call has no rounds, and so no block */
        for (wrong_call = fault == LANE_FAULT_BLOCK; wrong_call < count; wrong_call++) {
            calls = 0;
            test_expect(blake2b_lane_rounds_selftest(&kernel), "fault %u in call %u, and accepted",
                        fault, wrong_call);
        }
    }
    test_end();
}

/* ---- building blocks of other calls ---- */

/* The digest of BYTES of the message, continuing from H and T, block by block. */
static void rest_of(uint64_t h[8], uint64_t t[2], size_t bytes, unsigned char out[64]) {
    const unsigned char *in = message;
    unsigned char last[128];
    for (; bytes > 128; bytes -= 128, in += 128) {
        t[1] += (t[0] += 128) < 128;
        blake2b_compress(h, in, t, 0, 0, 12);
    }
    memset(last, 0, sizeof last);
    memcpy(last, in, bytes);
    t[1] += (t[0] += bytes) < bytes;
    blake2b_compress(h, last, t, 1, 0, 12);
    bytes_of(out, h);
}

/*
 * Parameter blocks that blake2b_params cannot express: each byte of any value, including reserved
 * ones, depth 0, and an inner length of more than 64.
 */
static void parameter_blocks(void) {
    static const size_t lengths[] = {0, 1, 128, 129, 300};
    int i;
    test_begin("compress/parameter blocks");
    for (i = 0; i < 400; i++) {
        unsigned char block[64], digest[64], expected[64];
        const size_t bytes = lengths[i % 5];
        uint64_t h[8], t[2] = {0, 0};
        blake2b_state S;
        int j;
        if (i < 128) { /* one byte differs from the usual value */
            memset(block, 0, sizeof block);
            block[2] = block[3] = 1;
            block[i / 2] = i & 1 ? 0xff : 0;
        } else {
            test_random_bytes(block, sizeof block);
        }
        block[0] = (unsigned char)(i < 128 ? 64 : block[0] % 64 + 1);
        for (j = 0; j < 8; j++) {
            h[j] = iv[j] ^ load_word(block + 8 * j);
        }
        rest_of(h, t, bytes, expected);
        test_expect(blake2b_init_block(&S, block) == BLAKE2B_OK, "block %d is refused", i);
        blake2b_update(&S, message, bytes);
        test_expect(blake2b_finish(&S, digest, block[0]) == BLAKE2B_OK, "block %d: no digest", i);
        test_expect(!memcmp(digest, expected, block[0]),
                    "seed %lu, block %d, %lu bytes: wrong digest", seed, i, (unsigned long)bytes);
    }
    test_end();
}

/*
 * A saved state shortly before its counter wraps continues modulo 2^128, and can be saved on both
 * sides of the wrap.
 */
static void wrapped_counter(void) {
    static const blake2b_params P = BLAKE2B_PARAMS_INIT(16, "blake2b state 1");
    unsigned char saved[BLAKE2B_SAVED_BYTES], digest[64], expected[64];
    size_t bytes;
    test_begin("compress/wrapped counter");
    for (bytes = 129; bytes <= 1000; bytes += 13) {
        uint64_t h[8], t[2] = {~(uint64_t)0 - 255, ~(uint64_t)0}; /* two blocks before */
        size_t i;
        blake2b_state S;
        blake2b_init(&S);
        blake2b_export(&S, saved, sizeof saved);
        for (i = 0; i < 8; i++) {
            h[i] = load_word(saved + 12 + 8 * i);
        }
        memset(saved + 12 + 64, 0xff, 16);
        saved[12 + 64] = 0;
        saved[11] = 128; /* buffered */
        memcpy(saved + 12 + 80, message, 128);
        blake2b_hash(&P, saved + sizeof saved - 16, 16, saved, sizeof saved - 16);
        rest_of(h, t, bytes, expected);
        RETURNS(OK, blake2b_import(&S, saved, sizeof saved));
        for (i = 128; i < bytes; i++) {
            test_expect(blake2b_append(&S, message + i, 1) == BLAKE2B_OK &&
                            blake2b_export(&S, saved, sizeof saved) == BLAKE2B_OK &&
                            blake2b_import(&S, saved, sizeof saved) == BLAKE2B_OK,
                        "refused with %lu bytes", (unsigned long)i + 1);
        }
        test_expect(blake2b_finish(&S, digest, 64) == BLAKE2B_OK && !memcmp(digest, expected, 64),
                    "%lu bytes: wrong digest", (unsigned long)bytes);
    }
    test_end();
}

int main(int argc, char **argv) {
    const char *only = getenv("TEST_IMPLEMENTATION");
    const struct kernel *k;
    seed = argc > 1 ? strtoul(argv[1], NULL, 10) : test_seed(5);
    printf("seed %lu\n", seed);
    test_pattern(message, sizeof message, VECTORS_MESSAGE_SEED);
    for (k = blake2b_rounds_kernels; k->name; k++) {
        if ((only && strcmp(k->name, only)) || !test_begin_for(k, "compress/vectors/%s", k->name)) {
            continue;
        }
        dispatch_follow_use(&blake2b_rounds_dispatch, &blake2b_dispatch, k);
        vectors(k);
    }
    dispatch_follow_use(&blake2b_rounds_dispatch, &blake2b_dispatch, NULL);
    choice();
    for (k = blake2b_lane_rounds_kernels; k->name; k++) {
        if (test_begin_for(k, "compress/many/%s", k->name)) {
            test_random_seed(seed);
            util_rows(&blake2b_lane_rounds_dispatch, 1ul << (k - blake2b_lane_rounds_kernels));
            many(k->name);
        }
    }
    util_rows(&blake2b_lane_rounds_dispatch, 0);
    many("one by one");
    util_rows(&blake2b_lane_rounds_dispatch, ~0ul);
    many("automatic");
    follow();
    misuse();
    eip152_form();
    if (!test_sample_small()) { /* half a minute in an emulator */
        eight_million();
    }
    each_case();
    each_lane();
    parameter_blocks();
    wrapped_counter();
    return test_exit();
}
