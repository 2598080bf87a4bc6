/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * The files of vectors/, with every kernel. Also an example of a reader without a JSON parser: each
 * test is one line in the file. With the argument "slow", only the tests that take minutes. In a
 * sample slow kernels have a part of the tests. Extensions provide their files (cases.h).
 */
#include <stdio.h>
#include <stdlib.h>

#include "cases.h"

enum { LINE = 16384, OUTPUT = 4096 };
const char *data_file;
static char line[LINE];
unsigned char data_message[DATA_LONGEST];

const char *data_field(const char *name) {
    char quoted[40];
    const char *at;
    snprintf(quoted, sizeof quoted, "\"%s\": ", name);
    at = strstr(line, quoted);
    return at ? at + strlen(quoted) : NULL;
}

int data_is(const char *name, const char *value) {
    const char *at = data_field(name);
    return at && !strncmp(at, value, strlen(value));
}

unsigned long data_number(const char *name) {
    const char *at = data_field(name);
    test_expect(at != NULL, "%s: a line without %s", data_file, name);
    return at ? strtoul(at, NULL, 10) : 0;
}

size_t data_bytes(const char *name, unsigned char *p, size_t most) {
    static const char digits[] = "0123456789abcdef";
    const char *at = data_field(name), *high, *low;
    size_t n = 0;
    test_expect(at && *at == '"', "%s: test %lu has no %s", data_file, data_number("tcId"), name);
    if (!at || *at++ != '"') {
        return 0;
    }
    for (; *at != '"'; at += 2) {
        high = *at ? strchr(digits, *at) : NULL;
        low = high && at[1] ? strchr(digits, at[1]) : NULL;
        test_expect(low && n < most, "%s: test %lu: %s is no byte string, or too long", data_file,
                    data_number("tcId"), name);
        if (!low || n == most) {
            return 0;
        }
        p[n++] = (unsigned char)((high - digits) << 4 | (low - digits));
    }
    return n;
}

size_t data_read_message(void) {
    size_t n = data_bytes("msg", data_message, sizeof data_message), length, i;
    if (!data_field("msgLength")) {
        return n;
    }
    length = data_number("msgLength");
    test_expect(length <= sizeof data_message && n, "%s: a message that is too long", data_file);
    for (i = n; n && i < length && i < sizeof data_message; i++) {
        data_message[i] = data_message[i - n];
    }
    return i;
}

/* EACH: 5 runs a fifth of the tests. */
static void run_files(const data_reader *reader, int slow, unsigned each) {
    for (; reader->name; reader++) {
        unsigned long expected = 0, found = 0, run = 0;
        FILE *f = fopen(reader->name, "rb");
        data_file = reader->name;
        test_expect(f != NULL, "cannot open %s", data_file);
        while (f && fgets(line, sizeof line, f)) {
            unsigned char digest[OUTPUT], out[OUTPUT] = {0};
            size_t length;
            int gives;
            test_expect(strchr(line, '\n') != NULL, "%s: a line that is too long", data_file);
            if (data_field("numberOfTests")) {
                expected = data_number("numberOfTests");
            }
            if (!data_field("tcId")) {
                continue;
            }
            found++;
            test_expect(data_number("tcId") == found, "%s: test %lu is number %lu", data_file,
                        data_number("tcId"), found);
            if (data_is("flags", "[\"Slow\"]") != slow || found % each) {
                continue;
            }
            run++;
            length = data_bytes("digest", digest, sizeof digest);
            gives = reader->run(out, length) == 0 && (!length || !memcmp(out, digest, length));
            test_expect(gives == data_is("result", "\"valid\""),
                        "%s: test %lu is %s, the library gives %s", data_file, data_number("tcId"),
                        gives ? "invalid" : "valid", length ? test_hex(out, length) : "no error");
        }
        test_expect(expected && found == expected, "%s: %lu tests instead of %lu", data_file, found,
                    expected);
        test_expect(slow || run > 50 / each, "%s: only %lu tests", data_file, run);
        if (f) {
            fclose(f);
        }
    }
}

#define FAMILY(name) extern const data_family *const data_##name[];
#include "data_families.h"
#undef FAMILY
#define FAMILY(name) data_##name,
static const data_family *const *const extensions[] = {
#include "data_families.h"
};
#undef FAMILY

static void with_each_kernel(const data_family *F) {
    const char *const only = getenv("TEST_IMPLEMENTATION");
    const struct kernel *k;
    for (k = F->kernels; k->name; k++) {
        if ((only && strcmp(k->name, only) != 0) ||
            !test_begin_for(k, "data/%s%s", F->prefix, k->name)) {
            continue;
        }
        dispatch_use(F->dispatch, k);
        run_files(F->files, 0, test_sample_slow(k) ? 5 : 1);
        test_expect(dispatch_used(F->dispatch) == k, "another kernel was in use at the end");
        test_end();
        test_ran(k, NULL);
    }
    dispatch_use(F->dispatch, NULL);
}

int main(int argc, char **argv) {
    const int slow = argc > 1 && !strcmp(argv[1], "slow");
    size_t i;
    if (slow) {
        test_begin("data/slow");
    }
    for (i = 0; i < sizeof extensions / sizeof extensions[0]; i++) {
        const data_family *const *F;
        for (F = extensions[i]; *F; F++) {
            if (slow) {
                run_files((*F)->files, 1, 1);
            } else {
                with_each_kernel(*F);
            }
        }
    }
    if (slow) {
        test_end();
    }
    return test_exit();
}
