/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * The choice of a kernel: the self-test rejects every faulty kernel, whatever the fault. Kernels
 * that the CPU lacks features for are not tried. Each family has its preference, and falls back to
 * others.
 */
#include <stdio.h>

#include "blake2b_test.h"
#include "driver/cpu.h"

/* ---- a correct kernel, in the simplest form, and possible faults ---- */

static blake2b_blocks_fn *right;

/* The fault of broken(). There is at most one; ARGUMENT says where. */
enum fault {
    NONE,
    BIT_OF_H,          /* one bit of the result is wrong */
    WORDS_SWAPPED,     /* two words of the result are swapped */
    H_UNTOUCHED,       /* nothing is compressed */
    T_UNTOUCHED,       /* the counter is used, not stored */
    CARRY_LOST,        /* no carry out of the counter's byte ARGUMENT */
    CARRY_LOST_INSIDE, /* the same, but the counter is stored correctly */
    NO_WRAP,           /* the counter stays at its highest value */
    LAST_COUNTS_128,   /* a short last block counts as a whole one */
    /* the padding of the last block is not zero at ARGUMENT bytes after its end */
    PADDING_80,
    LAST_BYTE_LOST,  /* the last byte of the message is treated as padding */
    BYTES_IGNORED,   /* a last block of ARGUMENT bytes is treated as empty */
    STRIDE_128,      /* the stride is ignored */
    STRIDE_0,        /* the stride is always 0 */
    STRIDE_BYTE,     /* only its lowest 6 bits are used */
    FIRST_ONLY,      /* only the first of several blocks is compressed */
    LAST_LEFT_OUT,   /* the last of several blocks is not compressed */
    PAIRS_ONLY,      /* an odd block at the end is left out */
    NO_BLOCK_IS_ONE, /* zero bytes are treated as a block */
    EMPTY_LAST_LOST, /* an empty last block is not compressed */
    F0_WRITTEN,      /* the flags are changed */
    F1_WRITTEN,
    F1_IGNORED, /* last node has no effect */
    F0_HALF,    /* only 32 bits of the last block's flag are used */
    F1_HALF,
    T_BYTE,    /* byte ARGUMENT of the counter is wrong */
    H_LAST,    /* byte ARGUMENT of H is wrong, only after the last call */
    NULL_LOST, /* an empty last block without an address is not compressed */
    FAULTS
};

static const char *const fault_names[FAULTS] = {
    "none",           "bit of H",          "words swapped", "H untouched",     "T untouched",
    "carry lost",     "carry lost inside", "no wrap",       "last counts 128", "padding",
    "last byte lost", "bytes ignored",     "stride 128",    "stride 0",        "stride byte",
    "first only",     "last left out",     "pairs only",    "no block is one", "empty last lost",
    "F0 written",     "F1 written",        "F1 ignored",    "F0 half",         "F1 half",
    "T byte",         "H at last",         "NULL lost",
};

static enum fault fault;
static unsigned argument;
static unsigned calls, last_call; /* in one self-test */

/* T += bytes modulo 2^128, without the carry out of byte ARGUMENT if that is the fault. */
static void count(unsigned char T[16], unsigned bytes, int faulty) {
    unsigned i;
    for (i = 0; i < 16; i++) {
        bytes += T[i];
        T[i] = (unsigned char)(bytes & 0xff);
        bytes >>= 8;
        if (faulty && i == argument) {
            bytes = 0;
        }
    }
    if (bytes && fault == NO_WRAP) {
        memset(T, 0xff, 16);
    }
}

/*
 * Compresses one block with the counter T, already advanced, and the flags F. The correct kernel
 * adds 128 itself, so it gets 128 less.
 */
static void compress(blake2b_state_internal *S, const unsigned char block[128],
                     const unsigned char T[16], const unsigned char F[16]) {
    blake2b_state_internal one = *S;
    unsigned borrow = 128;
    int i;
    memcpy(one.F, F, 16);
    for (i = 0; i < 16; i++) {
        one.T[i] = (unsigned char)((T[i] - borrow) & 0xff);
        borrow = T[i] < borrow;
    }
    right(&one, block, 128, 128);
    memcpy(S->H, one.H, 64);
}

static blake2b_blocks_fn broken;

