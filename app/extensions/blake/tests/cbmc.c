/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * What CBMC proves of blake_front.inc, for all arguments: no access outside the caller's memory,
 * the error of each call, and that kernels get the padded message, with the right counters, as
 * sections 2.1.3 and 2.2.3 of the specification say. For tests/proof/cbmc.sh.
 *
 * Sources: blake256.c -DWIDTH=256
 * Sources: blake512.c -DWIDTH=512
 */
#include "blake_width.h"

#include "cbmc.h"

typedef unsigned char byte;
#if WIDTH == 256
typedef uint64_t length; /* both words of the counter */
#else
typedef unsigned __int128 length;
#endif
enum { BLOCK = BLOCK_BYTES, BLOCK_BITS = 8 * BLOCK, H_BYTES = 8 * WORD_BYTES };

/* Byte I of words, big-endian. */
static byte byte_of(const word *words, size_t i) {
    return (byte)(words[i / WORD_BYTES] >> 8 * (WORD_BYTES - 1 - i % WORD_BYTES));
}

static length counter_of(const chain *S) {
    return (length)S->t[1] << 8 * WORD_BYTES | S->t[0];
}

/*
 * The kernel: asserts its contract, counts, and leaves any h. Of the message it checks the witness,
 * byte WITNESS of what is still to be hashed with its padding; of h, that byte H_AT is what the last
 * call left there; and byte SALT_AT of the salt.
 */
static struct {
    int on;
    size_t witness, h_at, salt_at;
    byte value, h, salt;
    length counter; /* before it: bits of the message */
    size_t message; /* bytes, without padding */
    size_t done, seen;
    int calls;
    int refused; /* it must not be called */
    /* of the last call */
    chain given, result;
    const byte *in;
    unsigned bits;
    uint32_t rounds;
} K;

static void blocks(chain *S, const byte *in, size_t count, unsigned bits) {
    length counter = counter_of(S);
    ASSERT(!K.refused, "a call that is refused hashes nothing");
    ASSUME(!K.refused);
    ASSERT(__CPROVER_w_ok(S, sizeof *S), "kernel: S is writable");
    ASSERT(!count || __CPROVER_r_ok(in, count * BLOCK), "kernel: in is readable");
    ASSERT(count <= 1 || bits == BLOCK_BITS, "kernel: several blocks are full");
    ASSERT(bits <= BLOCK_BITS, "kernel: bits");
    if (K.on) {
        ASSERT(byte_of(S->h, K.h_at) == K.h, "h is as the kernel left it");
        ASSERT(byte_of(S->s, K.salt_at) == K.salt, "the salt");
        if (K.done < K.message) {
            ASSERT(counter == (length)(K.counter + 8 * (length)K.done), "the counter");
            ASSERT(K.message - K.done < BLOCK ? bits == 8 * (K.message - K.done)
                                              : bits == BLOCK_BITS,
                   "the bits of the message");
            ASSERT(count == 1 || count <= (K.message - K.done) / BLOCK,
                   "the message, then padding");
        } else {
            ASSERT(!counter && !bits && count <= 1, "a block without a bit of the message");
        }
        if (K.witness >= K.done && K.witness - K.done < count * BLOCK) {
            ASSERT(copies_move_witnesses ? in + (K.witness - K.done) == message_witness
                                         : in[K.witness - K.done] == K.value,
                   "the byte of the message");
            K.seen++;
        }
        K.done += count * BLOCK;
    }
    K.calls++, K.given = *S, K.in = in, K.bits = bits;
    counter += bits == BLOCK_BITS ? (length)count * BLOCK_BITS : count ? bits : 0;
    S->t[0] = (word)counter, S->t[1] = (word)(counter >> 8 * WORD_BYTES);
    HAVOC(S->h, sizeof S->h);
    K.h = byte_of(S->h, K.h_at), K.result = *S;
}

static const struct kernel the_kernel = {"stub", (kernel_entry *)blocks, 1, 0, ""};
struct dispatch_choice OF_WIDTH(choice);
const struct dispatch OF_WIDTH(dispatch);
static int no_kernel; /* no kernel passes its self-test */

const struct kernel *dispatch_first(const struct dispatch *d) {
    return (void)d, no_kernel ? NULL : &the_kernel;
}

