/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * What CBMC proves of the sources below, for all arguments: no access outside the caller's memory,
 * the error of each call, and that kernels get the blocks of RFC 7693 section 3.3.
 * tests/proof/cbmc.sh runs the functions "proof_...", and in make check those marked "few".
 *
 * Sources: blake2b.c blake2b_saved.c blake2b_compress.c
 */
#include "blake2b_internal.h"

#include "cbmc.h"

enum { BLOCK = BLAKE2B_BLOCKBYTES, H_AND_T = 80 };
typedef unsigned char byte;

/*
 * The kernel: asserts its contract, then leaves any H and T. It checks the witness of the message,
 * byte WITNESS of what is still to be hashed, and that byte CHAIN_AT of H and T is what the last
 * call left there.
 */
static struct {
    int on;
    size_t witness;
    byte value;
    size_t chain_at;
    byte chain;
    size_t done, seen; /* bytes so far; how often the witness was among them */
    size_t last_bytes;
    int calls, ended, last_node;
    int refused; /* it must not be called */
    int again;   /* it leaves the H of the time before: it gets the same */
    byte result[64];
    const byte *in; /* of the last call, and byte CHAIN_AT of its H and T */
    byte given;
} seen_by_kernel;
#define K seen_by_kernel

static int is_all(const byte *p, byte value) {
    int i;
    for (i = 1; i < 8 && p[i] == p[0]; i++) {
    }
    return i == 8 && p[0] == value;
}

/* Of a copy: CBMC knows less of a structure of which some byte is read or written. */
static byte byte_of_chain(const blake2b_state_internal *S) {
    const blake2b_state_internal copy = *S;
    return ((const byte *)&copy)[K.chain_at];
}

static void blocks(blake2b_state_internal *S, const byte *in, size_t bytes, size_t stride) {
    blake2b_state_internal left; /* any H and T */
    int last, last_node;
    ASSERT(!K.refused, "a call that is refused hashes nothing");
    ASSUME(!K.refused);
    last = is_all(S->F, 0xff), last_node = is_all(S->F + 8, 0xff);
    ASSERT(__CPROVER_w_ok(S, sizeof *S), "kernel: S is writable");
    ASSERT(last || is_all(S->F, 0), "kernel: f0");
    ASSERT((last && last_node) || is_all(S->F + 8, 0), "kernel: f1");
    ASSERT(last ? bytes <= BLOCK : bytes % BLOCK == 0, "kernel: whole blocks, or a last one");
    ASSERT(last || bytes <= BLOCK || stride == BLOCK || !K.on, "kernel: stride");
    if (bytes) {
        const size_t span = last || bytes <= BLOCK ? bytes : (bytes / BLOCK - 1) * stride + BLOCK;
        ASSERT(__CPROVER_r_ok(in, span), "kernel: in is readable");
        ASSERT(!__CPROVER_same_object(in, S) || in >= (byte *)S + sizeof *S ||
                   in + span <= (byte *)S,
               "kernel: in is not in S");
    }
    K.in = in, K.given = byte_of_chain(S);
    if (K.on) {
        ASSERT(!K.ended, "nothing after the last block");
        ASSERT(((byte *)S)[K.chain_at] == K.chain, "H and T are as the kernel left them");
        if (K.witness >= K.done && K.witness - K.done < bytes) {
            ASSERT(copies_move_witnesses ? in + (K.witness - K.done) == message_witness
                                         : in[K.witness - K.done] == K.value,
                   "the byte of the message");
            K.seen++;
        }
        K.done += bytes, K.last_bytes = bytes, K.calls++;
        K.ended = last, K.last_node = last_node;
    }
    memcpy(left.F, S->F, sizeof left.F);
    if (K.again) {
        memcpy(left.H, K.result, sizeof left.H);
    }
    memcpy(K.result, left.H, sizeof left.H);
    *S = left;
    K.chain = byte_of_chain(&left);
    state_witness = (byte *)S + K.chain_at;
}

/* A harness that includes this may have another one. */
#if !defined(KERNEL)
#define KERNEL blocks
#endif
static const struct kernel the_kernel = {"stub", (kernel_entry *)KERNEL, 1, 0, ""};
struct dispatch_choice blake2b_choice;
const struct dispatch blake2b_dispatch;
static int no_kernel; /* no kernel passes its self-test */

