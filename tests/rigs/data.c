/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * The files of vectors/, with every kernel. An example, too, of a reader without a JSON parser:
 * each test is one line there. With the argument "slow" those tests alone that take minutes.
 */
#include <stdio.h>
#include <stdlib.h>

#include "blake2b_test.h"
#include "blake.h" /* after config.h, which says its symbols' prefix */

enum { LINE = 16384, LONGEST = (1 << 20) + 256, OUTPUT = 4096 };
static const char *file; /* the one being read */
static char line[LINE];
static unsigned char message[LONGEST];

/* What follows "NAME": in the line. */
static const char *field(const char *name) {
    char quoted[40];
    const char *at;
    snprintf(quoted, sizeof quoted, "\"%s\": ", name);
    at = strstr(line, quoted);
    return at ? at + strlen(quoted) : NULL;
}

static int is(const char *name, const char *value) {
    const char *at = field(name);
    return at && !strncmp(at, value, strlen(value));
}

static unsigned long number(const char *name) {
    const char *at = field(name);
    test_expect(at != NULL, "%s: a line without %s", file, name);
    return at ? strtoul(at, NULL, 10) : 0;
}

/* Bytes from hexadecimal digits; how many. */
static size_t bytes(const char *name, unsigned char *p, size_t most) {
    static const char digits[] = "0123456789abcdef";
    const char *at = field(name), *high, *low;
    size_t n = 0;
    test_expect(at && *at == '"', "%s: test %lu has no %s", file, number("tcId"), name);
    if (!at || *at++ != '"') {
        return 0;
    }
    for (; *at != '"'; at += 2) {
        high = *at ? strchr(digits, *at) : NULL;
        low = high && at[1] ? strchr(digits, at[1]) : NULL;
        test_expect(low && n < most, "%s: test %lu: %s is no byte string, or too long", file,
                    number("tcId"), name);
        if (!low || n == most) {
            return 0;
        }
        p[n++] = (unsigned char)((high - digits) << 4 | (low - digits));
    }
    return n;
}

static size_t read_message(void) {
    size_t n = bytes("msg", message, sizeof message), length, i;
    if (!field("msgLength")) {
        return n;
    }
    length = number("msgLength");
    test_expect(length <= sizeof message && n, "%s: a message that is too long", file);
    for (i = n; n && i < length && i < sizeof message; i++) {
        message[i] = message[i - n];
    }
    return i;
}

static uint64_t word(const unsigned char *p) {
    uint64_t x = 0;
    int i;
    for (i = 8; i--;) {
        x = x << 8 | p[i];
    }
    return x;
}

/*
 * Each puts what the library gives for the line to OUT, LENGTH bytes of it, and returns its code.
 */

static int blake2b_line(unsigned char *out, size_t length) {
    unsigned char key[300], pieces[300];
    const size_t keylen = bytes("key", key, sizeof key), n = read_message(),
                 size = number("digestSize");
    const int plain = !field("salt") && size == 64 && keylen <= 64;
    blake2b_params P;
    blake2b_state S;
    size_t i;
    int code;
    blake2b_params_init(&P);
    P.digest_length = size;
    P.key = key;
    P.key_length = keylen;
    if (field("salt")) {
        unsigned char offset[8];
        bytes("salt", P.salt, 16);
        bytes("personal", P.personal, 16);
        P.fanout = (unsigned)number("fanout");
        P.depth = (unsigned)number("depth");
        P.leaf_length = (blake2b_uint32)number("leafLength");
        bytes("nodeOffset", offset, 8);
        for (i = 0; i < 8; i++) {
            P.node_offset = P.node_offset << 8 | offset[i];
        }
        P.node_depth = (unsigned)number("nodeDepth");
        P.inner_length = (unsigned)number("innerLength");
        P.last_node = is("lastNode", "true");
    }
    code = blake2b_hash(&P, out, size, message, n);
    /* The other ways to the same digest. */
    if (blake2b_init_params(&S, &P) == BLAKE2B_OK) {
        const size_t step = n < 2000 ? 77 : n;
        for (i = 0; i < n; i += step) {
            blake2b_update(&S, message + i, n - i < step ? n - i : step);
        }
        test_expect(!code && blake2b_finish(&S, pieces, size) == BLAKE2B_OK &&
                        !memcmp(pieces, out, size),
                    "%s: test %lu: otherwise in pieces", file, number("tcId"));
    } else {
        test_expect(code != 0, "%s: test %lu: refused in pieces", file, number("tcId"));
    }
    if (plain && n < 2000) {
        blake2b_keyed(pieces, message, n, key, keylen);
        test_expect(!memcmp(pieces, out, 64), "%s: test %lu: otherwise by blake2b_keyed", file,
                    number("tcId"));
    }
    (void)length;
    return code;
}

