/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * One XOP instruction on CPUs without XOP: "vprotq xmm, xmm, imm8", emulated when it raises
 * SIGILL. Linux on x86, 64 and 32 bits.
 */
#ifndef VPROTQ_H
#define VPROTQ_H

#if defined(__linux__) && (defined(__x86_64__) || defined(__i386__)) && \
    defined(__GNUC__) && !defined(__TINYC__)
#define VPROTQ_EMULATION 1

/*
 * From here on SIGILL is ours; what is not this instruction ends the program with a FAIL line.
 * 0 if signal handlers do not see the registers here (valgrind, qemu).
 */
int vprotq_emulate(void);

/* How many were emulated so far. */
unsigned long vprotq_emulated(void);

#endif
#endif
