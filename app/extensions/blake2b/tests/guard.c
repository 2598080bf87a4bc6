/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * Calls read and write no byte outside their memory. Pages without access are right before and
 * after each buffer, also between strided blocks. Input and key are read-only. A fault ends the
 * program and reports where it was.
 */
#include "system.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

#include "pages.h"
#include "blake2b_test.h"
#include "by_reference.h"
#include "lanes.h"

static void set_access(const guarded *g, int access) {
    if (protect(g->first, (size_t)(g->end - g->first), access)) {
        printf("not ok - guard: cannot set the access to pages\n");
        exit(EXIT_FAILURE);
    }
}

/* N bytes that end right before, or begin right after, a page without access. */
enum { AT_END, AT_START, SIDES };

static unsigned char *place(const guarded *g, int side, size_t n) {
    return side == AT_END ? g->end - n : g->first;
}

/* ---- faults ---- */

static const char *now_running = "", *now_testing = "";
static unsigned long now_at[3];
static guarded in, key, out, state, jobs;

static void fault(int number) {
    printf("not ok - guard/%s: fault (signal %d) in %s, %lu, %lu, %lu\n", now_running, number,
           now_testing, now_at[0], now_at[1], now_at[2]);
    fflush(stdout);
    _Exit(EXIT_FAILURE);
}

static void now(const char *testing, size_t a, size_t b, size_t c) {
    now_testing = testing;
    now_at[0] = (unsigned long)a;
    now_at[1] = (unsigned long)b;
    now_at[2] = (unsigned long)c;
}

/* ---- the calls ---- */

enum { LONGEST = 1100 };
static unsigned char message[LONGEST], key_bytes[64];

static void put(const guarded *g, unsigned char *p, const unsigned char *bytes, size_t n) {
    set_access(g, READ_WRITE);
    memcpy(p, bytes, n);
    set_access(g, READ_ONLY);
}

static void expect(const unsigned char *found, const unsigned char *expected, size_t n) {
    test_expect(!memcmp(found, expected, n), "%s, %lu, %lu, %lu: wrong result", now_testing,
                now_at[0], now_at[1], now_at[2]);
}

/*
 * The functions with which all calls copy and wipe, in pieces of several sizes, of which the last
 * may overlap.
 */
static void copies(void) {
    static const unsigned char zeros[LONGEST];
    size_t n;
    int side;
    for (n = 0; n <= 600; n++) {
        for (side = 0; side < SIDES; side++) {
            const unsigned char *from = place(&in, side, n);
            unsigned char *to = place(&out, side, n), *beside = side == AT_END ? to - 1 : to + n;
            *beside = 0x5a;
            put(&in, place(&in, side, n), message, n);
            now("memory_copy", n, (size_t)side, 0);
            memory_copy(to, from, n);
            expect(to, message, n);
            now("memory_wipe", n, (size_t)side, 0);
            memory_wipe(to, n);
            expect(to, zeros, n);
            test_expect(*beside == 0x5a, "memory, %lu: the byte beside it was written",
                        (unsigned long)n);
        }
    }
}

static void calls(int slow) {
    unsigned char expected[64];
    blake2b_params P;
    size_t n;
    int side;
    for (side = 0; side < SIDES; side++) {
        blake2b_state *S = (blake2b_state *)(void *)place(&state, side, sizeof(blake2b_state));
        for (n = 0; n <= LONGEST; n += slow && n % 128 > 1 && n % 128 < 120 ? 7 : 1) {
            const size_t keylen = n % 65, digest_length = n % 64 + 1;
            unsigned char *m = place(&in, side, n), *k = place(&key, side, keylen),
                          *o = place(&out, side, 64);
            put(&in, m, message, n);
            put(&key, k, key_bytes, keylen);

            now("one call (side, bytes)", (size_t)side, n, 0);
            blake2b(expected, message, n);
            blake2b(o, m, n);
            expect(o, expected, 64);

            now("one keyed call (side, bytes, key)", (size_t)side, n, keylen);
            blake2b_keyed(expected, message, n, key_bytes, keylen);
            blake2b_keyed(o, m, n, k, keylen);
            expect(o, expected, 64);

            now("pieces (side, bytes, key)", (size_t)side, n, keylen);
            blake2b_keyed_init(S, k, keylen);
            blake2b_update(S, m, n / 3);
            blake2b_update(S, m + n / 3, n - n / 3);
            blake2b_final(S, o);
            expect(o, expected, 64);

            now("blake2b_hash (side, bytes, digest)", (size_t)side, n, digest_length);
            o = place(&out, side, digest_length);
            blake2b_params_init(&P);
            P.digest_length = digest_length;
            P.key = key_bytes;
            P.key_length = keylen;
            blake2b_hash(&P, expected, digest_length, message, n);
            P.key = k;
            RETURNS(OK, blake2b_hash(&P, o, digest_length, m, n));
            expect(o, expected, digest_length);

            now("blake2b_init_params (side, bytes, digest)", (size_t)side, n, digest_length);
            RETURNS(OK, blake2b_init_params(S, &P));
            blake2b_update(S, m, n);
            RETURNS(OK, blake2b_finish(S, o, digest_length));
            expect(o, expected, digest_length);
        }
    }
}

