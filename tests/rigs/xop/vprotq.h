/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * Three XOP instructions on CPUs without XOP, emulated when they raise SIGILL: "vprotq xmm, xmm,
 * imm8", vprotd likewise, and, with 64 bits, "vpperm xmm, xmm, xmm, [rip + displacement]". Linux on
 * x86.
 */
#ifndef VPROTQ_H
#define VPROTQ_H

#if defined(__linux__) && (defined(__x86_64__) || defined(__i386__)) && defined(__GNUC__) && \
    !defined(__TINYC__)
#define VPROTQ_EMULATION 1

/*
 * From here on SIGILL is ours; what is none of these ends the program with a FAIL line.
 * 0 if signal handlers do not see the registers here (valgrind), or XOP raises no signal (QEMU 7.2
 * in user mode).
 */
int vprotq_emulate(void);

/* How many were emulated so far. */
unsigned long vprotq_emulated(void);

#endif
#endif
