/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * All rounds, for kernels in the syntax of GNU as, whose macro "round" has the parameters
 *
 *   s0 ... s15, n0 ... n7, rest:vararg
 *
 * a round's sixteen words, of which those of the first half were already added, and the first words
 * of the next round.
 */
#ifndef BLAKE2B_TWELVE_ROUNDS_H
#define BLAKE2B_TWELVE_ROUNDS_H

#include "blake2b_sigma.h"

/* clang-format off */

/* After the last round there are none. */
#define NO_WORD 16
#define NO_WORDS NO_WORD, 0, NO_WORD, 0, NO_WORD, 0, NO_WORD, 0

.macro twelve_rounds
  round SIGMA_0, SIGMA_1
  round SIGMA_1, SIGMA_2
  round SIGMA_2, SIGMA_3
  round SIGMA_3, SIGMA_4
  round SIGMA_4, SIGMA_5
  round SIGMA_5, SIGMA_6
  round SIGMA_6, SIGMA_7
  round SIGMA_7, SIGMA_8
  round SIGMA_8, SIGMA_9
  round SIGMA_9, SIGMA_0
  round SIGMA_0, SIGMA_1
  round SIGMA_1, NO_WORDS
.endm

#endif