/* The calls built on it, with N bytes of input, and with a key. */
/* F reads a block, two words of counter, and eight words that it writes. */
static void compress(int side) {
    uint64_t h[8] = {1, 2, 3, 4, 5, 6, 7, 8}, t[2] = {128, 0};
    unsigned char *const block = place(&in, side, 128);
    uint64_t *const words = (uint64_t *)(void *)place(&state, side, sizeof h);
    put(&in, block, message, 128);
    memcpy(words, h, sizeof h);
    now("blake2b_compress (side)", (size_t)side, 0, 0);
    blake2b_compress(h, message, t, 1, 0, 12);
    blake2b_compress(words, block, t, 1, 0, 12);
    test_expect(!memcmp(words, h, sizeof h), "blake2b_compress: another result");
}

static void other_calls(int side, size_t n) {
    enum { JOBS = 9 };
    const size_t keylen = n % 65, length = n % 64 + 1, outlen = n % 300 + 1;
    unsigned char *const m = place(&in, side, n), *const k = place(&key, side, keylen);
    unsigned char *o, expected[300], hashes[JOBS][64], block[64];
    blake2bp_state *const parallel = (blake2bp_state *)(void *)place(&state, side,
                                                                     sizeof(blake2bp_state));
    blake2xb_state *const xof = (blake2xb_state *)(void *)place(&state, side,
                                                                sizeof(blake2xb_state));
    blake2b_state *const S = (blake2b_state *)(void *)place(&state, side, sizeof(blake2b_state));
    blake2b_params P;
    size_t i, count;
    put(&in, m, message, n);
    put(&key, k, key_bytes, keylen);
    o = place(&out, side, length);

    now("blake2bp (side, bytes, key)", (size_t)side, n, keylen);
    RETURNS(OK, blake2bp(expected, length, message, n, key_bytes, keylen));
    RETURNS(OK, blake2bp(o, length, m, n, k, keylen));
    expect(o, expected, length);
    now("blake2bp in pieces (side, bytes, key)", (size_t)side, n, keylen);
    test_expect(!blake2bp_init(parallel, length, k, keylen) && !blake2bp_update(parallel, m, n / 3),
                "init or update failed");
    test_expect(!blake2bp_update(parallel, m + n / 3, n - n / 3) &&
                    !blake2bp_final(parallel, o, length),
                "not ended");
    expect(o, expected, length);

    now("blake2xb (side, bytes, key)", (size_t)side, n, keylen);
    o = place(&out, side, outlen);
    RETURNS(OK, blake2xb(expected, outlen, message, n, key_bytes, keylen));
    RETURNS(OK, blake2xb(o, outlen, m, n, k, keylen));
    expect(o, expected, outlen);
    now("blake2xb in pieces (side, bytes, key)", (size_t)side, n, keylen);
    test_expect(!blake2xb_init(xof, outlen, k, keylen) && !blake2xb_update(xof, m, n) &&
                    !blake2xb_final(xof),
                "init or update failed");
    RETURNS(OK, blake2xb_squeeze(xof, o, outlen / 3));
    o = place(&out, side, outlen - outlen / 3);
    RETURNS(OK, blake2xb_squeeze(xof, o, outlen - outlen / 3));
    expect(o, expected + outlen / 3, outlen - outlen / 3);

    now("blake2b_many (side, bytes, key)", (size_t)side, n, keylen);
    blake2b_params_init(&P);
    P.digest_length = length;
    P.key = k;
    P.key_length = keylen;
    o = place(&out, side, length);
    for (count = n <= 128 ? 1 : n % JOBS + 1; count <= JOBS; count += n <= 128 ? 1 : JOBS) {
        blake2b_job *const job = (blake2b_job *)(void *)place(&jobs, side, count * sizeof *job);
        set_access(&jobs, READ_WRITE);
        for (i = 0; i < count; i++) { /* of several lengths, at the same page */
            job[i].inlen = n - n * (count - 1 - i) / (2 * JOBS);
            job[i].in = side == AT_END ? m + n - job[i].inlen : m;
            job[i].hash = hashes[i];
        }
        job[count - 1].hash = o;
        set_access(&jobs, READ_ONLY);
        RETURNS(OK, blake2b_many(&P, job, count));
        for (i = 0; i < count; i++) {
            RETURNS(OK, blake2b_hash(&P, expected, length, job[i].in, job[i].inlen));
            expect(job[i].hash, expected, length);
        }
        /* after a shared prefix */
        RETURNS(OK, blake2b_init_params(S, &P));
        RETURNS(OK, blake2b_append(S, message, n / 3));
        RETURNS(OK, blake2b_many_from(S, job, count));
        for (i = 0; i < count; i++) {
            blake2b_state copy = *S;
            RETURNS(OK, blake2b_append(&copy, job[i].in, job[i].inlen));
            RETURNS(OK, blake2b_finish(&copy, expected, length));
            expect(job[i].hash, expected, length);
        }
    }

    /* The same parameters as P, as a block of 64 bytes. */
    now("blake2b_init_block (side, digest)", (size_t)side, length, 0);
    P.key_length = 0;
    RETURNS(OK, blake2b_hash(&P, expected, length, NULL, 0));
    memset(block, 0, sizeof block);
    block[0] = (unsigned char)length;
    block[2] = block[3] = 1;
    put(&in, place(&in, side, sizeof block), block, sizeof block);
    test_expect(!blake2b_init_block(S, place(&in, side, sizeof block)) &&
                    !blake2b_finish(S, o, length),
                "not ended");
    expect(o, expected, length);
}

