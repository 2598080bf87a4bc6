/*
 * The kernels of several lanes of this build, as one object: configure lists them in lanes.h.
 * A program that hashes one message after the other does not link it.
 */
#include "config.h"

#if defined(__x86_64__) || defined(__i386__) || defined(ASM_BITS)
# define COMMON_NO_PADDING
# include "../../driver/x86/asm.h"
# include "blake2b_x86-common.inc"
# include "blake2b_x86-lanes.inc"
#elif defined(__aarch64__)
# define COMMON_NO_PADDING
# include "../../driver/arm/asm.h"
# include "blake2b_arm-common.inc"
#endif

#include "lanes.h"

#if defined(ASM_END)
ASM_END
#endif
