# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
# The objects that every library has of the driver: see app/lists.mk.
DRIVER := cpu.o dispatch.o memory.o
# And those that are not freestanding: kernels of several messages, and a choice by measuring.
DRIVER_LANES := dispatch_lanes.o tune.o
