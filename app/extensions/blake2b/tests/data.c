/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/* The files of vectors/ with digests of libblake2b, for tests/rigs/data. */
#include <stdlib.h>

#include "blake2b_internal.h"
#include "data/cases.h"
#include "little_endian.h"
#include "util/blake2b_util_kernels.h"

static int blake2b_line(unsigned char *out, size_t length) {
    unsigned char key[300], pieces[300];
    const size_t keylen = data_bytes("key", key, sizeof key), n = data_read_message(),
                 size = data_number("digestSize");
    const int plain = !data_field("salt") && size == 64 && keylen <= 64;
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
    /* The other calls that give the same digest. */
    if (blake2b_init_params(&S, &P) == BLAKE2B_OK) {
        const size_t step = n < 2000 ? 77 : n;
        for (i = 0; i < n; i += step) {
            blake2b_update(&S, data_message + i, n - i < step ? n - i : step);
        }
        test_expect(!code && blake2b_finish(&S, pieces, size) == BLAKE2B_OK &&
                        !memcmp(pieces, out, size),
                    "%s: test %lu: otherwise in pieces", data_file, data_number("tcId"));
    } else {
        test_expect(code != 0, "%s: test %lu: refused in pieces", data_file, data_number("tcId"));
    }
    if (plain && n < 2000) {
        blake2b_keyed(pieces, data_message, n, key, keylen);
        test_expect(!memcmp(pieces, out, 64), "%s: test %lu: otherwise by blake2b_keyed", data_file,
                    data_number("tcId"));
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
