/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * Calls of libblake2b for tests/rigs/secrets. Secrets are the key, the message, chaining values,
 * the inner digests of BLAKE2bp and BLAKE2Xb, and the part of a digest that the caller does not
 * get.
 */
#include <stdio.h>

#include "blake2b_internal.h"
#include "secrets/cases.h"
#include "test.h"
#include "util/blake2b_util_kernels.h"

#if defined(SECRETS_LOOKS)
/* ---- input of the calls ---- */

enum { LONGEST = 1400, JOBS = 20, OUT_BYTES = 700 };
static unsigned char key[64], message[JOBS][LONGEST], out[JOBS][OUT_BYTES];
static size_t key_bytes, bytes, before, digest_length, out_bytes;
static blake2b_params P;
static blake2b_job jobs[JOBS];
static size_t job_count;
static blake2b_state serial;
static blake2bp_state parallel;
static blake2xb_state xof;
static unsigned char saved[BLAKE2BP_SAVED_BYTES];
static uint64_t compress_h[8], compress_t[2], compress_copies[9][8];

static size_t any_length(void) {
    switch (test_random(5)) {
    case 0: return test_random(20);
    case 1: /* whole blocks, and one byte less or more */
        return 128 * (1 + test_random(9)) + test_random(3) - 1;
    case 2: return test_random(LONGEST + 1);
    default: return test_random(300);
    }
}

/* For most calls: a key or none, and a message, of which BEFORE bytes were absorbed earlier. */
static void any_input(void) {
    key_bytes = test_random(3) ? test_random(2) ? 64 : test_random(65) : 0;
    bytes = any_length();
    before = test_random(3) ? test_random((uint32_t)bytes + 1) : 0;
    digest_length = test_random(2) ? 64 : 1 + test_random(64);
    out_bytes = 1 + test_random(test_random(2) ? 130 : OUT_BYTES);
    test_random_bytes(key, sizeof key);
    test_random_bytes(message[0], bytes);
    blake2b_params_init(&P);
    P.key = key;
    P.key_length = key_bytes;
    P.digest_length = digest_length;
    P.last_node = test_random(4) == 0;
}

/* ---- the secrets of a call ---- */

/*
 * The secrets of hashing the key's block, if it has one, and N bytes, starting from the public
 * state S. Returns the whole digest.
 */
static void hash_secrets(blake2b_state_internal *S, int keyed, const unsigned char *p, size_t n,
                         size_t length, int last_node, unsigned char digest[64]) {
    blake2b_blocks_fn *const blocks = BLAKE2B_BLOCKS(BLAKE2B_UTIL_REFERENCE);
    unsigned char all[128 + LONGEST], *at = all;
    memset(all, 0, 128);
    if (keyed) {
        memcpy(all, key, key_bytes);
    }
    memcpy(all + 128 * keyed, p, n);
    n += 128 * (size_t)keyed;
    for (; n > 128; n -= 128, at += 128) {
        blocks(S, at, 128, 0);
        secret(S->H, sizeof S->H);
    }
    memset(S->F, 0xff, 8);
    memset(S->F + 8, last_node ? 0xff : 0, 8);
    blocks(S, at, n, 0);
    memcpy(digest, S->H, 64);
    secret(digest + length, 64 - length);
}

/* The same with parameters P. The caller gets LENGTH bytes of the digest. */
static void serial_secrets(const unsigned char *p, size_t n, size_t length) {
    blake2b_state_internal S;
    unsigned char digest[64];
    blake2b_begin_params(&S, &P);
    secret(key, key_bytes);
    secret(p, n);
    hash_secrets(&S, key_bytes != 0, p, n, length, P.last_node, digest);
}