const struct kernel *dispatch_first(const struct dispatch *d) {
    return (void)d, no_kernel ? NULL : &the_kernel;
}

/* Whether a kernel was chosen before, or is there at all. */
static void choose(void) {
    no_kernel = nondet_int();
    blake2b_choice.chosen = !no_kernel && nondet_int() ? &the_kernel : NULL;
}

/* ERROR is what a call returns, WANTED what it should return if there is a kernel. */
static void check_error(int error, int wanted) {
    ASSERT(error == (!wanted && no_kernel ? BLAKE2B_ERROR_STARTUP : wanted), "the error");
}

static void watch(size_t witness, byte value, size_t chain_at, byte chain) {
    K.on = 1, K.witness = witness, K.value = value, K.chain_at = chain_at, K.chain = chain;
}

/* ---- states ---- */

/* RFC 7693 section 2.6, little-endian. */
static const byte iv[64] = {0x08, 0xc9, 0xbc, 0xf3, 0x67, 0xe6, 0x09, 0x6a, 0x3b, 0xa7, 0xca,
                            0x84, 0x85, 0xae, 0x67, 0xbb, 0x2b, 0xf8, 0x94, 0xfe, 0x72, 0xf3,
                            0x6e, 0x3c, 0xf1, 0x36, 0x1d, 0x5f, 0x3a, 0xf5, 0x4f, 0xa5, 0xd1,
                            0x82, 0xe6, 0xad, 0x7f, 0x52, 0x0e, 0x51, 0x1f, 0x6c, 0x3e, 0x2b,
                            0x8c, 0x68, 0x05, 0x9b, 0x6b, 0xbd, 0x41, 0xfb, 0xab, 0xd9, 0x83,
                            0x1f, 0x79, 0x21, 0x7e, 0x13, 0x19, 0xcd, 0xe0, 0x5b};

/* Byte I of H and T at the start (RFC 7693 section 2.5 with the parameters of BLAKE2's paper). */
static byte start_of(const blake2b_params *P, size_t i) {
    const byte block[32] = {
        (byte)P->digest_length,
        (byte)P->key_length,
        (byte)P->fanout,
        (byte)P->depth,
        (byte)P->leaf_length,
        (byte)(P->leaf_length >> 8),
        (byte)(P->leaf_length >> 16),
        (byte)(P->leaf_length >> 24),
        (byte)P->node_offset,
        (byte)(P->node_offset >> 8),
        (byte)(P->node_offset >> 16),
        (byte)(P->node_offset >> 24),
        (byte)(P->node_offset >> 32),
        (byte)(P->node_offset >> 40),
        (byte)(P->node_offset >> 48),
        (byte)(P->node_offset >> 56),
        (byte)P->node_depth,
        (byte)P->inner_length,
    };
    return i >= 64 ? 0
                   : iv[i] ^ (i < 32   ? block[i]
                              : i < 48 ? P->salt[i - 32]
                                       : P->personal[i - 48]);
}

static byte tag[8]; /* of a state in use */

/* Anything, but for the tag and the flags, which are often right. */
static hash_state *any_state(void) {
    static blake2b_state room, fresh;
    hash_state *state = (hash_state *)&room;
    blake2b_init(&fresh);
    memcpy(tag, ((hash_state *)&fresh)->tag, sizeof tag);
    HAVOC(&room, sizeof room);
    if (nondet_int()) {
        memcpy(state->tag, tag, sizeof tag);
    }
    if (nondet_int()) {
        memset(state->S.F, 0, sizeof state->S.F);
    }
    return state;
}

static int is_good(const hash_state *state) {
    int i, good = state->buffered <= BLOCK && state->digest_length >= 1 &&
                  state->digest_length <= BLAKE2B_OUTBYTES;
    for (i = 0; i < 16; i++) {
        good &= !state->S.F[i] && state->tag[i % 8] == tag[i % 8];
    }
    return good;
}

/* ---- one call ---- */

/*
 * The message with its key block; any byte of it is the witness. Returns its length.
 */
