/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * Invalid lengths: more bytes than there are from an address to the end of the address space, or so
 * many that sums with them wrap, as after an unchecked read(). Each call of every library must
 * reject such a length before it reads or writes anything. The memory does not exist, so a call
 * that accesses it is killed. Extensions provide their calls (cases.h).
 */
#include <stdio.h>

#include "cases.h"
#include "driver/memory.h"

enum { AROUND = 300 }; /* distance from the ends within which every length and address is tried */
const unsigned char lengths_byte[1] = {1};
static const unsigned char *const byte = lengths_byte;
size_t lengths_jobs_before;
static const lengths_cases *of;

static void refused(const lengths_call *c, const void *p, size_t n) {
    static const size_t before[] = {0, 1, 2, 19};
    size_t i;
    for (i = 0; i < (c->size ? 1 : sizeof before / sizeof before[0]); i++) {
        int error;
        lengths_jobs_before = before[i];
        error = c->run(p, n);
        test_expect(error == of->error, "%lx at %p: %d", (unsigned long)n, p, error);
    }
}

static void one_call(const lengths_call *c) {
    const size_t size = c->size ? c->size : 1;
    size_t i;
    test_begin("lengths/%s", c->name);
    for (i = 0; i < AROUND; i++) {
        /* one of the last bytes of the address space */
        const uintptr_t last = UINTPTR_MAX - i;
        const size_t room = (size_t)(UINTPTR_MAX - (uintptr_t)byte); /* after this one */
        refused(c, (const void *)last, i / size + 2);
        refused(c, (const void *)last, lengths_most / size - i);
        refused(c, byte, room / size + 2 + i);
        refused(c, byte, lengths_most - i);
        if (i < 128) { /* the bytes fit, but sums would wrap */
            refused(c, (const void *)(uintptr_t)1, (lengths_most - i) / size + (size > 1));
        }
    }
    test_expect(of->same(), "a state or a digest was written");
    test_end();
}

/* The limits themselves, which cannot be tested through calls. */
static void limits(void) {
    size_t i;
    test_begin("lengths/limits");
    test_expect(memory_fits(NULL, 0) && memory_fits((const void *)UINTPTR_MAX, 0),
                "nothing, anywhere");
    for (i = 0; i < AROUND; i++) {
        const void *const p = (const void *)(UINTPTR_MAX - i);
        const size_t room = (size_t)(UINTPTR_MAX - (uintptr_t)byte) + 1;
        test_expect(memory_fits(p, i + 1) && !memory_fits(p, i + 2), "%lu before the end",
                    (unsigned long)i);
        test_expect(memory_array_fits(p, (i + 1) / 24, 24) && !memory_array_fits(p, i / 24 + 2, 24),
                    "an array there");
        test_expect(memory_fits(byte, room - i) && !memory_fits(byte, room + 1 + i),
                    "%lu around the end", (unsigned long)i);
        test_expect(memory_fits((const void *)(uintptr_t)1, lengths_most - i) == (i >= 128),
                    "%lu less than all", (unsigned long)i);
        test_expect(!memory_array_fits(byte, lengths_most / 2 + 1 + i, 2), "a product that wraps");
    }
    test_end();
}

static void one_length(const char *library) {
    size_t i, missing;
    test_begin("lengths/one-length, %s", library);
    for (i = 0; i < of->exact_number; i++) {
        const lengths_exact *const c = &of->exact[i];
        for (missing = 1; missing < c->length; missing++) {
            const void *p = (const void *)(UINTPTR_MAX - (c->length - missing) + 1);
            int error = c->run(p, c->length);
            test_expect(error == of->error, "%s, %lu bytes too near the end: %d", c->name,
                        (unsigned long)missing, error);
        }
    }
    test_end();
}

static void void_calls(const char *library) {
    if (!child_possible()) {
        test_skip("lengths/void-calls", "no fork on this system");
        return;
    }
    test_begin("lengths/void-calls, %s", library);
    of->misuses();
    test_end();
}

static void library(const char *name, const lengths_cases *cases) {
    size_t i;
    of = cases;
    of->prepare();
    for (i = 0; i < of->calls_number; i++) {
        one_call(&of->calls[i]);
    }
    one_length(name);
    void_calls(name);
}

#define FAMILY(name) extern const lengths_cases lengths_##name;
#include "lengths_families.h"
#undef FAMILY

int main(void) {
    limits();
#define FAMILY(name) library(#name, &lengths_##name);
#include "lengths_families.h"
#undef FAMILY
    return test_exit();
}