/* Whether a kernel was chosen before, or is there at all. */
static void choose(void) {
    no_kernel = nondet_int();
    OF_WIDTH(choice).chosen = !no_kernel && nondet_int() ? &the_kernel : NULL;
}

/* ERROR is what a call returns, WANTED what it should return if there is a kernel. */
static void check_error(int error, int wanted) {
    ASSERT(error == (!wanted && no_kernel ? BLAKE_ERROR_STARTUP : wanted), "the error");
}

static int is_length(size_t hashlen) {
    return hashlen == WIDTH / 8 || hashlen == (WIDTH == 256 ? 28 : 48);
}

/* Where the padding ends of a message that ends with ODD bytes of a block. */
static size_t padded_end(size_t odd) {
    return odd + 1 + 2 * WORD_BYTES <= BLOCK ? BLOCK : 2 * BLOCK;
}

/* Byte AT of these blocks, behind the ODD bytes of a message of so many bits. */
static byte padding(size_t odd, size_t at, length bits, size_t hashlen) {
    const size_t end = padded_end(odd);
    return at >= end - 2 * WORD_BYTES
               ? (byte)(bits >> 8 * (end - 1 - at))
               : (byte)((at == odd ? 0x80 : 0) |
                        (at == end - 2 * WORD_BYTES - 1 && hashlen == DIGEST_BYTES));
}

/* The function that pads a message, for the proofs of its callers: it pads one byte, the witness. */
#define CONTRACT__(name) contract_##name
#define CONTRACT_(name) CONTRACT__(name)
#define CONTRACT(name) CONTRACT_(OF_WIDTH(name))
unsigned CONTRACT(pad)(byte *room, size_t odd, const word t[2], size_t hashlen) {
    const length bits = ((length)t[1] << 8 * WORD_BYTES | t[0]) + 8 * odd;
    const size_t end = padded_end(odd);
    size_t at = nondet_size();
    ASSERT(odd < BLOCK && __CPROVER_w_ok(room, 2 * BLOCK), "pad: room for two blocks");
    ASSUME(at >= odd && at < end);
    if (K.on && K.witness >= K.message) {
        at = K.witness - (K.message - odd);
        ASSERT(at >= odd && at < end, "pad: the end of the message");
    }
    room[at] = padding(odd, at, bits, hashlen);
    return (unsigned)(end / BLOCK);
}

/* That it does so. */
void proof_blake_pad(void) { /* few, itself */
    static unsigned (*const pad)(byte *, size_t, const word *, size_t) = OF_WIDTH(pad);
    static byte room[2 * BLOCK];
    static word t[2];
    const size_t odd = nondet_size(), at = nondet_size();
    const size_t hashlen = nondet_int() ? DIGEST_BYTES : SHORT_BYTES;
    byte before;
    HAVOC(room, sizeof room);
    HAVOC(t, sizeof t);
    ASSUME(odd < BLOCK && at < sizeof room);
    before = room[at];
    ASSERT(pad(room, odd, t, hashlen) == padded_end(odd) / BLOCK, "the number of blocks");
    ASSERT(room[at] ==
               (at < odd || at >= padded_end(odd)
                    ? before
                    : padding(odd, at, ((length)t[1] << 8 * WORD_BYTES | t[0]) + 8 * odd, hashlen)),
           "the padding, and nothing else");
}

/*
 * The message of BYTES at IN, with padding: any byte is the witness. BEFORE bits were hashed. The
 * start of h and the salt are those of S, if it is not NULL. Returns the length with padding.
 */
static size_t watch(const chain *S, const byte *in, size_t bytes, length before, size_t hashlen) {
    const size_t odd = bytes % BLOCK, padded = bytes - odd + padded_end(odd), at = nondet_size();
    ASSUME(at < padded);
    K.witness = at, K.on = 1, K.counter = before, K.message = bytes;
    K.h_at = nondet_size(), K.salt_at = nondet_size();
    ASSUME(K.h_at < H_BYTES && K.salt_at < SALT_BYTES);
    if (S) {
        K.h = byte_of(S->h, K.h_at), K.salt = byte_of(S->s, K.salt_at);
    }
    message_witness = at < bytes ? in + at : NULL;
    K.value = at < bytes ? in[at]
                         : padding(odd, at - (bytes - odd), before + 8 * (length)bytes, hashlen);
    return padded;
}

