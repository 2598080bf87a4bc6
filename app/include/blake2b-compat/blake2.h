/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * The calls of the BLAKE2 reference implementation's blake2.h, on top of libblake2b, for programs
 * that carry a copy of that code. Put this header's folder before others (cc
 * -I.../include/blake2b-compat), remove blake2b-ref.c, blake2bp-ref.c and blake2xb-ref.c, and link
 * with -lblake2b.
 *
 * Several headers are called blake2.h. This one declares what ref/blake2.h and sse/blake2.h of
 * https://github.com/BLAKE2/BLAKE2 have declared since June 2016:
 *   blake2b(out, outlen, in, inlen, key, keylen)
 * In libb2, and in that repository before June 2016, the arguments are in another order, and the
 * parameters have a 64-bit node_offset. For programs written for these, define
 * BLAKE2_COMPAT_LIBB2_ORDER before the header, or with cc -DBLAKE2_COMPAT_LIBB2_ORDER:
 *   blake2b(out, in, key, outlen, inlen, keylen)
 * This applies to blake2, blake2b and blake2bp. A call in the wrong order does not compile: where a
 * length belongs there is a pointer. (Only NULL, where it is written as 0, is also a length.)
 *
 * All calls are inline functions that call those of <blake2b.h> by their longer names. As in the
 * reference, they return 0, or -1 for an unexpected NULL, a length out of range, and a state that
 * was never initialized or has been finalized. They also reject memory that overlaps the state. A
 * final call wipes the state. Other differences:
 *
 *   - The members of a state differ, except outlen, and last_node of BLAKE2b, which may be set to 1
 *     before the final call.
 *   - BLAKE2Xb of unknown length (outlen 0xffffffff) produces multiples of 64 bytes only: the
 *     reference has a rule of its own for the last node of other lengths.
 *   - BLAKE2s, BLAKE2sp and BLAKE2Xs are not in this library: a use is an error that says so. A
 *     program that has its own defines BLAKE2_COMPAT_OWN_BLAKE2S; this header then leaves these
 *     names alone.
 *   - It cannot be combined with libb2's blake2.h, or with a <blake2b.h> that is included before
 *     it.
 *
 * For C89 to C23, C++98 and later.
 */
#ifndef BLAKE2_H
#define BLAKE2_H

#if defined(LIBBLAKE2B_BLAKE2B_H) && !defined(BLAKE2B_LONG_NAMES)
#error "blake2b.h is included before blake2b-compat/blake2.h, which has calls of the same names"
#endif
#if !defined(BLAKE2B_LONG_NAMES)
#define BLAKE2B_LONG_NAMES
#endif
#include <string.h>
#include "../blake2b.h"

#if defined(__cplusplus) || (defined(__STDC_VERSION__) && __STDC_VERSION__ >= 199901L)
#define BLAKE2_INLINE_ static inline
#elif defined(__GNUC__) || defined(_MSC_VER)
#define BLAKE2_INLINE_ static __inline
#else
#define BLAKE2_INLINE_ static
#endif
#if defined(__cplusplus)
#define BLAKE2_BYTES_(p) static_cast<unsigned char *>(p)
#else
#define BLAKE2_BYTES_(p) ((unsigned char *)(p))
#endif