static void parallel_secrets(size_t n, size_t length) {
    blake2b_state_internal S;
    blake2b_params Q;
    unsigned char part[LONGEST], digests[4][64], digest[64];
    size_t j, at;
    secret(key, key_bytes);
    secret(message[0], n);
    blake2b_params_init(&Q);
    Q.key_length = key_bytes;
    Q.digest_length = digest_length;
    Q.fanout = 4;
    Q.depth = 2;
    Q.inner_length = 64;
    for (j = 0; j < 4; j++) {
        size_t m = 0;
        for (at = 128 * j; at < n; at += 512) {
            const size_t k = n - at < 128 ? n - at : 128;
            memcpy(part + m, message[0] + at, k);
            m += k;
        }
        Q.node_offset = j;
        blake2b_begin_params(&S, &Q);
        hash_secrets(&S, key_bytes != 0, part, m, 0, j == 3, digests[j]);
    }
    Q.node_offset = 0;
    Q.node_depth = 1;
    blake2b_begin_params(&S, &Q);
    hash_secrets(&S, 0, digests[0], sizeof digests, length, 1, digest);
}

static void xor_length(blake2b_state_internal *S, size_t length) {
    int i;
    for (i = 0; i < 4; i++) {
        S->H[12 + i] ^= (unsigned char)(length >> 8 * i & 0xff);
    }
}

/* The root, and the output after the first TOLD bytes, up to OUT_BYTES. */
static void xof_secrets(size_t n, size_t told) {
    blake2b_state_internal S;
    blake2b_params Q;
    unsigned char root[64], node[64];
    size_t i;
    secret(key, key_bytes);
    secret(message[0], n);
    blake2b_params_init(&Q);
    Q.key_length = key_bytes;
    blake2b_begin_params(&S, &Q);
    xor_length(&S, out_bytes);
    hash_secrets(&S, key_bytes != 0, message[0], n, 0, 0, root);
    for (i = 0; 64 * i < out_bytes; i++) {
        const size_t length = out_bytes - 64 * i < 64 ? out_bytes - 64 * i : 64;
        blake2b_params_init(&Q);
        Q.digest_length = length;
        Q.fanout = Q.depth = 0;
        Q.leaf_length = Q.inner_length = 64;
        Q.node_offset = i;
        blake2b_begin_params(&S, &Q);
        xor_length(&S, out_bytes);
        hash_secrets(&S, 0, root, 64,
                     told < 64 * i        ? 0
                     : told - 64 * i < 64 ? told - 64 * i
                                          : 64,
                     0, node);
    }
}

/* ---- the calls ---- */

static void prepare_blake2b(void) {
    key_bytes = P.key_length = 0;
    P.digest_length = 64;
    P.last_node = 0;
    serial_secrets(message[0], bytes, 64);
}
SECRETS_CALL(blake2b, (blake2b(out[0], message[0], bytes), 0))

static void prepare_keyed(void) {
    P.digest_length = 64;
    P.last_node = 0;
    serial_secrets(message[0], bytes, 64);
}
SECRETS_CALL(keyed, (blake2b_keyed(out[0], message[0], bytes, key, key_bytes), 0))

static void prepare_hash(void) {
    serial_secrets(message[0], bytes, digest_length);
}
SECRETS_CALL(hash, blake2b_hash(&P, out[0], digest_length, message[0], bytes))

static void prepare_keyed_init(void) {
    secret(key, key_bytes);
}
SECRETS_CALL(keyed_init, (blake2b_keyed_init(&serial, key, key_bytes), 0))
SECRETS_CALL(init_params, blake2b_init_params(&serial, &P))

SECRETS_CALL(digest_init, blake2b_digest_init(&serial, digest_length, key, key_bytes))

static void prepare_digest(void) {
    P.last_node = 0;
    serial_secrets(message[0], bytes, digest_length);
}
SECRETS_CALL(digest, blake2b_digest(out[0], digest_length, message[0], bytes, key, key_bytes))

static void prepare_update(void) {
    blake2b_init_params(&serial, &P);
    blake2b_update(&serial, message[0], before);
    serial_secrets(message[0], bytes, 0);
}
SECRETS_CALL(update, (blake2b_update(&serial, message[0] + before, bytes - before), 0))

SECRETS_CALL(append, blake2b_append(&serial, message[0] + before, bytes - before))
SECRETS_CALL(last_node, blake2b_last_node(&serial))
SECRETS_CALL(export, blake2b_export(&serial, saved, BLAKE2B_SAVED_BYTES))
static void prepare_import(void) {
    prepare_update();
    blake2b_export(&serial, saved, BLAKE2B_SAVED_BYTES);
}
SECRETS_CALL(import, blake2b_import(&serial, saved, BLAKE2B_SAVED_BYTES))

