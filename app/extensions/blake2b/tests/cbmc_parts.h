/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * For proofs of sources that call blake2b.c: contracts in place of what the proofs of cbmc.c cover,
 * without kernels for several messages.
 */
#include "cbmc.c"

void contract_blake2b_begin_params(blake2b_state_internal *S, const blake2b_params *P) {
    ASSERT(__CPROVER_r_ok(P, sizeof *P), "begin_params: P");
    HAVOC(S->H, sizeof S->H);
    memset(S->T, 0, sizeof S->T);
    memset(S->F, 0, sizeof S->F);
}

/*
 * The digest stays what it was: any bytes, if no one set them. No branch depends on a digest, but
 * for that of a seal, which nobody sets. A call of blake2b_whole for this digest must be for this message; how many
 * there were.
 */
static struct {
    const byte *hash, *in;
    size_t inlen, hashlen;
    int calls;
} watched;

void contract_blake2b_whole(blake2b_blocks_fn *kernel, blake2b_state_internal *S, byte *hash,
                            size_t hashlen, const byte *in, size_t inlen, const byte *key,
                            size_t keylen, int last_node) {
    (void)last_node;
    ASSERT(kernel == blocks, "whole: the kernel");
    ASSERT(hashlen >= 1 && hashlen <= 64 && keylen <= 64, "whole: lengths");
    ASSERT(!inlen || __CPROVER_r_ok(in, inlen), "whole: in is readable");
    ASSERT(!keylen || __CPROVER_r_ok(key, keylen), "whole: the key is readable");
    if (hash == watched.hash) {
        ASSERT(in == watched.in && inlen == watched.inlen && hashlen == watched.hashlen,
               "the message of this digest");
        watched.calls++;
    }
    ASSERT(__CPROVER_w_ok(S, sizeof *S), "whole: S is writable");
    ASSERT(__CPROVER_w_ok(hash, hashlen), "whole: the digest is writable");
}

#if defined(BLAKE2B_HAVE_LANES)
static struct dispatch_lanes_choice lanes_choice;
const struct dispatch_lanes blake2b_lanes_dispatch = {&lanes_choice, NULL, NULL, NULL, NULL};
static const struct plan no_plan[1];

const struct plan *dispatch_plan_first(const struct dispatch_lanes *d,
                                       const struct dispatch *serial, size_t messages) {
    return (void)d, (void)serial, (void)messages, no_plan;
}

const struct plan *dispatch_row(const struct dispatch_lanes *d, const struct plan *list,
                                size_t messages) {
    return (void)d, (void)list, (void)messages, NULL;
}

const struct kernel *dispatch_next(const struct dispatch_lanes *d, const struct plan *list,
                                   size_t messages) {
    return (void)d, (void)list, (void)messages, NULL;
}
#endif
