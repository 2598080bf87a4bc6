/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * The parts of tests/systems/contract for one WIDTH: the kernel with any salt, counter and number
 * of bits, and the library's calls.
 */
#include "blake_width.h"
#include "contract.h"
#include "expected.inc"

#define KERNELS OF_WIDTH(kernels)

const char *contract_kernel(void) {
    return KERNELS[0].name;
}

static struct {
    unsigned char before[8];
    chain S;
    unsigned char behind[8];
} room;
static int strayed; /* the kernel wrote the salt, or outside the chain */

static word any_word(void) {
    word x = 0;
    unsigned i;
    for (i = 0; i < WORD_BYTES; i++) {
        x = (word)(x << 8 | next());
    }
    return x;
}

/*
 * H continues from the previous call, plus the counter, so that an error in any word affects all
 * later calls.
 */
static void kernel_calls(void) {
    static unsigned char result[DIGEST_BYTES];
    chain *const C = &room.S;
    unsigned i, j;
    memset(&room, 0xa5, sizeof room);
    memset(C->h, 0, sizeof C->h);
    seed = 2;
    strayed = 0;
    for (i = 0; i < 60; i++) {
        word s[4];
        unsigned kind, blocks, some, offset;
        for (j = 0; j < 4; j++) {
            s[j] = C->s[j] = any_word();
        }
        C->t[0] = any_word();
        C->t[1] = any_word();
        kind = next() & 3u;
        blocks = next() & 3u;
        some = next();
        offset = next() & 63u;
        for (j = 0; j < 2 && j <= kind; j++) {
            C->t[j] = kind < 2 ? (word) ~(word)0 : C->t[j];
        }
        BLOCKS(KERNELS)
        (C, blocks ? area + offset : NULL, blocks,
         kind == 2   ? 0
         : kind == 3 ? some
                     : 8u * BLOCK_BYTES);
        strayed |= differ((const unsigned char *)C->s, (const unsigned char *)s, sizeof s);
        C->h[0] ^= C->t[0];
        C->h[1] ^= C->t[1];
    }
    for (j = 0; j < 8; j++) {
        strayed |= room.before[j] != 0xa5 || room.behind[j] != 0xa5;
        store(result + j * WORD_BYTES, C->h[j]);
    }
    verdict("any calls of the kernel", !differ(result, expected_kernel_calls, sizeof result) &&
                                           !strayed && area_is_unchanged());
}

static state all; /* hashes all digests of a part */
static unsigned char digest[DIGEST_BYTES];

static void all_begin(void) {
    OF_WIDTH(digest_init)(&all, DIGEST_BYTES, NULL);
}

static void all_end(const char *part, const unsigned char *expected, int error) {
    OF_WIDTH(final)(&all, digest);
    verdict(part, !error && !differ(digest, expected, sizeof digest) && area_is_unchanged());
}

static const unsigned lengths[] = {0,   1,   55,  56,  63,  64,  65,  111, 112, 119,
                                   120, 127, 128, 129, 200, 239, 240, 256, 600};
#define LENGTHS (sizeof lengths / sizeof lengths[0])

static void one_call(void) {
    unsigned i, n;
    int error = 0;
    all_begin();
    for (i = 0; i < LENGTHS; i++) {
        for (n = 0; n < 4; n++) {
            const unsigned bytes = n & 1 ? SHORT_BYTES : DIGEST_BYTES;
            error |= OF_WIDTH(digest)(digest, bytes, lengths[i] ? area + i : NULL, lengths[i],
                                      n & 2 ? key : NULL);
            OF_WIDTH(update)(&all, digest, bytes);
        }
    }
    all_end("one call", expected_one_call, error);
}

/* Two copies that continue at the same point, one of them from a saved state. */
static void in_pieces(void) {
    static const unsigned char pieces[] = {1, 63, 64, 65, 127, 128, 129, 3, 0, 250};
    static state S, T;
    static unsigned char saved[SAVED_BYTES];
    unsigned i, done, n, turn;
    int error = 0;
    all_begin();
    for (i = 0; i < LENGTHS; i++) {
        error |= OF_WIDTH(digest_init)(&S, DIGEST_BYTES, key);
        for (done = 0, turn = i; done < lengths[i]; done += n) {
            n = pieces[turn++ % sizeof pieces];
            n = n < lengths[i] - done ? n : lengths[i] - done;
            OF_WIDTH(update)(&S, area + done, n);
        }
        error |= OF_WIDTH(export)(&S, saved, sizeof saved);
        error |= OF_WIDTH(import)(&T, saved, sizeof saved);
        memcpy(digest, saved + sizeof saved - 16, 16);
        OF_WIDTH(update)(&all, digest, 16);
        OF_WIDTH(final)(&S, digest);
        OF_WIDTH(update)(&all, digest, DIGEST_BYTES);
        OF_WIDTH(update)(&T, area, 100);
        error |= OF_WIDTH(finish)(&T, digest, DIGEST_BYTES);
        OF_WIDTH(update)(&all, digest, DIGEST_BYTES);
    }
    all_end("in pieces, saved", expected_in_pieces, error);
}

static void rounds(void) {
    static const unsigned char numbers[] = {0, 1, 8, ROUNDS, 23};
    word h[8], s[4], t[2];
    unsigned i, j;
    int error = 0;
    all_begin();
    seed = 3;
    for (i = 0; i < sizeof numbers; i++) {
        for (j = 0; j < 14; j++) {
            *(j < 8 ? &h[j] : j < 12 ? &s[j - 8] : &t[j - 12]) = any_word();
        }
        error |= OF_WIDTH(compress)(h, area + i, s, t, numbers[i]);
        for (j = 0; j < 8; j++) {
            store(digest + j * WORD_BYTES, h[j]);
        }
        OF_WIDTH(update)(&all, digest, DIGEST_BYTES);
    }
    all_end("any number of rounds", expected_rounds, error);
}

void contract_parts(void) {
    verdict("passes the self-test", !OF_WIDTH(selftest)(KERNELS));
    dispatch_use(&OF_WIDTH(dispatch), KERNELS); /* even if no kernel was chosen */
    kernel_calls();
    one_call();
    in_pieces();
    rounds();
}

/* ---- for measurements ---- */

const char contract_message_is[] = "100 bytes, salted, by the library";

void contract_block(void) {
    BLOCKS(KERNELS)(&room.S, area, 128 / BLOCK_BYTES, 8 * BLOCK_BYTES);
}

void contract_message(void) {
    OF_WIDTH(digest)(digest, DIGEST_BYTES, area, 100, key);
}

const unsigned contract_block_bytes = BLOCK_BYTES;

void contract_startup(void) {
    OF_WIDTH(implementation)();
}

void contract_hash(const unsigned char *message, size_t bytes) {
    OF_WIDTH(digest)(digest, DIGEST_BYTES, message, bytes, NULL);
}

void contract_compress(const unsigned char *block) {
    static word h[8];
    static const word s[4], t[2] = {8 * BLOCK_BYTES, 0};
    OF_WIDTH(compress)(h, block, s, t, ROUNDS);
}
