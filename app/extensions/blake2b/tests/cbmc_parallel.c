/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * What CBMC proves of blake2bp without kernels for several messages, for all arguments: the error,
 * and that a call that fails hashes nothing.
 *
 * Loops: 6 --unwindset leaf_alone.0:4
 * Sources: blake2b.c blake2b_saved.c -DBLAKE2B_NO_LANES
 */
#include "cbmc.c"

#include "blake2bp.c"

void contract_blake2b_whole(blake2b_blocks_fn *kernel, blake2b_state_internal *S, byte *digest,
                            size_t hashlen, const byte *in, size_t inlen, const byte *key,
                            size_t keylen, int last_node) {
    (void)kernel, (void)S, (void)digest, (void)hashlen, (void)in, (void)inlen, (void)key;
    (void)keylen, (void)last_node;
    ASSERT(0, "a call that is refused hashes nothing");
    ASSUME(0);
}

void proof_parallel_refused(void) {
    const size_t inlen = nondet_size(), keylen = nondet_size(), hashlen = nondet_size();
    byte *const in = memory(inlen), *const key = memory(keylen), *const hash = memory(hashlen);
    const int wanted = !hash || (!key && keylen)                 ? BLAKE2B_ERROR_NULL
                       : !hashlen || hashlen > 64 || keylen > 64 ? BLAKE2B_ERROR_LENGTH
                                                                 : memory_error(in, inlen);
    choose();
    ASSUME(wanted || no_kernel);
    K.refused = 1;
    check_error(blake2bp(hash, hashlen, in, inlen, key, keylen), wanted);
}
