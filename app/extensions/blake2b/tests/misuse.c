/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * A void call that is misused stops the program with one line on stderr that gives the reason. An
 * int call returns its error code and writes nothing. A state is wiped at its end.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "blake2b_test.h"
#include "child.h"

static unsigned char message[200], key[65], hash[64];

/* Possible contents of an uninitialized state. */
static const unsigned char fills[] = {0x00, 0xff, 0xa5};

static blake2b_state filled(unsigned char fill) {
    blake2b_state S;
    memset(&S, fill, sizeof S);
    return S;
}

static blake2b_state finished(void) {
    blake2b_state S;
    blake2b_init(&S);
    blake2b_update(&S, message, sizeof message);
    blake2b_final(&S, hash);
    return S;
}

/* ---- void calls ---- */

CHILD_CALL(die_blake2b_hash, blake2b(NULL, message, 1))
CHILD_CALL(die_blake2b_in, blake2b(hash, NULL, 1))
CHILD_CALL(die_keyed_hash, blake2b_keyed(NULL, message, 1, key, 1))
CHILD_CALL(die_keyed_in, blake2b_keyed(hash, NULL, 1, key, 1))
CHILD_CALL(die_keyed_key, blake2b_keyed(hash, message, 1, NULL, 1))
CHILD_CALL(die_keyed_65, blake2b_keyed(hash, message, 1, key, 65))
CHILD_CALL(die_keyed_huge, blake2b_keyed(hash, message, 1, key, SIZE_MAX))
CHILD_CALL(die_keyed_256, blake2b_keyed(hash, message, 1, key, 256))
CHILD_CALL(die_init, blake2b_init(NULL))
CHILD_CALL(die_keyed_init, blake2b_keyed_init(NULL, key, 1))

static void die_keyed_init_key(void) {
    blake2b_state S;
    blake2b_keyed_init(&S, NULL, 1);
}

static void die_keyed_init_65(void) {
    blake2b_state S;
    blake2b_keyed_init(&S, key, 65);
}

static void die_keyed_init_256(void) {
    blake2b_state S;
    blake2b_keyed_init(&S, key, 256);
}

CHILD_CALL(die_update, blake2b_update(NULL, message, 1))

static void die_update_in(void) {
    blake2b_state S;
    blake2b_init(&S);
    blake2b_update(&S, NULL, 1);
}

static void update_filled(unsigned char fill) {
    blake2b_state S = filled(fill);
    blake2b_update(&S, message, 1);
}

CHILD_CALL(die_update_00, update_filled(fills[0]))
CHILD_CALL(die_update_ff, update_filled(fills[1]))
CHILD_CALL(die_update_a5, update_filled(fills[2]))

static void die_update_finished(void) {
    blake2b_state S = finished();
    blake2b_update(&S, message, 1);
}

static void die_update_finished_nothing(void) {
    blake2b_state S = finished();
    blake2b_update(&S, NULL, 0);
}

CHILD_CALL(die_final, blake2b_final(NULL, hash))

static void die_final_hash(void) {
    blake2b_state S;
    blake2b_init(&S);
    blake2b_final(&S, NULL);
}

static void final_filled(unsigned char fill) {
    blake2b_state S = filled(fill);
    blake2b_final(&S, hash);
}

CHILD_CALL(die_final_00, final_filled(fills[0]))
CHILD_CALL(die_final_ff, final_filled(fills[1]))
CHILD_CALL(die_final_a5, final_filled(fills[2]))

static void die_final_finished(void) {
    blake2b_state S = finished();
    blake2b_final(&S, hash);
}

static void die_final_after_finish(void) {
    blake2b_state S;
    blake2b_init(&S);
    if (blake2b_finish(&S, hash, 64) == BLAKE2B_OK) {
        blake2b_final(&S, hash);
    }
}

static void die_keyed_init_overlap(void) {
    blake2b_state S;
    memset(&S, 0, sizeof S);
    blake2b_keyed_init(&S, (const unsigned char *)&S + 1, 2);
}

static void die_update_overlap(void) {
    blake2b_state S;
    blake2b_init(&S);
    blake2b_update(&S, (const unsigned char *)&S + 1, 2);
}

static void die_final_overlap(void) {
    blake2b_state S;
    blake2b_init(&S);
    blake2b_final(&S, (unsigned char *)&S + 1);
}

