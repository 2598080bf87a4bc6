/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/* Chooses the fastest single-message kernel by measurement. */
#include "blake2b_internal.h"

#if defined(DRIVER_FREESTANDING)
int blake2b_tune(void) {
    return BLAKE2B_ERROR_CLOCK;
}
#else

#define TUNE_BYTES \
    1024 /* short enough for undisturbed samples, long enough for what kernels prepare in advance */

static void compress(const struct kernel *k) {
    static const unsigned char in[TUNE_BYTES];
    blake2b_state_internal S;
    memset(&S, 0, sizeof S);
    BLAKE2B_BLOCKS(k)(&S, in, sizeof in, BLAKE2B_BLOCKBYTES);
}

int blake2b_tune_by(dispatch_clock *clock) {
    switch (dispatch_tune(&blake2b_dispatch, clock, compress)) {
    case DISPATCH_OK: return BLAKE2B_OK;
    case DISPATCH_FAILED: return BLAKE2B_ERROR_STARTUP;
    default: return BLAKE2B_ERROR_CLOCK;
    }
}

int blake2b_tune(void) {
    return blake2b_tune_by(dispatch_own_clock());
}
#endif
