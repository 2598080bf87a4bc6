/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * Messages of more than 2^32 bytes, with every kernel. long.py runs this program with digests that
 * Python has computed:
 *
 *     long BLAKE2B BLAKE2B-FROM-BYTE-1 BLAKE2BP
 *
 * The message is one buffer repeated. The buffer's length divides no power of two, so that code
 * which loses the upper half of a length would continue with other bytes. If the address space is
 * large enough, the buffer is mapped repeatedly, so that one call gets the whole message.
 */
#include "system.h"

#include <stdio.h>
#include <stdlib.h>

#include "blake2b_test.h"

#if (defined(__unix__) || defined(__APPLE__)) && SIZE_MAX > 0xffffffffu
#define HAVE_VIEW 1
#include <sys/mman.h>
#include <unistd.h>
#endif

enum { BUFFER = 17 << 16, SEED = 3 }; /* whole pages, of up to 64 KiB */
#define BYTES (((uint64_t)1 << 32) + 131)
#define BEFORE (((uint64_t)1 << 32) - 1000) /* whole blocks and 24 bytes */

static unsigned char buffer[BUFFER];
static const char *expected_all, *expected_from_1, *expected_parallel;

static void expect(const unsigned char *hash, const char *expected) {
    test_expect(!strcmp(test_hex(hash, 64), expected), "%s instead of %s", test_hex(hash, 64),
                expected);
}

/* Bytes FROM to END - 1 of the message, in pieces of up to MOST. */
static void stream(blake2b_state *S, uint64_t from, uint64_t end, size_t most) {
    while (from < end) {
        const size_t at = (size_t)(from % BUFFER);
        size_t n = BUFFER - at < most ? BUFFER - at : most;
        n = n < end - from ? n : (size_t)(end - from);
        blake2b_update(S, buffer + at, n);
        from += n;
    }
}

/* The fastest kernel hashes everything except the part around 2^32 bytes. */
static blake2b_state before;

static void pieces(const struct kernel *kernel) {
    static const size_t sizes[] = {1, 127, 131, 500, BUFFER};
    unsigned char hash[64];
    size_t i;
    (void)kernel;
    for (i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        blake2b_state S = before;
        stream(&S, BEFORE, BYTES, sizes[i]);
        blake2b_final(&S, hash);
        expect(hash, expected_all);
    }
}

#if defined(HAVE_VIEW)
static const unsigned char *view;

/* The message in one piece; NULL if the system cannot map it. */
static const unsigned char *make_view(void) {
    const size_t times = (size_t)(BYTES / BUFFER + 1);
    unsigned char *all = (unsigned char *)mmap(NULL, times * BUFFER, PROT_NONE,
                                               MAP_PRIVATE | MAP_ANON, -1, 0);
    FILE *f = tmpfile();
    size_t i;
    if (all == (unsigned char *)MAP_FAILED || !f || fwrite(buffer, 1, BUFFER, f) != BUFFER ||
        fflush(f)) {
        return NULL;
    }
    for (i = 0; i < times; i++) {
        if (mmap(all + i * BUFFER, BUFFER, PROT_READ, MAP_SHARED | MAP_FIXED, fileno(f), 0) ==
            MAP_FAILED) {
            return NULL;
        }
    }
    return all;
}

/* One byte, and all others in one call. */
static void one_call(const struct kernel *kernel) {
    blake2b_state S;
    unsigned char hash[64];
    (void)kernel;
    blake2b_init(&S);
    blake2b_update(&S, view, 1);
    blake2b_update(&S, view + 1, (size_t)(BYTES - 1));
    blake2b_final(&S, hash);
    expect(hash, expected_all);
}

/* Two messages, alternating in all lanes. */
static void lanes(const struct kernel *kernel, unsigned long row) {
    unsigned char hashes[BLAKE2B_LANES_MAX][64];
    blake2b_job jobs[BLAKE2B_LANES_MAX];
    blake2b_params P;
    unsigned i;
    blake2b_params_init(&P);
    for (i = 0; i < kernel->messages; i++) {
        jobs[i].in = view + i % 2;
        jobs[i].inlen = (size_t)(BYTES - i % 2);
        jobs[i].hash = hashes[i];
    }
    test_begin("long/many/%s", kernel->name);
    blake2b_util_rows(1ul << row);
    test_expect(blake2b_many(&P, jobs, kernel->messages) == BLAKE2B_OK, "an error");
    for (i = 0; i < kernel->messages; i++) {
        expect(hashes[i], i % 2 ? expected_from_1 : expected_all);
    }
    test_end();
}

static void parallel(const char *name, unsigned long rows) {
    unsigned char hash[64];
    test_begin("long/%s", name);
    blake2b_util_rows(rows);
    test_expect(blake2bp(hash, 64, view, (size_t)BYTES, NULL, 0) == BLAKE2B_OK, "an error");
    expect(hash, expected_parallel);
    test_end();
}

static void in_one_piece(void) {
    const struct kernel *b;
    unsigned char hash[64];
    unsigned long row;
    view = make_view();
    if (!view) {
        test_skip("long/one-call", "the system does not map one file so often");
        return;
    }
    dispatch_use(&blake2b_dispatch, NULL);
    test_begin("long/blake2b");
    blake2b(hash, view, (size_t)BYTES);
    expect(hash, expected_all);
    test_end();
    for (b = blake2b_util_kernels; b->name; b++) {
        /* The slow ones were tested by pieces(). */
        if (strcmp(b->name, "generic/16") && strcmp(b->name, "generic/8")) {
            test_one("long/one-call", b, one_call);
        }
    }
    dispatch_use(&blake2b_dispatch, NULL);
    for (row = 0; blake2b_lanes_kernels[row].name; row++) {
        if (util_runs(&blake2b_lanes_kernels[row])) {
            lanes(&blake2b_lanes_kernels[row], row);
        }
    }
    parallel("blake2bp", ~0ul);
    parallel("blake2bp-one-by-one", 0);
}
#endif

int main(int argc, char **argv) {
    if (argc != 4) {
        fprintf(stderr, "long.sh runs this\n");
        return 2;
    }
    expected_all = argv[1];
    expected_from_1 = argv[2];
    expected_parallel = argv[3];
    test_pattern(buffer, BUFFER, SEED);
    blake2b_init(&before);
    stream(&before, 0, BEFORE, BUFFER);
    test_each("long/pieces", pieces);
    dispatch_use(&blake2b_dispatch, NULL);
#if defined(HAVE_VIEW)
    in_one_piece();
#else
    (void)expected_from_1, (void)expected_parallel;
    test_skip("long/one-call", "a pointer does not reach so far");
#endif
    return test_exit();
}
