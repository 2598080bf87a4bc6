/*
 * No byte is read or written outside what a call is given: pages without access stand right
 * before and right behind everything, between strided blocks as well, and input and key
 * cannot be written to. A fault ends the program and tells where it was.
 */
#if !defined(_DEFAULT_SOURCE)
#define _DEFAULT_SOURCE 1
#endif
#if !defined(_DARWIN_C_SOURCE)
#define _DARWIN_C_SOURCE 1
#endif
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

#include "pages.h"
#include "test.h"

static void set_access(const guarded *g, int access) {
    if (protect(g->first, (size_t)(g->end - g->first), access)) {
        printf("FAIL guard: cannot set the access to pages\n");
        exit(EXIT_FAILURE);
    }
}

/* N bytes that end right before, or begin right behind, a page without access. */
enum { AT_END, AT_START, SIDES };

static unsigned char *place(const guarded *g, int side, size_t n) {
    return side == AT_END ? g->end - n : g->first;
}

/* ---- faults ---- */

static const char *now_running = "", *now_testing = "";
static unsigned long now_at[3];
static guarded in, key, out, state;

static void fault(int number) {
    printf("FAIL guard/%s: fault (signal %d) in %s, %lu, %lu, %lu\n", now_running, number, now_testing, now_at[0],
           now_at[1], now_at[2]);
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
    test_expect(!memcmp(found, expected, n), "%s, %lu, %lu, %lu: wrong result", now_testing, now_at[0], now_at[1],
                now_at[2]);
}

static void calls(void) {
    unsigned char expected[64];
    blake2b_params P;
    size_t n;
    int side;
    for (side = 0; side < SIDES; side++) {
        blake2b_state *S = (blake2b_state *)(void *)place(&state, side, sizeof(blake2b_state));
        for (n = 0; n <= LONGEST; n++) {
            const size_t keylen = n % 65, digest_length = n % 64 + 1;
            unsigned char *m = place(&in, side, n), *k = place(&key, side, keylen), *o = place(&out, side, 64);
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
            test_expect(!blake2b_hash(&P, o, digest_length, m, n), "blake2b_hash failed");
            expect(o, expected, digest_length);

            now("blake2b_init_params (side, bytes, digest)", (size_t)side, n, digest_length);
            test_expect(!blake2b_init_params(S, &P), "blake2b_init_params failed");
            blake2b_update(S, m, n);
            test_expect(!blake2b_finish(S, o, digest_length), "blake2b_finish failed");
            expect(o, expected, digest_length);
        }
    }
}

/* ---- the kernels themselves ---- */

/* FIRST is where the first block stands, or NULL. */
static void kernel_call(blake2b_blocks_fn *blocks, int side, const unsigned char *first, size_t bytes, size_t stride,
                        int last) {
    blake2b_state_internal expected;
    blake2b_state_internal *S =
        (blake2b_state_internal *)(void *)place(&state, side, sizeof(blake2b_state_internal));
    test_pattern((unsigned char *)&expected, sizeof expected, (uint32_t)bytes);
    memset(expected.F, 0, sizeof expected.F);
    memset(expected.F, 0xff, (size_t)last * 8);
    memcpy(S, &expected, sizeof expected);
    test_contract(&expected, first, bytes, stride);
    blocks(S, first, bytes, stride);
    expect((unsigned char *)S, (unsigned char *)&expected, sizeof expected);
}

static void kernel(blake2b_blocks_fn *blocks) {
    static const size_t strides[] = {0, 1, 64, 127, 128, 129, 200, 512};
    unsigned char pattern[128 + 9 * 512];
    guarded chequered;
    size_t n, i;
    int side, last;
    test_pattern(pattern, sizeof pattern, 3);

    for (side = 0; side < SIDES; side++) {
        for (last = 1; last <= 2; last++) {
            for (n = 0; n <= 128; n++) {
                unsigned char *m = place(&in, side, n);
                put(&in, m, pattern, n);
                now("last block (side, bytes, flags)", (size_t)side, n, (size_t)last);
                kernel_call(blocks, side, m, n, 0, last);
                kernel_call(blocks, side, m, n, 512, last);
            }
            now("no bytes at all, last block (side, flags)", (size_t)side, (size_t)last, 0);
            kernel_call(blocks, side, NULL, 0, 0, last);
            kernel_call(blocks, side, in.end, 0, 128, last);
        }
        now("no blocks (side)", (size_t)side, 0, 0);
        kernel_call(blocks, side, NULL, 0, 128, 0);
        kernel_call(blocks, side, in.end, 0, 0, 0);

        for (i = 0; i < sizeof strides / sizeof strides[0]; i++) {
            for (n = 1; n <= 10; n++) {
                const size_t span = (n - 1) * strides[i] + 128;
                unsigned char *m = place(&in, side, span);
                put(&in, m, pattern, span);
                now("blocks (side, blocks, stride)", (size_t)side, n, strides[i]);
                kernel_call(blocks, side, m, n * 128, strides[i], 0);
            }
        }
    }

    /* Every second page without access: blocks that end with their page, or begin with it. */
    chequered = guarded_pages(7);
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
            now("blocks apart (side, blocks)", (size_t)side, n, 2 * page);
            kernel_call(blocks, side, chequered.first + (side == AT_END ? page - 128 : 0), n * 128, 2 * page, 0);
        }
    }
}

static void run(const blake2b_backend *backend) {
    now_running = backend->name;
    calls();
    kernel(backend->blocks);
}

int main(void) {
    page = page_bytes();
    in = guarded_pages(1 + 8192 / page);
    key = guarded_pages(1);
    out = guarded_pages(1);
    state = guarded_pages(1);
    if (!in.first || !key.first || !out.first || !state.first) {
        test_skip("guard", "no pages without access on this system");
        return 0;
    }
    signal(SIGSEGV, fault);
#if defined(SIGBUS)
    signal(SIGBUS, fault);
#endif
    test_pattern(message, sizeof message, 1);
    test_pattern(key_bytes, sizeof key_bytes, 2);
    test_each("guard", run);
    return test_exit();
}
