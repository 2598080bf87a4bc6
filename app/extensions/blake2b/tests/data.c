/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/* The files of vectors/ with digests of libblake2b, for tests/rigs/data. */
#include <stdlib.h>

#include "blake2b_internal.h"
#include "data/cases.h"
#include "little_endian.h"
#include "util/blake2b_util_kernels.h"

/* The message in pieces of STEP bytes. */
static int append(blake2b_state *S, size_t n, size_t step) {
    size_t i;
    int code = blake2b_append(S, NULL, 0);
    for (i = 0; i < n; i += step) {
        code |= blake2b_append(S, data_message + i, n - i < step ? n - i : step);
    }
    return code;
}

/* By the other calls that give the same digest. */
static void otherwise(const blake2b_params *P, size_t n, const unsigned char *expected) {
    static const char *const ways[] = {"blake2b_init_params", "blake2b_init_block",
                                       "blake2b_digest_init", "blake2b_final",
                                       "blake2b_digest",      "blake2b_keyed"};
    const int simple = !data_field("salt");
    const size_t step = n < 2000 ? 77 : 9001, size = P->digest_length, keylen = P->key_length;
    unsigned char out[BLAKE2B_OUTBYTES + 1], key[BLAKE2B_BLOCKBYTES];
    blake2b_state S;
    unsigned way;
    for (way = 0; way < 6; way++) {
        int code = BLAKE2B_OK;
        if (way && ((way > 1) != simple || n >= 2000)) {
            continue;
        }
        memset(&S, 0xa5, sizeof S);
        out[size] = 0xa5;
        if (way == 0) {
            code |= blake2b_init_params(&S, P);
        } else if (way == 1) {
            unsigned char block[64];
            data_bytes("parameterBlock", block, sizeof block);
            code |= blake2b_init_block(&S, block);
            memset(key, 0, sizeof key);
            memcpy(key, P->key, keylen);
            code |= blake2b_append(&S, key, keylen ? sizeof key : 0);
        } else {
            code |= blake2b_digest_init(&S, size, P->key, keylen);
        }
        code |= append(&S, n, step);
        code |= way == 1 && P->last_node ? blake2b_last_node(&S) : BLAKE2B_OK;
        if (way < 3) {
            code |= blake2b_finish(&S, out, size);
        } else if (way == 3) {
            blake2b_final(&S, out);
        } else if (way == 4) {
            code |= blake2b_digest(out, size, data_message, n, P->key, keylen);
        } else if (size == 64 && n < 2000) {
            blake2b_keyed(out, data_message, n, P->key, keylen);
        } else {
            continue;
        }
        test_expect(!code && !memcmp(out, expected, size) && out[size] == 0xa5,
                    "%s: test %lu: otherwise by %s", data_file, data_number("tcId"), ways[way]);
    }
}

static int blake2b_line(unsigned char *out, size_t length) {
    unsigned char key[300];
    const size_t keylen = data_bytes("key", key, sizeof key), n = data_read_message(),
                 size = data_number("digestSize");
    blake2b_params P;
    blake2b_state S;
    size_t i;
    int code;
    blake2b_params_init(&P);
    P.digest_length = size;
    P.key = key;
    P.key_length = keylen;
    if (data_field("salt")) {
        unsigned char offset[8];
        data_bytes("salt", P.salt, 16);
        data_bytes("personal", P.personal, 16);
        P.fanout = (unsigned)data_number("fanout");
        P.depth = (unsigned)data_number("depth");
        P.leaf_length = (blake2b_uint32)data_number("leafLength");
        data_bytes("nodeOffset", offset, 8);
        for (i = 0; i < 8; i++) {
            P.node_offset = P.node_offset << 8 | offset[i];
        }
        P.node_depth = (unsigned)data_number("nodeDepth");
        P.inner_length = (unsigned)data_number("innerLength");
        P.last_node = data_is("lastNode", "true");
    }
    code = blake2b_hash(&P, out, size, data_message, n);
    if (!code) {
        otherwise(&P, n, out);
    } else {
        test_expect(blake2b_init_params(&S, &P) == code, "%s: test %lu: refused in pieces",
                    data_file, data_number("tcId"));
    }
    (void)length;
    return code;
}

static int blake2bp_line(unsigned char *out, size_t length) {
    unsigned char key[300];
    const size_t keylen = data_bytes("key", key, sizeof key), n = data_read_message();
    (void)length;
    return blake2bp(out, data_number("digestSize"), data_message, n, key, keylen);
}

static int blake2xb_line(unsigned char *out, size_t length) {
    unsigned char key[300];
    const size_t keylen = data_bytes("key", key, sizeof key), n = data_read_message();
    const unsigned long all = data_number("xofLength");
    blake2xb_state S;
    int code = blake2xb_init(&S, all == 0xffffffffUL ? BLAKE2XB_UNKNOWN_LENGTH : (size_t)all, key,
                             keylen);
    if (!code) {
        code = blake2xb_update(&S, data_message, n);
    }
    if (!code) {
        code = blake2xb_final(&S);
    }
    if (!code) {
        code = blake2xb_squeeze(&S, out, length);
    }
    memset(&S, 0, sizeof S);
    return code;
}

static int compress_line(unsigned char *out, size_t length) {
    unsigned char in[300], *h = in + 4, *m = h + 64, *t = m + 128;
    blake2b_uint32 rounds;
    uint64_t words[8], counter[2];
    int last, last_node, code, i;
    (void)length;
    if (data_field("input")) {
        return blake2b_eip152(out, in, data_bytes("input", in, sizeof in));
    }
    data_bytes("h", h, 64);
    data_bytes("m", m, 128);
    data_bytes("t", t, 16);
    rounds = (blake2b_uint32)data_number("rounds");
    last = data_is("last", "true");
    last_node = data_is("lastNode", "true");
    for (i = 0; i < 8; i++) {
        words[i] = load_word(h + 8 * i);
    }
    counter[0] = load_word(t);
    counter[1] = load_word(t + 8);
    code = blake2b_compress(words, m, counter, last, last_node, rounds);
    for (i = 0; i < 64; i++) {
        out[i] = (unsigned char)(words[i / 8] >> 8 * (i % 8) & 0xff);
    }
    return code;
}

static const data_reader files[] = {
    {"vectors/blake2b.json", blake2b_line},    {"vectors/blake2b-parameters.json", blake2b_line},
    {"vectors/blake2bp.json", blake2bp_line},  {"vectors/blake2xb.json", blake2xb_line},
    {"vectors/blake2b-f.json", compress_line}, {NULL, NULL},
};
static const data_family family = {"", blake2b_util_kernels, &blake2b_dispatch, files};
DATA_CASES(blake2b) = {&family, NULL};
