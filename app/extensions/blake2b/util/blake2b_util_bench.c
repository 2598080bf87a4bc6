/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/* The groups of blake2b-util bench for this family. */
#include <string.h>

#include "blake2b_util.h"

#define CUT_BYTES 1024 /* in the group pieces */
#define MESSAGES \
    32 /* per call in the group many; if they take too much memory, all are the same message */
#define COMMON 128 /* bytes of the shared prefix, in the group prefix */

/* ---- testing ---- */

/*
 * Returns 0 if the implementation passes its self-test and agrees with the reference on random
 * input.
 */
static int fails(const struct kernel *k, const struct kernel *reference) {
    static unsigned char in[8192];
    unsigned char hash[BLAKE2B_OUTBYTES], expected[BLAKE2B_OUTBYTES];
    util_random random = 1;
    size_t bytes;
    if (blake2b_selftest(k)) {
        return 1;
    }
    for (bytes = 0; bytes <= sizeof in; bytes += bytes < 520 ? 1 : 959) {
        const size_t offset = (size_t)util_below(&random, sizeof in - bytes + 1);
        util_fill(&random, in, sizeof in);
        dispatch_use(&blake2b_dispatch, reference);
        blake2b(expected, in + offset, bytes);
        dispatch_use(&blake2b_dispatch, k);
        blake2b(hash, in + offset, bytes);
        if (memcmp(hash, expected, sizeof hash)) {
            return 1;
        }
    }
    return 0;
}

/*
 * Returns 0 if the multi-message kernel passes its self-test, and blake2b_many with it agrees with
 * the reference.
 */
static int lanes_fail(const struct kernel *k, const struct kernel *reference) {
    static unsigned char in[MESSAGES * 300], hashes[MESSAGES][BLAKE2B_OUTBYTES];
    unsigned char expected[BLAKE2B_OUTBYTES];
    blake2b_job jobs[MESSAGES];
    blake2b_params P;
    util_random random = 1;
    size_t i;
    int bad;
    if (blake2b_lanes_selftest(k)) {
        return 1;
    }
    util_fill(&random, in, sizeof in);
    for (i = 0; i < MESSAGES; i++) {
        jobs[i].in = in + 300 * i;
        jobs[i].inlen = (size_t)util_below(&random, 301);
        jobs[i].hash = hashes[i];
    }
    blake2b_params_init(&P);
    dispatch_use(&blake2b_dispatch, reference);
    blake2b_util_rows(1ul << (k - blake2b_lanes_kernels));
    bad = blake2b_many(&P, jobs, MESSAGES) != BLAKE2B_OK;
    for (i = 0; i < MESSAGES; i++) {
        blake2b(expected, (const unsigned char *)jobs[i].in, jobs[i].inlen);
        bad |= memcmp(hashes[i], expected, sizeof expected) != 0;
    }
    blake2b_util_rows(~0ul);
    return bad;
}

int blake2b_util_compare(const struct kernel *k) {
    const struct kernel *reference = BLAKE2B_UTIL_REFERENCE;
    return k->messages > 1 ? lanes_fail(k, reference) : fails(k, reference);
}

/* ---- the groups ---- */

static void run_serial(unsigned char *in, size_t bytes, uint64_t calls) {
    unsigned char hash[BLAKE2B_OUTBYTES];
    uint64_t i;
    for (i = 0; i < calls; i++) {
        blake2b(hash, in, bytes);
    }
}

static void run_hash(unsigned char *in, size_t bytes, uint64_t calls) {
    unsigned char hash[32];
    blake2b_params P;
    uint64_t i;
    blake2b_params_init(&P);
    P.digest_length = sizeof hash;
    for (i = 0; i < calls; i++) {
        blake2b_hash(&P, hash, sizeof hash, in, bytes);
    }
}

static void run_stream(unsigned char *in, size_t bytes, uint64_t calls) {
    unsigned char hash[BLAKE2B_OUTBYTES];
    blake2b_state S;
    uint64_t i;
    for (i = 0; i < calls; i++) {
        blake2b_init(&S);
        blake2b_update(&S, in, bytes);
        blake2b_final(&S, hash);
    }
}

static void run_pieces(unsigned char *in, size_t bytes, uint64_t calls) {
    unsigned char hash[BLAKE2B_OUTBYTES];
    blake2b_state S;
    uint64_t i;
    size_t at;
    for (i = 0; i < calls; i++) {
        blake2b_init(&S);
        for (at = 0; at < CUT_BYTES; at += bytes) {
            blake2b_update(&S, in + at, bytes < CUT_BYTES - at ? bytes : CUT_BYTES - at);
        }
        blake2b_final(&S, hash);
    }
}