static void was_hashed(size_t padded, const byte *hash, size_t hashlen) {
    ASSERT(K.done == padded && K.seen == 1, "the whole message");
    ASSERT(K.h_at >= hashlen || hash[K.h_at] == K.h, "the digest");
}

/* Byte I of h at the start: the IVs of SHA-384 and SHA-512, and of SHA-224 and -256 in halves. */
static byte start_of(size_t i, size_t hashlen) {
    static const uint64_t iv[2][8] = {
        {0xcbbb9d5dc1059ed8, 0x629a292a367cd507, 0x9159015a3070dd17, 0x152fecd8f70e5939,
         0x67332667ffc00b31, 0x8eb44a8768581511, 0xdb0c2e0d64f98fa7, 0x47b5481dbefa4fa4},
        {0x6a09e667f3bcc908, 0xbb67ae8584caa73b, 0x3c6ef372fe94f82b, 0xa54ff53a5f1d36f1,
         0x510e527fade682d1, 0x9b05688c2b3e6c1f, 0x1f83d9abfb41bd6b, 0x5be0cd19137e2179},
    };
    const uint64_t x = iv[hashlen == DIGEST_BYTES][i / WORD_BYTES];
    const uint64_t half = hashlen == DIGEST_BYTES ? x >> 32 : x & 0xffffffff;
    return (byte)((WIDTH == 256 ? half : x) >> 8 * (WORD_BYTES - 1 - i % WORD_BYTES));
}

static byte hash[DIGEST_BYTES];

/* Byte AT of HASH; 0 if there is none. */
static byte hash_at(size_t at) {
    return (byte)(at < sizeof hash ? hash[at] : 0);
}

void proof_blake_digest(void) {
    static byte given[SALT_BYTES];
    const size_t inlen = nondet_size(), hashlen = nondet_int() ? DIGEST_BYTES : SHORT_BYTES;
    const size_t after = nondet_size();
    byte *const in = object(inlen), *const salt = maybe(given);
    const byte before = hash_at(after);
    size_t padded;
    ASSUME(inlen <= MOST && after >= hashlen);
    HAVOC(given, sizeof given);
    padded = watch(NULL, in, inlen, 0, hashlen);
    K.h = start_of(K.h_at, hashlen), K.salt = salt ? salt[K.salt_at] : 0;
    OF_WIDTH(choice).chosen = &the_kernel;
    check_error(OF_WIDTH(digest)(hash, hashlen, in, inlen, salt), BLAKE_OK);
    was_hashed(padded, hash, hashlen);
    ASSERT(hash_at(after) == before, "no byte more");
}

/* Calls that fail. */
void proof_blake_digest_refused(void) { /* slow */
    const size_t inlen = nondet_size(), hashlen = nondet_size();
    byte *const in = memory(inlen), *const to = maybe(hash);
    const int wanted = !to || (!in && inlen)                    ? BLAKE_ERROR_NULL
                       : inlen > LONGEST || !is_length(hashlen) ? BLAKE_ERROR_LENGTH
                                                                : BLAKE_OK;
    choose();
    ASSUME(wanted || no_kernel);
    K.refused = 1;
    check_error(OF_WIDTH(digest)(to, hashlen, in, inlen, NULL), wanted);
}

/* ---- a state: init, any number of updates, final ---- */

static byte tag[8]; /* of a state in use */

/* Anything, but for the tag, which is often right. */
static inside *any_state(void) {
    static state room, fresh;
    inside *const s = (inside *)&room;
    ASSUME(!OF_WIDTH(digest_init)(&fresh, DIGEST_BYTES, NULL));
    memcpy(tag, ((inside *)&fresh)->tag, sizeof tag);
    HAVOC(&room, sizeof room);
    if (nondet_int()) {
        memcpy(s->tag, tag, sizeof tag);
    }
    return s;
}

static int is_good(const inside *s) {
    int i, good = s->buffered < BLOCK && is_length(s->digest_length);
    for (i = 0; i < 8; i++) {
        good &= s->tag[i] == tag[i];
    }
    return good;
}

