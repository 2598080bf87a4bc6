/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/* Finds kernels of any family. The tests use this file, too. */
#include <string.h>

#include "util.h"
#include "driver/cpu.h"

const struct kernel *util_kernel(const struct kernel *kernels, const char *name) {
    const struct kernel *k;
    for (k = kernels; k->name; k++) {
        if (!strcmp(k->name, name)) {
            return k;
        }
    }
    return NULL;
}

void util_rows(const struct dispatch_lanes *d, unsigned long rows) {
    static struct given {
        const struct dispatch_lanes *d;
        struct plan list[DISPATCH_LANES_MAX + 1]; /* by falling numbers of lanes */
    } given[8]; /* more than there are tables in a program; a test with more shares the last */
    struct given *g = given;
    const struct kernel *const kernels = (d->other ? d->other : d)->kernels, *k;
    struct plan *p;
    unsigned lanes;
    dispatch_plan_use(d, NULL);
    if (rows == ~0ul) {
        return;
    }
    while (g < given + 7 && g->d && g->d != d) {
        g++;
    }
    g->d = d;
    memset(g->list, 0, sizeof g->list);
    for (p = g->list, lanes = DISPATCH_LANES_MAX; lanes > 1; lanes--) {
        for (k = kernels; k->name; k++) {
            if (k->messages == lanes && (rows >> (k - kernels) & 1) && util_runs(k)) {
                p->messages = k->messages;
                p->row = (unsigned char)(k - kernels);
                p->other = d->other != NULL;
                p++;
            }
        }
    }
    while (p-- > g->list) { /* from more than the next one has lanes */
        p->from = p[1].messages == p->messages
                      ? p[1].from
                      : (unsigned char)(p[1].messages + !p[1].messages + 1);
    }
    dispatch_plan_use(d, g->list);
}

const struct plan *util_row(const struct dispatch_lanes *d, const struct dispatch *serial,
                            size_t messages) {
    return dispatch_row(d, dispatch_plan(d, serial, messages), messages);
}

int util_runs(const struct kernel *kernel) {
    return (kernel->needs & ~cpu_features()) == 0;
}

void util_features(unsigned long features, char text[UTIL_FEATURES_BYTES]) {
#define NAME(id, name) {CPU_##id, name},
    static const struct {
        unsigned long feature;
        const char *name;
    } names[] = {CPU_FEATURES(NAME)};
#undef NAME
    size_t i;
    text[0] = '\0';
    for (i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (features & names[i].feature) {
            if (text[0]) {
                strcat(text, "+");
            }
            strcat(text, names[i].name);
        }
    }
    if (!text[0]) {
        strcpy(text, "none");
    }
}
