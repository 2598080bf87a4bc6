/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * The utility's command line: each line of the input is a word. Whatever they are, it must end
 * normally: with a documented exit code, and a message if that is not 0.
 */
#include <string.h>

#include "run-util.h"
#include "target.h"

enum { WORDS = 24, BYTES = 2000 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static char text[BYTES + 1], util[] = "blake2b-util";
    static char *all_words[WORDS + 2];
    char **words = all_words;
    int count = 1;
    size_t i, begin = 0, bytes = size < BYTES ? size : BYTES;
    int sum, quiet = 0;
    run_result r;
    if (bytes) {
        memcpy(text, data, bytes);
    }
    words[0] = util;
    for (i = 0; i <= bytes && count <= WORDS; i++) {
        if (i == bytes || text[i] == '\n' || text[i] == '\0') {
            text[i] = '\0';
            if (i > begin || i < bytes) {
                words[count++] = text + begin;
            }
            begin = i + 1;
        }
    }
    words[count] = NULL;
    if (count > 1 && !strcmp(words[1], "b2sum")) { /* the name by which it was called */
        words++;
        count--;
    }
    sum = !strcmp(words[0], "b2sum");
    sum |= count > 1 && !strcmp(words[1], "sum");
    for (i = 1; i < (size_t)count; i++) {
        quiet |= !strncmp(words[i], "--stat", 6);
    }
    run_posixly_correct = bytes > 0 && data[0] % 2;
    /* bench and fuzz get no memory, so that they end after their options. */
    r = run_util(count, words, "standard input", 14, NULL, 0, sum ? (size_t)1 << 24 : 0);
    if (r.code < 0 || r.code > 2) {
        target_fail("exit code %d", r.code);
    }
    if (r.code && !quiet && !r.err_bytes) {
        target_fail("exit code %d, and no message", r.code);
    }
    if (r.code == 2 && r.out_bytes) {
        target_fail("bad usage, and output");
    }
    if (!r.code && !quiet && !r.out_bytes && !(sum && strstr(r.err, "WARNING"))) {
        int option, check = 0;
        for (option = 1; option < count; option++) { /* --quiet prints nothing on success */
            check |= words[option][0] == '-';
        }
        if (!check) {
            target_fail("no output, and no error");
        }
    }
    run_free(&r);
    return 0;
}
