/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/* Multi-message kernels for tests: those of the build, and some in C that run anywhere. */
#ifndef TEST_LANES_H
#define TEST_LANES_H

#include "blake2b_test.h"

/* The contracts, by the references. */
void test_short_contract(const blake2b_short *W, const blake2b_job *jobs, size_t count);
void test_lanes_contract(blake2b_lanes *L, unsigned lanes, size_t blocks, size_t stride);

/*
 * Runs a test called SUBJECT/kernels for every relevant set of kernels. A set has one kernel with
 * eight lanes, one with four and one with two, each of those that this CPU can run, or none. Then
 * follow kernels with three lanes, with and without one with two, and those for short messages.
 */
void test_each_lanes(const char *subject, void (*run)(void));

/* The same with one kernel at a time, and with none. */
void test_each_lane_kernel(const char *subject, void (*run)(void));

/*
 * Checks that several lanes are used at all, which no digest shows. RUN must call the C kernel with
 * 8 lanes this number of times, for this number of blocks per lane; likewise those with 4, 3 and 2
 * lanes.
 */
void test_lanes_used(const char *subject, void (*run)(void), const unsigned calls[4],
                     const unsigned blocks[4]);

/* The same of the C kernel for eight short messages, from three on. */
void test_short_used(const char *subject, void (*run)(void), unsigned calls);

#endif