static void prepare_final(void) {
    blake2b_init_params(&serial, &P);
    blake2b_update(&serial, message[0], before);
    blake2b_update(&serial, message[0] + before, bytes - before);
    serial_secrets(message[0], bytes, digest_length);
}
SECRETS_CALL(final, (blake2b_final(&serial, out[0]), 0))
SECRETS_CALL(finish, blake2b_finish(&serial, out[0], digest_length))

/* Lengths around one value, or any. */
static void prepare_many(void) {
    const size_t about = test_random(3) ? test_random(160) : 0;
    size_t i;
    job_count = 1 + test_random(JOBS);
    for (i = 0; i < job_count; i++) {
        jobs[i].inlen = about ? test_random(3) ? about : test_random(129) : any_length();
        jobs[i].in = message[i];
        jobs[i].hash = out[i];
        test_random_bytes(message[i], jobs[i].inlen);
        serial_secrets(message[i], jobs[i].inlen, digest_length);
    }
}
SECRETS_CALL(many, blake2b_many(&P, jobs, job_count))

static void prepare_many_from(void) {
    prepare_many();
    prepare_update();
}
SECRETS_CALL(many_from, blake2b_many_from(&serial, jobs, job_count))

static void prepare_parallel(void) {
    parallel_secrets(bytes, digest_length);
}
SECRETS_CALL(parallel, blake2bp(out[0], digest_length, message[0], bytes, key, key_bytes))
SECRETS_CALL(parallel_init, blake2bp_init(&parallel, digest_length, key, key_bytes))
static void prepare_parallel_update(void) {
    blake2bp_init(&parallel, digest_length, key, key_bytes);
    blake2bp_update(&parallel, message[0], before);
    parallel_secrets(bytes, 0);
}
SECRETS_CALL(parallel_update, blake2bp_update(&parallel, message[0] + before, bytes - before))
SECRETS_CALL(parallel_export, blake2bp_export(&parallel, saved, BLAKE2BP_SAVED_BYTES))
static void prepare_parallel_import(void) {
    prepare_parallel_update();
    blake2bp_export(&parallel, saved, BLAKE2BP_SAVED_BYTES);
}
SECRETS_CALL(parallel_import, blake2bp_import(&parallel, saved, BLAKE2BP_SAVED_BYTES))
static void prepare_parallel_final(void) {
    blake2bp_init(&parallel, digest_length, key, key_bytes);
    blake2bp_update(&parallel, message[0], before);
    blake2bp_update(&parallel, message[0] + before, bytes - before);
    parallel_secrets(bytes, digest_length);
}
SECRETS_CALL(parallel_final, blake2bp_final(&parallel, out[0], digest_length))

static void prepare_xof(void) {
    xof_secrets(bytes, out_bytes);
}
SECRETS_CALL(xof, blake2xb(out[0], out_bytes, message[0], bytes, key, key_bytes))
SECRETS_CALL(xof_init, blake2xb_init(&xof, out_bytes, key, key_bytes))
static void prepare_xof_update(void) {
    blake2xb_init(&xof, out_bytes, key, key_bytes);
    blake2xb_update(&xof, message[0], before);
    xof_secrets(bytes, 0);
}
SECRETS_CALL(xof_update, blake2xb_update(&xof, message[0] + before, bytes - before))
static void prepare_xof_final(void) {
    blake2xb_init(&xof, out_bytes, key, key_bytes);
    blake2xb_update(&xof, message[0], bytes);
    xof_secrets(bytes, 0);
}
SECRETS_CALL(xof_final, blake2xb_final(&xof))
static size_t told, tell;
static void prepare_xof_squeeze(void) {
    blake2xb_init(&xof, out_bytes, key, key_bytes);
    blake2xb_update(&xof, message[0], bytes);
    blake2xb_final(&xof);
    told = test_random(2) ? test_random((uint32_t)out_bytes) : 0;
    tell = test_random((uint32_t)(out_bytes - told) + 1);
    blake2xb_squeeze(&xof, out[0], told);
    xof_secrets(bytes, told + tell);
}
SECRETS_CALL(xof_squeeze, blake2xb_squeeze(&xof, out[0], tell))

