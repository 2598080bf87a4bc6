/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/* What the targets share: the input read bit by bit, and a way to say what went wrong. */
#ifndef TARGET_H
#define TARGET_H

#include <stddef.h>
#include <stdint.h>

#if defined(__GNUC__)
#define TARGET_PRINTF(text, first) __attribute__((format(printf, text, first)))
#else
#define TARGET_PRINTF(text, first)
#endif

/* What every target defines, as libFuzzer has it. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* A finding: says so and aborts, which fuzzers and the standalone runner take for one. */
void target_fail(const char *format, ...) TARGET_PRINTF(1, 2);

/* The input; after its end there are zeros. */
typedef struct target_input {
    const uint8_t *p;
    size_t left;
} target_input;

/* The next byte, below LIMIT (at most 256). */
unsigned target_byte(target_input *input, unsigned limit);

/*
 * An endless pattern that does not repeat at any power of two; the shorter is the beginning of the
 * longer.
 */
void target_pattern(unsigned char *p, size_t bytes, unsigned seed);

#endif