static size_t any_witness(const blake2b_params *P, const byte *key, const byte *in, size_t inlen) {
    const size_t key_block = P->key_length ? BLOCK : 0, at = nondet_size(), i = nondet_size();
    byte value = 0;
    ASSUME(i < H_AND_T && at < key_block + inlen + 1);
    if (at < P->key_length) {
        message_witness = key + at;
        value = key[at];
    } else if (at >= key_block && at < key_block + inlen) {
        message_witness = in + (at - key_block);
        value = *message_witness;
    }
    watch(at, value, i, start_of(P, i));
    return key_block + inlen;
}

static void was_hashed(size_t total, const byte *hash, size_t hashlen, int last_node) {
    ASSERT(K.ended && K.done == total, "the whole message");
    ASSERT(K.last_bytes || !total, "the last block is not empty");
    ASSERT(K.seen == (K.witness < total), "each byte once");
    ASSERT(K.last_node == last_node, "the last node");
    ASSERT(K.chain_at >= hashlen || hash[K.chain_at] == K.chain, "the digest");
}

void proof_digest(void) {
    const size_t inlen = nondet_size(), keylen = nondet_size(), hashlen = nondet_size();
    byte *const in = memory(inlen), *const key = memory(keylen);
    byte *const hash = memory(hashlen);
    blake2b_params P;
    size_t total = 0;
    int wanted;
    choose();
    wanted = !hash || (!in && inlen) || (!key && keylen)                  ? BLAKE2B_ERROR_NULL
             : inlen > LONGEST || !hashlen || hashlen > 64 || keylen > 64 ? BLAKE2B_ERROR_LENGTH
                                                                          : BLAKE2B_OK;
    if (!wanted) {
        blake2b_params_init(&P);
        P.digest_length = (unsigned)hashlen, P.key_length = keylen;
        total = any_witness(&P, key, in, inlen);
    }
    check_error(blake2b_digest(hash, hashlen, in, inlen, key, keylen), wanted);
    if (!wanted && !no_kernel) {
        was_hashed(total, hash, hashlen, 0);
    } else {
        ASSERT(!K.calls, "nothing is hashed");
    }
}

/* With parameters: any structure, initialized or not. */
static int any_params(blake2b_params *P, const byte *key) {
    HAVOC(P, sizeof *P);
    P->key = key;
    return P->initialised != BLAKE2B_PARAMS_INITIALISED || P->digest_length < 1 ||
                   P->digest_length > 64 || P->key_length > 64 || P->fanout > 255 || P->depth < 1 ||
                   P->depth > 255 || P->node_depth > 255 || P->inner_length > 64
               ? BLAKE2B_ERROR_PARAMS
           : !key && P->key_length ? BLAKE2B_ERROR_NULL
                                   : BLAKE2B_OK;
}

void proof_hash(void) { /* slow */
    const size_t inlen = nondet_size(), hashlen = nondet_size();
    byte *const in = memory(inlen), *const hash = memory(hashlen);
    byte *const key = maybe(object(BLAKE2B_KEYBYTES));
    blake2b_params *const P = maybe(object(sizeof *P));
    int wanted = P ? any_params(P, key) : BLAKE2B_ERROR_NULL;
    size_t total = 0;
    choose();
    if (!wanted) {
        wanted = !hash || (!in && inlen)                          ? BLAKE2B_ERROR_NULL
                 : inlen > LONGEST || hashlen != P->digest_length ? BLAKE2B_ERROR_LENGTH
                                                                  : BLAKE2B_OK;
        total = wanted ? 0 : any_witness(P, key, in, inlen);
    }
    check_error(blake2b_hash(P, hash, hashlen, in, inlen), wanted);
    if (!wanted && !no_kernel) {
        was_hashed(total, hash, hashlen, P->last_node != 0);
    } else {
        ASSERT(!K.calls, "nothing is hashed");
    }
}

/* ---- a state: init, any number of updates, final ---- */

static size_t key_witness; /* any byte of a key */

