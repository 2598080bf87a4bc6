/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * Copies words between blake2b_lanes and the bytes of blake2b_state_internal. Include this only
 * where at least one of the functions is used: they are static.
 */
#ifndef BLAKE2B_WORDS_H
#define BLAKE2B_WORDS_H

#include "blake2b_internal.h"

#if defined(BLAKE2B_HAVE_LANES)

#include "driver/words.h"

/* Copies H to or from lane J. */
static INLINE void load_lane(blake2b_lanes *L, unsigned j, const unsigned char H[64]) {
    move_word(&L->H[0][j], H);
    move_word(&L->H[1][j], H + 8);
    move_word(&L->H[2][j], H + 16);
    move_word(&L->H[3][j], H + 24);
    move_word(&L->H[4][j], H + 32);
    move_word(&L->H[5][j], H + 40);
    move_word(&L->H[6][j], H + 48);
    move_word(&L->H[7][j], H + 56);
}

static INLINE void store_lane(const blake2b_lanes *L, unsigned j, unsigned char H[64]) {
    move_word(H, &L->H[0][j]);
    move_word(H + 8, &L->H[1][j]);
    move_word(H + 16, &L->H[2][j]);
    move_word(H + 24, &L->H[3][j]);
    move_word(H + 32, &L->H[4][j]);
    move_word(H + 40, &L->H[5][j]);
    move_word(H + 48, &L->H[6][j]);
    move_word(H + 56, &L->H[7][j]);
}

/* Keeps the compiler from merging earlier stores with later ones. */
#if defined(__GNUC__)
#define STORED() __asm__ __volatile__("" : : : "memory")
#else
#define STORED() ((void)0)
#endif

#define WIPE_PAIR(i) \
    do { \
        memset(&L->H[i][j], 0, 2 * sizeof L->H[i][j]); \
        STORED(); \
    } while (0)

/*
 * Wipes H of the first N lanes, by pairs. The kernels have not written to others, and there are no
 * secrets in other rows.
 */
static INLINE void wipe_columns(blake2b_lanes *L, unsigned n) {
    unsigned j;
    for (j = 0; j < n; j += 2) {
        WIPE_PAIR(0);
        WIPE_PAIR(1);
        WIPE_PAIR(2);
        WIPE_PAIR(3);
        WIPE_PAIR(4);
        WIPE_PAIR(5);
        WIPE_PAIR(6);
        WIPE_PAIR(7);
    }
#if !defined(__GNUC__)
    memory_wipe(L, sizeof *L);
#endif
}

/* F of lane J by K, a kernel for any number of rounds of one message. For self-tests and tests. */
static INLINE void lane_rounds_by(const struct kernel *k, blake2b_lanes *L, unsigned j,
                                  uint32_t rounds) {
    uint64_t h[8], tf[4];
    unsigned i;
    for (i = 0; i < 8; i++) {
        h[i] = L->H[i][j];
    }
    for (i = 0; i < 2; i++) {
        tf[i] = L->T[i][j];
        tf[2 + i] = L->F[i][j];
    }
    BLAKE2B_ROUNDS(k)(h, L->in[j], tf, rounds);
    for (i = 0; i < 8; i++) {
        L->H[i][j] = h[i];
    }
}

#endif
#endif
