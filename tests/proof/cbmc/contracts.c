/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * What the functions of memory.h do, for proofs of their callers: their memory is accessible, and
 * copies do not overlap. driver.c has the proof that they do it, for these lengths.
 *
 * A copy copies one byte: a witness if there is one in the range, else any byte. What holds for any
 * byte holds for all, as long as no branch compares two of them.
 */
#include "cbmc.h"
#include "driver/memory.h"

#include <stdio.h>

const unsigned char *message_witness, *state_witness, *still_witness;
int copies_are_whole, copies_move_witnesses;
size_t copies_before;
size_t longest_copy = COPY_MOST;

static int inside(const unsigned char *x, const void *p, size_t bytes) {
    return x && __CPROVER_same_object(x, p) &&
           __CPROVER_POINTER_OFFSET(x) - __CPROVER_POINTER_OFFSET(p) < bytes;
}

/* Where a witness is after a copy; NULL if it was overwritten. */
static const unsigned char *moved(const unsigned char *x, const unsigned char *to,
                                  const unsigned char *from, size_t bytes) {
    return inside(x, from, bytes)
               ? to + (__CPROVER_POINTER_OFFSET(x) - __CPROVER_POINTER_OFFSET(from))
           : inside(x, to, bytes) ? NULL
                                  : x;
}

static void copy(void *p, const void *q, size_t bytes) {
    unsigned char *const to = p;
    const unsigned char *const from = q;
    size_t i = nondet_size();
    if (!bytes) {
        return;
    }
    ASSERT(bytes <= longest_copy, "copy: the most that driver.c proves");
    ASSERT(__CPROVER_r_ok(q, bytes), "copy: readable");
    ASSERT(__CPROVER_w_ok(p, bytes), "copy: writable");
    ASSERT(!__CPROVER_same_object(p, q) || to + bytes <= from || from + bytes <= to,
           "copy: no overlap");
    if (copies_move_witnesses) {
        if (copies_before && inside(message_witness, q, bytes)) {
            copies_before--;
        } else {
            message_witness = moved(message_witness, to, from, bytes);
        }
        state_witness = moved(state_witness, to, from, bytes);
        return;
    }
    if (copies_are_whole) {
        ASSERT(bytes <= WHOLE_COPY, "copy: the most that is copied whole");
        for (i = 0; i < WHOLE_COPY; i++) {
            to[i < bytes ? i : 0] = from[i < bytes ? i : 0];
        }
        return;
    }
    ASSUME(i < bytes);
    if (inside(message_witness, q, bytes)) {
        i = (size_t)(message_witness - from);
        message_witness = to + i;
    } else if (inside(state_witness, q, bytes)) {
        i = (size_t)(state_witness - from);
        state_witness = to + i;
    } else if (inside(still_witness, q, bytes)) {
        i = (size_t)(still_witness - from);
    }
    to[i] = from[i];
}

void memory_copy(void *p, const void *q, size_t bytes) {
    copy(p, q, bytes);
}

/* cbmc.sh has contract_NAME called instead of NAME: here, of inline functions. */
void contract_memory_copy_few(void *p, const void *q, size_t bytes) {
    ASSERT(bytes >= 1 && bytes <= 16, "copy_few: 1 to 16 bytes");
    copy(p, q, bytes);
}
void contract_memory_copy_digest(void *p, const void *q, size_t bytes) {
    ASSERT(bytes <= 64, "copy_digest: at most 64 bytes");
    copy(p, q, bytes);
}
void contract_memory_copy_here(void *p, const void *q, size_t bytes) {
    copy(p, q, bytes);
}

void memory_wipe(void *p, size_t bytes) {
    ASSERT(!bytes || __CPROVER_w_ok(p, bytes), "wipe: writable");
    if (copies_move_witnesses) {
        message_witness = inside(message_witness, p, bytes) ? NULL : message_witness;
        state_witness = inside(state_witness, p, bytes) ? NULL : state_witness;
    }
    memset(p, 0, bytes);
}

/* A void call whose arguments are valid does not abort. */
int fprintf(FILE *f, const char *format, ...) {
    (void)f, (void)format;
    return 0;
}
void abort(void) {
    ASSERT(0, "a void call does not abort");
    ASSUME(0);
}

/* 0 only if there is a byte that is not 0; else the witness, if it is one of them, is 0. */
int memory_zeros(const unsigned char *p, size_t bytes) {
    const size_t i = nondet_size();
    if (!bytes) {
        return 1;
    }
    ASSERT(bytes <= ZEROS_MOST, "zeros: the most that driver.c proves");
    ASSERT(__CPROVER_r_ok(p, bytes), "zeros: readable");
    if (nondet_int()) {
        ASSUME(i < bytes && p[i]);
        return 0;
    }
    ASSUME(!inside(still_witness, p, bytes) || !*still_witness);
    return 1;
}
