/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/* The kernels that the utility and the tests can run: the library's, and all references. */
#include "blake2b_util_kernels.h"
#include "driver/cpu.h"

#define PREFER(target, family, first, second, why)

#define KERNEL(id, name, messages, target, needs, file, probe) \
    KERNEL_IF(ALONE, messages, BLAKE2B_WITH_##id, \
              extern HIDDEN blake2b_blocks_fn BLAKE2B_KERNEL(name);)
#define REFERENCE(bits, file) extern HIDDEN blake2b_blocks_fn BLAKE2B_KERNEL(generic_##bits);
#include "../blake2b.def"
#undef KERNEL
#undef REFERENCE

const struct kernel blake2b_util_kernels[] = {
#define KERNEL(id, name, messages, target, needs, file, probe) \
    KERNEL_IF(ALONE, messages, BLAKE2B_WITH_##id, \
              {#name, (kernel_entry *)BLAKE2B_KERNEL(name), 1, 0, needs, file}, )
#define REFERENCE(bits, file) \
    {"generic/" #bits, (kernel_entry *)BLAKE2B_KERNEL(generic_##bits), 1, 0, CPU_BASE, file},
#include "../blake2b.def"
    {NULL, NULL, 0, 0, 0, NULL},
};
