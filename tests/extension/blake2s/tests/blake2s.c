/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/* BLAKE2s with each kernel: known answers, pieces, saved states, many messages, misuse. */
#include "system.h"

#include "blake2s_internal.h"
#include "child.h"
#include "pages.h"

enum { MOST = 300 };
static unsigned char message[1025], hash[BLAKE2S_OUTBYTES];
static const blake2s_params plain = {BLAKE2S_OUTBYTES, NULL, 0, {0}, {0}};

/* Message and digest end at a page without access, if the system has such pages. */
static unsigned char in_room[sizeof message], out_room[BLAKE2S_OUTBYTES];
static unsigned char *in_end = in_room + sizeof in_room, *out_end = out_room + sizeof out_room;

static void digest(unsigned char *out, const blake2s_params *params, const unsigned char *in,
                   size_t bytes) {
    blake2s_state S;
    test_expect(blake2s_init(&S, params) == BLAKE2S_OK, "init");
    memcpy(in_end - bytes, in, bytes);
    blake2s_update(&S, in_end - bytes, bytes);
    blake2s_final(&S, out_end - params->digest_length);
    memcpy(out, out_end - params->digest_length, params->digest_length);
}

/* ---- known answers: RFC 7693, appendix E ---- */

static void sequence(unsigned char *p, size_t bytes, uint32_t seed) {
    uint32_t a = 0xdead4badu * seed, b = 1, t;
    for (; bytes--; a = b, b = t) {
        t = a + b;
        *p++ = (unsigned char)(t >> 24);
    }
}

static void known(void) {
    static const char expected[] =
        "6a411f08ce25adcdfb02aba641451cec53c598b24f4fc787fbdc88797f4c1dfe";
    static const size_t digests[] = {16, 20, 28, 32}, lengths[] = {0, 3, 64, 65, 255, 1024};
    unsigned char key[32], one[32];
    blake2s_state all;
    size_t i, j;
    test_expect(blake2s_init(&all, &plain) == BLAKE2S_OK, "init");
    for (i = 0; i < 4; i++) {
        for (j = 0; j < 6; j++) {
            blake2s_params P = plain;
            P.digest_length = digests[i];
            sequence(message, lengths[j], (uint32_t)lengths[j]);
            digest(one, &P, message, lengths[j]);
            blake2s_update(&all, one, digests[i]);
            sequence(key, digests[i], (uint32_t)digests[i]);
            P.key = key;
            P.key_length = digests[i];
            digest(one, &P, message, lengths[j]);
            blake2s_update(&all, one, digests[i]);
        }
    }
    blake2s_final(&all, one);
    test_expect(!strcmp(test_hex(one, 32), expected), "%s instead of %s", test_hex(one, 32),
                expected);
}

/* ---- pieces and saved states, at any cut ---- */

static void pieces(void) {
    size_t bytes, cut;
    for (bytes = 0; bytes <= MOST; bytes += 1 + bytes / 70) {
        unsigned char whole[32];
        digest(whole, &plain, message, bytes);
        for (cut = 0; cut <= bytes; cut += 1 + cut / 30) {
            unsigned char saved[BLAKE2S_SAVED_BYTES], again[BLAKE2S_SAVED_BYTES];
            blake2s_state S, T;
            test_expect(blake2s_init(&S, &plain) == BLAKE2S_OK, "init");
            blake2s_update(&S, message, cut);
            test_expect(blake2s_export(&S, saved, sizeof saved) == BLAKE2S_OK, "export");
            test_expect(blake2s_import(&T, saved, sizeof saved) == BLAKE2S_OK, "import");
            test_expect(blake2s_export(&T, again, sizeof again) == BLAKE2S_OK &&
                            !memcmp(saved, again, sizeof saved),
                        "saved twice");
            blake2s_update(&S, message + cut, bytes - cut);
            blake2s_final(&S, hash);
            test_expect(!memcmp(hash, whole, 32), "%lu bytes, cut at %lu", (unsigned long)bytes,
                        (unsigned long)cut);
            blake2s_update(&T, message + cut, bytes - cut);
            blake2s_final(&T, hash);
            test_expect(!memcmp(hash, whole, 32), "%lu bytes, saved at %lu", (unsigned long)bytes,
                        (unsigned long)cut);
        }
    }
}

/* ---- many messages ---- */

static void many(void) {
    enum { JOBS = 21 };
    static unsigned char got[JOBS][32], expected[32];
    blake2s_job jobs[JOBS];
    unsigned long round;
    for (round = 0; round < test_sample(400); round++) {
        const size_t count = round % (JOBS + 1);
        unsigned char key[32];
        blake2s_params P = plain;
        size_t i;
        test_random_bytes(key, sizeof key);
        P.key = key;
        P.key_length = test_random(3) ? 0 : test_random(33);
        P.digest_length = test_random(2) ? 32 : 1 + test_random(32);
        for (i = 0; i < count; i++) {
            jobs[i].inlen = test_random(4) ? test_random(MOST) : 64 * test_random(4);
            jobs[i].in = message + test_random(sizeof message - MOST);
            jobs[i].hash = got[i];
        }
        memset(got, 0, sizeof got);
        test_expect(blake2s_many(&P, jobs, count) == BLAKE2S_OK, "many");
        for (i = 0; i < count; i++) {
            memset(expected, 0, sizeof expected);
            digest(expected, &P, (const unsigned char *)jobs[i].in, jobs[i].inlen);
            test_expect(!memcmp(got[i], expected, sizeof expected), "message %lu of %lu",
                        (unsigned long)i, (unsigned long)count);
        }
    }
}

