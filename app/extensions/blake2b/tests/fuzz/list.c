/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * "sum --check" with a list. The first byte of the input selects one of two cases.
 *
 * The fuzzer wrote the list: sum may report OK only if the list has the file's digest, as the model
 * computes it. With a key, the digest must also have the hash and the length of the options. The
 * exit code must fit the output.
 *
 * Or "sum" wrote the list, for files with the fuzzer's names: all of it must be OK, and no longer
 * if a digit is changed.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model.h"
#include "run-util.h"
#include "target.h"

enum { MOST_XOF = 300, NAMES = 6, BYTES = 4096, MEMORY = 1 << 24 };

typedef enum kind { B, BP, XB } kind;

/* The options of --check: with a key, the only kind of digest that it accepts. */
typedef struct expectation {
    const unsigned char *key;
    size_t key_bytes, length;
    kind k;
} expectation;

/* The digest of the file called NAME, "-" for standard input; 0 if it cannot be read. */
static int digest_of(const char *name, kind k, size_t length, const expectation *e,
                     const unsigned char *in, size_t in_bytes, unsigned char digest[MOST_XOF]) {
    model_params P = model_usual();
    unsigned char *made_up = NULL;
    if (strcmp(name, "-")) {
        in = made_up = run_file(name, &in_bytes);
    }
    if (!in) {
        return 0;
    }
    P.digest_length = (unsigned)length;
    P.key_length = (unsigned)e->key_bytes;
    if (k == B) {
        model_blake2b(digest, &P, 0, e->key, in, in_bytes);
    } else if (k == BP) {
        model_blake2bp(digest, length, e->key, e->key_bytes, in, in_bytes);
    } else {
        model_blake2xb(digest, 0, length, (uint32_t)length, e->key, e->key_bytes, in, in_bytes);
    }
    free(made_up);
    return 1;
}

static int hex_value(char c) {
    static const char digits[] = "0123456789abcdefABCDEF";
    const char *found = c ? strchr(digits, c) : NULL;
    return !found ? -1 : found - digits < 16 ? (int)(found - digits) : (int)(found - digits) - 6;
}

static const char base64_digits[] =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/* Whether TEXT is DIGEST in hexadecimal digits. */
static int is_hex(const char *text, const unsigned char *digest, size_t length) {
    size_t j;
    for (j = 0; j < length; j++) {
        if (16 * hex_value(text[2 * j]) + hex_value(text[2 * j + 1]) != digest[j]) {
            return 0;
        }
    }
    return 1;
}

static int is_base64(const char *text, const unsigned char *digest, size_t length) {
    size_t bit;
    for (bit = 0; bit < 8 * length; bit++) {
        const size_t value = (size_t)(strchr(base64_digits, text[bit / 6]) - base64_digits);
        if ((value >> (5 - bit % 6) & 1) != (size_t)(digest[bit / 8] >> (7 - bit % 8) & 1)) {
            return 0;
        }
    }
    return 1;
}

/*
 * Whether LIST has a digest of that file, of any kind and possible length; with a key, only of the
 * expected ones.
 */
static int has_digest(const char *list, size_t bytes, const expectation *e, const char *name,
                      const unsigned char *in, size_t in_bytes) {
    static unsigned char digest[2][XB + 1][MOST_XOF];
    size_t i, way, digits, known[2] = {0, 0}; /* lengths of these */
    kind k;
    for (i = 0; i < bytes; i++) {
        for (way = 0; way < 2; way++) {
            const char before = i ? list[i - 1] : '\n';
            size_t length;
            digits = 0;
            if (way ? before && strchr(base64_digits, before) : hex_value(before) >= 0) {
                continue; /* in the middle of one */
            }
            while (i + digits < bytes && list[i + digits] &&
                   (way ? strchr(base64_digits, list[i + digits]) != NULL
                        : hex_value(list[i + digits]) >= 0)) {
                digits++;
            }
            length = way ? digits * 3 / 4 : digits / 2;
            if (!length || length > MOST_XOF || (way ? digits % 4 == 1 : digits % 2)) {
                continue;
            }
            for (k = B; k <= XB; k++) {
                if (e->key ? k != e->k || length != e->length : length > 64 && k != XB) {
                    continue;
                }
                if (known[way] != length &&
                    !digest_of(name, k, length, e, in, in_bytes, digest[way][k])) {
                    return 0;
                }
                if (way ? is_base64(list + i, digest[way][k], length)
                        : is_hex(list + i, digest[way][k], length)) {
                    return 1;
                }
            }
            known[way] = length;
        }
    }
    return 0;
}

