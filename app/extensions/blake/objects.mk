# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
# The objects of libblake and its part of the utility: see app/lists.mk. The kernels are listed in
# the tables (blake256.def, blake512.def).
SERIAL_blake := blake.o blake256.o blake512.o blake256_kernels.o blake512_kernels.o blake256_ref-32.o blake512_ref-64.o
HOSTED_blake := blake256_many.o blake512_many.o blake256_lanes.o blake512_lanes.o
UTIL_blake := blake256_util.o blake512_util.o

# Files that kernels include, by target: for all kernels, and for multi-message kernels.
SHARED_blake_X86_32 := x86/blake_x86-32-common.inc x86/blake256_x86-common.inc x86/blake512_x86-common.inc
SHARED_blake_X86_64 := x86/blake256_x86-common.inc x86/blake512_x86-common.inc
SHARED_blake_ARM := arm/blake_arm-common.inc
SHARED_blake_ARM64 := arm/blake_arm-common.inc
SHARED_LANES_blake_X86_64 := x86/blake_x86-lanes-common.inc

# For pkg-config and the manual page: the description, and the references.
DESCRIPTION_blake := BLAKE hash functions, the SHA-3 finalist: BLAKE-224, -256, -384, -512
SEE_blake := SHA-3 proposal BLAKE, version 1.4|Implementing BLAKE with AVX, AVX2, and XOP
