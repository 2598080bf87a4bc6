/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/*
 * Port: an AVR (ATmega1284P) in simavr, which prints what is sent by UART 0, and stops when the CPU
 * sleeps for ever.
 */
#include <avr/interrupt.h>
#include <avr/io.h>
#include <avr/sleep.h>

#include "contract.h"

void put(char c) {
    while (!(UCSR0A & 1 << UDRE0)) {
    }
    UDR0 = (unsigned char)c;
}

/* ---- figures: timer 1 counts cycles; the stack is painted and checked ---- */

static volatile unsigned overflows;

ISR(TIMER1_OVF_vect) {
    overflows++;
}

extern unsigned char __heap_start; /* the end of static memory */
#define PAINT 0xa5

static void measure(const char *what, void (*run)(void)) {
    unsigned char *p, *const top = (unsigned char *)SP;
    unsigned long cycles;
    for (p = &__heap_start; p < top - 16; p++) {
        *p = PAINT;
    }
    run();
    for (p = &__heap_start; *p == PAINT; p++) {
    }
    TCCR1A = 0;
    TIMSK1 = 1 << TOIE1;
    TCNT1 = 0;
    overflows = 0;
    sei();
    TCCR1B = 1; /* every cycle */
    run();
    cli();
    cycles = TCNT1;                               /* lost when the timer stops */
    if ((TIFR1 & 1 << TOV1) && cycles < 0x8000) { /* an overflow that was not counted */
        overflows++;
    }
    cycles += (unsigned long)overflows << 16;
    TCCR1B = 0;
    print("figure ");
    print(what);
    print(": ");
    print_number(cycles);
    print(" cycles, ");
    print_number((unsigned long)(top - p));
    print(" bytes of stack\n");
}

int main(void) {
    UCSR0B = 1 << TXEN0;
    contract();
    measure("128 bytes by the kernel", contract_block);
    measure(contract_message_is, contract_message);
    cli();
    sleep_enable();
    sleep_cpu();
    return 0;
}