/* \n, \r and \\ as b2sum writes them. */
static char *unescaped(const char *name, size_t bytes) {
    char *copy = (char *)malloc(bytes + 1);
    size_t i, n = 0;
    for (i = 0; copy && i < bytes; i++) {
        const int special = name[i] == '\\' && i + 1 < bytes;
        i += (size_t)special;
        copy[n++] = !special ? name[i] : name[i] == 'n' ? '\n' : name[i] == 'r' ? '\r' : name[i];
    }
    if (copy) {
        copy[n] = '\0';
    }
    return copy;
}

typedef struct verdicts {
    unsigned long ok, failed, other;
} verdicts;

/* Reads the output. For each OK, the digest must be in LIST. */
static verdicts read_verdicts(const run_result *r, const char *list, size_t bytes,
                              const expectation *e, const unsigned char *in, size_t in_bytes) {
    static const char ok[] = ": OK", failed[] = ": FAILED", unread[] = ": FAILED open or read";
    const char *line = r->out, *end = r->out + r->out_bytes;
    verdicts v = {0, 0, 0};
    while (line < end) {
        const char *stop = (const char *)memchr(line, '\n', (size_t)(end - line));
        size_t n;
        if (!stop) {
            target_fail("the last line has no end");
            return v;
        }
        n = (size_t)(stop - line);
        if (n >= sizeof ok - 1 && !memcmp(stop - (sizeof ok - 1), ok, sizeof ok - 1)) {
            char *raw = (char *)malloc(n), *name;
            int good;
            n -= sizeof ok - 1;
            if (!raw) {
                exit(EXIT_FAILURE);
            }
            memcpy(raw, line, n);
            raw[n] = '\0';
            good = has_digest(list, bytes, e, raw, in, in_bytes) ||
                   /* read again, it is empty */
                   (!strcmp(raw, "-") && has_digest(list, bytes, e, raw, in, 0));
            if (!good && *raw == '\\' && (name = unescaped(raw + 1, n - 1)) != NULL) {
                good = has_digest(list, bytes, e, name, in, in_bytes);
                free(name);
            }
            if (!good) {
                target_fail("OK, but its digest is nowhere in the list: '%s'", raw);
            }
            free(raw);
            v.ok++;
        } else if ((n >= sizeof failed - 1 &&
                    !memcmp(stop - (sizeof failed - 1), failed, sizeof failed - 1)) ||
                   (n >= sizeof unread - 1 &&
                    !memcmp(stop - (sizeof unread - 1), unread, sizeof unread - 1))) {
            v.failed++;
        } else {
            v.other++;
        }
        line = stop + 1;
    }
    return v;
}

static char util[] = "blake2b-util", sum[] = "sum", check[] = "--check", bp[] = "--bp",
            listed[] = "list";
static char standard_input[] = "-", base64[] = "--base64", xof[16], length[16];
static const expectation no_key;

static int add_kind(char **words, int count, kind k) {
    if (k == BP) {
        words[count++] = bp;
    } else if (k == XB) {
        words[count++] = xof;
    }
    return count;
}

/* A list by the fuzzer. */
static void any_list(target_input *input, kind k) {
    static char options[7][20] = {"",    "--ignore-missing", "--strict", "-w", "--quiet",
                                  "-j2", "--base64"};
    static char key_file[] = "--key-file=0";
    const unsigned flags = target_byte(input, 256);
    const int from_stdin = flags & 1;
    char *words[14] = {util, sum, check};
    int count = 3, bit;
    expectation e = no_key;
    unsigned char *key = NULL;
    const unsigned char *in = (const unsigned char *)"standard input";
    size_t in_bytes = 14;
    run_result r;
    verdicts v;
    /* without a key it only means BLAKE2Xb */
    sprintf(xof, "--xof=%d", 1 + (int)(flags % 200));
    count = add_kind(words, count, k);
    for (bit = 1; bit < 7; bit++) {
        if (flags >> bit & 1) {
            words[count++] = options[bit];
        }
    }
    if (flags & 128) {
        key = run_file("0", &e.key_bytes); /* 48 bytes */
        e.key = key;
        e.k = k;
        e.length = k == XB ? 1 + flags % 200 : 64 - flags % 64;
        words[count++] = key_file;
        if (k != XB) {
            sprintf(length, "-l%d", 8 * (int)e.length);
            words[count++] = length;
        }
    }
    words[count++] = from_stdin ? standard_input : listed;
    words[count] = NULL;
    if (from_stdin) {
        in = input->p;
        in_bytes = input->left;
    }
    r = run_util(count, words, in, in_bytes, from_stdin ? NULL : input->p, input->left, MEMORY);
    v = read_verdicts(&r, (const char *)input->p, input->left, &e, in, in_bytes);
    free(key);
    if (r.code != 0 && r.code != 1) {
        target_fail("exit code %d", r.code);
    }
    if (v.other) {
        target_fail("neither OK nor FAILED");
    }
    if (!r.code && v.failed) {
        target_fail("all is well, and %lu failed", v.failed);
    }
    if (!r.code && !v.ok && !(flags & 16)) {
        target_fail("all is well, and nothing was checked");
    }
    if (r.code && !r.err_bytes) {
        target_fail("exit code %d, and no message", r.code);
    }
    if (r.code && v.ok && !v.failed && !(flags & 4)) {
        target_fail("exit code %d, and all is well", r.code);
    }
    run_free(&r);
}