/* STATE is that of a hash of PARAMS and a key, of which nothing was compressed yet. */
static void is_started(const hash_state *state, const blake2b_params *P, const byte *key) {
    const size_t i = nondet_size(), j = nondet_size();
    ASSUME(i < H_AND_T && j < BLOCK);
    ASSERT(is_good(state), "can be used");
    ASSERT(((const byte *)state)[i] == start_of(P, i), "H and T of the start");
    ASSERT(state->buffered == (P->key_length ? BLOCK : 0), "the key is buffered");
    ASSERT(!P->key_length || state->buffer[key_witness] == key[key_witness], "the key");
    ASSERT(!P->key_length || j < P->key_length || !state->buffer[j], "its padding");
    ASSERT(state->digest_length == P->digest_length, "the digest's length");
    ASSERT(!state->last_node == !P->last_node, "the last node");
}

/* Memory of so many bytes, or a part of the state. */
static byte *memory_or_state(size_t bytes, blake2b_state *S) {
    const size_t at = nondet_size();
    if (bytes <= sizeof *S && nondet_int()) {
        ASSUME(at <= sizeof *S - bytes);
        return (byte *)S + at;
    }
    return memory(bytes);
}

static byte *any_key(size_t keylen, blake2b_state *S) {
    byte *const key = memory_or_state(keylen, S);
    if (key && keylen && keylen <= BLAKE2B_KEYBYTES) {
        key_witness = nondet_size();
        ASSUME(key_witness < keylen);
        message_witness = key + key_witness;
    }
    return key;
}

static int overlaps(const void *p, size_t bytes, const blake2b_state *S) {
    return bytes && __CPROVER_same_object(p, S);
}

void proof_init(void) { /* few */
    const size_t hashlen = nondet_size(), keylen = nondet_size();
    blake2b_state *const room = (blake2b_state *)any_state(), *const S = maybe(room);
    byte *const key = any_key(keylen, room);
    blake2b_params P;
    const int wanted = !S || (!key && keylen)                    ? BLAKE2B_ERROR_NULL
                       : !hashlen || hashlen > 64 || keylen > 64 ? BLAKE2B_ERROR_LENGTH
                       : overlaps(key, keylen, S)                ? BLAKE2B_ERROR_OVERLAP
                                                                 : BLAKE2B_OK;
    const int way = nondet_int();
    blake2b_params_init(&P);
    P.key_length = keylen, P.digest_length = hashlen;
    if (way == 1 && !wanted && hashlen == 64) {
        blake2b_keyed_init(S, key, keylen);
    } else if (way == 2 && !wanted && hashlen == 64 && !keylen) {
        blake2b_init(S);
    } else {
        check_error(blake2b_digest_init(S, hashlen, key, keylen), wanted);
    }
    if (!wanted) {
        is_started((hash_state *)S, &P, key);
    }
}

void proof_init_params(void) { /* few */
    blake2b_state *const room = (blake2b_state *)any_state(), *const S = maybe(room);
    blake2b_params *const P = object(sizeof *P), *const given = maybe(P);
    byte *key;
    int wanted;
    P->key_length = nondet_size();
    key = any_key(P->key_length, room);
    {
        const size_t keylen = P->key_length;
        wanted = any_params(P, key);
        ASSUME(P->key_length == keylen);
    }
    wanted = !S || !given                      ? BLAKE2B_ERROR_NULL
             : wanted                          ? wanted
             : overlaps(key, P->key_length, S) ? BLAKE2B_ERROR_OVERLAP
                                               : BLAKE2B_OK;
    check_error(blake2b_init_params(S, given), wanted);
    if (!wanted) {
        is_started((hash_state *)S, P, key);
    }
}

void proof_init_block(void) {
    static byte block[64];
    hash_state *const state = any_state();
    blake2b_state *const S = (blake2b_state *)state;
    const size_t i = nondet_size();
    HAVOC(block, sizeof block);
    ASSUME(i < H_AND_T);
    check_error(blake2b_init_block(NULL, block), BLAKE2B_ERROR_NULL);
    check_error(blake2b_init_block(S, NULL), BLAKE2B_ERROR_NULL);
    check_error(blake2b_init_block(S, S->opaque + 1),
                S->opaque[1] && S->opaque[1] <= 64 ? BLAKE2B_ERROR_OVERLAP : BLAKE2B_ERROR_PARAMS);
    check_error(blake2b_init_block(S, block),
                block[0] && block[0] <= 64 ? BLAKE2B_OK : BLAKE2B_ERROR_PARAMS);
    if (block[0] && block[0] <= 64) {
        ASSERT(is_good(state) && !state->buffered && !state->last_node, "can be used");
        ASSERT(state->digest_length == block[0], "the digest's length");
        ASSERT(((byte *)state)[i] == (i < 64 ? iv[i] ^ block[i] : 0), "H and T of the start");
    }
}

