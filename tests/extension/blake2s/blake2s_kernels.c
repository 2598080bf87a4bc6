/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/* The kernels: which there are, what tells that one works, and which is in use. */
#include "blake2s_internal.h"
#include "driver/cpu.h"

#define REFERENCE(bits, file) extern HIDDEN blake2s_blocks_fn BLAKE2S_KERNEL(generic_##bits);
#include "blake2s.def"
#undef REFERENCE

const struct kernel blake2s_kernels[] = {
#define REFERENCE(bits, file) \
    {"generic/" #bits, (kernel_entry *)BLAKE2S_KERNEL(generic_##bits), 1, CPU_BASE, file},
#include "blake2s.def"
#undef REFERENCE
    {NULL, NULL, 0, 0, NULL},
};

/* RFC 7693, appendix B: "abc". */
static int selftest(const struct kernel *k) {
    static const uint32_t expected[8] = {0x8c5e8c50, 0xe2147c32, 0xa32ba7e1, 0x2f45eb4e,
                                         0x208b4537, 0x293ad69e, 0x4c9b994d, 0x82596786};
    static const unsigned char in[BLAKE2S_BLOCKBYTES] = {'a', 'b', 'c'};
    blake2s_params params;
    blake2s_chain S;
    int i = 0;
    memset(&params, 0, sizeof params);
    params.digest_length = BLAKE2S_OUTBYTES;
    blake2s_begin(&S, &params);
    S.last = ~(uint32_t)0;
    BLAKE2S_BLOCKS(k)(&S, in, 1, 3);
    while (i < 8 && S.h[i] == expected[i]) {
        i++;
    }
    return i < 8;
}

static const struct preference preferences[] = {{0, {NULL, NULL}, NULL}};

struct dispatch_choice blake2s_choice = {NULL, 0};
const struct dispatch blake2s_dispatch = {&blake2s_choice, blake2s_kernels, preferences, selftest};
