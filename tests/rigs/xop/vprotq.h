/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * Emulates three XOP instructions on CPUs without XOP when they raise SIGILL: "vprotq xmm, xmm,
 * imm8", vprotd likewise, and, in 64-bit code, "vpperm xmm, xmm, xmm, [rip + displacement]". Linux
 * on x86.
 */
#ifndef VPROTQ_H
#define VPROTQ_H

#if defined(__linux__) && (defined(__x86_64__) || defined(__i386__)) && defined(__GNUC__) && \
    !defined(__TINYC__)
#define VPROTQ_EMULATION 1

/*
 * Installs the SIGILL handler. Any other illegal instruction ends the program with a "not ok" line.
 * Returns 0 if signal handlers cannot access the registers (valgrind), or XOP raises no signal
 * (QEMU 7.2 in user mode).
 */
int vprotq_emulate(void);

/* The number of instructions emulated so far. */
unsigned long vprotq_emulated(void);

#endif
#endif