static void broken(blake2b_state_internal *S, const unsigned char *in, size_t bytes,
                   size_t stride) {
    const blake2b_state_internal before = *S;
    unsigned char T[16], F[16], block[128];
    const int last = S->F[0] != 0;
    const size_t all = bytes, true_stride = stride;
    calls++;
    if (fault == NULL_LOST && last && !in) {
        return;
    }
    memcpy(T, S->T, 16);
    memcpy(F, S->F, 16);
    if (fault == F1_IGNORED) {
        memset(F + 8, 0, 8);
    }
    if (fault == F0_HALF) {
        memset(F + 4, 0, 4);
    }
    if (fault == F1_HALF) {
        memset(F + 12, 0, 4);
    }
    stride = fault == STRIDE_128    ? 128
             : fault == STRIDE_0    ? 0
             : fault == STRIDE_BYTE ? stride & 63
                                    : stride;
    if (last) {
        if (bytes || fault != EMPTY_LAST_LOST) {
            size_t used = bytes;
            used -= fault == LAST_BYTE_LOST && bytes;
            used = fault == BYTES_IGNORED && bytes == argument ? 0 : used;
            memset(block, 0, sizeof block);
            if (used) {
                memcpy(block, in, used);
            }
            if (fault == PADDING_80 && bytes + argument < 128) {
                block[bytes + argument] = 0x80;
            }
            count(T, fault == LAST_COUNTS_128 ? 128 : (unsigned)bytes, fault == CARRY_LOST);
            if (fault == CARRY_LOST_INSIDE) {
                unsigned char wrong[16];
                memcpy(wrong, before.T, 16);
                count(wrong, (unsigned)bytes, 1);
                compress(S, block, wrong, F);
            } else {
                compress(S, block, T, F);
            }
        }
    } else {
        if (fault == NO_BLOCK_IS_ONE && !bytes) {
            memset(block, 0, sizeof block);
            compress(S, block, T, F);
        }
        for (; bytes; bytes -= 128) {
            const size_t done = all - bytes;
            /* a wrong stride must not lead outside the input */
            const ptrdiff_t wanted = (ptrdiff_t)(done / 128 * stride);
            const ptrdiff_t furthest = (ptrdiff_t)((all / 128 - 1) * true_stride);
            const ptrdiff_t least = furthest < 0 ? furthest : 0, most = furthest - least;
            const unsigned char *next = in + (wanted < least  ? least
                                              : wanted > most ? most
                                                              : wanted);
            unsigned char wrong[16];
            memcpy(wrong, T, 16);
            count(T, 128, fault == CARRY_LOST);
            count(wrong, 128, 1);
            if ((fault == FIRST_ONLY && done) || (fault == LAST_LEFT_OUT && bytes == 128 && done) ||
                (fault == PAIRS_ONLY && bytes == 128 && done && done % 256 == 0)) {
                continue;
            }
            compress(S, next, fault == CARRY_LOST_INSIDE ? wrong : T, F);
        }
    }
    memcpy(S->T, T, 16);
    switch (fault) {
    case BIT_OF_H: S->H[argument / 8] ^= (unsigned char)(1u << argument % 8); break;
    case WORDS_SWAPPED:
        memcpy(block, S->H + 8 * argument, 8);
        memcpy(S->H + 8 * argument, S->H + 8 * ((argument + 1) % 8), 8);
        memcpy(S->H + 8 * ((argument + 1) % 8), block, 8);
        break;
    case H_UNTOUCHED: memcpy(S->H, before.H, 64); break;
    case T_UNTOUCHED: memcpy(S->T, before.T, 16); break;
    case T_BYTE: S->T[argument] ^= 1; break;
    case H_LAST: S->H[argument] ^= (unsigned char)(calls == last_call); break;
    case F0_WRITTEN: memset(S->F, 0xff, 8); break;
    case F1_WRITTEN: memset(S->F + 8, 0, 8); break;
    default: break;
    }
}

/* ---- the self-test ---- */

static const unsigned arguments[FAULTS] = {
    [BIT_OF_H] = 512,   [WORDS_SWAPPED] = 8, [CARRY_LOST] = 15, [CARRY_LOST_INSIDE] = 15,
    [PADDING_80] = 120, [T_BYTE] = 16,       [H_LAST] = 64,
};

