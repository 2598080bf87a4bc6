/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/* For the tests and the benchmark: what the compiler knows of blake2b.h, and loops in C. */
#include "blake2b.h"

#if defined(RUST_POINTER_WIDTH)
#include <stdint.h>
/* Otherwise the headers are those of another target: set CC for this one. */
typedef char the_compiler_is_not_for_this_target[sizeof(void *) * 8 == RUST_POINTER_WIDTH &&
                                                         sizeof(size_t) == sizeof(void *) &&
                                                         sizeof(uintptr_t) == sizeof(void *)
                                                     ? 1
                                                     : -1];
#endif

#define J(field) offsetof(blake2b_job, field)
#define P(field) offsetof(blake2b_params, field)
#define E(name) (size_t) - BLAKE2B_ERROR_##name
#define LAYOUT \
    sizeof(blake2b_state), sizeof(blake2bp_state), sizeof(blake2xb_state), BLAKE2B_SAVED_BYTES, \
        BLAKE2BP_SAVED_BYTES, BLAKE2XB_SAVED_BYTES, BLAKE2B_EIP152_BYTES, BLAKE2XB_UNKNOWN_LENGTH, \
        BLAKE2B_PARAMS_INITIALISED, sizeof(blake2b_job), J(in), J(inlen), J(hash), \
        sizeof(blake2b_params), P(digest_length), P(key), P(key_length), P(salt), P(personal), \
        P(fanout), P(depth), P(leaf_length), P(node_offset), P(node_depth), P(inner_length), \
        P(last_node), P(initialised), E(NULL), E(LENGTH), E(PARAMS), E(STATE), E(STARTUP), \
        E(NAME), E(OVERLAP), E(SAVED), E(CLOCK)
const size_t rust_blake2b_layout[] = {LAYOUT};
const size_t rust_blake2b_layout_count = sizeof rust_blake2b_layout / sizeof *rust_blake2b_layout;

/* COUNT calls, or states; without a key and with a digest of 64 bytes, by the calls for that. */
void rust_blake2b_loop(unsigned char hash[64], size_t hashlen, const void *key, size_t keylen,
                       const void *in, size_t inlen, size_t count, int states);
void rust_blake2b_loop(unsigned char hash[64], size_t hashlen, const void *key, size_t keylen,
                       const void *in, size_t inlen, size_t count, int states) {
    const int usual = hashlen == BLAKE2B_OUTBYTES && !keylen;
    size_t i;

    for (i = 0; i < count; i++) {
        blake2b_state state;
        if (!states && usual) {
            blake2b(hash, in, inlen);
        } else if (!states && blake2b_digest(hash, hashlen, in, inlen, key, keylen)) {
            return;
        } else if (states) {
            if (usual) {
                blake2b_init(&state);
            } else if (blake2b_digest_init(&state, hashlen, key, keylen)) {
                return;
            }
            blake2b_update(&state, in, inlen);
            blake2b_final(&state, hash);
        }
    }
}

/* At most 16 messages of INLEN bytes each. */
void rust_blake2b_many_loop(unsigned char *hash, const unsigned char *in, size_t inlen,
                            size_t messages, size_t count);
void rust_blake2b_many_loop(unsigned char *hash, const unsigned char *in, size_t inlen,
                            size_t messages, size_t count) {
    size_t i, j;

    for (i = 0; i < count; i++) {
        blake2b_params params;
        blake2b_job jobs[16];
        blake2b_params_init(&params);
        for (j = 0; j < messages; j++) {
            jobs[j].in = in + j * inlen;
            jobs[j].inlen = inlen;
            jobs[j].hash = hash + j * BLAKE2B_OUTBYTES;
        }
        if (blake2b_many(&params, jobs, messages)) {
            return;
        }
    }
}
