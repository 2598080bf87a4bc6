/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * Port: CPUs that SDCC compiles for, in its simulators, which take commands at a fixed address: 'p'
 * and a character prints it, 's' stops.
 */
#include "contract.h"

#if defined(__SDCC_z80)
__sfr __at 0xff interface; /* an output port */
#else
#define interface (*(volatile unsigned char *)0x7fff)
#endif

void put(char c) {
    interface = 'p';
    interface = (unsigned char)c;
}

int main(void) {
    contract();
    for (;;) {
        interface = 's';
    }
}
