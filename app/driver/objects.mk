# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
# The objects that every library has of the driver: see app/lists.mk.
DRIVER := cpu.o dispatch.o memory.o
# And those with kernels of several messages.
DRIVER_LANES := dispatch_lanes.o
