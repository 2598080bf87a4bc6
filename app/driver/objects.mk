# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
# The driver's objects in every library: see app/lists.mk.
DRIVER := cpu.o dispatch.o memory.o selftests.o
# And in those that are not freestanding: multi-message kernels, and the choice by measurement.
DRIVER_LANES := dispatch_lanes.o tune.o
