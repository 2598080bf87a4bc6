/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * A digest depends on the message only. It does not depend on the pieces, the addresses, allowed
 * overlap, or which copy of a state continues. NULL is as good as any other pointer if the length
 * is 0. The expected digest is that of one call, which vectors.c has checked.
 */
#include "blake2b_test.h"

enum { LONGEST = 300 };

static unsigned char message[LONGEST], key[BLAKE2B_KEYBYTES];

static const size_t lengths[] = {0, 1, 63, 64, 127, 128, 129, 255, 256, 257, LONGEST};
#define LENGTHS (sizeof lengths / sizeof lengths[0])

static void init(blake2b_state *S, size_t keylen) {
    if (keylen) {
        blake2b_keyed_init(S, key, keylen);
    } else {
        blake2b_init(S);
    }
}

static void expect_digest(const unsigned char *digest, const unsigned char *expected,
                          const char *what, size_t bytes, size_t a, size_t b) {
    test_expect(!memcmp(digest, expected, 64), "%s, %lu bytes (%lu, %lu): %s instead of %s", what,
                (unsigned long)bytes, (unsigned long)a, (unsigned long)b, test_hex(digest, 8),
                test_hex(expected, 8));
}

static void splits(const struct kernel *kernel) {
    static const size_t key_lengths[] = {0, 33};
    unsigned char expected[64], digest[64];
    blake2b_state S;
    size_t n, i, k;
    const int few = test_sample_slow(kernel);
    for (k = 0; k < 2; k++) {
        const size_t keylen = key_lengths[k];
        for (n = 0; n <= LONGEST; n = test_after(n, few)) {
            int round;
            blake2b_keyed(expected, message, n, key, keylen);

            for (i = 0; i <= n; i = test_after(i, few)) {
                init(&S, keylen);
                blake2b_update(&S, message, i);
                blake2b_update(&S, message + i, n - i);
                blake2b_final(&S, digest);
                expect_digest(digest, expected, "two pieces (key, first piece)", n, keylen, i);
            }

            init(&S, keylen);
            for (i = 0; i < n; i++) {
                blake2b_update(&S, message + i, 1);
            }
            blake2b_final(&S, digest);
            expect_digest(digest, expected, "byte by byte (key)", n, keylen, 0);

            for (round = 0; round < 3; round++) {
                size_t done = 0;
                init(&S, keylen);
                while (done < n) {
                    size_t piece = test_random(round ? 150 : 20);
                    piece = piece < n - done ? piece : n - done;
                    blake2b_update(&S, message + done, piece);
                    done += piece;
                }
                blake2b_final(&S, digest);
                expect_digest(digest, expected, "random pieces (key, round)", n, keylen,
                              (size_t)round);
            }
        }
    }
}

