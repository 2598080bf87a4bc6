/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/* BLAKE2b's parts of tests/systems/contract: the kernel, and the library's calls. */
#define BLAKE2B_NO_ATTRIBUTES /* results that cannot be errors here are not checked */
#include "blake2b_internal.h"
#include "contract.h"
#include "expected.inc"

/* A library for CPUs with pointers of this width has F, where the test has room for it. */
#if defined(UINT64_MAX) && UINTPTR_MAX > 0xffff
#define CONTRACT_F 1
#endif

const char *contract_kernel(void) {
    return dispatch_used(&blake2b_dispatch)->name;
}

/* ---- the kernel ---- */

#define MARGIN 0xa5

static unsigned char H[64], T[16], F[16];
static unsigned char room[8 + sizeof(blake2b_state_internal) + 8], at;
static int strayed; /* the kernel wrote F, or outside the state */

/*
 * The caller sets T and F. H continues from the previous call, plus its T, so that an error in any
 * word affects all later calls. The state is at any address.
 */
static void call(unsigned offset, unsigned bytes, int stride) {
    blake2b_state_internal *S = (blake2b_state_internal *)(void *)(room + at);
    unsigned i;
    memset(room, MARGIN, sizeof room);
    memcpy(S->H, H, sizeof H);
    memcpy(S->T, T, sizeof T);
    memcpy(S->F, F, sizeof F);
    BLAKE2B_BLOCKS(dispatch_used(&blake2b_dispatch))
    (S, bytes ? area + offset : NULL, bytes, (size_t)stride);
    memcpy(H, S->H, sizeof H);
    for (i = 0; i < sizeof T; i++) {
        H[i] ^= S->T[i];
    }
    strayed |= differ(S->F, F, sizeof F);
    memset(S, MARGIN, sizeof *S);
    for (i = 0; i < sizeof room; i++) {
        strayed |= room[i] != MARGIN;
    }
    at = (unsigned char)((at + 3) & 7);
}

static void begin(void) {
    memset(H, 0, sizeof H);
    seed = 2;
    strayed = 0;
}

static void end(const char *part, const unsigned char *expected) {
    verdict(part, !differ(H, expected, sizeof H) && !strayed && area_is_unchanged());
}

static void random_counter(void) {
    unsigned i;
    for (i = 0; i < sizeof T; i++) {
        T[i] = next();
    }
}

static void set_flags(int last_block, int last_node) {
    memset(F, last_block ? 0xff : 0, 8);
    memset(F + 8, last_node ? 0xff : 0, 8);
}

/* The last block with every length. */
static void partial_blocks(void) {
    unsigned bytes;
    begin();
    for (bytes = 0; bytes <= 128; bytes++) {
        random_counter();
        set_flags(1, bytes & 1);
        call(bytes & 63, bytes, 0);
    }
    end("partial blocks", expected_partial_blocks);
}

static const int strides[] = {0, 1, 77, 127, 128, 129, 300, -128, -300};
#define STRIDES (sizeof strides / sizeof strides[0])
#define DOWN 600 /* start of a message that is read backwards */

static void many_blocks(void) {
    unsigned i, bytes;
    begin();
    for (i = 0; i < STRIDES; i++) {
        for (bytes = 0; bytes <= 384; bytes += 128) {
            random_counter();
            set_flags(0, i & 1);
            call(i + (strides[i] < 0 ? DOWN : 0), bytes, strides[i]);
        }
    }
    end("many blocks, strides", expected_many_blocks);
}

/* The counter carries out of its lowest 2, 3, ... 16 bytes, or is about to. */
static void counters(void) {
    static const unsigned below[] = {1, 128, 256, 257};
    unsigned size, i, last;
    begin();
    for (size = 2; size <= 16; size++) {
        for (i = 0; i < sizeof below / sizeof below[0]; i++) {
            for (last = 0; last < 2; last++) {
                random_counter();
                memset(T, 0xff, size);
                T[0] = (unsigned char)((0x200 - below[i]) & 0xff);
                T[1] = (unsigned char)(below[i] > 256 ? 0xfe : 0xff);
                set_flags(last != 0, 0);
                call(size, last ? below[i] % 129 : 256, 128);
            }
        }
    }
    end("carries of the counter", expected_counters);
}

static void random_calls(void) {
    unsigned i, last, offset, bytes;
    int stride;
    begin();
    for (i = 0; i < 100; i++) {
        random_counter();
        if (next() & 1) {
            memset(T, 0xff, 1u + next() % 16);
            T[0] = next();
        }
        last = next() & 1;
        set_flags(last != 0, next() & 1);
        bytes = next();
        bytes = last ? bytes % 129 : 128 * (bytes % 4);
        stride = strides[next() % STRIDES];
        offset = next() % 64u + (stride < 0 ? DOWN : 0);
        call(offset, bytes, stride);
    }
    end("random calls", expected_random_calls);
}

/* ---- the library's calls ---- */

static blake2b_state all; /* hashes all digests of a part */
static unsigned char digest[64];

static void all_end(const char *part, const unsigned char *expected, int error) {
    blake2b_final(&all, digest);
    verdict(part, !error && !differ(digest, expected, 64) && area_is_unchanged());
}

static const unsigned lengths[] = {0, 1, 63, 64, 65, 127, 128, 129, 200, 255, 256, 257, 384, 600};
#define LENGTHS (sizeof lengths / sizeof lengths[0])
static const unsigned char key_lengths[] = {0, 1, 31, 64};
#define KEY_LENGTHS sizeof key_lengths

