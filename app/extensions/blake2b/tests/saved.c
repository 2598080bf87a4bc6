/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * Saved states. An imported hash continues as if it had never been exported. The exported bytes are
 * exactly those of the format. Damaged, truncated or impossible states are rejected, and nothing is
 * written.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "blake2b_test.h"
#include "vectors-saved.h"

enum {
    SEED_MESSAGE = 1,
    SEED_KEY = 2,
    MOST_SAVED = BLAKE2BP_SAVED_BYTES,
    MOST_STATE = sizeof(blake2bp_state)
};

static unsigned char message[5000], key[64];

/* The three kinds of states. */
typedef union any_state {
    blake2b_state b;
    blake2bp_state bp;
    blake2xb_state xb;
    unsigned char bytes[MOST_STATE];
} any_state;

#define CALLS_OF(kind, type) \
    static int export_##kind(const void *S, unsigned char *saved, size_t n) { \
        return kind##_export((const type *)S, saved, n); \
    } \
    static int import_##kind(void *S, const void *saved, size_t n) { \
        return kind##_import((type *)S, saved, n); \
    }
CALLS_OF(blake2b, blake2b_state)
CALLS_OF(blake2bp, blake2bp_state)
CALLS_OF(blake2xb, blake2xb_state)

static const struct kind {
    const char *name;
    size_t state, saved;
    int (*save)(const void *S, unsigned char *saved, size_t n);
    int (*load)(void *S, const void *saved, size_t n);
} kinds[] = {
    /* as in the format */
    {NULL, 0, 0, NULL, NULL},
    {"blake2b", sizeof(blake2b_state), BLAKE2B_SAVED_BYTES, export_blake2b, import_blake2b},
    {"blake2bp", sizeof(blake2bp_state), BLAKE2BP_SAVED_BYTES, export_blake2bp, import_blake2bp},
    {"blake2xb, input", sizeof(blake2xb_state), BLAKE2XB_SAVED_BYTES, export_blake2xb,
     import_blake2xb},
    {"blake2xb, output", sizeof(blake2xb_state), BLAKE2XB_SAVED_BYTES, export_blake2xb,
     import_blake2xb},
};
enum { KINDS = 4 };
/* As RETURNS, with the name of the kind. */
#define RETURNS_OF(k, code, call) \
    test_expect((call) == BLAKE2B_##code, "%s: not " #code ": " #call, (k)->name)

/*
 * A state of one kind: DIGEST bytes (for BLAKE2Xb all output, 0 if unknown), and so many bytes of
 * the key, of the message, and of output so far.
 */
static void make(any_state *S, const saved_vector *v) {
    static unsigned char out[sizeof message];
    const size_t outlen = v->digest ? (size_t)v->digest : BLAKE2XB_UNKNOWN_LENGTH;
    int error = BLAKE2B_OK;
    if (v->kind == 1) {
        error |= blake2b_digest_init(&S->b, (size_t)v->digest, key, (size_t)v->key);
        error |= blake2b_append(&S->b, message, (size_t)v->message);
        error |= v->last_node ? blake2b_last_node(&S->b) : BLAKE2B_OK;
    } else if (v->kind == 2) {
        error |= blake2bp_init(&S->bp, (size_t)v->digest, key, (size_t)v->key);
        error |= blake2bp_update(&S->bp, message, (size_t)v->message);
    } else {
        error |= blake2xb_init(&S->xb, outlen, key, (size_t)v->key);
        error |= blake2xb_update(&S->xb, message, (size_t)v->message);
        if (v->kind == 4) {
            error |= blake2xb_final(&S->xb);
            error |= blake2xb_squeeze(&S->xb, out, (size_t)v->squeezed);
        }
    }
    test_expect(!error, "a state cannot be made: %d", error);
}

/* Continues with 1000 more bytes of the message or up to 200 of output, and returns the result. */
static void go_on(any_state *S, const saved_vector *v, unsigned char out[200]) {
    int error = BLAKE2B_OK;
    memset(out, 0, 200);
    if (v->kind == 1) {
        error |= blake2b_append(&S->b, message, 1000);
        error |= blake2b_finish(&S->b, out, (size_t)v->digest);
    } else if (v->kind == 2) {
        error |= blake2bp_update(&S->bp, message, 1000);
        error |= blake2bp_final(&S->bp, out, (size_t)v->digest);
    } else {
        const unsigned long left = v->digest ? v->digest - v->squeezed : 200;
        if (v->kind == 3) {
            error |= blake2xb_update(&S->xb, message, 1000);
            error |= blake2xb_final(&S->xb);
        }
        error |= blake2xb_squeeze(&S->xb, out, left < 200 ? (size_t)left : 200);
    }
    test_expect(!error, "%s: does not go on: %d", kinds[v->kind].name, error);
}

/* SAVED, in memory of its exact size, must become a state that continues like S. */
static void goes_on(const any_state *S, const saved_vector *v, const unsigned char *saved) {
    const struct kind *k = &kinds[v->kind];
    any_state original = *S, copy;
    unsigned char expected[200], out[200], again[MOST_SAVED];
    memset(&copy, 0xa5, sizeof copy);
    test_expect(k->load(&copy, saved, k->saved) == BLAKE2B_OK,
                "%s, message %lu, output %lu: refused", k->name, v->message, v->squeezed);
    test_expect(k->save(&copy, again, k->saved) == BLAKE2B_OK && !memcmp(saved, again, k->saved),
                "%s, message %lu, output %lu: exported once more, it is another", k->name,
                v->message, v->squeezed);
    go_on(&original, v, expected);
    go_on(&copy, v, out);
    test_expect(!memcmp(out, expected, sizeof out),
                "%s, message %lu, output %lu: continues differently", k->name, v->message,
                v->squeezed);
}

static void there_and_back(saved_vector v) {
    const struct kind *k = &kinds[v.kind];
    unsigned char saved[MOST_SAVED + 8];
    any_state S, before;
    memset(saved, 0x77, sizeof saved);
    memset(&S, 0x5a, sizeof S);
    make(&S, &v);
    before = S;
    RETURNS_OF(k, OK, k->save(&S, saved + 1, k->saved));
    test_expect(!memcmp(&S, &before, sizeof S), "%s: export writes to the state", k->name);
    test_expect(saved[0] == 0x77 && saved[1 + k->saved] == 0x77, "%s: export writes too much",
                k->name);
    goes_on(&S, &v, saved + 1);
}

/* Every number of bytes that can be in a buffer, and of bytes already output from a node. */
static void round_trips(void) {
    unsigned long n;
    test_begin("saved/round-trips");
    for (n = 0; n <= 300; n++) {
        saved_vector v = {1, 0, 0, 0, 0, 0, 0};
        v.digest = 1 + n % 64, v.key = n % 3 ? n % 65 : 0, v.message = n, v.last_node = n & 1;
        there_and_back(v);
        v.kind = 3, v.digest = n % 5 ? n + 1 : 0;
        there_and_back(v);
        v.kind = 4, v.digest = n % 5 ? 301 + n % 7 : 0, v.squeezed = n;
        there_and_back(v);
        v.digest = n, v.squeezed = n; /* the whole output */
        if (n) {
            there_and_back(v);
        }
    }
    for (n = 0; n <= 1500; n++) {
        saved_vector v = {2, 0, 0, 0, 0, 0, 0};
        v.digest = 1 + n % 64, v.key = n % 3 ? n % 65 : 0, v.message = n;
        there_and_back(v);
    }
    test_end();
}

/*
 * The end of a BLAKE2Xb of unknown length, where no node is left. That takes 2^38 bytes of output,
 * so it starts from a saved state.
 */
static void seal(unsigned char *saved, size_t bytes) {
    static const blake2b_params P = BLAKE2B_PARAMS_INIT(16, "blake2b state 1");
    RETURNS(OK, blake2b_hash(&P, saved + bytes - 16, 16, saved, bytes - 16));
}

static void last_nodes(void) {
    unsigned char saved[BLAKE2XB_SAVED_BYTES], out[100];
    const saved_vector v = {4, 0, 0, 100, 64, 0, 0};
    any_state S;
    test_begin("saved/last-node");
    make(&S, &v);
    blake2xb_export(&S.xb, saved, sizeof saved);
    memset(saved + 20, 0xff, 4); /* node 2^32 - 1 is next */
    seal(saved, sizeof saved);
    RETURNS(OK, blake2xb_import(&S.xb, saved, sizeof saved));
    RETURNS(ERROR_LENGTH, blake2xb_squeeze(&S.xb, out, 65));
    RETURNS(OK, blake2xb_squeeze(&S.xb, out, 10));
    RETURNS(OK, blake2xb_export(&S.xb, saved, sizeof saved));
    test_expect(saved[9] == 1 && saved[10] == 54, "the end of the output is not saved as expected");
    RETURNS(OK, blake2xb_import(&S.xb, saved, sizeof saved));
    RETURNS(ERROR_LENGTH, blake2xb_squeeze(&S.xb, out, 55));
    RETURNS(OK, blake2xb_squeeze(&S.xb, out, 54));
    test_end();
}

/* The states written by the generator, which shares no code with this library. */
static void recorded(void) {
    size_t i;
    test_begin("saved/format");
    for (i = 0; i < sizeof vectors_saved / sizeof vectors_saved[0]; i++) {
        const saved_vector *const v = &vectors_saved[i];
        const struct kind *const k = &kinds[v->kind];
        unsigned char saved[MOST_SAVED];
        any_state S;
        make(&S, v);
        test_expect(k->save(&S, saved, k->saved) == BLAKE2B_OK, "number %lu: no export",
                    (unsigned long)i);
        test_expect(checksum(saved, k->saved) == v->saved, "number %lu, a %s: wrong: %s",
                    (unsigned long)i, k->name, test_hex(saved, k->saved));
        goes_on(&S, v, saved);
    }
    test_end();
}

/* Some states of every kind, for the following tests. */
static const saved_vector samples[] = {
    {1, 64, 0, 0, 0, 0, 0},     {1, 32, 32, 200, 0, 1, 0}, {2, 64, 0, 100, 0, 0, 0},
    {2, 20, 64, 2000, 0, 0, 0}, {3, 100, 0, 300, 0, 0, 0}, {3, 0, 16, 77, 0, 0, 0},
    {4, 100, 0, 50, 10, 0, 0},  {4, 0, 64, 0, 130, 0, 0},  {4, 100, 0, 50, 80, 0, 0},
    {4, 100, 0, 50, 100, 0, 0},
};
enum { SAMPLES = sizeof samples / sizeof samples[0] };

/* Of many positions or values, a small sample of the tests tries a part. */
static unsigned step(unsigned of_sample) {
    return test_sample_small() ? of_sample : 1;
}

static void refused(const char *what, const struct kind *k, const unsigned char *saved,
                    size_t bytes, int expected) {
    any_state S, before;
    int code;
    memset(&S, 0xa5, sizeof S);
    before = S;
    code = k->load(&S, saved, bytes);
    test_expect(code == expected, "%s, %s: %d", k->name, what, code);
    test_expect(!memcmp(&S, &before, sizeof S), "%s, %s: refused, and written", k->name, what);
}

static void damaged(void) {
    unsigned i;
    test_begin("saved/damaged");
    for (i = 0; i < SAMPLES; i++) {
        const struct kind *const k = &kinds[samples[i].kind];
        unsigned char saved[MOST_SAVED + 1];
        any_state S;
        size_t n;
        unsigned other;
        make(&S, &samples[i]);
        RETURNS_OF(k, OK, k->save(&S, saved, k->saved));
        for (n = 0; n < 8 * k->saved; n += step(7)) {
            saved[n / 8] ^= (unsigned char)(1u << n % 8);
            refused("a bit flipped", k, saved, k->saved, BLAKE2B_ERROR_SAVED);
            saved[n / 8] ^= (unsigned char)(1u << n % 8);
        }
        /* Truncated, in memory of exactly that size: nothing after it is read. */
        for (n = 0; n <= k->saved + 1; n += n + 9 < k->saved ? step(7) : 1) {
            unsigned char *const part = (unsigned char *)malloc(n ? n : 1);
            if (part && n != k->saved) {
                memcpy(part, saved, n);
                refused("cut off", k, part, n, BLAKE2B_ERROR_LENGTH);
            }
            free(part);
        }
        /* The end lost, or moved by one byte. */
        for (n = 1; n < 40; n++) {
            unsigned char cut[MOST_SAVED];
            memset(cut, 0, sizeof cut);
            memcpy(cut, saved, k->saved - n);
            if (memcmp(cut, saved, k->saved)) {
                refused("end lost", k, cut, k->saved, BLAKE2B_ERROR_SAVED);
            }
        }
        for (other = 1; other <= KINDS; other++) {
            if (kinds[other].saved != k->saved) {
                refused("another kind", &kinds[other], saved, k->saved, BLAKE2B_ERROR_LENGTH);
            }
        }
        memset(saved, 0, sizeof saved);
        refused("zeros", k, saved, k->saved, BLAKE2B_ERROR_SAVED);
    }
    test_end();
}

/* With a valid check value: only a state that export could have written is accepted. */
static void impossible(void) {
    unsigned i;
    unsigned long taken = 0;
    test_begin("saved/impossible");
    for (i = 0; i < SAMPLES; i++) {
        const struct kind *const k = &kinds[samples[i].kind];
        unsigned char saved[MOST_SAVED], changed[MOST_SAVED], again[MOST_SAVED], out[200];
        any_state S;
        size_t n;
        unsigned value;
        make(&S, &samples[i]);
        k->save(&S, saved, k->saved);
        for (n = 0; n < k->saved - 16; n += n >= 100 ? step(5) : 1) {
            /* All values where a field can be invalid, some elsewhere. */
            for (value = 0; value < 256; value += n < 32 || (n >= 76 && n < 100) ? step(17) : 51) {
                int code;
                memcpy(changed, saved, k->saved);
                changed[n] = (unsigned char)value;
                seal(changed, k->saved);
                memset(&S, 0xa5, sizeof S);
                code = k->load(&S, changed, k->saved);
                test_expect(code == BLAKE2B_OK || code == BLAKE2B_ERROR_SAVED, "%s: %d", k->name,
                            code);
                test_expect(value != saved[n] || code == BLAKE2B_OK, "%s: refused as it was",
                            k->name);
                if (n < 9 && value != saved[n]) {
                    test_expect(code != BLAKE2B_OK, "%s: byte %lu may be %02x", k->name,
                                (unsigned long)n, value);
                }
                if (code == BLAKE2B_OK) {
                    taken++;
                    test_expect(k->save(&S, again, k->saved) == BLAKE2B_OK &&
                                    !memcmp(changed, again, k->saved),
                                "%s: byte %lu %02x is taken, and exported otherwise", k->name,
                                (unsigned long)n, value);
                    /* it must be usable */
                    if (samples[i].kind == 4) {
                        const int squeezed = blake2xb_squeeze(&S.xb, out, 200);
                        test_expect(squeezed == BLAKE2B_OK || squeezed == BLAKE2B_ERROR_LENGTH,
                                    "%d", squeezed);
                    } else if (samples[i].kind == 1) {
                        blake2b_update(&S.b, message, 300);
                        blake2b_final(&S.b, out);
                    } else if (samples[i].kind == 2) {
                        test_expect(blake2bp_update(&S.bp, message, 1200) == BLAKE2B_OK &&
                                        blake2bp_final(&S.bp, out, changed[9]) == BLAKE2B_OK,
                                    "blake2bp cannot be used");
                    } else {
                        test_expect(blake2xb_update(&S.xb, message, 300) == BLAKE2B_OK &&
                                        blake2xb_final(&S.xb) == BLAKE2B_OK,
                                    "blake2xb cannot be used");
                    }
                }
            }
        }
    }
    test_expect(taken > 1000 / step(4), "only %lu were taken", taken);

    test_end();
}

/* Faults that single bytes do not show, in a sample: COUNT bytes of this value, or XOR with it. */
enum { XOR = 256, LEAF = 80, LEAF_H = 14, LEAF_T = LEAF_H + 64 };
#define EACH_LEAF(value) \
    {LEAF_T, 1, value}, {LEAF_T + LEAF, 1, value}, {LEAF_T + 2 * LEAF, 1, value}, { \
        LEAF_T + 3 * LEAF, 1, value \
    }
static const struct fault {
    const char *what;
    unsigned char sample, taken;
    struct {
        short at, count, value;
    } changes[6];
} faults[] = {
    /* clang-format off */
    {"a block compressed and none waiting", 0, 0, {{12 + 64, 1, 128}}},
    {"129 bytes in the buffer", 1, 0, {{11, 1, 129}}},
    {"half a block compressed", 1, 0, {{12 + 64, 1, XOR | 1}}},
    {"half a block compressed", 3, 0, {EACH_LEAF(XOR | 1)}},
    {"leaves that differ", 3, 0, {{LEAF_T + LEAF + 15, 1, XOR | 1}}},
    {"leaves that differ", 3, 0, {{LEAF_T + 2 * LEAF + 15, 1, XOR | 1}}},
    {"leaves that differ", 3, 0, {{LEAF_T + 3 * LEAF + 15, 1, XOR | 1}}},
    {"a key that does not wait, and nothing compressed", 2, 0, {{10, 1, 5}}},
    {"a stripe compressed, and 100 bytes waiting", 2, 0, {EACH_LEAF(128)}},
    {"a stripe compressed, and 384 bytes waiting", 2, 0, {EACH_LEAF(128), {12, 1, 0x80}, {13, 1, 1}}},
    {"a stripe compressed, and 385 bytes waiting", 2, 1, {EACH_LEAF(128), {12, 1, 0x81}, {13, 1, 1}}},
    {"a key, nothing compressed, and 511 bytes waiting", 2, 0, {{10, 1, 5}, {12, 1, 0xff}, {13, 1, 1}}},
    {"a key, nothing compressed, and 512 bytes waiting", 2, 1, {{10, 1, 5}, {12, 1, 0}, {13, 1, 2}}},
    {"leaves that differ", 3, 0, {{LEAF_T, 1, XOR | 128}}},
    {"897 bytes in the buffer", 3, 0, {{12, 1, 0x81}, {13, 1, 3}}},
    {"more left than there is", 4, 0, {{16, 1, 101}}},
    {"more left than there is", 6, 0, {{16, 4, 0xff}}},
    {"no length, and an unknown rest", 6, 0, {{12, 4, 0}, {16, 4, 0xff}}},
    {"no length", 4, 0, {{12, 8, 0}}},
    /* of unknown length, in node 2 */
    {"no node left, and a next one", 7, 0, {{9, 1, 1}}},
    {"a known rest of an unknown length", 7, 0, {{16, 1, 0}}},
    {"a part kept of no node", 7, 0, {{20, 1, 0}}},
    {"a whole node kept", 7, 0, {{10, 1, 64}}},
    /* of known length, before its first node */
    {"nothing given out yet", 6, 1, {{10, 1, 0}, {16, 1, 100}, {17, 7, 0}, {24 + 64, 64, 0}}},
    {"the end of all numbers, and of a known length", 6, 0,
     {{9, 1, 1}, {10, 1, 0}, {16, 1, 100}, {17, 7, 0}, {24 + 64, 64, 0}}},
    {"a node that ends early", 6, 0, {{16, 1, 89}, {20, 1, 2}}},
    {"a root when all was given out", 9, 0, {{24, 1, 1}}},
    /* clang-format on */
};

static void several_bytes(void) {
    size_t i, j;
    short n;
    test_begin("saved/several bytes");
    for (i = 0; i < sizeof faults / sizeof faults[0]; i++) {
        const struct fault *const f = &faults[i];
        const struct kind *const k = &kinds[samples[f->sample].kind];
        unsigned char saved[MOST_SAVED];
        any_state S;
        make(&S, &samples[f->sample]);
        RETURNS_OF(k, OK, k->save(&S, saved, k->saved));
        for (j = 0; j < 6; j++) {
            for (n = 0; n < f->changes[j].count; n++) {
                unsigned char *const p = saved + f->changes[j].at + n;
                *p = (unsigned char)(f->changes[j].value & XOR ? *p ^ (f->changes[j].value & 255)
                                                               : f->changes[j].value);
            }
        }
        seal(saved, k->saved);
        if (f->taken) {
            test_expect(k->load(&S, saved, k->saved) == BLAKE2B_OK, "%s, %s", k->name, f->what);
        } else {
            refused(f->what, k, saved, k->saved, BLAKE2B_ERROR_SAVED);
        }
    }
    test_end();
}

static void errors(void) {
    unsigned i;
    test_begin("saved/errors");
    for (i = 0; i < SAMPLES; i++) {
        const struct kind *const k = &kinds[samples[i].kind];
        static unsigned char area[3 * MOST_STATE], before[sizeof area];
        unsigned char saved[MOST_SAVED + 1], saved_before[MOST_SAVED + 1], good[MOST_SAVED];
        any_state S;
        long at;
        make(&S, &samples[i]);
        k->save(&S, good, k->saved);
        memset(saved, 0x77, sizeof saved);
        memcpy(saved_before, saved, sizeof saved);
        RETURNS_OF(k, ERROR_NULL, k->save(NULL, saved, k->saved));
        RETURNS_OF(k, ERROR_NULL, k->save(&S, NULL, k->saved));
        RETURNS_OF(k, ERROR_LENGTH, k->save(&S, saved, k->saved - 1));
        RETURNS_OF(k, ERROR_LENGTH, k->save(&S, saved, k->saved + 1));
        RETURNS_OF(k, ERROR_NULL, k->load(NULL, good, k->saved));
        RETURNS_OF(k, ERROR_NULL, k->load(&S, NULL, k->saved));
        RETURNS_OF(k, ERROR_NULL, k->load(&S, NULL, 0));
        /* Overlapping the state, at either end and inside. */
        for (at = -(long)k->saved; at <= (long)k->state;
             at += at + 9 < (long)k->state ? (long)step(7) : 1) {
            const int apart = at == -(long)k->saved || at == (long)k->state;
            unsigned char *const state = area + MOST_STATE;
            int code;
            memset(area, 0, sizeof area);
            memset(&S, 0, sizeof S); /* compared as a whole below */
            make(&S, &samples[i]);
            memcpy(state, &S, k->state);
            memcpy(before, area, sizeof area);
            code = k->save(state, state + at, k->saved);
            test_expect(code == (apart ? BLAKE2B_OK : BLAKE2B_ERROR_OVERLAP),
                        "%s: export at %ld: %d", k->name, at, code);
            test_expect(apart || !memcmp(area, before, sizeof area), "%s: export at %ld writes",
                        k->name, at);
            memcpy(before, area, sizeof area);
            code = k->load(state, state + at, k->saved);
            test_expect(code == (apart ? BLAKE2B_OK : BLAKE2B_ERROR_OVERLAP),
                        "%s: import at %ld: %d", k->name, at, code);
            test_expect(apart || !memcmp(area, before, sizeof area), "%s: import at %ld writes",
                        k->name, at);
        }
        test_expect(!memcmp(saved, saved_before, sizeof saved), "%s: an error, and written",
                    k->name);
    }
    {
        blake2b_state S;
        unsigned char saved[BLAKE2B_SAVED_BYTES], hash[64];
        blake2b_init(&S);
        blake2b_final(&S, hash);
        RETURNS(ERROR_STATE, blake2b_export(&S, saved, sizeof saved));
    }
    test_end();
}

int main(void) {
    test_pattern(message, sizeof message, SEED_MESSAGE);
    test_pattern(key, sizeof key, SEED_KEY);
    recorded();
    round_trips();
    last_nodes();
    damaged();
    impossible();
    several_bytes();
    errors();
    return test_exit();
}
