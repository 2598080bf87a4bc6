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