/* ---- the kernels themselves ---- */

/*
 * Every second page is without access: strided blocks that begin or end with their page. (checkasm
 * has single blocks and their neighbours.)
 */
static void kernel(blake2b_blocks_fn *blocks) {
    const guarded chequered = guarded_pages(7);
    blake2b_state_internal *const S = (blake2b_state_internal *)(void *)place(&state, AT_END,
                                                                              sizeof *S);
    blake2b_state_internal expected;
    size_t n, i;
    int side;
    if (!chequered.first) {
        test_expect(0, "no pages");
        return;
    }
    for (i = 0; i < 4; i++) {
        test_pattern(chequered.first + 2 * i * page, page, (uint32_t)i + 9);
        protect(chequered.first + 2 * i * page, page, READ_ONLY);
        if (i < 3) {
            protect(chequered.first + (2 * i + 1) * page, page, NO_ACCESS);
        }
    }
    for (side = 0; side < SIDES; side++) {
        for (n = 1; n <= 4; n++) {
            const unsigned char *const first = chequered.first + (side == AT_END ? page - 128 : 0);
            now("blocks apart (side, blocks)", (size_t)side, n, 2 * page);
            test_pattern((unsigned char *)&expected, sizeof expected, (uint32_t)n);
            memset(expected.F, 0, sizeof expected.F);
            memcpy(S, &expected, sizeof expected);
            blocks_by_reference(&expected, first, n * 128, 2 * page);
            blocks(S, first, n * 128, 2 * page);
            expect((unsigned char *)S, (unsigned char *)&expected, sizeof expected);
        }
    }
}

static void all_other_calls(void) {
    size_t n;
    for (n = 0; n < LONGEST; n += n % 128 == 1 ? 50 : n % 128 == 51 ? 76 : 1) {
        other_calls(AT_END, n);
        other_calls(AT_START, n);
    }
}

static void run(const struct kernel *k) {
    now_running = k->name;
    calls(test_sample_slow(k));
    all_other_calls();
    compress(AT_END);
    compress(AT_START);
    kernel(BLAKE2B_BLOCKS(k));
}

int main(void) {
    page = page_bytes();
    in = guarded_pages(1 + 8192 / page);
    key = guarded_pages(1);
    out = guarded_pages(1);
    state = guarded_pages(1);
    jobs = guarded_pages(1);
    if (!in.first || !key.first || !out.first || !state.first || !jobs.first) {
        test_skip("guard", "no pages without access on this system");
        return test_exit();
    }
    signal(SIGSEGV, fault);
#if defined(SIGBUS)
    signal(SIGBUS, fault);
#endif
    test_pattern(message, sizeof message, 1);
    test_pattern(key_bytes, sizeof key_bytes, 2);
    now_running = "memory";
    test_begin("guard/memory");
    copies();
    test_end();
    test_each("guard", run);
    dispatch_use(&blake2b_dispatch, NULL);
    now_running = "kernels for several messages";
    test_each_lane_kernel("guard/lanes", all_other_calls);
    return test_exit();
}