static void selftest(void) {
    const struct kernel table[] = {{"broken", (kernel_entry *)broken, 1, CPU_BASE, ""},
                                   {"right", (kernel_entry *)right, 1, CPU_BASE, ""},
                                   {NULL, NULL, 0, 0, NULL}};
    int f;
    test_begin("choice/fault-free");
    fault = NONE;
    calls = 0;
    f = blake2b_selftest(table);
    last_call = calls;
    test_expect(f == 0, "the kernel that faults are put into fails test %d by itself", f);
    test_expect(dispatch_choose(&blake2b_dispatch, table, 0, CPU_FAMILY_UNKNOWN) == table,
                "it is not chosen without a fault");
    test_end();

    for (f = NONE + 1; f < FAULTS; f++) {
        static const unsigned char lengths[] = {1,  2,  3,  4,  5,  7,  8,   9,  15,
                                                16, 31, 33, 63, 64, 65, 127, 128};
        const unsigned count_of = f == BYTES_IGNORED ? sizeof lengths
                                  : arguments[f]     ? arguments[f]
                                                     : 1;
        unsigned i;
        test_begin("choice/fault: %s", fault_names[f]);
        for (i = 0; i < count_of; i++) {
            fault = (enum fault)f;
            argument = f == BYTES_IGNORED ? lengths[i] : i;
            calls = 0;
            test_expect(blake2b_selftest(table) != 0, "the faulty kernel passes the self-test (%u)",
                        argument);
            calls = 0;
            test_expect(dispatch_choose(&blake2b_dispatch, table, 0, CPU_FAMILY_UNKNOWN) ==
                            table + 1,
                        "the faulty kernel is chosen (%u)", argument);
        }
        test_end();
    }
    fault = NONE;
}

/*
 * One wrong bit of any word after one call. The self-test must return the number of the faulty
 * case, so that no case is missing. (Only a fault of the first word is detected at once.)
 */
static unsigned wrong_call, wrong_byte;
static void wrong_once(blake2b_state_internal *S, const unsigned char *in, size_t bytes,
                       size_t stride) {
    right(S, in, bytes, stride);
    S->H[wrong_byte] ^= (unsigned char)(calls++ == wrong_call);
}

static void each_case(void) {
    const struct kernel kernel = {"wrong", (kernel_entry *)wrong_once, 1, CPU_BASE, ""};
    test_begin("choice/each case of the self-test");
    for (wrong_call = 0; wrong_call < last_call; wrong_call++) {
        for (wrong_byte = 0; wrong_byte < 64; wrong_byte++) {
            int failed;
            calls = 0;
            failed = blake2b_selftest(&kernel);
            test_expect(wrong_byte < 8 ? failed == (int)wrong_call + 1 : failed > (int)wrong_call,
                        "byte %u wrong in call %u: %d", wrong_byte, wrong_call, failed);
        }
    }
    test_end();
}

/* ---- features ---- */

static void ill(blake2b_state_internal *S, const unsigned char *in, size_t bytes, size_t stride) {
    (void)S, (void)in, (void)bytes, (void)stride;
    test_expect(0, "a kernel was called that the CPU cannot run");
}

static void wrong(blake2b_state_internal *S, const unsigned char *in, size_t bytes, size_t stride) {
    right(S, in, bytes, stride);
    S->H[63] ^= 0x80;
}

