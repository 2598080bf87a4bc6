/* The implementations that the util, and the tests, can run: the library's and all references. */
#include <string.h>

#include "util.h"
#include "../driver/cpuid.h"

#define ROW_0(...)
#define ROW_1(...) __VA_ARGS__
#define ROW__(in, ...) ROW_##in(__VA_ARGS__)
#define ROW_(in, ...) ROW__(in, __VA_ARGS__)
#define PREFER(target, family, first, second, why)

#define KERNEL(id, name, target, needs, file, probe) \
    ROW_(BLAKE2B_WITH_##id, extern BLAKE2B_HIDDEN blake2b_blocks_fn BLAKE2B_KERNEL(name);)
#define REFERENCE(bits, file) extern BLAKE2B_HIDDEN blake2b_blocks_fn BLAKE2B_KERNEL(generic_##bits);
#include "backends.def"
#undef KERNEL
#undef REFERENCE

const blake2b_backend util_backends[] = {
#define KERNEL(id, name, target, needs, file, probe) \
    ROW_(BLAKE2B_WITH_##id, {#name, BLAKE2B_KERNEL(name), needs, file},)
#define REFERENCE(bits, file) {"generic/" #bits, BLAKE2B_KERNEL(generic_##bits), CPU_BASE, file},
#include "backends.def"
    {NULL, NULL, 0, NULL},
};

const blake2b_backend *util_backend(const char *name) {
    const blake2b_backend *b;
    for (b = util_backends; b->name; b++) {
        if (!strcmp(b->name, name)) {
            return b;
        }
    }
    return NULL;
}

int util_runs(const blake2b_backend *backend) {
    return (backend->needs & ~blake2b_cpu_features()) == 0;
}

int util_lanes(const char *name) {
    int row;
    for (row = 0; blake2b_lanes_backends[row].name; row++) {
        if (!strcmp(blake2b_lanes_backends[row].name, name)) {
            return row;
        }
    }
    return -1;
}

int util_lanes_runs(const blake2b_lanes_backend *backend) {
    return (backend->needs & ~blake2b_cpu_features()) == 0;
}

void util_needs(const blake2b_backend *backend, char text[UTIL_NEEDS_BYTES]) {
#define NAME(bit, id, name) {1ul << (bit), name},
    static const struct {
        unsigned long feature;
        const char *name;
    } names[] = {CPU_FEATURES(NAME)};
    size_t i;
    text[0] = '\0';
    for (i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (backend->needs & names[i].feature) {
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