static void void_calls(void) {
    static const struct {
        const char *call, *what, *why;
        void (*misuse)(void);
    } cases[] = {
        {"blake2b", "no hash", "NULL", die_blake2b_hash},
        {"blake2b", "no input", "NULL", die_blake2b_in},
        {"blake2b_keyed", "no hash", "NULL", die_keyed_hash},
        {"blake2b_keyed", "no input", "NULL", die_keyed_in},
        {"blake2b_keyed", "no key", "NULL", die_keyed_key},
        {"blake2b_keyed", "key of 65", "longer", die_keyed_65},
        {"blake2b_keyed", "key of 256", "longer", die_keyed_256},
        {"blake2b_keyed", "key of SIZE_MAX", "longer", die_keyed_huge},
        {"blake2b_init", "no state", "NULL", die_init},
        {"blake2b_keyed_init", "no state", "NULL", die_keyed_init},
        {"blake2b_keyed_init", "no key", "NULL", die_keyed_init_key},
        {"blake2b_keyed_init", "key of 65", "longer", die_keyed_init_65},
        {"blake2b_keyed_init", "key of 256", "longer", die_keyed_init_256},
        {"blake2b_keyed_init", "key in the state", "overlaps", die_keyed_init_overlap},
        {"blake2b_update", "no state", "NULL", die_update},
        {"blake2b_update", "no input", "NULL", die_update_in},
        {"blake2b_update", "state of 0x00", "not initialised", die_update_00},
        {"blake2b_update", "state of 0xff", "not initialised", die_update_ff},
        {"blake2b_update", "state of 0xa5", "not initialised", die_update_a5},
        {"blake2b_update", "finalised", "not initialised", die_update_finished},
        {"blake2b_update", "finalised, with nothing", "not initialised",
         die_update_finished_nothing},
        {"blake2b_update", "input in the state", "overlaps", die_update_overlap},
        {"blake2b_final", "no state", "NULL", die_final},
        {"blake2b_final", "no hash", "NULL", die_final_hash},
        {"blake2b_final", "hash in the state", "overlaps", die_final_overlap},
        {"blake2b_final", "state of 0x00", "not initialised", die_final_00},
        {"blake2b_final", "state of 0xff", "not initialised", die_final_ff},
        {"blake2b_final", "state of 0xa5", "not initialised", die_final_a5},
        {"blake2b_final", "finalised", "not initialised", die_final_finished},
        {"blake2b_final", "finished", "not initialised", die_final_after_finish},
    };
    size_t i;
    if (!child_possible()) {
        test_skip("misuse/void-calls", "no fork on this system");
        return;
    }
    test_begin("misuse/void-calls");
    for (i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        child_expect_abort(cases[i].call, cases[i].what, cases[i].why, cases[i].misuse);
    }
    test_end();
}

/* ---- int calls ---- */

static void expect_code(const char *what, int code, int expected) {
    test_expect(code == expected, "%s: %d instead of %d", what, code, expected);
}

static blake2b_params standard(void) {
    blake2b_params P;
    blake2b_params_init(&P);
    return P;
}

/* P is refused with EXPECTED by both calls that take parameters, and nothing is written. */
static void refused(const char *what, const blake2b_params *P, int expected) {
    blake2b_state S = filled(0x5a);
    const blake2b_state before = S;
    unsigned char digest[66], digest_before[66];
    memset(digest, 0x77, sizeof digest);
    memcpy(digest_before, digest, sizeof digest);
    expect_code(what, blake2b_init_params(&S, P), expected);
    test_expect(!memcmp(&S, &before, sizeof S), "%s: blake2b_init_params wrote to the state", what);
    blake2b_init(&S);
    blake2b_update(&S, message, 150);
    {
        const blake2b_state running = S;
        expect_code(what, blake2b_init_params(&S, P), expected);
        test_expect(!memcmp(&S, &running, sizeof S),
                    "%s: blake2b_init_params wrote to a running state", what);
    }
    expect_code(what, blake2b_hash(P, digest, P ? P->digest_length : 64, message, sizeof message),
                expected);
    test_expect(!memcmp(digest, digest_before, sizeof digest), "%s: blake2b_hash wrote a digest",
                what);
}

static void taken(const char *what, const blake2b_params *P) {
    blake2b_state S;
    unsigned char digest[64];
    expect_code(what, blake2b_init_params(&S, P), BLAKE2B_OK);
    expect_code(what, blake2b_hash(P, digest, P->digest_length, message, sizeof message),
                BLAKE2B_OK);
}

