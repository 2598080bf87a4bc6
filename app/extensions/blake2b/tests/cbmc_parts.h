/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * For proofs of sources that call blake2b.c: contracts in place of what the proofs of cbmc.c cover,
 * without kernels for several messages.
 */
#include "cbmc.c"

void contract_blake2b_begin_params(blake2b_state_internal *S, const blake2b_params *P) {
    blake2b_state_internal start;
    ASSERT(__CPROVER_r_ok(P, sizeof *P), "begin_params: P");
    memset(start.T, 0, sizeof start.T);
    memset(start.F, 0, sizeof start.F);
    ((byte *)&start)[K.chain_at] = start_of(P, K.chain_at);
    *S = start;
}

/*
 * The digest stays what it was: any bytes, if no one set them. No branch depends on a digest, but
 * for that of a seal, which nobody sets. A call of blake2b_whole for this digest must be for this
 * message: HELD bytes of a block, which are GIVEN bytes of the prefix and zeros, then IN. The kernel
 * may have got the first block. How many calls there were.
 */
static struct {
    const byte *hash, *prefix, *block, *in;
    size_t hashlen, given, held, inlen;
    byte start; /* byte K.chain_at of H and T before the message */
    int last_node, calls;
} watched;

/* What the last call of "join" copied, and where to. */
static struct {
    const byte *to, *in;
    size_t held, bytes;
} joined;

/* Whether these are the first bytes of the message. */
static int begins(const byte *in, size_t bytes) {
    return watched.held == BLOCK ? in == watched.block && bytes == BLOCK
           : watched.held ? in == joined.to && bytes == joined.bytes && joined.in == watched.in &&
                                joined.held == watched.held
                          : in == watched.in && bytes <= watched.inlen;
}

static void check_watched(const blake2b_state_internal *S, const byte *in, size_t inlen) {
    const size_t done = watched.held + watched.inlen - inlen, at = nondet_size();
    ASSERT(at >= watched.held || watched.block[at] == (at < watched.given ? watched.prefix[at] : 0),
           "the bytes before it");
    if (done) {
        ASSERT(done == BLOCK && inlen && begins(K.in, BLOCK), "the first block");
        ASSERT(K.given == watched.start, "H and T before it");
        ASSERT(in == watched.in + (BLOCK - watched.held), "the rest");
    } else {
        ASSERT(begins(in, inlen), "the message");
    }
    ASSERT(byte_of_chain(S) == (done ? K.chain : watched.start), "H and T");
    ASSERT(is_all(S->F, 0) && is_all(S->F + 8, 0), "F");
    watched.calls++;
}

void contract_blake2b_whole(blake2b_blocks_fn *kernel, blake2b_state_internal *S, byte *hash,
                            size_t hashlen, const byte *in, size_t inlen, const byte *key,
                            size_t keylen, int last_node) {
    ASSERT(kernel == blocks, "whole: the kernel");
    ASSERT(hashlen >= 1 && hashlen <= 64 && keylen <= 64, "whole: lengths");
    ASSERT(!inlen || __CPROVER_r_ok(in, inlen), "whole: in is readable");
    ASSERT(!keylen || __CPROVER_r_ok(key, keylen), "whole: the key is readable");
    ASSERT(__CPROVER_w_ok(S, sizeof *S), "whole: S is writable");
    ASSERT(__CPROVER_w_ok(hash, hashlen), "whole: the digest is writable");
    if (hash == watched.hash) {
        ASSERT(hashlen == watched.hashlen && !keylen, "the digest's length, no key");
        ASSERT(!last_node == !watched.last_node, "the last node");
        check_watched(S, in, inlen);
    }
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