#if defined(__cplusplus)
extern "C" {
#endif

enum blake2b_constant {
    BLAKE2B_BLOCKBYTES = 128,
    BLAKE2B_OUTBYTES = 64,
    BLAKE2B_KEYBYTES = 64,
    BLAKE2B_SALTBYTES = 16,
    BLAKE2B_PERSONALBYTES = 16
};

typedef struct blake2b_state__ {
    BLAKE2B_SYMBOL(blake2b_state) state;
    size_t outlen;
    unsigned char last_node;
} blake2b_state;

typedef struct blake2bp_state__ {
    BLAKE2B_SYMBOL(blake2bp_state) state;
    size_t outlen;
} blake2bp_state;

typedef struct blake2xb_state__ {
    BLAKE2B_SYMBOL(blake2xb_state) state;
    size_t outlen;
} blake2xb_state;

/* 64 bytes, which are hashed as they are in memory: numbers little-endian. */
typedef struct blake2b_param__ {
    unsigned char digest_length;
    unsigned char key_length;
    unsigned char fanout;
    unsigned char depth;
    BLAKE2B_SYMBOL(blake2b_uint32) leaf_length;
#if defined(BLAKE2_COMPAT_LIBB2_ORDER)
    BLAKE2B_SYMBOL(blake2b_uint64) node_offset;
#else
    BLAKE2B_SYMBOL(blake2b_uint32) node_offset;
    BLAKE2B_SYMBOL(blake2b_uint32) xof_length;
#endif
    unsigned char node_depth;
    unsigned char inner_length;
    unsigned char reserved[14];
    unsigned char salt[BLAKE2B_SALTBYTES];
    unsigned char personal[BLAKE2B_PERSONALBYTES];
} blake2b_param;
typedef char blake2b_param_is_64_bytes__[sizeof(blake2b_param) == 64 ? 1 : -1];

/* What blake2, blake2b and blake2bp take. */
#if defined(BLAKE2_COMPAT_LIBB2_ORDER)
#define BLAKE2_ARGUMENTS_ void *out, const void *in, const void *key, size_t outlen, size_t inlen, size_t keylen
#else
#define BLAKE2_ARGUMENTS_ void *out, size_t outlen, const void *in, size_t inlen, const void *key, size_t keylen
#endif

/* ---- BLAKE2b ---- */

/* BLOCK begins the parameter block; the key, if there is one, is the caller's to append. */
BLAKE2_INLINE_ int blake2b_init_param(blake2b_state *S, const blake2b_param *P) {
    unsigned char block[64];
    if (!S || !P) {
        return -1;
    }
    memcpy(block, P, sizeof block);
    if (BLAKE2B_SYMBOL(blake2b_init_block)(&S->state, block)) {
        return -1;
    }
    S->outlen = P->digest_length;
    S->last_node = 0;
    return 0;
}

BLAKE2_INLINE_ int blake2b_init(blake2b_state *S, size_t outlen) {
    if (!S || BLAKE2B_SYMBOL(blake2b_digest_init)(&S->state, outlen, NULL, 0)) {
        return -1;
    }
    S->outlen = outlen;
    S->last_node = 0;
    return 0;
}

BLAKE2_INLINE_ int blake2b_init_key(blake2b_state *S, size_t outlen, const void *key, size_t keylen) {
    if (!S || !keylen || BLAKE2B_SYMBOL(blake2b_digest_init)(&S->state, outlen, key, keylen)) {
        return -1;
    }
    S->outlen = outlen;
    S->last_node = 0;
    return 0;
}

BLAKE2_INLINE_ int blake2b_update(blake2b_state *S, const void *in, size_t inlen) {
    return S && (!inlen || !BLAKE2B_SYMBOL(blake2b_append)(&S->state, in, inlen)) ? 0 : -1;
}

/* OUTLEN is the room: the digest may be shorter. */
BLAKE2_INLINE_ int blake2b_final(blake2b_state *S, void *out, size_t outlen) {
    if (!S || !out || outlen < S->outlen || (S->last_node && BLAKE2B_SYMBOL(blake2b_last_node)(&S->state))) {
        return -1;
    }
    return BLAKE2B_SYMBOL(blake2b_finish)(&S->state, BLAKE2_BYTES_(out), S->outlen) ? -1 : 0;
}

BLAKE2_INLINE_ int blake2b(BLAKE2_ARGUMENTS_) {
    return BLAKE2B_SYMBOL(blake2b_digest)(BLAKE2_BYTES_(out), outlen, in, inlen, key, keylen) ? -1 : 0;
}

BLAKE2_INLINE_ int blake2(BLAKE2_ARGUMENTS_) {
    return BLAKE2B_SYMBOL(blake2b_digest)(BLAKE2_BYTES_(out), outlen, in, inlen, key, keylen) ? -1 : 0;
}

/* ---- BLAKE2bp ---- */

BLAKE2_INLINE_ int blake2bp_init(blake2bp_state *S, size_t outlen) {
    if (!S || BLAKE2B_SYMBOL(blake2bp_init)(&S->state, outlen, NULL, 0)) {
        return -1;
    }
    S->outlen = outlen;
    return 0;
}

BLAKE2_INLINE_ int blake2bp_init_key(blake2bp_state *S, size_t outlen, const void *key, size_t keylen) {
    if (!S || !keylen || BLAKE2B_SYMBOL(blake2bp_init)(&S->state, outlen, key, keylen)) {
        return -1;
    }
    S->outlen = outlen;
    return 0;
}

BLAKE2_INLINE_ int blake2bp_update(blake2bp_state *S, const void *in, size_t inlen) {
    return S && (!inlen || !BLAKE2B_SYMBOL(blake2bp_update)(&S->state, in, inlen)) ? 0 : -1;
}

BLAKE2_INLINE_ int blake2bp_final(blake2bp_state *S, void *out, size_t outlen) {
    if (!S || !out || outlen < S->outlen) {
        return -1;
    }
    return BLAKE2B_SYMBOL(blake2bp_final)(&S->state, BLAKE2_BYTES_(out), S->outlen) ? -1 : 0;
}

BLAKE2_INLINE_ int blake2bp(BLAKE2_ARGUMENTS_) {
    return BLAKE2B_SYMBOL(blake2bp)(BLAKE2_BYTES_(out), outlen, in, inlen, key, keylen) ? -1 : 0;
}

/* ---- BLAKE2Xb ---- */

BLAKE2_INLINE_ int blake2xb_init_key(blake2xb_state *S, const size_t outlen, const void *key, size_t keylen) {
    if (!S || BLAKE2B_SYMBOL(blake2xb_init)(&S->state, outlen, key, keylen)) {
        return -1;
    }
    S->outlen = outlen;
    return 0;
}

BLAKE2_INLINE_ int blake2xb_init(blake2xb_state *S, const size_t outlen) {
    return blake2xb_init_key(S, outlen, NULL, 0);
}

BLAKE2_INLINE_ int blake2xb_update(blake2xb_state *S, const void *in, size_t inlen) {
    return S && (!inlen || !BLAKE2B_SYMBOL(blake2xb_update)(&S->state, in, inlen)) ? 0 : -1;
}

BLAKE2_INLINE_ int blake2xb_final(blake2xb_state *S, void *out, size_t outlen) {
    if (!S || (S->outlen == BLAKE2XB_UNKNOWN_LENGTH && outlen % BLAKE2B_OUTBYTES)) {
        return -1;
    }
    return BLAKE2B_SYMBOL(blake2xb_finish)(&S->state, BLAKE2_BYTES_(out), outlen) ? -1 : 0;
}

BLAKE2_INLINE_ int blake2xb(void *out, size_t outlen, const void *in, size_t inlen, const void *key, size_t keylen) {
    return BLAKE2B_SYMBOL(blake2xb)(BLAKE2_BYTES_(out), outlen, in, inlen, key, keylen) ? -1 : 0;
}

#if defined(__cplusplus)
}
#endif

