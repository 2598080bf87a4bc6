/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/* Before a source that includes driver/table.inc, if another one did. (No include guard.) */
#undef KERNELS
#undef BLOCKS_KERNEL
#undef LANES_KERNEL
#undef SHORT_KERNEL
#undef ROUNDS_KERNEL
#undef KERNEL_SYMBOL
#undef DECLARE_KERNEL
#undef REFERENCE_SYMBOL
#undef REFERENCE_FILE
#undef REFERENCE_IF
#undef LAST_ROW
#undef PREFERENCES
#undef PLAN
#undef BLOCKS_PLAN
#undef MESSAGES_PLAN
#undef ROW_OF
#undef KERNEL
#undef REFERENCE
#undef OTHER
#undef PREFER
#undef PLAN_ROW
#undef PLAN_ROW_OF_KIND
