/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * Opens FOLDER/NAME.so for each NAME, in this order and with global symbols. Then calls their
 * check_NAME.
 */
#include <dlfcn.h>
#include <stdio.h>

typedef const char *check_function(void);

int main(int argc, char **argv) {
    char text[4096];
    int i, wrong = argc < 3;
    for (i = 2; i < argc; i++) {
        sprintf(text, "%.4000s/%.60s.so", argv[1], argv[i]);
        if (!dlopen(text, RTLD_NOW | RTLD_GLOBAL)) {
            printf("%s; ", dlerror());
            return 1;
        }
    }
    for (i = 2; i < argc; i++) {
        union {
            void *object;
            check_function *function;
        } check;
        const char *what;
        sprintf(text, "check_%.60s", argv[i]);
        check.object = dlsym(RTLD_DEFAULT, text);
        what = check.object ? check.function() : "no such function";
        if (what) {
            printf("%s: %s; ", argv[i], what);
            wrong = 1;
        }
    }
    return wrong;
}