/* Memory of so many bytes, or a part of the state. */
static byte *memory_or_state(size_t bytes, inside *s) {
    const size_t at = nondet_size();
    if (bytes <= sizeof(state) && nondet_int()) {
        ASSUME(at <= sizeof(state) - bytes);
        return (byte *)s + at;
    }
    return memory(bytes);
}

static int overlaps(const void *p, size_t bytes, const state *S) {
    return bytes && __CPROVER_same_object(p, S);
}

void proof_blake_init(void) { /* few */
    const size_t hashlen = nondet_size(), i = nondet_size();
    inside *const s = any_state();
    state *const S = maybe(s);
    byte *const salt = nondet_int() ? NULL : memory_or_state(SALT_BYTES, s);
    const int wanted = !S                             ? BLAKE_ERROR_NULL
                       : !is_length(hashlen)          ? BLAKE_ERROR_LENGTH
                       : salt && overlaps(salt, 1, S) ? BLAKE_ERROR_OVERLAP
                                                      : BLAKE_OK;
    check_error(OF_WIDTH(digest_init)(S, hashlen, salt), wanted);
    if (!wanted) {
        ASSUME(i < H_BYTES);
        ASSERT(is_good(s) && !s->buffered && s->digest_length == hashlen, "can be used");
        ASSERT(byte_of(s->S.h, i) == start_of(i, hashlen) && !counter_of(&s->S), "h and t");
        ASSERT(i >= SALT_BYTES || byte_of(s->S.s, i) == (salt ? salt[i] : 0), "the salt");
    }
}

/* Calls of update that fail. */
void proof_blake_update_refused(void) { /* slow */
    const size_t inlen = nondet_size(), at = nondet_size();
    inside *const s = any_state(), before = *s;
    state *const S = maybe(s);
    byte *const in = memory_or_state(inlen, s);
    const int wanted = !S || (!in && inlen)     ? BLAKE_ERROR_NULL
                       : inlen > LONGEST        ? BLAKE_ERROR_LENGTH
                       : !is_good(s)            ? BLAKE_ERROR_STATE
                       : overlaps(in, inlen, S) ? BLAKE_ERROR_OVERLAP
                                                : BLAKE_OK;
    choose();
    ASSUME((wanted || no_kernel) && at < sizeof before);
    K.refused = 1;
    check_error(OF_WIDTH(append)(S, in, inlen), wanted);
    ASSERT(((byte *)s)[at] == ((byte *)&before)[at], "nothing is changed");
}

/*
 * A step of an induction over the updates: a state holds what was not compressed yet. After another
 * update this is what follows in the message, and all before it was given to the kernel.
 */
void proof_blake_update(void) {
    const size_t inlen = nondet_size(), at = nondet_size();
    inside *const s = any_state();
    const size_t held = s->buffered;
    const byte digest_length = s->digest_length;
    byte *in;
    length before;
    ASSUME(is_good(s) && inlen <= MOST && held + inlen && at < held + inlen);
    in = object(inlen);
    OF_WIDTH(choice).chosen = &the_kernel;
    before = counter_of(&s->S);
    watch(&s->S, NULL, 0, before, 0);
    message_witness = at < held ? s->buffer + at : in + (at - held);
    K.message = held + inlen, K.witness = at, copies_move_witnesses = 1;
    check_error(OF_WIDTH(append)((state *)s, in, inlen), BLAKE_OK);
    ASSERT(K.done + s->buffered == held + inlen, "each byte was compressed or is held");
    ASSERT(K.seen == (at < K.done), "each byte once");
    ASSERT(at < K.done || s->buffer + (at - K.done) == message_witness, "what is held");
    ASSERT(counter_of(&s->S) == (length)(before + 8 * (length)K.done), "the counter");
    ASSERT(byte_of(s->S.h, K.h_at) == K.h, "h is as the kernel left it");
    ASSERT(byte_of(s->S.s, K.salt_at) == K.salt, "the salt");
    ASSERT(is_good(s) && s->digest_length == digest_length, "the rest is unchanged");
}

