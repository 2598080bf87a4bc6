/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/* What the files of libblake2s share. */
#ifndef BLAKE2S_INTERNAL_H
#define BLAKE2S_INTERNAL_H

#include <stdint.h>

#include "blake2s.h"
#include "driver/dispatch.h"
#include "driver/memory.h"

typedef struct blake2s_chain {
    uint32_t h[8];
    uint64_t t;
    uint32_t last; /* 0, or ~0 for the last block */
} blake2s_chain;

/* The kernel contract: each of the BLOCKS adds ADD to t and is compressed. */
typedef void blake2s_blocks_fn(blake2s_chain *S, const unsigned char *in, size_t blocks,
                               unsigned add);

#define BLAKE2S_KERNEL(name) LINKED_NAME(blake2s_blocks_##name)
#define BLAKE2S_BLOCKS(k) ((blake2s_blocks_fn *)(k)->entry)
#define blake2s_kernels LINKED_NAME(blake2s_kernels)
#define blake2s_choice LINKED_NAME(blake2s_choice)
#define blake2s_dispatch LINKED_NAME(blake2s_dispatch)
#define blake2s_begin LINKED_NAME(blake2s_begin)

extern HIDDEN const struct kernel blake2s_kernels[];
extern HIDDEN struct dispatch_choice blake2s_choice;
extern HIDDEN const struct dispatch blake2s_dispatch;

/* The state before the first block. */
HIDDEN void blake2s_begin(blake2s_chain *S, const blake2s_params *params);

#endif
