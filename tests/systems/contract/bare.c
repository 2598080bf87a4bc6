/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * Port: RISC-V of 32 or 64 bits without an operating system, qemu's machine "virt"; Cortex-M, its
 * "mps2" machines, where the emulator is asked by semihosting. There is no C library. It counts
 * instructions, if qemu does: -icount shift=0. See doc/proof-guests.md and doc/firmware.md.
 */
#include <stddef.h>
#include <stdint.h>

#include "contract.h"

#if defined(__riscv)
#define MESSAGE_BYTES 1024
#define UART (*(volatile uint8_t *)0x10000000)
#define TEST_DEVICE (*(volatile uint32_t *)0x100000) /* ends qemu */
#define TEST_PASSED 0x5555u
#define TEST_FAILED 0x13333u /* exit status 1 in the upper half */

void put(char c) {
    UART = (uint8_t)c;
}

/* The first instruction. Memory contains the image; bss is not cleared. */
__asm__(".section .start, \"ax\", @progbits\n"
        ".globl start\n"
        "start: la sp, stack\n"
        "call main\n"
        "stay: j stay\n"
        ".text\n");

static void leave(int failed) {
    TEST_DEVICE = failed ? TEST_FAILED : TEST_PASSED;
}

static unsigned long instructions(void) {
    unsigned long n;
    /* minstret */
    __asm__ volatile(".option push\n.option norvc\n.insn i 0x73, 2, %0, x0, -1278\n.option pop"
                     : "=r"(n)
                     :
                     : "memory");
    return n;
}
#else
#define SYS_WRITEC 0x03
#define SYS_EXIT 0x18
#define SYS_EXIT_STOPPED 0x20026 /* exit status 0 */
#define SYS_EXIT_FAULT 0x20023   /* and 1 */
#define SYST_CONTROL (*(volatile uint32_t *)0xe000e010)
#define SYST_RELOAD (*(volatile uint32_t *)0xe000e014)
#define SYST_CURRENT (*(volatile uint32_t *)0xe000e018) /* counts down, 25 million per second */
#define SYST_MAX 0xffffffu
#define SYST_ON 5u             /* with the CPU's clock */
#define INSTRUCTIONS_A_TICK 40 /* of a nanosecond each */
#define MESSAGE_BYTES 128896   /* so that the ticks do not matter */

#define CONFIGURATION (*(volatile uint32_t *)0xe000ed14)
#define UNALIGN_TRP 8u /* unaligned words are faults */

static void ask(unsigned long what, unsigned long argument) {
    register unsigned long r0 __asm__("r0") = what;
    register unsigned long r1 __asm__("r1") = argument;
    __asm__ volatile("bkpt 0xab" : "+r"(r0) : "r"(r1) : "memory");
}

void put(char c) {
    ask(SYS_WRITEC, (unsigned long)&c);
}

static void leave(int failed) {
    ask(SYS_EXIT, failed ? SYS_EXIT_FAULT : SYS_EXIT_STOPPED);
}

/* The vector table: the stack, the first instruction, and the fault handlers. */
__asm__(".section .start, \"a\", %progbits\n"
        ".word stack, main, fault, fault, fault, fault, fault\n"
        ".text\n");

void fault(void);

void fault(void) {
    print("FAIL fault\n");
    leave(1);
}

static unsigned long instructions(void) {
    if (!SYST_CONTROL) {
        SYST_RELOAD = SYST_MAX;
        SYST_CURRENT = 0;
        SYST_CONTROL = SYST_ON;
        while (!SYST_CURRENT) {
        }
    }
    return (SYST_MAX - SYST_CURRENT) * INSTRUCTIONS_A_TICK;
}
#endif

/* ---- functions that the library calls ---- */

/*
 * Copies words where both are aligned. (The empty statement keeps compilers from replacing the loop
 * by a call of memcpy.)
 */
typedef size_t __attribute__((may_alias)) word;
#define ALIGNED(p, q) (((uintptr_t)(p) | (uintptr_t)(q)) % sizeof(word) == 0)

void *memcpy(void *to, const void *from, size_t bytes);
void *memset(void *to, int value, size_t bytes);

void *memcpy(void *to, const void *from, size_t bytes) {
    unsigned char *t = to;
    const unsigned char *f = from;
    if (ALIGNED(t, f)) {
        for (; bytes >= sizeof(word); bytes -= sizeof(word), t += sizeof(word), f += sizeof(word)) {
            *(word *)(void *)t = *(const word *)(const void *)f;
            __asm__ volatile("");
        }
    }
    while (bytes--) {
        *t++ = *f++;
        __asm__ volatile("");
    }
    return to;
}

void *memset(void *to, int value, size_t bytes) {
    unsigned char *t = to;
    const word all = ~(word)0 / 0xff * (unsigned char)value;
    if (ALIGNED(t, NULL)) {
        for (; bytes >= sizeof(word); bytes -= sizeof(word), t += sizeof(word)) {
            *(word *)(void *)t = all;
            __asm__ volatile("");
        }
    }
    while (bytes--) {
        *t++ = (unsigned char)value;
        __asm__ volatile("");
    }
    return to;
}

/* ---- figures ---- */

#define BYTES_MORE (MESSAGE_BYTES - 896)

static union {
    uint64_t words[128]; /* aligned, as the input of guests is */
    unsigned char bytes[MESSAGE_BYTES];
} message;
static size_t bytes;

static void nothing(void) {}

static void one_call(void) {
    contract_hash(message.bytes, bytes);
}

static void compress(void) {
    contract_compress(message.bytes);
}

static unsigned long count(void (*run)(void)) {
    const unsigned long before = instructions();
    run();
    return instructions() - before;
}

static void figure(const char *what, unsigned long instructions) {
    print("figure ");
    print(what);
    print(": ");
    print_number(instructions);
    print(" instructions\n");
}

static unsigned long count_message(size_t length) {
    bytes = length;
    return count(one_call);
}

static void figures(void) {
    const unsigned long none = count(nothing), first = count(contract_startup) - none;
    const unsigned more = BYTES_MORE / contract_block_bytes;
    if (!first) {
        return; /* the counter of qemu's Cortex-M33 does not run */
    }
    figure("self-test of the first call", first);
    figure("a block more", (count_message(MESSAGE_BYTES) - count_message(896) + more / 2) / more);
    figure("64 bytes", count_message(64) - none);
    figure("136 bytes", count_message(136) - none);
    figure("1024 bytes", count_message(1024) - none);
    figure("self-test of the first F, and that", count(compress) - none);
    figure("F", count(compress) - none);
}

int main(void);

int main(void) {
    extern unsigned char bss_start, bss_end;
    memset(&bss_start, 0, (size_t)(&bss_end - &bss_start));
#if defined(UNALIGN_TRP) && !defined(__ARM_FEATURE_UNALIGNED)
    CONFIGURATION |= UNALIGN_TRP;
#endif
    figures();
    leave(contract() != 0);
    return 0;
}