static void features(void) {
    const struct kernel table[] = {{"both", (kernel_entry *)right, 1, CPU_AVX2 | CPU_BMI2, ""},
                                   {"one", (kernel_entry *)right, 1, CPU_AVX2, ""},
                                   {"base", (kernel_entry *)right, 1, CPU_BASE, ""},
                                   {NULL, NULL, 0, 0, NULL}};
    const struct kernel untouchable[] = {{"ill", (kernel_entry *)ill, 1, CPU_AVX2, ""},
                                         {"base", (kernel_entry *)right, 1, CPU_BASE, ""},
                                         {NULL, NULL, 0, 0, NULL}};
    const struct kernel none_fits[] = {{"ill", (kernel_entry *)ill, 1, CPU_AVX2 | CPU_SSE2, ""},
                                       {NULL, NULL, 0, 0, NULL}};
    const struct kernel none_right[] = {{"first", (kernel_entry *)wrong, 1, CPU_AVX2, ""},
                                        {"second", (kernel_entry *)wrong, 1, CPU_BASE, ""},
                                        {NULL, NULL, 0, 0, NULL}};
    const struct kernel empty[] = {{NULL, NULL, 0, 0, NULL}};
    const struct kernel last_right[] = {{"first", (kernel_entry *)wrong, 1, CPU_AVX2, ""},
                                        {"second", (kernel_entry *)wrong, 1, CPU_BASE, ""},
                                        {"third", (kernel_entry *)right, 1, CPU_BASE, ""},
                                        {NULL, NULL, 0, 0, NULL}};
    int family;
    test_begin("choice/features");
#define CHOSEN(table, features, expected) \
    test_expect(dispatch_choose(&blake2b_dispatch, table, features, family) == (expected), \
                "not " #expected " with " #features)
    for (family = 0; family < CPU_FAMILIES_END; family++) {
        CHOSEN(table, CPU_AVX2 | CPU_BMI2 | CPU_SSE2, table);
        CHOSEN(table, CPU_AVX2, table + 1);
        CHOSEN(table, CPU_BMI2, table + 2); /* half of what the first needs */
        CHOSEN(table, CPU_BASE, table + 2);
        CHOSEN(untouchable, CPU_BASE, untouchable + 1);
        CHOSEN(none_fits, CPU_SSE2, NULL);
        CHOSEN(none_right, CPU_AVX2, NULL);
        CHOSEN(empty, CPU_AVX2, NULL);
        CHOSEN(last_right, CPU_AVX2, last_right + 2);
    }
    test_end();

    /*
     * The library's own table: without features, only kernels that need none are chosen, finally
     * the reference.
     */
    test_begin("choice/masked");
    {
        const struct kernel *b, *last = blake2b_kernels, *base;
        unsigned long bit;
        for (b = blake2b_kernels; b->name; b++) {
            last = b;
        }
        /*
         * (configure --kernels may have left out the reference, if another kernel runs on every
         * CPU.)
         */
        test_expect(last->needs == CPU_BASE &&
                        (!strncmp(last->name, "generic/", 8) ||
                         !(BLAKE2B_WITH_GENERIC_64 || BLAKE2B_WITH_GENERIC_3264 ||
                           BLAKE2B_WITH_GENERIC_32 || BLAKE2B_WITH_GENERIC_16 ||
                           BLAKE2B_WITH_GENERIC_8)),
                    "the last is %s", last->name);
        base = dispatch_choose(&blake2b_dispatch, blake2b_kernels, CPU_BASE, cpu_family());
        test_expect(base && base->needs == CPU_BASE, "without features: %s",
                    base ? base->name : "none");
        for (bit = 1; bit; bit <<= 1) {
            const unsigned long masked = cpu_features() & ~bit;
            b = dispatch_choose(&blake2b_dispatch, blake2b_kernels, masked, cpu_family());
            test_expect(b && !(b->needs & ~masked), "without feature %lx: %s", bit,
                        b ? b->name : "none");
        }
    }
    test_end();
}

/* ---- preference ---- */

static void preference(void) {
    int family, any = 0;
    test_begin("choice/preference");
    for (family = 0; family < CPU_FAMILIES_END; family++) {
        const struct preference *p = dispatch_preference(&blake2b_dispatch, family);
        struct kernel table[] = {{"other", (kernel_entry *)right, 1, CPU_BASE, ""},
                                 {NULL, (kernel_entry *)right, 1, CPU_SSE2, ""},
                                 {NULL, (kernel_entry *)right, 1, CPU_SSE2, ""},
                                 {"reference", (kernel_entry *)right, 1, CPU_BASE, ""},
                                 {NULL, NULL, 0, 0, NULL}};
        if (!p->first[0]) {
            test_expect(dispatch_choose(&blake2b_dispatch, table, 0, family) == table,
                        "family %d has no preference, yet one", family);
            continue;
        }
        any = 1;
        table[1].name = p->first[1] ? p->first[1] : "none";
        table[2].name = p->first[0];
        test_expect(dispatch_choose(&blake2b_dispatch, table, CPU_SSE2, family) == table + 2,
                    "family %d: not the preferred", family);
        test_expect(dispatch_choose(&blake2b_dispatch, table, 0, family) == table,
                    "family %d: a kernel was chosen that the CPU cannot run", family);
        table[2].entry = (kernel_entry *)wrong;
        test_expect(dispatch_choose(&blake2b_dispatch, table, CPU_SSE2, family) ==
                        (p->first[1] ? table + 1 : table),
                    "family %d: the second choice is not used", family);
        table[1].entry = (kernel_entry *)wrong;
        test_expect(dispatch_choose(&blake2b_dispatch, table, CPU_SSE2, family) == table,
                    "family %d: no other kernel is used", family);
    }
    test_expect(!dispatch_preference(&blake2b_dispatch, CPU_FAMILY_UNKNOWN)->first[0],
                "a preference for CPUs that nobody knows");
    test_expect(!dispatch_preference(&blake2b_dispatch, -1)->first[0] &&
                    !dispatch_preference(&blake2b_dispatch, CPU_FAMILIES_END)->first[0],
                "a preference for a family that is none");
    test_end();
    if (!any) {
        test_skip("choice/preference-of-a-family", "the table prefers nothing for this target");
    }
}

/*
 * Selecting a kernel by name allows the features that it needs and those that they imply. It is told
 * apart from the automatic choice, even if the kernel is the same.
 */
static void allowed(void) {
    static const struct {
        unsigned long feature, has; /* the feature alone; the features that others imply are
                                       listed above them */
    } every_cpu[] = {
        {CPU_V512, CPU_V256},
        {CPU_V256, CPU_V},
        {CPU_ZVBB, CPU_V},
        {CPU_AVX512VL, CPU_AVX512BW | CPU_AVX512DQ | CPU_BMI2},
        {CPU_AVX512BW, CPU_AVX512VL | CPU_AVX512DQ | CPU_BMI2},
        {CPU_AVX512F, CPU_AVX2},
        {CPU_AVX2, CPU_AVX},
        {CPU_AVX, CPU_SSSE3},
        {CPU_SSSE3, CPU_SSE2},
    };
    /* as another thread leaves it between its two stores: no choice by name yet */
    const struct dispatch_choice between = {blake2b_kernels, blake2b_kernels + 1};
    const struct kernel *b, *automatic;
    size_t i;
    test_begin("choice/allowed");
    test_expect(!dispatch_named(&between), "a name that made no choice counts");
    RETURNS(OK, blake2b_select(NULL));
    automatic = dispatch_used(&blake2b_dispatch);
    for (b = blake2b_kernels; b->name; b++) {
        unsigned long features = b->needs;
        if (b->needs & ~cpu_features()) {
            continue;
        }
        for (i = 0; i < sizeof every_cpu / sizeof every_cpu[0]; i++) {
            features |= features & every_cpu[i].feature ? every_cpu[i].has : 0;
        }
        test_expect(blake2b_select(b->name) == BLAKE2B_OK, "%s cannot be selected", b->name);
        test_expect(dispatch_used(&blake2b_dispatch) == b && dispatch_named(&blake2b_choice) == b,
                    "%s, selected by name: %s", b->name, blake2b_implementation());
        test_expect(dispatch_allowed(&blake2b_dispatch) == features, "%s: %lx, not %lx", b->name,
                    dispatch_allowed(&blake2b_dispatch), features);
        test_expect(blake2b_select(NULL) == BLAKE2B_OK && !dispatch_named(&blake2b_choice) &&
                        dispatch_used(&blake2b_dispatch) == automatic,
                    "automatic choice: %s", blake2b_implementation());
        test_expect(dispatch_allowed(&blake2b_dispatch) == ~0ul,
                    "after %s not all is allowed again: %lx", b->name,
                    dispatch_allowed(&blake2b_dispatch));
    }
    test_end();
}

static void passes(const struct kernel *kernel) {
    test_expect(blake2b_selftest(kernel) == 0, "fails test %d", blake2b_selftest(kernel));
}

int main(void) {
    right = BLAKE2B_BLOCKS(BLAKE2B_UTIL_REFERENCE);
    test_each("choice/selftest", passes);
    selftest();
    each_case();
    features();
    preference();
    allowed();
    return test_exit();
}
