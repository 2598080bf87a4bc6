/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/* Kernels of BLAKE, of either width, for tests/rigs/same-path. */
#include <stdio.h>

#include "blake_kernels.h"
#include "same-path/cases.h"

static const blake_width_kernels *blake_width;

static void blake(const struct kernel *kernel) {
    static uint64_t state[1 << 8]; /* room for several messages; the counter is about to carry */
    unsigned char *const p = (unsigned char *)state;
    const blake_width_kernels *const b = blake_width;
    const size_t lanes = kernel->messages > 1 ? b->lanes_max : 1;
    const unsigned bits = (unsigned)(128 * b->word);
    size_t i;
    memset(p, 0xff, 14 * lanes * b->word);
    memcpy(p, secret_message, 8 * lanes * b->word); /* up to 512 bytes, then 256 */
    memcpy(p + 8 * lanes * b->word, secret_message + 77, 4 * lanes * b->word);
    if (kernel->messages == 1) {
        ((blake_alone_fn *)kernel->entry)(state, secret_message, 1, bits);
        return;
    }
    for (i = 0; i < kernel->messages; i++) {
        const unsigned char *const in = secret_message + 5 * i;
        memset(p + (14 * lanes + i) * b->word, 0, b->word);
        memcpy(p + (14 * lanes + i) * b->word, &bits, sizeof bits);
        memcpy(p + b->at_in + i * sizeof in, &in, sizeof in);
    }
    ((blake_several_fn *)kernel->entry)(state, 1);
}

SAME_PATH_CASES(blake) {
    int i;
    for (i = 0; i < BLAKE_WIDTHS; i++) {
        char title[20];
        sprintf(title, "%s_", blake_widths[i].name);
        blake_width = &blake_widths[i];
        same_path_step(title, blake_width->alone, blake, NULL);
        same_path_step(title, blake_width->several, blake, NULL);
    }
}
