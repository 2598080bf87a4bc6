/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * Multi-message calls as in compilers without a 64-bit type. Their objects are built with
 * BLAKE2B_NO_LANES and linked before the library: messages are hashed one after the other. Only
 * some vectors; many.c, parallel.c and xof.c test the rest.
 */
#include <stdio.h>

#include "blake2b_test.h"
#include "vectors.h"
#include "vectors-more.h"

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

static unsigned char message[5000], key[64];

int main(void) {
    static unsigned char hashes[304][64], out[70000];
    static blake2b_job jobs[304];
    blake2b_params P;
    blake2bp_state S;
    blake2b_state from;
    uint32_t sum = 0, keyed = 0;
    size_t i;
    test_pattern(message, sizeof message, VECTORS_MESSAGE_SEED);
    test_pattern(key, sizeof key, VECTORS_KEY_SEED);
    blake2b_params_init(&P);
    test_begin("nolanes/many");
    for (i = 0; i < COUNT(jobs); i++) {
        jobs[i].in = message;
        jobs[i].inlen = i;
        jobs[i].hash = hashes[i];
    }
    RETURNS(OK, blake2b_many(&P, jobs, COUNT(jobs)));
    for (i = 0; i < COUNT(jobs); i++) {
        test_expect(checksum_next(&sum, vectors_unkeyed, i, hashes[i], 64),
                    "up to %lu bytes: wrong", (unsigned long)i);
    }
    for (i = 0; i < COUNT(jobs); i++) {
        const size_t prefix = 37 * i % 300;
        blake2b_init(&from);
        blake2b_update(&from, message, prefix);
        jobs[0].in = message + prefix;
        jobs[0].inlen = i;
        RETURNS(OK, blake2b_many_from(&from, jobs, 1));
        blake2b(out, message, prefix + i);
        test_expect(!memcmp(hashes[0], out, 64), "from, %lu bytes: wrong", (unsigned long)i);
    }
    jobs[303].hash = NULL;
    memset(hashes, 0, sizeof hashes);
    RETURNS(ERROR_NULL, blake2b_many(&P, jobs, COUNT(jobs)));
    test_expect(!hashes[0][0] && !hashes[0][1], "an error wrote a digest");
    test_end();

    test_begin("nolanes/compress");
    {
        uint64_t h[2][8] = {{1, 2, 3, 4, 5, 6, 7, 8}, {1, 2, 3, 4, 5, 6, 7, 8}};
        blake2b_compress_job job = {NULL, NULL, {5, 6}, 1, 0};
        job.h = h[0];
        job.block = message;
        RETURNS(OK, blake2b_compress_many(&job, 1, 12));
        blake2b_compress(h[1], message, job.t, 1, 0, 12);
        test_expect(!memcmp(h[0], h[1], sizeof h[0]), "not what blake2b_compress says");
    }
    test_end();

    test_begin("nolanes/parallel");
    for (i = 0; i < COUNT(vectors_bp_lengths); i++) {
        const size_t n = vectors_bp_lengths[i];
        RETURNS(OK, blake2bp(out, 64, message, n, NULL, 0));
        test_expect(checksum_next(&sum, vectors_bp, i, out, 64), "up to %lu bytes: wrong",
                    (unsigned long)n);
        test_expect(!blake2bp_init(&S, 64, key, n % 65) && !blake2bp_update(&S, message, n / 2) &&
                        !blake2bp_update(&S, message + n / 2, n - n / 2) &&
                        !blake2bp_final(&S, out, 64),
                    "an error");
        test_expect(checksum_next(&keyed, vectors_bp_keyed, i, out, 64),
                    "in pieces, up to %lu bytes: wrong", (unsigned long)n);
    }
    test_end();

    test_begin("nolanes/xof");
    for (i = 0; i < COUNT(vectors_xb_long); i++) {
        RETURNS(OK, blake2xb(out, vectors_xb_lengths[i], message, 100, NULL, 0));
        test_expect(checksum(out, vectors_xb_lengths[i]) == vectors_xb_long[i], "%lu bytes: wrong",
                    vectors_xb_lengths[i]);
    }
    test_end();
    return test_exit();
}
