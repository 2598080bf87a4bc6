/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/* The kernels that the utility and the tests can run: the library's, and all references. */
#include "blake2b_util_kernels.h"
#include "driver/cpu.h"

#define TABLE "blake2b.def"
#define IN_BUILD(id) BLAKE2B_WITH_##id
#define KERNELS const struct kernel blake2b_util_kernels[]
#define BLOCKS_KERNEL KERNEL
#define KERNEL_SYMBOL BLAKE2B_KERNEL
#define REFERENCE_SYMBOL(bits) BLAKE2B_KERNEL(generic_##bits)
#define REFERENCE_IN_BUILD(bits) 1
#define DECLARE_KERNEL(symbol) extern HIDDEN blake2b_blocks_fn symbol;
#include "driver/table.inc"

void blake2b_util_rows(unsigned long rows) {
#if defined(BLAKE2B_HAVE_LANES)
    util_rows(&blake2b_lanes_dispatch, rows);
    util_rows(&blake2b_short_dispatch, rows);
#else
    (void)rows;
#endif
}
