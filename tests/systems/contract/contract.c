/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * Tests a kernel and the front end on CPUs of every width and byte order, with a C library or
 * without, in 4 KB of memory. It calls the one kernel of this build directly, and through the
 * library's calls. expected.py writes the expected results into expected.inc. Both use the same
 * cases in the same order.
 *
 * Prints "PASS name: part" or "FAIL name: part" for each part, and at the end "end" and
 * the number of parts.
 */
#include "contract.h"

static unsigned parts, failed;

void print(const char *text) {
    while (*text) {
        put(*text++);
    }
}

void print_number(unsigned long number) {
    char digits[24];
    unsigned at = sizeof digits - 1;
    digits[at] = '\0';
    do {
        digits[--at] = (char)('0' + (char)(number % 10));
        number /= 10;
    } while (number);
    print(digits + at);
}

void verdict(const char *part, int right) {
    print(right ? "PASS " : "FAIL ");
    print(contract_kernel());
    print(": ");
    print(part);
    put('\n');
    parts++;
    failed += !right;
}

int differ(const unsigned char *a, const unsigned char *b, size_t bytes) {
    while (bytes && *a == *b) {
        a++;
        b++;
        bytes--;
    }
    return bytes != 0;
}

unsigned long seed;

unsigned char next(void) {
    seed = (seed * 1664525UL + 1013904223UL) & 0xffffffffUL;
    return (unsigned char)(seed >> 24);
}

unsigned char area[AREA_BYTES];
const unsigned char *const key = area + 700;

int area_is_unchanged(void) {
    unsigned i;
    seed = 1;
    for (i = 0; i < sizeof area && area[i] == next(); i++) {
    }
    return i == sizeof area;
}

unsigned contract(void) {
    unsigned i;
    seed = 1;
    for (i = 0; i < sizeof area; i++) {
        area[i] = next();
    }
    contract_parts();
    print("end ");
    print_number(parts);
    put('\n');
    return failed;
}
