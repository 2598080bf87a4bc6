/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/* Kernels of several lanes for tests: those of the build, and some in C that run anywhere. */
#ifndef TEST_LANES_H
#define TEST_LANES_H

#include "blake2b_test.h"

/* The contract, to the letter, by blake2b_compress. */
void test_lanes_contract(blake2b_lanes *L, unsigned lanes, size_t blocks, size_t stride);

/*
 * A test called SUBJECT/kernels for every set of kernels that makes a difference. A set has one
 * kernel of eight lanes, one of four and one of two, each of those that this CPU can run, or none.
 * Then come those of three lanes, with two beside it and without, and those of short messages.
 */
void test_each_lanes(const char *subject, void (*run)(void));

/* The same with one kernel at a time, and with none. */
void test_each_lane_kernel(const char *subject, void (*run)(void));

/*
 * Are several lanes used at all? No digest tells. RUN has to call the kernel in C of 8 lanes so
 * many times, for so many blocks in each lane. The same holds for those of 4, 3 and 2 lanes.
 */
void test_lanes_used(const char *subject, void (*run)(void), const unsigned calls[4],
                     const unsigned blocks[4]);

#endif
