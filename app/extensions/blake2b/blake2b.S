/*
 * All assembly kernels of this build, as one object: configure lists those that fit the
 * target and that the assembler can assemble in kernels.h.
 */
#include "config.h"

#if defined(__x86_64__) || defined(__i386__) || defined(ASM_BITS)
# include "../../driver/x86/asm.h"
# include "blake2b_x86-common.inc"
#elif defined(__aarch64__) || defined(__arm__)
# include "../../driver/arm/asm.h"
# include "blake2b_arm-common.inc"
#endif

#include "kernels.h"

#if defined(ASM_END)
ASM_END
#endif
