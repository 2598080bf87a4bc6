/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * What CBMC proves of BLAKE2bp, for all arguments: no access outside the caller's memory, the error
 * of each call, and that kernels get the blocks of each leaf, in order, once, and the root gets the
 * four digests. Of the four leaves one is followed, each in a proof of its own, and of its message
 * only where a byte is, not what.
 *
 * Loops: 20 --unwindset leaf_alone.0:4 --max-field-sensitivity-array-size 4
 * Sources: blake2b.c -DBLAKE2B_NO_LANES
 */
#define KERNEL leaf_blocks
#include "blake2b_internal.h"
static blake2b_blocks_fn leaf_blocks;
#include "cbmc.c"

#include "blake2bp.c"

/* The longest update. */
#define UPDATE_MOST ((size_t)1 << 16)

/* One leaf is followed, any one: what is proved of it holds for each. */
static size_t leaf;
static int all_follow; /* others are hashed, too */
static int is_padding; /* the witness is a byte of the padded key that is 0 */

/* Byte I of H and T. */
static byte *of_chain(blake2b_state_internal *S, size_t i) {
    return i < 64 ? &S->H[i] : &S->T[i - 64];
}

/* A kernel gets the next bytes of the leaf, at the usual distance, and leaves any H and T. */
static void next_of_leaf(byte chain, const byte *in, size_t bytes, int last, int last_node) {
    const size_t ahead = K.witness - K.done;
    ASSERT(!K.ended, "nothing after the last block");
    ASSERT(chain == K.chain, "H and T are as the kernel left them");
    if (K.witness >= K.done && ahead < bytes) {
        const byte *const at = in + ahead / BLOCK * STRIPE + ahead % BLOCK;
        ASSERT(is_padding ? !*at : at == message_witness, "the byte of the message");
        K.seen++;
    }
    K.done += bytes, K.last_bytes = bytes, K.ended = last, K.last_node = last_node;
    K.chain = nondet_byte();
}

static int readable(const byte *in, size_t blocks, size_t stride) {
    return __CPROVER_r_ok(in, (blocks - 1) * stride + BLOCK);
}

static void leaf_blocks(blake2b_state_internal *S, const byte *in, size_t bytes, size_t stride) {
    const uint64_t f0 = *(const uint64_t *)S->F, f1 = *(const uint64_t *)(S->F + 8);
    ASSERT(!K.refused, "a call that is refused hashes nothing");
    ASSUME(!K.refused);
    if (__CPROVER_POINTER_OFFSET(S) != leaf * sizeof *S) { /* leaves begin their object */
        ASSERT(all_follow, "kernel: the state of the leaf");
        return;
    }
    ASSERT(f0 ? !~f0 && bytes <= BLOCK : bytes % BLOCK == 0, "kernel: f0 and whole blocks");
    ASSERT(!f1 || (f0 && !~f1), "kernel: f1");
    ASSERT(bytes <= BLOCK || stride == STRIPE, "kernel: stride");
    ASSERT(bytes <= BLOCK ? !bytes || __CPROVER_r_ok(in, bytes)
                          : readable(in, bytes / BLOCK, STRIPE),
           "kernel: in is readable");
    next_of_leaf(*of_chain(S, K.chain_at), in, bytes, f0 != 0, f1 != 0);
    if (K.chain_at < 64) {
        S->H[K.chain_at] = K.chain;
        state_witness = &S->H[K.chain_at];
    } else {
        S->T[K.chain_at - 64] = K.chain;
    }
}

/* How many bytes of the leaf a message has, and where in the message byte X of them is. */
static size_t of_leaf(size_t bytes) {
    const size_t rest = bytes % STRIPE, before = leaf * BLOCK;
    return bytes / STRIPE * BLOCK + (rest <= before          ? 0
                                     : rest - before < BLOCK ? rest - before
                                                             : BLOCK);
}
static size_t in_message(size_t x) {
    return x / BLOCK * STRIPE + leaf * BLOCK + x % BLOCK;
}