/* Calls of update that fail. */
void proof_update_refused(void) { /* slow */
    const size_t inlen = nondet_size(), at = nondet_size();
    hash_state *const state = any_state(), before = *state;
    blake2b_state *const room = (blake2b_state *)state, *const S = maybe(room);
    byte *const in = memory_or_state(inlen, room);
    const int wanted = !S || (!in && inlen)     ? BLAKE2B_ERROR_NULL
                       : inlen > LONGEST        ? BLAKE2B_ERROR_LENGTH
                       : !is_good(state)        ? BLAKE2B_ERROR_STATE
                       : overlaps(in, inlen, S) ? BLAKE2B_ERROR_OVERLAP
                                                : BLAKE2B_OK;
    choose();
    ASSUME((wanted || no_kernel) && at < sizeof before);
    K.refused = 1;
    check_error(blake2b_append(S, in, inlen), wanted);
    ASSERT(((byte *)state)[at] == ((byte *)&before)[at], "nothing is changed");
}

/*
 * A step of an induction over the updates: a state holds what was not compressed yet. After another
 * update this is what follows in the message, and all before it was given to the kernel.
 */
static void update_by(size_t inlen) {
    const size_t at = nondet_size(), i = nondet_size();
    hash_state *const state = any_state();
    blake2b_state *const S = (blake2b_state *)state;
    const size_t held = state->buffered;
    const byte digest_length = state->digest_length, last_node = state->last_node;
    byte *in;
    ASSUME(is_good(state) && inlen <= MOST && i < H_AND_T && held + inlen && at < held + inlen);
    in = object(inlen);
    blake2b_choice.chosen = &the_kernel;
    message_witness = at < held ? state->buffer + at : in + (at - held);
    watch(at, *message_witness, i, ((byte *)S)[i]);
    check_error(blake2b_append(S, in, inlen), BLAKE2B_OK);
    ASSERT(!K.ended && K.done % BLOCK == 0, "no last block");
    ASSERT(K.done + state->buffered == held + inlen, "each byte was compressed or is held");
    ASSERT(state->buffered >= 1 && state->buffered <= BLOCK, "the last block is held");
    ASSERT(K.seen == (at < K.done), "each byte once");
    ASSERT(at < K.done || (copies_move_witnesses ? state->buffer + (at - K.done) == message_witness
                                                 : state->buffer[at - K.done] == K.value),
           "what is held");
    ASSERT(((byte *)S)[i] == K.chain, "H and T are as the kernel left them");
    ASSERT(is_good(state) && state->digest_length == digest_length && state->last_node == last_node,
           "the rest is unchanged");
}

void proof_update(void) {
    const size_t inlen = nondet_size();
    ASSUME(inlen != 1);
    copies_move_witnesses = 1;
    update_by(inlen);
}

/* A single byte is not copied by memory_copy: what is held is compared. */
void proof_update_byte(void) {
    update_by(1);
}

void proof_last_node(void) { /* few */
    hash_state *const state = any_state(), before = *state;
    blake2b_state *const S = maybe(state);
    const size_t at = nondet_size();
    const int wanted = !S ? BLAKE2B_ERROR_NULL : !is_good(state) ? BLAKE2B_ERROR_STATE : BLAKE2B_OK;
    check_error(blake2b_last_node(S), wanted);
    before.last_node = wanted ? before.last_node : 1;
    ASSUME(at < sizeof before);
    ASSERT(((byte *)state)[at] == ((byte *)&before)[at], "only the last node is set");
}