void proof_blake_finish(void) { /* slow */
    const size_t at = nondet_size(), after = nondet_size();
    inside *const s = any_state();
    const size_t own = s->digest_length;
    const byte before = hash_at(after);
    size_t padded;
    ASSUME(is_good(s) && at < sizeof *s && after >= own);
    OF_WIDTH(choice).chosen = &the_kernel;
    padded = watch(&s->S, s->buffer, s->buffered, counter_of(&s->S), own);
    check_error(OF_WIDTH(finish)((state *)s, hash, own), BLAKE_OK);
    was_hashed(padded, hash, own);
    ASSERT(hash_at(after) == before, "no byte more");
    ASSERT(!((byte *)s)[at] && !is_good(s), "the state is wiped, and cannot be used");
}

/* Calls of it that fail. */
void proof_blake_finish_refused(void) { /* slow */
    const size_t hashlen = nondet_size(), at = nondet_size();
    inside *const s = any_state(), before = *s;
    state *const S = maybe(s);
    byte *const to = nondet_int() ? maybe(hash) : (byte *)s + WORD_BYTES;
    const int wanted = !S || !to                     ? BLAKE_ERROR_NULL
                       : !is_good(s)                 ? BLAKE_ERROR_STATE
                       : hashlen != s->digest_length ? BLAKE_ERROR_LENGTH
                       : to != hash                  ? BLAKE_ERROR_OVERLAP
                                                     : BLAKE_OK;
    choose();
    ASSUME((wanted || no_kernel) && at < sizeof before);
    K.refused = 1;
    check_error(OF_WIDTH(finish)(S, to, hashlen), wanted);
    ASSERT(((byte *)s)[at] == ((byte *)&before)[at], "nothing is changed");
}

/* ---- the compression function ---- */

void ROUNDS_NAME(generic)(chain *S, const byte *in, size_t count, unsigned bits, uint32_t rounds) {
    K.rounds = rounds;
    blocks(S, in, count, bits);
}

void proof_blake_compress(void) { /* few */
    static word h[8], s[4], t[2], before[8];
    static byte block[BLOCK];
    const uint32_t rounds = (uint32_t)nondet_size();
    const size_t i = nondet_size();
    HAVOC(h, sizeof h);
    HAVOC(s, sizeof s);
    HAVOC(t, sizeof t);
    memcpy(before, h, sizeof h);
    choose();
    copies_are_whole = 1;
    K.rounds = ROUNDS;
    ASSERT(OF_WIDTH(compress)(NULL, block, s, t, rounds) == BLAKE_ERROR_NULL, "h");
    ASSERT(OF_WIDTH(compress)(h, NULL, s, t, rounds) == BLAKE_ERROR_NULL, "block");
    ASSERT(OF_WIDTH(compress)(h, block, NULL, t, rounds) == BLAKE_ERROR_NULL, "s");
    ASSERT(OF_WIDTH(compress)(h, block, s, NULL, rounds) == BLAKE_ERROR_NULL, "t");
    check_error(OF_WIDTH(compress)(h, block, s, t, rounds), BLAKE_OK);
    ASSERT(K.calls == !no_kernel, "one block");
    ASSUME(i < 8);
    if (K.calls) {
        ASSERT(K.rounds == rounds && K.in == block && !K.bits, "the rounds and the block");
        ASSERT(K.given.h[i] == before[i] && h[i] == K.result.h[i], "h");
        ASSERT(K.given.s[i % 4] == s[i % 4] && K.given.t[i % 2] == t[i % 2], "s and t");
    } else {
        ASSERT(h[i] == before[i], "h is unchanged");
    }
}

/* ---- saved states ---- */

enum {
    AT_H = 12,
    AT_SALT = AT_H + 8 * WORD_BYTES,
    AT_COUNTER = AT_SALT + 4 * WORD_BYTES,
    AT_BUFFER = AT_COUNTER + 2 * WORD_BYTES,
    SEAL = AT_BUFFER + BLOCK
};

static byte saved[SAVED_BYTES];

/* Byte AT of what is saved of a state, before the seal: blake.h has the format. */
static byte saved_of(const inside *s, size_t at) {
    const byte head[AT_H] = {'b',         'l', 's', 't', 'a', 't', 'e', 1, BLOCK, s->digest_length,
                             s->buffered, 0};
    return at < AT_H         ? head[at]
           : at < AT_SALT    ? byte_of(s->S.h, at - AT_H)
           : at < AT_COUNTER ? byte_of(s->S.s, at - AT_SALT)
           : at < AT_BUFFER  ? byte_of(s->S.t, at - AT_COUNTER)
                             : (byte)(at - AT_BUFFER < s->buffered ? s->buffer[at - AT_BUFFER] : 0);
}