/* BLAKE2 paper section 2.10. */
static byte start_of_node(size_t digest_length, size_t key_length, unsigned offset, unsigned depth,
                          size_t i) {
    blake2b_params P;
    blake2b_params_init(&P);
    P.digest_length = digest_length, P.key_length = key_length;
    P.fanout = 4, P.depth = 2, P.inner_length = 64;
    P.node_offset = offset, P.node_depth = depth;
    return start_of(&P, i);
}

/* What the call must hash. */
static struct {
    const byte *hash;
    size_t hashlen, keylen, bytes;
    int done;
} wanted_root;

void contract_blake2b_whole(blake2b_blocks_fn *kernel, blake2b_state_internal *S, byte *hash,
                            size_t hashlen, const byte *in, size_t inlen, const byte *key,
                            size_t keylen, int last_node) {
    const size_t i = nondet_size(), bytes = of_leaf(wanted_root.bytes);
    ASSUME(i < H_AND_T);
    (void)key;
    ASSERT(!K.refused, "a call that is refused hashes nothing");
    ASSERT(K.ended && K.done == bytes, "the whole leaf");
    ASSERT(K.last_bytes || !bytes, "its last block is not empty");
    ASSERT(K.seen == (K.witness < bytes), "each byte once");
    ASSERT(K.last_node == (leaf == 3), "the last leaf is the last node");
    ASSERT(kernel == leaf_blocks, "root: the kernel");
    ASSERT(*of_chain(S, i) == start_of_node(wanted_root.hashlen, wanted_root.keylen, 0, 1, i),
           "root: H and T");
    ASSERT(inlen == 256 && !keylen && last_node, "root: four digests, and it is the last node");
    ASSERT(__CPROVER_r_ok(in, inlen), "root: in is readable");
    ASSERT(K.chain_at >= 64 || in + leaf * 64 + K.chain_at == state_witness,
           "root: the leaf's digest");
    ASSERT(hash == wanted_root.hash && hashlen == wanted_root.hashlen, "the digest");
    ASSERT(__CPROVER_w_ok(hash, hashlen), "the digest is writable");
    wanted_root.done++;
}

/* There is a kernel: where there may be none, CBMC takes what find_kernels sets for unknown. */
static void follow_leaf(size_t n) {
    leaf = n;
    blake2b_choice.chosen = &the_kernel;
    longest_copy = BUFFER_BYTES;
    copies_move_witnesses = 1;
}

/* The leaf that is followed, of all; proof_parallel_leaves proves that all are hashed. */
void contract_all_leaves(portion *p) {
    leaf_alone(p, leaf);
}

void proof_parallel_leaves(void) { /* few, itself */
    static blake2b_state_internal leaves[LEAVES];
    static byte stripe[STRIPE];
    const size_t x = nondet_size(), i = nondet_size();
    portion p;
    leaf = nondet_size(), all_follow = 1;
    ASSUME(leaf < 4 && x < BLOCK && i < H_AND_T);
    HAVOC(leaves, sizeof leaves);
    memset(leaves[0].F, 0, 16), memset(leaves[1].F, 0, 16);
    memset(leaves[2].F, 0, 16), memset(leaves[3].F, 0, 16);
    blake2b_choice.chosen = &the_kernel;
    ASSERT(!find_kernels(&p), "there is a kernel");
    p.leaf = leaves;
    add_run(&p, stripe, stripe + FOURTH, 1);
    message_witness = stripe + leaf * BLOCK + x;
    watch(x, 0, i, *of_chain(&leaves[leaf], i));
    all_leaves(&p);
    ASSERT(p.count == 1 && K.seen == 1 && K.done == BLOCK, "each leaf gets its block");
    ASSERT(*of_chain(&leaves[leaf], i) == K.chain, "H and T are as the kernel left them");
}

/* As add_run: CBMC loses all of P in a write to an element whose index it does not know. */
void contract_add_run(portion *p, const byte *in, const byte *fourth, size_t stripes) {
    const run r = {in, fourth, stripes};
    ASSERT(p->count < 3, "three runs at most");
    p->runs[0] = p->count == 0 ? r : p->runs[0];
    p->runs[1] = p->count == 1 ? r : p->runs[1];
    p->runs[2] = p->count == 2 ? r : p->runs[2];
    p->count++;
}