static void parameters(void) {
    blake2b_params P;
    test_begin("misuse/parameters");
    expect_code("blake2b_params_init", blake2b_params_init(NULL), BLAKE2B_ERROR_NULL);
    expect_code("blake2b_params_init", blake2b_params_init(&P), BLAKE2B_OK);
    test_expect(P.digest_length == 64 && P.fanout == 1 && P.depth == 1 && !P.key && !P.key_length &&
                    !P.leaf_length && !P.node_offset && !P.node_depth && !P.inner_length &&
                    !P.last_node,
                "blake2b_params_init: not the documented defaults");

    refused("no parameters", NULL, BLAKE2B_ERROR_NULL);
    memset(&P, 0, sizeof P);
    P.digest_length = 64, P.fanout = 1, P.depth = 1;
    refused("never initialised, zero", &P, BLAKE2B_ERROR_PARAMS);
    memset(&P, 0xa5, sizeof P);
    P.key = NULL;
    refused("never initialised, garbage", &P, BLAKE2B_ERROR_PARAMS);
#define REFUSE(member, value, code) \
    P = standard(); \
    P.member = value; \
    refused(#member " " #value, &P, code);
    REFUSE(digest_length, 0, BLAKE2B_ERROR_PARAMS)
    REFUSE(digest_length, 65, BLAKE2B_ERROR_PARAMS)
    REFUSE(digest_length, 256 + 64, BLAKE2B_ERROR_PARAMS)
    REFUSE(digest_length, SIZE_MAX, BLAKE2B_ERROR_PARAMS)
    REFUSE(fanout, 256, BLAKE2B_ERROR_PARAMS)
    REFUSE(depth, 0, BLAKE2B_ERROR_PARAMS)
    REFUSE(depth, 256, BLAKE2B_ERROR_PARAMS)
    REFUSE(depth, 257, BLAKE2B_ERROR_PARAMS)
    REFUSE(node_depth, 256, BLAKE2B_ERROR_PARAMS)
    REFUSE(inner_length, 65, BLAKE2B_ERROR_PARAMS)
    REFUSE(inner_length, 256, BLAKE2B_ERROR_PARAMS)
    REFUSE(key_length, 1, BLAKE2B_ERROR_NULL)
#undef REFUSE
    /* and the last invalid value of each */
#define TAKE(member, value) \
    P = standard(); \
    P.member = value; \
    taken(#member " " #value, &P);
    TAKE(digest_length, 1)
    TAKE(digest_length, 64)
    TAKE(fanout, 0)
    TAKE(fanout, 255)
    TAKE(depth, 255)
    TAKE(node_depth, 255)
    TAKE(inner_length, 64)
#undef TAKE
    P = standard();
    P.key = key;
    P.key_length = 65;
    refused("key_length 65", &P, BLAKE2B_ERROR_PARAMS);
    P.key_length = 256;
    refused("key_length 256", &P, BLAKE2B_ERROR_PARAMS);

    P = standard();
    expect_code("blake2b_init_params, no state", blake2b_init_params(NULL, &P), BLAKE2B_ERROR_NULL);
    test_end();
}

static void finish_and_hash(void) {
    unsigned char digest[66], before[66], expected[64];
    blake2b_params P = standard();
    size_t i, n;
    test_begin("misuse/finish-and-hash");
    memset(before, 0x77, sizeof before);
    memcpy(digest, before, sizeof digest);
    blake2b(expected, message, sizeof message);

    for (i = 0; i < sizeof fills; i++) {
        blake2b_state S = filled(fills[i]);
        const blake2b_state S_before = S;
        expect_code("blake2b_finish, never initialised", blake2b_finish(&S, digest, 64),
                    BLAKE2B_ERROR_STATE);
        test_expect(!memcmp(&S, &S_before, sizeof S),
                    "blake2b_finish wrote to a state never initialised");
    }
    {
        blake2b_state S = finished();
        expect_code("blake2b_finish, finalised", blake2b_finish(&S, digest, 64),
                    BLAKE2B_ERROR_STATE);
        expect_code("blake2b_finish, no state", blake2b_finish(NULL, digest, 64),
                    BLAKE2B_ERROR_NULL);
    }
    /* Every wrong length; the hash continues afterwards. */
    for (n = 1; n <= 64; n++) {
        blake2b_state S = filled(0), S_before;
        P.digest_length = n;
        expect_code("blake2b_init_params", blake2b_init_params(&S, &P), BLAKE2B_OK);
        blake2b_update(&S, message, 130);
        S_before = S;
        for (i = 0; i <= 65; i++) {
            if (i != n) {
                expect_code("blake2b_finish, wrong length", blake2b_finish(&S, digest, i),
                            BLAKE2B_ERROR_LENGTH);
                expect_code("blake2b_hash, wrong length", blake2b_hash(&P, digest, i, message, 130),
                            BLAKE2B_ERROR_LENGTH);
            }
        }
        expect_code("blake2b_finish, length + 256", blake2b_finish(&S, digest, n + 256),
                    BLAKE2B_ERROR_LENGTH);
        expect_code("blake2b_finish, no hash", blake2b_finish(&S, NULL, n), BLAKE2B_ERROR_NULL);
        test_expect(!memcmp(&S, &S_before, sizeof S), "blake2b_finish wrote to the state");
        if (n == 64) {
            unsigned char whole[64];
            blake2b_update(&S, message + 130, sizeof message - 130);
            expect_code("blake2b_finish after errors", blake2b_finish(&S, whole, 64), BLAKE2B_OK);
            test_expect(!memcmp(whole, expected, 64), "blake2b_finish after errors: wrong digest");
        }
    }
    /* The calls that take neither parameters nor abort. */
    {
        blake2b_state S = filled(0x5a), S_before = S;
        const unsigned char block[64] = {65};
        expect_code("blake2b_digest, no hash", blake2b_digest(NULL, 64, message, 1, key, 1),
                    BLAKE2B_ERROR_NULL);
        expect_code("blake2b_digest, no input", blake2b_digest(digest, 64, NULL, 1, key, 1),
                    BLAKE2B_ERROR_NULL);
        expect_code("blake2b_digest, no key", blake2b_digest(digest, 64, message, 1, NULL, 1),
                    BLAKE2B_ERROR_NULL);
        expect_code("blake2b_digest, 0", blake2b_digest(digest, 0, message, 1, key, 1),
                    BLAKE2B_ERROR_LENGTH);
        expect_code("blake2b_digest, 65", blake2b_digest(digest, 65, message, 1, key, 1),
                    BLAKE2B_ERROR_LENGTH);
        expect_code("blake2b_digest, 320", blake2b_digest(digest, 320, message, 1, key, 1),
                    BLAKE2B_ERROR_LENGTH);
        expect_code("blake2b_digest, key of 65", blake2b_digest(digest, 64, message, 1, key, 65),
                    BLAKE2B_ERROR_LENGTH);
        expect_code("blake2b_digest_init, no state", blake2b_digest_init(NULL, 64, key, 1),
                    BLAKE2B_ERROR_NULL);
        expect_code("blake2b_digest_init, no key", blake2b_digest_init(&S, 64, NULL, 1),
                    BLAKE2B_ERROR_NULL);
        expect_code("blake2b_digest_init, 0", blake2b_digest_init(&S, 0, key, 1),
                    BLAKE2B_ERROR_LENGTH);
        expect_code("blake2b_digest_init, 65", blake2b_digest_init(&S, 65, key, 1),
                    BLAKE2B_ERROR_LENGTH);
        expect_code("blake2b_digest_init, key of 65", blake2b_digest_init(&S, 64, key, 65),
                    BLAKE2B_ERROR_LENGTH);
        expect_code("blake2b_init_block, no state", blake2b_init_block(NULL, block),
                    BLAKE2B_ERROR_NULL);
        expect_code("blake2b_init_block, no block", blake2b_init_block(&S, NULL),
                    BLAKE2B_ERROR_NULL);
        expect_code("blake2b_init_block, 65", blake2b_init_block(&S, block), BLAKE2B_ERROR_PARAMS);
        expect_code("blake2b_append, never initialised", blake2b_append(&S, message, 1),
                    BLAKE2B_ERROR_STATE);
        expect_code("blake2b_last_node, never initialised", blake2b_last_node(&S),
                    BLAKE2B_ERROR_STATE);
        expect_code("blake2b_last_node, no state", blake2b_last_node(NULL), BLAKE2B_ERROR_NULL);
        test_expect(!memcmp(&S, &S_before, sizeof S), "an error wrote to the state");
        blake2b_init(&S);
        S_before = S;
        expect_code("blake2b_append, no state", blake2b_append(NULL, message, 1),
                    BLAKE2B_ERROR_NULL);
        expect_code("blake2b_append, no input", blake2b_append(&S, NULL, 1), BLAKE2B_ERROR_NULL);
        test_expect(!memcmp(&S, &S_before, sizeof S), "an error wrote to the state");
    }
    P = standard();
    expect_code("blake2b_hash, no hash", blake2b_hash(&P, NULL, 64, message, 1),
                BLAKE2B_ERROR_NULL);
    expect_code("blake2b_hash, no input", blake2b_hash(&P, digest, 64, NULL, 1),
                BLAKE2B_ERROR_NULL);
    test_expect(!memcmp(digest, before, sizeof digest), "a digest was written");
    test_end();
}

static void select_by_name(void) {
    static const char *const unknown[] = {"",         "avx2 ",      "AVX2",       "generic",
                                          "generic/", "generic/65", "no such one"};
    const struct kernel *b;
    size_t i;
    test_begin("misuse/select");
    for (b = blake2b_kernels; b->name; b++) {
        const struct kernel *used = blake2b_auto();
        if (util_runs(b)) {
            expect_code(b->name, blake2b_select(b->name), BLAKE2B_OK);
            test_expect(!strcmp(blake2b_implementation(), b->name), "%s selected, %s used", b->name,
                        blake2b_implementation());
        } else {
            expect_code(b->name, blake2b_select(b->name), BLAKE2B_ERROR_NAME);
            test_expect(dispatch_used(&blake2b_dispatch) == used,
                        "%s, which this CPU cannot run, changed the choice", b->name);
        }
    }
    for (i = 0; i < sizeof unknown / sizeof unknown[0]; i++) {
        const struct kernel *used = blake2b_auto();
        expect_code(unknown[i], blake2b_select(unknown[i]), BLAKE2B_ERROR_NAME);
        test_expect(dispatch_used(&blake2b_dispatch) == used, "'%s' changed the choice",
                    unknown[i]);
    }
    expect_code("automatic again", blake2b_select(NULL), BLAKE2B_OK);
    {
        const char *automatic = blake2b_implementation();
        dispatch_use(&blake2b_dispatch, NULL);
        expect_code("blake2b_startup", blake2b_startup(), BLAKE2B_OK);
        test_expect(!strcmp(automatic, blake2b_implementation()), "NULL selects %s, start-up %s",
                    automatic, blake2b_implementation());
    }
    test_end();
}

/* ---- wiping ---- */

/*
 * What S held before it was initialized may remain where nothing was ever written; all else is
 * zero. Two values of FILL are tried, so that no byte passes by chance.
 */
static void expect_wiped(const char *call, const blake2b_state *S, unsigned char fill) {
    size_t i, untouched = 0;
    for (i = 0; i < sizeof *S; i++) {
        test_expect(S->opaque[i] == 0 || S->opaque[i] == fill,
                    "%s left byte %lu of the state: %02x", call, (unsigned long)i, S->opaque[i]);
        untouched += S->opaque[i] == fill;
    }
    test_expect(untouched < 16, "%s wiped nothing", call);
}

static void wiping(void) {
    unsigned char digest[64];
    size_t fill, n;
    test_begin("wiping");
    for (fill = 1; fill < 256; fill += 100) {
        for (n = 0; n <= sizeof message; n++) {
            blake2b_params P = standard();
            blake2b_state S = filled((unsigned char)fill);
            blake2b_init(&S);
            blake2b_update(&S, message, n);
            blake2b_final(&S, digest);
            expect_wiped("blake2b_final", &S, (unsigned char)fill);

            S = filled((unsigned char)fill);
            blake2b_keyed_init(&S, key, 64);
            blake2b_update(&S, message, n);
            blake2b_final(&S, digest);
            expect_wiped("blake2b_final, keyed", &S, (unsigned char)fill);

            S = filled((unsigned char)fill);
            P.key = key;
            P.key_length = 32;
            P.last_node = 1;
            P.digest_length = 32;
            blake2b_init_params(&S, &P);
            blake2b_update(&S, message, n);
            blake2b_finish(&S, digest, 32);
            expect_wiped("blake2b_finish", &S, (unsigned char)fill);
        }
    }
    test_end();
}

int main(void) {
    test_pattern(message, sizeof message, 1);
    test_pattern(key, sizeof key, 2);
    void_calls();
    parameters();
    finish_and_hash();
    select_by_name();
    wiping();
    return test_exit();
}