/*
 * The order of the arguments. C++ refuses a pointer where a length belongs, C compilers may merely
 * warn: so here, the lengths that are pointers in the other order are multiplied by 1.
 */
#if !defined(__cplusplus)
#if defined(BLAKE2_COMPAT_LIBB2_ORDER)
#define BLAKE2_IN_ORDER_(call, out, in, key, outlen, inlen, keylen) \
    call(out, in, key, outlen, BLAKE2_LENGTH_NOT_POINTER_see_BLAKE2_COMPAT_LIBB2_ORDER(inlen), keylen)
#else
#define BLAKE2_IN_ORDER_(call, out, outlen, in, inlen, key, keylen) \
    call(out, BLAKE2_LENGTH_NOT_POINTER_see_BLAKE2_COMPAT_LIBB2_ORDER(outlen), in, inlen, key, keylen)
#endif
#define BLAKE2_LENGTH_NOT_POINTER_see_BLAKE2_COMPAT_LIBB2_ORDER(x) (1 * (x))
#define blake2(a, b, c, d, e, f) BLAKE2_IN_ORDER_(blake2, a, b, c, d, e, f)
#define blake2b(a, b, c, d, e, f) BLAKE2_IN_ORDER_(blake2b, a, b, c, d, e, f)
#define blake2bp(a, b, c, d, e, f) BLAKE2_IN_ORDER_(blake2bp, a, b, c, d, e, f)
#endif

/* ---- not here ---- */

#if !defined(BLAKE2_COMPAT_OWN_BLAKE2S)
/* Where one of these is used, the compiler complains of this incomplete struct. */
#define BLAKE2S_MISSING_ struct BLAKE2s_is_not_in_libblake2b
#define blake2s_state BLAKE2S_MISSING_
#define blake2sp_state BLAKE2S_MISSING_
#define blake2xs_state BLAKE2S_MISSING_
#define blake2s_param BLAKE2S_MISSING_
#define blake2s sizeof(BLAKE2S_MISSING_)
#define blake2s_init sizeof(BLAKE2S_MISSING_)
#define blake2s_init_key sizeof(BLAKE2S_MISSING_)
#define blake2s_init_param sizeof(BLAKE2S_MISSING_)
#define blake2s_update sizeof(BLAKE2S_MISSING_)
#define blake2s_final sizeof(BLAKE2S_MISSING_)
#define blake2sp sizeof(BLAKE2S_MISSING_)
#define blake2sp_init sizeof(BLAKE2S_MISSING_)
#define blake2sp_init_key sizeof(BLAKE2S_MISSING_)
#define blake2sp_update sizeof(BLAKE2S_MISSING_)
#define blake2sp_final sizeof(BLAKE2S_MISSING_)
#define blake2xs sizeof(BLAKE2S_MISSING_)
#define blake2xs_init sizeof(BLAKE2S_MISSING_)
#define blake2xs_init_key sizeof(BLAKE2S_MISSING_)
#define blake2xs_update sizeof(BLAKE2S_MISSING_)
#define blake2xs_final sizeof(BLAKE2S_MISSING_)
#define BLAKE2S_BLOCKBYTES sizeof(BLAKE2S_MISSING_)
#define BLAKE2S_OUTBYTES sizeof(BLAKE2S_MISSING_)
#define BLAKE2S_KEYBYTES sizeof(BLAKE2S_MISSING_)
#define BLAKE2S_SALTBYTES sizeof(BLAKE2S_MISSING_)
#define BLAKE2S_PERSONALBYTES sizeof(BLAKE2S_MISSING_)

#endif

#endif
