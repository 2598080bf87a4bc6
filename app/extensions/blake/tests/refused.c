/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * libblake in which no kernel of a WIDTH passes its self-test, until one is repaired. No call
 * returns a digest, and each call with a result reports the error. This file replaces
 * blake256_kernels.c or blake512_kernels.c of the library.
 */
#include <stdio.h>

#include "blake_width.h"
#include "child.h"
#include "driver/cpu.h"
#include "test.h"

#if WIDTH == 256
#define NAME "blake256"
#define REFERENCE_KERNEL KERNEL_NAME(generic_32)
#define PLAIN blake256
#define JOIN(name) blake256_##name
#else
#define NAME "blake512"
#define REFERENCE_KERNEL KERNEL_NAME(generic_64)
#define PLAIN blake512
#define JOIN(name) blake512_##name
#endif

static int refused = 1;

int OF_WIDTH(selftest)(const struct kernel *k) {
    (void)k;
    return refused;
}

const struct kernel OF_WIDTH(kernels)[] = {
    {"right", (kernel_entry *)REFERENCE_KERNEL, 1, CPU_BASE, ""},
    {NULL, NULL, 0, 0, NULL},
    {"right", (kernel_entry *)REFERENCE_KERNEL, 1, CPU_BASE, ""},
    {NULL, NULL, 0, 0, NULL},
};
static const struct preference none[] = {{CPU_FAMILY_UNKNOWN, {NULL, NULL}}};
struct dispatch_choice OF_WIDTH(choice) = {NULL, NULL};
const struct dispatch OF_WIDTH(dispatch) = {&OF_WIDTH(choice), OF_WIDTH(kernels), none,
                                            OF_WIDTH(selftest)};

static unsigned char digest[DIGEST_BYTES], untouched[DIGEST_BYTES];
static const unsigned char message[] = {1, 2, 3};

static void call_update(void) {
    state S;
    JOIN(init)(&S);
    JOIN(update)(&S, message, sizeof message);
    JOIN(final)(&S, digest);
}

#define REFUSED(call) test_expect((call) == BLAKE_ERROR_STARTUP, "not refused: " #call)

static void nothing_passes(void) {
    static unsigned char saved[SAVED_BYTES], block[BLOCK_BYTES];
    word h[8] = {0}, s[4] = {0}, t[2] = {0};
    state S;
    blake_job job;
    memset(&job, 0, sizeof job);
    job.in = message;
    job.inlen = sizeof message;
    job.hash = digest;
    memset(digest, 0x77, sizeof digest);
    memset(untouched, 0x77, sizeof untouched);
    test_begin("refused/%s: nothing passes", NAME);
    test_expect(blake_startup() == BLAKE_ERROR_STARTUP, "blake_startup: %d", blake_startup());
    test_expect(!JOIN(implementation)(), "an implementation: %s", JOIN(implementation)());
    REFUSED(JOIN(select)(NULL));
    REFUSED(JOIN(select)("right"));
    REFUSED(JOIN(digest)(digest, sizeof digest, message, 3, NULL));
    test_expect(JOIN(digest_init)(&S, sizeof digest, NULL) == BLAKE_OK, "digest_init");
    REFUSED(JOIN(append)(&S, message, 3));
    REFUSED(JOIN(finish)(&S, digest, sizeof digest));
    REFUSED(JOIN(many)(sizeof digest, NULL, &job, 1));
    REFUSED(JOIN(many_from)(&S, &job, 1));
    REFUSED(JOIN(export)(&S, saved, sizeof saved));
    REFUSED(JOIN(import)(&S, saved, sizeof saved));
    REFUSED(JOIN(compress)(h, block, s, t, ROUNDS));
    REFUSED(JOIN(compress)(h, block, s, t, 3));
    test_expect(!h[0] && !h[7] && !memcmp(digest, untouched, sizeof digest),
                "a digest was written");
    test_end();
    if (child_possible()) {
        test_begin("refused/%s: calls that return nothing", NAME);
        CHILD_ABORTS(NAME, "self-test", PLAIN(digest, message, sizeof message));
        CHILD_ABORTS(NAME "_update", "self-test", call_update());
        test_end();
    } else {
        test_skip("refused/" NAME ": calls that return nothing", "no fork on this system");
    }
}

static void one_passes(void) {
    unsigned char other[DIGEST_BYTES];
    test_begin("refused/%s: one passes", NAME);
    refused = 0;
    test_expect(blake_startup() == BLAKE_OK && !strcmp(JOIN(implementation)(), "right"),
                "blake_startup: %d", blake_startup());
    call_update();
    test_expect(JOIN(digest)(other, sizeof other, message, 3, NULL) == BLAKE_OK &&
                    !memcmp(digest, other, sizeof other) &&
                    memcmp(digest, untouched, sizeof digest),
                "digests differ");
    test_end();
}

int main(void) {
    nothing_passes();
    one_passes();
    return test_exit();
}
