/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * bench prints a sentence if a kernel is clearly faster than the one that the library uses, else
 * nothing.
 */
#include "../../app/util/bench.c"

static int failed;

/* Checks the sentence for these figures; the library uses number 0. */
static void expect(const char *name, size_t bytes, const double *cycles, const int *disturbed,
                   const char *faster) {
    static const util_group group = {"serial", "", "call", 1, 0, 0, NULL, NULL, NULL, NULL};
    static choice three[] = {{NULL, NULL, 0, "first", NULL, 1, 1},
                             {NULL, NULL, 0, "second", NULL, 0, 1},
                             {NULL, NULL, 0, "generic/8", NULL, 0, 0}};
    cell cells[3];
    char text[ORDER_BYTES] = "before";
    size_t i;
    memset(cells, 0, sizeof cells);
    for (i = 0; i < 3; i++) {
        cells[i].group = &group;
        cells[i].choice = &three[i];
        cells[i].bytes = bytes;
        cells[i].cycles = cycles[i];
        cells[i].disturbed = disturbed[i];
    }
    judge_order(cells, 3, text);
    if (strncmp(text, faster, strlen(faster)) || !*text != !*faster) {
        printf("FAIL order: %s: '%s'\n", name, text);
        failed = 1;
    } else {
        printf("PASS order: %s\n", name);
    }
}

int main(void) {
    static const int none[3], one[3] = {1, 0, 0}, other[3] = {0, 1, 0};
    static const double right[] = {8192, 9000, 100}, near_it[] = {8192, 8000, 9000},
                        wrong[] = {8192, 4096, 9000};
    expect("the first is the fastest", 8192, right, none, "");
    expect("two percent are none", 8192, near_it, none, "");
    expect("the second is", 8192, wrong, none,
           "On this CPU second (0.50 a byte) is faster than first (1.00), ");
    expect("the first disturbed", 8192, wrong, one, "");
    expect("the second disturbed", 8192, wrong, other, "");
    expect("a short message says nothing", 64, wrong, none, "before");
    expect("nor one beyond the caches", (size_t)1 << 20, wrong, none, "before");
    return failed;
}
