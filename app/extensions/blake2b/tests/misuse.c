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
static blake2b_state victim;

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

static void void_calls(void) {
    const unsigned char *const inside = (const unsigned char *)&victim + 1;
    size_t i;
    if (!child_possible()) {
        test_skip("misuse/void-calls", "no fork on this system");
        return;
    }
    test_begin("misuse/void-calls");
    CHILD_ABORTS("blake2b", "NULL", blake2b(NULL, message, 1));
    CHILD_ABORTS("blake2b", "NULL", blake2b(hash, NULL, 1));
    CHILD_ABORTS("blake2b_keyed", "NULL", blake2b_keyed(NULL, message, 1, key, 1));
    CHILD_ABORTS("blake2b_keyed", "NULL", blake2b_keyed(hash, NULL, 1, key, 1));
    CHILD_ABORTS("blake2b_keyed", "NULL", blake2b_keyed(hash, message, 1, NULL, 1));
    CHILD_ABORTS("blake2b_keyed", "longer", blake2b_keyed(hash, message, 1, key, 65));
    CHILD_ABORTS("blake2b_keyed", "longer", blake2b_keyed(hash, message, 1, key, 256));
    CHILD_ABORTS("blake2b_keyed", "longer", blake2b_keyed(hash, message, 1, key, SIZE_MAX));
    CHILD_ABORTS("blake2b_init", "NULL", blake2b_init(NULL));
    CHILD_ABORTS("blake2b_keyed_init", "NULL", blake2b_keyed_init(NULL, key, 1));
    CHILD_ABORTS("blake2b_keyed_init", "NULL", blake2b_keyed_init(&victim, NULL, 1));
    CHILD_ABORTS("blake2b_keyed_init", "longer", blake2b_keyed_init(&victim, key, 65));
    CHILD_ABORTS("blake2b_keyed_init", "longer", blake2b_keyed_init(&victim, key, 256));
    CHILD_ABORTS("blake2b_keyed_init", "overlaps", blake2b_keyed_init(&victim, inside, 2));
    CHILD_ABORTS("blake2b_update", "NULL", blake2b_update(NULL, message, 1));
    CHILD_ABORTS("blake2b_final", "NULL", blake2b_final(NULL, hash));
    blake2b_init(&victim);
    CHILD_ABORTS("blake2b_update", "NULL", blake2b_update(&victim, NULL, 1));
    CHILD_ABORTS("blake2b_update", "overlaps", blake2b_update(&victim, inside, 2));
    CHILD_ABORTS("blake2b_final", "NULL", blake2b_final(&victim, NULL));
    CHILD_ABORTS("blake2b_final", "overlaps", blake2b_final(&victim, (unsigned char *)&victim + 1));
    for (i = 0; i < sizeof fills; i++) {
        victim = filled(fills[i]);
        CHILD_ABORTS("blake2b_update", "not initialised", blake2b_update(&victim, message, 1));
        CHILD_ABORTS("blake2b_final", "not initialised", blake2b_final(&victim, hash));
    }
    victim = finished();
    CHILD_ABORTS("blake2b_update", "not initialised", blake2b_update(&victim, message, 1));
    CHILD_ABORTS("blake2b_update", "not initialised", blake2b_update(&victim, NULL, 0));
    CHILD_ABORTS("blake2b_final", "not initialised", blake2b_final(&victim, hash));
    blake2b_init(&victim);
    RETURNS(OK, blake2b_finish(&victim, hash, 64));
    CHILD_ABORTS("blake2b_final", "not initialised", blake2b_final(&victim, hash));
    test_end();
}

/* ---- int calls ---- */

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
    test_code(what, blake2b_init_params(&S, P), expected);
    test_expect(!memcmp(&S, &before, sizeof S), "%s: blake2b_init_params wrote to the state", what);
    blake2b_init(&S);
    blake2b_update(&S, message, 150);
    {
        const blake2b_state running = S;
        test_code(what, blake2b_init_params(&S, P), expected);
        test_expect(!memcmp(&S, &running, sizeof S),
                    "%s: blake2b_init_params wrote to a running state", what);
    }
    test_code(what, blake2b_hash(P, digest, P ? P->digest_length : 64, message, sizeof message),
              expected);
    test_expect(!memcmp(digest, digest_before, sizeof digest), "%s: blake2b_hash wrote a digest",
                what);
}

static void taken(const char *what, const blake2b_params *P) {
    blake2b_state S;
    unsigned char digest[64];
    test_code(what, blake2b_init_params(&S, P), BLAKE2B_OK);
    test_code(what, blake2b_hash(P, digest, P->digest_length, message, sizeof message), BLAKE2B_OK);
}

