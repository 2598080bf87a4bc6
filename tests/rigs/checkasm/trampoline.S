/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/* checkasm_trampoline of this architecture; see checkasm.h. */
#include "checkasm.h"

#if defined(__x86_64__) || defined(__i386__)
# include "../../../app/driver/x86/asm.h"
# include "trampoline_x86.inc"
#elif defined(__aarch64__)
# include "../../../app/driver/arm/asm.h"
# include "trampoline_arm64.inc"
#elif defined(__riscv)
# include "../../../app/driver/riscv/asm.h"
# include "trampoline_riscv64.inc"
#elif defined(__arm__)
# include "../../../app/driver/arm/asm.h"
# include "trampoline_arm32.inc"
#endif

#if defined(ASM_END)
ASM_END
#endif
