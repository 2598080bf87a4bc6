/* A part of blake2b-util fuzz. */
#ifndef FUZZ_LANES_H
#define FUZZ_LANES_H

#include "support.h"

/*
 * One random case, made from SEED, for the kernels of several lanes whose bits are set in ROWS, or for
 * blake2b_many, blake2bp and blake2xb with them. The results that are right go into DIGEST. Returns 0;
 * or 1 after having printed what differs.
 */
int fuzz_lanes(uint64_t seed, unsigned long rows, uint64_t *digest);

#endif