static int blake2bp_line(unsigned char *out, size_t length) {
    unsigned char key[300];
    const size_t keylen = bytes("key", key, sizeof key), n = read_message();
    (void)length;
    return blake2bp(out, number("digestSize"), message, n, key, keylen);
}

static int blake2xb_line(unsigned char *out, size_t length) {
    unsigned char key[300];
    const size_t keylen = bytes("key", key, sizeof key), n = read_message();
    const unsigned long all = number("xofLength");
    blake2xb_state S;
    int code = blake2xb_init(&S, all == 0xffffffffUL ? BLAKE2XB_UNKNOWN_LENGTH : (size_t)all, key,
                             keylen);
    if (!code) {
        code = blake2xb_update(&S, message, n);
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
    if (field("input")) {
        return blake2b_eip152(out, in, bytes("input", in, sizeof in));
    }
    bytes("h", h, 64);
    bytes("m", m, 128);
    bytes("t", t, 16);
    rounds = (blake2b_uint32)number("rounds");
    last = is("last", "true");
    last_node = is("lastNode", "true");
    for (i = 0; i < 8; i++) {
        words[i] = word(h + 8 * i);
    }
    counter[0] = word(t);
    counter[1] = word(t + 8);
    code = blake2b_compress(words, m, counter, last, last_node, rounds);
    for (i = 0; i < 64; i++) {
        out[i] = (unsigned char)(words[i / 8] >> 8 * (i % 8) & 0xff);
    }
    return code;
}

/* By libblake, whatever kernel of BLAKE2b is in use. */
static int blake_line(unsigned char *out, size_t length) {
    unsigned char salt[64];
    const size_t saltlen = bytes("salt", salt, sizeof salt), n = read_message(),
                 size = number("digestSize");
    (void)length;
    return size <= BLAKE256_OUTBYTES
               ? blake256_digest(out, size, message, n, saltlen ? salt : NULL)
               : blake512_digest(out, size, message, n, saltlen ? salt : NULL);
}

static const struct {
    const char *name;
    int (*run)(unsigned char *out, size_t length);
} files[] = {
    {"vectors/blake2b.json", blake2b_line},    {"vectors/blake2b-parameters.json", blake2b_line},
    {"vectors/blake2bp.json", blake2bp_line},  {"vectors/blake2xb.json", blake2xb_line},
    {"vectors/blake2b-f.json", compress_line}, {"vectors/blake.json", blake_line},
};

static void run_files(int slow) {
    size_t i;
    for (i = 0; i < sizeof files / sizeof files[0]; i++) {
        unsigned long expected = 0, found = 0, run = 0;
        FILE *f = fopen(files[i].name, "rb");
        file = files[i].name;
        test_expect(f != NULL, "cannot open %s", file);
        while (f && fgets(line, sizeof line, f)) {
            unsigned char digest[OUTPUT], out[OUTPUT] = {0};
            size_t length;
            int gives;
            test_expect(strchr(line, '\n') != NULL, "%s: a line that is too long", file);
            if (field("numberOfTests")) {
                expected = number("numberOfTests");
            }
            if (!field("tcId")) {
                continue;
            }
            found++;
            test_expect(number("tcId") == found, "%s: test %lu is number %lu", file, number("tcId"),
                        found);
            if (is("flags", "[\"Slow\"]") != slow) {
                continue;
            }
            run++;
            length = bytes("digest", digest, sizeof digest);
            gives = files[i].run(out, length) == BLAKE2B_OK &&
                    (!length || !memcmp(out, digest, length));
            test_expect(gives == is("result", "\"valid\""),
                        "%s: test %lu is %s, the library gives %s", file, number("tcId"),
                        gives ? "invalid" : "valid", length ? test_hex(out, length) : "no error");
        }
        test_expect(expected && found == expected, "%s: %lu tests instead of %lu", file, found,
                    expected);
        test_expect(slow || run > 50, "%s: only %lu tests", file, run);
        if (f) {
            fclose(f);
        }
    }
}

static void each(const struct kernel *kernel) {
    (void)kernel;
    run_files(0);
}

int main(int argc, char **argv) {
    if (argc > 1 && !strcmp(argv[1], "slow")) {
        test_begin("data/slow");
        run_files(1);
        test_end();
    } else {
        test_each("data", each);
    }
    return test_exit();
}
