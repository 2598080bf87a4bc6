/*
 * Port: CPUs that SDCC compiles for, in its simulators, which take commands at an address of their
 * choice: 'p' and a character prints it, 's' stops.
 */
#include <stdio.h>
#include <stdlib.h>

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

static void stop(void) {
    for (;;) {
        interface = 's';
    }
}

int fprintf(int stream, const char *format, const char *call, const char *why) {
    (void)stream;
    (void)format;
    print(call);
    print(": ");
    print(why);
    put('\n');
    return 0;
}

void abort(void) {
    stop();
}

int main(void) {
    contract();
    stop();
    return 0;
}