/* One hash with all buffers at the given addresses modulo 16; nothing around them is written. */
static void aligned(size_t in_at, size_t key_at, size_t out_at, size_t state_at, size_t n,
                    size_t keylen) {
    unsigned char in[LONGEST + 16], in_before[LONGEST + 16], k[64 + 16], k_before[64 + 16];
    unsigned char out[64 + 32], state[sizeof(blake2b_state) + 32], expected[64];
    blake2b_state *S = (blake2b_state *)(void *)(state + state_at);
    size_t i;
    int way;
    memset(in, 0x11, sizeof in);
    memcpy(in + in_at, message, n);
    memcpy(in_before, in, sizeof in);
    memset(k, 0x22, sizeof k);
    memcpy(k + key_at, key, keylen);
    memcpy(k_before, k, sizeof k);
    blake2b_keyed(expected, message, n, key, keylen);
    for (way = 0; way < 2; way++) {
        memset(out, 0x33, sizeof out);
        memset(state, 0x44, sizeof state);
        if (way == 0) {
            blake2b_keyed(out + out_at, in + in_at, n, k + key_at, keylen);
        } else {
            blake2b_keyed_init(S, k + key_at, keylen);
            blake2b_update(S, in + in_at, n / 3);
            blake2b_update(S, in + in_at + n / 3, n - n / 3);
            blake2b_final(S, out + out_at);
        }
        test_expect(
            !memcmp(out + out_at, expected, 64),
            "addresses of input, key, output, state %lu, %lu, %lu, %lu, %lu bytes: %s instead of %s",
            (unsigned long)in_at, (unsigned long)key_at, (unsigned long)out_at,
            (unsigned long)state_at, (unsigned long)n, test_hex(out + out_at, 8),
            test_hex(expected, 8));
        test_expect(!memcmp(in, in_before, sizeof in), "input was written, %lu bytes",
                    (unsigned long)n);
        test_expect(!memcmp(k, k_before, sizeof k), "key was written, %lu bytes",
                    (unsigned long)keylen);
        for (i = 0; i < sizeof out; i++) {
            test_expect((i >= out_at && i < out_at + 64) || out[i] == 0x33,
                        "written outside the output");
        }
        for (i = 0; i < sizeof state; i++) {
            test_expect((i >= state_at && i < state_at + sizeof *S) || state[i] == 0x44,
                        "written outside the state");
        }
    }
}

static void alignments(const struct kernel *kernel) {
    const size_t step = test_sample_slow(kernel) ? 5 : 1;
    size_t i, j;
    for (i = 0; i < LENGTHS; i++) {
        for (j = 0; j < 16; j += step) {
            aligned(j, 0, 0, 0, lengths[i], 5);
            aligned(0, j, 0, 0, lengths[i], 64 - j);
            aligned(0, 0, j, 0, lengths[i], 0);
            aligned(0, 0, 0, j, lengths[i], 1);
            aligned(j, j, j, j, lengths[i], 64);
        }
    }
    for (i = 0; i < test_sample(500); i++) {
        aligned(test_random(16), test_random(16), test_random(16), test_random(16),
                test_random(LONGEST + 1), test_random(65));
    }
}

/* Output over input or key, at every distance. */
static void in_place(const struct kernel *kernel) {
    unsigned char area[64 + LONGEST + 64], expected[64];
    const int few = test_sample_slow(kernel);
    size_t i, at, k;
    for (i = 0; i < LENGTHS; i++) {
        const size_t n = lengths[i];
        for (k = 0; k <= 40; k += 40) {
            blake2b_keyed(expected, message, n, key, k);
            for (at = 0; at <= 64 + n; at = test_after(at, few)) {
                blake2b_state S;
                memcpy(area + 64, message, n);
                blake2b_keyed(area + at, area + 64, n, key, k);
                expect_digest(area + at, expected, "output over input (place, key)", n, at, k);

                memcpy(area + 64, message, n);
                init(&S, k);
                blake2b_update(&S, area + 64, n);
                blake2b_final(&S, area + at);
                expect_digest(area + at, expected, "final over input (place, key)", n, at, k);
            }
        }
        for (at = 0; at <= 128; at = test_after(at, few)) {
            blake2b_keyed(expected, message, n, key, 64);
            memcpy(area + 64, key, 64);
            blake2b_keyed(area + at, message, n, area + 64, 64);
            expect_digest(area + at, expected, "output over key (place)", n, at, 64);
        }
        /* the message is also the key */
        if (n <= 64) {
            blake2b_keyed(expected, key, n, key, n);
            memcpy(area, key, n);
            blake2b_keyed(area, area, n, area, n);
            expect_digest(area, expected, "all in one place", n, n, n);
        }
    }
}