static void one_call(void) {
    unsigned i, k;
    blake2b_init(&all);
    for (i = 0; i < LENGTHS; i++) {
        blake2b(digest, lengths[i] ? area + i : NULL, lengths[i]);
        blake2b_update(&all, digest, 64);
        for (k = 0; k < KEY_LENGTHS; k++) {
            blake2b_keyed(digest, area, lengths[i], key_lengths[k] ? key : NULL, key_lengths[k]);
            blake2b_update(&all, digest, 64);
        }
    }
    all_end("blake2b, blake2b_keyed", expected_one_call, 0);
}

static void update_in_pieces(blake2b_state *S, unsigned bytes) {
    static const unsigned char pieces[] = {1, 127, 128, 129, 3, 0, 250, 64};
    unsigned done = 0, n, i = bytes;
    for (; done < bytes; done += n) {
        n = pieces[i++ % sizeof pieces];
        if (n > bytes - done) {
            n = bytes - done;
        }
        blake2b_update(S, area + done, n);
    }
}

/* With a copy of the state, which continues in the place of the state, and at another address. */
static void in_pieces(void) {
    static unsigned char place[1 + sizeof(blake2b_state)];
    blake2b_state S;
    unsigned i, k;
    blake2b_init(&all);
    for (i = 0; i < LENGTHS; i++) {
        for (k = 0; k < KEY_LENGTHS; k += 3) {
            blake2b_keyed_init(&S, key, key_lengths[k]);
            update_in_pieces(&S, lengths[i]);
            memcpy(place + 1, &S, sizeof S);
            blake2b_final((blake2b_state *)(void *)(place + 1), digest);
            blake2b_update(&all, digest, 64);
            blake2b_update(&S, area, 100);
            blake2b_final(&S, digest);
            blake2b_update(&all, digest, 64);
        }
    }
    all_end("in pieces", expected_in_pieces, 0);
}

/* Digests of 1 to 64 bytes, and every parameter. */
static void parameters(void) {
    blake2b_state S;
    blake2b_params P;
    unsigned n, k;
    int error = 0;
    blake2b_init(&all);
    for (n = 1; n <= 64; n++) {
        error |= blake2b_params_init(&P);
        P.digest_length = n;
        P.key = key;
        P.key_length = n & 1 ? 0 : n;
        if (n % 3) {
            P.fanout = 4 * n - 1;
            P.depth = 256 - n;
            P.leaf_length = 0x01020304UL * n;
            P.node_offset = 0x03020100UL * n;
            P.node_depth = 255 - n;
            P.inner_length = 64 - n;
            P.last_node = n & 1;
            for (k = 0; k < 16; k++) {
                P.salt[k] = area[n + k];
                P.personal[k] = area[2 * n + k];
            }
        }
        if (n & 4) {
            error |= blake2b_hash(&P, digest, n, area, 3 * n);
        } else {
            error |= blake2b_init_params(&S, &P);
            update_in_pieces(&S, 3 * n);
            error |= blake2b_finish(&S, digest, n);
        }
        blake2b_update(&all, digest, n);
    }
    all_end("parameters", expected_parameters, error);
}

#if defined(CONTRACT_F)
/*
 * Every number of rounds up to the repetition of the permutations; each continues from the previous
 * H.
 */
static void any_rounds(void) {
    blake2b_uint64 h[8] = {0}, t[2];
    unsigned rounds, i, j;
    int error = 0;
    seed = 3;
    for (rounds = 0; rounds < 25; rounds++) {
        for (i = 0; i < 2; i++) {
            for (j = 0; j < 8; j++) {
                t[i] = t[i] << 8 | next();
            }
        }
        error |= blake2b_compress(h, area + rounds, t, rounds & 1, rounds >> 1 & 1, rounds);
    }
    blake2b_init(&all);
    for (i = 0; i < 8; i++) {
        for (j = 0; j < 8; j++) {
            digest[j] = (unsigned char)(h[i] >> 8 * j & 0xff);
        }
        blake2b_update(&all, digest, 8);
    }
    all_end("blake2b_compress, any number of rounds", expected_any_rounds, error);
}
#endif

void contract_parts(void) {
    int works = 1;
    if (blake2b_startup() != BLAKE2B_OK) {
        dispatch_use(&blake2b_dispatch, blake2b_kernels);
        works = 0;
    }
    verdict("passes the self-test", works);
    partial_blocks();
    many_blocks();
    counters();
    random_calls();
    one_call();
    in_pieces();
    parameters();
#if defined(CONTRACT_F)
    any_rounds();
#endif
}

/* ---- for measurements ---- */

const char contract_message_is[] = "100 bytes, keyed, by the library";

void contract_block(void) {
    BLAKE2B_BLOCKS(dispatch_used(&blake2b_dispatch))
    ((blake2b_state_internal *)(void *)room, area, 128, 128);
}

void contract_message(void) {
    blake2b_keyed_init(&all, key, 64);
    blake2b_update(&all, area, 100);
    blake2b_final(&all, digest);
}

const unsigned contract_block_bytes = 128;

void contract_startup(void) {
    blake2b_startup();
}

void contract_hash(const unsigned char *message, size_t bytes) {
    blake2b(digest, message, bytes);
}

#if defined(CONTRACT_F)
void contract_compress(const unsigned char *block) {
    static const blake2b_uint64 t[2] = {128, 0};
    static blake2b_uint64 h[8];
    blake2b_compress(h, block, t, 0, 0, 12);
}
#endif