static run_result check_it(const run_result *list, kind k, int in_base64, const unsigned char *in,
                           size_t in_bytes) {
    char *words[8] = {util, sum, check};
    int count = add_kind(words, 3, k);
    if (in_base64) {
        words[count++] = base64;
    }
    words[count++] = listed;
    words[count] = NULL;
    return run_util(count, words, in, in_bytes, list->out, list->out_bytes, MEMORY);
}

/* Writes a list and checks it. */
static void any_names(target_input *input, kind k) {
    static char tag[] = "--tag", binary[] = "-b", text[] = "-t", end[] = "--";
    static char names[BYTES + 1];
    static const unsigned char in[] = "some standard input";
    char *words[12 + NAMES] = {util, sum};
    const unsigned style_and_form = target_byte(input, 8), style = style_and_form % 4;
    const int in_base64 = style_and_form >= 4;
    const unsigned bytes = target_byte(input, 65), change = target_byte(input, 256);
    int count = 2, first, standard = 0;
    size_t n = input->left < BYTES ? input->left : BYTES;
    run_result r, checked;
    verdicts v;
    char *p = names, *digit;
    size_t length_now;
    sprintf(xof, "--xof=%u", 1 + bytes * 4);
    sprintf(length, "-l%u", 8 * bytes);
    memcpy(names, input->p, n);
    names[n] = '\0';
    count = add_kind(words, count, k);
    if (k != XB) {
        words[count++] = length;
    }
    if (style) {
        words[count++] = style == 1 ? tag : style == 2 ? binary : text;
    }
    if (in_base64) {
        words[count++] = base64;
    }
    words[count++] = end;
    first = count;
    while (p < names + n && count < first + NAMES) {
        const size_t most = strlen(p);
        if (!strchr("MEFR", *p) && strcmp(p, listed) && (strcmp(p, "-") || !standard++)) {
            words[count++] = p;
        }
        p += most + 1;
    }
    words[count] = NULL;
    if (count == first) {
        return;
    }
    r = run_util(count, words, in, sizeof in, NULL, 0, MEMORY);
    if (r.code || r.err_bytes) {
        target_fail("sum: exit code %d: %s", r.code, r.err);
    }
    checked = check_it(&r, k, in_base64, in, sizeof in);
    v = read_verdicts(&checked, r.out, r.out_bytes, &no_key, in, sizeof in);
    if (checked.code || v.ok != (unsigned long)(count - first) || v.failed || v.other ||
        checked.err_bytes) {
        target_fail("its own list: exit code %d, %lu of %d OK: %s", checked.code, v.ok,
                    count - first, checked.err);
    }
    run_free(&checked);
    /* Changes a digit in the first line. With --tag it is after the name, at the end. */
    length_now = k == XB ? 1 + bytes * 4 : bytes ? bytes : 64;
    digit = r.out + (*r.out == '\\');
    if (style == 1) {
        digit = (char *)memchr(r.out, '\n', r.out_bytes);
        digit -= in_base64 ? (length_now + 2) / 3 * 4 : 2 * length_now;
    }
    if (in_base64) { /* not one with unused bits */
        digit += change % (8 * length_now / 6);
        *digit = *digit == 'A' ? 'B' : 'A';
    } else {
        digit += change % (2 * length_now);
        *digit = *digit == '0' ? '1' : '0';
    }
    checked = check_it(&r, k, in_base64, in, sizeof in);
    v = read_verdicts(&checked, r.out, r.out_bytes, &no_key, in, sizeof in);
    if (!checked.code || v.failed != 1) {
        target_fail("a digit was changed: exit code %d, %lu failed", checked.code, v.failed);
    }
    run_free(&checked);
    run_free(&r);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    target_input input;
    unsigned way;
    input.p = data;
    input.left = size < BYTES ? size : BYTES;
    way = target_byte(&input, 8);
    if (way < 5) {
        any_list(&input, way < 3 ? B : way == 3 ? BP : XB);
    } else {
        any_names(&input, (kind)(way - 5));
    }
    return 0;
}