/* ---- one call ---- */

/* What proof_parallel_begin proves, of the leaf and of the flags. */
void contract_begin_leaves(blake2b_state_internal *S, size_t digest_length, size_t key_length) {
    ASSERT(__CPROVER_w_ok(S, 4 * sizeof *S), "begin: the leaves are writable");
    ASSERT(digest_length == wanted_root.hashlen && key_length == wanted_root.keylen,
           "begin: the lengths");
    memset(S, 0, 4 * sizeof *S);
    if (K.chain_at < 64) {
        S[leaf].H[K.chain_at] = K.chain;
    }
}

void proof_parallel_begin(void) { /* itself */
    static blake2b_state_internal leaves[LEAVES];
    const size_t hashlen = nondet_size(), keylen = nondet_size(), i = nondet_size();
    ASSUME(hashlen <= 64 && keylen <= 64 && i < sizeof leaves[0]);
    still_witness = (byte *)&leaves[0] + i; /* copied to all */
    begin_leaves(leaves, hashlen, keylen);
    for (leaf = 0; leaf < 4; leaf++) {
        ASSERT(((byte *)&leaves[leaf])[i] ==
                   (i < H_AND_T ? start_of_node(hashlen, keylen, (unsigned)leaf, 0, i) : 0),
               "H, T and F of the start");
    }
}

/* Follows byte X of the leaf in the key's blocks and INLEN bytes at IN. */
static void follow_message(const byte *key, size_t keylen, const byte *in, size_t inlen,
                           size_t hashlen) {
    const size_t x = nondet_size(), i = nondet_size(), at = in_message(x);
    const size_t keys = keylen ? STRIPE : 0;
    ASSUME(i < H_AND_T && x <= MOST);
    if (at < keys) {
        message_witness = x < keylen ? key + x : NULL;
        is_padding = x >= keylen;
        copies_before = leaf; /* the key is copied to each leaf's block */
    } else if (at - keys < inlen) {
        message_witness = in + (at - keys);
    }
    watch(x, 0, i, start_of_node(hashlen, keylen, (unsigned)leaf, 0, i));
    wanted_root.hashlen = hashlen, wanted_root.keylen = keylen, wanted_root.bytes = keys + inlen;
}

static int error_of(const byte *hash, size_t hashlen, const byte *in, size_t inlen, const byte *key,
                    size_t keylen) {
    return !hash || (!key && keylen)                 ? BLAKE2B_ERROR_NULL
           : !hashlen || hashlen > 64 || keylen > 64 ? BLAKE2B_ERROR_LENGTH
                                                     : memory_error(in, inlen);
}

void proof_parallel_refused(void) { /* few */
    const size_t inlen = nondet_size(), keylen = nondet_size(), hashlen = nondet_size();
    byte *const in = memory(inlen), *const key = memory(keylen), *const hash = memory(hashlen);
    no_kernel = K.refused = 1;
    check_error(blake2bp(hash, hashlen, in, inlen, key, keylen),
                error_of(hash, hashlen, in, inlen, key, keylen));
}

static void one_call(size_t n, size_t keylen) {
    const size_t inlen = nondet_size(), hashlen = nondet_size();
    byte *const in = memory(inlen), *const key = memory(keylen), *const hash = memory(hashlen);
    const int wanted = error_of(hash, hashlen, in, inlen, key, keylen);
    follow_leaf(n);
    K.refused = wanted;
    if (!K.refused) {
        follow_message(key, keylen, in, inlen, hashlen);
        wanted_root.hash = hash;
    }
    check_error(blake2bp(hash, hashlen, in, inlen, key, keylen), wanted);
    ASSERT(wanted_root.done == !K.refused, "one digest");
}

void proof_parallel_0(void) { /* slow */
    one_call(0, 0);
}
void proof_parallel_1(void) { /* slow */
    one_call(1, 0);
}
void proof_parallel_2(void) { /* slow */
    one_call(2, 0);
}
void proof_parallel_3(void) {
    one_call(3, 0);
}

