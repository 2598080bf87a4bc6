# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
# The objects of libblake2b: see app/lists.mk. C sources are in this folder, references in ref. The
# kernels are listed in the table (blake2b.def).

# Objects for one message after the other; further ones of a freestanding library; and of all
# others.
SERIAL_blake2b := blake2b.o blake2b_kernels.o
FREESTANDING_blake2b := blake2b_saved.o blake2b_tune.o blake2b_compress.o blake2b_rounds.o
HOSTED_blake2b := blake2b_many.o blake2bp.o blake2xb.o blake2b_compress_many.o blake2b_lanes.o blake2b_short.o

# The part of the utility for this family, in the folder util.
UTIL_blake2b := blake2b_util.o blake2b_util_kernels.o blake2b_util_bench.o blake2b_util_fuzz.o blake2b_util_fuzz_lanes.o

# Files that kernels include, by target: for all kernels, and for multi-message kernels.
SHARED_blake2b_X86_32 := x86/blake2b_x86-common.inc
SHARED_blake2b_X86_64 := x86/blake2b_x86-common.inc
SHARED_blake2b_ARM := arm/blake2b_arm-common.inc
SHARED_blake2b_ARM_M := arm/blake2b_arm-common.inc
SHARED_blake2b_ARM64 := arm/blake2b_arm-common.inc
SHARED_blake2b_RISCV64 := riscv/blake2b_riscv-common.inc
SHARED_LANES_blake2b_X86_64 := x86/blake2b_x86-lanes-common.inc

# For pkg-config and the manual page: the description, and the references.
DESCRIPTION_blake2b := BLAKE2b hash functions (RFC 7693)
SEE_blake2b := RFC 7693, https://www.rfc-editor.org/rfc/rfc7693|BLAKE2: simpler, smaller, fast as MD5; and BLAKE2X: https://www.blake2.net