static void prepare_xof_finish(void) {
    blake2xb_init(&xof, out_bytes, key, key_bytes);
    blake2xb_update(&xof, message[0], bytes);
    xof_secrets(bytes, out_bytes);
}
SECRETS_CALL(xof_finish, blake2xb_finish(&xof, out[0], out_bytes))
static void prepare_xof_export(void) {
    if (test_random(2)) {
        prepare_xof_update();
    } else {
        prepare_xof_squeeze();
    }
}
SECRETS_CALL(xof_export, blake2xb_export(&xof, saved, BLAKE2XB_SAVED_BYTES))
static void prepare_xof_import(void) {
    prepare_xof_export();
    blake2xb_export(&xof, saved, BLAKE2XB_SAVED_BYTES);
}
SECRETS_CALL(xof_import, blake2xb_import(&xof, saved, BLAKE2XB_SAVED_BYTES))

static void prepare_compress(void) {
    int i;
    test_random_bytes((unsigned char *)compress_h, sizeof compress_h);
    test_random_bytes(message[0], 128);
    compress_t[0] = test_random(1000);
    secret(compress_h, sizeof compress_h);
    for (i = 0; i < 9; i++) {
        memcpy(compress_copies[i], compress_h, sizeof compress_h);
    }
    secret(message[0], 128);
}
SECRETS_CALL(compress, blake2b_compress(compress_h, message[0], compress_t, test_random(2) != 0, 0,
                                        test_random(20)))

static unsigned char eip152_in[BLAKE2B_EIP152_BYTES];

/* The output belongs to the caller, who may wipe it; here and below. */
static void result_secrets(blake2b_uint32 rounds) {
    static const uint64_t at_0[2];
    uint64_t h[8];
    memcpy(h, compress_h, sizeof h);
    test_expect(!blake2b_compress(h, message[0], at_0, 0, 0, rounds), "no result to look for");
    secret(h, sizeof h);
}

static void prepare_eip152(void) {
    prepare_compress();
    memset(eip152_in, 0, sizeof eip152_in);
    eip152_in[3] = (unsigned char)(1 + test_random(19)); /* not 0, which would output constants */
    memcpy(eip152_in + 4, compress_h, 64);
    memcpy(eip152_in + 68, message[0], 128);
    result_secrets(eip152_in[3]);
}
SECRETS_CALL(eip152,
             blake2b_eip152((unsigned char *)compress_copies[0], eip152_in, sizeof eip152_in))

static blake2b_uint32 many_rounds;
static void prepare_compress_many(void) {
    prepare_compress();
    many_rounds = test_random(2) ? 12 : 1 + test_random(19);
    result_secrets(many_rounds);
}
static int call_compress_many(void) {
    blake2b_compress_job some[9];
    int i;
    for (i = 0; i < 9; i++) {
        some[i].h = i ? compress_copies[i] : compress_h;
        some[i].block = message[0];
        some[i].t[0] = some[i].t[1] = 0;
        some[i].last = some[i].last_node = 0;
    }
    return blake2b_compress_many(some, 1 + test_random(9), many_rounds);
}