void proof_final(void) {
    const size_t hashlen = nondet_size(), at = nondet_size(), i = nondet_size();
    hash_state *const state = any_state();
    blake2b_state *const room = (blake2b_state *)state, *const S = maybe(room);
    const size_t held = state->buffered, own = state->digest_length;
    const int good = is_good(state), last_node = state->last_node != 0;
    byte *const hash = memory_or_state(own, room);
    const int wanted = !S || !hash              ? BLAKE2B_ERROR_NULL
                       : !good                  ? BLAKE2B_ERROR_STATE
                       : hashlen != own         ? BLAKE2B_ERROR_LENGTH
                       : overlaps(hash, own, S) ? BLAKE2B_ERROR_OVERLAP
                                                : BLAKE2B_OK;
    choose();
    ASSUME(i < H_AND_T);
    if (S && good) {
        ASSUME(at < BLOCK);
        message_witness = state->buffer + at;
        watch(at, *message_witness, i, ((byte *)S)[i]);
    }
    if (!wanted && !no_kernel && nondet_int()) {
        blake2b_final(S, hash);
    } else {
        check_error(blake2b_finish(S, hash, hashlen), wanted);
    }
    if (!wanted && !no_kernel) {
        ASSERT(K.calls == 1, "one block");
        was_hashed(held, hash, own, last_node);
        ASSERT(!((byte *)state)[at], "the state is wiped");
        ASSERT(!is_good(state), "and cannot be used");
    } else {
        ASSERT(!K.calls, "nothing is hashed");
    }
}

/* ---- saved states ---- */

enum { SAVED = BLAKE2B_SAVED_BYTES, SEAL = SAVED - 16, AT_H = 12, AT_T = 76, AT_BUFFER = 92 };

static byte saved[SAVED];

/* Byte AT of what is saved of STATE, before the seal: blake2b.h has the format. */
static byte saved_of(const hash_state *state, size_t at) {
    const byte head[AT_H] = {'b',
                             '2',
                             's',
                             't',
                             'a',
                             't',
                             'e',
                             1,
                             1,
                             state->digest_length,
                             state->last_node != 0,
                             state->buffered};
    return at < AT_H ? head[at]
           : at < AT_BUFFER
               ? ((const byte *)state)[at - AT_H]
               : (byte)(at - AT_BUFFER < state->buffered ? state->buffer[at - AT_BUFFER] : 0);
}

/* The witness is byte AT of a saved state, of this value; the kernel gets it for the seal. */
static void watch_seal(size_t at, byte value) {
    static const blake2b_params P = BLAKE2B_PARAMS_INIT(16, "blake2b state 1");
    const size_t i = nondet_size();
    ASSUME(i < H_AND_T);
    K.calls = 0, K.ended = 0, K.done = K.seen = 0;
    watch(at, value, i, start_of(&P, i));
}

void proof_export(void) { /* slow */
    const size_t at = nondet_size();
    hash_state *const state = any_state();
    byte value;
    ASSUME(is_good(state) && at < SEAL);
    value = saved_of(state, at);
    message_witness = at < AT_H        ? NULL
                      : at < AT_BUFFER ? (byte *)state + (at - AT_H)
                                       : state->buffer + (at - AT_BUFFER);
    blake2b_choice.chosen = &the_kernel;
    watch_seal(at, value);
    HAVOC(saved, sizeof saved);
    check_error(blake2b_export((blake2b_state *)state, saved, sizeof saved), BLAKE2B_OK);
    ASSERT(saved[at] == value, "what is saved");
    was_hashed(SEAL, saved + SEAL, 16, 0);
}

/* Any bytes: if they are taken, the state is one of which they are saved. */
void proof_import(void) {
    const size_t at = nondet_size(), i = nondet_size();
    hash_state *const state = any_state(), before = *state;
    byte value;
    int error;
    ASSUME(at < SEAL && i < sizeof before);
    HAVOC(saved, sizeof saved);
    message_witness = still_witness = saved + at;
    value = saved[at];
    blake2b_choice.chosen = &the_kernel;
    watch_seal(at, value);
    error = blake2b_import((blake2b_state *)state, saved, sizeof saved);
    ASSERT(saved[at] == value, "the bytes are unchanged");
    if (error) {
        ASSERT(error == BLAKE2B_ERROR_SAVED, "the error");
        ASSERT(((byte *)state)[i] == ((byte *)&before)[i], "the state is unchanged");
        return;
    }
    was_hashed(SEAL, saved + SEAL, 16, 0);
    ASSERT(is_good(state), "can be used");
    ASSERT(saved_of(state, at) == value, "the state is what was saved");
    ASSERT(at != AT_T || value % BLOCK == 0, "the counter is of whole blocks");
    ASSERT(at < AT_T || at >= AT_BUFFER || state->buffered || !value, "and 0 before the first");
}