static size_t some_key(void) {
    const size_t keylen = nondet_size();
    ASSUME(keylen);
    return keylen;
}
void proof_parallel_keyed_0(void) { /* slow */
    one_call(0, some_key());
}
void proof_parallel_keyed_3(void) { /* slow */
    one_call(3, some_key());
}

/* ---- a state ---- */

static parallel_state room;

/* Anything, but for the tag and the flags, which are often right. */
static parallel_state *any_parallel(void) {
    int n;
    HAVOC(&room, sizeof room);
    if (nondet_int()) {
        memcpy(room.tag, active, sizeof active);
    }
    if (nondet_int()) {
        for (n = 0; n < LEAVES; n++) {
            memset(room.leaf[n].F, 0, sizeof room.leaf[n].F);
        }
    }
    return &room;
}

static size_t held_by(const parallel_state *state) {
    return state->buffered[0] + (size_t)256 * state->buffered[1];
}

static int is_good_parallel(const parallel_state *state) {
    int i, n,
        good = held_by(state) <= BUFFER_BYTES && state->digest_length >= 1 &&
               state->digest_length <= 64 && state->key_length <= 64;
    for (i = 0; i < 8; i++) {
        good &= state->tag[i] == active[i];
    }
    for (n = 0; n < LEAVES; n++) {
        uint64_t f[2];
        memcpy(f, state->leaf[n].F, 16);
        good &= !(f[0] | f[1]);
    }
    return good;
}

static void init(size_t n) {
    const size_t hashlen = nondet_size(), keylen = nondet_size();
    parallel_state *const state = any_parallel();
    blake2bp_state *const S = maybe((blake2bp_state *)state);
    byte *const key = nondet_int() && keylen <= 64 ? (byte *)state + 8 : memory(keylen);
    const int wanted = !S || (!key && keylen)                        ? BLAKE2B_ERROR_NULL
                       : !hashlen || hashlen > 64 || keylen > 64     ? BLAKE2B_ERROR_LENGTH
                       : keylen && __CPROVER_same_object(key, state) ? BLAKE2B_ERROR_OVERLAP
                                                                     : BLAKE2B_OK;
    follow_leaf(n);
    if (!wanted) {
        follow_message(key, keylen, NULL, 0, hashlen);
    }
    check_error(blake2bp_init(S, hashlen, key, keylen), wanted);
    if (!wanted) {
        const byte *const at = state->buffer + in_message(K.witness % BLOCK);
        ASSERT(is_good_parallel(state) && held_by(state) == (keylen ? STRIPE : 0),
               "can be used, and the keys are buffered");
        ASSERT(state->digest_length == hashlen && state->key_length == keylen, "the lengths");
        ASSERT(*of_chain(&state->leaf[leaf], K.chain_at) == K.chain, "H and T of the start");
        ASSERT(!keylen || K.witness >= BLOCK || (is_padding ? !*at : at == message_witness),
               "the key");
    }
}

void proof_parallel_init_0(void) { /* slow */
    init(0);
}
void proof_parallel_init_3(void) {
    init(3);
}

/* Follows a byte of what the state holds and of more input. Returns its place there. */
static size_t follow_state(parallel_state *state, const byte *in, size_t inlen) {
    const size_t held = held_by(state), x = nondet_size(), i = nondet_size(), at = in_message(x);
    ASSUME(i < H_AND_T && x <= MOST);
    if (at < held + inlen) {
        message_witness = at < held ? state->buffer + at : in + (at - held);
    }
    watch(x, 0, i, *of_chain(&state->leaf[leaf], i));
    return at;
}

