/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/* The families of this build, and the names of their kernels. */
#include <stdio.h>
#include <string.h>

#include "family.h"

#define FAMILY(name) extern const util_family util_family_##name;
#include "families.h"
#undef FAMILY

const util_family *const util_families[] = {
#define FAMILY(name) &util_family_##name,
#include "families.h"
    NULL,
};

void util_help(FILE *f, const char *place, int indent, int width) {
    const util_family *const *family;
    const util_help_row *row;
    for (family = util_families; *family; family++) {
        for (row = (*family)->help; row->place; row++) {
            if (!strcmp(row->place, place)) {
                fprintf(f, "%*s%-*s  %s\n", indent, "", width - 2, row->name, row->text);
            }
        }
    }
}

const struct kernel *util_auto(const util_family *family) {
    return dispatch_auto(family->dispatch->choice, family->dispatch);
}

const char *util_name(const util_family *family, const char *kernel, char text[UTIL_NAME_BYTES]) {
    const int first = family == util_families[0];
    sprintf(text, "%.30s%s%.30s", first ? "" : family->name, first ? "" : ":", kernel);
    return text;
}

const util_family *util_family_of(const char *name, const char **kernel) {
    size_t i;
    for (i = 1; util_families[i]; i++) {
        const size_t length = strlen(util_families[i]->name);
        if (!strncmp(name, util_families[i]->name, length) && name[length] == ':') {
            *kernel = name + length + 1;
            return util_families[i];
        }
    }
    *kernel = name;
    return util_families[0];
}

const struct kernel *util_kernel_to_run(const char *command, const char *name,
                                        const util_family **family, int *row) {
    const char *kernel;
    const util_family *const f = *family = util_family_of(name, &kernel);
    const struct kernel *k = f->lanes ? util_kernel(f->lanes->kernels, kernel) : NULL;
    *row = k ? (int)(k - f->lanes->kernels) : -1;
    k = k ? k : util_kernel(f->kernels, kernel);
    if (k && util_runs(k)) {
        return k;
    }
    util_bad_usage(command, k ? "this CPU cannot run" : "this build has no implementation", name);
    return NULL;
}