static int move(int is_export, blake2b_state *S, byte *p, size_t bytes) {
    return is_export ? blake2b_export(S, p, bytes) : blake2b_import(S, p, bytes);
}

/* Calls that fail change nothing. With another length, no byte of a saved state is there. */
static void refused(int is_export) {
    static byte none[1];
    const size_t savedlen = nondet_size(), at = nondet_size(), i = nondet_size();
    hash_state *const state = any_state(), before = *state;
    blake2b_state *const S = (blake2b_state *)state;
    byte value;
    HAVOC(saved, sizeof saved);
    ASSUME(i < sizeof before && at < SAVED);
    value = saved[at];
    K.refused = 1;
    check_error(move(is_export, NULL, saved, savedlen), BLAKE2B_ERROR_NULL);
    check_error(move(is_export, S, NULL, savedlen), BLAKE2B_ERROR_NULL);
    no_kernel = 1;
    check_error(move(is_export, S, saved, SAVED), BLAKE2B_OK);
    no_kernel = 0;
    if (nondet_int()) {
        ASSUME(savedlen != SAVED);
        check_error(move(is_export, S, none + 1, savedlen), BLAKE2B_ERROR_LENGTH);
    } else if (nondet_int()) {
        check_error(move(is_export, S, (byte *)S + 4, SAVED), BLAKE2B_ERROR_OVERLAP);
    } else if (is_export) {
        ASSUME(!is_good(state));
        check_error(blake2b_export(S, saved, SAVED), BLAKE2B_ERROR_STATE);
    }
    ASSERT(((byte *)state)[i] == ((byte *)&before)[i], "the state is unchanged");
    ASSERT(saved[at] == value, "nothing is written");
}

void proof_export_refused(void) { /* slow */
    refused(1);
}

void proof_import_refused(void) { /* slow */
    refused(0);
}

/* A state that calls can have left, saved and taken back. */
void proof_saved(void) { /* slow */
    const size_t at = nondet_size();
    hash_state *const state = any_state();
    static blake2b_state other;
    int i;
    ASSUME(is_good(state) && state->S.T[0] % BLOCK == 0 && at < SEAL);
    for (i = 0; i < 16; i++) {
        ASSUME(state->buffered || !state->S.T[i]);
    }
    HAVOC(saved, sizeof saved);
    blake2b_choice.chosen = &the_kernel;
    copies_are_whole = 1;
    ASSERT(!blake2b_export((blake2b_state *)state, saved, sizeof saved), "saved");
    K.again = 1;
    watch_seal(at, saved_of(state, at));
    ASSERT(!blake2b_import(&other, saved, sizeof saved), "taken back");
    ASSERT(saved_of((hash_state *)&other, at) == saved_of(state, at), "the same state");
}

/* ---- the compression function ---- */

/* The kernel for any number of rounds: what it was given, and what it left in H. */
static struct {
    int calls;
    uint64_t h[8], tf[4], result[8];
    const byte *block;
    uint32_t rounds;
} given;

static void any_rounds(uint64_t *h, const byte *block, const uint64_t *tf, uint32_t rounds) {
    ASSERT(__CPROVER_w_ok(h, 64), "kernel: h is writable");
    ASSERT(__CPROVER_r_ok(block, BLOCK), "kernel: the block is readable");
    ASSERT(__CPROVER_r_ok(tf, 32), "kernel: tf is readable");
    given.calls++, given.block = block, given.rounds = rounds;
    memcpy(given.h, h, 64);
    memcpy(given.tf, tf, 32);
    HAVOC(h, 64);
    memcpy(given.result, h, 64);
}

static const struct kernel rounds_kernel = {"rounds", (kernel_entry *)any_rounds, 1, 0, ""};
struct dispatch_choice blake2b_rounds_choice[DISPATCH_FOLLOWED];
const struct dispatch blake2b_rounds_dispatch;