static void update(size_t n) {
    const size_t inlen = nondet_size();
    parallel_state *const state = any_parallel();
    const byte digest_length = state->digest_length, key_length = state->key_length;
    const size_t total = held_by(state) + inlen;
    byte *in;
    size_t at, held;
    follow_leaf(n);
    ASSUME(is_good_parallel(state) && inlen <= UPDATE_MOST);
    in = object(inlen);
    at = follow_state(state, in, inlen);
    check_error(blake2bp_update((blake2bp_state *)state, in, inlen), BLAKE2B_OK);
    held = held_by(state);
    ASSERT(!K.ended && K.done % BLOCK == 0, "no last block");
    ASSERT(4 * K.done + held == total, "each byte was compressed or is held");
    ASSERT(!K.done || held > STRIPE - BLOCK, "each leaf's last block is held");
    ASSERT(K.seen == (K.witness < K.done), "each byte once");
    ASSERT(K.witness < K.done || at >= total ||
               state->buffer + (at - 4 * K.done) == message_witness,
           "what is held");
    ASSERT(*of_chain(&state->leaf[leaf], K.chain_at) == K.chain,
           "H and T are as the kernel left them");
    ASSERT(is_good_parallel(state) && state->digest_length == digest_length &&
               state->key_length == key_length,
           "the rest is unchanged");
}

void proof_parallel_update_0(void) { /* slow */
    update(0);
}
void proof_parallel_update_1(void) { /* slow */
    update(1);
}
void proof_parallel_update_2(void) { /* slow */
    update(2);
}
void proof_parallel_update_3(void) { /* slow */
    update(3);
}

void proof_parallel_update_refused(void) {
    const size_t inlen = nondet_size(), at = nondet_size();
    parallel_state *const state = any_parallel(), before = *state;
    blake2bp_state *const S = maybe((blake2bp_state *)state);
    byte *const in = nondet_int() && inlen <= 64 ? (byte *)state + 8 : memory(inlen);
    const int wanted = !S || (!in && inlen)                        ? BLAKE2B_ERROR_NULL
                       : inlen > LONGEST                           ? BLAKE2B_ERROR_LENGTH
                       : !is_good_parallel(state)                  ? BLAKE2B_ERROR_STATE
                       : inlen && __CPROVER_same_object(in, state) ? BLAKE2B_ERROR_OVERLAP
                                                                   : BLAKE2B_OK;
    no_kernel = K.refused = 1;
    ASSUME(at < sizeof before);
    check_error(blake2bp_update(S, in, inlen), wanted);
    ASSERT(((byte *)state)[at] == ((byte *)&before)[at], "nothing is changed");
}

static void final(size_t n, int kernel) {
    const size_t hashlen = nondet_size(), at = nondet_size();
    parallel_state *const state = any_parallel();
    blake2bp_state *const S = maybe((blake2bp_state *)state);
    const size_t own = state->digest_length;
    byte *const hash = nondet_int() && hashlen <= 64 ? (byte *)state + 8 : memory(hashlen);
    const int wanted = !S || !hash                          ? BLAKE2B_ERROR_NULL
                       : !is_good_parallel(state)           ? BLAKE2B_ERROR_STATE
                       : hashlen != own                     ? BLAKE2B_ERROR_LENGTH
                       : __CPROVER_same_object(hash, state) ? BLAKE2B_ERROR_OVERLAP
                                                            : BLAKE2B_OK;
    follow_leaf(n);
    no_kernel = !kernel;
    blake2b_choice.chosen = kernel ? &the_kernel : NULL;
    K.refused = wanted || !kernel;
    if (!K.refused) {
        follow_state(state, NULL, 0);
        wanted_root.hash = hash, wanted_root.hashlen = own, wanted_root.keylen = state->key_length;
        wanted_root.bytes = held_by(state);
    }
    check_error(blake2bp_final(S, hash, hashlen), wanted);
    ASSERT(wanted_root.done == !K.refused, "one digest");
    ASSUME(at < BUFFER_BYTES);
    ASSERT(K.refused || (!state->buffer[at] && !*of_chain(&state->leaf[leaf], K.chain_at)),
           "it is wiped");
    ASSERT(K.refused || !is_good_parallel(state), "and cannot be used");
}

void proof_parallel_final_0(void) { /* slow */
    final(0, 1);
}
void proof_parallel_final_1(void) { /* slow */
    final(1, 1);
}
void proof_parallel_final_2(void) { /* slow */
    final(2, 1);
}
void proof_parallel_final_3(void) { /* slow */
    final(3, 1);
}

void proof_parallel_final_refused(void) {
    final(0, 0);
}
