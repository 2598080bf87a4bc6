# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
# The objects of the utility: see app/lists.mk. (cycles.o comes from the driver.)
UTIL := main.o bench.o record.o fuzz.o list.o sum.o files.o cpus.o options.o support.o families.o kernel.o cycles.o