static void copies(const struct kernel *kernel) {
    unsigned char expected[64], other_expected[64], digest[64], other_message[LONGEST];
    unsigned char place[sizeof(blake2b_state) + 16];
    const int few = test_sample_slow(kernel);
    size_t n, k;
    for (k = 0; k <= 64; k += 64) {
        for (n = 0; n <= LONGEST; n = test_after(n, few)) {
            blake2b_state S, assigned;
            blake2b_state *moved = (blake2b_state *)(void *)(place + n % 16);
            memcpy(other_message, message, n);
            test_pattern(other_message + n, LONGEST - n, 77);
            blake2b_keyed(expected, message, LONGEST, key, k);
            blake2b_keyed(other_expected, other_message, LONGEST, key, k);

            init(&S, k);
            blake2b_update(&S, message, n);
            assigned = S;
            memcpy(moved, &S, sizeof S);

            blake2b_update(&S, other_message + n, LONGEST - n);
            blake2b_final(&S, digest);
            expect_digest(digest, other_expected, "the original (key)", n, k, 0);

            blake2b_update(&assigned, message + n, LONGEST - n);
            blake2b_final(&assigned, digest);
            expect_digest(digest, expected, "copy by assignment (key)", n, k, 0);

            blake2b_update(moved, message + n, LONGEST - n);
            blake2b_final(moved, digest);
            expect_digest(digest, expected, "copy by memcpy (key, address)", n, k, n % 16);
        }
    }
}

static void nulls(const struct kernel *kernel) {
    unsigned char expected[64], digest[64], nothing = 0;
    blake2b_params P;
    blake2b_state S;
    size_t i;
    (void)kernel;

    blake2b(expected, &nothing, 0);
    blake2b(digest, NULL, 0);
    expect_digest(digest, expected, "blake2b, no input", 0, 0, 0);
    blake2b_keyed(digest, NULL, 0, NULL, 0);
    expect_digest(digest, expected, "blake2b_keyed, no input, no key", 0, 0, 0);
    blake2b_keyed_init(&S, NULL, 0);
    blake2b_update(&S, NULL, 0);
    blake2b_final(&S, digest);
    expect_digest(digest, expected, "blake2b_keyed_init, no input, no key", 0, 0, 0);
    blake2b_params_init(&P);
    P.key = &nothing;
    RETURNS(OK, blake2b_hash(&P, digest, 64, &nothing, 0));
    expect_digest(digest, expected, "blake2b_hash, nothing at an address", 0, 0, 0);
    P.key = NULL;
    RETURNS(OK, blake2b_hash(&P, digest, 64, NULL, 0));
    expect_digest(digest, expected, "blake2b_hash, NULL", 0, 0, 0);
    RETURNS(OK, blake2b_init_params(&S, &P));
    RETURNS(OK, blake2b_finish(&S, digest, 64));
    expect_digest(digest, expected, "blake2b_init_params, NULL", 0, 0, 0);

    blake2b_keyed(expected, &nothing, 0, key, 10);
    blake2b_keyed(digest, NULL, 0, key, 10);
    expect_digest(digest, expected, "blake2b_keyed, no input", 0, 10, 0);

    for (i = 0; i < LENGTHS; i++) {
        const size_t n = lengths[i];
        blake2b(expected, message, n);
        blake2b_keyed(digest, message, n, NULL, 0);
        expect_digest(digest, expected, "blake2b_keyed, no key", n, 0, 0);
        blake2b_init(&S);
        blake2b_update(&S, NULL, 0);
        blake2b_update(&S, message, n / 2);
        blake2b_update(&S, NULL, 0);
        blake2b_update(&S, message + n / 2, n - n / 2);
        blake2b_update(&S, NULL, 0);
        blake2b_final(&S, digest);
        expect_digest(digest, expected, "nothing in between", n, 0, 0);
    }
}

int main(void) {
    test_pattern(message, sizeof message, 1);
    test_pattern(key, sizeof key, 2);
    test_each("splits", splits);
    test_each("alignments", alignments);
    test_each("in-place", in_place);
    test_each("copies", copies);
    test_each("nulls", nulls);
    return test_exit();
}