static const secrets_call calls[] = {
    {"blake2b", prepare_blake2b, call_blake2b, SECRETS_ALONE},
    {"blake2b_keyed", prepare_keyed, call_keyed, SECRETS_ALONE},
    {"blake2b_hash", prepare_hash, call_hash, SECRETS_ALONE},
    {"blake2b_digest", prepare_digest, call_digest, SECRETS_ALONE},
    {"blake2b_keyed_init", prepare_keyed_init, call_keyed_init, SECRETS_ALONE},
    {"blake2b_init_params", prepare_keyed_init, call_init_params, SECRETS_ALONE},
    {"blake2b_digest_init", prepare_keyed_init, call_digest_init, SECRETS_ALONE},
    {"blake2b_update", prepare_update, call_update, SECRETS_ALONE},
    {"blake2b_append", prepare_update, call_append, SECRETS_ALONE},
    {"blake2b_last_node", prepare_update, call_last_node, SECRETS_ALONE},
    {"blake2b_export", prepare_update, call_export, SECRETS_ALONE},
    {"blake2b_import", prepare_import, call_import, SECRETS_ALONE},
    {"blake2b_final", prepare_final, call_final, SECRETS_ALONE},
    {"blake2b_finish", prepare_final, call_finish, SECRETS_ALONE},
    {"blake2b_many", prepare_many, call_many, SECRETS_SEVERAL},
    {"blake2b_many_from", prepare_many_from, call_many_from, SECRETS_SEVERAL},
    {"blake2bp", prepare_parallel, call_parallel, SECRETS_SEVERAL},
    {"blake2bp_init", prepare_keyed_init, call_parallel_init, SECRETS_ALONE},
    {"blake2bp_update", prepare_parallel_update, call_parallel_update, SECRETS_SEVERAL},
    {"blake2bp_final", prepare_parallel_final, call_parallel_final, SECRETS_SEVERAL},
    {"blake2bp_export", prepare_parallel_update, call_parallel_export, SECRETS_ALONE},
    {"blake2bp_import", prepare_parallel_import, call_parallel_import, SECRETS_ALONE},
    {"blake2xb", prepare_xof, call_xof, SECRETS_SEVERAL},
    {"blake2xb_init", prepare_keyed_init, call_xof_init, SECRETS_ALONE},
    {"blake2xb_update", prepare_xof_update, call_xof_update, SECRETS_ALONE},
    {"blake2xb_final", prepare_xof_final, call_xof_final, SECRETS_ALONE},
    {"blake2xb_squeeze", prepare_xof_squeeze, call_xof_squeeze, SECRETS_SEVERAL},
    {"blake2xb_finish", prepare_xof_finish, call_xof_finish, SECRETS_SEVERAL},
    {"blake2xb_export", prepare_xof_export, call_xof_export, SECRETS_ALONE},
    {"blake2xb_import", prepare_xof_import, call_xof_import, SECRETS_ALONE},
    {"blake2b_compress", prepare_compress, call_compress, SECRETS_ROUNDS},
    {"blake2b_eip152", prepare_eip152, call_eip152, SECRETS_SEVERAL},
    {"blake2b_compress_many", prepare_compress_many, call_compress_many, SECRETS_SEVERAL},
    {NULL, NULL, NULL, 0},
};

static const secrets_data data[] = {
    /* clang-format off */
    SECRETS_OF(key), SECRETS_OF(message), SECRETS_OF(key_bytes), SECRETS_OF(bytes),
    SECRETS_OF(before), SECRETS_OF(digest_length), SECRETS_OF(out_bytes), SECRETS_OF(P),
    SECRETS_OF(jobs), SECRETS_OF(job_count), SECRETS_OF(serial), SECRETS_OF(parallel),
    SECRETS_OF(xof), SECRETS_OF(saved), SECRETS_OF(compress_h), SECRETS_OF(compress_t),
    SECRETS_OF(compress_copies), SECRETS_OF(eip152_in), SECRETS_OF(told), SECRETS_OF(tell),
    {NULL, 0},
    /* clang-format on */
};

static void point(void) {
    size_t i;
    P.key = key;
    for (i = 0; i < JOBS; i++) {
        jobs[i].in = message[i];
        jobs[i].hash = out[i];
    }
}

static void describe(char text[SECRETS_TEXT]) {
    snprintf(text, SECRETS_TEXT, "key %lu, message %lu, before %lu, digest %lu, output %lu",
             (unsigned long)key_bytes, (unsigned long)bytes, (unsigned long)before,
             (unsigned long)digest_length, (unsigned long)out_bytes);
}

static const secrets_family family = {
    "BLAKE2b",
    "",
    blake2b_util_kernels,
    &blake2b_dispatch,
    &blake2b_lanes_dispatch,
    &blake2b_short_dispatch,
    &blake2b_rounds_dispatch,
    calls,
    any_input,
    describe,
    data,
    point,
};
SECRETS_CASES(blake2b) = {&family, NULL};
#else
typedef int nothing; /* ISO C forbids an empty source file */
#endif
