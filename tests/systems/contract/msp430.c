/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * Port: an MSP430 in mspdebug's simulator, which prints what is written to address 0xc0, and stops
 * at a breakpoint. There is no C library and no runtime library of the compiler.
 */
#include <stddef.h>
#include <stdint.h>

#include "contract.h"

#define REGISTER8(address) (*(volatile uint8_t *)(address))
#define REGISTER16(address) (*(volatile uint16_t *)(address))

void put(char c) {
    REGISTER8(0xc0) = (uint8_t)c;
}

/* At 0x4000, where the breakpoint is: the end. Then the start. */
__asm__(".section .start, \"ax\", @progbits\n"
        ".globl done, start\n"
        "done: jmp done\n"
        "start: mov #stack, r1\n"
        "call #main\n"
        "jmp done\n");

/* ---- functions that the compiler and the library call ---- */

#define SHIFTS(left, right, type) \
    type left(type x, int n); \
    type right(type x, int n); \
    type left(type x, int n) { \
        for (; n > 0; n--) { \
            x = (type)(x + x); \
        } \
        return x; \
    } \
    type right(type x, int n) { \
        for (; n > 0; n--) { \
            x >>= 1; /* one instruction per word */ \
        } \
        return x; \
    }
SHIFTS(__mspabi_slli, __mspabi_srli, uint16_t)
SHIFTS(__mspabi_slll, __mspabi_srll, uint32_t)

#define MULTIPLY(name, type) \
    type name(type a, type b); \
    type name(type a, type b) { \
        type product = 0; \
        for (; b; b >>= 1, a += a) { \
            product += b & 1 ? a : 0; \
        } \
        return product; \
    }
MULTIPLY(__mspabi_mpyi, uint16_t)
MULTIPLY(__mspabi_mpyl, uint32_t)
MULTIPLY(multiply64, uint64_t)
/* The second factor is in r8 to r11; a C function would have it on the stack. */
__asm__(".text\n"
        ".globl __mspabi_mpyll\n"
        "__mspabi_mpyll: push r11\n"
        "push r10\n"
        "push r9\n"
        "push r8\n"
        "call #multiply64\n"
        "add #8, r1\n"
        "ret\n");

#define DIVIDE(quotient, remainder, type, bits) \
    type quotient(type a, type b); \
    type remainder(type a, type b); \
    type quotient(type a, type b) { \
        type rest = 0, i; \
        for (i = 0; i < (bits); i++) { \
            rest = (type)(rest + rest + (a >> (bits - 1))); \
            a += a; \
            if (rest >= b) { \
                rest -= b; \
                a++; \
            } \
        } \
        return a; \
    } \
    type remainder(type a, type b) { \
        return (type)(a - quotient(a, b) * b); \
    }
DIVIDE(__mspabi_divu, __mspabi_remu, uint16_t, 16)
DIVIDE(__mspabi_divul, __mspabi_remul, uint32_t, 32)

void *memcpy(void *to, const void *from, size_t bytes);
void *memset(void *to, int value, size_t bytes);

void *memcpy(void *to, const void *from, size_t bytes) {
    unsigned char *t = to;
    const unsigned char *f = from;
    while (bytes--) {
        *t++ = *f++;
    }
    return to;
}

void *memset(void *to, int value, size_t bytes) {
    unsigned char *t = to;
    while (bytes--) {
        *t++ = (unsigned char)value;
    }
    return to;
}

/* ---- figures: timer A counts eighths of cycles; the stack is painted and checked ---- */

extern unsigned char bss_start, bss_end;
#define PAINT 0xa5

static void measure(const char *what, void (*run)(void)) {
    unsigned char *p, *top;
    uint16_t ticks;
    __asm__ volatile("mov r1, %0" : "=r"(top));
    for (p = &bss_end; p < top - 16; p++) {
        *p = PAINT;
    }
    run();
    for (p = &bss_end; *p == PAINT; p++) {
    }
    REGISTER16(0x160) = 0x02e4; /* TACTL: SMCLK / 8, continuous, cleared */
    ticks = REGISTER16(0x170);  /* TAR */
    run();
    ticks = (uint16_t)(REGISTER16(0x170) - ticks);
    print("figure ");
    print(what);
    print(": ");
    print_number(8ul * ticks);
    print(" cycles, ");
    print_number((unsigned long)(top - p));
    print(" bytes of stack\n");
}

int main(void) {
    memset(&bss_start, 0, (size_t)(&bss_end - &bss_start));
    contract();
    measure("128 bytes by the kernel", contract_block);
    measure(contract_message_is, contract_message);
    return 0;
}