/*
 * About 64 KiB of code with a jump every 64 bytes, in place of the code that a program runs between
 * two calls. It fills the instruction cache and the branch predictor. The instructions depend on
 * each other: otherwise their time would be that of fetching them, which varies.
 */
#define FOUR_TIMES(x) x x x x
#define OFTEN(x) FOUR_TIMES(FOUR_TIMES(FOUR_TIMES(FOUR_TIMES(FOUR_TIMES(x)))))
#if defined(__x86_64__)
#define WAIT ".byte 0x48, 0x8d, 0x40, 1" /* lea rax, [rax + 1] */
#elif defined(__i386__)
#define WAIT ".byte 0x8d, 0x44, 0x20, 1" /* lea eax, [eax + 1], one byte longer than necessary */
#endif
static NOINLINE void other_code(void) {
#if defined(__GNUC__) && !defined(__TINYC__) && defined(WAIT)
    size_t x = 0;
    __asm__ __volatile__(".balign 64\n\t"
                         ".rept 1024\n\t"
                         ".rept 14\n\t" WAIT "\n\t.endr\n\t"
                         ".byte 0xeb, 6, 0x0f, 0x1f, 0x84, 0, 0, 0\n\t" /* jumps over six bytes */
                         ".endr"
                         : "+a"(x));
#elif defined(__GNUC__) && defined(__aarch64__)
    size_t x = 0;
    __asm__ __volatile__(".balign 64\n\t"
                         ".rept 1024\n\t"
                         ".rept 15\n\tadd %0, %0, 1\n\t.endr\n\t"
                         "b 1f\n1:\n\t"
                         ".endr"
                         : "+r"(x));
#else
    static volatile unsigned n;
    OFTEN(n += 3; if (n & 1) { n ^= 40; } n += 9;)
#endif
}

static void run_other_code(uint64_t calls) {
    uint64_t i;
    for (i = 0; i < calls; i++) {
        other_code();
    }
}

static void run_cold(unsigned char *in, size_t bytes, uint64_t calls) {
    unsigned char hash[BLAKE2B_OUTBYTES];
    uint64_t i;
    for (i = 0; i < calls; i++) {
        other_code();
        blake2b(hash, in, bytes);
    }
}

#define MOST_COUNTED 128
static blake2b_job jobs[MOST_COUNTED];

/* Messages of BYTES, one after the other if they fit in the memory. */
static void set_jobs(unsigned char *in, size_t bytes, size_t count) {
    static unsigned char hashes[MOST_COUNTED][BLAKE2B_OUTBYTES];
    const size_t apart = bytes <= UTIL_GROUP_BYTES / count ? bytes : 0;
    size_t i;
    for (i = 0; i < count; i++) {
        jobs[i].in = in + i * apart;
        jobs[i].inlen = bytes;
        jobs[i].hash = hashes[i];
    }
}

static void run_many(unsigned char *in, size_t bytes, uint64_t calls) {
    blake2b_params P;
    uint64_t i;
    set_jobs(in, bytes, MESSAGES);
    blake2b_params_init(&P);
    for (i = 0; i < calls; i++) {
        blake2b_many(&P, jobs, MESSAGES);
    }
}

/*
 * BYTES is the number of messages of 64 bytes. More than MOST_COUNTED are hashed by several calls.
 */
static void run_counts(unsigned char *in, size_t bytes, uint64_t calls) {
    blake2b_params P;
    uint64_t i;
    size_t done;
    set_jobs(in, 64, MOST_COUNTED);
    blake2b_params_init(&P);
    for (i = 0; i < calls; i++) {
        for (done = 0; done < bytes; done += MOST_COUNTED) {
            blake2b_many(&P, jobs, bytes - done < MOST_COUNTED ? bytes - done : MOST_COUNTED);
        }
    }
}

/* Initialized for each call; the prefix is compressed once. */
static void run_prefix(unsigned char *in, size_t bytes, uint64_t calls) {
    static const unsigned char common[COMMON];
    blake2b_state S;
    uint64_t i;
    set_jobs(in, bytes, MESSAGES);
    for (i = 0; i < calls; i++) {
        blake2b_init(&S);
        blake2b_update(&S, common, sizeof common);
        blake2b_many_from(&S, jobs, MESSAGES);
    }
}

static void run_parallel(unsigned char *in, size_t bytes, uint64_t calls) {
    unsigned char hash[BLAKE2B_OUTBYTES];
    uint64_t i;
    for (i = 0; i < calls; i++) {
        blake2bp(hash, sizeof hash, in, bytes, NULL, 0);
    }
}