/* The seal is a digest of what is before it. */
static size_t watch_seal(void) {
    static const byte salt[SALT_BYTES] = "blake state 1";
    const size_t padded = watch(NULL, saved, SEAL, 0, DIGEST_BYTES);
    K.h = start_of(K.h_at, DIGEST_BYTES), K.salt = salt[K.salt_at];
    OF_WIDTH(choice).chosen = &the_kernel;
    return padded;
}

void proof_blake_export(void) { /* slow */
    inside *const s = any_state();
    size_t padded;
    ASSUME(is_good(s));
    HAVOC(saved, sizeof saved);
    padded = watch_seal();
    if (K.witness < SEAL) {
        K.value = saved_of(s, K.witness);
        if (K.witness >= AT_BUFFER && K.witness - AT_BUFFER < s->buffered) {
            message_witness = s->buffer + (K.witness - AT_BUFFER);
        }
    }
    check_error(OF_WIDTH(export)((state *)s, saved, sizeof saved), BLAKE_OK);
    ASSERT(K.witness >= SEAL || saved[K.witness] == K.value, "what is saved");
    was_hashed(padded, saved + SEAL, sizeof saved - SEAL);
}

/* Any bytes: if they are taken, the state is one of which they are saved. */
void proof_blake_import(void) {
    const size_t i = nondet_size(), j = nondet_size();
    inside *const s = any_state(), before = *s;
    size_t padded;
    int error;
    ASSUME(i < sizeof before && j < H_BYTES);
    HAVOC(saved, sizeof saved);
    padded = watch_seal();
    still_witness = message_witness;
    error = OF_WIDTH(import)((state *)s, saved, sizeof saved);
    if (error) {
        ASSERT(error == BLAKE_ERROR_SAVED, "the error");
        ASSERT(((byte *)s)[i] == ((byte *)&before)[i], "the state is unchanged");
        return;
    }
    was_hashed(padded, saved + SEAL, sizeof saved - SEAL);
    ASSERT(is_good(s), "can be used");
    ASSERT(K.witness >= SEAL || saved_of(s, K.witness) == K.value, "the state is what was saved");
    ASSERT(s->S.t[0] % BLOCK_BITS == 0, "the counter is of whole blocks");
    ASSERT(counter_of(&s->S) || byte_of(s->S.h, j) == start_of(j, s->digest_length), "the start");
}

static int move(int is_export, state *S, byte *p, size_t bytes) {
    return is_export ? OF_WIDTH(export)(S, p, bytes) : OF_WIDTH(import)(S, p, bytes);
}

/* Calls that fail change nothing. With another length, no byte of a saved state is there. */
static void refused(int is_export) {
    static byte none[1];
    const size_t savedlen = nondet_size(), at = nondet_size(), i = nondet_size();
    inside *const s = any_state(), before = *s;
    state *const S = (state *)s;
    byte value;
    HAVOC(saved, sizeof saved);
    ASSUME(i < sizeof before && at < sizeof saved);
    value = saved[at];
    K.refused = 1;
    check_error(move(is_export, NULL, saved, savedlen), BLAKE_ERROR_NULL);
    check_error(move(is_export, S, NULL, savedlen), BLAKE_ERROR_NULL);
    no_kernel = 1;
    check_error(move(is_export, S, saved, sizeof saved), BLAKE_OK);
    no_kernel = 0;
    if (nondet_int()) {
        ASSUME(savedlen != sizeof saved);
        check_error(move(is_export, S, none + 1, savedlen), BLAKE_ERROR_LENGTH);
    } else if (is_export) {
        ASSUME(!is_good(s));
        check_error(OF_WIDTH(export)(S, saved, sizeof saved), BLAKE_ERROR_STATE);
    }
    ASSERT(((byte *)s)[i] == ((byte *)&before)[i], "the state is unchanged");
    ASSERT(saved[at] == value, "nothing is written");
}

void proof_blake_export_refused(void) { /* slow */
    refused(1);
}

void proof_blake_import_refused(void) { /* slow */
    refused(0);
}