/* ---- misuse ---- */

static blake2s_state S;
CHILD_CALL(die_state, blake2s_final(&S, hash))
CHILD_CALL(die_null, blake2s_update(&S, NULL, 1))
static void die_overlap(void) {
    test_expect(blake2s_init(&S, &plain) == BLAKE2S_OK, "init");
    blake2s_update(&S, &S, 1);
}

static void errors(void) {
    unsigned char saved[BLAKE2S_SAVED_BYTES];
    blake2s_params P = plain;
    const blake2s_job job = {NULL, 1, hash};
    size_t i;
    memset(&S, 0, sizeof S);
    test_expect(blake2s_init(NULL, &P) == BLAKE2S_ERROR_NULL &&
                    blake2s_init(&S, NULL) == BLAKE2S_ERROR_NULL,
                "init: NULL");
    P.digest_length = 33;
    test_expect(blake2s_init(&S, &P) == BLAKE2S_ERROR_LENGTH &&
                    blake2s_many(&P, NULL, 0) == BLAKE2S_ERROR_LENGTH,
                "33 bytes");
    P = plain;
    P.key_length = 1;
    test_expect(blake2s_init(&S, &P) == BLAKE2S_ERROR_NULL, "a key that is NULL");
    P.key = (const unsigned char *)&S;
    test_expect(blake2s_init(&S, &P) == BLAKE2S_ERROR_OVERLAP, "a key in the state");
    test_expect(blake2s_export(&S, saved, sizeof saved) == BLAKE2S_ERROR_STATE,
                "export of no state");
    test_expect(blake2s_many(&plain, &job, 1) == BLAKE2S_ERROR_NULL &&
                    blake2s_many(NULL, &job, 1) == BLAKE2S_ERROR_NULL,
                "many: NULL");
    test_expect(blake2s_select("no such") == BLAKE2S_ERROR_NAME, "no such kernel");
    test_expect(blake2s_init(&S, &plain) == BLAKE2S_OK &&
                    blake2s_export(&S, saved, 1) == BLAKE2S_ERROR_LENGTH,
                "export: 1 byte");
    blake2s_update(&S, message, 100);
    test_expect(blake2s_export(&S, saved, sizeof saved) == BLAKE2S_OK, "export");
    for (i = 0; i < sizeof saved; i++) {
        saved[i] ^= 1;
        test_expect(blake2s_import(&S, saved, sizeof saved) == BLAKE2S_ERROR_SAVED,
                    "import: byte %lu changed", (unsigned long)i);
        saved[i] ^= 1;
    }
    test_expect(blake2s_import(&S, saved, sizeof saved) == BLAKE2S_OK, "import");
}

/* ---- all ---- */

/* A test called blake2s/NAME/KERNEL, with this kernel in use. */
static void with(const char *name, const struct kernel *k, void (*run)(void)) {
    const int several = k->messages > 1;
    if (test_begin_for(k, "blake2s/%s/%s", name, k->name)) {
        dispatch_use(&blake2s_dispatch, several ? NULL : k);
        dispatch_lanes_use(&blake2s_lanes_dispatch,
                           several ? 1ul << (k - blake2s_lanes_kernels) : 0);
        test_expect(!several || !blake2s_lanes_dispatch.selftest(k), "self-test");
        run();
        test_end();
        test_ran(k, NULL);
    }
}

int main(void) {
    const struct kernel *k;
    guarded in_page, out_page;
    page = page_bytes();
    in_page = guarded_pages(1);
    out_page = guarded_pages(1);
    if (in_page.first && out_page.first) {
        in_end = in_page.end;
        out_end = out_page.end;
    }
    for (k = blake2s_kernels; k->name; k++) {
        with("known", k, known);
        test_random_seed(test_seed(31));
        test_random_bytes(message, sizeof message);
        with("pieces", k, pieces);
        with("many", k, many);
    }
    for (k = blake2s_lanes_kernels; k->name; k++) {
        with("many", k, many);
    }
    test_begin("blake2s/errors");
    errors();
    memset(&S, 0, sizeof S);
    if (child_possible()) {
        child_expect_abort("blake2s_final", "no state", "state not initialised", die_state);
        child_expect_abort("blake2s_update", "NULL", "unexpected NULL argument", die_null);
        child_expect_abort("blake2s_update", "overlap", "overlaps the state", die_overlap);
    }
    test_end();
    return test_exit();
}