/* BYTES is the number of rounds. */
static void run_rounds(unsigned char *in, size_t bytes, uint64_t calls) {
    uint64_t h[8] = {0}, i;
    static const uint64_t t[2] = {128, 0};
    for (i = 0; i < calls; i++) {
        blake2b_compress(h, in, t, 1, 0, (uint32_t)bytes);
    }
}

static void run_jobs(unsigned char *in, size_t bytes, uint64_t calls) {
    static uint64_t h[MOST_COUNTED][8];
    blake2b_compress_job each[MOST_COUNTED];
    uint64_t i;
    size_t done;
    for (i = 0; i < MOST_COUNTED; i++) {
        const blake2b_compress_job job = {h[i], in + 128 * i, {128, 0}, 1, 0};
        each[i] = job;
    }
    for (i = 0; i < calls; i++) {
        for (done = 0; done < bytes; done += MOST_COUNTED) {
            blake2b_compress_many(each, bytes - done < MOST_COUNTED ? bytes - done : MOST_COUNTED,
                                  12);
        }
    }
}

/* The output goes to IN. */
static void run_xof(unsigned char *in, size_t bytes, uint64_t calls) {
    static const unsigned char hash[BLAKE2B_OUTBYTES];
    uint64_t i;
    for (i = 0; i < calls; i++) {
        blake2xb(in, bytes, hash, 0, NULL, 0);
    }
}

static const size_t serial_sizes[] = {1, 64, 128, 576, 1024, 8192, 65536, 1048576, UTIL_SIZES_END};
static const size_t hash_sizes[] = {64, UTIL_SIZES_END};
static const size_t stream_sizes[] = {1, 64, UTIL_SIZES_END};
static const size_t pieces_sizes[] = {1, 16, 64, 100, UTIL_SIZES_END};
static const size_t cold_sizes[] = {1, 128, UTIL_SIZES_END};
static const size_t many_sizes[] = {64, 128, 1024, 8192, UTIL_SIZES_END};
static const size_t counts_sizes[] = {1, 2, 3, 4, 5, 8, 9, 16, 100, UTIL_SIZES_END};
static const size_t prefix_sizes[] = {4, 64, 128, UTIL_SIZES_END};
static const size_t parallel_sizes[] = {1024, 8192, 65536, 1048576, UTIL_SIZES_END};
static const size_t xof_sizes[] = {64, 1024, 65536, UTIL_SIZES_END};
static const size_t jobs_sizes[] = {1, 2, 3, 4, 8, 16, UTIL_SIZES_END};
static const size_t rounds_sizes[] = {0, 1, 12, 1000, UTIL_SIZES_END};

const util_group blake2b_util_groups[] = {
    {"serial", "one message after the other, bytes", "call", 1, 0, 0, NULL, serial_sizes,
     run_serial, NULL},
    {"hash", "blake2b_hash, a digest of 32 bytes, bytes", "call", 1, 0, 0, NULL, hash_sizes,
     run_hash, NULL},
    {"stream", "init, update, final, bytes", "message", 1, 0, 0, NULL, stream_sizes, run_stream,
     NULL},
    {"pieces", "1024 bytes, an update for each piece of bytes", "message", 1, 0, CUT_BYTES, NULL,
     pieces_sizes, run_pieces, NULL},
    {"cold", "after 64 KiB of other code, bytes", "call", 1, 0, 0, NULL, cold_sizes, run_cold,
     run_other_code},
    {"many", "32 messages at once, bytes each", "message", MESSAGES, 1, 0, NULL, many_sizes,
     run_many, NULL},
    {"counts", "messages of 64 bytes at once", "call", 1, 1, 64, NULL, counts_sizes, run_counts,
     NULL},
    {"prefix", "32 messages that share a 128-byte prefix, bytes each", "message", MESSAGES, 1, 0,
     NULL, prefix_sizes, run_prefix, NULL},
    {"parallel", "BLAKE2bp, bytes", "call", 1, 1, 0, NULL, parallel_sizes, run_parallel, NULL},
    {"xof", "BLAKE2Xb, bytes of output", "call", 1, 1, 0, NULL, xof_sizes, run_xof, NULL},
    {"rounds", "F, rounds", "call", 1, 0, 0, &blake2b_rounds_dispatch, rounds_sizes, run_rounds,
     NULL},
    {"jobs", "F of twelve rounds, jobs at once", "call", 1, 1, 128, NULL, jobs_sizes, run_jobs,
     NULL},
    {NULL, NULL, NULL, 0, 0, 0, NULL, NULL, NULL, NULL},
};
