/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * bench prints a sentence if a kernel is clearly faster than the one that the library uses, else
 * nothing. Its result is the second-best sample. Each group has its own choice of kernels.
 */
#define cycles_time time_given
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
        printf("not ok - order: %s: '%s'\n", name, text);
        failed = 1;
    } else {
        printf("ok - order: %s\n", name);
    }
}

static const uint64_t *given;

void time_given(cycles_clock *clock, void (*run)(void *), void *argument, cycles_sample *sample) {
    (void)clock, (void)run, (void)argument;
    memset(sample, 0, sizeof *sample);
    sample->ticks = *given++;
}

static void no_run(unsigned char *in, size_t bytes, uint64_t calls) {
    (void)in, (void)bytes, (void)calls;
}

/* Checks the two best of these samples. */
static void expect_best(const char *name, const uint64_t *ticks, unsigned best, unsigned second) {
    static const util_group group = {"serial", "", "call", 1, 0, 0, NULL, NULL, no_run, NULL};
    const util_family *const family = util_families[0];
    const choice one = {family, family->kernels, 0, "first", NULL, 0, 1};
    cycles_clock clock;
    cell c;
    memset(&clock, 0, sizeof clock);
    memset(&c, 0, sizeof c);
    c.group = &group;
    c.choice = &one;
    for (given = ticks; *given;) {
        take_sample(&clock, &c);
    }
    if (c.best.ticks != best || c.second.ticks != second) {
        printf("not ok - order: %s: %lu, %lu\n", name, (unsigned long)c.best.ticks,
               (unsigned long)c.second.ticks);
        failed = 1;
    } else {
        printf("ok - order: %s\n", name);
    }
}

/* Checks that groups behind one of another contract use the library's choice for it again. */
static void expect_automatic(void) {
    const util_family *const family = util_families[0];
    const struct dispatch *const d = family->others->dispatch;
    const choice other = {family, d->kernels, 0, "other", d, 0, 1};
    const choice one = {family, family->kernels, 0, "first", NULL, 0, 1};
    cell c;
    c.choice = &other;
    use(&c);
    c.choice = &one;
    use(&c);
    failed |= dispatch_used(d) != NULL;
    printf("%sok - order: the choice of another contract is automatic again\n",
           dispatch_used(d) ? "not " : "");
}

int main(void) {
    static const uint64_t falling[] = {9, 7, 5, 0}, between[] = {9, 5, 7, 8, 0};
    static const uint64_t rising[] = {5, 7, 9, 0}, late[] = {5, 9, 7, 0};
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
    expect_best("each sample is the best so far", falling, 5, 7);
    expect_best("a sample between the two best", between, 5, 7);
    expect_best("the first two samples are the best", rising, 5, 7);
    expect_best("the third sample replaces the second", late, 5, 7);
    expect_automatic();
    puts("1..12");
    return failed;
}
