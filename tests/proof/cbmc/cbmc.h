/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * For proofs of C code by CBMC (tests/proof/cbmc.sh). A function "proof_..." is executed for all
 * values of what nondet_...() returns.
 *
 * A witness stands for all bytes of a message: it is any byte of it, and contracts.c copies at
 * least this byte. Another witness is any byte of the chaining value and the counter.
 */
#ifndef CBMC_H
#define CBMC_H

#include <stdlib.h>

#define ASSERT(condition, text) __CPROVER_assert(condition, text)
#define ASSUME __CPROVER_assume

/*
 * Objects have at most so many bytes: CBMC needs some bits of a pointer for the object's number.
 * Lengths above LONGEST are for calls that must refuse them.
 */
#define MOST ((size_t)1 << (sizeof(size_t) > 4 ? 48 : 22))
#define LONGEST ((size_t)-1 - 128)

size_t nondet_size(void);
int nondet_int(void);
unsigned char nondet_byte(void);

/*
 * Where the witnesses are; NULL if there is none. A copy moves them with the byte, but not the one
 * that stays, which is also a witness of what memory_zeros says.
 */
extern const unsigned char *message_witness, *state_witness, *still_witness;

/* The longest copies and comparisons with 0 that driver.c proves, and that callers may ask for. */
enum { COPY_MOST = 128, ZEROS_MOST = 128 };

/* COPY_MOST; a harness that sets it to more assumes that longer copies are right, too. */
extern size_t longest_copy;

/* Copies, of so many bytes at most, are of all bytes. */
#define WHOLE_COPY 128
extern int copies_are_whole;

/*
 * Copies move the witnesses alone, and no byte: of objects that are too large otherwise. Then only
 * the address of a witness tells what it is. Of a message's, so many copies are not followed.
 */
extern int copies_move_witnesses;
extern size_t copies_before;

#define HAVOC(p, bytes) __CPROVER_havoc_slice(p, bytes)

/* An object of exactly so many bytes, with any contents. */
static inline void *object(size_t bytes) {
    void *p = malloc(bytes);
    ASSUME(p != NULL);
    return p;
}

/* P, or NULL. */
static inline void *maybe(void *p) {
    return nondet_int() ? p : NULL;
}

/*
 * What a caller may pass as memory of so many bytes: NULL, or an object of this size. A length that
 * no object has comes with a single byte.
 */
static inline void *memory(size_t bytes) {
    ASSUME(bytes <= MOST || bytes > LONGEST);
    return maybe(object(bytes <= MOST ? bytes : 1));
}

/* The error of a call that gets such memory: NULL, or too long. */
static inline int memory_error(const void *p, size_t bytes) {
    return !p && bytes ? -1 : bytes > LONGEST ? -2 : 0;
}

#endif
