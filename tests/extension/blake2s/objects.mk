# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
# The objects of libblake2s and its part of the utility: see app/lists.mk.
SERIAL_blake2s := blake2s.o blake2s_kernels.o blake2s_ref-32.o
HOSTED_blake2s := blake2s_many.o blake2s_lanes.o
UTIL_blake2s := blake2s_util.o
DESCRIPTION_blake2s := BLAKE2s hash function, an example of an extension
SEE_blake2s := RFC 7693