const struct kernel *dispatch_follow(const struct dispatch *d, const struct dispatch *leader) {
    return (void)d, (void)leader, no_kernel ? NULL : &rounds_kernel;
}

/* Byte I of words in little-endian order. */
static byte byte_of(const uint64_t *words, size_t i) {
    return (byte)(words[i / 8] >> i % 8 * 8);
}

/* EIP-152: 4 bytes rounds (big-endian), h, m, 16 bytes t, f; the rest is little-endian. */
void proof_eip152(void) { /* few */
    static byte in[214], out[64];
    const size_t i = nondet_size(), inlen = nondet_size();
    uint32_t rounds;
    int wanted;
    HAVOC(in, sizeof in);
    choose();
    blake2b_rounds_choice[0].chosen = !no_kernel && nondet_int() ? &rounds_kernel : NULL;
    rounds = (uint32_t)in[0] << 24 | (uint32_t)in[1] << 16 | (uint32_t)in[2] << 8 | in[3];
    ASSERT(blake2b_eip152(NULL, in, 213) == BLAKE2B_ERROR_NULL, "no out");
    ASSERT(blake2b_eip152(out, NULL, inlen) == BLAKE2B_ERROR_NULL, "no in");
    if (inlen != 213) {
        ASSERT(blake2b_eip152(out, object(1), inlen) == BLAKE2B_ERROR_LENGTH, "another length");
        return;
    }
    wanted = in[212] > 1 ? BLAKE2B_ERROR_PARAMS : BLAKE2B_OK;
    check_error(blake2b_eip152(out, in, inlen), wanted);
    ASSERT(given.calls == (!wanted && !no_kernel && rounds), "the kernel's calls");
    ASSUME(i < 64);
    if (given.calls) {
        ASSERT(given.rounds == rounds && given.block == in + 68, "rounds and m");
        ASSERT(byte_of(given.h, i) == in[4 + i], "h");
        ASSERT(i >= 16 || byte_of(given.tf, i) == in[196 + i], "t");
        ASSERT(given.tf[2] == (in[212] ? ~(uint64_t)0 : 0) && !given.tf[3], "f");
        ASSERT(out[i] == byte_of(given.result, i), "the result");
    } else if (!wanted && !no_kernel) {
        /* h ^ v ^ v' of RFC 7693 section 3.2, where v has the IV, t and f in its second half */
        const byte tf = i < 32   ? 0
                        : i < 48 ? in[196 + i - 32]
                                 : (byte)(i < 56 && in[212] ? 0xff : 0);
        ASSERT(out[i] == (byte)(iv[i] ^ tf), "without rounds");
    }
}

void proof_compress(void) { /* few */
    static uint64_t h[8], t[2], before[8];
    static byte block[BLOCK];
    const int last = nondet_int(), last_node = nondet_int();
    const uint32_t rounds = (uint32_t)nondet_size();
    const size_t i = nondet_size();
    HAVOC(h, sizeof h);
    HAVOC(t, sizeof t);
    memcpy(before, h, sizeof h);
    choose();
    blake2b_rounds_choice[0].chosen = !no_kernel && nondet_int() ? &rounds_kernel : NULL;
    ASSERT(blake2b_compress(NULL, block, t, last, last_node, rounds) == BLAKE2B_ERROR_NULL, "h");
    ASSERT(blake2b_compress(h, NULL, t, last, last_node, rounds) == BLAKE2B_ERROR_NULL, "block");
    ASSERT(blake2b_compress(h, block, NULL, last, last_node, rounds) == BLAKE2B_ERROR_NULL, "t");
    check_error(blake2b_compress(h, block, t, last, last_node, rounds), BLAKE2B_OK);
    ASSERT(given.calls == (!no_kernel && rounds), "the kernel's calls");
    ASSUME(i < 8);
    if (given.calls) {
        ASSERT(given.rounds == rounds && given.block == block, "rounds and block");
        ASSERT(given.h[i] == before[i] && h[i] == given.result[i], "h");
        ASSERT(given.tf[0] == t[0] && given.tf[1] == t[1], "t");
        ASSERT(given.tf[2] == (last ? ~(uint64_t)0 : 0), "f0");
        ASSERT(given.tf[3] == (last_node ? ~(uint64_t)0 : 0), "f1");
    }
}