static void parameters(void) {
    blake2b_params P;
    test_begin("misuse/parameters");
    RETURNS(ERROR_NULL, blake2b_params_init(NULL));
    RETURNS(OK, blake2b_params_init(&P));
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
    RETURNS(ERROR_NULL, blake2b_init_params(NULL, &P));
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

    {
        blake2b_state S = finished();
        RETURNS(ERROR_STATE, blake2b_finish(&S, digest, 64));
        RETURNS(ERROR_NULL, blake2b_finish(NULL, digest, 64));
    }
    /* Every wrong length; the hash continues afterwards. */
    for (n = 1; n <= 64; n++) {
        blake2b_state S = filled(0), S_before;
        P.digest_length = n;
        RETURNS(OK, blake2b_init_params(&S, &P));
        blake2b_update(&S, message, 130);
        S_before = S;
        for (i = 0; i <= 65; i++) {
            if (i != n) {
                RETURNS(ERROR_LENGTH, blake2b_finish(&S, digest, i));
                RETURNS(ERROR_LENGTH, blake2b_hash(&P, digest, i, message, 130));
            }
        }
        RETURNS(ERROR_LENGTH, blake2b_finish(&S, digest, n + 256));
        RETURNS(ERROR_NULL, blake2b_finish(&S, NULL, n));
        test_expect(!memcmp(&S, &S_before, sizeof S), "blake2b_finish wrote to the state");
        if (n == 64) {
            unsigned char whole[64];
            blake2b_update(&S, message + 130, sizeof message - 130);
            RETURNS(OK, blake2b_finish(&S, whole, 64));
            test_expect(!memcmp(whole, expected, 64), "blake2b_finish after errors: wrong digest");
        }
    }
    /* The calls that take neither parameters nor abort. */
    {
        blake2b_state S = filled(0x5a), S_before = S;
        const unsigned char block[64] = {65};
        RETURNS(ERROR_NULL, blake2b_digest(NULL, 64, message, 1, key, 1));
        RETURNS(ERROR_NULL, blake2b_digest(digest, 64, NULL, 1, key, 1));
        RETURNS(ERROR_NULL, blake2b_digest(digest, 64, message, 1, NULL, 1));
        RETURNS(ERROR_LENGTH, blake2b_digest(digest, 0, message, 1, key, 1));
        RETURNS(ERROR_LENGTH, blake2b_digest(digest, 65, message, 1, key, 1));
        RETURNS(ERROR_LENGTH, blake2b_digest(digest, 320, message, 1, key, 1));
        RETURNS(ERROR_LENGTH, blake2b_digest(digest, 64, message, 1, key, 65));
        RETURNS(ERROR_NULL, blake2b_digest_init(NULL, 64, key, 1));
        RETURNS(ERROR_NULL, blake2b_digest_init(&S, 64, NULL, 1));
        RETURNS(ERROR_LENGTH, blake2b_digest_init(&S, 0, key, 1));
        RETURNS(ERROR_LENGTH, blake2b_digest_init(&S, 65, key, 1));
        RETURNS(ERROR_LENGTH, blake2b_digest_init(&S, 64, key, 65));
        RETURNS(ERROR_NULL, blake2b_init_block(NULL, block));
        RETURNS(ERROR_NULL, blake2b_init_block(&S, NULL));
        RETURNS(ERROR_PARAMS, blake2b_init_block(&S, block));
        RETURNS(ERROR_STATE, blake2b_append(&S, message, 1));
        RETURNS(ERROR_STATE, blake2b_last_node(&S));
        RETURNS(ERROR_NULL, blake2b_last_node(NULL));
        test_expect(!memcmp(&S, &S_before, sizeof S), "an error wrote to the state");
        blake2b_init(&S);
        S_before = S;
        RETURNS(ERROR_NULL, blake2b_append(NULL, message, 1));
        RETURNS(ERROR_NULL, blake2b_append(&S, NULL, 1));
        test_expect(!memcmp(&S, &S_before, sizeof S), "an error wrote to the state");
    }
    P = standard();
    RETURNS(ERROR_NULL, blake2b_hash(&P, NULL, 64, message, 1));
    RETURNS(ERROR_NULL, blake2b_hash(&P, digest, 64, NULL, 1));
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
        if (!util_runs(b)) {
            test_code(b->name, blake2b_select(b->name), BLAKE2B_ERROR_NAME);
            test_expect(dispatch_used(&blake2b_dispatch) == used,
                        "%s, which this CPU cannot run, changed the choice", b->name);
        }
    }
    for (i = 0; i < sizeof unknown / sizeof unknown[0]; i++) {
        const struct kernel *used = blake2b_auto();
        RETURNS(ERROR_NAME, blake2b_select(unknown[i]));
        test_expect(dispatch_used(&blake2b_dispatch) == used, "'%s' changed the choice",
                    unknown[i]);
    }
    RETURNS(OK, blake2b_select(NULL));
    {
        const char *automatic = blake2b_implementation();
        dispatch_use(&blake2b_dispatch, NULL);
        RETURNS(OK, blake2b_startup());
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
