/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/* Shared by the targets. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "target.h"

void target_fail(const char *format, ...) {
    va_list arguments;
    fputs("MISMATCH: ", stderr);
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fputs("\n", stderr);
    abort();
}

unsigned target_byte(target_input *input, unsigned limit) {
    if (!input->left) {
        return 0;
    }
    input->left--;
    return *input->p++ % limit;
}

void target_pattern(unsigned char *p, size_t bytes, unsigned seed) {
    uint32_t x = 2654435769u * (seed + 1u);
    while (bytes--) {
        x = (x * 1664525u + 1013904223u) & 0xffffffffu;
        *p++ = (unsigned char)(x >> 24);
    }
}
