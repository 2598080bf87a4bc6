/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/* Shared by the targets: reads the input byte by byte, and reports findings. */
#ifndef TARGET_H
#define TARGET_H

#include <stddef.h>
#include <stdint.h>

#if defined(__GNUC__)
#define TARGET_PRINTF(text, first) __attribute__((format(printf, text, first)))
#else
#define TARGET_PRINTF(text, first)
#endif

/* Defined by every target, as libFuzzer requires. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Reports a finding and aborts, which fuzzers and the standalone runner detect. */
void target_fail(const char *format, ...) TARGET_PRINTF(1, 2);

/* The input, followed by zeros. */
typedef struct target_input {
    const uint8_t *p;
    size_t left;
} target_input;

/* The next byte, reduced to less than LIMIT (at most 256). */
unsigned target_byte(target_input *input, unsigned limit);

/* Fills P with the beginning of an endless pattern that does not repeat at any power of two. */
void target_pattern(unsigned char *p, size_t bytes, unsigned seed);

#endif
