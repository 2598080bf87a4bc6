/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * What CBMC proves of BLAKE2Xb, for all arguments but output of at most OUT_MOST bytes: no access
 * outside the caller's memory, and the error of each call. *
 * Loops: 20
 * Sources: blake2b.c blake2b_saved.c
 */
#include "cbmc_parts.h"

#include "blake2xb.c"

enum { OUT_MOST = 150 };

/* ---- the calls ---- */

static blake2xb_state room;

/* Anything, but for the tags, which are often right. */
static xof_state *any_xof(void) {
    xof_state *const state = (xof_state *)&room;
    hash_state *const message = (hash_state *)&state->message;
    HAVOC(&room, sizeof room);
    if (nondet_int()) {
        memcpy(state->tag, absorbing, sizeof absorbing);
        memcpy(message, any_state(), sizeof *message);
    } else if (nondet_int()) {
        memcpy(state->tag, squeezing, sizeof squeezing);
    }
    return state;
}

static byte *any_out(size_t bytes) {
    ASSUME(bytes <= OUT_MOST || bytes > LONGEST);
    return maybe(object(bytes <= OUT_MOST ? bytes : 1));
}

static int wanted_error(const void *out, size_t outlen, const void *key, size_t keylen) {
    return !out || (!key && keylen)                           ? BLAKE2B_ERROR_NULL
           : outlen < 1 || outlen > 0xffffffff || keylen > 64 ? BLAKE2B_ERROR_LENGTH
                                                              : BLAKE2B_OK;
}

void proof_xof_init(void) {
    const size_t outlen = nondet_size(), keylen = nondet_size();
    xof_state *const state = any_xof();
    blake2xb_state *const S = maybe(&room);
    byte *const key = nondet_int() && keylen <= 64 ? (byte *)&room + 8 : memory(keylen);
    const int error = wanted_error(S, outlen, key, keylen);
    const int wanted = error                                         ? error
                       : keylen && __CPROVER_same_object(key, &room) ? BLAKE2B_ERROR_OVERLAP
                                                                     : BLAKE2B_OK;
    check_error(blake2xb_init(S, outlen, key, keylen), wanted);
    ASSERT(wanted || (is_absorbing(state) && get32(state->length) == outlen), "can be used");
}

void proof_xof_update(void) { /* slow */
    const size_t inlen = nondet_size(), at = nondet_size();
    xof_state *const state = any_xof(), before = *state;
    blake2xb_state *const S = maybe(&room);
    byte *const in = nondet_int() && inlen <= 64 ? (byte *)&room + 8 : memory(inlen);
    const int wanted = !S || (!in && inlen)                        ? BLAKE2B_ERROR_NULL
                       : inlen > LONGEST                           ? BLAKE2B_ERROR_LENGTH
                       : !is_absorbing(state)                      ? BLAKE2B_ERROR_STATE
                       : inlen && __CPROVER_same_object(in, &room) ? BLAKE2B_ERROR_OVERLAP
                                                                   : BLAKE2B_OK;
    choose();
    ASSUME(at < sizeof before);
    check_error(blake2xb_update(S, in, inlen), wanted);
    ASSERT(!wanted || ((byte *)state)[at] == ((byte *)&before)[at], "nothing is changed");
    ASSERT(wanted || is_absorbing(state), "can be used");
}

void proof_xof_final(void) { /* slow */
    xof_state *const state = any_xof();
    blake2xb_state *const S = maybe(&room);
    /* blake2xb_init lets the digest of the message have 64 bytes, and no other call changes it */
    const int whole = ((hash_state *)&state->message)->digest_length == 64;
    const int wanted = !S                               ? BLAKE2B_ERROR_NULL
                       : !is_absorbing(state) || !whole ? BLAKE2B_ERROR_STATE
                                                        : BLAKE2B_OK;
    choose();
    check_error(blake2xb_final(S), wanted);
    ASSERT(wanted || no_kernel || is_squeezing(state), "output can be read");
}

void proof_xof_squeeze(void) { /* slow */
    const size_t outlen = nondet_size(), at = nondet_size();
    xof_state *const state = any_xof(), before = *state;
    blake2xb_state *const S = maybe(&room);
    byte *const out = any_out(outlen);
    const int known = get32(state->length) != UNKNOWN;
    int error;
    choose();
    ASSUME(at < sizeof before);
    error = blake2xb_squeeze(S, out, outlen);
    if (error) {
        ASSERT(error == (!S || (!out && outlen)                        ? BLAKE2B_ERROR_NULL
                         : outlen > LONGEST                            ? BLAKE2B_ERROR_LENGTH
                         : !is_squeezing(&before)                      ? BLAKE2B_ERROR_STATE
                         : no_kernel && error == BLAKE2B_ERROR_STARTUP ? BLAKE2B_ERROR_STARTUP
                                                                       : BLAKE2B_ERROR_LENGTH),
               "the error");
        ASSERT(error != BLAKE2B_ERROR_LENGTH || outlen > LONGEST || !known ||
                   outlen > get32(before.left),
               "more than is left");
        ASSERT(((byte *)state)[at] == ((byte *)&before)[at], "nothing is changed");
        return;
    }
    ASSERT(is_squeezing(state), "more output can be read");
    ASSERT(!known || get32(state->left) == get32(before.left) - outlen, "what is left");
}

void proof_xof_export(void) {
    static byte to[BLAKE2XB_SAVED_BYTES];
    const size_t savedlen = nondet_size();
    xof_state *const state = any_xof();
    const int ready = is_absorbing(state) || is_squeezing(state);
    const int wanted = savedlen != sizeof to ? BLAKE2B_ERROR_LENGTH
                       : !ready              ? BLAKE2B_ERROR_STATE
                                             : BLAKE2B_OK;
    choose();
    ASSUME(!no_kernel);
    check_error(blake2xb_export(&room, to, savedlen), wanted);
}

void proof_xof_import(void) { /* slow */
    static byte from[BLAKE2XB_SAVED_BYTES];
    const size_t at = nondet_size();
    xof_state *const state = any_xof(), before = *state;
    int error;
    HAVOC(from, sizeof from);
    ASSUME(at < sizeof before);
    blake2b_choice.chosen = &the_kernel;
    error = blake2xb_import(&room, from, sizeof from);
    ASSERT(!error || error == BLAKE2B_ERROR_SAVED, "the error");
    ASSERT(error ? ((byte *)state)[at] == ((byte *)&before)[at]
                 : is_absorbing(state) || is_squeezing(state),
           "unchanged, or it can be used");
}
